/* Verbs about the behaviors of a running game: a person reads, edits and saves them. */
#include <string.h>

#include "base/file.h"
#include "base/guard.h"
#include "players/live_edit.h"
#include "studio/session.h"

enum { BEHAVIORS_MAX = 500 }; /* in an answer */

static us_status find_plan(const us_client *client, const us_json_node *message, us_seat *seat,
                           us_plan **out, us_error *err)
{
    int64_t number;
    US_TRY(us_session_check(client, err));
    const us_session *session = client->session;
    US_TRY(us_json_require_int(message, "seat", 0, session->scenario->seats - 1, &number, err));
    *seat = (us_seat)number;
    return us_live_find_plan(us_match_player(session->match, *seat), *seat, out, err);
}

static void write_behavior(const us_plan_behavior *behavior, us_json_writer *ok)
{
    US_AUTOSTR(goal);
    us_template_print_goal(behavior->template, &goal);
    us_json_write_open(ok, '{');
    us_json_write_key_string(ok, "name", behavior->template->name);
    us_json_write_key_string(ok, "goal", goal.text);
    us_json_write_key_hash(ok, "hash", behavior->hash);
    us_json_write_key_int(ok, "node", behavior->node);
    us_json_write_key_bool(ok, "replaced", behavior->replaced);
    us_json_write_close(ok, '}');
}

US_VERB(handle_behaviors)
{
    US_WHOLE; /* the plan may read behaviors now */
    us_seat seat;
    us_plan *plan;
    US_TRY(find_plan(client, message, &seat, &plan, err));
    US_AUTOFREE us_plan_behavior *list = US_NEW_ARRAY(us_plan_behavior, BEHAVIORS_MAX);
    int count = us_plan_list_behaviors(plan, list, BEHAVIORS_MAX);
    us_json_write_key_int(ok, "seat", seat);
    us_json_write_key_int(ok, "total", count);
    us_json_write_key_open(ok, "behaviors", '[');
    for (int i = 0; i < count && i < BEHAVIORS_MAX; i++)
        write_behavior(&list[i], ok);
    us_json_write_close(ok, ']');
    return US_OK;
}

US_VERB(handle_text)
{
    us_seat seat;
    us_plan *plan;
    const char *name;
    US_AUTOSTR(text);
    US_TRY(find_plan(client, message, &seat, &plan, err));
    US_TRY(us_json_require_string(message, "name", &name, err));
    US_TRY(us_live_print(plan, name, &text, err));
    us_json_write_key_string(ok, "name", name);
    us_json_write_key_string(ok, "text", text.text);
    return US_OK;
}

static us_status edit(us_plan *plan, us_template *template, us_error *err)
{
    US_WHOLE;
    return us_plan_edit(plan, template, 0, err);
}

US_VERB(handle_edit)
{
    us_seat seat;
    us_plan *plan;
    const us_json_node *text;
    US_AUTOPTR(us_template) template = NULL;
    US_TRY(find_plan(client, message, &seat, &plan, err));
    US_TRY(us_json_require(message, "text", US_JSON_STRING, &text, err));
    const us_session *session = client->session;
    if (session->state.outcome.kind != US_OUTCOME_NONE)
        return us_error_refuse(err, "the game is over");
    const char *bytes = us_json_string(text);
    US_TRY(us_live_read(plan, session->scenario->domain, "text", bytes, strlen(bytes), &template,
                        err));
    us_json_write_key_string(ok, "name", template->name);
    return edit(plan, US_STEAL(template), err);
}

/* Writes the behavior, with its cases, to a new file of behaviors. */
US_VERB(handle_save)
{
    us_seat seat;
    us_plan *plan;
    const char *name;
    int left_out;
    US_AUTOSTR(path);
    US_AUTOSTR(text);
    US_AUTOSTR(new_name);
    US_TRY(find_plan(client, message, &seat, &plan, err));
    US_TRY(us_json_require_string(message, "name", &name, err));
    US_TRY(
        us_folders_find_member(&client->studio_server->folders, message, "file", true, &path, err));
    const us_json_node *file = us_json_find(message, "file");
    if (!us_text_has_suffix(path.text, ".brl"))
        return us_json_fail(file, err, "expected a name that ends in .brl");
    if (us_file_exists(path.text))
        return us_json_fail(file, err, "there is such a file already: choose another name");
    US_TRY(us_live_print_with_cases(client->session->match, seat, name, &text, &new_name, &left_out,
                                    err));
    us_json_write_key_string(ok, "file", us_json_string(file));
    us_json_write_key_string(ok, "name", new_name.text);
    us_json_write_key_int(ok, "left_out", left_out);
    us_status status = us_file_write_new(path.text, text.text, text.length, err);
    if (status != US_OK)
        us_folders_name_error(&client->studio_server->folders, err);
    return status;
}

const us_verb us_live_verbs[] = {
    {"live.behaviors", handle_behaviors},
    {"live.text", handle_text},
    {"live.edit", handle_edit},
    {"live.save", handle_save},
    {NULL, NULL},
};
