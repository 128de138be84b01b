/* Private to traces/import/: a tokenizer of Lua text that consists of calls with tables of
 * constants, such as the logs of game engines. It knows names, numbers, strings "...", '...' and
 * [[...]], the signs { } ( ) = , ; and comments up to the end of their line. A string ends in its
 * line. It copies and keeps nothing, whatever the text. */
#ifndef US_TRACES_IMPORT_LUA_H
#define US_TRACES_IMPORT_LUA_H

#include "base/error.h"

typedef enum us_lua_kind {
    US_LUA_END, /* end of the text */
    US_LUA_NAME,
    US_LUA_STRING, /* text: between the quotes, with escapes unchanged */
    US_LUA_NUMBER,
    US_LUA_SIGN, /* text: one character */
    US_LUA_BAD,  /* a character that begins no token, or an unclosed string */
} us_lua_kind;

enum { US_LUA_DEPTH = 32 };

typedef struct us_lua {
    const char *start, *at, *end;
    us_lua_kind kind;  /* of the last token */
    const char *place; /* where it begins */
    const char *text;
    size_t length;
} us_lua;

void us_lua_init(us_lua *lua, const char *text, size_t length);
us_lua_kind us_lua_next(us_lua *lua);
bool us_lua_has_token(const us_lua *lua, us_lua_kind kind,
                      const char *text);                /* checks the last token */
bool us_lua_parse_int(const us_lua *lua, int64_t *out); /* false: no whole number that fits */
/* After a '{': skips to behind its '}'. Returns false, at the faulty token, if the text ends first,
 * if it holds a call, or if more than US_LUA_DEPTH tables are nested. */
bool us_lua_skip(us_lua *lua);

#endif
