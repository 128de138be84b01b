#include "base/file.h"
#include "game/skirmish/rules.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/test.h"

/* Rules of the shipped domain, as short as they may be. With ' for ". */
static const char small[] =
    "{'rules': 'skirmish',\n"
    " 'start': {'gold': 7, 'oil': 9}, 'food_limit': 20, 'queue': 4, 'repair_stroke': 30,\n"
    " 'wall_armor': 3, 'refund_percent': 75,\n"
    " 'types': {\n"
    "  'unit': {'sight': 4, 'step': 16, 'making': 50, 'range': 1, 'basic': 6, 'period': 25,\n"
    "   'targets': ['land']},\n"
    "  'worker': {'coward': true,\n"
    "   'gather': {'gold': {'capacity': 100, 'step': 100, 'stroke': 150, 'unload': 9, 'inside': "
    "true},\n"
    "    'wood': {'capacity': 100, 'step': 2, 'stroke': 24, 'unload': 9}}},\n"
    "  'shooter': {'range': 4, 'flight': 2, 'targets': ['land', 'air'], 'piercing': 3},\n"
    "  'archer': {'period': 65},\n"
    "  'building': {'making': 90, 'armor': 20, 'repair': {'hit_points': 4, 'cost': {'wood': 1}}},\n"
    "  'hall': {'income': {'gold': 10}},\n"
    "  'wall': {'becomes': 'wall'},\n"
    "  'resource': {},\n"
    "  'upgrade': {'making': 200}},\n"
    " 'bonuses': [\n"
    "  {'upgrade': 'melee-weapon', 'types': ['infantry', 'rider'], 'piercing': 2},\n"
    "  {'upgrade': 'longbow', 'types': ['shooter'], 'range': 1, 'sight': 1},\n"
    "  {'upgrade': 'shooter-training', 'types': ['shooter'], 'convert': 'elite-shooter'}]}\n";

static const us_mutation bad[] = {
    {"'rules': 'skirmish'", "'rules': 'chess'",
     "1:11: rules of 'chess': expected those of domain 'skirmish'"},
    {"'rules': 'skirmish',", "", "1:1: member 'rules' is missing: expected a string"},
    {"'gold': 7", "'silver': 7",
     "2:22: 'silver' is not a resource: expected one of domain 'skirmish'"},
    {"'gold': 7", "'gold': -7",
     "2:20: member 'gold': expected an integer from 0 to 1000000, found -7"},
    {"'queue': 4", "'queue': 7", "2:61: member 'queue': expected an integer from 1 to 6, found 7"},
    {"'food_limit': 20, ", "",
     "1:1: member 'food_limit' is missing: expected an integer from 1 to 10000"},
    {"'refund_percent': 75", "'refund_percent': 101",
     "3:37: member 'refund_percent': expected an integer from 0 to 100, found 101"},
    {"'wall_armor': 3", "'wall_armour': 3", "3:2: unknown member 'wall_armour': expected"},
    {"'types': {\n", "'types': [],'about': {\n",
     "4:11: member 'types': expected an object, found an array"},
    {"'shooter': {'range'", "'bowman': {'range'",
     "10:13: 'bowman' is not a type: expected one of domain 'skirmish', such as 'footman'"},
    {"'archer': {'period': 65}", "'archer': {'perod': 65}",
     "11:14: unknown member 'perod': expected"},
    {"'archer': {'period': 65}", "'archer': {'period': 6.5}",
     "11:24: member 'period': expected an integer from 0 to 100000, found 6.5"},
    {"'archer': {'period': 65}", "'archer': 65",
     "11:13: expected the numbers of 'archer', an object"},
    {"'archer': {'period': 65}", "'archer': {'period': 0}",
     "11:13: 'archer' attacks: expected 'period', 'targets' and 'basic' or 'piercing' beside "
     "'range'"},
    {"'archer': {'period': 65}", "'archer': {'min_range': 5}",
     "11:13: 'archer': expected 'min_range' within 'range'"},
    {"'archer': {'period': 65}", "'archer': {'min_range': 65}",
     "11:27: member 'min_range': expected an integer from 0 to 64, found 65"},
    {"'archer': {'period': 65}", "'archer': {'targets': []}",
     "11:13: 'archer' attacks: expected 'period', 'targets' and 'basic' or 'piercing' beside "
     "'range'"},
    {"'archer': {'period': 65}", "'archer': {'targets': ['mud']}",
     "11:26: bad target: expected the name of a movement of domain 'skirmish'"},
    {"'archer': {'period': 65}", "'archer': {'targets': 'land'}",
     "11:25: member 'targets': expected an array, found 'land'"},
    {"'archer': {'period': 65}", "'archer': {'step': 0}",
     "11:13: 'archer' moves: expected 'step' of at least 1"},
    {"'archer': {'period': 65}", "'archer': {'making': 0}",
     "11:13: 'archer' can be made: expected 'making' of at least 1"},
    {"'archer': {'period': 65}", "'archer': {'becomes': 'mud'}",
     "11:25: 'mud' is not a terrain: expected one of domain 'skirmish'"},
    {"'archer': {'period': 65}", "'archer': {'income': {'mud': 3}}",
     "11:32: 'mud' is not a resource: expected one of domain 'skirmish'"},
    {"'archer': {'period': 65}", "'archer': {'coward': 3}",
     "11:24: member 'coward': expected true or false, found 3"},
    {"'archer': {'period': 65}",
     "'archer': {'gather': {'gold': {'capacity': 10, 'step': 10, 'stroke': 5, 'unload': 5}}}",
     "11:13: 'archer' does not gather 'gold' in the domain: expected the same here"},
    {"'archer': {'period': 65}", "'archer': {'gather': {'gold': 3}}",
     "11:33: expected how 'gold' is gathered, an object"},
    {"'step': 2,", "'step': 101,",
     "9:39: member 'step': expected an integer from 1 to 100, found 101"},
    {"'stroke': 24,", "'stroke': 24, 'stroke': 25,",
     "9:56: expected each key once, found 'stroke' again"},
    {"'unload': 9}", "'unlaod': 9}", "9:56: unknown member 'unlaod': expected"},
    {",\n    'wood': {'capacity': 100, 'step': 2, 'stroke': 24, 'unload': 9}", "",
     "7:13: 'peasant' gathers 'wood' in the domain: expected 'gather' to say how"},
    {"'becomes': 'wall'", "'step': 4", "14:11: 'human-wall' stays: expected no 'step'"},
    {", 'cost': {'wood': 1}", "", "12:53: member 'cost' is missing: expected an object"},
    {"'cost': {'wood': 1}", "'cost': {'stone': 1}",
     "12:89: 'stone' is not a resource: expected one of domain 'skirmish'"},
    {"  'resource': {},\n", "",
     "4:11: 'gold-mine' has no row: expected one for it or a type above it"},
    {"'upgrade': 'melee-weapon'", "'upgrade': 'meele-weapon'",
     "18:15: 'meele-weapon' is not a type: expected one of domain 'skirmish', such as "
     "'melee-weapon'"},
    {"'upgrade': 'melee-weapon'", "'upgrade': 'infantry'",
     "18:15: 'infantry' is no upgrade: expected one"},
    {"['infantry', 'rider']", "[]", "18:40: expected at least one type"},
    {"['infantry', 'rider']", "['footmen']",
     "18:41: 'footmen' is not a type: expected one of domain 'skirmish', such as 'footman'"},
    {"['infantry', 'rider']", "[4]", "18:41: expected the name of a type, a string"},
    {"['infantry', 'rider']", "['infantry', 'footman']",
     "17:13: upgrade 'sword-1' has two bonuses for 'footman': expected one"},
    {"['infantry', 'rider']", "['resource']",
     "18:41: upgrade 'melee-weapon' does nothing for 'resource': expected types of its faction"},
    {"'longbow', 'types': ['shooter']", "'longbow', 'types': ['axethrower']",
     "19:36: upgrade 'longbow' does nothing for 'axethrower': expected types of its faction"},
    {"'convert': 'elite-shooter'", "'convert': 'building'",
     "20:45: 'archer' has no 'building' to become: expected a type that has just one of its "
     "faction"},
    {"'convert': 'elite-shooter'", "'convert': 'farmhouse'",
     "20:45: 'archer' cannot become 'farm': expected the same kind and size"},
    {"'convert': 'elite-shooter'", "'convert': 'shooter'",
     "20:45: 'archer' has no 'shooter' to become: expected a type that has just one of its "
     "faction"},
    {"'convert': 'elite-shooter'", "'convert': 'sniper'",
     "20:68: 'sniper' is not a type: expected one of domain 'skirmish', such as 'sapper'"},
    {"'convert': 'elite-shooter'", "'turn': 'elite-shooter'",
     "20:57: unknown member 'turn': expected"},
};

static us_domain *skirmish;

static const us_domain *domain(void)
{
    if (!skirmish) {
        REQUIRE(us_domain_load_shipped("skirmish", &skirmish, NULL) == US_OK);
    }
    return skirmish;
}

static us_status parse(const us_mutation *change, sk_rules **out, us_error *err)
{
    US_AUTOSTR(text);
    REQUIRE(us_mutate(small, change, &text));
    us_status status = sk_rules_parse("small", text.text, text.length, domain(), out, err);
    return status;
}

static sk_rules *load_small(void)
{
    sk_rules *rules = NULL;
    us_error err = {0};
    if (parse(NULL, &rules, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(rules != NULL);
    return rules;
}

static const sk_type *type_of(const sk_rules *rules, const char *name)
{
    us_type type = us_domain_find_type(domain(), name);
    REQUIRE(type != US_NO_TYPE);
    return &rules->type[type];
}

/* The bonus of that upgrade for that type, or NULL. */
static const sk_bonus *bonus_of(const sk_rules *rules, const char *upgrade, const char *type)
{
    us_type u = us_domain_find_type(domain(), upgrade);
    us_type t = us_domain_find_type(domain(), type);
    REQUIRE(u != US_NO_TYPE && t != US_NO_TYPE);
    for (int i = 0; i < rules->bonus_count; i++)
        if (rules->bonus[i].upgrade == u && rules->bonus[i].type == t)
            return &rules->bonus[i];
    return NULL;
}

TEST(what_holds_for_all_is_read)
{
    sk_rules *rules = load_small();
    CHECK_INT(rules->start[us_domain_find_resource(domain(), "gold")], 7);
    CHECK_INT(rules->start[us_domain_find_resource(domain(), "wood")], 0);
    CHECK_INT(rules->start[us_domain_find_resource(domain(), "oil")], 9);
    CHECK_INT(rules->food_limit, 20);
    CHECK_INT(rules->queue, 4);
    CHECK_INT(rules->repair_stroke, 30);
    CHECK_INT(rules->wall_armor, 3);
    CHECK_INT(rules->refund_percent, 75);
    sk_rules_free(rules);
}

TEST(a_type_has_the_rows_of_all_above_it)
{
    sk_rules *rules = load_small();
    const sk_type *archer = type_of(rules, "archer");
    const sk_type *axethrower = type_of(rules, "axethrower");
    CHECK_INT(archer->period, 65);
    CHECK_INT(axethrower->period, 25);
    CHECK_INT(archer->range, 4);
    CHECK_INT(archer->flight, 2);
    CHECK_INT(archer->basic, 6);
    CHECK_INT(archer->piercing, 3);
    CHECK_INT(archer->sight, 4);
    CHECK_INT(archer->targets, 5);
    CHECK(!archer->coward);
    const sk_type *footman = type_of(rules, "footman");
    CHECK_INT(footman->range, 1);
    CHECK_INT(footman->targets, 1);
    CHECK_INT(footman->becomes, -1);
    sk_rules_free(rules);
}

TEST(workers_halls_and_walls_have_what_is_theirs)
{
    sk_rules *rules = load_small();
    int gold = us_domain_find_resource(domain(), "gold");
    int wood = us_domain_find_resource(domain(), "wood");
    const sk_type *peon = type_of(rules, "peon");
    CHECK(peon->coward);
    CHECK_INT(peon->gather[gold].capacity, 100);
    CHECK_INT(peon->gather[gold].stroke, 150);
    CHECK_INT(peon->gather[gold].unload, 9);
    CHECK(peon->gather[gold].inside && !peon->gather[wood].inside);
    CHECK_INT(peon->gather[wood].step, 2);
    CHECK_INT(peon->gather[us_domain_find_resource(domain(), "oil")].capacity, 0);
    const sk_type *keep = type_of(rules, "keep");
    CHECK_INT(keep->income[gold], 10);
    CHECK_INT(keep->repair, 4);
    CHECK_INT(keep->repair_cost[wood], 1);
    CHECK_INT(keep->repair_cost[gold], 0);
    CHECK_INT(type_of(rules, "orc-wall")->becomes, us_domain_find_terrain(domain(), "wall"));
    sk_rules_free(rules);
}

TEST(a_bonus_holds_for_all_below_it_of_one_faction)
{
    sk_rules *rules = load_small();
    CHECK_INT(bonus_of(rules, "sword-1", "footman")->piercing, 2);
    CHECK_INT(bonus_of(rules, "sword-2", "paladin")->piercing, 2);
    CHECK_INT(bonus_of(rules, "battle-axe-2", "ogre")->piercing, 2);
    CHECK(bonus_of(rules, "sword-1", "grunt") == NULL);
    CHECK(bonus_of(rules, "sword-1", "archer") == NULL);
    CHECK_INT(bonus_of(rules, "longbow", "archer")->range, 1);
    CHECK(bonus_of(rules, "longbow", "axethrower") == NULL);
    CHECK_INT(bonus_of(rules, "longbow", "archer")->convert, US_NO_TYPE);
    CHECK_INT(bonus_of(rules, "berserker-training", "axethrower")->convert,
              us_domain_find_type(domain(), "berserker"));
    sk_rules_free(rules);
}

TEST(bonuses_are_sorted_by_type_then_upgrade)
{
    sk_rules *rules = load_small();
    CHECK_INT(rules->bonus_count, 2 * 3 * 2 + 1 + 2); /* weapons, longbow, training */
    for (int i = 1; i < rules->bonus_count; i++) {
        const sk_bonus *a = &rules->bonus[i - 1];
        const sk_bonus *b = &rules->bonus[i];
        CHECK(a->type < b->type || (a->type == b->type && a->upgrade < b->upgrade));
    }
    sk_rules_free(rules);
}

static us_hash hash_of(const us_mutation *change)
{
    sk_rules *rules = NULL;
    REQUIRE(parse(change, &rules, NULL) == US_OK);
    us_hash hash = rules->hash;
    sk_rules_free(rules);
    return hash;
}

TEST(each_number_changes_the_hash_and_no_text_does)
{
    static const us_mutation same[] = {
        {"{'rules': 'skirmish',", "{'about':   'a phrase',\n 'rules': 'skirmish',", ""},
        {"'archer': {'period': 65}", "'archer': {'about': 'a phrase', 'period': 65}", ""},
        {"'stroke': 24, 'unload': 9", "'unload': 9, 'stroke': 24", ""},
    };
    static const us_mutation other[] = {
        {"'gold': 7", "'gold': 8", ""},
        {"'food_limit': 20", "'food_limit': 21", ""},
        {"'refund_percent': 75", "'refund_percent': 74", ""},
        {"'period': 65", "'period': 66", ""},
        {"'coward': true", "'coward': false", ""},
        {"['land', 'air']", "['air']", ""},
        {"'cost': {'wood': 1}", "'cost': {'wood': 2}", ""},
        {"'income': {'gold': 10}", "'income': {'gold': 11}", ""},
        {"'stroke': 24", "'stroke': 25", ""},
        {"'inside': true", "'inside': false", ""},
        {"'becomes': 'wall'", "'becomes': 'grass'", ""},
        {"'range': 1, 'sight': 1", "'range': 1, 'sight': 2", ""},
        {"'convert': 'elite-shooter'", "'range': 2", ""},
    };
    us_hash plain = hash_of(NULL);
    for (int i = 0; i < US_COUNT(same); i++) {
        us_test_row(same[i].put);
        CHECK_HASH(hash_of(&same[i]), plain);
    }
    for (int i = 0; i < US_COUNT(other); i++) {
        us_test_row(other[i].put);
        CHECK(hash_of(&other[i]) != plain);
    }
}

TEST(bad_rules_are_refused_with_their_place)
{
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(bad); i++) {
        sk_rules *rules = NULL;
        us_error err = {0};
        us_test_row(bad[i].put);
        CHECK_INT(parse(&bad[i], &rules, &err), US_BAD_INPUT);
        CHECK(rules == NULL);
        CHECK_STR(err.file, "small");
        if (!us_error_has_message(&err, bad[i].message, &said))
            FAIL("expected %s, found %s", bad[i].message, said.text);
    }
}

TEST(missing_rules_are_named)
{
    sk_rules *rules = NULL;
    us_error err = {0};
    CHECK_INT(sk_rules_load("no/such/rules.json", domain(), &rules, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "no/such/rules.json");
    CHECK(rules == NULL);
}
