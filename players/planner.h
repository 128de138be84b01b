/* Private to players/: players with a plan. library:FILE plays with a library, from the domain's
 * top goal on. tree:FILE plays by a file of behaviors: its first archetype runs, else the first
 * tree that needs no argument; goals in it are filled with the file's behaviors. */
#ifndef US_PLAYERS_PLANNER_H
#define US_PLAYERS_PLANNER_H

#include "game/player.h"
#include "plan/character_group.h"
#include "plan/plan.h"

/* FILE?SETTING&SETTING: where the settings begin, at the last '?' behind the last '/'; the text's
 * end where it has none. */
const char *us_planner_rest(const char *argument);
/* The file, and what the settings say. The caller clears file. */
us_status us_planner_argument(const char *argument, us_str *file, us_plan_settings *settings,
                              us_error *err);
/* Whether there are such settings. */
us_status us_planner_check(const char *argument, us_error *err);

/* What a file holds, which many games may share. */
typedef struct us_planner_stock {
    us_library *library; /* or NULL */
    us_case_base *case_base;
    us_groups demonstrations; /* of the case base; empty unless one is drawn for each game */
    us_brl *brl;
    const us_template *root, *tree; /* see us_plan_def */
} us_planner_stock;

typedef struct us_planner {
    us_player player;
    us_plan *plan;                 /* or NULL: */
    us_character_group *group;     /* its characters run the archetypes that its file holds */
    us_planner_stock own;          /* empty where it was prepared */
    const us_planner_stock *stock; /* its own, or what was prepared */
    const us_domain *domain;
    char *argument; /* of the agent */
} us_planner;

/* A kind of such players: how its file is read. fill makes the case base and says what runs;
 * whoever calls it clears the stock, after failure, too. */
typedef struct us_planner_kind {
    us_player_kind base;
    us_status (*fill)(const char *file, const us_domain *domain, const us_plan_settings *settings,
                      us_planner_stock *out, us_error *err);
} us_planner_kind;
extern const us_planner_kind us_library_kind, us_tree_kind;
extern const us_planner_kind us_shipped_kind; /* ai:NAME: the file players/shipped.h tells */

#endif
