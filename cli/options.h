/* Commands and options as tables, used for both parsing and --help. */
#ifndef US_CLI_OPTIONS_H
#define US_CLI_OPTIONS_H

#include "base/error.h"
#include "base/str.h"

enum { US_OPTIONS_MAX = 32 };

typedef struct us_option {
    const char *name;   /* "--seed", "-o" */
    const char *value;  /* name of the value in --help; NULL: a flag */
    const char *about;  /* one line */
    int64_t low, high;  /* high > 0: the value is a whole number within [low, high]; else a text */
    const char *preset; /* default text or number; NULL: none */
    bool needed;
    bool many;   /* repeatable: see us_args_next */
    bool secret; /* the text is overwritten in argv: other users see the words of a command there */
    /* Number: word accepted instead of it, read as low - 1. Flag: word that may follow, as in
     * --explain=all, and becomes the option's text. Or NULL. */
    const char *word;
} us_option;

typedef struct us_args us_args;

typedef struct us_command {
    const char *name;           /* "game play" */
    const char *arguments;      /* words: "FILE", "[FILE]" that may be absent, "FILE..." for any
                                   number; "" for none */
    const char *about;          /* one line */
    const char *more;           /* paragraphs for --help, or NULL */
    void (*lists)(us_str *out); /* appends lists to --help, or NULL */
    const char *example;        /* one or more lines */
    const us_option *options;
    int option_count;
    /* out: standard output, written after run returns, even on failure. */
    us_status (*run)(const us_args *args, us_str *out, us_error *err);
} us_command;

struct us_args {
    const us_command *command;
    const char *program;   /* argv[0], for examples that can be typed */
    const char **argument; /* borrowed from argv */
    int count;
    struct us_call_has_arg {
        int option;
        const char *text;
    } * given; /* options with `many`, in order */
    int givens;
    char *secret; /* owned: the text of the command's secret option, or NULL */
    bool help;
    struct {
        bool given;
        const char *text; /* the default if not given */
        int64_t number;
    } option[US_OPTIONS_MAX]; /* in the order of the command's table */
};

#define US_OPTIONS(table) .options = (table), .option_count = US_COUNT(table)

/* Parses argv, the words after the command's name. Overwrites the text of a secret option in argv,
 * also on failure. Clear args after success. */
us_status us_args_parse(const us_command *command, int argc, char **argv, us_args *out,
                        us_error *err);
void us_args_clear(us_args *args);

static inline bool us_args_is_given(const us_args *args, int option)
{
    return args->option[option].given;
}
static inline const char *us_args_text(const us_args *args, int option)
{
    return args->option[option].text; /* NULL: neither given nor default */
}
static inline int64_t us_args_int(const us_args *args, int option)
{
    return args->option[option].number;
}

/* Returns the next value of a repeatable option after *at, which begins at 0; NULL: no more. */
const char *us_args_next(const us_args *args, int option, int *at);
/* Check that no two values of a repeatable option are the same, or that no two values KEY=VALUE
 * have the same KEY; the KEY is "" if there is no '='. */
us_status us_args_check_values(const us_args *args, int option, us_error *err);
us_status us_args_check_keys(const us_args *args, int option, us_error *err);

void us_command_print_help(const us_command *command, us_str *out);
/* Append "game play MAP [options]", and the description of an option with its default: "how many
 * (10)". */
void us_command_print_usage(const us_command *command, us_str *out);
void us_option_print_about(const us_option *option, us_str *out);
/* Appends "--seed", "--explain[=all]". */
void us_option_name(const us_option *option, us_str *out);

/* ---- shares */

/* Options whose values are shares, such as "0.95". */
enum { US_SHARE_ONE = 1000000 };

/* Reads the option's text as a number from low to high, both in millionths. US_BAD_INPUT: the error
 * names the option and the bounds. */
us_status us_args_read_share(const us_args *args, int option, int64_t low, int64_t high,
                             double *out, us_error *err);

#endif
