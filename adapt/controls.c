#include "adapt/adaptation_state.h"
#include "adapt/pattern_internal.h"

/* ---- the control: random repairs of random behaviors */

/* Draws the label of a step of the behavior; "": no step has a label. */
static const char *draw_step(us_adaptation_state *a, const us_template *of)
{
    int labels = 0;
    for (int i = 0; i < of->node_count; i++)
        labels += of->node[i].label[0] != '\0';
    int which = labels ? (int)us_rng_next_below(&a->rng, (uint32_t)labels) : -1;
    for (int i = 0; i < of->node_count; i++)
        if (of->node[i].label[0] && which-- == 0)
            return us_adaptation_state_copy_text(a, of->node[i].label);
    return "";
}

/* Lists, by pattern, the games and seats of the library's failures. The proof of a random repair
 * uses these, as the proof of a cause uses the games of the cause. */
static us_cause *list_failed(us_adaptation_state *a)
{
    const us_causes *causes = &a->out->causes;
    us_cause *failed = US_ARENA_ARRAY(a->out->arena, us_cause, a->def->patterns->count + 1);
    us_blame_game *room = US_ARENA_ARRAY(a->out->arena, us_blame_game, causes->owns + 1);
    for (int i = 0; i < causes->owns; i++) { /* by pattern, then by game */
        const us_failure *failure = causes->own[i];
        us_cause *of = &failed[failure->pattern];
        bool told = false;
        if (!of->play)
            of->play = room;
        for (int k = of->plays; k > 0 && of->play[k - 1].game == failure->game && !told; k--)
            told = of->play[k - 1].seat == failure->seat;
        if (told)
            continue;
        of->play[of->plays++] = (us_blame_game){failure->game, failure->seat};
        room = of->play + of->plays;
    }
    return failed;
}

static us_cause *draw_cause(us_adaptation_state *a, const us_cause *failed)
{
    const us_causes *causes = &a->out->causes;
    const us_failure *failure = causes->own[us_rng_next_below(&a->rng, (uint32_t)causes->owns)];
    const us_adapted_behavior *of = &a->line[us_rng_next_below(&a->rng, (uint32_t)a->lines)];
    us_cause *cause = US_ARENA_ARRAY(a->out->arena, us_cause, 1);
    cause->pattern = failure->pattern;
    cause->behavior = of->original;
    cause->label = draw_step(a, a->library->item[of->item]);
    cause->worst = failure;
    cause->play = failed[failure->pattern].play;
    cause->plays = failed[failure->pattern].plays;
    return cause;
}

/* Tries one repair only. */
static us_status try_alone(us_adaptation_state *a, const us_cause *cause, int repair,
                           us_repair_result **out)
{
    bool more;
    us_str why;
    us_repair_result *result = us_adaptation_state_add_result(a, cause);
    result->end = US_REPAIR_UNSOUND;
    us_str_init(&why);
    us_status status = us_adaptation_state_try_repair(a, result, repair, &why, &more);
    result->why = us_adaptation_state_move_text(a, &why);
    *out = result;
    return status;
}

us_status us_adaptation_state_run_random(us_adaptation_state *a)
{
    enum { TRIES = 50 };
    us_repair_result *result;
    a->out->result = US_ARENA_ARRAY(a->out->arena, us_repair_result, a->def->random + 1);
    if (a->out->causes.owns == 0 || a->lines == 0)
        return US_OK;
    const us_cause *failed = list_failed(a);
    for (int i = 0; i < TRIES * a->def->random && a->out->results < a->def->random; i++) {
        const us_cause *cause = draw_cause(a, failed);
        int repairs = a->def->patterns->item[cause->pattern]->repairs;
        if (repairs == 0)
            continue;
        US_TRY(try_alone(a, cause, (int)us_rng_next_below(&a->rng, (uint32_t)repairs), &result));
        a->out->results -= result->end != US_REPAIR_DONE && result->end != US_REPAIR_WORSE;
    }
    return US_OK;
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
    us_repair_result *result;
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
            US_TRY(try_alone(a, cause, i, &result));
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
