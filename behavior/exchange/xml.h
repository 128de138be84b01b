/* Private to behavior/exchange/: XML as elements in memory, what both directions share. */
#ifndef US_BEHAVIOR_EXCHANGE_XML_H
#define US_BEHAVIOR_EXCHANGE_XML_H

#include "behavior/exchange/exchange.h"

enum {
    US_XML_DEPTH = US_TREE_DEPTH + 8,
    US_XML_ELEMENTS = 1 << 18,
    US_XML_SHARED = '@', /* begins the name of a slot that the file shares */
};

typedef struct us_element {
    const char *name;
    const char **attribute; /* name, value, ...; ended by NULL */
    struct us_element *child, *next;
    int line, column;
} us_element;

/* The document's element, in the arena. Texts between elements are passed over. */
us_status us_xml_parse(const char *file, const char *text, size_t length, us_arena *arena,
                       us_element **out, us_error *err);
const char *us_xml_attribute(const us_element *element, const char *name); /* or NULL */

/* Nodes that both sides have. */
typedef struct us_xml_row {
    const char *name;
    us_node_kind kind;
    int memory;         /* of sequence and selector */
    const char *number; /* the attribute that holds the count, or NULL */
    int least;          /* of that number; -1: there is no limit */
    bool time;          /* it is in milliseconds */
} us_xml_row;
extern const us_xml_row us_xml_rows[];
extern const int us_xml_row_count;
/* What nodes here are called there that it has no own ones for: of a condition, set, emit. */
#define US_XML_CHECK "Check"
#define US_XML_SET   "Set"
#define US_XML_EMIT  "Emit"
/* An element of that name is one of all these: an action of that name is an <Action> with an ID.
 * Others are elements of their own names: in 4.10 a ReactiveSequence takes no other form. */
bool us_xml_taken(const char *name);

/* A condition or value of numbers and slots alone, in the scripting language of that library and
 * back. Appended. False: it can't be said there, or here; out may hold some of it. */
bool us_xml_script(const us_template *template, const char *expression, us_str *out);
bool us_xml_expression(const char *script, us_str *out);

#endif
