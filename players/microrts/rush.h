/* Private to players/microrts/: attack with workers, or with one kind of soldiers. */
#ifndef US_PLAYERS_MICRORTS_RUSH_H
#define US_PLAYERS_MICRORTS_RUSH_H

#include "game/player.h"

typedef struct rush_plan {
    const char *soldier; /* what the barracks make; NULL: workers attack */
} rush_plan;

us_status rush_open(const us_player_kind *kind, const us_player_def *def, const rush_plan *plan,
                    us_player **out, us_error *err);
void rush_think(us_player *player, const us_view *view, const us_events *events, us_orders *orders,
                us_nap *nap);
void rush_close(us_player *player);

#endif
