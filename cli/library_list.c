#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
};

static void write_json(const us_library_list *list, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '[');
    for (int i = 0; i < list->count; i++)
        us_library_list_write(list, i, &writer);
    us_json_writer_end(&writer, ']');
}

static void write_text(const us_library_list *list, us_str *out)
{
    US_AUTOSTR(line);
    us_str_addf(out, "%-16s %6s %9s  %s\n", "hash", "cases", "succeeded",
                "name: goal or class; origin");
    for (int i = 0; i < list->count; i++) {
        const us_library_behavior *row = &list->row[i];
        us_str_add_hex(&line, row->hash, 16);
        us_str_addf(&line, " %6lld %4lld/%-4lld  ", (long long)list->counts[i].cases,
                    (long long)row->successes, (long long)row->tries);
        if (row->kind == US_TEMPLATE_BEHAVIOR)
            us_str_addf(&line, "%s: %s%s%s%s", row->name, row->goal_text,
                        row->goal_text[0] && row->classes[0] ? "; " : "",
                        row->classes[0] ? "is " : "", row->classes);
        else
            us_str_addf(&line, "%s %s", us_template_kind_name(row->kind), row->name);
        us_str_addf(&line, "%s%s", list->origin[i][0] ? "; " : "", list->origin[i]);
        us_out_add_line(out, &line);
    }
}

static us_status print_list(const us_args *args, us_library *library, us_str *out, us_error *err)
{
    US_AUTO(us_library_list_clear) us_library_list list = {0};
    US_TRY(us_library_list_read(library, &list, err));
    if (us_args_is_given(args, JSON))
        write_json(&list, out);
    else
        write_text(&list, out);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    return us_library_print_snapshot(args, DOMAIN, print_list, out, err);
}

const us_command us_command_library_list = {
    .name = "library list",
    .arguments = "LIB",
    .about = "list the behaviors of a library",
    .more =
        "One line for each behavior: hash, number of cases, successes of tries, name, goal or\n"
        "class, and origin. Sorted by the text of the goal, so that goals with a kind in front\n"
        "(achieve, maintain) come after the others; then by name.",
    .example = "  understudy library list lib.db\n"
               "  understudy library list lib.db --json",
    US_OPTIONS(options),
    .run = run,
};
