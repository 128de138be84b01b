#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/spelling.h"
#include "cli/adapt.h"
#include "cli/adapt_report.h"
#include "cli/experiment.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/training_options.h"
#include "understudy/library.h"

typedef struct repairing {
    const us_args *args;
    const char *library, *out;
    us_str path, settings; /* of the library, if it has settings; see take_library */
    bool in_place;         /* `out` is the library, perhaps by another path */
    us_library_handle opened;
    us_brl *brl;
    us_patterns patterns;
    us_games *games;
    us_adaptation_def def;
    us_adaptation adapted;
    us_story story;
    us_stretches stretches;
    int64_t cut; /* games without an end */
} repairing;

/* ---- options */

static us_status add_mode(repairing *m, const char *text, us_error *err)
{
    const char *mark = strrchr(text, '='), *mode = mark ? mark + 1 : text;
    bool append = us_text_equal(mode, "append");
    if (!append && !us_text_equal(mode, "substitute"))
        return us_error_refuse(
            err,
            "--mode %s: expected append or substitute, alone or behind a goal's type "
            "or a behavior's name: GOAL=append",
            text);
    if (!mark) {
        m->def.append = append;
        return US_OK;
    }
    const char **list =
        (const char **)(uintptr_t)(append ? m->def.append_those : m->def.substitute_those);
    int *count = append ? &m->def.appends : &m->def.substitutes;
    us_str name;
    us_str_init(&name);
    us_str_add_bytes(&name, text, (size_t)(mark - text));
    list[(*count)++] = us_str_detach(&name);
    return US_OK;
}

/* Returns name i of a list that has for each behavior its goal type and its name; "" for other
 * items. */
static const char *name_at(const void *from, int i)
{
    const us_brl *brl = from;
    if (i >= 2 * brl->count)
        return NULL;
    const us_template *of = brl->item[i / 2];
    return of->kind != US_TEMPLATE_BEHAVIOR ? "" : i % 2 ? of->name : of->goal_name;
}

/* Checks that the name is of the library. */
static us_status check_mode(const repairing *m, const char *name, us_error *err)
{
    for (int i = 0; name_at(m->brl, i); i++)
        if (us_text_equal(name_at(m->brl, i), name))
            return US_OK;
    US_AUTOSTR(help);
    us_spelling_print_hint(name, name_at, m->brl, NULL, &help);
    return us_error_refuse(
        err, "--mode: no behavior of the library is called \"%.64s\" or achieves such a goal%s",
        name, help.text);
}

static us_status take_modes(repairing *m, us_error *err)
{
    int at = 0;
    m->def.append_those = US_NEW_ARRAY(const char *, m->args->givens + 1);
    m->def.substitute_those = US_NEW_ARRAY(const char *, m->args->givens + 1);
    for (const char *text; (text = us_args_next(m->args, US_ADAPT_MODE, &at));)
        US_TRY(add_mode(m, text, err));
    US_TRY(us_args_check_keys(m->args, US_ADAPT_MODE, err));
    for (int i = 0; i < m->def.appends; i++)
        US_TRY(check_mode(m, m->def.append_those[i], err));
    for (int i = 0; i < m->def.substitutes; i++)
        US_TRY(check_mode(m, m->def.substitute_those[i], err));
    return US_OK;
}

static us_status take_patterns(repairing *m, us_error *err)
{
    const us_args *args = m->args;
    US_TRY(us_adapt_load_patterns(args, m->opened.domain, &m->patterns, err));
    if (us_args_is_given(args, US_ADAPT_WITHOUT_MODOP))
        US_TRY(us_modops_parse(us_args_text(args, US_ADAPT_WITHOUT_MODOP), &m->def.without, err));
    return US_OK;
}

static us_status check_options(repairing *m, us_error *err)
{
    struct stat info; /* lstat, since a dangling link counts as existing */
    const us_args *args = m->args;
    bool dry = us_args_is_given(args, US_ADAPT_DRY) || us_args_is_given(args, US_ADAPT_SUGGEST);
    if (!m->out && !dry)
        return us_error_refuse(err, "expected -o LIB, the library to write; or --dry-run");
    if (m->out && us_text_equal(m->out, "-"))
        return us_error_refuse(err, "-o: found \"-\", expected a file: a library is not printed");
    m->in_place = m->out && us_file_is_same(m->out, m->library);
    if (m->out && !m->in_place && lstat(m->out, &info) == 0)
        return us_error_set(err, US_BAD_INPUT, m->out, 0, 0,
                            "the file exists already: expected a new file, or the library itself");
    return US_OK;
}

static bool writes(const repairing *m)
{
    return m->out && !us_args_is_given(m->args, US_ADAPT_DRY);
}

static us_status open_library(repairing *m, us_error *err)
{
    US_TRY(us_library_handle_open(&m->opened, m->library, US_LIBRARY_READ, NULL, err));
    /* Faults of the library would be copied, or look like faults of the repairs. */
    us_status status = us_library_check_sound(m->opened.library, err);
    if (status == US_OK)
        status = us_library_get_all(m->opened.library, &m->brl, err);
    us_library_close(m->opened.library); /* a reader may keep other programs from writing */
    m->opened.library = NULL;
    return status;
}

/* ---- results */

static void print_report(const repairing *m, us_str *out)
{
    const us_args *args = m->args;
    us_adapt_report report = {.patterns = &m->patterns,
                              .adapted = &m->adapted,
                              .story = &m->story,
                              .stretches =
                                  us_args_is_given(args, US_ADAPT_SUGGEST) ? &m->stretches : NULL,
                              .file = args->argument + 1,
                              .games = args->count - 1,
                              .cut = m->cut,
                              .program = args->program,
                              .library = m->library,
                              .map = us_args_text(args, US_ADAPT_MAP),
                              .out = us_args_is_given(args, US_ADAPT_DRY) ? NULL : m->out};
    if (us_args_is_given(args, US_ADAPT_JSON)) {
        us_adapt_report_print_json(&report, out);
        return;
    }
    if (us_args_is_given(args, US_ADAPT_EXPLAIN))
        us_adapt_report_explain(&report, us_args_text(args, US_ADAPT_EXPLAIN) != NULL, out);
    else if (!report.stretches || m->out)
        us_adapt_report_print(&report, out);
    if (!report.stretches)
        return;
    bool alone = out->length == 0; /* otherwise the table has printed the hint */
    if (!alone)
        us_str_add_char(out, '\n');
    us_adapt_report_print_suggestions(&report, out);
    if (alone)
        us_adapt_report_print_hint(&report, out);
}

/* changes: number of changed behaviors. */
static void log_written(const repairing *m, int changes)
{
    if (us_args_is_given(m->args, US_ADAPT_JSON))
        return;
    if (writes(m))
        us_out_log("%s: written%s", m->out, changes > 0 ? "" : ", with no behavior changed");
    else
        us_out_log("nothing is written");
}

/* Makes the story, and writes the library with it. */
static us_status write_library(repairing *m, us_error *err)
{
    US_TRY(us_story_from_adaptation(&m->adapted, &m->def, true, &m->story, err));
    m->story.planned = !writes(m);
    if (writes(m))
        US_TRY(us_stories_write(m->brl, m->adapted.library, &m->story, 1, m->library,
                                m->in_place ? NULL : m->out, err));
    log_written(m, m->adapted.done);
    return US_OK;
}

static us_status put_daemons(repairing *m, us_error *err)
{
    us_error fault = {0};
    m->def.library = m->brl;
    m->def.patterns = &m->patterns;
    m->def.daemons = true;
    m->def.stop = us_interrupt_is_pending;
    us_status status = us_adaptation_run(&m->def, &m->adapted, &fault);
    return status == US_OK ? write_library(m, err)
                           : us_error_set(err, status, m->library, 0, 0, "%s", fault.text);
}

static void take_thresholds(repairing *m)
{
    if (us_args_is_given(m->args, US_ADAPT_LEAST))
        m->def.least = (int)us_args_int(m->args, US_ADAPT_LEAST);
    m->def.percent = (int)us_args_int(m->args, US_ADAPT_SHARE);
}

static us_status adapt(repairing *m, us_error *err)
{
    const us_args *args = m->args;
    US_TRY(us_games_open(NULL, m->opened.domain, &m->games, err));
    US_TRY(us_failures_add_conditions(m->games, &m->patterns, err));
    US_TRY(us_adapt_add_traces(args, 1, us_args_text(args, US_ADAPT_MAP), m->games, err));
    US_TRY(us_games_count_cut(m->games, &m->cut, err));
    m->def.library = m->brl;
    m->def.games = m->games;
    m->def.patterns = &m->patterns;
    take_thresholds(m);
    m->def.chance = (int)us_args_int(args, US_ADAPT_CHANCE);
    int most = (int)us_args_int(args, US_ADAPT_MOST);
    /* the order of suggestions does not depend on their number */
    m->def.most = us_args_is_given(args, US_ADAPT_SUGGEST) && !m->out ? 0 : most;
    m->def.stop = us_interrupt_is_pending;
    US_TRY(us_adaptation_run(&m->def, &m->adapted, err));
    if (us_args_is_given(args, US_ADAPT_SUGGEST))
        US_TRY(us_stretches_find(m->games, &m->adapted, most, &m->stretches, err));
    return write_library(m, err);
}

static us_status write_found(void *context, const us_search *made, us_error *err)
{
    const repairing *m = context;
    US_TRY(us_search_write(m->brl, made, m->library, m->in_place ? NULL : m->out, err));
    log_written(m, made->kept);
    return US_OK;
}

static us_status search(repairing *m, us_str *out, us_error *err)
{
    us_adapt_search how = {.args = m->args,
                           .library = m->library,
                           .settings = m->settings.text,
                           .out = m->out,
                           .adaptation = &m->def,
                           .context = m,
                           .write = write_found};
    m->def.library = m->brl;
    m->def.patterns = &m->patterns;
    m->def.random = (int)us_args_int(m->args, US_ADAPT_RANDOM);
    take_thresholds(m);
    return us_adapt_search_run(&how, out, err);
}

/* A search plays with LIB?SETTINGS, like a player. */
static us_status take_library(repairing *m, us_error *err)
{
    m->library = m->args->argument[0];
    if (!us_args_is_given(m->args, US_ADAPT_BUDGET))
        return US_OK;
    US_TRY(us_args_split_library(m->library, &m->path, &m->settings, err));
    m->library = m->path.text;
    return US_OK;
}

static us_status open_and_adapt(repairing *m, us_str *out, us_error *err)
{
    US_TRY(take_library(m, err));
    US_TRY(check_options(m, err));
    US_TRY(open_library(m, err));
    if (writes(m)) /* checked early, before the games of a search */
        US_TRY(us_file_check_writable(m->out, err));
    US_TRY(take_modes(m, err));
    US_TRY(take_patterns(m, err));
    if (us_args_is_given(m->args, US_ADAPT_BUDGET))
        return search(m, out, err);
    US_TRY(us_args_is_given(m->args, US_ADAPT_DAEMONS) ? put_daemons(m, err) : adapt(m, err));
    print_report(m, out);
    return US_OK;
}

static void clear(repairing *m)
{
    for (int i = 0; i < m->def.appends; i++)
        us_mem_free((void *)(uintptr_t)m->def.append_those[i]);
    for (int i = 0; i < m->def.substitutes; i++)
        us_mem_free((void *)(uintptr_t)m->def.substitute_those[i]);
    us_mem_free((void *)(uintptr_t)m->def.append_those);
    us_mem_free((void *)(uintptr_t)m->def.substitute_those);
    us_stretches_clear(&m->stretches);
    us_story_clear(&m->story);
    us_adaptation_clear(&m->adapted);
    us_games_close(m->games);
    us_patterns_clear(&m->patterns);
    us_brl_free(m->brl);
    us_library_handle_close(&m->opened);
    us_str_clear(&m->path);
    us_str_clear(&m->settings);
}

us_status us_adapt_repair(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(clear)
    repairing m = {.args = args,
                   .path = us_str_empty(),
                   .settings = us_str_empty(),
                   .out = us_args_text(args, US_ADAPT_OUT),
                   .def = us_adaptation_def_default()};
    us_status status = open_and_adapt(&m, out, err);
    bool searched = us_args_is_given(args, US_ADAPT_BUDGET);
    return status == US_INTERRUPTED
               ? us_interrupt_fail(err, searched ? "the library is unchanged; the same command "
                                                   "continues the search"
                                                 : "the library is unchanged")
               : status;
}
