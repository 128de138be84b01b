#include <string.h>

#include "players/players.h"

/* It sits there while the game itself knows what it does. */

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    if (def->scenario->kind->capabilities & US_CAN_REPLAY)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s:%.64s plays only where the game is played by the real microRTS",
                            kind->prefix, def->argument);
    return us_idle_kind.open(kind, def, out, err);
}

void us_agents_set_external(const char *const *agent, int seats, us_scenario_def *def)
{
    for (int seat = 0; seat < seats; seat++)
        if (agent[seat] && us_text_has_prefix(agent[seat], "bot:"))
            def->outside[seat] = agent[seat] + strlen("bot:");
        else if (agent[seat] && us_text_has_prefix(agent[seat], "socket:"))
            def->outside[seat] = agent[seat];
}

us_status us_bot_check(const char *argument, us_error *err)
{
    return us_text_has_prefix(argument, "socket:")
               ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "found bot:%.64s, expected the class of a bot, or socket:PORT",
                              argument)
               : US_OK;
}

us_status us_socket_check(const char *argument, us_error *err)
{
    int64_t port;
    return us_text_to_int(argument, 1, 65535, &port)
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "found socket:%.64s, expected socket:PORT, a port from 1 to 65535",
                              argument);
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    us_idle_kind.think(player, view, events, orders, wakeup);
}

static void close(us_player *player)
{
    us_idle_kind.close(player);
}

const us_player_kind us_bot_kind = {.prefix = "bot", .open = open, .think = think, .close = close};
const us_player_kind us_socket_kind = {
    .prefix = "socket", .open = open, .think = think, .close = close};
