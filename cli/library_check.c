#include "understudy/library.h"

#include <stdio.h>

#include "adapt/story.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "retrieve/library.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print the faults as one JSON object"},
};

/* ---- how the library's features differ from the domain's: no fault, but worth knowing */

typedef struct notes {
    const us_library_feature *feature;
    int features;
    int64_t cases;    /* with a state */
    int64_t *lacking; /* by feature: of them, those without its value */
    US_LIST(char *) text;
} notes;

static void clear_notes(notes *n)
{
    for (int i = 0; i < n->text.count; i++)
        us_mem_free(n->text.item[i]);
    us_mem_free(n->text.item);
    us_mem_free(n->lacking);
}

static void count_case(void *context, const us_library_case *row)
{
    notes *n = context;
    int known = 0;
    for (int i = 0; i < n->features; i++)
        known += row->feature[i] != US_FEATURE_MISSING;
    n->cases += known > 0;
    for (int i = 0; i < n->features && known > 0; i++)
        n->lacking[i] += row->feature[i] == US_FEATURE_MISSING;
}

static void note_feature(notes *n, const char *before, const char *feature, const char *behind)
{
    us_str text = us_str_empty();
    us_str_addf(&text, "%s the feature \"%.63s\": %s", before, feature, behind);
    US_LIST_PUT(n->text, us_str_detach(&text));
}

/* Notes features of the library that the domain dropped, or that some cases lack. */
static void note_known(notes *n)
{
    char lacking[80];
    for (int i = 0; i < n->features; i++) {
        const us_library_feature *f = &n->feature[i];
        snprintf(lacking, sizeof lacking, "%lld of %lld cases lack", (long long)n->lacking[i],
                 (long long)n->cases);
        if (f->index < 0)
            note_feature(n, "the domain no longer has", f->name, "retrieval ignores it");
        else if (n->lacking[i] > 0)
            note_feature(n, lacking, f->name, "they are neither near nor far in it");
    }
}

/* Notes features of the domain that the library lacks. */
static void note_new(notes *n, const us_domain *domain)
{
    for (int i = 0; i < domain->feature_count && n->cases > 0; i++) {
        int at = 0;
        while (at < n->features && n->feature[at].index != i)
            at++;
        if (at == n->features)
            note_feature(n, "all cases lack", domain->feature[i].name,
                         "retrieval ignores it until a command writes the library");
    }
}

static us_status compare_features(us_library *library, notes *n, us_error *err)
{
    n->feature = us_library_features(library, &n->features);
    n->lacking = US_NEW_ARRAY(int64_t, n->features + 1);
    US_TRY(us_library_visit_cases(library, count_case, n, err));
    note_known(n);
    note_new(n, us_library_domain(library));
    return US_OK;
}

/* ---- stories */

/* Adds the first story that cannot be told to the faults. us_library_check knows only whether a
 * story is JSON. */
static us_status check_stories(us_library *library, us_library_faults *faults, us_error *err)
{
    US_AUTO(us_stories_clear) us_stories stories = {0};
    us_error why = {0};
    us_status status = us_stories_read(library, &stories, &why);
    if (status != US_BAD_INPUT)
        return status == US_OK ? US_OK : us_error_copy(&why, err);
    faults->text = US_NEW_ARRAY(char *, 1);
    faults->text[faults->count++] = us_mem_strdup(why.text);
    return US_OK;
}

/* ---- printing */

static void write_json(const char *path, const us_library_faults *faults, const notes *noted,
                       us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", path);
    us_json_write_key_bool(&writer, "sound", faults->count == 0);
    us_json_write_key_strings(&writer, "faults", (const char *const *)faults->text, faults->count);
    us_json_write_key_int(&writer, "more", faults->more);
    us_json_write_key_strings(&writer, "notes", (const char *const *)noted->text.item,
                              noted->text.count);
    us_json_writer_end(&writer, '}');
}

static void write_text(const char *path, const us_library_faults *faults, const notes *noted,
                       us_str *out)
{
    for (int i = 0; i < noted->text.count; i++)
        us_out_add_linef(out, "%s: %s", path, noted->text.item[i]);
    for (int i = 0; i < faults->count; i++)
        us_out_add_linef(out, "%s: %s", path, faults->text[i]);
    if (faults->more > 0)
        us_out_add_linef(out, "%s: %d more", path, faults->more);
    else if (faults->count == 0)
        us_out_add_linef(out, "%s: sound", path);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    US_AUTO(us_library_faults_clear) us_library_faults faults = {0};
    const char *path = args->argument[0];
    US_TRY(us_library_handle_open(&opened, path, US_LIBRARY_READ, us_args_text(args, DOMAIN), err));
    US_AUTO(clear_notes) notes noted = {0};
    US_TRY(us_library_check(opened.library, &faults, err));
    if (faults.count == 0)
        US_TRY(check_stories(opened.library, &faults, err));
    if (faults.count == 0)
        US_TRY(compare_features(opened.library, &noted, err));
    if (us_args_is_given(args, JSON))
        write_json(path, &faults, &noted, out);
    else
        write_text(path, &faults, &noted, out);
    int count = faults.count + faults.more;
    if (count > 0)
        return us_error_set(err, US_FAILED, path, 0, 0, "%d fault%s", count, count == 1 ? "" : "s");
    return US_OK;
}

const us_command us_command_library_check = {
    .name = "library check",
    .arguments = "LIB",
    .about = "find faults in a library",
    .more =
        "Runs SQLite's own checks, computes hashes anew, parses and checks bodies, and compares\n"
        "goals, classes and cases with them. A file that is truncated, newer, or no library can't\n"
        "be read.\n"
        "Notes tell how the features of the library differ from those of the domain; they are no\n"
        "faults.\n"
        "Exit 0: sound; 1: faults; 2: it can't be read; 4: the library has another domain.",
    .example = "  understudy library check lib.db",
    US_OPTIONS(options),
    .run = run,
};
