/* A behavior in the making: the steps of a goal episode with their arguments, and slots in place of
 * ids. Made by slots.c from a goal episode; conditions.c adds what must hold; relax.c may loosen
 * the order; build.c makes the template of it. */
#ifndef US_LEARN_DRAFT_H
#define US_LEARN_DRAFT_H

#include "behavior/described.h"
#include "learn/remaining_plan.h"
#include "learn/step_extractor.h"

/* What ids and cells of the demonstration became. */
typedef struct us_draft_slot {
    const char *name;   /* "s1" */
    us_value_kind kind; /* entity, group or cell; what a goal's arguments hold: their own */
    int owner;          /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE */
    us_type type;       /* generalized; US_NO_TYPE */
    int role;           /* where types differ; -1 */
    const us_id *id;    /* in the demonstration, ascending */
    int ids;
    int32_t cell;      /* of cells: where it was; else -1 */
    int width, height; /* of cells: of what was meant to stand there, from this cell on */
    int maker;         /* index of the step whose product it is, or -1 */
    bool given;        /* the goal pursued binds it: it is an argument of achieves */
    int born;          /* ordinal: before it none of them was there; 0: not known */
    int later;         /* how many of them came to be after the behavior began, whoever made them */
    int known;         /* of how many of these the order is known that made them */
    const us_described *seen; /* when it was named first; NULL: nobody knows */
} us_draft_slot;

typedef struct us_draft_pair {
    int first, then;
    const char *why; /* the reason of an inferred edge; NULL: it was demonstrated so */
} us_draft_pair;

/* What stands in the behavior for what an order or a goal of the demonstration named. */
typedef enum us_draft_arg_kind {
    US_DRAFT_LEFT_OUT,
    US_DRAFT_SLOT,      /* an index of draft->slot */
    US_DRAFT_NEAR_SLOT, /* the same: near(slot) */
    US_DRAFT_NEAR_ROLE, /* near(owner.role) */
    US_DRAFT_CELL,      /* as it stands */
    US_DRAFT_ENTITY,    /* its id */
    US_DRAFT_TYPE,      /* generalized, but literally */
    US_DRAFT_RESOURCE,
    US_DRAFT_SEAT, /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL */
    US_DRAFT_NUMBER,
} us_draft_arg_kind;

typedef struct us_draft_arg {
    us_draft_arg_kind kind;
    int owner; /* NEAR_ROLE; else 0 */
    int64_t value;
} us_draft_arg;

typedef struct us_draft_step {
    const char *label; /* "a", "b", ..., "aa" */
    const us_step *step;
    int action;                           /* ACT; else -1 */
    us_goal goal;                         /* GOAL: with generalized types; else type -1 */
    int actor;                            /* ACT: the slot of who does it; -1: left out */
    us_type actor_type;                   /* generalized; US_NO_TYPE */
    us_draft_arg arg[US_GOAL_PARAMS_MAX]; /* by parameter */
    int product;                          /* slot that it binds, or -1 */
    const int *uses;                      /* slots that it names, each once */
    int used;
    const char *useless;            /* why nothing needs it; NULL: it is needed */
    const struct us_outline *below; /* GOAL: what its goal episode takes; NULL: nobody knows */
    const us_draft_pair *after;     /* what other steps made and it uses, whatever its slots say */
    int afters;
} us_draft_step;

typedef struct us_draft_condition {
    const char *text, *why;
    const int *step; /* of a precondition: for which it is; once they are done it isn't asked */
    int steps;       /* 0: for all, or for the goal itself */
    const struct us_kinds *one_of; /* it asks for one of them of that owner; NULL: it is a text */
    int owner;
} us_draft_condition;

enum { US_DRAFT_CONDITIONS_MAX = 16 }; /* of a kind */

typedef struct us_draft_remainder {
    us_draft_condition when[US_DRAFT_CONDITIONS_MAX];
    int whens;
} us_draft_remainder;

/* Who was there when orders from that ordinal on were still to be given. */
typedef struct us_draft_sight {
    int at;
    const struct us_present *present;
} us_draft_sight;

typedef struct us_draft {
    const us_domain *domain;
    const us_goal_episodes *episodes;
    const us_goal_episode *episode;
    us_goal goal;                         /* with generalized types */
    us_draft_arg arg[US_GOAL_PARAMS_MAX]; /* of what it achieves */
    us_draft_step *step;
    int steps;
    us_draft_slot *slot;
    int slots;
    us_draft_pair *pair;
    int pairs;
    us_draft_condition when[US_DRAFT_CONDITIONS_MAX], alive[US_DRAFT_CONDITIONS_MAX];
    int whens, alives;
    const us_draft_sight *sight;   /* ascending, the first one of the beginning */
    int sights;                    /* 0: nobody knows */
    const int *kind;               /* by step: alike in what it asks for; NULL: not known */
    us_draft_remainder *remainder; /* by suffix of the origin; NULL: nothing more is asked */
    int crowded;                   /* how many ids and cells found no room among the slots */
    int unasked;                   /* how many conditions found no room */
    int silent; /* how many steps ask for nothing, there being too many kinds of steps */
    us_arena *arena;
} us_draft;

/* The draft of a goal episode whose steps and pairs are known. Everything in it lies in the arena.
 * Literally ids and cells stay as they stand, and there are no slots.
 * Slots are numbered as they come up: the goal's, then the steps', in their order. Where there is
 * no room for more of them, an actor is left out, an entity becomes near(SEAT.ROLE), a cell stays
 * as it is: crowded counts them. */
us_draft *us_draft_new(const us_step_extractor *extractor, int episode, us_arena *arena);

static inline int us_draft_arg_slot(const us_draft_arg *arg) /* or -1 */
{
    return arg->kind == US_DRAFT_SLOT ? (int)arg->value : -1;
}
static inline bool us_draft_arg_equal(const us_draft_arg *a, const us_draft_arg *b)
{
    return a->kind == b->kind && a->owner == b->owner && a->value == b->value;
}
/* As BRL has it, in the draft's arena; NULL: left out. */
const char *us_draft_arg_text(const us_draft *draft, const us_draft_arg *arg);

/* What stands first is done before the other begins, by way of the draft's pairs. */
bool us_draft_precedes(const us_draft *draft, int first, int then);
/* The step surely comes before all others that name its product. */
bool us_draft_delivers(const us_draft *draft, int step);

/* The type as a behavior has it: the parent that it shares with its counterpart, where that
 * stands for just the two; else the one of them that comes first in the domain. */
us_type us_type_general(const us_domain *domain, us_type type);

/* Where a behavior was seen, for its cases. Texts are borrowed. */
typedef struct us_origin {
    const char *demo;       /* the trace's name */
    us_hash hash;           /* of its bytes */
    const char *map;        /* or "" */
    us_hash map_hash;       /* or 0 */
    const char *learner;    /* or "" */
    const int64_t *feature; /* of the domain, when the first order was given; NULL: not known */
    const us_remaining_plan *suffix; /* further cases */
    int suffixes;
    us_cycle next; /* so many cycles later another behavior's turn came; 0: nothing tells */
    uint64_t seed; /* of the game */
    bool seeded;   /* that is known */
} us_origin;

/* The behavior, named by its goal, what it is pursued for, and the hash of its body. Faults are
 * those of its template: a sound draft has none. Precedences that the draft lacks are not made
 * up: a product that is used before its step is surely done keeps its description only. NULL
 * where the draft has no steps. The caller frees it. */
us_template *us_draft_build(const us_draft *draft, const us_origin *origin, us_faults *faults);

/* Preconditions and alive-conditions from what the domain says of the actions and goals of the
 * steps: draft->when and draft->alive, each once, with its reason; what follows from another one is
 * left out. They speak of seats, types, roles, resources and of slots that the goal gives. Those
 * that find no room are counted: draft->unasked and draft->silent.
 *
 * Preconditions:
 * - of who does a step: one of the types that can make the product, else of the largest family
 *   around the actor's type that does the action by its nature. Who came to be after the behavior
 *   began, and what a child goal takes, must be there or come to be: by whoever can make it, in
 *   however many steps;
 * - of what a type requires: what of it no earlier step brings about;
 * - of whom a step acts on: one of that type; where it belongs to others, of first steps only, and
 *   of those who are harmed one is enough;
 * - terms of the action's `when` that speak of seats, types and the like, or of what the goal
 * gives;
 * - what the goal wants to be no more is there.
 * What an earlier step brings about, a child goal among them, is not asked of the beginning. What
 * comes by waiting isn't either: resources, food, what somebody is about. The step waits by itself;
 * asked of the beginning it would hide the behavior in a poor moment. Only that it can come:
 * somebody gathers, or all that the steps cost is there; all of it is, where nobody can gather it.
 *
 * Alive-conditions: somebody can do the last steps, or can come to make who can. It is the same
 * until the end, and nothing within mends it. Where all last steps harm an enemy and that isn't the
 * goal itself, an enemy is there.
 *
 * The steps stand in the order in which they began. */
void us_draft_conditions(us_draft *draft);

/* What the steps that are left at each suffix ask for beside what is asked of the whole: mostly
 * what a step that is done brought about. A condition that didn't hold there was none: what was
 * still a site may be one, and for who wasn't there at all it is enough that such a one can come to
 * be. Only sets of types, upgrades and requirements are asked. After the conditions of the whole.
 */
void us_draft_remainders(us_draft *draft, const us_remaining_plan *suffix, int suffixes);

/* The true dependencies between the steps in place of the demonstrated order, of which they are a
 * part: a step waits for those whose effects it needs.
 * - Whoever does it, its arguments: the step that makes them. Types that it requires: the earliest
 *   that brings each about; of alternatives the one that is most complete. Not what stood there
 *   all along (sight).
 * - A child goal: what the orders below it were seen to need (below); without any, who makes what
 * it wants, and of fighters all.
 * - Resources and food are consumed: what pays for one step doesn't pay for another. Amounts are
 *   allotted in the demonstrated order; one order to gather pays for one step.
 * - A way that is opened, for all that moves.
 * - Steps of one unit, steps that take one place, and goals of which one counts what the other adds
 *   stay in their order.
 * Each pair has its reason; what follows from others is left out. Steps whose effects nothing
 * needs, the goal neither, get a reason in `useless`, and stay. Orders that the domain tells no
 * effect of, that harm or heal, and goals that aren't understood are never useless. Of more than
 * US_TREE_NODES_MAX steps, or US_TREE_PAIRS_MAX pairs, the order stays as it was. */
void us_draft_relax(us_draft *draft);

#endif
