/* The state of a scripted player: eyes, memory, departments, and the data they share.
 *
 * A think looks at the view, sweeps the goals that hold, and runs the plan, which adds wants. Then
 * works spends, the economy directs workers, and the army directs fighters. Each department gives
 * orders through sp_order_*. An order that a unit already carries out is not given again. */
#ifndef US_PLAYERS_SKIRMISH_PLAYER_H
#define US_PLAYERS_SKIRMISH_PLAYER_H

#include "players/skirmish/army.h"
#include "players/skirmish/economy.h"
#include "players/skirmish/goals.h"
#include "players/skirmish/site.h"
#include "players/skirmish/works.h"

typedef struct sp_notes {
    sp_note *note; /* by id */
    int count;
} sp_notes;

struct sp_player {
    us_player base;
    const us_scenario *scenario;
    const us_domain *domain;
    us_seat self, foe; /* foe: the first other seat that is still alive */
    const sp_plan *plan;
    bool labels; /* orders carry goals */
    bool begun;
    us_cycle woken; /* cycle of the last think */
    us_arena *arena;
    sp_lexicon words;
    sp_observation observation;
    sp_notes notes;
    sp_ground ground;
    sp_goals goals;
    sp_script script;
    sp_works works;
    sp_economy economy;
    sp_army army;
    int64_t work; /* cells and entities looked at, approximately */

    /* valid during a think only */
    const us_view *view;
    const us_world *world;
    const us_events *events;
    us_orders *orders;
    us_cycle now;
};

/* Give an order to one unit, or to a group if the action takes one. goal: the label. Units that
 * carry out the order already are left out. */
void sp_order_cell(sp_player *s, int action, const us_entity *unit, int x, int y, uint32_t goal);
void sp_order_group(sp_player *s, int action, const sp_list *units, int x, int y, uint32_t goal);
void sp_order_entity(sp_player *s, int action, const us_entity *unit, us_id target, uint32_t goal);
void sp_order_make(sp_player *s, int action, us_id unit, us_type type, uint32_t goal);
void sp_order_build(sp_player *s, us_id unit, us_type type, int x, int y, uint32_t goal);

#endif
