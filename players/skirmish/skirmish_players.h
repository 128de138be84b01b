/* Scripted players of skirmish: opponents (ai:NAME) and demonstrators (expert:NAME).
 *
 * Both follow a plan: a table of goals that are pursued in order, side by side, or continuously. An
 * expert puts the id of the innermost goal that an order serves into us_order.goal. It lists its
 * goal instances (us_player_kind.labels): they are the labels of its demonstrations. */
#ifndef US_PLAYERS_SKIRMISH_SKIRMISH_PLAYERS_H
#define US_PLAYERS_SKIRMISH_SKIRMISH_PLAYERS_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

/* The argument is a plan's name. An unknown name is bad input; the message lists the known
 * names. */
extern const us_player_kind us_ai_kind, us_expert_kind;

/* Return the index-th name in "ai:NAME" or "expert:NAME", sorted, from 0; NULL behind the last.
 * Static. */
const char *us_ai_name(int index);
const char *us_expert_name(int index);
const char *us_ai_about(const char *name); /* one line; "" for an unknown name */
const char *us_expert_about(const char *name);
/* Returns the family of maps that an expert is made for; "" for an unknown name. */
const char *us_expert_family(const char *name);

/* Returns the work of all thinks so far, in cells and entities looked at, so that tests can check
 * its bound. */
int64_t us_scripted_player_work(const us_player *player);

#endif
