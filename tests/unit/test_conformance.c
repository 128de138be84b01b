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
    int kinds = us_game_kinds(&kind);
    if (trial_count > 0)
        return;
    for (int k = 0; k < kinds; k++) {
        us_map_info *map = NULL;
        int maps = 0;
        REQUIRE(us_map_tools_for(kind[k], US_MAPS_LIST));
        REQUIRE(kind[k]->maps->list(&map, &maps, NULL) == US_OK);
        CHECK(maps > 0);
        for (int m = 0; m < maps; m++)
            add_trial(kind[k]->name, map[m].name, random, false, CYCLES);
        us_free(map);
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

static void orders_replayed_reach_the_same_hash(void)
{
    for_all(us_conform_replay);
}

static void stepping_far_equals_stepping_by_cycle(void)
{
    for_all(us_conform_jumps);
}

static void questions_change_nothing(void)
{
    for_all(us_conform_questions);
}

static void a_saved_game_goes_on_as_the_original(void)
{
    for_all_times(us_conform_snapshots, 4);
}

static void what_is_no_save_is_refused(void)
{
    for_all(us_conform_bad_snapshots);
}

static void illegal_orders_are_refused_without_harm(void)
{
    for_all_times(us_conform_refusals, 6);
}

static void check_foretells_act(void)
{
    for_all_times(us_conform_checks, 8);
}

static void worlds_are_sound_and_events_tell_what_changes(void)
{
    for_all(us_conform_worlds);
}

static void the_domain_says_what_the_rules_say(void)
{
    for_all_times(us_conform_domain, 100);
}

static void an_entity_ends_an_order_once(void)
{
    for_all(us_conform_endings);
}

static void an_order_is_done_as_the_domain_says(void)
{
    for_all(us_conform_done);
}

static void a_game_that_is_over_stays_over(void)
{
    for_all(us_conform_end);
}

static void other_seeds_and_other_orders_give_other_hashes(void)
{
    make_trials();
    for (int i = 1; i < trial_count; i++)
        CHECK(trials[i].course->hash != trials[i - 1].course->hash);
}

static const us_test tests[] = {
    {"orders replayed reach the same hash, tag by tag", orders_replayed_reach_the_same_hash},
    {"stepping far equals stepping by cycle", stepping_far_equals_stepping_by_cycle},
    {"questions change nothing", questions_change_nothing},
    {"a saved game goes on as the original", a_saved_game_goes_on_as_the_original},
    {"what is no save is refused", what_is_no_save_is_refused},
    {"illegal orders are refused without harm", illegal_orders_are_refused_without_harm},
    {"on the seat's own view, check foretells act", check_foretells_act},
    {"worlds are sound, events and revisions tell what changes",
     worlds_are_sound_and_events_tell_what_changes},
    {"the domain's preconditions say what the rules say, and a census what a count says",
     the_domain_says_what_the_rules_say},
    {"an entity ends an order once, and none when it is gone", an_entity_ends_an_order_once},
    {"an order is done as the domain says", an_order_is_done_as_the_domain_says},
    {"a game that is over stays over", a_game_that_is_over_stays_over},
    {"other games have other hashes", other_seeds_and_other_orders_give_other_hashes},
    {0},
};
const us_test_suite suite_conformance = {"conformance", tests};
