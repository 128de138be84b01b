/* Any text as an expression: an error with a place, or one whose print compiles, prints as
 * itself, and says the same of a world. */
#include <string.h>

#include "domain/event.h"
#include "domain/expr.h"
#include "tests/fuzz/stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SLOTS = 9, REVISIONS = 4096 };

static const us_slot slots[SLOTS] = {
    {"unit", US_VALUE_ENTITY}, {"target", US_VALUE_ENTITY}, {"x", US_VALUE_NUMBER},
    {"y", US_VALUE_NUMBER},    {"band", US_VALUE_GROUP},    {"type", US_VALUE_TYPE},
    {"cell", US_VALUE_CELL},   {"player", US_VALUE_SEAT},   {"idle", US_VALUE_ROLE},
};
static const us_scope scope = {slots, SLOTS};

static us_expr *compile(const char *text, us_value_kind kind, us_error *err)
{
    us_source source = {.file = "fuzz", .text = text, .line = 1, .column = 1};
    us_expr *expr = NULL;
    us_status status = us_expr_compile(shipped_domain(), &scope, kind, &source, &expr, err);
    us_assert((status == US_OK) == (expr != NULL));
    return expr;
}

static int64_t ask(const us_expr *expr, us_seat self)
{
    static const us_id band[] = {5, 9, 999, 17};
    static uint64_t mark[REVISIONS];
    static const us_event event = {.other = 17, .x = 4, .y = 5, .value = -2};
    const us_view view = {fuzz_stage(), self, .actor = 9, .event = self == 0 ? &event : NULL};
    const us_value value[SLOTS] = {{.number = 5},
                                   {.number = 999},
                                   {.number = 7},
                                   {.number = -3},
                                   {.id = band, .count = 4},
                                   {.number = 12},
                                   {.number = US_CELL(4, 5)},
                                   {.number = US_SEAT_ENEMY},
                                   {.number = 2}};
    int64_t began[US_GAINS_MAX] = {0};
    us_binding binding = {value, NULL};
    bool time = false;
    us_assert(us_revision_count(view.world->domain, view.world->seats) <= REVISIONS);
    us_expr_begin_gains(expr, &view, &binding, began);
    us_expr_add_reads(expr, &view, &binding, &(us_reads){mark, 1, &time, NULL});
    binding.began = began;
    return us_expr_eval(expr, &view, &binding);
}

static void check_text(const char *text, us_value_kind kind)
{
    us_error err = {0};
    us_expr *expr = compile(text, kind, &err);
    if (!expr) {
        us_assert(err.status == US_BAD_INPUT && err.text[0] && err.line > 0 && err.column > 0);
        return;
    }
    us_str once, twice;
    us_str_init(&once);
    us_str_init(&twice);
    us_expr_print(expr, &once);
    us_expr *again = compile(once.text, kind, &err);
    us_assert(again);
    us_expr_print(again, &twice);
    us_assert(us_text_equal(once.text, twice.text));
    for (us_seat self = US_NEUTRAL; self < 2; self++)
        us_assert(ask(expr, self) == ask(again, self));
    us_assert(us_expr_has_ids(expr) == us_expr_has_ids(again));
    us_assert(us_expr_gain_count(expr) == us_expr_gain_count(again));
    us_str_clear(&once);
    us_str_clear(&twice);
    us_expr_free(expr);
    us_expr_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = us_mem_alloc(size + 1);
    memcpy(text, data, size);
    check_text(text, US_VALUE_BOOL);
    check_text(text, US_VALUE_NUMBER);
    us_mem_free(text);
    return 0;
}
