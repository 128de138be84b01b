#include "base/progress.h"
#include "base/sort.h"
#include "behavior/brl.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { ALL, DOMAIN, JSON };
enum { TOLD = 10 }; /* cases listed without --all */

static const us_option options[] = {
    [ALL] = {"--all", NULL, "with all cases and the features seen in them"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
};

typedef struct shown_case {
    int64_t id, behavior, above;
    char *done;
} shown_case;

typedef struct showing {
    const us_args *args;
    us_library *library;
    us_library_list list;
    shown_case *cases; /* for JSON: cases of all behaviors, by behavior and id */
    int case_count, case_capacity;
    us_json_writer writer;
    us_str *out;
} showing;

/* What is printed of a behavior while its cases pass by, of which there may be millions. */
typedef struct passing {
    const us_template *behavior;
    us_library_case_notes notes;
    us_brl_printer printer;
    bool all, begun;
    us_str *text;
    us_long_work work;
} passing;

static us_status pass_case(void *context, const us_case *block, us_error *err)
{
    passing *p = context;
    US_TRY(us_long_work_add(&p->work, 1, err));
    us_library_case_notes_add(&p->notes, block);
    if (p->all)
        us_brl_printer_add_case(&p->printer, block);
    else if (!p->begun)
        us_library_notes_print(p->behavior, block, p->text);
    p->begun = true;
    return US_OK;
}

/* Prints the behavior and notes on its cases. notes NULL: neither notes nor comments. */
static us_status print_text(showing *s, const us_library_behavior *row, us_str *notes, us_str *text,
                            us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    bool all = us_args_is_given(s->args, ALL);
    US_TRY(us_library_get_body(s->library, row->id, &brl, err));
    const us_template *behavior = brl->item[0];
    if (!notes && !all) {
        us_template_print_body(behavior, row->name, text);
        return US_OK;
    }
    US_AUTOSTR(unused);
    passing p = {.behavior = behavior, .all = all, .text = text};
    p.notes = (us_library_case_notes){.out = notes ? notes : &unused,
                                      .most = !notes ? 0
                                              : all  ? INT32_MAX
                                                     : TOLD};
    if (all)
        p.printer = us_brl_printer_begin(behavior, text);
    us_long_work_begin(&p.work, us_library_path(s->library), "origins",
                       s->list.counts[row - s->list.row].origins);
    us_status status =
        us_library_visit_blocks(s->library, row->id, US_ORIGINS_ALL, pass_case, &p, err);
    us_long_work_end(&p.work);
    us_library_case_notes_end(&p.notes);
    if (all)
        us_brl_printer_end(&p.printer);
    else if (!p.begun)
        us_library_notes_print(behavior, NULL, text);
    return status;
}

/* ---- text: a file of behaviors with remarks */

static us_status show_text(showing *s, const us_library_behavior *row, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOSTR(body);
    us_str_add(&text, "# ");
    us_str_add_hex(&text, row->hash, 16);
    us_str_add(&text, ": ");
    us_str_add_count(&text, s->list.counts[row - s->list.row].cases, "case", "cases");
    if (row->tries > 0)
        us_str_addf(&text, "; %lld of %lld tries succeeded", (long long)row->successes,
                    (long long)row->tries);
    else
        us_str_add(&text, "; never tried");
    us_str_addf(&text, "%s\n", s->list.counts[row - s->list.row].origins ? "; from" : "");
    us_status status = print_text(s, row, &text, &body, err);
    us_str_add(&text, body.text);
    us_str_add_char(s->out, '\n');
    us_out_add_lines(s->out, &text);
    return status;
}

/* ---- JSON */

static void note_case(void *context, const us_library_case *row)
{
    showing *s = context;
    s->cases = us_array_grow(s->cases, s->case_count, &s->case_capacity, sizeof *s->cases);
    s->cases[s->case_count++] =
        (shown_case){row->id, row->behavior, row->above, us_mem_strdup(row->done)};
}

static int by_behavior(const void *left, const void *right)
{
    const shown_case *a = left, *b = right;
    if (a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static void write_case(us_json_writer *writer, const shown_case *row)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    const char *const *done;
    int count = us_done_labels_split(row->done, arena, &done);
    us_json_write_open(writer, '{');
    us_json_write_key_int(writer, "case", row->id);
    if (row->above)
        us_json_write_key_int(writer, "above", row->above);
    else
        us_json_write_key_null(writer, "above");
    us_json_write_key_strings(writer, "done", done, count);
    us_json_write_close(writer, '}');
}

static void write_cases(showing *s, int64_t behavior)
{
    int low = 0, high = s->case_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->cases[middle].behavior < behavior)
            low = middle + 1;
        else
            high = middle;
    }
    us_json_write_key_open(&s->writer, "case_list", '[');
    for (; low < s->case_count && s->cases[low].behavior == behavior; low++)
        write_case(&s->writer, &s->cases[low]);
    us_json_write_close(&s->writer, ']');
}

static void write_origin(void *context, const us_library_origin *row)
{
    showing *s = context;
    US_AUTOSTR(text);
    us_provenance_print(&row->about, &text);
    us_json_write_open(&s->writer, '{');
    us_json_write_key_string(&s->writer, "text", text.text);
    us_json_write_key_int(&s->writer, "case", row->case_id);
    us_json_write_key_int(&s->writer, "cycle", row->about.cycle);
    us_json_write_key_string(&s->writer, "map", row->about.map);
    for (int i = 0; i < row->about.entry_count; i++) {
        const us_entry *entry = &row->about.entry[i];
        us_json_write_key_open(&s->writer, entry->key, '[');
        for (int k = 0; k < entry->count; k++)
            us_json_write_int(&s->writer, us_entry_number(entry, k));
        for (int k = 0; k < entry->texts; k++)
            us_json_write_string(&s->writer, entry->text[k]);
        us_json_write_close(&s->writer, ']');
    }
    us_json_write_close(&s->writer, '}');
}

static us_status show_json(showing *s, const us_library_behavior *row, us_error *err)
{
    US_AUTOSTR(text);
    us_json_write_open(&s->writer, '{');
    us_json_write_key_string(&s->writer, "name", row->name);
    us_json_write_key_string(&s->writer, "kind", us_template_kind_name(row->kind));
    us_json_write_key_hash(&s->writer, "hash", row->hash);
    us_json_write_key_string(&s->writer, "goal", row->goal_text);
    us_json_write_key_int(&s->writer, "cases", s->list.counts[row - s->list.row].cases);
    us_json_write_key_int(&s->writer, "tries", row->tries);
    us_json_write_key_int(&s->writer, "successes", row->successes);
    us_status status = print_text(s, row, NULL, &text, err);
    us_json_write_key_string(&s->writer, "text", text.text);
    write_cases(s, row->id);
    us_json_write_key_open(&s->writer, "origins", '[');
    if (status == US_OK)
        status = us_library_visit_origins(s->library, row->id, write_origin, s, err);
    us_json_write_close(&s->writer, ']');
    us_json_write_close(&s->writer, '}');
    return status;
}

/* ---- the command */

static us_status not_there(const showing *s, const char *what, us_error *err)
{
    const us_library_behavior *near = us_library_list_find_similar(&s->list, what);
    return us_error_set(
        err, US_BAD_INPUT, s->args->argument[0], 0, 0,
        "no behavior \"%.64s\": expected a name or how it begins, or 4 or more digits of "
        "a hash, as in library list%s%.100s%s",
        what, near ? "; near is \"" : "", near ? near->name : "", near ? "\"" : "");
}

static void show_first_line(const showing *s)
{
    const us_domain *domain = us_library_domain(s->library);
    bool preset = us_domain_is_preset(domain);
    us_str_addf(s->out, "brl %d%s%s\n", US_BRL_VERSION, preset ? "" : " ",
                preset ? "" : domain->name);
}

static us_status show(showing *s, us_error *err)
{
    const char *what = s->args->count > 1 ? s->args->argument[1] : NULL;
    bool json = us_args_is_given(s->args, JSON), exact = false, just = false;
    int shown = 0;
    US_TRY(us_library_list_read(s->library, &s->list, err));
    for (int i = 0; what && i < s->list.count; i++) {
        exact |= us_text_equal(s->list.row[i].name, what);
        just |= us_library_behavior_has_name(&s->list.row[i], what);
    }
    if (json) {
        US_TRY(us_library_visit_cases(s->library, note_case, s, err));
        us_array_sort(s->cases, (size_t)s->case_count, sizeof *s->cases, by_behavior);
        s->writer = us_json_writer_begin(s->out, '[');
    } else {
        show_first_line(s);
    }
    for (int i = 0; i < s->list.count; i++) {
        const us_library_behavior *row = &s->list.row[i];
        if (what && !(exact  ? us_text_equal(row->name, what)
                      : just ? us_library_behavior_has_name(row, what)
                             : us_library_behavior_has_prefix(row, what)))
            continue;
        shown++;
        US_TRY(json ? show_json(s, row, err) : show_text(s, row, err));
    }
    if (json)
        us_json_writer_end(&s->writer, ']');
    return what && shown == 0 ? not_there(s, what, err) : US_OK;
}

static us_status print_library(const us_args *args, us_library *library, us_str *out, us_error *err)
{
    showing s = {.args = args, .library = library, .out = out};
    us_status status = show(&s, err);
    us_library_list_clear(&s.list);
    for (int i = 0; i < s.case_count; i++)
        us_mem_free(s.cases[i].done);
    us_mem_free(s.cases);
    return status;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    return us_library_print_snapshot(args, DOMAIN, print_library, out, err);
}

const us_command us_command_library_show = {
    .name = "library show",
    .arguments = "LIB [NAME|HASH]",
    .about = "print behaviors of a library for readers",
    .more =
        "Prints a file of behaviors with remarks: the origins of each behavior and, after its\n"
        "lines, the orders of the first demonstration for each step, or the step's goal, the\n"
        "places of cells, and reasons. NAME is a name or its beginning. HASH is the first digits,\n"
        "4 at least, of the hash or of the number in a name. If a behavior has the name NAME,\n"
        "only that one is shown, else those of which NAME is the first words (KillUnit does not\n"
        "match KillUnitType). Features seen in the cases are left out unless --all is given;\n"
        "library export writes a file to keep. --json lists cases (case_list: above is the whole\n"
        "case of a suffix case, done the steps before it) and origins, each with its case.",
    .example = "  understudy library show lib.db\n"
               "  understudy library show lib.db \"rush from two barracks\" --all",
    US_OPTIONS(options),
    .run = run,
};
