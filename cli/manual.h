/* What the program says of itself as a whole: the texts, --help without a command, and the manual
 * page, which is made of these texts and of the tables of the commands. */
#ifndef US_CLI_MANUAL_H
#define US_CLI_MANUAL_H

#include "cli/options.h"

/* A list of the manual: what there is, and a line about each. */
typedef struct us_manual_list {
    const char *title; /* "Exit codes" */
    const char *page;  /* what the manual page calls it: "EXIT STATUS" */
    struct us_manual_row {
        const char *name, *about;
    } row[8]; /* up to one without a name */
} us_manual_list;

extern const char us_manual_about[]; /* one line */
extern const char us_manual_more[];  /* paragraphs */
extern const us_manual_list us_manual_lists[];
extern const int us_manual_list_count;

/* All commands, or those of a group ("game"; NULL: all). Returns how many. */
int us_manual_commands(const us_command *const *command, int count, const char *group, us_str *out);

/* Usage, texts, all commands and lists. */
void us_manual_help(const us_command *const *command, int count, us_str *out);

/* The page understudy(1), for man. The same for every build of a version. */
void us_manual_page(const us_command *const *command, int count, us_str *out);

#endif
