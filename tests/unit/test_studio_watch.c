#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/rng.h"
#include "studio/client.h"
#include "studio/viewing.h"
#include "tests/unit/packed_states.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scripted_planner.h"
#include "tests/unit/studio_page.h"
#include "traces/plan_tree.h"
#include "traces/worlds.h"

/* ---- recorded games, in the folder that pages call "it" */

static void put(const char *name, const char *bytes, size_t length)
{
    recorded_game_write_file(scratch(name), bytes, length);
}

/* "it/game.jsonl", and its states where there are some. */
static void record(recorded_game *t, const recorded_game_plan *plan)
{
    recorded_game_record(t, plan);
    put("it/game.jsonl", t->text, t->length);
    if (t->bytes)
        put("it/game.states", t->bytes, t->size);
}

static us_cycle cycle_of(const char *line)
{
    static const char begin[] = "{\"cycle\":";
    return us_text_has_prefix(line, begin) ? (us_cycle)strtol(line + strlen(begin), NULL, 10)
                                           : INT32_MAX;
}

/* The same with a plan told in seat 0's name. */
static void record_plan(recorded_game *t)
{
    us_str text;
    int note = 0;
    us_str_init(&text);
    recorded_game_record(t, &recorded_game_plain);
    for (const char *line = t->text; *line; line += strcspn(line, "\n") + 1) {
        for (; line > t->text && note < scripted_planner_notes &&
               scripted_planner_script[note].cycle <= cycle_of(line);
             note++) {
            us_json_writer writer = us_json_writer_begin(&text, '{');
            us_note_write(&scripted_planner_script[note], &writer);
            us_json_writer_end(&writer, '}');
        }
        us_str_add_bytes(&text, line, strcspn(line, "\n") + 1);
    }
    put("it/game.jsonl", text.text, text.length);
    us_str_clear(&text);
}

static const us_json_node *open_game(studio_page *kit)
{
    const us_json_node *game = studio_page_ask(kit, "watch.open", "'file':'it/game.jsonl'");
    REQUIRE(game != NULL);
    return game;
}

/* The whole film, however many slices it takes. */
static void see_film(studio_page *kit)
{
    for (int i = 0; i < 30000 && !studio_page_find_reply(kit, "film"); i++) {
        struct timespec pause = {.tv_nsec = kit->client->viewing->whole ? 1000000 : 0};
        nanosleep(&pause, NULL);
        studio_page_go_on(kit, 10);
    }
    REQUIRE(studio_page_find_reply(kit, "film") != NULL);
}

/* Each state is the world of its cycle. Returns how many there are. */
static int compare_film(const studio_page *kit, const char *trace)
{
    us_log log;
    us_worlds *worlds;
    packed_states film;
    int states = 0;
    REQUIRE(us_log_read(&log, trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, trace, &worlds, NULL) == US_OK);
    const uint8_t *at = (const uint8_t *)kit->film.text, *end = at + kit->film.length;
    for (; at < end; states++) {
        const us_world *world = NULL;
        if (states == 0) {
            REQUIRE(us_worlds_at(worlds, 0, &world, NULL) == US_OK);
            packed_states_begin(&film, world->width, world->height, world->seats);
        }
        const us_world *shown = packed_states_next(&film, &at, end);
        REQUIRE(us_worlds_at(worlds, shown->now, &world, NULL) == US_OK);
        packed_states_same(shown, world, log.header->fog);
    }
    REQUIRE(states > 0);
    packed_states_end(&film);
    us_worlds_close(worlds);
    us_log_clear(&log);
    return states;
}

/* ---- the film */

TEST(the_film_of_a_game_holds_each_of_its_cycles)
{
    for (int fog = 0; fog < 2; fog++) {
        studio_page kit;
        recorded_game t;
        recorded_game_plan plan = recorded_game_plain;
        plan.fog = fog;
        us_test_row(fog ? "in fog" : "in sight");
        studio_page_begin(&kit);
        record(&t, &plan);
        const us_json_node *game = open_game(&kit);
        CHECK_INT(studio_page_int(game, "cycles"), t.cycles);
        CHECK_INT(studio_page_int(game, "fault_count"), 0);
        see_film(&kit);
        CHECK_INT(compare_film(&kit, scratch("it/game.jsonl")), t.cycles + 1);
        CHECK_CONTAINS(studio_page_find_reply(&kit, "film"), "\"fault_count\":0,\"checked\":true");
        recorded_game_drop(&t);
        studio_page_end(&kit);
        scratch_clean();
    }
    us_test_row(NULL);
}

TEST(a_game_that_is_not_played_again_shows_its_stored_states)
{
    const char *kind = NULL;
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    recorded_game_record(
        &t, &(recorded_game_plan){"open-2", {"ai:raid", "random"}, 600, 7, false, false, NULL});
    recorded_game_forget_orders(&t);
    recorded_game again = t;
    recorded_game_load(&again);
    put("it/game.jsonl", again.text, again.length);
    put("it/game.states", again.bytes, again.size);
    us_json_get_string(open_game(&kit), "states", &kind, NULL);
    CHECK_STR(kind, "stored");
    see_film(&kit);
    CHECK_INT(compare_film(&kit, scratch("it/game.jsonl")), (t.cycles + 6) / 7 + 1);
    CHECK_INT(remove(scratch("it/game.states")), 0);
    CHECK_CONTAINS(studio_page_refused(&kit, "watch.open", "'file':'it/game.jsonl'"),
                   "no states are stored beside it, and it cannot be played again");
    us_mem_free(again.text);
    us_mem_free(again.bytes);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

TEST(a_page_that_reads_little_is_sent_no_more)
{
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    record(&t, &recorded_game_plain);
    open_game(&kit);
    kit.client->waiting += US_WAITING_MUCH + 1;
    for (int i = 0; i < 100; i++)
        studio_page_go_on(&kit, 10);
    CHECK_INT((int64_t)kit.film.length, 0);
    kit.client->waiting -= US_WAITING_MUCH + 1;
    see_film(&kit);
    CHECK_INT((int64_t)kit.client->waiting, 0);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

/* ---- plans */

static void check_node(const us_json_node *told, const us_plan_tree *plan)
{
    const char *state, *why;
    int at = us_plan_tree_find(plan, (uint32_t)studio_page_int(told, "n"));
    REQUIRE(at != US_PLAN_NONE);
    const us_plan_node *node = &plan->node[at];
    REQUIRE(us_json_require_string(told, "state", &state, NULL) == US_OK);
    REQUIRE(us_json_require_string(told, "why", &why, NULL) == US_OK);
    CHECK_STR(state, us_note_kind_name((us_note_kind)node->state));
    CHECK_STR(why, node->why);
    CHECK_INT(us_json_bool(us_json_find(told, "over")), node->over);
    CHECK_INT(studio_page_int(told, "since"), node->since);
    CHECK_INT(studio_page_int(told, "depth"), node->depth);
    int slots = 0;
    for (int slot = node->slot; slot != US_PLAN_NONE; slot = plan->slot[slot].next)
        slots++;
    CHECK_INT(us_json_size(us_json_find(told, "slots")), slots);
}

static void check_plan(studio_page *kit, us_cycle cycle)
{
    char members[64];
    us_plans plans;
    us_plans_def def = {.path = scratch("it/game.jsonl"), .to = cycle};
    us_domain *domain;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    def.domain = domain;
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    snprintf(members, sizeof(members), "'seat':0,'cycle':%d", (int)cycle);
    const us_json_node *answer = studio_page_ask(kit, "watch.plan", members);
    const us_json_node *nodes = us_json_find(answer, "nodes");
    const us_plan_tree *plan = &plans.plan[0];
    CHECK_INT(studio_page_int(answer, "count"), plan->count);
    CHECK_INT(studio_page_int(answer, "open"), plan->open);
    CHECK_INT(us_json_size(nodes) + studio_page_int(answer, "left_out"), plan->count);
    int open = 0;
    for (const us_json_node *told = us_json_first(nodes); told; told = us_json_next(told)) {
        check_node(told, plan);
        open += !us_json_bool(us_json_find(told, "over"));
    }
    CHECK_INT(open, plan->open);
    us_plans_clear(&plans);
    us_domain_free(domain);
}

TEST(the_plan_is_that_of_the_cycle_in_whatever_order_it_is_asked)
{
    studio_page kit;
    recorded_game t;
    us_rng rng = us_rng_derive(5, "watch", 0);
    studio_page_begin(&kit);
    record_plan(&t);
    open_game(&kit);
    for (int i = 0; i < 60; i++)
        check_plan(&kit, (us_cycle)us_rng_next_below(&rng, PLANNER_CYCLES + 100));
    const us_json_node *answer = studio_page_ask(&kit, "watch.plan", "'seat':1,'cycle':300");
    CHECK_INT(us_json_size(us_json_find(answer, "nodes")), 0);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

/* Copies a trace as if it was recorded by the present domain and rules. */
static void copy_as_recorded_now(const char *from, const char *to)
{
    US_AUTOFREE char *text = NULL;
    US_AUTOSTR(out);
    size_t length;
    US_AUTOPTR(us_trace) trace = NULL;
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    REQUIRE(us_trace_open(from, &trace, NULL) == US_OK);
    us_trace_header header = *us_trace_get_header(trace);
    def.map = header.map;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    us_trace_header_set_domain(&header, scenario->domain);
    header.rules_hash = scenario->rules_hash;
    us_trace_header_write(&header, &out);
    REQUIRE(us_file_read(from, 1 << 20, &text, &length, NULL) == US_OK);
    us_str_add(&out, strchr(text, '\n'));
    REQUIRE(us_file_write(to, out.text, out.length, NULL) == US_OK);
}

TEST(the_squad_is_that_of_the_cycle)
{
    studio_page kit;
    studio_page_begin(&kit);
    copy_as_recorded_now("tests/fixtures/game-v1.6.jsonl", scratch("it/squad.jsonl"));
    REQUIRE(studio_page_ask(&kit, "watch.open", "'file':'it/squad.jsonl'") != NULL);
    static const struct {
        int cycle;
        const char *phase;
        int since, units, target;
    } rows[] = {
        {8100, "fighting", 7980, 6, 0}, {4700, "home", 4605, 4, 0},      {0, "forming", 0, 0, 0},
        {4990, "forming", 4980, 4, 0},  {7410, "marching", 7395, 7, 23},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char members[64];
        const char *phase;
        snprintf(members, sizeof(members), "'seat':0,'cycle':%d", rows[i].cycle);
        const us_json_node *answer = studio_page_ask(&kit, "watch.plan", members);
        const us_json_node *squad = us_json_find(answer, "squad");
        REQUIRE(us_json_require_string(squad, "phase", &phase, NULL) == US_OK);
        CHECK_STR(phase, rows[i].phase);
        CHECK_INT(studio_page_int(squad, "since"), rows[i].since);
        CHECK_INT(studio_page_int(squad, "units"), rows[i].units);
        CHECK_INT(studio_page_int(squad, "target"), rows[i].target);
    }
    const us_json_node *answer = studio_page_ask(&kit, "watch.plan", "'seat':1,'cycle':8100");
    REQUIRE(us_json_find(answer, "squad"));
    CHECK_INT(us_json_type(us_json_find(answer, "squad")), US_JSON_NULL);
    studio_page_end(&kit);
}

TEST(what_is_left_out_is_told_when_it_is_unfolded)
{
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    record_plan(&t);
    open_game(&kit);
    const us_json_node *answer = studio_page_ask(&kit, "watch.plan", "'seat':0,'cycle':1400");
    int before = us_json_size(us_json_find(answer, "nodes"));
    const us_json_node *top = us_json_first(us_json_find(answer, "nodes"));
    CHECK_INT(studio_page_int(top, "n"), 1);
    CHECK(us_json_find(top, "pursue") != NULL);
    answer = studio_page_ask(&kit, "watch.plan", "'seat':0,'cycle':1400,'unfold':[1,2,77]");
    int after = us_json_size(us_json_find(answer, "nodes"));
    CHECK(after > before);
    answer = studio_page_ask(&kit, "watch.failures", "'seat':0");
    const us_json_node *first = us_json_first(us_json_find(answer, "failures"));
    CHECK_INT(studio_page_int(first, "cycle"), 200);
    CHECK_INT(studio_page_int(first, "node"), 2);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

/* ---- faults */

TEST(a_trace_opens_as_far_as_it_reads)
{
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    recorded_game_record(&t, &recorded_game_plain);
    char *middle = strstr(t.text + t.length / 2, "\n{\"cycle\"");
    REQUIRE(middle != NULL);
    int line = 2;
    for (const char *at = t.text; at < middle; at++)
        line += *at == '\n';
    middle[3] = '!';
    put("it/game.jsonl", t.text, t.length);
    const us_json_node *game = open_game(&kit);
    const us_json_node *fault = us_json_first(us_json_find(game, "faults"));
    CHECK(studio_page_int(game, "cycles") < t.cycles);
    CHECK_INT(studio_page_int(game, "fault_count"), 1);
    CHECK_INT(studio_page_int(fault, "line"), line);
    CHECK(studio_page_int(fault, "column") > 0);
    see_film(&kit);
    CHECK_CONTAINS(studio_page_find_reply(&kit, "film"), "\"fault_count\":1");
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

TEST(a_game_that_takes_another_course_ends_there)
{
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    recorded_game_record(&t, &recorded_game_plain);
    char *tags = strstr(t.text, "\"tags\":\"");
    REQUIRE(tags != NULL);
    tags[8] = tags[8] == '0' ? '1' : '0';
    put("it/game.jsonl", t.text, t.length);
    open_game(&kit);
    see_film(&kit);
    CHECK_CONTAINS(studio_page_find_reply(&kit, "film"), "\"cycles\":64,");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "film"), "cycle 1 is the first that differs");
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

TEST(what_cannot_be_watched_is_told)
{
    static const struct {
        const char *name, *text, *says;
    } rows[] = {
        {"it/empty.jsonl", "", "empty file"},
        {"it/other.jsonl", "{\"understudy\":\"goals\"}\n", "expected \"trace\""},
        {"it/far.jsonl",
         "{\"understudy\":\"trace\",\"version\":1,\"minor\":4,\"domain\":\"skirmish\",\"domain_"
         "hash\":"
         "\"0000000000000000\",\"rules_hash\":\"0000000000000000\",\"map\":\"/etc/passwd\","
         "\"map_hash\":\"0000000000000000\",\"seed\":\"1\",\"max_cycles\":100,\"fog\":false,"
         "\"seats\":[{\"player\":\"a\",\"faction\":\"\"},{\"player\":\"b\",\"faction\":\"\"}]}\n",
         "cannot be played again"},
    };
    studio_page kit;
    studio_page_begin(&kit);
    for (int i = 0; i < US_COUNT(rows); i++) {
        char members[80];
        us_test_row(rows[i].name);
        scratch_put(rows[i].name, rows[i].text);
        snprintf(members, sizeof(members), "'file':'%s'", rows[i].name);
        const char *says = studio_page_refused(&kit, "watch.open", members);
        CHECK_CONTAINS(says, rows[i].says);
        CHECK(strstr(says, "root:") == NULL);
    }
    us_test_row(NULL);
    studio_page_end(&kit);
}

/* ---- what is asked */

TEST(orders_are_told_in_parts)
{
    studio_page kit;
    recorded_game t;
    us_log log;
    studio_page_begin(&kit);
    record(&t, &recorded_game_plain);
    REQUIRE(us_log_read(&log, t.trace, NULL, NULL) == US_OK);
    open_game(&kit);
    const us_json_node *answer = studio_page_ask(&kit, "watch.orders", "");
    CHECK_INT(studio_page_int(answer, "total"), log.orders.count);
    const us_json_node *told = us_json_first(us_json_find(answer, "orders"));
    for (int i = 0; told; i++, told = us_json_next(told)) {
        CHECK_INT(studio_page_int(told, "cycle"), log.line[i].cycle);
        CHECK_INT(studio_page_int(told, "id"), log.orders.order[i].id);
        CHECK_INT(studio_page_int(told, "seat"), log.orders.order[i].seat);
    }
    char members[40];
    snprintf(members, sizeof(members), "'from':%d", log.orders.count - 3);
    answer = studio_page_ask(&kit, "watch.orders", members);
    CHECK_INT(us_json_size(us_json_find(answer, "orders")), 3);
    us_log_clear(&log);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

TEST(members_that_make_no_sense_are_refused)
{
    static const struct {
        const char *verb, *members;
    } rows[] = {
        {"watch.open", ""},
        {"watch.open", "'file':7"},
        {"watch.open", "'file':'it/none.jsonl'"},
        {"watch.open", "'file':'it/../it/game.jsonl'"},
        {"watch.open", "'file':'/etc/passwd'"},
        {"watch.open", "'file':'it/game.jsonl','map':'../../etc/passwd'"},
        {"watch.open", "'file':'it/game.jsonl','map':{}"},
        {"watch.plan", ""},
        {"watch.plan", "'seat':0"},
        {"watch.plan", "'seat':-1,'cycle':0"},
        {"watch.plan", "'seat':2,'cycle':0"},
        {"watch.plan", "'seat':0,'cycle':-1"},
        {"watch.plan", "'seat':0,'cycle':1e99"},
        {"watch.plan", "'seat':0,'cycle':99999999999"},
        {"watch.plan", "'seat':0,'cycle':0,'unfold':{}"},
        {"watch.plan", "'seat':0,'cycle':0,'unfold':[0]"},
        {"watch.plan", "'seat':0,'cycle':0,'unfold':['1']"},
        {"watch.failures", "'seat':null"},
        {"watch.failures", "'seat':8"},
        {"watch.orders", "'from':-1"},
        {"watch.orders", "'from':100000000"},
    };
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    CHECK_CONTAINS(studio_page_refused(&kit, "watch.labels", ""), "watches no recorded game");
    record(&t, &recorded_game_plain);
    open_game(&kit);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].members);
        CHECK(studio_page_refused(&kit, rows[i].verb, rows[i].members)[0] != '\0');
    }
    us_test_row(NULL);
    CHECK(studio_page_ask(&kit, "watch.plan", "'seat':0,'cycle':10") != NULL);
    see_film(&kit);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}

TEST(a_page_holds_a_game_or_a_film)
{
    studio_page kit;
    recorded_game t;
    studio_page_begin(&kit);
    record(&t, &recorded_game_plain);
    open_game(&kit);
    CHECK(studio_page_ask(&kit, "play.open",
                          "'domain':'skirmish','map':'open-2','seat':0,'agents':[null,'idle']") !=
          NULL);
    CHECK_CONTAINS(studio_page_refused(&kit, "watch.orders", ""), "watches no recorded game");
    open_game(&kit);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.step", "'cycles':1"), "shows no game");
    CHECK(studio_page_ask(&kit, "watch.leave", "") != NULL);
    studio_page_forget(&kit);
    studio_page_go_on(&kit, 10);
    CHECK_INT((int64_t)kit.film.length, 0);
    recorded_game_drop(&t);
    studio_page_end(&kit);
}
