/* Any lines as the messages of pages, with time passing between them: each message has one answer,
 * what is said is JSON, and nothing outlives its page. */
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/rng.h"
#include "studio/desk.h"
#include "studio/server.h"
#include "tests/fuzz/studio_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGES = 32, TICK = 17, PATIENCE = 150000 };

static bool has(const char *line, size_t length, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= length; i++)
        if (memcmp(line + i, text, size) == 0)
            return true;
    return false;
}

/* Thousands of cycles at once, and comparing one experiment again, take their time and show nothing
 * new. */
static bool is_expensive(const char *line, size_t length, int *experiments)
{
    int digits = 0;
    if (has(line, length, "experiment."))
        return ++*experiments > 2;
    for (size_t i = 0; i < length; i++) {
        digits = line[i] >= '0' && line[i] <= '9' ? digits + 1 : 0;
        if (digits > 3 && has(line, length, "play.step"))
            return true;
    }
    return false;
}

static void read_all(us_client *page_client)
{
    const char *bytes;
    size_t length;
    bool binary;
    while (us_client_get_message(page_client, &bytes, &length, &binary)) {
        us_json *doc;
        if (binary)
            continue;
        us_assert(us_json_parse("said", bytes, length, &doc, NULL) == US_OK);
        us_json_free(doc);
    }
}

static bool is_at_work(const us_studio_server *server)
{
    bool at_work = server->requests > 0;
    for (int i = 0; i < server->clients; i++)
        at_work |= server->client[i]->desk && server->client[i]->desk->study;
    return at_work;
}

/* What is answered aside comes within a while, so that a run does the same each time. */
static void wait_for_answers(us_studio_server *server, int64_t now)
{
    for (int i = 0; is_at_work(server) && i < PATIENCE; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        us_studio_server_update(server, now);
    }
    us_assert(!is_at_work(server));
}

/* A line that begins with a blank is another page's; with a tab, it is not waited for. */
static void send_line(us_studio_server *server, us_client *const page_client[2], const char *line,
                      size_t length, int64_t now)
{
    us_client_handle(page_client[length > 0 && line[0] == ' '], line, length);
    bool told = us_client_has_message(page_client[0]) || us_client_has_message(page_client[1]);
    us_assert(told || us_client_is_lost(page_client[0]) || us_client_is_lost(page_client[1]) ||
              server->requests > 0);
    us_studio_server_update(server, now);
    if (length > 0 && line[0] != '\t')
        wait_for_answers(server, now);
    read_all(page_client[0]);
    read_all(page_client[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_studio_server *server;
    int64_t now = 0;
    int experiments = 0;
    studio_folder_begin();
    const char *folder = studio_folder_place("it");
    us_assert(us_studio_server_open(&folder, 1, &server, NULL) == US_OK);
    us_client *const page_client[2] = {us_studio_server_connect(server),
                                       us_studio_server_connect(server)};
    const char *at = (const char *)data, *end = at + size;
    for (int i = 0; i < MESSAGES && at < end; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);
        if (!is_expensive(at, length, &experiments))
            send_line(server, page_client, at, length, now += TICK);
        at = newline ? newline + 1 : end;
    }
    us_studio_server_close(server, NULL);
    studio_folder_restore();
    return 0;
}

/* ---- how inputs are made */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* What pages ask, so that each verb is asked often, and with members that it takes. */
static const char *const asked[] = {
    "\"home\"",
    "\"domain\",\"domain\":\"skirmish\"",
    "\"maps\",\"domain\":\"arena\"",
    "\"agents\",\"domain\":\"microrts\"",
    ("\"play.open\",\"domain\":\"skirmish\",\"map\":\"open-2\",\"seat\":0,"
     "\"agents\":[null,\"ai:raid\"],\"seed\":7,\"fog\":true,\"file\":\"it/n.jsonl\""),
    ("\"play.open\",\"domain\":\"arena\",\"map\":\"hall-1\",\"seat\":1,"
     "\"agents\":[\"random\",null],\"max_cycles\":60,\"file\":\"it/m.jsonl\""),
    ("\"play.open\",\"domain\":\"microrts\",\"map\":\"plain-8\",\"seat\":0,"
     "\"agents\":[null,\"random\"]"),
    ("\"play.open\",\"domain\":\"skirmish\",\"map\":\"open-2\",\"seat\":-1,"
     "\"agents\":[\"library:it/a.db\",\"tree:it/x.brl?think=30\"],\"factions\":[\"orc\",null]"),
    ("\"play.from\",\"file\":\"it/game.jsonl\",\"cycle\":120,\"seat\":0,\"agents\":[null,null],"
     "\"record\":\"it/f.jsonl\",\"top\":{\"goal\":\"DefeatPlayer\",\"args\":{\"player\":1}}"),
    "\"play.from\",\"file\":\"it/n.jsonl\",\"cycle\":9,\"seat\":1,\"agents\":[\"idle\",null]",
    "\"play.join\",\"session\":1,\"take\":true",
    "\"play.leave\"",
    "\"play.end\"",
    "\"play.pace\",\"cycles\":600",
    "\"play.step\",\"cycles\":20",
    "\"play.seat\",\"agent\":\"ai:raid\"",
    "\"play.order\",\"give\":{\"order\":\"move\",\"args\":{\"units\":[10,11],\"x\":4,\"y\":5}}",
    "\"play.order\",\"give\":{\"order\":\"train\",\"args\":{\"unit\":9,\"type\":\"peasant\"}}",
    "\"play.select\",\"units\":[9,10,11]",
    "\"play.context\",\"units\":[10],\"x\":3,\"y\":3,\"entity\":1,\"queued\":true",
    "\"play.fits\",\"units\":[10],\"action\":\"build\",\"type\":\"farm\",\"x\":9,\"y\":9",
    ("\"goal.open\",\"goal\":\"BuildUnits\",\"args\":{\"player\":0,\"type\":\"peasant\","
     "\"number\":2},\"back\":1"),
    "\"goal.open\",\"goal\":\"DefeatPlayer\",\"args\":{\"player\":1}",
    "\"goal.close\",\"id\":2,\"back\":1",
    "\"goal.back\",\"id\":2,\"orders\":2",
    "\"goal.drop\",\"id\":3",
    "\"watch.open\",\"file\":\"it/game.jsonl\"",
    "\"watch.open\",\"file\":\"it/n.jsonl\",\"map\":\"open-2\"",
    "\"watch.leave\"",
    "\"watch.plan\",\"cycle\":100,\"seat\":0,\"unfold\":[2,3]",
    "\"watch.failures\",\"seat\":0",
    "\"watch.orders\",\"from\":2",
    "\"watch.labels\"",
    "\"label.open\",\"file\":\"it/game.jsonl\",\"seat\":0",
    "\"label.open\",\"file\":\"it/n.jsonl\"",
    "\"label.leave\"",
    ("\"label.edit\",\"change\":\"add\",\"goal\":\"DefeatPlayer\",\"args\":{\"player\":1},"
     "\"first\":2,\"end\":6"),
    "\"label.edit\",\"change\":\"goal\",\"id\":2,\"goal\":\"WinWargus\",\"args\":{\"player\":0}",
    "\"label.edit\",\"change\":\"from\",\"id\":2,\"first\":3",
    "\"label.edit\",\"change\":\"to\",\"id\":2,\"end\":5",
    "\"label.edit\",\"change\":\"split\",\"id\":2,\"first\":4",
    "\"label.edit\",\"change\":\"merge\",\"id\":2,\"other\":3",
    "\"label.edit\",\"change\":\"exclude\",\"id\":1,\"first\":1,\"end\":3",
    "\"label.edit\",\"change\":\"include\",\"id\":1,\"first\":1,\"end\":3",
    "\"label.edit\",\"change\":\"delete\",\"id\":3",
    "\"label.edit\",\"change\":\"close\",\"id\":2,\"closed\":90,\"achieved\":true",
    "\"label.edit\",\"change\":\"parent\",\"id\":3,\"other\":1",
    "\"label.edit\",\"change\":\"accept\"",
    "\"label.edit\",\"change\":\"reject\",\"id\":4",
    "\"label.undo\"",
    "\"label.redo\"",
    "\"label.save\",\"force\":true",
    "\"label.reload\"",
    "\"label.note\",\"endings\":[{\"id\":2,\"closed\":80,\"achieved\":true}]",
    "\"label.study\"",
    "\"label.suggest\"",
    "\"library.list\",\"file\":\"it/a.db\"",
    "\"library.behavior\",\"file\":\"it/a.db\",\"hash\":\"e44e7559fda25aec\"",
    "\"library.diff\",\"a\":\"it/a.db\",\"b\":\"it/b.db\"",
    "\"experiment.open\",\"file\":\"it/e/manifest.jsonl\",\"since\":\"\"",
};
static const char *const worth[] = {
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "-1",
    "60",
    "100",
    "239",
    "240",
    "241",
    "4294967295",
    "2147483647",
    "2147483648",
    "1e9",
    "0.5",
    "9999999999999999999",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"it/n.jsonl\"",
    "\"it/game.jsonl\"",
    "\"it/arena.jsonl\"",
    "\"it/a.db\"",
    "\"shipped/skirmish/domain.json\"",
    "\"orc\"",
    "\"peasant\"",
    "\"WinWargus\"",
};

/* Replaces some bytes of the text; false: there is no room. */
static bool splice(us_str *text, size_t at, size_t gone, const char *with, size_t most)
{
    us_str made;
    if (text->length - gone + strlen(with) > most)
        return false;
    us_str_init(&made);
    us_str_add_bytes(&made, text->text, at);
    us_str_add(&made, with);
    us_str_add_bytes(&made, text->text + at + gone, text->length - at - gone);
    us_str_clear(text);
    *text = made;
    return true;
}

static size_t line_at(const us_str *text, us_rng *rng)
{
    size_t at = text->length ? us_rng_next_below(rng, (uint32_t)text->length) : 0;
    while (at > 0 && text->text[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_end(const us_str *text, size_t at)
{
    while (at < text->length && text->text[at] != '\n')
        at++;
    return at < text->length ? at + 1 : at;
}

static bool ask_something(us_str *text, us_rng *rng, size_t most)
{
    static const char *const page[] = {"", "", "", " ", "\t"};
    us_str line;
    us_str_init(&line);
    us_str_addf(&line, "%s{\"n\":%u,\"do\":%s}\n", page[us_rng_next_below(rng, US_COUNT(page))],
                (unsigned)us_rng_next_below(rng, 100),
                asked[us_rng_next_below(rng, US_COUNT(asked))]);
    bool behind = us_rng_next_bool(rng, 1, 2);
    bool done = splice(text, behind ? text->length : line_at(text, rng), 0, line.text, most);
    us_str_clear(&line);
    return done;
}

/* What stands behind some colon becomes something else. */
static bool change_value(us_str *text, us_rng *rng, size_t most)
{
    size_t at = line_at(text, rng), end = line_end(text, at), colons = 0, to;
    for (size_t i = at; i < end; i++)
        colons += text->text[i] == ':' || text->text[i] == '[';
    if (colons == 0)
        return false;
    for (size_t left = us_rng_next_below(rng, (uint32_t)colons) + 1; at < end && left > 0; at++)
        left -= text->text[at] == ':' || text->text[at] == '[';
    for (to = at; to < end && !strchr(",]}\n", text->text[to]);)
        to++;
    return splice(text, at, to - at, worth[us_rng_next_below(rng, US_COUNT(worth))], most);
}

static bool repeat_line(us_str *text, us_rng *rng, size_t most)
{
    us_str line;
    size_t at = line_at(text, rng), end = line_end(text, at);
    us_str_init(&line);
    us_str_add_bytes(&line, text->text + at, end - at);
    bool done = splice(text, line_at(text, rng), 0, line.text, most);
    us_str_clear(&line);
    return done;
}

static bool drop_line(us_str *text, us_rng *rng, size_t most)
{
    size_t at = line_at(text, rng);
    return splice(text, at, line_end(text, at) - at, "", most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static bool (*const ways[])(us_str *, us_rng *, size_t) = {
        ask_something, ask_something, ask_something, change_value,
        change_value,  repeat_line,   drop_line};
    us_rng rng = us_rng_derive(seed, "pages", 0);
    us_str text;
    if (us_rng_next_bool(&rng, 1, 8))
        return LLVMFuzzerMutate(data, size, most);
    us_str_init(&text);
    us_str_add_bytes(&text, (const char *)data, size);
    for (uint32_t i = us_rng_next_below(&rng, 4) + 1; i > 0; i--)
        ways[us_rng_next_below(&rng, US_COUNT(ways))](&text, &rng, most);
    size = text.length < most ? text.length : most;
    memcpy(data, text.text, size);
    us_str_clear(&text);
    return size;
}
