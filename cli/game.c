#include "cli/game.h"

us_status us_cli_maps(const char *domain, const us_map_tools **out, us_error *err)
{
    const us_game_kind *kind = NULL;
    US_TRY(us_game_kind_need(domain, &kind, err));
    if (!kind->maps)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "the domain \"%s\" has no maps of its own",
                       domain);
    *out = kind->maps;
    return US_OK;
}
