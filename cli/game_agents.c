#include "base/json.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"
#include "plan/plan.h"
#include "players/players.h"
#include "players/shipped.h"

enum { JSON, DOMAIN };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

typedef struct listing {
    us_str *out;
    const char *indent;
    us_json_writer writer;
    bool json;
} listing;

static void list_one(listing *list, const char *kind, const char *name, const char *about,
                     bool fixed)
{
    US_AUTOSTR(full);
    us_str_add(&full, kind);
    if (name)
        us_str_addf(&full, ":%s", name);
    if (list->json) {
        us_json_write_open(&list->writer, '{');
        us_json_write_key_string(&list->writer, "name", full.text);
        us_json_write_key_string(&list->writer, "kind", kind);
        us_json_write_key_bool(&list->writer, "fixed", fixed);
        us_json_write_key_string(&list->writer, "about", about);
        us_json_write_close(&list->writer, '}');
    } else {
        us_str_addf(list->out, "%s%-24s %s\n", list->indent, full.text, about);
    }
}

static void list_shipped(listing *list, const char *domain)
{
    US_AUTO(us_names_free) us_names names = us_shipped_ai_list(domain);
    for (int i = 0; i < names.count; i++) {
        US_AUTOSTR(about);
        us_shipped_ai_print(domain, names.name[i], &about);
        list_one(list, "ai", names.name[i], about.length ? about.text : "", true);
    }
}

static void list_agents(listing *list, const char *domain)
{
    const us_agent_row *row;
    int rows = us_agent_rows(&row);
    list_shipped(list, domain);
    for (int i = 0; i < rows; i++) {
        const char *name, *kind = row[i].kind->prefix;
        if (!row[i].name)
            list_one(list, kind, row[i].argument, row[i].about, !row[i].argument && !row[i].person);
        bool plays = !row[i].domain || us_text_equal(row[i].domain, domain);
        for (int n = 0; plays && row[i].name && (name = row[i].name(n)) != NULL; n++)
            list_one(list, kind, name, row[i].name_about(name), true);
    }
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const us_game_kind *kind;
    const char *domain = us_args_text(args, DOMAIN);
    US_TRY(us_game_kind_require(domain, &kind, err));
    listing list = {.out = out, .indent = "", .json = us_args_is_given(args, JSON)};
    if (list.json)
        list.writer = us_json_writer_begin(out, '[');
    list_agents(&list, domain);
    if (list.json)
        us_json_writer_end(&list.writer, ']');
    return US_OK;
}

static void list_all(us_str *out)
{
    listing list = {.out = out, .indent = "  "};
    us_str_add(out, "\nAgents\n");
    list_agents(&list, US_GAME_PRESET);
    const us_plan_setting_row *row;
    int rows = us_plan_setting_rows(&row);
    us_str_add(out, "\nSettings, with the default as first value\n");
    for (int i = 0; i < rows; i++)
        us_str_addf(out, "  %-20s %s\n  %-20s %s\n", row[i].name, row[i].about, "", row[i].values);
    us_str_addf(out, "  %-20s %s\n", "article",
                "alone: all settings of the published system; later settings change them");
}

const us_command us_command_game_agents = {
    .name = "game agents",
    .arguments = "",
    .about = "list the agents that can play a seat",
    .more =
        "A library or a file of behaviors plays with settings after its name. They switch parts\n"
        "off, to measure the worth of a part: library:FILE?revision=off&producers=off.\n\n"
        "exec:COMMAND is a program of yours. It reads the state as a line of JSON on its standard\n"
        "input, and writes a line with its orders. docs/PLAYERS.md has the protocol,\n"
        "docs/examples/player.py two players.",
    .lists = list_all,
    .example = "  understudy game agents --json",
    US_OPTIONS(options),
    .run = run,
};
