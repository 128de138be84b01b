#include "base/guard.h"
#include "studio/desk.h"
#include "studio/game_request.h"
#include "studio/session.h"

/* ---- opening */

/* Finds the annotation file of the trace, and the reason why it cannot be changed, if any. */
static us_status place_labels(us_client *client, const char *file, const char *trace, us_str *path,
                              us_str *fixed, us_error *err)
{
    US_WHOLE; /* paths of the system are freed */
    us_error why = {0};
    const us_folders *folders = &client->studio_server->folders;
    US_AUTOSTR(called);
    us_annotation_path(file, &called);
    us_status status = us_folders_find(folders, called.text, true, path, &why);
    if (status == US_OK)
        status = us_file_check_writable(path->text, &why);
    if (status == US_OK && us_studio_server_is_recording(client->studio_server, trace)) {
        us_str_add(fixed, "This game is still being recorded: end it first");
    } else if (status != US_OK) {
        us_str_addf(fixed, "These labels can be read only: %s", why.text);
        us_str_reset(path);
        us_annotation_path(trace, path);
        status = US_OK;
    }
    /* an existing file must lie within the folders, even through links */
    if (us_file_exists(path->text)) {
        us_str_reset(path);
        status = us_folders_find(folders, called.text, false, path, err);
    }
    return status;
}

static us_status open_recorded(us_client *client, const us_recorded_game *recorded, int seat,
                               us_editing **out, us_error *err)
{
    US_AUTOSTR(path);
    US_AUTOSTR(fixed);
    US_TRY(place_labels(client, recorded->file, recorded->path.text, &path, &fixed, err));
    return us_editing_open(recorded->path.text, us_recorded_game_map(recorded), path.text, seat,
                           fixed.length ? fixed.text : NULL, out, err);
}

US_VERB(handle_open)
{
    int64_t seat = -1;
    US_AUTO(us_recorded_game_clear) us_recorded_game recorded = {0};
    us_editing *editing = NULL;
    int64_t size;
    US_TRY(us_json_get_int(message, "seat", -1, US_SEATS_MAX - 1, &seat, err));
    US_TRY(us_recorded_game_find(client, message, &recorded, err));
    US_TRY(us_recorded_game_check_size(client, &recorded, client->labeled, &size, err));
    US_TRY(open_recorded(client, &recorded, (int)seat, &editing, err));
    us_desk *desk = us_desk_open(client, editing);
    client->labeled = size;
    us_json_write_key_string(ok, "file", us_json_string(us_json_find(message, "file")));
    us_desk_write_course(desk, ok);
    us_desk_write(desk, ok);
    return US_OK;
}

static us_status need_desk(us_client *client, us_desk **out, us_error *err)
{
    *out = client->desk;
    if (*out)
        return US_OK;
    return us_error_refuse(err, "this page labels no game: label.open comes first");
}

US_VERB(handle_leave)
{
    US_WHOLE;
    us_desk_close(client);
    return US_OK;
}

/* ---- changing */

/* Members of each change. */
enum { ID = 1, SOME_ID = 2, OTHER = 4, GOAL = 8, FIRST = 16, END = 32, CLOSED = 64 };
static const int members_of[US_EDITS] = {
    [US_EDIT_ADD] = GOAL | FIRST | END,
    [US_EDIT_GOAL] = ID | GOAL,
    [US_EDIT_FROM] = ID | FIRST,
    [US_EDIT_TO] = ID | END,
    [US_EDIT_SPLIT] = ID | FIRST,
    [US_EDIT_MERGE] = ID | OTHER,
    [US_EDIT_EXCLUDE] = ID | FIRST | END,
    [US_EDIT_INCLUDE] = ID | FIRST | END,
    [US_EDIT_DELETE] = ID,
    [US_EDIT_CLOSE] = ID | CLOSED,
    [US_EDIT_PARENT] = ID | OTHER,
    [US_EDIT_ACCEPT] = SOME_ID,
    [US_EDIT_REJECT] = SOME_ID,
};

static us_status read_numbers(const us_json_node *message, int members, us_edit *change,
                              us_error *err)
{
    int64_t id = 0, other = 0, first = 0, end = 0, closed = -1;
    if (members & ID)
        US_TRY(us_json_require_int(message, "id", 1, UINT32_MAX, &id, err));
    if (members & SOME_ID)
        US_TRY(us_json_get_int(message, "id", 0, UINT32_MAX, &id, err));
    if (members & OTHER)
        US_TRY(us_json_require_int(message, "other", 0, UINT32_MAX, &other, err));
    if (members & FIRST)
        US_TRY(us_json_require_int(message, "first", 0, US_EDITING_ORDERS_MAX, &first, err));
    if (members & END)
        US_TRY(us_json_require_int(message, "end", 0, US_EDITING_ORDERS_MAX, &end, err));
    if (members & CLOSED)
        US_TRY(us_json_require_int(message, "closed", -1, INT32_MAX, &closed, err));
    if (members & CLOSED)
        US_TRY(us_json_get_bool(message, "achieved", &change->achieved, err));
    change->id = (uint32_t)id;
    change->other = (uint32_t)other;
    change->first = (int)first;
    change->end = (int)end;
    change->closed = (us_cycle)closed;
    return US_OK;
}

static us_status read_change(const us_editing *editing, const us_json_node *message,
                             us_edit *change, us_error *err)
{
    const us_json_node *node;
    US_TRY(us_json_require(message, "change", US_JSON_STRING, &node, err));
    int kind = us_edit_kind_find(us_json_string(node));
    if (kind < 0)
        return us_json_fail(node, err, "there is no change \"%.64s\"", us_json_string(node));
    *change = (us_edit){.kind = (us_edit_kind)kind};
    if (members_of[kind] & GOAL)
        US_TRY(us_goal_read(editing->course->domain, message, &change->goal, err));
    return read_numbers(message, members_of[kind], change, err);
}

US_VERB(handle_edit)
{
    US_WHOLE;
    us_desk *desk;
    us_edit change;
    uint32_t id;
    US_TRY(need_desk(client, &desk, err));
    US_TRY(read_change(desk->editing, message, &change, err));
    US_TRY(us_editing_change(desk->editing, &change, &id, err));
    us_json_write_key_int(ok, "id", id);
    us_desk_write(desk, ok);
    return US_OK;
}

/* Carries out a change without members; answers with the editing state. */
static us_status carry_out(us_client *client, us_status (*what)(us_editing *editing, us_error *err),
                           us_json_writer *ok, us_error *err)
{
    US_WHOLE;
    us_desk *desk;
    US_TRY(need_desk(client, &desk, err));
    US_TRY(what(desk->editing, err));
    us_desk_write(desk, ok);
    return US_OK;
}

US_VERB(handle_undo)
{
    return carry_out(client, us_editing_undo, ok, err);
}

US_VERB(handle_redo)
{
    return carry_out(client, us_editing_redo, ok, err);
}

US_VERB(handle_save)
{
    return carry_out(client, us_editing_save, ok, err);
}

US_VERB(handle_reload)
{
    return carry_out(client, us_editing_reload, ok, err);
}

static us_status read_ending(const us_json_node *node, us_goal_ending *out, us_error *err)
{
    int64_t id, closed;
    bool achieved = false;
    US_TRY(us_json_require_int(node, "id", 1, UINT32_MAX, &id, err));
    US_TRY(us_json_require_int(node, "closed", 0, INT32_MAX, &closed, err));
    US_TRY(us_json_get_bool(node, "achieved", &achieved, err));
    *out = (us_goal_ending){.id = (uint32_t)id, .closed = (us_cycle)closed, .achieved = achieved};
    return US_OK;
}

US_VERB(handle_note)
{
    US_WHOLE;
    us_desk *desk;
    const us_json_node *list;
    int count = 0;
    US_TRY(need_desk(client, &desk, err));
    US_TRY(us_json_require(message, "endings", US_JSON_ARRAY, &list, err));
    US_AUTOFREE us_goal_ending *known = US_NEW_ARRAY(us_goal_ending, us_json_size(list) + 1);
    us_status status = US_OK;
    for (const us_json_node *n = us_json_first(list); n && status == US_OK; n = us_json_next(n))
        status = read_ending(n, &known[count++], err);
    if (status == US_OK)
        status = us_editing_set_endings(desk->editing, known, count, err);
    US_TRY(status);
    us_desk_write(desk, ok);
    return US_OK;
}

/* ---- studies */

US_VERB(handle_study)
{
    US_WHOLE;
    us_desk *desk;
    US_TRY(need_desk(client, &desk, err));
    us_desk_request_study(desk);
    return US_OK;
}

US_VERB(handle_suggest)
{
    US_WHOLE;
    us_desk *desk;
    US_TRY(need_desk(client, &desk, err));
    if (desk->editing->fixed.text[0])
        return us_error_refuse(err, "%s", desk->editing->fixed.text);
    us_desk_request_suggestions(desk);
    return US_OK;
}

const us_verb us_label_verbs[] = {
    {"label.open", handle_open},
    {"label.leave", handle_leave},
    {"label.edit", handle_edit},
    {"label.undo", handle_undo},
    {"label.redo", handle_redo},
    {"label.save", handle_save},
    {"label.reload", handle_reload},
    {"label.note", handle_note},
    {"label.study", handle_study},
    {"label.suggest", handle_suggest},
    {NULL, NULL},
};
