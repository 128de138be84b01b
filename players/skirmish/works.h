/* The works department: it decides what to build, train and research, and with which money.
 *
 * The plan states wants; works serves them in order of rank. A want that lacks money reserves it,
 * so that later wants cannot starve it. A want that lacks a producer, a requirement or food asks
 * for that first, under a goal of its own. */
#ifndef US_PLAYERS_SKIRMISH_WORKS_H
#define US_PLAYERS_SKIRMISH_WORKS_H

#include "players/skirmish/goals.h"

enum { SP_PROJECTS_MAX = 24, SP_WANTS_MAX = 48 };

/* A building project, from the order to the completion. */
typedef struct sp_project {
    us_type type;
    int16_t x, y;
    us_id builder, site; /* site 0: neither begun nor paid */
    us_cycle since;      /* departure of the present builder */
    uint32_t goal;
    uint8_t tries;
} sp_project;

typedef struct sp_want {
    us_type kind, make; /* type that counts, type to make */
    int number;
    uint32_t goal;
    uint8_t how;
    int8_t rank;
} sp_want;

typedef struct sp_works {
    sp_project project[SP_PROJECTS_MAX];
    int projects;
    sp_want want[SP_WANTS_MAX];
    int wants;
    int32_t budget[US_RESOURCES_MAX];
    int32_t lack[US_RESOURCES_MAX]; /* of the first want that could not be paid */
    int32_t need[US_RESOURCES_MAX]; /* estimated cost of all present wants */
    us_type lacking;                /* type of that want, or US_NO_TYPE */
    us_cycle no_room;               /* no search for a site before this cycle */
    int food;                       /* food for so many more units, counting those in training */
    int food_soon;                  /* the same once all farms begun are finished */
} sp_works;

void sp_works_begin(sp_player *s); /* after the look: updates projects, empties the list of wants */
void sp_works_add_want(sp_player *s, us_type kind, us_type make, int number, int how, int rank,
                       uint32_t goal);
void sp_works_add_infrastructure(sp_player *s, int farms, int workers, int rank, uint32_t goal);
void sp_works_run(sp_player *s);
/* Makes more of a kind if there is money and no other use for it. */
void sp_works_spend_surplus(sp_player *s, us_type kind, us_type make);

/* Handles a build order that the match refused. */
void sp_works_on_refusal(sp_player *s, us_id builder);

/* Returns the type that labels name: the common parent of the type and its counterpart. */
us_type sp_type_kind(const sp_player *s, us_type type);

/* Returns the nearest worker to a cell that may leave its work; NULL: none. */
const us_entity *sp_worker_find_spare(sp_player *s, int x, int y);

#endif
