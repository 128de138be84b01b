/* Trees for other programs, and from them: pictures for Graphviz, and the XML of BehaviorTree.CPP
 * 4, which Groot2 opens. docs/TREE_TOOLS.md has the table of nodes. */
#ifndef US_BEHAVIOR_EXCHANGE_EXCHANGE_H
#define US_BEHAVIOR_EXCHANGE_EXCHANGE_H

#include "behavior/brl.h"

enum { US_XML_FILE_MAX = 16 * 1024 * 1024 }; /* bytes */

/* How what is exported begins. */
#define US_XML_FIRST "<?xml "
#define US_DOT_FIRST "digraph "

typedef struct us_brl_call {
    int item, node; /* of the file, of the item */
} us_brl_call;
/* By item of the file: it is this one, or called from it; NULL: all. The caller frees. circle: a
 * call of a tree that leads to this call; item -1: there is none. */
bool *us_brl_reach(const us_brl *brl, const us_template *item, us_brl_call *circle);

/* All of these append. item: it and the trees that it calls; NULL: the file's items. The file is
 * sound. */
void us_dot_export(const us_brl *brl, const us_template *item, us_str *out);
/* What that XML has no counterpart for is refused with its place; lossy: such a node becomes one of
 * its own name that holds its text, to be looked at. */
us_status us_xml_export(const us_brl *brl, const us_template *item, bool lossy, us_str *out,
                        us_error *err);
/* The domain that it names, where it does. */
bool us_xml_about(const char *text, size_t length, char out[US_NAME_MAX + 1]);
/* A sound file of trees. What is exported, imported and exported again are the same bytes. Document
 * types, and so entities, are refused. */
us_status us_xml_import(const us_domain *domain, const char *file, const char *text, size_t length,
                        us_brl **out, us_error *err);

#endif
