#include "tests/unit/studio_page.h"

#include <string.h>
#include <time.h>

void studio_page_begin(studio_page *kit)
{
    us_error err;
    scratch_folder("it");
    const char *folder = scratch("it");
    *kit = (studio_page){.now = 1000};
    us_str_init(&kit->messages_text);
    us_str_init(&kit->film);
    REQUIRE(us_studio_server_open(&folder, 1, &kit->server, &err) == US_OK);
    us_studio_server_update(kit->server, kit->now);
    kit->client = us_studio_server_connect(kit->server);
    REQUIRE(kit->client != NULL);
}

void studio_page_end(studio_page *kit)
{
    us_json_free(kit->answer);
    if (kit->server)
        us_studio_server_close(kit->server, NULL);
    us_str_clear(&kit->messages_text);
    us_str_clear(&kit->film);
}

void studio_page_forget(studio_page *kit)
{
    us_str_reset(&kit->messages_text);
    us_str_reset(&kit->film);
}

/* Answers are kept, the rest is gathered. */
static void read_all(studio_page *kit)
{
    const char *bytes;
    size_t length;
    bool binary;
    while (us_client_get_message(kit->client, &bytes, &length, &binary)) {
        US_AUTOPTR(us_json) doc = NULL;
        us_error err;
        if (binary) {
            REQUIRE(length > 0);
            us_str_add_bytes(&kit->film, bytes + 1, length - 1);
            continue;
        }
        REQUIRE(us_json_parse("sent", bytes, length, &doc, &err) == US_OK);
        if (us_json_find(us_json_root(doc), "to")) {
            us_json_free(kit->answer);
            kit->answer = US_STEAL(doc);
            continue;
        }
        us_str_add_bytes(&kit->messages_text, bytes, length);
        us_str_add_char(&kit->messages_text, '\n');
    }
}

void studio_page_send(studio_page *kit, const char *text)
{
    us_client_handle(kit->client, text, strlen(text));
    read_all(kit);
}

/* What is answered aside takes its time; the studio's clock stands meanwhile. */
static void wait_for_answer(studio_page *kit)
{
    enum { TRIES = 30000 };
    for (int i = 0; !kit->answer && i < TRIES; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        studio_page_go_on(kit, 0);
    }
    REQUIRE(kit->answer != NULL);
}

static void ask(studio_page *kit, const char *verb, const char *members)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "{'do':'%s','n':%d%s%s}", verb, ++kit->messages, *members ? "," : "",
                members);
    for (char *c = text.text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    us_json_free(kit->answer);
    kit->answer = NULL;
    studio_page_send(kit, text.text);
    us_str_clear(&text);
    wait_for_answer(kit);
    int64_t to = 0;
    us_json_require_int(us_json_root(kit->answer), "to", 0, INT32_MAX, &to, NULL);
    CHECK_INT(to, kit->messages);
}

const us_json_node *studio_page_ask(studio_page *kit, const char *verb, const char *members)
{
    ask(kit, verb, members);
    return us_json_find(us_json_root(kit->answer), "ok");
}

const char *studio_page_refused(studio_page *kit, const char *verb, const char *members)
{
    const char *text = "";
    ask(kit, verb, members);
    const us_json_node *error = us_json_find(us_json_root(kit->answer), "error");
    CHECK(error != NULL);
    us_json_get_string(error, "text", &text, NULL);
    return text;
}

void studio_page_go_on(studio_page *kit, int milliseconds)
{
    kit->now += milliseconds;
    us_studio_server_update(kit->server, kit->now);
    read_all(kit);
}

const char *studio_page_find_reply(const studio_page *kit, const char *word)
{
    const char *found = NULL;
    US_AUTOSTR(begin);
    us_str_addf(&begin, "{\"say\":\"%s\"", word);
    for (const char *at = kit->messages_text.text; (at = strstr(at, begin.text)) != NULL; at++)
        found = at;
    return found;
}

int64_t studio_page_int(const us_json_node *answer, const char *key)
{
    int64_t value = INT64_MIN;
    us_error err;
    if (us_json_require_int(answer, key, INT64_MIN, INT64_MAX, &value, &err) != US_OK)
        FAIL("%s", err.text);
    return value;
}
