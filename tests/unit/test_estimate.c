#include "experiments/run/sample.h"
#include "tests/unit/test.h"

enum { PLAYERS = 7, MAPS = 5, SEEDS = 20 };

/* As planning lists them: players vary fastest. */
static us_manifest manifest(void)
{
    us_manifest m;
    us_manifest_init(&m);
    for (int i = 0; i < PLAYERS; i++)
        us_manifest_add_player(&m)->name = "p";
    for (int i = 0; i < MAPS; i++)
        *us_manifest_add_map(&m) = (us_manifest_map){.name = "m", .family = "f", .path = "x"};
    for (int seed = 0; seed < SEEDS; seed++)
        for (int map = 0; map < MAPS; map++)
            for (int seat = 0; seat < 2; seat++)
                for (int player = 0; player < PLAYERS; player++)
                    *us_manifest_add_game(&m) = (us_fixture){.seed = (uint64_t)seed,
                                                             .player = (uint16_t)player,
                                                             .map = (uint16_t)map,
                                                             .seat = (uint8_t)seat};
    return m;
}

TEST(a_sample_meets_all_players)
{
    US_AUTO(us_manifest_clear) us_manifest m = manifest();
    for (int wanted = 1; wanted <= 3 * PLAYERS; wanted++) {
        int met[PLAYERS] = {0}, maps[MAPS] = {0}, seats[2] = {0}, kinds = 0;
        int64_t count;
        US_AUTOFREE int64_t *game = us_timing_draw_games(&m, wanted, &count);
        CHECK_INT(count, wanted);
        for (int64_t i = 0; i < count; i++) {
            met[m.game[game[i]].player]++;
            maps[m.game[game[i]].map]++;
            seats[m.game[game[i]].seat]++;
        }
        for (int i = 0; i < PLAYERS; i++)
            CHECK(met[i] == wanted / PLAYERS || met[i] == (wanted + PLAYERS - 1) / PLAYERS);
        for (int i = 0; i < MAPS; i++)
            kinds += maps[i] > 0;
        CHECK_INT(kinds, (wanted + 2 * PLAYERS - 1) / (2 * PLAYERS));
    }
}

TEST(a_sample_takes_no_game_twice)
{
    US_AUTO(us_manifest_clear) us_manifest m = manifest();
    int64_t count;
    US_AUTOFREE int64_t *game = us_timing_draw_games(&m, m.games + 9, &count);
    CHECK_INT(count, m.games);
    US_AUTOFREE bool *taken = US_NEW_ARRAY(bool, m.games);
    for (int64_t i = 0; i < count; i++) {
        CHECK(!taken[game[i]]);
        taken[game[i]] = true;
    }
}

TEST(nothing_is_drawn_of_nothing)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_manifest_init(&m);
    int64_t count;
    us_mem_free(us_timing_draw_games(&m, 4, &count));
    CHECK_INT(count, 0);
}
