/* More than two libraries: how strong is each, by the games between them? Bradley and Terry's model
 * on Elo's scale: who is rated 400 above another scores 10 points for each of the other's. */
#ifndef US_EXPERIMENTS_STATS_RATING_H
#define US_EXPERIMENTS_STATS_RATING_H

#include "experiments/stats/bounds.h"

typedef struct us_rating_def {
    int players;         /* 1 or more */
    const double *point; /* point[i * players + j]: what i scored against j, a draw 1/2 to both */
    /* Games above 0 that each player is taken to have drawn against one of the ratings' mean. They
     * give whoever won all games, or none, a rating, and those whom no games join. */
    double prior;
    int anchor; /* whose rating is 0; -1: their mean is */
    /* The same points once more, by cluster: games on one map have the map in common. NULL: each
     * game stands for itself. */
    const struct us_rating_share *share;
    int shares, clusters;
} us_rating_def;

typedef struct us_rating_share {
    int one, other, cluster; /* players; from 0 to clusters - 1 */
    double games, points;    /* between them there; the one's */
} us_rating_share;
us_rating_def us_rating_def_default(int players, const double *point); /* prior 1, anchor -1 */

typedef struct us_rating {
    double elo, error; /* error: standard, of the distance to the anchor; 0 for the anchor itself */
    double points, games;
    int group; /* from 0: players whom games join, if through others. Only the prior joins groups,
                  so that ratings of two of them cannot be compared. */
    bool perfect; /* all points or none: the prior alone says how far off the rating is */
} us_rating;

/* The most probable ratings, for each player. Errors are those of games without draws: too large,
 * if anything. With two or more clusters, what clusters differ by beyond what the ratings expect
 * makes an error, too (a sandwich estimate): the larger one is taken. Returns the number of
 * groups. */
int us_rate(const us_rating_def *def, us_rating *out);

#endif
