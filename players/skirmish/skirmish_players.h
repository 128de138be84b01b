/* Scripted players of skirmish: opponents (ai:NAME) and demonstrators (expert:NAME).
 *
 * Both play by a plan: a table of goals that are pursued in order, side by side, or kept up.
 * An expert puts the id of the innermost goal that an order serves into us_order.goal, and
 * lists its goal instances (us_player_kind.labels): the labels of its demonstrations. */
#ifndef US_PLAYERS_SKIRMISH_SKIRMISH_PLAYERS_H
#define US_PLAYERS_SKIRMISH_SKIRMISH_PLAYERS_H

#include "game/player.h"

/* The argument is a plan's name. An unknown one is bad input; the message lists the known. */
extern const us_player_kind us_ai_kind, us_expert_kind;

/* Names as in "ai:NAME", sorted, from 0; NULL behind the last. Static. */
const char *us_ai_name(int index);
const char *us_expert_name(int index);
const char *us_ai_about(const char *name); /* one line; "" for an unknown name */
const char *us_expert_about(const char *name);
/* The family of maps an expert is made for; "" for an unknown name. */
const char *us_expert_family(const char *name);

/* Work done in all thinks so far, in cells and entities looked at: for tests of its bound. */
int64_t us_scripted_work(const us_player *player);

#endif
