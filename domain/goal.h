/* Goals: what is pursued. A goal type is declared in domain.json; a goal is one with arguments.
 *
 *     BuildUnits(player: self, type: "footman", number: 6)
 *     maintain BuildUnits(player: self, type: "footman", number: 6) */
#ifndef US_DOMAIN_GOAL_H
#define US_DOMAIN_GOAL_H

#include "domain/expr.h"

typedef struct us_goal {
    int type;                         /* index into us_domain.goal */
    us_goal_kind kind;                /* the type's, or another */
    uint32_t given;                   /* bit per parameter: it has an argument */
    us_value arg[US_GOAL_PARAMS_MAX]; /* not given: 0, none, nowhere */
} us_goal;

/* A goal without arguments, of the kind that its type declares. */
us_goal us_goal_empty(const us_domain *domain, int type);
void us_goal_give(us_goal *goal, int param, int64_t value);
/* What is pursued where nobody says otherwise: that of the highest rank, by self. The domain has
 * goals: whoever takes any domain asks goal_count first. */
us_goal us_goal_top(const us_domain *domain);

/* The test that is meant by its kind; slots: the arguments. Borrowed from the domain. */
const us_expr *us_goal_test(const us_domain *domain, const us_goal *goal);
/* The goal's test, over the view of the seat that pursues it. began: as us_goal_begin noted it;
 * NULL will do but for increases. */
bool us_goal_reached(const us_domain *domain, const us_goal *goal, const us_view *view,
                     const int64_t *began);
/* Notes what an increase is measured against: see us_expr_begin. US_GAINS_MAX at most. */
void us_goal_begin(const us_domain *domain, const us_goal *goal, const us_view *view,
                   int64_t *began);

/* "[kind] Name(param: value, ...)", as people write it; parameters by name, or by place in the
 * order of the domain. Seats are self, enemy, neutral or a number, types and resources are names, a
 * cell is (x, y), an entity #id. */
us_status us_goal_parse(const us_domain *domain, const us_source *source, us_goal *out,
                        us_error *err);
/* The same of one that lacks arguments. */
us_status us_goal_parse_part(const us_domain *domain, const us_source *source, us_goal *out,
                             us_error *err);
void us_goal_print(const us_domain *domain, const us_goal *goal, us_str *out); /* canonical */

/* As in annotations: {"goal": "BuildUnits", "args": {"player": 0, "type": "footman", ...}}, with
 * a "kind" before "args" where it is not the type's. A cell is written as "x" and "y". Writes
 * into, and reads from, an object that may hold more. */
void us_goal_write(const us_domain *domain, const us_goal *goal, us_json_writer *writer);
us_status us_goal_read(const us_domain *domain, const us_json_node *object, us_goal *out,
                       us_error *err);

/* What a seat by number is to the one who looks: self, enemy or neutral; US_SEAT_NONE stays. */
int us_seat_as_seen(us_seat seat, us_seat self);
/* What self and enemy are for a seat, as numbers; enemy only where there is just one other. */
void us_goal_settle(const us_domain *domain, us_goal *goal, us_seat self, int seats);
/* A seat that an argument names and that a game of so many has not; US_NEUTRAL: there is none. */
us_seat us_goal_stranger(const us_domain *domain, const us_goal *goal, int seats);
bool us_goal_equal(const us_domain *domain, const us_goal *a, const us_goal *b);

/* ---- instances: one pursuit of a goal */

/* Orders by their numbers: from `from` up to `to`, that one left out. */
typedef struct us_span {
    uint32_t from, to;
} us_span;

/* Several pursuits of one goal are several instances, also of one that is maintained. */
typedef struct us_goal_instance {
    uint32_t id, parent; /* of its seat's, from 1; parent 0: none */
    us_goal goal;
    us_seat seat;            /* who pursues it; self in its arguments */
    us_cycle opened, closed; /* closed -1: not known */
    bool achieved;           /* its test held when it was closed */
    bool suggested;          /* nobody has said that it is so */
    /* The seat's orders given for it and for the goals below it. Ascending, apart; those of
     * other seats in between do not count. */
    us_span *span;
    int spans;
    const char *by;  /* who labeled it: an agent's name, "hand", "auto" */
    const char *why; /* the reason of a suggestion, or "" */
    int line;        /* of the file that it was read from; 0: none */
} us_goal_instance;

/* Of a list in order of id: the index of that one, or -1. */
int us_instance_find(const us_goal_instance *list, int count, uint32_t id);

#endif
