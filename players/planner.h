/* Players with a plan, private to players/. library:FILE plays with a library, from the domain's
 * top goal on. tree:FILE plays by a file of behaviors: its first archetype runs, else the first
 * tree that needs no argument. The file's behaviors fill the goals in it. */
#ifndef US_PLAYERS_PLANNER_H
#define US_PLAYERS_PLANNER_H

#include "plan/character_group.h"
#include "plan/plan.h"
#include "plan/repair_book.h"
#include "understudy/game.h"

/* Returns where the settings begin in FILE?SETTING&SETTING: at the last '?' behind the last '/'.
 * Without settings it returns the end of the text. */
const char *us_planner_find_settings(const char *argument);
/* Appends the file's path and parses the settings. The caller clears file. */
us_status us_planner_parse_argument(const char *argument, us_str *file, us_plan_settings *settings,
                                    us_error *err);
/* Returns US_OK if all settings of the argument exist. */
us_status us_planner_check(const char *argument, us_error *err);

/* Returns whether the settings of the argument let the plan repair behaviors in play. */
bool us_planner_repairs(const char *argument);

/* The content of an agent's file, which many games may share. */
typedef struct us_planner_stock {
    us_library *library; /* or NULL */
    us_case_base *case_base;
    us_groups demonstrations; /* of the case base; empty unless each game draws one */
    us_brl *brl;
    const us_template *root, *tree; /* see us_plan_def */
    us_repair_book *repairs;        /* NULL: none in play */
} us_planner_stock;

typedef struct us_planner {
    us_player player;
    us_plan *plan;                 /* NULL if a character group plays */
    us_character_group *group;     /* characters that run the file's archetypes; or NULL */
    us_planner_stock own;          /* empty if the stock was prepared */
    const us_planner_stock *stock; /* its own or a prepared one */
    const us_domain *domain;
    char *argument; /* the agent's argument */
} us_planner;

/* Returns the plan of a player of library: or tree:, or NULL. */
us_plan *us_planner_find_plan(const us_player *player);

/* A kind of player with a plan, and how its file is read. fill makes the case base and chooses what
 * runs. The caller of fill clears the stock, after failure, too. */
typedef struct us_planner_kind {
    us_player_kind base;
    us_status (*fill)(const char *file, const us_domain *domain, const us_plan_settings *settings,
                      us_planner_stock *out, us_error *err);
} us_planner_kind;
extern const us_planner_kind us_library_kind, us_tree_kind;
extern const us_planner_kind us_shipped_kind; /* ai:NAME, see players/shipped.h */

#endif
