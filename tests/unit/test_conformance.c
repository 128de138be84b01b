#include "game/maps.h"
#include "tests/unit/conformance.h"
#include "tests/unit/test.h"
#include <stdio.h>

/* Every kind of game, on every map it ships: random legal play. On some, also players that know
 * what they do, who come to places that random play does not reach. */
enum { CYCLES = 700, LONG_CYCLES = 12000, COURSES_MAX = 64 };

static const struct {
    const char *domain, *map;
    const char *agent[2];
    bool fog;
} extra[] = {
    {"skirmish", "open-2", {"expert:balanced", "ai:land-attack"}, false},
    {"skirmish", "choke-2", {"ai:tower-push", "expert:knights"}, false},
    {"skirmish", "ridge-2", {"expert:siege", "ai:turtle"}, false},
    {"skirmish", "open-2", {"random", "random"}, true},
};

typedef struct trial {
    char name[96];
    us_scenario *scenario;
    us_playthrough *course;
} trial;

/* Made by the first test that needs them, kept for the rest. */
static trial trials[COURSES_MAX];
static int trial_count;

static void add_trial(const char *domain, const char *map, const char *const *agent, bool fog,
                      us_cycle cycles)
{
    us_error err = {0};
    us_scenario_def def = us_scenario_def_default();
    trial *t = &trials[trial_count];
    REQUIRE(trial_count < COURSES_MAX);
    def.domain = domain;
    def.map = map;
    def.fog = fog;
    if (us_scenario_open(&def, &t->scenario, &err) != US_OK) {
        FAIL("%s %s: %s", domain, map, err.text);
        return;
    }
    snprintf(t->name, sizeof(t->name), "%s %s %s%s", domain, map, agent[0], fog ? " fog" : "");
    us_test_row(t->name);
    t->course = us_playthrough_play(t->scenario, agent, 11, cycles);
    CHECK(t->course->orders.count > 20);
    trial_count++;
}

static void make_trials(void)
{
    static const char *const random[US_SEATS_MAX] = {"random", "random", "random", "random",
                                                     "random", "random", "random", "random"};
    const us_game_kind *const *kind;
    int kinds = us_game_kind_list(&kind);
    if (trial_count > 0)
        return;
    for (int k = 0; k < kinds; k++) {
        US_AUTOFREE us_map_info *map = NULL;
        int maps = 0;
        REQUIRE(us_game_kind_map_tools(kind[k], US_MAPS_LIST));
        REQUIRE(kind[k]->maps->list(&map, &maps, NULL) == US_OK);
        CHECK(maps > 0);
        for (int m = 0; m < maps; m++)
            add_trial(kind[k]->name, map[m].name, random, false, CYCLES);
    }
    for (int i = 0; i < US_COUNT(extra); i++)
        add_trial(extra[i].domain, extra[i].map, extra[i].agent, extra[i].fog, LONG_CYCLES);
}

static void for_all(void (*check)(const us_playthrough *course))
{
    make_trials();
    for (int i = 0; i < trial_count; i++) {
        us_test_row(trials[i].name);
        check(trials[i].course);
    }
    us_test_row(NULL);
}

static void for_all_times(void (*check)(const us_playthrough *course, int times), int times)
{
    make_trials();
    for (int i = 0; i < trial_count; i++) {
        us_test_row(trials[i].name);
        check(trials[i].course, times);
    }
    us_test_row(NULL);
}

TEST(orders_replayed_reach_the_same_hash_tag_by_tag)
{
    for_all(us_conform_replay);
}

TEST(stepping_far_equals_stepping_by_cycle)
{
    for_all(us_conform_jumps);
}

TEST(questions_change_nothing)
{
    for_all(us_conform_questions);
}

TEST(a_saved_game_goes_on_as_the_original)
{
    for_all_times(us_conform_snapshots, 4);
}

TEST(what_is_no_save_is_refused)
{
    for_all(us_conform_bad_snapshots);
}

TEST(illegal_orders_are_refused_without_harm)
{
    for_all_times(us_conform_refusals, 6);
}

TEST(on_the_seat_s_own_view_check_foretells_act)
{
    for_all_times(us_conform_checks, 8);
}

TEST(worlds_are_sound_events_and_revisions_tell_what_changes)
{
    for_all(us_conform_worlds);
}

TEST(the_domain_s_preconditions_say_what_the_rules_say_and_a_census_what_a_count_says)
{
    for_all_times(us_conform_domain, 100);
}

TEST(an_entity_ends_an_order_once_and_none_when_it_is_gone)
{
    for_all(us_conform_endings);
}

TEST(an_order_is_done_as_the_domain_says)
{
    for_all(us_conform_done);
}

TEST(a_game_that_is_over_stays_over)
{
    for_all(us_conform_end);
}

TEST(other_games_have_other_hashes)
{
    make_trials();
    for (int i = 1; i < trial_count; i++)
        CHECK(trials[i].course->hash != trials[i - 1].course->hash);
}
