/* Recorded games that pages name. A map path within a trace is never followed out of the folders: a
 * map outside them is looked for beside the trace. */
#ifndef US_STUDIO_RECORDED_GAME_H
#define US_STUDIO_RECORDED_GAME_H

#include "studio/client.h"

typedef struct us_recorded_game {
    const char *file; /* the page's name of the trace; lives as long as the message */
    us_str path;
    us_str map; /* path or name of the map; empty: as the trace records */
} us_recorded_game;

/* Reads the members "file" and, if present, "map". Clear `out` also after a failure. */
us_status us_recorded_game_find(us_client *client, const us_json_node *message,
                                us_recorded_game *out, us_error *err);
const char *us_recorded_game_map(const us_recorded_game *recorded); /* NULL: as the trace records */
void us_recorded_game_clear(us_recorded_game *recorded);

#endif
