/* The Slurm jobs of an experiment, in FOLDER/slurm/jobs.json, and their states. Slurm is not a
 * source for the number of games played: the results are. */
#ifndef US_EXPERIMENTS_RUN_SLURM_H
#define US_EXPERIMENTS_RUN_SLURM_H

#include "experiments/run/results.h"

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
/* Parses the output of squeue in the format "%i|%T|%N|%r". Lines about other jobs count for
 * nothing. Clear out. */
void us_job_states_parse(const us_jobs *jobs, const char *text, us_job_states *out);
void us_job_states_clear(us_job_states *states);

/* Submission of an experiment to a Slurm cluster, by Slurm's commands. Each task of an array of
 * jobs plays a shard, and a last job merges when all of them have ended.
 *
 *   FOLDER/slurm/work.sh, merge.sh   scripts of the jobs
 *   FOLDER/slurm/jobs.json           ids of the jobs: see us_jobs
 *   FOLDER/slurm/NAME-JOB.out        output of the jobs */

typedef struct us_submit_def {
    const char *folder;
    int shards;
    int at_once;               /* tasks at a time; 0: the cluster's limit */
    int cpus;                  /* CPUs of a task, and its workers */
    int64_t minutes;           /* time limit of a task; 0: the cluster's */
    const char *const *option; /* options for sbatch, unchanged */
    int options;
    bool programs; /* the user trusts the programs that the plan names: the jobs run them */
    bool dry;      /* writes the scripts, submits nothing */
    void (*note)(const char *remark); /* remarks of sbatch; or NULL */
    bool (*stop)(void);               /* true: US_INTERRUPTED; or NULL */
} us_submit_def;

typedef struct us_submission {
    us_jobs jobs;       /* ids are "" after a dry run, or if nothing was left */
    int tasks;          /* shards with games left */
    int64_t left;       /* games left */
    us_str work, merge; /* the commands, as they can be typed; after a dry run JOB stands for the
                           array's id */
} us_submission;

/* Submits the shards that have games left. If none has, nothing is submitted. US_INCOMPLETE: a run
 * is at work. US_FAILED: an earlier job waits or runs, or sbatch refuses. US_NO_ENGINE: sbatch is
 * not installed. Clear after success. */
us_status us_experiment_submit(const us_submit_def *def, us_submission *out, us_error *err);
void us_submission_clear(us_submission *submission);

/* Makes out "0,3-7": the shards with games left, at least one. If the list would be longer than an
 * argument may be, it includes the shards between them. */
void us_submission_print_tasks(const us_shard *shard, int shards, us_str *out);

#endif
