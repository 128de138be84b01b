/* Who played the games of an experiment, and whether the results of one of them are unlike those of
 * the others: a machine that is too slow or at fault, a part that another program played. */
#ifndef US_EXPERIMENTS_WORKERS_H
#define US_EXPERIMENTS_WORKERS_H

#include "experiments/manifest.h"
#include "experiments/sheet.h"

typedef struct us_worker {
    const char *name;     /* of the host; of the journal, as results were read from it */
    bool journal;         /* else a host */
    int64_t games;        /* that it played */
    int64_t failed;       /* of them: crashed, or took too long */
    int64_t compared;     /* of them, those that others have like: what follows is of these */
    double score, others; /* its mean, and the others' for the same player, opponent, map, seat */
    double failed_by_others; /* how many fail where as large a share does as of the others' */
    double score_p;          /* of so unlike a score; */
    double failed_p;         /* of so many that failed: both corrected for all of them (Holm) */
    bool stray;              /* one of the two is below US_STRAY_BELOW */
} us_worker;

#define US_STRAY_BELOW 0.001

typedef struct us_workers {
    us_worker *worker; /* hosts by name, then journals; of either two or more, or none */
    int count, outliers;
} us_workers;

/* Of results with their hosts and journals: those of a folder. Merged results don't know who played
 * them, so that there are no workers; nor are there any of experiments that differ (--differing):
 * what is unlike in their games may come from that.
 *
 * Games are compared with those of the same player, opponent, map and seat. What a worker's games
 * lie above the mean of those is summed; by chance that is how it would be had the keys (map,
 * opponent, seat, seed) been dealt to workers at random, each with all its games, since these
 * share their luck: see experiments/stats/outliers.h. That games fail is judged for itself, and
 * only where too many do. One stray after another is named, the least probable first, and the rest
 * compared without its games. */
us_workers us_workers_of(const us_manifest *manifest, us_arena *arena);

/* All hosts that are known: "ada (108 games), bob (1 game)". Appended; returns how many. */
int us_hosts_say(const us_manifest *manifest, us_str *out);

/* Of a stray: what is unlike, and what to do, as a sentence. */
void us_worker_say(const us_worker *worker, us_str *out);

/* A table of all of them. */
us_sheet *us_workers_sheet(const us_workers *workers, us_arena *arena);

#endif
