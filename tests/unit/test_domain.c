#include "base/file.h"
#include "domain/expr.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"

static us_status parse(const char *text, size_t length, us_domain **out, us_error *err)
{
    return us_domain_parse("small", text, length, out, err);
}

/* The small domain, changed or not. */
static us_domain *load_small(const char *find, const char *put)
{
    US_AUTOSTR(text);
    us_mutation change = {find, put, ""};
    us_domain *domain = NULL;
    us_error err = {0};
    REQUIRE(us_mutate(us_small, find ? &change : NULL, &text));
    REQUIRE(parse(text.text, text.length, &domain, &err) == US_OK);
    return domain;
}

static us_domain *load_shipped(void)
{
    US_AUTOSTR(path);
    us_data_find_domain_file("skirmish", "domain.json", &path, NULL);
    us_domain *domain = NULL;
    us_error err = {0};
    us_status status = us_domain_load(path.text, &domain, &err);
    if (status != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    REQUIRE(status == US_OK);
    return domain;
}

static us_type type_of(const us_domain *domain, const char *name)
{
    us_type type = us_domain_find_type(domain, name);
    REQUIRE(type != US_NO_TYPE);
    return type;
}

static const us_type_def *def_of(const us_domain *domain, const char *name)
{
    return &domain->type[type_of(domain, name)];
}

TEST(tables_keep_the_order_of_the_file)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    CHECK_STR(domain->name, "small");
    CHECK_STR(domain->file, "small");
    CHECK_INT(domain->cycles_per_second, 10);
    CHECK_INT(us_domain_find_faction(domain, "blue"), 1);
    CHECK_INT(us_domain_find_resource(domain, "wood"), 1);
    CHECK_INT(us_domain_find_movement(domain, "air"), 1);
    CHECK_INT(us_domain_find_status(domain, "busy"), 1);
    CHECK_INT(us_domain_find_role(domain, "known"), 2);
    CHECK_INT(us_domain_find_attribute(domain, "carries"), 1);
    CHECK(domain->attribute[1].private && !domain->attribute[0].private);
    CHECK_INT(us_domain_find_terrain(domain, "gate"), 2);
    CHECK_INT(us_domain_find_terrain_symbol(domain, 'T'), 1);
    CHECK_INT(us_domain_find_action(domain, "dig"), 3);
    CHECK_STR(domain->roles.about[1], "is lived in");
    CHECK_INT(us_domain_find_faction(domain, "green"), -1);
    CHECK_INT(us_domain_find_type(domain, "horse"), US_NO_TYPE);
    CHECK_INT(us_domain_find_action(domain, "Dig"), -1);
    CHECK_INT(us_domain_find_terrain_symbol(domain, 't'), -1);
}

TEST(tallies_are_resources_then_counters_then_upgrades)
{
    static const char *const names[] = {"ore", "wood", "kills", "red-iron", "blue-iron"};
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    REQUIRE(domain->tallies.count == US_COUNT(names));
    for (int i = 0; i < US_COUNT(names); i++) {
        CHECK_STR(domain->tallies.name[i], names[i]);
        CHECK_INT(us_domain_find_tally(domain, names[i]), i);
    }
    CHECK_INT(us_domain_find_tally(domain, "iron"), -1);
    CHECK_INT(def_of(domain, "iron")->tally, -1);
    CHECK_INT(def_of(domain, "blue-iron")->tally, 4);
    CHECK_INT(def_of(domain, "rock")->tally, -1);
}

TEST(terrain_says_who_passes_and_what_it_becomes)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    const us_terrain *plain = &domain->terrain[0];
    const us_terrain *tree = &domain->terrain[1];
    const us_terrain *gate = &domain->terrain[2];
    CHECK_INT(plain->passable, 3);
    CHECK(plain->buildable);
    CHECK_INT(plain->becomes, -1);
    CHECK_INT(plain->resource, -1);
    CHECK_INT(tree->passable, 2);
    CHECK(!tree->buildable);
    CHECK_INT(tree->resource, 1);
    CHECK_INT(tree->amount, 5);
    CHECK_INT(tree->becomes, 0);
    CHECK_INT(gate->passable, 0);
    CHECK(gate->breakable);
}

static void check_text(const us_expr *expr, const char *expected)
{
    US_AUTOSTR(text);
    us_expr_print(expr, &text);
    CHECK_STR(text.text, expected);
}

TEST(an_action_keeps_its_parts_and_its_texts)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    const us_action_def *go = &domain->action[0];
    const us_action_def *dig = &domain->action[3];
    CHECK(go->group);
    CHECK(!go->continues && !go->queues);
    CHECK_INT(go->by, 1);
    REQUIRE(go->param_count == 1);
    CHECK_INT(go->param[0].kind, US_VALUE_CELL);
    REQUIRE(go->effect_count == 1);
    CHECK_INT(go->effect[0].kind, US_EFFECT_MOVE);
    CHECK_INT(go->effect[0].param, -1);
    CHECK_INT(go->patience, 30);
    check_text(go->when, "true");
    check_text(go->done, "true");
    CHECK(dig->continues && dig->queues);
    CHECK_INT(dig->effect[0].kind, US_EFFECT_GAIN);
    CHECK_INT(dig->effect[0].resource, 0);
    check_text(dig->done, "unit.status == busy");
}

TEST(a_type_has_all_that_its_parent_has)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    const us_type_def *hand = def_of(domain, "redhand");
    CHECK_INT(hand->kind, US_KIND_UNIT);
    CHECK(!hand->abstract);
    CHECK_INT(hand->width, 1);
    CHECK_INT(hand->movement, 0);
    CHECK_INT(hand->cost[0], 5);
    CHECK_INT(hand->food_use, 1);
    CHECK_INT(hand->attribute[0], 5);
    CHECK_INT(hand->attribute[1], -1);
    CHECK_INT(hand->roles, 1);
    CHECK_INT(hand->gathers, 1);
    const us_type_def *red = def_of(domain, "redhouse");
    CHECK_INT(red->height, 2);
    CHECK_INT(red->stores, 3);
    CHECK_INT(red->food_supply, 4);
    CHECK_INT(red->movement, -1);
    CHECK_INT(red->cost[0], 0);
    CHECK_INT(red->cost[1], 7);
    CHECK_INT(def_of(domain, "rock")->yields, 0);
    CHECK_INT(def_of(domain, "rock")->parent, US_NO_TYPE);
}

TEST(a_cost_of_its_own_replaces_the_whole_inherited_cost)
{
    us_domain *domain = load_small("'parent': 'unit'}", "'parent': 'unit', 'cost': {'wood': 2}}");
    CHECK_INT(def_of(domain, "beast")->cost[0], 0);
    CHECK_INT(def_of(domain, "beast")->cost[1], 2);
    us_domain_free(domain);
}

TEST(abstract_names_mean_those_of_the_own_faction)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    const us_type_def *red = def_of(domain, "redhouse");
    REQUIRE(red->requires_count == 2);
    REQUIRE(red->requires[0].count == 2);
    CHECK_INT(red->requires[0].type[0], type_of(domain, "redhand"));
    CHECK_INT(red->requires[0].type[1], type_of(domain, "red-iron"));
    CHECK_INT(red->requires[1].type[0], type_of(domain, "red-iron"));
    REQUIRE(red->produces_count == 2);
    CHECK_INT(red->produces[0].type[0], type_of(domain, "redhand"));
    CHECK_INT(red->produces[1].type[0], type_of(domain, "red-iron"));
    const us_type_def *blue = def_of(domain, "bluehouse");
    CHECK_INT(blue->requires_count, 0);
    CHECK_INT(blue->produces[0].type[0], type_of(domain, "bluehand"));
    const us_type_def *house = def_of(domain, "house");
    CHECK_INT(house->produces[0].type[0], type_of(domain, "hand"));
}

TEST(a_requirement_with_several_of_a_faction_takes_any_of_them)
{
    us_domain *domain =
        load_small("'requires': [['hand', 'iron'], ['iron']]", "'requires': [['unit']]");
    const us_type_def *red = def_of(domain, "redhouse");
    REQUIRE(red->requires_count == 1);
    CHECK_INT(red->requires[0].type[0], type_of(domain, "unit"));
    us_domain_free(domain);
}

TEST(the_taxonomy_answers_who_is_what)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    us_type unit = type_of(domain, "unit");
    us_type hand = type_of(domain, "hand");
    us_type red = type_of(domain, "redhand");
    us_type blue = type_of(domain, "bluehand");
    us_type beast = type_of(domain, "beast");
    us_type rock = type_of(domain, "rock");
    CHECK(us_type_is_a(domain, red, red));
    CHECK(us_type_is_a(domain, red, unit));
    CHECK(!us_type_is_a(domain, unit, red));
    CHECK(!us_type_is_a(domain, beast, hand));
    CHECK_INT(us_type_depth(domain, red, unit), 2);
    CHECK_INT(us_type_depth(domain, red, red), 0);
    CHECK_INT(us_type_depth(domain, unit, red), -1);
    CHECK_INT(us_type_common_ancestor(domain, red, blue), hand);
    CHECK_INT(us_type_common_ancestor(domain, red, beast), unit);
    CHECK_INT(us_type_common_ancestor(domain, red, hand), hand);
    CHECK_INT(us_type_common_ancestor(domain, red, rock), US_NO_TYPE);
}

TEST(each_faction_has_its_own_of_a_type)
{
    static const struct {
        const char *type;
        int faction;
        const char *expected;
    } rows[] = {
        {"redhand", 0, "redhand"}, {"redhand", 1, "bluehand"}, {"bluehand", 0, "redhand"},
        {"hand", 0, "redhand"},    {"hand", 1, "bluehand"},    {"beast", 0, "beast"},
        {"rock", 1, "rock"},       {"iron", 1, "blue-iron"},   {"unit", 0, NULL},
        {"redhand", 2, NULL},      {"redhand", -1, NULL},
    };
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_type expected = rows[i].expected ? type_of(domain, rows[i].expected) : US_NO_TYPE;
        CHECK_INT(us_type_for_faction(domain, type_of(domain, rows[i].type), rows[i].faction),
                  expected);
    }
}

TEST(producers_are_who_makes_it_or_something_below_it)
{
    US_AUTOPTR(us_domain) domain = load_small(NULL, NULL);
    us_type red = type_of(domain, "redhouse");
    us_type blue = type_of(domain, "bluehouse");
    const us_producer *row;
    REQUIRE(us_domain_producers(domain, type_of(domain, "redhand"), &row) == 1);
    CHECK_INT(row[0].actor, red);
    CHECK_INT(row[0].action, us_domain_find_action(domain, "make"));
    REQUIRE(us_domain_producers(domain, type_of(domain, "unit"), &row) == 2);
    CHECK_INT(row[0].actor, red);
    CHECK_INT(row[1].actor, blue);
    REQUIRE(us_domain_producers(domain, type_of(domain, "blue-iron"), &row) == 1);
    CHECK_INT(row[0].action, us_domain_find_action(domain, "learn"));
    CHECK_INT(us_domain_producers(domain, type_of(domain, "rock"), &row), 0);

    int make = us_domain_find_action(domain, "make");
    CHECK(us_type_can_do(domain, red, make));
    CHECK(!us_type_can_do(domain, type_of(domain, "redhand"), make));
    CHECK(us_type_can_make(domain, red, make, type_of(domain, "redhand")));
    CHECK(us_type_can_make(domain, red, make, type_of(domain, "hand")));
    CHECK(!us_type_can_make(domain, red, make, type_of(domain, "bluehand")));
    CHECK(us_type_can_make(domain, type_of(domain, "house"), make, type_of(domain, "bluehand")));
    CHECK(!us_type_can_make(domain, red, us_domain_find_action(domain, "learn"),
                            type_of(domain, "redhand")));
}

TEST(a_missing_file_is_named)
{
    us_domain *domain = NULL;
    us_error err = {0};
    CHECK_INT(us_domain_load("no/such/domain.json", &domain, &err), US_BAD_INPUT);
    CHECK(domain == NULL);
    CHECK_STR(err.file, "no/such/domain.json");
    CHECK_INT(us_domain_load("no/such/domain.json", &domain, NULL), US_BAD_INPUT);
}

/* ---- the hashes */

enum {
    NOTHING,
    BASICS = 1 << US_DOMAIN_BASICS,
    TERRAINS = 1 << US_DOMAIN_TERRAINS,
    TYPES = 1 << US_DOMAIN_TYPES,
    ACTIONS = 1 << US_DOMAIN_ACTIONS,
    PLAYERS = 1 << US_DOMAIN_PARTS,
};

/* Returns a bit for each hash in which the two differ. */
static unsigned differences(const us_domain *a, const us_domain *b)
{
    unsigned parts = a->players_hash != b->players_hash ? PLAYERS : NOTHING;
    for (int part = 0; part < US_DOMAIN_PARTS; part++)
        parts |= a->part[part] != b->part[part] ? 1u << part : 0;
    CHECK((a->hash != b->hash) == ((parts & ~(unsigned)PLAYERS) != 0));
    return parts;
}

typedef struct hash_row {
    const char *find, *put;
    unsigned parts; /* whose hashes change */
} hash_row;

static void check_hashes(const hash_row *row, int rows)
{
    US_AUTOPTR(us_domain) plain = load_small(NULL, NULL);
    for (int i = 0; i < rows; i++) {
        us_test_row(row[i].put);
        US_AUTOPTR(us_domain) other = load_small(row[i].find, row[i].put);
        CHECK_INT(differences(plain, other), row[i].parts);
    }
}

TEST(texts_phrases_and_defaults_change_no_hash)
{
    static const hash_row rows[] = {
        {"'domain': 'small',", "'domain':   'small', 'about': 'a phrase',\n\n", NOTHING},
        {"'ore': 'from rocks'", "'ore': 'dug up'", NOTHING},
        {"'red': 'the one'", "'red': 'another phrase'", NOTHING},
        {"{'name': 'beast', 'parent': 'unit'}",
         "{'parent': 'unit', 'about': 'wild', 'size': [1, 1], 'name': 'beast'}", NOTHING},
        {"'symbol': '.', 'passable': ['land', 'air']",
         "'about': 'grass', 'passable': ['air', 'land'], 'symbol': '.'", NOTHING},
        {"'by': ['worker'], 'group': true", "'group': true, 'queues': false, 'by': ['worker']",
         NOTHING},
        {"'unit.status == busy'", "'(unit.status==busy)'", NOTHING},
        {"'domain': 'small', 'cycles_per_second': 10,",
         "'cycles_per_second': 10, 'domain': 'small',", NOTHING},
    };
    check_hashes(rows, US_COUNT(rows));
}

TEST(what_decides_a_game_changes_the_hash_of_its_part)
{
    static const hash_row rows[] = {
        {"'cycles_per_second': 10", "'cycles_per_second': 11", BASICS},
        {"'cycles_per_second': 10", "'cycles_per_second': 10, 'neighbors': 4", BASICS},
        {"'wood': 'from trees'", "'wood': 'from trees', 'oil': ''", BASICS | TYPES},
        {"'kills': 'enemies killed'", "'deaths': ''", BASICS},
        {"'busy': 'at work'}", "'busy': 'at work', 'dead': ''}", BASICS},
        {"'known': 'is learned'}", "'known': 'is learned', 'new': ''}", BASICS},
        {"'high': 7", "'high': 8", BASICS},
        {"'private': true", "'private': false", BASICS},
        {"'amount': 5", "'amount': 6", TERRAINS},
        {"'buildable': true", "'buildable': false", TERRAINS},
        {"'passable': ['air']", "'passable': []", TERRAINS},
        {"'amount': 9, 'becomes': 'plain'", "'amount': 9", TERRAINS},
        {"'cost': {'wood': 7}", "'cost': {'wood': 8}", TYPES},
        {"'food_supply': 4", "'food_supply': 5", TYPES},
        {"'food_use': 1", "'food_use': 2", TYPES},
        {"'attributes': {'hit_points': 50}", "'attributes': {'hit_points': 51}", TYPES},
        {"'size': [3, 2]", "'size': [2, 3]", TYPES},
        {"'stores': ['ore', 'wood']", "'stores': ['ore']", TYPES},
        {"'gathers': ['ore']", "'gathers': ['wood']", TYPES},
        {"'yields': 'ore'", "'yields': 'wood'", TYPES},
        {"'movement': 'land'", "'movement': 'air'", TYPES},
        {"'requires': [['iron']]", "'requires': []", TYPES},
        {"'make': ['hand']", "'make': ['hand', 'beast']", TYPES},
        {"'parent': 'house', 'faction': 'red',",
         "'parent': 'house', 'apart': {'from': 'rock', 'cells': 2}, 'faction': 'red',", TYPES},
        {"{'name': 'beast', 'parent': 'unit'}",
         "{'name': 'beast', 'parent': 'unit', 'roles': ['worker']}", TYPES},
        {"{'name': 'beast', 'parent': 'unit'}",
         "{'name': 'beast', 'parent': 'unit'}, {'name': 'bird', 'parent': 'unit'}",
         TYPES | PLAYERS}, /* its archetype */
        {"'by': ['base'], 'params': {'type': 'type'}",
         "'by': ['base', 'worker'], 'params': {'type': 'type'}", ACTIONS},
        {"'group': true", "'group': false", ACTIONS},
        {"'continues': true", "'continues': false", ACTIONS},
        {"'queues': true", "'queues': false", ACTIONS},
        {"'effect': 'gain', 'resource': 'ore'", "'effect': 'gain'", ACTIONS},
        {"'params': {'cell': 'cell'}", "'params': {'place': 'cell'}", ACTIONS},
    };
    check_hashes(rows, US_COUNT(rows));
}

TEST(what_only_players_read_leaves_the_hash_of_traces)
{
    static const hash_row rows[] = {
        {"'patience': 30", "'patience': 31", PLAYERS},
        {"'when': 'true'", "'when': 'unit.status == idle'", PLAYERS},
        {"'unit.status == busy'", "'unit.status == idle'", PLAYERS},
        {"{'name': 'beast',", "{'archetype': 'wolf', 'name': 'beast',", PLAYERS},
        {"'types':", "'reinforcements': true, 'types':", PLAYERS},
        {"'types':",
         "'goals': [{'name': 'Own', 'kind': 'achieve', 'params': {'n': 'number'}, 'test': "
         "'count(self) >= n'}], 'types':",
         PLAYERS},
        {"'types':",
         "'feature_groups': {'all': ''}, 'features': [{'name': 'units', 'group': 'all', 'value': "
         "'count(self)', 'low': 0, 'high': 9}], 'types':",
         PLAYERS},
        {"'types':", "'frame': {'home': 'first(self)', 'away': 'first(enemy)'}, 'types':", PLAYERS},
        {"'types':",
         "'nearness': [{'name': 'tree', 'value': 'cells_to(spot, tree, within: 9)', 'low': 0, "
         "'high': 9}], 'types':",
         PLAYERS},
        {"'types':", "'classes': [{'name': 'attack'}], 'types':", PLAYERS},
        {"'types':", "'descriptors': [{'name': 'mood', 'low': 0, 'high': 9}], 'types':", PLAYERS},
    };
    check_hashes(rows, US_COUNT(rows));
}

TEST(skirmish_has_a_counterpart_and_a_common_parent_for_each_type_of_a_faction)
{
    US_AUTOPTR(us_domain) domain = load_shipped();
    int human = us_domain_find_faction(domain, "human");
    int orc = us_domain_find_faction(domain, "orc");
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract || def->faction < 0)
            continue;
        us_type twin = def->counterpart;
        REQUIRE(twin != US_NO_TYPE);
        CHECK_INT(us_type_for_faction(domain, (us_type)i, def->faction == human ? orc : human),
                  twin);
        us_type parent = def->parent;
        CHECK_INT(us_type_common_ancestor(domain, (us_type)i, twin), parent);
        CHECK_INT(us_type_for_faction(domain, parent, def->faction), i);
        CHECK_INT(domain->type[twin].roles, def->roles);
    }
}

TEST(skirmish_can_make_whatever_it_knows)
{
    US_AUTOPTR(us_domain) domain = load_shipped();
    const us_producer *row;
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract || def->kind == US_KIND_RESOURCE)
            continue;
        int rows = us_domain_producers(domain, (us_type)i, &row);
        CHECK(rows > 0);
        for (int k = 0; k < rows; k++) {
            CHECK_INT(domain->type[row[k].actor].faction, def->faction);
            CHECK(us_type_can_do(domain, row[k].actor, row[k].action));
        }
    }
}

/* Everything whose requirements and makers are there joins, until nothing more does. */
TEST(skirmish_can_be_played_up_from_a_hall_and_a_worker)
{
    US_AUTOPTR(us_domain) domain = load_shipped();
    for (int f = 0; f < domain->factions.count; f++) {
        bool have[US_TYPES_MAX] = {false};
        have[us_type_for_faction(domain, type_of(domain, "base-hall"), f)] = true;
        have[us_type_for_faction(domain, type_of(domain, "worker"), f)] = true;
        for (bool more = true; more;) {
            more = false;
            for (int i = 0; i < domain->type_count; i++) {
                const us_type_def *def = &domain->type[i];
                const us_producer *row;
                int rows = us_domain_producers(domain, (us_type)i, &row);
                bool made = false, met = def->requires_count == 0;
                for (int k = 0; k < rows; k++)
                    made = made || have[row[k].actor];
                for (int k = 0; k < def->requires_count && !met; k++) {
                    met = true;
                    for (int n = 0; n < def->requires[k].count; n++)
                        met = met && have[def->requires[k].type[n]];
                }
                if (made && met && !have[i] && !def->abstract)
                    have[i] = more = true;
            }
        }
        for (int i = 0; i < domain->type_count; i++) {
            us_test_row(domain->type[i].name);
            if (domain->type[i].faction == f)
                CHECK(have[i]);
        }
    }
}

TEST(an_unknown_name_gets_a_hint_when_one_is_near)
{
    US_AUTOPTR(us_domain) domain = load_shipped();
    char hint[US_HINT_SIZE];
    CHECK_STR(us_domain_hint_type(domain, "fotman", hint), ", such as \"footman\"");
    CHECK_STR(us_domain_hint_type(domain, "zzzzzzzzzz", hint), "");
    CHECK_STR(us_domain_hint_type(domain, "", hint), "");
    CHECK_STR(us_domain_hint_action(domain, "attackmove", hint), ", such as \"attack-move\"");
}

/* A game of stones: nobody is of a faction, nothing is paid for, nobody moves. */
TEST(what_a_game_has_none_of_is_left_out)
{
    static const char text[] =
        "{\"domain\": \"stones\", \"cycles_per_second\": 1, \"statuses\": {\"idle\": \"lies\"},\n"
        " \"roles\": {\"stone\": \"lies there\"},\n"
        " \"attributes\": [{\"name\": \"hit_points\", \"about\": \"as it is\", \"low\": 0, "
        "\"high\": 1, \"default\": 1}],\n"
        " \"terrains\": [{\"name\": \"board\", \"symbol\": \".\"}],\n"
        " \"actions\": [{\"name\": \"put\", \"about\": \"put down\", \"by\": [\"stone\"], "
        "\"params\": {\"cell\": \"cell\"}, \"patience\": 1}],\n"
        " \"types\": [{\"name\": \"go\", \"kind\": \"building\", \"roles\": [\"stone\"]},\n"
        "  {\"name\": \"bowl\", \"kind\": \"resource\"}]}";
    US_AUTOPTR(us_domain) domain = NULL;
    us_error err = {0};
    if (parse(text, strlen(text), &domain, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    REQUIRE(domain);
    CHECK_INT(domain->factions.count, 1);
    CHECK_STR(domain->factions.name[0], "all");
    CHECK_INT(domain->resources.count, 0);
    CHECK_INT(domain->tallies.count, 0);
    CHECK_INT(domain->movements.count, 0);
    for (us_type type = 0; type < domain->type_count; type++) {
        CHECK_INT(domain->type[type].width, 1);
        CHECK_INT(domain->type[type].height, 1);
        CHECK_INT(domain->type[type].yields, -1);
    }
}

/* Files name their domains. */
TEST(a_domain_is_shipped_under_a_name_not_a_path)
{
    static const char *const names[] = {"../domains/skirmish", "./skirmish", "skirmish/", "/etc",
                                        "."};
    us_error err;
    us_domain *domain;
    for (int i = 0; i < US_COUNT(names); i++) {
        CHECK_INT(us_domain_load_shipped(names[i], &domain, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "there is no domain");
    }
}
