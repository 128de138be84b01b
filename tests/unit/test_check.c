#include "base/file.h"
#include "players/players.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/check.h"
#include "traces/recorder.h"
#include "traces/states.h"
#include "traces/trim.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const recorded_game_plan quick = {"open-2", {"ai:raid", "random"}, 400, 3, false, false};

static us_trace_check check_file(const char *path, unsigned ignore, bool labels)
{
    us_trace_check_def def = {.path = path, .ignore = ignore, .labels = labels};
    us_trace_check check;
    us_error err = {0};
    if (us_trace_check_run(&def, &check, &err) != US_OK) {
        FAIL("%s: %s", path, err.text);
        REQUIRE(false);
    }
    return check;
}

static void no_faults(const char *path)
{
    US_AUTO(us_trace_check_clear) us_trace_check check = check_file(path, 0, false);
    for (int i = 0; i < check.findings; i++)
        FAIL("%s:%d: %s: %s", path, check.finding[i].line,
             us_trace_fault_name(check.finding[i].fault), check.finding[i].text);
}

TEST(a_sound_recording_has_no_faults)
{
    const recorded_game_plan *plans[] = {&recorded_game_plain, &recorded_game_with_states, &quick};
    for (int i = 0; i < US_COUNT(plans); i++) {
        static recorded_game t;
        recorded_game_record(&t, plans[i]);
        us_trace_check check = check_file(t.trace, 0, false);
        CHECK_INT(check.findings, 0);
        CHECK(check.replayed && check.lives && check.ended && !check.cut);
        CHECK_INT(check.cycles, t.cycles);
        CHECK(check.orders > 10 && (check.states > 0) == (plans[i]->every > 0));
        us_trace_check_clear(&check);
        recorded_game_forget_orders(&t);
        no_faults(t.trace);
        recorded_game_drop(&t);
    }
}

/* ---- cut short */

TEST(a_recording_cut_at_any_byte_has_no_faults)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    size_t header = strcspn(t.text, "\n");
    for (int i = 0; i <= 200; i++) {
        size_t length = header + (t.length - header) * (size_t)i / 200;
        recorded_game_write_file(t.trace, t.text, length);
        recorded_game_write_file(t.states, t.bytes, i % 2 ? t.size : t.size * (size_t)i / 200);
        no_faults(t.trace);
    }
    recorded_game_drop(&t);
}

TEST(states_cut_at_any_byte_have_no_faults)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    for (int i = 0; i <= 200; i++) {
        size_t size = t.size * (size_t)i / 200;
        recorded_game_write_file(t.states, t.bytes, size);
        no_faults(t.trace);
    }
    recorded_game_drop(&t);
}

/* What records, until something ends it. */
static void record_on(recorded_game *t)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_recorder *recorder = NULL;
    us_states_writer *writer = NULL;
    def.map = "ridge-1";
    if (us_scenario_open(&def, &scenario, NULL) != US_OK)
        _exit(3);
    match_def.scenario = scenario;
    for (us_seat seat = 0; seat < 2; seat++)
        if (us_agent_open("random", scenario, seat, 9, &match_def.player[seat], NULL) != US_OK)
            _exit(3);
    us_match *match = us_match_new(&match_def);
    us_game *game = us_match_game(match);
    us_trace_header header = us_trace_header_from_game(game, "ridge-1", NULL);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_states_header stored = us_states_header_from_trace(&header, world);
    if (us_recorder_open(t->trace, &header, scenario->domain, &recorder, NULL) != US_OK ||
        us_states_writer_open(t->states, &stored, scenario->domain, &writer, NULL) != US_OK)
        _exit(3);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(match, &observer);
    observer = us_states_writer_observer(writer, 1);
    us_match_add_observer(match, &observer);
    us_match_run(match, NULL);
    _exit(4);
}

/* The system ends a program that writes beyond the limit, after exactly so many bytes. */
TEST(a_recording_killed_at_any_byte_has_no_faults)
{
    for (int i = 0; i < 12; i++) {
        static recorded_game t;
        int status = 0;
        recorded_game_name(&t);
        rlim_t limit = 3001 + 1703 * (rlim_t)i;
        fflush(NULL);
        pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            struct rlimit no_core = {0, 0}, bytes = {limit, limit};
            signal(SIGXFSZ, SIG_DFL);
            setrlimit(RLIMIT_CORE, &no_core);
            setrlimit(RLIMIT_FSIZE, &bytes);
            record_on(&t);
        }
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
        recorded_game_load(&t);
        CHECK(t.length == limit || t.size == limit);
        no_faults(t.trace);
        recorded_game_drop(&t);
    }
}

/* ---- faults */

/* The n-th line (from 1) that holds part; the end of the text where there is none. */
static char *find_line(char *text, const char *part, int n)
{
    for (char *line = text; *line; line = strchr(line, '\n') + 1) {
        char *end = strchr(line, '\n');
        *end = '\0';
        bool has = strstr(line, part) != NULL;
        *end = '\n';
        if (has && --n == 0)
            return line;
    }
    return NULL;
}

static void replace(recorded_game *t, char *at, size_t length, const char *put)
{
    US_AUTOSTR(text);
    us_str_add_bytes(&text, t->text, (size_t)(at - t->text));
    us_str_add(&text, put);
    us_str_add(&text, at + length);
    recorded_game_write_file(t->trace, text.text, text.length);
}

static void only(const recorded_game *t, us_trace_fault fault, const char *says)
{
    us_trace_check check = check_file(t->trace, 0, false);
    if (!CHECK(check.findings > 0))
        return;
    CHECK_STR(us_trace_fault_name(check.finding[0].fault), us_trace_fault_name(fault));
    CHECK_CONTAINS(check.finding[0].text, says);
    CHECK_INT(check.findings, check.count[fault]);
    us_trace_check_clear(&check);
    check = check_file(t->trace, 1u << fault, false);
    CHECK_INT(check.findings, 0);
    us_trace_check_clear(&check);
}

TEST(wrong_counts_are_found)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    char *at = find_line(t.text, "\"id\":7,", 1);
    recorded_game_forget_orders(&t);
    recorded_game_write_file(t.trace, t.text, t.length);
    replace(&t, at, strcspn(at, "\n") + 1, "");
    us_trace_check check = check_file(t.trace, 1u << US_TRACE_FAULT_HASH, false);
    CHECK_INT(check.count[US_TRACE_FAULT_COUNT], 1);
    CHECK_CONTAINS(check.finding[0].text, "expected order 7, found order 8");
    us_trace_check_clear(&check);
    /* The limit is one that the reader lets pass. */
    memcpy(strstr(t.text, "\"max_cycles\":400"), "\"max_cycles\":500", 16);
    at = strstr(t.text, "\"cycles\":400");
    replace(&t, at, 12, "\"cycles\":401");
    check = check_file(t.trace, 1u << US_TRACE_FAULT_HASH | 1u << US_TRACE_FAULT_STATES, false);
    CHECK_INT(check.count[US_TRACE_FAULT_COUNT], 1);
    CHECK_CONTAINS(check.finding[0].text, "the end tells 401 cycles, the lines before 400");
    us_trace_check_clear(&check);
    recorded_game_drop(&t);
}

TEST(a_broken_hash_is_found)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    char *at = strstr(find_line(t.text, "\"tags\"", 3), "\"hash\":\"") + 8;
    char digit[2] = {*at == '0' ? '1' : '0', '\0'};
    replace(&t, at, 1, digit);
    only(&t, US_TRACE_FAULT_HASH, "cycle 192 is the first that differs");
    recorded_game_drop(&t);
}

static void load_again(recorded_game *t)
{
    us_mem_free(t->text);
    us_mem_free(t->bytes);
    t->bytes = NULL;
    recorded_game_load(t);
}

/* Another unit's number in the last order that was taken and names a single one. */
static void name_unit(recorded_game *t, unsigned id)
{
    char put[32], *at = t->text;
    for (char *next = t->text; (next = strstr(next, "\"unit\":")); next++) {
        const char *refused = strstr(next, "\"refused\"");
        if (!refused || refused > strchr(next, '\n'))
            at = next;
    }
    REQUIRE(at != t->text);
    snprintf(put, sizeof(put), "\"unit\":%u", id);
    replace(t, at, strcspn(at, ",}"), put);
    load_again(t);
}

TEST(unknown_units_and_those_of_others_are_found)
{
    static recorded_game t;
    recorded_game_record(&t, &recorded_game_with_states);
    recorded_game_forget_orders(&t);
    load_again(&t);
    name_unit(&t, 4000);
    only(&t, US_TRACE_FAULT_UNIT, "there never was a unit 4000");
    name_unit(&t, 1);
    us_trace_check check = check_file(t.trace, 0, false);
    CHECK(check.findings <= 1 && check.count[US_TRACE_FAULT_UNIT] == check.findings);
    us_trace_check_clear(&check);
    recorded_game_drop(&t);
}

TEST(orders_after_death_are_found)
{
    static recorded_game t;
    us_id dead = 0;
    recorded_game_plan plan = {"open-1", {"random", "random"}, 4000, 5, false, false};
    recorded_game_record(&t, &plan);
    for (int i = 0; i < t.events.count && !dead; i++)
        dead = t.events.event[i].kind == US_EVENT_GONE ? t.events.event[i].entity : 0;
    REQUIRE(dead);
    recorded_game_forget_orders(&t);
    load_again(&t);
    name_unit(&t, dead);
    only(&t, US_TRACE_FAULT_DEAD, "is gone at cycle");
    recorded_game_drop(&t);
}

TEST(those_of_a_group_who_were_passed_over_are_no_fault)
{
    static recorded_game t;
    recorded_game_plan plan = {"open-1", {"random", "random"}, 4000, 5, false, false};
    recorded_game_record(&t, &plan);
    char *at = t.text;
    const char *refused;
    do {
        at = strstr(at + 1, "\"units\":[");
        REQUIRE(at);
        refused = strstr(at, "\"refused\"");
    } while (refused && refused < strchr(at, '\n'));
    replace(&t, at + strlen("\"units\":["), 0, "4000,");
    no_faults(t.trace);
    load_again(&t);
    recorded_game_forget_orders(&t);
    load_again(&t);
    at = strstr(t.text, ":[4000,") + strlen(":[4000");
    replace(&t, at, strcspn(at, "]"), "");
    only(&t, US_TRACE_FAULT_UNIT, "there never was a unit 4000");
    recorded_game_drop(&t);
}

TEST(unlabeled_orders_of_who_labels_others_are_found)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    us_trace_check check = check_file(t.trace, 0, true);
    CHECK_INT(check.count[US_TRACE_FAULT_UNLABELED], 2);
    us_trace_check_clear(&check);
    char *at = find_line(t.text, "\"seat\":1,\"order\"", 3);
    at += strcspn(at, "\n") - 1;
    replace(&t, at, 1, ",\"goal\":3}");
    only(&t, US_TRACE_FAULT_UNLABELED, "seat 1: ");
    recorded_game_drop(&t);
}

/* The states of the other game, under the name of this one. */
static void store_as(const recorded_game *t, const recorded_game *other)
{
    US_AUTO(us_log_clear) us_log log;
    us_states *states = NULL;
    us_states_writer *writer = NULL;
    const us_world *world = NULL;
    REQUIRE(us_log_read(&log, t->trace, NULL, NULL) == US_OK);
    REQUIRE(us_states_open(other->states, log.domain, &states, NULL) == US_OK);
    us_states_header header = *us_states_get_header(states);
    header.game = us_states_hash_game(log.header);
    unlink(t->states);
    REQUIRE(us_states_writer_open(t->states, &header, log.domain, &writer, NULL) == US_OK);
    while (us_states_next(states, &world, NULL) == US_OK && world)
        us_states_writer_add(writer, world);
    REQUIRE(us_states_writer_close(writer, NULL) == US_OK);
    us_states_close(states);
}

TEST(states_that_are_not_the_game_s_are_found)
{
    static recorded_game t, other;
    recorded_game_plan plan = quick;
    recorded_game_record(&t, &quick);
    plan.agent[0] = "random";
    recorded_game_record(&other, &plan);
    recorded_game_write_file(t.states, other.bytes, other.size);
    only(&t, US_TRACE_FAULT_STATES, "another source, limit, player or start");
    store_as(&t, &other);
    only(&t, US_TRACE_FAULT_STATES, "is not that of the game");
    t.bytes[t.size / 2] ^= 1;
    recorded_game_write_file(t.states, t.bytes, t.size);
    only(&t, US_TRACE_FAULT_STATES, "damaged");
    recorded_game_drop(&other);
    plan.map = "choke-2";
    recorded_game_record(&other, &plan);
    recorded_game_write_file(t.states, other.bytes, other.size);
    only(&t, US_TRACE_FAULT_STATES, "another map");
    recorded_game_drop(&other);
    recorded_game_drop(&t);
}

TEST(damaged_states_are_damaged_even_where_ignored)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    recorded_game_forget_orders(&t);
    t.bytes[t.size / 2] ^= 1;
    recorded_game_write_file(t.states, t.bytes, t.size);
    only(&t, US_TRACE_FAULT_STATES, "damaged");
    recorded_game_drop(&t);
}

static int asked, stop_at;
static bool stop_then(void)
{
    return ++asked > stop_at;
}

TEST(a_check_can_be_interrupted)
{
    static recorded_game t;
    us_error err = {0};
    us_trace_check check;
    recorded_game_record(&t, &recorded_game_with_states);
    us_trace_check_def def = {.path = t.trace, .stop = stop_then};
    us_status status = US_INTERRUPTED;
    for (int forgotten = 0; forgotten < 2; forgotten++) {
        for (stop_at = 0; stop_at < 4; stop_at++) {
            asked = 0;
            status = us_trace_check_run(&def, &check, &err);
            if (!CHECK_INT(status, US_INTERRUPTED))
                us_trace_check_clear(&check);
        }
        recorded_game_forget_orders(&t);
    }
    us_trim_report report;
    const char *out = scratch_new(".jsonl");
    us_trim_def trim = {t.trace, NULL, out, 600, US_NEUTRAL, stop_then};
    asked = stop_at = 0;
    CHECK_INT(us_trace_trim(&trim, &report, &err), US_INTERRUPTED);
    CHECK(!us_file_exists(out));
    recorded_game_drop(&t);
}

TEST(a_map_that_was_told_must_be_the_game_s)
{
    static const char *const maps[] = {"choke-2", "/nowhere.map"};
    static recorded_game t;
    us_error err = {0};
    us_trace_check check;
    recorded_game_record(&t, &quick);
    for (int i = 0; i < US_COUNT(maps); i++) {
        us_trace_check_def def = {.path = t.trace, .map = maps[i]};
        us_status status = us_trace_check_run(&def, &check, &err);
        if (!CHECK(status == US_MISMATCH || status == US_BAD_INPUT))
            us_trace_check_clear(&check);
    }
    recorded_game_drop(&t);
}

TEST(a_line_that_makes_no_sense_is_found)
{
    static recorded_game t;
    recorded_game_record(&t, &quick);
    char *at = find_line(t.text, "\"id\":7,", 1);
    replace(&t, at, strcspn(at, "\n"), "{\"cycle\":\"x\"}");
    only(&t, US_TRACE_FAULT_LINE, "expected a cycle");
    recorded_game_drop(&t);
}

TEST(what_is_no_trace_is_an_error)
{
    static recorded_game t;
    us_trace_check check;
    us_error err = {0};
    recorded_game_name(&t);
    us_trace_check_def def = {.path = t.trace};
    CHECK_INT(us_trace_check_run(&def, &check, &err), US_BAD_INPUT);
    recorded_game_write_file(t.trace, "{}\n", 3);
    CHECK_INT(us_trace_check_run(&def, &check, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "in the header");
    recorded_game_write_file(t.trace, "", 0);
    CHECK_INT(us_trace_check_run(&def, &check, &err), US_BAD_INPUT);
    recorded_game_drop(&t);
}
