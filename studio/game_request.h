/* What a message says of a game that is to begin. */
#ifndef US_STUDIO_GAME_REQUEST_H
#define US_STUDIO_GAME_REQUEST_H

#include "studio/recorded.h"
#include "studio/session.h"

typedef struct us_game_request {
    us_session_def def; /* its texts live as long as this, and as the message */
    us_str agent[US_PLAY_SEATS], map, trace;
    us_recorded from;
    us_domain *domain;
    us_goal top;
} us_game_request;

void us_game_request_init(us_game_request *request);
void us_game_request_clear(us_game_request *request); /* after a failure, too */

/* A new game; one that goes on from a recorded one. */
us_status us_game_request_new(us_client *client, const us_json_node *message,
                              us_game_request *request, us_error *err);
us_status us_game_request_from(us_client *client, const us_json_node *message,
                               us_game_request *request, us_error *err);

/* An agent as pages call it: appended as it is opened. Programs are started by nobody but whoever
 * started this one, so that none can be named; a file is one of the folders'. */
us_status us_game_request_agent(us_client *client, const us_json_node *name, us_str *out,
                                us_error *err);

#endif
