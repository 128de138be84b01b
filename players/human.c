#include "players/players.h"

us_status us_human_check(const char *argument, us_error *err)
{
    (void)argument;
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "a person plays in the browser: see understudy studio");
}

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    (void)kind, (void)out;
    return us_human_check(def->argument, err);
}

const us_player_kind us_human_kind = {.prefix = "human", .open = open};
