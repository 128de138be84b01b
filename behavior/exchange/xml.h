/* Private to behavior/exchange/: elements of XML in memory, and calls that import and export
 * share. */
#ifndef US_BEHAVIOR_EXCHANGE_XML_H
#define US_BEHAVIOR_EXCHANGE_XML_H

#include "behavior/exchange/exchange.h"

enum {
    US_XML_DEPTH = 2 * US_TREE_DEPTH + 8, /* until-fail is two elements */
    US_XML_ELEMENTS = 1 << 18,
    US_XML_SHARED = '@', /* begins the name of a slot that the file shares */
};

typedef struct us_element {
    const char *name;
    const char **attribute; /* name, value, ...; ended by NULL */
    struct us_element *child, *next;
    int line, column;
} us_element;

/* Parses a document to its root element, in the arena. Texts between elements are skipped. */
us_status us_xml_parse(const char *file, const char *text, size_t length, us_arena *arena,
                       us_element **out, us_error *err);
const char *us_xml_find_attribute(const us_element *element, const char *name); /* or NULL */

/* A node that both sides have. */
typedef struct us_xml_row {
    const char *name;
    us_node_kind kind;
    int memory;         /* of sequence and selector; retry, repeat: us_rounds */
    const char *number; /* the attribute that holds the count, or NULL */
    int least;          /* lower limit of that number; -1: the number -1 means "no limit" */
    int64_t most;       /* upper limit */
    bool time;          /* the number is in milliseconds */
} us_xml_row;
extern const us_xml_row us_xml_rows[];
extern const int us_xml_row_count;
const us_xml_row *us_xml_find_row(const char *name); /* or NULL */
/* Returns whether an import makes several nodes of the element, such as IfThenElse. */
bool us_xml_is_composed(const char *name);
/* Own attributes, for settings that BehaviorTree.CPP does not have: it ignores them. */
#define US_XML_MEMORY "_memory"
#define US_XML_ROUNDS "_rounds"
/* Returns whether a value may change while the node runs that it reads: a slot of the checks and
 * rules below a line or machine, or of the arguments of a call. */
bool us_xml_reads_late(const us_brl *brl, const us_template *t, int node);
/* Names in XML of conditions, set and emit, if BehaviorTree.CPP has no own node for them. */
#define US_XML_CHECK "Check"
#define US_XML_SET   "Set"
#define US_XML_EMIT  "Emit"
/* Returns whether a name is taken: by one of all these nodes, or by another node or element of
 * BehaviorTree.CPP. No action or tree may have such a name. Actions are elements of their own
 * names: in 4.10 a ReactiveSequence takes no other form. */
bool us_xml_is_reserved(const char *name);
bool us_xml_is_port(const char *name); /* may be the name of an argument */
/* Rejects marked items that can't be a SubTree: a called tree that writes a parameter, a tree
 * called while it runs, a tree or parameter with a taken name, two calls of one label in a tree.
 * advice: end of the message. */
us_status us_xml_check_calls(const us_brl *brl, const bool *marked, us_brl_call circle,
                             const char *advice, us_error *err);

const us_template *us_xml_find_main(
    const us_brl *brl); /* the only item that no item calls; else NULL */

/* Translates a condition or value of numbers and slots to the scripting language of
 * BehaviorTree.CPP; us_xml_read_script translates back. Both append. Both return false if there is
 * no counterpart; out may then hold a part of the text. */
bool us_xml_write_script(const us_template *template, const char *expression, us_str *out);
/* shared: has the slots that `@` may precede. */
bool us_xml_read_script(const us_template *shared, const char *script, us_str *out);
/* The name at *at or the next one behind it, without keywords. us_xml_next_name returns false if no
 * name is left. */
typedef struct us_xml_name {
    char text[US_NAME_MAX + 1];
    bool shared; /* behind `@` */
    bool truth;  /* can only be a bool */
} us_xml_name;
bool us_xml_next_name(const char *script, size_t *at, us_xml_name *out);

#endif
