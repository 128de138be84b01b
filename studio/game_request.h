/* Game requests: messages that start a game, read into a session's definition. */
#ifndef US_STUDIO_GAME_REQUEST_H
#define US_STUDIO_GAME_REQUEST_H

#include "studio/client.h"
#include "studio/session.h"

/* ---- recorded games that pages name. A map path within a trace is never followed out of the
 * folders: a map outside them is looked for beside the trace. */

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
/* Checks, before the trace is read, that all pages together show no more than US_TRACES_BYTES_MAX
 * of traces. bytes: what the page shows now in that way (client->watched or ->labeled); the
 * trace would take its place. Sets *size, the bytes of the trace. */
us_status us_recorded_game_check_size(const us_client *client, const us_recorded_game *recorded,
                                      int64_t bytes, int64_t *size, us_error *err);

/* ---- requests */

typedef struct us_game_request {
    us_session_def def; /* its texts live as long as the request and the message */
    us_str agent[US_PLAY_SEATS], map, trace;
    us_recorded_game from;
    us_domain *domain;
    us_goal top;
} us_game_request;

void us_game_request_init(us_game_request *request);
void us_game_request_clear(us_game_request *request); /* needed after a failure, too */

/* Read a request for a new game, or for a game that continues a recorded one. */
us_status us_game_request_read(us_client *client, const us_json_node *message,
                               us_game_request *request, us_error *err);
us_status us_game_request_read_continued(us_client *client, const us_json_node *message,
                                         us_game_request *request, us_error *err);

/* Appends the agent that a page names, in the form in which it is opened. Programs (exec:, bot:,
 * socket:) are refused: only the command line starts these. Files must lie in the folders. */
us_status us_game_request_read_agent(us_client *client, const us_json_node *name, us_str *out,
                                     us_error *err);

#endif
