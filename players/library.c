/* A seat played with a library: from the domain's top goal on. */
#include "base/file.h"
#include "players/planner.h"
#include "players/players.h"

/* What the domain asks of a library, if it says so. */
static us_status load_root(const us_domain *domain, us_planner_stock *out, us_error *err)
{
    us_str path;
    us_str_init(&path);
    bool there =
        us_data_file(domain->name, "root.brl", &path, NULL) == US_OK && us_file_exists(path.text);
    us_status status = there ? us_brl_load(domain, path.text, &out->brl, err) : US_OK;
    us_str_clear(&path);
    if (status == US_OK && there)
        out->root = us_brl_find(out->brl, US_TEMPLATE_TREE, "Root");
    return status;
}

static us_status fill(const char *file, const us_domain *domain, const us_plan_settings *settings,
                      us_planner_stock *out, us_error *err)
{
    US_TRY(us_library_open(file, US_LIBRARY_READ, domain, &out->library, err));
    US_TRY(us_shelf_load(out->library, &out->shelf, err));
    return settings->reactions ? load_root(domain, out, err) : US_OK;
}

static us_status prepare(const char *argument, const us_domain *domain, void **out, us_error *err)
{
    return us_planner_prepare(argument, domain, fill, out, err);
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    return us_planner_open(&us_library_kind, def, fill, out, err);
}

const us_player_kind us_library_kind = {
    .prefix = "library",
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
