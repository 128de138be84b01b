#include "experiments/compare/compare.h"

#include <string.h>

#include "experiments/run/results.h"
#include "tests/unit/near_equal.h"
#include "tests/unit/paired_games.h"

enum { MANY = 48 };
static const char one_all[] = "++++++++++++++++++++++++++++++++++++++++++++++++";
static const char other_all[] = "------------------------------------------------";
static const char turns[] = "+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-";

static void compare(const us_manifest *m, us_map_scope scope, us_comparison *out)
{
    us_error err;
    us_comparison_def def = us_comparison_def_default();
    def.scope = scope;
    def.draws = 200;
    def.unmatched = true;
    if (us_comparison_compute(m, &def, out, &err) != US_OK) {
        FAIL("%s", err.text);
        REQUIRE(false);
    }
}

static double width(us_bounds bounds)
{
    return bounds.high - bounds.low;
}

static bool is_noted(const us_comparison *c, const char *part)
{
    for (int i = 0; i < c->notes; i++)
        if (strstr(c->note[i], part))
            return true;
    return false;
}

static const char *const unlike[] = {one_all, one_all, turns, turns, one_all, turns};

/* ---- what a verdict is about */

TEST(the_scope_decides_what_is_repeated)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison maps, these;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 6, MANY);
    compare(&m, US_MAP_SCOPE_UNSAID, &maps);
    const us_versus *v = &maps.versus[0];
    CHECK_INT(v->scope, US_MAP_SCOPE_MAPS);
    CHECK_INT(v->maps, 6);
    CHECK_INT(v->families, 2);
    CHECK_INT(v->pairs, 6 * MANY);
    CHECK_INT(v->effect.pairs, 6); /* maps */
    CHECK_INT(v->effect.cells, 2); /* families */
    CHECK_NEAR(v->effect.mean, 0.5, 1e-12);
    CHECK_CONTAINS(v->verdict, "on maps like these (6 maps): +0.500 of a game");
    CHECK_CONTAINS(v->verdict, "288 pairs, 2 families)");
    CHECK_INT(v->gained, 3);
    CHECK_INT(v->lost, 0);
    compare(&m, US_MAP_SCOPE_THESE, &these);
    const us_versus *w = &these.versus[0];
    CHECK_INT(w->scope, US_MAP_SCOPE_THESE);
    CHECK_INT(w->effect.pairs, 6 * MANY);
    CHECK_INT(w->effect.cells, 6);
    CHECK_NEAR(w->effect.mean, 0.5, 1e-12);
    CHECK_CONTAINS(w->verdict, "\"b\" is better than \"a\" on these 6 maps alone: +0.500");
    CHECK_CONTAINS(w->verdict, "288 pairs in 6 cells");
    CHECK_INT(w->gained, 3 * MANY + 3 * MANY / 2);
    CHECK_INT(w->lost, 3 * MANY / 2);
    CHECK(width(v->effect.bounds) > 3 * width(w->effect.bounds));
    CHECK(v->needed < 100 && w->needed < 6 * MANY); /* maps, and pairs */
    us_comparison_clear(&maps);
    us_comparison_clear(&these);
}

TEST(an_experiment_says_what_its_verdicts_are_about)
{
    static const char older[] = "An older version planned the experiment, without a scope";
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 6, 4);
    m.scope = "these maps";
    compare(&m, US_MAP_SCOPE_UNSAID, &c);
    CHECK_INT(c.versus[0].scope, US_MAP_SCOPE_THESE);
    CHECK(!is_noted(&c, older));
    us_comparison_clear(&c);
    compare(&m, US_MAP_SCOPE_MAPS, &c); /* asked for otherwise */
    CHECK_INT(c.versus[0].scope, US_MAP_SCOPE_MAPS);
    us_comparison_clear(&c);
    m.scope = NULL;
    compare(&m, US_MAP_SCOPE_UNSAID, &c);
    CHECK_INT(c.versus[0].scope, US_MAP_SCOPE_MAPS);
    CHECK(is_noted(&c, older));
    us_comparison_clear(&c);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK(!is_noted(&c, older));
    us_comparison_clear(&c);
}

static us_bounds bounds_of(us_map_scope scope, int pairs)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 6, pairs);
    compare(&m, scope, &c);
    us_bounds bounds = c.versus[0].effect.bounds;
    return bounds;
}

TEST(more_seeds_on_the_same_maps_tell_no_more_of_others)
{
    us_bounds few = bounds_of(US_MAP_SCOPE_MAPS, 4), many = bounds_of(US_MAP_SCOPE_MAPS, MANY);
    CHECK_NEAR(few.low, many.low, 1e-12);
    CHECK_NEAR(few.high, many.high, 1e-12);
    few = bounds_of(US_MAP_SCOPE_THESE, 4);
    many = bounds_of(US_MAP_SCOPE_THESE, MANY);
    CHECK(width(few) > 2 * width(many));
}

/* ---- which maps there are */

TEST(a_map_under_two_names_is_one_map)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 3, 4);
    paired_games_add_map(&m, "again", "elsewhere", 0);
    paired_games_play(&m, 3, 0, "----");
    CHECK(us_results_remove_duplicates(&m, "x", NULL) == US_OK);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].maps, 4); /* of what nobody knows nothing is the same */
    us_comparison_clear(&c);
    m.map[3].hash = m.map[0].hash;
    CHECK(us_results_remove_duplicates(&m, "x", NULL) == US_OK);
    CHECK_CONTAINS(m.alike, "\"again\" is \"m0\"");
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    const us_versus *v = &c.versus[0];
    CHECK_INT(v->maps, 3);
    CHECK_INT(v->families, 2);
    CHECK_INT(v->cells, 3);
    CHECK_NEAR(v->effect.mean, 1 / 3.0, 1e-9); /* 0 by four won and four lost, 1 and 0 */
    us_comparison_clear(&c);
}

TEST(one_map_tells_of_itself_alone)
{
    static const char alone[] = "One map supports no claim about other maps";
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 1, MANY);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].scope, US_MAP_SCOPE_THESE);
    CHECK_CONTAINS(c.versus[0].verdict, "\"b\" is better than \"a\" on this map alone: +1.000");
    CHECK(is_noted(&c, alone));
    us_comparison_clear(&c);
    compare(&m, US_MAP_SCOPE_THESE, &c);
    CHECK(!is_noted(&c, alone)); /* nothing else was asked */
    us_comparison_clear(&c);
}

TEST(two_maps_hardly_tell_how_maps_differ)
{
    static const char *const near[] = {one_all, "++++++++++++++++++++++++++++++++++++++++++++++-+"};
    static const char wide[] = "2 maps hardly show how maps differ, so the interval is wide: "
                               "expected 6 or more.";
    us_manifest m;
    us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, near, 2, MANY);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].conclusion, US_INCONCLUSIVE); /* however alike the two are */
    CHECK(c.versus[0].effect.bounds.low < 0);
    CHECK(is_noted(&c, wide));
    us_comparison_clear(&c);
    us_manifest_clear(&m);
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike + 1, 2, MANY);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].conclusion, US_INCONCLUSIVE);
    CHECK_NEAR(width(c.versus[0].effect.bounds), 2, 1e-9);
    us_comparison_clear(&c);
    compare(&m, US_MAP_SCOPE_THESE, &c);
    CHECK_INT(c.versus[0].conclusion, US_BETTER);
    CHECK(!is_noted(&c, wide));
    us_comparison_clear(&c);
    us_manifest_clear(&m);
}

TEST(a_map_that_lacks_an_opponent_is_told)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 3, 4);
    paired_games_add_foe(&m, "other foe");
    paired_games_play(&m, 0, 1, "----");
    paired_games_play(&m, 1, 1, "++++");
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].partial, 1);
    CHECK(is_noted(&c, "1 of 3 maps lacks pairs against an opponent, or in a seat"));
    CHECK_NEAR(c.versus[0].effect.mean, 1 / 3.0, 1e-9); /* 0, 1 and 0 */
}

/* Its second seat's games were lost, or have no result. */
TEST(a_map_that_lacks_a_seat_is_told)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 3, 4);
    for (int64_t i = 0; i < m.games; i++) {
        m.game[i].seat = i / 2 % 2;
        m.game[i].id = m.row[i].game = us_fixture_id(&m, &m.game[i]);
    }
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].partial, 0);
    us_comparison_clear(&c);
    for (int64_t i = 0; i < m.games; i++)
        if (m.game[i].map == 2 && m.game[i].seat == 1)
            m.row[i] = (us_row){.game = m.game[i].id};
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_INT(c.versus[0].partial, 1);
    CHECK(is_noted(&c, "1 of 3 maps lacks pairs against an opponent, or in a seat"));
    us_comparison_clear(&c);
}

TEST(each_map_counts_the_same_however_many_games_it_has)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 1, MANY);
    paired_games_add_map(&m, "m1", "open", 0xe1);
    paired_games_add_map(&m, "m2", "open", 0xe2);
    paired_games_play(&m, 1, 0, "00");
    paired_games_play(&m, 2, 0, "-0");
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    CHECK_NEAR(c.versus[0].effect.mean, 0.5 / 3, 1e-9);
    CHECK_INT(c.versus[0].families, 1);
    CHECK_INT(c.versus[0].parts, 0);
}

/* Of n maps that all went alike 1 - 0.025^(1/n) may go otherwise: 0.52 of five, 0.46 of six. */
TEST(five_maps_that_are_all_won_tell_less_than_six)
{
    static const char *const alike[] = {one_all, one_all, one_all, one_all, one_all, one_all};
    us_manifest m;
    us_comparison c;
    for (int maps = 5; maps <= 6; maps++) {
        paired_games_begin(&m);
        paired_games_play_maps(&m, alike, maps, MANY);
        compare(&m, US_MAP_SCOPE_MAPS, &c);
        CHECK_INT(c.versus[0].conclusion, maps == 6 ? US_BETTER : US_INCONCLUSIVE);
        CHECK_NEAR(c.versus[0].effect.bounds.low, 1 - 2 * (1 - pow(0.025, 1.0 / maps)), 1e-9);
        CHECK(c.versus[0].effect.bounds.high == 1);
        CHECK(isinf(c.versus[0].needed));
        us_comparison_clear(&c);
        us_manifest_clear(&m);
    }
}

/* ---- runs, families, tables */

TEST(runs_are_crossed_with_maps)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        US_AUTO(us_manifest_clear) us_manifest m;
        US_AUTO(us_comparison_clear) us_comparison c;
        paired_games_begin_runs(&m, k ? 8 : 2);
        paired_games_play_maps(&m, unlike, 6, 8);
        for (int64_t i = 0; i < m.games; i++) /* a game of each map that the runs don't share */
            if (m.game[i].player % 2 == 0 && m.game[i].player > 0 && i % 8 == 0)
                m.row[i].end = US_ROW_DRAW;
        compare(&m, US_MAP_SCOPE_MAPS, &c);
        const us_versus *v = &c.versus[0];
        CHECK_INT(v->effect.runs, k ? 8 : 2);
        CHECK_INT(v->maps, 6);
        CHECK_CONTAINS(v->verdict, k ? ", 8 runs)" : ", 2 runs)");
        CHECK_CONTAINS(v->verdict, "; more maps would narrow the interval.");
        CHECK(v->effect.common > 0.9 * v->effect.error * v->effect.error);
        CHECK(isinf(v->needed));
        error[k] = v->effect.error;
    }
    CHECK(error[1] > 0.9 * error[0]); /* runs don't make up for maps */
}

static const us_sheet *sheet_of(us_sheet *const *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0)
            return list[i];
    return NULL;
}

static void free_sheets(us_sheet **list, int count)
{
    for (int i = 0; i < count; i++)
        us_sheet_free(list[i]);
}

TEST(families_have_a_table_of_their_own)
{
    static const char *const signs[] = {one_all, other_all, one_all, turns, turns, turns};
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    us_sheet *all[US_COMPARE_SHEETS_MAX];
    paired_games_begin(&m);
    paired_games_play_maps(&m, signs, 6, 4);
    compare(&m, US_MAP_SCOPE_MAPS, &c);
    int count = us_comparison_make_sheets(&c, &m, all);
    const us_sheet *sheet = sheet_of(all, count, "families");
    REQUIRE(sheet && us_sheet_rows(sheet) == 2);
    CHECK_STR(us_sheet_get_cell(sheet, 0, 2)->text, "open");
    CHECK_INT(us_sheet_get_cell(sheet, 0, 3)->count, 3);
    CHECK_NEAR(us_sheet_get_cell(sheet, 0, 4)->real, 2 / 3.0, 1e-9);
    CHECK_STR(us_sheet_get_cell(sheet, 1, 2)->text, "ridge");
    CHECK_INT(us_sheet_get_cell(sheet, 1, 3)->count, 3);
    CHECK_NEAR(us_sheet_get_cell(sheet, 1, 4)->real, -1 / 3.0, 1e-9);
    free_sheets(all, count);
    us_comparison_clear(&c);
    compare(&m, US_MAP_SCOPE_THESE, &c);
    count = us_comparison_make_sheets(&c, &m, all);
    CHECK(!sheet_of(all, count, "families"));
    free_sheets(all, count);
    us_comparison_clear(&c);
}

/* What is told of a player has the scope of the verdicts. */
TEST(all_that_is_estimated_follows_the_scope)
{
    static const char *const profile[] = {
        "{\"cycles\":100,\"orders\":{\"build\":[0,4]},\"goals\":{\"Win\":[0,4]}}",
        "{\"cycles\":100,\"orders\":{\"build\":[0,1]},\"goals\":{\"Win\":[0,1]}}"};
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison maps, these;
    paired_games_begin(&m);
    paired_games_play_maps(&m, unlike, 6, MANY);
    m.model = "a";
    m.player[1].size = 1;
    for (int64_t i = 0; i < m.games; i++) {
        bool won = unlike[m.game[i].map] == one_all, turn = m.game[i].seed / 2 % 2;
        m.row[i].profile = profile[m.game[i].player == 1 && (won || turn)];
    }
    compare(&m, US_MAP_SCOPE_MAPS, &maps);
    compare(&m, US_MAP_SCOPE_THESE, &these);
    const us_side *wide = &maps.side[1], *close = &these.side[1];
    CHECK(width(wide->score.bounds) > 2 * width(close->score.bounds));
    CHECK_NEAR(wide->score.mean, close->score.mean, 1e-9);
    CHECK(width(wide->iqm.bounds) > 2 * width(close->iqm.bounds));
    CHECK_NEAR(wide->iqm.mean, close->iqm.mean, 1e-9);
    CHECK(us_profile_margin[4] == 250);
    CHECK(width(wide->reached[4].bounds) > 2 * width(close->reached[4].bounds));
    CHECK_NEAR(wide->reached[4].mean, 0.75, 1e-9);
    CHECK_INT(wide->like_games, 6 * MANY);
    CHECK(width(wide->like_orders.bounds) > 2 * width(close->like_orders.bounds));
    CHECK(width(wide->like_goals.bounds) > 2 * width(close->like_goals.bounds));
    us_curves curves = us_curves_make(&maps, &m);
    REQUIRE(curves.points == 1);
    CHECK_NEAR(curves.point[0].mean, wide->score.mean, 1e-9);
    CHECK_NEAR(curves.point[0].bounds.low, wide->score.bounds.low, 1e-9);
    CHECK_NEAR(curves.point[0].bounds.high, wide->score.bounds.high, 1e-9);
    curves = us_curves_make(&these, &m);
    CHECK(isnan(curves.point[0].bounds.low)); /* one library tells nothing of others */
    us_comparison_clear(&maps);
    us_comparison_clear(&these);
}

/* Of "b", which wins and loses as much on either side. */
static double rating_error(us_map_scope scope, const char *const *signs)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    us_sheet *all[US_COMPARE_SHEETS_MAX];
    paired_games_begin(&m);
    paired_games_play_maps(&m, signs, 6, MANY);
    compare(&m, scope, &c);
    int count = us_comparison_make_sheets(&c, &m, all);
    const us_sheet *sheet = sheet_of(all, count, "ratings");
    double error = sheet ? us_sheet_get_cell(sheet, 1, 2)->real : (double)NAN;
    free_sheets(all, count);
    return error;
}

TEST(a_rating_is_less_sure_where_maps_differ)
{
    static const char *const apart[] = {one_all, one_all, one_all, other_all, other_all, other_all},
                             *const equal[] = {turns, turns, turns, turns, turns, turns};
    CHECK(rating_error(US_MAP_SCOPE_MAPS, apart) > 3 * rating_error(US_MAP_SCOPE_THESE, apart));
    CHECK_NEAR(rating_error(US_MAP_SCOPE_THESE, apart), rating_error(US_MAP_SCOPE_THESE, equal),
               1e-9);
    CHECK(rating_error(US_MAP_SCOPE_MAPS, apart) > 3 * rating_error(US_MAP_SCOPE_MAPS, equal));
}
