#include "cli/game.h"

us_status us_map_tools_find(const char *domain, us_map_task task, const us_map_tools **out,
                            us_error *err)
{
    const us_game_kind *kind = NULL;
    US_TRY(us_game_kind_require(domain, &kind, err));
    return us_game_kind_require_map_tools(kind, task, out, err);
}
