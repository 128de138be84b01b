/* Private to domain/: from text to nodes. lex.c finds words, parse.c how they hang together,
 * bind.c makes the nodes, and tells what names and arguments mean. */
#ifndef US_DOMAIN_COMPILE_H
#define US_DOMAIN_COMPILE_H

#include <string.h>

#include "domain/node.h"

enum { US_EXPR_TEXT_MAX = 1 << 16, US_WORD_MAX = 63 };

typedef enum us_word_kind {
    US_WORD_END,
    US_WORD_NUMBER,
    US_WORD_NAME,
    US_WORD_STRING, /* at and length: without the quotes */
    US_WORD_SIGN,   /* one or two characters */
} us_word_kind;

typedef struct us_word {
    us_word_kind kind;
    uint32_t place; /* in the text */
    const char *at;
    size_t length;
    int64_t number;
} us_word;

typedef struct us_compiler {
    const us_domain *domain;
    const us_scope *scope; /* may be NULL */
    const us_source *source;
    us_error *err;
    us_word word;  /* the next one */
    uint32_t ends; /* where the last one ended */
    int depth, gains;
    bool gaining; /* what is compared with a number's slot is measured from the beginning */
    int count;    /* of nodes; 0 is nobody */
    us_expr_node node[US_EXPR_NODES_MAX + 1];
    uint32_t place[US_EXPR_NODES_MAX + 1]; /* by node: in the text */
} us_compiler;

/* An argument as written. */
typedef struct us_argument {
    us_word name; /* length 0: by place */
    uint16_t node;
} us_argument;

/* The whole text, which must be of one of the kinds. */
us_status us_compile(us_compiler *c, uint32_t kinds, uint16_t *root);

us_status us_lex(us_compiler *c); /* takes the next word */
bool us_lex_is(const us_compiler *c, const char *sign);
bool us_lex_names(const us_compiler *c, const char *name);
us_status us_lex_expect(us_compiler *c, const char *sign);
bool us_lex_colon(const us_compiler *c); /* a ':' stands behind the present word */
us_status us_lex_comma(us_compiler *c); /* behind an argument: takes ',' unless ')' ends the list */
/* "expected EXPECTED, found ..." at the present word */
us_status us_lex_refuse(us_compiler *c, const char *expected);
/* Names and strings have 1 to US_WORD_MAX characters; of what is longer nothing is copied. */
void us_word_copy(const us_word *word, char out[US_WORD_MAX + 1]);

us_status us_node_add(us_compiler *c, us_op op, us_value_kind kind, int64_t value, uint32_t place,
                      uint16_t *out);
us_status us_too_deep(us_compiler *c, uint32_t place);
/* child becomes the last of parent's. */
us_status us_node_hang(us_compiler *c, uint16_t parent, uint16_t child);
/* left and right, or left or right: one node, however they were bracketed. */
us_status us_join(us_compiler *c, us_op op, uint32_t place, uint16_t left, uint16_t right,
                  uint16_t *out);
us_status us_parse_expr(us_compiler *c, uint16_t *out);

/* Give the node of that index one of the kinds: a name is looked up, a number may be a seat. */
us_status us_bind(us_compiler *c, uint16_t index, uint32_t kinds);
/* A comparison's two sides. */
us_status us_bind_pair(us_compiler *c, uint16_t left, uint16_t right, const char *sign);
us_status us_bind_name(us_compiler *c, const us_word *word, uint16_t *out);
us_status us_bind_member(us_compiler *c, uint16_t entity, const us_word *word, uint16_t *out);
us_status us_bind_call(us_compiler *c, const us_word *word, const us_argument *arg, int count,
                       uint16_t *out);

#endif
