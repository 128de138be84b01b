/* Private to hosts of runs: what is kept of a spot, found whatever their number. A frame as a whole
 * has node -1. Zero-initialized is empty. */
#ifndef US_BEHAVIOR_SPOTS_H
#define US_BEHAVIOR_SPOTS_H

#include "behavior/run.h"

typedef struct us_spots {
    struct us_spots_row {
        us_spot spot; /* frame 0: free */
        int index;
    } * row;
    int room, count; /* room: a power of two, or 0 */
} us_spots;

int us_spots_find(const us_spots *spots, us_spot spot); /* -1: nothing is kept of it */
/* frame is not 0. Instead of what was kept of it. */
void us_spots_put(us_spots *spots, us_spot spot, int index);
void us_spots_remove(us_spots *spots, us_spot spot); /* it is there */
void us_spots_clear(us_spots *spots);

#endif
