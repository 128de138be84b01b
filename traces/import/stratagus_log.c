#include "traces/import/stratagus_log.h"

#include <string.h>

#include "base/str.h"

enum { DEPTH = 32 }; /* of nested tables */

/* ---- tokens */

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

static us_lua_kind make_token(us_lua *lua, us_lua_kind kind, const char *from, const char *to,
                              const char *behind)
{
    lua->text = from;
    lua->length = (size_t)(to - from);
    lua->at = behind;
    return kind;
}

/* A fault is one character long, so that a caller that continues gets on. */
static us_lua_kind bad_token(us_lua *lua)
{
    return make_token(lua, US_LUA_BAD, lua->place, lua->place + 1, lua->place + 1);
}

static us_lua_kind quoted(us_lua *lua)
{
    const char *at = lua->at + 1, *end = line_end(at, lua->end);
    while (at < end && *at != *lua->at)
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? make_token(lua, US_LUA_STRING, lua->at + 1, at, at + 1) : bad_token(lua);
}

static us_lua_kind bracketed(us_lua *lua)
{
    const char *from = lua->at + 2, *end = line_end(from, lua->end);
    for (const char *at = from; at + 1 < end; at++) {
        if (at[0] == ']' && at[1] == ']')
            return make_token(lua, US_LUA_STRING, from, at, at + 2);
    }
    return bad_token(lua);
}

static us_lua_kind next_token(us_lua *lua)
{
    skip_space(lua);
    const char *at = lua->place = lua->at, *end = lua->end;
    if (at == end) {
        lua->kind = make_token(lua, US_LUA_END, at, at, at);
    } else if (is_letter(*at)) {
        while (at < end && (is_letter(*at) || is_digit(*at)))
            at++;
        lua->kind = make_token(lua, US_LUA_NAME, lua->at, at, at);
    } else if (is_digit(*at) || (*at == '-' && end - at > 1 && is_digit(at[1]))) {
        do
            at++;
        while (at < end && (is_digit(*at) || is_letter(*at) || *at == '.'));
        lua->kind = make_token(lua, US_LUA_NUMBER, lua->at, at, at);
    } else if (*at == '"' || *at == '\'') {
        lua->kind = quoted(lua);
    } else if (*at == '[' && end - at > 1 && at[1] == '[') {
        lua->kind = bracketed(lua);
    } else if (*at && strchr("{}()=,;", *at)) {
        lua->kind = make_token(lua, US_LUA_SIGN, at, at + 1, at + 1);
    } else {
        lua->kind = bad_token(lua);
    }
    return lua->kind;
}

static bool has_token(const us_lua *lua, us_lua_kind kind, const char *text)
{
    return lua->kind == kind && lua->length == strlen(text) &&
           memcmp(lua->text, text, lua->length) == 0;
}

/* False: no whole number that fits. */
static bool parse_int(const us_lua *lua, int64_t *out)
{
    char text[24];
    if (lua->kind != US_LUA_NUMBER || lua->length >= sizeof(text))
        return false;
    memcpy(text, lua->text, lua->length);
    text[lua->length] = '\0';
    return us_text_to_int(text, INT64_MIN, INT64_MAX, out);
}

/* After a '{': skips to behind its '}'. Returns false, at the faulty token, if the text ends first,
 * if it holds a call, or if more than DEPTH tables are nested. */
static bool skip_table(us_lua *lua)
{
    for (int depth = 1; depth > 0;) {
        us_lua_kind kind = next_token(lua);
        if (kind == US_LUA_END || kind == US_LUA_BAD || has_token(lua, US_LUA_SIGN, "("))
            return false;
        if (has_token(lua, US_LUA_SIGN, "}"))
            depth--;
        if (has_token(lua, US_LUA_SIGN, "{") && ++depth > DEPTH)
            return false;
    }
    return true;
}

/* ---- members */

/* The log's names of the members, and the accepted ranges. */
static const struct {
    const char *name;
    int64_t low, high;
} members[US_STRATAGUS_MEMBERS] = {
    [US_STRATAGUS_CYCLE] = {"GameCycle", 0, US_CYCLES_LIMIT},
    [US_STRATAGUS_UNIT] = {"UnitNumber", 0, INT32_MAX},
    [US_STRATAGUS_FLUSH] = {"Flush", INT32_MIN, INT32_MAX},
    [US_STRATAGUS_X] = {"PosX", INT16_MIN, INT16_MAX},
    [US_STRATAGUS_Y] = {"PosY", INT16_MIN, INT16_MAX},
    [US_STRATAGUS_TARGET] = {"DestUnitNumber", 0, INT32_MAX},
    [US_STRATAGUS_NUMBER] = {"Num", INT32_MIN, INT32_MAX},
    [US_STRATAGUS_IDENT] = {"UnitIdent", 0, 0},
    [US_STRATAGUS_ACTION] = {"Action", 0, 0},
    [US_STRATAGUS_VALUE] = {"Value", 0, 0},
};

void us_stratagus_log_open(us_stratagus_log *log, const char *text, size_t length)
{
    *log = (us_stratagus_log){
        .statement = text,
        .lua = {.start = text, .at = text, .end = text + length, .place = text, .text = text}};
}

static bool fault(us_stratagus_log *log, const char *expected)
{
    log->expected = expected;
    return false;
}

static bool sign(us_stratagus_log *log, const char *text, const char *expected)
{
    next_token(&log->lua);
    return has_token(&log->lua, US_LUA_SIGN, text) || fault(log, expected);
}

/* Skips the value of an unused member. */
static bool skip_value(us_stratagus_log *log)
{
    us_lua_kind kind = next_token(&log->lua);
    if (has_token(&log->lua, US_LUA_SIGN, "{"))
        return skip_table(&log->lua) || fault(log, "expected a table that ends, and not too deep");
    return kind == US_LUA_NAME || kind == US_LUA_NUMBER || kind == US_LUA_STRING ||
           fault(log, "expected a value");
}

static bool number(us_stratagus_log *log, int64_t low, int64_t high, int64_t *out)
{
    int64_t value;
    next_token(&log->lua);
    if (!parse_int(&log->lua, &value) || value < low || value > high)
        return fault(log, "expected a whole number in its range");
    *out = value;
    return true;
}

/* Goes to the next "name =" of a table, or behind its end (*more false). A comma or semicolon
 * separates members; one may follow the last. */
static bool next_member(us_stratagus_log *log, bool first, bool *more)
{
    us_lua *lua = &log->lua;
    next_token(lua);
    bool parted = first;
    if (!first && (has_token(lua, US_LUA_SIGN, ",") || has_token(lua, US_LUA_SIGN, ";"))) {
        next_token(lua);
        parted = true;
    }
    *more = !has_token(lua, US_LUA_SIGN, "}");
    if (!*more)
        return true;
    if (!parted)
        return fault(log, "expected ',' or '}'");
    return lua->kind == US_LUA_NAME || fault(log, "expected a member's name or '}'");
}

/* ---- a command */

/* Takes a name that a trace holds unchanged. A value that is no name, such as speech, is left
 * out. */
static bool take_name(us_stratagus_log *log, us_stratagus_member member)
{
    const us_lua *lua = &log->lua;
    char *out = log->command.text[member - US_STRATAGUS_NUMBERS];
    if (next_token(&log->lua) != US_LUA_STRING)
        return fault(log, "expected a string");
    bool good = lua->length > 0 && lua->length < US_TRACE_NAME_MAX;
    for (size_t i = 0; good && i < lua->length; i++)
        good = lua->text[i] >= ' ' && lua->text[i] <= '~';
    if (!good)
        return member == US_STRATAGUS_VALUE || fault(log, "expected a name, short and printable");
    memcpy(out, lua->text, lua->length);
    out[lua->length] = '\0';
    log->command.has |= 1u << member;
    return true;
}

/* Reads a table's members: `member` reads each, from behind its name on. */
static bool read_members(us_stratagus_log *log, void *context,
                         bool (*member)(us_stratagus_log *log, const us_lua *key, void *context))
{
    bool more = true;
    for (bool first = true;; first = false) {
        if (!next_member(log, first, &more))
            return false;
        if (!more)
            return true;
        const us_lua key = log->lua;
        if (!sign(log, "=", "expected '='") || !member(log, &key, context))
            return false;
    }
}

static bool read_command_member(us_stratagus_log *log, const us_lua *key, void *context)
{
    int member = 0;
    (void)context;
    while (member < US_STRATAGUS_MEMBERS && !has_token(key, US_LUA_NAME, members[member].name))
        member++;
    if (member == US_STRATAGUS_MEMBERS)
        return skip_value(log);
    if (member >= US_STRATAGUS_NUMBERS)
        return take_name(log, (us_stratagus_member)member);
    if (!number(log, members[member].low, members[member].high, &log->command.number[member]))
        return false;
    log->command.has |= 1u << member;
    return true;
}

static bool read_command(us_stratagus_log *log)
{
    log->command = (us_stratagus_command){0};
    if (!read_members(log, NULL, read_command_member))
        return false;
    if (!us_stratagus_command_has(&log->command, US_STRATAGUS_CYCLE) ||
        !us_stratagus_command_has(&log->command, US_STRATAGUS_ACTION))
        return fault(log, "expected a command with GameCycle and Action");
    return true;
}

/* ---- the head of a game */

static bool take_text(us_stratagus_log *log, char out[US_STRATAGUS_TEXT])
{
    const us_lua *lua = &log->lua;
    if (next_token(&log->lua) != US_LUA_STRING)
        return fault(log, "expected a string");
    size_t length = lua->length < US_STRATAGUS_TEXT ? lua->length : US_STRATAGUS_TEXT - 1;
    memcpy(out, lua->text, length);
    out[length] = '\0';
    return true;
}

/* { 2, 4, 2 } */
static bool read_engine(us_stratagus_log *log)
{
    if (!sign(log, "{", "expected a table"))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!number(log, 0, 9999, &log->head.engine[i]))
            return false;
        if (!sign(log, i < 2 ? "," : "}", i < 2 ? "expected ','" : "expected '}'"))
            return false;
    }
    return true;
}

typedef struct us_stratagus_player {
    char name[US_STRATAGUS_TEXT];
    int64_t race;
} us_stratagus_player;

static bool read_player_member(us_stratagus_log *log, const us_lua *key, void *context)
{
    us_stratagus_player *player = context;
    if (has_token(key, US_LUA_NAME, "Name"))
        return take_text(log, player->name);
    return has_token(key, US_LUA_NAME, "Race") ? number(log, INT32_MIN, INT32_MAX, &player->race)
                                               : skip_value(log);
}

/* Reads the players by number. The local player's number may come before or after them. */
static bool read_players(us_stratagus_log *log, us_stratagus_player *player)
{
    if (!sign(log, "{", "expected a table"))
        return false;
    for (int i = 0; i < US_STRATAGUS_PLAYERS; i++) {
        next_token(&log->lua);
        if (i > 0 && has_token(&log->lua, US_LUA_SIGN, ","))
            next_token(&log->lua);
        if (has_token(&log->lua, US_LUA_SIGN, "}"))
            return true;
        if (!has_token(&log->lua, US_LUA_SIGN, "{"))
            return fault(log, "expected a player, a table");
        if (!read_members(log, &player[i], read_player_member))
            return false;
    }
    return sign(log, "}", "expected fewer players");
}

static bool read_head_member(us_stratagus_log *log, const us_lua *key, void *players)
{
    us_stratagus_head *head = &log->head;
    int64_t value = 0;
    if (has_token(key, US_LUA_NAME, "MapPath"))
        return take_text(log, head->map);
    if (has_token(key, US_LUA_NAME, "LocalPlayer"))
        return number(log, 0, US_STRATAGUS_PLAYERS - 1, &head->local);
    if (has_token(key, US_LUA_NAME, "Players"))
        return read_players(log, players);
    if (has_token(key, US_LUA_NAME, "Engine"))
        return read_engine(log);
    /* 1: one person, 2: several. Version 3 calls it NetGameType. */
    if (has_token(key, US_LUA_NAME, "Type") || has_token(key, US_LUA_NAME, "NetGameType")) {
        if (!number(log, INT32_MIN, INT32_MAX, &value))
            return false;
        head->network = value == 2;
        return true;
    }
    if (!has_token(key, US_LUA_NAME, "NoFow"))
        return skip_value(log);
    next_token(&log->lua);
    head->fog = has_token(&log->lua, US_LUA_NAME, "false");
    head->knows_fog = head->fog || has_token(&log->lua, US_LUA_NAME, "true");
    return head->knows_fog || fault(log, "expected true or false");
}

static bool read_head(us_stratagus_log *log)
{
    us_stratagus_player player[US_STRATAGUS_PLAYERS];
    us_stratagus_head *head = &log->head;
    *head = (us_stratagus_head){.local = -1, .race = -1};
    for (int i = 0; i < US_STRATAGUS_PLAYERS; i++)
        player[i] = (us_stratagus_player){.race = -1};
    if (!read_members(log, player, read_head_member))
        return false;
    if (head->local >= 0) {
        head->race = player[head->local].race;
        memcpy(head->player, player[head->local].name, sizeof(head->player));
    }
    return true;
}

/* ---- statements */

static bool begins_statement(const char *at, const char *end)
{
    static const char *const begins[] = {"Log(", "ReplayLog("};
    for (int i = 0; i < US_COUNT(begins); i++) {
        size_t length = strlen(begins[i]);
        if ((size_t)(end - at) >= length && memcmp(at, begins[i], length) == 0)
            return true;
    }
    return false;
}

/* Goes to the next line that begins a statement, or to the end of the text. */
static void go_on(us_stratagus_log *log)
{
    const char *at = log->statement, *end = log->lua.end;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
        if (begins_statement(at, end))
            break;
    }
    log->lua.at = at;
}

static us_stratagus_kind statement(us_stratagus_log *log)
{
    us_lua *lua = &log->lua;
    bool head = has_token(lua, US_LUA_NAME, "ReplayLog");
    if (!head && !has_token(lua, US_LUA_NAME, "Log")) {
        fault(log, "expected \"Log(\" or \"ReplayLog(\"");
        return US_STRATAGUS_BAD;
    }
    if (!sign(log, "(", "expected '('") || !sign(log, "{", "expected '{'") ||
        !(head ? read_head(log) : read_command(log)) || !sign(log, ")", "expected ')'"))
        return US_STRATAGUS_BAD;
    return head ? US_STRATAGUS_HEAD : US_STRATAGUS_COMMAND;
}

us_stratagus_kind us_stratagus_log_next(us_stratagus_log *log)
{
    us_lua *lua = &log->lua;
    if (log->expected)
        go_on(log);
    log->expected = NULL;
    if (next_token(lua) == US_LUA_END)
        return US_STRATAGUS_END;
    log->statement = lua->place;
    return statement(log);
}

void us_stratagus_log_place(const us_stratagus_log *log, us_stratagus_kind kind, int *line,
                            int *column)
{
    const char *place = kind == US_STRATAGUS_BAD ? log->lua.place : log->statement;
    us_text_place(log->lua.start, (size_t)(place - log->lua.start), line, column);
}
