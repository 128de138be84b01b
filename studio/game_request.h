/* Game requests: messages that start a game, read into a session's definition. */
#ifndef US_STUDIO_GAME_REQUEST_H
#define US_STUDIO_GAME_REQUEST_H

#include "studio/recorded_game.h"
#include "studio/session.h"

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
