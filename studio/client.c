#include "studio/client.h"

#include <string.h>

#include "base/guard.h"
#include "studio/async_request.h"
#include "studio/desk.h"
#include "studio/session.h"
#include "studio/viewing.h"

/* ---- outgoing messages */

/* Not by us_error_set, which allocates. */
us_status us_client_fail_memory(us_error *err)
{
    *err = (us_error){.status = US_FAILED,
                      .text = "out of memory: this request needs more than there is; close other "
                              "pages or end games, and try again"};
    return US_FAILED;
}

void us_client_send(us_client *client, us_str *bytes, bool binary)
{
    US_WHOLE;
    if (client->waiting + bytes->length > US_WAITING_MAX)
        client->lost = true;
    if (client->lost) {
        us_str_clear(bytes);
        return;
    }
    client->waiting += bytes->length;
    US_LIST_PUT(client->out, ((us_outgoing_message){.bytes = *bytes, .binary = binary}));
    us_str_init(bytes);
}

us_json_writer *us_client_message_begin(us_client_message *message, const char *word)
{
    us_str_init(&message->text);
    us_json_writer_init(&message->writer, &message->text);
    us_json_write_open(&message->writer, '{');
    us_json_write_key_string(&message->writer, "say", word);
    return &message->writer;
}

void us_outcome_write(const us_outcome *outcome, us_json_writer *writer)
{
    if (outcome->kind == US_OUTCOME_NONE) {
        us_json_write_key_null(writer, "outcome");
        return;
    }
    us_json_write_key_open(writer, "outcome", '{');
    us_json_write_key_string(writer, "kind",
                             outcome->kind == US_OUTCOME_WIN    ? "win"
                             : outcome->kind == US_OUTCOME_DRAW ? "draw"
                                                                : "broken");
    us_json_write_key_int(writer, "winner", outcome->winner);
    us_json_write_key_string(writer, "reason", outcome->reason);
    us_json_write_close(writer, '}');
}

void us_client_message_send(us_client *client, us_client_message *message)
{
    us_json_write_close(&message->writer, '}');
    us_client_send(client, &message->text, false);
}

void us_client_message_clear(us_client_message *message)
{
    us_str_clear(&message->text);
}

bool us_client_get_message(us_client *client, const char **bytes, size_t *length, bool *binary)
{
    if (client->sent > 0)
        us_str_clear(&client->out.item[client->sent - 1].bytes);
    /* Compacts the list even if the client never catches up. */
    if (client->sent > 0 && 2 * client->sent >= client->out.count) {
        client->out.count -= client->sent;
        memmove(client->out.item, client->out.item + client->sent,
                sizeof(us_outgoing_message) * (size_t)client->out.count);
        client->sent = 0;
    }
    if (client->out.count == 0)
        return false;
    const us_outgoing_message *parcel = &client->out.item[client->sent++];
    client->waiting -= parcel->bytes.length;
    *bytes = parcel->bytes.text;
    *length = parcel->bytes.length;
    *binary = parcel->binary;
    return true;
}

bool us_client_has_message(const us_client *client)
{
    return client->sent < client->out.count;
}

bool us_client_is_lost(const us_client *client)
{
    return client->lost;
}

/* ---- incoming messages */

static const us_verb *const tables[] = {us_home_verbs,  us_play_verbs,  us_goal_verbs,
                                        us_watch_verbs, us_label_verbs, us_compare_verbs,
                                        us_live_verbs};

static const us_verb *find_verb(const char *name)
{
    for (int t = 0; t < US_COUNT(tables); t++)
        for (const us_verb *verb = tables[t]; verb->name; verb++)
            if (us_text_equal(verb->name, name))
                return verb;
    return NULL;
}

bool us_client_find_member(const us_client *client, const char *key, const char **text,
                           size_t *length)
{
    us_pull pull;
    us_pull_init(&pull, client->text, client->length);
    us_pull_next(&pull);
    while (us_pull_next(&pull) == US_PULL_KEY) {
        bool found = us_pull_equal(&pull, key);
        const char *after = pull.text + pull.length + 1; /* after the key's quote */
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

static us_status dispatch(us_client *client, const us_json_node *root, us_json_writer *ok,
                          us_error *err)
{
    const char *name;
    US_TRY(us_json_require_string(root, "do", &name, err));
    const us_verb *verb = find_verb(name);
    if (!verb)
        return us_error_refuse(err, "there is no verb \"%.64s\"", name);
    return verb->handler(client, root, ok, err);
}

static void write_error(const us_error *err, us_json_writer *writer)
{
    us_json_write_key_open(writer, "error", '{');
    us_json_write_key_string(writer, "text", err->text);
    if (err->file[0])
        us_json_write_key_string(writer, "file", err->file);
    if (err->line)
        us_json_write_key_int(writer, "line", err->line);
    if (err->column)
        us_json_write_key_int(writer, "column", err->column);
    us_json_write_close(writer, '}');
}

static us_json_writer begin_answer(us_str *text, int64_t n)
{
    us_json_writer writer;
    us_json_writer_init(&writer, text);
    us_json_write_open(&writer, '{');
    us_json_write_key_int(&writer, "to", n);
    return writer;
}

static void answer_error(us_client *client, int64_t n, const us_error *err)
{
    US_WHOLE;
    US_AUTOSTR(text);
    us_json_writer writer = begin_answer(&text, n);
    us_error named = *err;
    us_folders_name_error(&client->studio_server->folders, &named);
    write_error(&named, &writer);
    us_json_write_close(&writer, '}');
    us_client_send(client, &text, false);
}

typedef struct good_answer {
    us_client *client;
    int64_t n;
    const us_str *members;
} good_answer;

static void answer_members(void *context)
{
    const good_answer *answer = context;
    US_AUTOSTR(text);
    us_json_writer writer = begin_answer(&text, answer->n);
    us_json_write_key(&writer, "ok");
    us_json_write_raw(&writer, answer->members->text);
    us_json_write_close(&writer, '}');
    us_client_send(answer->client, &text, false);
}

void us_client_answer(us_client *client, int64_t n, us_status status, const us_str *members,
                      const us_error *err)
{
    us_error short_of_memory;
    good_answer good = {client, n, members};
    if (status == US_OK && us_guard_run(answer_members, &good))
        return;
    if (status == US_OK)
        us_client_fail_memory(&short_of_memory);
    answer_error(client, n, status == US_OK ? &short_of_memory : err);
}

/* Moves the parcel that was added last to place `at` of the list. */
static void bring_forward(us_client *client, int at)
{
    us_outgoing_message last = client->out.item[client->out.count - 1];
    memmove(&client->out.item[at + 1], &client->out.item[at],
            sizeof(us_outgoing_message) * (size_t)(client->out.count - 1 - at));
    client->out.item[at] = last;
}

/* A message that is being handled. */
typedef struct request {
    us_client *client;
    us_str members;
    us_status status;
    us_error err;
    int64_t n; /* -1: not known yet */
} request;

/* Reads the message and carries it out. Memory that runs out ends this alone. */
static void carry_out(void *context)
{
    request *r = context;
    us_client *client = r->client;
    US_AUTOPTR(us_json) doc = NULL;
    us_json_writer ok;
    int64_t n;
    r->status = us_json_parse("message", client->text, client->length, &doc, &r->err);
    if (r->status == US_OK)
        r->status = us_json_require_int(us_json_root(doc), "n", 0, INT32_MAX, &n, &r->err);
    if (r->status != US_OK)
        return;
    client->n = r->n = n;
    us_json_writer_init(&ok, &r->members);
    us_json_write_open(&ok, '{');
    r->status = dispatch(client, us_json_root(doc), &ok, &r->err);
    us_json_write_close(&ok, '}');
}

/* Finds the number of a message that could not be read for want of memory. Allocates nothing. */
static int64_t find_number(const us_client *client)
{
    const char *text;
    size_t length;
    char digits[16] = "";
    int64_t n;
    if (!us_client_find_member(client, "n", &text, &length))
        return -1;
    for (; length > 0 && strchr(" \t\r\n", *text); text++)
        length--;
    if (length >= sizeof(digits))
        return -1;
    memcpy(digits, text, length);
    return us_text_to_int(digits, 0, INT32_MAX, &n) ? n : -1;
}

/* Answers with the verb's members or its error. Other messages that the verb queued follow the
 * answer. */
static void answer(request *r)
{
    us_client *client = r->client;
    int at = client->out.count;
    client->later = false;
    if (!us_guard_run(carry_out, r)) {
        r->status = us_client_fail_memory(&r->err);
        r->n = r->n < 0 ? find_number(client) : r->n;
    }
    if (r->n < 0) {
        us_client_message message;
        write_error(&r->err, us_client_message_begin(&message, "refused"));
        us_client_message_send(client, &message);
    } else if (!client->later) {
        us_client_answer(client, r->n, r->status, &r->members, &r->err);
        if (!client->lost)
            bring_forward(client, at);
    }
}

void us_client_handle(us_client *client, const char *text, size_t length)
{
    US_WHOLE;
    if (client->lost)
        return;
    if (length > US_MESSAGE_MAX) {
        client->lost = true;
        return;
    }
    us_reserve_refill();
    request r = {.client = client, .n = -1};
    us_str_init(&r.members);
    client->text = text;
    client->length = length;
    answer(&r);
    client->text = NULL;
    us_str_clear(&r.members);
}

/* ---- connecting and leaving */

_Static_assert(US_CLIENTS_MAX == 64, "the reason below names the number");

const char *us_studio_server_refusal(const us_studio_server *studio_server)
{
    if (studio_server->clients == US_CLIENTS_MAX)
        return "64 pages of this studio are open, as many as it serves: close one of them";
    return us_memory_is_short() ? "out of memory: close other pages, or end games" : NULL;
}

us_client *us_studio_server_connect(us_studio_server *studio_server)
{
    if (us_studio_server_refusal(studio_server))
        return NULL;
    US_WHOLE;
    us_client *client = US_NEW(us_client);
    client->studio_server = studio_server;
    studio_server->client[studio_server->clients++] = client;
    return client;
}

void us_client_disconnect(us_client *client)
{
    US_WHOLE;
    us_studio_server *studio_server = client->studio_server;
    us_session_leave(client);
    us_viewing_detach(client);
    us_desk_close(client);
    us_async_request_cancel(client);
    for (int i = 0; i < studio_server->clients; i++) {
        if (studio_server->client[i] != client)
            continue;
        studio_server->client[i] = studio_server->client[--studio_server->clients];
        break;
    }
    for (int i = client->sent > 0 ? client->sent - 1 : 0; i < client->out.count; i++)
        us_str_clear(&client->out.item[i].bytes);
    us_mem_free(client->out.item);
    us_mem_free(client);
}
