/* Failure patterns as files: all but the check of their queries, which adapt/pattern.h adds. Plans
 * read them for repairs in play. */
#ifndef US_BEHAVIOR_FAILURE_PATTERN_H
#define US_BEHAVIOR_FAILURE_PATTERN_H

#include "base/file.h"
#include "base/json.h"
#include "behavior/repair.h"
#include "domain/note.h"

typedef struct us_failure_pattern us_failure_pattern;

enum {
    US_PATTERN_VERSION = 1,
    US_PATTERN_FILE_MAX = 64 * 1024, /* bytes */
    US_PATTERN_PARAMS_MAX = 16,
    US_PATTERN_REPAIRS_MAX = 8,
    US_PATTERN_DEFAULTS_MAX = 16,
    US_PATTERN_PATIENCE = 300, /* preset of :patience, of a pattern without a query */
};

/* The place to look for the behavior to blame. */
typedef enum us_blame {
    US_BLAME_STEP, /* the step `node` */
    US_BLAME_UNIT, /* the step that commanded `unit`, or had it made */
    US_BLAME_GOAL, /* the behavior that pursued `goal` */
    US_BLAME_TOP,  /* the top goal's behavior */
    US_BLAMES,
} us_blame;

/* Steps that show the failure in play: they fail because they lack something. */
typedef struct us_step_watch {
    uint32_t lacks;   /* bits: 1 << us_note_lack; 0: no step does */
    const char *item; /* placeholder of the name of the missing thing, or NULL */
} us_step_watch;

typedef struct us_pattern_param {
    const char *name, *about;
    int64_t value;
    int line, column; /* of its name; 0: not in the file */
} us_pattern_param;

struct us_failure_pattern {
    char *name, *file, *about;
    us_hash hash; /* of the file's bytes; with `like` also of those of the other domain's file */
    const char *like; /* domain whose pattern of this name it copies, with these params; or NULL */
    us_pattern_param param[US_PATTERN_PARAMS_MAX];
    int params;
    us_source maintain; /* BRL of a condition that should hold during play; text NULL: none */
    us_step_watch watch;
    us_blame blame;
    us_repair repair[US_PATTERN_REPAIRS_MAX]; /* in order of preference */
    int repairs;
    bool borrowed;                              /* from another domain: its defaults do not count */
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

/* Reads the comment of a pattern: its members, and the place of its query, which is not checked.
 * file names it in errors; its last part without ".sql" is the pattern's name. A pattern with
 * `like` has only params. */
us_status us_failure_pattern_read_head(const us_domain *domain, const char *file, const char *text,
                                       size_t length, us_failure_pattern **out, us_error *err);
/* Reads a file in this way. For a pattern with `like`, *out is the other domain's, with its
 * params. */
us_status us_failure_pattern_load_head(const us_domain *domain, const char *path,
                                       us_failure_pattern **out, us_error *err);
/* Lists all files NAME.sql of a folder, at least one, also those that can't be read. */
us_status us_failure_patterns_list(const char *path, us_names *out, us_error *err);
void us_failure_pattern_free(us_failure_pattern *pattern); /* NULL is fine */
US_AUTOPTR_DEFINE(us_failure_pattern, us_failure_pattern_free);
us_pattern_param *us_failure_pattern_find_param(us_failure_pattern *pattern,
                                                const char *name); /* or NULL */
bool us_failure_pattern_is_name(const char *text, bool dash); /* of a param; dash: of a pattern */
const char *us_modop_name(us_modop modop);                    /* "before" */

/* Returns the number of rows of us_failure_pattern_play_row, at least one. */
int us_failure_pattern_play_rows(const us_failure_pattern *pattern);
/* Returns the values for placeholders in play: those in that row of `defaults`, and the params. If
 * a step lacks something: also its name, for the placeholder watch.item, and {amount}, at least the
 * param `least`. lacks may be NULL. Lifetime of the arena. */
us_piece_row us_failure_pattern_play_row(const us_failure_pattern *pattern, int row,
                                         const us_lacking *lacks, us_arena *arena);

#endif
