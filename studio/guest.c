#include "studio/guest.h"

#include <string.h>

#include "studio/aside.h"
#include "studio/desk.h"
#include "studio/session.h"
#include "studio/watch.h"

/* ---- what it is sent */

void us_guest_send(us_guest *guest, us_str *bytes, bool binary)
{
    if (guest->waiting + bytes->length > US_WAITING_MAX)
        guest->lost = true;
    if (guest->lost) {
        us_str_clear(bytes);
        return;
    }
    guest->waiting += bytes->length;
    US_LIST_PUT(guest->out, ((us_parcel){.bytes = *bytes, .binary = binary}));
    us_str_init(bytes);
}

us_json_writer *us_guest_say(us_saying *saying, const char *word)
{
    us_str_init(&saying->text);
    us_write_init(&saying->writer, &saying->text);
    us_write_open(&saying->writer, '{');
    us_write_key_string(&saying->writer, "say", word);
    return &saying->writer;
}

void us_outcome_write(const us_outcome *outcome, us_json_writer *writer)
{
    if (outcome->kind == US_OUTCOME_NONE) {
        us_write_key_null(writer, "outcome");
        return;
    }
    us_write_key_open(writer, "outcome", '{');
    us_write_key_string(writer, "kind",
                        outcome->kind == US_OUTCOME_WIN    ? "win"
                        : outcome->kind == US_OUTCOME_DRAW ? "draw"
                                                           : "broken");
    us_write_key_int(writer, "winner", outcome->winner);
    us_write_key_string(writer, "reason", outcome->reason);
    us_write_close(writer, '}');
}

void us_guest_said(us_guest *guest, us_saying *saying)
{
    us_write_close(&saying->writer, '}');
    us_guest_send(guest, &saying->text, false);
}

bool us_guest_next(us_guest *guest, const char **bytes, size_t *length, bool *binary)
{
    if (guest->sent > 0)
        us_str_clear(&guest->out.item[guest->sent - 1].bytes);
    /* Also of a guest that never catches up. */
    if (guest->sent > 0 && 2 * guest->sent >= guest->out.count) {
        guest->out.count -= guest->sent;
        memmove(guest->out.item, guest->out.item + guest->sent,
                sizeof(us_parcel) * (size_t)guest->out.count);
        guest->sent = 0;
    }
    if (guest->out.count == 0)
        return false;
    const us_parcel *parcel = &guest->out.item[guest->sent++];
    guest->waiting -= parcel->bytes.length;
    *bytes = parcel->bytes.text;
    *length = parcel->bytes.length;
    *binary = parcel->binary;
    return true;
}

bool us_guest_waits(const us_guest *guest)
{
    return guest->sent < guest->out.count;
}

bool us_guest_lost(const us_guest *guest)
{
    return guest->lost;
}

/* ---- what it says */

static const us_verb *const tables[] = {us_home_verbs,  us_play_verbs,  us_goal_verbs,
                                        us_watch_verbs, us_label_verbs, us_compare_verbs};

static const us_verb *find_verb(const char *name)
{
    for (int t = 0; t < US_COUNT(tables); t++)
        for (const us_verb *verb = tables[t]; verb->name; verb++)
            if (us_text_equal(verb->name, name))
                return verb;
    return NULL;
}

bool us_guest_member(const us_guest *guest, const char *key, const char **text, size_t *length)
{
    us_pull pull;
    us_pull_init(&pull, guest->text, guest->length);
    us_pull_next(&pull);
    while (us_pull_next(&pull) == US_PULL_KEY) {
        bool found = us_pull_is(&pull, key);
        const char *after = pull.text + pull.length + 1; /* behind the key's quote */
        if (!us_pull_skip(&pull))
            return false;
        if (!found)
            continue;
        while (*after != ':')
            after++;
        *text = after + 1;
        *length = (size_t)(pull.at - *text);
        return true;
    }
    return false;
}

static us_status hear(us_guest *guest, const us_json_node *root, us_json_writer *ok, us_error *err)
{
    const char *name;
    US_TRY(us_json_need_string(root, "do", &name, err));
    const us_verb *verb = find_verb(name);
    if (!verb)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "there is no verb \"%.64s\"", name);
    return verb->hear(guest, root, ok, err);
}

static void write_error(const us_error *err, us_json_writer *writer)
{
    us_write_key_open(writer, "error", '{');
    us_write_key_string(writer, "text", err->text);
    if (err->file[0])
        us_write_key_string(writer, "file", err->file);
    if (err->line)
        us_write_key_int(writer, "line", err->line);
    if (err->column)
        us_write_key_int(writer, "column", err->column);
    us_write_close(writer, '}');
}

void us_guest_answer(us_guest *guest, int64_t n, us_status status, const us_str *members,
                     const us_error *err)
{
    us_str text;
    us_json_writer writer;
    us_str_init(&text);
    us_write_init(&writer, &text);
    us_write_open(&writer, '{');
    us_write_key_int(&writer, "to", n);
    if (status == US_OK) {
        us_write_key(&writer, "ok");
        us_write_json(&writer, members->text);
    } else {
        us_error named = *err;
        us_folders_name(&guest->hall->folders, &named);
        write_error(&named, &writer);
    }
    us_write_close(&writer, '}');
    us_guest_send(guest, &text, false);
}

/* The parcel that was added last goes to that place among those that wait. */
static void bring_forward(us_guest *guest, int at)
{
    us_parcel last = guest->out.item[guest->out.count - 1];
    memmove(&guest->out.item[at + 1], &guest->out.item[at],
            sizeof(us_parcel) * (size_t)(guest->out.count - 1 - at));
    guest->out.item[at] = last;
}

/* The answer to message n: what the verb has written, or an error. What the verb says unasked comes
 * behind it. */
static void answer(us_guest *guest, const us_json_node *root, int64_t n)
{
    us_str members;
    us_error err = {0};
    us_json_writer ok;
    int at = guest->out.count;
    guest->n = n;
    guest->later = false;
    us_str_init(&members);
    us_write_init(&ok, &members);
    us_write_open(&ok, '{');
    us_status status = hear(guest, root, &ok, &err);
    us_write_close(&ok, '}');
    if (!guest->later) {
        us_guest_answer(guest, n, status, &members, &err);
        if (!guest->lost)
            bring_forward(guest, at);
    }
    us_str_clear(&members);
}
void us_guest_hear(us_guest *guest, const char *text, size_t length)
{
    us_json *doc = NULL;
    us_error err = {0};
    int64_t n = 0;
    if (guest->lost)
        return;
    if (length > US_MESSAGE_MAX) {
        guest->lost = true;
        return;
    }
    guest->text = text;
    guest->length = length;
    if (us_json_parse("message", text, length, &doc, &err) == US_OK &&
        us_json_need_int(us_json_root(doc), "n", 0, INT32_MAX, &n, &err) == US_OK) {
        answer(guest, us_json_root(doc), n);
    } else {
        us_saying saying;
        write_error(&err, us_guest_say(&saying, "refused"));
        us_guest_said(guest, &saying);
    }
    guest->text = NULL;
    us_json_free(doc);
}

/* ---- coming and going */

us_guest *us_hall_enter(us_hall *hall)
{
    if (hall->guests == US_GUESTS_MAX)
        return NULL;
    us_guest *guest = US_NEW(us_guest);
    guest->hall = hall;
    hall->guest[hall->guests++] = guest;
    return guest;
}

void us_guest_leave(us_guest *guest)
{
    us_hall *hall = guest->hall;
    us_session_leave(guest);
    us_watch_leave(guest);
    us_desk_leave(guest);
    us_aside_leave(guest);
    for (int i = 0; i < hall->guests; i++) {
        if (hall->guest[i] != guest)
            continue;
        hall->guest[i] = hall->guest[--hall->guests];
        break;
    }
    for (int i = guest->sent > 0 ? guest->sent - 1 : 0; i < guest->out.count; i++)
        us_str_clear(&guest->out.item[i].bytes);
    us_free(guest->out.item);
    us_free(guest);
}
