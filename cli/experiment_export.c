#include "base/file.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "experiments/report/export.h"
#include "experiments/run/results.h"

enum { CSV = US_COMPARING_OPTIONS, JSON, MD, LATEX, SQLITE, OUT };

static const us_option options[] = {
    US_COMPARING_TABLE,
    [CSV] = {"--csv", NULL, "a line for each game, RFC 4180, with a header"},
    [JSON] = {"--json", NULL, "one array with an object for each game, one per line"},
    [MD] = {"--md", NULL, "verdicts and tables as Markdown; takes the options above"},
    [LATEX] = {"--latex", NULL, "the same as LaTeX, with tables of booktabs"},
    [SQLITE] = {"--sqlite", NULL, "a database of players, opponents, maps and games"},
    [OUT] = {"-o", "FILE", "the output; else standard output, for --sqlite DIR/results.db"},
};

static us_status add_paper(const us_args *args, int form, us_manifest *m, us_str *out,
                           us_error *err)
{
    us_comparison_def def;
    us_sprt_def sprt;
    US_AUTO(us_comparison_clear) us_comparison c = {0};
    US_TRY(us_args_read_comparison(args, &sprt, &def, err));
    US_TRY(us_results_remove_duplicates(m, args->argument[0], err));
    US_TRY(us_comparison_compute(m, &def, &c, err));
    us_export_print_paper(m, &c, form == LATEX ? US_PAPER_LATEX : US_PAPER_MARKDOWN, out);
    return US_OK;
}

/* Checks that the file is missing, or an export of the same form. */
static us_status check_spare(const char *path, int form, const us_manifest *m, us_error *err)
{
    US_AUTOSTR(title);
    us_str_add(&title, "# ");
    us_markdown_add(&title, m->name);
    us_str_add_char(&title, '\n');
    if (title.length > 60)
        title.text[60] = '\0';
    return us_file_check_replaceable(path,
                                     form == CSV     ? "game,player,"
                                     : form == JSON  ? "[\n{\"game\":"
                                     : form == LATEX ? US_LATEX_FIRST
                                                     : title.text,
                                     "such an export", err);
}

static us_status export_text(const us_args *args, int form, us_manifest *m, us_str *out,
                             us_error *err)
{
    const char *file = us_args_text(args, OUT);
    us_status status = US_OK;
    if (form == CSV)
        us_export_print_csv(m, out);
    else if (form == JSON)
        us_export_print_json(m, out);
    else
        US_TRY(add_paper(args, form, m, out, err));
    if (!file)
        return US_OK;
    status = check_spare(file, form, m, err);
    if (status == US_OK)
        status = us_file_write(file, out->text, out->length, err);
    us_str_reset(out);
    return status;
}

static us_status export_sqlite(const us_args *args, const us_manifest *m, us_error *err)
{
    US_AUTOSTR(path);
    if (us_args_is_given(args, OUT))
        us_str_add(&path, us_args_text(args, OUT));
    else
        us_str_addf(&path, "%s/results.db", args->argument[0]);
    US_TRY(us_export_write_sqlite(m, path.text, us_interrupt_is_pending, err));
    us_out_log("%lld games in %s", (long long)m->games, path.text);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    int form = OUT, forms = 0;
    for (int i = CSV; i < OUT; i++)
        if (us_args_is_given(args, i)) {
            form = i;
            forms++;
        }
    if (forms != 1)
        return us_error_refuse(
            err, "experiment export: expected one of --csv, --json, --md, --latex and --sqlite");
    for (int i = 0; form != MD && form != LATEX && i < US_COMPARING_OPTIONS; i++)
        if (us_args_is_given(args, i))
            return us_error_refuse(err, "experiment export: %s goes with --md and --latex only",
                                   options[i].name);
    US_TRY(us_results_read_path(args->argument[0], &m, err));
    return form == SQLITE ? export_sqlite(args, &m, err) : export_text(args, form, &m, out, err);
}

const us_command us_command_experiment_export = {
    .name = "experiment export",
    .arguments = "DIR",
    .about = "export results for other programs: CSV, JSON, Markdown, LaTeX, SQLite",
    .more =
        "DIR is an experiment's folder, or a file of results (results.jsonl). A row describes one\n"
        "game: player, group, run, size, opponent, map, family, seat, seed, how it ended, points,\n"
        "margin, cycles, hash, orders. The rows of a folder include games that were not played,\n"
        "with end \"none\", but no games after the end of a sequential test. The database has a\n"
        "view \"results\" with the same columns, and \"experiment\" with the decision of such a "
        "test.\n"
        "It is made anew each time. For a file of results, --sqlite needs -o.",
    .example =
        "  understudy experiment export rush --csv -o rush.csv\n"
        "  understudy experiment export rush --sqlite\n"
        "  sqlite3 rush/results.db 'SELECT player, avg(points) FROM results GROUP BY player'",
    US_OPTIONS(options),
    .run = run,
};
