/* Goals: what is pursued. A goal type is declared in domain.json; a goal is one with arguments.
 *
 *     BuildUnits(player: self, type: "footman", number: 6) */
#ifndef US_DOMAIN_GOAL_H
#define US_DOMAIN_GOAL_H

#include "domain/expr.h"

typedef struct us_goal {
    int type;                         /* index into us_domain.goal */
    uint32_t given;                   /* bit per parameter: it has an argument */
    us_value arg[US_GOAL_PARAMS_MAX]; /* not given: 0, none, nowhere */
} us_goal;

/* The goal's test, over the view of the seat that pursues it. */
bool us_goal_reached(const us_domain *domain, const us_goal *goal, const us_view *view,
                     const int64_t *began);
/* Notes what an increase is measured against: see us_expr_begin. US_GAINS_MAX at most. */
void us_goal_begin(const us_domain *domain, const us_goal *goal, const us_view *view,
                   int64_t *began);

/* "Name(param: value, ...)", as people write it; parameters by name, or by place in the order of
 * the domain. Seats are self, enemy, neutral or a number, types and resources are names, a cell
 * is (x, y), an entity #id. */
us_status us_goal_parse(const us_domain *domain, const us_source *source, us_goal *out,
                        us_error *err);
void us_goal_print(const us_domain *domain, const us_goal *goal, us_str *out); /* canonical */

/* As in annotations: {"goal": "BuildUnits", "args": {"player": 0, "type": "footman", ...}}.
 * A cell is written as "x" and "y". Writes and reads both members of an open object. */
void us_goal_write(const us_domain *domain, const us_goal *goal, us_json_writer *writer);
us_status us_goal_read(const us_domain *domain, const us_json_node *object, us_goal *out,
                       us_error *err);

bool us_goal_equal(const us_domain *domain, const us_goal *a, const us_goal *b);

#endif
