/* Desks: the annotation that a page edits, its background study, and the goal rows already sent to
 * the page. */
#ifndef US_STUDIO_DESK_H
#define US_STUDIO_DESK_H

#include "studio/client.h"
#include "studio/study.h"

/* A goal row as it was last sent to the page. */
typedef struct us_desk_row {
    uint32_t id;
    us_hash hash; /* of the row's JSON */
} us_desk_row;

typedef struct us_desk {
    us_client *client; /* owner */
    us_editing *editing;
    us_study *study;                     /* running or finished; NULL: none */
    bool wants_study, wants_suggestions; /* to start after the current study */
    US_LIST(us_desk_row) sent;           /* sorted by id */
} us_desk;

/* Replaces the client's desk; takes over the editing. */
us_desk *us_desk_open(us_client *client, us_editing *editing);
void us_desk_close(us_client *client); /* a client without a desk is fine */

/* Writes the trace, the seats and the seat's orders into the open object. */
void us_desk_write_course(const us_desk *desk, us_json_writer *w);
/* Writes the editing state, and the goal rows that changed since the last call. */
void us_desk_write(us_desk *desk, us_json_writer *w);

/* Request a study, or suggestions; the result is sent later as the message "study" or "suggested".
 * If the annotation changes meanwhile, the work starts again. */
void us_desk_request_study(us_desk *desk);
void us_desk_request_suggestions(us_desk *desk);
/* Sends the result of a finished study. Returns the milliseconds until the next call. */
int us_desk_update(us_client *client);

#endif
