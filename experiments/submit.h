/* Submission of an experiment to a Slurm cluster, by Slurm's commands. Each task of an array of
 * jobs plays a shard, and a last job merges when all of them have ended.
 *
 *   FOLDER/slurm/work.sh, merge.sh   scripts of the jobs
 *   FOLDER/slurm/jobs.json           ids of the jobs: see jobs.h
 *   FOLDER/slurm/NAME-JOB.out        output of the jobs */
#ifndef US_EXPERIMENTS_SUBMIT_H
#define US_EXPERIMENTS_SUBMIT_H

#include "base/str.h"
#include "experiments/jobs.h"
#include "experiments/join.h"

typedef struct us_submit_def {
    const char *folder;
    int shards;
    int at_once;               /* tasks at a time; 0: the cluster's limit */
    int cpus;                  /* CPUs of a task, and its workers */
    int64_t minutes;           /* time limit of a task; 0: the cluster's */
    const char *const *option; /* options for sbatch, unchanged */
    int options;
    bool dry;                         /* writes the scripts, submits nothing */
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

/* Appends the text as one quoted word of a shell command, whatever characters it has. */
void us_shell_quote(const char *text, us_str *out);

#endif
