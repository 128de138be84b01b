#include "cli/adapt_report.h"

#include "base/json.h"
#include "cli/out.h"
#include "cli/story.h"

static const us_failure_pattern *pattern_of(const us_adapt_report *report, const us_cause *cause)
{
    return report->patterns->item[cause->pattern];
}

static const char *const ends[US_REPAIR_ENDS] = {
    [US_REPAIR_DONE] = "repaired",
    [US_REPAIR_UNSOUND] = "no repair fits",
    [US_REPAIR_NOISE] = "noise",
    [US_REPAIR_UNRELATED] = "unrelated to losses",
    [US_REPAIR_OMITTED] = "left for later",
    [US_REPAIR_PRESENT] = "has its repair already",
};

const char *us_adapt_report_end_text(const us_adapt_report *report, us_repair_end end)
{
    return end == US_REPAIR_DONE && !report->out ? "would be repaired" : ends[end];
}

void us_adapt_report_print_cut(int64_t cut, int games, us_str *out)
{
    if (cut > 0)
        us_str_addf(out, "%lld of %d game%s %s\n", (long long)cut, games, games == 1 ? "" : "s",
                    cut == 1 ? "is cut: it has no end" : "are cut: they have no end");
}

static void print_rest(const us_adapt_report *report, us_str *out)
{
    const us_causes *causes = &report->adapted->causes;
    if (causes->others > 0)
        us_str_addf(out, "%lld failure%s of players that did not play with the library\n",
                    (long long)causes->others, causes->others == 1 ? "" : "s");
    if (causes->unblamed > 0)
        us_str_addf(out, "%lld failure%s not blamed on any behavior\n", (long long)causes->unblamed,
                    causes->unblamed == 1 ? "" : "s");
    us_adapt_report_print_cut(report->cut, report->games, out);
    int early = causes->silent - causes->planless;
    if (early > 0)
        us_str_addf(out, "%d game%s nothing: no behavior was at work yet\n", early,
                    early == 1 ? " shows" : "s show");
    if (causes->planless > 0)
        us_str_addf(out, "%d game%s no plan, as if recorded with --no-plan\n", causes->planless,
                    causes->planless == 1 ? " shows" : "s show");
}

/* Prints whether won and lost games decided about the causes that are no noise. */
static void print_compared(const us_adaptation *adapted, us_str *out)
{
    int unrelated = 0;
    bool compared = adapted->chance == 100;
    for (int i = 0; i < adapted->results; i++) {
        const us_repair_result *result = &adapted->result[i];
        unrelated += result->end == US_REPAIR_UNRELATED;
        compared = compared || us_cause_compares(result->cause);
    }
    if (unrelated > 0) {
        us_str_add_count(out, unrelated, "cause is", "causes are");
        us_str_add(out, " not shown to be more frequent early in lost games. "
                        "Repair all: --chance 100.\n");
    }
    if (!compared)
        us_str_add(out, "No lost games can be compared with won ones.\n");
}

void us_adapt_report_print_hint(const us_adapt_report *report, us_str *out)
{
    const us_adaptation *adapted = report->adapted;
    bool noise = true;
    for (int i = 0; i < adapted->results; i++)
        noise = noise && adapted->result[i].end == US_REPAIR_NOISE;
    if (adapted->daemons || adapted->results == 0)
        return;
    if (!noise)
        print_compared(adapted, out);
    else if (report->games < adapted->least)
        us_str_addf(out, "All of it is noise: %d game%s fewer than %d. Give more, or --least %d.\n",
                    report->games, report->games == 1 ? " is" : "s are", adapted->least,
                    report->games);
    else
        us_str_addf(out,
                    "All of it is noise. Give more games, or lower --least (%d) or --share (%d).\n",
                    adapted->least, adapted->percent);
}

static void print_sum(const us_adapt_report *report, us_str *out)
{
    const us_adaptation *adapted = report->adapted;
    if (adapted->daemons) {
        us_str_addf(out, "%d of ", adapted->done);
        us_str_add_count(out, adapted->results, "daemon", "daemons");
        us_str_addf(out, " %sput in: a control; no game was read\n",
                    report->out ? "" : "would be ");
        return;
    }
    us_str_addf(out, "%d of ", adapted->done);
    us_str_add_count(out, adapted->results, "cause", "causes");
    us_str_addf(out, " %s, from ", us_adapt_report_end_text(report, US_REPAIR_DONE));
    us_str_add_count(out, adapted->failures.count, "failure in ", "failures in ");
    us_str_add_count(out, report->games, "game\n", "games\n");
}

static void print_none(const us_adapt_report *report, us_str *out)
{
    us_str_add(out, report->adapted->daemons ? "The patterns have no daemon.\n"
                                             : "No failure was blamed on the library.\n");
}

static const char *daemon_end(const us_adapt_report *report, us_repair_end end)
{
    if (end != US_REPAIR_DONE)
        return us_adapt_report_end_text(report, end);
    return report->out ? "put in" : "would be put in";
}

/* ---- the table */

static void print_row(const us_adapt_report *report, const us_repair_result *result, us_str *line)
{
    const us_cause *cause = result->cause;
    const us_failure_pattern *pattern = pattern_of(report, cause);
    us_str_addf(line, "%-22s %-38s %-5s ", pattern->name, result->parent_name,
                cause->label[0] ? cause->label : "-");
    if (report->adapted->daemons)
        us_str_addf(line, "%5s %8s  %s", "-", "-", daemon_end(report, result->end));
    else
        us_str_addf(line, "%2d/%-2d %8lld  %s", cause->games, cause->active,
                    (long long)cause->failures, us_adapt_report_end_text(report, result->end));
    if (result->end == US_REPAIR_UNRELATED)
        us_str_addf(line, ": early in %d of %d lost and %d of %d won games", cause->failed.lost,
                    cause->all.lost, cause->failed.won, cause->all.won);
    if (result->end == US_REPAIR_DONE)
        us_str_addf(line, ": %s%s", us_modop_name(pattern->repair[result->repair].modop),
                    result->append ? ", appended" : "");
    if (cause->repaired && !report->adapted->daemons)
        us_str_addf(line, "; in play %d time%s, %d won", cause->repaired,
                    cause->repaired == 1 ? "" : "s", cause->won);
}

void us_adapt_report_print(const us_adapt_report *report, us_str *out)
{
    US_AUTOSTR(line);
    if (report->adapted->results == 0)
        print_none(report, out);
    else
        us_str_addf(out, "%-22s %-38s %-5s %5s %8s  %s\n", "pattern", "behavior", "step", "games",
                    "failures", "result");
    for (int i = 0; i < report->adapted->results; i++) {
        print_row(report, &report->adapted->result[i], &line);
        us_out_add_line(out, &line);
    }
    print_rest(report, out);
    us_str_add_char(out, '\n');
    print_sum(report, out);
    if (report->adapted->done > 0 && !report->adapted->daemons)
        us_str_add(out, "Not proved: no game was played with the repairs.\n");
    us_adapt_report_print_hint(report, out);
}

/* ---- the story */

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
    if (adapted->results == 0)
        us_str_add(out, "  Give more games, or lower a threshold (--set NAME.PARAM=N).\n");
    if (adapted->done > 0)
        us_str_add(out, "  Search for changes that games prove to help: --budget 4000 -o FILE.\n");
    if (adapted->done > 0 && !report->out)
        us_str_add(out, "  Write the repaired library: -o FILE, without --dry-run.\n");
    if (any_end(report, US_REPAIR_UNSOUND))
        us_str_add(out, "  Demonstrate again what no repair mends: --suggest lists the places.\n");
}

/* less: the story leaves something out. */
static void print_next(const us_adapt_report *report, bool less, us_str *out)
{
    US_AUTOSTR(advice);
    if (!report->adapted->daemons)
        add_advice(report, &advice);
    if (less)
        us_str_add(&advice, "  Read all of it in full: --explain=all.\n");
    if (advice.length > 0)
        us_str_addf(out, "Next steps:\n%s", advice.text);
}

void us_adapt_report_explain(const us_adapt_report *report, bool all, us_str *out)
{
    bool less = us_stories_print(report->story, 1, all, out);
    us_str_add_char(out, '\n');
    if (report->adapted->results == 0)
        print_none(report, out);
    print_rest(report, out);
    print_sum(report, out);
    us_adapt_report_print_hint(report, out);
    print_next(report, less, out);
}

/* ---- JSON */

static void write_ways(const us_cause *cause, us_json_writer *writer)
{
    us_json_write_key_open(writer, "blamed", '[');
    for (int w = 0; w < US_BLAME_WAYS; w++) {
        if (cause->way[w] == 0)
            continue;
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "because", us_blame_way_text((us_blame_way)w));
        us_json_write_key_int(writer, "failures", cause->way[w]);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_worst(const us_adapt_report *report, const us_cause *cause,
                        us_json_writer *writer)
{
    const us_failure_pattern *pattern = pattern_of(report, cause);
    us_json_write_key_open(writer, "worst", '{');
    if (cause->worst->game > 0)
        us_json_write_key_string(writer, "trace", report->file[cause->worst->game - 1]);
    for (int i = 0; i < pattern->columns; i++) {
        if (!cause->worst->value[i])
            continue;
        us_json_write_key(writer, pattern->column[i]);
        us_failure_write_value(cause->worst, i, writer);
    }
    us_json_write_close(writer, '}');
}

/* Writes numbers that only real causes have, not controls. */
static void write_numbers(const us_cause *cause, us_json_writer *writer)
{
    us_json_write_key_int(writer, "failures", cause->failures);
    us_json_write_key_int(writer, "badness", cause->badness);
    us_json_write_key_int(writer, "games", cause->games);
    us_json_write_key_int(writer, "active", cause->active);
    us_json_write_key_int(writer, "share", cause->share);
    us_json_write_key_int(writer, "lost", cause->all.lost);
    us_json_write_key_int(writer, "won", cause->all.won);
    us_json_write_key_int(writer, "failed_lost", cause->failed.lost);
    us_json_write_key_int(writer, "failed_won", cause->failed.won);
    us_json_write_key_int(writer, "in_play", cause->repaired);
    us_json_write_key_int(writer, "in_play_won", cause->won);
    write_ways(cause, writer);
}

static void write_child(const us_repair_result *result, us_json_writer *writer)
{
    bool done = result->end == US_REPAIR_DONE;
    if (done)
        us_json_write_key_hash(writer, "child", result->child);
    else
        us_json_write_key_null(writer, "child");
    us_json_write_key_string(writer, "child_name", done ? result->child_name : NULL);
}

static void write_repair(const us_adapt_report *report, const us_repair_result *result,
                         us_json_writer *writer)
{
    const us_cause *cause = result->cause;
    const us_failure_pattern *pattern = pattern_of(report, cause);
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "pattern", pattern->name);
    us_json_write_key_hash(writer, "behavior", cause->behavior);
    us_json_write_key_string(writer, "name", result->parent_name);
    us_json_write_key_string(writer, "goal", result->goal);
    us_json_write_key_string(writer, "step", cause->label);
    if (!report->adapted->daemons)
        write_numbers(cause, writer);
    write_worst(report, cause, writer);
    us_json_write_key_string(writer, "end", us_repair_end_name(result->end));
    us_json_write_key_string(writer, "tried", result->why);
    write_child(result, writer);
    if (result->end == US_REPAIR_DONE) {
        us_json_write_key_string(writer, "modop",
                                 us_modop_name(pattern->repair[result->repair].modop));
        us_json_write_key_int(writer, "repair", result->repair + 1);
        us_json_write_key_string(writer, "about", pattern->repair[result->repair].about);
        us_json_write_key_string(writer, "mode", result->append ? "append" : "substitute");
        us_json_write_key_string(writer, "before", result->before);
        us_json_write_key_string(writer, "after", result->after);
    }
    us_json_write_close(writer, '}');
}

void us_adapt_report_print_json(const us_adapt_report *report, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", report->library);
    if (report->out)
        us_json_write_key_string(&writer, "out", report->out);
    us_json_write_key_int(&writer, "games", report->games);
    us_json_write_key_int(&writer, "cut", report->cut);
    us_json_write_key_int(&writer, "failures", report->adapted->failures.count);
    us_json_write_key_int(&writer, "others", report->adapted->causes.others);
    us_json_write_key_int(&writer, "unblamed", report->adapted->causes.unblamed);
    us_json_write_key_int(&writer, "silent", report->adapted->causes.silent);
    us_json_write_key_int(&writer, "planless", report->adapted->causes.planless);
    us_json_write_key_int(&writer, "repaired", report->adapted->done);
    if (report->adapted->daemons)
        us_json_write_key_bool(&writer, "daemons", true);
    us_json_write_key_open(&writer, "causes", '[');
    for (int i = 0; i < report->adapted->results; i++)
        write_repair(report, &report->adapted->result[i], &writer);
    us_json_write_close(&writer, ']');
    us_json_write_key(&writer, "story");
    us_story_write(report->story, &writer);
    if (report->stretches)
        us_adapt_report_write_suggestions(report, &writer);
    us_json_writer_end(&writer, '}');
}
