/* A draft of a behavior: the steps of a goal episode with their arguments, with slots for ids.
 * draft.c makes it from a goal episode, conditions.c adds the conditions, relax.c may loosen the
 * order, and build.c makes the template. */
#ifndef US_LEARN_DRAFT_H
#define US_LEARN_DRAFT_H

#include "behavior/slot_description.h"
#include "learn/remaining_plan.h"
#include "learn/step_extractor.h"

/* A slot: it stands for entities or for a cell of the demonstration. */
typedef struct us_draft_slot {
    const char *name;   /* "s1" */
    us_value_kind kind; /* entity, group or cell; of a goal's argument: its parameter's kind */
    int owner;          /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE */
    us_type type;       /* generalized; US_NO_TYPE: types differ, or none is known */
    int role;           /* where types differ; -1: none */
    const us_id *id;    /* in the demonstration, ascending */
    int ids;
    int32_t cell;      /* of a cell slot; else -1 */
    int width, height; /* of a cell slot: the box meant to stand there, from this cell on */
    int maker;         /* index of the step whose product it is, or -1 */
    bool given;        /* the goal binds it: it is an argument of `achieves` */
    int born;          /* first ordinal at which one of its entities was there; 0: not known */
    int later;         /* number of its entities that appeared after the behavior began */
    int known;         /* of these: number whose order is known */
    const us_slot_description *seen; /* description when it was first named; NULL: not known */
} us_draft_slot;

typedef struct us_draft_pair {
    int first, then;
    const char *why; /* reason of an inferred edge; NULL: a demonstrated one */
} us_draft_pair;

/* The form of an argument in the behavior. */
typedef enum us_draft_arg_kind {
    US_DRAFT_LEFT_OUT,
    US_DRAFT_SLOT,      /* an index of draft->slot */
    US_DRAFT_NEAR_SLOT, /* near(slot): an index of draft->slot */
    US_DRAFT_NEAR_ROLE, /* near(owner.role) */
    US_DRAFT_CELL,      /* the cell of the demonstration */
    US_DRAFT_ENTITY,    /* the id of the demonstration */
    US_DRAFT_TYPE,      /* generalized, unless episodes are literal */
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
    int actor;                            /* ACT: the slot of its units; -1: left out */
    us_type actor_type;                   /* generalized; US_NO_TYPE */
    us_draft_arg arg[US_GOAL_PARAMS_MAX]; /* by parameter */
    int product;                          /* slot that the step binds, or -1 */
    const int *uses;                      /* slots that the step names, each once */
    int used;
    const char *useless;            /* reason why nothing needs it; NULL: it is needed */
    const struct us_outline *below; /* GOAL: outline of its goal episode; NULL: not known */
    const us_draft_pair *after;     /* steps that made something it uses, beyond its slots */
    int afters;
} us_draft_step;

typedef struct us_draft_condition {
    const char *text, *why;
    const int *step; /* steps that a precondition is for; it ends when all are done */
    int steps;       /* 0: for all steps, or for the goal itself */
    const struct us_type_set *one_of; /* types of which `owner` must have one; NULL: only a text */
    int owner;
} us_draft_condition;

enum { US_DRAFT_CONDITIONS_MAX = 16 }; /* preconditions, and alive-conditions */

/* Further preconditions of a suffix case. */
typedef struct us_draft_remainder {
    us_draft_condition when[US_DRAFT_CONDITIONS_MAX];
    int whens;
} us_draft_remainder;

/* The types present while orders from ordinal `at` on were still to be given. */
typedef struct us_draft_sight {
    int at;
    const struct us_present *present;
} us_draft_sight;

typedef struct us_draft {
    const us_domain *domain;
    const us_goal_episodes *episodes;
    const us_goal_episode *episode;
    us_goal goal;                         /* with generalized types */
    us_draft_arg arg[US_GOAL_PARAMS_MAX]; /* of `achieves` */
    us_draft_step *step;
    int steps;
    us_draft_slot *slot;
    int slots;
    us_draft_pair *pair;
    int pairs;
    us_draft_condition when[US_DRAFT_CONDITIONS_MAX], alive[US_DRAFT_CONDITIONS_MAX];
    int whens, alives;
    const us_draft_sight *sight;   /* ascending; the first is that of the beginning */
    int sights;                    /* 0: not known */
    const int *kind;               /* kind by step: equal needs; -1: no room; NULL: not known */
    us_draft_remainder *remainder; /* by suffix of the origin; NULL: no further preconditions */
    int crowded;                   /* names of ids and cells without room among the slots */
    int unasked;                   /* conditions without room */
    int silent;                    /* steps without conditions: too many kinds of steps */
    const us_node *squad;          /* settings of the squad node around the steps; NULL: none */
    us_arena *arena;
} us_draft;

/* Makes the draft of a goal episode whose steps and pairs are known. All of it lies in the arena. A
 * literal draft keeps ids and cells, and has no slots. Slots are numbered in the order of their
 * first use: the goal's, then the steps'. If there is no room for a slot, `crowded` counts it: an
 * actor or an argument of the goal is left out, an entity becomes near(SEAT.ROLE), and a cell stays
 * as it is. */
us_draft *us_draft_new(const us_step_extractor *extractor, int episode, us_arena *arena);

static inline int us_draft_arg_slot(const us_draft_arg *arg) /* or -1 */
{
    return arg->kind == US_DRAFT_SLOT ? (int)arg->value : -1;
}
static inline bool us_draft_arg_equal(const us_draft_arg *a, const us_draft_arg *b)
{
    return a->kind == b->kind && a->owner == b->owner && a->value == b->value;
}
/* Return texts in the draft's arena: formatted; and a set for people, see us_type_set_print. */
const char *us_draft_format(const us_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *us_draft_vformat(const us_draft *draft, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
const char *us_draft_name_set(const us_draft *draft, const struct us_type_set *set);
const char *us_draft_step_name(const us_draft *draft, int step); /* of its action or goal */
/* Returns the argument as BRL, in the draft's arena, or NULL if it is left out. */
const char *us_draft_arg_print(const us_draft *draft, const us_draft_arg *arg);

/* Returns whether step `first` must be done before `then` begins, by chains of pairs. */
bool us_draft_has_precedence(const us_draft *draft, int first, int then);
/* Returns whether the step precedes all steps that name its product. */
bool us_draft_is_product_ready(const us_draft *draft, int step);

/* Returns the generalized type. If the common parent of the type and its counterpart stands for
 * just these two, that is the parent; else the one of the two that the domain has first. A type
 * without a counterpart stays. */
us_type us_type_generalize(const us_domain *domain, us_type type);

/* The provenance of a behavior, for its cases. Texts are borrowed. */
typedef struct us_origin {
    const char *demo;       /* the trace's name */
    us_hash hash;           /* of its bytes */
    const char *map;        /* or "" */
    us_hash map_hash;       /* or 0 */
    const char *learner;    /* or "" */
    const int64_t *feature; /* of the domain, when the first order was given; NULL: not known */
    const us_remaining_plan *suffix; /* suffix cases */
    int suffixes;
    us_cycle next; /* cycles until the next behavior's turn; 0: not known */
    uint64_t seed; /* of the game */
    bool seeded;   /* the seed is known */
} us_origin;

/* Builds the behavior, or returns NULL if the draft has no steps. The caller frees it. Its name is
 * the goal, the goal's arguments and the hash of the body. Faults are those of the template; a
 * sound draft has none. No precedence is added: a product that some step may use before its maker
 * is done keeps only its description. */
us_template *us_draft_build(const us_draft *draft, const us_origin *origin, us_faults *faults);

/* Infers preconditions and alive-conditions from the domain's actions and goals: draft->when and
 * draft->alive, each once, with its reason. A condition that follows from another one is left out.
 * Conditions name seats, types, roles, resources and slots that the goal gives. draft->unasked and
 * draft->silent count conditions and steps without room. The steps must stand in the order in which
 * they began.
 *
 * Preconditions:
 * - for the unit of a step: one of the types that can make the product; else one of the largest
 *   family around the actor's type whose types all do the action. A unit that appeared after the
 *   behavior began, and the units that a child goal needs, must be there, or a unit that can make
 *   them, in any number of steps;
 * - for the requirements of a type: those that no earlier step brings about;
 * - for the target of a step: one of its type. Targets of other owners count for first steps only,
 *   and of all targets that are harmed one is enough;
 * - the terms of the action's `when` that name seats, types and the like, or slots that the goal
 *   gives;
 * - for a goal that something be gone: it is there.
 * An effect of an earlier step, or of a child goal, is no precondition. Neither is a state that
 * comes by waiting: resources, food, the present action of a unit. The step itself waits for it,
 * and as a precondition it would hide the behavior in a poor moment. The precondition is only that
 * resources can come: a gatherer is there, or all that the steps cost. If no type can gather the
 * resource, all that the steps cost must be there.
 *
 * Alive-conditions: a unit that can do the last steps is there, or one that can come to make it. No
 * step of the behavior mends its loss. If all last steps harm an enemy, and that is not the goal
 * itself, an enemy must be there. */
void us_draft_infer_conditions(us_draft *draft);

/* Infers the further preconditions of each suffix, from the steps that are left there: mostly
 * effects of steps that are done. Call it after us_draft_infer_conditions. The conditions are sets
 * of types, upgrades, requirements and statuses of units. They must have held in the demonstration:
 * if only an unfinished site was there, a site is enough; if nothing was there, a unit that can
 * come to make it is enough; else the condition is dropped. */
void us_draft_infer_suffix_conditions(us_draft *draft, const us_remaining_plan *suffix,
                                      int suffixes);

/* Replaces the demonstrated order by the dependencies between the steps, which are a part of it: a
 * step waits for the steps whose effects it needs.
 * - Actors and arguments: the step that makes them. Required types: the earliest step that brings
 *   each about; of alternatives the most complete one. Types that were there all along (sight) need
 *   no step.
 * - A child goal: the steps that bring about what the orders below it needed (below). If it has no
 *   orders: the makers of what it wants, and all steps that make fighters for a goal to destroy.
 * - Resources and food are consumed: an amount that pays for one step pays for no other. Amounts
 *   are allotted in the demonstrated order; one order to gather pays for one step.
 * - A step that moves waits for the steps that open a way.
 * - Steps of one unit, steps that take one place, and goals of which one counts what the other adds
 *   keep their order.
 * Each pair has its reason; pairs that follow from others are left out. A step whose effects
 * neither a step nor the goal needs gets a reason in `useless`, and stays. Orders without an effect
 * in the domain, orders that harm or heal or lose their unit, and goals that aren't understood are
 * never useless. With more than US_TREE_NODES_MAX steps, or US_TREE_PAIRS_MAX pairs, the order
 * stays. */
void us_draft_relax(us_draft *draft);

#endif
