/* Shared parts of the `tree` commands: a sound file and one of its items. */
#ifndef US_CLI_TREE_H
#define US_CLI_TREE_H

#include "behavior/brl.h"
#include "cli/options.h"

typedef struct us_tree_file {
    us_domain *domain;
    us_brl *brl;
    const us_template *item; /* borrowed from brl; NULL: no item was named, and `all` is set */
} us_tree_file;

/* Opens the file of the first argument and finds the item of the second: an archetype, tree or
 * behavior. Without a second argument, the item is the only item or the only archetype; with `all`,
 * NULL. domain: the value of --domain, or NULL. *out is zero-initialized; close it even on
 * failure. */
us_status us_tree_open(const us_args *args, const char *domain, bool all, us_tree_file *out,
                       us_error *err);
void us_tree_close(us_tree_file *file);

/* Reads a file, or standard input for "-", up to `most` bytes. The caller frees the text. */
us_status us_tree_read(const char *path, size_t most, char **text, size_t *length, us_error *err);
void us_tree_warn(const us_str *warnings); /* prints lines to standard error */

#endif
