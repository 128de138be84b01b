#include "cli/trace_plan.h"

#include <string.h>

static int64_t all_of(const us_plan_sum *sum, us_note_subject of)
{
    int64_t all = 0;
    for (int end = 0; end < US_PLAN_ENDS; end++)
        all += sum->count[of][end];
    return all;
}

static void add_row(const char *name, const us_plan_sum *sum, us_note_subject of, us_str *out)
{
    us_str_add(out, "\n  ");
    us_str_add_printable(out, name, strlen(name));
    for (size_t width = strlen(name); width < 22; width++)
        us_str_add_char(out, ' ');
    us_str_addf(out, " %10lld", (long long)all_of(sum, of));
    for (int end = 0; end < US_PLAN_ENDS; end++)
        us_str_addf(out, " %10lld", (long long)sum->count[of][end]);
}

void us_plan_stats_draw(const us_plans *plans, us_str *out)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        if (plans->plan[seat].count == 0)
            continue;
        us_plan_sums sums = us_plan_tree_summarize(&plans->plan[seat]);
        us_str_addf(out, "\n\n%s%d%-8s %10s", "plan of seat ", seat, "", "all");
        for (int end = 0; end < US_PLAN_ENDS; end++)
            us_str_addf(out, " %10s", us_plan_end_name((us_plan_end)end));
        for (int i = 0; i < sums.count; i++) {
            const us_plan_sum *sum = &sums.sum[i];
            add_row(sum->goal[0] ? sum->goal : "(no goal)", sum, US_NOTE_GOAL, out);
            if (all_of(sum, US_NOTE_BEHAVIOR))
                add_row("  behaviors", sum, US_NOTE_BEHAVIOR, out);
            if (all_of(sum, US_NOTE_STEP))
                add_row("  steps", sum, US_NOTE_STEP, out);
        }
        us_mem_free(sums.sum);
    }
}

static void write_sum(const us_plan_sum *sum, us_json_writer *writer)
{
    static const char *const names[US_NOTE_SUBJECTS] = {"goals", "behaviors", "steps"};
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "goal", sum->goal);
    for (int of = 0; of < US_NOTE_SUBJECTS; of++) {
        us_json_write_key_open(writer, names[of], '{');
        us_json_write_key_int(writer, "all", all_of(sum, (us_note_subject)of));
        for (int end = 0; end < US_PLAN_ENDS; end++)
            us_json_write_key_int(writer, us_plan_end_name((us_plan_end)end), sum->count[of][end]);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, '}');
}

void us_plan_stats_write(const us_plans *plans, us_json_writer *writer)
{
    us_json_write_key_open(writer, "plans", '[');
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        if (plans->plan[seat].count == 0)
            continue;
        us_plan_sums sums = us_plan_tree_summarize(&plans->plan[seat]);
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "seat", seat);
        us_json_write_key_open(writer, "types", '[');
        for (int i = 0; i < sums.count; i++)
            write_sum(&sums.sum[i], writer);
        us_json_write_close(writer, ']');
        us_json_write_close(writer, '}');
        us_mem_free(sums.sum);
    }
    us_json_write_close(writer, ']');
}
