#include <string.h>

#include "players/players.h"

/* It sits there while the game itself knows what it does. */

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    if (def->scenario->kind->capabilities & US_CAN_REPLAY)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "bot:%.64s plays only where the game is played by the real microRTS",
                       def->argument);
    return us_idle_kind.open(kind, def, out, err);
}

void us_agents_outside(const char *const *agent, int seats, us_scenario_def *def)
{
    for (int seat = 0; seat < seats; seat++)
        if (agent[seat] && us_text_starts(agent[seat], "bot:"))
            def->outside[seat] = agent[seat] + strlen("bot:");
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_nap *nap)
{
    us_idle_kind.think(player, view, events, orders, nap);
}

static void close(us_player *player)
{
    us_idle_kind.close(player);
}

const us_player_kind us_bot_kind = {.prefix = "bot", .open = open, .think = think, .close = close};
