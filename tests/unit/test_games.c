#include "adapt/games.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/worlds.h"

static us_domain *skirmish(void)
{
    us_domain *domain = NULL;
    us_error err;
    if (us_domain_load_shipped("skirmish", &domain, &err) != US_OK)
        FAIL("%s", err.text);
    return domain;
}

/* ---- the domain */

TEST(what_the_domain_says_is_in_tables)
{
    static const struct {
        const char *sql;
        int64_t expected;
    } row[] = {
        {"SELECT count(*) FROM costs c JOIN types t USING (type) WHERE t.name = 'footman' AND "
         "c.resource = 'gold' AND c.amount > 0",
         1},
        {"SELECT count(*) FROM roles r JOIN types t USING (type) WHERE t.name = 'peasant' AND "
         "r.role = 'worker'",
         1},
        {"SELECT count(*) FROM makes m JOIN types t USING (type) JOIN types p ON p.type = "
         "m.product "
         "WHERE t.name = 'human-barracks' AND m.action = 'train' AND p.name = 'footman'",
         1},
        {"SELECT count(*) FROM makes m JOIN types t USING (type) JOIN types p ON p.type = "
         "m.product "
         "WHERE t.abstract OR p.abstract",
         0},
        /* whoever stands for another has the same common type */
        {"SELECT count(DISTINCT common) FROM types WHERE name IN ('footman', 'grunt')", 1},
        {"SELECT count(*) FROM types WHERE common_name = name AND common <> type", 0},
        {"SELECT count(*) FROM types t LEFT JOIN kinds k ON k.type = t.type AND k.above = t.common "
         "WHERE k.type IS NULL",
         0},
        {"SELECT count(*) FROM types t LEFT JOIN kinds k ON k.type = t.type AND k.above = t.parent "
         "WHERE k.type IS NULL AND t.parent IS NOT NULL",
         0},
        {"SELECT count(*) FROM games", 0},
    };
    US_AUTOPTR(us_domain) domain = skirmish();
    US_AUTOPTR(us_games) games = NULL;
    us_error err;
    REQUIRE(us_games_open(NULL, domain, &games, &err) == US_OK);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        us_test_row(row[i].sql);
        CHECK_INT(games_int(games, row[i].sql), row[i].expected);
    }
    us_test_row(NULL);
    CHECK_INT(games_int(games, "SELECT count(*) FROM types"), domain->type_count);
    CHECK_INT(games_int(games, "SELECT count(*) FROM goals WHERE goal = parent"),
              domain->goal_count);
}

/* ---- the file */

TEST(a_database_of_games_appears_with_its_commit)
{
    US_AUTOPTR(us_domain) domain = skirmish();
    us_games *games = NULL;
    us_error err;
    us_names names;
    const char *path = scratch("game.db");
    REQUIRE(us_games_open(path, domain, &games, &err) == US_OK);
    CHECK(!us_file_exists(path));
    us_games_close(games);
    REQUIRE(us_file_list(scratch(""), "", &names, &err) == US_OK); /* nothing is left behind */
    CHECK_INT(names.count, 0);
    us_names_free(&names);
    REQUIRE(us_games_open(path, domain, &games, &err) == US_OK);
    REQUIRE(us_games_commit(games, &err) == US_OK);
    CHECK(us_file_exists(path));
    CHECK(games_int(games, "SELECT count(*) FROM types") > 0); /* still there to be asked */
    us_games_close(games);
    CHECK_INT(us_games_open(path, domain, &games, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "the file exists already");
    CHECK_CONTAINS(err.file, "game.db");
    CHECK_INT(us_games_open(scratch("no/game.db"), domain, &games, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "no/game.db");
}

TEST(a_wrong_condition_is_refused_with_its_place)
{
    static const struct {
        const char *text, *says;
        int column;
    } row[] = {
        {"gold(self) >= ", "expected", 15},
        {"gold(self)", "expected", 1},
        {"unit.status == idle", "unit", 1},
    };
    US_AUTOPTR(us_domain) domain = skirmish();
    US_AUTOPTR(us_games) games = NULL;
    us_error err;
    REQUIRE(us_games_open(NULL, domain, &games, &err) == US_OK);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        us_source source = {"p.sql", row[i].text, 3, 1, NULL};
        us_test_row(row[i].text);
        CHECK_INT(us_games_add_condition(games, "c", &source, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, row[i].says);
        CHECK_INT(err.line, 3);
        CHECK_INT(err.column, row[i].column);
    }
    us_source source = {"p.sql", "exists(self, role: depot)", 1, 1, NULL};
    us_test_row(NULL);
    CHECK_INT(us_games_add_condition(games, "a depot", &source, &err), US_OK);
    CHECK_INT(us_games_add_condition(games, "a depot", &source, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "already");
    CHECK_INT(games_int(games, "SELECT count(*) FROM conditions"), 1);
}

/* ---- what happened */

static const char town[] = "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
                           "entity gold-mine neutral 2 6 stock 30000\n"
                           "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                           "entity footman 0 20 20\nentity peon 1 23 20\n"
                           "entity great-hall 1 26 26\nentity farm 0 16 10\n";
static const char *const nobody[2] = {NULL, NULL};

TEST(an_idle_stretch_is_as_long_as_it_was)
{
    US_AUTO(game_tables_end) game_tables k;
    US_AUTOSTR(seen);
    US_AUTOSTR(sql);
    us_cycle since = 0;
    bool was = true;
    game_tables_begin(&k, town, "", nobody, 600);
    us_id peasant = drawn_skirmish_find(&k.s, "peasant", 0, 0);
    game_tables_run(&k, 100);
    game_tables_order(&k, peasant, "move", NULL, 0, 7, 12);
    for (us_cycle now = 101; now <= 600; now++) {
        game_tables_run(&k, now);
        bool idle = us_text_equal(drawn_skirmish_status(&k.s, peasant), "idle");
        if (was && !idle)
            us_str_addf(&seen, "%d %d\n", (int)since, (int)now);
        if (!was && idle)
            since = now;
        was = idle;
    }
    us_str_addf(&seen, "%d 600\n", (int)since);
    game_tables_finish(&k);
    us_str_addf(&sql, "SELECT since, until FROM idle WHERE unit = %d ORDER BY since", (int)peasant);
    CHECK_STR(games_rows(k.games, sql.text), seen.text);
    CHECK_CONTAINS(seen.text, "0 101\n"); /* it was told to go in cycle 100, and once */
    CHECK(since > 101);
}

typedef struct struck {
    int hits;
    int64_t damage;
    us_cycle first, last, gone;
    us_id unit;
} struck;

static void see_strikes(void *context, const us_event *event, int count)
{
    struck *s = context;
    for (int i = 0; i < count; i++) {
        if (event[i].kind == US_EVENT_GONE && event[i].entity == s->unit)
            s->gone = event[i].cycle;
        if (event[i].kind != US_EVENT_ATTACKED || event[i].entity != s->unit)
            continue;
        s->first = s->hits == 0 ? event[i].cycle : s->first;
        s->last = event[i].cycle;
        s->hits++;
        s->damage += event[i].value;
    }
}

TEST(a_kill_has_its_killer_and_the_attack_before_it)
{
    US_AUTO(game_tables_end) game_tables k;
    char text[200];
    game_tables_begin(&k, town, "", nobody, 900);
    us_id footman = drawn_skirmish_find(&k.s, "footman", 0, 0);
    struck s = {.unit = drawn_skirmish_find(&k.s, "peon", 1, 0)};
    us_observer observer = {.context = &s, .events = see_strikes};
    us_match_add_observer(k.match, &observer);
    game_tables_run(&k, 10);
    game_tables_order(&k, footman, "attack", NULL, s.unit, 0, 0);
    game_tables_finish(&k);
    REQUIRE(s.gone > 0 && s.hits > 1);
    snprintf(text, sizeof(text), "%d %u %u 0 1\n", (int)s.gone, (unsigned)s.unit,
             (unsigned)footman);
    CHECK_STR(games_rows(k.games, "SELECT cycle, unit, killer, killer_seat, seat FROM kills"),
              text);
    CHECK_STR(games_rows(k.games, "SELECT t.name, m.name FROM kills k JOIN types t USING (type) "
                                  "JOIN types m ON m.type = k.killer_type"),
              "peon footman\n");
    snprintf(text, sizeof(text),
             "SELECT gone, fate, killer, killer_seat FROM units WHERE unit = %u", (unsigned)s.unit);
    char row[100];
    snprintf(row, sizeof(row), "%d killed %u 0\n", (int)s.gone + 1, (unsigned)footman);
    CHECK_STR(games_rows(k.games, text), row);
    snprintf(row, sizeof(row), "1 %u %u %d %d %d %d 1\n", (unsigned)s.unit, (unsigned)footman,
             (int)s.first, (int)s.last + 1, s.hits, (int)s.damage);
    CHECK_STR(games_rows(k.games, "SELECT attack, unit, attacker, since, until, hits, damage, "
                                  "killed FROM attacks WHERE killed"),
              row);
}

/* Who strikes, pauses for longer than 150 cycles, and strikes again attacks twice. */
TEST(strikes_after_a_pause_are_another_attack)
{
    US_AUTO(game_tables_end) game_tables k;
    game_tables_begin(&k, town, "", nobody, 1500);
    us_id footman = drawn_skirmish_find(&k.s, "footman", 0, 0);
    struck s = {.unit = drawn_skirmish_find(&k.s, "great-hall", 1, 0)};
    us_observer observer = {.context = &s, .events = see_strikes};
    us_match_add_observer(k.match, &observer);
    game_tables_order(&k, footman, "attack", NULL, s.unit, 0, 0);
    game_tables_run(&k, 500);
    game_tables_order(&k, footman, "move", NULL, 0, 12, 20);
    game_tables_run(&k, 900);
    int before = s.hits;
    game_tables_order(&k, footman, "attack", NULL, s.unit, 0, 0);
    game_tables_finish(&k);
    REQUIRE(before > 1 && s.hits > before);
    char rows[100];
    snprintf(rows, sizeof(rows), "%d 0\n%d 0\n", before, s.hits - before);
    CHECK_STR(games_rows(k.games, "SELECT hits, killed FROM attacks WHERE seat = 1 AND type = "
                                  "(SELECT type FROM types WHERE name = 'great-hall') "
                                  "ORDER BY attack"),
              rows);
}

TEST(a_command_lasts_until_the_next_order)
{
    US_AUTO(game_tables_end) game_tables k;
    US_AUTOSTR(sql);
    game_tables_begin(&k, town, "", nobody, 300);
    us_id peasant = drawn_skirmish_find(&k.s, "peasant", 0, 0),
          hall = drawn_skirmish_find(&k.s, "town-hall", 0, 0);
    game_tables_run(&k, 10);
    game_tables_order(&k, peasant, "move", NULL, 0, 7, 20);
    game_tables_run(&k, 50);
    game_tables_order(&k, peasant, "harvest", NULL, hall, 0, 0); /* refused */
    game_tables_run(&k, 70);
    game_tables_order(&k, peasant, "stop", NULL, 0, 0, 0);
    game_tables_order(&k, peasant, "build", "farm", 0, 7, 9);
    game_tables_finish(&k);
    us_str_addf(&sql, "SELECT since, until, action, node FROM commands WHERE unit = %u ORDER BY id",
                (unsigned)peasant);
    CHECK_STR(games_rows(k.games, sql.text), "10 70 move -\n70 70 stop -\n70 300 build -\n");
    CHECK_STR(games_rows(k.games, "SELECT o.id, cycle, seat, action, t.name, x, y, refused IS NULL "
                                  "FROM orders o LEFT JOIN types t USING (type) ORDER BY o.id"),
              "1 10 0 move - 7 20 1\n2 50 0 harvest - - - 0\n3 70 0 stop - - - 1\n"
              "4 70 0 build farm 7 9 1\n");
    CHECK_INT(games_int(k.games, "SELECT target FROM orders WHERE id = 2"), hall);
    CHECK_INT(games_int(k.games, "SELECT count(*) FROM order_units"), 4);
}

TEST(a_condition_lapses_while_it_does_not_hold)
{
    US_AUTO(game_tables_end) game_tables k;
    game_tables_begin(&k, town, "", nobody, 300);
    game_tables_tables(&k);
    game_tables_condition(&k, "rich", "gold(self) >= 2000");
    game_tables_condition(&k, "a hall", "exists(self, role: hall)");
    us_id hall = drawn_skirmish_find(&k.s, "town-hall", 0, 0);
    game_tables_run(&k, 40);
    game_tables_order(&k, hall, "train", "peasant", 0, 0, 0);
    game_tables_run(&k, 100);
    game_tables_order(&k, hall, "cancel", NULL, 0, 0, 0);
    game_tables_finish(&k);
    CHECK_STR(games_rows(k.games, "SELECT name, since, until FROM lapses JOIN conditions "
                                  "USING (condition) WHERE seat = 0 ORDER BY 1, 2"),
              "rich 60 120\n");
    CHECK_STR(games_rows(k.games, "SELECT since, until, amount FROM stock WHERE seat = 0 AND "
                                  "tally = 'gold' ORDER BY since"),
              "0 60 2000\n60 120 1600\n120 300 2000\n");
}

/* Each second, as it says in the view of that second. */
TEST(in_fog_a_condition_is_asked_of_what_a_seat_knows)
{
    static recorded_game t;
    us_domain *domain = skirmish();
    us_games *games = NULL;
    us_log log;
    us_worlds *worlds = NULL;
    us_error err = {0};
    us_source source = {"pattern", "not exists(enemy)", 1, 1, NULL};
    int64_t game = 0;
    int looks[2] = {0};
    recorded_game_record(&t, &recorded_game_with_states);
    REQUIRE(us_games_open(NULL, domain, &games, &err) == US_OK);
    REQUIRE(us_games_add_condition(games, "alone", &source, &err) == US_OK);
    REQUIRE(us_games_add(games, t.trace, NULL, &game, &err) == US_OK);
    REQUIRE(us_log_read(&log, t.trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, "", &worlds, NULL) == US_OK);
    for (us_cycle cycle = 0; cycle < t.cycles; cycle += domain->cycles_per_second) {
        for (us_seat seat = 0; seat < 2; seat++) {
            const us_world *world = NULL;
            char sql[128];
            bool met = false;
            REQUIRE(us_worlds_view_at(worlds, cycle, seat, &world, NULL) == US_OK);
            for (int i = 0; i < world->count; i++)
                met |= world->entity[i].owner == 1 - seat;
            snprintf(sql, sizeof(sql),
                     "SELECT count(*) FROM lapses WHERE seat = %d AND since <= %d AND until > %d",
                     seat, (int)cycle, (int)cycle);
            CHECK_INT(games_int(games, sql), met);
            looks[met]++;
        }
    }
    CHECK(looks[0] > 5 && looks[1] > 5);
    us_worlds_close(worlds);
    us_log_clear(&log);
    us_games_close(games);
    us_domain_free(domain);
    recorded_game_drop(&t);
}

/* ---- a whole game, held against its worlds */

static void check_units(const us_games *games, const us_world *world)
{
    char sql[256];
    snprintf(sql, sizeof(sql),
             "SELECT count(*) FROM units WHERE born <= %d AND (gone IS NULL OR gone > %d)",
             (int)world->now, (int)world->now);
    CHECK_INT(games_int(games, sql), world->count);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        snprintf(sql, sizeof(sql),
                 "SELECT status FROM states WHERE unit = %u AND since <= %d AND until > %d",
                 (unsigned)e->id, (int)world->now, (int)world->now);
        char status[64];
        snprintf(status, sizeof(status), "%s\n", world->domain->statuses.name[e->status]);
        CHECK_STR(games_rows(games, sql), status);
        snprintf(sql, sizeof(sql),
                 "SELECT count(*) FROM units WHERE unit = %u AND seat = %d AND "
                 "(finished IS NOT NULL AND finished <= %d) = %d",
                 (unsigned)e->id, e->owner, (int)world->now, !(e->flags & US_ENTITY_UNFINISHED));
        CHECK_INT(games_int(games, sql), 1);
    }
}

static void check_stock(const us_games *games, const us_world *world)
{
    char sql[256];
    const us_names_table *tallies = &world->domain->tallies;
    for (int i = 0; i < world->seats * tallies->count; i++) {
        snprintf(sql, sizeof(sql),
                 "SELECT amount FROM stock WHERE seat = %d AND tally = '%s' AND since <= %d "
                 "AND until > %d",
                 i / tallies->count, tallies->name[i % tallies->count], (int)world->now,
                 (int)world->now);
        CHECK_INT(games_int(games, sql), world->tally[i]);
    }
}

TEST(rows_say_what_the_states_of_random_cycles_are)
{
    static const char *const agent[2] = {"ai:footman-rush", "expert:rush"};
    US_AUTO(game_tables_end) game_tables k;
    US_AUTO(us_log_clear) us_log log;
    us_worlds *worlds = NULL;
    const us_world *world;
    game_tables_begin(&k, NULL, "open-2", agent, 8000);
    game_tables_finish(&k);
    REQUIRE(us_log_read(&log, k.trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, "", &worlds, NULL) == US_OK);
    us_rng rng = us_rng_derive(3, "test.games", 0);
    for (int i = 0; i < 30; i++) {
        us_cycle cycle = (us_cycle)us_rng_next_below(&rng, (uint32_t)log.cycles);
        REQUIRE(us_worlds_at(worlds, cycle, &world, NULL) == US_OK);
        check_units(k.games, world);
        REQUIRE(us_worlds_at(worlds, cycle - cycle % 30, &world, NULL) == US_OK);
        check_stock(k.games, world);
    }
    CHECK(games_int(k.games, "SELECT count(*) FROM kills") > 0);
    us_worlds_close(worlds);
}

TEST(rows_of_a_game_fit_together)
{
    static const char *const none[] = {
        /* states follow each other without a gap, from birth to the end */
        "SELECT 1 FROM units u, games g WHERE born < coalesce(gone, cycles) AND (SELECT sum(until "
        "- since) FROM states s WHERE s.unit = u.unit) <> coalesce(gone, cycles) - born",
        "SELECT 1 FROM states a JOIN states b ON a.unit = b.unit AND a.since < b.since AND "
        "b.since < a.until",
        "SELECT 1 FROM units u JOIN states s USING (unit) WHERE s.since < u.born OR s.until > "
        "coalesce(u.gone, (SELECT cycles FROM games))",
        /* who was idle was in that state, complete, and somebody's */
        "SELECT 1 FROM idle i WHERE NOT EXISTS (SELECT 1 FROM states s WHERE s.unit = i.unit AND "
        "s.status = 'idle' AND s.since <= i.since AND i.until <= s.until)",
        "SELECT 1 FROM idle i JOIN units u USING (unit) WHERE i.seat < 0 OR i.since < u.finished",
        "SELECT 1 FROM kills k LEFT JOIN units u USING (unit) WHERE u.fate IS NOT 'killed' OR "
        "u.gone <> k.cycle + 1 OR u.killer IS NOT k.killer",
        "SELECT 1 FROM units WHERE (fate IS NULL) <> (gone IS NULL)",
        "SELECT 1 FROM attacks a LEFT JOIN units u USING (unit) WHERE u.unit IS NULL OR "
        "a.since < u.born OR a.until > coalesce(u.gone, 1000000)",
        "SELECT 1 FROM attacks a JOIN attacks b ON a.unit = b.unit AND a.attacker = b.attacker AND "
        "a.attack < b.attack AND b.since <= a.until - 1 + 150",
        "SELECT 1 FROM attacks WHERE attack > 1 AND since < (SELECT since FROM attacks b WHERE "
        "b.attack = attacks.attack - 1)",
        "SELECT 1 FROM commands c LEFT JOIN orders o USING (id) WHERE o.id IS NULL OR o.refused "
        "IS NOT NULL OR o.seat <> c.seat OR o.cycle <> c.since",
        "SELECT 1 FROM commands a JOIN commands b ON a.unit = b.unit AND a.id < b.id AND b.since < "
        "a.until",
        "SELECT 1 FROM commands c JOIN units u USING (unit) WHERE c.seat <> u.seat",
        "SELECT 1 FROM orders WHERE id NOT IN (SELECT id FROM order_units)",
        "SELECT 1 FROM stock a JOIN stock b ON a.seat = b.seat AND a.tally = b.tally AND a.until = "
        "b.since AND a.amount = b.amount",
    };
    static const char *const agent[2] = {"ai:footman-rush", "expert:knights"};
    US_AUTO(game_tables_end) game_tables k;
    game_tables_begin(&k, NULL, "open-2", agent, 9000);
    game_tables_finish(&k);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        us_test_row(none[i]);
        CHECK_INT(games_int(k.games, none[i]), -1);
    }
    us_test_row(NULL);
    CHECK(games_int(k.games, "SELECT count(*) FROM idle") > 10);
    CHECK(games_int(k.games, "SELECT count(*) FROM attacks") > 10);
    CHECK(games_int(k.games, "SELECT count(*) FROM commands WHERE until > since") > 50);
}

/* ---- traces that are not as they should be */

static void change(const char *trace, const char *from, const char *to, size_t percent)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_AUTOSTR(out);
    REQUIRE(us_file_read(trace, 1 << 24, &text, &length, NULL) == US_OK);
    char *at = from ? strstr(text, from) : text;
    REQUIRE(at);
    us_str_add_bytes(&out, text, (size_t)(at - text));
    us_str_add(&out, to);
    us_str_add(&out, at + (from ? strlen(from) : 0));
    out.length = out.length * percent / 100;
    REQUIRE(us_file_write(trace, out.text, out.length, NULL) == US_OK);
}

TEST(a_trace_that_does_not_belong_adds_nothing)
{
    static const struct {
        const char *from, *to, *says;
        us_status status;
    } row[] = {
        {NULL, "", "this game was added already, as number 1", US_MISMATCH},
        {"\"rules_hash\":\"", "\"rules_hash\":\"0", "a string of 16", US_BAD_INPUT},
        {"\"domain\":\"skirmish\"", "\"domain\":\"microrts\"", "a game of \"microrts\"",
         US_MISMATCH},
        {"\"seed\":\"5\"", "\"seed\":\"6\"", "takes another course", US_MISMATCH},
        {"\"order\":\"", "\"order\":\"x", "is not an action", US_BAD_INPUT},
    };
    static const char *const agent[2] = {"ai:raid", "expert:rush"};
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        US_AUTO(game_tables_end) game_tables k;
        int64_t game = 7;
        us_test_row(row[i].says);
        game_tables_begin(&k, NULL, "open-2", agent, 900);
        game_tables_finish(&k);
        change(k.trace, row[i].from, row[i].to, 100);
        CHECK_INT(us_games_add(k.games, k.trace, NULL, &game, &k.err), row[i].status);
        CHECK_CONTAINS(k.err.text, row[i].says);
        CHECK_STR(k.err.file, k.trace);
        CHECK_INT(game, 7);
        CHECK_INT(games_int(k.games, "SELECT count(*) FROM games"), 1);
        CHECK_INT(games_int(k.games, "SELECT count(*) FROM units WHERE game <> 1"), 0);
    }
}

TEST(rules_of_another_version_are_named)
{
    static const char *const agent[2] = {"ai:raid", NULL};
    US_AUTO(game_tables_end) game_tables k;
    int64_t game;
    char hash[64];
    game_tables_begin(&k, NULL, "open-2", agent, 300);
    game_tables_finish(&k);
    snprintf(hash, sizeof(hash), "\"rules_hash\":\"%016llx\"",
             (unsigned long long)k.s.scenario->rules_hash);
    change(k.trace, hash, "\"rules_hash\":\"0123456789abcdef\"", 100);
    CHECK_INT(us_games_add(k.games, k.trace, NULL, &game, &k.err), US_MISMATCH);
    CHECK_CONTAINS(k.err.text, "another set of rules");
}

TEST(a_trace_without_an_end_gives_what_was_recorded)
{
    static const char *const agent[2] = {"ai:raid", "expert:rush"};
    US_AUTO(game_tables_end) game_tables k;
    int64_t game = 0;
    game_tables_begin(&k, NULL, "open-2", agent, 2000);
    game_tables_finish(&k);
    int64_t orders = games_int(k.games, "SELECT count(*) FROM orders");
    change(k.trace, "ai:raid", "another", 66);
    REQUIRE(us_games_add(k.games, k.trace, NULL, &game, &k.err) == US_OK);
    CHECK_INT(game, 2);
    CHECK_STR(games_rows(k.games, "SELECT outcome, winner, reason, score FROM games JOIN seats "
                                  "USING (game) WHERE game = 2 AND seat = 0"),
              "cut - - -\n");
    CHECK(games_int(k.games, "SELECT cycles FROM games WHERE game = 2") < 2000);
    CHECK(games_int(k.games, "SELECT count(*) FROM orders WHERE game = 2") < orders);
    /* as far as it goes it is the same game */
    CHECK_INT(games_int(k.games, "SELECT count(*) FROM orders a LEFT JOIN orders b ON b.game = 1 "
                                 "AND b.id = a.id AND b.cycle = a.cycle AND b.action = a.action "
                                 "WHERE a.game = 2 AND b.id IS NULL"),
              0);
    CHECK_INT(games_int(k.games,
                        "SELECT count(*) FROM idle a LEFT JOIN idle b ON b.game = 1 AND b.unit = "
                        "a.unit AND b.since = a.since WHERE a.game = 2 AND b.unit IS NULL"),
              0);
}

/* The states show the game, but the map that was named for it is another one. */
TEST(a_wrong_map_is_told_although_states_are_stored)
{
    static recorded_game t;
    US_AUTOPTR(us_domain) domain = skirmish();
    US_AUTOPTR(us_games) games = NULL;
    us_error err = {0};
    int64_t game = 0;
    recorded_game_record(&t, &recorded_game_with_states);
    REQUIRE(us_games_open(NULL, domain, &games, &err) == US_OK);
    CHECK_INT(us_games_add(games, t.trace, "ridge-1", &game, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "recorded with another map than what is here");
    CHECK_INT(us_games_count_other_rules(games), 0);
    CHECK_INT(us_games_add(games, t.trace, NULL, &game, &err), US_OK);
    recorded_game_drop(&t);
}

TEST(what_is_not_played_again_gives_what_its_states_show)
{
    static recorded_game t;
    us_domain *domain = skirmish();
    us_games *games = NULL;
    us_error err = {0};
    int64_t game = 0;
    recorded_game_record(&t, &recorded_game_with_states);
    recorded_game_forget_orders(&t);
    REQUIRE(us_games_open(NULL, domain, &games, &err) == US_OK);
    if (us_games_add(games, t.trace, NULL, &game, &err) != US_OK)
        FAIL("%s", err.text);
    CHECK_INT(games_int(games, "SELECT cycles FROM games"), t.cycles);
    CHECK(games_int(games, "SELECT count(*) FROM orders") > 0);
    CHECK(games_int(games, "SELECT count(*) FROM commands") > 0);
    CHECK(games_int(games, "SELECT count(*) FROM units WHERE seat >= 0") > 4);
    CHECK(games_int(games, "SELECT count(*) FROM states") > 10);
    CHECK_INT(games_int(games, "SELECT max(since % 7) FROM states"), 0); /* every 7th was stored */
    us_games_close(games);
    us_domain_free(domain);
    recorded_game_drop(&t);
}
