#include <stdio.h>

#include "learn/outline.h"
#include "tests/unit/draft_text.h"
#include "tests/unit/learned_demo.h"
#include "tests/unit/test.h"

#define DEFEAT "DefeatPlayer(player: enemy)"

/* ---- goals below */

/* As if the last step's goal had been pursued so. */
static void relax_with_below(const char *body, const char *below, us_str *pairs, us_str *why)
{
    US_AUTO(draft_drop) draft_case d = draft_of(DEFEAT, body), inner = draft_of(DEFEAT, below);
    US_AUTO(us_outline_clear) us_outline outline = us_outline_from_step(inner.draft, 0);
    d.draft->step[d.draft->steps - 1].below = &outline;
    us_draft_relax(d.draft);
    draft_pairs_text(d.draft, pairs);
    for (int i = 0; i < d.draft->pairs; i++)
        us_str_addf(why, "%s\n", d.draft->pair[i].why);
}

TEST(a_goal_waits_for_what_its_own_steps_need)
{
    US_AUTOSTR(pairs);
    US_AUTOSTR(why);
    relax_with_below("sequence {\n"
                     "a: goal BuildUnits(player: self, type: \"stable\", number: 1)\n"
                     "b: goal BuildUnits(player: self, type: \"wall\", number: 1)\n"
                     "c: goal KillUnitType(player: self, enemy: enemy, type: \"hall\")\n}",
                     "sequence {\na: act train(type: \"cavalry\")\n}", &pairs, &why);
    CHECK_STR(pairs.text, "a-c");
    CHECK_STR(why.text, "KillUnitType needs \"stable\": its step a: train \"cavalry\"\n");
    us_str_reset(&pairs);
    us_str_reset(&why);
    relax_with_below("sequence {\n"
                     "a: goal GetResources(player: self, gold: 5000)\n"
                     "b: act build(unit: w1, type: \"farmhouse\", cell: c1)\n"
                     "c: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n}",
                     "sequence {\na: act train(type: \"infantry\")\n}", &pairs, &why);
    CHECK_STR(pairs.text, "a-b b-c"); /* gold for both, food for the last */
}

/* What its test tells of asks for more than was done, or for less. */
TEST(a_goal_waits_for_no_more_than_its_steps_need)
{
    static const struct {
        const char *name, *body, *below, *pairs, *why;
    } given[] = {
        {"who fights was there",
         "a: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
         "b: goal BuildUnits(player: self, type: \"shooter\", number: 4)\n"
         "c: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n",
         "a: act attack(units: army, target: foe)\n", "", ""},
        {"six are there when one more is made",
         "a: achieve GetResources(player: self, gold: 700)\n"
         "b: achieve GetResources(player: self, gold: 700)\n"
         "c: goal BuildUnits(player: self, type: \"infantry\", number: 6)\n",
         "a: act train(unit: b1, type: \"infantry\")\n", "a-c",
         "its gold goes into BuildUnits: its step a: train \"infantry\"\n"},
        {"who builds was there",
         "a: goal ResourceInfrastructure(player: self, farms: 2, peasants: 9)\n"
         "b: goal BuildUnits(player: self, type: \"barracks\", number: 1)\n",
         "a: act build(unit: w1, type: \"barracks\", cell: c1)\n", "", ""},
        {"a goal that shows no orders is taken at its word",
         "a: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
         "b: goal BuildUnits(player: self, type: \"shooter\", number: 4)\n"
         "c: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n",
         "a: goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n", "a-c b-c",
         "KillUnitType needs \"infantry\"\nKillUnitType needs \"shooter\"\n"},
    };
    for (int i = 0; i < US_COUNT(given); i++) {
        US_AUTOSTR(pairs);
        US_AUTOSTR(why);
        US_AUTOSTR(body);
        US_AUTOSTR(below);
        us_test_row(given[i].name);
        us_str_addf(&body, "sequence {\n%s}", given[i].body);
        us_str_addf(&below, "sequence {\n%s}", given[i].below);
        relax_with_below(body.text, below.text, &pairs, &why);
        CHECK_STR(pairs.text, given[i].pairs);
        CHECK_STR(why.text, given[i].why);
    }
    us_test_row(NULL);
}

/* ---- who was there */

/* In so many looks the first of those were there. */
static void check_sights(const char *body, const char *type, int looks, int there,
                         const char *expected)
{
    US_AUTO(draft_drop) draft_case d = draft_of(DEFEAT, body);
    us_present present[2] = {{{{{0}}}, {{{0}}}}, {{{{0}}}, {{{0}}}}};
    us_draft_sight sight[2] = {{0, &present[0]}, {1, &present[1]}};
    US_AUTOSTR(pairs);
    for (int i = 0; i < there; i++)
        present[i].finished[US_PRESENT_SELF] =
            us_type_set_from_type(d.draft->domain, us_domain_find_type(d.draft->domain, type));
    d.draft->sight = sight;
    d.draft->sights = looks;
    us_draft_relax(d.draft);
    draft_pairs_text(d.draft, &pairs);
    CHECK_STR(pairs.text, expected);
}

TEST(what_was_there_all_along_is_no_reason_to_wait)
{
    static const char hands[] = "sequence {\n"
                                "a: act build(unit: w1, type: \"barracks\", cell: c1)\n"
                                "b: act train(type: \"infantry\")\n}";
    static const char required[] = "sequence {\n"
                                   "a: act build(unit: w1, type: \"blacksmith\", cell: c1)\n"
                                   "b: act train(unit: b1, type: \"siege\")\n}";
    check_sights(hands, "barracks", 0, 0, "a-b");
    check_sights(hands, "barracks", 1, 1, "");
    check_sights(hands, "barracks", 2, 2, "");
    check_sights(hands, "barracks", 2, 1, "a-b"); /* it was lost */
    check_sights(hands, "farmhouse", 2, 2, "a-b");
    check_sights(required, "blacksmith", 0, 0, "a-b");
    check_sights(required, "blacksmith", 2, 2, "");
}

/* Who came of orders that are known waits for their steps, not for as many of others. */
TEST(who_has_a_known_maker_waits_for_no_other)
{
    for (int known = 0; known < 2; known++) {
        draft_case d = draft_of(DEFEAT, "sequence {\n"
                                        "a: act train(unit: b1, type: \"infantry\")\n"
                                        "b: act attack(units: late, target: foe)\n}");
        US_AUTOSTR(pairs);
        for (int i = 0; i < d.draft->slots; i++)
            d.draft->slot[i].known = known ? d.draft->slot[i].later : 0;
        us_draft_relax(d.draft);
        draft_pairs_text(d.draft, &pairs);
        CHECK_STR(pairs.text, known ? "" : "a-b");
        draft_drop(&d);
    }
}

/* The step of the draft that the order belongs to, by the goal episodes alone. */
static int step_at(const us_goal_episodes *episodes, const us_draft *draft, int ordinal)
{
    int owner = episodes->owner[ordinal], below = -1;
    while (owner >= 0 && owner != draft->episode->whole) {
        below = owner;
        owner = episodes->episode[owner].parent;
    }
    for (int i = 0; owner >= 0 && i < draft->steps; i++) {
        const us_step *step = draft->step[i].step;
        if (below >= 0 && step->episode == below)
            return i;
        for (int k = 0; below < 0 && k < step->sources; k++)
            if (step->source[k] == ordinal)
                return i;
    }
    return -1;
}

/* Whoever gets an order was made by a step before it, however deep below either is. */
static int check_makers(const learned_demo *s, const us_draft *draft, const us_draft *shown)
{
    int seen = 0;
    for (int o = draft->episode->from; o < draft->episode->to; o++) {
        const us_order *given = &s->log.orders.order[s->episodes->order[o]];
        int then = step_at(s->episodes, draft, o);
        for (int u = 0; then >= 0 && u < given->unit_count; u++) {
            int maker = us_step_extractor_find_maker(s->extractor, given->unit[u]);
            int first = maker < 0 ? -1 : step_at(s->episodes, draft, maker);
            if (first < 0 || first == then || !us_draft_has_precedence(shown, first, then))
                continue;
            CHECK(us_draft_has_precedence(draft, first, then));
            seen++;
        }
    }
    return seen;
}

TEST(who_acts_in_a_goal_below_was_made_before_it)
{
    static const char demos[] = "domains/skirmish/demos/knights-choke-3";
    US_AUTO(learned_demo_end) learned_demo s;
    int seen = 0;
    char trace[96], goals[96];
    snprintf(trace, sizeof(trace), "%s.jsonl", demos);
    snprintf(goals, sizeof(goals), "%s.goals.json", demos);
    learned_demo_begin(&s, trace, goals, false);
    us_outlines *outlines = us_outlines_new(s.extractor);
    for (int i = 0; i < s.episodes->count; i++) {
        if (!s.draft[i])
            continue;
        us_draft shown = *s.draft[i];
        us_outlines_apply(outlines, s.draft[i]);
        us_draft_relax(s.draft[i]);
        seen += check_makers(&s, s.draft[i], &shown);
    }
    CHECK(seen > 0);
    us_outlines_free(outlines);
}
