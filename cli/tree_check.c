#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "behavior/brl.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON, PRINT };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
    [JSON] = {"--json", NULL, "print the faults as one JSON object"},
    [PRINT] = {"--print", NULL, "print the file in its canonical form, if it is sound"},
};

static void write_list(us_json_writer *writer, const char *key, const us_faults *faults)
{
    us_json_write_key_open(writer, key, '[');
    for (int i = 0; i < faults->count; i++) {
        const us_fault *fault = &faults->fault[i];
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "line", fault->line);
        us_json_write_key_int(writer, "column", fault->column);
        us_json_write_key_string(writer, "kind", us_fault_name(fault->kind));
        us_json_write_key_string(writer, "what", fault->what);
        us_json_write_key_string(writer, "fix", fault->fix);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_json(const us_brl *brl, const us_faults *faults, const us_faults *notes,
                       us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "file", brl->file);
    us_json_write_key_bool(&writer, "sound", faults->count == 0);
    us_json_write_key_int(&writer, "items", brl->count);
    write_list(&writer, "faults", faults);
    us_json_write_key_int(&writer, "more", faults->more);
    if (notes->count > 0)
        write_list(&writer, "notes", notes);
    us_json_writer_end(&writer, '}');
}

static void write_text(const us_brl *brl, const us_faults *faults, const us_faults *notes,
                       bool print, us_str *out)
{
    US_AUTOSTR(lines);
    int nodes = 0;
    for (int i = 0; i < brl->count; i++)
        nodes += brl->item[i]->node_count;
    if (faults->count > 0)
        us_faults_print(faults, brl->file, &lines);
    else if (print)
        us_brl_print(brl, out);
    if (notes->count > 0)
        us_faults_print(notes, brl->file, &lines);
    if (faults->count == 0 && !print)
        us_str_addf(&lines, "%s: sound: %d %s, %d %s\n", brl->file, brl->count,
                    brl->count == 1 ? "item" : "items", nodes, nodes == 1 ? "node" : "nodes");
    us_out_add_lines(out, &lines);
}

static us_status check(const us_args *args, const us_domain *domain, us_str *out, us_error *err)
{
    const char *file = args->argument[0];
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(file, US_BRL_FILE_MAX, &text, &length, err));
    US_AUTO(us_faults_clear) us_faults faults = {0}, notes = {0};
    US_AUTOPTR(us_brl) brl = us_brl_read(domain, file, text, length, &faults);
    US_TRY(us_long_work_check(file, err)); /* an interrupt cuts the text short */
    bool print = us_args_is_given(args, PRINT);
    if (faults.count == 0 && !print)
        us_brl_lint(brl, &notes);
    if (us_args_is_given(args, JSON))
        write_json(brl, &faults, &notes, out);
    else
        write_text(brl, &faults, &notes, print, out);
    int count = faults.count + faults.more;
    if (count > 0)
        return us_error_set(err, US_FAILED, file, 0, 0, "%d fault%s", count, count == 1 ? "" : "s");
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_file_open_domain(args->argument[0], us_args_text(args, DOMAIN), &domain, err));
    return check(args, domain, out, err);
}

const us_command us_command_tree_check = {
    .name = "tree check",
    .arguments = "FILE",
    .about = "list all faults of a file of behaviors",
    .more =
        "Prints one line for each fault: its place, what is wrong, and how to mend it. Besides\n"
        "syntax: unknown goals, actions and sensors, wrong kinds of parameters, conditions that\n"
        "could be running, nodes that can never be reached, recursion without an end, semaphores\n"
        "never released, slots used before they can be bound, and ids of one game. For a sound\n"
        "file it also notes scores of `choose` that no game provides, and queries that no\n"
        "behavior of the file answers.\n"
        "Exit 0: sound; 1: faults; 2: the file can't be read. --print writes a sound file in its\n"
        "canonical form: as every program writes it, without comments.",
    .example = "  understudy tree check mine.brl\n"
               "  understudy tree check mine.brl --print > tidy.brl",
    US_OPTIONS(options),
    .run = run,
};
