/* What learning infers of squads. The base of seat 0 lies in the northwest, that of seat 1 in the
 * southeast; orders are given as a demonstrator gives them. */
#include "learn/squads.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

static const char bases[] = "seat 0 human\nseat 1 orc\n"
                            "entity town-hall 0 2 2\nentity great-hall 1 26 26\n";

typedef struct watched {
    drawn_skirmish s;
    us_squad_watch *watch;
    us_id fighter[4], foe;
    uint32_t orders;
} watched;

static void open_watch(watched *w, const char *more)
{
    US_AUTOSTR(lines);
    us_str_addf(&lines, "%s%s", bases, more);
    *w = (watched){.s = drawn_skirmish_begin(lines.text, "", 1)};
    w->watch = us_squad_watch_new(w->s.scenario->domain, 0);
    for (int i = 0; i < US_COUNT(w->fighter); i++)
        w->fighter[i] = drawn_skirmish_find(&w->s, "footman", 0, i);
    w->foe = drawn_skirmish_find(&w->s, "grunt", 1, 0);
}

static void close_watch(watched *w)
{
    us_squad_watch_free(w->watch);
    drawn_skirmish_end(&w->s);
}

/* The fighters are ordered there, which the watch sees; then time passes. */
static void order(watched *w, const char *action, int first, int count, int x, int y,
                  us_cycle pause)
{
    const us_world *world = us_game_world(w->s.game, 0);
    us_view view = {.world = world, .self = 0};
    us_order given = {
        .id = ++w->orders,
        .action = (int8_t)us_domain_find_action(w->s.scenario->domain, action),
        .unit = w->fighter + first,
        .unit_count = count,
        .arg = {us_cell_from_xy(x, y)},
    };
    us_squad_watch_add_order(w->watch, &given, &view);
    for (int i = first; i < first + count; i++)
        drawn_skirmish_order_at(&w->s, w->fighter[i], action, x, y);
    drawn_skirmish_run(&w->s, pause);
}

/* So many set out. The order that they get again ten seconds later shows the watch how strong they
 * were. */
static void set_out(watched *w, int count)
{
    order(w, "attack-move", 0, count, 25, 25, 310);
    order(w, "attack-move", 0, count, 25, 25, 30);
}

static us_squad_rules preset(void)
{
    return us_node_default(US_NODE_SQUAD).squad;
}

static us_squad_rules settings(watched *w)
{
    us_squad_rules rules = preset();
    CHECK(us_squad_watch_finish(w->watch, &rules));
    return rules;
}

static const char three[] = "entity footman 0 12 12\nentity footman 0 13 12\n"
                            "entity footman 0 12 13\nentity grunt 1 24 20\n";

TEST(a_single_fighter_on_the_attack_is_no_squad)
{
    US_AUTO(close_watch) watched w;
    us_squad_rules rules = preset();
    open_watch(&w, three);
    order(&w, "attack-move", 0, 1, 25, 25, 400);
    order(&w, "attack-move", 0, 1, 25, 25, 400);
    CHECK(!us_squad_watch_finish(w.watch, &rules));
}

TEST(fighters_that_only_walk_about_at_home_are_no_squad)
{
    US_AUTO(close_watch) watched w;
    us_squad_rules rules = preset();
    open_watch(&w, three);
    order(&w, "move", 0, 3, 8, 8, 400);
    order(&w, "attack-move", 0, 3, 10, 8, 400);
    CHECK(!us_squad_watch_finish(w.watch, &rules));
}

TEST(a_squad_gathers_where_its_fighters_set_out)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, three);
    order(&w, "attack-move", 0, 2, 25, 25, 400);
    order(&w, "attack-move", 0, 2, 25, 25, 30);
    us_squad_rules rules = settings(&w);
    CHECK_INT(rules.gather, 6); /* the hall covers 2, 2 to 5, 5; footmen stand at 12 and 13 */
    CHECK_INT(rules.join, US_JOIN_WAVE);
    CHECK_INT(rules.retreat, preset().retreat); /* nobody turned back */
}

/* A footman costs as much as a grunt. */
TEST(a_squad_that_sets_out_weak_launches_with_less)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, "entity footman 0 8 8\nentity footman 0 9 8\nentity grunt 1 24 20\n"
                   "entity grunt 1 25 20\nentity grunt 1 26 20\nentity grunt 1 27 20\n");
    set_out(&w, 2);
    us_squad_rules rules = settings(&w);
    CHECK_INT(rules.launch, 50);
}

/* A peon counts a third of its cost, a tower more than its cost. */
TEST(workers_and_towers_that_can_strike_count_as_foes_of_a_squad_that_sets_out)
{
    static const char *const foes[] = {"",
                                       "entity peon 1 20 26\nentity peon 1 21 26\n"
                                       "entity peon 1 22 26\nentity peon 1 23 26\n"
                                       "entity peon 1 20 27\nentity peon 1 21 27\n",
                                       "entity orc-guard-tower 1 20 26\n"};
    int launch[3];
    for (int i = 0; i < 3; i++) {
        US_AUTO(close_watch) watched w;
        US_AUTOSTR(lines);
        us_str_addf(&lines, "entity footman 0 8 8\nentity footman 0 9 8\nentity grunt 1 24 20\n%s",
                    foes[i]);
        open_watch(&w, lines.text);
        set_out(&w, 2);
        launch[i] = settings(&w).launch;
    }
    CHECK_INT(launch[0], preset().launch);
    CHECK(launch[1] < 100);
    CHECK(launch[2] < 100);
}

TEST(a_squad_that_sets_out_with_plenty_does_not_show_that_less_would_fail)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, three);
    set_out(&w, 3);
    CHECK_INT(settings(&w).launch, preset().launch);
}

TEST(a_squad_that_is_ordered_home_turned_back_from_what_was_near_it)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, "entity footman 0 12 12\nentity footman 0 13 12\nentity grunt 1 25 20\n"
                   "entity grunt 1 26 20\nentity grunt 1 27 20\n");
    order(&w, "attack-move", 0, 2, 25, 25, 310);
    order(&w, "move", 0, 2, 6, 6, 30);
    us_squad_rules rules = settings(&w);
    CHECK(rules.retreat >= 100);
    CHECK(rules.retreat <= 300);
}

TEST(fighters_that_are_sent_after_the_others_follow)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, "entity footman 0 12 12\nentity footman 0 13 12\nentity footman 0 2 12\n"
                   "entity footman 0 2 13\n");
    order(&w, "attack-move", 0, 2, 25, 25, 310);
    order(&w, "attack-move", 2, 2, 25, 25, 30);
    order(&w, "move", 0, 4, 6, 6, 30);
    CHECK_INT(settings(&w).join, US_JOIN_FOLLOW);
}

TEST(fighters_that_follow_an_outing_count_if_the_demonstration_ends_before_it)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, "entity footman 0 12 12\nentity footman 0 13 12\nentity footman 0 2 12\n"
                   "entity footman 0 2 13\n");
    order(&w, "attack-move", 0, 2, 25, 25, 310);
    order(&w, "attack-move", 2, 2, 25, 25, 30);
    CHECK_INT(settings(&w).join, US_JOIN_FOLLOW);
}

TEST(a_squad_keeps_as_many_workers_as_the_seat_had_at_most)
{
    US_AUTO(close_watch) watched w;
    US_AUTOSTR(lines);
    us_str_addf(&lines, "%sentity peasant 0 8 2\nentity peasant 0 8 3\nentity peon 1 20 20\n",
                three);
    open_watch(&w, lines.text);
    set_out(&w, 2);
    drawn_skirmish_run(&w.s, 30);
    set_out(&w, 2);
    CHECK_INT(settings(&w).workers, 2);
}

TEST(the_leash_is_as_long_as_the_way_to_those_who_were_met)
{
    US_AUTO(close_watch) watched w;
    open_watch(&w, three);
    order(&w, "attack-move", 0, 3, 6, 18, 30);
    order(&w, "move", 0, 3, 6, 6, 30);
    set_out(&w, 2);
    us_squad_rules rules = settings(&w);
    CHECK(rules.leash >= 11);
    CHECK(rules.leash <= 16);
}
