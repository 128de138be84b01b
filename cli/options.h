/* Commands and their options, as tables: parsing and --help read the same ones. */
#ifndef US_CLI_OPTIONS_H
#define US_CLI_OPTIONS_H

#include "base/error.h"
#include "base/str.h"

enum { US_OPTIONS_MAX = 24 };

typedef enum us_option_kind {
    US_OPTION_FLAG,
    US_OPTION_TEXT,
    US_OPTION_INT,   /* within [low, high] */
    US_OPTION_TEXTS, /* may be given again and again: see us_args_next */
} us_option_kind;

typedef struct us_option {
    const char *name;  /* "--seed", "-o" */
    const char *value; /* how --help calls its value; NULL for a flag */
    const char *about; /* one line */
    us_option_kind kind;
    int64_t low, high;
    const char *preset; /* text or number where it is not given; NULL: none */
    bool needed;
    const char *word; /* INT: may stand in place of a number, and is low - 1; or NULL */
} us_option;

typedef struct us_args us_args;

typedef struct us_command {
    const char *name;           /* "game play" */
    const char *arguments;      /* "MAP", "FILE..."; "" for none */
    int least, most;            /* arguments; most -1: any number */
    const char *about;          /* one line */
    const char *more;           /* paragraphs for --help, or NULL */
    void (*lists)(us_str *out); /* appends lists that --help shows, or NULL */
    const char *example;        /* one or more lines */
    const us_option *options;
    int option_count;
    /* out: for standard output, written when it returns, whether or not it failed. */
    us_status (*run)(const us_args *args, us_str *out, us_error *err);
} us_command;

struct us_args {
    const us_command *command;
    const char *program;   /* as it was called: to be shown in examples that can be typed */
    const char **argument; /* borrowed from argv */
    int count;
    struct us_given {
        int option;
        const char *text;
    } * given; /* US_OPTION_TEXTS, as they stand */
    int givens;
    bool help;
    struct {
        bool given;
        const char *text; /* preset where not given */
        int64_t number;
    } option[US_OPTIONS_MAX]; /* by the command's table */
};

/* argv: what follows the command's name. Clear args after success. */
us_status us_args_parse(const us_command *command, int argc, char **argv, us_args *out,
                        us_error *err);
void us_args_clear(us_args *args);

static inline bool us_args_given(const us_args *args, int option)
{
    return args->option[option].given;
}
static inline const char *us_args_text(const us_args *args, int option)
{
    return args->option[option].text; /* NULL: neither given nor preset */
}
static inline int64_t us_args_int(const us_args *args, int option)
{
    return args->option[option].number;
}

/* The next text of an option after *at, which begins at 0; NULL: no more. */
const char *us_args_next(const us_args *args, int option, int *at);

void us_command_help(const us_command *command, us_str *out);
/* Appends "game play MAP [options]", and what an option does with its preset: "how many (10)". */
void us_command_usage(const us_command *command, us_str *out);
void us_option_about(const us_option *option, us_str *out);

#endif
