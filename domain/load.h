/* Private to domain/: the reader of a domain file. load_types.c reads types, load.c all else,
 * and parts.c computes hashes. */
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

const char *us_loader_copy_text(us_loader *loader, const char *text); /* into the domain's arena */

/* Reads a member that is a name: a letter, then letters, digits, '-' and '_', at most 63 in all. */
us_status us_loader_read_name(us_loader *loader, const us_json_node *object, const char *key,
                              const char **out);
us_status us_loader_read_about(us_loader *loader, const us_json_node *object, const char **out);

/* Read an optional string that must be in the table, or an array of such strings as bits. noun
 * names one in errors ("a role"). If the member is absent, *out stays. */
us_status us_loader_get_index(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, int *out);
us_status us_loader_read_bits(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, uint32_t *out);

/* Loads types, tallies of upgrades, and producers, after the tables, terrains and actions. */
us_status us_loader_read_types(us_loader *loader, const us_json_node *root);

/* Computes the hashes of a loaded domain, in parts.c. Phrases (`about`) have no part in them. */
void us_domain_compute_hashes(us_domain *domain);

#endif
