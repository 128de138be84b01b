/* A seat played with a library: from the domain's top goal on. */
#include "base/file.h"
#include "players/planner.h"
#include "players/players.h"

/* What the domain asks of a library, if it says so. */
static us_status load_root(us_planner *planner, const us_domain *domain, const us_template **root,
                           us_error *err)
{
    us_str path;
    us_str_init(&path);
    bool there =
        us_data_file(domain->name, "root.brl", &path, NULL) == US_OK && us_file_exists(path.text);
    us_status status = there ? us_brl_load(domain, path.text, &planner->brl, err) : US_OK;
    us_str_clear(&path);
    if (status == US_OK && there)
        *root = us_brl_find(planner->brl, US_TEMPLATE_TREE, "Root");
    return status;
}

static us_status fill(us_planner *planner, const char *file, us_plan_def *plan, us_error *err)
{
    const us_domain *domain = plan->scenario->domain;
    US_TRY(us_library_open(file, US_LIBRARY_READ, domain, &planner->library, err));
    US_TRY(us_shelf_load(planner->library, &planner->shelf, err));
    return plan->settings.reactions ? load_root(planner, domain, &plan->root, err) : US_OK;
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    return us_planner_open(&us_library_kind, def, fill, out, err);
}

const us_player_kind us_library_kind = {
    .prefix = "library",
    .open = open,
    .think = us_planner_think,
    .told = us_planner_told,
    .close = us_planner_close,
    .labels = us_planner_labels,
    .notes = us_planner_notes,
    .over = us_planner_over,
};
