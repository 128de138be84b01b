#include "adapt/adaptation_state.h"
#include "adapt/pattern_internal.h"

/* Tries one repair only. */
static us_status try_alone(us_adaptation_state *a, const us_cause *cause, int repair)
{
    bool more;
    us_str why;
    us_repair_result *result = us_adaptation_state_add_result(a, cause);
    result->end = US_REPAIR_UNSOUND;
    us_str_init(&why);
    us_status status = us_adaptation_state_try_repair(a, result, repair, &why, &more);
    result->why = us_adaptation_state_move_text(a, &why);
    return status;
}

/* ---- the control: all daemons, without games */

static uint32_t numbers_of(const char *const *value, int columns)
{
    uint32_t numbers = 0;
    int64_t number;
    for (int i = 0; i < columns; i++)
        if (value[i] && us_text_to_int(value[i], INT64_MIN, INT64_MAX, &number))
            numbers |= UINT32_C(1) << i;
    return numbers;
}

/* Puts in each daemon of the pattern, with each row of its defaults. */
static us_status put_daemons(us_adaptation_state *a, const us_adapted_behavior *of, int pattern)
{
    const us_failure_pattern *from = a->def->patterns->item[pattern];
    for (int i = 0; i < from->repairs; i++)
        for (int row = 0; row < us_failure_pattern_rows(from); row++) {
            if (from->repair[i].modop != US_MODOP_DAEMON)
                continue;
            us_failure *failure = US_ARENA_ARRAY(a->out->arena, us_failure, 1);
            failure->pattern = pattern;
            failure->value = us_failure_pattern_row(from, row, a->out->arena);
            failure->numbers = numbers_of(failure->value, from->columns);
            us_cause *cause = US_ARENA_ARRAY(a->out->arena, us_cause, 1);
            cause->pattern = pattern;
            cause->behavior = of->original;
            cause->label = "";
            cause->worst = failure;
            US_TRY(try_alone(a, cause, i));
        }
    return US_OK;
}

us_status us_adaptation_state_run_daemons(us_adaptation_state *a)
{
    const us_brl *library = a->def->library;
    const us_domain *domain = library->domain;
    const us_patterns *patterns = a->def->patterns;
    int most = 0, top = domain->goal_count > 0 ? us_goal_default(domain).type : -1;
    bool any = false;
    for (int p = 0; p < patterns->count; p++)
        most += patterns->item[p]->repairs * us_failure_pattern_rows(patterns->item[p]);
    a->out->result = US_ARENA_ARRAY(a->out->arena, us_repair_result, a->lines * most + 1);
    for (int i = 0; i < a->lines; i++) {
        if (library->item[a->line[i].item]->goal != top)
            continue;
        any = true;
        for (int p = 0; p < patterns->count; p++)
            US_TRY(put_daemons(a, &a->line[i], p));
    }
    return any ? US_OK
               : us_error_refuse(
                     a->err,
                     "no behavior of the library achieves %s, the goal of a whole game: daemons "
                     "have no place in it",
                     top < 0 ? "a goal" : domain->goal[top].name);
}
