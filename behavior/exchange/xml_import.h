/* Private to behavior/exchange/: the state that the readers of nodes and of slots share. */
#ifndef US_BEHAVIOR_EXCHANGE_XML_IMPORT_H
#define US_BEHAVIOR_EXCHANGE_XML_IMPORT_H

#include "behavior/exchange/xml.h"

typedef struct us_xml_importer {
    const us_domain *domain;
    const char *file;
    us_arena *arena;
    us_brl *brl;         /* made by us_xml_trees_find */
    us_builder *builder; /* of the tree being read */
    us_error *err;
} us_xml_importer;

us_status us_xml_fail(const us_xml_importer *m, const us_element *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reads the slot's name from {who} or {@who}, with bare also from who or @who. shared: with `@`.
 * Returns false for any other value. */
bool us_xml_parse_entry(const char *value, bool bare, char out[US_NAME_MAX + 1], bool *shared);

/* An entry of the blackboard. kind: a us_value_kind, or -1: unknown. */
typedef struct us_xml_use {
    const char *name;
    int kind;
} us_xml_use;
typedef US_LIST(us_xml_use) us_xml_uses;

typedef struct us_xml_tree {
    const us_element *element;
    us_xml_uses uses; /* declared parameters, or else the entries that it names */
    bool declares, called;
} us_xml_tree;
typedef struct us_xml_trees {
    us_xml_tree *item; /* in their order */
    int count;
    us_xml_tree **by_name; /* trees that have a name */
    int named;
    us_xml_uses shared; /* entries that all trees share, if the root declares none */
} us_xml_trees;

/* Finds the trees below the root, and makes m->brl with the slots of the file. The caller clears
 * out in any case. */
us_status us_xml_trees_find(us_xml_importer *m, const us_element *root, us_faults *faults,
                            us_xml_trees *out);
void us_xml_trees_clear(us_xml_trees *trees);
/* Adds the slots of a tree to m->builder. */
us_status us_xml_tree_add_slots(us_xml_importer *m, const us_xml_tree *tree);

#endif
