#include "studio/desk.h"

#include <string.h>

#include "base/guard.h"

enum { SOON = 8, OPEN = 30 }; /* milliseconds until the next look: with a study, without */

/* ---- life */

us_desk *us_desk_open(us_client *client, us_editing *editing)
{
    US_WHOLE;
    us_desk_close(client);
    us_desk *desk = US_NEW(us_desk);
    desk->client = client;
    desk->editing = editing;
    client->desk = desk;
    return desk;
}

void us_desk_close(us_client *client)
{
    US_WHOLE;
    US_AUTOFREE us_desk *desk = client->desk;
    if (!desk)
        return;
    us_study_free(desk->study);
    if (!desk->editing->saved)
        us_editing_save(desk->editing, NULL); /* the last chance to save */
    us_editing_close(desk->editing);
    us_mem_free(desk->sent.item);
    client->desk = NULL;
    client->labeled = 0;
}

/* ---- orders */

static void write_order(const us_review *course, const us_review_order *order, us_json_writer *w)
{
    us_json_write_open(w, '{');
    us_json_write_key_int(w, "id", order->order.id);
    us_json_write_key_int(w, "cycle", order->cycle);
    if (order->order.action < 0)
        us_json_write_key_null(w, "order"); /* the domain has no action for it */
    else
        us_order_write(course->domain, &order->order, w);
    if (order->refused != US_REASON_NONE)
        us_json_write_key_string(w, "refused", us_reason_name(order->refused));
    us_json_write_close(w, '}');
}

static void write_seats(const us_desk *desk, us_json_writer *w)
{
    const us_review *course = desk->editing->course;
    const us_annotation *annotation = desk->editing->annotation;
    us_json_write_key_open(w, "seats", '[');
    for (int seat = 0; seat < course->seats; seat++) {
        int orders = 0, goals = 0;
        for (int i = 0; i < course->orders; i++)
            orders += course->order[i].order.seat == seat && !course->order[i].earlier;
        for (int i = 0; i < annotation->count; i++)
            goals += annotation->goal[i].seat == seat;
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "player", course->log.header->seat[seat].player);
        us_json_write_key_int(w, "orders", orders);
        us_json_write_key_int(w, "goals", goals);
        us_json_write_key_string(w, "game", us_fate_name(us_log_fate(&course->log, (us_seat)seat)));
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

void us_desk_write_course(const us_desk *desk, us_json_writer *w)
{
    const us_editing *editing = desk->editing;
    const us_review *course = editing->course;
    us_json_write_key_string(w, "domain", course->domain->name);
    us_json_write_key_string(w, "map", course->log.header->map);
    us_json_write_key_int(w, "cycles", course->cycles);
    us_json_write_key_int(w, "seat", editing->seat);
    us_json_write_key_string(w, "fixed", editing->fixed.text[0] ? editing->fixed.text : NULL);
    write_seats(desk, w);
    us_json_write_key_open(w, "orders", '[');
    for (int i = 0; i < course->orders; i++)
        if (course->order[i].order.seat == editing->seat && !course->order[i].earlier)
            write_order(course, &course->order[i], w);
    us_json_write_close(w, ']');
}

/* ---- goals */

static void write_goal(const us_editing *editing, const us_goal_instance *goal, us_arena *arena,
                       us_json_writer *w)
{
    us_span *span;
    US_AUTOSTR(text);
    us_goal_print(editing->course->domain, &goal->goal, &text);
    us_json_write_open(w, '{');
    us_json_write_key_int(w, "id", goal->id);
    us_json_write_key_int(w, "parent", goal->parent);
    us_goal_write(editing->course->domain, &goal->goal, w);
    us_json_write_key_string(w, "text", text.text);
    us_json_write_key_int(w, "opened", goal->opened);
    us_json_write_key_int(w, "closed", goal->closed);
    us_json_write_key_bool(w, "achieved", goal->achieved);
    us_json_write_key_bool(w, "suggested", goal->suggested);
    us_json_write_key_string(w, "by", goal->by);
    us_json_write_key_string(w, "why", goal->why);
    us_json_write_key_open(w, "spans", '[');
    int spans = us_editing_spans(editing, goal, arena, &span);
    for (int i = 0; i < spans; i++) {
        us_json_write_open(w, '[');
        us_json_write_int(w, span[i].from);
        us_json_write_int(w, span[i].to);
        us_json_write_close(w, ']');
    }
    us_json_write_close(w, ']');
    us_json_write_close(w, '}');
}

/* Writes the rows that differ, and the ids of removed goals. Both lists are sorted by id. */
static void write_goals(us_desk *desk, us_json_writer *w)
{
    const us_annotation *annotation = desk->editing->annotation;
    US_AUTOFREE us_desk_row *was = desk->sent.item;
    int old = desk->sent.count, at = 0;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOSTR(row);
    memset(&desk->sent, 0, sizeof(desk->sent));
    us_json_write_key_open(w, "goals", '[');
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *goal = &annotation->goal[i];
        if (goal->seat != desk->editing->seat)
            continue;
        us_json_writer writer;
        us_mark mark = us_arena_mark(arena);
        us_str_reset(&row);
        us_json_writer_init(&writer, &row);
        write_goal(desk->editing, goal, arena, &writer);
        us_arena_release(arena, mark);
        us_hash hash = us_hash_add_bytes(US_HASH_START, row.text, row.length);
        while (at < old && was[at].id < goal->id)
            at++;
        if (at == old || was[at].id != goal->id || was[at].hash != hash)
            us_json_write_raw(w, row.text);
        US_LIST_PUT(desk->sent, ((us_desk_row){.id = goal->id, .hash = hash}));
    }
    us_json_write_close(w, ']');
    us_json_write_key_open(w, "gone", '[');
    for (int i = 0, k = 0; i < old; i++) {
        while (k < desk->sent.count && desk->sent.item[k].id < was[i].id)
            k++;
        if (k == desk->sent.count || desk->sent.item[k].id != was[i].id)
            us_json_write_int(w, was[i].id);
    }
    us_json_write_close(w, ']');
}

void us_desk_write(us_desk *desk, us_json_writer *w)
{
    const us_editing *editing = desk->editing;
    const us_edition *edition = editing->edition.item;
    int undos = us_editing_undos(editing), redos = us_editing_redos(editing);
    us_json_write_key_int(w, "version", editing->version);
    us_json_write_key_bool(w, "saved", editing->saved);
    us_json_write_key_bool(w, "conflict", editing->conflict);
    us_json_write_key_string(w, "trouble", editing->saved ? NULL : editing->failure.text);
    us_json_write_key_int(w, "undos", undos);
    us_json_write_key_int(w, "redos", redos);
    us_json_write_key_string(w, "undo", undos ? edition[editing->at].what : NULL);
    us_json_write_key_string(w, "redo", redos ? edition[editing->at + 1].what : NULL);
    write_goals(desk, w);
}

/* ---- results */

/* A remark's line is a line of the text: line 1 is the header, then each goal has one line. */
static void write_finding(const us_desk *desk, const us_remark *remark, us_json_writer *w)
{
    const us_annotation *annotation = desk->editing->annotation;
    const us_goal_instance *goal = NULL;
    if (remark->line >= 2 && remark->line < annotation->count + 2)
        goal = &annotation->goal[remark->line - 2];
    us_json_write_open(w, '{');
    us_json_write_key_string(w, "kind", remark->error ? "error" : "warning");
    us_json_write_key_string(w, "text", remark->text);
    if (goal) {
        us_json_write_key_int(w, "goal", goal->id);
        us_json_write_key_int(w, "seat", goal->seat);
    }
    int place = us_editing_place(desk->editing, remark->order);
    if (remark->order > 0 && place < desk->editing->orders &&
        desk->editing->own[place] == remark->order)
        us_json_write_key_int(w, "order", place);
    us_json_write_close(w, '}');
}

static void write_findings(const us_desk *desk, const us_study_result *result, us_json_writer *w)
{
    const us_remarks *faults = &desk->editing->faults;
    us_json_write_key_open(w, "findings", '[');
    for (int i = 0; i < faults->count; i++) {
        US_AUTOSTR(text);
        us_str_addf(&text, "line %d of the file: %s", faults->remark[i].line,
                    faults->remark[i].text);
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "kind", "error");
        us_json_write_key_string(w, "text", text.text);
        us_json_write_close(w, '}');
    }
    for (int i = 0; i < result->findings.count; i++)
        write_finding(desk, &result->findings.remark[i], w);
    us_json_write_close(w, ']');
    us_json_write_key_int(w, "errors", faults->errors + result->findings.errors);
    us_json_write_key_int(w, "cautions", result->findings.warnings);
    us_json_write_key_string(w, "unchecked",
                             result->unchecked.status == US_OK ? NULL : result->unchecked.text);
    us_json_write_key_open(w, "endings", '[');
    for (int i = 0; i < result->ending.count; i++) {
        us_json_write_open(w, '{');
        us_json_write_key_int(w, "id", result->ending.item[i].id);
        us_json_write_key_int(w, "closed", result->ending.item[i].closed);
        us_json_write_key_bool(w, "achieved", result->ending.item[i].achieved);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_behaviors(const us_desk *desk, const us_study_result *result, us_json_writer *w)
{
    us_json_write_key_open(w, "behaviors", '[');
    for (int i = 0; i < result->behavior.count; i++) {
        const us_studied_behavior *behavior = &result->behavior.item[i];
        us_json_write_open(w, '{');
        us_json_write_key_int(w, "instance", behavior->instance);
        us_json_write_key_string(w, "name", behavior->name);
        us_json_write_key_string(w, "goal", behavior->goal);
        us_json_write_key_int(w, "cases", behavior->cases);
        us_json_write_key_string(w, "text", behavior->text);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
    us_json_write_key_int(w, "learned", result->behaviors);
    us_json_write_key_int(w, "cases", result->cases);
    us_json_write_key_int(w, "unlabeled", result->unlabeled);
    us_json_write_key_int(w, "withheld", result->withheld);
    us_json_write_key_string(w, "unlearned",
                             result->unlearned.status == US_OK ? NULL : result->unlearned.text);
    us_json_write_key_open(w, "warnings", '[');
    for (int i = 0; i < result->warnings.count; i++)
        write_finding(desk, &result->warnings.remark[i], w);
    us_json_write_close(w, ']');
}

typedef struct study_message {
    us_desk *desk;
    const us_study_result *result;
} study_message;

static void write_study(void *context)
{
    const study_message *study = context;
    us_desk *desk = study->desk;
    const us_study_result *result = study->result;
    US_AUTO(us_client_message_clear) us_client_message message = {.text = us_str_empty()};
    us_json_writer *w = us_client_message_begin(&message, "study");
    us_json_write_key_int(w, "version", desk->editing->version);
    write_findings(desk, result, w);
    write_behaviors(desk, result, w);
    us_client_message_send(desk->client, &message);
}

static void send_study(us_desk *desk, const us_study_result *result)
{
    us_study_result none = {0};
    study_message study = {desk, result};
    if (us_guard_run(write_study, &study))
        return;
    us_client_fail_memory(&none.unchecked);
    us_client_fail_memory(&none.unlearned);
    study.result = &none;
    write_study(&study);
}

static void send_suggested(us_desk *desk, const us_study_result *result)
{
    us_client_message message;
    us_error err = result->failed;
    us_status status = err.status;
    if (status == US_OK && result->added > 0)
        status = us_editing_replace(desk->editing, result->text, "suggest", &err);
    us_json_writer *w = us_client_message_begin(&message, "suggested");
    us_json_write_key_int(w, "added", status == US_OK ? result->added : 0);
    us_json_write_key_string(w, "error", status == US_OK ? NULL : err.text);
    us_desk_write(desk, w);
    us_client_message_send(desk->client, &message);
}

/* ---- studies */

static void begin(us_desk *desk)
{
    us_error err = {0};
    bool suggests = desk->wants_suggestions;
    if (desk->study || (!suggests && !desk->wants_study))
        return;
    *(suggests ? &desk->wants_suggestions : &desk->wants_study) = false;
    if (us_study_begin(desk->editing, suggests, &desk->study, &err) == US_OK)
        return;
    us_study_result none = {.failed = err, .unchecked = err, .unlearned = err};
    if (suggests)
        send_suggested(desk, &none);
    else
        send_study(desk, &none);
}

void us_desk_request_study(us_desk *desk)
{
    desk->wants_study = true;
    if (desk->study && !us_study_is_for_suggestions(desk->study))
        us_study_stop(desk->study);
    begin(desk);
}

void us_desk_request_suggestions(us_desk *desk)
{
    bool looks = desk->study && us_study_is_for_suggestions(desk->study);
    desk->wants_suggestions = !looks; /* a stale result starts a new search anyway */
    if (desk->study && !looks) {
        us_study_stop(desk->study);
        desk->wants_study = true;
    }
    begin(desk);
}

/* Sends the result; a result for an older version of the annotation starts the work again. */
static void finish(us_desk *desk)
{
    const us_study_result *result = us_study_get_result(desk->study);
    bool suggests = us_study_is_for_suggestions(desk->study);
    bool stale = us_study_version(desk->study) != desk->editing->version;
    if (result && stale)
        *(suggests ? &desk->wants_suggestions : &desk->wants_study) = true;
    else if (result && suggests)
        send_suggested(desk, result);
    else if (result)
        send_study(desk, result);
    us_study_free(desk->study);
    desk->study = NULL;
}

int us_desk_update(us_client *client)
{
    us_desk *desk = client->desk;
    if (!desk)
        return US_STUDIO_SERVER_IDLE;
    if (desk->study && us_study_is_over(desk->study)) {
        finish(desk);
        begin(desk);
    }
    return desk->study ? SOON : OPEN;
}
