/* Private to domain/: the reader of a domain file, in six sources. */
#ifndef US_DOMAIN_LOAD_H
#define US_DOMAIN_LOAD_H

#include "base/json.h"
#include "domain/expr.h"
#include "domain/index.h"

#define US_SHORT "%.63s" /* of a text, in a message */

typedef struct us_loader {
    us_arena *arena;   /* of the domain */
    us_arena *scratch; /* gone after loading */
    us_domain *domain;
    us_error *err;
} us_loader;

const char *us_load_text(us_loader *loader, const char *text); /* a copy that lives */

/* A member that is good as a name: a letter, then letters, digits, '-' and '_', at most 63. */
us_status us_load_name(us_loader *loader, const us_json_node *object, const char *key,
                       const char **out);
us_status us_load_key(us_loader *loader, const us_json_node *member); /* its key is such a name */
us_status us_load_about(us_loader *loader, const us_json_node *object, const char **out);

/* A string that is in the table; noun names it in errors ("a role"). */
us_status us_load_index(us_loader *loader, const us_json_node *node, const us_names_table *table,
                        const char *noun, int *out);
/* An optional array of such strings as bits; *out stays where it is absent. */
us_status us_load_bits(us_loader *loader, const us_json_node *object, const char *key,
                       const us_names_table *table, const char *noun, uint32_t *out);

/* What is not copied from a parent's definition but read again for each type, because its
 * meaning depends on the faction: where it stands, in the type or in an ancestor. */
typedef struct us_inherited {
    const us_json_node *node; /* of the type */
    const us_json_node *requires, *makes;
} us_inherited;

us_status us_load_type(us_loader *loader, const us_json_node *node, us_type *out); /* by name */

/* After all types: requirements, products, who makes what. from: by type. */
us_status us_load_links(us_loader *loader, const us_inherited *from);

/* After all names: what actions, goals and features say in the language of expressions. */
us_status us_load_texts(us_loader *loader, const us_json_node *root);
void us_load_free_texts(us_domain *domain);

/* What an optional member says, compiled; absent, "true". */
us_status us_load_expr(us_loader *loader, const us_json_node *object, const char *key,
                       const us_scope *scope, us_value_kind kind, const us_expr **out);

/* What behaviors are asked for with: classes and descriptors. After all names. */
us_status us_load_classes(us_loader *loader, const us_json_node *root);

/* An optional list of at most so many, or NULL. */
us_status us_load_list(us_loader *loader, const us_json_node *root, const char *key, int most,
                       const us_json_node **out);

/* After the tables, terrains and actions: types, upgrades' tallies, who makes what. */
us_status us_load_types(us_loader *loader, const us_json_node *root);

#endif
