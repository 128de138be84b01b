/* Links by outlines: needs of the steps of goals below, and their effects beside their goal. */
#include <limits.h>

#include "learn/links.h"
#include "learn/outline.h"

static void link_step(us_links *links, int first, int then, const us_type_set *what,
                      const us_outline_step *by)
{
    const us_draft_step *step = &links->draft->step[then];
    us_str why;
    us_str_init(&why);
    us_str_addf(&why, "%s needs ",
                step->action < 0 ? links->domain->goal[step->goal.type].name
                                 : links->domain->action[step->action].name);
    us_type_set_print(links->domain, what, &why);
    if (by) {
        us_str_add(&why, ": ");
        us_outline_step_print(links->domain, by, &why);
    }
    us_links_add(links, first, then, true, &why);
}

/* Adds links for effects of a goal below beside its purpose. Another behavior for that goal may
 * lack the effect, so the search for a step goes on. */
static void link_beside(us_links *links, const us_outline_need *want, int first, int then,
                        const us_outline_step *by)
{
    const us_outline *below = links->draft->step[first].below;
    for (int i = 0; below && i < below->brought; i++)
        if (us_type_set_has_common(&below->brings[i], &want->kinds))
            link_step(links, first, then, &below->brings[i], by);
}

/* Adds links to the earliest step that surely meets the need, and to all before it that may. */
static void link_want(us_links *links, const us_outline_need *want, int then)
{
    bool settled =
        !want->all && want->since == INT_MAX && us_links_is_present(links, &want->kinds, then);
    for (int s = 0; s < then && !settled; s++) {
        const us_facts *facts = &links->facts[s];
        if (!us_grid_get(&links->before, s, then))
            continue;
        for (int i = 0; i < facts->makes; i++) {
            if (!us_type_set_has_common(&facts->made[i].kinds, &want->kinds))
                continue;
            link_step(links, s, then, &facts->made[i].kinds, &want->by);
            settled |= !want->all && us_type_set_is_subset(&facts->made[i].kinds, &want->kinds);
        }
        link_beside(links, want, s, then, &want->by);
    }
}

static bool surely_gives(const us_links *links, int step, const us_type_set *set)
{
    for (int i = 0; i < links->facts[step].makes; i++)
        if (us_type_set_is_subset(&links->facts[step].made[i].kinds, set))
            return true;
    return false;
}

/* Adds links for a step's own needs to goals that may meet them, up to the first step that surely
 * does: that one is linked already. */
static void link_own(us_links *links, int then)
{
    us_outline own = us_outline_from_step(links->draft, then);
    for (int i = 0; i < own.wants; i++) {
        const us_outline_need *want = &own.want[i];
        bool settled = !want->all && us_links_is_present(links, &want->kinds, then);
        for (int s = 0; s < then && !settled; s++) {
            if (!us_grid_get(&links->before, s, then))
                continue;
            settled = !want->all && surely_gives(links, s, &want->kinds);
            if (!settled)
                link_beside(links, want, s, then, NULL);
        }
    }
    us_outline_clear(&own);
}

static void link_ways(us_links *links, const us_outline_step *by, int then)
{
    for (int s = 0; s < then; s++) {
        const us_outline *below = links->draft->step[s].below;
        us_str why;
        if (!links->facts[s].opens && !(below && below->opens))
            continue;
        us_str_init(&why);
        us_str_addf(&why, "%s opens a way",
                    below ? links->domain->goal[links->draft->step[s].goal.type].name
                          : links->domain->action[links->draft->step[s].action].name);
        if (by) {
            us_str_add(&why, ": ");
            us_outline_step_print(links->domain, by, &why);
        }
        us_links_add(links, s, then, true, &why);
    }
}

void us_links_add_below(us_links *links)
{
    const us_draft *draft = links->draft;
    int from = draft->episode ? draft->episode->from : 0;
    bool any = false;
    for (int t = 0; t < draft->steps; t++)
        any |= draft->step[t].below != NULL;
    for (int t = 0; t < draft->steps; t++) {
        const us_draft_step *step = &draft->step[t];
        const us_outline *below = step->below;
        for (int i = 0; i < step->afters; i++) {
            us_str why;
            us_str_init(&why);
            us_str_add(&why, step->after[i].why);
            us_links_add(links, step->after[i].first, t, true, &why);
        }
        for (int i = 0; below && i < below->wants; i++)
            if (from < below->want[i].since)
                link_want(links, &below->want[i], t);
        bool moves = links->facts[t].moves || links->facts[t].harms;
        if (any && !links->facts[t].opens && (moves || (below && below->moves)))
            link_ways(links, moves ? NULL : &below->mover, t);
        if (any)
            link_own(links, t);
    }
}
