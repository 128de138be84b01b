/* Private to behavior/: the parser of BRL. parser.c reads common parts, parse_node.c the nodes.
 * parse_case.c reads cases, and the features and games of a file's head. parse.c reads items and
 * the whole file. */
#ifndef US_BEHAVIOR_PARSER_H
#define US_BEHAVIOR_PARSER_H

#include "base/progress.h"
#include "behavior/brl.h"
#include "behavior/builder.h"
#include "behavior/scan.h"

/* A key of the present item. A case has each key once. */
typedef struct us_key_place {
    const char *key;
    int of; /* case */
    int line, column;
} us_key_place;

/* Functions that return false have added a fault. Loops over statements continue behind it with
 * us_parser_recover. */
typedef struct us_parser {
    us_scanner scan;
    us_faults *faults;
    us_brl *brl;
    us_builder *builder; /* of the present item */
    us_str text;         /* of the present expression */
    US_LIST(us_key_place) keys;
    int depth;         /* of nodes */
    bool unclosed;     /* the fault of an unclosed '{' was added for this item */
    us_long_work work; /* bytes of a long text; zero-initialized: none */
    size_t worked;     /* bytes that are counted */
} us_parser;

/* Adds "expected EXPECTED, found ..." at the present token. Returns false. */
bool us_parser_reject(us_parser *p, const char *expected);
/* Adds a fault, as us_faults_add, and marks the present item as broken. Returns false. */
bool us_parser_fail(us_parser *p, us_fault_kind kind, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
bool us_parser_expect(us_parser *p, char sign);
bool us_parser_read_name(us_parser *p, const char *what, char out[US_NAME_MAX + 1]);
bool us_parser_read_number(us_parser *p, int64_t low, int64_t high, int64_t *out);
void us_parser_set_place(us_parser *p); /* sets the builder's place to the present token */
/* Reads an expression into p->text, and sets the builder's place. */
bool us_parser_read_expression(us_parser *p, bool argument);
/* Reads NAME.NAME.3 into p->text. */
bool us_parser_read_key(us_parser *p);
bool us_parser_read_args(us_parser *p, us_args_owner of); /* from '(' to ')' */

/* Loops over the statements of a block, whose '{' at line, column was read. Returns true while a
 * statement follows. At the end reads the '}' and returns false. */
bool us_parser_next_statement(us_parser *p, int line, int column);
void us_parser_recover(us_parser *p);
bool us_parser_is_at_item(const us_parser *p); /* the token in column 1 begins an item */

/* Counts the text up to here as done. If the user asked to stop, the text ends here: the caller of
 * the parser asks, too, and drops the file. */
void us_parser_work(us_parser *p);

bool us_parser_read_node(us_parser *p);
/* Each reads what follows its word. */
bool us_parser_read_feature(us_parser *p);
bool us_parser_read_game(us_parser *p);
bool us_parser_read_seen(us_parser *p);
bool us_parser_read_appendix(us_parser *p);
bool us_parser_read_case(us_parser *p);
void us_parser_check_keys(us_parser *p); /* adds faults for keys that a case has twice */
bool us_parser_read_described(us_parser *p);

#endif
