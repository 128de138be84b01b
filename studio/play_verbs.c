#include <string.h>

#include "base/lines.h"
#include "game/maps.h"
#include "players/players.h"
#include "studio/menu.h"
#include "studio/ontology.h"
#include "studio/session.h"

enum { STEP_MAX = 100000 };

/* ---- who plays */

/* Programs are started by nobody but whoever started this one; a file is one of the folders'. */
static us_status agent_of(us_guest *guest, const us_json_node *node, us_str *out, us_error *err)
{
    static const char *const outside[] = {"exec:", "bot:", "socket:"};
    static const char *const filed[] = {"library:", "tree:"};
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_refuse(node, err, "an agent's name, or null");
    const char *name = us_json_string(node);
    for (int i = 0; i < US_COUNT(outside); i++)
        if (us_text_starts(name, outside[i]))
            return us_json_fail(node, err, "%s is for the command line, not for pages", outside[i]);
    for (int i = 0; i < US_COUNT(filed); i++) {
        if (!us_text_starts(name, filed[i]))
            continue;
        const char *file = name + strlen(filed[i]), *settings = strrchr(file, '?');
        us_str called;
        us_str_init(&called);
        us_str_add_bytes(&called, file, settings ? (size_t)(settings - file) : strlen(file));
        us_str_add(out, filed[i]);
        us_status status = us_folders_find(&guest->hall->folders, called.text, false, out, err);
        us_str_add(out, settings ? settings : "");
        us_str_clear(&called);
        return status;
    }
    us_str_add(out, name);
    return US_OK;
}

/* A list of names by seat, with null for nobody said. */
static us_status each_seat(const us_json_node *message, const char *key,
                           const us_json_node *out[US_PLAY_SEATS], us_error *err)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_want(message, key, US_JSON_ARRAY, &list, err));
    if (!list)
        return US_OK;
    if (us_json_size(list) != US_PLAY_SEATS)
        return us_json_fail(list, err, "expected one for each of %d seats", (int)US_PLAY_SEATS);
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        const us_json_node *node = us_json_at(list, seat);
        out[seat] = us_json_type(node) == US_JSON_NULL ? NULL : node;
    }
    return US_OK;
}

/* ---- opening */

/* What a message says of a game to begin; texts live as long as it. */
typedef struct opening {
    us_session_def def;
    us_str agent[US_PLAY_SEATS], map, trace, from;
    us_domain *domain;
    us_goal top;
} opening;

static void opening_init(opening *o)
{
    *o = (opening){.def = {.play = us_play_def_default(), .seat = US_NEUTRAL}};
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_str_init(&o->agent[seat]);
    us_str_init(&o->map);
    us_str_init(&o->trace);
    us_str_init(&o->from);
}

static void opening_clear(opening *o)
{
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_str_clear(&o->agent[seat]);
    us_str_clear(&o->map);
    us_str_clear(&o->trace);
    us_str_clear(&o->from);
    us_domain_free(o->domain);
}

static us_status read_seat(us_guest *guest, const us_json_node *message, opening *o, bool all,
                           us_error *err)
{
    const us_json_node *agent[US_PLAY_SEATS] = {NULL};
    int64_t seat = US_NEUTRAL;
    US_TRY(us_json_want_int(message, "seat", US_NEUTRAL, US_PLAY_SEATS - 1, &seat, err));
    US_TRY(each_seat(message, "agents", agent, err));
    o->def.seat = (us_seat)seat;
    for (int s = 0; s < US_PLAY_SEATS; s++) {
        if (s == seat) {
            o->def.play.agent[s] = "human";
            o->def.play.people |= 1u << s;
        } else if (agent[s]) {
            US_TRY(agent_of(guest, agent[s], &o->agent[s], err));
            o->def.play.agent[s] = o->agent[s].text;
        } else if (all) {
            return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "nobody plays seat %d", s);
        }
    }
    return US_OK;
}

static us_status read_record(us_guest *guest, const us_json_node *message, const char *key,
                             opening *o, us_error *err)
{
    const us_json_node *file = us_json_find(message, key);
    if (!file || us_json_type(file) == US_JSON_NULL)
        return US_OK;
    US_TRY(us_guest_file(guest, message, key, true, &o->trace, err));
    size_t length = o->trace.length;
    if (length < 6 || !us_text_equal(o->trace.text + length - 6, ".jsonl"))
        return us_json_fail(file, err, "expected a name that ends in .jsonl");
    if (us_file_exists(o->trace.text))
        return us_json_fail(file, err, "there is such a file already: choose another name");
    o->def.play.trace = o->trace.text;
    o->def.file = us_json_string(file);
    return US_OK;
}

static us_status read_seed(const us_json_node *message, uint64_t *out, us_error *err)
{
    const us_json_node *node = us_json_find(message, "seed");
    int64_t number;
    if (!node)
        return US_OK;
    if (us_json_type(node) == US_JSON_STRING && us_text_u64(us_json_string(node), out))
        return US_OK;
    if (!us_json_int(node, &number) || number < 0)
        return us_json_refuse(node, err, "a seed: a whole number from 0");
    *out = (uint64_t)number;
    return US_OK;
}

/* A shipped map by its name; a file by how pages call it. */
static us_status read_map(us_guest *guest, const us_json_node *message, const char *domain,
                          opening *o, us_error *err)
{
    const char *map;
    US_TRY(us_json_need_string(message, "map", &map, err));
    if (us_map_is_path(domain, map))
        US_TRY(us_folders_find(&guest->hall->folders, map, false, &o->map, err));
    else
        us_str_add(&o->map, map);
    return US_OK;
}

static us_status read_top(const us_json_node *message, opening *o, const char *domain,
                          us_error *err)
{
    const us_json_node *top = us_json_find(message, "top");
    if (!top || us_json_type(top) == US_JSON_NULL)
        return US_OK;
    US_TRY(us_domain_shipped(domain, &o->domain, err));
    US_TRY(us_goal_read(o->domain, top, &o->top, err));
    o->def.top = &o->top;
    return US_OK;
}

static us_status read_new(us_guest *guest, const us_json_node *message, opening *o, us_error *err)
{
    us_play_def *play = &o->def.play;
    const us_game_kind *kind;
    const us_json_node *faction[US_PLAY_SEATS] = {NULL};
    US_TRY(us_json_need_string(message, "domain", &play->scenario.domain, err));
    US_TRY(us_game_kind_need(play->scenario.domain, &kind, err));
    US_TRY(read_map(guest, message, play->scenario.domain, o, err));
    int64_t most = us_game_kind_cycles(kind);
    US_TRY(us_json_want_int(message, "max_cycles", 1, US_CYCLES_LIMIT, &most, err));
    US_TRY(us_json_want_bool(message, "fog", &play->scenario.fog, err));
    US_TRY(each_seat(message, "factions", faction, err));
    US_TRY(read_seat(guest, message, o, true, err));
    US_TRY(read_seed(message, &play->seed, err));
    US_TRY(read_record(guest, message, "file", o, err));
    US_TRY(read_top(message, o, play->scenario.domain, err));
    play->scenario.map = o->map.text;
    play->scenario.max_cycles = (us_cycle)most;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        if (faction[seat] && us_json_type(faction[seat]) != US_JSON_STRING)
            return us_json_refuse(faction[seat], err, "a faction's name, or null");
        play->scenario.faction[seat] = faction[seat] ? us_json_string(faction[seat]) : NULL;
    }
    return US_OK;
}

static us_status read_from(us_guest *guest, const us_json_node *message, opening *o, us_error *err)
{
    us_play_def *play = &o->def.play;
    us_trace *trace;
    int64_t cycle;
    US_TRY(us_guest_file(guest, message, "file", false, &o->from, err));
    US_TRY(us_json_need_int(message, "cycle", 0, US_CYCLES_LIMIT, &cycle, err));
    US_TRY(read_seat(guest, message, o, false, err));
    US_TRY(read_record(guest, message, "record", o, err));
    US_TRY(us_trace_open(o->from.text, &trace, err));
    us_status status = read_top(message, o, us_trace_get_header(trace)->domain, err);
    us_trace_close(trace);
    play->from = o->from.text;
    play->from_cycle = (us_cycle)cycle;
    return status;
}

/* ---- the answer */

static void write_session(us_session *session, us_json_writer *ok)
{
    const us_scenario *scenario = session->scenario;
    const us_world *world = us_session_view(session).world;
    us_write_key_int(ok, "session", session->id);
    us_write_key_string(ok, "domain", scenario->domain->name);
    us_write_key_string(ok, "map", scenario->map_name);
    us_write_key_int(ok, "width", scenario->width);
    us_write_key_int(ok, "height", scenario->height);
    us_write_key_int(ok, "seats", scenario->seats);
    us_write_key_int(ok, "seat", session->seat);
    us_write_key_open(ok, "players", '[');
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_write_string(ok, session->play.agent[seat] ? session->play.agent[seat] : "recorded");
    us_write_close(ok, ']');
    us_write_key_open(ok, "factions", '[');
    for (int seat = 0; seat < scenario->seats; seat++)
        us_write_string(ok, world->faction[seat] < 0
                                ? NULL
                                : scenario->domain->factions.name[world->faction[seat]]);
    us_write_close(ok, ']');
    us_write_key_string(ok, "file", session->file);
    us_write_key_bool(ok, "fog", scenario->fog);
    us_write_key_u64(ok, "seed", us_match_game(session->match)->seed);
    us_write_key_int(ok, "pace", session->pace);
    us_write_key_int(ok, "cycle", session->state.now);
    us_write_key_int(ok, "max_cycles", scenario->max_cycles);
}

static us_status join(us_session *session, us_guest *guest, bool take, us_json_writer *ok,
                      us_error *err)
{
    US_TRY(us_session_join(session, guest, take, err));
    write_session(session, ok);
    us_show_goals(session);
    us_show_state(session);
    if (session->state.outcome.kind != US_OUTCOME_NONE)
        us_show_over(session);
    if (session->trouble.status != US_OK)
        us_show_trouble(session);
    return US_OK;
}

static us_status open_with(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_status (*read)(us_guest *, const us_json_node *, opening *,
                                             us_error *),
                           us_error *err)
{
    opening o;
    us_session *session = NULL;
    opening_init(&o);
    us_status status = read(guest, message, &o, err);
    if (status == US_OK)
        status = us_session_open(guest->hall, &o.def, &session, err);
    opening_clear(&o);
    return status == US_OK ? join(session, guest, true, ok, err) : status;
}

static us_status hear_open(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    return open_with(guest, message, ok, read_new, err);
}

static us_status hear_from(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    return open_with(guest, message, ok, read_from, err);
}

static us_status hear_join(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    us_session *session;
    int64_t id;
    bool take = false;
    US_TRY(us_json_need_int(message, "session", 1, UINT32_MAX, &id, err));
    US_TRY(us_json_want_bool(message, "take", &take, err));
    US_TRY(us_session_find(guest->hall, (uint32_t)id, &session, err));
    return join(session, guest, take, ok, err);
}

static us_status hear_leave(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                            us_error *err)
{
    (void)message;
    (void)ok;
    (void)err;
    us_session_leave(guest);
    return US_OK;
}

/* ---- while it goes */

static us_status need_session(us_guest *guest, us_error *err)
{
    if (guest->session)
        return US_OK;
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "this page shows no game");
}

static us_status need_person(us_guest *guest, us_error *err)
{
    US_TRY(need_session(guest, err));
    if (guest->session->seat >= 0)
        return US_OK;
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "nobody plays here: this game is only watched");
}

static us_status hear_end(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                          us_error *err)
{
    (void)message;
    US_TRY(need_session(guest, err));
    us_write_key_string(ok, "file", guest->session->file);
    return us_session_end(guest->session, err);
}

static us_status hear_pace(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    int64_t pace;
    (void)ok;
    US_TRY(need_session(guest, err));
    US_TRY(us_json_need_int(message, "cycles", 0, US_PACE_MAX, &pace, err));
    us_session_pace(guest->session, (int)pace);
    return US_OK;
}

static us_status hear_step(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    int64_t cycles;
    US_TRY(need_session(guest, err));
    US_TRY(us_json_need_int(message, "cycles", 1, STEP_MAX, &cycles, err));
    US_TRY(us_session_step(guest->session, (us_cycle)cycles, err));
    us_write_key_int(ok, "cycle", guest->session->state.now);
    us_show_go_on(guest->session, guest->hall->now);
    return US_OK;
}

static us_status hear_order(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                            us_error *err)
{
    const char *text;
    size_t length;
    us_str scratch;
    us_orders orders = {0};
    (void)ok;
    US_TRY(need_person(guest, err));
    if (!us_guest_member(guest, "give", &text, &length))
        return us_json_fail(message, err, "member \"give\" is missing");
    us_str_init(&scratch);
    us_line line = {.file = "order", .number = 1, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, length);
    us_status status =
        us_order_read(&line, guest->session->scenario->domain, guest->session->seat, &orders);
    if (status == US_OK)
        us_session_order(guest->session, &orders.order[0]);
    us_orders_clear(&orders);
    us_str_clear(&scratch);
    return status;
}

/* The member "units": ids, each once is the caller's affair. The caller frees *out. */
static us_status read_units(const us_json_node *message, us_id **out, int *count, us_error *err)
{
    const us_json_node *list;
    US_TRY(us_json_need(message, "units", US_JSON_ARRAY, &list, err));
    int units = us_json_size(list), u = 0;
    if (units > US_ORDER_UNITS_MAX)
        return us_json_fail(list, err, "expected at most %d units", (int)US_ORDER_UNITS_MAX);
    us_id *unit = US_NEW_ARRAY(us_id, units + 1);
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        int64_t id;
        if (!us_json_int(node, &id) || id < 1 || id > UINT32_MAX) {
            us_free(unit);
            return us_json_refuse(node, err, "an entity's id");
        }
        unit[u++] = (us_id)id;
    }
    *out = unit;
    *count = units;
    return US_OK;
}

static us_status hear_select(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                             us_error *err)
{
    us_id *unit;
    int units;
    (void)ok;
    US_TRY(need_session(guest, err));
    US_TRY(read_units(message, &unit, &units, err));
    us_show_select(guest->session, unit, units);
    us_free(unit);
    us_show_go_on(guest->session, guest->hall->now);
    return US_OK;
}

static us_status read_place(const us_session *session, const us_json_node *message, int64_t *x,
                            int64_t *y, us_error *err)
{
    US_TRY(us_json_need_int(message, "x", 0, session->scenario->width - 1, x, err));
    return us_json_need_int(message, "y", 0, session->scenario->height - 1, y, err);
}

static void write_reason(us_json_writer *ok, us_reason reason)
{
    us_write_key_string(ok, "reason", reason == US_REASON_NONE ? NULL : us_reason_name(reason));
    us_write_key_string(ok, "text", us_reason_text((int)reason));
}

static us_status hear_context(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                              us_error *err)
{
    int64_t x, y, entity = 0;
    bool queued = false, dry = false;
    us_id *unit;
    int units;
    us_order order;
    us_reason reason;
    US_TRY(need_person(guest, err));
    us_session *session = guest->session;
    US_TRY(read_place(session, message, &x, &y, err));
    US_TRY(us_json_want_int(message, "entity", 0, UINT32_MAX, &entity, err));
    US_TRY(us_json_want_bool(message, "queued", &queued, err));
    US_TRY(us_json_want_bool(message, "dry", &dry, err));
    US_TRY(read_units(message, &unit, &units, err));
    us_view view = us_session_view(session);
    us_point point = {.x = (int)x, .y = (int)y, .entity = (us_id)entity};
    bool found = us_menu_context(session->scenario, &view, point, unit, units, &order, &reason);
    const us_action_def *def = found ? &session->scenario->domain->action[order.action] : NULL;
    if (found && !dry) {
        order.queued = queued && def->queues;
        us_session_order(session, &order);
    }
    us_write_key_string(ok, "action", def ? def->name : NULL);
    write_reason(ok, reason);
    us_free(unit);
    return US_OK;
}

static us_status read_action(const us_session *session, const us_json_node *message,
                             us_order *order, us_error *err)
{
    const us_domain *domain = session->scenario->domain;
    const us_json_node *type = us_json_find(message, "type");
    const char *name;
    US_TRY(us_json_need_string(message, "action", &name, err));
    int action = us_domain_action(domain, name);
    if (action < 0)
        return us_json_fail(message, err, "there is no action \"%.64s\"", name);
    order->action = (int8_t)action;
    for (int p = 0; p < domain->action[action].param_count; p++) {
        if (domain->action[action].param[p].kind != US_VALUE_TYPE)
            continue;
        US_TRY(us_json_need_string(message, "type", &name, err));
        order->arg[p] = us_domain_type(domain, name);
        if (order->arg[p] < 0)
            return us_json_fail(type, err, "there is no type \"%.64s\"", name);
    }
    return US_OK;
}

static us_status hear_fits(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                           us_error *err)
{
    int64_t x, y;
    us_id *unit;
    us_order order = {0};
    US_TRY(need_person(guest, err));
    us_session *session = guest->session;
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
    us_free(unit);
    return US_OK;
}

const us_verb us_play_verbs[] = {
    {"play.open", hear_open},       {"play.from", hear_from},   {"play.join", hear_join},
    {"play.leave", hear_leave},     {"play.end", hear_end},     {"play.pace", hear_pace},
    {"play.step", hear_step},       {"play.order", hear_order}, {"play.select", hear_select},
    {"play.context", hear_context}, {"play.fits", hear_fits},   {NULL, NULL},
};

/* ---- labels */

static us_status need_book(us_guest *guest, us_error *err)
{
    US_TRY(need_person(guest, err));
    if (guest->session->book)
        return US_OK;
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "this game knows no goals");
}

static us_status read_id(us_guest *guest, const us_json_node *message, uint32_t *out, us_error *err)
{
    int64_t id;
    US_TRY(need_book(guest, err));
    US_TRY(us_json_need_int(message, "id", 1, UINT32_MAX, &id, err));
    *out = (uint32_t)id;
    return US_OK;
}

static us_status hear_goal_open(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                                us_error *err)
{
    us_goal goal;
    uint32_t id;
    int64_t back = 0;
    US_TRY(need_book(guest, err));
    us_session *session = guest->session;
    us_view view = us_session_view(session);
    US_TRY(us_goal_read(session->scenario->domain, message, &goal, err));
    US_TRY(us_json_want_int(message, "back", 0, INT32_MAX, &back, err));
    US_TRY(us_book_open(session->book, &goal, &view, (int)back, &id, err));
    us_write_key_int(ok, "id", id);
    us_session_labeled(session);
    return US_OK;
}

static us_status hear_goal_close(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                                 us_error *err)
{
    uint32_t id;
    int64_t back = 0;
    (void)ok;
    US_TRY(read_id(guest, message, &id, err));
    US_TRY(us_json_want_int(message, "back", 0, INT32_MAX, &back, err));
    us_view view = us_session_view(guest->session);
    US_TRY(us_book_close(guest->session->book, id, &view, (int)back, err));
    us_session_labeled(guest->session);
    return US_OK;
}

static us_status hear_goal_back(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                                us_error *err)
{
    uint32_t id;
    int64_t orders;
    (void)ok;
    US_TRY(read_id(guest, message, &id, err));
    US_TRY(us_json_need_int(message, "orders", 0, INT32_MAX, &orders, err));
    US_TRY(us_book_back(guest->session->book, id, (int)orders, err));
    us_session_labeled(guest->session);
    return US_OK;
}

static us_status hear_goal_drop(us_guest *guest, const us_json_node *message, us_json_writer *ok,
                                us_error *err)
{
    uint32_t id;
    (void)ok;
    US_TRY(read_id(guest, message, &id, err));
    US_TRY(us_book_drop(guest->session->book, id, err));
    us_session_labeled(guest->session);
    return US_OK;
}

const us_verb us_goal_verbs[] = {
    {"goal.open", hear_goal_open},
    {"goal.close", hear_goal_close},
    {"goal.back", hear_goal_back},
    {"goal.drop", hear_goal_drop},
    {NULL, NULL},
};
