#include <string.h>

#include "base/guard.h"
#include "base/progress.h"
#include "studio/game_request.h"
#include "studio/session.h"
#include "studio/viewing.h"
#include "traces/states.h"

enum {
    PARCEL = 128 * 1024, /* bytes of a message of the film, about */
    SOON = 1,            /* milliseconds until more of the film is made */
    LATER = 10,          /* ... until the client has read enough, or the faults are known */
    ORDERS_TOLD = 2000,  /* in an answer */
    LABELS_TOLD = 5000,
    FAILURES_TOLD = 5000,
};

/* ---- opening */

/* Finds a file beside the trace, if it lies in a folder. */
static void find_beside(us_client *client, const us_recorded_game *recorded,
                        void (*call)(const char *trace, us_str *out), us_str *out)
{
    US_AUTOSTR(beside);
    call(recorded->file, &beside);
    us_folders_find(&client->studio_server->folders, beside.text, false, out, NULL);
}

static us_status open_recorded(us_client *client, const us_recorded_game *recorded,
                               us_viewing **out, us_error *err)
{
    US_AUTOSTR(states);
    US_AUTOSTR(labels);
    find_beside(client, recorded, us_states_path, &states);
    find_beside(client, recorded, us_annotation_path, &labels);
    us_viewing_def def = {.file = recorded->file,
                          .path = recorded->path.text,
                          .map = us_recorded_game_map(recorded),
                          .states = states.length ? recorded->path.text : "",
                          .labels = labels.text,
                          .planes = US_FILM_PLANES};
    return us_viewing_open(&def, out, err);
}

static void write_faults(const us_viewing *viewing, us_json_writer *writer)
{
    us_json_write_key_int(writer, "fault_count", viewing->faults);
    us_json_write_key_bool(writer, "checked", viewing->checked);
    us_json_write_key_open(writer, "faults", '[');
    for (int i = 0; i < viewing->findings; i++) {
        const us_finding *finding = &viewing->finding[i];
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "fault", us_trace_fault_name(finding->fault));
        us_json_write_key_int(writer, "line", finding->line);
        us_json_write_key_int(writer, "column", finding->column);
        us_json_write_key_string(writer, "text", finding->text);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_seats(const us_viewing *viewing, us_json_writer *ok)
{
    const us_trace_header *header = viewing->log.header;
    us_json_write_key_int(ok, "seats", header->seats);
    us_json_write_key_open(ok, "players", '[');
    for (int seat = 0; seat < header->seats; seat++)
        us_json_write_string(ok, header->seat[seat].player);
    us_json_write_close(ok, ']');
    us_json_write_key_open(ok, "plans", '['); /* number of nodes in each seat's plan */
    for (int seat = 0; seat < header->seats; seat++)
        us_json_write_int(ok, viewing->plan[seat].whole.count);
    us_json_write_close(ok, ']');
}

static void write_viewing(const us_viewing *viewing, us_json_writer *ok)
{
    const us_log *log = &viewing->log;
    const us_trace_header *header = log->header;
    us_json_write_key_string(ok, "file", viewing->file);
    us_json_write_key_string(ok, "domain", header->domain);
    us_json_write_key_string(ok, "map", header->map);
    us_json_write_key_string(ok, "from", header->from);
    us_json_write_key_u64(ok, "seed", header->seed);
    us_json_write_key_bool(ok, "fog", header->fog);
    us_json_write_key_int(ok, "width", viewing->width);
    us_json_write_key_int(ok, "height", viewing->height);
    write_seats(viewing, ok);
    us_json_write_key_int(ok, "cycles", log->cycles);
    us_json_write_key_int(ok, "orders", log->orders.count);
    us_json_write_key_bool(ok, "cut", log->cut);
    us_outcome_write(&log->outcome, ok);
    us_json_write_key_string(ok, "states", viewing->played ? "played" : "stored");
    us_json_write_key_string(ok, "warning", viewing->played ? NULL : log->why.text);
    write_faults(viewing, ok);
}

US_VERB(handle_open)
{
    US_AUTOPTR(us_viewing) viewing = NULL;
    int64_t size;
    US_AUTO(us_recorded_game_clear) us_recorded_game recorded = {0};
    US_TRY(us_recorded_game_find(client, message, &recorded, err));
    US_TRY(us_recorded_game_check_size(client, &recorded, client->watched, &size, err));
    US_TRY(open_recorded(client, &recorded, &viewing, err));
    write_viewing(viewing, ok); /* first: memory may run out, and then nothing has changed */
    us_session_leave(client);
    us_viewing_detach(client);
    client->viewing = US_STEAL(viewing);
    client->watched = size;
    return US_OK;
}

US_VERB(handle_leave)
{
    us_viewing_detach(client);
    return US_OK;
}

void us_viewing_detach(us_client *client)
{
    US_WHOLE;
    us_viewing_close(client->viewing);
    client->viewing = NULL;
    client->watched = 0;
}

/* ---- the film */

static void send_film(us_client *client)
{
    us_client_message outgoing;
    us_viewing *viewing = client->viewing;
    us_json_writer *writer = us_client_message_begin(&outgoing, "film");
    us_json_write_key_int(writer, "cycles", viewing->filmed);
    write_faults(viewing, writer);
    us_client_message_send(client, &outgoing);
    viewing->end_sent = true;
}

int us_viewing_update(us_client *client, int slice)
{
    us_viewing *viewing = client->viewing;
    int64_t until = us_clock_ms() + slice;
    if (!viewing || viewing->end_sent)
        return US_STUDIO_SERVER_IDLE;
    if (client->waiting > US_WAITING_MUCH)
        return LATER;
    while (!viewing->whole && client->waiting <= US_WAITING_MUCH) {
        us_str bytes;
        us_str_init(&bytes);
        us_str_add_char(&bytes, US_FILM_STATES);
        us_viewing_make_film(viewing, PARCEL, until, &bytes);
        if (bytes.length > 1)
            us_client_send(client, &bytes, true);
        else
            us_str_clear(&bytes);
        if (us_clock_ms() >= until)
            break;
    }
    if (!viewing->whole)
        return SOON;
    if (!us_viewing_check(viewing))
        return LATER;
    send_film(client);
    return US_STUDIO_SERVER_IDLE;
}

/* ---- queries */

static us_status need_viewing(us_client *client, us_error *err)
{
    if (client->viewing)
        return US_OK;
    return us_error_refuse(err, "this page watches no recorded game");
}

static us_status need_seat(us_client *client, const us_json_node *message, us_seat *out,
                           us_error *err)
{
    int64_t seat;
    US_TRY(need_viewing(client, err));
    US_TRY(us_json_require_int(message, "seat", 0, client->viewing->log.header->seats - 1, &seat,
                               err));
    *out = (us_seat)seat;
    return US_OK;
}

static void write_order(const us_log *log, int i, us_json_writer *ok)
{
    const us_order *order = &log->orders.order[i];
    us_reason refused = log->line[i].refused;
    us_json_write_open(ok, '{');
    us_json_write_key_int(ok, "cycle", log->line[i].cycle);
    us_json_write_key_int(ok, "id", order->id);
    us_json_write_key_int(ok, "seat", order->seat);
    us_order_write(log->domain, order, ok);
    us_json_write_key_string(ok, "refused",
                             refused == US_REASON_NONE ? NULL : us_reason_name(refused));
    us_json_write_key_int(ok, "goal", order->goal);
    us_json_write_key_int(ok, "step", order->step);
    us_json_write_close(ok, '}');
}

US_VERB(handle_orders)
{
    int64_t from = 0;
    US_TRY(need_viewing(client, err));
    const us_log *log = &client->viewing->log;
    US_TRY(us_json_get_int(message, "from", 0, log->orders.count, &from, err));
    us_json_write_key_int(ok, "total", log->orders.count);
    us_json_write_key_open(ok, "orders", '[');
    for (int64_t i = from; i < log->orders.count && i < from + ORDERS_TOLD; i++)
        write_order(log, (int)i, ok);
    us_json_write_close(ok, ']');
    return US_OK;
}

US_VERB(handle_labels)
{
    US_TRY(need_viewing(client, err));
    const us_annotation *labels = client->viewing->labels;
    US_AUTOSTR(text);
    us_json_write_key_int(ok, "total", labels ? labels->count : 0);
    us_json_write_key_open(ok, "labels", '[');
    for (int i = 0; labels && i < labels->count && i < LABELS_TOLD; i++) {
        const us_goal_instance *instance = &labels->goal[i];
        us_str_reset(&text);
        us_goal_print(labels->domain, &instance->goal, &text);
        us_json_write_open(ok, '{');
        us_json_write_key_int(ok, "seat", instance->seat);
        us_json_write_key_int(ok, "id", instance->id);
        us_json_write_key_int(ok, "parent", instance->parent);
        us_json_write_key_string(ok, "text", text.text);
        us_json_write_key_int(ok, "opened", instance->opened);
        us_json_write_key_int(ok, "closed", instance->closed);
        us_json_write_key_int(ok, "reached", us_goal_instance_result(instance));
        us_json_write_key_open(ok, "pursue", '{');
        us_goal_write(labels->domain, &instance->goal, ok);
        us_json_write_close(ok, '}');
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
    return US_OK;
}

/* ---- plans */

US_VERB(handle_plan)
{
    us_seat seat;
    int64_t cycle;
    us_plan_unfold unfold = {0};
    US_TRY(need_seat(client, message, &seat, err));
    US_TRY(us_json_require_int(message, "cycle", 0, US_CYCLES_LIMIT, &cycle, err));
    US_TRY(us_plan_unfold_read(message, &unfold, err));
    us_json_write_key_int(ok, "cycle", cycle);
    us_json_write_key_int(ok, "seat", seat);
    const us_plan_tree *plan = us_viewing_get_plan(client->viewing, seat, (us_cycle)cycle);
    us_viewing_write_plan(client->viewing->log.domain, plan, (us_cycle)cycle, &unfold, ok);
    return US_OK;
}

US_VERB(handle_failures)
{
    us_seat seat;
    US_TRY(need_seat(client, message, &seat, err));
    us_viewing_write_failures(&client->viewing->plan[seat].whole, FAILURES_TOLD, ok);
    return US_OK;
}

const us_verb us_watch_verbs[] = {
    {"watch.open", handle_open},
    {"watch.leave", handle_leave},
    {"watch.plan", handle_plan},
    {"watch.failures", handle_failures},
    {"watch.orders", handle_orders},
    {"watch.labels", handle_labels},
    {NULL, NULL},
};
