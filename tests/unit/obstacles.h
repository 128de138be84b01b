/* Ground for tests of ways: obstacles, a plain search to compare with, crowds to send about. */
#ifndef US_TESTS_UNIT_OBSTACLES_H
#define US_TESTS_UNIT_OBSTACLES_H

#include "game/skirmish/path/field.h"
#include "tests/unit/drawn_skirmish.h"

enum { LAND_NONE = -1, LAND_CROWD = 400 };

/* side x side of grass, a hall of each seat in the lower corners (4x4 cells each). */
drawn_skirmish obstacles_begin(int side, uint64_t seed);

void obstacles_set(drawn_skirmish *s, int x, int y,
                   bool open); /* rocks or grass, while the game goes on */
void obstacles_fill(drawn_skirmish *s, int x, int y, int w, int h, bool open);
void obstacles_scatter(drawn_skirmish *s, us_rng *rng, int percent); /* rocks; nobody is buried */
bool obstacles_open(const drawn_skirmish *s, int x, int y);
bool obstacles_step_open(const drawn_skirmish *s, int x, int y, int dx, int dy);

/* Steps from each cell to the goal's area, or LAND_NONE; by row. The caller frees. */
int *obstacles_distances(const drawn_skirmish *s, const sk_goal *goal);
/* A free cell without anybody, anywhere. */
void obstacles_free_cell(const drawn_skirmish *s, us_rng *rng, int *x, int *y);

/* Units that were sent to cells, and what became of them. */
typedef struct crowd {
    us_id id[LAND_CROWD];
    int x[LAND_CROWD], y[LAND_CROWD]; /* where to */
    int was_x[LAND_CROWD], was_y[LAND_CROWD], moves[LAND_CROWD];
    int count;
    us_cycle cycles; /* watched so far */
} crowd;

us_id crowd_add(crowd *c, drawn_skirmish *s, const char *type, us_seat owner, int x, int y);
/* The cells of a w x h block, row by row from its upper left corner, until n are placed. */
void crowd_add_block(crowd *c, drawn_skirmish *s, const char *type, us_seat owner, int x, int y,
                     int w, int n);
void crowd_send(crowd *c, drawn_skirmish *s, int i, int x, int y);
/* Run until all are idle, at most so many cycles; checks after each cycle that everybody stands
 * alone on open ground, went at most one cell, and that the bound of path finding holds. Returns
 * the cycles it took, or -1. */
us_cycle crowd_run(crowd *c, drawn_skirmish *s, us_cycle most);
int crowd_there(const crowd *c, drawn_skirmish *s); /* how many ended their way on the very cell */
int crowd_failed(const crowd *c, drawn_skirmish *s, us_reason reason);
/* Nobody was faster than its type walks: checks. */
void crowd_check_pace(const crowd *c, drawn_skirmish *s);

#endif
