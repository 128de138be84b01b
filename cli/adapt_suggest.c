#include "base/file.h"
#include "base/shell.h"
#include "cli/adapt_report.h"
#include "cli/out.h"
#include "players/identity.h"
#include "players/players.h"

/* Programs named by a trace are not trusted, and files may be missing by now. */
static bool can_play_again(const char *agent)
{
    US_AUTOSTR(file);
    bool can = us_agent_is_deterministic(agent) && us_agent_check(agent, NULL) == US_OK;
    if (can && us_agent_parse_file(agent, &file, NULL))
        can = us_file_exists(file.text);
    return can;
}

static void add_word(us_str *out, const char *text)
{
    us_str_add_char(out, ' ');
    us_shell_quote(text, out);
}

/* Appends the command with which an expert, for whom EXPERT stands, takes over the seat. */
static void add_command(const us_adapt_report *report, int index, us_str *out)
{
    const us_stretch *stretch = &report->stretches->item[index];
    US_AUTOSTR(from);
    us_shell_quote_path(report->program, out);
    us_str_add(out, " game play");
    if (report->map) {
        us_str_add_char(out, ' ');
        us_shell_quote_path(report->map, out);
    }
    us_str_addf(&from, "%s@%d", stretch->file, (int)stretch->since);
    us_str_add(out, " --from");
    add_word(out, from.text);
    for (int seat = 0; seat < stretch->players; seat++) {
        if (seat == stretch->seat) {
            us_str_addf(out, " --p%d EXPERT", seat);
        } else if (can_play_again(stretch->player[seat])) {
            us_str_addf(out, " --p%d", seat);
            add_word(out, stretch->player[seat]);
        }
    }
    us_str_addf(out, " --trace again-%d.jsonl", index + 1);
}

static void print_tapes(const us_stretch *stretch, us_str *out)
{
    for (int seat = 0; seat < stretch->players; seat++)
        if (seat != stretch->seat && !can_play_again(stretch->player[seat]))
            us_out_add_linef(
                out,
                "  Seat %d was \"%s\", which cannot start from here: name another player "
                "with --p%d, or the seat repeats its recorded orders.",
                seat, stretch->player[seat], seat);
}

static void print_stretch(const us_adapt_report *report, int index, us_str *out)
{
    const us_stretch *stretch = &report->stretches->item[index];
    US_AUTOSTR(line);
    us_out_add_linef(out, "%s, cycles %d to %d: %s", stretch->file, (int)stretch->since,
                     (int)stretch->until, stretch->about);
    for (int i = 0; i < stretch->reasons; i++) {
        const us_repair_result *result = stretch->reason[i];
        const us_failure_pattern *pattern = report->patterns->item[result->cause->pattern];
        us_out_add_linef(out, "  %s: %s; in %d of %d games; %s", pattern->name, pattern->about,
                         result->cause->games, result->cause->active,
                         us_adapt_report_end_text(report, result->end));
    }
    us_str_add(&line, "  ");
    add_command(report, index, &line);
    us_out_add_line(out, &line);
    print_tapes(stretch, out);
}

void us_adapt_report_print_suggestions(const us_adapt_report *report, us_str *out)
{
    const us_stretches *stretches = report->stretches;
    if (stretches->count == 0) {
        us_str_add(out, "Nothing to demonstrate again.\n");
        return;
    }
    for (int i = 0; i < stretches->count; i++)
        print_stretch(report, i, out);
    us_str_add_char(out, '\n');
    if (stretches->left > 0)
        us_str_addf(out, "%d more; --most sets how many are listed.\n", stretches->left);
    us_str_add(out, "Replace EXPERT by the player that demonstrates, such as an expert of ");
    us_shell_quote_path(report->program, out);
    us_str_add(out, " game agents.\n");
}

static void write_reason(const us_adapt_report *report, const us_repair_result *result,
                         us_json_writer *writer)
{
    const us_failure_pattern *pattern = report->patterns->item[result->cause->pattern];
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "pattern", pattern->name);
    us_json_write_key_string(writer, "about", pattern->about);
    us_json_write_key_int(writer, "games", result->cause->games);
    us_json_write_key_int(writer, "active", result->cause->active);
    us_json_write_key_string(writer, "end", us_repair_end_name(result->end));
    us_json_write_close(writer, '}');
}

void us_adapt_report_write_suggestions(const us_adapt_report *report, us_json_writer *writer)
{
    US_AUTOSTR(command);
    us_json_write_key_open(writer, "suggest", '[');
    for (int i = 0; i < report->stretches->count; i++) {
        const us_stretch *stretch = &report->stretches->item[i];
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "trace", stretch->file);
        us_json_write_key_int(writer, "seat", stretch->seat);
        us_json_write_key_int(writer, "since", stretch->since);
        us_json_write_key_int(writer, "until", stretch->until);
        us_json_write_key_string(writer, "goal", stretch->goal);
        us_json_write_key_string(writer, "about", stretch->about);
        us_json_write_key_open(writer, "reasons", '[');
        for (int k = 0; k < stretch->reasons; k++)
            write_reason(report, stretch->reason[k], writer);
        us_json_write_close(writer, ']');
        add_command(report, i, &command);
        us_json_write_key_string(writer, "command", command.text);
        us_str_reset(&command);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}
