/* Messages to pages that watch a recorded game: the film while it is made, and the plans. */
#ifndef US_STUDIO_VIEWING_MESSAGES_H
#define US_STUDIO_VIEWING_MESSAGES_H

#include "studio/client.h"
#include "studio/show.h"
#include "traces/plan_tree.h"

/* Makes and sends the film for about `slice` milliseconds, unless the client reads too slowly.
 * Returns the milliseconds until the next call. */
int us_viewing_update(us_client *client, int slice);
void us_viewing_detach(us_client *client); /* the client watches no recorded game any more */

/* ---- plans, as members of the open object */

enum {
    US_WATCH_RECENT =
        150, /* cycles: a node that ended within them is sent with all its descendants */
    US_WATCH_FAILED = 6,      /* the last failed children sent below an open node */
    US_WATCH_NODES_MAX = 1500 /* sent at once */
};

/* Numbers of nodes whose children are all sent. */
typedef struct us_plan_unfold {
    uint32_t node[64];
    int count;
} us_plan_unfold;
us_status us_plan_unfold_read(const us_json_node *message, us_plan_unfold *out, us_error *err);

/* Writes nodes from the top down: open nodes, nodes that ended recently, the last failures below
 * these, and children of unfolded nodes; and the number of nodes left out. */
void us_viewing_write_plan(const us_domain *domain, const us_plan_tree *plan, us_cycle cycle,
                           const us_plan_unfold *unfold, us_json_writer *writer);
/* Writes the first `most` failed nodes in the order of their failure, and the number of all. */
void us_viewing_write_failures(const us_plan_tree *plan, int most, us_json_writer *writer);

#endif
