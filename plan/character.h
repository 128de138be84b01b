/* Private to plan/: the characters of a group, and what each is about. */
#ifndef US_PLAN_CHARACTER_H
#define US_PLAN_CHARACTER_H

#include "behavior/node_map.h"
#include "plan/character_group.h"

/* An act or a query that runs. */
typedef struct us_character_task {
    us_node_ref node_ref; /* frame 0: free */
    us_node_kind kind;
    uint32_t node;      /* in notes */
    bool asleep;        /* it is dormant */
    bool wants;         /* an act: its order is still to be given */
    uint32_t order;     /* its id, once the game has taken it; 0: not yet */
    int next;           /* of a free one: 1 + the next free; 0: none */
    us_answer answer;   /* an act: how it ended; NONE: it has not */
    us_reason reason;   /* why it failed */
    us_note_lack lacks; /* a query: what it lacks where it fails */
    us_active_query asking;
} us_character_task;

/* A frame that is told of: a tree on a stack, or what fills a query. */
typedef struct us_entrance {
    uint32_t frame;
    uint32_t step, node; /* in notes: that it was put there, and it; step 0: a query tells that */
    us_hash hash;
} us_entrance;

/* What another told it: it hears that in the next think. */
typedef struct us_message {
    const char *name; /* a node's */
    us_event event;
} us_message;

typedef struct us_character {
    us_character_group *group;
    us_id id;
    us_run *run;
    const us_program *program;
    us_cycle due; /* it is looked at then */
    bool watches;
    int heard, last;       /* 1 + the first and the last event about it; 0: none */
    uint32_t latest;       /* the order that it was given last */
    us_node_map node_refs; /* of character tasks, and of entrances by their frames */
    us_node_map orders;    /* of character tasks by their orders, as if these were frames */
    us_character_task *character_task;
    int character_tasks, character_task_room, character_task_free; /* 1 + the first free; 0: none */
    us_entrance *entrance;
    int entrances, entrance_room;
    us_message *message; /* of each name one */
    int messages, message_room;
    uint32_t *describing; /* frames with slots that are described */
    int describings, describing_room;
} us_character;

/* What an order of this think is for. */
typedef struct us_ordered {
    us_id character;
    us_node_ref node_ref;
} us_ordered;

typedef struct us_archetype {
    us_program *program;
    const char *name;
} us_archetype;

struct us_character_group {
    us_character_group_def def;
    const us_domain *domain;
    us_query_engine *asker;
    const us_archetype **archetype; /* by type, or NULL */
    us_archetype *kept;             /* those that there are */
    int archetypes;
    us_character **character; /* by id */
    int characters, character_room;
    int *next; /* by event: 1 + the next about the same character */
    int *all;  /* events about the seat */
    int alls, event_room;
    us_event *event; /* of the character that is looked at */
    uint32_t any;    /* the world's revision at the last think */
    us_ordered *given;
    int givens, given_room, told;
    bool tells;     /* somebody told another something in this think */
    uint32_t nodes; /* given so far */
    us_notes notes;
    us_str text;
    const us_view *view; /* of the think under way */
    us_orders *orders;
    us_character_group_counts counts;
};

us_character_task *us_character_task_find(const us_character *character,
                                          us_node_ref node_ref); /* NULL: none */
us_character_task *us_character_task_of_order(const us_character *character, uint32_t order);
void us_character_task_order(us_character *character, us_character_task *character_task,
                             uint32_t order); /* it has that; 0: none */
us_character *us_character_find(const us_character_group *group, us_id id); /* NULL: none */
extern const us_host us_character_host;
/* Slots that are described, and hold nobody who is there, get whom they describe. */
void us_character_bind(us_character *character);

/* ---- what happened, for the trace: plan/character_group_notes.c */
void us_character_tell_frame(us_character *character, uint32_t frame,
                             us_answer answer); /* as us_host.told */
void us_character_task_tell(us_character *character, us_character_task *character_task,
                            us_note_kind kind, const char *why, us_note_lack lack);
/* What fills a query: retrieved, or over. */
void us_character_task_tell_answer(us_character *character, us_character_task *character_task);
void us_character_tell_over(us_character *character, uint32_t frame, us_note_kind kind,
                            const char *why);

#endif
