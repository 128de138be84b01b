/* What the tests of microRTS share: the shipped table, and small states written as rows.
 *
 * Rows are of . and # and units: B base, K barracks, W worker, L light, H heavy, R ranged of player
 * 0; small letters: of player 1; $ a resource of 5, c one of 1; X, x: a worker that carries one.
 * The ids count from 0 in the order B b K k W w L l H h R r $ c X x, and of one letter row by row.
 */
#ifndef US_TESTS_UNIT_MICRORTS_ROWS_H
#define US_TESTS_UNIT_MICRORTS_ROWS_H

#include "game/microrts/rules.h"
#include "tests/unit/test.h"

const mr_table *microrts_rows_table(void); /* loaded once, shared, never freed */
int microrts_rows_type(const char *name);
/* Both players have that much. */
mr_state *microrts_rows_state(const char *rows, int32_t resources);

/* Index of who stands there; the test is left where nobody does. */
int microrts_rows_on(const mr_state *state, int x, int y);
/* Adds an order to whoever stands there. */
void microrts_rows_order(const mr_state *state, mr_orders *orders, int x, int y, mr_action action);
/* Issues what was collected, which must be accepted, and empties the list. */
void microrts_rows_issue(mr_state *state, mr_orders *orders);
/* One order, issued. */
void microrts_rows_do(mr_state *state, int x, int y, mr_action action);
void microrts_rows_cycles(mr_state *state, int cycles);

/* What the unit is at: its type of action, or MR_NONE; the cycles that it takes. */
int microrts_rows_at(const mr_state *state, int unit);
int32_t microrts_rows_lasts(const mr_state *state, int unit);

#endif
