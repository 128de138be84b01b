/* Private to plan/: the characters of a group, and what each one does. */
#ifndef US_PLAN_CHARACTER_H
#define US_PLAN_CHARACTER_H

#include "behavior/node_map.h"
#include "plan/character_group.h"

/* An act or a query that a character runs. */
typedef struct us_character_task {
    us_node_ref node_ref; /* frame 0: unused */
    us_node_kind kind;
    uint32_t node;      /* number in notes */
    bool asleep;        /* dormant */
    bool wants;         /* an act: its order is still to be given */
    uint32_t order;     /* id of its order, once the game has accepted it; 0: not yet */
    int next;           /* if unused: 1 + the next unused one; 0: none */
    us_answer answer;   /* an act: how it ended; NONE: it has not */
    us_reason reason;   /* why it failed */
    us_note_lack lacks; /* a query: what it lacks if it fails */
    us_active_query asking;
} us_character_task;

/* A frame that has notes: the root, a tree on a stack, or the behavior that fills a query. */
typedef struct us_noted_frame {
    uint32_t frame;
    uint32_t step, node; /* numbers in notes, of the push and of the frame; step 0: no push */
    us_hash hash;
} us_noted_frame;

/* A message from another character, delivered in the next think. */
typedef struct us_message {
    const char *name; /* of the node that sent it */
    us_event event;
} us_message;

typedef struct us_character {
    us_character_group *group;
    us_id id;
    us_run *run;
    const us_program *program;
    us_cycle due; /* cycle of its next tick */
    bool watches;
    int heard, last;       /* 1 + its first and its last event; 0: none */
    uint32_t latest;       /* id of its latest order */
    us_node_map node_refs; /* of character tasks, and of entrances by their frames */
    us_node_map orders;    /* of character tasks by their orders, as if these were frames */
    us_character_task *character_task;
    int character_tasks, character_task_room, character_task_free; /* 1 + the first free; 0: none */
    us_noted_frame *entrance;
    int entrances, entrance_room;
    us_message *message; /* one for each name */
    int messages, message_room;
    uint32_t *describing; /* frames with described slots */
    int describings, describing_room;
} us_character;

/* The character task that gave an order of this think. */
typedef struct us_given_order {
    us_id character;
    us_node_ref node_ref;
} us_given_order;

typedef struct us_archetype {
    us_program *program;
    const char *name;
} us_archetype;

struct us_character_group {
    us_character_group_def def;
    const us_domain *domain;
    us_query_engine *asker;
    const us_archetype **archetype; /* by type, or NULL */
    us_archetype *kept;             /* each archetype once */
    int archetypes;
    us_character **character; /* by id */
    int characters, character_room;
    int *next; /* by event: 1 + the next about the same character */
    int *all;  /* events about the seat as a whole */
    int alls, event_room;
    us_event *event; /* of the character that ticks */
    uint32_t any;    /* the world's revision at the last think */
    us_given_order *given;
    int givens, given_room, told;
    bool tells;     /* a message was sent in this think */
    uint32_t nodes; /* numbers given so far */
    us_notes notes;
    us_str text;
    const us_view *view; /* of the current think */
    us_orders *orders;
    us_character_group_counts counts;
};

us_character_task *us_character_task_find(const us_character *character,
                                          us_node_ref node_ref); /* or NULL */
us_character_task *us_character_task_find_order(const us_character *character, uint32_t order);
void us_character_task_set_order(us_character *character, us_character_task *character_task,
                                 uint32_t order); /* of that id; 0: none */
us_character *us_character_group_find(const us_character_group *group, us_id id); /* or NULL */
extern const us_host us_character_host;
/* Binds each described slot that holds no entity of the present world to the entities that it
 * describes. */
void us_character_bind_slots(us_character *character);

/* ---- notes for the trace: plan/character_group_notes.c */
void us_character_log_frame(us_character *character, uint32_t frame,
                            us_answer answer); /* as us_host.told */
void us_character_task_log(us_character *character, us_character_task *character_task,
                           us_note_kind kind, const char *why, us_note_lack lack);
/* Notes the behavior that fills a query: it was retrieved, or it is over. */
void us_character_task_log_answer(us_character *character, us_character_task *character_task);
void us_character_log_end(us_character *character, uint32_t frame, us_note_kind kind,
                          const char *why);

#endif
