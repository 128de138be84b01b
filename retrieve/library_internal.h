/* Private to retrieve/: the internals of a library. */
#ifndef US_RETRIEVE_LIBRARY_INTERNAL_H
#define US_RETRIEVE_LIBRARY_INTERNAL_H

#include "retrieve/library.h"
#include "retrieve/store.h"

typedef enum us_query_id {
    US_SQL_ABOUT_ADD,
    US_SQL_BEHAVIOR_BY_HASH,
    US_SQL_BEHAVIOR_BY_NAME,
    US_SQL_BEHAVIOR_ADD,
    US_SQL_BEHAVIOR_COUNT,
    US_SQL_BEHAVIOR_DROP,
    US_SQL_BEHAVIOR_BODY,
    US_SQL_BEHAVIORS,
    US_SQL_COUNTS,
    US_SQL_TREES,
    US_SQL_TREE,
    US_SQL_CLASS_ADD,
    US_SQL_CLASSES_OF,
    US_SQL_GOAL_FIND,
    US_SQL_GOAL_ADD,
    US_SQL_PATTERNS,
    US_SQL_PATTERN_OF,
    US_SQL_SHELVED,
    US_SQL_GOAL_DROP,
    US_SQL_SLOT_FIND,
    US_SQL_SLOT_ADD,
    US_SQL_SLOTS,
    US_SQL_CASE_FIND,
    US_SQL_CASE_ADD,
    US_SQL_CASE_DROP,
    US_SQL_CASES,
    US_SQL_CASES_OF,
    US_SQL_CASE,
    US_SQL_CASE_HASHES,
    US_SQL_ENTRIES,
    US_SQL_DETAIL_ADD,
    US_SQL_ORIGIN_ROW,
    US_SQL_ORIGIN_FIRST,
    US_SQL_ORIGINS_MET,
    US_SQL_ORIGIN_ADD,
    US_SQL_ORIGIN_SEED,
    US_SQL_ORIGINS,
    US_SQL_ORIGINS_OF,
    US_SQL_OUTCOME_ADD,
    US_SQL_OUTCOME_SET,
    US_SQL_OUTCOMES_OF,
    US_SQL_OUTCOMES,
    US_SQL_OUTCOMES_DROP,
    US_SQL_ATTEMPT_ADD,
    US_SQL_ATTEMPTS_DROP,
    US_SQL_ATTEMPTS_OF,
    US_SQL_ATTEMPTS,
    US_SQL_ATTEMPT_SUMS,
    US_SQL_SHOWN,
    US_SQL_PARENTS,
    US_SQL_FEATURES,
    US_SQL_FEATURE_ADD,
    US_SQL_FEATURE_SET,
    US_SQL_WEIGH,
    US_SQL_BANDWIDTH,
    US_SQL_SEEN,
    US_SQL_SEEN_ADD,
    US_SQL_SEEN_SETTLE,
    US_SQL_STORIES,
    US_SQL_STORY_ADD,
    US_SQL_COUNT,
} us_query_id;

/* Two columns of a behavior b: tries and successes. Floating point is exact up to the bound. */
#define US_SQL_BOUNDED(count)                                                          \
    "CAST(min(9007199254740992, b." count " + (SELECT total(" count ") FROM outcomes " \
    "WHERE behavior = b.id)) AS INTEGER)"
#define US_SQL_TOTALS US_SQL_BOUNDED("tries") ", " US_SQL_BOUNDED("successes")

#define US_SQL_SUM(count) "CAST(min(9007199254740992, total(" count ")) AS INTEGER)"

/* The entries by which origins are compared. For a demonstration with a hash, the hash stands for
 * its file name, and its seed and the lines of its orders are left out. */
#define US_SQL_PROVENANCE(entries)                                                    \
    "CASE WHEN json_valid(" entries ") AND json_extract(" entries ", '$." US_KEY_DEMO \
    "[1]') IS NOT NULL THEN (SELECT json_group_array(iif(key = '" US_KEY_DEMO         \
    "', json_extract(value, '$[1]'), key || value)) FROM json_each(" entries          \
    ") WHERE key <> '" US_KEY_SEED "' AND key NOT GLOB 'order.*') ELSE " entries " END"

typedef US_LIST(int64_t) us_library_ids;
void us_library_ids_clear(us_library_ids *ids);

struct us_library {
    us_store store; /* see us_library_ensure_open */
    const us_domain *domain;
    char *path;
    char *temporary; /* path of a new library up to its first commit; else NULL */
    bool begun;
    int holds;     /* see us_library_begin_read */
    bool featured; /* ranges and weights were taken from a file */
    bool together; /* put items share slots or call trees: commit checks all together */
    US_LIST(us_brl_game)
    pending; /* maps of origins that were there already, for
                us_library_drop_seedless_games */
    us_library_feature *feature;
    int features;
    int *by_name;    /* indexes of features, sorted by name */
    int *of_domain;  /* by feature of the domain: index of the library's, or -1 */
    int32_t *number; /* scratch: features of one case */
    sqlite3_stmt *stmt[US_SQL_COUNT];
    struct us_met_origins *met; /* see us_met_origins_find; NULL: none read */
};

/* Makes sure that the store is open: the first commit of a new library names the file and closes
 * it. Call this before any use of the store but by these queries. */
us_status us_library_ensure_open(us_library *library, us_error *err);

/* The queries bind their values as us_store_bind does. */

/* Runs a query without rows. */
us_status us_library_run(us_library *library, us_query_id query, us_error *err, const char *kinds,
                         ...);
/* Finds the first row. *found false: there is none; else the caller resets the statement. */
us_status us_library_find_row(us_library *library, us_query_id query, sqlite3_stmt **row,
                              bool *found, us_error *err, const char *kinds, ...);
/* Returns the id in the first column of the first row; 0: there is no row. */
us_status us_library_find_id(us_library *library, us_query_id query, int64_t *out, us_error *err,
                             const char *kinds, ...);
/* Calls visit for each row until it fails. */
typedef us_status us_library_on_row(void *context, sqlite3_stmt *row, us_error *err);
us_status us_library_visit_rows(us_library *library, us_query_id query, us_library_on_row *visit,
                                void *context, us_error *err, const char *kinds, ...);
us_status us_library_fail_damaged(const us_library *library, us_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

us_status us_library_commit_transaction(us_library *library,
                                        us_error *err); /* commits the transaction */

/* Returns the index of a feature, or -1. */
int us_library_find_feature(const us_library *library, const char *name);
/* Adds features to a file's head if they differ from the domain's declaration. */
void us_library_export_features(const us_library *library, us_brl *out);

/* Records the games that a case was met in, by its entries `map` and `seed`. */
us_status us_library_record_case_games(us_library *library, const us_case *from, us_error *err);
/* Notes the maps of a case for us_library_drop_seedless_games: its origin was there already, and
 * one of the two lacked a seed. */
void us_library_record_case_maps(us_library *library, const us_case *from);
/* Before a commit: drops games on the noted maps that have no seed if the same map has a game with
 * a seed, unless an origin still lacks its seed. */
us_status us_library_drop_seedless_games(us_library *library, us_error *err);
/* Take the games of a file's head, within begin and commit; add them to a file's head. */
us_status us_library_import_games(us_library *library, const us_brl *from, us_error *err);
us_status us_library_export_games(us_library *library, us_brl *out, us_error *err);

/* Returns the space in which retrieval measures states. The caller clears it. */
us_space us_library_make_space(const us_library *library);

/* ---- cases as they are stored: retrieve/library_case.c */

typedef struct us_stored_case {
    us_str done, features, entries; /* features: bytes; entries: JSON */
    us_hash hash;
    bool blank; /* nothing in it makes a case */
    us_cycle cycle;
    const char *map;
    us_str origin; /* JSON */
    bool met;      /* there is an origin */
} us_stored_case;

/* Attempts as entries of a case; all are NULL if there are none. */
typedef struct us_attempt_entries {
    const us_entry *games, *states;
    const us_entry *features; /* NULL: none but those of the domain */
} us_attempt_entries;
enum { US_ATTEMPT_ENTRIES = 3 };

typedef struct us_case_counts { /* of the behavior, as a case records them */
    int64_t tries, successes;
    const us_entry *games, *game_tries, *game_successes; /* NULL: none */
    us_attempt_entries attempt;
} us_case_counts;

void us_stored_case_init(us_stored_case *stored);
void us_stored_case_clear(us_stored_case *stored);
/* Converts a case to its stored form. Changes *counts if the case records counts. */
us_status us_library_encode_case(us_library *library, const us_template *behavior, us_hash hash,
                                 const us_case *from, us_stored_case *out, us_case_counts *counts,
                                 us_error *err);
/* The identity of a case: its behavior, its done labels with a space between, its features by name,
 * and what was seen in it, as us_case_print_seen prints it. */
us_hash us_library_hash_case(const us_library *library, us_hash behavior, const char *done,
                             const int32_t *feature, const char *entries);
us_hash us_stored_case_hash_feature(us_hash hash, const char *name, int32_t value);
void us_case_print_seen(const us_case *from, us_str *out); /* JSON, sorted by key */
/* Appends the bytes of library->number. Omits missing features at the end, so that a library that
 * grew holds the same bytes. */
void us_library_encode_features(const us_library *library, us_str *out);
/* Reads the features in the bytes of a row into library->number. */
void us_library_decode_features(us_library *library, const void *bytes, int length);
/* Adds the entries of a JSON text to those of *out; refuses an entry that BRL can't write. */
us_status us_library_read_entries(const us_library *library, const char *json, us_arena *arena,
                                  us_case *out, us_error *err);
/* Adds library->number to the entries of *out: as features, or as feature.NAME if some are
 * missing. */
void us_library_add_feature_entries(const us_library *library, us_arena *arena, us_case *out);
void us_done_labels_join(const us_case *from, us_str *out); /* the labels, a space between */
us_status us_library_read_done_labels(const us_library *library, const char *done, us_arena *arena,
                                      us_case *out, us_error *err);

/* ---- behaviors as they are stored: retrieve/library_get.c */

us_entry us_entry_from_texts(const char *key, const char *const *text, int count); /* borrowed */

/* Builds a file of all that is stored, linked and checked. Collects faults as for a file. Adds the
 * ids of the items, in the order of the file, to ids, which may be NULL. */
us_status us_library_build_file(us_library *library, us_library_origins_read origins,
                                us_faults *faults, us_library_ids *ids, us_brl **out,
                                us_error *err);
/* The same; the first fault is an error. */
us_status us_library_get_sound(us_library *library, us_library_origins_read origins,
                               us_library_ids *ids, us_brl **out, us_error *err);

/* ---- cases one by one: retrieve/library_put.c */

/* Puts a behavior without looking at its cases; `feed` calls `put` for each of them instead. */
typedef us_status us_library_feed(void *context, us_library_on_block *put, void *putting,
                                  us_error *err);
us_status us_library_put_fed(us_library *library, const us_template *behavior,
                             us_library_feed *feed, void *context, us_library_added *added,
                             us_error *err);

/* ---- origins that the cases have already: retrieve/met_origins.c */

/* Finds an origin of a case that is the same demonstration at the same moment; *id is 0 if there is
 * none. The origins of a case are read once in a transaction. `fresh`: the case has none yet. */
us_status us_met_origins_find(us_library *library, int64_t case_id, bool fresh,
                              const us_stored_case *from, int64_t *id, us_error *err);
/* Adds the origin that was looked for last. */
void us_met_origins_add(us_library *library, int64_t id);
void us_met_origins_clear(us_library *library);

#endif
