/* Matches whose players fail, or do nothing. */
#include "domain/goal.h"
#include "domain/note.h"
#include "understudy/game.h"

#include <string.h>

#include "tests/unit/counting_game.h"
#include "tests/unit/test.h"

enum { WAKEUP = 10, CYCLES = 200 };

/* Thinks every NAP cycles and orders as often as it is told. */
typedef struct hand {
    us_player player;
    us_cycle fails; /* from this cycle on it is in trouble; 0: never */
    int orders;     /* at a think */
    bool bad, idle; /* its orders are refused; it says of itself that it did nothing */
    int ends;
} hand;

static void hand_think(us_player *player, const us_view *view, const us_events *events,
                       us_orders *orders, us_wakeup *wakeup)
{
    const hand *h = (const hand *)player;
    us_id unit = 1;
    (void)events;
    for (int i = 0; i < h->orders; i++)
        us_orders_add(orders, view->self, 0, &unit, 1)->arg[0] = h->bad ? -1 : 1;
    wakeup->until = view->world->now + WAKEUP;
}

static void hand_close(us_player *player)
{
    (void)player;
}

static void hand_over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    (void)view, (void)outcome;
    ((hand *)player)->ends++;
}

static us_status hand_status(us_player *player, us_cycle now, us_error *err)
{
    const hand *h = (const hand *)player;
    return h->fails && now >= h->fails
               ? us_error_set(err, US_BROKEN, NULL, 0, 0, "out of order since %d", (int)h->fails)
               : US_OK;
}

static bool hand_idle(const us_player *player)
{
    return ((const hand *)player)->idle;
}

static const us_player_kind hand_kind = {.prefix = "hand",
                                         .think = hand_think,
                                         .close = hand_close,
                                         .over = hand_over,
                                         .status = hand_status,
                                         .idle = hand_idle};

static us_match *match_of(const counting_game_scenario *scenario, hand *a, hand *b)
{
    us_match_def def = us_match_def_default();
    def.scenario = &scenario->base;
    def.seed = 1;
    a->player.kind = b->player.kind = &hand_kind;
    def.player[0] = &a->player;
    def.player[1] = &b->player;
    return us_match_new(&def);
}

static void see_over(void *context, us_game *game, const us_outcome *outcome)
{
    (void)game, (void)outcome;
    ++*(int *)context;
}

TEST(a_player_in_trouble_breaks_the_match)
{
    static const struct {
        us_cycle fails, at;
        int orders;
        bool broken;
    } rows[] = {
        {30, 30, 6, true},        /* in its think: what both order then is not applied */
        {31, 40, 8, true},        /* as long as it isn't asked nobody knows */
        {199, CYCLES, 40, false}, /* it is not asked again: the game has its result */
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(NULL, 2, CYCLES);
    for (int i = 0; i < US_COUNT(rows); i++) {
        for (int seat = 0; seat < 2; seat++) {
            hand bad = {.orders = 1, .fails = rows[i].fails}, good = {.orders = 1};
            bool broken = rows[i].broken;
            int overs = 0;
            us_match_state state;
            us_error err = {0};
            US_AUTOPTR(us_match)
            match = match_of(&scenario, seat ? &good : &bad, seat ? &bad : &good);
            us_observer observer = {.context = &overs, .over = see_over};
            us_match_add_observer(match, &observer);
            CHECK_INT(us_match_status(match, NULL), US_OK);
            CHECK_INT(us_match_failed_seat(match), US_NEUTRAL);
            us_match_run(match, &state);
            CHECK_INT(state.outcome.kind, broken ? US_OUTCOME_BROKEN : US_OUTCOME_DRAW);
            CHECK_INT(state.outcome.winner, US_NEUTRAL);
            CHECK_INT(us_match_failed_seat(match), broken ? seat : US_NEUTRAL);
            CHECK_INT(state.now, rows[i].at);
            CHECK_INT(state.orders, rows[i].orders);
            CHECK_INT(us_match_status(match, &err), broken ? US_BROKEN : US_OK);
            CHECK_CONTAINS(err.text, broken ? "out of order since" : "");
            us_match_step(match, 10, &state);
            CHECK_INT(state.now, rows[i].at);
            CHECK_INT(bad.ends + good.ends, broken ? 0 : 2);
            CHECK_INT(overs, !broken);
        }
    }
}

TEST(players_that_fail_in_the_same_round_are_both_named)
{
    static const struct {
        us_cycle fails[2];
        us_seat failed;
        const char *says, *lacks;
    } rows[] = {
        {{30, 30}, US_NEUTRAL, "out of order since 30; out of order since 30", "none"},
        {{21, 30}, US_NEUTRAL, "out of order since 21; out of order since 30", "none"},
        {{20, 21}, 0, "out of order since 20", "since 21"},
        {{21, 20}, 1, "out of order since 20", "since 21"},
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(NULL, 2, CYCLES);
    for (int i = 0; i < US_COUNT(rows); i++) {
        hand one = {.orders = 1, .fails = rows[i].fails[0]};
        hand other = {.orders = 1, .fails = rows[i].fails[1]};
        us_match_state state;
        us_error err = {0};
        US_AUTOPTR(us_match) match = match_of(&scenario, &one, &other);
        us_match_run(match, &state);
        us_test_row(rows[i].says);
        CHECK_INT(state.outcome.kind, US_OUTCOME_BROKEN);
        CHECK_INT(us_match_failed_seat(match), rows[i].failed);
        CHECK_INT(us_match_status(match, &err), US_BROKEN);
        CHECK_INT(us_match_status(match, NULL), US_BROKEN);
        CHECK_CONTAINS(err.text, rows[i].says);
        CHECK(!strstr(err.text, rows[i].lacks));
    }
}

TEST(a_player_whose_orders_are_never_taken_idles)
{
    static const struct {
        hand player;
        bool idle;
    } rows[] = {
        {{.orders = 1}, false},
        {{.orders = 0}, true},
        {{.orders = 2, .bad = true}, true},
        {{.orders = 1, .idle = true}, true}, /* as a plan that only tidied up */
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(NULL, 2, CYCLES);
    for (int i = 0; i < US_COUNT(rows); i++) {
        hand one = rows[i].player, other = {.orders = 1}, later = {.orders = 0};
        US_AUTOPTR(us_match) match = match_of(&scenario, &one, &other);
        us_match_step(match, 50, NULL);
        CHECK_INT(us_match_is_idle(match, 0), rows[i].idle);
        CHECK(!us_match_is_idle(match, 1));
        later.player.kind = &hand_kind;
        us_match_set_player(match, 1, &later.player); /* what the former one did is not its own */
        us_match_step(match, 50, NULL);
        CHECK(us_match_is_idle(match, 1));
        us_match_set_player(match, 1, NULL);
        CHECK(!us_match_is_idle(match, 1));
    }
}
