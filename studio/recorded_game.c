#include "studio/recorded_game.h"

#include <string.h>

#include "game/maps.h"
#include "traces/reader.h"

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
