/* Games of one seat that plays by a plan, and what it told of it, line by line. Each line that it
 * tells is held against those before it, no two of its steps may command one unit, and an order's
 * goal is one that it told of, or its tree. */
#ifndef US_TESTS_UNIT_PLANNED_GAME_H
#define US_TESTS_UNIT_PLANNED_GAME_H

#include "plan/plan.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

typedef struct planned_game_node {
    char *name;    /* in lines */
    bool aim;      /* a goal, or a tree at the top */
    bool at_work;  /* a step whose order was given */
    bool fresh;    /* its actors are told next */
    us_id unit[8]; /* its first actors */
    int units;
} planned_game_node;

typedef struct planned_game {
    drawn_skirmish s; /* over the match's game */
    us_match *match;
    us_plan *plan; /* of seat 0 */
    us_match_state state;
    /* "0 ready goal a: Research(...)", "9 failed step b: act stop(): why",
     * "9 waiting step b: act stop(): 500 gold; lacks resource gold",
     * "9 bound step b: act stop(): unit = 5 6", "9 order stop 5 6 () step 2", "9 order build 5
     * (farm, 3,4) step 2: food", "9 repair worker-idle 1 row 0", "4 retrieved behavior NAME:
     * attempt 1" */
    us_str log;
    planned_game_node *node; /* by number */
    int nodes;
    void *checker;
    int orders, refused;
} planned_game;

/* A town of a human player, seat 0, far from one of an orc: for planned_game_open. Four peasants.
 */
extern const char planned_game_town[], planned_game_grove[];
/* The town, and what else is there. Holds until the next call. */
const char *planned_game_town_and(const char *more);

/* Seat 0 plays the file of behaviors by the settings ("pace=off&producers=off", or ""), the other
 * does nothing. lines and picture: see stage.h. */
void planned_game_open(planned_game *k, const char *lines, const char *picture, const char *brl,
                       const char *settings);
/* The same under fog. */
void planned_game_open_fog(planned_game *k, const char *lines, const char *picture, const char *brl,
                           const char *settings);
/* The same with an agent that has a plan, and without fog. */
void planned_game_alone(planned_game *k, const char *lines, const char *picture, const char *agent);
/* The same with agents of both seats on a map of the domain; the first must have a plan. */
void planned_game_agents(planned_game *k, const char *map, const char *first, const char *second,
                         uint64_t seed);
void planned_game_close(planned_game *k);

void planned_game_run(planned_game *k, us_cycle cycles);
/* Lines that hold the text; the cycle of the first of them from a cycle on, -1: there is none. */
int planned_game_lines(const planned_game *k, const char *text);
us_cycle planned_game_when(const planned_game *k, const char *text, us_cycle from);
/* The unit of the n-th of such lines that tells of units: the first behind "= ". */
us_id planned_game_unit(const planned_game *k, const char *text, int n);
/* It is gone from one cycle to the next, as if the enemy had killed it. */
void planned_game_destroy(planned_game *k, us_id id);
int64_t planned_game_retrievals(const planned_game *k);

/* A new file of behaviors. Its path holds as that of scratch. */
const char *planned_game_write(const char *text);

#endif
