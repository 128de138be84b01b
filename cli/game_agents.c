#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "plan/plan.h"
#include "players/players.h"

enum { JSON };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "a list of objects", US_OPTION_FLAG},
};

typedef struct listing {
    us_str *out;
    const char *indent;
    us_json_writer writer;
    bool json;
} listing;

static void list_one(listing *list, const us_agent_row *row, const char *name, bool fixed)
{
    const char *about = name && row->name_about ? row->name_about(name) : row->about;
    us_str full;
    us_str_init(&full);
    us_str_add(&full, row->kind->prefix);
    if (name)
        us_str_addf(&full, ":%s", name);
    if (list->json) {
        us_write_open(&list->writer, '{');
        us_write_key_string(&list->writer, "name", full.text);
        us_write_key_string(&list->writer, "kind", row->kind->prefix);
        us_write_key_bool(&list->writer, "fixed", fixed);
        us_write_key_string(&list->writer, "about", about);
        us_write_close(&list->writer, '}');
    } else {
        us_str_addf(list->out, "%s%-24s %s\n", list->indent, full.text, about);
    }
    us_str_clear(&full);
}

static void list_agents(listing *list)
{
    const us_agent_row *row;
    int rows = us_agent_rows(&row);
    for (int i = 0; i < rows; i++) {
        const char *name;
        if (!row[i].name)
            list_one(list, &row[i], row[i].argument, !row[i].argument);
        for (int n = 0; row[i].name && (name = row[i].name(n)) != NULL; n++)
            list_one(list, &row[i], name, true);
    }
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    listing list = {.out = out, .indent = "", .json = us_args_given(args, JSON)};
    (void)err;
    if (list.json)
        list.writer = us_write_begin(out, '[');
    list_agents(&list);
    if (list.json)
        us_write_end(&list.writer, ']');
    return US_OK;
}

static void list_all(us_str *out)
{
    listing list = {.out = out, .indent = "  "};
    us_str_add(out, "\nAgents\n");
    list_agents(&list);
    const us_plan_setting_row *row;
    int rows = us_plan_setting_rows(&row);
    us_str_add(out, "\nSettings, the first value where none is given\n");
    for (int i = 0; i < rows; i++)
        us_str_addf(out, "  %-20s %s\n  %-20s %s\n", row[i].name, row[i].about, "", row[i].values);
    us_str_addf(out, "  %-20s %s\n", "article",
                "alone: all as in the published system; what follows it changes that");
}

const us_command us_command_game_agents = {
    .name = "game agents",
    .arguments = "",
    .about = "list who can take a seat",
    .more =
        "A library or a file of behaviors plays with settings after its name, which show what a\n"
        "part is worth: library:FILE?revision=off&producers=off.\n\n"
        "exec:COMMAND is a program of yours: it is told the state as a line of JSON on its\n"
        "standard input and writes a line with its orders. docs/PLAYERS.md has the protocol,\n"
        "docs/examples/player.py two players.",
    .lists = list_all,
    .example = "  understudy game agents --json",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
