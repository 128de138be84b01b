/* What a cycle of microRTS does, exactly as the real game: first mr_issue of what player 0 ordered,
 * then of player 1's, then mr_cycle.
 *
 * An order that is not legal becomes a wait of as long as it would have taken. One that wants a
 * cell or resources that an action of this cycle wants cancels both: they wait as long as the
 * shorter of the two. One that wants those of an action of an earlier cycle, its unit's own too, is
 * dropped: its unit waits for a cycle. Otherwise it begins, in place of what its unit did before.
 *
 * What a cycle ends takes effect in the order of ranks, also of those who die before their turn.
 * What was legal is not asked again: an attack hits whoever stands there by then, a harvest takes
 * from whoever does, and ends who has nothing left by that, what is returned counts in anybody's
 * stockpile, and what is made is paid, on credit if need be.
 *
 * By a table that mr_table_native does not accept all does the least damage and conflicts cancel
 * both. */
#ifndef US_GAME_MICRORTS_RULES_H
#define US_GAME_MICRORTS_RULES_H

#include "game/microrts/state.h"

/* Whose orders they are follows from the units. US_MISMATCH, and nothing changed, for what the real
 * game dies of: a unit that is not there, or nobody's; units of both players; producing nothing. */
us_status mr_issue(mr_state *state, const mr_orders *orders, us_error *err);

/* Time goes on by one, and what ends takes effect. */
void mr_cycle(mr_state *state);
/* The same until that time, or until the game is over. */
void mr_advance(mr_state *state, int32_t until);

/* Would the game accept it now, before conflicts? unit: an index of a player's. */
bool mr_is_legal(const mr_state *state, int unit, const mr_action *action);

/* Cycles that the action takes the unit, as the game counts them: a wait's may be negative. An
 * action ends one cycle after its issue at the earliest. */
int32_t mr_duration(const mr_state *state, int unit, const mr_action *action);

/* For readers: the unit does that now, and keeps the cell that it moves or produces to, which is
 * free; what it did before ends without effect. */
void mr_run(mr_state *state, int unit, const mr_action *action, int32_t issued);

/* Appends a wait of so many cycles for each idle unit of the player that the list doesn't mention,
 * as the game does with the reply of a socket (10 cycles). */
void mr_fill_waits(const mr_state *state, int player, int32_t cycles, mr_orders *orders);

#endif
