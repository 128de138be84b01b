#include "experiments/jobs.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/subprocess.h"
#include "experiments/batch.h"
#include "experiments/planning.h"

enum { ANSWER_MS = 20000 };

/* ---- the file */

us_status us_jobs_write(const char *folder, const us_jobs *jobs, us_error *err)
{
    us_str text;
    us_str_init(&text);
    us_str path = us_folder_make_path(folder, "slurm/jobs.json");
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "engine", "slurm");
    us_json_write_key_int(&writer, "shards", jobs->shards);
    us_json_write_key_string(&writer, "work", jobs->work);
    us_json_write_key_string(&writer, "merge", jobs->merge);
    us_json_write_key_string(&writer, "cluster", jobs->cluster);
    us_json_writer_end(&writer, '}');
    us_status status = us_file_write(path.text, text.text, text.length, err);
    us_str_clear(&path);
    us_str_clear(&text);
    return status;
}

static us_status read_word(const us_json_node *root, const char *key, bool number, char *out,
                           size_t size, us_error *err)
{
    const char *text;
    US_TRY(us_json_require_string(root, key, &text, err));
    bool empty = !text[0] && us_text_equal(key, "work");
    if (empty || strlen(text) >= size || (number && text[strspn(text, "0123456789")] != '\0'))
        return us_json_fail(us_json_find(root, key), err, "\"%s\": expected %s", key,
                            number ? "the number of a job" : "a name");
    snprintf(out, size, "%s", text);
    return US_OK;
}

static us_status read_jobs(const us_json_node *root, us_jobs *out, us_error *err)
{
    static const char *const keys[] = {"engine", "shards", "work", "merge", "cluster", NULL};
    us_jobs jobs = {.shards = 0};
    char engine[US_JOB_WORD_MAX];
    int64_t shards = 0;
    US_TRY(us_json_require_int(root, "shards", 1, US_SHARDS_MAX, &shards, err));
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(read_word(root, "engine", false, engine, sizeof(engine), err));
    if (strcmp(engine, "slurm") != 0)
        return us_json_fail(us_json_find(root, "engine"), err, "\"engine\": expected \"slurm\"");
    US_TRY(read_word(root, "work", true, jobs.work, sizeof(jobs.work), err));
    US_TRY(read_word(root, "merge", true, jobs.merge, sizeof(jobs.merge), err));
    US_TRY(read_word(root, "cluster", false, jobs.cluster, sizeof(jobs.cluster), err));
    jobs.shards = (int)shards;
    *out = jobs;
    return US_OK;
}

us_status us_jobs_read(const char *folder, us_jobs *out, us_error *err)
{
    us_json *doc = NULL;
    us_jobs jobs = {.shards = 0};
    us_str path = us_folder_make_path(folder, "slurm/jobs.json");
    us_status status = US_OK;
    if (us_file_exists(path.text)) {
        status = us_json_load(path.text, &doc, err);
        if (status == US_OK)
            status = read_jobs(us_json_root(doc), &jobs, err);
        us_json_free(doc);
    }
    us_str_clear(&path);
    if (status == US_OK)
        *out = jobs;
    return status;
}

/* ---- Slurm's answers */

/* Parses the last line: sites let sbatch print more before it. */
bool us_jobs_parse(const char *reply, char *id, char *cluster)
{
    for (const char *next; (next = strchr(reply, '\n')) && next[strspn(next, "\n")];)
        reply = next + 1;
    size_t digits = strspn(reply, "0123456789"), rest;
    if (digits == 0 || digits >= US_JOB_ID_MAX)
        return false;
    snprintf(id, US_JOB_ID_MAX, "%.*s", (int)digits, reply);
    reply += digits;
    cluster[0] = '\0';
    if (*reply == ';') {
        rest = strcspn(++reply, "\n");
        if (rest >= US_JOB_WORD_MAX)
            return false;
        snprintf(cluster, US_JOB_WORD_MAX, "%.*s", (int)rest, reply);
        reply += rest;
    }
    return reply[strspn(reply, "\n")] == '\0';
}

/* The text up to the bar or the line's end goes to the word, as much as fits. Behind it. */
static const char *take_word(const char *at, char *word)
{
    size_t length = strcspn(at, "|\n");
    snprintf(word, US_JOB_WORD_MAX, "%.*s", (int)length, at);
    return at + length + (at[length] == '|');
}

/* The state that a line "12_3|RUNNING|n1|None" is about; NULL: none of ours. */
static us_job_state *whose(const us_jobs *jobs, const char *job, us_job_states *states)
{
    size_t length = strlen(jobs->work);
    int64_t shard;
    if (jobs->merge[0] && strcmp(job, jobs->merge) == 0)
        return &states->merge;
    if (strncmp(job, jobs->work, length) == 0 && job[length] == '_' &&
        us_text_to_int(job + length + 1, 0, jobs->shards - 1, &shard))
        return &states->shard[shard];
    return NULL;
}

static void take_states(const us_jobs *jobs, const char *text, us_job_states *states)
{
    while (*text) {
        char job[US_JOB_WORD_MAX];
        us_job_state now = {.state = ""};
        text = take_word(text, job);
        text = take_word(text, now.state);
        text = take_word(text, now.node);
        text = take_word(text, now.why);
        us_job_state *state = whose(jobs, job, states);
        if (state) {
            *state = now;
            states->known++;
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
}

us_status us_job_states_read(const us_jobs *jobs, bool ended, us_job_states *out, us_error *err)
{
    char which[2 * US_JOB_ID_MAX + 16], where[US_JOB_WORD_MAX + 16], why[256];
    const char *argv[10] = {"squeue", "--noheader", "--array", "--format=%i|%T|%N|%r"};
    int argc = 4;
    us_subprocess_def def = {.argv = argv, .within = ANSWER_MS};
    us_subprocess subprocess;
    snprintf(which, sizeof(which), "--jobs=%s%s%s", jobs->work, jobs->merge[0] ? "," : "",
             jobs->merge);
    argv[argc++] = which;
    if (ended)
        argv[argc++] = "--states=all";
    snprintf(where, sizeof(where), "--clusters=%s", jobs->cluster);
    if (jobs->cluster[0])
        argv[argc++] = where;
    US_TRY(us_subprocess_run(&def, &subprocess, err));
    us_status status = US_OK;
    /* squeue reports a single forgotten job, and is silent about several. */
    if (subprocess.code != 0 && !strstr(subprocess.error_output.text, "Invalid job id"))
        status = us_error_set(err, US_FAILED, NULL, 0, 0, "squeue: %s",
                              us_subprocess_describe(&subprocess, why, sizeof(why)));
    if (status == US_OK) {
        *out = (us_job_states){.shard = US_NEW_ARRAY(us_job_state, jobs->shards)};
        take_states(jobs, subprocess.output.text, out);
    }
    us_subprocess_clear(&subprocess);
    return status;
}

void us_job_states_clear(us_job_states *states)
{
    us_mem_free(states->shard);
    states->shard = NULL;
}
