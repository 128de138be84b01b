#include <stdio.h>
#include <string.h>

#include "learn/inferred_condition.h"
#include "learn/learner.h"
#include "learn/remaining_plan.h"
#include "tests/unit/draft_text.h"
#include "tests/unit/learned_demo.h"
#include "tests/unit/mirrored_demo.h"
#include "tests/unit/test.h"
#include "traces/worlds.h"

typedef struct row {
    const char *name, *goal, *body, *when, *alive;
} row;

#define DEFEAT   "DefeatPlayer(player: enemy)"
#define INFANTRY "BuildUnits(player: self, type: \"infantry\", number: 4)"
#define FARMS    "ResourceInfrastructure(player: self, farms: 3, peasants: 6)"

static const row rows[] = {
    {"who trains is there", INFANTRY, "act train(unit: b1, type: \"infantry\")",
     "exists(self, \"barracks\")\n"
     "exists(self, role: worker) or gold(self) >= 600",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")"},
    {"a first building needs a worker", FARMS,
     "sequence {\na: act build(unit: w1, type: \"farmhouse\", cell: c1)\n}",
     "exists(self, role: worker)", "exists(self, role: hall) or exists(self, role: worker)"},
    {"what a step makes isn't asked of the beginning", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"barracks\", cell: c1) -> yard\n"
     "b: act train(unit: yard, type: \"infantry\")\n}",

     "exists(self, role: worker)",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")"},
    {"what a type requires is asked for", INFANTRY,
     "sequence {\na: act train(unit: b1, type: \"cavalry\")\n}",
     "exists(self, \"barracks\")\n"
     "exists(self, \"stable\")\n"
     "exists(self, \"blacksmith\")\n"
     "exists(self, role: worker) or gold(self) >= 800 and wood(self) >= 100",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")"},
    {"half of what it requires is made", INFANTRY,
     "sequence {\n"
     "a: act build(unit: w1, type: \"stable\", cell: c1)\n"
     "b: act train(unit: b1, type: \"cavalry\")\n}",

     "exists(self, role: worker)\n"
     "exists(self, \"mid-hall\") or exists(self, \"high-hall\")\n"
     "exists(self, \"barracks\")\n"
     "exists(self, \"blacksmith\")",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")"},
    {"of alternatives one will do", INFANTRY,
     "sequence {\na: act research(unit: mill, type: \"shooter-range\")\n}",
     "exists(self, \"lumber-mill\")\n"
     "exists(self, \"mid-hall\") or exists(self, \"high-hall\")\n"
     "known(self, \"shooter-training\")\n"
     "not known(self, \"shooter-range\")\n"
     "making(self, \"shooter-range\") == 0\n"
     "exists(self, role: worker) or gold(self) >= 2000",
     "exists(self, role: depot) or exists(self, role: worker)"},
    {"an upgrade is not known yet", "Research(player: self, type: \"melee-weapon-2\")",
     "sequence {\na: act research(unit: smith, type: \"melee-weapon-2\")\n}",
     "exists(self, \"blacksmith\")\n"
     "known(self, \"melee-weapon-1\")\n"
     "not known(self, \"melee-weapon-2\")\n"
     "making(self, \"melee-weapon-2\") == 0\n"
     "exists(self, role: worker) or gold(self) >= 2400 and wood(self) >= 300",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"blacksmith\")"},
    {"what a step ends is no condition of the steps behind it", INFANTRY,
     "sequence {\n"
     "a: act research(unit: smith, type: \"melee-weapon-1\")\n"
     "b: act train(unit: b1, type: \"infantry\")\n}",
     "exists(self, \"blacksmith\")\n"
     "exists(self, \"barracks\")\n"
     "exists(self, role: worker) or gold(self) >= 1400 and wood(self) >= 100",
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")"},
    {"of several targets one is enough", DEFEAT,
     "sequence {\n"
     "a: act attack(units: army, target: foe)\n"
     "b: act attack(units: army, target: pit)\n}",
     "alive(enemy)\n"
     "exists(self, role: fighter)\n"
     "exists(enemy, role: hall) or exists(enemy, \"barracks\")",
     "exists(self, role: mobile) or exists(self, role: producer)"},
    {"an enemy that the goal names is there", "KillUnit(player: self, unit: victim)",
     "sequence {\na: act attack(units: army, target: victim)\n}",
     "exists(victim)\n"
     "exists(self, role: fighter)",
     "exists(self, role: mobile) or exists(self, role: producer)"},
    {"an army attacks what it first finds", DEFEAT,
     "sequence {\n"
     "a: act attack(units: army, target: foe)\n"
     "b: act attack(units: band, target: foe)\n}",

     "alive(enemy)\n"
     "exists(self, role: fighter)\n"
     "exists(enemy, role: hall)",
     "exists(self, role: mobile) or exists(self, role: producer)"},
    {"an army that came later can be made", "KillUnit(player: self, unit: victim)",
     "sequence {\na: act attack(units: late, target: victim)\n}",
     "exists(victim)\n"
     "exists(self, role: mobile) or exists(self, role: producer)",
     "exists(self, role: mobile) or exists(self, role: producer)"},
    {"an army is made below", DEFEAT,
     "sequence {\n"
     "a: goal BuildUnits(player: self, type: \"infantry\", number: 4) -> squad\n"
     "b: act attack(units: squad, target: foe)\n}",

     "alive(enemy)\n"
     "exists(self, role: hall) or exists(self, role: worker) or exists(self, \"barracks\")\n"
     "exists(self, role: worker) or gold(self) >= 2400",
     "exists(self, role: mobile) or exists(self, role: producer)"},
    {"a harvest needs a mine", "GetResources(player: self, gold: 500)",
     "sequence {\na: act harvest(unit: w1, target: mine)\n}",
     "exists(self, role: worker)\n"
     "exists(neutral, role: mine)",
     "exists(self, role: hall) or exists(self, role: worker)"},
    {"child goals need who can fight", DEFEAT,
     "sequence {\na: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n}",
     "alive(enemy)\n"
     "exists(self, role: attacker) or exists(self, role: producer) or exists(self, role: tower)",
     "exists(self, role: attacker) or exists(self, role: producer) or exists(self, role: tower)"},
    {"what nobody can gather is there from the beginning", INFANTRY,
     "sequence {\n"
     "a: act upgrade(unit: base, type: \"mid-hall\")\n"
     "b: act build(unit: w1, type: \"blacksmith\", cell: c1)\n}",

     "exists(self, \"base-hall\") or exists(self, \"mid-hall\")\n"
     "exists(self, \"barracks\")\n"
     "exists(self, role: worker)\n"
     "oil(self) >= 300 or exists(self, \"mid-hall\")",
     "exists(self, role: hall) or exists(self, role: worker)"},
};

TEST(conditions_follow_from_the_steps)
{
    for (int i = 0; i < (int)(sizeof(rows) / sizeof(*rows)); i++) {
        us_test_row(rows[i].name);
        US_AUTO(draft_drop) draft_case d = draft_of(rows[i].goal, rows[i].body);
        US_AUTOSTR(when);
        US_AUTOSTR(alive);
        us_draft_infer_conditions(d.draft);
        draft_conditions_text(d.draft->when, d.draft->whens, &when);
        draft_conditions_text(d.draft->alive, d.draft->alives, &alive);
        CHECK_STR(when.text, rows[i].when);
        CHECK_STR(alive.text, rows[i].alive);
        for (int k = 0; k < d.draft->whens; k++)
            CHECK(d.draft->when[k].why && strlen(d.draft->when[k].why) <= US_STRING_MAX);
        for (int k = 0; k < d.draft->alives; k++)
            CHECK(d.draft->alive[k].why && strlen(d.draft->alive[k].why) <= US_STRING_MAX);
    }
    us_test_row(NULL);
}

TEST(last_steps_that_are_useless_ask_for_nothing)
{
    draft_case d = draft_of(FARMS, "sequence {\n"
                                   "a: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
                                   "b: act build(unit: w1, type: \"wall\", cell: c2)\n}");
    us_draft_relax(d.draft);
    CHECK_INT(d.draft->pairs, 1);
    REQUIRE(d.draft->step[1].useless);
    us_draft_infer_conditions(d.draft);
    CHECK_INT(d.draft->alives, 0);
    draft_drop(&d);
}

/* They stay, and whoever can't do them can't do the behavior. */
TEST(steps_that_are_useless_ask_for_who_does_them)
{
    draft_case d =
        draft_of("achieve GetResources(self, gold: 600)", "act chop(unit: w1, cell: c1)");
    US_AUTOSTR(when);
    us_draft_relax(d.draft);
    REQUIRE(d.draft->steps == 1 && d.draft->step[0].useless);
    us_draft_infer_conditions(d.draft);
    draft_conditions_text(d.draft->when, d.draft->whens, &when);
    CHECK_STR(when.text, "exists(self, role: worker)");
    CHECK_INT(d.draft->alives, 1);
    draft_drop(&d);
}

TEST(a_condition_knows_the_steps_it_is_for)
{
    static const struct {
        const char *goal, *body, *steps;
    } table[] = {
        /* who builds gathers what the others cost, too */
        {INFANTRY,
         "sequence {\n"
         "a: act train(unit: b1, type: \"infantry\")\n"
         "b: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
         "c: act train(unit: b2, type: \"infantry\")\n}",
         "a c|all"},
        {INFANTRY,
         "sequence {\n"
         "a: act research(unit: smith, type: \"melee-weapon-1\")\n"
         "b: act train(unit: b1, type: \"infantry\")\n"
         "c: act move(units: army, cell: c1)\n}",
         "a|b|a b"},
        {DEFEAT,
         "sequence {\n"
         "a: act attack(units: army, target: foe)\n"
         "b: act train(unit: b1, type: \"infantry\")\n"
         "c: act attack(units: army, target: pit)\n}",
         "all|a|b|a c|b"},
    };
    for (int i = 0; i < US_COUNT(table); i++) {
        US_AUTO(draft_drop) draft_case d = draft_of(table[i].goal, table[i].body);
        US_AUTOSTR(text);
        us_draft_infer_conditions(d.draft);
        for (int k = 0; k < d.draft->whens; k++) {
            const us_draft_condition *when = &d.draft->when[k];
            us_str_add(&text, k ? "|" : "");
            us_str_add(&text, when->steps ? "" : "all");
            for (int s = 0; s < when->steps; s++)
                us_str_addf(&text, "%s%s", s ? " " : "", d.draft->step[when->step[s]].label);
        }
        for (int k = 0; k < d.draft->alives; k++)
            CHECK_INT(d.draft->alive[k].steps, 0);
        CHECK_STR(text.text, table[i].steps);
    }
}

TEST(conditions_without_room_are_counted)
{
    enum { KINDS = 300 };
    us_draft_condition out[US_INFERRED_CONDITIONS_MAX];
    US_AUTOSTR(body);
    draft_case d = draft_of(INFANTRY, "act move(units: army, cell: c1)");
    us_inferred_conditions *q = US_NEW(us_inferred_conditions);
    q->draft = d.draft;
    for (int i = 0; i < US_INFERRED_CONDITIONS_MAX + 6; i++) {
        const char *text = us_draft_format(d.draft, "gold(self) >= %d", i);
        us_inferred_conditions_add_text(q, text, "reason");
    }
    CHECK_INT(us_inferred_conditions_write(q, out), US_INFERRED_CONDITIONS_MAX);
    CHECK_INT(d.draft->unasked, 6);
    us_mem_free(q);
    draft_drop(&d);
    us_str_add(&body, "sequence {\n");
    for (int i = 0; i < KINDS; i++)
        us_str_addf(&body, "r%d: goal GetResources(player: self, gold: %d)\n", i, i + 1);
    us_str_add(&body, "}");
    d = draft_of(INFANTRY, body.text);
    us_draft_infer_conditions(d.draft);
    CHECK_INT(d.draft->unasked, 0);
    CHECK_INT(d.draft->silent, KINDS - US_REQUESTERS_MAX);
    draft_drop(&d);
}

/* ---- demonstrations */

/* Does it hold in the world in which the demonstrator began? */
static bool holds(const us_draft *draft, const char *text, const us_world *world, us_seat self)
{
    us_slot slot[US_SLOTS_MAX];
    us_value value[US_SLOTS_MAX];
    us_scope scope = {slot, draft->slots};
    us_source source = {.file = "condition", .text = text, .line = 1, .column = 1};
    US_AUTOPTR(us_expr) expr = NULL;
    for (int i = 0; i < draft->slots; i++) {
        const us_draft_slot *s = &draft->slot[i];
        slot[i] = (us_slot){s->name, s->kind};
        value[i] = (us_value){
            .number = s->ids ? (int64_t)s->id[0] : s->cell, .id = s->id, .count = s->ids};
    }
    REQUIRE(us_expr_compile(draft->domain, &scope, US_VALUE_BOOL, &source, &expr, NULL) == US_OK);
    us_view view = {world, self};
    bool yes = us_expr_is_true(expr, &view, &(us_binding){value, NULL});
    return yes;
}

typedef struct score {
    int whens, held, alives, lived, episodes, bare, pairs, fewer, useless, suffixes, remaining;
} score;

static int ordered(const us_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->steps; i++)
        for (int k = i + 1; k < draft->steps; k++)
            count += us_draft_has_precedence(draft, i, k);
    return count;
}

static void judge_episode(us_draft *draft, const us_world *world, us_seat self, score *sum)
{
    us_draft_infer_conditions(draft);
    sum->episodes++;
    sum->bare += draft->whens == 0;
    for (int i = 0; i < draft->whens; i++) {
        bool yes = holds(draft, draft->when[i].text, world, self);
        sum->whens++;
        sum->held += yes;
        if (!yes)
            FAIL("at %d: %s (%s)", (int)world->now, draft->when[i].text, draft->when[i].why);
    }
    for (int i = 0; i < draft->alives; i++) {
        sum->alives++;
        sum->lived += holds(draft, draft->alive[i].text, world, self);
    }
    sum->pairs += ordered(draft);
    us_draft_relax(draft);
    sum->fewer += ordered(draft);
    for (int i = 0; i < draft->steps; i++)
        sum->useless += draft->step[i].useless != NULL;
}

/* They hold at later points of the behavior, too, from which there is less to do. */
static void judge_suffixes(const learned_demo *s, us_worlds *worlds, int episode, score *sum)
{
    us_remaining_plan suffix[US_SUFFIXES_MAX];
    us_draft *draft = s->draft[episode];
    us_seat self = s->episodes->seat;
    int count = us_remaining_plan_list(s->episodes, episode, suffix);
    sum->suffixes += count;
    for (int i = 0; i < count; i++) {
        const us_world *world = NULL;
        REQUIRE(us_worlds_view_at(worlds, suffix[i].cycle, self, &world, NULL) == US_OK);
        for (int k = 0; k < draft->whens; k++)
            if (!holds(draft, draft->when[k].text, world, self))
                FAIL("at %d: %s (%s)", (int)world->now, draft->when[k].text, draft->when[k].why);
        for (int k = 0; k < draft->alives; k++)
            if (!holds(draft, draft->alive[k].text, world, self))
                FAIL("at %d: %s (%s)", (int)world->now, draft->alive[k].text, draft->alive[k].why);
        us_present present = {0};
        us_demo_add_present(&(us_view){world, self}, &present);
        suffix[i].present = &present;
        us_draft_infer_suffix_conditions(draft, &suffix[i], 1);
        const us_draft_remainder *left = draft->remainder;
        for (int k = 0; k < left->whens; k++)
            if (!holds(draft, left->when[k].text, world, self))
                FAIL("at %d: %s (%s)", (int)world->now, left->when[k].text, left->when[k].why);
        sum->remaining += left->whens;
    }
}

static score judge(const char *map, const char *expert, const char *other, us_cycle cycles)
{
    demo_plan plan = {map, {expert, other}, cycles};
    score sum = {0};
    demo d;
    US_AUTO(learned_demo_end) learned_demo s;
    us_worlds *worlds = NULL;
    demo_record(&d, &plan);
    learned_demo_begin(&s, d.trace, d.goals, false);
    REQUIRE(us_worlds_open(&s.log, d.trace, &worlds, NULL) == US_OK);
    for (int i = 0; i < s.episodes->count; i++) {
        const us_world *world = NULL;
        if (!s.draft[i])
            continue;
        us_cycle began = s.episodes->episode[i].began;
        REQUIRE(us_worlds_view_at(worlds, began, s.episodes->seat, &world, NULL) == US_OK);
        judge_episode(s.draft[i], world, s.episodes->seat, &sum);
        judge_suffixes(&s, worlds, i, &sum);
    }
    us_worlds_close(worlds);
    return sum;
}

TEST(inferred_conditions_hold_where_the_experts_began)
{
    static const struct {
        const char *map, *expert;
    } games[] = {
        {"scattered-2", "expert:towers"}, {"ridge-1", "expert:rush"},
        {"open-2", "expert:knights"},     {"choke-3", "expert:economy"},
        {"ridge-2", "expert:siege"},      {"open-5", "expert:balanced"},
    };
    int remaining = 0;
    for (int i = 0; i < US_COUNT(games); i++) {
        score sum = judge(games[i].map, games[i].expert, "ai:land-attack", 20000);
        us_test_row(games[i].expert);
        CHECK_INT(sum.held, sum.whens);
        CHECK_INT(sum.lived, sum.alives);
        CHECK_INT(sum.bare, 0);
        CHECK(sum.suffixes > 0);
        remaining += sum.remaining;
        CHECK(sum.whens >= sum.episodes && sum.whens <= 3 * sum.episodes);
        CHECK(sum.fewer < sum.pairs);
    }
    us_test_row(NULL);
    CHECK(remaining > 0);
}

/* ---- twins */

static void print_conditions(const demo *d, us_str *out)
{
    US_AUTO(learned_demo_end) learned_demo s;
    learned_demo_begin(&s, d->trace, d->goals, false);
    us_str_reset(out);
    for (int i = 0; i < s.episodes->count; i++) {
        us_draft *draft = s.draft[i];
        if (!draft)
            continue;
        us_draft_infer_conditions(draft);
        us_draft_relax(draft);
        us_str_addf(out, "%d: ", i);
        draft_pairs_text(draft, out);
        us_str_add(out, "; ");
        draft_useless_text(draft, out);
        us_str_add_char(out, '\n');
        draft_conditions_text(draft->when, draft->whens, out);
        us_str_add_char(out, '\n');
        draft_conditions_text(draft->alive, draft->alives, out);
        us_str_add_char(out, '\n');
        for (int k = 0; k < draft->pairs; k++)
            us_str_addf(out, "%s\n", draft->pair[k].why);
    }
}

TEST(twins_have_the_same_conditions_and_dependencies)
{
    static const demo_plan plan = {"ridge-1", {"expert:rush", "ai:passive"}, 6000};
    static const twin_plan twins[] = {
        {.name = "turned, seats swapped", .flip_x = true, .swap_xy = true, .seats = true},
        {.name = "of the other people", .types = true},
    };
    US_AUTOSTR(own);
    US_AUTOSTR(other);
    demo d, twin;
    demo_record(&d, &plan);
    print_conditions(&d, &own);
    CHECK(own.length > 1000);
    for (int i = 0; i < US_COUNT(twins); i++) {
        us_test_row(twins[i].name);
        demo_twin(&d, &twins[i], &twin);
        print_conditions(&twin, &other);
        CHECK(us_text_equal(own.text, other.text));
    }
    us_test_row(NULL);
}

/* ---- the behavior that comes of it */

/* Why they are is kept. Returns how many there are. */
static int check_useless(const us_template *made, const us_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->steps; i++) {
        char key[64];
        snprintf(key, sizeof key, "why.useless.%s", draft->step[i].label);
        const us_entry *why = us_case_find_entry(&made->cases[0], key);
        CHECK_INT(why != NULL, draft->step[i].useless != NULL);
        if (why && draft->step[i].useless)
            CHECK_STR(why->text[0], draft->step[i].useless);
        count += why != NULL;
    }
    return count;
}

TEST(a_relaxed_draft_with_conditions_becomes_a_sound_behavior)
{
    static const us_origin origin = {"demo.jsonl", 1, "open-1", 0, "test", NULL};
    US_AUTO(learned_demo_end) learned_demo s;
    US_AUTO(us_faults_clear) us_faults faults = {0};
    int useless = 0;
    learned_demo_begin(&s, "domains/skirmish/demos/knights-open-1.jsonl",
                       "domains/skirmish/demos/knights-open-1.goals.json", false);
    for (int i = 0; i < s.episodes->count; i++) {
        if (!s.draft[i])
            continue;
        us_draft_infer_conditions(s.draft[i]);
        us_draft_relax(s.draft[i]);
        US_AUTOPTR(us_template) made = us_draft_build(s.draft[i], &origin, &faults);
        REQUIRE(made);
        CHECK_INT(made->when_count, s.draft[i]->whens);
        CHECK_INT(made->alive_count, s.draft[i]->alives);
        useless += check_useless(made, s.draft[i]);
    }
    CHECK(useless > 0);
    if (faults.count)
        FAIL("%s: %s", faults.fault[0].what, faults.fault[0].fix);
}

TEST(what_came_to_be_the_same_is_asked_once)
{
    draft_case d = draft_of("DefeatPlayer(player: enemy)",
                            "sequence {\na: act attack(units: army, target: foe)\n}");
    us_inferred_conditions q = {.draft = d.draft, .by = us_requesters_all()};
    const us_domain *domain = d.draft->domain;
    us_type_set farm = us_type_set_from_type(domain, us_domain_find_type(domain, "farmhouse"));
    us_type_set barracks = us_type_set_from_type(domain, us_domain_find_type(domain, "barracks"));
    const us_type_set *set[] = {&farm, &barracks};
    us_draft_condition out[US_INFERRED_CONDITIONS_MAX];
    for (int i = 0; i < 2; i++)
        us_inferred_conditions_add_set(&q, US_SEAT_SELF, set[i], "reason %d", i);
    us_inferred_conditions_widen(&q, US_SEAT_SELF, &barracks, &farm);
    us_inferred_conditions_widen(&q, US_SEAT_SELF, &farm, &barracks);
    CHECK_INT(us_inferred_conditions_write(&q, out), 1);
    CHECK_STR(out[0].text, "exists(self, \"farmhouse\") or exists(self, \"barracks\")");
    CHECK_STR(out[0].why, "reason 0");
    draft_drop(&d);
}
