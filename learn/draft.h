/* A behavior in the making: the steps of a lesson with their arguments as texts of BRL, and slots
 * in place of ids. Made by slots.c from a lesson; conditions.c adds what must hold; relax.c may
 * loosen the order; build.c makes the template of it. */
#ifndef US_LEARN_DRAFT_H
#define US_LEARN_DRAFT_H

#include "behavior/build.h"
#include "learn/lesson.h"

/* What ids and cells of the demonstration became. */
typedef struct us_draft_slot {
    const char *name;   /* "s1" */
    us_value_kind kind; /* entity, group or cell; what a goal's arguments hold: their own */
    int owner;          /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE */
    us_type type;       /* generalized; US_NO_TYPE */
    const us_id *id;    /* in the demonstration, ascending */
    int ids;
    int maker;       /* index of the step whose product it is, or -1 */
    bool given;      /* the goal pursued binds it: it is an argument of achieves */
    us_entry *entry; /* its description: "s1.place", ... */
    int entries;
} us_draft_slot;

typedef struct us_draft_step {
    const char *label; /* "a", "b", ..., "aa" */
    const us_step *step;
    int action;                          /* ACT; else -1 */
    us_goal goal;                        /* GOAL: with generalized types; else type -1 */
    const char *actor;                   /* ACT: the text of unit or units; NULL: left out */
    us_type actor_type;                  /* generalized; US_NO_TYPE */
    const char *arg[US_GOAL_PARAMS_MAX]; /* texts by parameter; NULL: left out */
    int product;                         /* slot that it binds, or -1 */
    const char *useless;                 /* why nothing needs it; NULL: it is needed */
} us_draft_step;

typedef struct us_draft_pair {
    int first, then;
    const char *why; /* the reason of an inferred edge; NULL: it was demonstrated so */
} us_draft_pair;

typedef struct us_draft_condition {
    const char *text, *why;
} us_draft_condition;

typedef struct us_draft {
    const us_domain *domain;
    const us_lesson *lesson;
    us_draft_step *step;
    int steps;
    us_draft_slot *slot;
    int slots;
    us_draft_pair *pair;
    int pairs;
    us_draft_condition when[16], alive[16];
    int whens, alives;
    us_arena *arena;
} us_draft;

/* Preconditions and alive-conditions from what the domain says of the actions and goals of the
 * steps: draft->when and draft->alive, each once, with its reason. Conditions speak of seats,
 * types, roles and slots that the goal gives; what names another entity becomes a question after
 * such a one. What an earlier step brings about is not asked of the beginning. */
void us_draft_conditions(us_draft *draft);

/* The true dependencies between the steps in place of the demonstrated order: a step waits for
 * those whose effects it needs. Numeric effects are consumed: what pays for one step doesn't pay
 * for another. Orders to one unit stay in their order. Steps whose effects nothing needs, the goal
 * neither, are marked useless. Each edge has its reason. */
void us_draft_relax(us_draft *draft);

#endif
