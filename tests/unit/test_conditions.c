#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/draftkit.h"
#include "tests/unit/schooling.h"
#include "tests/unit/test.h"
#include "tests/unit/twin.h"
#include "traces/worlds.h"

typedef struct row {
    const char *name, *goal, *body, *when, *alive;
} row;

#define DEFEAT   "DefeatPlayer(player: enemy)"
#define INFANTRY "BuildUnits(player: self, type: \"infantry\", number: 4)"
#define FARMS    "ResourceInfrastructure(player: self, farms: 3, peasants: 6)"

static const row rows[] = {
    {"who trains is there", INFANTRY, "act train(unit: b1, type: \"infantry\")", "", ""},
    {"a first building needs a worker", FARMS,
     "sequence {\na: act build(unit: w1, type: \"farmhouse\", cell: c1)\n}", "", ""},
    {"what a step makes isn't asked of the beginning", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"barracks\", cell: c1) -> yard\n"
     "b: act train(unit: yard, type: \"infantry\")\n}",
     "", ""},
    {"what a type requires is asked for", INFANTRY,
     "sequence {\na: act train(unit: b1, type: \"cavalry\")\n}", "", ""},
    {"half of what it requires is made", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"stable\", cell: c1)\n"
     "b: act train(unit: b1, type: \"cavalry\")\n}",
     "", ""},
    {"of alternatives one will do", INFANTRY,
     "sequence {\na: act research(unit: mill, type: \"shooter-range\")\n}", "", ""},
    {"an upgrade is not known yet", "Research(player: self, type: \"melee-weapon-2\")",
     "sequence {\na: act research(unit: smith, type: \"melee-weapon-2\")\n}", "", ""},
    {"an enemy that the goal names is there", "KillUnit(player: self, unit: victim)",
     "sequence {\na: act attack(units: army, target: victim)\n}", "", ""},
    {"an army attacks what it first finds", DEFEAT,
     "sequence {\n"
     "a: act attack(units: army, target: foe)\n"
     "b: act attack(units: band, target: foe)\n}",
     "", ""},
    {"an army is made below", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 4) -> squad\n"
     "b: act attack(units: squad, target: foe)\n}",
     "", ""},
    {"a harvest needs a mine", "GetResources(player: self, gold: 500)",
     "sequence {\na: act harvest(unit: w1, target: mine)\n}", "", ""},
    {"child goals need who can fight", DEFEAT,
     "sequence {\na: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n}", "", ""},
    {"what nobody can gather is there from the beginning", INFANTRY,
     "sequence {\n"
     "a: act upgrade(unit: base, type: \"mid-hall\")\n"
     "b: act build(unit: w1, type: \"blacksmith\", cell: c1)\n}",
     "", ""},
};

static void conditions_follow_from_the_steps(void)
{
    for (int i = 0; i < (int)(sizeof(rows) / sizeof(*rows)); i++) {
        us_test_row(rows[i].name);
        draft_case d = draft_of(rows[i].goal, rows[i].body);
        us_str when, alive;
        us_str_init(&when);
        us_str_init(&alive);
        us_draft_conditions(d.draft);
        draft_conditions_text(d.draft->when, d.draft->whens, &when);
        draft_conditions_text(d.draft->alive, d.draft->alives, &alive);
        CHECK_STR(when.text, rows[i].when);
        CHECK_STR(alive.text, rows[i].alive);
        for (int k = 0; k < d.draft->whens; k++)
            CHECK(d.draft->when[k].why && strlen(d.draft->when[k].why) <= US_STRING_MAX);
        for (int k = 0; k < d.draft->alives; k++)
            CHECK(d.draft->alive[k].why && strlen(d.draft->alive[k].why) <= US_STRING_MAX);
        us_str_clear(&when);
        us_str_clear(&alive);
        draft_drop(&d);
    }
    us_test_row(NULL);
}

/* ---- demonstrations */

/* Does it hold in the world in which the demonstrator began? */
static bool holds(const us_draft *draft, const char *text, const us_world *world, us_seat self)
{
    us_slot slot[US_SLOTS_MAX];
    us_value value[US_SLOTS_MAX];
    us_scope scope = {slot, draft->slots};
    us_source source = {.file = "condition", .text = text, .line = 1, .column = 1};
    us_expr *expr = NULL;
    for (int i = 0; i < draft->slots; i++) {
        const us_draft_slot *s = &draft->slot[i];
        slot[i] = (us_slot){s->name, s->kind};
        value[i] = (us_value){.number = s->ids ? (int64_t)s->id[0] : s->cell, .id = s->id, .count = s->ids};
    }
    REQUIRE(us_expr_compile(draft->domain, &scope, US_VALUE_BOOL, &source, &expr, NULL) == US_OK);
    us_view view = {world, self};
    bool yes = us_expr_holds(expr, &view, &(us_binding){value, NULL});
    us_expr_free(expr);
    return yes;
}

typedef struct score {
    int whens, held, alives, lived, lessons, bare, pairs, fewer, useless;
} score;

static int ordered(const us_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->steps; i++)
        for (int k = i + 1; k < draft->steps; k++)
            count += us_draft_precedes(draft, i, k);
    return count;
}

static void judge_lesson(us_draft *draft, const us_world *world, us_seat self, score *sum)
{
    us_draft_conditions(draft);
    sum->lessons++;
    sum->bare += draft->whens == 0;
    for (int i = 0; i < draft->whens; i++) {
        bool yes = holds(draft, draft->when[i].text, world, self);
        sum->whens++;
        sum->held += yes;
        if (!yes && getenv("SAY"))
            printf("      %s at %d: %s  (%s)\n", draft->domain->goal[draft->goal.type].name,
                   (int)world->now, draft->when[i].text, draft->when[i].why);
    }
    for (int i = 0; i < draft->alives; i++) {
        sum->alives++;
        sum->lived += holds(draft, draft->alive[i].text, world, self);
    }
    sum->pairs += ordered(draft);
    us_draft_relax(draft);
    sum->fewer += ordered(draft);
    for (int i = 0; i < draft->steps; i++) {
        sum->useless += draft->step[i].useless != NULL;
        if (draft->step[i].useless && getenv("SAY"))
            printf("      useless in %s: %s: %s\n", draft->domain->goal[draft->goal.type].name,
                   draft->step[i].action < 0
                       ? draft->domain->goal[draft->step[i].goal.type].name
                       : draft->domain->action[draft->step[i].action].name,
                   draft->step[i].useless);
    }
}

static score judge(const char *map, const char *expert, const char *other, us_cycle cycles)
{
    demo_plan plan = {map, {expert, other}, cycles};
    score sum = {0};
    demo d;
    schooling s;
    us_worlds *worlds = NULL;
    demo_record(&d, &plan);
    schooling_begin(&s, d.trace, d.goals, false);
    REQUIRE(us_worlds_open(&s.log, d.trace, &worlds, NULL) == US_OK);
    for (int i = 0; i < s.lessons->count; i++) {
        const us_world *world = NULL;
        if (!s.draft[i])
            continue;
        us_cycle began = s.lessons->lesson[i].began;
        REQUIRE(us_worlds_seen(worlds, began, s.lessons->seat, &world, NULL) == US_OK);
        judge_lesson(s.draft[i], world, s.lessons->seat, &sum);
    }
    us_worlds_close(worlds);
    schooling_end(&s);
    demo_drop(&d);
    return sum;
}

static void measure(void)
{
    const char *maps = getenv("MAPS"), *experts = getenv("EXPERTS");
    char map[32][32], expert[32][32];
    int m = 0, e = 0;
    if (!maps)
        return;
    for (const char *at = maps; *at; at += strcspn(at, " "), at += *at == ' ')
        snprintf(map[m++], 32, "%.*s", (int)strcspn(at, " "), at);
    for (const char *at = experts; *at; at += strcspn(at, " "), at += *at == ' ')
        snprintf(expert[e++], 32, "%.*s", (int)strcspn(at, " "), at);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < e; k++) {
            score s = judge(map[i], expert[k], "ai:land-attack", 30000);
            printf("%s %s: lessons %d (bare %d) when %d/%d alive %d/%d pairs %d -> %d useless %d\n",
                   map[i], expert[k], s.lessons, s.bare, s.held, s.whens, s.lived, s.alives,
                   s.pairs, s.fewer, s.useless);
        }
}

static const us_test tests[] = {
    {"measure", measure},
    {"conditions follow from the steps", conditions_follow_from_the_steps},
    {0},
};
const us_test_suite suite_conditions = {"inferred conditions", tests};
