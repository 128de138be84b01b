#include "studio/async_request.h"

#include "base/guard.h"
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

static void compute(void *context)
{
    us_async_request_question *question = context;
    us_json_writer ok;
    US_AUTOPTR(us_json) doc = NULL;
    us_json_writer_init(&ok, &question->members);
    us_json_write_open(&ok, '{');
    question->status =
        us_json_parse("message", question->text.text, question->text.length, &doc, &question->err);
    if (question->status == US_OK)
        question->status =
            question->answer(question->folders, us_json_root(doc), &ok, &question->err);
    us_json_write_close(&ok, '}');
    if (question->status == US_OK && question->members.length > US_ASYNC_REQUEST_ANSWER_MAX)
        question->status = us_error_set(&question->err, US_FAILED, NULL, 0, 0,
                                        "that is too much for a page: use the command line");
}

static void answer(void *context)
{
    us_async_request_question *question = context;
    if (us_guard_run(compute, question))
        return;
    question->status = us_client_fail_memory(&question->err);
    us_str_clear(&question->members);
}

static void drop(void *context)
{
    US_AUTOFREE us_async_request_question *question = context;
    us_str_clear(&question->text);
    us_str_clear(&question->members);
}

static bool is_done(const us_async_request_question *question)
{
    return question->failed || (question->job && us_background_job_is_over(question->job));
}

/* ---- the list */

static void take_away(us_studio_server *studio_server, int at)
{
    us_async_request_question *question = studio_server->request[at];
    if (question->job)
        us_background_job_release(question->job);
    else
        drop(question);
    for (studio_server->requests--; at < studio_server->requests; at++)
        studio_server->request[at] = studio_server->request[at + 1];
}

static void begin(us_async_request_question *question)
{
    us_error err = {0};
    us_status status = us_background_job_begin(answer, drop, question, 0, &question->job, &err);
    if (status == US_OK)
        return; /* the job frees the request from now on */
    question->failed = true;
    question->status = status;
    question->err = err;
}

static void begin_next(us_studio_server *studio_server)
{
    bool busy[US_ASYNC_REQUEST_LANES] = {0};
    for (int i = 0; i < studio_server->requests; i++) {
        us_async_request_question *question = studio_server->request[i];
        if (!busy[question->lane] && !question->job && !question->failed)
            begin(question);
        busy[question->lane] = true;
    }
}

us_status us_async_request_queue(us_client *client, us_async_request_lane lane,
                                 us_async_request_answer *by, us_error *err)
{
    US_WHOLE;
    us_studio_server *studio_server = client->studio_server;
    int waiting = 0;
    for (int i = 0; i < studio_server->requests; i++)
        waiting += studio_server->request[i]->client == client;
    if (waiting == US_ASYNC_REQUEST_WAITING_MAX || studio_server->requests == US_ASKS_MAX)
        return us_error_refuse(err, "%d questions wait for their answers: ask again after these",
                               waiting == US_ASYNC_REQUEST_WAITING_MAX ? waiting
                                                                       : studio_server->requests);
    us_async_request_question *question = US_NEW(us_async_request_question);
    *question = (us_async_request_question){.client = client,
                                            .lane = lane,
                                            .n = client->n,
                                            .answer = by,
                                            .folders = &studio_server->folders};
    us_str_init(&question->text);
    us_str_init(&question->members);
    us_str_add_bytes(&question->text, client->text, client->length);
    studio_server->request[studio_server->requests++] = question;
    client->later = true;
    begin_next(studio_server);
    return US_OK;
}

int us_async_request_update(us_studio_server *studio_server)
{
    for (int i = 0; i < studio_server->requests;) {
        us_async_request_question *question = studio_server->request[i];
        if (!is_done(question)) {
            i++;
            continue;
        }
        if (question->client)
            us_client_answer(question->client, question->n, question->status, &question->members,
                             &question->err);
        take_away(studio_server, i);
    }
    begin_next(studio_server);
    return studio_server->requests > 0 ? LOOK : US_STUDIO_SERVER_IDLE;
}

void us_async_request_cancel(us_client *client)
{
    us_studio_server *studio_server = client->studio_server;
    for (int i = studio_server->requests - 1; i >= 0; i--) {
        us_async_request_question *question = studio_server->request[i];
        if (question->client != client)
            continue;
        question->client = NULL;
        if (question->job)
            us_background_job_stop(question->job);
        else
            take_away(studio_server, i);
    }
}

void us_async_request_close(us_studio_server *studio_server)
{
    while (studio_server->requests > 0)
        take_away(studio_server, studio_server->requests - 1);
}
