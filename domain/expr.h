/* Expressions: one small language for sensors, conditions, goal tests, features, guards and
 * descriptors.
 *
 *     gold(self) >= 400 and count(self, "footman") >= 4
 *     exists(owner: enemy, role: hall) and distance(unit, target) <= unit.range
 *
 * The older form And(BuildingComplete(5), Gold(300)) gives the same nodes and is printed as
 * `finished(#5) and gold(self) >= 300`. docs/EXPRESSION_REFERENCE.md is the manual.
 *
 * A text is compiled once against a domain and a scope, which holds the slots that the text may
 * name. An expression is immutable and may be shared by threads. Evaluation allocates nothing and
 * cannot fail. A missing thing (a dead entity, an empty slot) has no type, no place, and 0 of
 * everything. It equals nothing, not even another missing thing, and each condition about it is
 * false. Arithmetic is exact and stops at the ends of 64 bits; x / 0 and x % 0 are 0. */
#ifndef US_DOMAIN_EXPR_H
#define US_DOMAIN_EXPR_H

#include "domain/order.h"
#include "domain/slots.h"
#include "understudy/goal.h"
/* Compiles the condition of an increase: each value that is compared with a number slot stands in
 * gained(). count(player, type) >= number then means: so many more than at the beginning. */
us_status us_expr_compile_gain(const us_domain *domain, const us_scope *scope,
                               const us_source *source, us_expr **out, us_error *err);
/* Returns, for an expression of us_expr_compile_gain, the value that must reach the number in a
 * slot: count(player, type). NULL if there is none. The caller frees it. Domain and slots stay. */
us_expr *us_expr_gain_value(const us_expr *gain, int slot);
/* Returns the slot that gained() number `index` of such an expression must reach, or -1. *tally:
 * the tally that is gained, or -1 for any other value. */
int us_expr_gain_slot(const us_expr *gain, int index, int *tally);
/* Copies the expression into the arena and frees the given one. The copy is never freed alone. */
us_expr *us_expr_to_arena(us_expr *expr, us_arena *arena);
/* Returns the expression that the slot's name alone compiles to, in the arena. NULL if the name
 * means something else as text. */
us_expr *us_expr_from_slot(const us_domain *domain, const us_scope *scope, int slot,
                           us_arena *arena);
/* Return the expressions that `#id` and `(x, y)` compile to, in the arena. */
us_expr *us_expr_from_entity(const us_domain *domain, us_id id, us_arena *arena);
us_expr *us_expr_from_cell(const us_domain *domain, int x, int y, us_arena *arena);
static inline bool us_expr_is_true(const us_expr *expr, const us_view *view,
                                   const us_binding *binding)
{
    return us_expr_eval(expr, view, binding) != 0;
}

/* gained(x) is the present x minus x at the beginning of the pursuit. us_expr_begin_gains notes
 * each such x as it is now; began has room for us_expr_gain_count(expr) numbers. */
int us_expr_gain_count(const us_expr *expr);
void us_expr_begin_gains(const us_expr *expr, const us_view *view, const us_binding *binding,
                         int64_t *began);

us_value_kind us_expr_kind(const us_expr *expr);
bool us_expr_has_slot(const us_expr *expr, int slot);
/* Returns whether the expression is a literal, and its value. */
bool us_expr_is_constant(const us_expr *expr, int64_t *value);
bool us_expr_has_ids(const us_expr *expr); /* holds an id such as #5: valid in one game only */

/* The reads of an expression, so that its value is computed again only after a change. For a view
 * and a binding, they are a set of revisions (domain/world.h). Time changes without a revision, and
 * so does the event of a view, which the next view lacks.
 *
 * If us_expr_has_dynamic_reads, the expression asks about entities or the event, and the set
 * depends on them: when one of its revisions or the time has changed, compute the set again. */
typedef struct us_reads {
    uint64_t *mark; /* by revision index: `bit` is set if the revision is read */
    uint64_t bit;
    bool *time; /* set if the expression reads the clock, or an event of the view */
    /* By US_READS_BLOCK revisions: bit 1 is set if one of them is read. NULL: not asked. */
    uint8_t *block;
} us_reads;
enum { US_READS_BLOCK = 16 };
void us_expr_add_reads(const us_expr *expr, const us_view *view, const us_binding *binding,
                       const us_reads *reads);
bool us_expr_has_dynamic_reads(const us_expr *expr);
bool us_expr_has_stock_reads(const us_expr *expr); /* asks for resources: ore(self), affords(...) */

#endif
