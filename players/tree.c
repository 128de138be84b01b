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

static us_status open_file(const us_player_def *def, const char *file, us_planner *planner,
                           us_error *err)
{
    US_TRY(us_brl_load(def->scenario->domain, file, &planner->brl, err));
    return us_shelf_of(planner->brl, &planner->shelf, err);
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    us_planner *planner = US_NEW(us_planner);
    us_plan_settings settings;
    us_str file;
    us_str_init(&file);
    planner->player.kind = &us_tree_kind;
    us_status status = us_planner_argument(def->argument, &file, &settings, err);
    if (status == US_OK)
        status = open_file(def, file.text, planner, err);
    us_str_clear(&file);
    if (status != US_OK) {
        us_planner_close(&planner->player);
        return status;
    }
    us_goal goal = us_plan_top_goal(def->scenario->domain);
    const us_template *root = first_of(planner->brl, US_TEMPLATE_ARCHETYPE);
    us_plan_def plan = {.scenario = def->scenario,
                        .seat = def->seat,
                        .seed = def->seed,
                        .shelf = planner->shelf,
                        .goal = &goal,
                        .tree = root ? root : first_of(planner->brl, US_TEMPLATE_TREE),
                        .settings = settings};
    planner->plan = us_plan_new(&plan);
    *out = &planner->player;
    return US_OK;
}

const us_player_kind us_tree_kind = {
    .prefix = "tree",
    .open = open,
    .think = us_planner_think,
    .told = us_planner_told,
    .close = us_planner_close,
    .labels = us_planner_labels,
    .notes = us_planner_notes,
};
