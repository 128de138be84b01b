/* Private to traces/import/: the tokens of Lua text that holds calls with tables of constants,
 * such as engines write as logs. No more of Lua than that: names, numbers, strings "...", '...'
 * and [[...]], { } ( ) = , ; and comments to the end of their line. A string ends in its line.
 * Nothing is copied or kept, whatever the text. */
#ifndef US_TRACES_IMPORT_LUA_H
#define US_TRACES_IMPORT_LUA_H

#include "base/error.h"

typedef enum us_lua_kind {
    US_LUA_END, /* of the text */
    US_LUA_NAME,
    US_LUA_STRING, /* text: between the quotes, escapes as they stand */
    US_LUA_NUMBER,
    US_LUA_SIGN, /* text: one character */
    US_LUA_BAD,  /* what no token begins with, or a string without end */
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
bool us_lua_is(const us_lua *lua, us_lua_kind kind, const char *text); /* the last token */
bool us_lua_int(const us_lua *lua, int64_t *out); /* false: no whole number that fits */
/* The last token was '{': go behind its '}'. False, at the token that is at fault: the text ends
 * before that, it holds a call, or more than US_LUA_DEPTH tables lie in one another. */
bool us_lua_skip(us_lua *lua);

#endif
