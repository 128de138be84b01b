#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/guard.h"
#include "studio/client.h"
#include "tests/unit/failing_memory.h"
#include "tests/unit/library_file.h"
#include "tests/unit/studio_page.h"

#define GAME   "'domain':'skirmish','map':'open-2','seed':3"
#define PERSON GAME ",'seat':0,'agents':[null,'idle']"

enum { LOST_MAX = 32 << 10 }; /* bytes that a failed request may lose, by its mean */

/* Two pages of one studio. The first plays a recorded game; requests of the second one run out of
 * memory. */
typedef struct two_pages {
    studio_page kit; /* kit.client: the first page */
    us_client *second;
    int orders; /* given in the first page's game */
    int n;      /* of the second page's last message */
} two_pages;

static void begin(two_pages *p)
{
    *p = (two_pages){0};
    studio_page_begin(&p->kit);
    REQUIRE(studio_page_ask(&p->kit, "play.open", PERSON ",'file':'it/old.jsonl'") != NULL);
    for (int i = 0; i < 5; i++) {
        studio_page_ask(&p->kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studio_page_ask(&p->kit, "play.step", "'cycles':20");
    }
    studio_page_ask(&p->kit, "play.end", "");
    library_file_make("it/a.db", 3);
    library_file_make("it/b.db", 4);
    REQUIRE(studio_page_ask(&p->kit, "play.open", PERSON ",'file':'it/first.jsonl'") != NULL);
    studio_page_ask(&p->kit, "goal.open", "'goal':'DefeatPlayer','args':{'player':1}");
    p->second = us_studio_server_connect(p->kit.server);
    REQUIRE(p->second != NULL);
}

/* The first page's game goes on. */
static void play_on(two_pages *p)
{
    char members[80];
    snprintf(members, sizeof members, "'give':{'order':'move','args':{'units':[7,8],'x':%d,'y':9}}",
             p->orders++ % 30);
    CHECK(studio_page_ask(&p->kit, "play.order", members) != NULL);
    CHECK(studio_page_ask(&p->kit, "play.step", "'cycles':2") != NULL);
}

/* Reads the second page's messages. Returns the answers to its last message; text gets the error's
 * text, or "". */
static int read_second(two_pages *p, char *text, size_t size)
{
    const char *bytes;
    size_t length;
    bool binary;
    int answers = 0;
    text[0] = '\0';
    while (us_client_get_message(p->second, &bytes, &length, &binary)) {
        US_AUTOPTR(us_json) doc = NULL;
        int64_t to = -1;
        const char *why = "";
        if (binary)
            continue;
        REQUIRE(us_json_parse("sent", bytes, length, &doc, NULL) == US_OK);
        us_json_get_int(us_json_root(doc), "to", 0, INT32_MAX, &to, NULL);
        if (to != p->n)
            continue;
        answers++;
        const us_json_node *error = us_json_find(us_json_root(doc), "error");
        if (error)
            us_json_get_string(error, "text", &why, NULL);
        snprintf(text, size, "%s", why);
    }
    return answers;
}

/* Sends a message of the second page; the n-th allocation until its answer fails. n 0: none does.
 * Returns whether one did. */
static bool send_second(two_pages *p, const char *message, int64_t n, failing_memory_mode mode)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "{'n':%d,%s}", ++p->n, message);
    for (char *c = text.text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    failing_memory_arm(n, mode);
    us_client_handle(p->second, text.text, text.length);
    while (p->kit.server->requests > 0) {
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        us_studio_server_update(p->kit.server, p->kit.now);
    }
    return failing_memory_disarm();
}

typedef struct row {
    const char *before, *message, *after; /* before, after: messages or NULL */
} row;

static void send_well(two_pages *p, const char *message)
{
    char text[512];
    if (!message)
        return;
    send_second(p, message, 0, FAILING_MEMORY_ONCE);
    REQUIRE(read_second(p, text, sizeof text) == 1);
    CHECK_STR(text, "");
}

/* Lets each allocation of the request fail, the later ones of many by samples. Returns how many
 * requests failed. */
static int fail_each(two_pages *p, const row *r, failing_memory_mode mode)
{
    char text[512];
    int failed = 0;
    bool ran_out = true;
    for (int64_t n = 1; ran_out; n += n < 40 ? 1 : n / 10) {
        send_well(p, r->before);
        ran_out = send_second(p, r->message, n, mode);
        CHECK_INT(read_second(p, text, sizeof text), 1);
        if (text[0] && !strstr(text, "out of memory"))
            FAIL("allocation %d: %s", (int)n, text);
        if (!ran_out)
            CHECK_STR(text, "");
        failed += text[0] != '\0';
        CHECK(us_reserve_refill());
        if (r->after)
            send_second(p, r->after, 0, mode);
        read_second(p, text, sizeof text);
    }
    play_on(p);
    return failed;
}

#define ORDER "'do':'play.order','give':{'order':'stop','args':{'units':[7]}}"
#define OPEN  "'do':'play.open'," PERSON
#define EDITED \
    "'do':'play.open'," GAME ",'seat':0,'agents':[null,'library:it/a.db'],'max_cycles':9000"

static const row rows[] = {
    {NULL, "'do':'ping'", NULL},
    {NULL, "'do':'home'", NULL},
    {NULL, "'do':'domain','domain':'skirmish'", NULL},
    {NULL, "'do':'maps','domain':'arena'", NULL},
    {NULL, "'do':'agents','domain':'skirmish'", NULL},
    {NULL, OPEN, "'do':'play.end'"},
    {NULL,
     "'do':'play.from','file':'it/old.jsonl','cycle':30,'seat':0,'agents':[null,null],"
     "'top':{'goal':'DefeatPlayer','args':{'player':1}}",
     "'do':'play.end'"},
    {OPEN, ORDER, "'do':'play.end'"},
    {OPEN, "'do':'play.step','cycles':20", "'do':'play.end'"},
    {OPEN, "'do':'play.pace','cycles':30", "'do':'play.end'"},
    {OPEN, "'do':'play.select','units':[7,8]", "'do':'play.end'"},
    {OPEN, "'do':'play.context','units':[7,8],'x':3,'y':3,'entity':1", "'do':'play.end'"},
    {OPEN, "'do':'play.seat','agent':'expert:rush'", "'do':'play.end'"},
    {OPEN, "'do':'play.seat','agent':'library:it/a.db'", "'do':'play.end'"},
    {NULL, "'do':'play.open'," GAME ",'seat':0,'agents':[null,'library:it/a.db']",
     "'do':'play.end'"},
    {EDITED, "'do':'live.behaviors','seat':1", "'do':'play.end'"},
    {EDITED, "'do':'live.text','seat':1,'name':'first 0'", "'do':'play.end'"},
    {EDITED,
     "'do':'live.edit','seat':1,'text':'brl 1\\n"
     "behavior \\\"first 0\\\" achieves WinWargus(player: self) is Attack {\\n"
     "do sequence {\\n a: act stop()\\n}\\n}\\n'",
     "'do':'play.end'"},
    {OPEN, "'do':'goal.open','goal':'DefeatPlayer','args':{'player':1}", "'do':'play.end'"},
    {OPEN, "'do':'play.end'", "'do':'play.end'"},
    {NULL, "'do':'watch.open','file':'it/old.jsonl'", "'do':'watch.leave'"},
    {"'do':'watch.open','file':'it/old.jsonl'", "'do':'watch.orders'", "'do':'watch.leave'"},
    {"'do':'watch.open','file':'it/old.jsonl'", "'do':'watch.labels'", "'do':'watch.leave'"},
    {"'do':'watch.open','file':'it/old.jsonl'", "'do':'watch.plan','seat':1,'cycle':50",
     "'do':'watch.leave'"},
    {NULL, "'do':'label.open','file':'it/old.jsonl'", "'do':'label.leave'"},
    {"'do':'label.open','file':'it/old.jsonl'",
     "'do':'label.edit','change':'add','goal':'DefeatPlayer','args':{'player':1},"
     "'first':1,'end':3",
     "'do':'label.undo'"},
    {NULL, "'do':'library.list','file':'it/a.db'", NULL},
    {NULL, "'do':'library.diff','a':'it/a.db','b':'it/b.db'", NULL},
};

/* A failed request that read a library holds no lock of it. */
static void check_unlocked(void)
{
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    US_AUTOFREE char *text = library_file_many(domain, "more", 1, 1);
    us_library *library = library_file_open("it/a.db", US_LIBRARY_CREATE, domain);
    library_file_put(library, text);
    us_library_close(library);
}

static void sweep(failing_memory_mode mode)
{
    two_pages p;
    int failed = 0;
    failing_memory_begin();
    us_reserve_open(FAILING_MEMORY_RESERVE);
    begin(&p);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].message);
        int64_t before = failing_memory_live();
        int now = fail_each(&p, &rows[i], mode);
        failed += now;
        CHECK((failing_memory_live() - before) / (now + 1) < LOST_MAX);
    }
    us_test_row(NULL);
    CHECK(failed > 200);
    check_unlocked();
    us_client_disconnect(p.second);
    studio_page_ask(&p.kit, "play.end", "");
    studio_page_end(&p.kit);
    us_reserve_close();
    failing_memory_end();
}

/* The same orders where no memory runs out. */
static void play_undisturbed(two_pages *p)
{
    begin(p);
    for (int i = 0; i < US_COUNT(rows); i++)
        play_on(p);
    us_client_disconnect(p->second);
    studio_page_ask(&p->kit, "play.end", "");
    studio_page_end(&p->kit);
}

static char *bytes_of(const char *name)
{
    char *text = NULL;
    size_t length;
    REQUIRE(us_file_read(scratch(name), 1 << 24, &text, &length, NULL) == US_OK);
    return text;
}

static void check_sweep(failing_memory_mode mode)
{
    two_pages p;
    sweep(mode);
    US_AUTOFREE char *trace = bytes_of("it/first.jsonl");
    US_AUTOFREE char *labels = bytes_of("it/first.goals.json");
    scratch_clean();
    play_undisturbed(&p);
    US_AUTOFREE char *same_trace = bytes_of("it/first.jsonl");
    US_AUTOFREE char *same_labels = bytes_of("it/first.goals.json");
    CHECK_STR(trace, same_trace);
    CHECK_STR(labels, same_labels);
}

TEST(an_allocation_that_fails_ends_the_request_and_no_game)
{
    check_sweep(FAILING_MEMORY_ONCE);
}

TEST(memory_that_stays_out_ends_the_request_and_no_game)
{
    check_sweep(FAILING_MEMORY_FROM);
}

TEST(a_game_stands_still_while_memory_is_short_and_goes_on_after)
{
    studio_page kit;
    failing_memory_begin();
    us_reserve_open(FAILING_MEMORY_RESERVE);
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    studio_page_go_on(&kit, 200);
    us_reserve_close();
    failing_memory_arm(1, FAILING_MEMORY_FROM);
    us_reserve_open(FAILING_MEMORY_RESERVE); /* there is none for it: memory is short */
    failing_memory_disarm();
    CHECK(us_memory_is_short());
    CHECK(us_studio_server_refusal(kit.server) != NULL);
    failing_memory_arm(1, FAILING_MEMORY_ONCE); /* the reserve can't be filled again */
    us_studio_server_update(kit.server, kit.now += 100);
    failing_memory_disarm();
    studio_page_go_on(&kit, 0);
    CHECK(us_reserve_refill());
    CHECK_CONTAINS(studio_page_find_reply(&kit, "trouble"), "out of memory");
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    studio_page_forget(&kit);
    studio_page_go_on(&kit, 200);
    CHECK_CONTAINS(studio_page_find_reply(&kit, "state"), "\"pace\":100");
    CHECK(studio_page_ask(&kit, "play.end", "") != NULL);
    studio_page_end(&kit);
    us_reserve_close();
    failing_memory_end();
}
