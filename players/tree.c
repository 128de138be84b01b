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

static us_status fill(us_planner *planner, const char *file, us_plan_def *plan, us_error *err)
{
    US_TRY(us_brl_load(plan->scenario->domain, file, &planner->brl, err));
    US_TRY(us_shelf_of(planner->brl, &planner->shelf, err));
    const us_template *archetype = first_of(planner->brl, US_TEMPLATE_ARCHETYPE);
    plan->tree = archetype ? archetype : first_of(planner->brl, US_TEMPLATE_TREE);
    return US_OK;
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    return us_planner_open(&us_tree_kind, def, fill, out, err);
}

const us_player_kind us_tree_kind = {
    .prefix = "tree",
    .open = open,
    .think = us_planner_think,
    .told = us_planner_told,
    .close = us_planner_close,
    .labels = us_planner_labels,
    .notes = us_planner_notes,
    .over = us_planner_over,
};
