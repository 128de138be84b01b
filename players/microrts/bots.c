#include <string.h>

#include "players/microrts/microrts_players.h"
#include "players/microrts/rush.h"

static const struct {
    const char *name, *about;
    rush_plan plan;
} bots[] = {
    {"heavy-rush",
     "one worker gathers, the barracks make Heavy, all of which attack",
     {.soldier = "Heavy"}},
    {"light-rush",
     "one worker gathers, the barracks make Light, all of which attack",
     {.soldier = "Light"}},
    {"ranged-rush",
     "one worker gathers, the barracks make Ranged, all of which attack",
     {.soldier = "Ranged"}},
    {"worker-rush",
     "the base makes workers without end; one gathers, all others attack",
     {.soldier = NULL}},
};

const char *us_microrts_bot_name(int index)
{
    return index < US_COUNT(bots) ? bots[index].name : NULL;
}

const char *us_microrts_bot_about(const char *name)
{
    for (int i = 0; i < US_COUNT(bots); i++)
        if (us_text_equal(bots[i].name, name))
            return bots[i].about;
    return "";
}

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    int i = 0;
    while (i < US_COUNT(bots) && !us_text_equal(bots[i].name, def->argument))
        i++;
    if (i == US_COUNT(bots))
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "there is no ai \"%.64s\"", def->argument);
    return rush_open(kind, def, &bots[i].plan, out, err);
}

const us_player_kind us_microrts_bot_kind = {
    .prefix = "ai", .open = open, .think = rush_think, .close = rush_close};
