/* Private to behavior/: BRL as a row of tokens with places. Any bytes will do.
 *
 * Space, line ends and comments stand between tokens. A comment begins with '#' and goes to the
 * end of its line; '#' with a digit behind it is an id, which is a token that no rule wants.
 * Names are a letter or '_', then letters, digits, '_' and '-'; but "->" is never part of one. */
#ifndef US_BEHAVIOR_SCAN_H
#define US_BEHAVIOR_SCAN_H

#include "base/str.h"
#include "behavior/template.h"

typedef enum us_token_kind {
    US_TOKEN_END,
    US_TOKEN_NAME,
    US_TOKEN_STRING,
    US_TOKEN_NUMBER,
    US_TOKEN_SIGN, /* one of { } ( ) : , . = or "->" */
    US_TOKEN_BAD,  /* see what */
} us_token_kind;

typedef struct us_token {
    us_token_kind kind;
    size_t from, to; /* bytes in the text */
    int line, column;
    bool first; /* of its line */
    char sign;  /* of "->": '>' */
    int64_t number;
    const char *what;             /* BAD: what it is */
    char text[US_STRING_MAX + 1]; /* of a name or string, without quotes and escapes */
} us_token;

typedef struct us_scanner {
    const char *text;
    size_t length, at;
    int line, column;             /* of at */
    int ended_line, ended_column; /* where the token before the present one ended */
    us_token token;               /* the present one */
} us_scanner;

void us_scan_start(us_scanner *scanner, const char *text, size_t length); /* at the first token */
void us_scan_next(us_scanner *scanner);
bool us_scan_is(const us_scanner *scanner, char sign);
bool us_scan_word(const us_scanner *scanner, const char *word); /* a name, and this one */
bool us_scan_label(const us_scanner *scanner);                  /* a name with ':' behind it */

/* The expression that begins with the present token. It ends at '{' or '}', and where no bracket
 * is open: at "->" or the end of the line (statement), at ',' or ')' (argument). Its text is
 * appended without comments; the token behind it becomes the present one. */
void us_scan_expression(us_scanner *scanner, bool argument, us_str *out);

/* Past what can't be understood: to the end of the block, or to the next token that is the first
 * of its line and outside the brackets that open on the way. */
void us_scan_skip(us_scanner *scanner);

#endif
