/* What a message says of a game that is to begin. */
#ifndef US_STUDIO_WISH_H
#define US_STUDIO_WISH_H

#include "studio/recorded.h"
#include "studio/session.h"

typedef struct us_game_wish {
    us_session_def def; /* its texts live as long as this, and as the message */
    us_str agent[US_PLAY_SEATS], map, trace;
    us_recorded from;
    us_domain *domain;
    us_goal top;
} us_game_wish;

void us_game_wish_init(us_game_wish *wish);
void us_game_wish_clear(us_game_wish *wish); /* after a failure, too */

/* A new game; one that goes on from a recorded one. */
us_status us_game_wish_new(us_guest *guest, const us_json_node *message, us_game_wish *wish,
                           us_error *err);
us_status us_game_wish_from(us_guest *guest, const us_json_node *message, us_game_wish *wish,
                            us_error *err);

/* An agent as pages call it: appended as it is opened. Programs are started by nobody but whoever
 * started this one, so that none can be named; a file is one of the folders'. */
us_status us_game_wish_agent(us_guest *guest, const us_json_node *name, us_str *out, us_error *err);

#endif
