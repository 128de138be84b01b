/* Descriptions of places that mean the same on another map, for the other side, and in a mirror.
 *
 * The map frame of a view is the way from home to away, which domain.json declares as "frame". Home
 * is the first of its entities that exists, else the middle of the map. Away is the first of its
 * own entities that exists, else home mirrored at the middle. So both are known at any time from
 * the view alone, and a mirrored view has them mirrored.
 *
 * Of the eight ways to turn and mirror a square, the frame has the one in which away lies farthest
 * to the right of home, then farthest down. If several are equal, further criteria decide, in this
 * order: the place of the map's middle; the places of entities that stay and are neutral or the
 * seat's own, the oldest first; the terrain; the places of all entities. Offsets and windows are
 * relative to the frame.
 *
 * All numbers are whole. */
#ifndef US_DOMAIN_DESCRIBE_H
#define US_DOMAIN_DESCRIBE_H

#include "domain/expr.h"

enum {
    US_WINDOW_SIDE = 5,
    US_WINDOW = US_WINDOW_SIDE * US_WINDOW_SIDE,
    US_PLACE_MAX = 30000, /* limit of along and across on both sides of 0 */
    US_NOWHERE = 9999,    /* distance in cells to something that does not exist */
};

typedef struct us_map_frame {
    bool known;         /* the domain has a frame; otherwise offsets are those of the map */
    int home_x, home_y; /* middle of home, in half cells of the map */
    int away_x, away_y;
    bool swap, flip_x, flip_y; /* x and y are swapped first, then mirrored */
} us_map_frame;

us_map_frame us_map_frame_from_view(const us_view *view);
/* Converts an offset of the frame to one of the map. dx and dy may point to x and y. */
void us_map_frame_to_map(const us_map_frame *frame, int x, int y, int *dx, int *dy);
/* Returns the cell that stands for a box: the one with the smallest x and y in the frame. */
int32_t us_map_frame_spot(const us_map_frame *frame, us_box box);
/* Returns the cell with the smallest x and y on the map, of a box of that size whose
 * us_map_frame_spot is `spot`. */
int32_t us_map_frame_corner(const us_map_frame *frame, int32_t spot, int width, int height);

typedef struct us_description {
    int along, across;             /* per mille of the way from home to away; 0 without a frame */
    int32_t near[US_NEARNESS_MAX]; /* by index of the domain's nearness */
    int8_t window[US_WINDOW];      /* terrain of the cells around the spot; -1: off the map */
} us_description;

/* Computes the place along the way from home to away, and across it. Across is positive towards the
 * lower side of the frame. */
void us_description_compute_place(const us_map_frame *frame, us_box box, int *along, int *across);
void us_description_compute(const us_map_frame *frame, const us_view *view, us_box box,
                            us_description *out);

/* A describer caches values that many boxes share: the entities of a nearness for one view, and
 * distances to ground as long as the terrain stays. Its results equal those of
 * us_description_compute. */
typedef struct us_describer us_describer;
us_describer *us_describer_new(const us_domain *domain);
void us_describer_free(us_describer *describer); /* NULL is fine */
/* Sets the view that the functions below get as `view`. The view must stay unchanged until the next
 * call. */
void us_describer_set_view(us_describer *describer, const us_view *view);
void us_describer_compute_near(us_describer *describer, const us_view *view, int32_t spot,
                               int32_t *near); /* by index of the domain's nearness */
void us_describer_describe(us_describer *describer, const us_map_frame *frame, const us_view *view,
                           us_box box, us_description *out);
/* Returns whether a nearness is the distance, in king's moves between edges, to the nearest of a
 * set of entities that is the same for all cells. us_describer_boxes then gives the boxes of that
 * set, borrowed until the next us_describer_set_view. */
bool us_describer_has_boxes(const us_describer *describer, int index);
int us_describer_boxes(us_describer *describer, const us_view *view, int index, const us_box **out);

#endif
