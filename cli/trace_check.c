#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "traces/check.h"
#include <string.h>

enum { MAP, IGNORE, LABELS, JSON };

static const us_option options[] = {
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [IGNORE] = {"--ignore", "CLASS,...", "faults of these classes do not count"},
    [LABELS] = {"--labels", NULL, "every order of every seat must have a goal"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

static us_status parse_ignore(const char *text, unsigned *out, us_error *err)
{
    while (text && *text) {
        char name[32];
        size_t length = strcspn(text, ",");
        int fault = -1;
        if (length < sizeof(name)) {
            memcpy(name, text, length);
            name[length] = '\0';
            fault = us_trace_fault_from_name(name);
        }
        if (fault < 0)
            return us_error_refuse(err,
                                   "--ignore: no class \"%.*s\"; see understudy trace check --help",
                                   (int)length, text);
        *out |= 1u << fault;
        text += length + (text[length] == ',');
    }
    return US_OK;
}

static int64_t count_faults(const us_trace_check *check)
{
    int64_t count = 0;
    for (int fault = 0; fault < US_TRACE_FAULTS; fault++)
        count += check->count[fault];
    return count;
}

static void write_json(const char *file, const us_trace_check *check, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "trace", file);
    us_json_write_key_int(&writer, "faults", count_faults(check));
    us_json_write_key_open(&writer, "classes", '{');
    for (int fault = 0; fault < US_TRACE_FAULTS; fault++)
        us_json_write_key_int(&writer, us_trace_fault_name((us_trace_fault)fault),
                              check->count[fault]);
    us_json_write_close(&writer, '}');
    us_json_write_key_open(&writer, "findings", '[');
    for (int i = 0; i < check->findings; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "class", us_trace_fault_name(check->finding[i].fault));
        us_json_write_key_int(&writer, "line", check->finding[i].line);
        if (check->finding[i].column)
            us_json_write_key_int(&writer, "column", check->finding[i].column);
        us_json_write_key_string(&writer, "text", check->finding[i].text);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_key_int(&writer, "orders", check->orders);
    us_json_write_key_int(&writer, "states", check->states);
    us_json_write_key_int(&writer, "plan_lines", check->notes);
    us_json_write_key_int(&writer, "cycles", check->cycles);
    us_json_write_key_bool(&writer, "ended", check->ended);
    us_json_write_key_bool(&writer, "cut", check->cut);
    us_json_write_key_bool(&writer, "replayed", check->replayed);
    us_json_write_key_bool(&writer, "units_known", check->lives);
    us_json_writer_end(&writer, '}');
}

static void write_text(const char *file, const us_trace_check *check, us_str *out)
{
    enum { SHOWN = 20 };
    int64_t shown[US_TRACE_FAULTS] = {0};
    US_AUTOSTR(line);
    for (int i = 0; i < check->findings; i++) {
        const us_finding *finding = &check->finding[i];
        if (++shown[finding->fault] > SHOWN)
            continue;
        us_str_addf(&line, "%s:", file);
        if (finding->line)
            us_str_addf(&line, "%d:", finding->line);
        if (finding->column)
            us_str_addf(&line, "%d:", finding->column);
        us_str_addf(&line, " %s: %s", us_trace_fault_name(finding->fault), finding->text);
        us_out_add_line(out, &line);
    }
    for (int fault = 0; fault < US_TRACE_FAULTS; fault++)
        if (check->count[fault] > SHOWN)
            us_out_add_linef(out, "%s: %s: %lld more", file,
                             us_trace_fault_name((us_trace_fault)fault),
                             (long long)check->count[fault] - SHOWN);
    if (count_faults(check) == 0)
        us_out_add_linef(out, "%s: no faults: %lld orders, %lld states, %d cycles%s%s", file,
                         (long long)check->orders, (long long)check->states, (int)check->cycles,
                         check->ended ? "" : "; the trace has no end",
                         check->cut ? ", its last line is cut" : "");
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_trace_check_def def = {.path = args->argument[0],
                              .map = us_args_text(args, MAP),
                              .labels = us_args_is_given(args, LABELS),
                              .stop = us_interrupt_is_pending};
    US_AUTO(us_trace_check_clear) us_trace_check check = {0};
    US_TRY(parse_ignore(us_args_text(args, IGNORE), &def.ignore, err));
    US_TRY(us_trace_check_run(&def, &check, err));
    if (us_args_is_given(args, JSON))
        write_json(def.path, &check, out);
    else
        write_text(def.path, &check, out);
    if (!check.replayed && check.count[US_TRACE_FAULT_LINE] == 0) {
        char why[600];
        us_out_log("not played again: %s", us_error_print(&check.why, why, sizeof(why)));
    }
    int64_t faults = count_faults(&check);
    if (faults)
        return us_error_set(err, US_FAILED, def.path, 0, 0, "%lld fault%s", (long long)faults,
                            faults == 1 ? "" : "s");
    return US_OK;
}

const us_command us_command_trace_check = {
    .name = "trace check",
    .arguments = "FILE",
    .about = "find faults in a trace and its stored states",
    .more =
        "Classes of faults:\n"
        "  line       a line that cannot be read; the check ends there\n"
        "  count      missing order ids; an end with other cycles than the lines\n"
        "  unit       no unit of an order can obey: they never existed, or are another seat's\n"
        "  dead       no unit of an order can obey: they are gone by then, or not there yet\n"
        "  unlabeled  orders without a goal, of a seat that labels others\n"
        "  hash       the replay takes another course\n"
        "  states     stored states are damaged, or are not those of the game\n"
        "  plan       a plan line does not follow from those before: numbers of nodes rise,\n"
        "             parents exist and go on, nothing ends twice\n\n"
        "A trace that was cut off is checked up to its last whole line. If the game cannot be\n"
        "played again, a note gives the reason, and units are looked up in stored states, if any.",
    .example = "  understudy trace check t.jsonl\n"
               "  understudy trace check t.jsonl --ignore unlabeled --json",
    US_OPTIONS(options),
    .run = run,
};
