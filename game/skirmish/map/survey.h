/* A survey of a map's cells for checker and generator: walkable, openable and buildable cells.
 * Units do not block; buildings and resources do. */
#ifndef US_GAME_SKIRMISH_MAP_SURVEY_H
#define US_GAME_SKIRMISH_MAP_SURVEY_H

#include "game/skirmish/map/map.h"

enum {
    SK_CELL_WALK = 1,  /* walkable now */
    SK_CELL_OPEN = 2,  /* walkable now, or once trees are cut and walls broken */
    SK_CELL_BUILD = 4, /* buildable and free of buildings */
    SK_CELL_WOOD = 8,
};

/* The place that distances are measured from: a hall, or the place of the workers. */
typedef struct sk_base {
    int x, y, w, h;
    bool hall; /* false: the rectangle is the first worker's cell */
    int workers;
} sk_base;

typedef struct sk_survey {
    int width, height, cells;
    uint8_t *cell; /* bits SK_CELL_* */
    int step[8];   /* by direction: difference of cell numbers */
    int *queue;    /* scratch of searches */
} sk_survey;

/* Surveys a map. Its entities must be well placed (sk_map_find_misplaced). */
void sk_survey_init(sk_survey *survey, const sk_map *map, const us_domain *domain);
void sk_survey_clear(sk_survey *survey);

/* Returns the directions, row by row, of steps to cells that have the bits. As in the game, a
 * diagonal step needs one free cell of the two beside it. */
enum { SK_STEPS = 8 };
unsigned sk_survey_exits(const sk_survey *survey, int bits, int cell);

/* Computes the steps from the rectangle's edge over cells that have the bits; -1: no way. The
 * rectangle and the cells beside it have 0. distance holds a number for each cell. */
void sk_survey_compute_distances(sk_survey *survey, int bits, int x, int y, int w, int h,
                                 int *distance);
/* Returns the least distance of a cell beside the rectangle; -1: none is reachable. */
int sk_survey_distance_to(const sk_survey *survey, const int *distance, int x, int y, int w, int h);

/* Finds the seat's base: a depot for gold, else a worker. Returns false if it has neither. */
bool sk_base_find(const sk_map *map, const us_domain *domain, us_seat seat, sk_base *out);
/* Returns the cheapest depot for gold that a faction can build from nothing; NULL: none. */
const us_type_def *sk_hall_find(const us_domain *domain, int faction);
/* Returns the cheapest unit of a faction that gathers gold; NULL: none. */
const us_type_def *sk_worker_find(const us_domain *domain, int faction);
/* Returns the cells between the edges of two rectangles, in king's moves: 1 if they touch. */
int sk_rect_distance(int ax, int ay, int aw, int ah, int bx, int by, int bw, int bh);
/* Counts the sites for buildings of 3x3 around the base. Each has a free ring, and rings may
 * overlap, so that building on all sites never closes a way. distance: on foot from the base. */
int sk_survey_count_sites(const sk_survey *survey, const sk_base *base, const int *distance);

#endif
