/* Any bytes as the files of an experiment's folder, each behind a line "%% NAME". What is read is
 * counted, merged, compared, tested and exported; all else is an error. A plan and results that are
 * not given are sound ones. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiments/run/results.h"
#include "experiments/run/sequence.h"
#include "experiments/run/slurm.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char manifest[] =
    "{\"experiment\":\"two\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
    "{\"player\":\"A\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
    "{\"player\":\"B\",\"agent\":\"idle\",\"identity\":\"0000000000000002\"}\n"
    "{\"opponent\":\"O\",\"agent\":\"idle\",\"identity\":\"0000000000000003\"}\n"
    "{\"map\":\"m\",\"family\":\"f\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n"
    "{\"map\":\"n\",\"family\":\"f\",\"path\":\"q\",\"hash\":\"0000000000000002\"}\n"
    "{\"game\":\"0000000000000001\",\"player\":\"A\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,"
    "\"seed\":\"1\"}\n"
    "{\"game\":\"0000000000000002\",\"player\":\"B\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,"
    "\"seed\":\"1\"}\n"
    "{\"game\":\"0000000000000003\",\"player\":\"A\",\"opponent\":\"O\",\"map\":\"n\",\"seat\":0,"
    "\"seed\":\"1\"}\n"
    "{\"game\":\"0000000000000004\",\"player\":\"B\",\"opponent\":\"O\",\"map\":\"n\",\"seat\":0,"
    "\"seed\":\"1\"}\n";
static const char results[] =
    "{\"game\":\"0000000000000001\",\"end\":\"win\",\"reason\":\"defeat\",\"cycles\":200,"
    "\"hash\":\"0000000000000001\",\"orders\":3,\"us\":5}\n"
    "{\"game\":\"0000000000000002\",\"end\":\"loss\",\"reason\":\"defeat\",\"cycles\":200,"
    "\"hash\":\"0000000000000002\",\"orders\":3,\"us\":5}\n"
    "{\"game\":\"0000000000000003\",\"end\":\"draw\",\"reason\":\"limit\",\"cycles\":300,"
    "\"hash\":\"0000000000000003\",\"orders\":3,\"us\":5}\n"
    "{\"game\":\"0000000000000004\",\"end\":\"crash\",\"reason\":\"signal 11\",\"cycles\":0,"
    "\"hash\":\"0000000000000000\",\"orders\":0,\"us\":5}\n";

static const char *const files[] = {"manifest.jsonl", "results/a.jsonl", "results/b.jsonl",
                                    "stopped.json",   "sequential.json", "slurm/jobs.json",
                                    "results.jsonl"};
enum { FILES = US_COUNT(files), DRAWS = 20, SHARDS = 3 };

static void begin(void)
{
    static bool begun;
    if (!begun) {
        fuzz_folder_make("results");
        fuzz_folder_make("slurm");
    }
    begun = true;
    fuzz_folder_remove(files, FILES);
    fuzz_folder_put(files[0], manifest, strlen(manifest));
    fuzz_folder_put(files[1], results, strlen(results));
}

/* The file whose name stands behind the mark; or NULL. */
static const char *file_of(const char *at, const char *end, const char **text)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    for (int i = 0; newline && i < FILES; i++) {
        size_t length = strlen(files[i]);
        if ((size_t)(newline - at) == length + 3 && memcmp(at, "%% ", 3) == 0 &&
            memcmp(at + 3, files[i], length) == 0) {
            *text = newline + 1;
            return files[i];
        }
    }
    return NULL;
}

static void put_files(const char *at, const char *end)
{
    const char *name = NULL, *text = at, *next;
    while (at < end) {
        const char *found = file_of(at, end, &next);
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (found && name)
            fuzz_folder_put(name, text, (size_t)(at - text));
        if (found) {
            name = found;
            text = next;
        }
        at = newline ? newline + 1 : end;
    }
    if (name)
        fuzz_folder_put(name, text, (size_t)(end - text));
}

static void hold_merged(const us_manifest *m)
{
    int64_t missing = 0;
    us_manifest again;
    us_error err = {0};
    us_standing before = us_results_compute_standing(m);
    us_assert(us_results_merge(fuzz_folder_place("."), m, &missing, &err) == US_OK);
    us_assert(missing == before.games - before.played);
    us_assert(us_results_read_path(fuzz_folder_place("results.jsonl"), &again, &err) == US_OK);
    us_standing after = us_results_compute_standing(&again);
    us_assert(after.played == before.played && after.no_result == before.no_result);
    for (int end = US_ROW_WIN; end < US_ROW_ENDS; end++)
        us_assert(after.end[end] == before.end[end]);
    us_manifest_clear(&again);
}

static void hold_shards(const us_manifest *m)
{
    int64_t games = 0;
    us_shard *shard = us_shards_tally(m, SHARDS);
    us_str tasks = us_str_empty();
    for (int i = 0; i < SHARDS; i++) {
        us_assert(shard[i].played <= shard[i].games);
        games += shard[i].games;
    }
    us_assert(games <= m->games);
    us_submission_print_tasks(shard, SHARDS, &tasks);
    us_str_clear(&tasks);
    us_mem_free(shard);
}

static void compare(us_manifest *m)
{
    us_comparison_def def = us_comparison_def_default();
    us_comparison comparison;
    us_error err = {0};
    US_AUTOSTR(text);
    if (us_results_remove_duplicates(m, "here", &err) != US_OK) {
        us_assert(err.text[0]);
        return;
    }
    def.draws = DRAWS;
    def.unmatched = true;
    def.leaky = true;
    if (us_comparison_compute(m, &def, &comparison, &err) != US_OK) {
        us_assert(err.text[0]);
        return;
    }
    us_export_print_csv(m, &text);
    us_export_print_json(m, &text);
    us_export_print_paper(m, &comparison, US_PAPER_MARKDOWN, &text);
    us_export_print_paper(m, &comparison, US_PAPER_LATEX, &text);
    us_comparison_clear(&comparison);
}

/* The decision that is written is read again as the same. */
static void stop(const us_sequence *sequence)
{
    us_manifest stopped;
    us_error err = {0};
    us_assert(us_sequence_write(sequence, fuzz_folder_place("."), &err) == US_OK);
    us_assert(us_results_read(fuzz_folder_place("."), &stopped, NULL, &err) == US_OK);
    us_assert(stopped.stopped && us_sequence_has_decision(sequence, stopped.stopped));
    us_assert(us_sequence_parse_scope(stopped.stopped) == US_MAP_SCOPE_THESE);
    us_manifest_clear(&stopped);
}

static void test(const us_manifest *m)
{
    us_sprt_def def = us_sprt_def_default();
    us_sequence *sequence;
    us_error err = {0};
    US_AUTOSTR(text);
    US_AUTOFREE bool *wanted = US_NEW_ARRAY(bool, m->games + 1);
    for (int64_t i = 0; i < m->games; i++)
        wanted[i] = true;
    us_status status = us_sequence_new(m, wanted, &def, US_MAP_SCOPE_THESE, &sequence, &err);
    us_assert(status == US_OK || err.text[0]);
    if (status != US_OK)
        return;
    bool over = us_sequence_update(sequence);
    us_sequence_standing standing = us_sequence_compute_standing(sequence);
    us_assert(standing.steps <= standing.of && !isnan(standing.sprt.ratio));
    us_sequence_is_short(&standing, &text);
    us_sequence_print_undecided(&standing, &text);
    status = us_sequence_begin(&standing, fuzz_folder_place("."), false, &err);
    us_assert(status == US_OK || (status == US_BAD_INPUT && err.text[0]));
    if (over && !m->stopped && standing.sprt.state != US_SPRT_RUNNING)
        stop(sequence);
    us_sequence_free(sequence);
}

static void read_jobs(void)
{
    us_jobs jobs, again;
    us_error err = {0};
    if (us_jobs_read(fuzz_folder_place("."), &jobs, &err) != US_OK) {
        us_assert(err.line > 0 && err.column > 0 && err.text[0]);
        return;
    }
    us_assert(jobs.shards >= 0 && jobs.shards <= US_SHARDS_MAX);
    if (jobs.shards == 0)
        return;
    us_assert(us_jobs_write(fuzz_folder_place("."), &jobs, &err) == US_OK);
    us_assert(us_jobs_read(fuzz_folder_place("."), &again, &err) == US_OK);
    us_assert(again.shards == jobs.shards && us_text_equal(again.work, jobs.work) &&
              us_text_equal(again.merge, jobs.merge) && us_text_equal(again.cluster, jobs.cluster));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_manifest m;
    us_leftovers left;
    us_error err = {0};
    begin();
    put_files((const char *)data, (const char *)data + size);
    read_jobs();
    if (us_results_read(fuzz_folder_place("."), &m, &left, &err) != US_OK) {
        us_assert(err.text[0]);
        return 0;
    }
    us_assert(left.strangers >= 0 && left.damaged >= 0);
    test(&m);
    hold_merged(&m);
    hold_shards(&m);
    compare(&m);
    us_manifest_clear(&m);
    return 0;
}
