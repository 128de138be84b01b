/* Characters that run trees of their own: what they hear, what they are ordered, what is dormant.
 */
#include "plan/troupe.h"

#include <string.h>

#include "base/rng.h"
#include "tests/unit/arenakit.h"

typedef struct stage {
    arena_world a;
    us_brl *brl;
    us_shelf *shelf;
    us_scenario scenario;
    us_troupe *troupe;
    us_events events; /* of the next think */
    us_orders orders; /* of the last */
    us_cycle next;
    uint32_t ids;
    uint32_t latest[ARENA_ENTITIES]; /* by entity: its order */
    us_reason refuses;               /* what the game says to every order */
    us_str log;                      /* of orders: "2:move 3,4" */
    us_str notes;                    /* "started Patrol" of behaviors */
    us_arena *arena;
    const char *named[1 << 15]; /* by node: behaviors */
} stage;

static us_reason any_order(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    const us_action_def *def = &scenario->domain->action[order->action];
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind == US_VALUE_ENTITY &&
            !us_world_find(view->world, (us_id)order->arg[p]))
            return US_REASON_BAD_TARGET;
    return US_REASON_NONE;
}

static const us_game_kind any_game = {.name = "arena", .check = any_order};

static void open_stage(stage *s, const char *text)
{
    memset(s, 0, sizeof *s);
    arena_world_open(&s->a);
    s->brl = arena_world_read(&s->a, text, &s->shelf);
    s->scenario = (us_scenario){.kind = &any_game, .domain = s->a.domain, .seats = 2};
    REQUIRE(us_troupe_can_play(s->a.domain, s->shelf));
    s->troupe = us_troupe_new(&(us_troupe_def){&s->scenario, 1, 5, s->shelf});
    us_str_init(&s->log);
    us_str_init(&s->notes);
    s->arena = us_arena_new();
}

static void close_stage(stage *s)
{
    us_troupe_free(s->troupe);
    us_shelf_free(s->shelf);
    us_brl_free(s->brl);
    us_events_clear(&s->events);
    us_orders_clear(&s->orders);
    us_str_clear(&s->log);
    us_str_clear(&s->notes);
    us_arena_free(s->arena);
    arena_world_close(&s->a);
}

static void log_order(stage *s, const us_order *order)
{
    const us_action_def *def = &s->a.domain->action[order->action];
    us_str_addf(&s->log, "%s%u:%s", s->log.length ? " " : "", (unsigned)order->unit[0], def->name);
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_CELL)
            us_str_addf(&s->log, " %d,%d", US_CELL_X(order->arg[p]), US_CELL_Y(order->arg[p]));
        else
            us_str_addf(&s->log, " %d", order->arg[p]);
    }
}

static void log_notes(stage *s)
{
    const us_note *note;
    int count = us_troupe_notes(s->troupe, &note);
    for (int i = 0; i < count; i++) {
        CHECK(us_note_sound(&note[i]));
        if (note[i].of != US_NOTE_BEHAVIOR || note[i].kind == US_NOTE_BOUND)
            continue;
        REQUIRE(note[i].node < US_COUNT(s->named));
        if (note[i].text && note[i].text[0])
            s->named[note[i].node] = us_arena_text(s->arena, note[i].text, strlen(note[i].text));
        us_str_addf(&s->notes, "%s%s %s", s->notes.length ? ", " : "",
                    us_note_kind_name((us_note_kind)note[i].kind), s->named[note[i].node]);
    }
}

static void happen(stage *s, us_event_kind kind, us_id entity, us_id other, int x, int y, int value)
{
    us_event event = {.cycle = s->a.world.now,
                      .kind = (uint8_t)kind,
                      .seat = entity ? 1 : US_NEUTRAL,
                      .entity = entity,
                      .other = other,
                      .x = (int16_t)x,
                      .y = (int16_t)y,
                      .value = value};
    us_events_add(&s->events, &event);
}

/* The order that the entity has ends. */
static void finish(stage *s, us_id id, us_event_kind how, us_reason reason)
{
    happen(s, how, id, 0, -1, -1, (int)s->latest[id]);
    s->events.event[s->events.count - 1].type = (us_type)reason;
}

/* The orders of the next cycle. A unit's former order is given up for a new one. */
static const char *think(stage *s)
{
    us_view view = {.world = &s->a.world, .self = 1};
    us_orders_reset(&s->orders);
    us_str_reset(&s->log);
    us_str_reset(&s->notes);
    s->next = us_troupe_think(s->troupe, &view, &s->events, &s->orders);
    us_events_reset(&s->events);
    log_notes(s);
    for (int i = 0; i < s->orders.count; i++) {
        us_order *order = &s->orders.order[i];
        us_id unit = order->unit[0];
        order->id = ++s->ids;
        us_troupe_told(s->troupe, order, s->refuses);
        if (s->refuses == US_REASON_NONE && s->latest[unit])
            finish(s, unit, US_EVENT_FAILED, US_REASON_INTERRUPTED);
        if (s->refuses == US_REASON_NONE)
            s->latest[unit] = order->id;
        log_order(s, order);
    }
    s->a.world.now++;
    return s->log.length ? s->log.text : "";
}

static const char *said(const stage *s)
{
    return s->notes.length ? s->notes.text : "";
}

static void done(stage *s, us_id id)
{
    finish(s, id, US_EVENT_DONE, US_REASON_NONE);
    s->latest[id] = 0;
}

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

static void the_guard_does_as_the_table_says(void)
{
    stage s;
    open_stage(&s, guard);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          foe = arena_world_add(&s.a, "PLAYER", 0, 9, 9);
    CHECK_STR(think(&s), "1:move 1,1");
    CHECK_STR(said(&s), "started Guard, started Patrol");
    done(&s, me);
    CHECK_STR(think(&s), "1:move 2,2"); /* 0: on the way to the second way point */
    happen(&s, US_EVENT_NOISE, me, foe, 9, 9, 3);
    CHECK_STR(think(&s), "1:search 9,9"); /* 1 */
    CHECK_STR(said(&s), "started Investigate");
    happen(&s, US_EVENT_SEEN, me, foe, 9, 9, 0);
    CHECK_STR(think(&s), "1:attack 2"); /* 2 */
    happen(&s, US_EVENT_SHOT, me, foe, 9, 9, 0);
    CHECK_STR(think(&s), "1:hide"); /* 3 */
    done(&s, me);
    CHECK_STR(think(&s), "1:attack 2"); /* 4: cover is reached, Attack goes on */
    CHECK_STR(said(&s), "succeeded TakeCover");
    happen(&s, US_EVENT_EMPTY, me, 0, 5, 5, 0);
    CHECK_STR(think(&s), "1:hide"); /* 5 */
    done(&s, me);
    CHECK_STR(think(&s), "1:reload");
    arena_world_remove(&s.a,
                       foe); /* 6: there is no target any more, and nothing is done about it */
    CHECK_STR(think(&s), "");
    done(&s, me);
    CHECK_STR(think(&s), "1:search 9,9"); /* 7: TakeCover pops, Attack finds no target and pops */
    CHECK_STR(said(&s), "succeeded TakeCover, failed Attack");
    done(&s, me);
    CHECK_STR(think(&s), "1:move 2,2"); /* 8 and 9: still the second way point */
    CHECK_STR(said(&s), "succeeded Investigate");
    done(&s, me);
    CHECK_STR(think(&s), ""); /* repeat begins its next round in the next cycle */
    CHECK_STR(think(&s), "1:move 1,1");
    CHECK_STR(said(&s), ""); /* Patrol was started once */
    close_stage(&s);
}

static void the_variants_of_the_table_hold(void)
{
    stage s;
    open_stage(&s, guard);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          foe = arena_world_add(&s.a, "PLAYER", 0, 9, 9);
    think(&s);
    happen(&s, US_EVENT_NOISE, me, foe, 9, 9, 3);
    think(&s);
    happen(&s, US_EVENT_SEEN, me, foe, 9, 9, 0);
    think(&s);
    happen(&s, US_EVENT_SHOT, me, foe, 9, 9, 0);
    think(&s);
    happen(&s, US_EVENT_NOISE, me, foe, 7, 7, 3); /* Investigate is on the stack: back to it */
    CHECK_STR(think(&s), "1:search 9,9");
    CHECK_STR(said(&s), "stopped TakeCover, stopped Attack");
    happen(&s, US_EVENT_LOST, me, foe, 7, 7, 0);
    CHECK_STR(think(&s), "1:move 1,1"); /* flushed */
    happen(&s, US_EVENT_NOISE, me, foe, 7, 7, 3);
    think(&s);
    happen(&s, US_EVENT_BODY, me, 0, 7, 7, 0); /* Patrol is the default: what lies above goes */
    CHECK_STR(think(&s), "1:move 1,1");
    CHECK_STR(said(&s), "stopped Investigate");
    close_stage(&s);
}

static void once_it_is_over_nothing_is_told(void)
{
    stage s;
    const us_note *note;
    open_stage(&s, guard);
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    think(&s);
    CHECK(us_troupe_notes(s.troupe, &note) > 0);
    us_troupe_over(s.troupe); /* what was told is not told again */
    CHECK_INT(us_troupe_notes(s.troupe, &note), 0);
    close_stage(&s);
}

/* ---- what an actor hears */

static void each_hears_what_is_about_itself_and_the_seat(void)
{
    stage s;
    open_stage(&s, "brl 1 arena\n\ntree Stay {\n    do act stand()\n}\n\n"
                   "tree Run {\n    do act move(cell: (1, 1))\n}\n\n"
                   "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                   "        on noise -> push b call Run()\n        on over -> push b call Run()\n"
                   "    }\n}\n");
    us_id one = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          two = arena_world_add(&s.a, "GUARD", 1, 6, 6);
    us_id thief = arena_world_add(&s.a, "THIEF", 1, 6, 7); /* no archetype of the file */
    us_id theirs = arena_world_add(&s.a, "GUARD", 0, 6, 7);
    CHECK_STR(think(&s), "1:stand 2:stand");
    happen(&s, US_EVENT_NOISE, two, theirs, 1, 1, 1);
    happen(&s, US_EVENT_NOISE, thief, theirs, 1, 1, 1);
    happen(&s, US_EVENT_NOISE, theirs, one, 1, 1, 1);
    CHECK_STR(think(&s), "2:move 1,1");
    happen(&s, US_EVENT_OVER, 0, 0, -1, -1, 0);
    CHECK_STR(think(&s), "1:move 1,1");
    CHECK_INT(us_troupe_count(s.troupe).actors, 2);
    close_stage(&s);
}

static void others_hear_a_shout_in_the_next_think(void)
{
    stage s;
    open_stage(&s, "brl 1 arena\n\ntree Stay {\n    do act stand()\n}\n\n"
                   "tree Help(who: entity, place: cell) {\n    do sequence {\n"
                   "        check exists(who)\n        act move(cell: place)\n    }\n}\n\n"
                   "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                   "        on noise -> emit help within 5\n"
                   "        on bumped -> emit help to that\n"
                   "        on help -> push b call Help(who: that, place: there)\n    }\n}\n");
    us_id one = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "GUARD", 1, 8, 5);
    us_id three = arena_world_add(&s.a, "GUARD", 1, 40, 5);
    think(&s);
    happen(&s, US_EVENT_NOISE, one, 0, 1, 1, 1);
    CHECK_STR(think(&s), "");
    CHECK_INT(s.next, s.a.world.now); /* it wants to think at once */
    CHECK_STR(think(&s), "2:move 5,5");
    happen(&s, US_EVENT_BUMPED, one, three, 1, 1, 1);
    CHECK_STR(think(&s), "");
    CHECK_STR(think(&s), "3:move 5,5");
    CHECK_INT(us_troupe_count(s.troupe).told, 2);
    close_stage(&s);
}

/* ---- acts */

static const char two_ways[] = "brl 1 arena\n\ntree Go {\n    do selector {\n"
                               "        act move(cell: (3, 3))\n        act stand()\n    }\n}\n\n"
                               "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                               "        on noise -> push b call Look()\n"
                               "        on shot -> flush b\n    }\n}\n\n"
                               "tree Look {\n    do act search(cell: (4, 4))\n}\n";

static void an_act_ends_as_its_order_does(void)
{
    stage s;
    open_stage(&s, two_ways);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(think(&s), "1:move 3,3");
    CHECK_STR(think(&s), "");
    finish(&s, me, US_EVENT_FAILED, US_REASON_NO_WAY);
    CHECK_STR(think(&s), "1:stand");
    done(&s, me);
    CHECK_STR(think(&s), ""); /* the tree begins anew in the next cycle */
    CHECK_STR(think(&s), "1:move 3,3");
    close_stage(&s);
}

static void a_refused_order_ends_its_act(void)
{
    stage s;
    open_stage(&s, two_ways);
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    s.refuses = US_REASON_BUSY; /* the game, after the view allowed it */
    CHECK_STR(think(&s), "1:move 3,3");
    s.refuses = US_REASON_NONE;
    CHECK_STR(think(&s), "1:stand");
    CHECK_INT(us_troupe_count(s.troupe).refused, 1);
    close_stage(&s);
}

static void what_was_done_while_dormant_is_not_ordered_again(void)
{
    stage s;
    open_stage(&s, two_ways);
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    think(&s);
    uint32_t move = s.latest[me];
    happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    CHECK_STR(think(&s), "1:search 4,4");
    s.events.count = 0; /* not interrupted: it was there at that moment */
    happen(&s, US_EVENT_DONE, me, 0, 3, 3, (int)move);
    CHECK_STR(think(&s), "");
    happen(&s, US_EVENT_SHOT, me, 0, 1, 1, 1);
    CHECK_STR(think(&s), ""); /* Go succeeds, and begins anew in the next cycle */
    CHECK_STR(think(&s), "1:move 3,3");
    close_stage(&s);
}

static void what_goes_on_while_dormant_is_not_ordered_again(void)
{
    stage s;
    open_stage(&s, "brl 1 arena\n\ntree Go {\n    do act move(cell: (3, 3))\n}\n\n"
                   "archetype Guard {\n    do stacks a, b {\n        call Go()\n"
                   "        on noise -> push b call Wait()\n    }\n}\n\n"
                   "tree Wait {\n    do delay 5 check true\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    CHECK_STR(think(&s), "1:move 3,3");
    happen(&s, US_EVENT_NOISE, me, 0, 1, 1, 1);
    for (int i = 0; i < 10; i++)
        CHECK_STR(think(&s), "");
    close_stage(&s);
}

static void a_character_commands_itself_alone(void)
{
    stage s;
    open_stage(&s,
               "brl 1 arena\n\ntree Go {\n"
               "    do selector {\n        act stand(unit: first(self, \"GUARD\"))\n"
               "        act hide(unit: this)\n    }\n}\n\narchetype Guard {\n    do stacks a {\n"
               "        call Go()\n    }\n}\n");
    arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "GUARD", 1, 5, 6);
    CHECK_STR(think(&s), "1:stand 2:hide");
    close_stage(&s);
}

static void a_slot_that_is_described_is_the_nearest(void)
{
    stage s;
    open_stage(&s,
               "brl 1 arena\n\ntree Go {\n    slot foe: entity \"ALIVE\" of enemy\n"
               "    do repeat act attack(target: foe)\n}\n\narchetype Guard {\n    do stacks a {\n"
               "        call Go()\n    }\n}\n");
    us_id me = arena_world_add(&s.a, "GUARD", 1, 5, 5);
    arena_world_add(&s.a, "PLAYER", 0, 30, 30);
    us_id near = arena_world_add(&s.a, "PLAYER", 0, 7, 7);
    arena_world_add(&s.a, "MEDKIT", US_NEUTRAL, 5, 6);
    CHECK_STR(think(&s), "1:attack 3");
    arena_world_remove(&s.a, near);
    done(&s, me);
    think(&s);
    CHECK_STR(think(&s), "1:attack 2"); /* who is gone is looked for anew */
    close_stage(&s);
}

static void the_query_that_has_the_more_similar_answer_is_chosen(void)
{
    stage s;
    open_stage(&s, "brl 1 arena\nbehavior \"calm\" (foe: entity \"PLAYER\") is Attack {\n"
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
    CHECK_STR(think(&s), "1:attack 2");
    arena_world_set(&s.a, me, "alarm", 80);
    CHECK_STR(think(&s), "1:hide");
    close_stage(&s);
}

/* ---- coming and going */

static void who_appears_begins_and_who_goes_is_halted(void)
{
    stage s;
    open_stage(&s, guard);
    CHECK_STR(think(&s), "");
    arena_world_add(&s.a, "MEDKIT", US_NEUTRAL, 5, 5);
    us_id two = arena_world_add(&s.a, "GUARD", 1, 5, 5),
          three = arena_world_add(&s.a, "GUARD", 1, 6, 5);
    CHECK_STR(think(&s), "2:move 1,1 3:move 1,1");
    arena_world_remove(&s.a, two);
    CHECK_STR(think(&s), "");
    CHECK_STR(said(&s), "stopped Patrol, stopped Guard");
    CHECK(!us_troupe_run(s.troupe, two) && us_troupe_run(s.troupe, three));
    arena_world_get(&s.a, three)->owner = 0; /* it went over to the others */
    CHECK_STR(think(&s), "");
    CHECK_INT(us_troupe_count(s.troupe).actors, 0);
    close_stage(&s);
}

static void who_has_nothing_to_do_costs_nothing(void)
{
    stage s;
    open_stage(&s, guard);
    for (int i = 0; i < 100; i++)
        arena_world_add(&s.a, "GUARD", 1, i % 50, i / 50);
    think(&s);
    think(&s);
    int64_t ticks = us_troupe_count(s.troupe).ticks;
    for (int i = 0; i < 50; i++) {
        arena_world_move(&s.a, 7, 1 + i, 3); /* the world changes, and nobody watches it */
        think(&s);
    }
    CHECK_INT(us_troupe_count(s.troupe).ticks, ticks);
    CHECK_INT(s.next, US_NEVER);
    happen(&s, US_EVENT_NOISE, 50, 0, 1, 1, 1);
    think(&s);
    CHECK_INT(us_troupe_count(s.troupe).ticks, ticks + 1);
    close_stage(&s);
}

static void a_cycle_allocates_nothing_once_all_have_been_seen(void)
{
    stage s;
    open_stage(&s, guard);
    for (int i = 0; i < 20; i++)
        arena_world_add(&s.a, "GUARD", 1, i, 3);
    uint64_t before = 0;
    for (int round = 0; round < 60; round++) {
        if (round == 30)
            before = us_alloc_count();
        for (us_id id = 1; id <= 20; id++) {
            if (round % 3 == 0)
                happen(&s, US_EVENT_NOISE, id, 0, 1, 1, 1);
            else
                done(&s, id);
        }
        us_view view = {.world = &s.a.world, .self = 1};
        us_orders_reset(&s.orders);
        us_troupe_think(s.troupe, &view, &s.events, &s.orders);
        us_events_reset(&s.events);
        for (int i = 0; i < s.orders.count; i++) {
            s.orders.order[i].id = ++s.ids;
            us_troupe_told(s.troupe, &s.orders.order[i], US_REASON_NONE);
            s.latest[s.orders.order[i].unit[0]] = s.ids;
        }
        s.a.world.now++;
    }
    CHECK_INT(us_alloc_count() - before, 0);
    close_stage(&s);
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
            i, us_rng_below(&rng, 100), us_rng_below(&rng, 100), us_rng_below(&rng, 100),
            acts[i % 4]);
    us_str_addf(text,
                "tree Hunt(foe: entity) {\n    do query Attack(who: foe) recheck %s\n}\n\n"
                "tree Stay {\n    do act stand()\n}\n\n"
                "archetype Guard {\n    do stacks a, b {\n        call Stay()\n"
                "        on seen -> push b call Hunt(foe: that)\n"
                "        on noise -> push b call Stay()\n        on lost -> flush b\n    }\n}\n",
                recheck);
}

static void at_random(us_rng *rng, stage *s, us_id foe)
{
    for (us_id id = 2; id <= 6; id++) {
        int what = us_rng_below(rng, 60);
        if (what == 0)
            happen(s, US_EVENT_SEEN, id, foe, 9, 9, 0);
        else if (what == 1)
            happen(s, US_EVENT_NOISE, id, foe, 9, 9, 0);
        else if (what == 2)
            happen(s, US_EVENT_LOST, id, foe, 9, 9, 0);
        else if (what < 6)
            arena_world_set(&s->a, id, what % 2 ? "alarm" : "aggressive",
                            5 * us_rng_below(rng, 20));
        else if (what < 9 && s->latest[id])
            done(s, id);
        else if (what == 9 && s->latest[id])
            finish(s, id, US_EVENT_FAILED, US_REASON_NO_WAY);
    }
    if (us_rng_chance(rng, 1, 40))
        arena_world_tally(&s->a, 0, "bored", 5 * us_rng_below(rng, 20));
}

static void asking_at_events_gives_what_asking_in_every_cycle_gives(void)
{
    static stage s[2];
    int64_t orders = 0;
    for (int i = 0; i < 2; i++) {
        us_str text;
        us_str_init(&text);
        add_dynamic(i ? "event" : "tick", &text);
        open_stage(&s[i], text.text);
        us_str_clear(&text);
        arena_world_add(&s[i].a, "PLAYER", 0, 9, 9);
        for (int k = 0; k < 5; k++)
            arena_world_add(&s[i].a, "GUARD", 1, k, 3);
    }
    us_rng rng[2] = {us_rng_derive(8, "stage", 0), us_rng_derive(8, "stage", 0)};
    for (int cycle = 0; cycle < 4000; cycle++) {
        at_random(&rng[0], &s[0], 1);
        at_random(&rng[1], &s[1], 1);
        const char *one = think(&s[0]), *two = think(&s[1]);
        if (strcmp(one, two) != 0)
            FAIL("cycle %d: asked in every cycle %s, at events %s", cycle, one, two);
        REQUIRE(strcmp(one, two) == 0);
        orders += s[1].orders.count;
    }
    us_ask_counts tick = us_troupe_count(s[0].troupe).ask, event = us_troupe_count(s[1].troupe).ask;
    CHECK(orders > 500);
    CHECK_INT(event.expansions, tick.expansions);
    CHECK_INT(event.teardowns, tick.teardowns);
    CHECK(event.teardowns > 50);
    CHECK(event.queries * 5 < tick.queries);
    close_stage(&s[0]);
    close_stage(&s[1]);
}

static const us_test tests[] = {
    {"the guard does as the table says", the_guard_does_as_the_table_says},
    {"the variants of the table hold", the_variants_of_the_table_hold},
    {"once it is over nothing is told", once_it_is_over_nothing_is_told},
    {"each hears what is about itself and the seat", each_hears_what_is_about_itself_and_the_seat},
    {"others hear a shout in the next think", others_hear_a_shout_in_the_next_think},
    {"an act ends as its order does", an_act_ends_as_its_order_does},
    {"a refused order ends its act", a_refused_order_ends_its_act},
    {"what was done while dormant is not ordered again",
     what_was_done_while_dormant_is_not_ordered_again},
    {"what goes on while dormant is not ordered again",
     what_goes_on_while_dormant_is_not_ordered_again},
    {"a character commands itself alone", a_character_commands_itself_alone},
    {"a slot that is described is the nearest", a_slot_that_is_described_is_the_nearest},
    {"the query that has the more similar answer is chosen",
     the_query_that_has_the_more_similar_answer_is_chosen},
    {"who appears begins, and who goes is halted", who_appears_begins_and_who_goes_is_halted},
    {"who has nothing to do costs nothing", who_has_nothing_to_do_costs_nothing},
    {"a cycle allocates nothing once all have been seen",
     a_cycle_allocates_nothing_once_all_have_been_seen},
    {"asking at events gives what asking in every cycle gives",
     asking_at_events_gives_what_asking_in_every_cycle_gives},
    {0},
};
const us_test_suite suite_troupe = {"characters that run trees", tests};
