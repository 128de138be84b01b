#include "studio/async_request.h"

#include "studio/background_job.h"

struct us_async_request_question {
    us_client *client; /* NULL: it has left */
    us_async_request_lane lane;
    us_background_job *job; /* NULL: not started, or the start failed */
    bool failed;
    int64_t n;
    us_str text; /* the message */
    us_async_request_answer *answer;
    const us_folders *folders;
    /* Owned by the background job until it is over. */
    us_status status;
    us_error err;
    us_str members;
};

enum { LOOK = 5 }; /* milliseconds between looks at running jobs */

static void answer(void *context)
{
    us_async_request_question *asked = context;
    us_json_writer ok;
    us_json *doc;
    us_json_writer_init(&ok, &asked->members);
    us_json_write_open(&ok, '{');
    asked->status =
        us_json_parse("message", asked->text.text, asked->text.length, &doc, &asked->err);
    if (asked->status == US_OK) {
        asked->status = asked->answer(asked->folders, us_json_root(doc), &ok, &asked->err);
        us_json_free(doc);
    }
    us_json_write_close(&ok, '}');
    if (asked->status == US_OK && asked->members.length > US_ASYNC_REQUEST_ANSWER_MAX)
        asked->status = us_error_set(&asked->err, US_FAILED, NULL, 0, 0,
                                     "that is too much for a page: use the command line");
}

static void drop(void *context)
{
    us_async_request_question *asked = context;
    us_str_clear(&asked->text);
    us_str_clear(&asked->members);
    us_mem_free(asked);
}

static bool is_done(const us_async_request_question *asked)
{
    return asked->failed || (asked->job && us_background_job_is_over(asked->job));
}

/* ---- the list */

static void take_away(us_studio_server *studio_server, int at)
{
    us_async_request_question *asked = studio_server->request[at];
    if (asked->job)
        us_background_job_release(asked->job);
    else
        drop(asked);
    for (studio_server->requests--; at < studio_server->requests; at++)
        studio_server->request[at] = studio_server->request[at + 1];
}

static void begin(us_async_request_question *asked)
{
    us_error err = {0};
    us_status status = us_background_job_begin(answer, drop, asked, 0, &asked->job, &err);
    if (status == US_OK)
        return; /* the job frees the request from now on */
    asked->failed = true;
    asked->status = status;
    asked->err = err;
}

static void begin_next(us_studio_server *studio_server)
{
    bool busy[US_ASYNC_REQUEST_LANES] = {0};
    for (int i = 0; i < studio_server->requests; i++) {
        us_async_request_question *asked = studio_server->request[i];
        if (!busy[asked->lane] && !asked->job && !asked->failed)
            begin(asked);
        busy[asked->lane] = true;
    }
}

us_status us_async_request_queue(us_client *client, us_async_request_lane lane,
                                 us_async_request_answer *by, us_error *err)
{
    us_studio_server *studio_server = client->studio_server;
    int waiting = 0;
    for (int i = 0; i < studio_server->requests; i++)
        waiting += studio_server->request[i]->client == client;
    if (waiting == US_ASYNC_REQUEST_WAITING_MAX || studio_server->requests == US_ASKS_MAX)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%d questions wait for their answers: ask again after these",
                            waiting == US_ASYNC_REQUEST_WAITING_MAX ? waiting
                                                                    : studio_server->requests);
    us_async_request_question *asked = US_NEW(us_async_request_question);
    *asked = (us_async_request_question){.client = client,
                                         .lane = lane,
                                         .n = client->n,
                                         .answer = by,
                                         .folders = &studio_server->folders};
    us_str_init(&asked->text);
    us_str_init(&asked->members);
    us_str_add_bytes(&asked->text, client->text, client->length);
    studio_server->request[studio_server->requests++] = asked;
    client->later = true;
    begin_next(studio_server);
    return US_OK;
}

int us_async_request_update(us_studio_server *studio_server)
{
    for (int i = 0; i < studio_server->requests;) {
        us_async_request_question *asked = studio_server->request[i];
        if (!is_done(asked)) {
            i++;
            continue;
        }
        if (asked->client)
            us_client_answer(asked->client, asked->n, asked->status, &asked->members, &asked->err);
        take_away(studio_server, i);
    }
    begin_next(studio_server);
    return studio_server->requests > 0 ? LOOK : US_STUDIO_SERVER_IDLE;
}

void us_async_request_cancel(us_client *client)
{
    us_studio_server *studio_server = client->studio_server;
    for (int i = studio_server->requests - 1; i >= 0; i--) {
        us_async_request_question *asked = studio_server->request[i];
        if (asked->client != client)
            continue;
        asked->client = NULL;
        if (asked->job)
            us_background_job_stop(asked->job);
        else
            take_away(studio_server, i);
    }
}

void us_async_request_close(us_studio_server *studio_server)
{
    while (studio_server->requests > 0)
        take_away(studio_server, studio_server->requests - 1);
}
