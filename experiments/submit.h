/* An experiment as jobs of a cluster: an array whose tasks play a shard each, and a job that merges
 * when all of them have ended. Slurm is driven by its commands.
 *
 *   FOLDER/slurm/work.sh, merge.sh   what the jobs run
 *   FOLDER/slurm/jobs.json           their numbers: see jobs.h
 *   FOLDER/slurm/NAME-JOB.out        what they print */
#ifndef US_EXPERIMENTS_SUBMIT_H
#define US_EXPERIMENTS_SUBMIT_H

#include "base/str.h"
#include "experiments/jobs.h"
#include "experiments/shards.h"

typedef struct us_submit_def {
    const char *folder;
    int shards;
    int at_once;               /* tasks; 0: as many as the cluster likes */
    int cpus;                  /* of a task, and its workers */
    int64_t minutes;           /* that a task may take; 0: as the cluster says */
    const char *const *option; /* for sbatch, as they are */
    int options;
    bool dry;                         /* write the scripts, submit nothing */
    void (*note)(const char *remark); /* what sbatch remarks; or NULL */
    bool (*stop)(void);               /* true: US_INTERRUPTED; or NULL */
} us_submit_def;

typedef struct us_submission {
    us_jobs jobs; /* ids "" where it was dry, or nothing was left */
    int tasks;    /* shards with games left */
    int64_t left; /* games */
    us_str work,
        merge; /* the commands, as they can be typed; of a dry one JOB for the array's id */
} us_submission;

/* Shards whose games are all played are left out; where none is left nothing is submitted.
 * US_INCOMPLETE: somebody is at work on it. US_FAILED: an earlier job waits or runs, or sbatch
 * refuses. US_NO_ENGINE: there is no sbatch. Clear after success. */
us_status us_submit(const us_submit_def *def, us_submission *out, us_error *err);
void us_submission_clear(us_submission *submission);

/* Makes out "0,3-7": the shards with games left, of which there is one. Where that would be more
 * than an argument may hold, those between are among them. */
void us_submit_tasks(const us_shard *shard, int shards, us_str *out);

/* Appends a word of a shell's command that stands for the text, whatever it holds. */
void us_shell_quote(const char *text, us_str *out);

#endif
