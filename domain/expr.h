/* One small language for sensors, conditions, goal tests, features, guards and descriptors:
 *
 *     gold(self) >= 400 and count(self, "footman") >= 4
 *     exists(owner: enemy, role: hall) and distance(unit, target) <= unit.range
 *
 * and the older form And(BuildingComplete(5), Gold(300)), which is read as the same nodes and
 * printed as `finished(#5) and gold(self) >= 300`. docs/LANGUAGE.md is the manual.
 *
 * A text is compiled once against a domain and a scope, the slots it may name. What is compiled
 * is immutable and may be shared by threads. Evaluating allocates nothing and cannot fail: what
 * is not there (an entity that died, an empty slot) has no type, stands nowhere, has 0 of
 * everything, equals nothing, not even another such, and every question about it is answered
 * with no. Arithmetic is exact and stops at
 * the ends of 64 bits; x / 0 and x % 0 are 0. */
#ifndef US_DOMAIN_EXPR_H
#define US_DOMAIN_EXPR_H

#include "domain/order.h"
#include "domain/slots.h"
#include "domain/value.h"

typedef struct us_expr us_expr;

/* A name that a text may use, and what it stands for. */
typedef struct us_slot {
    const char *name;
    us_value_kind kind;
} us_slot;

typedef struct us_scope {
    const us_slot *slot; /* their names differ */
    int count;           /* at most US_SLOTS_MAX */
} us_scope;

enum { US_EXPR_DEPTH = 64, US_EXPR_NODES_MAX = 512, US_GAINS_MAX = 16 };

/* What the slots hold, by their index in the scope; and, for gained(), the values when the
 * pursuit began (us_expr_begin). Either may be NULL when the expression needs none. */
typedef struct us_binding {
    const us_value *value;
    const int64_t *began;
} us_binding;

/* Compile a text of the wanted kind. file, line and column say where it begins; errors point
 * into it and say what was expected. The scope is used during the call only; the expression
 * remembers slots by index. */
us_status us_expr_compile(const us_domain *domain, const us_scope *scope, us_value_kind wanted,
                          const us_source *source, us_expr **out, us_error *err);
/* The same of a condition, as it is meant of an increase: what is compared with a slot that is a
 * number stands in gained(). count(player, type) >= number: so many more than there were. */
us_status us_expr_compile_gain(const us_domain *domain, const us_scope *scope,
                               const us_source *source, us_expr **out, us_error *err);
/* Of such a condition, what it wants to be at least the number in a slot: count(player, type).
 * NULL: there is no such thing. The caller frees it; same domain and slots. */
us_expr *us_expr_measure(const us_expr *gain, int slot);
/* Of such a condition the other way round: the slot that gained() number `index` is to reach, or
 * -1. *tally: which is gained there; -1: something else is. */
int us_expr_gain_slot(const us_expr *gain, int index, int *tally);
void us_expr_free(us_expr *expr); /* NULL is fine */
/* The same in the arena, which is never freed alone; the one given is freed. */
us_expr *us_expr_keep(us_expr *expr, us_arena *arena);
/* In the arena, too. What compiles from the slot's name alone; NULL: as a text it means something
 * else. */
us_expr *us_expr_slot(const us_domain *domain, const us_scope *scope, int slot, us_arena *arena);
/* What compiles from `#id` and from `(x, y)`. */
us_expr *us_expr_entity(const us_domain *domain, us_id id, us_arena *arena);
us_expr *us_expr_cell(const us_domain *domain, int x, int y, us_arena *arena);

/* A bool is 0 or 1; for other kinds see us_value_kind. */
int64_t us_expr_eval(const us_expr *expr, const us_view *view, const us_binding *binding);
static inline bool us_expr_holds(const us_expr *expr, const us_view *view,
                                 const us_binding *binding)
{
    return us_expr_eval(expr, view, binding) != 0;
}

/* gained(x) is x now less x then. This notes each such x as it is now; began has room for
 * us_expr_gains(expr) numbers. */
int us_expr_gains(const us_expr *expr);
void us_expr_begin(const us_expr *expr, const us_view *view, const us_binding *binding,
                   int64_t *began);

us_value_kind us_expr_kind(const us_expr *expr);
bool us_expr_uses(const us_expr *expr, int slot);
/* It is the same in every state: *value. */
bool us_expr_constant(const us_expr *expr, int64_t *value);
bool us_expr_names_ids(const us_expr *expr); /* holds #5 or the like: means one game only */
/* The canonical text: compiles to an equal expression, prints as itself. Appended. */
void us_expr_print(const us_expr *expr, us_str *out);

/* What an expression reads, so that nobody asks again before it changed. For a view and a
 * binding it is a set of revisions (domain/world.h); time changes without one, and so does the
 * event that is answered: a view with one is over at the next. Where it asks about entities or the
 * event, what it reads depends on what they are: when one of its revisions or the time changed, ask
 * again what it reads (us_expr_moves). */
typedef struct us_reads {
    uint64_t *mark; /* by revision index; `bit` is set in those that are read */
    uint64_t bit;
    bool *time; /* set when it reads the clock, or an event that the view has */
} us_reads;
void us_expr_reads(const us_expr *expr, const us_view *view, const us_binding *binding,
                   const us_reads *reads);
bool us_expr_moves(const us_expr *expr);
bool us_expr_counts_stock(const us_expr *expr); /* it asks how much a seat has: ore(self) */

/* The functions of the language, for manuals and --help. index from 0 to less than
 * us_sensors(). Every tally of the domain is a function of a seat beside these. */
typedef struct us_sensor_row {
    const char *form; /* "distance(a: place, b: place)"; "...": the filters of a set */
    us_value_kind kind;
    const char *about;
} us_sensor_row;
int us_sensors(void);
us_sensor_row us_sensor_at(int index);

#endif
