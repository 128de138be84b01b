#include "base/parallel.h"
#include "players/players.h"
#include "players/skirmish/skirmish_players.h"
#include "tests/unit/test.h"
#include "understudy/game.h"
#include <stdio.h>
#include <string.h>

static us_scenario *open_map(const char *domain, const char *map)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    def.domain = domain;
    def.map = map;
    def.max_cycles = 1500;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    return scenario;
}

static us_scenario *open_2(void)
{
    return open_map(US_GAME_PRESET, "open-2");
}

TEST(an_unknown_agent_is_named_with_the_nearest)
{
    static const struct {
        const char *agent, *says;
    } rows[] = {
        {"idel", "there is no agent \"idel\"; did you mean \"idle\"?"},
        {"idle:now", "there is no agent \"idle:now\""},
        {"expert:rsh", "did you mean \"expert:rush\"?"},
        {"ai", "there is no agent \"ai\""},
        {"ai:", "there is no agent \"ai:\""},
        {"", "there is no agent \"\"; expected one of: "},
        {"somebody-else-altogether", "expected one of: "},
        {"library:none.db?bogus=1", "\"bogus=1\": expected "},
        {"tree:none.brl?article&pace=slow", "\"pace=slow\": expected on, off"},
        {"human", "a person plays in the browser: see understudy studio"},
    };
    US_AUTOPTR(us_scenario) scenario = open_2();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_player *player = NULL;
        us_test_row(rows[i].agent);
        CHECK_INT(us_agent_open(rows[i].agent, scenario, 0, 1, &player, &err), US_BAD_INPUT);
        CHECK_INT(us_agent_check(rows[i].agent, NULL), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].says);
        CHECK(!player);
    }
}

/* The file is not looked for: there would be nothing to do with it. */
TEST(who_pursues_goals_refuses_a_domain_that_has_none)
{
    static const char *const agents[] = {"library:none.db", "tree:none.brl?pace=off"};
    US_AUTOPTR(us_scenario) scenario = open_2();
    us_scenario other = *scenario;
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_domain_load_shipped("microrts", &domain, NULL) == US_OK);
    int goals = domain->goal_count;
    domain->goal_count = 0;
    other.domain = domain;
    for (int i = 0; i < US_COUNT(agents); i++) {
        us_error err = {0};
        us_player *player = NULL;
        us_prepared_agent *prepared = NULL;
        us_test_row(agents[i]);
        CHECK_INT(us_agent_open(agents[i], &other, 0, 1, &player, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "domain \"microrts\" has no goals");
        CHECK_INT(us_agent_prepare(agents[i], domain, &prepared, &err), US_BAD_INPUT);
        CHECK(!player && !prepared);
    }
    domain->goal_count = goals;
}

static void check_names(void *context, int index)
{
    bool *good = context;
    const us_agent_row *row;
    int rows = us_agent_rows(&row);
    good[index] = us_agent_check("expert:rush", NULL) == US_OK &&
                  us_agent_check("expert:rsh", NULL) == US_BAD_INPUT;
    for (int i = 0; i < rows; i++)
        for (int n = 0; row[i].name && row[i].name(n); n++)
            good[index] &= n == 0 || strcmp(row[i].name(n - 1), row[i].name(n)) < 0;
}

/* The thread sanitizer sees who writes while another reads. */
TEST(names_are_told_to_several_threads_at_once)
{
    bool good[64] = {false};
    us_parallel_run(US_COUNT(good), check_names, good);
    for (int i = 0; i < US_COUNT(good); i++)
        CHECK(good[i]);
    int ais = 0;
    while (us_ai_name(ais))
        ais++;
    CHECK(ais > 0 && !us_ai_name(ais) && !us_ai_name(ais + 100));
}

TEST(every_listed_agent_opens_and_thinks)
{
    const us_agent_row *row;
    int rows = us_agent_rows(&row), opened = 0;
    us_scenario *skirmish = open_2(), *microrts = open_map("microrts", "bases-8");
    for (int i = 0; i < rows; i++) {
        if (row[i].person)
            continue; /* nobody opens a person */
        for (int n = 0; row[i].name ? row[i].name(n) != NULL : n == 0 && !row[i].argument; n++) {
            const char *name = row[i].name ? row[i].name(n) : NULL;
            char agent[128];
            us_match_state state;
            us_match_def def = us_match_def_default();
            snprintf(agent, sizeof(agent), "%s%s%s", row[i].kind->prefix, name ? ":" : "",
                     name ? name : "");
            us_test_row(agent);
            const us_scenario *scenario =
                row[i].domain && us_text_equal(row[i].domain, "microrts") ? microrts : skirmish;
            CHECK(row[i].about[0] && (!name || row[i].name_about(name)[0]));
            def.scenario = scenario;
            for (us_seat seat = 0; seat < 2; seat++)
                REQUIRE(us_agent_open(agent, scenario, seat, 1, &def.player[seat], NULL) == US_OK);
            us_match *match = us_match_new(&def);
            us_match_run(match, &state);
            CHECK(state.thinks > 0);
            us_match_free(match);
            opened++;
        }
    }
    CHECK(opened >= 4);
    us_scenario_close(skirmish);
    us_scenario_close(microrts);
}

static us_match_state play(const char *first, const char *second, uint64_t seed, us_hash *hash)
{
    us_match_state state;
    US_AUTOPTR(us_scenario) scenario = open_2();
    us_match_def def = us_match_def_default();
    def.scenario = scenario;
    def.seed = 4;
    REQUIRE(us_agent_open(first, scenario, 0, seed, &def.player[0], NULL) == US_OK);
    REQUIRE(us_agent_open(second, scenario, 1, seed, &def.player[1], NULL) == US_OK);
    US_AUTOPTR(us_match) match = us_match_new(&def);
    us_match_run(match, &state);
    *hash = us_game_hash(us_match_game(match));
    return state;
}

TEST(random_play_is_legal_and_follows_its_seed)
{
    us_hash a, b, c;
    us_match_state state = play("random", "idle", 1, &a);
    CHECK(state.orders > 100);
    CHECK(state.refused * 20 < state.orders); /* only what its own earlier orders overtook */
    play("random", "idle", 1, &b);
    play("random", "idle", 2, &c);
    CHECK_HASH(b, a);
    CHECK(c != a);
}

TEST(idle_play_gives_no_orders)
{
    us_hash hash;
    us_match_state state = play("idle", "idle", 1, &hash);
    CHECK_INT(state.orders, 0);
    CHECK_INT(state.thinks, 4);
}

TEST(an_unknown_domain_or_faction_is_named)
{
    us_scenario_def def = us_scenario_def_default();
    us_scenario *scenario = NULL;
    us_error err = {0};
    def.domain = "chess";
    CHECK_INT(us_scenario_open(&def, &scenario, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "there is no domain \"chess\"; expected one of: skirmish");
    def.domain = "skirmish";
    def.map = "open-2";
    def.max_cycles = 0;
    CHECK_INT(us_scenario_open(&def, &scenario, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected a game of 1 to");
    def.max_cycles = 100;
    def.faction[1] = "elves";
    CHECK_INT(us_scenario_open(&def, &scenario, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "no faction \"elves\"");
    CHECK(!scenario);
}

TEST(a_scenario_tells_which_part_it_cannot_be_opened_with)
{
    static const struct {
        const char *domain, *map, *faction[2];
        us_cycle max_cycles;
        us_scenario_part part;
    } rows[] = {
        {"chess", "open-2", {NULL, NULL}, 100, US_PART_DOMAIN},
        {"skirmish", "open-2", {NULL, NULL}, 0, US_PART_NONE},
        {"skirmish", "./gone\033.map", {"elf", NULL}, 100, US_PART_MAP},
        {"skirmish", "open-2", {"elf", "orc"}, 100, US_PART_FACTION},
        {"skirmish", "open-2", {NULL, "elf"}, 100, US_PART_FACTION + 1},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_scenario_def def = us_scenario_def_default();
        us_scenario *scenario = NULL;
        us_scenario_part part = US_PART_NONE;
        def.domain = rows[i].domain;
        def.map = rows[i].map;
        def.faction[0] = rows[i].faction[0];
        def.faction[1] = rows[i].faction[1];
        def.max_cycles = rows[i].max_cycles;
        CHECK_INT(us_scenario_open_part(&def, &scenario, &part, NULL), US_BAD_INPUT);
        CHECK_INT(part, rows[i].part);
        CHECK(!scenario);
    }
}
