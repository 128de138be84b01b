/* Private to players/: what players with a plan share. */
#ifndef US_PLAYERS_PLANNER_H
#define US_PLAYERS_PLANNER_H

#include "game/player.h"
#include "plan/plan.h"
#include "plan/troupe.h"

/* What its file holds, which many games may share. */
typedef struct us_planner_stock {
    us_library *library; /* or NULL */
    us_shelf *shelf;
    us_brl *brl;
    const us_template *root, *tree; /* see us_plan_def */
} us_planner_stock;

typedef struct us_planner {
    us_player player;
    us_plan *plan;        /* or NULL: */
    us_troupe *troupe;    /* its characters run the archetypes that its file holds */
    us_planner_stock own; /* empty where it was prepared */
} us_planner;

/* FILE?SETTING&SETTING: where the settings begin, at the last '?' behind the last '/'; the text's
 * end where it has none. */
const char *us_planner_rest(const char *argument);
/* The file, and what the settings say. The caller clears file. */
us_status us_planner_argument(const char *argument, us_str *file, us_plan_settings *settings,
                              us_error *err);
/* Whether there are such settings. */
us_status us_planner_check(const char *argument, us_error *err);
/* Reads the file, makes the shelf, and says what runs (its root or tree). Whoever calls it clears
 * the stock, after failure, too. */
typedef us_status us_planner_fill(const char *file, const us_domain *domain,
                                  const us_plan_settings *settings, us_planner_stock *out,
                                  us_error *err);
us_status us_planner_prepare(const char *argument, const us_domain *domain, us_planner_fill *fill,
                             void **out, us_error *err);
void us_planner_unprepare(void *prepared);
/* Opens such a player: with what was prepared, or else filled now. */
us_status us_planner_open(const us_player_kind *kind, const us_player_def *def,
                          us_planner_fill *fill, us_player **out, us_error *err);
void us_planner_think(us_player *player, const us_view *view, const us_events *events,
                      us_orders *orders, us_nap *nap);
void us_planner_told(us_player *player, const us_order *order, us_reason reason);
void us_planner_close(us_player *player);
void us_planner_over(us_player *player, const us_view *view, const us_outcome *outcome);
int us_planner_labels(const us_player *player, const us_goal_instance **out);
int us_planner_notes(us_player *player, const us_note **out);

#endif
