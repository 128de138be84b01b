#include "experiments/stats/numbers.h"
#include "understudy/statistics.h"

#include "base/rng.h"
#include "tests/unit/near_equal.h"

static const double scale = 400 / 2.302585092994046;

/* Agresti, "Categorical data analysis", the American League of 1987; strengths and errors against
 * Baltimore as R's package BradleyTerry2 prints them. */
TEST(a_league_is_rated_as_in_the_book)
{
    static const double won[7][7] = {
        {0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
        {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
        {2, 4, 1, 3, 1, 7, 0},
    };
    static const double strength[] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    static const double error[] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0};
    us_rating rating[7];
    us_rating_def def = us_rating_def_default(7, &won[0][0]);
    def.prior = 1e-7;
    def.anchor = 6;
    CHECK_INT(us_ratings_compute(&def, rating), 1);
    for (int i = 0; i < 7; i++) {
        CHECK_NEAR(rating[i].elo, scale * strength[i], 0.00006 * scale);
        CHECK_NEAR(rating[i].error, scale * error[i], 0.00006 * scale);
        CHECK(!rating[i].perfect);
    }
    CHECK_NEAR(rating[0].points, 50, 0);
    CHECK_NEAR(rating[0].games, 78, 0);
}

TEST(three_of_four_points_are_191_elo)
{
    static const double point[] = {0, 75, 25, 0};
    us_rating rating[2];
    us_rating_def def = us_rating_def_default(2, point);
    def.prior = 1e-9;
    us_ratings_compute(&def, rating);
    CHECK_NEAR(rating[0].elo - rating[1].elo, 400 * log10(3), 1e-4);
    CHECK_NEAR(rating[0].elo + rating[1].elo, 0, 1e-9);
    /* The distance of two has the error 1 / sqrt(n p q); that to the middle half of it. */
    CHECK_NEAR(rating[0].error, scale / sqrt(100 * 0.75 * 0.25) / 2, 1e-4);
    def.anchor = 1;
    us_ratings_compute(&def, rating);
    CHECK_NEAR(rating[1].elo, 0, 0);
    CHECK_NEAR(rating[1].error, 0, 0);
    CHECK_NEAR(rating[0].error, scale / sqrt(100 * 0.75 * 0.25), 1e-4);
}

/* Hunter's iteration, 2004, with the prior as games against one who always has strength 1. */
static void by_iteration(const us_rating_def *def, double *strength)
{
    int n = def->players;
    for (int i = 0; i < n; i++)
        strength[i] = 1;
    for (int round = 0; round < 20000; round++) {
        for (int i = 0; i < n; i++) {
            double points = def->prior / 2, over = def->prior / (strength[i] + 1);
            for (int j = 0; j < n; j++) {
                double got = i == j ? 0 : def->point[i * n + j];
                double gave = i == j ? 0 : def->point[j * n + i];
                points += got;
                over += (got + gave) / (strength[i] + strength[j]);
            }
            strength[i] = points / over;
        }
    }
}

TEST(ratings_are_those_of_minorization)
{
    us_rng rng = us_rng_derive(1, "test.rating", 0);
    for (int round = 0; round < 10; round++) {
        double point[36] = {0}, strength[6], mean = 0;
        for (int i = 0; i < 36; i++)
            point[i] = us_rng_next_bool(&rng, 1, 3) ? us_rng_next_below(&rng, 40) / 2.0 : 0;
        us_rating rating[6];
        us_rating_def def = us_rating_def_default(6, point);
        us_ratings_compute(&def, rating);
        by_iteration(&def, strength);
        for (int i = 0; i < 6; i++)
            mean += scale * log(strength[i]) / 6;
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(rating[i].elo, scale * log(strength[i]) - mean, 1e-5);
    }
}

/* Many who meet opponents alone: what each is rated does not depend on where in the list it stands,
 * and errors are those of the inverse, which the distance of two tells here. */
TEST(the_order_of_players_does_not_matter)
{
    enum { PLAYERS = 40, FOES = 3, ALL = PLAYERS + FOES };
    us_rng rng = us_rng_derive(2, "test.rating", 0);
    US_AUTOFREE double *turned = US_NEW_ARRAY(double, ALL *ALL);
    US_AUTOFREE double *point = US_NEW_ARRAY(double, ALL *ALL);
    us_rating rating[ALL], other[ALL];
    for (int i = 0; i < PLAYERS; i++)
        for (int j = PLAYERS; j < ALL; j++) {
            point[i * ALL + j] = us_rng_next_below(&rng, 11) / 2.0;
            point[j * ALL + i] = 5 - point[i * ALL + j];
        }
    for (int i = 0; i < ALL; i++)
        for (int j = 0; j < ALL; j++)
            turned[(ALL - 1 - i) * ALL + ALL - 1 - j] = point[i * ALL + j];
    us_rating_def def = us_rating_def_default(ALL, point);
    us_ratings_compute(&def, rating);
    def.point = turned;
    us_ratings_compute(&def, other);
    for (int i = 0; i < ALL; i++) {
        CHECK_NEAR(rating[i].elo, other[ALL - 1 - i].elo, 1e-6);
        CHECK_NEAR(rating[i].error, other[ALL - 1 - i].error, 1e-6);
    }
}

TEST(who_won_all_games_has_a_rating)
{
    static const double point[] = {0, 100000, 0, 0};
    us_rating rating[2];
    us_rating_def def = us_rating_def_default(2, point);
    us_ratings_compute(&def, rating);
    CHECK(rating[0].perfect && rating[1].perfect);
    CHECK(isfinite(rating[0].elo) && rating[0].elo > 800 && rating[0].error > 100);
    CHECK_NEAR(rating[0].elo, -rating[1].elo, 1e-9);
}

TEST(players_whom_no_games_join_are_told_apart)
{
    double point[25] = {0};
    point[0 * 5 + 2] = 3;
    point[2 * 5 + 0] = 1;
    point[1 * 5 + 4] = 2;
    us_rating rating[5];
    us_rating_def def = us_rating_def_default(5, point);
    CHECK_INT(us_ratings_compute(&def, rating), 3);
    CHECK_INT(rating[2].group, rating[0].group);
    CHECK_INT(rating[4].group, rating[1].group);
    CHECK(rating[3].group != rating[0].group && rating[3].group != rating[1].group);
    CHECK_NEAR(rating[3].games, 0, 0);
    CHECK(rating[3].perfect && rating[3].error > rating[0].error);
}

TEST(one_player_is_rated_0)
{
    static const double point[] = {0};
    us_rating rating;
    us_rating_def def = us_rating_def_default(1, point);
    CHECK_INT(us_ratings_compute(&def, &rating), 1);
    CHECK_NEAR(rating.elo, 0, 0);
    CHECK_NEAR(rating.error, 0, 0);
}
