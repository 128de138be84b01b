/* The shipped domain and rules against the published figures of the game they come from. */
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "game/skirmish/rules.h"
#include "tests/unit/test.h"

/* Ours, and theirs without "unit-". */
static const struct {
    const char *name, *ident;
} units[] = {
    {"peasant", "peasant"},
    {"peon", "peon"},
    {"footman", "footman"},
    {"grunt", "grunt"},
    {"archer", "archer"},
    {"axethrower", "axethrower"},
    {"ranger", "ranger"},
    {"berserker", "berserker"},
    {"knight", "knight"},
    {"ogre", "ogre"},
    {"paladin", "paladin"},
    {"ogre-mage", "ogre-mage"},
    {"ballista", "ballista"},
    {"catapult", "catapult"},
    {"mage", "mage"},
    {"death-knight", "death-knight"},
    {"dwarves", "dwarves"},
    {"sappers", "goblin-sappers"},
    {"town-hall", "town-hall"},
    {"great-hall", "great-hall"},
    {"keep", "keep"},
    {"stronghold", "stronghold"},
    {"castle", "castle"},
    {"fortress", "fortress"},
    {"farm", "farm"},
    {"pig-farm", "pig-farm"},
    {"human-barracks", "human-barracks"},
    {"orc-barracks", "orc-barracks"},
    {"human-lumber-mill", "elven-lumber-mill"},
    {"orc-lumber-mill", "troll-lumber-mill"},
    {"human-blacksmith", "human-blacksmith"},
    {"orc-blacksmith", "orc-blacksmith"},
    {"inventor", "inventor"},
    {"alchemist", "alchemist"},
    {"stables", "stables"},
    {"ogre-mound", "ogre-mound"},
    {"church", "church"},
    {"altar", "altar-of-storms"},
    {"mage-tower", "mage-tower"},
    {"temple", "temple-of-the-damned"},
    {"gryphon-aviary", "gryphon-aviary"},
    {"dragon-roost", "dragon-roost"},
    {"human-watch-tower", "human-watch-tower"},
    {"orc-watch-tower", "orc-watch-tower"},
    {"human-guard-tower", "human-guard-tower"},
    {"orc-guard-tower", "orc-guard-tower"},
    {"human-cannon-tower", "human-cannon-tower"},
    {"orc-cannon-tower", "orc-cannon-tower"},
    {"human-wall", "human-wall"},
    {"orc-wall", "orc-wall"},
    {"gold-mine", "gold-mine"},
};

/* The same for upgrades, theirs without "upgrade-". */
static const struct {
    const char *name, *ident;
} upgrades[] = {
    {"sword-1", "sword1"},
    {"sword-2", "sword2"},
    {"battle-axe-1", "battle-axe1"},
    {"battle-axe-2", "battle-axe2"},
    {"human-shield-1", "human-shield1"},
    {"human-shield-2", "human-shield2"},
    {"orc-shield-1", "orc-shield1"},
    {"orc-shield-2", "orc-shield2"},
    {"arrow-1", "arrow1"},
    {"arrow-2", "arrow2"},
    {"throwing-axe-1", "throwing-axe1"},
    {"throwing-axe-2", "throwing-axe2"},
    {"ballista-1", "ballista1"},
    {"ballista-2", "ballista2"},
    {"catapult-1", "catapult1"},
    {"catapult-2", "catapult2"},
    {"ranger-training", "ranger"},
    {"berserker-training", "berserker"},
    {"ranger-scouting", "ranger-scouting"},
    {"berserker-scouting", "berserker-scouting"},
    {"longbow", "longbow"},
    {"light-axes", "light-axes"},
    {"marksmanship", "ranger-marksmanship"},
    {"regeneration", "berserker-regeneration"},
    {"paladin-training", "paladin"},
    {"ogre-mage-training", "ogre-mage"},
};

static us_domain *domain;
static sk_rules *rules;
static us_json *facts;

/* Where the figures lie, when they are there: beside the checkout. */
static bool load(void)
{
    us_str path;
    char *text;
    size_t length;
    us_str_init(&path);
    us_data_find_domain_file("skirmish", "../../../shared/data/wargus/wargus-units.json", &path,
                             NULL);
    if (us_file_read(path.text, 8 * 1024 * 1024, &text, &length, NULL) != US_OK) {
        us_str_clear(&path);
        us_test_skip("no sample data beside the checkout");
        return false;
    }
    /* "16.0" is how the file writes 16 */
    for (char *at = strstr(text, ".0"); at; at = strstr(at + 1, ".0"))
        if (at[2] < '0' || at[2] > '9')
            memcpy(at, "  ", 2);
    REQUIRE(us_json_parse(path.text, text, length, &facts, NULL) == US_OK);
    us_mem_free(text);
    us_str_reset(&path);
    us_data_find_domain_file("skirmish", "domain.json", &path, NULL);
    REQUIRE(us_domain_load(path.text, &domain, NULL) == US_OK);
    us_str_reset(&path);
    us_data_find_domain_file("skirmish", "rules.json", &path, NULL);
    REQUIRE(sk_rules_load(path.text, domain, &rules, NULL) == US_OK);
    us_str_clear(&path);
    return true;
}

static void unload(void)
{
    us_test_row(NULL);
    sk_rules_free(rules);
    us_domain_free(domain);
    us_json_free(facts);
}

/* Our type of their ident, or US_NO_TYPE when we have none such. */
static us_type type_of(const us_json_node *ident)
{
    const char *text = us_json_string(ident);
    bool unit = us_text_has_prefix(text, "unit-");
    text += unit ? strlen("unit-") : strlen("upgrade-");
    for (int i = 0; unit && i < US_COUNT(units); i++)
        if (us_text_equal(units[i].ident, text))
            return us_domain_find_type(domain, units[i].name);
    for (int i = 0; !unit && i < US_COUNT(upgrades); i++)
        if (us_text_equal(upgrades[i].ident, text))
            return us_domain_find_type(domain, upgrades[i].name);
    return US_NO_TYPE;
}

/* 0 where there is none. */
static int64_t number(const us_json_node *object, const char *key)
{
    const us_json_node *node = object ? us_json_find(object, key) : NULL;
    int64_t value = 0;
    if (node && us_json_type(node) == US_JSON_NUMBER)
        REQUIRE(us_json_int(node, &value));
    return value;
}

static bool flag(const us_json_node *object, const char *key)
{
    const us_json_node *node = us_json_find(object, key);
    return node && us_json_bool(node);
}

static const us_json_node *first(const us_json_node *object, const char *key)
{
    const us_json_node *list = us_json_find(object, key);
    return list ? us_json_first(list) : NULL;
}

static void check_cost(const us_json_node *costs, const int32_t *ours)
{
    for (int r = 0; r < domain->resources.count; r++)
        CHECK_INT(ours[r], costs ? number(costs, domain->resources.name[r]) : 0);
}

/* Calls check for each of their rows that we have; all of ours must be among them. */
static void each(const char *list, int ours, void (*check)(const us_json_node *row, us_type type))
{
    int found = 0;
    for (const us_json_node *row = first(us_json_root(facts), list); row; row = us_json_next(row)) {
        us_type type = type_of(us_json_find(row, "ident"));
        if (type == US_NO_TYPE)
            continue;
        us_test_row(domain->type[type].name);
        check(row, type);
        found++;
    }
    CHECK_INT(found, ours);
}

static void check_unit(const us_json_node *row, us_type type)
{
    const us_type_def *def = &domain->type[type];
    const us_json_node *race = us_json_find(row, "race");
    const us_json_node *size = us_json_find(row, "size");
    const us_json_node *mirror = us_json_find(row, "mirror");
    int64_t side;
    CHECK_INT(def->faction, us_domain_find_faction(domain, us_json_string(race)));
    CHECK_INT(def->attribute[0], number(row, "hit_points"));
    CHECK_INT(def->food_use, number(row, "food_demand"));
    CHECK_INT(def->food_supply, number(row, "food_supply"));
    check_cost(us_json_find(row, "costs"), def->cost);
    CHECK(us_json_int(us_json_at(size, 0), &side) && side == def->width);
    CHECK(us_json_int(us_json_at(size, 1), &side) && side == def->height);
    if (us_json_type(mirror) == US_JSON_STRING)
        CHECK_INT(def->counterpart, type_of(mirror));
    bool moves = us_text_equal(us_json_string(us_json_find(row, "kind")), "unit");
    CHECK_INT(def->kind == US_KIND_UNIT, moves);

    uint32_t stores = 0;
    for (const us_json_node *n = first(row, "stores"); n; n = us_json_next(n))
        stores |= 1u << us_domain_find_resource(domain, us_json_string(n));
    CHECK_INT(def->stores, stores);
    const us_json_node *gives = us_json_find(row, "gives_resource");
    CHECK_INT(def->yields, gives ? us_domain_find_resource(domain, us_json_string(gives)) : -1);
}

TEST(the_domain_has_the_published_sizes_and_costs)
{
    if (!load())
        return;
    each("units", US_COUNT(units), check_unit);
    unload();
}

static void check_numbers(const us_json_node *row, us_type type)
{
    const sk_type *ours = &rules->type[type];
    bool attacks = flag(row, "can_attack");
    CHECK_INT(ours->armor, number(row, "armor"));
    CHECK_INT(ours->sight, number(row, "sight"));
    CHECK_INT(ours->step, number(row, "move_cycles_per_tile"));
    CHECK_INT(ours->points, number(row, "points"));
    CHECK_INT(ours->priority, number(row, "priority"));
    CHECK_INT(ours->coward, flag(row, "coward"));
    CHECK_INT(ours->repair, number(row, "repair_hp"));
    check_cost(us_json_find(row, "repair_costs"), ours->repair_cost);
    CHECK_INT(ours->range, attacks ? number(row, "range") : 0);
    CHECK_INT(ours->min_range, number(row, "min_range"));
    CHECK_INT(ours->period, number(row, "attack_period_cycles"));
    CHECK_INT(ours->basic, number(row, "basic_damage"));
    CHECK_INT(ours->piercing, number(row, "piercing_damage"));
    CHECK_INT(ours->reaction, attacks ? number(row, "ai_reaction_range") : 0);
    CHECK_INT(ours->splash, number(row, "splash") > 1);
    if (domain->type[type].kind != US_KIND_RESOURCE)
        CHECK_INT(ours->making, number(row, "build_time_cycles"));
    uint32_t targets = 0;
    for (const us_json_node *n = first(row, "targets"); attacks && n; n = us_json_next(n)) {
        bool sea = us_text_equal(us_json_string(n), "sea");
        targets |= 1u << us_domain_find_movement(domain, sea ? "water" : us_json_string(n));
    }
    CHECK_INT(ours->targets, targets);
    CHECK_INT(domain->type[type].apart_from != US_NO_TYPE,
              domain->type[type].faction >= 0 && us_json_find(row, "building_rules") != NULL);
}

static void check_gathering(const us_json_node *row, us_type type)
{
    const sk_type *ours = &rules->type[type];
    int32_t capacity[US_RESOURCES_MAX] = {0};
    for (const us_json_node *n = first(row, "gathers"); n; n = us_json_next(n)) {
        int r = us_domain_find_resource(domain, us_json_string(us_json_find(n, "resource")));
        const sk_gather *how = &ours->gather[r];
        capacity[r] = (int32_t)number(n, "capacity");
        CHECK_INT(how->step, us_json_find(n, "step") ? number(n, "step") : capacity[r]);
        CHECK_INT(how->stroke, number(n, "wait_at_resource_cycles"));
        CHECK_INT(how->unload, number(n, "wait_at_depot_cycles"));
        CHECK_INT(how->stroke * capacity[r] / how->step, number(n, "cycles_to_full"));
    }
    int32_t income[US_RESOURCES_MAX] = {0};
    const us_json_node *bonus = us_json_find(row, "income_bonus_percent");
    int64_t percent = 0;
    if (bonus && us_json_int(us_json_at(bonus, 1), &percent))
        income[us_domain_find_resource(domain, us_json_string(us_json_at(bonus, 0)))] =
            (int32_t)percent;
    for (int r = 0; r < domain->resources.count; r++) {
        CHECK_INT(ours->gather[r].capacity, capacity[r]);
        CHECK_INT(ours->income[r], income[r]);
    }
}

TEST(the_rules_have_the_published_numbers)
{
    if (!load())
        return;
    each("units", US_COUNT(units), check_numbers);
    each("units", US_COUNT(units), check_gathering);
    unload();
}

/* Their list holds the same types as ours, those that we have not left out. */
static void check_made(const us_json_node *row, const char *key, us_type type, const char *action)
{
    const us_type_def *def = &domain->type[type];
    int index = us_domain_find_action(domain, action);
    int theirs = 0, ours = 0;
    for (const us_json_node *n = first(row, key); n; n = us_json_next(n)) {
        us_type product = type_of(n);
        if (product == US_NO_TYPE)
            continue;
        CHECK(us_type_can_make(domain, type, index, product));
        theirs++;
    }
    for (int i = 0; i < def->produces_count; i++)
        if (def->produces[i].action == index)
            ours += def->produces[i].count;
    CHECK_INT(ours, theirs);
}

/* Alternatives and what is in them, in any order: theirs are all among ours and as many. */
static void check_requirements(const us_json_node *row, us_type type)
{
    const us_type_def *def = &domain->type[type];
    const us_json_node *list = us_json_find(row, "requires_any_of");
    CHECK_INT(def->requires_count, list ? us_json_size(list) : 0);
    for (const us_json_node *all = first(row, "requires_any_of"); all; all = us_json_next(all)) {
        bool met = false;
        for (int i = 0; i < def->requires_count && !met; i++) {
            const us_requirement *ours = &def->requires[i];
            int same = 0;
            for (const us_json_node *n = us_json_first(all); n; n = us_json_next(n))
                for (int k = 0; k < ours->count; k++)
                    same += ours->type[k] == type_of(n);
            met = same == ours->count && same == us_json_size(all);
        }
        CHECK(met);
    }
}

static void check_tree(const us_json_node *row, us_type type)
{
    check_made(row, "trains", type, "train");
    check_made(row, "builds", type, "build");
    check_made(row, "researches", type, "research");
    check_made(row, "upgrades_to", type, "upgrade");
    check_requirements(row, type);
}

static void check_upgrade(const us_json_node *row, us_type type)
{
    check_cost(us_json_find(row, "costs"), domain->type[type].cost);
    CHECK_INT(rules->type[type].making, number(row, "time_cycles"));
    check_requirements(row, type);
}

TEST(the_tree_of_what_makes_and_requires_what_is_the_published_one)
{
    if (!load())
        return;
    each("units", US_COUNT(units), check_tree);
    each("upgrades", US_COUNT(upgrades), check_upgrade);
    unload();
}

static int bonuses; /* of ours that theirs have too */

static const sk_bonus *bonus_of(us_type upgrade, us_type type)
{
    for (int i = 0; i < rules->bonus_count; i++)
        if (rules->bonus[i].upgrade == upgrade && rules->bonus[i].type == type)
            return &rules->bonus[i];
    return NULL;
}

static void check_bonus(const us_json_node *row, us_type type)
{
    for (const us_json_node *m = first(row, "modifiers"); m; m = us_json_next(m)) {
        const us_json_node *effects = us_json_find(m, "effects");
        const us_json_node *convert = us_json_find(m, "convert_to");
        for (const us_json_node *n = first(m, "apply_to"); n; n = us_json_next(n)) {
            us_type whom = type_of(n);
            if (whom == US_NO_TYPE)
                continue;
            const sk_bonus *ours = bonus_of(type, whom);
            if (!ours) {
                FAIL("no bonus for \"%s\"", domain->type[whom].name);
                continue;
            }
            CHECK_INT(ours->piercing, number(effects, "PiercingDamage"));
            CHECK_INT(ours->armor, number(effects, "Armor"));
            CHECK_INT(ours->sight, number(effects, "SightRange"));
            CHECK_INT(ours->range, number(effects, "AttackRange"));
            CHECK_INT(ours->regeneration, number(effects, "regeneration-rate"));
            CHECK_INT(ours->convert, convert ? type_of(convert) : US_NO_TYPE);
            bonuses++;
        }
    }
}

TEST(upgrades_give_the_published_bonuses_and_no_others)
{
    if (!load())
        return;
    bonuses = 0;
    each("upgrades", US_COUNT(upgrades), check_bonus);
    CHECK_INT(bonuses, rules->bonus_count);
    unload();
}

TEST(a_new_game_starts_with_the_published_resources)
{
    if (!load())
        return;
    const us_json_node *meta = us_json_find(us_json_root(facts), "meta");
    const us_json_node *economy = us_json_find(meta, "economy");
    const us_terrain *forest = &domain->terrain[us_domain_find_terrain(domain, "forest")];
    CHECK_INT(domain->cycles_per_second, number(meta, "cycles_per_second"));
    CHECK_INT(forest->amount, number(economy, "wood_per_forest_tile"));
    check_cost(us_json_find(economy, "start_resources_default"), rules->start);
    unload();
}
