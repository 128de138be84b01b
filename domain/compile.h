/* Private to domain/: the compiler from text to nodes. */
#ifndef US_DOMAIN_COMPILE_H
#define US_DOMAIN_COMPILE_H

#include <string.h>

#include "domain/node.h"

enum { US_EXPR_TEXT_MAX = 1 << 16, US_WORD_MAX = 63 };

typedef enum us_word_kind {
    US_WORD_END,
    US_WORD_NUMBER,
    US_WORD_NAME,
    US_WORD_STRING, /* at and length exclude the quotes */
    US_WORD_SIGN,   /* one or two characters */
} us_word_kind;

typedef struct us_word {
    us_word_kind kind;
    uint32_t place; /* offset in the text */
    const char *at;
    size_t length;
    int64_t number;
} us_word;

typedef struct us_compiler {
    const us_domain *domain;
    const us_scope *scope; /* may be NULL */
    const us_source *source;
    us_error *err;
    us_word word;  /* next word */
    uint32_t ends; /* end of the last word */
    int depth, gains;
    bool gaining; /* compiles an increase: values compared with a number slot count from the
                     beginning */
    int count;    /* number of nodes; node 0 is unused */
    us_expr_node node[US_EXPR_NODES_MAX + 1];
    uint32_t place[US_EXPR_NODES_MAX + 1]; /* by node: offset in the text */
} us_compiler;

/* Compiles the whole text, whose value must be of one of the kinds. */
us_status us_compiler_compile(us_compiler *c, uint32_t kinds, uint16_t *root);

us_status us_lex_next(us_compiler *c); /* reads the next word */
bool us_lex_is_sign(const us_compiler *c, const char *sign);
us_status us_lex_expect(us_compiler *c, const char *sign);
bool us_lex_has_colon(const us_compiler *c); /* a ':' follows the present word */
us_status us_lex_expect_comma(
    us_compiler *c); /* after an argument: takes ',' unless ')' ends the list */
/* Fails at the present word: "expected EXPECTED, found ...". */
us_status us_lex_reject(us_compiler *c, const char *expected);
/* Copies a word. Names and strings have 1 to US_WORD_MAX characters; a longer word gives "". */
void us_word_copy(const us_word *word, char out[US_WORD_MAX + 1]);

us_status us_compiler_add_node(us_compiler *c, us_op op, us_value_kind kind, int64_t value,
                               uint32_t place, uint16_t *out);
/* Makes child the last child of parent. */
us_status us_compiler_add_child(us_compiler *c, uint16_t parent, uint16_t child);
us_status us_compiler_parse_expr(us_compiler *c, uint16_t *out);

/* Gives a node one of the kinds: looks up a name, and turns a number into a seat if needed. */
us_status us_compiler_bind(us_compiler *c, uint16_t index, uint32_t kinds);

#endif
