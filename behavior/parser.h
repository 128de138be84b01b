/* Private to behavior/: reading BRL. parser.c reads what stands everywhere, parse_node.c what items
 * do, parse_case.c the cases, and what the head of a file says of features and games; parse.c has
 * items and the whole. */
#ifndef US_BEHAVIOR_PARSER_H
#define US_BEHAVIOR_PARSER_H

#include "behavior/brl.h"
#include "behavior/builder.h"
#include "behavior/scan.h"

/* A key of the present item: it stands once in a case. */
typedef struct us_key_place {
    const char *key;
    int of; /* case */
    int line, column;
} us_key_place;

/* Functions that return false have added a fault; whoever reads statements goes on behind it
 * (us_parse_recover). */
typedef struct us_parser {
    us_scanner scan;
    us_faults *faults;
    us_brl *brl;
    us_builder *builder; /* of the present item */
    us_str text;         /* of the present expression */
    US_LIST(us_key_place) keys;
    int depth;     /* of nodes */
    bool unclosed; /* said of this item already */
} us_parser;

/* "expected EXPECTED, found ..." at the present token. False. */
bool us_parse_refuse(us_parser *p, const char *expected);
bool us_parse_expect(us_parser *p, char sign);
bool us_parse_name(us_parser *p, const char *what, char out[US_NAME_MAX + 1]);
bool us_parse_number(us_parser *p, int64_t low, int64_t high, int64_t *out);
void us_parse_place(us_parser *p); /* what is built next stands at the present token */
/* An expression to p->text, with its place. */
bool us_parse_expression(us_parser *p, bool argument);
/* NAME.NAME.3 to p->text */
bool us_parse_key(us_parser *p);
bool us_parse_args(us_parser *p, us_args_of of); /* from '(' to ')' */

/* A block: '{' was seen at line, column and is passed. True while there is a statement in it;
 * at its end the '}' is passed. */
bool us_parse_more(us_parser *p, int line, int column);
void us_parse_recover(us_parser *p);
bool us_parse_at_item(const us_parser *p); /* a word that begins one stands in column 1 */

bool us_parse_node(us_parser *p);
/* Behind their words. */
bool us_parse_feature(us_parser *p);
bool us_parse_saw(us_parser *p);
bool us_parse_seen(us_parser *p);
bool us_parse_appendix(us_parser *p);
bool us_parse_case(us_parser *p);
void us_parse_keys(us_parser *p); /* before an item is finished: none is in a case twice */
bool us_parse_described(us_parser *p);

#endif
