/* The whole loop over a domain that the program has never heard of: tests/domains/delivery/. */
#include "base/file.h"
#include "domain/action.h"
#include "experiments/run/training.h"
#include "game/maps.h"
#include "learn/learn.h"
#include "players/play.h"
#include "retrieve/library.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/label_check.h"
#include "understudy/learn.h"
#include <stdio.h>
#include <string.h>

/* ---- an expert: each of its drones goes to the middle of the town, then fetches what lies nearest
 * and brings it home */

static const us_entity *nearest(const us_world *world, const us_entity *drone, const char *type,
                                us_seat owner)
{
    const us_entity *best = NULL;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == owner && e->type == us_domain_find_type(world->domain, type) &&
            (!best || us_entity_distance(world->domain, drone, e) <
                          us_entity_distance(world->domain, drone, best)))
            best = e;
    }
    return best;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    const us_world *world = view->world;
    (void)player;
    (void)events;
    (void)wakeup;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        bool laden = e->status == us_domain_find_status(world->domain, "laden");
        const us_entity *to = laden ? nearest(world, e, "depot", view->self)
                                    : nearest(world, e, "parcel", US_NEUTRAL);
        const char *action = world->now == 0 ? "move" : laden ? "drop" : "pick";
        us_order order = {.seat = view->self, .unit = &e->id, .unit_count = 1};
        order.action = (int8_t)us_domain_find_action(world->domain, action);
        order.arg[0] = world->now == 0 ? US_CELL(world->width / 2, world->height / 2)
                       : to            ? (int32_t)to->id
                                       : 0;
        if (us_action_is_allowed(view, &order, e->id))
            us_orders_add_copy(orders, &order);
    }
}

static void leave(us_player *player)
{
    us_mem_free(player);
}

static us_player *expert(void)
{
    static const us_player_kind kind = {.prefix = "expert", .think = think, .close = leave};
    us_player *player = US_NEW(us_player);
    player->kind = &kind;
    return player;
}

static void record(const char *map, uint64_t seed, const char *trace)
{
    const char *agent[US_SEATS_MAX] = {"expert:delivery"};
    us_scenario_def def = us_scenario_def_default();
    us_match_def match = us_match_def_default();
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_recorder *recorder = NULL;
    us_match_state state;
    us_error err = {0};
    def.domain = "delivery";
    def.map = map;
    def.max_cycles = 3000;
    if (us_scenario_open(&def, &scenario, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    REQUIRE(scenario);
    match.scenario = scenario;
    match.seed = seed;
    match.player[0] = expert();
    US_AUTOPTR(us_match) played = us_match_new(&match);
    us_trace_header header = us_trace_header_from_game(us_match_game(played), map, agent);
    REQUIRE(us_recorder_open(trace, &header, scenario->domain, &recorder, NULL) == US_OK);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(played, &observer);
    us_match_run(played, &state);
    CHECK_INT(state.outcome.kind, US_OUTCOME_WIN);
    CHECK_INT(state.outcome.winner, 0);
    CHECK_INT(state.refused, 0);
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
}

/* ---- labels, as a person would set them: all for the day, a pick and a drop for each parcel */

enum { ORDERS = 13 }; /* of a day with one drone: a move, then two for each parcel */

static void label(us_annotation *annotation, const us_review *course, const char *goal,
                  uint32_t parent, uint32_t from, uint32_t to)
{
    us_source source = {"label", goal, 1, 1, NULL};
    us_span span = {from, to};
    us_goal_instance instance = {.id = 0, .parent = parent, .by = "hand", .why = ""};
    REQUIRE(us_goal_parse(course->domain, &source, &instance.goal, NULL) == US_OK);
    us_goal_resolve_seats(course->domain, &instance.goal, 0, course->seats);
    instance.opened = us_review_find(course, from)->cycle;
    instance.closed = -1; /* the check finds out */
    instance.span = &span;
    instance.spans = 1;
    us_annotation_add(annotation, &instance);
}

static void annotate(const char *trace)
{
    us_review *course = NULL;
    us_remarks remarks = {0};
    us_error err = {0};
    US_AUTOSTR(path);
    REQUIRE(us_review_open(trace, NULL, &course, &err) == US_OK);
    us_annotation *annotation = us_annotation_new(course->domain);
    CHECK_INT(course->orders, ORDERS);
    label(annotation, course, "WinDay(player: self)", 0, 1, ORDERS + 1);
    for (uint32_t i = 2; i < ORDERS; i += 2)
        label(annotation, course, "Deliver(player: self, parcels: 1)", 1, i, i + 2);
    if (us_annotation_check(annotation, course, trace, NULL, &remarks, NULL, &err) != US_OK)
        FAIL("%s", err.text);
    for (int i = 0; i < remarks.count; i++)
        FAIL("%s", remarks.remark[i].text);
    for (int i = 0; i < annotation->count; i++)
        CHECK_INT(us_goal_instance_result(&annotation->goal[i]), 1);
    us_annotation_path(trace, &path);
    REQUIRE(us_annotation_save(annotation, path.text, &err) == US_OK);
    us_remarks_clear(&remarks);
    us_annotation_free(annotation);
    us_review_free(course);
}

/* ---- a library that plays */

enum { TRACES = 2 };

typedef struct loop {
    const char *demo, *library, *adapted, *trace[TRACES];
    us_domain *domain;
} loop;

static loop learn(uint64_t seed)
{
    loop l = {.demo = scratch("demo.jsonl"),
              .library = scratch("learned.db"),
              .adapted = scratch("adapted.db"),
              .trace = {scratch("one.jsonl"), scratch("two.jsonl")}};
    us_error err = {0};
    us_learn_def def = us_learn_def_default();
    REQUIRE(us_domain_load_shipped("delivery", &l.domain, &err) == US_OK);
    record("lane", seed, l.demo);
    annotate(l.demo);
    if (us_learn_to_library(&l.demo, 1, &def, l.library, NULL, &err) != US_OK)
        FAIL("%s:%d: %s", err.file, err.line, err.text);
    return l;
}

static void end(loop *l)
{
    us_domain_free(l->domain);
}

static us_play_result play_for(const char *kind, const char *file, us_seat seat, uint64_t seed,
                               us_cycle cycles, const char *trace)
{
    char agent[600];
    us_play_def def = us_play_def_default();
    us_play_result result = {0};
    us_error err = {0};
    snprintf(agent, sizeof agent, "%s:%s", kind, file);
    def.agent[seat] = agent;
    def.agent[1 - seat] = "idle";
    def.scenario.domain = "delivery";
    def.scenario.map = "square"; /* which nobody has demonstrated */
    def.scenario.max_cycles = cycles;
    def.seed = seed;
    def.trace = trace;
    if (us_play_run(&def, &result, &err) != US_OK)
        FAIL("%s:%d: %s", err.file, err.line, err.text);
    return result;
}

static us_play_result play(const char *library, us_seat seat, uint64_t seed, const char *trace)
{
    return play_for("library", library, seat, seed, 6000, trace);
}

static us_games *tables(const loop *l, const us_patterns *patterns, const char *const *trace,
                        int traces)
{
    us_games *games = NULL;
    us_error err = {0};
    int64_t game;
    REQUIRE(us_games_open(NULL, l->domain, &games, NULL) == US_OK);
    REQUIRE(us_failures_add_conditions(games, patterns, NULL) == US_OK);
    for (int i = 0; i < traces; i++)
        if (us_games_add(games, trace[i], NULL, &game, &err) != US_OK)
            FAIL("%s: %s", err.file, err.text);
    return games;
}

/* Of seat 0. */
static int count_failures(const loop *l, const us_patterns *patterns, const char *trace)
{
    US_AUTOPTR(us_games) games = tables(l, patterns, &trace, 1);
    US_AUTO(us_failures_clear) us_failures failures = {0};
    int count = 0;
    REQUIRE(us_failures_find(games, patterns, &failures, NULL) == US_OK);
    for (int i = 0; i < failures.count; i++)
        count += failures.item[i].seat == 0;
    return count;
}

/* ---- tests */

TEST(its_maps_are_listed)
{
    const us_game_kind *kind = us_game_kind_find("delivery");
    US_AUTOFREE us_map_info *map = NULL;
    int maps = 0;
    REQUIRE(kind && kind->maps->list(&map, &maps, NULL) == US_OK);
    REQUIRE(maps == 2);
    CHECK_STR(map[0].name, "lane");
    CHECK_STR(map[1].name, "square");
    CHECK_INT(map[1].width, 14);
    CHECK_INT(map[1].height, 6);
    CHECK_INT(map[1].seats, 2);
}

TEST(what_is_no_scenario_is_refused_with_its_place)
{
    static const struct {
        const char *text, *map, *faction, *expected;
        us_scenario_part part;
        int line, column;
    } rows[] = {
        {"..A.\n.a..\n", "", NULL, NULL, US_PART_MAP, 0, 0},
        {"....\n...\n", "", NULL, "rows of one width", US_PART_MAP, 2, 0},
        {"....\n....", "", NULL, "rows of one width", US_PART_MAP, 2, 0},
        {"....\n..C.\n", "", NULL, "a terrain or", US_PART_MAP, 2, 3},
        {"", "", NULL, "found nothing", US_PART_MAP, 1, 0},
        {NULL, "nowhere", NULL, "", US_PART_MAP, 0, 0},
        {NULL, "lane", "elves", "expected all", (us_scenario_part)(US_PART_FACTION + 1), 0, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_scenario_def def = us_scenario_def_default();
        us_scenario_part part = US_PART_NONE;
        us_scenario *scenario = NULL;
        us_error err = {0};
        us_test_row(rows[i].text ? rows[i].text : rows[i].map);
        def.domain = "delivery";
        def.map = rows[i].map;
        def.map_text = rows[i].text;
        def.faction[1] = rows[i].faction;
        us_status status = us_scenario_open_part(&def, &scenario, &part, &err);
        CHECK_INT(status, rows[i].expected ? US_BAD_INPUT : US_OK);
        us_scenario_close(scenario);
        if (!rows[i].expected)
            continue;
        CHECK_INT(part, rows[i].part);
        CHECK_INT(err.line, rows[i].line);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].expected);
    }
}

/* Whoever knows none says so, and nobody takes it for nothing. */
TEST(fog_is_refused_by_games_that_know_none)
{
    static const struct {
        const char *domain, *map, *expected;
    } rows[] = {
        {"delivery", "lane", "delivery has no fog: its players see everything"},
        {"microrts", "bases-8", "microrts has no fog: its players see everything"},
        {"arena", "hall-1", "the arena has no fog: what characters perceive"},
        {"skirmish", "open-1", NULL},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_scenario_def def = us_scenario_def_default();
        us_scenario_part part = US_PART_NONE;
        us_scenario *scenario = NULL;
        us_error err = {0};
        us_test_row(rows[i].domain);
        def.domain = rows[i].domain;
        def.map = rows[i].map;
        def.fog = true;
        us_status status = us_scenario_open_part(&def, &scenario, &part, &err);
        CHECK_INT(status, rows[i].expected ? US_BAD_INPUT : US_OK);
        us_scenario_close(scenario);
        if (!rows[i].expected)
            continue;
        CHECK_INT(part, US_PART_FOG);
        CHECK_CONTAINS(err.text, rows[i].expected);
    }
}

/* The depot reaches over the edges on two sides. */
TEST(what_is_larger_than_the_map_takes_what_is_there)
{
    static const char small[] = "\"kind\": \"building\",", large[] = " \"size\": [16, 16],";
    US_AUTOSTR(text);
    US_AUTOSTR(path);
    US_AUTOFREE char *bytes = NULL;
    size_t length;
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_scenario) scenario = NULL;
    REQUIRE(us_data_find_domain_file("delivery", "domain.json", &path, NULL) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &bytes, &length, NULL) == US_OK);
    const char *at = strstr(bytes, small);
    REQUIRE(at);
    us_str_add_bytes(&text, bytes, (size_t)(at - bytes) + strlen(small));
    us_str_add(&text, large);
    us_str_add(&text, at + strlen(small));
    REQUIRE(us_domain_parse("large", text.text, text.length, &domain, NULL) == US_OK);
    us_scenario_def def = us_scenario_def_default();
    def.domain = "delivery";
    def.read = domain;
    def.map = "";
    def.map_text = "....\n..A.\n....\n";
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    US_AUTOPTR(us_game) game = us_game_new(scenario, 1);
    const us_world *world = us_game_world(game, 0);
    for (int cell = 0; cell < world->width * world->height; cell++)
        CHECK_INT(world->plane[US_PLANE_TAKEN][cell] != 0, cell % 4 >= 2 && cell / 4 >= 1);
}

/* It wins only by parcels that reached its depot. */
TEST(a_learned_library_delivers_where_nobody_has_shown_how)
{
    static const uint64_t seeds[] = {70001, 70002, 70003, 70004, 70005, 70006};
    static const char orders[] = "SELECT action, count(*) FROM orders WHERE refused IS NULL "
                                 "GROUP BY action ORDER BY action";
    loop l = learn(1);
    us_patterns none = {0};
    const char *trace = l.trace[0];
    for (int i = 0; i < US_COUNT(seeds); i++) {
        us_seat seat = (us_seat)(i % 2);
        us_play_result result = play(l.library, seat, seeds[i], trace);
        CHECK_INT(result.state.outcome.kind, US_OUTCOME_WIN);
        CHECK_INT(result.state.outcome.winner, seat);
        US_AUTOPTR(us_games) games = tables(&l, &none, &trace, 1);
        CHECK_STR(games_rows(games, orders), "drop 6\nmove 1\npick 6\n");
        CHECK_INT(games_int(games, "SELECT count(*) FROM units WHERE fate = 'spent'"), 6);
    }
    end(&l);
}

static us_brl *open_library(const loop *l, const char *path)
{
    US_AUTOPTR(us_library) library = NULL;
    us_brl *brl = NULL;
    REQUIRE(us_library_open(path, US_LIBRARY_READ, l->domain, &library, NULL) == US_OK);
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    return brl;
}

static int occurrences(const char *text, const char *of)
{
    int count = 0;
    while ((text = strstr(text, of))) {
        text += strlen(of);
        count++;
    }
    return count;
}

/* Of cases that begin behind a pick, and of no others. */
TEST(who_has_picked_something_up_is_asked_for_it)
{
    loop l = learn(1);
    us_str text;
    us_brl *brl = open_library(&l, l.library);
    us_str_init(&text);
    us_brl_print(brl, &text);
    CHECK_INT(occurrences(text.text, "when: \"exists(self, \\\"drone\\\", status: laden)\"\n"), 4);
    CHECK_INT(occurrences(text.text, "status: laden"), 4);
    CHECK_CONTAINS(text.text, "why.when.1: \"drop needs one that is laden: step b\"\n");
    us_str_clear(&text);
    us_brl_free(brl);
    end(&l);
}

/* Its games are abstracted, and the domain's pattern finds a drone that nobody used. */
static void repair_library(const loop *l, const us_patterns *patterns, const char *const *trace)
{
    us_adaptation_def def = us_adaptation_def_default();
    US_AUTOPTR(us_brl) brl = open_library(l, l->library);
    us_adaptation adapted = {0};
    us_error err = {0};
    def.library = brl;
    def.games = tables(l, patterns, trace, TRACES);
    def.patterns = patterns;
    if (us_adaptation_run(&def, &adapted, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    CHECK_INT(adapted.done, 1);
    REQUIRE(us_adaptation_write(brl, adapted.library, l->library, l->adapted, &err) == US_OK);
    us_games_close(def.games);
    us_adaptation_clear(&adapted);
}

TEST(a_game_that_goes_wrong_is_mended)
{
    static const uint64_t wrong[TRACES] = {12, 13};
    static const uint64_t fresh[] = {90001, 90002, 90003, 90004, 90005, 90006};
    loop l = learn(2);
    us_patterns patterns = {0};
    const char *trace[TRACES] = {l.trace[0], l.trace[1]};
    int failures = 0, before = 0, after = 0; /* cycles of all games */
    REQUIRE(us_patterns_load(l.domain, NULL, &patterns, NULL) == US_OK);
    for (int i = 0; i < TRACES; i++) {
        play(l.library, 0, wrong[i], trace[i]);
        CHECK(count_failures(&l, &patterns, trace[i]) > 0);
    }
    repair_library(&l, &patterns, trace);
    for (int i = 0; i < US_COUNT(fresh); i++) {
        us_play_result was = play(l.library, 0, fresh[i], trace[0]);
        us_play_result is = play(l.adapted, 0, fresh[i], trace[1]);
        CHECK_INT(is.state.outcome.kind, US_OUTCOME_WIN);
        CHECK_INT(is.state.outcome.winner, 0);
        before += was.state.now;
        after += is.state.now;
        failures += count_failures(&l, &patterns, trace[0]);
        CHECK_INT(count_failures(&l, &patterns, trace[1]), 0);
    }
    CHECK(failures > 0);
    CHECK(after < before);
    us_patterns_clear(&patterns);
    end(&l);
}

/* ---- behaviors written by hand, of a seat that has two drones */

#define SLOTS                                                                   \
    "slot one: entity \"drone\" of self\nslot home: entity \"depot\" of self\n" \
    "slot p: entity \"parcel\" of neutral\nslot q: entity \"parcel\" of neutral\n"
#define TWO                                                                                   \
    "behavior \"two\" achieves Deliver(player: self, parcels: 2) {\n" SLOTS "do sequence {\n" \
    "a: act pick(unit: one, target: p)\nb: act drop(unit: one, target: home)\n"               \
    "c: act pick(unit: one, target: q)\nd: act drop(unit: one, target: home)\n}\n}\n"
#define THREE                                                                 \
    "behavior \"three\" achieves Deliver(player: self, parcels: 3) {\n" SLOTS \
    "do act pick(unit: one, target: p)\n}\n"

/* What `sql` finds in a game that was played by the file. */
static void expect_rows(const char *brl, us_cycle cycles, const char *sql, const char *rows)
{
    us_patterns none = {0};
    const char *trace = scratch("hand.jsonl");
    loop l = {.domain = NULL};
    REQUIRE(us_domain_load_shipped("delivery", &l.domain, NULL) == US_OK);
    scratch_put("hand.brl", brl);
    play_for("tree", scratch("hand.brl"), 0, 1, cycles, trace);
    us_games *games = tables(&l, &none, &trace, 1);
    CHECK_STR(games_rows(games, sql), rows);
    us_games_close(games);
    end(&l);
}

/* The older one has flown elsewhere when the younger one has the parcel. */
TEST(who_acts_is_one_that_can_do_it_now)
{
    expect_rows("brl 1\n"
                "tree Root {\ndo a: goal Deliver(player: self, parcels: 1)\n}\n"
                "behavior \"b\" achieves Deliver(player: self, parcels: 1) {\n"
                "slot one: entity \"drone\" of self\nslot other: entity \"drone\" of self\n"
                "slot any: entity \"drone\" of self\nslot p: entity \"parcel\" of neutral\n"
                "slot home: entity \"depot\" of self\n"
                "do sequence {\n"
                "parallel {\na: act move(unit: one, cell: (3, 4))\n"
                "b: act pick(unit: other, target: p)\n}\n"
                "c: act drop(unit: any, target: home)\n}\n}\n",
                300,
                "SELECT action, unit FROM orders JOIN order_units USING (game, id) "
                "WHERE refused IS NULL LIMIT 3",
                "move 2\npick 3\ndrop 3\n");
}

/* Two goals at the same time, and how often something was dropped before somebody flew away behind
 * both. Who is to deliver three lays nothing down. */
TEST(increases_at_the_same_time_do_not_count_the_same_parcels)
{
    static const struct {
        const char *goals, *drops;
    } rows[] = {
        {"a: goal Deliver(player: self, parcels: 2)\nb: goal Deliver(player: self, parcels: 2)\n",
         "4\n"},
        {"selector {\na: goal Deliver(player: self, parcels: 3) retries 1\ncheck 1 == 1\n}\n"
         "b: goal Deliver(player: self, parcels: 2)\n",
         "2\n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(brl);
        us_str_addf(&brl,
                    "brl 1\ntree Root {\nslot any: entity \"drone\" of self\ndo sequence {\n"
                    "parallel {\n%s}\nc: act move(unit: any, cell: (3, 4))\n}\n}\n" TWO THREE,
                    rows[i].goals);
        us_test_row(rows[i].goals);
        expect_rows(brl.text, 3000,
                    "SELECT count(*) FROM orders WHERE action = 'drop' AND refused IS NULL AND "
                    "cycle < (SELECT min(cycle) FROM orders WHERE action = 'move')",
                    rows[i].drops);
    }
}

/* A root that ended is begun again a second after it was begun last. */
TEST(a_plan_waits_in_seconds_of_its_domain)
{
    expect_rows("brl 1\ntree Root {\nslot any: entity \"drone\" of self\n"
                "do act move(unit: any, cell: (3, 4))\n}\n",
                100, "SELECT cycle FROM orders ORDER BY cycle LIMIT 4 OFFSET 1",
                "20\n30\n40\n50\n");
}
