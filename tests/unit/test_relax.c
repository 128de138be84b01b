#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "tests/unit/draft_text.h"
#include "tests/unit/test.h"

typedef struct row {
    const char *name, *goal, *body, *pairs, *useless;
} row;

#define DEFEAT   "DefeatPlayer(player: enemy)"
#define INFANTRY "BuildUnits(player: self, type: \"infantry\", number: 4)"
#define FARMS    "ResourceInfrastructure(player: self, farms: 3, peasants: 6)"
#define SHOOTERS "BuildUnits(player: self, type: \"elite-shooter\", number: 2)"

static const row rows[] = {
    {"who trains must be built first", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"barracks\", cell: c1) -> yard\n"
     "b: act train(unit: yard, type: \"infantry\")\n}",
     "a-b", ""},
    {"what different workers build stands side by side", FARMS,
     "sequence {\n"
     "a: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "b: act build(unit: w2, type: \"farmhouse\", cell: c2)\n}",
     "", ""},
    {"what one worker builds stays in its order", FARMS,
     "sequence {\n"
     "a: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "b: act build(unit: w1, type: \"farmhouse\", cell: c2)\n}",
     "a-b", ""},
    {"one barracks makes two footmen one after the other", INFANTRY,
     "sequence {\n"
     "a: act train(unit: b1, type: \"infantry\")\n"
     "b: act train(unit: b1, type: \"infantry\")\n}",
     "a-b", ""},
    {"two barracks make two footmen at once", INFANTRY,
     "sequence {\n"
     "a: act train(unit: b1, type: \"infantry\")\n"
     "b: act train(unit: b2, type: \"infantry\")\n}",
     "", ""},
    {"one harvest doesn't pay for two buildings", FARMS,
     "sequence {\n"
     "a: act harvest(units: army, target: mine)\n"
     "b: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "c: act build(unit: w2, type: \"farmhouse\", cell: c2)\n}",
     "a-b", ""},
    {"two harvests pay for one each", FARMS,
     "sequence {\n"
     "a: act harvest(units: army, target: mine)\n"
     "b: act harvest(units: band, target: mine)\n"
     "c: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "d: act build(unit: w2, type: \"farmhouse\", cell: c2)\n}",
     "a-c b-d", ""},
    {"amounts are allotted in the demonstrated order", FARMS,
     "sequence {\n"
     "a: goal GetResources(player: self, gold: 1000)\n"
     "b: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "c: act build(unit: w2, type: \"farmhouse\", cell: c2)\n"
     "d: act train(unit: base, type: \"worker\")\n}",
     "a-b a-c b-d", ""},
    {"wood pays for what costs wood", FARMS,
     "sequence {\n"
     "a: goal GetResources(player: self, wood: 500)\n"
     "b: act train(unit: base, type: \"worker\")\n"
     "c: act build(unit: w2, type: \"farmhouse\", cell: c2)\n}",
     "a-c", ""},
    {"a farm feeds four", DEFEAT,
     "sequence {\n"
     "a: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "b: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
     "c: goal BuildUnits(player: self, type: \"shooter\", number: 4)\n}",
     "a-b", ""},
    {"an upgrade from a child goal opens the way", SHOOTERS,
     "sequence {\n"
     "a: goal Research(player: self, type: \"shooter-training\")\n"
     "b: act train(unit: b1, type: \"elite-shooter\")\n}",
     "a-b", ""},
    {"of two that would do, the earliest is waited for", SHOOTERS,
     "sequence {\n"
     "a: act build(unit: w1, type: \"lumber-mill\", cell: c1)\n"
     "b: act build(unit: w2, type: \"lumber-mill\", cell: c2)\n"
     "c: act train(unit: b1, type: \"elite-shooter\")\n}",
     "a-c", ""},
    {"an alternative that is complete is preferred", SHOOTERS,
     "sequence {\n"
     "a: act upgrade(unit: base, type: \"mid-hall\")\n"
     "b: act research(unit: mill, type: \"shooter-training\")\n"
     "c: act train(unit: b1, type: \"elite-shooter\")\n}",
     "a-b b-c", ""},
    {"an army is built before it attacks", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"barracks\", number: 1)\n"
     "b: goal BuildUnits(player: self, type: \"infantry\", number: 4) -> squad\n"
     "c: act attack(units: squad, target: foe)\n}",
     "a-b b-c", ""},
    {"who fights a child goal is built before it", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
     "b: goal BuildUnits(player: self, type: \"worker\", number: 2)\n"
     "c: goal BuildUnits(player: self, type: \"shooter\", number: 4)\n"
     "d: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n}",
     "a-d c-d", ""},
    {"a group that was there waits for nobody", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
     "b: act attack(units: army, target: foe)\n}",
     "", ""},
    {"a group waits for all who trained it", DEFEAT,
     "sequence {\n"
     "a: act train(unit: b1, type: \"infantry\")\n"
     "b: act train(unit: base, type: \"worker\")\n"
     "c: act train(unit: b2, type: \"infantry\")\n"
     "d: act attack(units: late, target: foe)\n}",
     "a-d c-d", ""},
    {"a group that came together waits for as many as it has", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 3)\n"
     "b: goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
     "c: goal BuildUnits(player: self, type: \"infantry\", number: 1)\n"
     "d: goal BuildUnits(player: self, type: \"infantry\", number: 5)\n"
     "e: act attack(units: late, target: foe)\n}",
     "a-c b-c c-d c-e", ""},
    {"goals that count the same stay in order", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 2)\n"
     "b: goal BuildUnits(player: self, type: \"infantry\", number: 2)\n"
     "c: goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n}",
     "a-b", "c"},
    {"two armies march at once", DEFEAT,
     "sequence {\n"
     "a: act attack-move(units: army, cell: near(foe))\n"
     "b: act attack-move(units: band, cell: near(foe))\n}",
     "", ""},
    {"an army comes to its place before it strikes", DEFEAT,
     "sequence {\n"
     "a: act move(units: army, cell: c1)\n"
     "b: act attack(units: army, target: foe)\n"
     "c: act attack(units: band, target: foe)\n}",
     "a-b", ""},
    {"a worker who looks around is of no use", DEFEAT,
     "sequence {\n"
     "a: act move(unit: w1, cell: c1)\n"
     "b: act train(unit: b1, type: \"infantry\")\n"
     "c: act attack(units: army, target: foe)\n}",
     "", "a"},
    {"a wall is opened before the army goes", DEFEAT,
     "sequence {\n"
     "a: act attack-ground(units: band, cell: c1)\n"
     "b: act attack-move(units: army, cell: near(foe))\n}",
     "a-b", ""},
    {"a building that nothing needs is named", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"wall\", cell: c1)\n"
     "b: act build(unit: w2, type: \"barracks\", cell: c2) -> yard\n"
     "c: act train(unit: yard, type: \"infantry\")\n}",
     "b-c", "a"},
    {"what only the useless needs is useless", INFANTRY,
     "sequence {\n"
     "a: goal Research(player: self, type: \"melee-weapon-1\")\n"
     "b: goal Research(player: self, type: \"melee-weapon-2\")\n"
     "c: act train(unit: b1, type: \"infantry\")\n}",
     "a-b", "a b"},
    {"of what a goal wants none it says nothing",
     "ResourceInfrastructure(player: self, farms: 0, peasants: 6)",
     "sequence {\n"
     "a: act build(unit: w1, type: \"barracks\", cell: c1)\n"
     "b: act train(unit: base, type: \"worker\")\n}",
     "", "a"},
    {"what was side by side stays so", DEFEAT,
     "order {\n"
     "a: act build(unit: w1, type: \"barracks\", cell: c1)\n"
     "b: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
     "c: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
     "a before c\n}",
     "a-c", ""},
    {"two don't take the same place at once", FARMS,
     "sequence {\n"
     "a: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
     "b: act build(unit: w2, type: \"farmhouse\", cell: c1)\n}",
     "a-b", ""},
    {"a product is repaired after it was begun", FARMS,
     "sequence {\n"
     "a: act build(unit: w1, type: \"farmhouse\", cell: c1) -> made\n"
     "b: act build(unit: w1, type: \"farmhouse\", cell: c2)\n"
     "c: act repair(unit: w2, target: made)\n}",
     "a-b a-c", ""},
};

TEST(a_chain_becomes_what_it_needs)
{
    for (int i = 0; i < (int)(sizeof(rows) / sizeof(*rows)); i++) {
        us_test_row(rows[i].name);
        US_AUTO(draft_drop) draft_case d = draft_of(rows[i].goal, rows[i].body);
        US_AUTOSTR(pairs);
        US_AUTOSTR(useless);
        us_draft_relax(d.draft);
        draft_pairs_text(d.draft, &pairs);
        draft_useless_text(d.draft, &useless);
        CHECK_STR(pairs.text, rows[i].pairs);
        CHECK_STR(useless.text, rows[i].useless);
        for (int k = 0; k < d.draft->pairs; k++)
            CHECK(d.draft->pair[k].why && strlen(d.draft->pair[k].why) <= US_STRING_MAX);
    }
    us_test_row(NULL);
}

/* ---- any demonstration */

/* Leaves without labels; those that make something name a slot of their own. */
static const char *const pool[] = {
    "act build(unit: w1, type: \"barracks\", cell: c1)",
    "act build(unit: w2, type: \"lumber-mill\", cell: c2)",
    "act build(unit: w1, type: \"farmhouse\", cell: c3)",
    "act build(unit: w2, type: \"blacksmith\", cell: c1)",
    "act train(unit: b1, type: \"infantry\")",
    "act train(unit: b1, type: \"elite-shooter\")",
    "act train(unit: b2, type: \"cavalry\")",
    "act train(unit: base, type: \"worker\")",
    "act upgrade(unit: base, type: \"mid-hall\")",
    "act research(unit: mill, type: \"shooter-training\")",
    "act research(unit: smith, type: \"melee-weapon-1\")",
    "act harvest(unit: w1, target: mine)",
    "act harvest(unit: w2, target: mine)",
    "act chop(unit: w2, cell: c2)",
    "act move(unit: w1, cell: c1)",
    "act move(units: army, cell: c2)",
    "act attack(units: army, target: foe)",
    "act attack-move(units: band, cell: near(foe))",
    "act attack-ground(units: band, cell: c3)",
    "goal BuildUnits(player: self, type: \"infantry\", number: 3)",
    "goal BuildUnits(player: self, type: \"worker\", number: 2)",
    "goal BuildUnits(player: self, type: \"barracks\", number: 1)",
    "goal GetResources(player: self, gold: 900, wood: 300)",
    "goal Research(player: self, type: \"shooter-training\")",
    "goal KillUnitType(player: self, enemy: enemy, type: \"worker\")",
};

enum { STEPS = 12 };

static us_draft *random_draft(us_rng *rng, draft_case *out)
{
    us_str body;
    bool chain = us_rng_next_below(rng, 2) == 0;
    us_str_init(&body);
    us_str_add(&body, chain ? "sequence {\n" : "order {\n");
    for (int i = 0; i < STEPS; i++)
        us_str_addf(&body, "%c: %s\n", 'a' + i,
                    pool[us_rng_next_below(rng, (uint32_t)(sizeof(pool) / sizeof(*pool)))]);
    for (int i = 0; !chain && i < STEPS; i++)
        for (int k = i + 1; k < STEPS; k++)
            if (us_rng_next_below(rng, 5) == 0)
                us_str_addf(&body, "%c before %c\n", 'a' + i, 'a' + k);
    us_str_add(&body, "}");
    *out = draft_of(DEFEAT, body.text);
    us_str_clear(&body);
    return out->draft;
}

typedef bool grid[STEPS][STEPS];

static void close_pairs(const us_draft *draft, grid out)
{
    memset(out, 0, sizeof(grid));
    for (int i = 0; i < draft->pairs; i++)
        out[draft->pair[i].first][draft->pair[i].then] = true;
    for (int m = 0; m < STEPS; m++)
        for (int i = 0; i < STEPS; i++)
            for (int k = 0; k < STEPS; k++)
                out[i][k] = out[i][k] || (out[i][m] && out[m][k]);
}

TEST(what_is_relaxed_was_demonstrated)
{
    us_rng rng = us_rng_derive(7, "relax", 0);
    for (int round = 0; round < 300; round++) {
        US_AUTO(draft_drop) draft_case d;
        us_draft *draft = random_draft(&rng, &d);
        grid shown, relaxed;
        int fewer = 0;
        close_pairs(draft, shown);
        us_draft_relax(draft);
        close_pairs(draft, relaxed);
        for (int i = 0; i < STEPS; i++)
            for (int k = 0; k < STEPS; k++)
                fewer += relaxed[i][k] && !shown[i][k];
        CHECK_INT(fewer, 0);
        for (int i = 0; i < STEPS; i++)
            CHECK(!relaxed[i][i]);
        for (int i = 0; i < draft->pairs; i++) { /* none follows from others */
            int first = draft->pair[i].first, then = draft->pair[i].then;
            for (int m = 0; m < STEPS; m++)
                CHECK(!(relaxed[first][m] && relaxed[m][then]));
            CHECK(draft->pair[i].why != NULL);
        }
    }
}

static const us_id *units_of(const us_draft *draft, int step, int *count)
{
    int actor = draft->step[step].actor;
    *count = actor < 0 ? 0 : draft->slot[actor].ids;
    return actor < 0 ? NULL : draft->slot[actor].id;
}

/* Of the types that a step of any kind makes, by the domain's table alone. */
static us_type made_by(const us_draft *draft, int step)
{
    const us_draft_step *s = &draft->step[step];
    if (s->action < 0) {
        bool typed = draft->domain->goal[s->goal.type].param[1].kind == US_VALUE_TYPE;
        return typed ? (us_type)s->goal.arg[1].number : US_NO_TYPE;
    }
    const us_effect *effect = draft->domain->action[s->action].effect;
    bool makes = effect->kind == US_EFFECT_CREATE || effect->kind == US_EFFECT_CONVERT ||
                 effect->kind == US_EFFECT_LEARN;
    makes = makes && draft->domain->action[s->action].effect_count > 0;
    return makes ? (us_type)s->arg[effect->param].value : US_NO_TYPE;
}

/* Where the demonstration had a requirement made by a step before, so has the relaxed order. */
static void check_requirements(const us_draft *draft, grid shown, grid relaxed, int then)
{
    us_type made = made_by(draft, then);
    if (made == US_NO_TYPE || draft->domain->type[made].requires_count != 1)
        return;
    const us_requirement *need = &draft->domain->type[made].requires[0];
    for (int i = 0; draft->step[then].action >= 0 && i < need->count; i++) {
        bool was = false, is = false;
        for (int s = 0; s < STEPS; s++) {
            us_type type = made_by(draft, s);
            bool gives = type != US_NO_TYPE && us_type_is_a(draft->domain, type, need->type[i]);
            was = was || (gives && shown[s][then]);
            is = is || (gives && relaxed[s][then]);
        }
        CHECK_INT(is, was);
    }
}

TEST(every_way_to_go_through_it_finds_what_it_needs)
{
    us_rng rng = us_rng_derive(8, "relax", 0);
    for (int round = 0; round < 300; round++) {
        US_AUTO(draft_drop) draft_case d;
        us_draft *draft = random_draft(&rng, &d);
        grid shown, relaxed;
        close_pairs(draft, shown);
        us_draft_relax(draft);
        close_pairs(draft, relaxed);
        for (int t = 0; t < STEPS; t++) {
            check_requirements(draft, shown, relaxed, t);
            for (int s = 0; s < t; s++) { /* nobody gets two orders at once */
                int mine, its;
                const us_id *a = units_of(draft, s, &mine), *b = units_of(draft, t, &its);
                if (mine && its && a[0] == b[0])
                    CHECK_INT(relaxed[s][t], shown[s][t]);
            }
        }
    }
}

TEST(what_is_needed_is_not_called_useless)
{
    us_rng rng = us_rng_derive(9, "relax", 0);
    for (int round = 0; round < 200; round++) {
        US_AUTO(draft_drop) draft_case d;
        us_draft *draft = random_draft(&rng, &d);
        us_draft_relax(draft);
        for (int i = 0; i < draft->steps; i++) {
            const us_draft_step *s = &draft->step[i];
            bool fights = s->action >= 0 &&
                          us_text_has_prefix(draft->domain->action[s->action].name, "attack");
            CHECK(!(fights && s->useless));
            CHECK(!s->useless || strlen(s->useless) <= US_STRING_MAX);
        }
    }
}

TEST(relaxing_twice_adds_nothing)
{
    us_rng rng = us_rng_derive(10, "relax", 0);
    for (int round = 0; round < 100; round++) {
        US_AUTO(draft_drop) draft_case d;
        us_draft *draft = random_draft(&rng, &d);
        US_AUTOSTR(once);
        US_AUTOSTR(twice);
        us_draft_relax(draft);
        draft_pairs_text(draft, &once);
        us_draft_relax(draft);
        draft_pairs_text(draft, &twice);
        grid a;
        close_pairs(draft, a);
        CHECK(twice.length <= once.length);
    }
}

/* Each of many goals needs all that fight, and each of as many steps makes some. */
TEST(what_would_not_fit_a_behavior_stays_in_its_order)
{
    enum { MANY = 260 };
    US_AUTOSTR(body);
    us_str_add(&body, "sequence {\n");
    for (int i = 0; i < MANY; i++)
        us_str_addf(&body, "a%d: act train(type: \"infantry\")\n", i);
    for (int i = 0; i < MANY; i++)
        us_str_addf(&body, "b%d: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n",
                    i);
    us_str_add_char(&body, '}');
    US_AUTO(draft_drop) draft_case d = draft_of(DEFEAT, body.text);
    CHECK(MANY * MANY > US_TREE_PAIRS_MAX);
    us_draft_relax(d.draft);
    CHECK_INT(d.draft->pairs, 2 * MANY - 1);
}
