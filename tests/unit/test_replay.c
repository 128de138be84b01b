#include "base/file.h"
#include "players/players.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/recorder.h"
#include "traces/replay.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MAX = 16 << 20 };

typedef struct recorded_game {
    const char *file;
    char *text;
    size_t length;
    us_match_state state;
    us_hash hash;
} recorded_game;

static us_scenario *open_map(const char *map, us_cycle max_cycles, bool fog)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    def.map = map;
    def.max_cycles = max_cycles;
    def.fog = fog;
    def.faction[0] = "orc";
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    return scenario;
}

/* Play a game and record it in a file of its own. */
static recorded_game record(const char *map, const char *const *agent, us_cycle max_cycles,
                            bool fog)
{
    recorded_game t = {.file = scratch_new(".jsonl")};
    us_scenario *scenario = open_map(map, max_cycles, fog);
    us_match_def def = us_match_def_default();
    us_recorder *recorder = NULL;
    def.scenario = scenario;
    def.seed = UINT64_MAX - 3;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(agent[seat], scenario, seat, 9, &def.player[seat], NULL) == US_OK);
    us_match *match = us_match_new(&def);
    us_trace_header header = us_trace_header_from_game(us_match_game(match), map, agent);
    REQUIRE(us_recorder_open(t.file, &header, scenario->domain, &recorder, NULL) == US_OK);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(match, &observer);
    us_match_run(match, &t.state);
    t.hash = us_game_hash(us_match_game(match));
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    us_match_free(match);
    us_scenario_close(scenario);
    REQUIRE(us_file_read(t.file, TEXT_MAX, &t.text, &t.length, NULL) == US_OK);
    return t;
}

static void drop(recorded_game *t)
{
    us_mem_free(t->text);
}

static us_replay *open_text(const char *text, size_t length)
{
    us_trace *trace = NULL;
    us_replay *replay = NULL;
    us_error err = {0};
    if (us_trace_open_text("t", text, length, &trace, &err) != US_OK ||
        us_replay_new(trace, NULL, &replay, &err) != US_OK) {
        FAIL("%s", err.text);
        REQUIRE(replay);
    }
    return replay;
}

static us_replay_report replay_text(const char *text, size_t length)
{
    us_replay *replay = open_text(text, length);
    us_error err = {0};
    CHECK_INT(us_replay_advance(replay, INT32_MAX, &err), US_OK);
    us_replay_report report = us_replay_get_report(replay);
    us_replay_free(replay);
    return report;
}

static const char *const randoms[] = {"random", "random"};

TEST(a_recorded_game_replays_to_the_same_hash)
{
    static const struct {
        const char *map, *agent[2];
        us_cycle max_cycles;
        bool fog;
    } rows[] = {
        {"open-2", {"random", "random"}, 3000, false},
        {"choke-2", {"random", "idle"}, 2000, true},
        {"ridge-2", {"expert:siege", "ai:boom"}, 5000, false},
        {"scattered-2", {"ai:raid", "expert:economy"}, 54000, false},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].map);
        recorded_game t = record(rows[i].map, rows[i].agent, rows[i].max_cycles, rows[i].fog);
        us_replay_report report = replay_text(t.text, t.length);
        CHECK_INT(report.differs, -1);
        CHECK(report.ended && report.stopped && !report.cut);
        CHECK_INT(report.state.now, t.state.now);
        CHECK_INT(report.state.orders, t.state.orders);
        CHECK_INT(report.state.refused, t.state.refused);
        CHECK_HASH(report.hash, t.hash);
        drop(&t);
    }
}

TEST(the_same_game_leaves_the_same_bytes)
{
    recorded_game a = record("open-2", randoms, 2000, false),
                  b = record("open-2", randoms, 2000, false);
    CHECK(a.length == b.length && memcmp(a.text, b.text, a.length) == 0);
    drop(&a);
    drop(&b);
}

TEST(replaying_in_slices_changes_nothing)
{
    recorded_game t = record("open-2", randoms, 1000, false);
    us_replay *replay = open_text(t.text, t.length);
    us_replay_report report = us_replay_get_report(replay);
    for (us_cycle cycle = 0; !report.stopped; cycle += 13) {
        CHECK_INT(us_replay_advance(replay, cycle, NULL), US_OK);
        report = us_replay_get_report(replay);
        CHECK(report.stopped || report.state.now == cycle);
    }
    CHECK_INT(report.differs, -1);
    CHECK_HASH(report.hash, t.hash);
    us_replay_free(replay);
    drop(&t);
}

TEST(a_trace_that_was_cut_replays_as_far_as_it_goes)
{
    recorded_game t = record("open-2", randoms, 600, false);
    size_t header = strcspn(t.text, "\n");
    for (int i = 0; i <= 200; i++) {
        size_t length = header + (t.length - header) * (size_t)i / 200;
        us_replay_report report = replay_text(t.text, length);
        CHECK(report.stopped && report.differs < 0);
        CHECK_INT(report.ended, length >= t.length - 1);
    }
    drop(&t);
}

/* ---- edited traces */

/* The line's end, from the n-th line (from 1) that holds part. */
static char *find_line(char *text, const char *part, int n)
{
    for (char *line = text; line; line = strchr(line, '\n'), line += line != NULL) {
        char *newline = strchr(line, '\n'), *found = strstr(line, part);
        if (found && newline && found < newline && --n == 0)
            return found;
    }
    return NULL;
}

static us_cycle cycle_of(const char *in_line, const char *text)
{
    while (in_line > text && in_line[-1] != '\n')
        in_line--;
    return (us_cycle)strtol(strchr(in_line, ':') + 1, NULL, 10);
}

TEST(an_edited_order_is_found_at_its_cycle)
{
    recorded_game t = record("open-2", randoms, 1500, false);
    int found = 0;
    for (int n = 1; n < 12; n++) {
        char *copy = us_mem_strdup(t.text);
        char *at = find_line(copy, "\"order\":\"move\"", n);
        REQUIRE(at);
        char *x = strstr(at, "\"x\":");
        us_cycle cycle = cycle_of(at, copy);
        x[4] = x[4] == '1' ? '2' : '1';
        us_replay_report report = replay_text(copy, t.length);
        us_mem_free(copy);
        if (report.differs < 0)
            continue; /* it was replaced in the same cycle, or leads the same way */
        CHECK(report.differs >= cycle);
        CHECK(report.differs <= cycle + 64 && report.line > 1 && report.what[0]);
        found++;
    }
    CHECK(found > 8);
    drop(&t);
}

TEST(a_dropped_order_is_found)
{
    recorded_game t = record("open-2", randoms, 600, false);
    char *at = find_line(t.text, "\"id\":7,", 1);
    REQUIRE(at);
    us_cycle cycle = cycle_of(at, t.text);
    while (at[-1] != '\n')
        at--;
    char *next = strchr(at, '\n') + 1;
    memmove(at, next, strlen(next) + 1);
    us_replay_report report = replay_text(t.text, strlen(t.text));
    CHECK(report.differs >= cycle && report.differs <= cycle + 1);
    drop(&t);
}

TEST(an_order_that_fares_otherwise_is_told)
{
    recorded_game t = record("open-2", randoms, 600, false);
    char *at = find_line(t.text, "\"id\":5,", 1);
    REQUIRE(at);
    us_str edited;
    us_str_init(&edited);
    char *end = strchr(at, '\n');
    us_str_add_bytes(&edited, t.text, (size_t)(end - 1 - t.text));
    us_str_add(&edited, ",\"refused\":\"busy\"}");
    us_str_add(&edited, end);
    us_replay_report report = replay_text(edited.text, edited.length);
    CHECK_INT(report.differs, cycle_of(at, t.text));
    CHECK_CONTAINS(report.what, "order 5 is taken now, it was refused: busy");
    us_str_clear(&edited);
    drop(&t);
}

TEST(another_domain_map_or_rules_are_told)
{
    static const struct {
        const char *member, *word;
    } rows[] = {
        {"\"domain_hash\":\"", "another domain than what is here: the trace does not tell"},
        {"\"rules_hash\":\"", "another set of rules"},
        {"\"map_hash\":\"", "another map"},
    };
    recorded_game t = record("open-2", randoms, 100, false);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_trace *trace = NULL;
        us_replay *replay = NULL;
        char *digit = strstr(t.text, rows[i].member) + strlen(rows[i].member), was = *digit;
        *digit = was == '0' ? '1' : '0';
        REQUIRE(us_trace_open_text("t", t.text, t.length, &trace, NULL) == US_OK);
        CHECK_INT(us_replay_new(trace, NULL, &replay, &err), US_MISMATCH);
        CHECK_CONTAINS(err.text, rows[i].word);
        CHECK_STR(err.file, "t");
        us_trace_close(trace);
        *digit = was;
    }
    drop(&t);
}

TEST(hashes_of_an_older_kind_are_told_from_a_changed_domain)
{
    recorded_game t = record("open-2", randoms, 100, false);
    us_error err = {0};
    us_trace *trace = NULL;
    us_replay *replay = NULL;
    char *minor = strstr(t.text, "\"minor\":7"), *digit = strstr(t.text, "\"domain_hash\":\"");
    REQUIRE(minor && digit);
    minor[strlen("\"minor\":")] = '6';
    digit += strlen("\"domain_hash\":\"");
    *digit = *digit == '0' ? '1' : '0';
    REQUIRE(us_trace_open_text("t", t.text, t.length, &trace, NULL) == US_OK);
    CHECK_INT(us_replay_new(trace, NULL, &replay, &err), US_MISMATCH);
    CHECK_STR(err.text, "a trace of minor version 6, which has hashes of another kind: expected 7 "
                        "or more; understudy trace migrate makes it usable");
    us_trace_close(trace);
    drop(&t);
}

TEST(the_changed_parts_of_the_domain_are_named)
{
    static const char *const member[] = {"\"domain_hash\":\"", "\"types_hash\":\"",
                                         "\"actions_hash\":\""};
    recorded_game t = record("open-2", randoms, 100, false);
    us_error err = {0};
    us_trace *trace = NULL;
    us_replay *replay = NULL;
    for (int i = 0; i < US_COUNT(member); i++) {
        char *digit = strstr(t.text, member[i]) + strlen(member[i]);
        *digit = *digit == '0' ? '1' : '0';
    }
    REQUIRE(us_trace_open_text("t", t.text, t.length, &trace, NULL) == US_OK);
    CHECK_INT(us_replay_new(trace, NULL, &replay, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "its types and actions changed");
    CHECK_CONTAINS(err.text, "see understudy trace migrate");
    /* The comparison shows that it plays as recorded all the same. */
    REQUIRE(us_replay_new_here(trace, NULL, &replay, &err) == US_OK);
    us_replay_report report;
    REQUIRE(us_replay_run(replay, NULL, &report, &err) == US_OK);
    CHECK(report.differs < 0 && report.ended && report.compared == report.state.now);
    us_replay_free(replay);
    drop(&t);
}

/* ---- taking over */

typedef struct seat_count {
    int orders[2];
    us_cycle from;
} seat_count;

static void count_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    seat_count *count = context;
    (void)reason;
    if (now >= count->from)
        count->orders[order->seat]++;
}

TEST(a_seat_taken_over_plays_on_from_there)
{
    recorded_game t = record("open-2", randoms, 1500, false);
    us_replay *replay = open_text(t.text, t.length);
    seat_count count = {.from = 500};
    us_observer observer = {.context = &count, .order = count_order};
    us_player *idle = NULL;
    us_match_add_observer(us_replay_match(replay), &observer);
    CHECK_INT(us_replay_advance(replay, 500, NULL), US_OK);
    us_replay_report report = us_replay_get_report(replay);
    CHECK(report.state.now == 500 && report.differs < 0);
    CHECK_INT(count.orders[0], 0); /* the orders of the cycle itself are not given yet */
    REQUIRE(us_agent_open("idle", us_replay_scenario(replay), 0, 1, &idle, NULL) == US_OK);
    us_replay_set_player(replay, 0, idle);
    CHECK_INT(us_replay_advance(replay, INT32_MAX, NULL), US_OK);
    report = us_replay_get_report(replay);
    CHECK(report.state.outcome.kind != US_OUTCOME_NONE);
    CHECK_INT(count.orders[0], 0);
    CHECK(count.orders[1] > 0);
    CHECK_INT(report.differs, -1);
    us_replay_free(replay);
    drop(&t);
}

TEST(a_game_goes_on_past_the_end_of_a_trace_taken_over)
{
    recorded_game t = record("open-2", randoms, 400, false);
    size_t half = t.length / 2;
    us_replay *replay = open_text(t.text, half);
    us_player *player = NULL;
    CHECK_INT(us_replay_advance(replay, 100, NULL), US_OK);
    REQUIRE(us_agent_open("random", us_replay_scenario(replay), 1, 1, &player, NULL) == US_OK);
    us_replay_set_player(replay, 1, player);
    CHECK_INT(us_replay_advance(replay, INT32_MAX, NULL), US_OK);
    us_replay_report report = us_replay_get_report(replay);
    CHECK_INT(report.state.now, 400);
    us_replay_free(replay);
    drop(&t);
}

/* ---- writing */

/* Nobody plays, and the disk holds so many bytes; then there is room again. */
static us_recorder *record_on_small_disk(const recorded_game *t, rlim_t most)
{
    struct rlimit old, small;
    us_trace *trace = NULL;
    us_recorder *recorder = NULL;
    REQUIRE(us_trace_open_text("t", t->text, t->length, &trace, NULL) == US_OK);
    us_scenario *scenario = open_map("open-2", 200, false);
    us_match_def def = us_match_def_default();
    def.scenario = scenario;
    us_match *match = us_match_new(&def);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
    small = old;
    small.rlim_cur = most < old.rlim_cur ? most : old.rlim_cur;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    us_status opened =
        us_recorder_open(t->file, us_trace_get_header(trace), scenario->domain, &recorder, NULL);
    if (opened == US_OK) {
        us_observer observer = us_recorder_observer(recorder);
        us_match_add_observer(match, &observer);
        us_match_run(match, NULL);
    }
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, handler);
    REQUIRE(opened == US_OK);
    us_match_free(match);
    us_scenario_close(scenario);
    us_trace_close(trace);
    return recorder;
}

TEST(a_full_disk_is_told_with_its_place)
{
    recorded_game t = record("open-2", randoms, 200, false);
    us_error err = {0};
    us_recorder *recorder = record_on_small_disk(&t, 700);
    CHECK_INT(us_recorder_status(recorder, NULL), US_FAILED);
    CHECK_INT(us_recorder_close(recorder, &err), US_FAILED);
    CHECK_STR(err.file, t.file);
    CHECK(err.line > 1);
    CHECK_CONTAINS(err.text, "cannot write: ");
    drop(&t);
}

TEST(what_a_full_disk_did_not_take_is_written_later)
{
    recorded_game t = record("open-2", randoms, 200, false);
    char *whole, *again;
    size_t length, written;
    us_recorder *recorder = record_on_small_disk(&t, 1 << 20);
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    REQUIRE(us_file_read(t.file, 1 << 20, &whole, &length, NULL) == US_OK);
    recorder = record_on_small_disk(&t, 700);
    REQUIRE(us_file_read(t.file, 1 << 20, &again, &written, NULL) == US_OK);
    CHECK_INT((int)written, 700);
    us_mem_free(again);
    CHECK_INT(us_recorder_retry(recorder, NULL), US_OK);
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    REQUIRE(us_file_read(t.file, 1 << 20, &again, &written, NULL) == US_OK);
    CHECK(length > 700 && written == length && memcmp(whole, again, length) == 0);
    us_mem_free(whole);
    us_mem_free(again);
    drop(&t);
}

TEST(a_place_where_no_file_can_be_is_refused)
{
    us_error err = {0};
    us_recorder *recorder = NULL;
    us_trace_header header = {.domain = "x", .map = "x", .from = ""};
    CHECK_INT(us_recorder_open("/nowhere/at/all", &header, NULL, &recorder, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "/nowhere/at/all");
    CHECK(!recorder);
}

/* ---- what a header says that is not so */

TEST(a_wrong_member_of_the_header_is_pointed_at)
{
    static const us_mutation rows[] = {
        {"\"domain\":\"skirmish\"", "\"domain\":\"chess\"",
         "1:54: there is no domain 'chess'; expected one of: skirmish"},
        {"\"map\":\"open-2\"", "\"map\":\"nowhere\"",
         "1:305: there is no map 'nowhere', expected one that"},
        {"\"map\":\"open-2\"", "\"map\":\"./no.map\"", "1:305: ./no.map: cannot open: No such"},
        {"\"faction\":\"orc\"", "\"faction\":\"elves\"",
         "1:441: there is no faction 'elves' in the domain 'skirmish': expected one of human, orc"},
        {"\"faction\":\"orc\"}]", "\"faction\":\"elves\"}]",
         "1:477: there is no faction 'elves' in the domain"},
    };
    recorded_game t = record("open-2", randoms, 100, false);
    us_str text, said;
    us_str_init(&text);
    us_str_init(&said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_trace *trace = NULL;
        us_replay *replay = NULL;
        us_error err = {0};
        us_test_row(rows[i].put);
        REQUIRE(us_mutate(t.text, &rows[i], &text));
        REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, &err) == US_OK);
        CHECK_INT(us_replay_new(trace, NULL, &replay, &err), US_BAD_INPUT);
        if (!us_error_has_message(&err, rows[i].message, &said))
            FAIL("said %s, expected %s", said.text, rows[i].message);
        CHECK_STR(err.file, "t");
        us_trace_close(trace);
    }
    us_str_clear(&said);
    us_str_clear(&text);
    drop(&t);
}

TEST(what_no_reader_would_take_is_not_written)
{
    char name[1100];
    memset(name, 'n', sizeof(name));
    name[1024] = '\0';
    const char *const rows[][2] = {
        {name, "expected a map's name or path of at most 1023 bytes, found 1024"},
        {"caf\xe9.map", "expected a map's name or path in UTF-8, found \"caf\\xe9.map\""},
    };
    US_AUTOPTR(us_scenario) scenario = open_map("open-2", 100, false);
    US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_recorder *recorder = NULL;
        us_error err = {0};
        us_trace_header header = us_trace_header_from_game(game, rows[i][0], randoms);
        CHECK_INT(us_recorder_open(scratch("never"), &header, scenario->domain, &recorder, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i][1]);
        CHECK(access(scratch("never"), F_OK) != 0);
    }
}

TEST(two_games_are_not_recorded_in_one_file)
{
    const char *path = scratch("twice.jsonl");
    US_AUTOPTR(us_scenario) scenario = open_map("open-2", 100, false);
    US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
    us_trace_header header = us_trace_header_from_game(game, "open-2", randoms);
    us_recorder *first = NULL, *second = NULL;
    us_error err = {0};
    REQUIRE(us_recorder_open(path, &header, scenario->domain, &first, &err) == US_OK);
    CHECK_INT(us_recorder_open(path, &header, scenario->domain, &second, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "found one that is being recorded");
    CHECK_INT(us_recorder_close(first, &err), US_OK);
    REQUIRE(us_recorder_open(path, &header, scenario->domain, &second, &err) == US_OK);
    CHECK_INT(us_recorder_close(second, &err), US_OK);
}

TEST(only_a_regular_file_is_written)
{
    const char *pipe = scratch("pipe");
    REQUIRE(mkfifo(pipe, 0600) == 0);
    int reader = open(pipe, O_RDONLY | O_NONBLOCK);
    const char *const rows[] = {pipe, pipe, "/dev/null", scratch("")};
    US_AUTOPTR(us_scenario) scenario = open_map("open-2", 100, false);
    US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
    us_trace_header header = us_trace_header_from_game(game, "open-2", randoms);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_recorder *recorder = NULL;
        us_error err = {0};
        CHECK_INT(us_recorder_open(rows[i], &header, scenario->domain, &recorder, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "expected a new file, or a trace to replace, found a ");
        if (i == 0)
            close(reader); /* then nobody reads the pipe */
    }
}
