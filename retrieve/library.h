/* A library: one SQLite file of behaviors and their cases, with the origins of the cases and the
 * tries of the behaviors. Playing only reads it. docs/LIBRARY.md is the manual.
 *
 * Behaviors are identified by the hash of their body, cases by their content. Putting one twice
 * adds nothing but its origin, and that only once. Each write is one transaction: a crash leaves
 * the library as before or as after. */
#ifndef US_RETRIEVE_LIBRARY_H
#define US_RETRIEVE_LIBRARY_H

#include "behavior/brl.h"
#include "behavior/keys.h"
#include "retrieve/similarity.h"

typedef struct us_library us_library;

/* The largest number of tries or successes, 2^53; a larger total counts as this. */
#define US_TRIES_MAX 9007199254740992

typedef enum us_library_mode {
    US_LIBRARY_READ,   /* must exist; is never written to */
    US_LIBRARY_WRITE,  /* must exist */
    US_LIBRARY_CREATE, /* if nothing is there, the first commit creates it */
} us_library_mode;

/* Opens a library. The domain is borrowed until close; a library of another domain is US_MISMATCH.
 * A file that is no library, newer, truncated or locked is an error, which names the reason; the
 * file stays as it is. */
us_status us_library_open(const char *path, us_library_mode mode, const us_domain *domain,
                          us_library **out, us_error *err);
/* The same for the bytes of a file, to be read only. name: its name in errors. */
us_status us_library_open_bytes(const char *name, const void *bytes, size_t length,
                                const us_domain *domain, us_library **out, us_error *err);
void us_library_close(us_library *library); /* drops uncommitted changes; NULL is fine */
/* Appends the name of the domain of the library at path. */
us_status us_library_read_domain(const char *path, us_str *out, us_error *err);
const us_domain *us_library_domain(const us_library *library);
const char *us_library_path(const us_library *library);

/* ---- writing */

/* Commit writes all changes since begin, or none: after an error, close the library. begin adds the
 * domain's features that the library lacks. */
us_status us_library_begin(us_library *library, us_error *err);
us_status us_library_commit(us_library *library, us_error *err);

typedef struct us_library_added {
    int behaviors, cases, origins; /* new ones */
} us_library_added;
/* Puts a behavior with its cases, a tree or an archetype, within begin and commit; commit checks
 * calls against the trees that they call. Adds to *added. Stored tries and successes stay, unless
 * the new ones are more. A name that has another body in the library is US_MISMATCH. */
us_status us_library_put(us_library *library, const us_template *behavior, us_library_added *added,
                         us_error *err);
/* Puts all of a file. A new library gets the ranges and weights of the first file's head; any other
 * keeps its own. Either gets the features that it lacks. */
us_status us_library_put_all(us_library *library, const us_brl *brl, us_library_added *added,
                             us_error *err);

/* Records how a behavior fared in a game, which a hash identifies; a second record of that game
 * replaces the first. *known: the library has the behavior. */
us_status us_library_put_outcome(us_library *library, us_hash behavior, us_hash game, int64_t tries,
                                 int64_t successes, bool *known, us_error *err);
/* Records a game that led to what the library holds or held: a test of the library must play other
 * games. Games in the entries `map` and `seed` of cases are recorded when the cases are put. */
us_status us_library_put_game(us_library *library, const us_brl_game *game, us_error *err);
us_status us_library_drop_behavior(us_library *library, int64_t id, us_error *err);
us_status us_library_drop_case(us_library *library, int64_t id, us_error *err);
/* Sets a weight in percent, 0 to US_WEIGHT_MAX; a new feature has 100. feature: index into
 * us_library_features. */
us_status us_library_set_weight(us_library *library, int feature, int64_t weight, us_error *err);

/* ---- reading. A visit function must not call the library; what it gets is valid during the
 * visit. */

/* All that is read from hold to release is of one moment: other programs that write wait before
 * they commit. Holds may be nested. release returns the given status, or its own error. */
us_status us_library_begin_read(us_library *library, us_error *err);
us_status us_library_end_read(us_library *library, us_status status, us_error *err);
/* Checks that the pages of the file hold together, as far as SQLite can find out without comparing
 * indexes; this takes some milliseconds per megabyte. If they don't, returns US_BAD_INPUT: pages
 * that no query reads may be damaged, too. */
us_status us_library_check_pages(us_library *library, us_error *err);
/* Copies its file, of one moment, to path by us_file_write; an older file is copied as migrated.
 * Not within begin and commit. */
us_status us_library_copy(us_library *library, const char *path, us_error *err);

/* Returns all as a file of behaviors: behaviors by goal, name and hash, then trees, then
 * archetypes. us_library_put_all of that file gives an equal library. The caller frees. */
us_status us_library_get_all(us_library *library, us_brl **out, us_error *err);
/* The same for one behavior, without what it calls, and not checked. The caller frees. */
us_status us_library_get_behavior(us_library *library, int64_t id, us_brl **out, us_error *err);

/* A feature, with the range that it had when it came into the library. */
typedef struct us_library_feature {
    const char *name;
    int64_t low, high, weight;
    int index; /* in the domain; -1: the domain has it no more */
} us_library_feature;
/* Returns the features, in the order of a case's numbers. Borrowed until begin, hold or close. */
const us_library_feature *us_library_features(const us_library *library, int *count);

/* Each game that the library saw, once: by map, then seed, demonstrations first. */
typedef void us_library_on_game(void *context, const us_brl_game *game);
us_status us_library_visit_games(us_library *library, us_library_on_game *visit, void *context,
                                 us_error *err);

typedef struct us_library_behavior {
    int64_t id;
    us_template_kind kind;
    const char *name;
    us_hash hash;
    int64_t goal;                      /* equal for equal goals; 0: none */
    const char *goal_type, *goal_text; /* "": none; goal_text as behind `achieves` */
    const char *classes;               /* "Attack, Confront"; "": none */
    int64_t tries, successes;
} us_library_behavior;
/* Each behavior, tree and archetype, in the order of us_library_get_all. */
typedef void us_library_on_behavior(void *context, const us_library_behavior *row);
us_status us_library_visit_behaviors(us_library *library, us_library_on_behavior *visit,
                                     void *context, us_error *err);

typedef struct us_library_counts {
    int64_t cases, suffixes, origins; /* suffix cases are cases, too */
} us_library_counts;
us_status us_library_count(us_library *library, int64_t behavior, us_library_counts *out,
                           us_error *err);

typedef struct us_library_case {
    int64_t id, behavior;
    int64_t above;          /* of a suffix case: its whole case; 0: none */
    const char *done;       /* labels, a space between (us_done_labels_split); "": a whole case */
    const int32_t *feature; /* by feature of the library; or US_FEATURE_MISSING */
} us_library_case;
/* Splits the labels, in the arena. Returns how many. */
int us_done_labels_split(const char *done, us_arena *arena, const char *const **out);
/* Each case, by id, in one pass over narrow rows. */
typedef void us_library_on_case(void *context, const us_library_case *row);
us_status us_library_visit_cases(us_library *library, us_library_on_case *visit, void *context,
                                 us_error *err);

/* Returns a behavior that can be run, without cases and without the trees that it calls. The caller
 * frees. Faults that only us_brl_check finds are not looked for. */
us_status us_library_read_template(us_library *library, int64_t id, us_template **out,
                                   us_error *err);
/* The same for the tree or archetype of that name; NULL if there is none. */
us_status us_library_read_tree(us_library *library, us_template_kind kind, const char *name,
                               us_template **out, us_error *err);
/* Returns what was seen in a case, without its origins: no provenance, cycle -1, no map. Lies in
 * the arena. */
us_status us_library_read_case(us_library *library, int64_t id, us_arena *arena, us_case *out,
                               us_error *err);

/* The same for a behavior's first whole case; without entries if there is none. */
us_status us_library_read_whole_case(us_library *library, int64_t behavior, us_arena *arena,
                                     us_case *out, us_error *err);

/* An origin: where a case was met. */
typedef struct us_library_origin {
    int64_t case_id;
    us_case about; /* cycle, map, provenance */
} us_library_origin;
typedef void us_library_on_origin(void *context, const us_library_origin *row);
/* Visits the origins of a behavior's cases, by case and id. */
us_status us_library_visit_origins(us_library *library, int64_t behavior,
                                   us_library_on_origin *visit, void *context, us_error *err);

#endif
