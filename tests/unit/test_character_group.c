/* Characters that run trees of their own: their tables, what they hear, who comes and goes. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "tests/unit/group_world.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"

/* ---- the guard of the published chapter */

static const char guard[] =
    "brl 1 arena\n\n"
    "tree Patrol {\n    do repeat sequence {\n        act move(cell: (1, 1))\n"
    "        act move(cell: (2, 2))\n    }\n}\n\n"
    "tree Investigate(place: cell) {\n    do act search(cell: place)\n}\n\n"
    "tree Attack(foe: entity) {\n    do sequence memory none {\n        check exists(foe)\n"
    "        act attack(target: foe)\n    }\n}\n\n"
    "tree TakeCover(reload: bool = false) {\n    do sequence {\n        act hide()\n"
    "        selector {\n            check not reload\n            act reload()\n        }\n"
    "    }\n}\n\n"
    "archetype Guard {\n    do stacks long-term, reactive {\n        call Patrol()\n"
    "        on noise -> push reactive call Investigate(place: there)\n"
    "        on seen -> push reactive call Attack(foe: that)\n"
    "        on shot -> push reactive call TakeCover()\n"
    "        on empty -> push reactive call TakeCover(reload: true)\n"
    "        on lost -> flush reactive\n"
    "        on body -> push long-term call Patrol()\n    }\n}\n";

TEST(the_guard_does_as_the_table_says)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, guard);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          foe = arena_world_add(&s.a, "PLAYER", 0, 9, 9);
    CHECK_STR(group_world_think(&s), "1:move 1,1");
    CHECK_STR(group_world_notes(&s), "started Guard, started Patrol");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "1:move 2,2"); /* 0: on the way to the second way point */
    group_world_happen(&s, US_EVENT_NOISE, me, foe, 9, 9, 3);
    CHECK_STR(group_world_think(&s), "1:search 9,9"); /* 1 */
    CHECK_STR(group_world_notes(&s), "started Investigate");
    group_world_happen(&s, US_EVENT_SEEN, me, foe, 9, 9, 0);
    CHECK_STR(group_world_think(&s), "1:attack 2"); /* 2 */
    group_world_happen(&s, US_EVENT_SHOT, me, foe, 9, 9, 0);
    CHECK_STR(group_world_think(&s), "1:hide"); /* 3 */
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "1:attack 2"); /* 4: cover is reached, Attack goes on */
    CHECK_STR(group_world_notes(&s), "succeeded TakeCover");
    group_world_happen(&s, US_EVENT_EMPTY, me, 0, 5, 5, 0);
    CHECK_STR(group_world_think(&s), "1:hide"); /* 5 */
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "1:reload");
    arena_world_remove(&s.a,
                       foe); /* 6: there is no target any more, and nothing is done about it */
    CHECK_STR(group_world_think(&s), "");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s),
              "1:search 9,9"); /* 7: TakeCover pops, Attack finds no target and pops */
    CHECK_STR(group_world_notes(&s), "succeeded TakeCover, failed Attack");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), "1:move 2,2"); /* 8 and 9: still the second way point */
    CHECK_STR(group_world_notes(&s), "succeeded Investigate");
    group_world_done(&s, me);
    CHECK_STR(group_world_think(&s), ""); /* repeat begins its next round in the next cycle */
    CHECK_STR(group_world_think(&s), "1:move 1,1");
    CHECK_STR(group_world_notes(&s), ""); /* Patrol was started once */
}

/* Up to that row of the table. */
static us_id open_at(group_world *s, int row)
{
    group_world_open(s, guard);
    us_id me = arena_world_add(&s->a, "GUARD", 1, 5, 5),
          foe = arena_world_add(&s->a, "PLAYER", 0, 9, 9);
    group_world_think(s);
    group_world_done(s, me);
    CHECK_STR(group_world_think(s), "1:move 2,2");
    group_world_happen(s, US_EVENT_NOISE, me, foe, 9, 9, 3);
    group_world_think(s);
    group_world_happen(s, US_EVENT_SEEN, me, foe, 9, 9, 0);
    group_world_think(s);
    group_world_happen(s, US_EVENT_SHOT, me, foe, 9, 9, 0);
    CHECK_STR(group_world_think(s), "1:hide");
    if (row < 5)
        return me;
    group_world_done(s, me);
    CHECK_STR(group_world_think(s), "1:attack 2");
    group_world_happen(s, US_EVENT_EMPTY, me, 0, 5, 5, 0);
    CHECK_STR(group_world_think(s), "1:hide");
    return me;
}

TEST(the_variants_of_the_table_hold)
{
    static const struct {
        const char *name;
        int row;
        us_event_kind event;
        const char *order, *notes;
    } rows[] = {
        {"what is on a stack is gone back to", 3, US_EVENT_NOISE, "1:search 9,9",
         "stopped TakeCover, stopped Attack"},
        {"a flush leaves nothing above the default", 5, US_EVENT_LOST, "1:move 2,2",
         "stopped TakeCover, stopped Attack, stopped Investigate"},
        {"so does the default where it is pushed", 5, US_EVENT_BODY, "1:move 2,2",
         "stopped TakeCover, stopped Attack, stopped Investigate"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(group_world_close) group_world s;
        us_test_row(rows[i].name);
        us_id me = open_at(&s, rows[i].row);
        group_world_happen(&s, rows[i].event, me, 2, 7, 7, 3);
        CHECK_STR(group_world_think(&s), rows[i].order);
        CHECK_STR(group_world_notes(&s), rows[i].notes);
    }
}

/* The fourth: the guard of the arena finds a body and looks around, the sniper holds its place. */
TEST(each_kind_listens_by_its_own_table)
{
    US_AUTO(group_world_close) group_world s;
    US_AUTOSTR(path);
    us_error err;
    US_AUTOFREE char *text = NULL;
    size_t length;
    REQUIRE(us_data_find_domain_file("arena", "ai/guards.brl", &path, &err) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &text, &length, &err) == US_OK);
    group_world_open(&s, text);
    us_id one = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          two = arena_world_add(&s.a, "SNIPER", 1, 30, 30);
    CHECK_STR(group_world_think(&s), "1:move -1,-1 2:stand"); /* there is no post */
    CHECK_STR(group_world_notes(&s), "started Guard, started Patrol, started Sniper, started Hold");
    group_world_happen(&s, US_EVENT_BODY, one, 0, 7, 7, 0);
    group_world_happen(&s, US_EVENT_BODY, two, 0, 7, 7, 0);
    CHECK_STR(group_world_think(&s), "1:search 7,7");
    CHECK_STR(group_world_notes(&s), "started Investigate");
}

TEST(once_it_is_over_nothing_is_told)
{
    US_AUTO(group_world_close) group_world s;
    const us_note *note;
    group_world_open(&s, guard);
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    group_world_think(&s);
    CHECK(us_character_group_notes(s.group, &note) > 0);
    us_character_group_end_game(s.group); /* what was told is not told again */
    CHECK_INT(us_character_group_notes(s.group, &note), 0);
}

/* ---- what an actor hears */

TEST(each_hears_what_is_about_itself_and_the_seat)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s,
                     "brl 1 arena\n\ntree Stay {\n    do act stand()\n}\n\n"
                     "tree Run {\n    do act move(cell: (1, 1))\n}\n\n"
                     "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                     "        on noise -> push b call Run()\n        on over -> push b call Run()\n"
                     "    }\n}\n");
    us_id one = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          two = arena_world_add(&s.a, "GUARD", 1, 6, 6);
    us_id thief = arena_world_add(&s.a, "THIEF", 1, 6, 7); /* no archetype of the file */
    us_id theirs = arena_world_add(&s.a, "GUARD", 0, 6, 7);
    CHECK_STR(group_world_think(&s), "1:stand 2:stand");
    group_world_happen(&s, US_EVENT_NOISE, two, theirs, 1, 1, 1);
    group_world_happen(&s, US_EVENT_NOISE, thief, theirs, 1, 1, 1);
    group_world_happen(&s, US_EVENT_NOISE, theirs, one, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "2:move 1,1");
    group_world_happen(&s, US_EVENT_OVER, 0, 0, -1, -1, 0);
    CHECK_STR(group_world_think(&s), "1:move 1,1");
    CHECK_INT(us_character_group_get_counts(s.group).characters, 2);
}

TEST(others_hear_a_shout_in_the_next_think)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s,
                     "brl 1 arena\n\ntree Stay {\n    do act stand()\n}\n\n"
                     "tree Help(who: entity, place: cell) {\n    do sequence {\n"
                     "        check exists(who)\n        act move(cell: place)\n    }\n}\n\n"
                     "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                     "        on noise -> emit help within 5\n"
                     "        on bumped -> emit help to that\n"
                     "        on help -> push b call Help(who: that, place: there)\n    }\n}\n");
    us_id one = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "GUARD", 1, 8, 5);
    us_id three = arena_world_add(&s.a, "GUARD", 1, 40, 5);
    group_world_think(&s);
    group_world_happen(&s, US_EVENT_NOISE, one, 0, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "");
    CHECK_INT(s.next, s.a.world.now); /* it wants to think at once */
    CHECK_STR(group_world_think(&s), "2:move 5,5");
    group_world_happen(&s, US_EVENT_BUMPED, one, three, 1, 1, 1);
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_think(&s), "3:move 5,5");
    CHECK_INT(us_character_group_get_counts(s.group).messages, 2);
}

TEST(a_name_is_heard_once_whoever_shouts_it)
{
    enum { GUARDS = 40, SHOUTS = 30 };
    US_AUTO(group_world_close) group_world s;
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1 arena\n\ntree Shout {\n    do sequence {\n");
    for (int i = 0; i < SHOUTS; i++)
        us_str_addf(&text, "        emit %s within 255\n", i % 2 ? "help" : "alarm");
    us_str_add(&text, "        act stand()\n    }\n}\n\n"
                      "tree Come(place: cell) {\n    do act move(cell: place)\n}\n\n"
                      "archetype Guard {\n    do stacks a, b {\n        call Shout()\n"
                      "        on help -> push b call Come(place: there)\n    }\n}\n");
    group_world_open(&s, text.text);
    for (int i = 0; i < GUARDS; i++)
        arena_world_add(&s.a, "GUARD", 1, 5 + i, 5);
    group_world_think(&s);
    CHECK_INT(us_character_group_get_counts(s.group).messages, 2 * GUARDS);
    group_world_think(&s);
    CHECK_INT(s.orders.count, GUARDS);
    CHECK_INT(s.orders.order[0].arg[0], US_CELL(6, 5)); /* the first that told it */
    CHECK_INT(s.orders.order[1].arg[0], US_CELL(5, 5));
}

TEST(a_monitor_hears_though_its_node_ended)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s,
                     "brl 1 arena\n\nslot x: number = 0\n\ntree Idle {\n    do set x = x + 1\n}\n\n"
                     "archetype Guard {\n    do monitor {\n        call Idle()\n"
                     "        on noise -> act search(cell: there)\n"
                     "        on bumped -> emit help to that\n"
                     "        on help -> act move(cell: there)\n    }\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          two = arena_world_add(&s.a, "GUARD", 1, 8, 5);
    CHECK_STR(group_world_think(&s), "");
    group_world_happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    group_world_happen(&s, US_EVENT_BUMPED, me, two, 8, 5, 0);
    CHECK_STR(group_world_think(&s), "1:search 1,1");
    CHECK_STR(group_world_notes(&s), ""); /* the archetype goes on */
    CHECK_STR(group_world_think(&s), "2:move 5,5");
    const us_run *run = us_character_group_run(s.group, me);
    uint32_t frame = 0;
    REQUIRE(us_run_list_frames(run, &frame, 1) > 0);
    CHECK_INT(us_run_frame_binding(run, frame).value[0].number, 3); /* once in each cycle */
}

/* ---- coming and going */

TEST(who_appears_begins_and_who_goes_is_halted)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, guard);
    CHECK_STR(group_world_think(&s), "");
    arena_world_add(&s.a, "MEDKIT", US_NEUTRAL, 5, 5);
    us_id two = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          three = arena_world_add(&s.a, "GUARD", 1, 6, 5);
    CHECK_STR(group_world_think(&s), "2:move 1,1 3:move 1,1");
    arena_world_remove(&s.a, two);
    CHECK_STR(group_world_think(&s), "");
    CHECK_STR(group_world_notes(&s), "stopped Patrol, stopped Guard");
    CHECK(!us_character_group_run(s.group, two) && us_character_group_run(s.group, three));
    arena_world_get(&s.a, three)->owner = 0; /* it went over to the others */
    CHECK_STR(group_world_think(&s), "");
    CHECK_INT(us_character_group_get_counts(s.group).characters, 0);
}

TEST(what_cannot_be_read_is_told_before_it_plays)
{
    static const char *const broken[] = {"Guard",
                                         "Patrol"}; /* an archetype, a tree that it calls */
    for (int i = 0; i < US_COUNT(broken); i++) {
        US_AUTO(arena_world_close) arena_world a;
        us_case_base *case_base = NULL;
        us_character_group *group = NULL;
        us_error err = {0};
        char sql[128];
        us_test_row(broken[i]);
        arena_world_open(&a);
        us_library *library = library_file_open("guards.db", US_LIBRARY_CREATE, a.domain);
        library_file_put(library, guard);
        us_library_close(library);
        snprintf(sql, sizeof sql, "UPDATE behaviors SET body = 'x' WHERE name = '%s'", broken[i]);
        CHECK_INT(library_file_sql("guards.db", sql), 1);
        library = library_file_open("guards.db", US_LIBRARY_READ, a.domain);
        REQUIRE(us_case_base_load(library, &case_base, &err) == US_OK);
        us_scenario scenario = {.kind = &group_world_game, .domain = a.domain, .seats = 2};
        us_character_group_def def = {&scenario, 1, 5, case_base};
        CHECK(us_character_group_new(&def, &group, &err) != US_OK && !group);
        CHECK_CONTAINS(err.text, "\"Guard\""); /* also where it calls what is broken */
        us_case_base_free(case_base);
        us_library_close(library);
        scratch_clean();
    }
}

TEST(a_case_base_without_archetypes_makes_no_group)
{
    US_AUTO(arena_world_close) arena_world a;
    us_case_base *case_base = NULL;
    us_error err = {0};
    arena_world_open(&a);
    us_brl *brl =
        arena_world_read(&a, "brl 1 arena\n\ntree T {\n    do act stand()\n}\n", &case_base);
    us_scenario scenario = {.kind = &group_world_game, .domain = a.domain, .seats = 2};
    us_character_group_def def = {&scenario, 1, 5, case_base};
    us_character_group *group = (us_character_group *)&a;
    CHECK(us_character_group_new(&def, &group, &err) == US_OK && !group);
    us_case_base_free(case_base);
    us_brl_free(brl);
}

TEST(who_has_nothing_to_do_costs_nothing)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, guard);
    for (int i = 0; i < 100; i++)
        arena_world_add(&s.a, "GUARD", 1, i % 50, i / 50);
    group_world_think(&s);
    group_world_think(&s);
    int64_t ticks = us_character_group_get_counts(s.group).ticks;
    for (int i = 0; i < 50; i++) {
        arena_world_move(&s.a, 7, 1 + i, 3); /* the world changes, and nobody watches it */
        group_world_think(&s);
    }
    CHECK_INT(us_character_group_get_counts(s.group).ticks, ticks);
    CHECK_INT(s.next, US_NEVER);
    group_world_happen(&s, US_EVENT_NOISE, 50, 0, 1, 1, 1);
    group_world_think(&s);
    CHECK_INT(us_character_group_get_counts(s.group).ticks, ticks + 1);
}

TEST(a_cycle_allocates_nothing_once_all_have_been_seen)
{
    US_AUTO(group_world_close) group_world s;
    group_world_open(&s, guard);
    for (int i = 0; i < 20; i++)
        arena_world_add(&s.a, "GUARD", 1, i, 3);
    uint64_t before = 0;
    for (int round = 0; round < 60; round++) {
        if (round == 30)
            before = us_mem_alloc_count();
        for (us_id id = 1; id <= 20; id++) {
            if (round % 3 == 0)
                group_world_happen(&s, US_EVENT_NOISE, id, 0, 1, 1, 1);
            else
                group_world_done(&s, id);
        }
        us_view view = {.world = &s.a.world, .self = 1};
        us_orders_reset(&s.orders);
        us_character_group_think(s.group, &view, &s.events, &s.orders);
        us_events_reset(&s.events);
        for (int i = 0; i < s.orders.count; i++) {
            s.orders.order[i].id = ++s.ids;
            us_character_group_on_order(s.group, &s.orders.order[i], US_REASON_NONE);
            s.latest[s.orders.order[i].unit[0]] = s.ids;
        }
        s.a.world.now++;
    }
    CHECK_INT(us_mem_alloc_count() - before, 0);
}

/* ---- events as ticks */

static void add_dynamic(const char *recheck, us_str *text)
{
    static const char *const acts[] = {"hide()", "stand()", "move(cell: (9, 9))",
                                       "sneak(cell: (2, 2))"};
    us_rng rng = us_rng_derive(3, "troupe", 0);
    us_str_add(text, "brl 1 arena\n\n");
    for (int i = 0; i < 24; i++)
        us_str_addf(
            text,
            "behavior \"b%d\" (who: entity \"ALIVE\") is Attack {\n    described "
            "(this.aggressive: 0.%02d, this.alarm: 0.%02d, player.bored: 0.%02d)\n"
            "    do sequence {\n        act %s\n        act attack(target: who)\n    }\n}\n\n",
            i, us_rng_next_below(&rng, 100), us_rng_next_below(&rng, 100),
            us_rng_next_below(&rng, 100), acts[i % 4]);
    us_str_addf(text,
                "tree Hunt(foe: entity) {\n    do query Attack(who: foe) recheck %s\n}\n\n"
                "tree Stay {\n    do act stand()\n}\n\n"
                "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                "        on seen -> push b call Hunt(foe: that)\n"
                "        on noise -> push b call Stay()\n        on lost -> flush b\n    }\n}\n",
                recheck);
}

static void at_random(us_rng *rng, group_world *s, us_id foe)
{
    for (us_id id = 2; id <= 6; id++) {
        int what = us_rng_next_below(rng, 60);
        if (what == 0)
            group_world_happen(s, US_EVENT_SEEN, id, foe, 9, 9, 0);
        else if (what == 1)
            group_world_happen(s, US_EVENT_NOISE, id, foe, 9, 9, 0);
        else if (what == 2)
            group_world_happen(s, US_EVENT_LOST, id, foe, 9, 9, 0);
        else if (what < 6)
            arena_world_set(&s->a, id, what % 2 ? "alarm" : "aggressive",
                            5 * us_rng_next_below(rng, 20));
        else if (what < 9 && s->latest[id])
            group_world_done(s, id);
        else if (what == 9 && s->latest[id])
            group_world_finish(s, id, US_EVENT_FAILED, US_REASON_NO_WAY);
    }
    if (us_rng_next_bool(rng, 1, 40))
        arena_world_tally(&s->a, 0, "bored", 5 * us_rng_next_below(rng, 20));
}

TEST(asking_at_events_gives_what_asking_in_every_cycle_gives)
{
    static group_world s[2];
    int64_t orders = 0;
    for (int i = 0; i < 2; i++) {
        us_str text;
        us_str_init(&text);
        add_dynamic(i ? "event" : "tick", &text);
        group_world_open(&s[i], text.text);
        us_str_clear(&text);
        arena_world_add(&s[i].a, "PLAYER", 0, 9, 9);
        for (int k = 0; k < 5; k++)
            arena_world_add(&s[i].a, "GUARD", 1, k, 3);
    }
    us_rng rng[2] = {us_rng_derive(8, "stage", 0), us_rng_derive(8, "stage", 0)};
    for (int cycle = 0; cycle < 4000; cycle++) {
        at_random(&rng[0], &s[0], 1);
        at_random(&rng[1], &s[1], 1);
        const char *one = group_world_think(&s[0]), *two = group_world_think(&s[1]);
        if (strcmp(one, two) != 0)
            FAIL("cycle %d: asked in every cycle %s, at events %s", cycle, one, two);
        REQUIRE(strcmp(one, two) == 0);
        orders += s[1].orders.count;
    }
    us_query_counts tick = us_character_group_get_counts(s[0].group).ask,
                    event = us_character_group_get_counts(s[1].group).ask;
    CHECK(orders > 500);
    CHECK_INT(event.expansions, tick.expansions);
    CHECK_INT(event.teardowns, tick.teardowns);
    CHECK(event.teardowns > 50);
    CHECK(event.queries * 5 < tick.queries);
    group_world_close(&s[0]);
    group_world_close(&s[1]);
}
