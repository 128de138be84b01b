#include "cli/adapt_story.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/columns.h"
#include "cli/out.h"

static const us_failure_pattern *pattern_of(const us_adapt_told *told, const us_cause *cause)
{
    return told->patterns->item[cause->pattern];
}

static void end_line(us_str *out, us_str *line)
{
    us_out_line(out, line);
}

static const char *const ends[US_MEND_ENDS] = {
    [US_MEND_DONE] = "repaired",           [US_MEND_UNSOUND] = "no repair fits",
    [US_MEND_WORSE] = "repairs did worse", [US_MEND_NOISE] = "noise",
    [US_MEND_LEFT] = "left for later",
};

/* ---- the table */

void us_adapt_tell(const us_adapt_told *told, us_str *out)
{
    const us_adapted *adapted = told->adapted;
    us_str line;
    us_str_init(&line);
    us_str_addf(out, "%-22s %-38s %5s %8s  %s\n", "pattern", "behavior", "games", "failures",
                "what became of it");
    for (int i = 0; i < adapted->mends; i++) {
        const us_mend *mend = &adapted->mend[i];
        const us_failure_pattern *pattern = pattern_of(told, mend->cause);
        us_str_addf(&line, "%-22s %-38s %2d/%-2d %8lld  %s", pattern->name, mend->parent_name,
                    mend->cause->games, mend->cause->active, (long long)mend->cause->failures,
                    ends[mend->end]);
        if (mend->end == US_MEND_DONE)
            us_str_addf(&line, ": %s%s", us_modop_name(pattern->repair[mend->repair].modop),
                        mend->append ? ", appended" : "");
        end_line(out, &line);
    }
    if (adapted->causes.others > 0)
        us_str_addf(out, "%lld failures of players that did not play with the library\n",
                    (long long)adapted->causes.others);
    us_str_addf(out, "\n%d of %d causes repaired, from %d failures in %d games\n", adapted->done,
                adapted->mends, adapted->failures.count, told->games);
    us_str_clear(&line);
}

/* ---- the story */

static void tell_blame(const us_cause *cause, us_str *out)
{
    us_str line;
    us_str_init(&line);
    us_str_add(&line, "  Blamed, because ");
    bool any = false;
    for (int w = 0; w < US_BLAME_WAYS; w++) {
        if (cause->way[w] == 0)
            continue;
        us_str_addf(&line, "%s%s (%d of %lld)", any ? "; " : "",
                    us_blame_way_about((us_blame_way)w), cause->way[w], (long long)cause->failures);
        any = true;
    }
    us_str_addf(&line, ". All of this pattern's badness that is its: %lld percent.",
                (long long)cause->share);
    end_line(out, &line);
    us_str_clear(&line);
}

static void tell_worst(const us_adapt_told *told, const us_cause *cause, us_str *out)
{
    us_str line;
    us_str_init(&line);
    const us_failure *worst = cause->worst;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_str_addf(&line, "  Worst: %s at cycle %d", told->file[worst->game - 1], (int)worst->cycle);
    if (worst->until > worst->cycle)
        us_str_addf(&line, " to %d", (int)worst->until);
    for (int i = 0; i < pattern->columns; i++) {
        static const char *const known[] = {"game", "seat", "cycle", "until"};
        bool shown = worst->value[i] != NULL;
        for (int k = 0; k < US_COUNT(known); k++)
            shown = shown && !us_text_equal(pattern->column[i], known[k]);
        if (shown)
            us_str_addf(&line, ", %s %s", pattern->column[i], worst->value[i]);
    }
    end_line(out, &line);
    us_str_clear(&line);
}

static void tell_change(const us_adapt_told *told, const us_mend *mend, us_str *out)
{
    us_str line;
    const us_failure_pattern *pattern = pattern_of(told, mend->cause);
    const us_repair *repair = &pattern->repair[mend->repair];
    us_str_init(&line);
    bool whole = repair->root || repair->modop == US_MODOP_DAEMON;
    us_str_addf(&line, "  Changed so: %s", us_modop_name(repair->modop));
    if (!whole)
        us_str_addf(&line, " step %s", mend->cause->label);
    if (repair->about[0])
        us_str_addf(&line, ", so that %s", repair->about);
    us_str_addf(&line, "; now it is \"%s\"%s", mend->child_name,
                mend->append ? ", beside the one it came from" : "");
    end_line(out, &line);
    us_str_add_char(out, '\n');
    us_columns_print(mend->before, mend->after, out);
    us_str_clear(&line);
}

static void tell_tried(const us_mend *mend, us_str *out)
{
    us_str line;
    us_str_init(&line);
    for (const char *at = mend->why; *at;) {
        size_t length = strcspn(at, "\n");
        us_str_add(&line, "  Tried: ");
        us_str_add_bytes(&line, at, length);
        end_line(out, &line);
        at += length + (at[length] == '\n');
    }
    us_str_clear(&line);
}

static void tell_mend(const us_adapt_told *told, const us_mend *mend, int number, us_str *out)
{
    us_str line;
    us_str_init(&line);
    const us_cause *cause = mend->cause;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_str_addf(&line, "%d. %s: %s", number, pattern->name, pattern->about);
    end_line(out, &line);
    us_str_addf(&line, "  In %d of the %d games in which it was at work, \"%s\"", cause->games,
                cause->active, mend->parent_name);
    if (cause->label[0])
        us_str_addf(&line, ", step %s,", cause->label);
    us_str_addf(&line, " for %s failed so %lld time%s.", mend->goal, (long long)cause->failures,
                cause->failures == 1 ? "" : "s");
    end_line(out, &line);
    tell_worst(told, cause, out);
    tell_blame(cause, out);
    tell_tried(mend, out);
    if (mend->end == US_MEND_DONE)
        tell_change(told, mend, out);
    else
        us_str_addf(out, "  Not changed: %s.\n", ends[mend->end]);
    us_str_add_char(out, '\n');
    us_str_clear(&line);
}

void us_adapt_explain(const us_adapt_told *told, us_str *out)
{
    int number = 0, noise = 0;
    for (int i = 0; i < told->adapted->mends; i++) {
        noise += told->adapted->mend[i].end == US_MEND_NOISE;
        if (told->adapted->mend[i].end != US_MEND_NOISE)
            tell_mend(told, &told->adapted->mend[i], ++number, out);
    }
    if (noise > 0)
        us_str_addf(out, "%d cause%s turned up in too few games to tell from chance.\n", noise,
                    noise == 1 ? "" : "s");
}

/* ---- suggestions */

void us_adapt_suggest(const us_adapt_told *told, us_str *out)
{
    us_str line;
    us_str_init(&line);
    if (told->stretches->count == 0)
        us_str_add(out, "Nothing to demonstrate again.\n");
    for (int i = 0; i < told->stretches->count; i++) {
        const us_stretch *stretch = &told->stretches->item[i];
        const us_failure_pattern *pattern = pattern_of(told, stretch->mend->cause);
        us_str_addf(&line, "%s, cycles %d to %d: %s", stretch->file, (int)stretch->since,
                    (int)stretch->until, stretch->goal);
        end_line(out, &line);
        us_str_addf(&line, "  %s: %s; in %d of %d games; %s", pattern->name, pattern->about,
                    stretch->mend->cause->games, stretch->mend->cause->active,
                    ends[stretch->mend->end]);
        end_line(out, &line);
        us_str_addf(&line, "  %s game play --from %s@%d --p%d expert:NAME --trace again-%d.jsonl",
                    told->program, stretch->file, (int)stretch->since, stretch->seat, i + 1);
        end_line(out, &line);
    }
    us_str_clear(&line);
}

/* ---- JSON */

static void write_ways(const us_cause *cause, us_json_writer *writer)
{
    us_write_key(writer, "blamed");
    us_write_open(writer, '[');
    for (int w = 0; w < US_BLAME_WAYS; w++) {
        if (cause->way[w] == 0)
            continue;
        us_write_open(writer, '{');
        us_write_key_string(writer, "because", us_blame_way_about((us_blame_way)w));
        us_write_key_int(writer, "failures", cause->way[w]);
        us_write_close(writer, '}');
    }
    us_write_close(writer, ']');
}

static void write_worst(const us_adapt_told *told, const us_cause *cause, us_json_writer *writer)
{
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_write_key(writer, "worst");
    us_write_open(writer, '{');
    us_write_key_string(writer, "trace", told->file[cause->worst->game - 1]);
    for (int i = 0; i < pattern->columns; i++)
        if (cause->worst->value[i])
            us_write_key_string(writer, pattern->column[i], cause->worst->value[i]);
    us_write_close(writer, '}');
}

static void write_mend(const us_adapt_told *told, const us_mend *mend, us_json_writer *writer)
{
    const us_cause *cause = mend->cause;
    const us_failure_pattern *pattern = pattern_of(told, cause);
    us_write_open(writer, '{');
    us_write_key_string(writer, "pattern", pattern->name);
    us_write_key_hash(writer, "behavior", cause->behavior);
    us_write_key_string(writer, "name", mend->parent_name);
    us_write_key_string(writer, "goal", mend->goal);
    us_write_key_string(writer, "step", cause->label);
    us_write_key_int(writer, "failures", cause->failures);
    us_write_key_int(writer, "badness", cause->badness);
    us_write_key_int(writer, "games", cause->games);
    us_write_key_int(writer, "active", cause->active);
    us_write_key_int(writer, "share", cause->share);
    write_ways(cause, writer);
    write_worst(told, cause, writer);
    us_write_key_string(writer, "end", us_mend_end_name(mend->end));
    us_write_key_string(writer, "tried", mend->why);
    if (mend->end == US_MEND_DONE) {
        us_write_key_string(writer, "modop", us_modop_name(pattern->repair[mend->repair].modop));
        us_write_key_int(writer, "repair", mend->repair + 1);
        us_write_key_string(writer, "about", pattern->repair[mend->repair].about);
        us_write_key_string(writer, "mode", mend->append ? "append" : "substitute");
        us_write_key_hash(writer, "child", mend->child);
        us_write_key_string(writer, "child_name", mend->child_name);
        us_write_key_string(writer, "before", mend->before);
        us_write_key_string(writer, "after", mend->after);
    }
    us_write_close(writer, '}');
}

static void write_stretches(const us_adapt_told *told, us_json_writer *writer)
{
    us_write_key(writer, "suggest");
    us_write_open(writer, '[');
    for (int i = 0; i < told->stretches->count; i++) {
        const us_stretch *stretch = &told->stretches->item[i];
        us_write_open(writer, '{');
        us_write_key_string(writer, "trace", stretch->file);
        us_write_key_int(writer, "seat", stretch->seat);
        us_write_key_int(writer, "since", stretch->since);
        us_write_key_int(writer, "until", stretch->until);
        us_write_key_string(writer, "goal", stretch->goal);
        us_write_key_string(writer, "pattern", pattern_of(told, stretch->mend->cause)->name);
        us_write_key_string(writer, "end", us_mend_end_name(stretch->mend->end));
        us_write_close(writer, '}');
    }
    us_write_close(writer, ']');
}

void us_adapt_write_json(const us_adapt_told *told, us_str *out)
{
    us_json_writer writer;
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "library", told->library);
    if (told->out)
        us_write_key_string(&writer, "out", told->out);
    us_write_key_int(&writer, "games", told->games);
    us_write_key_int(&writer, "failures", told->adapted->failures.count);
    us_write_key_int(&writer, "repaired", told->adapted->done);
    us_write_key(&writer, "causes");
    us_write_open(&writer, '[');
    for (int i = 0; i < told->adapted->mends; i++)
        write_mend(told, &told->adapted->mend[i], &writer);
    us_write_close(&writer, ']');
    if (told->stretches)
        write_stretches(told, &writer);
    us_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}
