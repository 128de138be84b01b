#include <string.h>

#include "domain/watch.h"
#include "players/players.h"
#include "tests/unit/small_world.h"
#include "understudy/game.h"

enum { MOST = 80 };

static us_expr *number(const us_domain *domain, const us_scope *scope, const char *text)
{
    us_source source = {.text = text};
    us_expr *expr = NULL;
    REQUIRE(us_expr_compile(domain, scope, US_VALUE_NUMBER, &source, &expr, NULL) == US_OK);
    return expr;
}

static const us_slot unit_slot[] = {{"unit", US_VALUE_ENTITY}};
static const us_scope unit_scope = {unit_slot, 1};

/* A world, a few questions about it, and who looks. */
typedef struct outlook {
    small_world s;
    us_expr *expr[MOST];
    int count;
    us_value unit;
    us_binding binding[MOST];
    us_watch *watch;
} outlook;

static void open_outlook(outlook *o, const char *const *text, int count)
{
    small_begin(&o->s);
    small_add(&o->s, 1, "redhand", 0, 1, 1);
    small_add(&o->s, 2, "redhand", 0, 2, 1);
    small_add(&o->s, 3, "bluehouse", 1, 6, 6);
    small_count(&o->s);
    o->count = count;
    o->unit = (us_value){.number = 1};
    for (int i = 0; i < count; i++) {
        o->expr[i] = number(o->s.domain, &unit_scope, text[i]);
        o->binding[i] = (us_binding){&o->unit, NULL};
    }
    o->watch = us_watch_new((const us_expr *const *)o->expr, o->binding, count);
}

static void close_outlook(outlook *o)
{
    us_watch_free(o->watch);
    for (int i = 0; i < o->count; i++)
        us_expr_free(o->expr[i]);
    small_end(&o->s);
}

static const int64_t *update_watch(outlook *o)
{
    us_view view = {&o->s.world, 0};
    return us_watch_update(o->watch, &view);
}

static void bump(outlook *o, int revision)
{
    o->s.revision[revision]++;
    o->s.revision[US_REVISION_ANY]++;
}

TEST(only_what_reads_a_change_is_asked_again)
{
    static const char *const text[] = {"ore(self)",       "count(self, 'hand')",
                                       "unit.hit_points", "cells(terrain: tree)",
                                       "width",           "ore(enemy)"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    us_type hand = us_domain_find_type(o.s.domain, "redhand");
    const int64_t *value = update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 6);
    CHECK_INT(value[1], 2);
    CHECK_INT(value[2], 5);
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 0);

    small_tally(&o.s, 0, "ore", 9);
    bump(&o, US_REVISION_TALLY);
    value = update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    CHECK_INT(value[0], 9);

    o.s.entity[0].attribute[0] = 2;
    bump(&o, us_revision_states(&o.s.world, 0, hand));
    value = update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    CHECK_INT(value[2], 2);

    bump(&o, us_revision_members(&o.s.world, 0, hand));
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 2);

    bump(&o, US_REVISION_TERRAIN);
    bump(&o, US_REVISION_TALLY + 1);
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 2);
    close_outlook(&o);
}

TEST(the_clock_is_read_at_every_look)
{
    static const char *const text[] = {"now", "width"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    update_watch(&o);
    o.s.world.now = 5;
    CHECK_INT(update_watch(&o)[0], 5);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    close_outlook(&o);
}

TEST(it_follows_an_entity_that_becomes_another_type)
{
    static const char *const text[] = {"unit.hit_points"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    us_type hand = us_domain_find_type(o.s.domain, "redhand");
    us_type beast = us_domain_find_type(o.s.domain, "beast");
    update_watch(&o);
    o.s.entity[0].type = beast;
    bump(&o, us_revision_members(&o.s.world, 0, hand));
    bump(&o, us_revision_members(&o.s.world, 0, beast));
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    o.s.entity[0].attribute[0] = 1;
    bump(&o, us_revision_states(&o.s.world, 0, beast));
    CHECK_INT(update_watch(&o)[0], 1);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    bump(&o, us_revision_states(&o.s.world, 0, hand)); /* that of another one */
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 0);
    close_outlook(&o);
}

TEST(a_binding_that_changed_is_told_by_forgetting)
{
    static const char *const text[] = {"unit.x"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    CHECK_INT(update_watch(&o)[0], 1);
    o.unit.number = 2;
    us_watch_reset(o.watch);
    CHECK_INT(update_watch(&o)[0], 2);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    close_outlook(&o);
}

TEST(a_world_without_revisions_is_looked_at_whole)
{
    static const char *const text[] = {"width", "ore(self)"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    o.s.world.revision = NULL;
    update_watch(&o);
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 2);
    close_outlook(&o);
}

TEST(more_than_sixty_four_expressions_are_no_matter)
{
    static const char *text[MOST];
    outlook o;
    for (int i = 0; i < MOST; i++)
        text[i] = i % 2 ? "ore(self)" : "wood(enemy)";
    open_outlook(&o, text, MOST);
    update_watch(&o);
    small_tally(&o.s, 0, "ore", 4);
    bump(&o, US_REVISION_TALLY);
    const int64_t *value = update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), MOST / 2);
    for (int i = 0; i < MOST; i++)
        CHECK_INT(value[i], i % 2 ? 4 : 0);
    close_outlook(&o);
}

TEST(members_come_and_go)
{
    static const char *const text[] = {"ore(self)", "count(self, 'hand')", "unit.hit_points",
                                       "now"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    us_view view = {&o.s.world, 0};
    us_watch *watch = us_watch_new(NULL, NULL, 0);
    int member[4], flips;
    us_watch_update(watch, &view);
    for (int i = 0; i < 4; i++)
        member[i] = us_watch_add(watch, o.expr[i], &o.binding[i], &view,
                                 us_expr_eval(o.expr[i], &view, &o.binding[i]));
    us_watch_update(watch, &view);
    CHECK_INT(us_watch_evaluation_count(watch), 1); /* the clock */
    small_tally(&o.s, 0, "ore", 7);
    bump(&o, US_REVISION_TALLY);
    us_watch_update(watch, &view);
    CHECK_INT(*us_watch_changes(watch, &flips), member[0]);
    CHECK_INT(flips, 1);
    CHECK_INT(us_watch_value(watch, member[0], &view), 7);
    us_watch_remove(watch, member[0]);
    us_watch_remove(watch, member[3]);
    CHECK_INT(us_watch_member_count(watch), 2);
    bump(&o, US_REVISION_TALLY);
    us_watch_update(watch, &view);
    CHECK_INT(us_watch_evaluation_count(watch), 0);
    CHECK_INT(us_watch_add(watch, o.expr[3], NULL, &view, -1), member[0]); /* its place */
    us_watch_update(watch, &view);
    us_watch_changes(watch, &flips);
    CHECK_INT(flips, 1);
    us_watch_free(watch);
    close_outlook(&o);
}

TEST(who_is_touched_is_asked_alone)
{
    static const char *const text[] = {"unit.x", "unit.y", "ore(self)"};
    outlook o;
    open_outlook(&o, text, US_COUNT(text));
    us_type house = us_domain_find_type(o.s.domain, "bluehouse");
    update_watch(&o);
    o.unit.number = 3; /* of another type and owner */
    us_watch_touch(o.watch, 0);
    CHECK(us_watch_has_touched(o.watch));
    us_view view = {&o.s.world, 0};
    CHECK_INT(us_watch_value(o.watch, 0, &view), 6);
    CHECK(!us_watch_has_touched(o.watch));
    us_watch_touch(o.watch, 1);
    update_watch(&o);
    CHECK_INT(us_watch_evaluation_count(o.watch), 1);
    o.s.entity[2].x = 7;
    bump(&o, us_revision_states(&o.s.world, 1, house)); /* what it reads now */
    CHECK_INT(update_watch(&o)[0], 7);
    CHECK_INT(us_watch_evaluation_count(o.watch), 2);
    close_outlook(&o);
}

/* Beside the features: one of each sensor that reads something. */
static const char *const further[] = {
    "now",
    "amount(20, 20) + stock(wood)",
    "making(self, \"unit\") + making(enemy, \"building\")",
    "rivals(self)",
    "first(self, role: worker).x + first(self, role: worker).hit_points",
    "first(enemy, role: fighter).target.y",
    "nearest(first(self), enemy, role: fighter).hit_points",
    "distance(first(self, role: worker), first(enemy, role: worker))",
    "least(hit_points, self) + most(carried, enemy, role: worker)",
    "count(self, near: first(enemy, role: hall), within: 20)",
    "count(enemy, target: first(self, role: hall)) + count(self, product: \"worker\")",
    "count(self, \"unit\", unfinished: true) + sites(enemy)",
    "score(self) - score(enemy)",
    "sum(queue, self) + sum(range, self)",
};
static const char *const conditions[] = {
    "meets(self, \"cavalry\") and not meets(enemy, \"cavalry\")",
    "affords(self, \"barracks\") or feeds(enemy, \"soldier\")",
    "known(self, \"melee-weapon\") or known(enemy, \"shield\")",
    "fits(\"farmhouse\", first(self, role: hall).x + 5, first(self, role: hall).y)",
    "taken(20, 20) or seen(30, 30) and explored(31, 31)",
    "path(first(self, role: hall), first(enemy, role: hall))",
    "near(first(self, role: fighter), first(enemy, role: hall), 30)",
    "hidden(first(self, role: worker)) or damaged(first(self, role: structure))",
    "exists(first(self, role: fighter)) and finished(first(self, role: tower))",
    "hostile(first(self), first(enemy)) and is(first(self), \"worker\")",
    "first(self, role: worker).status == idle",
    "first(self, role: producer).product == \"worker\"",
    "alive(enemy) and exists(#40) or exists(#90)",
};

static us_expr *some_expr(const us_domain *domain, const char *text, us_value_kind kind)
{
    us_source source = {.text = text};
    us_expr *expr = NULL;
    us_error err = {0};
    if (us_expr_compile(domain, NULL, kind, &source, &expr, &err) != US_OK)
        FAIL("%s: %s", text, err.text);
    REQUIRE(expr);
    return expr;
}

/* All that reads something, over whole games. */
static void compare_over_a_game(bool fog)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    def.domain = "skirmish";
    def.map = "open-2";
    def.fog = fog;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    const us_domain *domain = scenario->domain;
    const us_expr *expr[US_FEATURES_MAX + 64];
    us_expr *own[64];
    int count = domain->feature_count, owned = 0;
    for (int i = 0; i < count; i++)
        expr[i] = domain->feature[i].value;
    for (int i = 0; i < US_COUNT(further); i++)
        own[owned++] = some_expr(domain, further[i], US_VALUE_NUMBER);
    for (int i = 0; i < US_COUNT(conditions); i++)
        own[owned++] = some_expr(domain, conditions[i], US_VALUE_BOOL);
    for (int i = 0; i < owned; i++)
        expr[count++] = own[i];
    us_match_def match_def = us_match_def_default();
    match_def.scenario = scenario;
    match_def.seed = 5;
    static const char *const agent[2] = {"expert:balanced", "ai:land-attack"};
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(agent[seat], scenario, seat, 5, &match_def.player[seat], NULL) ==
                US_OK);
    us_match *match = us_match_new(&match_def);
    us_watch *watch = us_watch_new(expr, NULL, count);
    us_match_state state = {0};
    int looks = 0, asked = 0;
    uint64_t allocated = 0;
    while (state.outcome.kind == US_OUTCOME_NONE && looks < 900) {
        us_match_step(match, 13, &state);
        us_view view = {us_game_world(us_match_game(match), 0), 0};
        uint64_t before = us_mem_alloc_count();
        const int64_t *value = us_watch_update(watch, &view);
        allocated += looks > 0 ? us_mem_alloc_count() - before : 0;
        asked += us_watch_evaluation_count(watch);
        for (int i = 0; i < count; i++) {
            int64_t whole = us_expr_eval(expr[i], &view, NULL);
            if (value[i] == whole)
                continue;
            us_str text;
            us_str_init(&text);
            us_expr_print(expr[i], &text);
            FAIL("cycle %d: %s is %lld, remembered as %lld", (int)view.world->now, text.text,
                 (long long)whole, (long long)value[i]);
            us_str_clear(&text);
        }
        looks++;
    }
    CHECK_INT(allocated, 0);
    CHECK(looks > 500);
    CHECK(fog || asked < looks * count * 3 / 4);
    us_watch_free(watch);
    us_match_free(match);
    for (int i = 0; i < owned; i++)
        us_expr_free(own[i]);
    us_scenario_close(scenario);
}

TEST(over_whole_games_what_is_remembered_is_what_is)
{
    compare_over_a_game(false);
    compare_over_a_game(true);
}

TEST(what_is_gathered_is_stock_and_what_is_counted_is_not)
{
    static const struct {
        const char *text;
        bool stock;
    } rows[] = {
        {"ore(self) > 1", true}, {"kills(self) > 1", false}, {"meets(self, \"house\")", false}};
    us_domain *domain = small_domain();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_source source = {.text = rows[i].text};
        us_scope none = {NULL, 0};
        us_expr *expr = NULL;
        us_test_row(rows[i].text);
        REQUIRE(us_expr_compile(domain, &none, US_VALUE_BOOL, &source, &expr, NULL) == US_OK);
        CHECK_INT(us_expr_has_stock_reads(expr), rows[i].stock);
        us_expr_free(expr);
    }
    us_domain_free(domain);
}
