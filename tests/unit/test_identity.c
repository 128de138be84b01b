#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "learn/learn.h"
#include "players/identity.h"
#include "players/players.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/game.h"
#include "understudy/learn.h"

static us_domain *skirmish(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

static us_hash identity_of(const us_domain *domain, const char *prefix, const char *file,
                           const char *rest)
{
    us_hash hash = 0;
    US_AUTOSTR(agent);
    us_error err = {0};
    us_str_addf(&agent, "%s%s%s", prefix, file, rest);
    us_status status = us_agent_compute_identity(agent.text, domain, &hash, &err);
    if (status != US_OK)
        FAIL("%s: %s", agent.text, err.text);
    return hash;
}

static void learn(const char *first, const char *second, const char *path)
{
    us_str text[2];
    const char *demo[2];
    us_learn_def def = us_learn_def_default();
    const char *name[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        us_str_init(&text[i]);
        REQUIRE(us_data_find_domain_file("skirmish", name[i], &text[i], NULL) == US_OK);
        demo[i] = text[i].text;
    }
    CHECK_INT(us_learn_to_library(demo, 2, &def, path, NULL, NULL), US_OK);
    for (int i = 0; i < 2; i++)
        us_str_clear(&text[i]);
}

static bool same_bytes(const char *a, const char *b)
{
    us_hash x = 0, y = 1;
    return us_file_hash(a, &x, NULL) == US_OK && us_file_hash(b, &y, NULL) == US_OK && x == y;
}

TEST(a_library_learned_twice_is_one_whatever_its_bytes)
{
    static const char *const demo[] = {"demos/rush-open-1.jsonl", "demos/economy-choke-3.jsonl"};
    US_AUTOPTR(us_domain) domain = skirmish();
    learn(demo[0], demo[1], scratch("a.db"));
    learn(demo[0], demo[1], scratch("b.db"));
    CHECK_INT(library_file_sql("b.db", "VACUUM"), 0);
    learn(demo[0], demo[0], scratch("c.db"));
    CHECK(!same_bytes(scratch("a.db"), scratch("b.db")));
    us_hash a = identity_of(domain, "library:", scratch("a.db"), "");
    CHECK_HASH(identity_of(domain, "library:", scratch("b.db"), ""), a);
    CHECK(identity_of(domain, "library:", scratch("c.db"), "") != a);
}

TEST(an_identity_tells_apart_what_plays_otherwise)
{
    enum { ALL = 9 };
    US_AUTOPTR(us_domain) domain = skirmish();
    us_hash seen[ALL];
    int count = 0;
    static const char tree[] = "brl 1\n\ntree main() {\n    do act stop()\n}\n";
    library_file_make("a.db", 3);
    library_file_make("b.db", 4);
    scratch_put("t.brl", tree);
    scratch_put("u.brl", tree);
    scratch_put("v.brl", "brl 1\n\ntree main() {\n    do act stand()\n}\n");
    seen[count++] = identity_of(domain, "", "random", "");
    seen[count++] = identity_of(domain, "", "idle", "");
    seen[count++] = identity_of(domain, "exec:", "true", "");
    seen[count++] = identity_of(domain, "exec:", "false", "");
    seen[count++] = identity_of(domain, "library:", scratch("a.db"), "");
    seen[count++] = identity_of(domain, "library:", scratch("a.db"), "?revision=off");
    seen[count++] = identity_of(domain, "library:", scratch("b.db"), "");
    seen[count++] = identity_of(domain, "tree:", scratch("t.brl"), "");
    seen[count++] = identity_of(domain, "tree:", scratch("v.brl"), "");
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(seen[i] != seen[j]);
    /* wherever it lies */
    CHECK_HASH(identity_of(domain, "tree:", scratch("u.brl"), ""), seen[7]);
    library_file_copy("a.db", "elsewhere.db");
    CHECK_HASH(identity_of(domain, "library:", scratch("elsewhere.db"), ""), seen[4]);
}

TEST(which_games_led_to_a_library_is_not_what_it_is)
{
    US_AUTOPTR(us_domain) domain = skirmish();
    us_brl_game *game = NULL;
    us_hash now = 0;
    us_str agent;
    int games = 0;
    us_str_init(&agent);
    us_str_addf(&agent, "library:%s", scratch("a.db"));
    library_file_make("a.db", 3);
    us_hash before = identity_of(domain, agent.text, "", "");
    us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, domain);
    library_file_put(library, "brl 1\nsaw map \"00000000000000e1\" seed \"5\" by adaptation\n");
    us_library_close(library);
    CHECK(us_agent_read_games(agent.text, domain, &now, &game, &games, NULL) == US_OK);
    CHECK_HASH(now, before);
    REQUIRE(games == 1);
    CHECK(game->map == 0xe1 && game->seed == 5 && game->adapted);
    us_mem_free(game);
    us_str_clear(&agent);
    /* as of every version */
    CHECK_HASH(identity_of(domain, "library:", "tests/fixtures/library-1/sample.db", ""),
               0x7969d73fd6f2230f);
}

TEST(what_is_not_there_is_an_error)
{
    static const char *const agents[] = {"library:/no/such.db", "tree:/no/such.brl", "nobody",
                                         "expert:nobody"};
    US_AUTOPTR(us_domain) domain = skirmish();
    for (int i = 0; i < US_COUNT(agents); i++) {
        us_hash hash = 77;
        us_error err = {0};
        us_test_row(agents[i]);
        CHECK_INT(us_agent_compute_identity(agents[i], domain, &hash, &err), US_BAD_INPUT);
        CHECK(err.text[0] != '\0');
        CHECK_INT(hash, 77);
    }
}

#define PATTERN(about)                                                                   \
    "/*\n{\"pattern\": 1, \"about\": \"" about "\", \"watch\": {\"lacks\": [\"way\"]}, " \
    "\"blame\": \"step\", \"repairs\": [{\"modop\": \"remove\"}]}\n*/\n"                 \
    "SELECT game, seat, 0 AS cycle, 1 AS badness FROM seats\n"

/* Also those of another domain that its own are like. */
TEST(the_patterns_decide_how_an_agent_with_repairs_plays)
{
    static const char *const rest[] = {"?repairs=on", ""};
    US_AUTOPTR(us_domain) own = skirmish();
    US_AUTOPTR(us_domain) other = NULL;
    const char *old = getenv("UNDERSTUDY_DATA");
    REQUIRE(us_domain_load_shipped("microrts", &other, NULL) == US_OK);
    library_file_make("a.db", 3);
    scratch_put("t.brl", "brl 1\n\ntree main() {\n    do act move()\n}\n");
    scratch_folder("domains");
    scratch_folder("domains/skirmish");
    scratch_folder("domains/skirmish/patterns");
    scratch_folder("domains/microrts");
    scratch_folder("domains/microrts/patterns");
    scratch_put("domains/skirmish/domain.json", "{}");
    scratch_put("domains/microrts/domain.json", "{}");
    scratch_put("domains/microrts/patterns/p.sql",
                "/* {\"pattern\": 1, \"like\": \"skirmish\"} */");
    setenv("UNDERSTUDY_DATA", scratch(""), 1);
    for (int i = 0; i < US_COUNT(rest); i++) {
        us_hash library[2], tree[2];
        for (int k = 0; k < 2; k++) {
            scratch_put("domains/skirmish/patterns/p.sql", k ? PATTERN("one") : PATTERN("two"));
            library[k] = identity_of(own, "library:", scratch("a.db"), rest[i]);
            tree[k] = identity_of(other, "tree:", scratch("t.brl"), rest[i]);
        }
        us_test_row(rest[i]);
        CHECK_INT(library[0] != library[1], i == 0);
        CHECK_INT(tree[0] != tree[1], i == 0);
    }
    setenv("UNDERSTUDY_DATA", old, 1);
}

TEST(an_agent_names_its_file_and_settings)
{
    static const struct {
        const char *agent, *file, *rest;
    } rows[] = {
        {"library:a.db", "a.db", ""},
        {"library:/x/a.db?revision=off&seed=1", "/x/a.db", "?revision=off&seed=1"},
        {"library:a?b.db?revision=off", "a?b.db", "?revision=off"},
        {"library:/a?b/x.db", "/a?b/x.db", ""},
        {"tree:/a?b/c?d/x?y.brl?revision=off", "/a?b/c?d/x?y.brl", "?revision=off"},
        {"tree:t.brl", "t.brl", ""},
        {"random", NULL, ""},
        {"exec:tree:t.brl", NULL, ""},
        {"ai:land-attack", NULL, ""},
        {"librarya:a.db", NULL, ""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(file);
        US_AUTOSTR(rest);
        us_test_row(rows[i].agent);
        CHECK_INT(us_agent_parse_file(rows[i].agent, &file, &rest), rows[i].file != NULL);
        CHECK_STR(file.text, rows[i].file ? rows[i].file : "");
        CHECK_STR(rest.text, rows[i].rest);
    }
    CHECK(us_agent_is_deterministic("random") && us_agent_is_deterministic("library:a.db"));
    CHECK(!us_agent_is_deterministic("exec:true"));
}

/* ---- read once for many games */

static us_hash play(const char *agent, const us_prepared_agent *prepared,
                    const us_scenario *scenario, uint64_t seed)
{
    us_match_state state;
    us_match_def def = us_match_def_default();
    def.scenario = scenario;
    def.seed = seed;
    REQUIRE(us_agent_open_prepared(agent, prepared, scenario, 0, seed, &def.player[0], NULL) ==
            US_OK);
    REQUIRE(us_agent_open("ai:raid", scenario, 1, seed, &def.player[1], NULL) == US_OK);
    US_AUTOPTR(us_match) match = us_match_new(&def);
    us_match_run(match, &state);
    us_hash hash = us_game_hash(us_match_game(match));
    CHECK(state.orders > 0);
    return hash;
}

/* One after the other from the same stock: nothing is left over from the game before. */
TEST(what_was_prepared_plays_as_what_is_read)
{
    static const char *const map[] = {"open-1", "ridge-1", "open-1"};
    US_AUTOPTR(us_domain) domain = skirmish();
    us_str agent[2];
    learn("demos/rush-open-1.jsonl", "demos/economy-choke-3.jsonl", scratch("a.db"));
    for (int i = 0; i < 2; i++)
        us_str_init(&agent[i]);
    us_str_addf(&agent[0], "library:%s?outcomes=off", scratch("a.db"));
    us_str_add(&agent[1], "tree:tests/fixtures/brl-1/rush.brl");
    for (int i = 0; i < 2; i++) {
        us_prepared_agent *prepared;
        us_test_row(agent[i].text);
        REQUIRE(us_agent_prepare(agent[i].text, domain, &prepared, NULL) == US_OK);
        CHECK(prepared != NULL);
        for (int k = 0; k < US_COUNT(map); k++) {
            US_AUTOPTR(us_scenario) scenario = NULL;
            us_scenario_def def = us_scenario_def_default();
            def.map = map[k];
            def.read = domain;
            def.max_cycles = 9000;
            REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
            CHECK(scenario->domain == domain);
            us_hash read = play(agent[i].text, NULL, scenario, (uint64_t)k);
            CHECK_HASH(play(agent[i].text, prepared, scenario, (uint64_t)k), read);
        }
        us_prepared_agent_free(prepared);
        us_str_clear(&agent[i]);
    }
}

TEST(what_reads_no_file_is_not_prepared_and_what_can_not_be_read_is_told)
{
    US_AUTOPTR(us_domain) domain = skirmish();
    us_prepared_agent *prepared = NULL;
    us_error err = {0};
    CHECK_INT(us_agent_prepare("ai:raid", domain, &prepared, &err), US_OK);
    CHECK(!prepared);
    CHECK_INT(us_agent_prepare("library:/no/such.db", domain, &prepared, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "/no/such.db");
    CHECK_INT(us_agent_prepare("nobody", domain, &prepared, &err), US_BAD_INPUT);
    CHECK(!prepared);
}
