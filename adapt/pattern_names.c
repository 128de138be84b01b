#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "adapt/pattern_internal.h"
#include "base/spelling.h"
#include "behavior/piece.h"

/* ---- names of the domain */

typedef enum name_kind {
    OTHER,
    ROLE,
    STATUS,
    RESOURCE,
    TALLY,
    FACTION,
    TYPE,
    ACTION,
    GOAL
} name_kind;
static const char *const kind_name[] = {NULL,      "role", "status", "resource", "tally",
                                        "faction", "type", "action", "goal"};

/* The names of one kind in a domain. */
typedef struct domain_names {
    const us_domain *domain;
    name_kind kind;
} domain_names;

static const char *name_at(const void *of, int i)
{
    const domain_names *names = of;
    const us_domain *domain = names->domain;
    const us_names_table *const table[] = {[ROLE] = &domain->roles,
                                           [STATUS] = &domain->statuses,
                                           [RESOURCE] = &domain->resources,
                                           [TALLY] = &domain->tallies,
                                           [FACTION] = &domain->factions};
    switch (names->kind) {
    case TYPE:
        return i < domain->type_count ? domain->type[i].name : NULL;
    case ACTION:
        return i < domain->action_count ? domain->action[i].name : NULL;
    case GOAL:
        return i < domain->goal_count ? domain->goal[i].name : NULL;
    default:
        return i < table[names->kind]->count ? table[names->kind]->name[i] : NULL;
    }
}

/* Columns of tables that hold names of the domain, and others of equal name. */
static const struct column {
    const char *table, *column;
    name_kind kind; /* OTHER: the column holds other texts */
} known[] = {
    {"roles", "role", ROLE},         {"types", "name", TYPE},        {"types", "common_name", TYPE},
    {"types", "faction", FACTION},   {"types", "parent", OTHER},     {"seats", "faction", FACTION},
    {"costs", "resource", RESOURCE}, {"makes", "action", ACTION},    {"states", "action", ACTION},
    {"orders", "action", ACTION},    {"commands", "action", ACTION}, {"states", "status", STATUS},
    {"stock", "tally", TALLY},       {"goals", "goal", GOAL},        {"goals", "parent", GOAL},
    {"nodes", "goal", GOAL},         {"nodes", "name", OTHER},       {"conditions", "name", OTHER},
};

/* ---- words of the query */

typedef enum word_kind { WORD_NAME, WORD_TEXT, WORD_SIGN } word_kind;

typedef struct word {
    word_kind kind;
    size_t from, to; /* in the query; of a text or quoted name without the quotes */
    int depth;       /* brackets around it */
    bool defines;    /* it gives a column its name: behind AS, or in the list of a part of WITH */
} word;

typedef struct words {
    const us_domain *domain;
    const us_failure_pattern *pattern;
    const char *sql;
    word *word;
    int count, capacity;
    int *with; /* words that begin a part of WITH */
    int withs, with_capacity;
    us_error *err;
} words;

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Returns the offset behind a text in quotes; a doubled quote is part of it. */
static size_t behind_quotes(const char *sql, size_t at)
{
    char quote = sql[at++];
    while (sql[at] && (sql[at] != quote || sql[at + 1] == quote))
        at += sql[at] == quote ? 2 : 1;
    return at + (sql[at] == quote);
}

/* Returns the offset behind a comment, or `at`. */
static size_t behind_comment(const char *sql, size_t at)
{
    bool line = strncmp(sql + at, "--", 2) == 0, block = strncmp(sql + at, "/*", 2) == 0;
    const char *end = line ? strchr(sql + at, '\n') : block ? strstr(sql + at + 2, "*/") : NULL;
    if (!line && !block)
        return at;
    return end ? (size_t)(end - sql) + (line ? 1 : 2) : strlen(sql);
}

static void add_word(words *w, word_kind kind, size_t from, size_t to)
{
    w->word = us_array_grow(w->word, w->count, &w->capacity, sizeof *w->word);
    int depth = w->count > 0 ? w->word[w->count - 1].depth : 0;
    if (kind == WORD_SIGN && w->sql[from] == ')')
        depth--;
    if (w->count > 0 && w->word[w->count - 1].kind == WORD_SIGN &&
        w->sql[w->word[w->count - 1].from] == '(')
        depth++;
    w->word[w->count++] = (word){kind, from, to, depth, false};
}

static void split(words *w)
{
    const char *sql = w->sql;
    for (size_t at = 0; sql[at];) {
        size_t from = at, comment = behind_comment(sql, at);
        if (comment > at) {
            at = comment;
        } else if (sql[at] == '\'' || sql[at] == '"') {
            at = behind_quotes(sql, at);
            add_word(w, sql[from] == '"' ? WORD_NAME : WORD_TEXT, from + 1,
                     at > from + 1 ? at - 1 : at);
        } else if (in_name(sql[at])) {
            while (in_name(sql[at]))
                at++;
            add_word(w, WORD_NAME, from, at);
        } else if (strchr(" \t\r\n\f", sql[at])) {
            at++;
        } else {
            at += strchr("=<>!", sql[at]) ? strspn(sql + at, "=<>!") : 1;
            add_word(w, WORD_SIGN, from, at);
        }
    }
}

static bool is_word(const words *w, int i, word_kind kind, const char *text)
{
    if (i < 0 || i >= w->count || w->word[i].kind != kind)
        return false;
    size_t length = w->word[i].to - w->word[i].from;
    return strlen(text) == length &&
           sqlite3_strnicmp(w->sql + w->word[i].from, text, (int)length) == 0;
}

static bool is_sign(const words *w, int i, const char *sign)
{
    return is_word(w, i, WORD_SIGN, sign);
}

static bool is_key(const words *w, int i, const char *key)
{
    return is_word(w, i, WORD_NAME, key);
}

static bool is_name(const words *w, int i)
{
    return i >= 0 && i < w->count && w->word[i].kind == WORD_NAME;
}

static bool same(const words *w, int a, int b)
{
    const word *x = &w->word[a], *y = &w->word[b];
    return x->to - x->from == y->to - y->from &&
           sqlite3_strnicmp(w->sql + x->from, w->sql + y->from, (int)(x->to - x->from)) == 0;
}

/* ---- what a name stands for */

/* Notes the word if it begins a part of WITH: NAME AS (, or NAME(COLUMN, ...) AS (. */
static void note_with(words *w, int i)
{
    int at = i + 1;
    if (is_sign(w, at, "(")) {
        while (is_name(w, at + 1) && is_sign(w, at + 2, ","))
            at += 2;
        if (!is_name(w, at + 1) || !is_sign(w, at + 2, ")"))
            return;
        at += 3;
    }
    int listed = at, last = at + (is_key(w, at + 1, "NOT") ? 2 : 1);
    last += is_key(w, last, "MATERIALIZED");
    if (!is_name(w, i) || !is_key(w, at, "AS") || !is_sign(w, last, "("))
        return;
    for (int k = i + 1; k < listed; k++)
        w->word[k].defines = true;
    w->with = us_array_grow(w->with, w->withs, &w->with_capacity, sizeof *w->with);
    w->with[w->withs++] = i;
}

static void note_names(words *w)
{
    for (int i = 0; i < w->count; i++) {
        if (is_key(w, i - 1, "AS"))
            w->word[i].defines = true;
        note_with(w, i);
    }
}

static bool is_table(const words *w, int i, const char *table)
{
    if (!is_key(w, i, table) || is_sign(w, i - 1, "."))
        return false;
    for (int k = 0; k < w->withs; k++)
        if (same(w, i, w->with[k]))
            return false;
    return true;
}

/* Returns the word that the name at `i` gives another name to, as in `roles AS r`, or -1. */
static int renamed(const words *w, int i)
{
    int of = is_key(w, i - 1, "AS") ? i - 2 : i - 1;
    if (of < 0 || is_sign(w, of, ")") || is_name(w, of))
        return of;
    return -1;
}

/* Returns whether the qualifier at `i` stands for that table and nothing else. */
static bool stands_for(const words *w, int i, const char *table)
{
    bool found = false;
    for (int k = 0; k < w->count; k++) {
        if (w->word[k].kind != WORD_NAME || !same(w, i, k) || is_sign(w, k + 1, "."))
            continue;
        int of = renamed(w, k);
        bool is = is_table(w, k, table) || (of >= 0 && is_table(w, of, table));
        if (!is && of >= 0)
            return false;
        found = found || is;
    }
    return found;
}

/* Returns whether the query names that table, and gives no other meaning to the column at `i`. */
static bool is_column_of(const words *w, int i, const char *table)
{
    bool named = false;
    for (int k = 0; k < w->count; k++) {
        named = named || is_table(w, k, table);
        if (w->word[k].defines && same(w, i, k))
            return false;
    }
    return named;
}

/* Returns whether the column whose last word is `i` is that one of the table. */
static bool is_column(const words *w, int i, const struct column *column)
{
    if (!is_key(w, i, column->column) || is_sign(w, i + 1, "(") || is_sign(w, i + 1, "."))
        return false;
    return is_sign(w, i - 1, ".") ? is_name(w, i - 2) && stands_for(w, i - 2, column->table)
                                  : is_column_of(w, i, column->table);
}

/* ---- texts that are compared with columns */

static bool compares(const words *w, int i)
{
    return is_sign(w, i, "=") || is_sign(w, i, "==") || is_sign(w, i, "<>") || is_sign(w, i, "!=");
}

/* Returns the last word of the column that the text at `i` is compared with, or -1. */
static int compared(const words *w, int i)
{
    int at = i - 1;
    if (is_sign(w, i + 1, "|") || is_key(w, i + 1, "COLLATE"))
        return -1;
    if (compares(w, at))
        return at - 1;
    if (is_key(w, at, "IS") || (is_key(w, at, "NOT") && is_key(w, at - 1, "IS")))
        return at - (is_key(w, at, "IS") ? 1 : 2);
    while (is_sign(w, at, ",") && at > 0 && w->word[at - 1].kind == WORD_TEXT)
        at -= 2;
    if (is_sign(w, at, "(") && is_key(w, at - 1, "IN"))
        return at - (is_key(w, at - 2, "NOT") ? 3 : 2);
    if (!compares(w, i + 1))
        return -1;
    return is_sign(w, i + 3, ".") ? i + 4 : i + 2;
}

static bool has_name(const words *w, int i, name_kind kind)
{
    const domain_names names = {w->domain, kind};
    const char *text = w->sql + w->word[i].from;
    size_t length = w->word[i].to - w->word[i].from;
    const char *at;
    for (int k = 0; (at = name_at(&names, k)); k++)
        if (strlen(at) == length && memcmp(at, text, length) == 0)
            return true;
    return length == 0;
}

static us_status fail_name(const words *w, int i, name_kind kind)
{
    const domain_names names = {w->domain, kind};
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)(w->word[i].to - w->word[i].from),
             w->sql + w->word[i].from);
    US_AUTOSTR(help);
    us_spelling_print_hint(text, name_at, &names, "there are", &help);
    return us_source_fail(&w->pattern->sql, w->word[i].from - 1, w->err,
                          "the domain %s has no %s \"%s\"%s", w->domain->name, kind_name[kind],
                          text, help.text);
}

static us_status check_compared(const words *w, int i)
{
    int column = compared(w, i);
    name_kind lacks = OTHER;
    for (int k = 0; k < US_COUNT(known); k++) {
        if (!is_column(w, column, &known[k]))
            continue;
        if (known[k].kind == OTHER || has_name(w, i, known[k].kind))
            return US_OK;
        lacks = known[k].kind;
    }
    return lacks == OTHER ? US_OK : fail_name(w, i, lacks);
}

/* ---- texts that fill columns of the query */

/* Returns the word that names the column which the text at `i` fills, or -1: 'x' AS column,
 * CASE ... THEN 'x' ... END AS column, (SELECT 'x' ...) AS column. */
static int filled(const words *w, int i)
{
    int depth = w->word[i].depth;
    if (depth == 0 && is_key(w, i + 1, "AS"))
        return i + 2;
    bool chosen = depth == 0 && (is_key(w, i - 1, "THEN") || is_key(w, i - 1, "ELSE"));
    bool asked = depth == 1 && is_key(w, i - 1, "SELECT") && is_sign(w, i - 2, "(") &&
                 !is_name(w, i - 3) && (is_key(w, i + 1, "FROM") || is_sign(w, i + 1, ")"));
    for (int at = i + 1; (chosen || asked) && at < w->count; at++) {
        if (w->word[at].depth > 0)
            continue;
        if (is_key(w, at, "AS"))
            return (chosen ? is_key(w, at - 1, "END") : is_sign(w, at - 1, ")")) ? at + 1 : -1;
        if (is_sign(w, at, ",") || is_key(w, at, "FROM") || is_key(w, at, "SELECT"))
            return -1;
    }
    return -1;
}

static int column_called(const words *w, int i)
{
    for (int k = 0; i >= 0 && k < w->pattern->columns; k++)
        if (is_key(w, i, w->pattern->column[k]))
            return k;
    return -1;
}

static us_status check_filled(const words *w, int i)
{
    const us_failure_pattern *p = w->pattern;
    int column = column_called(w, filled(w, i));
    if (column < 0)
        return US_OK;
    if (us_text_equal(p->column[column], "goal") && !has_name(w, i, GOAL))
        return fail_name(w, i, GOAL);
    US_AUTOSTR(value);
    us_str_add_bytes(&value, w->sql + w->word[i].from, w->word[i].to - w->word[i].from);
    for (int k = 0; k < p->repairs; k++) {
        us_error fault = {0};
        if (us_modop_has_node(p->repair[k].modop) &&
            us_piece_check(w->domain, &p->repair[k], p->column, p->columns, column, value.text,
                           &fault) != US_OK)
            return us_source_fail(&p->sql, w->word[i].from - 1, w->err, "as {%s} of repair %d: %s",
                                  p->column[column], k + 1, fault.text);
    }
    return US_OK;
}

us_status us_failure_pattern_names(const us_domain *domain, const us_failure_pattern *pattern,
                                   us_error *err)
{
    words w = {.domain = domain, .pattern = pattern, .sql = pattern->sql.text, .err = err};
    us_status status = US_OK;
    split(&w);
    note_names(&w);
    for (int i = 0; i < w.count && status == US_OK; i++) {
        if (w.word[i].kind != WORD_TEXT)
            continue;
        status = check_compared(&w, i);
        if (status == US_OK)
            status = check_filled(&w, i);
    }
    us_mem_free(w.word);
    us_mem_free(w.with);
    return status;
}
