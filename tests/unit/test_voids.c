/* Games without a result: another program than the player's failed. */
#include "experiments/run/results.h"

#include <string.h>

#include "experiments/compare/compare.h"
#include "experiments/report/export.h"
#include "tests/unit/near_equal.h"
#include "tests/unit/paired_games.h"
#include "tests/unit/test.h"

enum { MAPS = 6, PAIRS = 3 };

/* On each map "b" wins a pair, loses one and draws one. */
static void begin(us_manifest *m)
{
    static const char *const signs[MAPS] = {"+-0", "+-0", "+-0", "+-0", "+-0", "+-0"};
    paired_games_begin(m);
    paired_games_play_maps(m, signs, MAPS, PAIRS);
}

static void crash(us_manifest *m, int64_t game, us_row_failed failed)
{
    m->row[game] = (us_row){.game = m->game[game].id,
                            .end = US_ROW_CRASH,
                            .failed = failed,
                            .reason = "exec:x failed in seat 1"};
}

static bool noted(const us_comparison *c, const char *text)
{
    bool found = false;
    for (int i = 0; i < c->notes; i++)
        found |= strstr(c->note[i], text) != NULL;
    return found;
}

TEST(only_the_players_own_failure_is_a_lost_game)
{
    static const struct {
        us_row_failed failed;
        int pairs;
        double score; /* of the baseline: the game was lost before, too */
        const char *note;
    } rows[] = {
        {US_ROW_FAILED_UNKNOWN, 18, 0.5, "1 games of \"a\" crashed"},
        {US_ROW_FAILED_PLAYER, 18, 0.5, "1 games of \"a\" crashed"},
        {US_ROW_FAILED_OPPONENT, 17, (0.75 + 5 * 0.5) / 6,
         "1 game against \"foe\" has no result, because the opponent's program failed, and counts "
         "in no score and no pair. The first failure: exec:x failed in seat 1"},
        {US_ROW_FAILED_GAME, 17, (0.75 + 5 * 0.5) / 6,
         "1 game against \"foe\" has no result, because both programs, or the game outside "
         "this program, failed"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_manifest_clear) us_manifest m;
        US_AUTO(us_comparison_clear) us_comparison c;
        us_comparison_def def = us_comparison_def_default();
        bool lost = rows[i].pairs == 18;
        def.draws = 10;
        begin(&m);
        crash(&m, 0, rows[i].failed);
        us_test_row(us_row_fails[rows[i].failed]);
        REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
        CHECK_INT(c.side[0].games, MAPS * PAIRS);
        CHECK_INT(c.side[0].end[US_ROW_CRASH], 1);
        CHECK_INT(c.side[0].no_result, !lost);
        CHECK_INT(c.side[1].no_result, 0);
        CHECK_NEAR(c.side[0].score.mean, rows[i].score, 1e-9);
        CHECK_NEAR(c.side[1].score.mean, 0.5, 1e-9);
        CHECK_INT(c.versus[0].pairs, rows[i].pairs);
        CHECK_INT(c.versus[0].unmatched, 0);
        CHECK(noted(&c, rows[i].note));
        CHECK_INT(noted(&c, "count as lost"), lost);
        us_standing tally = us_results_compute_standing(&m);
        CHECK(tally.played == m.games && tally.end[US_ROW_CRASH] == 1 && tally.no_result == !lost);
    }
}

TEST(players_without_a_pair_of_results_are_not_compared)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    us_error err = {0};
    us_comparison_def def = us_comparison_def_default();
    begin(&m);
    for (int64_t i = 0; i < m.games; i += 2)
        crash(&m, i, US_ROW_FAILED_OPPONENT);
    CHECK_INT(us_comparison_compute(&m, &def, &c, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "each pair of games of \"a\" and \"b\" holds a game without a result");
    CHECK_CONTAINS(err.text, "--retry-failed");
}

/* Columns of a CSV line: points and margin stand behind the reason. */
TEST(an_export_leaves_its_points_empty)
{
    static const struct {
        us_row_failed failed;
        const char *line, *last;
    } rows[] = {
        {US_ROW_FAILED_UNKNOWN, ",crash,exec:x failed in seat 1,0,-1,", ",nobody,unknown\r\n"},
        {US_ROW_FAILED_PLAYER, ",crash,exec:x failed in seat 1,0,-1,", ",nobody,player\r\n"},
        {US_ROW_FAILED_OPPONENT, ",crash,exec:x failed in seat 1,,,", ",nobody,opponent\r\n"},
        {US_ROW_FAILED_GAME, ",crash,exec:x failed in seat 1,,,", ",nobody,game\r\n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_manifest_clear) us_manifest m;
        US_AUTOSTR(out);
        begin(&m);
        crash(&m, 0, rows[i].failed);
        us_export_print_csv(&m, &out);
        us_test_row(rows[i].line);
        CHECK_CONTAINS(out.text, rows[i].line);
        CHECK_CONTAINS(out.text, rows[i].last);
        CHECK_CONTAINS(out.text, ",idle,failed\r\n"); /* the head */
    }
}

TEST(a_line_says_whose_program_failed)
{
    static const char *const words[US_ROW_FAILS] = {NULL, "player", "opponent", "game"};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int failed = 0; failed < US_ROW_FAILS; failed++) {
        us_row row = {.game = 3, .end = US_ROW_CRASH, .failed = failed}, read;
        US_AUTOSTR(line);
        US_AUTOSTR(member);
        us_row_write(&row, &line);
        us_str_addf(&member, ",\"failed\":\"%s\"", words[failed] ? words[failed] : "");
        CHECK_INT(strstr(line.text, member.text) != NULL, words[failed] != NULL);
        REQUIRE(us_row_read("x", 1, line.text, line.length, arena, &read, NULL) == US_OK);
        CHECK_INT(read.failed, failed);
        CHECK_INT(us_row_is_void(&read), failed >= US_ROW_FAILED_OPPONENT);
        CHECK_INT(us_row_is_scored(&read), failed < US_ROW_FAILED_OPPONENT);
    }
}
