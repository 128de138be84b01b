/* Revision: what a behavior's slots mean here and now. A behavior names units and places of the
 * game that it was learned from; revision finds the most similar ones in the present view.
 *
 * A reviser belongs to one seat of one game. It looks at one view at a time and keeps what does not
 * change between views, so that a question costs little. No answer depends on earlier questions.
 * All numbers are whole, and ties have a fixed order, so each question has one answer. In a mirror
 * image of a view the answers are mirrored, too.
 *
 * A rule decides how similar things are. To add a rule, add a row to the table in plan/revise.c. */
#ifndef US_PLAN_REVISE_H
#define US_PLAN_REVISE_H

#include "behavior/slot_description.h"
#include "domain/regions.h"

typedef struct us_reviser us_reviser;

/* ---- units */

enum { US_REVISE_ALL = -1 }; /* as many as fit */

/* The question which units a slot means now. */
typedef struct us_unit_query {
    const us_slot_description *described;
    int want;   /* at most so many, or US_REVISE_ALL; 0: one for an entity; for a group as many as
                   were described, or all that fit if that number is unknown */
    int action; /* of units that do it; -1: units that something is done to or with */
    /* Not NULL: us_action_is_allowed must hold for the order, with each candidate as its unit. If
     * action is -1, it must hold for the order's first unit, with each candidate as its param. */
    const us_order *order;
    int param;
    /* Whether a unit may be taken: neither reserved by another task nor excluded. NULL: all may. */
    bool (*free)(const void *context, us_id id);
    const void *context;
} us_unit_query;

/* Returns how many units were found, at most room; fewer than wanted if fewer fit. The best unit
 * comes first; of equals, the older. A unit that does an action is the seat's own, finished, and of
 * a type that does it. Owner and type, or role, are as described; a type below the described one
 * fits, too, and so does a type whose counterpart on the other side fits. */
int us_reviser_find_units(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);

/* Returns whether a seat is meant by an owner as descriptions name it: a seat, SELF, ENEMY, or
 * NONE for any. */
static inline bool us_owner_fits(const us_view *view, int owner, us_seat is)
{
    switch (owner) {
    case US_SEAT_SELF:
        return is == view->self;
    case US_SEAT_ENEMY:
        return is != view->self && is != US_NEUTRAL;
    case US_SEAT_NONE:
        return true;
    default:
        return is == owner;
    }
}

/* ---- cells */

enum { US_REVISE_ASKS = 1024 }; /* most cells that one question asks `valid` about */

/* The question which cell a slot means now. */
typedef struct us_cell_query {
    const us_slot_description *described;
    int action;   /* done there; -1: unknown */
    us_type type; /* of the entity to stand there with its lowest cell; US_NO_TYPE: none */
    us_id unit;   /* that goes there, so that a way must lead there; 0: none */
    /* Whether another task claims some of these cells. NULL: none does. */
    bool (*reserved)(const void *context, us_box box);
    /* Whether the action may be ordered with this cell; always the same answer. Asked last, in any
     * order, only about cells that may be the best. NULL: it may. */
    bool (*valid)(const void *context, int32_t cell);
    const void *context;
} us_cell_query;

/* Returns the most similar cell at which the action can be done, as an order names it: for a
 * building, its lowest cell on the map. Returns -1 if there is none. Of equal cells, the first in
 * the frame's order is taken: row by row from its top, each from its left. A cell of which nothing
 * is known is sought near home.
 *
 * All rules but `off` check what can be done. A building fits (us_world_can_place). For other
 * actions, a unit that moves to the cell can stand there; a resource that is gathered from the
 * ground is there; if the described cell could be opened (a wall), this one can be opened. A way
 * leads there for `unit` as it walks (us_world_has_path). No cell is reserved. Then `valid` is
 * asked. */
int32_t us_reviser_find_cell(us_reviser *reviser, const us_cell_query *query);

/* Returns the cell of an anchored argument: near(EXPRESSION, dx, dy) or near(SEAT.ROLE, dx, dy). An
 * entity is anchored at its middle, the lower of two in the frame; SEAT.ROLE is the oldest such
 * entity in the view. The offset is one of the frame. A cell outside moves to the edge of the map.
 *
 * If the entity is not in the view, the seat's own is assumed at home, and an enemy's at the
 * frame's away end. Returns -1 if it has another owner, or if the cell is unknown. */
int32_t us_reviser_find_anchor(us_reviser *reviser, const us_template *template, const us_arg *arg,
                               const us_binding *binding);

/* ---- rules */

/* How much each part of a description counts for a cell. */
typedef struct us_weights {
    int place, near, window;
    bool alike; /* terrains of like use differ little; false: terrains are equal or not */
} us_weights;

typedef struct us_revision_rule {
    const char *name;
    /* Returns how unlike an entity is to the description. NULL: all are equal. */
    int64_t (*weigh)(us_reviser *reviser, const us_slot_description *described, const us_entity *e);
    us_weights cells;
    bool any;   /* cells without conditions */
    bool named; /* cells and targets that a behavior names are revised where they do not do */
} us_revision_rule;

/* The table of rules, ended by a row without a name; the first is the default. */
const us_revision_rule *us_revision_rules(void);
const us_revision_rule *us_revision_rule_find(const char *name); /* or NULL */

/* ---- the reviser */

us_reviser *us_reviser_new(const us_domain *domain, const us_revision_rule *rule);
void us_reviser_free(us_reviser *reviser); /* NULL is fine */
/* Makes this the view of the next questions; it must stay as it is until the next call. Costs
 * nothing without a question. */
void us_reviser_set_view(us_reviser *reviser, const us_view *view);
/* Says that about so many cells of the terrain changed before this view. Many changes are taken
 * over at once, so that no question waits for all those before it. */
void us_reviser_count_changes(us_reviser *reviser, int cells);
const us_map_frame *us_reviser_frame(
    us_reviser *reviser);                            /* of the view; valid until the next look */
us_regions *us_reviser_regions(us_reviser *reviser); /* of the view, which must have terrain */

#endif
