/* The workers that played an experiment: whether the results of one are unlike those of the others.
 * Causes are a machine that is too slow or at fault, or a part that another program played. */
#ifndef US_EXPERIMENTS_COMPARE_WORKERS_H
#define US_EXPERIMENTS_COMPARE_WORKERS_H

#include "experiments/design/manifest.h"
#include "experiments/report/sheet.h"

typedef struct us_worker {
    const char *name; /* name of the host, or path of the journal that results were read from */
    bool journal;     /* a journal; else a host */
    int64_t games;    /* played by it */
    int64_t failed;   /* of these, crashed or late */
    int64_t compared; /* of these, games that others have like: the members below are of these */
    double score, others; /* its mean, and the others' for the same player, opponent, map, seat */
    double failed_by_others; /* expected failures at the others' rate */
    double score_p;          /* p value of its score; */
    double failed_p;         /* of its failures: both corrected for all workers (Holm) */
    bool outlier;            /* one of the two is below US_OUTLIER_BELOW */
} us_worker;

#define US_OUTLIER_BELOW 0.001

typedef struct us_workers {
    us_worker *worker; /* hosts by name, then journals; two or more of either kind, or none */
    int count, outliers;
} us_workers;

/* Compares the workers of results that have hosts and journals: those of a folder. Merged results
 * have neither, so they have no workers. Experiments that differ (--differing) have none either:
 * the difference may be the cause of unlike results.
 *
 * Games are compared with those of the same player, opponent, map and seat. The sum of a worker's
 * excess over the mean of those is compared with a random deal: the keys (map, opponent, seat,
 * seed) go to workers at random, each with all its games, since these share their luck. See
 * experiments/stats/outliers.h. Failures are judged separately, and only if they are too many. One
 * stray after another is named, the least probable first, and the rest is compared without its
 * games. */
us_workers us_workers_compare(const us_manifest *manifest, us_arena *arena);

/* Appends all known hosts: "ada (108 games), bob (1 game)". Returns their number. */
int us_workers_print_hosts(const us_manifest *manifest, us_str *out);

/* Appends a sentence about a stray: the difference, and what to do. */
void us_worker_print(const us_worker *worker, us_str *out);

/* Returns a table of all workers. */
us_sheet *us_workers_make_sheet(const us_workers *workers, us_arena *arena);

#endif
