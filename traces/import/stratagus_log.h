/* Private to traces/import/: a Stratagus replay log, statement by statement.
 *
 * ReplayLog( {...} ) begins a game; each Log( {...} ) after it is one command of a person. Any
 * other text, and any cut or damaged statement, is returned once as US_STRATAGUS_BAD; reading
 * continues at the next line that begins a statement. */
#ifndef US_TRACES_IMPORT_STRATAGUS_LOG_H
#define US_TRACES_IMPORT_STRATAGUS_LOG_H

#include "traces/trace.h"

/* A tokenizer of Lua text that consists of calls with tables of constants, such as the logs of game
 * engines. It knows names, numbers, strings "...", '...' and [[...]], the signs { } ( ) = , ; and
 * comments up to the end of their line. A string ends in its line. It copies and keeps nothing,
 * whatever the text. */
typedef enum us_lua_kind {
    US_LUA_END, /* end of the text */
    US_LUA_NAME,
    US_LUA_STRING, /* text: between the quotes, with escapes unchanged */
    US_LUA_NUMBER,
    US_LUA_SIGN, /* text: one character */
    US_LUA_BAD,  /* a character that begins no token, or an unclosed string */
} us_lua_kind;

typedef struct us_lua {
    const char *start, *at, *end;
    us_lua_kind kind;  /* of the last token */
    const char *place; /* where it begins */
    const char *text;
    size_t length;
} us_lua;

typedef enum us_stratagus_kind {
    US_STRATAGUS_END,
    US_STRATAGUS_HEAD,
    US_STRATAGUS_COMMAND,
    US_STRATAGUS_BAD,
} us_stratagus_kind;

typedef enum us_stratagus_member {
    US_STRATAGUS_CYCLE,
    US_STRATAGUS_UNIT,  /* its number; engines reuse the number of a unit that is gone */
    US_STRATAGUS_FLUSH, /* 0: queued behind the unit's other orders */
    US_STRATAGUS_X,
    US_STRATAGUS_Y,
    US_STRATAGUS_TARGET,
    US_STRATAGUS_NUMBER,
    US_STRATAGUS_NUMBERS,
    US_STRATAGUS_IDENT = US_STRATAGUS_NUMBERS, /* texts from here on */
    US_STRATAGUS_ACTION,
    US_STRATAGUS_VALUE,
    US_STRATAGUS_MEMBERS,
} us_stratagus_member;

typedef struct us_stratagus_command {
    unsigned has; /* bit per member */
    int64_t number[US_STRATAGUS_NUMBERS];
    char text[US_STRATAGUS_MEMBERS - US_STRATAGUS_NUMBERS][US_TRACE_NAME_MAX]; /* printable */
} us_stratagus_command;

enum { US_STRATAGUS_PLAYERS = 32, US_STRATAGUS_TEXT = 256 };

typedef struct us_stratagus_head {
    int64_t engine[3]; /* version; 0 0 0: unknown */
    char map[US_STRATAGUS_TEXT];
    int64_t local; /* the player at that machine; -1: unknown */
    int64_t race;  /* of that player; -1: the map's */
    char player[US_STRATAGUS_TEXT];
    bool network; /* several people: commands do not name their player */
    bool knows_fog, fog;
} us_stratagus_head;

typedef struct us_stratagus_log {
    us_lua lua;
    const char *statement; /* beginning of the last one */
    const char *expected;  /* BAD: the expected text; static */
    us_stratagus_command command;
    us_stratagus_head head;
} us_stratagus_log;

void us_stratagus_log_open(us_stratagus_log *log, const char *text, size_t length);
us_stratagus_kind us_stratagus_log_next(us_stratagus_log *log);
/* Returns the place of the statement, or, for BAD, of the fault. */
void us_stratagus_log_place(const us_stratagus_log *log, us_stratagus_kind kind, int *line,
                            int *column);

static inline bool us_stratagus_command_has(const us_stratagus_command *command,
                                            us_stratagus_member member)
{
    return command->has >> member & 1;
}
/* Returns a text member, or "" if it is absent. */
static inline const char *us_stratagus_command_text(const us_stratagus_command *command,
                                                    us_stratagus_member member)
{
    return command->text[member - US_STRATAGUS_NUMBERS];
}

#endif
