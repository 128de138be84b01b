/* Failure patterns: kinds of failures in games, as data, with their repairs.
 *
 * A pattern is a file domains/X/patterns/NAME.sql: a comment that holds one object of JSON, then
 * one SELECT over the tables of adapt/games.sql whose rows are failures. The manual is
 * docs/FAILURE_PATTERNS.md. Reading checks all that needs no game: members, kinds, BRL of repairs,
 * tables and columns of the query, parameters. Errors point into the file. */
#ifndef US_ADAPT_PATTERN_H
#define US_ADAPT_PATTERN_H

#include "adapt/repair.h"
#include "base/json.h"
#include "understudy/adapt.h"

enum {
    US_PATTERN_VERSION = 1,
    US_PATTERN_FILE_MAX = 64 * 1024, /* bytes */
    US_PATTERN_PARAMS_MAX = 16,
    US_PATTERN_REPAIRS_MAX = 8,
    US_PATTERN_DEFAULTS_MAX = 16,
    US_PATTERN_PATIENCE = 300, /* preset of :patience, of a pattern without a query */
};
#define US_PATTERN_VALUE_MAX INT64_C(1000000000000) /* of a param, either sign */

/* The place to look for the behavior to blame. */
typedef enum us_blame {
    US_BLAME_STEP, /* the step `node` */
    US_BLAME_UNIT, /* the step that commanded `unit`, or had it made */
    US_BLAME_GOAL, /* the behavior that pursued `goal` */
    US_BLAME_TOP,  /* the top goal's behavior */
    US_BLAMES,
} us_blame;

typedef struct us_pattern_param {
    const char *name, *about;
    int64_t value;
    int line, column; /* of its name; 0: not in the file */
} us_pattern_param;

struct us_failure_pattern {
    char *name, *file, *about;
    const char *like; /* domain whose pattern of this name it copies, with these params; or NULL */
    us_pattern_param param[US_PATTERN_PARAMS_MAX];
    int params;
    us_source maintain; /* BRL of a condition that should hold during play; text NULL: none */
    us_blame blame;
    us_repair repair[US_PATTERN_REPAIRS_MAX]; /* in order of preference */
    int repairs;
    us_source sql;                              /* with the place of its first character */
    const char *column[US_PATTERN_COLUMNS_MAX]; /* of the query */
    int columns;
    /* Rows that fill a daemon's placeholders without a failure: values by column, NULL for a column
     * that the row does not name. See us_failure_pattern_row. */
    const char *const *defaults[US_PATTERN_DEFAULTS_MAX];
    int default_rows;
    us_json *header; /* private: sources point into it */
    struct us_arena *arena;
};

/* Parses a pattern. file names it in errors; its last part without ".sql" is the pattern's name. A
 * pattern with `like` has only params: us_patterns_load puts the copied one there. */
us_status us_failure_pattern_parse(const us_domain *domain, const char *file, const char *text,
                                   size_t length, us_failure_pattern **out, us_error *err);
void us_failure_pattern_free(us_failure_pattern *pattern); /* NULL is fine */
US_AUTOPTR_DEFINE(us_failure_pattern, us_failure_pattern_free);
int us_failure_pattern_find_column(const us_failure_pattern *pattern, const char *name); /* or -1 */
us_failure_pattern *us_patterns_find(const us_patterns *patterns, const char *name); /* or NULL */

const char *us_modop_name(us_modop modop); /* "before" */
/* names: "daemon,retry". Adds the bit 1 << modop of each to *out. */
us_status us_modops_parse(const char *names, uint32_t *out, us_error *err);

#endif
