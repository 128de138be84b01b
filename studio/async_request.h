/* Async requests: messages whose answers take long. A background job computes each answer while the
 * games go on. The job reads only the message, the folder names (which never change) and files; it
 * writes only the answer. It shares nothing else with other threads. */
#ifndef US_STUDIO_ASYNC_REQUEST_H
#define US_STUDIO_ASYNC_REQUEST_H

#include "studio/client.h"

/* Each lane runs one job at a time, in the order of the requests. */
typedef enum us_async_request_lane {
    US_LANE_READ,  /* takes seconds at most */
    US_LANE_WRITE, /* may take minutes; stops early if us_background_job_is_unwanted returns true */
    US_ASYNC_REQUEST_LANES,
} us_async_request_lane;

enum {
    US_ASYNC_REQUEST_WAITING_MAX = 16,      /* unanswered requests of a client; more are refused */
    US_ASYNC_REQUEST_ANSWER_MAX = 24 << 20, /* bytes of an answer; a larger answer is an error */
};

/* Computes an answer in another thread: writes its members, as a us_verb_handler does, or returns
 * an error. */
typedef us_status us_async_request_answer(const us_folders *folders, const us_json_node *message,
                                          us_json_writer *ok, us_error *err);

/* Queues the client's current message; `by` answers it later. Called within a verb. US_BAD_INPUT:
 * too many requests of this client, or of all clients, wait. */
us_status us_async_request_queue(us_client *client, us_async_request_lane lane,
                                 us_async_request_answer *by, us_error *err);

/* Sends finished answers and starts waiting jobs. Returns the milliseconds until the next call. */
int us_async_request_update(us_studio_server *studio_server);
/* Drops the client's requests: a running job is stopped, and its answer is discarded. */
void us_async_request_cancel(us_client *client);
/* Drops all requests; no further job starts. Call it after all clients have left. Running jobs end
 * before us_background_jobs_wait returns. */
void us_async_request_close(us_studio_server *studio_server);

#endif
