/* Private to behavior/exchange/: XML as elements in memory, what both directions share. */
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
    int64_t most;       /* the same */
    bool time;          /* it is in milliseconds */
} us_xml_row;
extern const us_xml_row us_xml_rows[];
extern const int us_xml_row_count;
/* What nodes here are called there that it has no own ones for: of a condition, set, emit. */
#define US_XML_CHECK "Check"
#define US_XML_SET   "Set"
#define US_XML_EMIT  "Emit"
/* It is one of all these, or another node or element of that library: it can't be the name of an
 * action or tree. Actions are elements of their own names: in 4.10 a ReactiveSequence takes no
 * other form. */
bool us_xml_taken(const char *name);
bool us_xml_port(const char *name); /* it may be that of an argument */
/* Of the marked items, what can't be a SubTree: one that writes a parameter, or is called while it
 * runs, or has such a name. advice: the message's end. */
us_status us_xml_calls(const us_brl *brl, const bool *marked, us_brl_call circle,
                       const char *advice, us_error *err);

const us_template *us_xml_main(const us_brl *brl); /* the only item that none calls; else NULL */

/* A condition or value of numbers and slots alone, in the scripting language of that library and
 * back. Appended. False: it can't be said there, or here; out may hold some of it. */
bool us_xml_script(const us_template *template, const char *expression, us_str *out);
/* shared: has the slots that `@` may stand before. */
bool us_xml_expression(const us_template *shared, const char *script, us_str *out);
/* The name that stands there, or next: without keywords. False: there is none any more. */
typedef struct us_xml_name {
    char text[US_NAME_MAX + 1];
    bool shared; /* behind `@` */
    bool truth;  /* it can only be a bool */
} us_xml_name;
bool us_xml_next_name(const char *script, size_t *at, us_xml_name *out);

#endif
