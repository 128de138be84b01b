#include "base/file.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/test.h"
#include "traces/check.h"
#include "traces/lives.h"
#include "traces/trim.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct opened {
    us_log log;
    us_worlds *worlds;
} opened;

static void open_take(opened *o, const recorded_game *t)
{
    us_error err = {0};
    if (us_log_read(&o->log, t->trace, NULL, &err) != US_OK ||
        us_worlds_open(&o->log, t->trace, &o->worlds, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(o->worlds);
}

static void close_take(opened *o)
{
    us_worlds_close(o->worlds);
    us_log_clear(&o->log);
}

/* ---- worlds */

TEST(any_world_of_a_trace_is_the_one_that_was)
{
    const recorded_game_plan *plans[] = {&recorded_game_plain, &recorded_game_with_states};
    for (int p = 0; p < 2; p++) {
        static recorded_game t;
        opened o;
        const us_world *world = NULL;
        recorded_game_record(&t, plans[p]);
        open_take(&o, &t);
        CHECK_INT(o.log.cycles, t.cycles);
        for (us_cycle cycle = 0; cycle <= t.cycles; cycle += 3) {
            REQUIRE(us_worlds_at(o.worlds, cycle, &world, NULL) == US_OK);
            if (!CHECK_INT(world->now, cycle) || !CHECK_HASH(us_world_hash(world), t.hash[cycle]))
                break;
        }
        us_rng rng = us_rng_derive(1, "test.worlds", 0);
        for (int i = 0; i < 60; i++) {
            us_cycle cycle = (us_cycle)us_rng_next_below(&rng, (uint32_t)t.cycles + 1);
            REQUIRE(us_worlds_at(o.worlds, cycle, &world, NULL) == US_OK);
            CHECK_HASH(us_world_hash(world), t.hash[cycle]);
        }
        REQUIRE(us_worlds_at(o.worlds, INT32_MAX, &world, NULL) == US_OK);
        CHECK_INT(world->now, t.cycles);
        close_take(&o);
        recorded_game_drop(&t);
    }
}

TEST(a_seat_s_world_is_what_it_saw)
{
    static recorded_game t;
    opened o;
    const us_world *world = NULL;
    us_error err = {0};
    recorded_game_record(&t, &recorded_game_with_states);
    open_take(&o, &t);
    for (us_cycle cycle = 0; cycle <= t.cycles; cycle += 11) {
        REQUIRE(us_worlds_view_at(o.worlds, cycle, 1, &world, NULL) == US_OK);
        CHECK_HASH(us_world_hash(world), t.seen[cycle]);
        CHECK(t.seen[cycle] != t.hash[cycle]);
    }
    close_take(&o);
    recorded_game_forget_orders(&t);
    open_take(&o, &t);
    CHECK_INT(us_worlds_view_at(o.worlds, 3, 1, &world, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "nobody knows what seat 1 saw");
    close_take(&o);
    recorded_game_drop(&t);
}

TEST(without_a_game_the_stored_states_have_to_do)
{
    static recorded_game t;
    opened o;
    const us_world *world = NULL;
    recorded_game_record(&t, &recorded_game_with_states);
    recorded_game_forget_orders(&t);
    open_take(&o, &t);
    CHECK(!o.log.scenario && us_worlds_states(o.worlds));
    for (us_cycle cycle = 0; cycle < t.cycles; cycle += 5) {
        REQUIRE(us_worlds_at(o.worlds, cycle, &world, NULL) == US_OK);
        CHECK_INT(world->now, cycle - cycle % 7);
        CHECK_HASH(us_world_hash(world), t.hash[cycle - cycle % 7]);
    }
    close_take(&o);
    unlink(t.states);
    us_error err = {0};
    open_take(&o, &t);
    CHECK_INT(us_worlds_at(o.worlds, 5, &world, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "no states are stored beside the trace, and");
    CHECK_CONTAINS(err.text, "orders were left out");
    close_take(&o);
    recorded_game_drop(&t);
}

TEST(states_of_another_game_are_refused)
{
    static recorded_game a, b;
    recorded_game_plan other = recorded_game_with_states;
    us_log log;
    us_worlds *worlds = NULL;
    us_error err = {0};
    recorded_game_record(&a, &recorded_game_with_states);
    other.map = "choke-2";
    recorded_game_record(&b, &other);
    recorded_game_write_file(a.states, b.bytes, b.size);
    REQUIRE(us_log_read(&log, a.trace, NULL, NULL) == US_OK);
    CHECK_INT(us_worlds_open(&log, a.trace, &worlds, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "another map");
    us_log_clear(&log);
    recorded_game_drop(&a);
    recorded_game_drop(&b);
}

TEST(a_game_that_takes_another_course_is_found)
{
    static recorded_game t;
    recorded_game_plan plan = recorded_game_plain;
    opened o;
    us_error err = {0};
    const us_world *world = NULL;
    recorded_game_record(&t, &plan);
    open_take(&o, &t);
    CHECK(us_worlds_can_replay(o.worlds));
    CHECK_INT(us_worlds_verify(o.worlds, t.cycles + 1, &err), US_OK);
    CHECK(us_worlds_can_replay(o.worlds));
    close_take(&o);
    char *text;
    size_t length;
    REQUIRE(us_file_read(t.trace, 1 << 24, &text, &length, NULL) == US_OK);
    char *tags = strstr(text, "\"tags\":\"");
    REQUIRE(tags);
    tags += strlen("\"tags\":\"") + 4 * 5; /* the sixth cycle's */
    *tags = *tags == '0' ? '1' : '0';
    recorded_game_write_file(t.trace, text, length);
    open_take(&o, &t);
    CHECK_INT(us_worlds_verify(o.worlds, 5, &err), US_OK); /* the course up to there is the same */
    CHECK(us_worlds_can_replay(o.worlds));
    CHECK_INT(us_worlds_verify(o.worlds, 6, &err), US_MISMATCH); /* told by tags that come later */
    close_take(&o);
    open_take(&o, &t);
    CHECK_INT(us_worlds_verify(o.worlds, t.cycles + 1, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "takes another course from cycle 6 on: the game took another course");
    CHECK(!us_worlds_can_replay(o.worlds));
    CHECK_INT(us_worlds_at(o.worlds, 5, &world, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "no states are stored beside the trace, and");
    close_take(&o);
    us_mem_free(text);
    recorded_game_drop(&t);
}

/* ---- events and lives */

static void same_events(const us_events *are, const us_events *were, us_cycle from, us_cycle to)
{
    int k = 0;
    for (int i = 0; i < were->count; i++) {
        const us_event *a = &were->event[i];
        if (a->cycle < from || a->cycle >= to)
            continue;
        if (!CHECK(k < are->count))
            return;
        const us_event *b = &are->event[k++];
        CHECK(a->cycle == b->cycle && a->kind == b->kind && a->entity == b->entity &&
              a->seat == b->seat && a->value == b->value && a->extra == b->extra);
    }
    CHECK_INT(are->count, k);
}

TEST(events_follow_from_the_orders)
{
    static recorded_game t;
    opened o;
    us_events events = {0};
    recorded_game_record(&t, &recorded_game_plain);
    open_take(&o, &t);
    for (us_cycle cycle = 0; cycle < t.cycles; cycle += 100) {
        us_events_reset(&events);
        REQUIRE(us_worlds_read_events(o.worlds, cycle, cycle + 100, &events, NULL) == US_OK);
        same_events(&events, &t.events, cycle, cycle + 100);
    }
    us_events_reset(&events);
    REQUIRE(us_worlds_read_events(o.worlds, 300, 310, &events, NULL) == US_OK);
    same_events(&events, &t.events, 300, 310);
    us_events_clear(&events);
    close_take(&o);
    recorded_game_drop(&t);
}

TEST(recorded_events_are_the_same)
{
    static recorded_game t;
    opened o;
    us_events events = {0};
    recorded_game_plan p = recorded_game_plain;
    p.events = true;
    recorded_game_record(&t, &p);
    open_take(&o, &t);
    same_events(&o.log.events, &t.events, 0, INT32_MAX);
    close_take(&o);
    recorded_game_forget_orders(&t);
    open_take(&o, &t);
    REQUIRE(us_worlds_read_events(o.worlds, 100, 900, &events, NULL) == US_OK);
    same_events(&events, &t.events, 100, 900);
    us_events_clear(&events);
    close_take(&o);
    recorded_game_drop(&t);
}

TEST(stored_states_show_who_came_and_went)
{
    static recorded_game t;
    opened o;
    us_events events = {0};
    int born = 0, shown = 0;
    recorded_game_record(&t, &recorded_game_with_states);
    recorded_game_forget_orders(&t);
    open_take(&o, &t);
    REQUIRE(us_worlds_read_events(o.worlds, 0, t.cycles, &events, NULL) == US_OK);
    for (int i = 0; i < t.events.count; i++)
        born += t.events.event[i].kind == US_EVENT_CREATED;
    for (int i = 0; i < events.count; i++)
        shown += events.event[i].kind == US_EVENT_CREATED;
    CHECK(born > 0);
    CHECK_INT(shown, born);
    us_events_clear(&events);
    close_take(&o);
    recorded_game_drop(&t);
}

TEST(lives_are_those_of_the_worlds)
{
    static recorded_game t;
    recorded_game_record(&t, &recorded_game_with_states);
    for (int external = 0; external < 2; external++) {
        opened o;
        us_lives *lives = NULL;
        const us_world *world = NULL;
        if (external)
            recorded_game_forget_orders(&t);
        open_take(&o, &t);
        REQUIRE(us_lives_from_worlds(o.worlds, &lives, NULL) == US_OK);
        for (us_cycle cycle = 0; cycle <= t.cycles; cycle += 7) {
            REQUIRE(us_worlds_at(o.worlds, cycle, &world, NULL) == US_OK);
            int living = 0;
            for (us_id id = 1; id < 200; id++)
                living += us_lives_find(lives, id, cycle) != NULL;
            CHECK(external ? living >= world->count : living == world->count);
            for (int i = 0; i < world->count; i++) {
                const us_life *life = us_lives_find(lives, world->entity[i].id, cycle);
                if (CHECK(life))
                    CHECK_INT(life->type, world->entity[i].type);
            }
        }
        CHECK(!us_lives_find(lives, 4000, 5) && !us_lives_find_first(lives, 4000));
        us_lives_free(lives);
        close_take(&o);
    }
    recorded_game_drop(&t);
}

/* ---- trimming */

TEST(a_trace_trimmed_to_a_cycle_checks_and_replays)
{
    static recorded_game t;
    recorded_game_record(&t, &recorded_game_with_states);
    for (us_cycle to = 0; to < t.cycles + 100; to += 333) {
        static recorded_game cut;
        us_trim_report report;
        us_trace_check check;
        us_error err = {0};
        recorded_game_name(&cut);
        us_trim_def def = {.path = t.trace, .out = cut.trace, .to = to, .seat = US_NEUTRAL};
        if (us_trace_trim(&def, &report, &err) != US_OK)
            FAIL("%s", err.text);
        recorded_game_load(&cut);
        us_trace_check_def check_def = {.path = cut.trace};
        REQUIRE(us_trace_check_run(&check_def, &check, NULL) == US_OK);
        CHECK_INT(check.findings, 0);
        CHECK(check.replayed && check.cycles <= to);
        CHECK_INT(check.ended, to >= t.cycles);
        CHECK_INT(check.states, report.states);
        CHECK(to < t.cycles || (cut.length == t.length && !memcmp(cut.text, t.text, t.length)));
        us_trace_check_clear(&check);
        recorded_game_drop(&cut);
    }
    recorded_game_drop(&t);
}

TEST(a_trace_of_one_seat_has_its_worlds)
{
    static recorded_game t;
    static recorded_game own;
    opened o;
    us_trim_report report;
    const us_world *world = NULL;
    recorded_game_record(&t, &recorded_game_plain);
    recorded_game_name(&own);
    us_trim_def def = {.path = t.trace, .out = own.trace, .to = 1000, .seat = 1};
    REQUIRE(us_trace_trim(&def, &report, NULL) == US_OK);
    recorded_game_load(&own);
    CHECK(report.orders > 0 && report.dropped > 0 && report.states > 0);
    open_take(&o, &own);
    CHECK(!o.log.scenario);
    CHECK_INT(o.log.orders.count, report.orders);
    for (int i = 0; i < o.log.orders.count; i++) {
        us_cycle cycle = o.log.line[i].cycle;
        CHECK(o.log.orders.order[i].seat == 1 && cycle < 1000);
        REQUIRE(us_worlds_at(o.worlds, cycle, &world, NULL) == US_OK);
        CHECK_HASH(us_world_hash(world), t.hash[cycle]);
    }
    close_take(&o);
    us_trace_check check;
    us_trace_check_def check_def = {.path = own.trace};
    REQUIRE(us_trace_check_run(&check_def, &check, NULL) == US_OK);
    CHECK_INT(check.findings, 0);
    CHECK(!check.replayed && check.lives);
    us_trace_check_clear(&check);
    recorded_game_drop(&own);
    recorded_game_drop(&t);
}
