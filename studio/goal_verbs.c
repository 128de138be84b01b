#include "base/guard.h"
#include "studio/session.h"

static us_status need_annotation(us_client *client, us_error *err)
{
    US_TRY(us_session_check_person(client, err));
    if (client->session->annotation)
        return US_OK;
    return us_error_refuse(err, "this game knows no goals");
}

static us_status read_id(us_client *client, const us_json_node *message, uint32_t *out,
                         us_error *err)
{
    int64_t id;
    US_TRY(need_annotation(client, err));
    US_TRY(us_json_require_int(message, "id", 1, UINT32_MAX, &id, err));
    *out = (uint32_t)id;
    return US_OK;
}

US_VERB(handle_goal_open)
{
    US_WHOLE;
    us_goal goal;
    uint32_t id;
    int64_t back = 0;
    US_TRY(need_annotation(client, err));
    us_session *session = client->session;
    us_view view = us_session_view(session);
    US_TRY(us_goal_read(session->scenario->domain, message, &goal, err));
    US_TRY(us_json_get_int(message, "back", 0, INT32_MAX, &back, err));
    US_TRY(us_live_annotation_open_goal(session->annotation, &goal, &view, (int)back, &id, err));
    us_json_write_key_int(ok, "id", id);
    us_session_save_labels(session);
    return US_OK;
}

US_VERB(handle_goal_close)
{
    US_WHOLE;
    uint32_t id;
    int64_t back = 0;
    US_TRY(read_id(client, message, &id, err));
    US_TRY(us_json_get_int(message, "back", 0, INT32_MAX, &back, err));
    us_view view = us_session_view(client->session);
    US_TRY(us_live_annotation_close_goal(client->session->annotation, id, &view, (int)back, err));
    us_session_save_labels(client->session);
    return US_OK;
}

US_VERB(handle_goal_back)
{
    US_WHOLE;
    uint32_t id;
    int64_t orders;
    US_TRY(read_id(client, message, &id, err));
    US_TRY(us_json_require_int(message, "orders", 0, INT32_MAX, &orders, err));
    us_view view = us_session_view(client->session);
    US_TRY(us_live_annotation_move_begin(client->session->annotation, id, &view, (int)orders, err));
    us_session_save_labels(client->session);
    return US_OK;
}

US_VERB(handle_goal_drop)
{
    US_WHOLE;
    uint32_t id;
    US_TRY(read_id(client, message, &id, err));
    US_TRY(us_live_annotation_drop(client->session->annotation, id, err));
    us_session_save_labels(client->session);
    return US_OK;
}

const us_verb us_goal_verbs[] = {
    {"goal.open", handle_goal_open},
    {"goal.close", handle_goal_close},
    {"goal.back", handle_goal_back},
    {"goal.drop", handle_goal_drop},
    {NULL, NULL},
};
