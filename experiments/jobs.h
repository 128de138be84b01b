/* The Slurm jobs of an experiment, in FOLDER/slurm/jobs.json, and their states. Slurm is not a
 * source for the number of games played: the results are. */
#ifndef US_EXPERIMENTS_JOBS_H
#define US_EXPERIMENTS_JOBS_H

#include "base/error.h"

enum { US_JOB_ID_MAX = 32, US_JOB_WORD_MAX = 64 };

typedef struct us_jobs {
    int shards;                    /* of the experiment; the array has those with games left */
    char work[US_JOB_ID_MAX];      /* the array's id */
    char merge[US_JOB_ID_MAX];     /* "": Slurm did not accept it */
    char cluster[US_JOB_WORD_MAX]; /* "": the only one */
} us_jobs;

us_status us_jobs_write(const char *folder, const us_jobs *jobs, us_error *err);
/* Reads the jobs; shards is 0 if the experiment was never submitted. */
us_status us_jobs_read(const char *folder, us_jobs *out, us_error *err);
/* Parses the output of sbatch --parsable: the job's id, and its cluster if named. */
bool us_jobs_parse(const char *text, char *id, char *cluster);

typedef struct us_job_state {
    char state[US_JOB_WORD_MAX]; /* "RUNNING"; "": no longer known */
    char node[US_JOB_WORD_MAX];  /* its host; or "" */
    char why[US_JOB_WORD_MAX];   /* reason why it does not run */
} us_job_state;

typedef struct us_job_states {
    us_job_state *shard; /* by number */
    us_job_state merge;
    int known; /* number of known states */
} us_job_states;

/* Reads the states of the jobs. ended: includes jobs that ended recently. US_NO_ENGINE, US_FAILED:
 * Slurm does not answer. Jobs that Slurm no longer knows are no error. Clear after success. */
us_status us_job_states_read(const us_jobs *jobs, bool ended, us_job_states *out, us_error *err);
void us_job_states_clear(us_job_states *states);

#endif
