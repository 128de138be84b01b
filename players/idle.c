#include "players/players.h"

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    (void)def, (void)err;
    us_player *player = US_NEW(us_player);
    player->kind = kind;
    *out = player;
    return US_OK;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    (void)player, (void)events, (void)orders;
    *wakeup = (us_wakeup){view->world->now + US_WAKEUP_MAX, 0};
}

static void close(us_player *player)
{
    us_mem_free(player);
}

const us_player_kind us_idle_kind = {"idle", open, think, NULL, close};
