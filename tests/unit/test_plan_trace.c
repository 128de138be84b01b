#include "base/file.h"
#include "players/players.h"
#include "retrieve/outcomes.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scripted_planner.h"
#include "tests/unit/test.h"
#include "traces/check.h"
#include "traces/plan_tree.h"
#include "traces/recorder.h"
#include "traces/replay.h"
#include "traces/trim.h"
#include <string.h>
#include <unistd.h>

static void record(recorded_game *t, bool plan)
{
    static const char *const agents[] = {"expert:rush", "ai:raid"};
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_recorder *recorder = NULL;
    recorded_game_name(t);
    def.map = "open-2";
    def.max_cycles = PLANNER_CYCLES + 37;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    match_def.scenario = scenario;
    match_def.seed = 7;
    for (us_seat seat = 0; seat < 2; seat++) {
        us_player **player = &match_def.player[seat];
        REQUIRE(us_agent_open(agents[seat], scenario, seat, 7, player, NULL) == US_OK);
        if (seat == 0)
            *player = scripted_planner_new(*player, seat);
    }
    us_match *match = us_match_new(&match_def);
    us_trace_header header = us_trace_header_from_game(us_match_game(match), "open-2", agents);
    REQUIRE(us_recorder_open(t->trace, &header, scenario->domain, &recorder, NULL) == US_OK);
    if (!plan)
        us_recorder_disable_plan(recorder);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(match, &observer);
    us_match_run(match, NULL);
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    us_match_free(match);
    us_scenario_close(scenario);
    recorded_game_load(t);
}

/* The lines that do, or do not, tell of plans. */
static void add_lines(const char *text, bool plan, us_str *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        us_str line;
        us_str_init(&line);
        us_str_add_bytes(&line, text, length);
        if ((strstr(line.text, "\"plan\":") != NULL) == plan)
            us_str_add(out, line.text);
        us_str_clear(&line);
        text += length;
    }
}

TEST(telling_of_a_plan_changes_nothing_else)
{
    recorded_game with, without;
    US_AUTOSTR(rest);
    record(&with, true);
    record(&without, false);
    add_lines(with.text, false, &rest);
    CHECK_STR(rest.text, without.text);
    CHECK(strstr(without.text, "\"plan\":") == NULL);
    recorded_game_drop(&with);
    recorded_game_drop(&without);
}

TEST(plan_lines_stand_before_the_orders_of_their_think)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    record(&t, true);
    us_trace *trace = NULL;
    us_trace_record r = {.kind = US_TRACE_ORDER};
    US_AUTOPTR(us_domain) domain = NULL;
    us_cycle ordered = -1;
    int notes = 0, orders = 0;
    REQUIRE(us_trace_open(t.trace, &trace, NULL) == US_OK);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    us_trace_set_domain(trace, domain);
    CHECK_INT(us_trace_get_header(trace)->minor, US_TRACE_MINOR_PLAIN);
    while (r.kind != US_TRACE_STOP) {
        REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
        if (r.kind == US_TRACE_ORDER) {
            ordered = r.cycle;
            orders++;
        } else if (r.kind == US_TRACE_NOTE) {
            CHECK(ordered < r.cycle);
            CHECK(notes < scripted_planner_notes
                      ? us_text_equal(r.note.text, scripted_planner_script[notes].text
                                                       ? scripted_planner_script[notes].text
                                                       : "")
                      : r.note.node == 1 && r.note.kind == US_NOTE_STOPPED);
            notes++;
        }
    }
    CHECK_INT(notes, scripted_planner_notes + 1);
    CHECK(orders > 5);
    us_trace_close(trace);
}

static us_trace_check checked(const char *path)
{
    us_trace_check_def def = {.path = path};
    us_trace_check check = {0};
    us_error err = {0};
    if (us_trace_check_run(&def, &check, &err) != US_OK)
        FAIL("%s", err.text);
    return check;
}

TEST(a_game_with_a_plan_is_checked_replayed_and_trimmed)
{
    recorded_game t, cut, mine, other;
    us_trim_report report;
    US_AUTOSTR(lines);
    record(&t, true);
    us_trace_check check = checked(t.trace);
    CHECK_INT(check.findings, 0);
    CHECK_INT(check.notes, scripted_planner_notes + 1);
    CHECK(check.replayed && check.ended);
    us_trace_check_clear(&check);

    recorded_game_name(&cut);
    us_trim_def def = {.path = t.trace, .out = cut.trace, .to = 200, .seat = US_NEUTRAL};
    REQUIRE(us_trace_trim(&def, &report, NULL) == US_OK);
    recorded_game_load(&cut);
    CHECK(strstr(cut.text, "gold 400 of 600") && !strstr(cut.text, "no-way"));
    check = checked(cut.trace);
    CHECK(check.findings == 0 && check.replayed && check.notes == 10);
    us_trace_check_clear(&check);

    recorded_game_name(&mine);
    recorded_game_name(&other);
    def = (us_trim_def){.path = t.trace, .out = mine.trace, .to = INT32_MAX, .seat = 0};
    REQUIRE(us_trace_trim(&def, &report, NULL) == US_OK);
    def.out = other.trace;
    def.seat = 1;
    REQUIRE(us_trace_trim(&def, &report, NULL) == US_OK);
    recorded_game_load(&mine);
    recorded_game_load(&other);
    us_str text;
    us_str_init(&text);
    add_lines(t.text, true, &lines);
    add_lines(mine.text, true, &text);
    CHECK_STR(text.text, lines.text);
    CHECK(strstr(other.text, "\"plan\":") == NULL);
    us_str_clear(&text);
    recorded_game_drop(&t);
    recorded_game_drop(&cut);
    recorded_game_drop(&mine);
    recorded_game_drop(&other);
}

TEST(the_plan_of_a_recorded_game_is_read_up_to_a_cycle)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    US_AUTOPTR(us_domain) domain = NULL;
    us_plans plans;
    US_AUTO(us_outcomes_clear) us_outcomes outcomes;
    record(&t, true);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    us_plans_def def = {.path = t.trace, .domain = domain, .to = 150};
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    CHECK(plans.notes == 10 && plans.plan[0].count == 4 && plans.plan[1].count == 0);
    us_plans_clear(&plans);
    def.to = INT32_MAX;
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    CHECK(plans.plan[0].count == 8 && plans.plan[0].open == 0);
    us_plans_clear(&plans);
    /* One failed; the other was stopped by the game's end. */
    REQUIRE(us_outcomes_read(t.trace, NULL, &outcomes, NULL) == US_OK);
    CHECK_INT(outcomes.count, 1);
    CHECK_HASH(outcomes.sum[0].behavior, 0x3fa1b2c3d4e5f601);
    CHECK(outcomes.sum[0].tries == 1 && outcomes.sum[0].successes == 0);
}

TEST(faults_of_a_plan_are_told_with_line_and_column)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    record(&t, true);
    char *at = strstr(t.text, "\"step\":4,\"why\":\"no-way\"");
    REQUIRE(at);
    at[7] = '5';
    recorded_game_write_file(t.trace, t.text, t.length);
    US_AUTO(us_trace_check_clear) us_trace_check check = checked(t.trace);
    REQUIRE(check.findings == 1);
    CHECK_INT(check.finding[0].fault, US_TRACE_FAULT_PLAN);
    CHECK_STR(check.finding[0].text, "step 5 begins without a text, expected what it is");
    char *line = at;
    while (line[-1] != '\n')
        line--;
    int number = 1;
    for (const char *c = t.text; c < at; c++)
        number += *c == '\n';
    CHECK_INT(check.finding[0].line, number);
    CHECK_INT(check.finding[0].column, at + 7 - line + 1);
}
