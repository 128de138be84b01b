#include "cli/adapt_report.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/columns.h"
#include "cli/out.h"

static const us_failure_pattern *pattern_of(const us_adapt_report *told, const us_cause *cause)
{
    return told->patterns->item[cause->pattern];
}

static const char *const ends[US_REPAIR_ENDS] = {
    [US_REPAIR_DONE] = "repaired",           [US_REPAIR_UNSOUND] = "no repair fits",
    [US_REPAIR_WORSE] = "repairs did worse", [US_REPAIR_NOISE] = "noise",
    [US_REPAIR_OMITTED] = "left for later",  [US_REPAIR_PRESENT] = "has its repair already",
};

const char *us_adapt_report_end_text(const us_adapt_report *told, us_repair_end end)
{
    return end == US_REPAIR_DONE && !told->out ? "would be repaired" : ends[end];
}

void us_adapt_report_print_cut(int64_t cut, int games, us_str *out)
{
    if (cut > 0)
        us_str_addf(out, "%lld of %d game%s %s\n", (long long)cut, games, games == 1 ? "" : "s",
                    cut == 1 ? "is cut: it has no end" : "are cut: they have no end");
}

void us_adapt_tell_rest(const us_adapt_report *told, us_str *out)
{
    const us_causes *causes = &told->adapted->causes;
    if (causes->others > 0)
        us_str_addf(out, "%lld failure%s of players that did not play with the library\n",
                    (long long)causes->others, causes->others == 1 ? "" : "s");
    if (causes->unblamed > 0)
        us_str_addf(out, "%lld failure%s not blamed on any behavior\n", (long long)causes->unblamed,
                    causes->unblamed == 1 ? "" : "s");
    us_adapt_report_print_cut(told->cut, told->games, out);
    int early = causes->silent - causes->planless;
    if (early > 0)
        us_str_addf(out, "%d game%s nothing: no behavior was at work yet\n", early,
                    early == 1 ? " shows" : "s show");
    if (causes->planless > 0)
        us_str_addf(out, "%d game%s no plan, as if recorded with --no-plan\n", causes->planless,
                    causes->planless == 1 ? " shows" : "s show");
}

void us_adapt_report_print_hint(const us_adapt_report *told, us_str *out)
{
    const us_adaptation *adapted = told->adapted;
    if (adapted->random || adapted->daemons)
        return;
    for (int i = 0; i < adapted->results; i++)
        if (adapted->result[i].end != US_REPAIR_NOISE)
            return;
    if (adapted->results == 0)
        return;
    if (told->games < adapted->least)
        us_str_addf(out, "All of it is noise: %d game%s fewer than %d. Give more, or --least %d.\n",
                    told->games, told->games == 1 ? " is" : "s are", adapted->least, told->games);
    else
        us_str_addf(out,
                    "All of it is noise. Give more games, or lower --least (%d) or --share (%d).\n",
                    adapted->least, adapted->percent);
}

void us_adapt_tell_sum(const us_adapt_report *told, us_str *out)
{
    const us_adaptation *adapted = told->adapted;
    if (adapted->daemons) {
        us_str_addf(out, "%d of ", adapted->done);
        us_str_add_count(out, adapted->results, "daemon", "daemons");
        us_str_addf(out, " %sput in: a control; no game was read\n", told->out ? "" : "would be ");
        return;
    }
    if (adapted->random) {
        if (adapted->proved > 0)
            us_str_addf(out, "%d of ", adapted->done);
        us_str_add_count(out, adapted->results, "random repair", "random repairs");
        us_str_addf(out, "%s: a control, drawn by seed %lld; no cause was mended\n",
                    adapted->proved > 0 ? " kept" : "", (long long)told->seed);
        return;
    }
    us_str_addf(out, "%d of ", adapted->done);
    us_str_add_count(out, adapted->results, "cause", "causes");
    us_str_addf(out, " %s, from ", us_adapt_report_end_text(told, US_REPAIR_DONE));
    us_str_add_count(out, adapted->failures.count, "failure in ", "failures in ");
    us_str_add_count(out, told->games, "game\n", "games\n");
}

void us_adapt_tell_none(const us_adapt_report *told, us_str *out)
{
    us_str_add(out, told->adapted->daemons ? "The patterns have no daemon.\n"
                                           : "No failure was blamed on the library.\n");
}

bool us_adapt_is_control(const us_adapt_report *told)
{
    return told->adapted->random || told->adapted->daemons;
}

static const char *control_end(const us_adapt_report *told, us_repair_end end)
{
    if (end != US_REPAIR_DONE)
        return us_adapt_report_end_text(told, end);
    return told->adapted->random ? "random repair" : told->out ? "put in" : "would be put in";
}

/* ---- the table */

static void tell_row(const us_adapt_report *told, const us_repair_result *mend, us_str *line)
{
    const us_cause *cause = mend->cause;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_str_addf(line, "%-22s %-38s %-5s ", pattern->name, mend->parent_name,
                cause->label[0] ? cause->label : "-");
    if (us_adapt_is_control(told))
        us_str_addf(line, "%5s %8s  %s", "-", "-", control_end(told, mend->end));
    else
        us_str_addf(line, "%2d/%-2d %8lld  %s", cause->games, cause->active,
                    (long long)cause->failures, us_adapt_report_end_text(told, mend->end));
    if (mend->end == US_REPAIR_DONE)
        us_str_addf(line, ": %s%s", us_modop_name(pattern->repair[mend->repair].modop),
                    mend->append ? ", appended" : "");
}

void us_adapt_report_print(const us_adapt_report *told, us_str *out)
{
    us_str line;
    us_str_init(&line);
    if (told->adapted->results == 0)
        us_adapt_tell_none(told, out);
    else
        us_str_addf(out, "%-22s %-38s %-5s %5s %8s  %s\n", "pattern", "behavior", "step", "games",
                    "failures", "result");
    for (int i = 0; i < told->adapted->results; i++) {
        tell_row(told, &told->adapted->result[i], &line);
        us_out_add_line(out, &line);
    }
    us_adapt_tell_rest(told, out);
    us_str_add_char(out, '\n');
    us_adapt_tell_sum(told, out);
    us_adapt_report_print_hint(told, out);
    us_str_clear(&line);
}

/* ---- the story */

static void tell_blame(const us_cause *cause, us_str *out)
{
    us_str line;
    us_str_init(&line);
    us_str_add(&line, "  Blamed because ");
    bool any = false;
    for (int w = 0; w < US_BLAME_WAYS; w++) {
        if (cause->way[w] == 0)
            continue;
        us_str_addf(&line, "%s%s (%d of %lld)", any ? "; " : "", us_blame_way_text((us_blame_way)w),
                    cause->way[w], (long long)cause->failures);
        any = true;
    }
    us_str_addf(&line, ". This cause has %lld percent of the pattern's badness.",
                (long long)cause->share);
    us_out_add_line(out, &line);
    us_str_clear(&line);
}

/* Lists the values in a daemon's placeholders, which come from the pattern. */
static void tell_filled(const us_adapt_report *told, const us_cause *cause, us_str *out)
{
    us_str line;
    const char *comma = ": ";
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_str_init(&line);
    us_str_add(&line, "  Filled in by the pattern itself");
    for (int i = 0; i < pattern->columns; i++) {
        if (!cause->worst->value[i])
            continue;
        us_str_addf(&line, "%s%s %s", comma, pattern->column[i], cause->worst->value[i]);
        comma = ", ";
    }
    if (comma[0] == ',')
        us_out_add_line(out, &line);
    us_str_clear(&line);
}

static void tell_worst(const us_adapt_report *told, const us_cause *cause, us_str *out)
{
    us_str line;
    us_str_init(&line);
    const us_failure *worst = cause->worst;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_str_addf(&line, "  %s: %s, cycle", told->adapted->random ? "Filled in by" : "Worst",
                told->file[worst->game - 1]);
    if (worst->until > worst->cycle)
        us_str_addf(&line, "s %d to %d", (int)worst->cycle, (int)worst->until);
    else
        us_str_addf(&line, " %d", (int)worst->cycle);
    for (int i = 0; i < pattern->columns; i++) {
        static const char *const known[] = {"game", "seat", "cycle", "until"};
        bool shown = worst->value[i] != NULL;
        for (int k = 0; k < US_COUNT(known); k++)
            shown = shown && !us_text_equal(pattern->column[i], known[k]);
        if (shown)
            us_str_addf(&line, ", %s %s", pattern->column[i], worst->value[i]);
    }
    us_out_add_line(out, &line);
    us_str_clear(&line);
}

static void tell_change(const us_adapt_report *told, const us_repair_result *mend, us_str *out)
{
    us_str line;
    const us_failure_pattern *pattern = pattern_of(told, mend->cause);
    const us_repair *repair = &pattern->repair[mend->repair];
    us_str_init(&line);
    bool whole = repair->root || repair->modop == US_MODOP_DAEMON;
    us_str_addf(&line, "  %s by repair %d of %d in pattern %s, %s",
                told->out ? "Changed" : "Would be changed", mend->repair + 1, pattern->repairs,
                pattern->name, us_modop_name(repair->modop));
    if (!whole)
        us_str_addf(&line, " step %s", mend->cause->label);
    if (repair->about[0])
        us_str_addf(&line, ": %s", repair->about);
    us_str_addf(&line, ". In the new library it %s \"%s\"%s.", told->out ? "is" : "would be",
                mend->child_name, mend->append ? ", beside its parent" : "");
    us_out_add_line(out, &line);
    us_str_add_char(out, '\n');
    us_columns_print(mend->before, mend->after, us_out_columns(), out);
    us_str_clear(&line);
}

static void tell_tried(const us_repair_result *mend, us_str *out)
{
    for (const char *at = mend->why; *at;) {
        size_t length = strcspn(at, "\n");
        us_out_add_linef(out, "  Tried: %.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

/* Starts a cause: "1. PATTERN: what went wrong", and the behavior that it is blamed on. */
static void tell_cause(const us_adapt_report *told, const us_repair_result *mend, int number,
                       us_str *out)
{
    us_str line;
    us_str_init(&line);
    bool random = told->adapted->random, control = us_adapt_is_control(told);
    const us_cause *cause = mend->cause;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    if (told->adapted->daemons)
        us_str_addf(&line, "%d. A daemon (control), one of %s", number, pattern->name);
    else if (random)
        us_str_addf(&line, "%d. A random repair (control, seed %lld), one of %s", number,
                    (long long)told->seed, pattern->name);
    else
        us_str_addf(&line, "%d. %s: %s", number, pattern->name, pattern->about);
    us_out_add_line(out, &line);
    if (control)
        us_str_addf(&line, "  No failure led to it. It %s", random ? "was drawn for" : "goes into");
    else
        us_str_addf(&line, "  %lld time%s, in %d of the %d game%s in which it was at work:",
                    (long long)cause->failures, cause->failures == 1 ? "" : "s", cause->games,
                    cause->active, cause->active == 1 ? "" : "s");
    us_str_addf(&line, " \"%s\"", mend->parent_name);
    if (cause->label[0])
        us_str_addf(&line, ", step %s", cause->label);
    us_str_addf(&line, ", for %s.", mend->goal);
    us_out_add_line(out, &line);
    us_str_clear(&line);
}

static void tell_mend(const us_adapt_report *told, const us_repair_result *mend, int number,
                      us_str *out)
{
    tell_cause(told, mend, number, out);
    if (told->adapted->daemons)
        tell_filled(told, mend->cause, out);
    else
        tell_worst(told, mend->cause, out);
    if (!us_adapt_is_control(told))
        tell_blame(mend->cause, out);
    tell_tried(mend, out);
    if (mend->end == US_REPAIR_DONE)
        tell_change(told, mend, out);
    else
        us_str_addf(out, "  Not changed: %s.\n", ends[mend->end]);
    us_str_add_char(out, '\n');
}

/* Lists the causes that may be chance, with the threshold that each one missed. */
static void tell_noise(const us_adapt_report *told, us_str *out)
{
    us_str line;
    us_str_init(&line);
    us_str_add(out, "Noise, which may be chance:\n");
    for (int i = 0; i < told->adapted->results; i++) {
        const us_repair_result *mend = &told->adapted->result[i];
        const us_cause *cause = mend->cause;
        if (mend->end != US_REPAIR_NOISE)
            continue;
        us_str_addf(&line, "  %s: %s; \"%s\"", pattern_of(told, cause)->name,
                    pattern_of(told, cause)->about, mend->parent_name);
        if (cause->label[0])
            us_str_addf(&line, ", step %s", cause->label);
        us_str_addf(&line, ", in %d of the %d game%s in which it was at work: ", cause->games,
                    cause->active, cause->active == 1 ? "" : "s");
        if (cause->games < told->adapted->least)
            us_str_addf(&line, "fewer than %d (--least)", told->adapted->least);
        else
            us_str_addf(&line, "less than %d percent (--share)", told->adapted->percent);
        us_out_add_line(out, &line);
    }
    us_str_add_char(out, '\n');
    us_str_clear(&line);
}

void us_adapt_report_explain(const us_adapt_report *told, us_str *out)
{
    int number = 0;
    for (int i = 0; i < told->adapted->results; i++)
        if (told->adapted->result[i].end != US_REPAIR_NOISE)
            tell_mend(told, &told->adapted->result[i], ++number, out);
    if (number < told->adapted->results)
        tell_noise(told, out);
    if (told->adapted->results == 0)
        us_adapt_tell_none(told, out);
    us_adapt_tell_rest(told, out);
    us_adapt_tell_sum(told, out);
    us_adapt_report_print_hint(told, out);
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

static void write_worst(const us_adapt_report *told, const us_cause *cause, us_json_writer *writer)
{
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_json_write_key_open(writer, "worst", '{');
    if (cause->worst->game > 0)
        us_json_write_key_string(writer, "trace", told->file[cause->worst->game - 1]);
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
    write_ways(cause, writer);
}

static void write_child(const us_repair_result *mend, us_json_writer *writer)
{
    bool done = mend->end == US_REPAIR_DONE;
    if (done)
        us_json_write_key_hash(writer, "child", mend->child);
    else
        us_json_write_key_null(writer, "child");
    us_json_write_key_string(writer, "child_name", done ? mend->child_name : NULL);
}

static void write_mend(const us_adapt_report *told, const us_repair_result *mend,
                       us_json_writer *writer)
{
    const us_cause *cause = mend->cause;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "pattern", pattern->name);
    us_json_write_key_hash(writer, "behavior", cause->behavior);
    us_json_write_key_string(writer, "name", mend->parent_name);
    us_json_write_key_string(writer, "goal", mend->goal);
    us_json_write_key_string(writer, "step", cause->label);
    if (!us_adapt_is_control(told))
        write_numbers(cause, writer);
    write_worst(told, cause, writer);
    us_json_write_key_string(writer, "end", us_repair_end_name(mend->end));
    us_json_write_key_string(writer, "tried", mend->why);
    write_child(mend, writer);
    if (mend->end == US_REPAIR_DONE) {
        us_json_write_key_string(writer, "modop",
                                 us_modop_name(pattern->repair[mend->repair].modop));
        us_json_write_key_int(writer, "repair", mend->repair + 1);
        us_json_write_key_string(writer, "about", pattern->repair[mend->repair].about);
        us_json_write_key_string(writer, "mode", mend->append ? "append" : "substitute");
        us_json_write_key_string(writer, "before", mend->before);
        us_json_write_key_string(writer, "after", mend->after);
    }
    us_json_write_close(writer, '}');
}

void us_adapt_report_print_json(const us_adapt_report *told, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", told->library);
    if (told->out)
        us_json_write_key_string(&writer, "out", told->out);
    us_json_write_key_int(&writer, "games", told->games);
    us_json_write_key_int(&writer, "cut", told->cut);
    us_json_write_key_int(&writer, "failures", told->adapted->failures.count);
    us_json_write_key_int(&writer, "others", told->adapted->causes.others);
    us_json_write_key_int(&writer, "unblamed", told->adapted->causes.unblamed);
    us_json_write_key_int(&writer, "silent", told->adapted->causes.silent);
    us_json_write_key_int(&writer, "planless", told->adapted->causes.planless);
    us_json_write_key_int(&writer, "repaired", told->adapted->done);
    us_json_write_key_bool(&writer, "random", told->adapted->random);
    if (told->adapted->daemons)
        us_json_write_key_bool(&writer, "daemons", true);
    us_json_write_key_open(&writer, "causes", '[');
    for (int i = 0; i < told->adapted->results; i++)
        write_mend(told, &told->adapted->result[i], &writer);
    us_json_write_close(&writer, ']');
    if (told->stretches)
        us_adapt_report_write_suggestions(told, &writer);
    us_json_writer_end(&writer, '}');
}
