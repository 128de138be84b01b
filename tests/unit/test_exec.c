#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "plan/plan.h"
#include "players/exec.h"
#include "players/players.h"
#include "tests/temp_map.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

/* Seats of other programs, on a small map; seat 1 does nothing. */

static const char map[] = "understudy map 1\nname little\nfamily open\nsize 24 24\n"
                          "seat 0 human gold 900\nseat 1 orc\n"
                          "entity gold-mine neutral 2 2 stock 5000\nentity town-hall 0 9 2\n"
                          "entity peasant 0 8 7\nentity great-hall 1 16 16\nentity peon 1 15 15\n"
                          "terrain\n";

static us_scenario *open_little(bool fog, us_cycle max_cycles)
{
    us_scenario_def def = us_scenario_def_default();
    US_AUTOSTR(text);
    us_str_add(&text, map);
    for (int y = 0; y < 24; y++)
        us_str_add(&text, y == 20 ? "....................TTTT\n" : "........................\n");
    def.fog = fog;
    def.max_cycles = max_cycles;
    us_scenario *scenario = us_temp_map_open(&text, &def);
    return scenario;
}

typedef struct seen {
    us_match_state state;
    us_status status; /* of the match's trouble */
    char text[128], why[256], trouble[512];
    us_cycle lost;
    int notes, orders, overs;
} seen;

static void see_notes(void *context, const us_note *note, int count)
{
    seen *s = context;
    s->notes += count;
    s->lost = note->cycle;
    snprintf(s->text, sizeof s->text, "%s", note->text);
    snprintf(s->why, sizeof s->why, "%s", note->why);
}

static void see_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    seen *s = context;
    (void)now, (void)order, (void)reason;
    s->orders++;
}

static void see_over(void *context, us_game *game, const us_outcome *outcome)
{
    seen *s = context;
    (void)game, (void)outcome;
    s->overs++;
}

static seen play_beside(const us_scenario *scenario, us_player *other, const char *command,
                        int reply)
{
    const us_exec_limits limits = {10000, reply, 5000};
    us_player_def player = {scenario, 0, 7, command};
    us_match_def def = us_match_def_default();
    seen s = {.lost = -1};
    us_error err = {0};
    def.scenario = scenario;
    def.player[1] = other;
    def.observer =
        (us_observer){.context = &s, .notes = see_notes, .order = see_order, .over = see_over};
    if (us_exec_open(&player, &limits, &def.player[0], &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(def.player[0] != NULL);
    US_AUTOPTR(us_match) match = us_match_new(&def);
    us_match_run(match, &s.state);
    s.status = us_match_status(match, &err);
    snprintf(s.trouble, sizeof s.trouble, "%s", err.text);
    return s;
}

static seen play_on(const us_scenario *scenario, const char *command, int reply)
{
    return play_beside(scenario, NULL, command, reply);
}

static seen play(const char *command, int reply)
{
    US_AUTOPTR(us_scenario) scenario = open_little(false, 400);
    seen s = play_on(scenario, command, reply);
    return s;
}

#define HELLO "read h; echo '{\"name\":\"it\"}'; "
#define SAYS(line) \
    HELLO "read s; echo '" line "'; while read s; do echo '{\"until\":9999999}'; done"

TEST(a_program_that_dies_hangs_or_talks_nonsense_leaves_no_result)
{
    enum { SOON = 20000, LATE = 150 };
    static const struct {
        const char *command, *why;
        us_cycle lost;
        int within;
    } rows[] = {
        {HELLO "read s; exit 3", "it ended with status 3", 0, SOON},
        {HELLO, "it ended with status 0", 0, SOON},
        {HELLO "for i in 1 2 3; do read s; echo '{\"until\":0}'; done; exit 4",
         "it ended with status 4", 3, SOON},
        {HELLO "read s; echo '{\"until\":90}'; read s; kill -9 $$", "it was ended by signal 9", 90,
         SOON},
        {HELLO "read s; exec sleep 60", "it took too long", 0, LATE},
        {HELLO "read s; printf '{\"orders\":'; exec sleep 60", "it took too long", 0, LATE},
        {HELLO "read s; printf '{\"orders\":'", "it ended with status 0", 0, SOON},
        {HELLO "read s; exec >&-; read s; read s", "it closed its input or output", 0, SOON},
        {HELLO "read s; head -c 5000000 /dev/zero | tr '\\0' ' '; read s", "its line is too long",
         0, SOON},
        {HELLO "read s; printf '{}\\n{}\\n'; read s; read s", "it wrote without being asked", 1,
         SOON},
        {HELLO "exec yes '{}'", "it wrote without being asked", -1, SOON}, /* soon */
        {HELLO "read s; printf '\\001\\377\\000\\n'; read s", "reply:1:1: ", 0, SOON},
        {SAYS("hello"), "; it said \"hello\"", 0, SOON},
        {SAYS(""), "reply:1:1: ", 0, SOON},
        {SAYS("[]"), "reply:1:1: ", 0, SOON},
        {SAYS("null"), "reply:1:1: ", 0, SOON},
        {SAYS("{} {}"), "reply:1:4: ", 0, SOON},
        {SAYS("{\"order\":[]}"), "reply:1:2: ", 0, SOON},
        {SAYS("{\"orders\":{}}"), "reply:1:11: ", 0, SOON},
        {SAYS("{\"orders\":[7]}"), "reply:1:12: ", 0, SOON},
        {SAYS("{\"orders\":[{\"order\":\"fly\",\"args\":{}}]}"), "fly", 0, SOON},
        {SAYS("{\"orders\":[{\"order\":\"stop\",\"args\":{\"unit\":3},\"goal\":1}]}"), "goal", 0,
         SOON},
        {SAYS("{\"orders\":[{\"order\":\"stop\",\"args\":{\"unit\":\"3\"}}]}"), "reply:1:", 0,
         SOON},
        {SAYS("{\"orders\":[{\"order\":\"stop\",\"args\":{\"unit\":3}},"
              "{\"order\":\"move\",\"args\":{\"unit\":3,\"x\":1.5,\"y\":1}}]}"),
         "reply:1:", 0, SOON},
        {SAYS("{\"until\":\"soon\"}"), "reply:1:10: ", 0, SOON},
        {SAYS("{\"until\":-1}"), "reply:1:10: ", 0, SOON},
        {SAYS("{\"until\":1e3}"), "reply:1:10: ", 0, SOON},
        {SAYS("{\"wake\":\"done\"}"), "reply:1:9: ", 0, SOON},
        {SAYS("{\"wake\":[\"tea\"]}"), "reply:1:10: expected the name of a kind of event", 0, SOON},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].command);
        seen s = play(rows[i].command, rows[i].within);
        CHECK_INT(s.notes, 1);
        if (rows[i].lost >= 0)
            CHECK_INT(s.lost, rows[i].lost);
        CHECK_STR(s.text, "it");
        CHECK_CONTAINS(s.why, rows[i].why);
        CHECK_INT(s.state.outcome.kind, US_OUTCOME_BROKEN);
        CHECK_INT(s.state.now, s.lost);
        CHECK_INT(s.orders, 0);
        CHECK_INT(s.overs, 0);
        CHECK_INT(s.status, US_BROKEN);
        US_AUTOSTR(trouble);
        us_str_addf(&trouble, " failed in seat 0 at cycle %d: %s", (int)s.lost, s.why);
        CHECK_CONTAINS(s.trouble, trouble.text);
        CHECK(us_text_has_prefix(s.trouble, "exec:"));
    }
}

TEST(what_is_only_refused_is_told_and_loses_nothing)
{
    static const struct {
        const char *order, *told;
    } rows[] = {
        {"{\"order\":\"stop\",\"args\":{\"unit\":5}}", "{\"id\":1,\"refused\":\"not-yours\"}"},
        {"{\"order\":\"stop\",\"args\":{\"unit\":77}}", "{\"id\":1,\"refused\":\"no-unit\"}"},
        {"{\"order\":\"train\",\"args\":{\"unit\":3,\"type\":\"peasant\"}}",
         "{\"id\":1,\"refused\":\"cannot\"}"},
        {"{\"order\":\"move\",\"args\":{\"unit\":3,\"x\":9,\"y\":9}}", "{\"id\":1}"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(command);
        us_str_addf(&command,
                    HELLO "read s; echo '{\"orders\":[%s]}'; read s; case $s in "
                          "*'\"orders\":[%s],'*) echo '{\"until\":500}';; *) exit 9;; esac; "
                          "read s; case $s in *'\"end\":\"draw\"'*) exit 0;; esac; exit 8",
                    rows[i].order, rows[i].told);
        us_test_row(rows[i].order);
        seen s = play(command.text, 20000);
        CHECK_STR(s.why, "");
        CHECK_INT(s.notes, 0);
        CHECK_INT(s.state.outcome.kind, US_OUTCOME_DRAW);
        CHECK_INT(s.state.thinks, 2);
    }
}

TEST(noise_and_pauses_lose_nothing)
{
    static const char *const commands[] = {
        "echo '{\"name\":\"it\"}'; read h; read s; echo '{\"until\":900}'; read s", /* early */
        HELLO "read s; printf '{\"un'; sleep 0.1; printf 'til\":900}\\r\\n'; read s",
        HELLO "read s; head -c 3000000 /dev/zero >&2; echo '{\"until\":900}'; read s",
        HELLO "read s; head -c 3000000 /dev/zero | tr '\\0' ' '; echo '{\"until\":900}'; read s",
        HELLO "exec 3<&0; while read s <&3; do echo '{\"until\":900}'; done & wait",
    };
    for (int i = 0; i < US_COUNT(commands); i++) {
        US_AUTOSTR(command);
        us_str_addf(&command, "{ %s; } 2> /dev/null", commands[i]);
        us_test_row(commands[i]);
        seen s = play(command.text, 20000);
        CHECK_STR(s.why, "");
        CHECK_INT(s.state.thinks, 1);
    }
}

/* ---- it goes while nobody asks it */

typedef struct waiter {
    us_player player;
    const char *file;
} waiter;

static void wait_for_file(us_player *player, const us_view *view, const us_events *events,
                          us_orders *orders, us_wakeup *wakeup)
{
    (void)view, (void)events, (void)orders;
    for (int tries = 0; !us_file_exists(((waiter *)player)->file) && tries < 2000; tries++)
        poll(NULL, 0, 10);
    wakeup->until = INT32_MAX;
}

static void stay(us_player *player)
{
    (void)player;
}

static const us_player_kind waiter_kind = {
    .prefix = "waiter", .think = wait_for_file, .close = stay};

TEST(a_program_that_leaves_and_is_not_asked_again_changes_nothing)
{
    US_AUTOSTR(command);
    us_str_addf(&command, HELLO "read s; echo '{\"until\":9999}'; exec >&-; touch '%s'; read s",
                scratch("gone"));
    US_AUTOPTR(us_scenario) scenario = open_little(false, 400);
    waiter w = {{&waiter_kind}, scratch("gone")};
    seen s = play_beside(scenario, &w.player, command.text, 20000);
    CHECK(us_file_exists(w.file));
    CHECK_INT(s.state.thinks, 2);
    CHECK_INT(s.state.outcome.kind, US_OUTCOME_DRAW);
    CHECK_INT(s.state.now, 400);
    CHECK_STR(s.trouble, "");
    CHECK_INT(s.notes, 0);
    CHECK_INT(s.overs, 1);
}

TEST(who_cannot_be_started_is_no_player)
{
    static const struct {
        const char *command, *says;
    } rows[] = {
        {"no-such-program-at-all 2>&-",
         "exec:no-such-program-at-all 2>&-: expected a program that says its name: it ended with "
         "status 127: the shell found no such command"},
        {"exit 0", "it ended with status 0"},
        {"read l; exec sleep 60", "it took too long"},
        {"read l; echo welcome", "hello:1:1: "},
        {"read l; echo '{}'", "\"name\""},
        {"read l; echo '{\"name\":7}'", "hello:1:9: "},
        {"read l; echo '{\"name\":\"\"}'", "expected a name of 1 to 64 bytes"},
        {"cat", "hello:1:1: "}, /* what it is told is no name */
        {"yes", "hello:1:1: "},
    };
    US_AUTOPTR(us_scenario) scenario = open_little(false, 400);
    for (int i = 0; i < US_COUNT(rows); i++) {
        const us_exec_limits limits = {us_text_equal(rows[i].says, "it took too long") ? 100 : 9000,
                                       9000, 9000};
        us_player_def def = {scenario, 0, 7, rows[i].command};
        us_player *player = NULL;
        us_error err = {0};
        us_test_row(rows[i].command);
        CHECK_INT(us_exec_open(&def, &limits, &player, &err), US_NO_ENGINE);
        CHECK_CONTAINS(err.text, rows[i].says);
        CHECK(!player);
    }
}

/* ---- what it is told */

static void add_line(us_str *lines, const char *line, size_t length)
{
    us_str_add_bytes(lines, line, length);
    us_str_add_char(lines, '\n');
}

/* The conversation of the manual: what is told, and what is said. Lines that begin with two spaces
 * belong to the one before. */
static void read_session(us_str *told, us_str *said)
{
    US_AUTOFREE char *page = NULL;
    size_t length;
    REQUIRE(us_file_read("docs/PLAYERS.md", 1 << 20, &page, &length, NULL) == US_OK);
    const char *at = strstr(page, "\n```session\n");
    REQUIRE(at);
    us_str *into = NULL;
    for (at = strchr(at + 1, '\n') + 1; strncmp(at, "```", 3) != 0; at += strcspn(at, "\n") + 1) {
        size_t size = strcspn(at, "\n");
        if (strncmp(at, "  ", 2) == 0) {
            REQUIRE(into && into->length > 0);
            into->text[--into->length] = '\0';
        } else {
            into = at[0] == '>' ? told : said;
            REQUIRE((at[0] == '>' || at[0] == '<') && at[1] == ' ');
        }
        add_line(into, at + 2, size - 2);
    }
}

TEST(the_conversation_of_the_manual_is_what_is_said)
{
    const char *heard = scratch("heard");
    US_AUTOSTR(told);
    US_AUTOSTR(said);
    US_AUTOSTR(command);
    read_session(&told, &said);
    scratch_put("answers", said.text);
    us_str_addf(&command,
                "while IFS= read -r told; do printf '%%s\\n' \"$told\" >> '%s'; "
                "IFS= read -r answer <&3 && printf '%%s\\n' \"$answer\"; done 3< '%s'",
                heard, scratch("answers"));
    us_scenario *scenario = open_little(true, 90);
    seen s = play_on(scenario, command.text, 20000);
    us_scenario_close(scenario);
    CHECK_STR(s.why, "");
    US_AUTOFREE char *lines = NULL;
    size_t length;
    REQUIRE(us_file_read(heard, 1 << 20, &lines, &length, NULL) == US_OK);
    CHECK_STR(lines, told.text);
}

TEST(the_manual_names_every_player_and_setting)
{
    const us_agent_row *agent;
    const us_plan_setting_row *setting;
    char *page, text[128];
    size_t length;
    REQUIRE(us_file_read("docs/PLAYERS.md", 1 << 20, &page, &length, NULL) == US_OK);
    for (int i = us_agent_rows(&agent) - 1; i >= 0; i--) {
        snprintf(text, sizeof text, "\n| `%s%s%s` | ", agent[i].kind->prefix,
                 agent[i].argument ? ":" : "", agent[i].argument ? agent[i].argument : "");
        CHECK_CONTAINS(page, text);
    }
    for (int i = us_plan_setting_rows(&setting) - 1; i >= 0; i--) {
        snprintf(text, sizeof text, "\n| `%s` | `%.*s`", setting[i].name,
                 (int)strcspn(setting[i].values, ", "), setting[i].values);
        CHECK_CONTAINS(page, text);
        CHECK_CONTAINS(page, setting[i].about);
    }
    us_mem_free(page);
}

static us_str state_of(const us_scenario *scenario, us_game *game, us_exec_maps *maps)
{
    const us_view view = {us_game_world(game, 0), 0};
    us_events none = {0};
    us_str line;
    us_str_init(&line);
    us_exec_write_state(maps, &view, scenario->fog, &none, "", &line);
    return line;
}

TEST(in_fog_it_is_told_what_its_view_knows)
{
    for (int fog = 0; fog < 2; fog++) {
        US_AUTOPTR(us_scenario) scenario = open_little(fog, 400);
        US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
        US_AUTO(us_exec_maps_clear) us_exec_maps maps = {0};
        us_str line = state_of(scenario, game, &maps);
        CHECK_INT(strstr(line.text, "\"great-hall\"") == NULL, fog);
        CHECK_INT(strstr(line.text, "\"peon\"") == NULL, fog);
        CHECK_INT(strstr(line.text, "\"sight\"") != NULL, fog);
        CHECK_INT(strstr(line.text, "{\"faction\":\"orc\",\"alive\":true}") != NULL, fog);
        CHECK_CONTAINS(line.text, "\"gold-mine\"");
        CHECK_CONTAINS(line.text, "\"terrain\":[\"........................\",");
        us_str_clear(&line);
        line = state_of(scenario, game, &maps); /* nothing has changed */
        CHECK(!strstr(line.text, "\"terrain\"") && !strstr(line.text, "\"sight\""));
        us_str_clear(&line);
    }
}

TEST(a_reply_that_is_refused_leaves_orders_and_nap)
{
    static const char bad[] = "{\"until\":77,\"wake\":[\"done\"],\"orders\":[{\"order\":\"stop\","
                              "\"args\":{\"units\":[3,4]}},{\"order\":\"stop\"}]}";
    static const char good[] = "{\"wake\":[\"done\",\"over\",\"done\"],\"orders\":[{\"order\":"
                               "\"stop\",\"args\":{\"units\":[3,4]}}]}";
    US_AUTOPTR(us_scenario) scenario = open_little(false, 400);
    US_AUTO(us_orders_clear) us_orders orders = {0};
    us_wakeup wakeup = {5, 6};
    us_error err = {0};
    for (int i = 0; i < 2; i++) {
        CHECK_INT(us_exec_read_reply(scenario->domain, 0, 40, bad, sizeof bad - 1, &orders, &wakeup,
                                     &err),
                  US_BAD_INPUT);
        CHECK_INT(orders.count, i);
        CHECK_INT(orders.pool_count, 2 * i);
        CHECK_INT(wakeup.until, i ? 41 : 5);
        CHECK_INT(wakeup.events, i ? US_EVENT_BIT(US_EVENT_DONE) | US_EVENT_BIT(US_EVENT_OVER) : 6);
        if (i == 0)
            CHECK_INT(us_exec_read_reply(scenario->domain, 0, 40, good, sizeof good - 1, &orders,
                                         &wakeup, &err),
                      US_OK);
    }
}

/* ---- the examples */

TEST(the_rusher_of_the_examples_beats_passive_from_both_seats)
{
    if (system("python3 -c 'import json' 2> /dev/null") != 0) {
        us_test_skip("there is no python3");
        return;
    }
    us_scenario_def def = us_scenario_def_default();
    US_AUTOPTR(us_scenario) scenario = NULL;
    def.map = "open-1";
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    for (us_seat seat = 0; seat < 2; seat++) {
        us_match_def match_def = us_match_def_default();
        us_match_state state;
        us_player **rusher = &match_def.player[seat], **other = &match_def.player[1 - seat];
        match_def.scenario = scenario;
        match_def.seed = 1;
        REQUIRE(us_agent_open("exec:python3 docs/examples/player.py rusher", scenario, seat, 1,
                              rusher, NULL) == US_OK);
        REQUIRE(us_agent_open("ai:passive", scenario, (us_seat)(1 - seat), 1, other, NULL) ==
                US_OK);
        us_match *match = us_match_new(&match_def);
        us_match_run(match, &state);
        us_match_free(match);
        CHECK_INT(state.outcome.kind, US_OUTCOME_WIN);
        CHECK_INT(state.outcome.winner, seat);
    }
}
