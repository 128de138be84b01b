#include "studio/show.h"

#include "base/guard.h"
#include "studio/menu.h"
#include "studio/ontology.h"
#include "studio/session.h"

enum {
    FRAME = 15,       /* milliseconds between states: a screen's rate */
    TELL_EVERY = 100, /* milliseconds between "state" messages */
    MENU_EVERY = 120,
    EVENTS_TOLD = 200,
};

void us_show_begin(us_session *session)
{
    us_show *show = &session->show;
    const us_scenario *scenario = session->scenario;
    us_show_end(session);
    *show = (us_show){.begun = true, .cycle = -1};
    us_str_init(&show->menu);
    us_packer_init(&show->packer, scenario->domain, scenario->width, scenario->height,
                   scenario->seats, US_FILM_PLANES);
}

void us_show_end(us_session *session)
{
    us_show *show = &session->show;
    if (!show->begun)
        return;
    us_packer_clear(&show->packer);
    us_mem_free(show->unit);
    us_str_clear(&show->menu);
    us_events_clear(&show->event);
    *show = (us_show){.begun = false};
}

/* ---- messages */

void us_show_send_state(us_session *session)
{
    us_client_message message;
    if (!session->client)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "state");
    us_json_write_key_int(writer, "cycle", session->state.now);
    us_json_write_key_int(writer, "pace", session->pace);
    us_json_write_key_bool(writer, "behind", session->behind);
    us_client_message_send(session->client, &message);
    session->show.state_sent = session->studio_server->now;
}

void us_show_send_outcome(us_session *session)
{
    us_client_message message;
    us_error broken;
    char text[1024];
    if (!session->client)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "over");
    us_json_write_key_int(writer, "cycle", session->state.now);
    us_outcome_write(&session->state.outcome, writer);
    if (us_match_status(session->match, &broken) != US_OK)
        us_json_write_key_string(writer, "why", us_error_print(&broken, text, sizeof(text)));
    us_client_message_send(session->client, &message);
}

void us_show_send_error(us_session *session)
{
    us_client_message message;
    char text[1024];
    if (!session->client)
        return;
    us_error named = session->failure;
    us_folders_name_error(&session->studio_server->folders, &named);
    us_json_writer *writer = us_client_message_begin(&message, "trouble");
    us_json_write_key_string(writer, "text", us_error_print(&named, text, sizeof(text)));
    us_client_message_send(session->client, &message);
}

void us_show_send_goals(us_session *session)
{
    us_client_message message;
    if (!session->client || !session->annotation)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "goals");
    us_live_annotation_write(session->annotation, writer);
    us_json_write_key_bool(writer, "recorded", session->play.trace);
    us_json_write_key_bool(writer, "saved", us_session_is_saved(session));
    us_client_message_send(session->client, &message);
}

void us_show_send_order(us_session *session, us_cycle now, const us_order *order, us_reason reason)
{
    us_client_message message;
    if (!session->client)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "order");
    us_json_write_key_int(writer, "cycle", now);
    us_json_write_key_int(writer, "id", order->id);
    us_json_write_key_string(writer, "order",
                             session->scenario->domain->action[order->action].name);
    us_json_write_key_int(writer, "units", order->unit_count);
    us_json_write_key_string(writer, "reason",
                             reason == US_REASON_NONE ? NULL : us_reason_name(reason));
    us_json_write_key_string(writer, "text", us_reason_text((int)reason));
    us_json_write_key_int(writer, "goal", order->goal);
    us_client_message_send(session->client, &message);
}

void us_show_send_edit(us_session *session, const us_note *edit)
{
    us_client_message message;
    if (!session->client)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "edited");
    us_json_write_key_int(writer, "cycle", edit->cycle);
    us_json_write_key_int(writer, "seat", edit->seat);
    us_json_write_key_hash(writer, "hash", edit->behavior);
    us_json_write_key_int(writer, "node", edit->node);
    us_json_write_key_bool(writer, "put", edit->repair.number > 0);
    us_json_write_key_string(writer, "text", edit->text ? edit->text : "");
    us_json_write_key_string(writer, "why", edit->why ? edit->why : "");
    us_client_message_send(session->client, &message);
}

static void send_events(us_session *session)
{
    us_events *list = &session->show.event;
    us_client_message message;
    if (list->count == 0)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "events");
    us_json_write_key_open(writer, "events", '[');
    for (int i = 0; i < list->count && i < EVENTS_TOLD; i++) {
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "cycle", list->event[i].cycle);
        us_event_write(session->scenario->domain, &list->event[i], writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_client_message_send(session->client, &message);
    us_events_reset(list);
}

/* A person's page gets nothing of squads: it would see what the enemy is up to. */
static void send_squads(us_session *session)
{
    us_client_message message;
    int squads = 0;
    session->show.squads_sent = true;
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        squads += session->squads[seat].squads;
    if (session->seat >= 0 || squads == 0)
        return;
    us_json_writer *writer = us_client_message_begin(&message, "squads");
    us_json_write_key_open(writer, "squads", '[');
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        if (!session->squads[seat].squads)
            continue;
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "seat", seat);
        us_plan_tree_write_squad(&session->squads[seat], writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_client_message_send(session->client, &message);
}

/* ---- the menu */

void us_show_select(us_session *session, const us_id *unit, int units)
{
    us_show *show = &session->show;
    us_mem_free(show->unit);
    show->unit = US_NEW_ARRAY(us_id, units + 1);
    show->units = units;
    for (int u = 0; u < units; u++)
        show->unit[u] = unit[u];
    us_str_reset(&show->menu);
    show->menu_checked = 0;
}

static void send_menu(us_session *session, int64_t now)
{
    us_show *show = &session->show;
    us_client_message message;
    show->menu_checked = now;
    us_view view = us_session_view(session);
    us_menu_write(session->scenario, &view, show->unit, show->units,
                  us_client_message_begin(&message, "menu"));
    if (us_text_equal(message.text.text, show->menu.text)) {
        us_str_clear(&message.text);
        return;
    }
    us_str_reset(&show->menu);
    us_str_add(&show->menu, message.text.text);
    us_client_message_send(session->client, &message);
}

/* ---- the film */

static void send_state(us_session *session)
{
    us_show *show = &session->show;
    const us_world *world = us_session_view(session).world;
    us_str bytes;
    if (world->now == show->cycle)
        return;
    us_str_init(&bytes);
    us_str_add_char(&bytes, US_FILM_STATES);
    if (us_packer_add(&show->packer, world, &bytes, &session->failure) == US_OK) {
        us_client_send(session->client, &bytes, true);
    } else {
        us_str_clear(&bytes);
        us_session_fail(session);
    }
    show->cycle = world->now;
}

void us_show_update(us_session *session, int64_t now)
{
    us_show *show = &session->show;
    if (session->client->waiting > US_WAITING_MUCH || us_memory_is_short())
        return; /* a slow client gets fewer states */
    if (session->pace > 0 && now - show->sent < FRAME)
        return;
    show->sent = now;
    bool changed = session->state.now != show->cycle;
    if (changed)
        send_state(session);
    send_events(session);
    if (!show->squads_sent)
        send_squads(session);
    us_view view = us_session_view(session);
    if (session->annotation && changed && us_live_annotation_update(session->annotation, &view))
        us_show_send_goals(session);
    if (show->unit && (now - show->menu_checked >= MENU_EVERY || show->menu.length == 0))
        send_menu(session, now);
    if (changed && now - show->state_sent >= TELL_EVERY)
        us_show_send_state(session);
}
