/* Private to plan/: the actors of a troupe, and what each is about. */
#ifndef US_PLAN_ACTOR_H
#define US_PLAN_ACTOR_H

#include "behavior/spots.h"
#include "plan/troupe.h"

/* An act or a query that runs. */
typedef struct us_deed {
    us_spot spot; /* frame 0: free */
    us_node_kind kind;
    uint32_t node;      /* in notes */
    bool asleep;        /* it is dormant */
    bool wants;         /* an act: its order is still to be given */
    uint32_t order;     /* its id, once the game has taken it; 0: not yet */
    int next;           /* of a free one: 1 + the next free; 0: none */
    us_answer answer;   /* an act: how it ended; NONE: it has not */
    us_reason reason;   /* why it failed */
    us_note_lack lacks; /* a query: what it lacks where it fails */
    us_demand asking;
} us_deed;

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

typedef struct us_actor {
    us_troupe *troupe;
    us_id id;
    us_run *run;
    const us_program *program;
    us_cycle due; /* it is looked at then */
    bool watches;
    int heard, last; /* 1 + the first and the last event about it; 0: none */
    uint32_t latest; /* the order that it was given last */
    us_spots spots;  /* of deeds, and of entrances by their frames */
    us_spots orders; /* of deeds by their orders, as if these were frames */
    us_deed *deed;
    int deeds, deed_room, deed_free; /* 1 + the first free; 0: none */
    us_entrance *entrance;
    int entrances, entrance_room;
    us_message *message; /* of each name one */
    int messages, message_room;
    uint32_t *describing; /* frames with slots that are described */
    int describings, describing_room;
} us_actor;

/* What an order of this think is for. */
typedef struct us_ordered {
    us_id actor;
    us_spot spot;
} us_ordered;

typedef struct us_archetype {
    us_program *program;
    const char *name;
} us_archetype;

struct us_troupe {
    us_troupe_def def;
    const us_domain *domain;
    us_answerer *asker;
    const us_archetype **archetype; /* by type, or NULL */
    us_archetype *kept;             /* those that there are */
    int archetypes;
    us_actor **actor; /* by id */
    int actors, actor_room;
    int *next; /* by event: 1 + the next about the same actor */
    int *all;  /* events about the seat */
    int alls, event_room;
    us_event *event; /* of the actor that is looked at */
    uint32_t any;    /* the world's revision at the last think */
    us_ordered *given;
    int givens, given_room, told;
    bool tells;     /* somebody told another something in this think */
    uint32_t nodes; /* given so far */
    us_notes notes;
    us_str text;
    const us_view *view; /* of the think under way */
    us_orders *orders;
    us_troupe_counts counts;
};

us_deed *us_deed_find(const us_actor *actor, us_spot spot); /* NULL: none */
us_deed *us_deed_of_order(const us_actor *actor, uint32_t order);
void us_deed_order(us_actor *actor, us_deed *deed, uint32_t order); /* it has that; 0: none */
us_actor *us_actor_find(const us_troupe *troupe, us_id id);         /* NULL: none */
extern const us_host us_actor_host;
/* Slots that are described, and hold nobody who is there, get whom they describe. */
void us_actor_bind(us_actor *actor);

/* ---- what happened, for the trace: plan/troupe_tell.c */
void us_actor_tell_frame(us_actor *actor, uint32_t frame, us_answer answer); /* as us_host.told */
void us_deed_tell(us_actor *actor, us_deed *deed, us_note_kind kind, const char *why,
                  us_note_lack lack);
/* What fills a query: retrieved, or over. */
void us_deed_tell_answer(us_actor *actor, us_deed *deed);
void us_actor_tell_over(us_actor *actor, uint32_t frame, us_note_kind kind, const char *why);

#endif
