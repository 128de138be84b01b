/* What the commands of `tree` share: a sound file, and an item of it. */
#ifndef US_CLI_TREE_H
#define US_CLI_TREE_H

#include "behavior/brl.h"
#include "cli/options.h"

typedef struct us_tree_file {
    us_domain *domain;
    us_brl *brl;
    const us_template *item; /* borrowed from brl; NULL where none was named and `all` is wanted */
} us_tree_file;

/* The file of behaviors that the first argument names, and the item that the second does: an
 * archetype, tree or behavior. Without a second one the only item, or the only archetype; all:
 * none. domain: as --domain says, or NULL. */
us_status us_tree_open(const us_args *args, const char *domain, bool all, us_tree_file *out,
                       us_error *err);
void us_tree_close(us_tree_file *file);

/* A file, or "-": standard input; at most so many bytes. The caller frees the text. */
us_status us_tree_read(const char *path, size_t most, char **text, size_t *length, us_error *err);

#endif
