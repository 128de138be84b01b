#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/adapt.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/story.h"
#include "cli/training_options.h"
#include "experiments/design/planning.h"
#include "experiments/run/journal.h"
#include "experiments/run/search.h"

enum { SHOWN = 12 }; /* changes of a round that are listed */

#define LOCK "lock" /* the file by which a search knows its folder */

typedef struct searching {
    const us_adapt_search *in;
    us_search_def def;
    us_search made;
    us_str folder;
    us_arena *arena;
    const char **only; /* texts of --change */
    us_folder_lock *lock;
    us_batch_bar bar;
} searching;

/* ---- options */

/* Takes the libraries of --donor, and checks each, so that a fault shows before any game. */
static us_status take_donors(searching *s, us_error *err)
{
    int count;
    const us_args *args = s->in->args;
    US_TRY(us_args_check_values(args, US_ADAPT_DONOR, err));
    US_AUTOFREE const char **path = us_args_list(args, US_ADAPT_DONOR, &count);
    us_donor *donor = US_ARENA_ARRAY(s->arena, us_donor, count + 1);
    if (count > US_SEARCH_DONORS)
        return us_error_refuse(err, "--donor: found %d, expected at most %d", count,
                               (int)US_SEARCH_DONORS);
    s->def.winners =
        !(count == 1 && us_text_equal(path[0], "none")) && !us_args_is_given(args, US_ADAPT_RANDOM);
    for (int i = 0; i < count && s->def.winners; i++) {
        US_AUTOPTR(us_library) library = NULL;
        if (us_text_equal(path[i], "none"))
            return us_error_refuse(err, "adapt: --donor none: expected no other --donor");
        US_TRY(us_library_open(path[i], US_LIBRARY_READ, s->in->adaptation->library->domain,
                               &library, err));
        US_TRY(us_library_check_sound(library, err));
        donor[i] = (us_donor){.path = path[i], .name = path[i], .about = US_DONOR_NAMED};
        s->def.donors++;
    }
    s->def.donor = donor;
    return US_OK;
}

/* Reads --budget: games, or a time such as "20m". */
static us_status take_budget(searching *s, us_error *err)
{
    us_search_def *def = &s->def;
    int64_t games;
    const char *text = us_args_text(s->in->args, US_ADAPT_BUDGET);
    if (us_text_to_int(text, US_SEARCH_LEAST, US_SEARCH_MOST, &games))
        def->budget = (int)games;
    else if (!us_text_to_seconds(text, US_SEARCH_SECONDS_MOST, &def->seconds))
        return us_error_refuse(err,
                               "adapt: --budget: expected a whole number of games from %d to %d, "
                               "or a time such as 90s, 20m or 2h, at most %dh; found \"%.64s\"",
                               (int)US_SEARCH_LEAST, (int)US_SEARCH_MOST,
                               (int)US_SEARCH_SECONDS_MOST / 3600, text);
    return US_OK;
}

static us_status take_options(searching *s, us_error *err)
{
    static const us_training_options training = {
        .against = US_ADAPT_AGAINST,
        .map = US_ADAPT_MAP,
        .family = US_ADAPT_FAMILY,
        .size = US_ADAPT_SIZE,
        .seed = US_ADAPT_SEED,
        .max_cycles = US_ADAPT_MAX_CYCLES,
        .fog = US_ADAPT_FOG,
    };
    const us_adapt_search *in = s->in;
    const us_args *args = in->args;
    us_search_def *def = &s->def;
    US_TRY(take_budget(s, err));
    US_TRY(us_args_read_training_field(args, &training, in->adaptation->library->domain, s->arena,
                                       &def->field, err));
    US_TRY(take_donors(s, err));
    def->library = in->library;
    def->settings = in->settings;
    def->adaptation = *in->adaptation;
    s->only = us_args_list(args, US_ADAPT_CHANGE, &def->adaptation.only_changes);
    def->adaptation.only_change = s->only;
    def->folder = s->folder.text;
    def->trace = args->argument + 1;
    def->traces = args->count - 1;
    def->rounds = (int)us_args_int(args, US_ADAPT_ROUNDS);
    def->workers = us_args_jobs(args, US_ADAPT_JOBS);
    def->timeout_ms = us_args_int(args, US_ADAPT_TIMEOUT) * 1000;
    def->context = s;
    def->stop = us_interrupt_is_pending;
    return US_OK;
}

static void on_progress(void *context, const us_game_pool_state *state)
{
    searching *s = context;
    if (state->given == 0) { /* other games begin */
        us_batch_bar_end(&s->bar);
        s->bar = (us_batch_bar){0};
    }
    us_batch_bar_on_progress(&s->bar, state);
}

static void on_step(void *context, const char *text)
{
    searching *s = context;
    us_batch_bar_end(&s->bar);
    us_out_log("%s", text);
}

/* ---- results */

static void print_change(const us_search_change *of, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(&line, "    ");
    us_change_print(of->change, &line);
    us_str_addf(&line, ": %+.1f +- %.1f in %d games%s", 100 * of->effect.mean,
                100 * of->effect.error, of->effect.games,
                of->kept    ? ", kept"
                : of->tried ? ", not proved"
                            : "");
    us_out_add_line(out, &line);
}

/* Lists changes by effect, the best first. */
static void print_changes(const us_search_round *round, us_str *out)
{
    int count = round->changes.count, shown = 0;
    US_AUTOFREE bool *listed = US_NEW_ARRAY(bool, count + 1);
    for (; shown < SHOWN && shown < count; shown++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            const us_search_change *of = &round->change[i];
            bool before = best < 0 || of->kept > round->change[best].kept ||
                          (of->kept == round->change[best].kept &&
                           of->effect.mean > round->change[best].effect.mean);
            if (!listed[i] && before)
                best = i;
        }
        listed[best] = true;
        print_change(&round->change[best], out);
    }
    if (shown < count)
        us_str_addf(out, "    %d more: --explain, or library story, prints them\n", count - shown);
}

static void print_donors(const us_search_round *round, us_str *out)
{
    us_str_addf(out, "  %d transplant%s: ", round->donors, round->donors == 1 ? "" : "s");
    us_search_print_transplants(round, out);
    us_str_add_char(out, '\n');
    for (int i = 0; i < round->transplanted.donors; i++) {
        US_AUTOSTR(line);
        us_str_add(&line, "    transplant ");
        us_story_print_donor(&round->transplanted.donor[i], &line);
        us_out_add_line(out, &line);
    }
}

static void print_rounds(const searching *s, us_str *out)
{
    const us_search *made = &s->made;
    if (s->def.seconds > 0)
        us_str_addf(out, "Budget: %d games a round, for %s\n", made->budget,
                    us_args_text(s->in->args, US_ADAPT_BUDGET));
    for (int i = 0; i < made->rounds; i++) {
        const us_search_round *round = &made->round[i];
        us_str_addf(out, "Round %d, %d games\n  %d change%s: ", i + 1, round->games,
                    round->changes.count, round->changes.count == 1 ? "" : "s");
        us_story_print_result(&round->changes.story, out);
        us_str_add_char(out, '\n');
        print_changes(round, out);
        print_donors(round, out);
    }
}

static void write_share(us_json_writer *writer, const char *key, double value)
{
    us_json_write_key_decimal(writer, key, llround(value * 10000), 4);
}

static void write_change(const us_search_change *of, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "kind", us_change_kind_name(of->change->kind));
    us_json_write_key_string(writer, "behavior", of->change->name);
    us_json_write_key_string(writer, "step", of->change->step);
    us_json_write_key_string(writer, "about", of->change->about);
    us_json_write_key_int(writer, "place", of->change->place);
    write_share(writer, "effect", of->effect.mean);
    write_share(writer, "error", of->effect.error);
    us_json_write_key_int(writer, "games", of->effect.games);
    us_json_write_key_int(writer, "rungs", of->rungs);
    us_json_write_key_bool(writer, "tried", of->tried);
    us_json_write_key_bool(writer, "kept", of->kept);
    us_json_write_close(writer, '}');
}

static void write_proof(const char *key, const us_search_proof *proof, us_json_writer *writer)
{
    us_json_write_key_open(writer, key, '{');
    us_json_write_key_int(writer, "tries", proof->tries);
    us_json_write_key_bool(writer, "kept", proof->kept);
    if (proof->tries > 0) {
        write_share(writer, "effect", proof->effect.mean);
        write_share(writer, "level", proof->level);
        write_share(writer, "low", proof->effect.bounds.low);
        write_share(writer, "high", proof->effect.bounds.high);
        us_json_write_key_int(writer, "maps", proof->maps);
    }
    us_json_write_close(writer, '}');
}

static void write_donor(const us_donor *donor, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "donor", donor->name);
    us_json_write_key_string(writer, "about", donor->about);
    us_json_write_key_int(writer, "attempts", donor->attempts);
    write_share(writer, "points", donor->points);
    us_json_write_close(writer, '}');
}

static void write_stories(const us_search_round *round, us_json_writer *writer)
{
    us_json_write_key_open(writer, "stories", '[');
    us_story_write(&round->changes.story, writer);
    if (round->donors > 0)
        us_story_write(&round->transplanted, writer);
    us_json_write_close(writer, ']');
}

static void write_round(const us_search_round *round, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_int(writer, "games", round->games);
    us_json_write_key_open(writer, "donors", '[');
    for (int i = 0; i < round->donors; i++)
        write_donor(&round->donor[i], writer);
    us_json_write_close(writer, ']');
    us_json_write_key_int(writer, "practiced", round->practiced);
    write_proof("transplants", &round->transplants, writer);
    us_json_write_key_open(writer, "changes", '[');
    for (int i = 0; i < round->changes.count; i++)
        write_change(&round->change[i], writer);
    us_json_write_close(writer, ']');
    write_proof("proof", &round->proof, writer);
    write_stories(round, writer);
    us_json_write_close(writer, '}');
}

static void print_json(const us_search *made, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_int(&writer, "budget", made->budget);
    us_json_write_key_int(&writer, "kept", made->kept);
    us_json_write_key_open(&writer, "rounds", '[');
    for (int i = 0; i < made->rounds; i++)
        write_round(&made->round[i], &writer);
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static void explain(const searching *s, us_str *out)
{
    bool all = us_args_text(s->in->args, US_ADAPT_EXPLAIN) != NULL;
    int count;
    US_AUTOFREE us_story *story = us_search_list_stories(&s->made, &count);
    if (us_stories_print(story, count, all, out)) {
        us_str_add_char(out, '\n');
        us_out_add_linef(out, "Read all of it in full: library story %s --all.", s->in->out);
    }
}

static void print(const searching *s, us_str *out)
{
    if (us_args_is_given(s->in->args, US_ADAPT_JSON))
        print_json(&s->made, out);
    else if (us_args_is_given(s->in->args, US_ADAPT_EXPLAIN))
        explain(s, out);
    else
        print_rounds(s, out);
}

/* ---- the folder of files in the making */

/* Makes the folder, or accepts that of an earlier search: a folder of other files stays theirs. */
static us_status take_folder(const searching *s, us_error *err)
{
    struct stat info;
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTO(us_str_clear) us_str lock = us_folder_make_path(s->folder.text, LOCK);
    if (lstat(s->folder.text, &info) != 0)
        return us_folder_make(s->folder.text, err);
    if (!S_ISDIR(info.st_mode))
        return us_error_set(err, US_BAD_INPUT, s->folder.text, 0, 0,
                            "expected no file of this name: the search makes a folder there");
    US_TRY(us_file_list(s->folder.text, "", &names, err));
    return names.count == 0 || us_file_exists(lock.text)
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, s->folder.text, 0, 0,
                              "the folder has files, and no search made it: expected no folder of "
                              "this name");
}

/* Removes the files of the search, and the folder if it is then empty. */
static void drop_folder(const searching *s)
{
    US_AUTO(us_str_clear) us_str lock = us_folder_make_path(s->folder.text, LOCK);
    us_search_drop_files(s->folder.text, true);
    unlink(lock.text);
    rmdir(s->folder.text);
}

/* ---- the search */

static us_status run(searching *s, us_error *err)
{
    US_TRY(take_options(s, err));
    US_TRY(take_folder(s, err));
    US_AUTO(us_str_clear) us_str lock = us_folder_make_path(s->folder.text, LOCK);
    US_TRY(us_folder_lock_open(lock.text, 0, 1, &s->lock, err));
    us_status status = us_search_run(&s->def, &s->made, err);
    us_batch_bar_end(&s->bar);
    return status;
}

us_status us_adapt_search_run(const us_adapt_search *in, us_str *out, us_error *err)
{
    searching s = {.in = in, .arena = us_arena_new()};
    us_str_init(&s.folder);
    us_str_addf(&s.folder, "%s.search", in->out);
    s.def.on_step = on_step;
    s.def.on_progress = on_progress;
    us_status status = run(&s, err);
    if (status == US_OK)
        status = in->write(in->context, &s.made, err);
    if (status == US_OK) {
        drop_folder(&s);
        print(&s, out);
    } else if (s.lock && !us_search_has_games(s.folder.text)) {
        drop_folder(&s);
    }
    us_folder_lock_close(s.lock);
    us_search_clear(&s.made);
    us_str_clear(&s.folder);
    us_mem_free((void *)(uintptr_t)s.only);
    us_arena_free(s.arena);
    return status;
}
