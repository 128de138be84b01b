/* What characters do: orders of themselves, what is dormant, and slots that are described. */
#include <string.h>

#include "tests/unit/group_world.h"

static const char two_ways[] = "brl 1 arena\n\ntree Go {\n    do selector {\n"
                               "        act move(cell: (3, 3))\n        act stand()\n    }\n}\n\n"
                               "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                               "        on noise -> push b call Look()\n"
                               "        on shot -> flush b\n    }\n}\n\n"
                               "tree Look {\n    do act search(cell: (4, 4))\n}\n";

TEST(an_act_ends_as_its_order_does)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, two_ways);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), "1:move 3,3");
    CHECK_STR(group_world_think(&s), "");
    group_world_finish(&s, me, US_EVENT_FAILED, US_REASON_NO_WAY);
    CHECK_STR(group_world_think(&s), "1:stand");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), ""); /* the tree begins anew in the next cycle */
    CHECK_STR(group_world_think(&s), "1:move 3,3");
}

TEST(a_refused_order_ends_its_act)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, two_ways);
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    s.refuses = US_REASON_BUSY; /* the game, after the view allowed it */
    CHECK_STR(group_world_think(&s), "1:move 3,3");
    s.refuses = US_REASON_NONE;
    CHECK_STR(group_world_think(&s), "1:stand");
    CHECK_INT(us_character_group_get_counts(s.group).refused, 1);
}

TEST(what_was_done_while_dormant_is_not_ordered_again)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, two_ways);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    group_world_think(&s);
    uint32_t move = s.latest[me];
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "1:search 4,4");
    s.events.count = 0; /* not interrupted: it was there at that moment */
    group_world_happen(&s, US_EVENT_DONE, me, 0, 3, 3, (int)move);
    CHECK_STR(group_world_think(&s), "");
    group_world_happen(&s, US_EVENT_SHOT, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), ""); /* Go succeeds, and begins anew in the next cycle */
    CHECK_STR(group_world_think(&s), "1:move 3,3");
}

TEST(what_goes_on_while_dormant_is_not_ordered_again)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, "brl 1 arena\n\ntree Go {\n    do act move(cell: (3, 3))\n}\n\n"
                         "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                         "        on noise -> push b call Wait()\n    }\n}\n\n"
                         "tree Wait {\n    do delay 5 check true\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), "1:move 3,3");
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    for (int i = 0; i < 10; i++)
        CHECK_STR(group_world_think(&s), "");
    group_world_done(&s, me); /* it was resumed, and ends as it would have */
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_think(&s), "1:move 3,3");
}

static const char quickly[] = "brl 1 arena\n\nslot x: number = 0\n\n"
                              "tree Go {\n    do parallel {\n        act move(cell: (3, 3))\n"
                              "        push b call Quick()\n    }\n}\n\n"
                              "archetype Guard {\n    do stacks a, b {\n        call Go()\n    }\n"
                              "}\n\ntree Quick {\n    do %s\n}\n";

static void open_quickly(group_world *s, const char *body)
{
    US_AUTOSTR(text);
    const char *gap = strstr(quickly, "%s");
    us_str_addf(&text, "%.*s%s%s", (int)(gap - quickly), quickly, body, gap + 2);
    group_world_open(s, text.text);
}

TEST(what_is_resumed_in_the_same_think_is_ordered_once)
{
    US_AUTO(group_world_close) group_world s;
    open_quickly(&s, "set x = 1");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), "1:move 3,3");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_think(&s), "1:move 3,3");
}

TEST(what_another_order_came_after_is_ordered_again)
{
    US_AUTO(group_world_close) group_world s;
    open_quickly(&s, "parallel succeed 1 {\n        act hide()\n        check true\n    }");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), "1:move 3,3 1:hide 1:move 3,3");
    CHECK_STR(group_world_think(&s), "");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_think(&s), "1:move 3,3 1:hide 1:move 3,3");
}

TEST(what_was_interrupted_and_resumed_at_once_is_ordered_again)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, "brl 1 arena\n\ntree Go {\n    do act move(cell: (3, 3))\n}\n\n"
                         "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                         "        on noise -> push b call Duck()\n    }\n}\n\n"
                         "tree Duck {\n    do parallel succeed 1 {\n        act hide()\n"
                         "        check true\n    }\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), "1:move 3,3");
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "1:hide 1:move 3,3");
    CHECK_STR(group_world_think(&s), ""); /* the first move failed, for the second */
    CHECK_STR(group_world_notes(&s), "");
}

TEST(a_character_commands_itself_alone)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(
        &s, "brl 1 arena\n\ntree Go {\n"
            "    do selector {\n        act stand(unit: first(self, \"GUARD\"))\n"
            "        act hide(unit: this)\n    }\n}\n\narchetype Guard {\n    do stacks a {\n"
            "        call Go()\n    }\n}\n");
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "GUARD", 1, 5, 6);
    CHECK_STR(group_world_think(&s), "1:stand 2:hide");
}

TEST(a_slot_that_is_described_is_the_nearest)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(
        &s, "brl 1 arena\n\ntree Go {\n    slot foe: entity \"ALIVE\" of enemy\n"
            "    do repeat act attack(target: foe)\n}\n\narchetype Guard {\n    do stacks a {\n"
            "        call Go()\n    }\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "PLAYER", 0, 30, 30);
    us_id near = arena_world_add(&s.a, "PLAYER", 0, 7, 7);
    arena_world_add(&s.a, "MEDKIT", US_NEUTRAL, 5, 6);
    CHECK_STR(group_world_think(&s), "1:attack 3");
    arena_world_remove(&s.a, near);
    group_world_done(&s, me);
    group_world_think(&s);
    CHECK_STR(group_world_think(&s), "1:attack 2"); /* who is gone is looked for anew */
}

TEST(a_file_shares_what_its_description_finds)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, "brl 1 arena\n\nslot foe: entity \"ALIVE\" of enemy\n\n"
                         "tree Go {\n    do sequence {\n        check exists(foe)\n"
                         "        act attack(target: foe)\n    }\n}\n\n"
                         "tree Chase(who: entity) {\n    do act move(cell: near(who))\n}\n\n"
                         "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                         "        on noise -> push b call Chase(who: foe)\n    }\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(group_world_think(&s), ""); /* there is nobody yet */
    us_id first = arena_world_add(&s.a, "PLAYER", 0, 7, 7);
    CHECK_STR(group_world_think(&s), "1:attack 2");
    arena_world_add(&s.a, "PLAYER", 0, 8, 9);
    arena_world_remove(&s.a, first);
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "1:move 8,9");
}

TEST(a_group_that_is_described_is_all_that_fit)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, "brl 1 arena\n\ntree Stay {\n    do act stand()\n}\n\n"
                         "archetype Guard {\n    slot band: group \"GUARD\" of self\n"
                         "    do stacks a, b {\n        call Stay()\n"
                         "        on noise -> emit help to band\n"
                         "        on help -> push b call Come(place: there)\n    }\n}\n\n"
                         "tree Come(place: cell) {\n    do act move(cell: place)\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          two = arena_world_add(&s.a, "GUARD", 1, 9, 9),
          three = arena_world_add(&s.a, "GUARD", 1, 30, 5);
    CHECK_STR(group_world_think(&s), "1:stand 2:stand 3:stand");
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_think(&s), "2:move 5,5 3:move 5,5");
    arena_world_add(&s.a, "GUARD", 1, 30, 30);
    arena_world_remove(&s.a, two);
    arena_world_remove(&s.a, three);
    CHECK_STR(group_world_think(&s), "4:stand");
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), ""); /* of the group nobody is left: it is looked for anew */
    CHECK_STR(group_world_think(&s), "4:move 5,5");
}

TEST(the_query_that_has_the_more_similar_answer_is_chosen)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s,
                     "brl 1 arena\nbehavior \"calm\" (foe: entity \"PLAYER\") is Attack {\n"
                     "described (this.alarm: 0.1)\ndo act attack(target: foe)\n}\n"
                     "behavior \"wild\" is Hunt {\ndescribed (this.alarm: 0.9)\ndo act hide()\n}\n"
                     "tree Go {\nslot foe: entity \"ALIVE\" of enemy\n"
                     "do choose score similarity pick argmax recheck tick {\n"
                     "goal Prevail(player: self)\nquery Hunt() describe (this.alarm)\n"
                     "query Attack(foe: foe) describe (this.alarm)\n}\n}\n"
                     "archetype Guard {\ndo stacks a {\ncall Go()\n}\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "PLAYER", 0, 30, 30);
    arena_world_set(&s.a, me, "alarm", 20);
    CHECK_STR(group_world_think(&s), "1:attack 2");
    arena_world_set(&s.a, me, "alarm", 80);
    CHECK_STR(group_world_think(&s), "1:hide");
}
