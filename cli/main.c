#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/out.h"

static const us_command *const commands[] = {
    &us_command_demo,
    &us_command_game_maps,
    &us_command_game_agents,
    &us_command_game_demos,
    &us_command_game_show,
    &us_command_game_play,
    &us_command_game_mapgen,
    &us_command_trace_check,
    &us_command_trace_convert,
    &us_command_trace_film,
    &us_command_trace_replay,
    &us_command_trace_show,
    &us_command_trace_stats,
    &us_command_trace_trim,
    &us_command_annotate,
    &us_command_tree_check,
    &us_command_tree_run,
    &us_command_tree_expect,
    &us_command_tree_export,
    &us_command_tree_import,
    &us_command_learn,
    &us_command_library_list,
    &us_command_library_show,
    &us_command_library_export,
    &us_command_library_import,
    &us_command_library_merge,
    &us_command_library_update,
    &us_command_library_diff,
    &us_command_library_check,
    &us_command_library_stats,
    &us_command_library_prune,
    &us_command_library_shuffle,
    &us_command_library_eval,
    &us_command_retrieve,
    &us_command_adapt,
    &us_command_pattern_check,
    &us_command_experiment_plan,
    &us_command_experiment_run,
    &us_command_experiment_work,
    &us_command_experiment_submit,
    &us_command_experiment_status,
    &us_command_experiment_merge,
    &us_command_experiment_verify,
    &us_command_experiment_compare,
    &us_command_experiment_report,
    &us_command_experiment_export,
    &us_command_studio,
};

/* Finds the command named by the first one or two words. */
static const us_command *find_command(int argc, char **argv, int *words)
{
    for (int i = 0; i < US_COUNT(commands); i++) {
        const char *name = commands[i]->name, *space = strchr(name, ' ');
        size_t first = space ? (size_t)(space - name) : strlen(name);
        if (argc < 2 || strlen(argv[1]) != first || memcmp(argv[1], name, first) != 0)
            continue;
        if (space && (argc < 3 || !us_text_equal(argv[2], space + 1)))
            continue;
        *words = space ? 2 : 1;
        return commands[i];
    }
    return NULL;
}

/* Lists all commands, or those of a group. Returns their number. */
static int list_commands(const char *group, us_str *out)
{
    us_str_addf(out, "understudy %s%sCOMMAND\n", group ? group : "", group ? " " : "");
    return us_manual_print_commands(commands, US_COUNT(commands), group, out);
}

static us_status fail_command(int argc, char **argv, us_error *err)
{
    if (argv[1][0] == '-')
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "no option %.64s; see understudy --help",
                            argv[1]);
    us_str asked;
    us_str_init(&asked);
    us_str_addf(&asked, "%s", argv[1]);
    us_spelling near = us_spelling_start(asked.text);
    for (int i = 0; i < US_COUNT(commands); i++)
        us_spelling_add(&near, commands[i]->name);
    if (argc > 2) {
        us_str_addf(&asked, " %s", argv[2]);
        us_spelling two = us_spelling_start(asked.text);
        for (int i = 0; i < US_COUNT(commands); i++)
            us_spelling_add(&two, commands[i]->name);
        if (two.best[0])
            near = two;
        else
            us_str_reset(&asked), us_str_add(&asked, argv[1]);
    }
    if (near.best[0])
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "no command \"%.64s\"; did you mean \"%s\"?",
                     asked.text, near.best);
    else
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "no command \"%.64s\"; see understudy --help",
                     asked.text);
    us_str_clear(&asked);
    return US_BAD_INPUT;
}

static bool is_option(const char *word, const char *option)
{
    return us_text_equal(word, option) || us_text_equal(word, option + 2);
}

static bool is_help(const char *word)
{
    return is_option(word, "--help") || us_text_equal(word, "-h");
}

/* Prints help about a command, a group, or the whole program. */
static us_status help(int argc, char **argv, us_str *out, us_error *err)
{
    int words = 0;
    if (argc < 2) {
        us_manual_print_help(commands, US_COUNT(commands), out);
        return US_OK;
    }
    const us_command *command = find_command(argc, argv, &words);
    if (!command)
        return argc == 2 && list_commands(argv[1], out) > 0 ? US_OK : fail_command(argc, argv, err);
    if (argc > words + 1)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "help: \"%.64s\" is one too many",
                            argv[words + 1]);
    us_command_print_help(command, out);
    return US_OK;
}

/* Handles words that name no command: help, version, the manual page, or an error. */
static us_status run_none(int argc, char **argv, us_str *out, us_error *err)
{
    if (argc < 2) {
        list_commands(NULL, out);
        fputs(out->text, stderr);
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "expected a command");
    }
    if (is_help(argv[1]))
        return help(argc - 1, argv + 1, out, err);
    bool version = is_option(argv[1], "--version"), man = us_text_equal(argv[1], "--man");
    if ((version || man) && argc > 2)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s: \"%.64s\" is one too many", argv[1],
                            argv[2]);
    if (version) {
        us_str_addf(out, "understudy %s\n", us_version_current()->number);
        us_version_print(out);
        us_str_add_char(out, '\n');
        return US_OK;
    }
    if (man) {
        us_manual_print_page(commands, US_COUNT(commands), out);
        return US_OK;
    }
    int count = list_commands(argv[1], out);
    if (count > 0 && argc > 2 && is_help(argv[2]))
        return US_OK;
    if (count > 0 && argc == 2) {
        fputs(out->text, stderr);
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "expected a command of \"%s\"", argv[1]);
    }
    return fail_command(argc, argv, err);
}

static us_status run(int argc, char **argv, us_str *out, us_error *err)
{
    int words = 0;
    const us_command *command = find_command(argc, argv, &words);
    us_args args;
    us_status status = US_OK;
    if (!command) {
        status = run_none(argc, argv, out, err);
        if (status != US_OK)
            us_str_reset(out); /* drops a list printed before the error */
        return status;
    }
    US_TRY(us_args_parse(command, argc - 1 - words, argv + 1 + words, &args, err));
    args.program = argv[0];
    if (args.help)
        us_command_print_help(command, out);
    else
        status = command->run(&args, out, err);
    us_args_clear(&args);
    return status;
}

int main(int argc, char **argv)
{
    us_interrupt_install();
    us_error err = {0};
    us_str out;
    us_str_init(&out);
    us_status status = run(argc, argv, &out, &err);
    us_error lost;
    if (us_out_write(&out, &lost) != US_OK) {
        err = lost;
        status = lost.status;
    }
    us_str_clear(&out);
    if (status != US_OK) {
        char text[1024];
        us_out_log("understudy: %s", us_error_print(&err, text, sizeof(text)));
    }
    return us_status_exit_code(status);
}
