/* A library: one SQLite file of behaviors and their cases, with where each came from and how often
 * it was tried. Playing only reads it. docs/LIBRARY.md is the manual.
 *
 * Behaviors are known by the hash of their body, cases by what they hold: putting one twice adds
 * nothing but where it came from, and that once, too. Whatever writes does so in one transaction: a
 * crash leaves the library as before or as after. */
#ifndef US_RETRIEVE_LIBRARY_H
#define US_RETRIEVE_LIBRARY_H

#include "behavior/brl.h"
#include "behavior/keys.h"
#include "retrieve/similarity.h"

typedef struct us_library us_library;

/* Numbers of tries and successes end there; a larger total counts as that. 2^53. */
#define US_TRIES_MAX 9007199254740992

typedef enum us_library_mode {
    US_LIBRARY_READ,   /* must be there; never written to */
    US_LIBRARY_WRITE,  /* must be there */
    US_LIBRARY_CREATE, /* where nothing is, a new one appears with the first commit */
} us_library_mode;

/* The domain is borrowed until close; a library of another domain is US_MISMATCH. A file that is
 * no library, newer, truncated or locked is an error that says so; it is left as it is. */
us_status us_library_open(const char *path, us_library_mode mode, const us_domain *domain,
                          us_library **out, us_error *err);
/* The same of the bytes of a file, to be read only. name: as errors call it. */
us_status us_library_open_bytes(const char *name, const void *bytes, size_t length,
                                const us_domain *domain, us_library **out, us_error *err);
void us_library_close(us_library *library); /* what was not committed is forgotten; NULL is fine */
/* The name of the domain that the library at path is about. Appended. */
us_status us_library_about(const char *path, us_str *out, us_error *err);
const us_domain *us_library_domain(const us_library *library);
const char *us_library_path(const us_library *library);

/* ---- writing */

/* What follows is written by commit, or not at all: after an error close the library. begin adds
 * features that the domain has and the library has not. */
us_status us_library_begin(us_library *library, us_error *err);
us_status us_library_commit(us_library *library, us_error *err);

typedef struct us_library_added {
    int behaviors, cases, origins; /* that were not there */
} us_library_added;
/* A behavior with its cases, a tree or an archetype, within begin and commit; calls are held
 * against the trees they call at commit. *added is added to. Tries and successes that are there
 * already stay, unless more are told. One whose name stands for another body is US_MISMATCH. */
us_status us_library_put(us_library *library, const us_template *behavior, us_library_added *added,
                         us_error *err);
/* All of a file. A library that is new gets the ranges and weights that the head of the first file
 * tells; one that is not keeps its own. Either gets features that it has not. */
us_status us_library_put_all(us_library *library, const us_brl *brl, us_library_added *added,
                             us_error *err);

/* How a behavior fared in a game, known by a hash: told again, it replaces what was told before.
 * *known: there is such a behavior. */
us_status us_library_outcome(us_library *library, us_hash behavior, us_hash game, int64_t tries,
                             int64_t successes, bool *known, us_error *err);
/* A game that led to what the library holds, or to what was taken away from it: whoever judges it
 * plays others. Those that cases tell of (`map`, `seed`) are noted when these are put. */
us_status us_library_saw(us_library *library, const us_brl_game *game, us_error *err);
us_status us_library_drop_behavior(us_library *library, int64_t id, us_error *err);
us_status us_library_drop_case(us_library *library, int64_t id, us_error *err);
/* Percent, 0 to US_WEIGHT_MAX; 100 at first. feature: index into us_library_features. */
us_status us_library_weigh(us_library *library, int feature, int64_t weight, us_error *err);

/* ---- reading. A visit asks nothing of the library, and what it gets is gone after it. */

/* What is read from hold to release is of one moment, whoever writes in between: they wait before
 * they commit. May be nested. release returns the status that it is given, or its own error. */
us_status us_library_hold(us_library *library, us_error *err);
us_status us_library_release(us_library *library, us_status status, us_error *err);
/* Its pages hold together, as far as SQLite can tell without comparing indexes: some milliseconds
 * for each megabyte. Else US_BAD_INPUT: what nobody reads may be damaged, too. */
us_status us_library_sound(us_library *library, us_error *err);
/* Its file, of one moment, at path, as us_file_write has it; of an older one, what it is migrated
 * to. Not within begin and commit. */
us_status us_library_copy(us_library *library, const char *path, us_error *err);

/* All as a file of behaviors: behaviors by goal, name and hash, then trees, then archetypes.
 * us_library_put_all of it gives an equal library. The caller frees. */
us_status us_library_get(us_library *library, us_brl **out, us_error *err);
/* The same of one behavior, without what it calls, and not checked. The caller frees. */
us_status us_library_get_behavior(us_library *library, int64_t id, us_brl **out, us_error *err);

/* A feature has the range it had when it came into the library. */
typedef struct us_library_feature {
    const char *name;
    int64_t low, high, weight;
    int index; /* in the domain, or -1: it is gone from there */
} us_library_feature;
/* In the order of the numbers of cases. Borrowed until begin, hold or close. */
const us_library_feature *us_library_features(const us_library *library, int *count);

/* Each game that the library saw, once: by map, then seed, demonstrations first. */
typedef void us_library_game_visit(void *context, const us_brl_game *game);
us_status us_library_games(us_library *library, us_library_game_visit *visit, void *context,
                           us_error *err);

typedef struct us_library_behavior {
    int64_t id;
    us_template_kind kind;
    const char *name;
    us_hash hash;
    int64_t goal;                      /* equal for equal goals; 0: none */
    const char *goal_type, *goal_text; /* "" for none; the text as behind achieves */
    const char *classes;               /* "Attack, Confront"; "" for none */
    int64_t tries, successes;
} us_library_behavior;
/* Each behavior, tree and archetype, in the order of us_library_get. */
typedef void us_library_behavior_visit(void *context, const us_library_behavior *row);
us_status us_library_behaviors(us_library *library, us_library_behavior_visit *visit, void *context,
                               us_error *err);

typedef struct us_library_counts {
    int64_t cases, suffixes, origins; /* suffix cases are cases, too */
} us_library_counts;
us_status us_library_count(us_library *library, int64_t behavior, us_library_counts *out,
                           us_error *err);

typedef struct us_library_case {
    int64_t id, behavior;
    int64_t above;          /* of a suffix case: its whole case; 0: none */
    const char *done;       /* labels, a space between (us_done_split); "" of a whole case */
    const int32_t *feature; /* as many as the library has features; or US_FEATURE_MISSING */
} us_library_case;
/* The labels, in the arena. */
int us_done_split(const char *done, us_arena *arena, const char *const **out);
/* Each case, by id: one pass over narrow rows. */
typedef void us_library_case_visit(void *context, const us_library_case *row);
us_status us_library_cases(us_library *library, us_library_case_visit *visit, void *context,
                           us_error *err);

/* A behavior as it can be run, without cases; trees that it calls are not in it. The caller frees.
 * What only us_brl_check finds is not asked here. */
us_status us_library_template(us_library *library, int64_t id, us_template **out, us_error *err);
/* The same of the tree or archetype of that name; NULL where there is none. */
us_status us_library_tree(us_library *library, us_template_kind kind, const char *name,
                          us_template **out, us_error *err);
/* What was seen, without where: no provenance, cycle -1, no map. Lies in the arena. */
us_status us_library_case_of(us_library *library, int64_t id, us_arena *arena, us_case *out,
                             us_error *err);

/* The same of a behavior's first case from the beginning; without entries where there is none. */
us_status us_library_whole_case(us_library *library, int64_t behavior, us_arena *arena,
                                us_case *out, us_error *err);

/* Where a case was met. */
typedef struct us_library_origin {
    int64_t case_id;
    us_case about; /* cycle, map, provenance */
} us_library_origin;
typedef void us_library_origin_visit(void *context, const us_library_origin *row);
/* Of a behavior, by case and id. */
us_status us_library_origins(us_library *library, int64_t behavior, us_library_origin_visit *visit,
                             void *context, us_error *err);

#endif
