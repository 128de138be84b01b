/* Manual of the whole program: --help without a command, and the manual page. Both use the texts
 * here and the tables of the commands. */
#ifndef US_CLI_MANUAL_H
#define US_CLI_MANUAL_H

#include "cli/options.h"

/* A list of the manual: names, each with a line. */
typedef struct us_manual_list {
    const char *title; /* "Exit codes" */
    const char *page;  /* heading in the manual page: "EXIT STATUS" */
    struct us_manual_row {
        const char *name, *about;
    } row[8]; /* ends before a row without a name */
} us_manual_list;

extern const char us_manual_about[]; /* one line */
extern const char us_manual_more[];  /* paragraphs */
extern const us_manual_list us_manual_lists[];
extern const int us_manual_list_count;

/* Appends all commands, or those of a group such as "game" (NULL: all). Returns their number. */
int us_manual_print_commands(const us_command *const *command, int count, const char *group,
                             us_str *out);

/* Appends usage, texts, all commands and lists. */
void us_manual_print_help(const us_command *const *command, int count, us_str *out);

/* Appends the page understudy(1) for man; it is the same in all builds of a version. */
void us_manual_print_page(const us_command *const *command, int count, us_str *out);

#endif
