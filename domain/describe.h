/* How places are told of, so that they mean the same on another map, for the other side, and in a
 * mirror.
 *
 * The frame of a view is the way from home to away, what domain.json calls so ("frame"). Home is
 * the first of its entities that is there, else the middle of the map; away the first of its own,
 * else home mirrored at the middle. So both are known at any time, from the view alone, and a
 * mirrored view has them mirrored.
 *
 * Of the eight ways to turn and mirror a square, the frame has the one in which away lies farthest
 * to the right of home, then lowest; where some are equal, so lies the middle of the map; then
 * what stays in its place, the oldest first; then the ground itself; then whoever moves. Offsets
 * and windows are told in it.
 *
 * All is whole numbers. */
#ifndef US_DOMAIN_DESCRIBE_H
#define US_DOMAIN_DESCRIBE_H

#include "domain/expr.h"

enum {
    US_WINDOW_SIDE = 5,
    US_WINDOW = US_WINDOW_SIDE * US_WINDOW_SIDE,
    US_PLACE_MAX = 30000, /* of along and across: farther counts as so far */
    US_NOWHERE = 9999,    /* cells to what is nowhere */
};

typedef struct us_frame {
    bool known;         /* the domain has one; else offsets are those of the map */
    int home_x, home_y; /* middle of home, in half cells */
    int away_x, away_y;
    bool swap, flip_x, flip_y; /* x and y swapped, then mirrored */
} us_frame;

us_frame us_frame_of(const us_view *view);
/* An offset of the frame as the map has it. dx and dy may be what x and y are. */
void us_frame_back(const us_frame *frame, int x, int y, int *dx, int *dy);
/* The cell that stands for a box: its lowest in the frame. */
int32_t us_frame_spot(const us_frame *frame, us_box box);
/* The cell of a box of that size whose us_frame_spot is `spot`. */
int32_t us_frame_corner(const us_frame *frame, int32_t spot, int width, int height);

typedef struct us_description {
    int along, across;             /* per mille of the way; 0 without a frame */
    int32_t near[US_NEARNESS_MAX]; /* by the domain's nearness */
    int8_t window[US_WINDOW];      /* terrain of the cells around its spot; -1: off the map */
} us_description;

/* Along the way from home to away, and across it, towards the frame's lower side. */
void us_describe_place(const us_frame *frame, us_box box, int *along, int *across);
void us_describe_box(const us_frame *frame, const us_view *view, us_box box, us_description *out);

/* Remembers what is the same for many boxes: who may be near, as long as it looks at one view, and
 * how far ground is, as long as the terrain stays. Answers are those of us_describe_box. */
typedef struct us_describer us_describer;
us_describer *us_describer_new(const us_domain *domain);
void us_describer_free(us_describer *describer); /* NULL is fine */
/* What is described next is of this view, which stays as it is until the next call: it is the
 * `view` of the functions below. */
void us_describer_look(us_describer *describer, const us_view *view);
void us_describer_near(us_describer *describer, const us_view *view, int32_t spot,
                       int32_t *near); /* by the domain's nearness */
void us_describer_box(us_describer *describer, const us_frame *frame, const us_view *view,
                      us_box box, us_description *out);
/* A nearness is the distance to the nearest of some that are the same for all cells, as king's
 * moves between edges. Then these are where they are; borrowed until the next look. */
bool us_describer_measures(const us_describer *describer, int index);
int us_describer_set(us_describer *describer, const us_view *view, int index, const us_box **out);

#endif
