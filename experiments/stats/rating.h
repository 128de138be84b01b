/* Ratings: the strength of two or more libraries, by the games between them. The model is Bradley
 * and Terry's on Elo's scale: a player rated 400 above another scores 10 points for each of the
 * other's. */
#ifndef US_EXPERIMENTS_STATS_RATING_H
#define US_EXPERIMENTS_STATS_RATING_H

#include "experiments/stats/bounds.h"

typedef struct us_rating_def {
    int players;         /* 1 or more */
    const double *point; /* point[i * players + j]: i's score against j, 1/2 to both for a draw */
    /* Drawn games, above 0, that each player is credited with against a player of mean rating. They
     * give a rating to a player that won all games or none, and to players that no games
     * connect. */
    double prior;
    int anchor; /* player with rating 0; -1: the mean is 0 */
    /* The same points by cluster, because games on one map have the map in common. NULL: each game
     * is independent. */
    const struct us_rating_share *share;
    int shares, clusters;
} us_rating_def;

typedef struct us_rating_share {
    int one, other, cluster; /* players; from 0 to clusters - 1 */
    double games, points;    /* between the two in the cluster; points: the one's */
} us_rating_share;
us_rating_def us_rating_def_default(int players, const double *point); /* prior 1, anchor -1 */

typedef struct us_rating {
    double elo, error; /* error: standard, of the distance to the anchor; 0 for the anchor */
    double points, games;
    int group;    /* from 0: a group of players that games connect, directly or through others. Only
                     the prior connects groups: ratings of different groups cannot be compared */
    bool perfect; /* all points or none: only the prior limits the rating */
} us_rating;

/* Computes the most probable rating of each player. Errors are those of games without draws: too
 * large, if anything. With two or more clusters there is a second error: the variation between
 * clusters beyond what the ratings expect (a sandwich estimate). The larger one is taken. Returns
 * the number of groups. */
int us_ratings_compute(const us_rating_def *def, us_rating *out);

#endif
