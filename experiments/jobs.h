/* The jobs that an experiment was submitted as, in FOLDER/slurm/jobs.json, and what Slurm says of
 * them. How many games are played is never asked there: that is what the results are for. */
#ifndef US_EXPERIMENTS_JOBS_H
#define US_EXPERIMENTS_JOBS_H

#include "base/error.h"

enum { US_JOB_ID_MAX = 32, US_JOB_WORD_MAX = 64 };

typedef struct us_jobs {
    int shards;                    /* of the experiment; the array has those with games left */
    char work[US_JOB_ID_MAX];      /* the array's id */
    char merge[US_JOB_ID_MAX];     /* "": it was not taken */
    char cluster[US_JOB_WORD_MAX]; /* "": the only one */
} us_jobs;

us_status us_jobs_write(const char *folder, const us_jobs *jobs, us_error *err);
/* shards 0: it was never submitted. */
us_status us_jobs_read(const char *folder, us_jobs *out, us_error *err);
/* What sbatch --parsable says: the job's id, and maybe its cluster. */
bool us_jobs_parse(const char *said, char *id, char *cluster);

typedef struct us_job_state {
    char state[US_JOB_WORD_MAX]; /* "RUNNING"; "": not known any more */
    char node[US_JOB_WORD_MAX];  /* where; or "" */
    char why[US_JOB_WORD_MAX];   /* it does not run */
} us_job_state;

typedef struct us_job_states {
    us_job_state *shard; /* by number */
    us_job_state merge;
    int known; /* states of either */
} us_job_states;

/* ended: those too that ended not long ago. US_NO_ENGINE, US_FAILED: Slurm doesn't answer. That
 * it knows none of the jobs any more is no error. Clear after success. */
us_status us_jobs_ask(const us_jobs *jobs, bool ended, us_job_states *out, us_error *err);
void us_job_states_clear(us_job_states *states);

#endif
