/* Goals. domain.json declares goal types; a goal is a goal type with arguments.
 *
 *     BuildUnits(player: self, type: "footman", number: 6)
 *     maintain BuildUnits(player: self, type: "footman", number: 6) */
#ifndef US_DOMAIN_GOAL_H
#define US_DOMAIN_GOAL_H

#include "domain/expr.h"

typedef struct us_goal {
    int type;                         /* index into us_domain.goal */
    us_goal_kind kind;                /* declared by the type, or another one */
    uint32_t given;                   /* bit per parameter with an argument */
    us_value arg[US_GOAL_PARAMS_MAX]; /* without an argument: 0, none, nowhere */
} us_goal;

/* Returns a goal without arguments, of the kind that its type declares. */
us_goal us_goal_make(const us_domain *domain, int type);
void us_goal_set_arg(us_goal *goal, int param, int64_t value);
/* Returns the default goal: that of the highest rank, for seat self. The domain must have goals:
 * check goal_count first. */
us_goal us_goal_default(const us_domain *domain);

/* Returns the test for the goal's kind, borrowed from the domain. Its slots are the arguments. */
const us_expr *us_goal_test(const us_domain *domain, const us_goal *goal);
/* Returns whether the test holds for the view of the pursuing seat. began: from us_goal_begin; it
 * may be NULL except for increases. */
bool us_goal_is_reached(const us_domain *domain, const us_goal *goal, const us_view *view,
                        const int64_t *began);
/* Notes the values that an increase counts from: see us_expr_begin_gains. began has room for
 * US_GAINS_MAX. */
void us_goal_begin(const us_domain *domain, const us_goal *goal, const us_view *view,
                   int64_t *began);

/* Reads "[kind] Name(param: value, ...)". Arguments are named, or in the domain's order. Seats are
 * self, enemy, neutral or a number. Types and resources are names, a cell is (x, y), an entity
 * #id. */
us_status us_goal_parse(const us_domain *domain, const us_source *source, us_goal *out,
                        us_error *err);
/* Reads a goal that may lack arguments. */
us_status us_goal_parse_partial(const us_domain *domain, const us_source *source, us_goal *out,
                                us_error *err);
void us_goal_print(const us_domain *domain, const us_goal *goal, us_str *out); /* canonical */

/* Write and read the form of annotations:
 *
 *     {"goal": "BuildUnits", "args": {"player": 0, "type": "footman", ...}}
 *
 * A "kind" stands before "args" if it is not the type's. A cell is written as "x" and "y". The
 * object may hold other members. */
void us_goal_write(const us_domain *domain, const us_goal *goal, us_json_writer *writer);
us_status us_goal_read(const us_domain *domain, const us_json_node *object, us_goal *out,
                       us_error *err);

/* Returns what a numbered seat is to seat self: self, enemy or neutral. US_SEAT_NONE stays. */
int us_seat_to_relative(us_seat seat, us_seat self);
/* Replaces self and enemy in the arguments by seat numbers; enemy only in a game of two seats. */
void us_goal_resolve_seats(const us_domain *domain, us_goal *goal, us_seat self, int seats);
/* Returns a seat in the arguments that a game of `seats` seats lacks, or US_NEUTRAL. Call
 * us_goal_resolve_seats first: self and enemy count as lacking. */
us_seat us_goal_find_missing_seat(const us_domain *domain, const us_goal *goal, int seats);
bool us_goal_equal(const us_domain *domain, const us_goal *a, const us_goal *b);

/* ---- instances: one pursuit of a goal */

/* Orders by number: from `from` to `to` - 1. */
typedef struct us_span {
    uint32_t from, to;
} us_span;

/* A goal instance: one pursuit of a goal. Each pursuit of a goal is an instance of its own, also
 * for a maintained goal. */
typedef struct us_goal_instance {
    uint32_t id, parent; /* numbers per seat, from 1; parent 0: none */
    us_goal goal;
    us_seat seat;            /* pursuing seat; self in the arguments */
    us_cycle opened, closed; /* closed -1: unknown */
    bool achieved;           /* its test held at its end */
    bool suggested;          /* unconfirmed suggestion */
    /* The seat's orders for this goal and for the goals below it. Spans ascend and do not touch.
     * Orders of other seats within a span do not count. */
    us_span *span;
    int spans;
    const char *by;  /* author of the label: an agent's name, "hand", "auto" */
    const char *why; /* reason of a suggestion, or "" */
    int line;        /* line in its file; 0: none */
} us_goal_instance;

/* Returns the index of an id in a list ordered by id, or -1. */
int us_goal_instance_find(const us_goal_instance *list, int count, uint32_t id);

#endif
