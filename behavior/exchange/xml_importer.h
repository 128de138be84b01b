/* Private to behavior/exchange/xml_*.c: an import under way. */
#ifndef US_BEHAVIOR_EXCHANGE_XML_IMPORTER_H
#define US_BEHAVIOR_EXCHANGE_XML_IMPORTER_H

#include "behavior/exchange/xml.h"

/* Memory of a line until all trees are read: none or scan, as it reads values that others write. */
enum { US_XML_UNDECIDED = -1 };

/* What a node that is skipped is to its parent. */
typedef enum us_xml_skip {
    US_XML_SKIP_REFUSED,
    US_XML_SKIP_SUCCEEDS,
    US_XML_SKIP_FAILS
} us_xml_skip;

typedef struct us_xml_importer {
    const us_domain *domain;
    const char *file;
    us_arena *arena;
    us_brl *brl;         /* made before the trees are read */
    us_builder *builder; /* of the tree being read */
    const us_xml_options *options;
    const struct us_xml_trees *trees;
    us_error *err;
    us_xml_skip skip; /* of the node being read */
    bool halts;       /* a node above may halt it, and begin it again */
    bool called;      /* its tree is called by another one */
    int onces;        /* of the tree: nodes so far for which us_xml_skips_once holds */
} us_xml_importer;

/* ---- xml_import.c */
__attribute__((format(printf, 3, 4))) us_status us_xml_fail(const us_xml_importer *m,
                                                            const us_element *e, const char *format,
                                                            ...);
/* Fails, unless the import is approximate: then adds a warning. The text says what is otherwise in
 * BehaviorTree.CPP. */
us_status us_xml_differ(const us_xml_importer *m, int line, int column, const char *text);
/* Reads the slot's name from {who} or {@who}, with bare also from who or @who. shared: with `@`.
 * Returns false for any other value. */
bool us_xml_parse_entry(const char *value, bool bare, char out[US_NAME_MAX + 1], bool *shared);
/* Returns whether the tree that a SubTree calls may use the entry: BehaviorTree.CPP takes others,
 * too. */
bool us_xml_takes(const us_xml_importer *m, const us_element *call, const char *name);

/* ---- xml_known.c: names of nodes */
/* Returns the name of the action that the element stands for: its own, or that of a map; NULL: the
 * element is another node. */
const char *us_xml_find_action(const us_xml_importer *m, const us_element *e);
/* Returns whether the element is an unknown leaf that a stub replaces. */
bool us_xml_is_stub(const us_xml_importer *m, const us_element *e);
/* Rejects nodes that are not known, all at once, and maps of names that no node has. Warns of
 * stubs. */
us_status us_xml_check_names(const us_xml_importer *m, const us_element *root);

/* ---- xml_nodes.c */
/* Returns whether the element is a RunOnce that is skipped after its first end. */
bool us_xml_skips_once(const us_element *e);
/* Writes the name of the slot that notes the end of such a node, by its number in the tree. */
void us_xml_name_once(int number, char out[US_NAME_MAX + 1]);
bool us_xml_is_script(const char *attribute); /* one that any node may have */
us_status us_xml_need(const us_xml_importer *m, const us_element *e, const char *name,
                      const char **out);
/* Rejects attributes that would change the node, except those of the names. */
us_status us_xml_allow(const us_xml_importer *m, const us_element *e, const char *const *names);
#define US_XML_ALLOW(m, e, ...) us_xml_allow((m), (e), (const char *const[]){__VA_ARGS__, NULL})
us_status us_xml_read_node(us_xml_importer *m, const us_element *e);

#endif
