#define _XOPEN_SOURCE 700
#include "experiments/run/slurm.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/shell.h"
#include "base/subprocess.h"
#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "experiments/run/games.h"
#include "experiments/run/journal.h"
#include "experiments/run/results.h"
#include "experiments/run/sequence.h"

enum { ANSWER_MS = 20000 };

/* ---- the file */

us_status us_jobs_write(const char *folder, const us_jobs *jobs, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "slurm/jobs.json");
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "engine", "slurm");
    us_json_write_key_int(&writer, "shards", jobs->shards);
    us_json_write_key_string(&writer, "work", jobs->work);
    us_json_write_key_string(&writer, "merge", jobs->merge);
    us_json_write_key_string(&writer, "cluster", jobs->cluster);
    us_json_writer_end(&writer, '}');
    return us_file_write(path.text, text.text, text.length, err);
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
    US_AUTOPTR(us_json) doc = NULL;
    us_jobs jobs = {.shards = 0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "slurm/jobs.json");
    if (us_file_exists(path.text)) {
        US_TRY(us_json_load(path.text, &doc, err));
        US_TRY(read_jobs(us_json_root(doc), &jobs, err));
    }
    *out = jobs;
    return US_OK;
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

void us_job_states_parse(const us_jobs *jobs, const char *text, us_job_states *out)
{
    *out = (us_job_states){.shard = US_NEW_ARRAY(us_job_state, jobs->shards)};
    while (*text) {
        char job[US_JOB_WORD_MAX];
        us_job_state now = {.state = ""};
        text = take_word(text, job);
        text = take_word(text, now.state);
        text = take_word(text, now.node);
        text = take_word(text, now.why);
        us_job_state *state = whose(jobs, job, out);
        if (state) {
            *state = now;
            out->known++;
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
    US_AUTO(us_subprocess_clear) us_subprocess subprocess = {0};
    snprintf(which, sizeof(which), "--jobs=%s%s%s", jobs->work, jobs->merge[0] ? "," : "",
             jobs->merge);
    argv[argc++] = which;
    if (ended)
        argv[argc++] = "--states=all";
    snprintf(where, sizeof(where), "--clusters=%s", jobs->cluster);
    if (jobs->cluster[0])
        argv[argc++] = where;
    US_TRY(us_subprocess_run(&def, &subprocess, err));
    /* squeue reports a single forgotten job, and is silent about several. */
    if (subprocess.code != 0 && !strstr(subprocess.error_output.text, "Invalid job id"))
        return us_error_set(err, US_FAILED, NULL, 0, 0, "squeue: %s",
                            us_subprocess_describe(&subprocess, why, sizeof(why)));
    us_job_states_parse(jobs, subprocess.output.text, out);
    return US_OK;
}

void us_job_states_clear(us_job_states *states)
{
    us_mem_free(states->shard);
    states->shard = NULL;
}

enum {
    WORDS_MAX = 32,    /* of ours in a command */
    TASKS_MAX = 65536, /* bytes of the list of tasks: half of what Linux takes as one argument */
};

typedef struct places {
    char program[PATH_MAX], here[PATH_MAX], folder[PATH_MAX]; /* from the root */
} places;

/* A command's words, in an arena. */
typedef struct words {
    us_arena *arena;
    const char **word;
    int count;
} words;

/* ---- words and scripts */

static us_status find_places(const char *folder, places *out, us_error *err)
{
    ssize_t length = readlink("/proc/self/exe", out->program, sizeof(out->program) - 1);
    if (length <= 0 || !getcwd(out->here, sizeof(out->here)) || !realpath(folder, out->folder))
        return us_error_set_system(err, US_BAD_INPUT, folder, errno, "its path can't be told");
    out->program[length] = '\0';
    if (strchr(out->folder, '\\'))
        return us_error_set(err, US_BAD_INPUT, out->folder, 0, 0,
                            "Slurm can't write into a folder with \"\\\" in its path");
    return US_OK;
}

/* Each folder of the list by its full path, since a job begins elsewhere. */
static void add_data(const char *data, us_str *out)
{
    char full[PATH_MAX];
    US_AUTOSTR(one);
    US_AUTOSTR(all);
    while (*data) {
        int length = (int)strcspn(data, ":");
        us_str_reset(&one);
        us_str_addf(&one, "%.*s", length, data);
        us_str_add(&all, length > 0 && realpath(one.text, full) ? full : one.text);
        data += length;
        if (*data == ':')
            us_str_add_char(&all, *data++);
    }
    us_str_add(out, "UNDERSTUDY_DATA=");
    us_shell_quote(all.text, out);
    us_str_add(out, "\nexport UNDERSTUDY_DATA\n");
}

static us_status write_script(const places *at, const char *name, const char *about,
                              const char *command, const char *rest, us_error *err)
{
    const char *data = us_env_get("UNDERSTUDY_DATA");
    US_AUTOSTR(text);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(at->folder, name);
    us_str_addf(&text, "#!/bin/sh\n# %s\ncd ", about);
    us_shell_quote_path(at->here, &text);
    us_str_add(&text, " || exit 2\n");
    if (data)
        add_data(data, &text);
    /* The program replaces the shell: it receives signals itself, and its exit status is the
     * job's. */
    us_str_add(&text, "exec ");
    us_shell_quote_path(at->program, &text);
    us_str_addf(&text, " experiment %s ", command);
    us_shell_quote_path(at->folder, &text);
    us_str_addf(&text, "%s\n", rest);
    return us_file_write(path.text, text.text, text.length, err);
}

static us_status write_scripts(const us_submit_def *def, const places *at, us_error *err)
{
    char rest[112];
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(at->folder, "slurm");
    if (mkdir(path.text, 0777) != 0 && errno != EEXIST)
        return us_error_set_system(err, US_BAD_INPUT, path.text, errno, "cannot make the folder");
    snprintf(rest, sizeof(rest), " --shard \"${SLURM_ARRAY_TASK_ID:?}/%d\" -j %d%s", def->shards,
             def->cpus, def->programs ? " --trust" : "");
    US_TRY(write_script(at, "slurm/work.sh", "A task of the job array: plays a shard.", "work",
                        rest, err));
    return write_script(at, "slurm/merge.sh", "After the array: puts the results together.",
                        "merge", "", err);
}

/* ---- commands */

static words words_new(const us_submit_def *def, us_arena *arena)
{
    return (words){arena, US_ARENA_ARRAY(arena, const char *, WORDS_MAX + def->options), 0};
}

static void add(words *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(words *to, const char *format, ...)
{
    US_AUTOSTR(text);
    va_list args;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    to->word[to->count++] = us_arena_strndup(to->arena, text.text, text.length);
}

/* Adds the path of a job's output: Slurm replaces "%" in a path. */
static void add_output(words *to, const places *at, const char *name)
{
    US_AUTOSTR(text);
    for (const char *c = at->folder; *c; c++) {
        if (*c == '%')
            us_str_add_char(&text, '%');
        us_str_add_char(&text, *c);
    }
    add(to, "--output=%s/slurm/%s", text.text, name);
}

void us_submission_print_tasks(const us_shard *shard, int shards, us_str *out)
{
    const char *comma = "";
    int first = shards, end = 0;
    us_str_reset(out);
    for (int i = 0; i < shards; i++) {
        int last = i;
        if (shard[i].played == shard[i].games)
            continue;
        first = i < first ? i : first;
        while (last + 1 < shards && shard[last + 1].played < shard[last + 1].games)
            last++;
        us_str_addf(out, "%s%d", comma, i);
        if (last > i)
            us_str_addf(out, "-%d", last);
        comma = ",";
        i = end = last;
    }
    if (out->length <= TASKS_MAX)
        return;
    us_str_reset(out);
    us_str_addf(out, "%d-%d", first, end); /* tasks without games end at once */
}

/* The user's options stand after mere defaults, and before required options. */
static void begin_command(const us_submit_def *def, int cpus, words *to)
{
    add(to, "sbatch");
    add(to, "--requeue");
    add(to, "--cpus-per-task=%d", cpus);
    if (def->minutes > 0)
        add(to, "--time=%lld", (long long)def->minutes);
    for (int i = 0; i < def->options; i++)
        add(to, "%s", def->option[i]);
    add(to, "--parsable");
    add(to, "--open-mode=append");
}

static void work_command(const us_submit_def *def, const char *name, const us_shard *shard,
                         const places *at, words *to)
{
    US_AUTOSTR(tasks);
    us_submission_print_tasks(shard, def->shards, &tasks);
    if (def->at_once > 0)
        us_str_addf(&tasks, "%%%d", def->at_once);
    begin_command(def, def->cpus, to);
    add(to, "--job-name=%s", name);
    add(to, "--signal=B:TERM@60");
    add_output(to, at, "work-%A_%a.out");
    add(to, "--array=%s", tasks.text);
    add(to, "%s/slurm/work.sh", at->folder);
    to->word[to->count] = NULL;
}

static void merge_command(const us_submit_def *def, const char *name, const char *after,
                          const places *at, words *to)
{
    begin_command(def, 1, to);
    add(to, "--job-name=%s", name);
    add_output(to, at, "merge-%j.out");
    add(to, "--dependency=afterany:%s", after);
    add(to, "%s/slurm/merge.sh", at->folder);
    to->word[to->count] = NULL;
}

static void print_command(const words *from, us_str *out)
{
    for (int i = 0; i < from->count; i++) {
        if (i > 0)
            us_str_add_char(out, ' ');
        us_shell_quote(from->word[i], out);
    }
}

/* ---- submitting */

/* The job may have been submitted, whatever sbatch printed. */
static us_status fail_unsure(us_status status, const char *what, const char *name, us_error *err)
{
    return us_error_set(err, status, NULL, 0, 0,
                        "%.400s: a job may have been submitted, see squeue --name=%.200s", what,
                        name);
}

static us_status check_sbatch(const char *name, const us_subprocess *subprocess, char *id,
                              char *cluster, us_error *err)
{
    char why[300], what[400];
    if (subprocess->end == US_SUBPROCESS_EXITED && subprocess->code != 0)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "sbatch refuses: %s",
                            us_subprocess_describe(subprocess, why, sizeof(why)));
    if (subprocess->end == US_SUBPROCESS_EXITED &&
        us_jobs_parse(subprocess->output.text, id, cluster))
        return US_OK;
    if (subprocess->end == US_SUBPROCESS_EXITED)
        snprintf(what, sizeof(what), "sbatch: expected the number of a job, found \"%.200s\"",
                 subprocess->output.text);
    else
        snprintf(what, sizeof(what), "sbatch: %s",
                 us_subprocess_describe(subprocess, why, sizeof(why)));
    return fail_unsure(US_FAILED, what, name, err);
}

static us_status call_sbatch(const us_submit_def *def, const char *name, const words *command,
                             char *id, char *cluster, us_error *err)
{
    char why[400];
    us_subprocess_def subprocess_def = {.argv = command->word, .stop = def->stop};
    US_AUTO(us_subprocess_clear) us_subprocess subprocess = {0};
    us_status status = us_subprocess_run(&subprocess_def, &subprocess, err);
    if (status == US_INTERRUPTED)
        return fail_unsure(status, "interrupted while sbatch was at work", name, err);
    US_TRY(status);
    US_TRY(check_sbatch(name, &subprocess, id, cluster, err));
    if (def->note && subprocess.error_output.length > 0)
        def->note(us_subprocess_describe(&subprocess, why, sizeof(why)));
    return US_OK;
}

static us_status submit_merge(const us_submit_def *def, const places *at, const char *name,
                              const words *command, us_submission *s, us_error *err)
{
    char cluster[US_JOB_WORD_MAX];
    US_TRY(us_jobs_write(at->folder, &s->jobs, err));
    US_TRY(call_sbatch(def, name, command, s->jobs.merge, cluster, err));
    return us_jobs_write(at->folder, &s->jobs, err);
}

static us_status submit_both(const us_submit_def *def, const places *at, const char *name,
                             const us_shard *shard, us_submission *s, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    words work = words_new(def, arena), merge = words_new(def, arena);
    us_error why = {0};
    work_command(def, name, shard, at, &work);
    print_command(&work, &s->work);
    if (!def->dry)
        US_TRY(call_sbatch(def, name, &work, s->jobs.work, s->jobs.cluster, err));
    merge_command(def, name, def->dry ? "JOB" : s->jobs.work, at, &merge);
    print_command(&merge, &s->merge);
    us_status status = def->dry ? US_OK : submit_merge(def, at, name, &merge, s, &why);
    return status == US_OK
               ? US_OK
               : us_error_set(err, status, why.file, 0, 0,
                              "job %s plays the games, but has no job after it that merges: %.380s",
                              s->jobs.work, why.text);
}

/* ---- whether it may be */

/* A task would find that another process holds the experiment. */
static us_status check_lock(const char *folder, us_error *err)
{
    US_AUTOPTR(us_folder_lock) lock = NULL;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "lock");
    return us_folder_lock_open(path.text, 0, 1, &lock, err);
}

static us_status check_queue(const char *folder, us_error *err)
{
    us_jobs jobs;
    US_AUTO(us_job_states_clear) us_job_states states = {0};
    US_TRY(us_jobs_read(folder, &jobs, err));
    /* If Slurm does not answer, sbatch will report it. */
    if (jobs.shards == 0 || us_job_states_read(&jobs, false, &states, NULL) != US_OK)
        return US_OK;
    return states.known == 0
               ? US_OK
               : us_error_set(
                     err, US_FAILED, folder, 0, 0,
                     "its jobs wait or run: wait for them, or end them with \"scancel %s%s%s\"",
                     jobs.work, jobs.merge[0] ? " " : "", jobs.merge);
}

static us_status submit(const us_submit_def *def, const us_manifest *m, const us_shard *shard,
                        us_submission *s, us_error *err)
{
    places at;
    for (int i = 0; i < def->shards; i++) {
        s->tasks += shard[i].played < shard[i].games;
        s->left += shard[i].games - shard[i].played;
    }
    if (s->tasks == 0)
        return US_OK;
    US_TRY(find_places(def->folder, &at, err));
    if (!def->dry) {
        US_TRY(check_queue(at.folder, err));
        US_TRY(check_lock(at.folder, err));
    }
    US_TRY(us_probe_check(m, def->folder, err));
    US_TRY(write_scripts(def, &at, err));
    return submit_both(def, &at, m->name, shard, s, err);
}

us_status us_experiment_submit(const us_submit_def *def, us_submission *out, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTO(us_submission_clear)
    us_submission s = {.jobs.shards = def->shards, .work = us_str_empty(), .merge = us_str_empty()};
    us_assert(def->shards >= 1 && def->cpus >= 1);
    US_TRY(us_results_read(def->folder, &m, NULL, err));
    US_AUTOFREE us_shard *shard = us_shards_tally(&m, def->shards);
    US_TRY(submit(def, &m, shard, &s, err));
    *out = s;
    s.work = s.merge = us_str_empty();
    return US_OK;
}

void us_submission_clear(us_submission *submission)
{
    us_str_clear(&submission->work);
    us_str_clear(&submission->merge);
}
