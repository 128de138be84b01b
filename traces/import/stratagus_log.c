#include "traces/import/stratagus_log.h"

#include <string.h>

#include "base/str.h"

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
    *log = (us_stratagus_log){.statement = text};
    us_lua_init(&log->lua, text, length);
}

static bool fault(us_stratagus_log *log, const char *expected)
{
    log->expected = expected;
    return false;
}

static bool sign(us_stratagus_log *log, const char *text, const char *expected)
{
    us_lua_next(&log->lua);
    return us_lua_has_token(&log->lua, US_LUA_SIGN, text) || fault(log, expected);
}

/* Skips the value of an unused member. */
static bool skip_value(us_stratagus_log *log)
{
    us_lua_kind kind = us_lua_next(&log->lua);
    if (us_lua_has_token(&log->lua, US_LUA_SIGN, "{"))
        return us_lua_skip(&log->lua) || fault(log, "expected a table that ends, and not too deep");
    return kind == US_LUA_NAME || kind == US_LUA_NUMBER || kind == US_LUA_STRING ||
           fault(log, "expected a value");
}

static bool number(us_stratagus_log *log, int64_t low, int64_t high, int64_t *out)
{
    int64_t value;
    us_lua_next(&log->lua);
    if (!us_lua_parse_int(&log->lua, &value) || value < low || value > high)
        return fault(log, "expected a whole number in its range");
    *out = value;
    return true;
}

/* Goes to the next "name =" of a table, or behind its end (*more false). A comma or semicolon
 * separates members; one may follow the last. */
static bool next_member(us_stratagus_log *log, bool first, bool *more)
{
    us_lua *lua = &log->lua;
    us_lua_next(lua);
    bool parted = first;
    if (!first &&
        (us_lua_has_token(lua, US_LUA_SIGN, ",") || us_lua_has_token(lua, US_LUA_SIGN, ";"))) {
        us_lua_next(lua);
        parted = true;
    }
    *more = !us_lua_has_token(lua, US_LUA_SIGN, "}");
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
    if (us_lua_next(&log->lua) != US_LUA_STRING)
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

static bool read_command(us_stratagus_log *log)
{
    bool more = true;
    log->command = (us_stratagus_command){0};
    for (bool first = true;; first = false) {
        if (!next_member(log, first, &more))
            return false;
        if (!more)
            break;
        int member = 0;
        while (member < US_STRATAGUS_MEMBERS &&
               !us_lua_has_token(&log->lua, US_LUA_NAME, members[member].name))
            member++;
        if (!sign(log, "=", "expected '='"))
            return false;
        bool read = member == US_STRATAGUS_MEMBERS ? skip_value(log)
                    : member < US_STRATAGUS_NUMBERS
                        ? number(log, members[member].low, members[member].high,
                                 &log->command.number[member])
                        : take_name(log, (us_stratagus_member)member);
        if (!read)
            return false;
        if (member < US_STRATAGUS_NUMBERS)
            log->command.has |= 1u << member;
    }
    if (!us_stratagus_command_has(&log->command, US_STRATAGUS_CYCLE) ||
        !us_stratagus_command_has(&log->command, US_STRATAGUS_ACTION))
        return fault(log, "expected a command with GameCycle and Action");
    return true;
}

/* ---- the head of a game */

static bool take_text(us_stratagus_log *log, char out[US_STRATAGUS_TEXT])
{
    const us_lua *lua = &log->lua;
    if (us_lua_next(&log->lua) != US_LUA_STRING)
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

static bool read_player(us_stratagus_log *log, char name[US_STRATAGUS_TEXT], int64_t *race)
{
    bool more = true;
    for (bool first = true;; first = false) {
        if (!next_member(log, first, &more))
            return false;
        if (!more)
            return true;
        bool is_name = us_lua_has_token(&log->lua, US_LUA_NAME, "Name");
        bool is_race = us_lua_has_token(&log->lua, US_LUA_NAME, "Race");
        if (!sign(log, "=", "expected '='"))
            return false;
        bool read = is_name   ? take_text(log, name)
                    : is_race ? number(log, INT32_MIN, INT32_MAX, race)
                              : skip_value(log);
        if (!read)
            return false;
    }
}

/* Reads the players by number. The local player's number may come before or after them. */
static bool read_players(us_stratagus_log *log, char name[][US_STRATAGUS_TEXT], int64_t *race)
{
    if (!sign(log, "{", "expected a table"))
        return false;
    for (int i = 0; i < US_STRATAGUS_PLAYERS; i++) {
        us_lua_next(&log->lua);
        if (i > 0 && us_lua_has_token(&log->lua, US_LUA_SIGN, ","))
            us_lua_next(&log->lua);
        if (us_lua_has_token(&log->lua, US_LUA_SIGN, "}"))
            return true;
        if (!us_lua_has_token(&log->lua, US_LUA_SIGN, "{"))
            return fault(log, "expected a player, a table");
        if (!read_player(log, name[i], &race[i]))
            return false;
    }
    return sign(log, "}", "expected fewer players");
}

static bool read_head_member(us_stratagus_log *log, char name[][US_STRATAGUS_TEXT], int64_t *race)
{
    us_stratagus_head *head = &log->head;
    int64_t value = 0;
    const us_lua key = log->lua;
    if (!sign(log, "=", "expected '='"))
        return false;
    if (us_lua_has_token(&key, US_LUA_NAME, "MapPath"))
        return take_text(log, head->map);
    if (us_lua_has_token(&key, US_LUA_NAME, "LocalPlayer"))
        return number(log, 0, US_STRATAGUS_PLAYERS - 1, &head->local);
    if (us_lua_has_token(&key, US_LUA_NAME, "Players"))
        return read_players(log, name, race);
    if (us_lua_has_token(&key, US_LUA_NAME, "Engine"))
        return read_engine(log);
    /* 1: one person, 2: several. Version 3 calls it NetGameType. */
    if (us_lua_has_token(&key, US_LUA_NAME, "Type") ||
        us_lua_has_token(&key, US_LUA_NAME, "NetGameType")) {
        if (!number(log, INT32_MIN, INT32_MAX, &value))
            return false;
        head->network = value == 2;
        return true;
    }
    if (!us_lua_has_token(&key, US_LUA_NAME, "NoFow"))
        return skip_value(log);
    us_lua_next(&log->lua);
    head->fog = us_lua_has_token(&log->lua, US_LUA_NAME, "false");
    head->knows_fog = head->fog || us_lua_has_token(&log->lua, US_LUA_NAME, "true");
    return head->knows_fog || fault(log, "expected true or false");
}

static bool read_head(us_stratagus_log *log)
{
    char name[US_STRATAGUS_PLAYERS][US_STRATAGUS_TEXT];
    int64_t race[US_STRATAGUS_PLAYERS];
    us_stratagus_head *head = &log->head;
    bool more = true;
    *head = (us_stratagus_head){.local = -1, .race = -1};
    for (int i = 0; i < US_STRATAGUS_PLAYERS; i++) {
        name[i][0] = '\0';
        race[i] = -1;
    }
    for (bool first = true;; first = false) {
        if (!next_member(log, first, &more))
            return false;
        if (!more)
            break;
        if (!read_head_member(log, name, race))
            return false;
    }
    if (head->local >= 0) {
        head->race = race[head->local];
        memcpy(head->player, name[head->local], sizeof(head->player));
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
    bool head = us_lua_has_token(lua, US_LUA_NAME, "ReplayLog");
    if (!head && !us_lua_has_token(lua, US_LUA_NAME, "Log")) {
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
    if (us_lua_next(lua) == US_LUA_END)
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
