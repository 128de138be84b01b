/* What pages that watch a recorded game are told: its film as it is made, and its plans. */
#ifndef US_STUDIO_WATCH_H
#define US_STUDIO_WATCH_H

#include "studio/client.h"
#include "studio/show.h"
#include "traces/plan_tree.h"

/* The film goes on for about so many milliseconds, as far as the client reads. Returns in how many
 * milliseconds it wants to go on again. */
int us_watch_go_on(us_client *client, int slice);
void us_watch_leave(us_client *client); /* it watches none any more */

/* ---- plans, as members of the open object */

enum {
    US_WATCH_RECENT = 150, /* cycles: what ended so shortly before is told with all below it */
    US_WATCH_FAILED = 6,   /* earlier ones that failed below one that is open: the last so many */
    US_WATCH_NODES_MAX = 1500 /* told at once */
};

/* Nodes whose children are all told, by number. */
typedef struct us_watch_unfold {
    uint32_t node[64];
    int count;
} us_watch_unfold;
us_status us_watch_read_unfold(const us_json_node *message, us_watch_unfold *out, us_error *err);

/* From the top down: what is open, what ended recently, what failed below that, what is unfolded;
 * and how many nodes are left out. */
void us_watch_write_plan(const us_domain *domain, const us_plan_tree *plan, us_cycle cycle,
                         const us_watch_unfold *unfold, us_json_writer *writer);
/* All nodes that failed, in the order in which they did; at most so many, and how many there are.
 */
void us_watch_write_failures(const us_plan_tree *plan, int most, us_json_writer *writer);

#endif
