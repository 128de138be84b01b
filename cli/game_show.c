#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"

enum { JSON, CHECK, DOMAIN };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print the facts, or the faults, as one JSON object"},
    [CHECK] = {"--check", NULL,
               "check whether the map is good to play on; print one fault per line"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const us_map_tools *maps = NULL;
    bool check = us_args_is_given(args, CHECK);
    US_TRY(us_map_tools_find(us_args_text(args, DOMAIN), check ? US_MAPS_CHECK : US_MAPS_SHOW,
                             &maps, err));
    us_status status = check
                           ? maps->check(args->argument[0], us_args_is_given(args, JSON), out, err)
                           : maps->show(args->argument[0], us_args_is_given(args, JSON), out, err);
    if (status != US_OK && status != US_FAILED)
        us_str_reset(out);
    return status;
}

const us_command us_command_game_show = {
    .name = "game show",
    .arguments = "MAP",
    .about = "show a map, or check it",
    .more =
        "MAP is the name of a map that game maps lists, or the path of a map file. A path holds a\n"
        "'/' or a '.'.\n\n"
        "--check tests whether each seat can build, gather and be reached by the shipped rules,\n"
        "and whether a map is fair if it claims to be. Exits with 1 if there are faults.",
    .example = "  understudy game show open-1\n  understudy game show ./mine.map --check",
    US_OPTIONS(options),
    .run = run,
};
