/* A page's desk: the annotation that it edits, what is being made of it meanwhile, and what the
 * page was told of it. */
#ifndef US_STUDIO_DESK_H
#define US_STUDIO_DESK_H

#include "studio/client.h"
#include "studio/study.h"

/* A goal as the page was told of it. */
typedef struct us_desk_row {
    uint32_t id;
    us_hash hash; /* of its row */
} us_desk_row;

typedef struct us_desk {
    us_client *client; /* whose it is */
    us_editing *editing;
    us_study *study;                     /* at work, or over; NULL: none */
    bool wants_study, wants_suggestions; /* when the one at work is over */
    US_LIST(us_desk_row) told;           /* by id */
} us_desk;

/* The client has another desk from now on; the editing is owned. */
us_desk *us_desk_open(us_client *client, us_editing *editing);
void us_desk_leave(us_client *client); /* that has none is fine */

/* The trace, the seats and the seat's orders, into the open object. */
void us_desk_write_course(const us_desk *desk, us_json_writer *w);
/* How it stands, and the goals that differ from what the page was told. */
void us_desk_write(us_desk *desk, us_json_writer *w);

/* Said when it is there, of the annotation as it is then: "study"; "suggested". */
void us_desk_study(us_desk *desk);
void us_desk_suggest(us_desk *desk);
/* Returns in how many milliseconds it wants to go on again. */
int us_desk_go_on(us_client *client);

#endif
