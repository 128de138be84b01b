#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "experiments/report/export.h"
#include "experiments/run/results.h"

enum { BRIEF = US_COMPARING_OPTIONS, ONLY_SHEET, DIFFERING, FORM, JSON };

static const us_option options[] = {
    US_COMPARING_TABLE,
    [BRIEF] = {"--brief", NULL, "print at most three lines a comparison, without tables"},
    [ONLY_SHEET] = {"--sheet", "NAME", "print only that table"},
    [DIFFERING] = {"--differing", NULL, "compare experiments with different rules or limits"},
    [FORM] = {"--form", "text|md|csv|latex", "form of the tables", .preset = "text"},
    [JSON] = {"--json", NULL, "print all as one JSON object"},
};

/* ---- output */

static us_status take_form(const us_args *args, us_sheet_form *out, us_error *err)
{
    static const char *const name[] = {"text", "md", "csv", "latex"};
    for (int i = 0; i < US_COUNT(name); i++)
        if (us_text_equal(us_args_text(args, FORM), name[i])) {
            *out = (us_sheet_form)i;
            return US_OK;
        }
    return us_error_refuse(
        err, "experiment compare: --form: expected text, md, csv or latex, found \"%.64s\"",
        us_args_text(args, FORM));
}

static us_status no_sheet(const char *name, us_sheet *const *sheet, int sheets, us_error *err)
{
    US_AUTOSTR(all);
    for (int i = 0; i < sheets; i++)
        us_str_addf(&all, "%s%s", i > 0 ? ", " : "", sheet[i]->name);
    return us_error_refuse(
        err, "experiment compare: these results have no table \"%.32s\": expected one of %s", name,
        all.text);
}

static us_status print_comparison(const us_args *args, const us_manifest *m, const us_comparison *c,
                                  us_sheet *const *sheet, int sheets, us_str *out, us_error *err)
{
    const char *only = us_args_text(args, ONLY_SHEET);
    us_sheet_form form = US_FORM_TEXT;
    US_TRY(take_form(args, &form, err));
    if (us_args_is_given(args, BRIEF)) {
        us_comparison_print_brief(c, out);
        return US_OK;
    }
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_export_write_comparison(m, c, sheet, sheets, &writer);
        us_json_writer_end(&writer, '}');
        return US_OK;
    }
    for (int i = 0; only && i < sheets; i++) {
        if (us_text_equal(sheet[i]->name, only)) {
            us_str_add(out, form == US_FORM_LATEX ? US_LATEX_FIRST : "");
            us_sheet_print(sheet[i], form, out);
            return US_OK;
        }
    }
    if (only)
        return no_sheet(only, sheet, sheets, err);
    if (form == US_FORM_MARKDOWN || form == US_FORM_LATEX) {
        us_export_print_paper(m, c, form == US_FORM_LATEX ? US_PAPER_LATEX : US_PAPER_MARKDOWN,
                              out);
        return US_OK;
    }
    for (int i = 0; i < c->verdicts; i++)
        us_out_add_linef(out, "%s", c->versus[i].verdict);
    for (int i = 0; i < c->notes; i++)
        us_out_add_linef(out, "%s", c->note[i]);
    for (int i = 0; i < sheets; i++) {
        us_str_add_char(out, '\n');
        us_sheet_print(sheet[i], form, out);
    }
    return US_OK;
}

/* ---- all */

static us_status compare(const us_args *args, const us_manifest *m, const us_comparison_def *def,
                         us_str *out, us_error *err)
{
    US_AUTO(us_comparison_clear) us_comparison c = {0};
    us_sheet *sheet[US_COMPARE_SHEETS_MAX];
    US_TRY(us_comparison_compute(m, def, &c, err));
    int sheets = us_comparison_make_sheets(&c, m, sheet);
    us_status status = print_comparison(args, m, &c, sheet, sheets, out, err);
    for (int i = 0; i < sheets; i++)
        us_sheet_free(sheet[i]);
    return status;
}

/* --brief is a form of its own. */
static us_status check_brief(const us_args *args, us_error *err)
{
    static const int others[] = {ONLY_SHEET, FORM, JSON};
    for (int i = 0; i < US_COUNT(others) && us_args_is_given(args, BRIEF); i++)
        if (us_args_is_given(args, others[i]))
            return us_error_refuse(
                err, "experiment compare: --brief has no tables: expected it without %s",
                options[others[i]].name);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_comparison_def def;
    us_sprt_def sprt;
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_TRY(check_brief(args, err));
    US_TRY(us_args_read_comparison(args, &sprt, &def, err));
    US_TRY(
        us_results_join(args->argument, args->count, us_args_is_given(args, DIFFERING), &m, err));
    return compare(args, &m, &def, out, err);
}

const us_command us_command_experiment_compare = {
    .name = "experiment compare",
    .arguments = "DIR...",
    .about = "test whether one player is better than another",
    .more =
        "DIR is an experiment's folder, or a file of results (results.jsonl). Results of several\n"
        "are compared together: a player whose name another player has becomes NAME (DIR), and\n"
        "with --differing so does a player that played by other rules or limits. Games are paired\n"
        "by map, opponent, seat and seed. The first lines are verdicts: better, worse, equivalent\n"
        "or no difference shown, with the effect and its interval. A verdict on maps like these\n"
        "repeats the map; one on these maps alone repeats the game (--scope). Players of one\n"
        "group are replicates: if a group has two or more, the run is repeated, too.\n"
        "docs/STATISTICS.md defines what is computed, and how. Tables: players, likeness,\n"
        "effects, tests, components, families, cells, runs, curve, libraries, profile, ratings,\n"
        "workers.",
    .example = "  understudy experiment compare rush\n"
               "  understudy experiment compare rush --brief\n"
               "  understudy experiment compare rush --baseline expert --margin 0.05 --json\n"
               "  understudy experiment compare rush --sheet cells --form csv\n"
               "  understudy experiment compare rush --sheet effects --form latex\n"
               "  understudy experiment compare before after --baseline learned",
    US_OPTIONS(options),
    .run = run,
};
