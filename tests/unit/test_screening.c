#include "experiments/stats/screening.h"

#include "tests/unit/near_equal.h"

/* Simulated games: eight libraries with random combinations of changes play some settings, and each
 * setting is a block. Then the next eight libraries play. */
enum { MOST = 48, SIZE = 8 };

typedef struct simulation {
    int changes, blocks;
    int settings; /* of eight libraries; 0: one */
    double effect[MOST];
    double chance;  /* standard deviation of a game's value */
    double level;   /* standard deviation of the blocks' levels */
    double shift;   /* added to the level of every second block */
    bool backwards; /* the games of a block are added in the opposite order */
    uint64_t seed;
} simulation;

static double draw_uniform(us_rng *rng)
{
    enum { PARTS = 1 << 30 };
    return (us_rng_next_below(rng, PARTS) + 0.5) / PARTS;
}

static double draw_normal(us_rng *rng)
{
    double radius = sqrt(-2 * log(draw_uniform(rng)));
    double angle = 8 * atan(1) * draw_uniform(rng);
    return radius * cos(angle);
}

typedef struct drawn_library {
    int change[MOST];
    int count;
    double effect; /* of all its changes */
} drawn_library;

/* Each change is in half of the libraries. */
static void draw_libraries(const simulation *s, us_rng *rng, drawn_library *out)
{
    for (int i = 0; i < SIZE; i++) {
        out[i] = (drawn_library){.count = 0};
        for (int k = 0; k < s->changes; k++) {
            if (us_rng_next_below(rng, 2) == 1)
                continue;
            out[i].change[out[i].count++] = k;
            out[i].effect += s->effect[k];
        }
    }
}

/* Adds all games of the simulation. */
static void simulate(const simulation *s, us_screening *screen)
{
    us_rng rng = us_rng_derive(s->seed, "screening", 0);
    drawn_library library[SIZE];
    for (int b = 0; b < s->blocks; b++) {
        double value[SIZE], level = s->level * draw_normal(&rng) + b % 2 * s->shift;
        if (s->settings < 2 || b % s->settings == 0)
            draw_libraries(s, &rng, library);
        for (int i = 0; i < SIZE; i++)
            value[i] = level + library[i].effect + s->chance * draw_normal(&rng);
        us_screening_begin_block(screen);
        for (int i = 0; i < SIZE; i++) {
            int at = s->backwards ? SIZE - 1 - i : i;
            us_screening_add(screen, library[at].change, library[at].count, value[at]);
        }
    }
}

static void estimate(const simulation *s, double spread, us_screening_effect *out)
{
    US_AUTOPTR(us_screening) screen = us_screening_new(s->changes, spread);
    simulate(s, screen);
    us_screening_estimate(screen, out);
}

static const simulation known = {.changes = 8,
                                 .blocks = 100,
                                 .effect = {0.2, -0.15, 0.1, 0, 0.05, 0, -0.05, 0.3},
                                 .chance = 0.2,
                                 .level = 0.5,
                                 .seed = 3};

static void expect_equal(const us_screening_effect *a, const us_screening_effect *b, int changes,
                         double within)
{
    for (int i = 0; i < changes; i++) {
        CHECK_NEAR(a[i].mean, b[i].mean, within);
        CHECK_NEAR(a[i].error, b[i].error, within);
        CHECK_INT(a[i].games, b[i].games);
    }
}

TEST(known_effects_are_found_again)
{
    us_screening_effect found[8];
    estimate(&known, 0.2, found);
    for (int i = 0; i < known.changes; i++) {
        CHECK_NEAR(found[i].mean, known.effect[i], 3 * found[i].error);
        CHECK_NEAR(found[i].error, 0.0151, 0.0015); /* 2 * 0.2 / sqrt(700), 100 games are levels */
        CHECK(found[i].games > 300 && found[i].games < 500);
    }
}

TEST(the_games_with_a_change_are_counted)
{
    static const int first[] = {2, 0}, second[] = {0};
    us_screening_effect found[3];
    US_AUTOPTR(us_screening) screen = us_screening_new(3, 0.05);
    us_screening_begin_block(screen);
    us_screening_add(screen, first, 2, 0.5);
    us_screening_add(screen, second, 1, 0.5);
    us_screening_begin_block(screen);
    us_screening_add(screen, first, 1, 0.5);
    us_screening_add(screen, NULL, 0, 0.5);
    us_screening_estimate(screen, found);
    CHECK_INT(found[0].games, 2);
    CHECK_INT(found[1].games, 0);
    CHECK_INT(found[2].games, 2);
}

TEST(errors_shrink_with_the_root_of_the_games)
{
    simulation s = known;
    us_screening_effect few[8], many[8];
    s.blocks = 50;
    estimate(&s, 1, few); /* so wide a spread that it tells nothing */
    s.blocks = 800;
    estimate(&s, 1, many);
    for (int i = 0; i < s.changes; i++)
        CHECK_NEAR(few[i].error / many[i].error, 4, 0.6);
}

/* Bayes' promise: over effects drawn from the spread, the error is the deviation that the mean
 * has. */
TEST(errors_cover_the_effects)
{
    enum { RUNS = 200 };
    static const struct {
        int changes, blocks;
        double chance;
    } rows[] = {{8, 10, 0.2}, {8, 60, 0.2}, {40, 8, 0.1}};
    const double spread = 0.05;
    for (int row = 0; row < US_COUNT(rows); row++) {
        double sum = 0, squares = 0;
        for (int run = 0; run < RUNS; run++) {
            simulation s = {.changes = rows[row].changes,
                            .blocks = rows[row].blocks,
                            .chance = rows[row].chance,
                            .level = 0.3,
                            .seed = 100 + (uint64_t)run};
            us_rng rng = us_rng_derive(s.seed, "effects", 0);
            us_screening_effect found[MOST];
            for (int i = 0; i < s.changes; i++)
                s.effect[i] = spread * draw_normal(&rng);
            estimate(&s, spread, found);
            for (int i = 0; i < s.changes; i++) {
                double deviation = (found[i].mean - s.effect[i]) / found[i].error;
                sum += deviation;
                squares += deviation * deviation;
            }
        }
        CHECK_NEAR(sqrt(squares / RUNS / rows[row].changes), 1, 0.1);
        CHECK_NEAR(sum / RUNS / rows[row].changes, 0, 0.1);
    }
}

TEST(an_effect_that_was_never_played_stays_as_before_any_game)
{
    us_screening_effect found[9];
    US_AUTOPTR(us_screening) none = us_screening_new(9, 0.07);
    us_screening_estimate(none, found);
    for (int i = 0; i < 9; i++) {
        CHECK(found[i].mean == 0);
        CHECK_NEAR(found[i].error, 0.07, 1e-12);
    }
    US_AUTOPTR(us_screening) screen = us_screening_new(9, 0.07); /* the last one is in no game */
    simulate(&known, screen);
    us_screening_estimate(screen, found);
    CHECK_INT(found[8].games, 0);
    CHECK(found[8].mean == 0);
    CHECK_NEAR(found[8].error, 0.07, 1e-12);
    CHECK(found[0].mean > 0.1 && found[0].error < 0.02);
}

/* All games of a block have the change, or none: the level of the block hides its effect. */
TEST(an_effect_without_contrast_in_a_block_stays_unknown)
{
    static const int change[] = {0, 1};
    us_screening_effect found[2];
    US_AUTOPTR(us_screening) screen = us_screening_new(2, 0.05);
    for (int b = 0; b < 10; b++) {
        int first = b % 2; /* change 0 is in the even blocks, change 1 in every second game */
        us_screening_begin_block(screen);
        for (int i = 0; i < SIZE; i++)
            us_screening_add(screen, change + first, 1 - first + i % 2,
                             (first ? 0.1 : 0.9) + 0.01 * (i % 3));
    }
    us_screening_estimate(screen, found);
    CHECK_NEAR(found[0].mean, 0, 1e-12);
    CHECK_NEAR(found[0].error, 0.05, 1e-12);
}

TEST(the_levels_of_blocks_do_not_matter)
{
    us_screening_effect found[8], shifted[8];
    simulation s = known;
    s.blocks = 30;
    estimate(&s, 0.2, found);
    s.shift = 40;
    estimate(&s, 0.2, shifted);
    expect_equal(found, shifted, s.changes, 1e-9);
}

TEST(the_order_within_a_block_does_not_matter)
{
    us_screening_effect found[8], turned[8];
    simulation s = known;
    s.blocks = 30;
    estimate(&s, 0.2, found);
    s.backwards = true;
    estimate(&s, 0.2, turned);
    expect_equal(found, turned, s.changes, 1e-12);
}

static void play_blocks(us_screening *screen, us_rng *rng, int blocks)
{
    static const int change[] = {0};
    for (int b = 0; b < blocks; b++) {
        us_screening_begin_block(screen);
        for (int i = 0; i < SIZE; i++)
            us_screening_add(screen, change, i % 2, (i % 2 ? 0.04 : 0) + 0.3 * draw_normal(rng));
    }
}

TEST(an_estimate_of_earlier_games_counts_as_these_games)
{
    us_screening_effect all, first, second;
    us_rng rng = us_rng_derive(6, "earlier", 0), again = rng;
    US_AUTOPTR(us_screening) whole = us_screening_new(1, 0.05);
    US_AUTOPTR(us_screening) earlier = us_screening_new(1, 0.05);
    US_AUTOPTR(us_screening) later = us_screening_new(1, 0.05);
    play_blocks(whole, &rng, 120);
    us_screening_estimate(whole, &all);
    play_blocks(earlier, &again, 80);
    us_screening_estimate(earlier, &first);
    us_screening_expect(later, 0, first.mean, first.error);
    us_screening_estimate(later, &second); /* before any game of its own */
    CHECK_NEAR(second.mean, first.mean, 1e-9);
    CHECK_NEAR(second.error, first.error, 1e-9);
    play_blocks(later, &again, 40);
    us_screening_estimate(later, &second);
    CHECK_NEAR(second.mean, all.mean, 0.001);
    CHECK_NEAR(second.error, all.error, 0.001);
    CHECK(second.error < 0.9 * first.error);
}

/* No game tells them apart, but together they are known. */
TEST(changes_that_always_play_together_share_their_effect)
{
    static const int both[] = {0, 1};
    us_screening_effect found[2];
    us_rng rng = us_rng_derive(5, "together", 0);
    US_AUTOPTR(us_screening) screen = us_screening_new(2, 0.1);
    for (int b = 0; b < 100; b++) {
        us_screening_begin_block(screen);
        for (int i = 0; i < SIZE; i++) {
            double chance = 0.1 * draw_normal(&rng);
            us_screening_add(screen, both, i % 2 ? 2 : 0, (i % 2 ? 0.2 : 0) + chance);
        }
    }
    us_screening_estimate(screen, found);
    CHECK_NEAR(found[0].mean, 0.1, 0.01);
    CHECK_NEAR(found[1].mean, found[0].mean, 1e-9);
    CHECK_NEAR(found[0].error, 0.1 / sqrt(2), 0.002); /* of their difference, 0.1 * sqrt(2) / 2 */
}

/* One change decides each game, for example because without it no game ends. */
TEST(games_without_chance_are_estimated)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        simulation s = {.changes = 40, .blocks = 27, .settings = 27, .seed = seed};
        us_screening_effect found[MOST];
        s.effect[0] = 0.1;
        estimate(&s, 0.05, found);
        bool shows = found[0].games > 0 && found[0].games < s.blocks * SIZE;
        CHECK(!shows || (found[0].mean > 0.001 && found[0].mean < 0.101));
        for (int i = 0; i < s.changes; i++)
            CHECK(isfinite(found[i].mean) && found[i].error > 0 && found[i].error < 0.0501);
    }
}

/* Draws against a passive opponent, for example. */
TEST(equal_games_show_no_effect)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        simulation s = {.changes = 40, .blocks = 12, .settings = 12, .level = 0.3, .seed = seed};
        us_screening_effect found[MOST];
        estimate(&s, 0.05, found);
        for (int i = 0; i < s.changes; i++) {
            CHECK_NEAR(found[i].mean, 0, 1e-6);
            CHECK(found[i].error > 0 && found[i].error < 0.0501);
        }
    }
}
