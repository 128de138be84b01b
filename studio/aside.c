#include "studio/aside.h"

#include "studio/chore.h"

struct us_aside_question {
    us_guest *guest; /* NULL: it has left */
    us_lane lane;
    us_chore *chore; /* NULL: it waits, or could not be begun */
    bool failed;
    int64_t n;
    us_str text; /* the message */
    us_aside_answer *answer;
    const us_folders *folders;
    /* Of the chore, until it is over. */
    us_status status;
    us_error err;
    us_str members;
};

enum { LOOK = 5 }; /* milliseconds between looks at what is under way */

static void answer(void *context)
{
    us_aside_question *asked = context;
    us_json_writer ok;
    us_json *doc;
    us_write_init(&ok, &asked->members);
    us_write_open(&ok, '{');
    asked->status =
        us_json_parse("message", asked->text.text, asked->text.length, &doc, &asked->err);
    if (asked->status == US_OK) {
        asked->status = asked->answer(asked->folders, us_json_root(doc), &ok, &asked->err);
        us_json_free(doc);
    }
    us_write_close(&ok, '}');
    if (asked->status == US_OK && asked->members.length > US_ASIDE_ANSWER_MAX)
        asked->status = us_fail(&asked->err, US_FAILED, NULL, 0, 0,
                                "that is too much for a page: use the command line");
}

static void drop(void *context)
{
    us_aside_question *asked = context;
    us_str_clear(&asked->text);
    us_str_clear(&asked->members);
    us_free(asked);
}

static bool is_done(const us_aside_question *asked)
{
    return asked->failed || (asked->chore && us_chore_is_over(asked->chore));
}

/* ---- the list */

static void take_away(us_hall *hall, int at)
{
    us_aside_question *asked = hall->asked[at];
    if (asked->chore)
        us_chore_leave(asked->chore);
    else
        drop(asked);
    for (hall->asks--; at < hall->asks; at++)
        hall->asked[at] = hall->asked[at + 1];
}

static void begin(us_aside_question *asked)
{
    us_error err = {0};
    us_status status = us_chore_begin(answer, drop, asked, 0, &asked->chore, &err);
    if (status == US_OK)
        return; /* the rest is the chore's now */
    asked->failed = true;
    asked->status = status;
    asked->err = err;
}

static void begin_next(us_hall *hall)
{
    bool busy[US_ASIDE_LANES] = {0};
    for (int i = 0; i < hall->asks; i++) {
        us_aside_question *asked = hall->asked[i];
        if (!busy[asked->lane] && !asked->chore && !asked->failed)
            begin(asked);
        busy[asked->lane] = true;
    }
}

us_status us_aside(us_guest *guest, us_lane lane, us_aside_answer *by, us_error *err)
{
    us_hall *hall = guest->hall;
    int waiting = 0;
    for (int i = 0; i < hall->asks; i++)
        waiting += hall->asked[i]->guest == guest;
    if (waiting == US_ASIDE_WAITING_MAX || hall->asks == US_ASKS_MAX)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "%d questions wait for their answers: ask again after these",
                       waiting == US_ASIDE_WAITING_MAX ? waiting : hall->asks);
    us_aside_question *asked = US_NEW(us_aside_question);
    *asked = (us_aside_question){
        .guest = guest, .lane = lane, .n = guest->n, .answer = by, .folders = &hall->folders};
    us_str_init(&asked->text);
    us_str_init(&asked->members);
    us_str_add_bytes(&asked->text, guest->text, guest->length);
    hall->asked[hall->asks++] = asked;
    guest->later = true;
    begin_next(hall);
    return US_OK;
}

int us_aside_go_on(us_hall *hall)
{
    for (int i = 0; i < hall->asks;) {
        us_aside_question *asked = hall->asked[i];
        if (!is_done(asked)) {
            i++;
            continue;
        }
        if (asked->guest)
            us_guest_answer(asked->guest, asked->n, asked->status, &asked->members, &asked->err);
        take_away(hall, i);
    }
    begin_next(hall);
    return hall->asks > 0 ? LOOK : US_HALL_IDLE;
}

void us_aside_leave(us_guest *guest)
{
    us_hall *hall = guest->hall;
    for (int i = hall->asks - 1; i >= 0; i--) {
        us_aside_question *asked = hall->asked[i];
        if (asked->guest != guest)
            continue;
        asked->guest = NULL;
        if (asked->chore)
            us_chore_stop(asked->chore);
        else
            take_away(hall, i);
    }
}

void us_aside_close(us_hall *hall)
{
    while (hall->asks > 0)
        take_away(hall, hall->asks - 1);
}
