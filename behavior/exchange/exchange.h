/* Exchange of trees with other programs: pictures for Graphviz, and the XML of BehaviorTree.CPP 4,
 * which Groot2 opens. docs/TREE_XML.md has the table of nodes. */
#ifndef US_BEHAVIOR_EXCHANGE_EXCHANGE_H
#define US_BEHAVIOR_EXCHANGE_EXCHANGE_H

#include "behavior/brl.h"

enum { US_XML_FILE_MAX = 16 * 1024 * 1024 }; /* bytes */

/* First bytes of an exported file. */
#define US_XML_FIRST "<?xml "
#define US_DOT_FIRST "digraph "

typedef struct us_brl_call {
    int item, node; /* index in the file, index in the item */
} us_brl_call;
/* Returns the index of the item that the node calls; -1: it calls none. */
int us_brl_find_called(const us_brl *brl, us_brl_call by);
/* Returns for each item of the file whether it is `item` or called from it; item NULL: all. The
 * caller frees the array. circle: a call of a tree that leads to this call again; item -1: there is
 * none. */
bool *us_brl_find_reachable(const us_brl *brl, const us_template *item, us_brl_call *circle);

/* The exports append. item: it and the trees that it calls; NULL: the file's items. The file must
 * be sound. */
void us_dot_export(const us_brl *brl, const us_template *item, us_str *out);
/* Rejects a node without a counterpart in that XML, with its place. lossy: such a node becomes one
 * of its own name that holds its text, for review by hand. warnings: gets a line for each node
 * whose counterpart behaves otherwise in some cases; may be NULL. */
us_status us_xml_export(const us_brl *brl, const us_template *item, bool lossy, us_str *out,
                        us_str *warnings, us_error *err);
/* Returns whether the document names a domain. If so, out holds its name. */
bool us_xml_find_domain(const char *text, size_t length, char out[US_NAME_MAX + 1]);
typedef struct us_xml_map {
    const char *name, *action; /* a node that the domain does not have, and the action for it */
} us_xml_map;
typedef struct us_xml_options {
    const us_xml_map *map;
    int maps;
    bool stub;        /* unknown leaves become an action without arguments, labeled by their name */
    bool approximate; /* takes nodes that behave otherwise in BehaviorTree.CPP, with a warning */
    us_str *warnings; /* gets lines; may be NULL */
} us_xml_options;
/* Imports a sound file of trees. A tree behaves as in BehaviorTree.CPP, or is rejected with the
 * reason. An export, its import and another export are the same bytes. Document types, and so
 * entities, are rejected. options: NULL: none. */
us_status us_xml_import(const us_domain *domain, const char *file, const char *text, size_t length,
                        const us_xml_options *options, us_brl **out, us_error *err);

#endif
