/* A seat played with a library: from the domain's top goal on. */
#include "base/file.h"
#include "players/planner.h"
#include "players/players.h"

static us_status open_library(const us_player_def *def, const char *file, us_planner *planner,
                              us_error *err)
{
    const us_domain *domain = def->scenario->domain;
    US_TRY(us_library_open(file, US_LIBRARY_READ, domain, &planner->library, err));
    return us_shelf_load(planner->library, &planner->shelf, err);
}

/* What the domain asks of a library, if it says so. */
static const us_template *load_root(us_planner *planner, const us_domain *domain)
{
    us_str path;
    us_str_init(&path);
    if (us_data_file(domain->name, "root.brl", &path, NULL) == US_OK &&
        us_brl_load(domain, path.text, &planner->brl, NULL) != US_OK)
        planner->brl = NULL;
    us_str_clear(&path);
    return planner->brl ? us_brl_find(planner->brl, US_TEMPLATE_TREE, "Root") : NULL;
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    us_planner *planner = US_NEW(us_planner);
    us_plan_settings settings;
    us_str file;
    us_str_init(&file);
    planner->player.kind = &us_library_kind;
    us_status status = us_planner_argument(def->argument, &file, &settings, err);
    if (status == US_OK)
        status = open_library(def, file.text, planner, err);
    us_str_clear(&file);
    if (status != US_OK) {
        us_planner_close(&planner->player);
        return status;
    }
    const us_template *root = settings.reactions ? load_root(planner, def->scenario->domain) : NULL;
    us_goal goal = us_plan_top_goal(def->scenario->domain);
    us_plan_def plan = {.scenario = def->scenario,
                        .seat = def->seat,
                        .seed = def->seed,
                        .shelf = planner->shelf,
                        .root = root,
                        .goal = &goal,
                        .settings = settings};
    planner->plan = us_plan_new(&plan);
    *out = &planner->player;
    return US_OK;
}

const us_player_kind us_library_kind = {
    .prefix = "library",
    .open = open,
    .think = us_planner_think,
    .told = us_planner_told,
    .close = us_planner_close,
    .labels = us_planner_labels,
    .notes = us_planner_notes,
};
