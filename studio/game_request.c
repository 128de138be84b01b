#include "studio/game_request.h"

#include <string.h>
#include <sys/stat.h>

#include "game/maps.h"
#include "players/identity.h"
#include "players/players.h"
#include "traces/annotation.h"
#include "traces/reader.h"
#include "traces/states.h"

/* ---- recorded games */

const char *us_recorded_game_map(const us_recorded_game *recorded)
{
    return recorded->map.length ? recorded->map.text : NULL;
}

void us_recorded_game_clear(us_recorded_game *recorded)
{
    us_str_clear(&recorded->path);
    us_str_clear(&recorded->map);
}

/* Finds the map beside the trace. If it is missing, the path becomes one that does not exist, for
 * the error. */
static void find_beside(const us_folders *folders, const char *map, us_recorded_game *out)
{
    const char *slash = strrchr(out->file, '/'), *name = strrchr(map, '/');
    US_AUTOSTR(call);
    us_str_add_bytes(&call, out->file, (size_t)(slash - out->file) + 1);
    us_str_add(&call, name ? name + 1 : map);
    if (us_folders_find(folders, call.text, false, &out->map, NULL) != US_OK)
        us_str_add(&out->map, call.text);
}

static us_status find_map(us_client *client, const us_json_node *message, us_recorded_game *out,
                          us_error *err)
{
    const us_folders *folders = &client->studio_server->folders;
    const char *told = NULL;
    US_AUTOPTR(us_trace) trace = NULL;
    us_error fault;
    US_TRY(us_json_get_string(message, "map", &told, err));
    if (us_trace_open(out->path.text, &trace, &fault) != US_OK)
        return us_error_set(err, fault.status, out->file, fault.line, fault.column, "%s",
                            fault.text);
    const us_trace_header *header = us_trace_get_header(trace);
    us_status status = US_OK;
    US_AUTOSTR(call);
    if (told && us_map_is_path(header->domain, told))
        status = us_folders_find(folders, told, false, &out->map, err);
    else if (told)
        us_str_add(&out->map, told);
    else if (header->map[0] && us_map_is_path(header->domain, header->map) &&
             !us_folders_print_name(folders, header->map, &call))
        find_beside(folders, header->map, out);
    return status;
}

us_status us_recorded_game_find(us_client *client, const us_json_node *message,
                                us_recorded_game *out, us_error *err)
{
    us_str_init(&out->path);
    us_str_init(&out->map);
    US_TRY(us_folders_find_member(&client->studio_server->folders, message, "file", false,
                                  &out->path, err));
    US_TRY(us_json_require_string(message, "file", &out->file, err));
    return find_map(client, message, out, err);
}

us_status us_recorded_game_check_size(const us_client *client, const us_recorded_game *recorded,
                                      int64_t bytes, int64_t *size, us_error *err)
{
    enum { MEGABYTE = 1 << 20 };
    const us_studio_server *studio_server = client->studio_server;
    struct stat info = {0};
    int64_t shown = -bytes;
    if (stat(recorded->path.text, &info) != 0)
        info.st_size = 0; /* reading it gives the reason */
    for (int i = 0; i < studio_server->clients; i++)
        shown += studio_server->client[i]->watched + studio_server->client[i]->labeled;
    if (shown > 0 && shown + info.st_size > US_TRACES_BYTES_MAX)
        return us_error_set(err, US_BAD_INPUT, recorded->file, 0, 0,
                            "the pages show traces of %d MiB, and this one has %d: expected at "
                            "most %d MiB together; close another page, or leave its game",
                            (int)(shown / MEGABYTE), (int)(info.st_size / MEGABYTE),
                            (int)(US_TRACES_BYTES_MAX / MEGABYTE));
    *size = info.st_size;
    return US_OK;
}

/* ---- requests */

/* ---- agents */

us_status us_game_request_read_agent(us_client *client, const us_json_node *name, us_str *out,
                                     us_error *err)
{
    static const char *const filed[] = {"library:", "tree:"};
    if (us_json_type(name) != US_JSON_STRING)
        return us_json_reject(name, err, "an agent's agent, or null");
    const char *agent = us_json_string(name);
    if (!us_agent_is_deterministic(agent)) /* another program plays */
        return us_json_fail(name, err, "%.*s is for the command line, not for pages",
                            (int)strcspn(agent, ":") + 1, agent);
    for (int i = 0; i < US_COUNT(filed); i++) {
        if (!us_text_has_prefix(agent, filed[i]))
            continue;
        const char *file = agent + strlen(filed[i]), *settings = strrchr(file, '?');
        US_AUTOSTR(called);
        us_str_add_bytes(&called, file, settings ? (size_t)(settings - file) : strlen(file));
        us_str_add(out, filed[i]);
        us_status status =
            us_folders_find(&client->studio_server->folders, called.text, false, out, err);
        us_str_add(out, settings ? settings : "");
        return status;
    }
    us_str_add(out, agent);
    return US_OK;
}

/* Reads a list with one entry for each seat; null entries become NULL. */
static us_status each_seat(const us_json_node *message, const char *key,
                           const us_json_node *out[US_PLAY_SEATS], us_error *err)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_get(message, key, US_JSON_ARRAY, &list, err));
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

void us_game_request_init(us_game_request *request)
{
    *request = (us_game_request){.def = {.play = us_play_def_default(), .seat = US_NEUTRAL}};
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_str_init(&request->agent[seat]);
    us_str_init(&request->map);
    us_str_init(&request->trace);
    us_str_init(&request->from.path);
    us_str_init(&request->from.map);
}

void us_game_request_clear(us_game_request *request)
{
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_str_clear(&request->agent[seat]);
    us_str_clear(&request->map);
    us_str_clear(&request->trace);
    us_recorded_game_clear(&request->from);
    us_domain_free(request->domain);
}

static us_status read_seat(us_client *client, const us_json_node *message, us_game_request *request,
                           bool all, us_error *err)
{
    const us_json_node *agent[US_PLAY_SEATS] = {NULL};
    int64_t seat = US_NEUTRAL;
    US_TRY(us_json_get_int(message, "seat", US_NEUTRAL, US_PLAY_SEATS - 1, &seat, err));
    US_TRY(each_seat(message, "agents", agent, err));
    request->def.seat = (us_seat)seat;
    for (int s = 0; s < US_PLAY_SEATS; s++) {
        if (s == seat) {
            request->def.play.agent[s] = us_human_kind.prefix;
            request->def.play.people |= 1u << s;
        } else if (agent[s]) {
            US_TRY(us_game_request_read_agent(client, agent[s], &request->agent[s], err));
            request->def.play.agent[s] = request->agent[s].text;
        } else if (all) {
            return us_error_refuse(err, "nobody plays seat %d", s);
        }
    }
    return US_OK;
}

/* A recording would replace labels and states that lie beside a deleted trace. */
static bool is_taken(const char *trace)
{
    void (*const place[])(const char *trace, us_str *out) = {us_annotation_path, us_states_path};
    bool taken = us_file_exists(trace);
    US_AUTOSTR(path);
    for (int i = 0; i < US_COUNT(place); i++) {
        us_str_reset(&path);
        place[i](trace, &path);
        taken |= us_file_exists(path.text);
    }
    return taken;
}

static us_status read_record(us_client *client, const us_json_node *message, const char *key,
                             us_game_request *request, us_error *err)
{
    const us_json_node *file = us_json_find(message, key);
    if (!file || us_json_type(file) == US_JSON_NULL)
        return US_OK;
    US_TRY(us_folders_find_member(&client->studio_server->folders, message, key, true,
                                  &request->trace, err));
    if (!us_text_has_suffix(request->trace.text, ".jsonl"))
        return us_json_fail(file, err, "expected a name that ends in .jsonl");
    if (is_taken(request->trace.text))
        return us_json_fail(file, err, "there is such a file already: choose another name");
    request->def.play.trace = request->trace.text;
    request->def.file = us_json_string(file);
    return US_OK;
}

static us_status read_seed(const us_json_node *message, uint64_t *out, us_error *err)
{
    const us_json_node *node = us_json_find(message, "seed");
    int64_t number;
    if (!node)
        return US_OK;
    if (us_json_type(node) == US_JSON_STRING && us_text_to_u64(us_json_string(node), out))
        return US_OK;
    if (!us_json_int(node, &number) || number < 0)
        return us_json_reject(node, err, "a seed: a whole number from 0");
    *out = (uint64_t)number;
    return US_OK;
}

/* Reads a shipped map by its name, or a file by its page name. */
static us_status read_map(us_client *client, const us_json_node *message, const char *domain,
                          us_game_request *request, us_error *err)
{
    const char *map;
    US_TRY(us_json_require_string(message, "map", &map, err));
    if (us_map_is_path(domain, map))
        US_TRY(us_folders_find(&client->studio_server->folders, map, false, &request->map, err));
    else
        us_str_add(&request->map, map);
    return US_OK;
}

static us_status read_top(const us_json_node *message, us_game_request *request, const char *domain,
                          us_error *err)
{
    const us_json_node *top = us_json_find(message, "top");
    if (!top || us_json_type(top) == US_JSON_NULL)
        return US_OK;
    US_TRY(us_domain_load_shipped(domain, &request->domain, err));
    US_TRY(us_goal_read(request->domain, top, &request->top, err));
    us_goal_resolve_seats(request->domain, &request->top, request->def.seat, US_PLAY_SEATS);
    if (us_goal_find_missing_seat(request->domain, &request->top, US_PLAY_SEATS) != US_NEUTRAL)
        return us_json_reject(top, err, "a goal that names seats of the game");
    request->def.top = &request->top;
    return US_OK;
}

us_status us_game_request_read(us_client *client, const us_json_node *message,
                               us_game_request *request, us_error *err)
{
    us_play_def *play = &request->def.play;
    const us_game_kind *kind;
    const us_json_node *faction[US_PLAY_SEATS] = {NULL};
    US_TRY(us_json_require_string(message, "domain", &play->scenario.domain, err));
    US_TRY(us_game_kind_require(play->scenario.domain, &kind, err));
    US_TRY(read_map(client, message, play->scenario.domain, request, err));
    int64_t most = us_game_kind_max_cycles(kind);
    US_TRY(us_json_get_int(message, "max_cycles", 1, US_CYCLES_LIMIT, &most, err));
    US_TRY(us_json_get_bool(message, "fog", &play->scenario.fog, err));
    US_TRY(each_seat(message, "factions", faction, err));
    US_TRY(read_seat(client, message, request, true, err));
    US_TRY(read_seed(message, &play->seed, err));
    US_TRY(read_record(client, message, "file", request, err));
    US_TRY(read_top(message, request, play->scenario.domain, err));
    play->scenario.map = request->map.text;
    play->scenario.max_cycles = (us_cycle)most;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        if (faction[seat] && us_json_type(faction[seat]) != US_JSON_STRING)
            return us_json_reject(faction[seat], err, "a faction's name, or null");
        play->scenario.faction[seat] = faction[seat] ? us_json_string(faction[seat]) : NULL;
    }
    return US_OK;
}

us_status us_game_request_read_continued(us_client *client, const us_json_node *message,
                                         us_game_request *request, us_error *err)
{
    us_play_def *play = &request->def.play;
    US_AUTOPTR(us_trace) trace = NULL;
    int64_t cycle;
    US_TRY(us_recorded_game_find(client, message, &request->from, err));
    US_TRY(us_json_require_int(message, "cycle", 0, US_CYCLES_LIMIT, &cycle, err));
    US_TRY(read_seat(client, message, request, false, err));
    US_TRY(read_record(client, message, "record", request, err));
    US_TRY(us_trace_open(request->from.path.text, &trace, err));
    us_status status = read_top(message, request, us_trace_get_header(trace)->domain, err);
    play->scenario.map = us_recorded_game_map(&request->from);
    play->from = request->from.path.text;
    play->from_cycle = (us_cycle)cycle;
    return status;
}
