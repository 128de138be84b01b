#include "adapt/adapting.h"

/* ---- the control: random repairs of random behaviors */

/* A step of it that may be changed; "" where it has none with a label. */
static const char *draw_step(us_adapting *a, const us_template *of)
{
    int labels = 0;
    for (int i = 0; i < of->node_count; i++)
        labels += of->node[i].label[0] != '\0';
    int which = labels ? (int)us_rng_below(&a->rng, (uint32_t)labels) : -1;
    for (int i = 0; i < of->node_count; i++)
        if (of->node[i].label[0] && which-- == 0)
            return us_adapting_keep(a, of->node[i].label);
    return "";
}

static us_cause *draw_cause(us_adapting *a)
{
    const us_causes *causes = &a->out->causes;
    const us_failure *failure = causes->own[us_rng_below(&a->rng, (uint32_t)causes->owns)];
    const us_adapt_line *of = &a->line[us_rng_below(&a->rng, (uint32_t)a->lines)];
    us_cause *cause = US_ARENA_ARRAY(a->out->arena, us_cause, 1);
    cause->pattern = failure->pattern;
    cause->behavior = of->original;
    cause->label = draw_step(a, a->library->item[of->item]);
    cause->worst = failure;
    return cause;
}

us_status us_adapt_random(us_adapting *a)
{
    enum { TRIES = 50 };
    bool more;
    us_str why;
    a->out->mend = US_ARENA_ARRAY(a->out->arena, us_mend, a->def->random);
    if (a->out->causes.owns == 0 || a->lines == 0)
        return US_OK;
    us_status status = US_OK;
    for (int i = 0; i < TRIES * a->def->random && status == US_OK &&
                    (a->def->prove ? a->out->proved : a->out->done) < a->def->random;
         i++) {
        const us_cause *cause = draw_cause(a);
        int repairs = a->def->patterns->item[cause->pattern]->repairs;
        if (repairs == 0)
            continue;
        us_mend *mend = us_adapting_mend(a, cause);
        us_str_init(&why);
        status =
            us_adapting_try(a, mend, (int)us_rng_below(&a->rng, (uint32_t)repairs), &why, &more);
        mend->why = us_adapting_take(a, &why);
        a->out->mends -= mend->end != US_MEND_DONE;
    }
    return status;
}

/* ---- the control: all daemons, whatever games show */

static bool is_pursued(const us_brl *library, int goal)
{
    for (int i = 0; i < library->count; i++)
        if (us_adapting_goals(library->item[i], goal) > 0)
            return true;
    return false;
}

static us_status put_daemon(us_adapting *a, const us_adapt_line *of, int pattern)
{
    const us_failure_pattern *from = a->def->patterns->item[pattern];
    us_status status = US_OK;
    bool more = true;
    us_str why;
    int first = 0;
    while (first < from->repairs && from->repair[first].modop != US_MODOP_DAEMON)
        first++;
    if (first == from->repairs)
        return US_OK;
    us_cause *cause = US_ARENA_ARRAY(a->out->arena, us_cause, 1);
    cause->pattern = pattern;
    cause->behavior = of->original;
    cause->label = "";
    us_mend *mend = us_adapting_mend(a, cause);
    us_str_init(&why);
    status = us_adapting_try(a, mend, first, &why, &more);
    mend->why = us_adapting_take(a, &why);
    return status;
}

us_status us_adapt_daemons(us_adapting *a)
{
    const us_brl *library = a->def->library;
    size_t most = (size_t)a->lines * (size_t)a->def->patterns->count;
    a->out->mend = US_ARENA_ARRAY(a->out->arena, us_mend, most + 1);
    for (int i = 0; i < a->lines; i++) {
        int goal = library->item[a->line[i].item]->goal;
        for (int p = 0; p < a->def->patterns->count && goal >= 0 && !is_pursued(library, goal); p++)
            US_TRY(put_daemon(a, &a->line[i], p));
    }
    return US_OK;
}
