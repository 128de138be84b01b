#include <string.h>

#include "cli/adapt_report.h"
#include "cli/out.h"

enum { TOLD_CAUSES = 3, TOLD_NAMES = 4 };

static const us_failure_pattern *pattern_of(const us_adapt_report *report, const us_cause *cause)
{
    return report->patterns->item[cause->pattern];
}

static int count_lines(const us_str *text)
{
    int lines = 0;
    for (size_t i = 0; i < text->length; i++)
        lines += text->text[i] == '\n';
    return lines;
}

/* Lists the first causes: they turned up in most games. */
static void sum_failures(const us_adapt_report *report, us_str *out)
{
    US_AUTOSTR(line);
    int causes = report->adapted->results;
    if (causes > TOLD_CAUSES)
        us_str_addf(out, "Main failures, of %d causes:\n", causes);
    else
        us_str_add(out, "Failures:\n");
    for (int i = 0; i < causes && i < TOLD_CAUSES; i++) {
        const us_repair_result *result = &report->adapted->result[i];
        const us_cause *cause = result->cause;
        us_str_addf(&line, "  %d. %s: %s", i + 1, pattern_of(report, cause)->name,
                    pattern_of(report, cause)->about);
        us_out_add_line(out, &line);
        us_str_addf(&line, "     %lld time%s, in %d of %d game%s, worst in %s, cycle %d: \"%s\"",
                    (long long)cause->failures, cause->failures == 1 ? "" : "s", cause->games,
                    cause->active, cause->active == 1 ? "" : "s",
                    report->file[cause->worst->game - 1], (int)cause->worst->cycle,
                    result->parent_name);
        if (cause->label[0])
            us_str_addf(&line, ", step %s", cause->label);
        us_out_add_line(out, &line);
    }
}

/* Appends a repair with the failures that led to it. */
static void sum_repair(const us_adapt_report *report, const us_repair_result *result, us_str *line)
{
    const us_cause *cause = result->cause;
    const us_failure_pattern *pattern = pattern_of(report, cause);
    const us_repair *repair = &pattern->repair[result->repair];
    us_str_addf(line, "  %s: %s, \"%s\"", pattern->name, us_modop_name(repair->modop),
                result->parent_name);
    if (cause->label[0])
        us_str_addf(line, ", step %s", cause->label);
    if (!report->adapted->daemons)
        us_str_addf(line, "; %lld failure%s in %d game%s", (long long)cause->failures,
                    cause->failures == 1 ? "" : "s", cause->games, cause->games == 1 ? "" : "s");
    if (repair->about[0])
        us_str_addf(line, "; %s", repair->about);
}

/* Lists the repairs in at most `most` lines, the heading included. */
static void sum_repairs(const us_adapt_report *report, int most, us_str *out)
{
    US_AUTOSTR(line);
    int done = report->adapted->done, listed = 0, shown = done < most ? done : most - 2;
    if (done > 0)
        us_str_addf(out, "%s, not tested by games:\n",
                    report->out ? "Repairs" : "Proposed repairs");
    for (int i = 0; i < report->adapted->results && listed < shown; i++) {
        if (report->adapted->result[i].end != US_REPAIR_DONE)
            continue;
        sum_repair(report, &report->adapted->result[i], &line);
        us_out_add_line(out, &line);
        listed++;
    }
    if (listed < done)
        us_str_addf(out, "  %d more\n", done - listed);
}

/* Returns whether a cause of the same pattern ended so before. */
static bool is_again(const us_adapt_report *report, int index)
{
    const us_repair_result *result = report->adapted->result;
    int i = 0;
    while (i < index && (result[i].end != result[index].end ||
                         result[i].cause->pattern != result[index].cause->pattern))
        i++;
    return i < index;
}

/* Lists the patterns of the causes that ended so, each once. */
static void sum_end(const us_adapt_report *report, us_repair_end end, us_str *out)
{
    int count = 0, names = 0;
    US_AUTOSTR(line);
    for (int i = 0; i < report->adapted->results; i++)
        count += report->adapted->result[i].end == end;
    us_str_addf(&line, "  %s, ", us_adapt_report_end_text(report, end));
    us_str_add_count(&line, count, "cause: ", "causes: ");
    for (int i = 0; i < report->adapted->results; i++) {
        const us_repair_result *result = &report->adapted->result[i];
        if (result->end != end || is_again(report, i))
            continue;
        if (names < TOLD_NAMES)
            us_str_addf(&line, "%s%s", names > 0 ? ", " : "",
                        pattern_of(report, result->cause)->name);
        else if (names == TOLD_NAMES)
            us_str_add(&line, ", ...");
        names++;
    }
    if (count > 0)
        us_out_add_line(out, &line);
}

static void sum_unrepaired(const us_adapt_report *report, us_str *out)
{
    US_AUTOSTR(rest);
    for (int end = 0; end < US_REPAIR_ENDS; end++)
        if (end != US_REPAIR_DONE)
            sum_end(report, (us_repair_end)end, &rest);
    US_AUTOSTR(more);
    us_adapt_report_print_rest(report, &more);
    int length;
    for (const char *at = more.text, *one; us_text_take_line(&at, &one, &length);)
        us_str_addf(&rest, "  %.*s\n", length, one);
    if (rest.length > 0)
        us_str_addf(out, "Failures without a repair:\n%s", rest.text);
}

static bool any_end(const us_adapt_report *report, us_repair_end end)
{
    for (int i = 0; i < report->adapted->results; i++)
        if (report->adapted->result[i].end == end)
            return true;
    return false;
}

static void add_advice(const us_adapt_report *report, us_str *out)
{
    const us_adaptation *adapted = report->adapted;
    US_AUTOSTR(hint);
    us_adapt_report_print_hint(report, &hint);
    if (adapted->results == 0)
        us_str_add(out, "  Give more games, or lower a threshold (--set NAME.PARAM=N).\n");
    if (hint.length > 0)
        us_str_addf(out, "  %s", hint.text);
    if (adapted->done > 0)
        us_str_add(out, "  Search for changes that games prove to help: --budget 4000 -o FILE.\n");
    if (adapted->done > 0 && !report->out)
        us_str_add(out, "  Write the repaired library: -o FILE, without --dry-run.\n");
    if (any_end(report, US_REPAIR_UNSOUND))
        us_str_add(out, "  Demonstrate again what no repair mends: --suggest lists the places.\n");
}

static void sum_next(const us_adapt_report *report, us_str *out)
{
    US_AUTOSTR(advice);
    if (!report->adapted->daemons)
        add_advice(report, &advice);
    if (report->adapted->results > 0)
        us_str_add(&advice, "  Read the story of each cause: --explain=all.\n");
    if (advice.length > 0)
        us_str_addf(out, "Next steps:\n%s", advice.text);
}

/* Appends the lines, each cut to the width of the terminal. */
static void add_cut(us_str *out, const us_str *lines)
{
    int most = us_out_columns(), length;
    for (const char *at = lines->text, *line; us_text_take_line(&at, &line, &length);) {
        size_t size = (size_t)length;
        bool fits = length <= most || most <= 3;
        us_str_add_bytes(out, line,
                         fits ? size : us_text_fitting_size(line, size, (size_t)(most - 3)));
        us_str_add(out, fits ? "\n" : "...\n");
    }
}

void us_adapt_summarize(const us_adapt_report *report, us_str *out)
{
    US_AUTOSTR(all);
    US_AUTOSTR(rest);
    us_adapt_report_print_sum(report, &all);
    if (report->adapted->results == 0)
        us_adapt_report_print_none(report, &all);
    else if (!report->adapted->daemons)
        sum_failures(report, &all);
    sum_unrepaired(report, &rest);
    sum_next(report, &rest);
    sum_repairs(report, US_ADAPT_SCREEN - count_lines(&all) - count_lines(&rest), &all);
    us_str_add(&all, rest.text);
    add_cut(out, &all);
}
