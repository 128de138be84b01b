/* What stored states tell of a game that can't be played again, beside what playing it tells. */
#include <string.h>
#include <unistd.h>

#include "tests/unit/recorded_game.h"
#include "tests/unit/test.h"
#include "traces/suggest.h"
#include "traces/worlds.h"

static const recorded_game_plan rushes[] = {
    {"bases-8", {"ai:light-rush", "ai:worker-rush"}, 3000, 1, .domain = "microrts"},
    {"rooms-16", {"ai:ranged-rush", "ai:heavy-rush"}, 3000, 1, .domain = "microrts"},
    {"barracks-24", {"ai:random-biased", "ai:light-rush"}, 900, 1, .domain = "microrts"},
};
static const recorded_game_plan settlers = {
    "open-1", {"expert:balanced", "ai:land-attack"}, 4000, 1};

typedef struct seen {
    us_log log;
    us_worlds *worlds;
    us_events events;
} seen;

/* All events, by the states alone. */
static void see(seen *s, recorded_game *t, const recorded_game_plan *plan)
{
    *s = (seen){0};
    recorded_game_record(t, plan);
    recorded_game_forget_orders(t);
    REQUIRE(us_log_read(&s->log, t->trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&s->log, t->trace, &s->worlds, NULL) == US_OK);
    REQUIRE(us_worlds_read_events(s->worlds, 0, t->cycles, &s->events, NULL) == US_OK);
}

static void forget(seen *s, recorded_game *t)
{
    us_events_clear(&s->events);
    us_worlds_close(s->worlds);
    us_log_clear(&s->log);
    recorded_game_drop(t);
}

/* Who made it, whose order it was: but not what had a hand in somebody's end. */
static bool is_same(const us_event *a, const us_event *b)
{
    bool ends = a->kind == US_EVENT_DONE || a->kind == US_EVENT_FAILED;
    return a->cycle == b->cycle && a->kind == b->kind && a->entity == b->entity &&
           (!ends || (a->value == b->value && a->extra == b->extra)) &&
           (a->kind != US_EVENT_CREATED || a->other == b->other);
}

static int count_lacking(const us_events *events, const us_events *among, unsigned kinds, int *all)
{
    int lacking = 0;
    for (int i = 0; i < events->count; i++) {
        bool found = false;
        if (!(US_EVENT_BIT(events->event[i].kind) & kinds))
            continue;
        for (int k = 0; k < among->count && !found; k++)
            found = is_same(&events->event[i], &among->event[k]);
        lacking += !found;
        ++*all;
    }
    return lacking;
}

TEST(states_of_all_cycles_tell_who_made_what_and_how_orders_ended)
{
    unsigned kinds = US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_GONE) |
                     US_EVENT_BIT(US_EVENT_DONE) | US_EVENT_BIT(US_EVENT_FAILED);
    int told = 0;
    for (int g = 0; g < US_COUNT(rushes); g++) {
        static recorded_game t;
        seen s;
        int shown = 0;
        us_test_row(rushes[g].map);
        see(&s, &t, &rushes[g]);
        CHECK_INT(count_lacking(&t.events, &s.events, kinds, &told), 0);
        CHECK_INT(count_lacking(&s.events, &t.events, kinds, &shown), 0);
        forget(&s, &t);
    }
    CHECK(told > 300);
}

/* Of who stands still, and of who walks to it. */
TEST(what_is_made_is_known_of_makers_that_walk_too)
{
    static recorded_game t;
    seen s;
    int told = 0;
    see(&s, &t, &settlers);
    CHECK_INT(count_lacking(&t.events, &s.events,
                            US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_FINISHED),
                            &told),
              0);
    CHECK(told > 20);
    forget(&s, &t);
}

TEST(events_of_states_come_by_cycle_and_in_any_stretch)
{
    static recorded_game t;
    seen s;
    us_events part = {0};
    see(&s, &t, &rushes[1]);
    for (int i = 1; i < s.events.count; i++)
        CHECK(s.events.event[i - 1].cycle <= s.events.event[i].cycle);
    REQUIRE(us_worlds_read_events(s.worlds, 200, 300, &part, NULL) == US_OK);
    CHECK(part.count > 0);
    REQUIRE(us_worlds_read_events(s.worlds, 0, 200, &part, NULL) == US_OK);
    REQUIRE(us_worlds_read_events(s.worlds, 300, t.cycles, &part, NULL) == US_OK);
    CHECK_INT(part.count, s.events.count);
    us_events_clear(&part);
    forget(&s, &t);
}

/* ---- suggestions */

static us_status suggest(const recorded_game *t, us_str *out, us_cycle *gap, us_error *err)
{
    us_review *course = NULL;
    us_status status = US_OK;
    REQUIRE(us_review_open(t->trace, NULL, &course, NULL) == US_OK);
    us_annotation *made = us_annotation_new(course->domain);
    for (us_seat seat = 0; seat < course->seats && status == US_OK; seat++)
        status = us_suggestions_make(course, t->trace, NULL, seat, made, NULL, err);
    us_annotation_write(made, out);
    *gap = course->gap_to - course->gap_from;
    us_annotation_free(made);
    us_review_free(course);
    return status;
}

static void compare_suggestions(const recorded_game_plan *plan)
{
    static recorded_game t;
    us_cycle gap = -1;
    US_AUTOSTR(played);
    US_AUTOSTR(stored);
    us_test_row(plan->map);
    recorded_game_record(&t, plan);
    CHECK_INT(suggest(&t, &played, &gap, NULL), US_OK);
    CHECK_INT(gap, 0);
    recorded_game_forget_orders(&t);
    CHECK_INT(suggest(&t, &stored, &gap, NULL), US_OK);
    CHECK_INT(gap, 1);
    CHECK(strstr(stored.text, "\"why\""));
    CHECK_STR(stored.text, played.text);
    recorded_game_drop(&t);
}

TEST(suggestions_from_states_of_all_cycles_are_those_of_the_game)
{
    for (int g = 0; g < US_COUNT(rushes); g++)
        compare_suggestions(&rushes[g]);
    compare_suggestions(&settlers);
}

TEST(suggestions_tell_how_far_states_lie_apart)
{
    static recorded_game t;
    us_cycle gap = -1;
    US_AUTOSTR(out);
    recorded_game_plan sparse = rushes[0];
    sparse.every = 30;
    recorded_game_record(&t, &sparse);
    recorded_game_forget_orders(&t);
    CHECK_INT(suggest(&t, &out, &gap, NULL), US_OK);
    CHECK_INT(gap, 30);
    CHECK_CONTAINS(out.text, "\"WinMicroRTS\"");
    recorded_game_drop(&t);
}

/* ---- where nothing is suggested */

static void expect_refusal(const recorded_game *t, const char *text)
{
    us_cycle gap;
    us_error err = {0};
    US_AUTOSTR(out);
    CHECK_INT(suggest(t, &out, &gap, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, text);
}

/* The states from that cycle on. */
static void drop_states_before(recorded_game *t, us_cycle cycle)
{
    US_AUTO(us_log_clear) us_log log;
    us_worlds *worlds = NULL;
    us_states_writer *writer = NULL;
    us_state_change shown = {0};
    REQUIRE(us_log_read(&log, t->trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, t->trace, &worlds, NULL) == US_OK);
    us_states_header header = *us_states_get_header(us_worlds_states(worlds));
    unlink(t->states); /* it stays open */
    REQUIRE(us_states_writer_open(t->states, &header, log.domain, &writer, NULL) == US_OK);
    while (us_worlds_next_state(worlds, cycle, &shown, NULL) == US_OK && shown.world)
        us_states_writer_add(writer, shown.world);
    CHECK_INT(us_states_writer_close(writer, NULL), US_OK);
    us_events_clear(&shown.events);
    us_worlds_close(worlds);
}

TEST(states_that_begin_behind_the_first_order_are_too_few)
{
    static recorded_game t;
    recorded_game_record(&t, &rushes[0]);
    recorded_game_forget_orders(&t);
    drop_states_before(&t, 100);
    expect_refusal(&t, "the states stored beside it begin behind its first order, of cycle 0");
    unlink(t.states);
    expect_refusal(&t, "orders were left out");
    recorded_game_drop(&t);
}

TEST(of_a_game_in_fog_states_do_not_tell_what_a_seat_saw)
{
    static recorded_game t;
    recorded_game_plan fog = {"open-2", {"ai:raid", "random"}, 600, 1, .fog = true};
    recorded_game_record(&t, &fog);
    recorded_game_forget_orders(&t);
    expect_refusal(&t, "nobody knows what a player saw in fog, and ");
    recorded_game_drop(&t);
}
