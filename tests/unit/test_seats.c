#include <string.h>

#include "learn/learner.h"
#include "tests/unit/test.h"

/* Seats of a game of three by who won, and what is learned of their goals. Seat 0 has a label and a
 * suggestion, seat 1 two suggestions, seat 2 none. */
static const char goals[] =
    "{\"understudy\":\"goals\",\"version\":1,\"domain\":\"skirmish\",\"goals\":[\n"
    "{\"id\":1,\"parent\":2,\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0,"
    "\"orders\":[[1,9]],\"by\":\"hand\"},\n"
    "{\"id\":2,\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0,"
    "\"orders\":[[1,9]],\"by\":\"auto\",\"suggested\":true,\"why\":\"a test\"},\n"
    "{\"id\":1,\"seat\":1,\"goal\":\"WinWargus\",\"args\":{\"player\":1},\"opened\":0,"
    "\"orders\":[[1,9]],\"by\":\"auto\",\"suggested\":true,\"why\":\"a test\"},\n"
    "{\"id\":2,\"seat\":1,\"goal\":\"WinWargus\",\"args\":{\"player\":1},\"opened\":0,"
    "\"orders\":[[1,9]],\"by\":\"auto\",\"suggested\":true,\"why\":\"a test\"}\n"
    "]}\n";

enum { SEATS = 3, NOBODY = US_NEUTRAL };

typedef struct choosing {
    us_domain *domain;
    us_annotation *annotation;
    us_trace_header header;
    us_learn_result out;
} choosing;

static void begin(choosing *c, us_outcome outcome)
{
    *c = (choosing){.header = {.seats = SEATS}};
    for (int i = 0; i < SEATS; i++)
        c->header.seat[i].player = "ai:boom";
    c->out.log.header = &c->header;
    c->out.log.outcome = outcome;
    REQUIRE(us_domain_load_shipped("skirmish", &c->domain, NULL) == US_OK);
    REQUIRE(us_annotation_parse("goals", goals, strlen(goals), c->domain, NULL, &c->annotation,
                                NULL) == US_OK);
}

static void choose(choosing *c, int seat, bool suggested)
{
    us_learn_def def = us_learn_def_default();
    def.seat = seat;
    def.suggested = suggested;
    us_seats_choose(&c->out.log, &def, c->annotation, &c->out);
}

static void end(choosing *c)
{
    us_annotation_free(c->annotation);
    us_domain_free(c->domain);
}

static us_outcome won_by(us_seat seat)
{
    return (us_outcome){.kind = seat == NOBODY ? US_OUTCOME_DRAW : US_OUTCOME_WIN, .winner = seat};
}

TEST(a_game_is_lost_by_all_but_its_winner)
{
    static const struct {
        us_outcome outcome;
        us_fate fate[SEATS];
    } rows[] = {
        {{US_OUTCOME_WIN, 1, ""}, {US_FATE_LOST, US_FATE_WON, US_FATE_LOST}},
        {{US_OUTCOME_DRAW, US_NEUTRAL, ""}, {US_FATE_UNDECIDED}},
        {{US_OUTCOME_NONE, 0, ""}, {US_FATE_UNDECIDED}},
        {{US_OUTCOME_BROKEN, 0, ""}, {US_FATE_UNDECIDED}},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_log log = {.outcome = rows[i].outcome};
        for (us_seat seat = 0; seat < SEATS; seat++)
            CHECK_INT(us_log_fate(&log, seat), rows[i].fate[seat]);
    }
}

TEST(each_seat_is_taken_or_left_out_for_its_reason)
{
    static const struct {
        us_seat winner;
        int seat;
        bool suggested;
        us_seat_use use[SEATS];
        int taken, withheld, kept; /* kept: goals of seat 0 */
    } rows[] = {
        {0, US_LEARN_UNBEATEN, false, {US_SEAT_TAKEN, US_SEAT_BEATEN, US_SEAT_BARE}, 1, 1, 1},
        {0, US_LEARN_UNBEATEN, true, {US_SEAT_TAKEN, US_SEAT_BEATEN, US_SEAT_BARE}, 1, 0, 2},
        {0, US_LEARN_ALL, false, {US_SEAT_TAKEN, US_SEAT_SUGGESTED, US_SEAT_BARE}, 1, 3, 1},
        {0, US_LEARN_ALL, true, {US_SEAT_TAKEN, US_SEAT_TAKEN, US_SEAT_BARE}, 2, 0, 2},
        {0, 1, true, {US_SEAT_UNASKED, US_SEAT_TAKEN, US_SEAT_UNASKED}, 1, 0, 2},
        {0, 1, false, {US_SEAT_UNASKED, US_SEAT_SUGGESTED, US_SEAT_UNASKED}, 0, 2, 2},
        {2, US_LEARN_UNBEATEN, true, {US_SEAT_BEATEN, US_SEAT_BEATEN, US_SEAT_BARE}, 0, 0, 2},
        {NOBODY, US_LEARN_UNBEATEN, true, {US_SEAT_TAKEN, US_SEAT_TAKEN, US_SEAT_BARE}, 2, 0, 2},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        choosing c;
        int kept = 0;
        begin(&c, won_by(rows[i].winner));
        choose(&c, rows[i].seat, rows[i].suggested);
        for (us_seat seat = 0; seat < SEATS; seat++)
            CHECK_INT(c.out.seat[seat].use, rows[i].use[seat]);
        CHECK_INT(c.out.taken, rows[i].taken);
        CHECK_INT(c.out.withheld, rows[i].withheld);
        for (int k = 0; k < c.annotation->count; k++)
            kept += c.annotation->goal[k].seat == 0;
        CHECK_INT(kept, rows[i].kept);
        end(&c);
    }
}

TEST(a_label_below_a_suggestion_that_is_left_out_goes_to_the_top)
{
    choosing c;
    begin(&c, won_by(0));
    choose(&c, US_LEARN_UNBEATEN, false);
    const us_goal_instance *label = us_annotation_find(c.annotation, 0, 1);
    REQUIRE(label != NULL);
    CHECK_INT(label->parent, 0);
    CHECK(us_annotation_find(c.annotation, 0, 2) == NULL);
    end(&c);
}

TEST(what_leaves_nothing_says_how_to_learn_from_it)
{
    choosing c;
    us_error err = {0};
    begin(&c, won_by(2));
    choose(&c, US_LEARN_UNBEATEN, false);
    CHECK_INT(us_learn_result_fail_empty(&c.out, "t.jsonl", &us_learn_options, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "t.jsonl");
    CHECK_CONTAINS(err.text, "seat 0 (ai:boom, lost) is left out: it lost the game; --seat 0 or");
    CHECK_CONTAINS(err.text, "seat 1 (ai:boom, lost) is left out: it lost the game; --seat 1 or");
    CHECK(!strstr(err.text, "seat 2"));
    end(&c);
}

/* The first version has the mark already: a goal without it is a label. */
TEST(a_goal_of_an_old_file_is_a_label_unless_it_is_marked)
{
    choosing c;
    begin(&c, won_by(NOBODY));
    us_annotation_free(c.annotation);
    REQUIRE(us_annotation_load("tests/fixtures/goals-1/game.goals.json", c.domain, NULL,
                               &c.annotation, NULL) == US_OK);
    choose(&c, US_LEARN_UNBEATEN, false);
    CHECK_INT(c.out.seat[0].goals, 4);
    CHECK_INT(c.out.seat[0].withheld, 1);
    CHECK_INT(c.annotation->count, 3);
    CHECK(us_annotation_find(c.annotation, 0, 4) == NULL);
    end(&c);
}
