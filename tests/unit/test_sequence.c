#include "experiments/run/sequence.h"

#include <stdlib.h>
#include <string.h>

#include "experiments/compare/compare.h"
#include "tests/unit/paired_games.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

enum { MAPS = 12, FIRST = 6 };

/* The families' maps stand one behind the other. In turn the first six are won, by place four. */
static void play_in_turn(us_manifest *m)
{
    static const char *const name[MAPS] = {"A0", "A1", "A2", "A3", "A4", "A5",
                                           "B0", "B1", "B2", "B3", "B4", "B5"};
    paired_games_begin(m);
    paired_games_add_foe(m, "foe");
    for (int i = 0; i < MAPS; i++) {
        paired_games_add_map(m, name[i], i < MAPS / 2 ? "A" : "B", 0xe0 + (us_hash)i);
        paired_games_play(m, i, 0, i % (MAPS / 2) < FIRST / 2 ? "+++" : "---");
    }
}

TEST(maps_are_looked_at_in_turn)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    us_sequence *s;
    us_sprt_def sprt = us_sprt_def_default();
    us_comparison_def def = us_comparison_def_default();
    sprt.delta0 = -1;
    sprt.delta1 = 1;
    def.sprt = &sprt;
    def.draws = 10;
    play_in_turn(&m);
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m.games + 1);
    memset(wanted, true, (size_t)m.games);
    REQUIRE(us_sequence_new(&m, wanted, &sprt, US_MAP_SCOPE_MAPS, &s, NULL) == US_OK);
    CHECK(us_sequence_update(s));
    bool *looked = us_sequence_list_tested(s);
    for (int64_t i = 0; i < m.games; i++)
        CHECK(looked[i] == (m.game[i].map % (MAPS / 2) < FIRST / 2));
    us_mem_free(looked);
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    CHECK_INT(c.versus[0].sprt.state, US_SPRT_DELTA1);
    CHECK_INT(c.versus[0].sprt.steps, FIRST);
    bool noted = false;
    for (int i = 0; i < c.notes; i++)
        noted |=
            strstr(c.note[i], "after 6 maps it accepts that the mean effect of maps of") != NULL;
    CHECK(noted);
    us_comparison_clear(&c);
    us_row row = m.row[0];
    m.row[0].end = US_ROW_NONE; /* of A0, the first step: no map behind it is looked at either */
    def.unmatched = true;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    CHECK_INT(c.versus[0].sprt.steps, 0);
    us_comparison_clear(&c);
    m.row[0] = row;
    REQUIRE(us_sequence_write(s, scratch(""), NULL) == US_OK);
    us_sequence_free(s);
    REQUIRE(us_sequence_apply(scratch(""), &m, NULL) == US_OK);
    CHECK_INT(m.games, FIRST * 3 * 2);
    CHECK_CONTAINS(m.stopped, "stopped after 6 maps: the larger one is taken.");
}

TEST(a_map_is_looked_at_when_it_is_played_whole)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_sequence *s;
    us_sprt_def sprt = us_sprt_def_default();
    sprt.delta0 = -1;
    sprt.delta1 = 1;
    play_in_turn(&m);
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m.games + 1);
    memset(wanted, true, (size_t)m.games);
    us_row row = m.row[0];
    m.row[0].end = US_ROW_NONE; /* on A0, the first of all */
    REQUIRE(us_sequence_new(&m, wanted, &sprt, US_MAP_SCOPE_MAPS, &s, NULL) == US_OK);
    CHECK(!us_sequence_update(s));
    bool *looked = us_sequence_list_tested(s);
    CHECK(!looked[1] && !looked[m.games / 2]);
    us_mem_free(looked);
    m.row[0] = row;
    m.row[0].end = US_ROW_CRASH; /* of no result: it may be played again */
    m.row[0].failed = US_ROW_FAILED_OPPONENT;
    CHECK(!us_sequence_update(s));
    m.row[0] = row;
    CHECK(us_sequence_update(s));
    us_sequence_free(s);
}

/* A game without a result is waited for, and named: by a run and by a comparison. */
TEST(a_test_that_waits_says_where)
{
    static const us_map_scope scopes[] = {US_MAP_SCOPE_MAPS, US_MAP_SCOPE_THESE};
    us_sprt_def sprt = us_sprt_def_default();
    us_comparison_def def = us_comparison_def_default();
    sprt.delta0 = -0.9;
    sprt.delta1 = 0.9;
    def.sprt = &sprt;
    def.draws = 10;
    for (int i = 0; i < US_COUNT(scopes); i++) {
        US_AUTO(us_manifest_clear) us_manifest m;
        us_comparison c;
        us_sequence *s;
        US_AUTOSTR(said);
        play_in_turn(&m);
        US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m.games + 1);
        memset(wanted, true, (size_t)m.games);
        m.row[7] =
            (us_row){.game = m.game[7].id, .end = US_ROW_CRASH, .failed = US_ROW_FAILED_OPPONENT};
        def.scope = scopes[i];
        REQUIRE(us_sequence_new(&m, wanted, &sprt, scopes[i], &s, NULL) == US_OK);
        CHECK(!us_sequence_update(s));
        us_sequence_standing standing = us_sequence_compute_standing(s);
        CHECK_INT(standing.waits, 7);
        CHECK_INT(standing.steps, i == 0 ? 2 : 3);
        us_sequence_print_undecided(&standing, &said);
        CHECK_CONTAINS(said.text, "; it waits at map \"A1\", where a game has no result");
        REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
        CHECK_INT(c.versus[0].sprt.steps, standing.steps);
        CHECK_STR(c.versus[0].waits, "A1");
        us_comparison_clear(&c);
        m.row[7].end = US_ROW_NONE; /* it is not played yet */
        CHECK_INT(us_sequence_compute_standing(s).waits, -1);
        us_sequence_free(s);
    }
}

/* What follows from the results stands; what does not, or from bounds that no test takes, not. */
TEST(a_decision_that_no_test_can_have_made_is_refused)
{
    static const struct {
        const char *decided, *bounds, *taken;
        int maps;
        const char *says; /* NULL: it stands */
    } rows[] = {
        {"delta1", "-0.5 or 0.5", "the larger one is taken", 6, NULL},
        {"delta0", "-0.5 or 0.5", "the smaller one is taken", 6,
         "the results decide \"delta1\" after"},
        {"delta1", "-0.5 or 0.5", "the larger one is taken", 8,
         "the results decide \"delta1\" after"},
        {"delta1", "0 or 0.1", "the larger one is taken", 6, "the results do not decide this test"},
        {"delta1", "-inf or inf", "the larger one is taken", 6, "bounds from -1 to 1, found -inf"},
        {"delta1", "5 or 7", "the larger one is taken", 6, "bounds from -1 to 1, found 5 or 7"},
        {"delta1", "nan or 1", "the larger one is taken", 6, "expected the sentence"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_manifest_clear) us_manifest m;
        us_error err = {0};
        US_AUTOSTR(text);
        char *behind;
        double low = strtod(rows[i].bounds, &behind), high = strtod(behind + 4, NULL);
        us_str_addf(
            &text,
            "{\"baseline\":\"a\",\"player\":\"b\",\"maps\":%d,\"decided\":\"%s\",\"text\":\"A "
            "sequential test of \\\"b\\\" against \\\"a\\\" (%s of a game) stopped after %d "
            "maps: %s. Games of these two behind them don't count, and the estimated effect "
            "is biased: it lies too far from %g, the middle of the two.\"}",
            rows[i].maps, rows[i].decided, rows[i].bounds, rows[i].maps, rows[i].taken,
            (low + high) / 2);
        paired_games_begin(&m);
        paired_games_add_foe(&m, "foe");
        for (int k = 0; k < MAPS; k++) {
            static const char *const name[] = {"0", "1", "2", "3", "4",  "5",
                                               "6", "7", "8", "9", "10", "11"};
            paired_games_add_map(&m, name[k], "open", 0xe0 + (us_hash)k);
            paired_games_play(&m, k, 0, k == 3 ? "0" : "+");
        }
        scratch_put("stopped.json", text.text);
        us_test_row(text.text);
        CHECK_INT(us_sequence_apply(scratch(""), &m, &err), rows[i].says ? US_BAD_INPUT : US_OK);
        CHECK_CONTAINS(err.text, rows[i].says ? rows[i].says : "");
    }
}

TEST(games_are_played_in_the_order_of_the_steps)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_sequence *s;
    us_sprt_def sprt = us_sprt_def_default();
    play_in_turn(&m);
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m.games + 1);
    US_AUTOFREE int64_t *game = US_NEW_ARRAY(int64_t, m.games + 1);
    memset(wanted, true, (size_t)m.games);
    for (int64_t i = 0; i < m.games; i++)
        game[i] = m.games - 1 - i;
    REQUIRE(us_sequence_new(&m, wanted, &sprt, US_MAP_SCOPE_MAPS, &s, NULL) == US_OK);
    REQUIRE(us_sequence_order(s, game, m.games) == m.games);
    for (int64_t i = 0; i < m.games; i++) {
        int step = (int)(i / (3 * 2)); /* a map has three pairs */
        CHECK_INT(m.game[game[i]].map, step % 2 * (MAPS / 2) + step / 2);
    }
    us_sequence_free(s);
}

TEST(a_test_of_few_maps_is_refused_before_it_plays)
{
    static const char *const signs[] = {"+", "+", "+", "-", "-"};
    US_AUTO(us_manifest_clear) us_manifest m;
    us_sequence *s = NULL;
    us_error err;
    us_sprt_def sprt = us_sprt_def_default();
    paired_games_begin(&m);
    paired_games_play_maps(&m, signs, 5, 1);
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m.games + 1);
    memset(wanted, true, (size_t)m.games);
    CHECK_INT(us_sequence_new(&m, wanted, &sprt, US_MAP_SCOPE_MAPS, &s, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "--sprt: a test about maps like these looks at 6 maps or more, and the two "
                        "players have pairs on 5: expected more maps, or --scope these-maps, which "
                        "looks at pairs");
    REQUIRE(us_sequence_new(&m, wanted, &sprt, US_MAP_SCOPE_THESE, &s, NULL) == US_OK);
    us_sequence_free(s);
}

/* Of pairs with one difference, the least that decide; with any others of that mean it is later. */
TEST(equal_steps_decide_first)
{
    us_sprt_def def = us_sprt_def_default();
    us_sprt_def_set_by_map(&def);
    CHECK_INT(us_sprt_compute_least_steps(&def, def.delta0), 44);
    CHECK_INT(us_sprt_compute_least_steps(&def, def.delta1), 44);
    CHECK_INT(us_sprt_compute_least_steps(&def, 0.05), def.cap);
    for (int sign = -1; sign <= 1; sign += 2) {
        us_sprt s = us_sprt_start(&def);
        int least = us_sprt_compute_least_steps(&def, sign);
        for (int i = 0; i < least - 1; i++)
            CHECK_INT(us_sprt_add(&s, sign), US_SPRT_RUNNING);
        CHECK_INT(us_sprt_add(&s, sign), sign > 0 ? US_SPRT_DELTA1 : US_SPRT_DELTA0);
    }
}

TEST(a_test_that_has_begun_refuses_others)
{
    us_error err;
    US_AUTOSTR(line);
    us_sprt_def def = us_sprt_def_default();
    us_sprt_def_set_by_map(&def);
    us_sequence_standing s = {"A", "B", US_MAP_SCOPE_MAPS, us_sprt_start(&def), 0, 12};
    const char *folder = scratch("");
    CHECK(us_sequence_begin(&s, folder, false, NULL) == US_OK);
    CHECK(us_sequence_begin(&s, folder, false, NULL) == US_OK);
    s.scope = US_MAP_SCOPE_THESE;
    CHECK_INT(us_sequence_begin(&s, folder, false, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "sequential.json");
    s.scope = US_MAP_SCOPE_MAPS;
    s.player = "C";
    CHECK_INT(us_sequence_begin(&s, folder, true, &err), US_BAD_INPUT);
    CHECK(us_sequence_is_short(&s, &line));
    CHECK_CONTAINS(line.text, "So the plan can't decide it");
    us_str_reset(&line);
    s.of = 43;
    CHECK(us_sequence_is_short(&s, &line));
    CHECK_CONTAINS(line.text, "only if the effect is large");
    us_str_reset(&line);
    s.of = 44;
    CHECK(!us_sequence_is_short(&s, &line));
}
