#include "cli/manual.h"

#include <string.h>

const char us_manual_about[] =
    "learn behaviors from demonstrations of games, play with them, and repair what did not work";

const char us_manual_more[] =
    "Data goes to standard output, messages go to standard error. --json "
    "prints tables as\nJSON. The same inputs and seed give the same "
    "bytes, whatever the compiler, the\noptimization or the machine. "
    "Work of more than two seconds shows its progress on\nstandard error. "
    "Ctrl-C ends a command; files that it would replace stay as they\n"
    "were.";

/* A test compares the exit codes with docs/COMMAND_LINE.md. */
const us_manual_list us_manual_lists[] = {
    {"Exit codes",
     "EXIT STATUS",
     {{"0", "done"},
      {"1", "a check failed: a map has faults, a replay or a library differs, an external player "
            "(exec:, bot:) left a game without a result"},
      {"2", "bad input or usage; nothing was written"},
      {"3", "incomplete: the same command continues, or prints how to, as experiment run --resume"},
      {"4", "inputs that do not belong together, such as a trace and other rules"},
      {"5", "a required external program can't be started, such as that of exec:"},
      {"6", "out of memory; outputs are as before, and experiment run --resume continues"},
      {"130", "interrupted (Ctrl-C, or the terminal was closed); a trace holds the game up to "
              "there"}}},
    {"Environment",
     "ENVIRONMENT",
     {{"UNDERSTUDY_DATA",
       "the folder that holds domains/, instead of the present one or "
       "those beside the program; or several, as a:b: each domain comes from the first folder that "
       "has it; a part of a domain, without its domain.json, is an error"},
      {"UNDERSTUDY_MICRORTS", "the folder of the real microRTS, instead of build/microrts here, "
                              "beside the data or installed; `make microrts` makes it"},
      {"UNDERSTUDY_TOKEN", "the token in the address of studio, without --token and --token-file"},
      {"NO_COLOR", "no colors, if it is set"},
      {"TERM", "the kind of terminal; a dumb one gets no drawing"}}},
    {"Files",
     "FILES",
     {{"NAME.jsonl", "a trace: a recorded game, one line for each order"},
      {"NAME.states", "beside it: the world of every Nth cycle"},
      {"NAME.goals.json", "beside it: its annotation, the goals of its orders"},
      {"NAME.goals.OLD.json", "the annotation of a trace that was replaced"},
      {"NAME.brl", "behaviors as text"},
      {"NAME.db", "a library of behaviors, in SQLite's format; any name will do"},
      {"NAME.map", "a map"},
      {"domains/", "domains with their rules, maps and demonstrations"}}},
};
const int us_manual_list_count = US_COUNT(us_manual_lists);

int us_manual_print_commands(const us_command *const *command, int count, const char *group,
                             us_str *out)
{
    int listed = 0;
    size_t length = group ? strlen(group) : 0;
    us_str_add(out, "\nCommands\n");
    for (int i = 0; i < count; i++) {
        const char *name = command[i]->name;
        if (group && (strncmp(name, group, length) != 0 || name[length] != ' '))
            continue;
        us_str_addf(out, "  %-20s %s\n", name, command[i]->about);
        listed++;
    }
    us_str_add(out, "\nunderstudy help COMMAND prints more, with an example.\n");
    return listed;
}

static void add_list(const us_manual_list *list, us_str *out)
{
    us_str_addf(out, "\n%s\n", list->title);
    for (int i = 0; i < US_COUNT(list->row) && list->row[i].name; i++)
        us_str_addf(out, "  %-20s %s\n", list->row[i].name, list->row[i].about);
}

void us_manual_print_help(const us_command *const *command, int count, us_str *out)
{
    us_str_addf(out, "understudy COMMAND\n\n%s\n\n%s\n", us_manual_about, us_manual_more);
    us_manual_print_commands(command, count, NULL, out);
    us_str_add(
        out, "understudy --version prints the version, understudy --man prints the manual page.\n");
    for (int i = 0; i < us_manual_list_count; i++)
        add_list(&us_manual_lists[i], out);
}
