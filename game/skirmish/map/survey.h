/* What the checker and the generator ask of a map's cells: where one can walk, what can be
 * opened, where to build. Units are not in the way; buildings and resources are. */
#ifndef US_GAME_SKIRMISH_MAP_SURVEY_H
#define US_GAME_SKIRMISH_MAP_SURVEY_H

#include "game/skirmish/map/map.h"

enum {
    SK_CELL_WALK = 1,  /* on foot, now */
    SK_CELL_OPEN = 2,  /* on foot, now or once trees are cut and walls broken */
    SK_CELL_BUILD = 4, /* buildable, nothing built there */
    SK_CELL_WOOD = 8,
};

/* A place that distances are measured from: a hall, or where the workers stand. */
typedef struct sk_base {
    int x, y, w, h;
    bool hall; /* else: the rectangle is the first worker's cell */
    int workers;
} sk_base;

typedef struct sk_survey {
    int width, height, cells;
    uint8_t *cell; /* bits SK_CELL_* */
    int step[8];   /* what a step in a direction adds to a cell's number */
    int *queue;    /* scratch of the searches */
} sk_survey;

/* The map's entities must be well placed (sk_map_misplaced). */
void sk_survey_init(sk_survey *survey, const sk_map *map, const us_domain *domain);
void sk_survey_clear(sk_survey *survey);

/* The directions, row by row, in which one step leads to a cell that has the bits. As in the
 * game a step goes across a corner only if one of the two cells beside it is free. */
enum { SK_STEPS = 8 };
unsigned sk_survey_exits(const sk_survey *survey, int bits, int cell);

/* Steps from the rectangle's edge over cells that have the bits, -1 where there
 * is no way: a cell beside it has 0. The rectangle itself has 0 too. distance holds a number
 * for each cell. */
void sk_survey_walk(sk_survey *survey, int bits, int x, int y, int w, int h, int *distance);
/* The least distance of a cell beside the rectangle, -1: none can be reached. */
int sk_survey_near(const sk_survey *survey, const int *distance, int x, int y, int w, int h);

/* What the seat has there: a depot for gold, else a worker. False: neither. */
bool sk_base_find(const sk_map *map, const us_domain *domain, us_seat seat, sk_base *out);
/* The cheapest depot for gold that a faction can build from nothing; NULL: none. */
const us_type_def *sk_hall_of(const us_domain *domain, int faction);
/* The cheapest unit of a faction that gathers gold; NULL: none. */
const us_type_def *sk_worker_of(const us_domain *domain, int faction);
/* Cells between the edges of two rectangles, king's moves: 1 when they touch. */
int sk_rect_distance(int ax, int ay, int aw, int ah, int bx, int by, int bw, int bh);
/* Room for buildings of 3x3 around the base: each has a free ring, rings may be shared, so that
 * no way is ever closed by building on all of them. distance: on foot from the base. */
int sk_survey_sites(const sk_survey *survey, const sk_base *base, const int *distance);

#endif
