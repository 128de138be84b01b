#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/memory.h"
#include "cli/out.h"

#define ADDRESS(name) &US_COMMAND(name)
static const us_command *const commands[] = {US_COMMANDS(ADDRESS)};

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

/* Fails if a command's name is near to the words. */
static us_status check_near(const char *words, us_error *err)
{
    us_spelling near = us_spelling_start(words);
    for (int i = 0; i < US_COUNT(commands); i++)
        us_spelling_add(&near, commands[i]->name);
    return near.best[0] ? us_error_refuse(err, "no command \"%.64s\"; did you mean \"%s\"?", words,
                                          near.best)
                        : US_OK;
}

static us_status fail_command(int argc, char **argv, us_error *err)
{
    if (argv[1][0] == '-')
        return us_error_refuse(err, "no option %.64s; see understudy --help", argv[1]);
    US_AUTOSTR(two);
    us_str_addf(&two, "%s %s", argv[1], argc > 2 ? argv[2] : "");
    if (argc > 2)
        US_TRY(check_near(two.text, err));
    US_TRY(check_near(argv[1], err));
    return us_error_refuse(err, "no command \"%.64s\"; see understudy --help", argv[1]);
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
        return us_error_refuse(err, "help: \"%.64s\" is one too many", argv[words + 1]);
    us_command_print_help(command, out);
    return US_OK;
}

/* Handles words that name no command: help, version, the manual page, or an error. */
static us_status run_none(int argc, char **argv, us_str *out, us_error *err)
{
    if (argc < 2) {
        list_commands(NULL, out);
        fputs(out->text, stderr);
        return us_error_refuse(err, "expected a command");
    }
    if (is_help(argv[1]))
        return help(argc - 1, argv + 1, out, err);
    bool version = is_option(argv[1], "--version"), man = us_text_equal(argv[1], "--man");
    if ((version || man) && argc > 2)
        return us_error_refuse(err, "%s: \"%.64s\" is one too many", argv[1], argv[2]);
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
        return us_error_refuse(err, "expected a command of \"%s\"", argv[1]);
    }
    return fail_command(argc, argv, err);
}

static us_status run(int argc, char **argv, us_str *out, us_error *err)
{
    int words = 0;
    const us_command *command = find_command(argc, argv, &words);
    US_AUTO(us_args_clear) us_args args = {0};
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
    return status;
}

int main(int argc, char **argv)
{
    us_interrupt_install();
    us_memory_install();
    (void)signal(SIGCHLD, SIG_DFL); /* a parent may ignore it; then failures of children are lost */
    us_error err = {0};
    US_AUTOSTR(out);
    us_status status = run(argc, argv, &out, &err);
    us_error lost;
    if (us_out_write(&out, &lost) != US_OK) {
        err = lost;
        status = lost.status;
    }
    if (status != US_OK) {
        char text[1024];
        us_out_log("understudy: %s", us_error_print(&err, text, sizeof(text)));
    }
    return us_status_exit_code(status);
}
