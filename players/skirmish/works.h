/* Works: what is to be built, trained and learned, and with which money.
 *
 * The plan states wants; works serves them in order of rank. A want that lacks money reserves
 * it, so that what comes later cannot starve it; one that lacks a producer, a requirement or
 * food asks for that first, under a goal of its own. */
#ifndef US_PLAYERS_SKIRMISH_WORKS_H
#define US_PLAYERS_SKIRMISH_WORKS_H

#include "players/skirmish/goals.h"

enum { SP_PROJECTS_MAX = 24, SP_WANTS_MAX = 48 };

/* A building from the order to its completion. */
typedef struct sp_project {
    us_type type;
    int16_t x, y;
    us_id builder, site; /* site 0: not begun, not paid */
    us_cycle since;      /* the present builder was sent */
    uint32_t goal;
    uint8_t tries;
} sp_project;

typedef struct sp_want {
    us_type kind, make; /* what counts, what is made */
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
    int32_t need[US_RESOURCES_MAX]; /* what all that is wanted now will cost, about */
    us_type lacking;                /* that want's type, or US_NO_TYPE */
    us_cycle no_room;               /* no site was found: not looked for again before */
    int food;                       /* room for so many more, those in training counted in */
    int food_soon;                  /* the same when all farms begun are finished */
} sp_works;

void sp_works_begin(sp_staff *s); /* after the look: projects, and an empty list of wants */
void sp_works_want(sp_staff *s, us_type kind, us_type make, int number, int how, int rank,
                   uint32_t goal);
void sp_works_infrastructure(sp_staff *s, int farms, int workers, int rank, uint32_t goal);
void sp_works_run(sp_staff *s);
/* More of a kind, when there is money and nothing else to do with it. */
void sp_works_surplus(sp_staff *s, us_type kind, us_type make);

/* The match refused a build order. */
void sp_works_refused(sp_staff *s, us_id builder);

/* The type by which labels name it: the common parent with its counterpart. */
us_type sp_kind_of(const sp_staff *s, us_type type);

/* The nearest worker to a cell that may leave its work; NULL: none. */
const us_entity *sp_spare_worker(sp_staff *s, int x, int y);

#endif
