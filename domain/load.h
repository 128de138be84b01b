/* Private to domain/: the reader of a domain file, in six sources. */
#ifndef US_DOMAIN_LOAD_H
#define US_DOMAIN_LOAD_H

#include "base/json.h"
#include "domain/expr.h"
#include "domain/index.h"

#define US_SHORT "%.63s" /* format for a text in a message */

typedef struct us_loader {
    us_arena *arena;   /* arena of the domain */
    us_arena *scratch; /* freed after loading */
    us_domain *domain;
    us_error *err;
} us_loader;

const char *us_loader_copy_text(us_loader *loader,
                                const char *text); /* copies into the domain's arena */

/* Reads a member that is a name: a letter, then letters, digits, '-' and '_', at most 63 in all. */
us_status us_loader_read_name(us_loader *loader, const us_json_node *object, const char *key,
                              const char **out);
us_status us_loader_check_key(us_loader *loader,
                              const us_json_node *member); /* its key must be a name */
us_status us_loader_read_about(us_loader *loader, const us_json_node *object, const char **out);

/* Reads a string that must be in the table; noun names it in errors ("a role"). */
us_status us_loader_read_index(us_loader *loader, const us_json_node *node,
                               const us_names_table *table, const char *noun, int *out);
/* Reads an optional array of such strings as bits. If it is absent, *out stays. */
us_status us_loader_read_bits(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, uint32_t *out);

/* Members that depend on the faction. A type does not copy them from its parent but reads them
 * again, from its own node or that of an ancestor. */
typedef struct us_inherited {
    const us_json_node *node; /* node of the type */
    const us_json_node *requires, *makes;
} us_inherited;

us_status us_loader_read_type(us_loader *loader, const us_json_node *node,
                              us_type *out); /* by name */

/* Resolves requirements, products and producers, after all types are known. from: by type. */
us_status us_loader_resolve_links(us_loader *loader, const us_inherited *from);

/* Compiles the expressions of actions, goals and features, after all names are known. */
us_status us_loader_compile_texts(us_loader *loader, const us_json_node *root);
void us_domain_free_texts(us_domain *domain);

/* Compiles an optional member. The default is "true". */
us_status us_loader_compile_expr(us_loader *loader, const us_json_node *object, const char *key,
                                 const us_scope *scope, us_value_kind kind, const us_expr **out);

/* Loads classes and descriptors, after all names are known. */
us_status us_loader_read_classes(us_loader *loader, const us_json_node *root);

/* Finds an optional list of at most `most` items. *out is NULL if it is absent. */
us_status us_loader_find_list(us_loader *loader, const us_json_node *root, const char *key,
                              int most, const us_json_node **out);

/* Loads types, tallies of upgrades, and producers, after the tables, terrains and actions. */
us_status us_loader_read_types(us_loader *loader, const us_json_node *root);

#endif
