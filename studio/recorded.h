/* A recorded game as a page names it. Nothing outside the folders is read because a trace names it:
 * a map that lies elsewhere is looked for beside the trace. */
#ifndef US_STUDIO_RECORDED_H
#define US_STUDIO_RECORDED_H

#include "studio/client.h"

typedef struct us_recorded {
    const char *file; /* the trace as the page calls it: as long as the message */
    us_str path;
    us_str map; /* empty: where the trace says */
} us_recorded;

/* The members "file", and "map" where the page tells where that lies now. Clear it in any case. */
us_status us_recorded_find(us_client *client, const us_json_node *message, us_recorded *out,
                           us_error *err);
const char *us_recorded_map(const us_recorded *recorded); /* NULL: where the trace says */
void us_recorded_clear(us_recorded *recorded);

#endif
