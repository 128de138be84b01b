/* What a seat did over its game, and how alike that is to what another did. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "experiments/run/profile.h"
#include "players/players.h"
#include "tests/unit/planned_game.h"
#include "tests/unit/test.h"

#define DEMO "domains/skirmish/demos/rush-open-1.jsonl"

/* ---- profiles that are made up */

static void order(us_profile *p, const char *name, us_cycle at)
{
    us_profile_add(p, &p->orders, name, at);
}

static int32_t alike(const us_profile *a, const us_profile *b)
{
    us_likeness one = us_profile_likeness(a, b), other = us_profile_likeness(b, a);
    CHECK_INT(one.orders, other.orders);
    CHECK_INT(one.goals, other.goals);
    CHECK(one.orders >= 0 && one.orders <= US_LIKENESS_ONE);
    return one.orders;
}

/* Of some kinds of orders, at some times. */
static us_profile random_profile(uint64_t seed, int orders, int kinds, us_cycle cycles)
{
    us_profile p = {0};
    us_rng rng = us_rng_derive(seed, "test.profile", 0);
    for (int i = 0; i < orders; i++) {
        char name[8];
        us_cycle at = (us_cycle)us_rng_next_below(&rng, (uint32_t)cycles);
        snprintf(name, sizeof name, "k%d", (int)us_rng_next_below(&rng, (uint32_t)kinds));
        order(&p, name, at);
        us_profile_add(&p, &p.goals, name, at);
    }
    us_profile_lengthen(&p, cycles);
    return p;
}

TEST(equal_profiles_are_wholly_alike_and_disjoint_ones_not_at_all)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        us_profile a = random_profile(seed, 80, 6, 9000), b = random_profile(seed, 80, 6, 9000);
        us_profile c = random_profile(seed + 100, 80, 6, 7000), none = {0}, other = {0};
        CHECK_INT(alike(&a, &b), US_LIKENESS_ONE);
        CHECK(alike(&a, &c) > 0 && alike(&a, &c) < US_LIKENESS_ONE);
        CHECK_INT(alike(&none, &none), US_LIKENESS_ONE);
        CHECK_INT(alike(&a, &none), 0);
        order(&other, "another", 30);
        CHECK_INT(alike(&a, &other), 0);
        CHECK_INT(us_profile_likeness(&a, &b).goals, US_LIKENESS_ONE);
        CHECK_INT(us_profile_likeness(&a, &other).goals, 0);
        us_profile_clear(&a);
        us_profile_clear(&b);
        us_profile_clear(&c);
        us_profile_clear(&other);
    }
}

/* Less and less, the more is missing, later, or of another kind. */
TEST(what_is_missing_late_or_otherwise_takes_away_by_degrees)
{
    US_AUTO(us_profile_clear) us_profile whole = {0};
    int32_t last = US_LIKENESS_ONE, later = US_LIKENESS_ONE, otherwise = US_LIKENESS_ONE;
    for (int i = 0; i < 20; i++)
        order(&whole, "train", 400 * i);
    us_profile_lengthen(&whole, 16000);
    for (int gone = 1; gone <= 20; gone++) {
        us_profile part = {0}, late = {0}, mixed = {0};
        for (int i = 0; i < 20; i++) {
            if (i < 20 - gone)
                order(&part, "train", 400 * i);
            order(&late, "train", 400 * (i + gone));
            order(&mixed, i < gone ? "build" : "train", 400 * i);
        }
        us_profile_lengthen(&part, 16000);
        us_profile_lengthen(&late, 16000);
        us_profile_lengthen(&mixed, 16000);
        int32_t now = alike(&whole, &part);
        CHECK(now < last);
        last = now;
        now = alike(&whole, &late);
        CHECK(now <= later);
        later = now;
        now = alike(&whole, &mixed);
        CHECK(now < otherwise);
        otherwise = now;
        us_profile_clear(&part);
        us_profile_clear(&late);
        us_profile_clear(&mixed);
    }
    CHECK_INT(last, 0);
    CHECK(later > US_LIKENESS_ONE / 4 && later < US_LIKENESS_ONE / 2);
    CHECK_INT(otherwise, 0);
}

/* Its orders go missing, nothing else: as long as only what came late is missing, little. */
TEST(a_game_that_ends_earlier_is_less_alike_the_earlier_it_ends)
{
    US_AUTO(us_profile_clear) us_profile whole = {0};
    int32_t last = US_LIKENESS_ONE + 1;
    for (us_cycle at = 0; at < 12000; at += 100)
        order(&whole, "train", at);
    for (us_cycle end = 12000; end > 0; end -= 500) {
        US_AUTO(us_profile_clear) us_profile cut = {0};
        for (us_cycle at = 0; at < end; at += 100)
            order(&cut, "train", at);
        int32_t now = alike(&whole, &cut);
        CHECK(now < last);
        CHECK(end < 12000 - 600 || now > US_LIKENESS_ONE * 9 / 10);
        last = now;
    }
    CHECK(last < US_LIKENESS_ONE / 5);
}

/* The same two games, told with bins of twice the width: they are only said to be longer. */
TEST(the_width_of_bins_changes_little)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        us_profile a = random_profile(seed, 200, 5, 4000),
                   b = random_profile(seed + 50, 200, 5, 4000);
        US_AUTO(us_profile_clear) us_profile wide = random_profile(seed, 200, 5, 4000);
        int32_t fine = alike(&a, &b);
        CHECK_INT(us_profile_width(&a), 256);
        us_profile_lengthen(&wide, 4097);
        CHECK_INT(us_profile_width(&wide), 512);
        int32_t mixed = alike(&wide, &b);
        CHECK(mixed - fine < US_LIKENESS_ONE / 20 && fine - mixed < US_LIKENESS_ONE / 20);
        CHECK(alike(&wide, &a) > US_LIKENESS_ONE * 98 / 100);
        us_profile_clear(&a);
        us_profile_clear(&b);
    }
}

TEST(the_order_in_which_things_are_counted_does_not_matter)
{
    us_profile there = {0}, back = {0};
    US_AUTOSTR(one);
    US_AUTOSTR(other);
    us_json_writer writer;
    for (int i = 0; i < 300; i++) {
        order(&there, i % 3 ? "a" : "b", 97 * i);
        order(&back, (299 - i) % 3 ? "a" : "b", 97 * (299 - i));
    }
    us_json_writer_init(&writer, &one);
    us_profile_write(&there, &writer);
    us_json_writer_init(&writer, &other);
    us_profile_write(&back, &writer);
    CHECK_STR(one.text, other.text);
    us_profile_clear(&there);
    us_profile_clear(&back);
}

/* ---- as JSON */

static us_status parse(const char *text, us_profile *out, us_error *err)
{
    return us_profile_parse("p", text, strlen(text), out, err);
}

TEST(what_is_written_reads_as_the_same)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        us_profile p = random_profile(seed, (int)(seed * 9), 7, (us_cycle)(1 + 7001 * seed)), back;
        US_AUTOSTR(text);
        US_AUTOSTR(again);
        us_json_writer writer;
        us_error err = {0};
        us_json_writer_init(&writer, &text);
        us_profile_write(&p, &writer);
        if (parse(text.text, &back, &err) != US_OK) {
            FAIL("%s", err.text);
            return;
        }
        us_json_writer_init(&writer, &again);
        us_profile_write(&back, &writer);
        CHECK_STR(again.text, text.text);
        CHECK_INT(alike(&p, &back), US_LIKENESS_ONE);
        us_profile_clear(&p);
        us_profile_clear(&back);
    }
}

TEST(what_is_no_profile_is_refused_with_its_place)
{
    static const struct {
        const char *text;
        int column;
        const char *what;
    } rows[] = {
        {"[]", 1, "a profile"},
        {"{\"cycles\":5}", 1, "orders"},
        {"{\"cycles\":-1,\"orders\":{},\"goals\":{}}", 11, "0"},
        {"{\"cycles\":10000001,\"orders\":{},\"goals\":{}}", 11, "10000000"},
        {"{\"cycles\":5,\"orders\":[],\"goals\":{}}", 22, "object"},
        {"{\"cycles\":5,\"orders\":{},\"goals\":{},\"more\":1}", 36, "more"},
        {"{\"cycles\":5,\"orders\":{\"a\":7},\"goals\":{}}", 27, "array"},
        {"{\"cycles\":5,\"orders\":{\"a\":[0,1,2]},\"goals\":{}}", 27, "at most 1"},
        {"{\"cycles\":0,\"orders\":{\"a\":[0,1]},\"goals\":{}}", 27, "at most 0"},
        {"{\"cycles\":600,\"orders\":{\"a\":[0,-2]},\"goals\":{}}", 32, "0 to 1000000"},
        {"{\"cycles\":600,\"orders\":{\"a\":[0,1000001]},\"goals\":{}}", 32, "0 to 1000000"},
        {"{\"cycles\":600,\"orders\":{\"a\":[0,1.5]},\"goals\":{}}", 32, "0 to 1000000"},
        {"{\"cycles\":600,\"orders\":{\"a\":[]},\"goals\":{}}", 29, "a bin and counts"},
        {"{\"cycles\":600,\"orders\":{\"a\":[17]},\"goals\":{}}", 30, "0 to 16"},
        {"{\"cycles\":600,\"orders\":{\"a\":[-1,1]},\"goals\":{}}", 30, "0 to 16"},
        {"{\"cycles\":600,\"orders\":{\"a\":[3,1]},\"goals\":{}}", 29, "of 4 bins"},
        {"{\"cycles\":600,\"orders\":{\"\":[1]},\"goals\":{}}", 28, "name"},
        {"{\"cycles\":600,\"orders\":{},\"goals\":{\"a\":[0,\"x\"]}}", 43, "0 to 1000000"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_profile out = {.cycles = 77};
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(parse(rows[i].text, &out, &err), US_BAD_INPUT);
        CHECK_INT(err.line, 1);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].what);
        CHECK_INT(out.cycles, 77);
    }
    us_test_row(NULL);
}

/* The greatest that can be read: no sum is too large. */
TEST(the_largest_profile_is_alike_to_itself_and_to_nothing_else)
{
    US_AUTOSTR(text);
    us_profile huge, empty = {0};
    us_error err = {0};
    us_str_add(&text, "{\"cycles\":10000000,\"goals\":{},\"orders\":{");
    for (int r = 0; r < US_PROFILE_ROWS_MAX; r++) {
        us_str_addf(&text, "%s\"k%d\":[0,1000000", r ? "," : "", r);
        for (int i = 1; i < 10; i++)
            us_str_add(&text, ",1000000");
        us_str_add(&text, "]");
    }
    us_str_add(&text, "}}");
    if (CHECK_INT(parse(text.text, &huge, &err), US_OK)) {
        CHECK_INT(alike(&huge, &huge), US_LIKENESS_ONE);
        CHECK_INT(alike(&huge, &empty), 0);
        us_profile_lengthen(&huge, 20000000);
        us_profile_clear(&huge);
    }
}

/* ---- games */

/* Of a seat that an agent sat on. */
static us_profile play(const char *map, const char *first, const char *second, us_seat seat,
                       uint64_t seed, us_cycle most)
{
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_scenario *scenario;
    us_profile out = {0};
    US_AUTOSTR(text);
    us_json_writer writer;
    def.map = map;
    def.max_cycles = most;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    match_def.scenario = scenario;
    match_def.seed = seed;
    REQUIRE(us_agent_open(first, scenario, 0, seed, &match_def.player[0], NULL) == US_OK);
    REQUIRE(us_agent_open(second, scenario, 1, seed, &match_def.player[1], NULL) == US_OK);
    us_match *match = us_match_new(&match_def);
    us_profiler *profiler = us_profiler_new(match, seat);
    CHECK(us_profiler_profile(profiler) == NULL);
    us_match_run(match, NULL);
    us_match_free(match);
    us_scenario_close(scenario);
    REQUIRE(us_profiler_profile(profiler) != NULL);
    us_json_writer_init(&writer, &text);
    us_profile_write(us_profiler_profile(profiler), &writer);
    CHECK(text.length < 4096);
    REQUIRE(parse(text.text, &out, NULL) == US_OK);
    us_profiler_free(profiler);
    return out;
}

static int64_t total(const us_profile_list *list, const char *name)
{
    int64_t sum = 0;
    for (int r = 0; r < list->count; r++)
        for (int i = 0; i < US_PROFILE_BINS && us_text_has_prefix(list->row[r].name, name); i++)
            sum += list->row[r].count[i];
    return sum;
}

TEST(a_game_is_told_by_what_was_ordered_and_pursued)
{
    us_profile p = play("open-1", "expert:rush", "ai:passive", 0, 3, 6000);
    CHECK(p.cycles > 1000 && p.cycles <= 6000);
    CHECK(total(&p.orders, "train infantry") > 3);
    CHECK(total(&p.orders, "harvest worker") > 2);
    CHECK_INT(total(&p.orders, "build barracks"), 1);
    CHECK_INT(total(&p.goals, "WinWargus"), 1);
    CHECK(total(&p.goals, "BuildUnits infantry") > 0);
    us_profile_clear(&p);
    p = play("open-1", "expert:rush", "ai:passive", 1, 3, 6000);
    CHECK(total(&p.orders, "") > 0);
    CHECK_INT(p.goals.count, 0); /* it says nothing of its goals */
    us_profile_clear(&p);
}

TEST(a_plans_goals_are_told_whatever_their_numbers)
{
    char agent[512];
    const char *path = planned_game_write(
        "brl 1\ntree T {\ndo sequence {\n"
        "goal GetResources(player: self, gold: 200)\n"
        "goal BuildUnits(player: self, type: \"worker\", number: 6)\n}\n}\n"
        "behavior \"dig\" achieves GetResources(player: self, gold: 100) {\n"
        "slot w: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
        "do act harvest(units: w, target: m)\n}\n"
        "behavior \"hire\" achieves BuildUnits(player: self, type: \"worker\", number: 1) {\n"
        "do act train(unit: near(self.producer), type: \"worker\")\n}\n");
    snprintf(agent, sizeof agent, "tree:%s?least=0", path);
    US_AUTO(us_profile_clear) us_profile p = play("open-1", agent, "ai:passive", 0, 3, 3000);
    CHECK_INT(total(&p.goals, "WinWargus"), 1);
    CHECK_INT(total(&p.goals, "GetResources"), 1);
    CHECK_INT(total(&p.goals, "BuildUnits worker"), 1);
}

TEST(an_experts_game_is_more_like_its_own_than_like_anothers)
{
    static const char *const experts[] = {"expert:rush", "expert:economy", "expert:towers"};
    us_profile one[US_COUNT(experts)], other[US_COUNT(experts)];
    for (int i = 0; i < US_COUNT(experts); i++) {
        one[i] = play("open-1", experts[i], "ai:passive", 0, 1, 15000);
        other[i] = play("open-1", experts[i], "ai:passive", 0, 2, 15000);
    }
    for (int i = 0; i < US_COUNT(experts); i++)
        for (int k = 0; k < US_COUNT(experts); k++) {
            us_likeness own = us_profile_likeness(&one[i], &other[i]);
            us_likeness with = us_profile_likeness(&one[i], &other[k]);
            CHECK(i == k || own.orders > with.orders);
            CHECK(i == k || own.goals > with.goals);
        }
    for (int i = 0; i < US_COUNT(experts); i++) {
        us_profile_clear(&one[i]);
        us_profile_clear(&other[i]);
    }
}

/* Factions call the same by other names. */
TEST(the_other_faction_is_alike)
{
    us_profile human = play("open-1", "expert:rush", "ai:passive", 0, 1, 9000);
    US_AUTO(us_profile_clear)
    us_profile orc = play("open-1", "ai:passive", "expert:rush", 1, 1, 9000);
    CHECK(us_profile_likeness(&human, &orc).orders > US_LIKENESS_ONE * 6 / 10);
    us_profile_clear(&human);
}
