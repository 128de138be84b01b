/* Revision: what a behavior's slots mean here and now. A behavior speaks of units and places of
 * the game it was learned from; revision finds the most similar ones in the present view.
 *
 * A reviser belongs to one seat of one game. It looks at one view at a time and remembers what
 * doesn't change from view to view, so that a question costs little; no answer depends on what it
 * was asked before. Everything is whole numbers; ties have an order of their own, so there is one
 * answer. In a mirror image of a view the answers are mirrored, too.
 *
 * How similar things are is decided by a rule. To add one: a row in plan/rules.c. */
#ifndef US_PLAN_REVISE_H
#define US_PLAN_REVISE_H

#include "behavior/described.h"

typedef struct us_reviser us_reviser;

/* ---- units */

enum { US_REVISE_ALL = -1 }; /* as many as fit */

/* Who is it now? */
typedef struct us_unit_query {
    const us_described *described;
    int want;   /* at most so many, or US_REVISE_ALL; 0: one for an entity, for a group as many as
                   were described, all that fit where nobody knows how many those were */
    int action; /* those are sought who do it; -1: those that something is done to or with */
    /* Not NULL: us_action_may holds for the order, with each of them as its unit; where action
     * is -1, for its first unit, with each of them as its param. */
    const us_order *order;
    int param;
    /* May be taken: neither reserved by another part nor excluded. NULL: all may. */
    bool (*free)(const void *context, us_id id);
    const void *context;
} us_unit_query;

/* The best first; of equals the older. Returns how many, at most room: fewer than wanted where
 * fewer fit, 0 where none does. Who does an action is the seat's own, finished, and of a type
 * that does it. Owner and type (or one below it, or what stands for such a one on the other
 * side), or role, are as described. */
int us_revise_units(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);

/* ---- cells */

enum { US_REVISE_ASKS = 1024 }; /* cells of which `valid` is asked at most in one question */

/* Where is it now? */
typedef struct us_cell_query {
    const us_described *described;
    int action;   /* what is done there; -1: nothing is known of it */
    us_type type; /* of what is to stand there with its lowest cell; US_NO_TYPE: nothing is */
    us_id unit;   /* who goes there: a way leads there; 0: nobody, no way is asked for */
    /* Some of these cells are claimed by another part. NULL: none is. */
    bool (*reserved)(const void *context, us_box box);
    /* The action may be given with this cell: always the same answer. Asked last, in any order,
     * only of cells that may be the best. NULL: it may. */
    bool (*valid)(const void *context, int32_t cell);
    const void *context;
} us_cell_query;

/* The most similar cell at which that can be done, as an order has it: of a building its lowest
 * cell on the map; -1: there is none. Of equals the first in the frame's order: row by row from
 * its top, each from its left. A cell of which nothing is known is looked for near home.
 *
 * What can be done, by the rules but `off`: a building fits (us_world_fits). Else who moves to the
 * cell can stand there; where a resource is gathered from the ground, there is such; what is opened
 * (a wall) is there to open, if it was then. A way leads there for `unit` as it walks
 * (us_world_path). Nothing of it is reserved. Then `valid` is asked. */
int32_t us_revise_cell(us_reviser *reviser, const us_cell_query *query);

/* How unlike a box of cells is to what was described, by the rule's weights: explains the answer
 * of us_revise_cell, which is the cell of the least total. */
typedef struct us_unlikeness {
    int32_t place, near, window, total;
} us_unlikeness;
us_unlikeness us_revise_weigh(us_reviser *reviser, const us_described *described, us_box box);

/* The cell of an anchored argument: near(EXPRESSION, dx, dy) or near(SEAT.ROLE, dx, dy). Of an
 * entity its middle, the lower of two in the frame; of SEAT.ROLE that of the oldest in the view.
 * The offset is one of the frame. What lies outside is moved to the edge of the map.
 *
 * Where the entity isn't there or nobody knows of one: the seat's own are believed at home, others'
 * at the frame's away end. -1: it is about nobody's, or about a cell that isn't known. */
int32_t us_revise_anchor(us_reviser *reviser, const us_template *template, const us_arg *arg,
                         const us_binding *binding);

/* ---- rules */

typedef struct us_revision_rule {
    const char *name;
    int (*units)(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);
    int32_t (*cell)(us_reviser *reviser, const us_cell_query *query);
    us_unlikeness (*weigh)(us_reviser *reviser, const us_described *described, us_box box);
} us_revision_rule;

/* The table, ended by a row without a name; the first is the default. */
const us_revision_rule *us_revision_rules(void);
const us_revision_rule *us_revision_rule_find(const char *name); /* or NULL */

/* ---- the reviser */

us_reviser *us_reviser_new(const us_domain *domain, const us_revision_rule *rule);
void us_reviser_free(us_reviser *reviser); /* NULL is fine */
/* What is asked next is asked of this view, which stays as it is until the next call. Costs
 * nothing where nothing is asked. */
void us_reviser_look(us_reviser *reviser, const us_view *view);
const us_frame *us_reviser_frame(us_reviser *reviser); /* of the view; valid until the next look */

#endif
