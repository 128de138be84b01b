#include <string.h>

#include "adapt/pattern.h"
#include "experiments/design/spec.h"
#include "game/maps.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_status parse(const char *text, const char *set, us_spec **out, us_error *err)
{
    return us_spec_parse("s", text, strlen(text), &set, set ? 1 : 0, out, err);
}

#define LEAST                                                                             \
    "{\"experiment\":1,\"name\":\"n\",\"players\":[\"random\"],\"opponents\":[\"idle\"]," \
    "\"maps\":[\"open-1\"]"

TEST(what_is_not_said_has_a_default)
{
    US_AUTOPTR(us_spec) spec = NULL;
    REQUIRE(parse(LEAST "}", NULL, &spec, NULL) == US_OK);
    CHECK_STR(spec->name, "n");
    CHECK_STR(spec->domain, "skirmish");
    CHECK_INT(spec->seed, 1001);
    CHECK_INT(spec->games, 1);
    CHECK_INT(spec->max_cycles, US_MAX_CYCLES);
    CHECK(spec->seat[0] && spec->seat[1] && !spec->fog && !spec->model && !spec->faction[0]);
    CHECK(spec->timeout_ms == 0 && spec->libraries == 0);
    CHECK_INT(spec->scope, US_MAP_SCOPE_MAPS);
    REQUIRE(spec->players == 1 && spec->opponents == 1 && spec->maps == 1);
    CHECK_STR(spec->player[0].name, "random");
    CHECK_STR(spec->player[0].agent, "random");
    CHECK(!spec->player[0].group && spec->player[0].run == -1);
    CHECK_STR(spec->map[0].map, "open-1");
}

TEST(what_is_said_is_read)
{
    static const char text[] =
        "{\"experiment\": 1, \"name\": \"all of it\", \"about\": \"anything\",\n"
        " \"domain\": \"skirmish\", \"seed\": 9223372036854775807,\n"
        " \"libraries\": [{\"name\": \"all\", \"learn\": [\"a\", \"b\", \"c\"], \"relax\": true},\n"
        "  {\"name\": \"curve\", \"learn\": [\"a\", \"b\", \"c\"], \"learner\": \"time\",\n"
        "   \"literal\": true, \"sizes\": [1, 3], \"draws\": 3}],\n"
        " \"players\": [{\"name\": \"P\", \"agent\": \"library:curve?revision=off\"},\n"
        "  {\"name\": \"Q\", \"agent\": \"random\", \"group\": \"g\", \"run\": 0}],\n"
        " \"opponents\": [{\"name\": \"P\", \"agent\": \"ai:land-attack\"}],\n"
        " \"maps\": [\"open-1\", {\"family\": \"ridge\", \"size\": 48, \"seed\": 7, \"count\": 3,\n"
        "  \"fair\": \"mirror\", \"start\": \"nomad\"}],\n"
        " \"seats\": [1], \"games\": 5, \"fog\": true, \"max_cycles\": 100,\n"
        " \"factions\": [\"human\", \"orc\"], \"timeout\": 60, \"model\": \"Q\",\n"
        " \"scope\": \"these maps\"}\n";
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(text, NULL, &spec, &err) != US_OK) {
        FAIL("%d:%d: %s", err.line, err.column, err.text);
        return;
    }
    CHECK(spec->seed == INT64_MAX && spec->games == 5 && spec->fog && spec->max_cycles == 100);
    CHECK(!spec->seat[0] && spec->seat[1] && spec->timeout_ms == 60000);
    CHECK_STR(spec->faction[1], "orc");
    CHECK_STR(spec->model, "Q");
    CHECK_INT(spec->scope, US_MAP_SCOPE_THESE);
    REQUIRE(spec->libraries == 2 && spec->players == 2 && spec->maps == 2);
    CHECK(spec->library[0].demos == 3 && spec->library[0].sizes == 0 && spec->library[0].relax);
    CHECK(!spec->library[0].literal && spec->library[1].literal && !spec->library[1].relax);
    CHECK_STR(spec->library[1].learner, "time");
    CHECK(spec->library[1].sizes == 2 && spec->library[1].size[1] == 3 &&
          spec->library[1].draws == 3);
    CHECK(us_spec_draws(&spec->library[1], 1) == 3 && us_spec_draws(&spec->library[1], 3) == 1);
    CHECK_STR(spec->player[1].group, "g");
    CHECK_INT(spec->player[1].run, 0);
    CHECK(!spec->map[1].map && spec->map[1].count == 3 && spec->map[1].request.size == 48);
    CHECK_INT(spec->map[1].request.seed, 7);
    const us_map_choice *starts = us_game_kind_find("skirmish")->maps->starts;
    CHECK_STR(starts[spec->map[1].request.start].name, "nomad");
}

/* Those that begin with LEAST are well but for the rest. */
static const struct {
    const char *text;
    int line, column;
    const char *message;
} faults[] = {
    {"", 1, 1, "found the end"},
    {"[]", 1, 1, "expected an experiment, {\"experiment\": 1, ...}, found"},
    {"{}", 1, 1, "expected \"experiment\": 1, the version of this format"},
    {"{\"experiment\":2}", 1, 15, "expected \"experiment\": 1"},
    {"{\"experiment\":\"1\"}", 1, 15, "expected a whole number"},
    {"{\"experiment\":1}", 1, 1, "expected a member \"name\""},
    {"{\"experiment\":1,\"name\":\"\"}", 1, 24, "expected a name of 1 to 100 characters"},
    {"{\"experiment\":1,\"name\":\"a\\nb\"}", 1, 24, "without control characters"},
    {"{\"experiment\":1,\"name\":\"n\"}", 1, 1, "expected a member \"players\""},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[]}", 1, 38, "expected 1 to 1024 players"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"random\"]}", 1, 1, "\"opponents\""},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"random\"],\"opponents\":[\"idle\"]}", 1, 1,
     "expected a member \"maps\""},
    {LEAST ",\"scope\":\"map\"}", 1, 96, "expected \"maps\" or \"these maps\", found \"map\""},
    {LEAST ",\"scope\":true}", 1, 96, "expected a string"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":\"random\"}", 1, 38, "expected a list"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[1]}", 1, 39, "expected an agent, or {"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{}]}", 1, 39, "\"agent\""},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"expert:rusch\"]}", 1, 39, "rush"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"library:l?pace=on&pase=off\"]}", 1, 39,
     "\"pase=off\": expected revision=, "},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"tree:l?attempts=many\"]}", 1, 39,
     "\"attempts=many\": expected 0 to 99"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"idle\",\"idle\"]}", 1, 46,
     "found \"idle\" again among the players"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{\"agent\":\"idle\",\"runs\":1}]}", 1, 55,
     "runs"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{\"agent\":\"idle\",\"run\":1}]}", 1, 39,
     "a \"run\" needs the \"group\""},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{\"agent\":\"idle\",\"run\":-1,"
     "\"group\":\"g\"}]}",
     1, 61, "from 0 to 2147483647"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{\"name\":\"a\",\"agent\":\"idle\",\"run\":1,"
     "\"group\":\"g\"},\n{\"name\":\"b\",\"agent\":\"idle\",\"run\":1,\"group\":\"g\"}]}",
     2, 1, "found run 1 of the group \"g\" again"},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[{\"name\":\"a\",\"agent\":\"idle\","
     "\"group\":\"idle\"},\n\"idle\"]}",
     2, 1, "a group and a player are both called \"idle\""},
    {"{\"experiment\":1,\"name\":\"n\",\"players\":[\"idle\"],\"opponents\":[{\"agent\":"
     "\"idle\","
     "\"group\":\"g\"}]}",
     1, 76, "group"},
    {"{\"experiment\":1,\"name\":\"n\",\"maps\":[],\"players\":[\"idle\"],\"opponents\":["
     "\"idle\"]}",
     1, 35, "expected 1 to 1024 maps, found 0"},
    {LEAST ",\"mapss\":1}", 1, 88, "mapss"},
    {LEAST ",\"name\":\"m\"}", 1, 88, "name"},
    {LEAST ",\"domain\":\"chess\"}", 1, 97, "there is no game \"chess\""},
    {LEAST ",\"seed\":-1}", 1, 95, "\"seed\": expected a whole number from 0"},
    {LEAST ",\"seed\":1.5}", 1, 95, "\"seed\": expected a whole number from 0"},
    {LEAST ",\"games\":0}", 1, 96, "\"games\": expected a whole number from 1 to 100000"},
    {LEAST ",\"max_cycles\":0}", 1, 101, "\"max_cycles\": expected a whole number from 1"},
    {LEAST ",\"timeout\":0}", 1, 98, "\"timeout\": expected a whole number from 1"},
    {LEAST ",\"fog\":1}", 1, 94, "expected true or false"},
    {LEAST ",\"seats\":[]}", 1, 96, "expected a seat, 0 or 1, or both"},
    {LEAST ",\"seats\":[0,2]}", 1, 99, "expected a seat, 0 or 1"},
    {LEAST ",\"seats\":[0,0]}", 1, 99, "found seat 0 again"},
    {LEAST ",\"factions\":[\"human\"]}", 1, 99, "expected two factions, one for each seat"},
    {LEAST ",\"factions\":[\"human\",1]}", 1, 108, "expected a faction's name"},
    {LEAST ",\"model\":\"idle\"}", 1, 96, "expected the name of a player, found \"idle\""},
    {LEAST ",\"libraries\":[]}", 1, 100, "expected 1 to 1024 libraries"},
    {LEAST ",\"libraries\":[\"a\"]}", 1, 101, "expected a library, {\"name\": ..."},
    {LEAST ",\"libraries\":[{\"name\":\"a\"}]}", 1, 101, "expected a member \"learn\""},
    {LEAST ",\"libraries\":[{\"name\":\"a/b\",\"learn\":[\"x\"]}]}", 1, 109, "without \"/\""},
    {LEAST ",\"libraries\":[{\"name\":\".a\",\"learn\":[\"x\"]}]}", 1, 109, "begins with no dot"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[]}]}", 1, 121, "1 to 1024 demonstrations"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[1]}]}", 1, 122, "expected a string"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"],\"learner\":\"y\"}]}", 1, 137,
     "there is no learner \"y\""},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"],\"seat\":8}]}", 1, 134,
     "expected an integer from 0 to 7, found 8"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"],\"seat\":\"0\"}]}", 1, 134,
     "expected an integer from 0 to 7, or \"all\""},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"],\"suggested\":1}]}", 1, 139,
     "expected true or false"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"],\"draws\":2}]}", 1, 135,
     "\"draws\" needs \"sizes\""},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\",\"y\"],\"sizes\":[1,2,1]}]}", 1, 144,
     "found size 1 again"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\",\"y\"],\"sizes\":[3]}]}", 1, 140,
     "expected a number of demonstrations from 1 to 2"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\",\"y\",\"x\"]}]}", 1, 130,
     "found \"x\" again"},
    {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},\n "
           "{\"name\":\"a\",\"learn\":[\"x\"]}]}",
     2, 2, "found a library \"a\" again"},
};

TEST(a_faulty_spec_is_refused_with_its_place)
{
    for (int i = 0; i < US_COUNT(faults); i++) {
        us_spec *spec = NULL;
        us_error err = {0};
        us_test_row(faults[i].text);
        CHECK_INT(parse(faults[i].text, NULL, &spec, &err), US_BAD_INPUT);
        CHECK_STR(err.file, "s");
        CHECK_INT(err.line, faults[i].line);
        CHECK_INT(err.column, faults[i].column);
        CHECK_CONTAINS(err.text, faults[i].message);
        CHECK(!spec);
    }
}

TEST(a_faulty_map_is_refused_with_its_place)
{
#define MAPS(value)                                                                                \
    "{\"experiment\":1,\"name\":\"n\",\"players\":[\"random\"],\"opponents\":[\"idle\"],\"maps\":" \
    "[" value "]}"
    static const struct {
        const char *value;
        int column;
        const char *message;
    } rows[] = {
        {MAPS("1"), 78, "expected a map's name or file, or {\"family\": ...}"},
        {MAPS("{}"), 78, "\"family\""},
        {MAPS("{\"family\":\"sea\"}"), 78, "sea"},
        {MAPS("{\"family\":\"open\",\"fair\":\"unjust\"}"), 78, "unjust"},
        {MAPS("{\"family\":\"open\",\"start\":\"camp\"}"), 78,
         "found start 'camp', expected hall or nomad"},
        {MAPS("{\"family\":\"open\",\"start\":1}"), 103, "a string"},
        {MAPS("{\"family\":\"rooms\",\"start\":\"hall\"}],\"domain\":\"arena\",\"seats\":[0"), 78,
         "found start 'hall', expected none: maps of arena have one kind of start"},
        {MAPS("{\"family\":\"open\",\"size\":0}"), 102, "from 1 to 1024"},
        {MAPS("{\"family\":\"open\",\"count\":1025}"), 103, "from 1 to 1024"},
        {MAPS("{\"family\":\"open\",\"seed\":-1}"), 102, "from 0"},
        {MAPS("{\"family\":\"open\",\"sizes\":1}"), 95, "sizes"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_spec *spec;
        us_error err = {0};
        us_test_row(rows[i].value);
        CHECK_INT(parse(rows[i].value, NULL, &spec, &err), US_BAD_INPUT);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].message);
    }
}

/* ---- libraries that are adapted */

#define GROUND  "\"maps\":[\"open-2\"]"
#define AGAINST "\"against\":[\"ai:raid\"]"
#define ADAPT(members) \
    LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},\n{\"adapt\":\"a\"," members "}]}"

TEST(of_what_adapts_a_library_what_is_not_said_has_a_default)
{
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(ADAPT("\"name\":\"b\"," AGAINST "," GROUND ",\"games\":100"), NULL, &spec, &err) !=
        US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 2 && spec->library[1].training);
    const us_spec_library *library = &spec->library[1];
    const us_spec_training *training = library->training;
    CHECK(!spec->library[0].training);
    CHECK_STR(library->of, "a");
    CHECK_INT(library->demos, 1); /* as many led to it */
    CHECK(library->sizes == 0 && library->draws == 1 && library->seed == 1);
    CHECK(training->games == 100 && training->rounds == 1);
    CHECK(!training->append && !training->like);
    CHECK(training->pattern_count == 0 && training->without_count == 0);
    CHECK(training->without_modops == 0);
    CHECK(training->maps == 1 && training->map_count == 1 && training->against_count == 1);
    CHECK_STR(training->map[0].map, "open-2");
    CHECK_STR(training->against[0], "ai:raid");
}

TEST(what_adapts_a_library_is_read)
{
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(ADAPT("\"name\":\"b\",\"against\":[\"ai:raid\",\"library:a\"],"
                    "\"maps\":[{\"family\":\"open\",\"seed\":70,\"count\":4},\"ridge-1\"],"
                    "\"games\":40,\"most\":5,\"rounds\":2,\"runs\":12,\"mode\":\"append\","
                    "\"patterns\":[\"p\",\"q\"],\"without\":[\"r\"],"
                    "\"without_modops\":[\"retry\",\"daemon\"],\"seed\":6"),
              NULL, &spec, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 2 && spec->library[1].training);
    const us_spec_library *library = &spec->library[1];
    const us_spec_training *training = library->training;
    CHECK(library->draws == 12 && library->seed == 6);
    CHECK(library->sizes == 1 && library->size[0] == 0);
    CHECK_INT(us_spec_draws(library, 0), 12);
    CHECK(training->games == 40 && training->rounds == 2);
    CHECK(training->most == 5 && !training->like);
    CHECK(training->append);
    CHECK(training->maps == 5 && training->map_count == 2 && training->map[0].request.seed == 70);
    CHECK(training->against_count == 2 && training->pattern_count == 2);
    CHECK_STR(training->patterns[1], "q");
    CHECK_STR(training->without[0], "r");
    CHECK_INT(training->without_modops, 1 << US_MODOP_RETRY | 1 << US_MODOP_DAEMON);
}

/* Has a library "b" of three runs; `members` are of a library "c" behind it. */
static us_status parse_again(const char *members, us_spec **spec, us_error *err)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},"
                      "{\"adapt\":\"a\",\"name\":\"b\"," AGAINST "," GROUND ",\"runs\":3},\n"
                      "{\"adapt\":\"b\",\"name\":\"c\"," AGAINST "," GROUND ",%s}]}",
                members);
    us_status status = parse(text.text, NULL, spec, err);
    return status;
}

TEST(an_adapted_library_is_adapted_again_run_by_run)
{
    us_spec *spec;
    us_error err = {0};
    if (parse_again("\"runs\":3", &spec, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 3);
    CHECK_STR(spec->library[2].of, "b");
    us_spec_free(spec);
    if (parse_again("\"runs\":2", &spec, &err) != US_OK)
        FAIL("%s", err.text);
    CHECK_INT(spec->library[2].draws, 2);
    us_spec_free(spec);
    CHECK_INT(parse_again("\"runs\":4", &spec, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "or an adapted one of as many runs");
}

TEST(faulty_words_on_adapting_are_refused_with_their_place)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } rows[] = {
        {ADAPT("\"name\":\"b\"," GROUND), 1, "expected a member \"against\""},
        {ADAPT("\"name\":\"b\"," AGAINST), 1, "expected a member \"maps\""},
        {ADAPT("\"name\":\"b\",\"against\":[]," GROUND), 35, "expected 1 to 1024 opponents"},
        {ADAPT("\"name\":\"b\",\"against\":[\"idle\",\"ai:rad\"]," GROUND), 43, "raid"},
        {ADAPT("\"name\":\"b\",\"maps\":[]," AGAINST), 32, "expected 1 to 1024 maps"},
        {ADAPT("\"name\":\"b\",\"maps\":[{\"family\":\"sea\"}]," AGAINST), 33, "sea"},
        {ADAPT("\"name\":\"b\",\"games\":1,\"maps\":[\"open-1\",\"open-2\"]," AGAINST), 42,
         "expected no more maps than games, 1, found 2"},
        {ADAPT("\"games\":0,\"name\":\"b\"," AGAINST "," GROUND), 22, "from 1 to 10000"},
        {ADAPT("\"rounds\":21,\"name\":\"b\"," AGAINST "," GROUND), 23, "from 1 to 20"},
        {ADAPT("\"prove\":1,\"name\":\"b\"," AGAINST "," GROUND), 14, "prove"},
        {ADAPT("\"runs\":0,\"name\":\"b\"," AGAINST "," GROUND), 21, "from 1 to 1000"},
        {ADAPT("\"mode\":\"both\",\"name\":\"b\"," AGAINST "," GROUND), 21,
         "expected \"append\" or \"substitute\""},
        {ADAPT("\"repairs\":\"no\",\"name\":\"b\"," AGAINST "," GROUND), 24,
         "expected \"blamed\", \"random\" or \"daemons\""},
        {ADAPT("\"repairs\":\"daemons\",\"name\":\"b\"," AGAINST), 55,
         "\"repairs\": \"daemons\" plays no games: expected no \"against\""},
        {ADAPT("\"repairs\":\"daemons\",\"name\":\"b\",\"budget\":300"), 54,
         "\"repairs\": \"daemons\" plays no games: expected no \"budget\""},
        {ADAPT("\"repairs\":\"random\",\"name\":\"b\"," AGAINST "," GROUND), 24,
         "random changes are searched: expected a \"budget\", too"},
        {ADAPT("\"patterns\":[],\"name\":\"b\"," AGAINST "," GROUND), 25,
         "expected 1 to 1024 patterns"},
        {ADAPT("\"like\":\"a\",\"name\":\"b\"," AGAINST "," GROUND), 21,
         "expected it beside \"repairs\": \"random\""},
        {ADAPT("\"most\":-1,\"name\":\"b\"," AGAINST "," GROUND), 21, "from 0 to 1000"},
        {ADAPT("\"without_modops\":[\"deamon\"],\"name\":\"b\"," AGAINST "," GROUND), 32, "daemon"},
        {ADAPT("\"round\":1,\"name\":\"b\"," AGAINST "," GROUND), 14, "round"},
        {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},\n"
               "{\"adapt\":\"a?reactions=of\",\"name\":\"b\"," AGAINST "," GROUND "}]}",
         10, "reactions"},
        {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},\n"
               "{\"adapt\":\"a?article\",\"name\":\"b\",\"repairs\":\"daemons\"}]}",
         10, "\"daemons\" plays no games: expected no settings, found \"?article\""},
        {LEAST ",\"libraries\":[\n{\"adapt\":\"b\",\"name\":\"b\"," AGAINST "," GROUND "}]}", 10,
         "expected the name of a library above, of which there is one"},
        {LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\",\"y\"],\"sizes\":[1]},\n"
               "{\"adapt\":\"a\",\"name\":\"b\"," AGAINST "," GROUND "}]}",
         10, "expected the name of a library above, of which there is one"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_spec *spec;
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(parse(rows[i].text, NULL, &spec, &err), US_BAD_INPUT);
        CHECK_INT(err.line, 2);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].message);
    }
}

/* ---- libraries that a search adapts */

#define SEARCH(members) ADAPT("\"name\":\"b\"," AGAINST ",\"budget\":100" members)

TEST(a_search_has_all_kinds_of_maps_unless_the_spec_names_some)
{
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(SEARCH(""), NULL, &spec, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 2 && spec->library[1].training);
    const us_spec_training *training = spec->library[1].training;
    CHECK(training->budget == 100 && training->rounds == 1 && !training->append);
    CHECK(training->games == 0 && training->maps == 0 && !training->like);
    CHECK(!training->daemons && training->against_count == 1);
    REQUIRE(training->families > 1 && training->sizes == 3);
    CHECK_STR(training->family[0], "open");
    CHECK(training->size[0] == 48 && training->size[1] == 64 && training->size[2] == 80);
}

TEST(the_members_of_a_search_are_read)
{
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(ADAPT("\"name\":\"b\"," AGAINST ",\"budget\":50000,\"rounds\":2,\"runs\":8,"
                    "\"families\":[\"choke\",\"open\"],\"sizes\":[1024,1],\"mode\":\"append\","
                    "\"patterns\":[\"p\"],\"without\":[\"r\"],\"without_modops\":[\"retry\"],"
                    "\"seed\":6"),
              NULL, &spec, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 2 && spec->library[1].training);
    const us_spec_library *library = &spec->library[1];
    const us_spec_training *training = library->training;
    CHECK(library->draws == 8 && library->seed == 6);
    CHECK(training->budget == 50000 && training->rounds == 2 && training->append);
    REQUIRE(training->families == 2 && training->sizes == 2);
    CHECK_STR(training->family[0], "choke");
    CHECK_STR(training->family[1], "open");
    CHECK(training->size[0] == 1024 && training->size[1] == 1);
    CHECK(training->pattern_count == 1 && training->without_count == 1);
    CHECK_INT(training->without_modops, 1 << US_MODOP_RETRY);
}

TEST(a_search_may_name_its_maps_its_donors_and_the_settings_of_its_library)
{
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (parse(LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},\n"
                    "{\"adapt\":\"a?article&squads=on\",\"name\":\"b\",\"budget\":100,"
                    "\"against\":[\"itself\",\"ai:raid\"],\"maps\":[\"open-2\",\"m.map\"],"
                    "\"donors\":[\"a\",\"more.db\"]},"
                    "{\"adapt\":\"b\",\"name\":\"c\",\"budget\":100,\"against\":[\"ai:raid\"],"
                    "\"donors\":\"none\"}]}",
              NULL, &spec, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(spec->libraries == 3);
    const us_spec_training *named = spec->library[1].training;
    const us_spec_training *plain = spec->library[2].training;
    CHECK_STR(spec->library[1].of, "a");
    CHECK_STR(named->settings, "?article&squads=on");
    CHECK_STR(named->against[0], "itself");
    CHECK(named->families == 0 && named->sizes == 0 && named->games == 0 && !named->no_winners);
    REQUIRE(named->maps == 2 && named->map_count == 2 && named->donors == 2);
    CHECK_STR(named->map[1].map, "m.map");
    CHECK_STR(named->donor[1], "more.db");
    CHECK(!plain->settings && plain->maps == 0 && plain->families > 1);
    CHECK(plain->no_winners && plain->donors == 0);
}

#define LIKE                                                                                   \
    "expected the name of a library above that a search adapts, with the same \"budget\" and " \
    "as many runs"

/* `members` are of a control "c" beside a search "b" of three runs. */
static us_status parse_control(const char *members, us_spec **spec, us_error *err)
{
    US_AUTOSTR(text);
    us_str_addf(
        &text,
        LEAST ",\"libraries\":[{\"name\":\"a\",\"learn\":[\"x\"]},{\"name\":\"e\",\"learn\":"
              "[\"y\"]},{\"adapt\":\"a\",\"name\":\"b\"," AGAINST ",\"budget\":200,"
              "\"runs\":3},{\"name\":\"c\"," AGAINST ",\"repairs\":\"random\",\"like\":\"b\",%s}]}",
        members);
    return parse(text.text, NULL, spec, err);
}

TEST(a_random_search_is_like_one_of_equal_games_and_runs)
{
    static const struct {
        const char *members, *message; /* NULL: it is right */
    } rows[] = {
        {"\"adapt\":\"a\",\"budget\":200,\"runs\":3", NULL},
        {"\"adapt\":\"a\",\"budget\":200,\"runs\":3,\"rounds\":2", NULL},
        {"\"adapt\":\"a\",\"budget\":201,\"runs\":3", LIKE},
        {"\"adapt\":\"a\",\"budget\":200,\"runs\":2", LIKE},
        {"\"adapt\":\"e\",\"budget\":200,\"runs\":3",
         "found \"b\", which comes from \"a\", and \"adapt\" comes from \"e\": expected a library "
         "adapted from the same original"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_spec *spec;
        us_error err = {0};
        us_test_row(rows[i].members);
        us_status status = parse_control(rows[i].members, &spec, &err);
        CHECK_INT(status, rows[i].message ? US_BAD_INPUT : US_OK);
        if (status == US_OK) {
            CHECK_STR(spec->library[3].training->like, "b");
            us_spec_free(spec);
        } else {
            CHECK_CONTAINS(err.text, rows[i].message ? rows[i].message : "");
        }
    }
}

TEST(a_search_refuses_what_it_does_not_know_with_its_place)
{
#define ITSELF "chooses its games and repairs itself: expected no \""
    static const struct {
        const char *text;
        int column;
        const char *message;
    } rows[] = {
        {ADAPT("\"budget\":99,\"name\":\"b\"," AGAINST), 23, "from 100 to 100000"},
        {ADAPT("\"budget\":100001,\"name\":\"b\"," AGAINST), 23, "from 100 to 100000"},
        {ADAPT("\"budget\":\"5x\",\"name\":\"b\"," AGAINST), 23,
         "expected an integer from 100 to 100000, found \"5x\""},
        {ADAPT("\"budget\":\"20m\",\"name\":\"b\"," AGAINST), 23,
         "found the time \"20m\", which gives other games on each machine: expected the number of "
         "games that \"adapt --budget 20m\" prints"},
        {ADAPT("\"budget\":100,\"name\":\"b\""), 1, "expected a member \"against\""},
        {SEARCH(",\"maps\":[]"), 67, "expected 1 to 1024 maps"},
        {SEARCH(",\"maps\":[\"open-2\",{\"family\":\"open\"}]"), 77,
         "expected a map's name or file: \"families\" and \"sizes\" in place of"},
        {SEARCH(",\"maps\":[\"open-2\"],\"sizes\":[48]"), 86,
         "\"sizes\" is of generated maps: expected none beside \"maps\""},
        {SEARCH(",\"donors\":\"all\""), 69, "expected \"none\", or a list"},
        {SEARCH(",\"donors\":[]"), 69, "expected 1 to 1024 donors"},
        {SEARCH(",\"repairs\":\"random\",\"like\":\"a\",\"donors\":\"none\""), 99,
         "random changes are never those of a donor: expected no \"donors\""},
        {ADAPT("\"name\":\"b\"," AGAINST "," GROUND ",\"donors\":\"none\""), 74,
         "\"donors\" needs \"budget\""},
        {ADAPT("\"name\":\"b\",\"against\":[\"itself\"]," GROUND), 36, "itself"},
        {SEARCH(",\"games\":100"), 68, ITSELF "games\""},
        {SEARCH(",\"most\":3"), 67, ITSELF "most\""},
        {SEARCH(",\"repairs\":\"random\""), 1, "member \"like\" is missing"},
        {SEARCH(",\"repairs\":\"daemons\""), 35, "\"daemons\" plays no games"},
        {SEARCH(",\"repairs\":\"random\",\"like\":\"a\""), 86, LIKE},
        {SEARCH(",\"like\":\"a\""), 67, "expected it beside \"repairs\": \"random\""},
        {SEARCH(",\"rounds\":21"), 69, "from 1 to 20"},
        {SEARCH(",\"families\":\"open\""), 71, "expected a list"},
        {SEARCH(",\"families\":[]"), 71, "expected 1 to 1024 families"},
        {SEARCH(",\"families\":[\"open\",\"sea\"]"), 79, "sea"},
        {SEARCH(",\"families\":[\"open\",\"open\"]"), 79, "found \"open\" again"},
        {SEARCH(",\"sizes\":[]"), 68, "expected 1 to 1024 sizes"},
        {SEARCH(",\"sizes\":[0]"), 69, "from 1 to 1024"},
        {SEARCH(",\"sizes\":[48,1025]"), 72, "from 1 to 1024"},
        {SEARCH(",\"sizes\":[\"48\"]"), 69, "from 1 to 1024"},
        {SEARCH(",\"sizes\":[48,64,48]"), 75, "found size 48 again"},
        {ADAPT("\"name\":\"b\"," AGAINST "," GROUND ",\"sizes\":[48]"), 73,
         "\"sizes\" needs \"budget\""},
        {ADAPT("\"name\":\"b\"," AGAINST "," GROUND ",\"families\":[\"open\"]"), 76,
         "\"families\" needs \"budget\""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_spec *spec;
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(parse(rows[i].text, NULL, &spec, &err), US_BAD_INPUT);
        CHECK_INT(err.line, 2);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].message);
    }
}

TEST(a_search_plays_no_factions_and_needs_maps_if_none_are_generated)
{
    us_spec *spec;
    us_error err = {0};
    CHECK_INT(parse(SEARCH(""), "factions=[\"human\",\"orc\"]", &spec, &err), US_BAD_INPUT);
    CHECK_INT(err.line, 2);
    CHECK_INT(err.column, 56);
    CHECK_CONTAINS(err.text, "expected no \"factions\" in the experiment");
    CHECK_INT(parse(SEARCH(""), "domain=microrts", &spec, &err), US_BAD_INPUT);
    CHECK_INT(err.line, 2);
    CHECK_INT(err.column, 56);
    CHECK_CONTAINS(err.text, "no maps are generated for microrts: expected \"maps\" beside");
    if (parse(SEARCH(",\"maps\":[\"bases-8\"]"), "domain=microrts", &spec, &err) != US_OK)
        FAIL("%s", err.text);
    us_spec_free(spec);
}

TEST(all_searches_that_lead_to_a_library_share_one_limit_of_games)
{
#define TWICE(budget)                                                                     \
    ADAPT("\"name\":\"b\"," AGAINST ",\"budget\":20000,\"rounds\":3},\n{\"adapt\":\"b\"," \
          "\"name\":\"c\"," AGAINST ",\"budget\":" budget ",\"rounds\":2")
    us_spec *spec;
    us_error err = {0};
    REQUIRE(parse(TWICE("20000"), NULL, &spec, &err) == US_OK);
    us_spec_free(spec);
    CHECK_INT(parse(TWICE("20001"), NULL, &spec, &err), US_BAD_INPUT);
    CHECK_INT(err.line, 3);
    CHECK_INT(err.column, 56);
    CHECK_CONTAINS(err.text, "found 100002 games of all rounds and searches: expected at most "
                             "100000");
}

/* ---- set from outside */

TEST(what_is_set_stands_for_what_is_in_the_file)
{
    static const char *const set[] = {
        "games=3",          "games=4",  "maps=[\"ridge-1\",\"open-2\"]",
        "name=other words", "fog=true", "players=[\"idle\",{\"name\":\"1\",\"agent\":\"random\"}]",
        "model=1",          "about=",
    };
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    us_status status = us_spec_parse("s", LEAST ",\"games\":\"faulty\"}", strlen(LEAST) + 18, set,
                                     US_COUNT(set) - 2, &spec, &err);
    if (status != US_OK)
        FAIL("%s", err.text);
    REQUIRE(status == US_OK);
    CHECK_INT(spec->games, 4); /* the last one counts, and nobody asks about what it replaces */
    CHECK_INT(spec->maps, 2);
    CHECK_STR(spec->map[1].map, "open-2");
    CHECK_STR(spec->name, "other words");
    CHECK(spec->fog);
    CHECK_STR(spec->player[1].name, "1");
    CHECK_INT(err.status, US_OK); /* that "other words" is no JSON is no fault */
    CHECK_STR(err.text, "");
}

TEST(what_is_set_stands_in_the_text_once)
{
    static const char text[] = LEAST ",\n  \"g\\u0061mes\": 2,  \"about\": {\"games\": 3}\n}\n";
    const char *set[] = {"games=4", "fog=true", "games=5", "fog=false"};
    US_AUTOPTR(us_spec) spec = NULL;
    us_error err = {0};
    if (us_spec_parse("s", text, strlen(text), set, US_COUNT(set), &spec, &err) != US_OK) {
        FAIL("%s", err.text);
        return;
    }
    CHECK_INT(spec->games, 5);
    CHECK(!spec->fog);
    CHECK_STR(spec->text, LEAST ",\n  \"g\\u0061mes\": 5,  \"about\": {\"games\": 3},\n"
                                "  \"fog\": false\n}\n");
}

TEST(what_is_set_wrongly_is_told_by_its_key)
{
    static const struct {
        const char *set, *file;
        int column;
        const char *message;
    } rows[] = {
        {"games", "", 0, "--set: expected KEY=VALUE, found \"games\""},
        {"", "", 0, "--set: expected KEY=VALUE, found \"\""},
        {"=1", "", 0, "--set: an experiment has no member \"\""},
        {"game=1", "", 0, "--set: an experiment has no member \"game\""},
        {"games=many", "--set games=VALUE", 0, "expected a whole number, found \"many\""},
        {"games=0", "--set games=VALUE", 0, "\"games\": expected a whole number from 1 to 100000"},
        {"games=", "--set games=VALUE", 0, "expected a whole number, found \"\""},
        {"seats=[0,3]", "--set seats=VALUE", 4, "expected a seat, 0 or 1"},
        {"seats=0", "--set seats=VALUE", 0, "expected a list, found 0"},
        {"maps=[", "--set maps=VALUE", 2, "found the end"},
        {"maps= [\"open-1\" \"open-2\"]", "--set maps=VALUE", 12, "expected ',' or ']'"},
        {"name=\"x", "--set name=VALUE", 0, "the string has no end"},
        {"players=[{agent:idle}]", "--set players=VALUE", 3, "expected"},
        {"model=7", "--set model=VALUE", 0, "expected a string"},
        {"players=[\"idle\",\"idle\"]", "--set players=VALUE", 9, "found \"idle\" again"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_spec *spec;
        us_error err = {0};
        us_test_row(rows[i].set);
        CHECK_INT(parse(LEAST "}", rows[i].set, &spec, &err), US_BAD_INPUT);
        CHECK_STR(err.file, rows[i].file);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].message);
    }
}

TEST(a_spec_is_read_from_its_file)
{
    us_spec *spec;
    us_error err = {0};
    scratch_put("s.json", LEAST "}");
    REQUIRE(us_spec_read(scratch("s.json"), NULL, 0, &spec, &err) == US_OK);
    us_spec_free(spec);
    CHECK_INT(us_spec_read(scratch("none.json"), NULL, 0, &spec, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot open: No such file or directory");
}
