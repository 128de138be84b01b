#include "base/guard.h"
#include "base/lines.h"
#include "studio/game_request.h"
#include "studio/menu.h"
#include "studio/ontology.h"
#include "studio/viewing.h"

enum { STEP_MAX = 100000 };

/* ---- the answer */

static void write_session(us_session *session, us_json_writer *ok)
{
    const us_scenario *scenario = session->scenario;
    const us_world *world = us_session_view(session).world;
    us_json_write_key_int(ok, "session", session->id);
    us_json_write_key_string(ok, "domain", scenario->domain->name);
    us_json_write_key_string(ok, "map", scenario->map_name);
    us_json_write_key_int(ok, "width", scenario->width);
    us_json_write_key_int(ok, "height", scenario->height);
    us_json_write_key_int(ok, "seats", scenario->seats);
    us_json_write_key_int(ok, "seat", session->seat);
    us_json_write_key_open(ok, "players", '[');
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_json_write_string(ok,
                             session->play.agent[seat] ? session->play.agent[seat] : "recorded");
    us_json_write_close(ok, ']');
    us_json_write_key_open(ok, "factions", '[');
    for (int seat = 0; seat < scenario->seats; seat++)
        us_json_write_string(ok, world->faction[seat] < 0
                                     ? NULL
                                     : scenario->domain->factions.name[world->faction[seat]]);
    us_json_write_close(ok, ']');
    us_json_write_key_string(ok, "file", session->file);
    us_json_write_key_bool(ok, "fog", scenario->fog);
    us_json_write_key_u64(ok, "seed", us_match_game(session->match)->seed);
    us_json_write_key_int(ok, "pace", session->pace);
    us_json_write_key_int(ok, "cycle", session->state.now);
    us_json_write_key_int(ok, "max_cycles", scenario->max_cycles);
}

static us_status join(us_session *session, us_client *client, bool take, us_json_writer *ok,
                      us_error *err)
{
    US_WHOLE;
    US_TRY(us_session_join(session, client, take, err));
    us_viewing_detach(client); /* a page shows either a game or a film */
    write_session(session, ok);
    us_show_send_goals(session);
    us_show_send_state(session);
    if (session->state.outcome.kind != US_OUTCOME_NONE)
        us_show_send_outcome(session);
    if (session->failure.status != US_OK)
        us_show_send_error(session);
    return US_OK;
}

static us_status open_with(us_client *client, const us_json_node *message, us_json_writer *ok,
                           us_status (*read)(us_client *, const us_json_node *, us_game_request *,
                                             us_error *),
                           us_error *err)
{
    US_AUTO(us_game_request_clear) us_game_request o = {0};
    us_session *session = NULL;
    us_game_request_init(&o);
    US_TRY(read(client, message, &o, err));
    US_TRY(us_session_open(client->studio_server, &o.def, &session, err));
    return join(session, client, true, ok, err);
}

US_VERB(handle_open)
{
    return open_with(client, message, ok, us_game_request_read, err);
}

US_VERB(handle_from)
{
    return open_with(client, message, ok, us_game_request_read_continued, err);
}

US_VERB(handle_join)
{
    us_session *session;
    int64_t id;
    bool take = false;
    US_TRY(us_json_require_int(message, "session", 1, UINT32_MAX, &id, err));
    US_TRY(us_json_get_bool(message, "take", &take, err));
    US_TRY(us_session_find(client->studio_server, (uint32_t)id, &session, err));
    return join(session, client, take, ok, err);
}

US_VERB(handle_leave)
{
    US_WHOLE;
    us_session_leave(client);
    return US_OK;
}

/* ---- the running game */

US_VERB(handle_end)
{
    US_WHOLE;
    US_TRY(us_session_check(client, err));
    US_TRY(us_session_retry(client->session,
                            err)); /* on failure the session stays, with its unwritten recording */
    us_json_write_key_string(ok, "file", client->session->file);
    return us_session_close(client->session, err);
}

/* Gives the person's seat to an agent. */
US_VERB(handle_seat)
{
    US_WHOLE;
    const us_json_node *name;
    US_AUTOSTR(agent);
    US_TRY(us_session_check_person(client, err));
    US_TRY(us_json_require(message, "agent", US_JSON_STRING, &name, err));
    const char *file = client->session->file;
    us_status status = us_game_request_read_agent(client, name, &agent, err);
    if (status == US_OK)
        status = us_session_set_agent(client->session, agent.text, err);
    us_json_write_key_string(ok, "file", file);
    us_show_send_state(client->session);
    return status;
}

US_VERB(handle_pace)
{
    US_WHOLE;
    int64_t pace;
    US_TRY(us_session_check(client, err));
    US_TRY(us_json_require_int(message, "cycles", 0, US_PACE_MAX, &pace, err));
    us_session_set_pace(client->session, (int)pace);
    return US_OK;
}

US_VERB(handle_step)
{
    US_WHOLE;
    int64_t cycles;
    US_TRY(us_session_check(client, err));
    US_TRY(us_json_require_int(message, "cycles", 1, STEP_MAX, &cycles, err));
    US_TRY(us_session_step(client->session, (us_cycle)cycles, err));
    us_json_write_key_int(ok, "cycle", client->session->state.now);
    us_show_update(client->session, client->studio_server->now);
    return US_OK;
}

US_VERB(handle_order)
{
    const char *text;
    size_t length;
    US_AUTO(us_orders_clear) us_orders orders = {0};
    US_TRY(us_session_check_person(client, err));
    if (!us_client_find_member(client, "give", &text, &length))
        return us_json_fail(message, err, "member \"give\" is missing");
    US_AUTOSTR(scratch);
    us_line line = {.file = "order", .number = 1, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, length);
    US_TRY(us_order_read(&line, client->session->scenario->domain, client->session->seat, &orders));
    return us_session_add_order(client->session, &orders.order[0], err);
}

static bool has_unit(const us_id *unit, int units, us_id id)
{
    for (int u = 0; u < units; u++)
        if (unit[u] == id)
            return true;
    return false;
}

/* Reads the member "units": distinct ids. The caller frees *out. */
static us_status read_units(const us_json_node *message, us_id **out, int *count, us_error *err)
{
    const us_json_node *list;
    US_TRY(us_json_require(message, "units", US_JSON_ARRAY, &list, err));
    int units = us_json_size(list), u = 0;
    if (units > US_ORDER_UNITS_MAX)
        return us_json_fail(list, err, "expected at most %d units", (int)US_ORDER_UNITS_MAX);
    US_AUTOFREE us_id *unit = US_NEW_ARRAY(us_id, units + 1);
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        int64_t id;
        if (!us_json_int(node, &id) || id < 1 || id > UINT32_MAX || has_unit(unit, u, (us_id)id))
            return us_json_reject(node, err, "an entity's id, each once");
        unit[u++] = (us_id)id;
    }
    *out = US_STEAL(unit);
    *count = units;
    return US_OK;
}

US_VERB(handle_select)
{
    US_WHOLE;
    US_AUTOFREE us_id *unit = NULL;
    int units;
    US_TRY(us_session_check(client, err));
    US_TRY(read_units(message, &unit, &units, err));
    us_show_select(client->session, unit, units);
    us_show_update(client->session, client->studio_server->now);
    return US_OK;
}

static us_status read_place(const us_session *session, const us_json_node *message, int64_t *x,
                            int64_t *y, us_error *err)
{
    US_TRY(us_json_require_int(message, "x", 0, session->scenario->width - 1, x, err));
    return us_json_require_int(message, "y", 0, session->scenario->height - 1, y, err);
}

static void write_reason(us_json_writer *ok, us_reason reason)
{
    us_json_write_key_string(ok, "reason",
                             reason == US_REASON_NONE ? NULL : us_reason_name(reason));
    us_json_write_key_string(ok, "text", us_reason_text((int)reason));
}

US_VERB(handle_context)
{
    US_WHOLE;
    int64_t x, y, entity = 0;
    bool queued = false, dry = false;
    US_AUTOFREE us_id *unit = NULL;
    int units;
    us_order order;
    us_reason reason;
    us_status status = US_OK;
    US_TRY(us_session_check_person(client, err));
    us_session *session = client->session;
    US_TRY(read_place(session, message, &x, &y, err));
    US_TRY(us_json_get_int(message, "entity", 0, UINT32_MAX, &entity, err));
    US_TRY(us_json_get_bool(message, "queued", &queued, err));
    US_TRY(us_json_get_bool(message, "dry", &dry, err));
    US_TRY(read_units(message, &unit, &units, err));
    us_view view = us_session_view(session);
    us_point point = {.x = (int)x, .y = (int)y, .entity = (us_id)entity};
    bool found = us_menu_find_order(session->scenario, &view, point, unit, units, &order, &reason);
    const us_action_def *def = found ? &session->scenario->domain->action[order.action] : NULL;
    if (found && !dry) {
        order.queued = queued && def->queues;
        status = us_session_add_order(session, &order, err);
    }
    us_json_write_key_string(ok, "action", def ? def->name : NULL);
    write_reason(ok, reason);
    return status;
}

static us_status read_action(const us_session *session, const us_json_node *message,
                             us_order *order, us_error *err)
{
    const us_domain *domain = session->scenario->domain;
    const us_json_node *type = us_json_find(message, "type");
    const char *name;
    US_TRY(us_json_require_string(message, "action", &name, err));
    int action = us_domain_find_action(domain, name);
    if (action < 0)
        return us_json_fail(message, err, "there is no action \"%.64s\"", name);
    order->action = (int8_t)action;
    for (int p = 0; p < domain->action[action].param_count; p++) {
        if (domain->action[action].param[p].kind != US_VALUE_TYPE)
            continue;
        US_TRY(us_json_require_string(message, "type", &name, err));
        order->arg[p] = us_domain_find_type(domain, name);
        if (order->arg[p] < 0)
            return us_json_fail(type, err, "there is no type \"%.64s\"", name);
    }
    return US_OK;
}

US_VERB(handle_fits)
{
    int64_t x, y;
    US_AUTOFREE us_id *unit = NULL;
    us_order order = {0};
    US_TRY(us_session_check_person(client, err));
    us_session *session = client->session;
    US_TRY(read_place(session, message, &x, &y, err));
    US_TRY(read_action(session, message, &order, err));
    US_TRY(read_units(message, &unit, &order.unit_count, err));
    const us_action_def *def = &session->scenario->domain->action[order.action];
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = US_CELL(x, y);
    us_view view = us_session_view(session);
    order.seat = session->seat;
    order.unit = unit;
    if (!def->group && order.unit_count > 1)
        order.unit_count = 1;
    write_reason(ok, us_scenario_check(session->scenario, &view, &order));
    return US_OK;
}

const us_verb us_play_verbs[] = {
    {"play.open", handle_open},
    {"play.from", handle_from},
    {"play.join", handle_join},
    {"play.leave", handle_leave},
    {"play.end", handle_end},
    {"play.pace", handle_pace},
    {"play.step", handle_step},
    {"play.seat", handle_seat},
    {"play.order", handle_order},
    {"play.select", handle_select},
    {"play.context", handle_context},
    {"play.fits", handle_fits},
    {NULL, NULL},
};
