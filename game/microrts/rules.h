/* The rules of a cycle of microRTS, exactly as in the real game: mr_state_issue with the orders of
 * player 0, then with those of player 1, then mr_state_advance_cycle.
 *
 * An illegal order becomes a wait that is as long as the order's action. A legal order may conflict
 * with a running action about a cell or about resources. If that action was issued in this cycle,
 * both are cancelled, and both units wait as long as the shorter one. If it is older, the order is
 * dropped, and its unit waits for a cycle; this includes the unit's own action. Without a conflict
 * the order replaces the former action of its unit.
 *
 * Actions that end in a cycle take effect in the order of ranks, even if their unit dies before its
 * turn; only its move is dropped. Legality is not checked again. An attack hits the unit that
 * stands there by then. A harvest takes from the unit that stands there, and removes it if nothing
 * is left. A return counts at any player's stockpile. Production is paid, on credit if need be.
 *
 * With a table that mr_table_check_native does not accept, all damage is the least and conflicts
 * cancel both. */
#ifndef US_GAME_MICRORTS_RULES_H
#define US_GAME_MICRORTS_RULES_H

#include "game/microrts/state.h"

/* Issues one player's orders; the units determine which. Returns US_MISMATCH, and changes nothing,
 * for orders that crash the real game: a unit that does not exist or is neutral, units of both
 * players, producing nothing. */
us_status mr_state_issue(mr_state *state, const mr_orders *orders, us_error *err);

/* Advances time by one cycle and applies the actions that end. */
void mr_state_advance_cycle(mr_state *state);
/* Repeats mr_state_advance_cycle until that time or the end of the game. */
void mr_state_advance(mr_state *state, int32_t until);

/* Returns true if the game would accept the action now, conflicts aside. unit: index of a player's
 * unit. */
bool mr_action_is_legal(const mr_state *state, int unit, const mr_action *action);

/* Returns the cycles that the action takes, as the game counts them; those of a wait may be
 * negative. An action ends one cycle after its issue at the earliest. */
int32_t mr_action_duration(const mr_state *state, int unit, const mr_action *action);

/* For readers: lets the unit do the action from now on. The cell that it moves or produces to must
 * be free, and is reserved. The former action ends without effect. */
void mr_action_begin(mr_state *state, int unit, const mr_action *action, int32_t issued);

/* Appends a wait for each idle unit of the player that the list does not mention, as the game does
 * with the reply of a socket (10 cycles). */
void mr_orders_add_waits(const mr_state *state, int player, int32_t cycles, mr_orders *orders);

#endif
