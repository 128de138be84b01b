/* Questions that take long to answer are answered aside: by background jobs, while games go on.
 * What such a background job reads is the question, the names of the folders, which never change,
 * and files; what it makes is the answer. It shares nothing else with anybody. */
#ifndef US_STUDIO_ASYNC_REQUEST_H
#define US_STUDIO_ASYNC_REQUEST_H

#include "studio/client.h"

/* One question at a time in each lane, in the order in which they were asked. */
typedef enum us_lane {
    US_LANE_READ,  /* at most seconds */
    US_LANE_WRITE, /* minutes, too; it ends early where it asks us_background_job_unwanted */
    US_ASYNC_REQUEST_LANES,
} us_lane;

enum {
    US_ASYNC_REQUEST_WAITING_MAX = 16,      /* questions of a client that wait: more are refused */
    US_ASYNC_REQUEST_ANSWER_MAX = 24 << 20, /* bytes of an answer: a larger one is an error */
};

/* As us_verb_hear, in another thread: the members of the answer, or an error. */
typedef us_status us_async_request_answer(const us_folders *folders, const us_json_node *message,
                                          us_json_writer *ok, us_error *err);

/* For a verb: the message that is being heard is answered later, by that. */
us_status us_async_request(us_client *client, us_lane lane, us_async_request_answer *by,
                           us_error *err);

/* Sends what is done, and begins what waits. Returns in how many milliseconds it wants to go on
 * again. */
int us_async_request_go_on(us_studio_server *studio_server);
/* Nobody waits for that client's answers any more. */
void us_async_request_leave(us_client *client);
/* Nothing else is begun; what is under way is over after us_background_jobs_wait. After all clients
 * have left. */
void us_async_request_close(us_studio_server *studio_server);

#endif
