/* What can do nothing at all is refused before a game begins, with its place. */
#include <stdio.h>

#include "players/play.h"
#include "players/players.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

#define WIN_OF(seat, does) \
    "behavior \"win\" achieves WinWargus(player: " seat ") {\ndo " does "\n}\n"
#define FIGHT_OF(seat, does) \
    "behavior \"fight\" achieves DefeatPlayer(player: " seat ") {\ndo " does "\n}\n"
#define WIN(does)   WIN_OF("self", does)
#define FIGHT(does) FIGHT_OF("enemy", does)
#define MAKE(does)                                                                         \
    "behavior \"make\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) " \
    "{\ndo " does "\n}\n"
#define ACT    "act stop()"
#define FIGHTS "goal DefeatPlayer(player: enemy)"
#define BUILDS "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)"

static us_status open_agent(const char *kind, const char *name, us_error *err)
{
    us_scenario_def def = us_scenario_def_default();
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_player *player = NULL;
    char agent[600];
    def.map = "open-1";
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    snprintf(agent, sizeof agent, "%s:%s?attempts=2", kind, scratch(name));
    REQUIRE(us_agent_open(agent, scenario, 0, 1, &player, NULL) == US_OK);
    us_status status = us_player_check(player, err);
    us_player_close(player);
    return status;
}

TEST(a_tree_that_can_do_nothing_is_refused_with_its_place)
{
    static const struct {
        const char *brl, *says; /* NULL: it is opened */
        int line;
    } rows[] = {
        {"tree A {\ndo " ACT "\n}\n", NULL, 0},
        {WIN(ACT), NULL, 0},
        {"tree A {\ndo sequence {\n" BUILDS "\n" ACT "\n}\n}\n", NULL, 0},
        {"tree A {\ndo selector {\n" BUILDS "\n" FIGHTS "\n}\n}\n" FIGHT(ACT), NULL, 0},
        {"tree A {\ndo call B(n: 1)\n}\ntree B(n: number) {\ndo " ACT "\n}\n", NULL, 0},
        {"tree A(n: number) {\ndo " ACT "\n}\n" WIN("call A(n: 1)"), NULL, 0},
        {"tree A {\ndo " FIGHTS "\n}\n" WIN_OF("enemy", ACT), NULL, 0}, /* which is like it */
        {"tree A(n: number) {\ndo " ACT "\n}\n" FIGHT_OF("self", ACT), NULL, 0},

        {"tree A {\ndo " BUILDS "\n}\n",
         "tree \"A\" can do nothing: expected a behavior for its goal \"BuildUnits\", or an action",
         3},
        {"tree A {\ndo sequence {\ncall B()\ncall B()\n}\n}\ntree B {\ndo " BUILDS "\n}\n",
         "tree \"A\" can do nothing: expected a behavior for its goal \"BuildUnits\"", 9},
        {"tree A {\ndo " FIGHTS "\n}\n" WIN(ACT), /* of the other seat: never found in play */
         "expected a behavior for its goal \"DefeatPlayer\"", 3},
        {"tree A {\ndo check true\n}\n", "tree \"A\" can do nothing: expected an action, a query",
         3},
        {"tree A {\ndo " FIGHTS "\n}\n" FIGHT(BUILDS),
         "expected a behavior for its goal \"BuildUnits\"", 6},
        {"tree A(n: number) {\ndo " ACT "\n}\n",
         "tree \"A\" needs arguments; expected an archetype, a tree without parameters", 3},
        {MAKE(ACT), "expected a behavior for \"WinWargus\"", 0},
        {WIN(BUILDS),
         "its behaviors for \"WinWargus\" only pursue goals, and found none that fills "
         "\"BuildUnits\"",
         0},
        {"", "expected a behavior for \"WinWargus\"", 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(brl);
        us_error err = {0};
        us_str_addf(&brl, "brl 1\n%s", rows[i].brl);
        scratch_put("t.brl", brl.text);
        us_test_row(rows[i].brl);
        us_status status = open_agent("tree", "t.brl", &err);
        CHECK_INT(status, rows[i].says ? US_BAD_INPUT : US_OK);
        CHECK_CONTAINS(err.text, rows[i].says ? rows[i].says : "");
        CHECK_STR(err.file, rows[i].says ? scratch("t.brl") : "");
        CHECK_INT(err.line, rows[i].line);
    }
}

TEST(a_library_that_can_do_nothing_is_refused)
{
    static const struct {
        const char *brl, *says;
    } rows[] = {
        {WIN(ACT), NULL},
        {WIN(FIGHTS) FIGHT(ACT), NULL},
        {"", "it can do nothing: expected a behavior for \"WinWargus\", the goal that a player by "
             "behaviors pursues, found none that acts among 0 behaviors"},
        {MAKE(ACT), "found none that acts among 1 behaviors"},
        {FIGHT(ACT), "found none that acts among 1 behaviors"}, /* of the other seat */
        {FIGHT_OF("self", ACT), NULL},
        {WIN(BUILDS), "found none that fills \"BuildUnits\""},
        {"behavior \"x\" is Attack {\ndo " ACT "\n}\n", "expected a behavior for \"WinWargus\""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(brl);
        us_error err = {0};
        char name[16];
        us_str_addf(&brl, "brl 1\n%s", rows[i].brl);
        snprintf(name, sizeof name, "l%d.db", i);
        us_library *library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
        library_file_put(library, brl.text);
        us_library_close(library);
        us_test_row(rows[i].brl);
        CHECK_INT(open_agent("library", name, &err), rows[i].says ? US_BAD_INPUT : US_OK);
        CHECK_CONTAINS(err.text, rows[i].says ? rows[i].says : "");
        CHECK_STR(err.file, rows[i].says ? scratch(name) : "");
    }
}

/* ---- what only shows in the game */

#define SAYS(line) "exec:read h; echo '{\"name\":\"it\"}'; while read s; do echo '" line "'; done"

static us_play_result play(const char *first, const char *second)
{
    us_play_def def = us_play_def_default();
    us_play_result result;
    us_error err = {0};
    def.scenario.map = "open-1";
    def.scenario.max_cycles = 300;
    def.agent[0] = first;
    def.agent[1] = second;
    if (us_play_run(&def, &result, &err) != US_OK)
        FAIL("%s", err.text);
    return result;
}

TEST(a_player_that_does_nothing_is_told_after_the_game)
{
    static const char unfit[] = "brl 1\nbehavior \"win\" achieves WinWargus(player: self) {\n"
                                "when gold(self) > 1000000\ndo act stop()\n}\n";
    char never[600];
    scratch_put("unfit.brl", unfit);
    snprintf(never, sizeof never, "tree:%s", scratch("unfit.brl"));
    const struct {
        const char *agent;
        bool idle;
    } rows[] = {
        {"ai:raid", false},
        {"random", false},
        {"ai:passive", false},
        {"idle", false},
        {never, true},
        {SAYS("{\"until\":9999}"), true},
        {SAYS("{\"orders\":[{\"order\":\"stop\",\"args\":{\"unit\":9999}}]}"), true},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].agent);
        us_play_result first = play(rows[i].agent, "ai:raid"), second = play("idle", rows[i].agent);
        CHECK_INT(first.idle[0], rows[i].idle);
        CHECK_INT(first.idle[1], false);
        CHECK_INT(second.idle[0], false);
        CHECK_INT(second.idle[1], rows[i].idle);
    }
}
