#include "traces/import/lua.h"

#include <string.h>

#include "base/str.h"

void us_lua_init(us_lua *lua, const char *text, size_t length)
{
    *lua = (us_lua){.start = text, .at = text, .end = text + length, .place = text, .text = text};
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline : end;
}

static void skip_space(us_lua *lua)
{
    for (;;) {
        while (lua->at < lua->end && is_space(*lua->at))
            lua->at++;
        if (lua->end - lua->at < 2 || lua->at[0] != '-' || lua->at[1] != '-')
            return;
        lua->at = line_end(lua->at, lua->end);
    }
}

static us_lua_kind token(us_lua *lua, us_lua_kind kind, const char *from, const char *to,
                         const char *behind)
{
    lua->text = from;
    lua->length = (size_t)(to - from);
    lua->at = behind;
    return kind;
}

/* A fault is one character long, so that a caller that continues gets on. */
static us_lua_kind fault(us_lua *lua)
{
    return token(lua, US_LUA_BAD, lua->place, lua->place + 1, lua->place + 1);
}

static us_lua_kind quoted(us_lua *lua)
{
    const char *at = lua->at + 1, *end = line_end(at, lua->end);
    while (at < end && *at != *lua->at)
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? token(lua, US_LUA_STRING, lua->at + 1, at, at + 1) : fault(lua);
}

static us_lua_kind bracketed(us_lua *lua)
{
    const char *from = lua->at + 2, *end = line_end(from, lua->end);
    for (const char *at = from; at + 1 < end; at++) {
        if (at[0] == ']' && at[1] == ']')
            return token(lua, US_LUA_STRING, from, at, at + 2);
    }
    return fault(lua);
}

us_lua_kind us_lua_next(us_lua *lua)
{
    skip_space(lua);
    const char *at = lua->place = lua->at, *end = lua->end;
    if (at == end) {
        lua->kind = token(lua, US_LUA_END, at, at, at);
    } else if (is_letter(*at)) {
        while (at < end && (is_letter(*at) || is_digit(*at)))
            at++;
        lua->kind = token(lua, US_LUA_NAME, lua->at, at, at);
    } else if (is_digit(*at) || (*at == '-' && end - at > 1 && is_digit(at[1]))) {
        do
            at++;
        while (at < end && (is_digit(*at) || is_letter(*at) || *at == '.'));
        lua->kind = token(lua, US_LUA_NUMBER, lua->at, at, at);
    } else if (*at == '"' || *at == '\'') {
        lua->kind = quoted(lua);
    } else if (*at == '[' && end - at > 1 && at[1] == '[') {
        lua->kind = bracketed(lua);
    } else if (*at && strchr("{}()=,;", *at)) {
        lua->kind = token(lua, US_LUA_SIGN, at, at + 1, at + 1);
    } else {
        lua->kind = fault(lua);
    }
    return lua->kind;
}

bool us_lua_has_token(const us_lua *lua, us_lua_kind kind, const char *text)
{
    return lua->kind == kind && lua->length == strlen(text) &&
           memcmp(lua->text, text, lua->length) == 0;
}

bool us_lua_parse_int(const us_lua *lua, int64_t *out)
{
    char text[24];
    if (lua->kind != US_LUA_NUMBER || lua->length >= sizeof(text))
        return false;
    memcpy(text, lua->text, lua->length);
    text[lua->length] = '\0';
    return us_text_to_int(text, INT64_MIN, INT64_MAX, out);
}

bool us_lua_skip(us_lua *lua)
{
    for (int depth = 1; depth > 0;) {
        us_lua_kind kind = us_lua_next(lua);
        if (kind == US_LUA_END || kind == US_LUA_BAD || us_lua_has_token(lua, US_LUA_SIGN, "("))
            return false;
        if (us_lua_has_token(lua, US_LUA_SIGN, "}"))
            depth--;
        if (us_lua_has_token(lua, US_LUA_SIGN, "{") && ++depth > US_LUA_DEPTH)
            return false;
    }
    return true;
}
