/* A seat played by a file of behaviors: the first archetype runs, else the first tree that needs no
 * argument; goals in it are filled with the file's behaviors. */
#include "players/planner.h"
#include "players/players.h"

static const us_template *first_of(const us_brl *brl, us_template_kind kind)
{
    for (int i = 0; i < brl->count; i++)
        if (brl->item[i]->kind == kind && brl->item[i]->params == 0)
            return brl->item[i];
    return NULL;
}

static us_status fill(const char *file, const us_domain *domain, const us_plan_settings *settings,
                      us_planner_stock *out, us_error *err)
{
    (void)settings;
    US_TRY(us_brl_load(domain, file, &out->brl, err));
    US_TRY(us_shelf_of(out->brl, &out->shelf, err));
    const us_template *archetype = first_of(out->brl, US_TEMPLATE_ARCHETYPE);
    out->tree = archetype ? archetype : first_of(out->brl, US_TEMPLATE_TREE);
    return US_OK;
}

static us_status prepare(const char *argument, const us_domain *domain, void **out, us_error *err)
{
    return us_planner_prepare(argument, domain, fill, out, err);
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    return us_planner_open(&us_tree_kind, def, fill, out, err);
}

const us_player_kind us_tree_kind = {
    .prefix = "tree",
    .open = open,
    .prepare = prepare,
    .unprepare = us_planner_unprepare,
    .think = us_planner_think,
    .told = us_planner_told,
    .close = us_planner_close,
    .labels = us_planner_labels,
    .notes = us_planner_notes,
    .over = us_planner_over,
};
