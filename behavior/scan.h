/* Private to behavior/: a scanner that splits BRL into tokens with places. It takes any bytes.
 *
 * Space, line ends and comments separate tokens. A comment begins with '#' and ends with its line.
 * '#' followed by a digit begins an id, a token that no rule accepts. A name is a letter or '_',
 * then letters, digits, '_' and '-'; "->" is never part of a name. */
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
    bool first; /* first of its line */
    char sign;  /* '>' for "->" */
    int64_t number;
    const char *what;             /* BAD: description for the fault */
    char text[US_STRING_MAX + 1]; /* of a name or string, without quotes and escapes */
} us_token;

typedef struct us_scanner {
    const char *text;
    size_t length, at;
    int line, column;             /* of at */
    int ended_line, ended_column; /* end of the token before the present one */
    us_token token;               /* the present one */
} us_scanner;

void us_scanner_init(us_scanner *scanner, const char *text, size_t length); /* at the first token */
void us_scanner_next(us_scanner *scanner);
bool us_scanner_is_sign(const us_scanner *scanner, char sign);
bool us_scanner_is_word(const us_scanner *scanner, const char *word); /* the token is this name */
bool us_scanner_is_label(const us_scanner *scanner); /* the token is a name before ':' */
/* Move behind the sign or the word if it is the present token, and return whether it was. */
bool us_scanner_accept(us_scanner *scanner, char sign);
bool us_scanner_accept_word(us_scanner *scanner, const char *word);

/* Reads the expression that begins with the present token. It ends at '{' or '}'. Outside of
 * brackets, a statement also ends at "->" or the end of the line, an argument at ',' or ')'.
 * Appends its text without comments. The token behind it becomes the present one. */
void us_scanner_read_expression(us_scanner *scanner, bool argument, us_str *out);

/* Reads the number that begins with the present token: "-0.25", ".5", "3". Copies its text to out,
 * cut at size - 1 bytes. The token behind it becomes the present one. Returns false, and reads
 * nothing, if no number begins there. */
bool us_scan_decimal(us_scanner *scanner, char *out, size_t size);

/* Skips unreadable text: to the end of the block, or to the next token that is the first of its
 * line and outside of the brackets opened on the way. */
void us_scanner_skip(us_scanner *scanner);

#endif
