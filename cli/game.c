#include "cli/game.h"

us_status us_cli_maps(const char *domain, us_map_task task, const us_map_tools **out, us_error *err)
{
    const us_game_kind *kind = NULL;
    US_TRY(us_game_kind_need(domain, &kind, err));
    return us_map_tools_need(kind, task, out, err);
}
