#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "learn/relation.h"
#include "tests/unit/demo_text.h"
#include "tests/unit/test.h"

/* Higher ranks first: Win 100, Defeat 90, Kill 60, Infrastructure 50, Build 40. */
#define WIN    "WinWargus(self)"
#define DEFEAT "DefeatPlayer(1)"
#define BUILD  "BuildUnits(self, \"worker\", 4)"
#define FARMS  "ResourceInfrastructure(self, 4, 9)"

static uint32_t parent_of(const demo_text *c, uint32_t id)
{
    const us_goal_episode *episode = demo_text_episode(c, id);
    return episode && episode->parent >= 0 ? c->episodes->episode[episode->parent].instance->id : 0;
}

/* Figure 2 of the article: the orders are numbered as there, those of the other player too. */
TEST(figure_2_gives_five_behaviors)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    static const us_seat seats[] = {1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    for (int i = 0; i < US_COUNT(seats); i++)
        demo_text_orders(&c, seats[i], 1, 30);
    demo_text_goal(&c, WIN, "4-14");
    demo_text_goal(&c, FARMS, "4-6");
    demo_text_goal(&c, BUILD, "7-10");
    demo_text_goal(&c, BUILD, "8-12");
    demo_text_goal(&c, DEFEAT, "13-14");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(c.episodes->count, 5);
    CHECK_INT(c.episodes->unlabeled, 0);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "2 < 3 4; 3 < 5; 4 < 5; 5");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)), "a4 < a6; a6");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 3)), "a7 < a8; a8 < a10; a10");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 4)), "a11 < a12; a12");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 5)), "a13 < a14; a14");
    for (uint32_t id = 2; id <= 5; id++)
        CHECK_INT(parent_of(&c, id), 1);
    CHECK_INT(demo_text_episode(&c, 1)->began, 120);
}

/* Goal 2 and goal 3 below goal 1, in each of the relations. */
TEST(each_relation_gives_its_structure)
{
    static const struct {
        const char *name, *a, *b, *root;
        uint32_t above_a, above_b;
    } rows[] = {
        {"before", "1-3", "5-8", "2 < a4; a4 < 3; 3", 1, 1},
        {"meets", "1-4", "5-8", "2 < 3; 3", 1, 1},
        {"overlaps", "1-6", "5-8", "2; 3", 1, 1},
        {"starts", "1-4", "1-8", "3", 3, 1},
        {"during", "3-4", "1-8", "3", 3, 1},
        {"finishes", "5-8", "1-8", "3", 3, 1},
        {"equals", "1-8", "1-8", "2; 3", 1, 1},
        {"finished by", "1-8", "5-8", "2", 1, 2},
        {"contains", "1-8", "3-4", "2", 1, 2},
        {"started by", "1-8", "1-4", "2", 1, 2},
        {"overlapped by", "5-8", "1-6", "3; 2", 1, 1},
        {"met by", "5-8", "1-4", "3 < 2; 2", 1, 1},
        {"after", "5-8", "1-3", "3 < a4; a4 < 2; 2", 1, 1},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        for (int nesting = 0; nesting < 2; nesting++) {
            US_AUTO(demo_text_end) demo_text c = demo_text_begin();
            us_test_row(rows[i].name);
            demo_text_orders(&c, 0, 9, 1);
            demo_text_goal(&c, WIN, "1-8");
            demo_text_goal(&c, BUILD, rows[i].a);
            demo_text_goal(&c, BUILD, rows[i].b);
            demo_text_learn(&c, (us_nesting)nesting);
            CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), rows[i].root);
            CHECK_INT(parent_of(&c, 1), 0);
            CHECK_INT(parent_of(&c, 2), rows[i].above_a);
            CHECK_INT(parent_of(&c, 3), rows[i].above_b);
            CHECK_INT(c.episodes->unlabeled, 1);
            CHECK_INT(c.episodes->owner[8], -1);
        }
    }
}

TEST(of_equal_intervals_the_higher_rank_is_above)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 4, 1);
    demo_text_goal(&c, BUILD, "1-4");
    demo_text_goal(&c, WIN, "1-4");
    demo_text_goal(&c, DEFEAT, "1-4");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(parent_of(&c, 2), 0);
    CHECK_INT(parent_of(&c, 3), 2);
    CHECK_INT(parent_of(&c, 1), 3);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)), "3");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "a1 < a2; a2 < a3; a3 < a4; a4");
    CHECK_INT(c.episodes->episode[0].instance->id, 2);
    CHECK_INT(c.episodes->episode[2].instance->id, 1);
}

TEST(equal_goals_of_one_rank_stand_side_by_side)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 4, 1);
    demo_text_goal(&c, WIN, "1-4");
    demo_text_goal(&c, BUILD, "1-4");
    demo_text_goal(&c, BUILD, "1-4");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), "2; 3");
    CHECK_INT(demo_text_episode(&c, 2)->steps, 4);
    CHECK_INT(demo_text_episode(&c, 3)->steps, 0); /* all its orders are goal 2's */
}

TEST(the_smallest_goal_owns_an_order)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 12, 1);
    demo_text_goal(&c, WIN, "1-12");
    demo_text_goal(&c, BUILD, "5-8"); /* as long as goal 3, and later */
    demo_text_goal(&c, BUILD, "3-6");
    demo_text_goal(&c, BUILD, "8-10"); /* shorter */
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 3)),
              "a3 < a4; a4 < a5; a5 < a6; a6");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)), "a7");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 4)), "a8 < a9; a9 < a10; a10");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "a1 < a2; a2 < 3 2; 3 < 4; 2 < a11; 4 < a11; a11 < a12; a12");
}

/* a and b before c, b before d, a beside d: no nest of sequences and parallels. */
TEST(an_order_may_be_no_nest)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 12, 1);
    demo_text_goal(&c, WIN, "1-12");
    demo_text_goal(&c, BUILD, "2-6");  /* a */
    demo_text_goal(&c, BUILD, "1-3");  /* b */
    demo_text_goal(&c, BUILD, "7-12"); /* c */
    demo_text_goal(&c, BUILD, "4-9");  /* d */
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), "3 < 5 4; 2 < 4; 5; 4");
}

TEST(labels_tell_what_fills_a_pause)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 9, 1);
    demo_text_goal(&c, WIN, "1-9");
    demo_text_goal(&c, FARMS, "1-2 8-9"); /* pauses while goal 3 is pursued */
    demo_text_goal(&c, BUILD, "4-5");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(parent_of(&c, 3), 1);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "2; a3 < 3; 3 < a6; a6 < a7; a7");
    demo_text_learn(&c, US_NEST_TIME);
    CHECK_INT(parent_of(&c, 3), 2);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), "2; a3 < a6; a6 < a7; a7");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)),
              "a1 < a2; a2 < 3; 3 < a8; a8 < a9; a9");
}

TEST(time_alone_tells_where_each_order_has_one_label)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 9, 1);
    demo_text_goal(&c, WIN, "1 9");
    demo_text_goal(&c, BUILD, "2-4");
    demo_text_goal(&c, BUILD, "5-8");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "a1 < 2; 2 < 3; 3 < a9; a9");
}

TEST(orders_of_others_make_no_pause)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    for (int i = 0; i < 6; i++) {
        demo_text_orders(&c, 0, 1, 1);
        demo_text_orders(&c, 1, 2, 1);
    }
    demo_text_goal(&c, WIN, "1-18");
    demo_text_goal(&c, BUILD, "1 4");    /* meets */
    demo_text_goal(&c, BUILD, "7-9 10"); /* 7 and 10 */
    demo_text_goal(&c, BUILD, "2-3 5");  /* nobody's */
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(c.episodes->count, 3);
    CHECK(!demo_text_episode(&c, 4));
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "2 < 3; 3 < a13; a13 < a16; a16");
    CHECK_INT(demo_text_episode(&c, 3)->from, 2);
    CHECK_INT(demo_text_episode(&c, 3)->to, 4);
}

TEST(several_goals_may_stand_at_the_top)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 6, 1);
    demo_text_goal(&c, BUILD, "1-3");
    demo_text_goal(&c, BUILD, "4-5");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(c.episodes->count, 2);
    CHECK_INT(parent_of(&c, 1), 0);
    CHECK_INT(parent_of(&c, 2), 0);
    CHECK_INT(c.episodes->unlabeled, 1);
}

TEST(nothing_labeled_gives_no_lesson)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(c.episodes->count, 0);
    demo_text_orders(&c, 0, 3, 1);
    demo_text_learn(&c, US_NEST_TIME);
    CHECK_INT(c.episodes->count, 0);
    CHECK_INT(c.episodes->unlabeled, 3);
}

/* ---- against what the words say, tried one by one */

static int rank_of(const demo_text *c, const us_goal_episode *a)
{
    return c->domain->goal[a->instance->goal.type].rank;
}

static bool smaller(const demo_text *c, const us_goal_episode *a, const us_goal_episode *b)
{
    int length = a->to - a->from, other = b->to - b->from;
    int rank = rank_of(c, a), above = rank_of(c, b);
    return length != other      ? length < other
           : a->from != b->from ? a->from < b->from
           : rank != above      ? rank < above
                                : a->instance->id < b->instance->id;
}

static bool below(const demo_text *c, const us_goal_episode *a, const us_goal_episode *b)
{
    us_interval one = {a->from, a->to}, other = {b->from, b->to};
    us_position standing = us_relation_position(us_relation_compute(one, other));
    return standing == US_BELOW || (standing == US_EQUAL && rank_of(c, a) < rank_of(c, b));
}

static bool all_in(const demo_text *c, const us_goal_episode *a, const us_goal_episode *b)
{
    for (int o = 0; o < c->episodes->orders; o++) {
        uint32_t id = c->log.orders.order[c->episodes->order[o]].id;
        if (us_goal_instance_has_order(a->instance, id) &&
            !us_goal_instance_has_order(b->instance, id))
            return false;
    }
    return true;
}

static bool is_before(const us_step *a, const us_step *b)
{
    us_interval one = {a->from, a->to}, other = {b->from, b->to};
    return us_relation_position(us_relation_compute(one, other)) == US_FIRST;
}

static void check_pairs(const us_goal_episode *episode)
{
    int expected = 0, found = 0;
    for (int i = 0; i < episode->steps; i++) {
        for (int k = 0; k < episode->steps; k++) {
            bool right = is_before(&episode->step[i], &episode->step[k]);
            for (int m = 0; m < episode->steps && right; m++)
                right = !is_before(&episode->step[i], &episode->step[m]) ||
                        !is_before(&episode->step[m], &episode->step[k]);
            expected += right;
            for (int p = 0; p < episode->pairs; p++)
                found += right && episode->before[p].first == i && episode->before[p].then == k;
        }
    }
    CHECK_INT(found, expected);
    CHECK_INT(episode->pairs, expected);
}

static void check_episodes(const demo_text *c, us_nesting nesting)
{
    const us_goal_episodes *all = c->episodes;
    for (int i = 0; i < all->count; i++) {
        const us_goal_episode *a = &all->episode[i];
        int parent = -1;
        for (int k = 0; k < all->count; k++) {
            const us_goal_episode *b = &all->episode[k];
            bool above = k != i && below(c, a, b) && (nesting == US_NEST_TIME || all_in(c, a, b));
            if (above && (parent < 0 || smaller(c, b, &all->episode[parent])))
                parent = k;
        }
        CHECK_INT(a->parent, parent);
        CHECK(a->parent < i);
        check_pairs(a);
    }
    for (int o = 0; o < all->orders; o++) {
        uint32_t id = c->log.orders.order[all->order[o]].id;
        int owner = -1;
        for (int k = 0; k < all->count; k++)
            if (us_goal_instance_has_order(all->episode[k].instance, id) &&
                (owner < 0 || smaller(c, &all->episode[k], &all->episode[owner])))
                owner = k;
        CHECK_INT(all->owner[o], owner);
    }
}

TEST(structure_is_what_the_words_say)
{
    static const char *const goal[] = {BUILD, FARMS, DEFEAT, BUILD};
    for (uint64_t seed = 0; seed < 300; seed++) {
        US_AUTO(demo_text_end) demo_text c = demo_text_begin();
        us_nesting nesting = seed % 3 == 0 ? US_NEST_TIME : US_NEST_LABELS;
        us_rng rng = us_rng_derive(seed, "test.structure", 0);
        int orders = 4 + (int)us_rng_next_below(&rng, 30),
            goals = 1 + (int)us_rng_next_below(&rng, 14);
        for (int i = 0; i < orders; i++)
            demo_text_orders(&c, us_rng_next_below(&rng, 4) == 0, 1, 1);
        char all[32];
        snprintf(all, sizeof(all), "1-%d", orders);
        demo_text_goal(&c, BUILD, all);
        for (int g = 0; g < goals; g++) {
            char text[128] = "";
            int at = 0, from = 1;
            for (int s = 0; s < 3 && from <= orders; s++) {
                from += (int)us_rng_next_below(&rng, (uint32_t)orders / 2);
                int to = from + (int)us_rng_next_below(&rng, (uint32_t)orders / 3);
                at += snprintf(text + at, sizeof(text) - (size_t)at, "%s%d-%d", at ? " " : "", from,
                               to);
                from = us_rng_next_below(&rng, 2) ? to + 2 : orders + 1;
            }
            for (int same = 0; same < 3; same++) /* some have just the orders of others */
                if (same == 0 || us_rng_next_below(&rng, 4) == 0)
                    demo_text_goal(&c, goal[us_rng_next_below(&rng, US_COUNT(goal))], text);
        }
        demo_text_learn(&c, nesting);
        check_episodes(&c, nesting);
    }
}

TEST(what_is_too_long_becomes_parts)
{
    enum { LONG = 2 * US_GOAL_EPISODE_STEPS_MAX + 10 };
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    char all[32];
    demo_text_orders(&c, 0, LONG, 2);
    snprintf(all, sizeof(all), "1-%d", LONG);
    demo_text_goal(&c, WIN, all);
    demo_text_goal(&c, BUILD, "2000-2001");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(c.episodes->count, 4);
    static const int index[] = {0, 2, 3};
    int steps = 0;
    for (int p = 0; p < 3; p++) {
        const us_goal_episode *part = &c.episodes->episode[index[p]];
        CHECK_INT(part->parts, 3);
        CHECK_INT(part->whole, 0);
        CHECK_INT(part->pairs, part->steps - 1);
        CHECK_INT(part->began, part->step[0].cycle);
        CHECK_INT(part->from, part->step[0].from);
        steps += part->steps;
    }
    CHECK_INT(steps, LONG - 1);
    CHECK_INT(c.episodes->episode[3].to, LONG);
    CHECK_INT(parent_of(&c, 2), 1);
}

/* Each of 300 goals is before each of 300 others: as many pairs as no order may have. */
TEST(what_has_too_many_precedences_becomes_parts)
{
    enum { SIDE = 300 };
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    char text[32];
    demo_text_orders(&c, 0, 4 * SIDE, 2);
    snprintf(text, sizeof(text), "1-%d", 4 * SIDE);
    demo_text_goal(&c, WIN, text);
    for (int half = 0; half < 2; half++) {
        for (int i = 1; i <= SIDE; i++) { /* each overlaps all of its half */
            snprintf(text, sizeof(text), "%d-%d", 2 * SIDE * half + i, 2 * SIDE * half + SIDE + i);
            demo_text_goal(&c, BUILD, text);
        }
    }
    demo_text_learn(&c, US_NEST_LABELS);
    const us_goal_episode *root = demo_text_episode(&c, 1);
    CHECK_INT(root->parts, 2);
    CHECK(root->pairs <= US_GOAL_EPISODE_PAIRS_MAX &&
          root->pairs >= US_GOAL_EPISODE_PAIRS_MAX - SIDE);
    CHECK_INT(root->steps + c.episodes->episode[c.episodes->count - 1].steps, 2 * SIDE);
}

/* 2 is as 1; 4 and 5 are as 3, but for the counterpart. */
TEST(a_goal_below_the_same_goal_is_a_part_of_it)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 12, 30);
    demo_text_goal(&c, WIN, "1-12");
    demo_text_goal(&c, WIN, "1-10");
    demo_text_goal(&c, "BuildUnits(self, \"footman\", 4)", "2-9");
    demo_text_goal(&c, "BuildUnits(self, \"grunt\", 4)", "3-8");
    demo_text_goal(&c, "BuildUnits(self, \"footman\", 4)", "4-5");
    demo_text_goal(&c, "BuildUnits(self, \"footman\", 5)", "7-7");
    demo_text_extract(&c);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "a1 < 3; 3 < a10; a10 < a11; a11 < a12; a12");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 3)),
              "a2 < a3; a3 < a4; a4 < a5; a5 < a6; a6 < 6; 6 < a8; a8 < a9; a9");
    for (uint32_t id = 1; id <= 6; id++) {
        CHECK_INT(demo_text_episode(&c, id)->absorbed, id == 2 || id == 4 || id == 5);
        CHECK(!demo_text_episode(&c, id)->absorbed || demo_text_episode(&c, id)->steps == 0);
    }
    CHECK_INT(parent_of(&c, 3), 1);
    CHECK_INT(parent_of(&c, 6), 3);
}

/* To keep four is no part of making four; but what makes four for that is. */
TEST(a_goal_of_another_kind_is_another_goal)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 8, 30);
    demo_text_goal(&c, "BuildUnits(self, \"footman\", 4)", "1-8");
    demo_text_goal(&c, "maintain BuildUnits(self, \"footman\", 4)", "2-7");
    demo_text_goal(&c, "BuildUnits(self, \"footman\", 4)", "3-6");
    demo_text_extract(&c);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), "a1 < 2; 2 < a8; a8");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)),
              "a2 < a3; a3 < a4; a4 < a5; a5 < a6; a6 < a7; a7");
    for (uint32_t id = 1; id <= 3; id++)
        CHECK_INT(demo_text_episode(&c, id)->absorbed, id == 3);
}

/* Through another one a goal must not pursue itself either. */
TEST(so_is_one_farther_below)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 12, 30);
    demo_text_goal(&c, WIN, "1-12");
    demo_text_goal(&c, DEFEAT, "2-11");
    demo_text_goal(&c, WIN, "3-10");
    demo_text_goal(&c, DEFEAT, "4-9");
    demo_text_goal(&c, BUILD, "5-6");
    demo_text_extract(&c);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), "a1 < 2; 2 < a12; a12");
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 2)),
              "a2 < a3; a3 < a4; a4 < 5; 5 < a7; a7 < a8; a8 < a9; a9 < a10; a10 < a11; a11");
    for (uint32_t id = 1; id <= 5; id++)
        CHECK_INT(demo_text_episode(&c, id)->absorbed, id == 3 || id == 4);
    CHECK_INT(parent_of(&c, 5), 2);
    for (int o = 0; o < c.episodes->orders; o++) /* they belong to who has them */
        CHECK(!c.episodes->episode[c.episodes->owner[o]].absorbed);
}

/* Quadratic work over so many would take minutes. */
TEST(very_many_goals_are_nested_at_once)
{
    enum { SAME = 16000, DEEP = 8000 };
    char text[32];
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, DEEP, 1);
    for (int i = 0; i < SAME; i++)
        demo_text_goal(&c, i % 2 ? BUILD : DEFEAT, "1");
    for (int i = 2; i <= DEEP; i++) {
        snprintf(text, sizeof(text), "1-%d", i);
        demo_text_goal(&c, BUILD, text);
    }
    demo_text_learn(&c, US_NEST_LABELS);
    REQUIRE(c.episodes->count >= SAME + DEEP - 1); /* there are further parts */
    for (int i = 0; i < SAME + DEEP - 1; i++) {    /* the longest comes first */
        const us_goal_episode *episode = &c.episodes->episode[i];
        bool worker = episode->instance->goal.type == us_domain_find_goal(c.domain, "BuildUnits");
        if (episode->parent != (i < DEEP ? i - 1 : worker ? DEEP - 1 : DEEP - 2))
            FAIL("goal %u is below lesson %d", (unsigned)episode->instance->id, episode->parent);
    }
}
