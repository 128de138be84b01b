/* Libraries, and retrieval from them.
 *
 * A library is one SQLite file of behaviors and their cases: the states in which a behavior fits.
 * It also holds the origin of each case (a game), and how often each behavior was tried. Playing
 * only reads it. docs/LIBRARY.md is the manual. A behavior is identified by the hash of its body, a
 * case by its content. If a case is put again, the library adds only its origin, unless it has that
 * origin already. Each write is one transaction: after a crash, the library has all of it or
 * nothing.
 *
 * A case base is the copy of a library in memory that answers queries. docs/RETRIEVAL.md is the
 * manual. */
#ifndef UNDERSTUDY_LIBRARY_H
#define UNDERSTUDY_LIBRARY_H

#include "understudy/behavior.h"

typedef struct us_library us_library;

typedef enum us_library_mode {
    US_LIBRARY_READ,   /* must exist; is never written to */
    US_LIBRARY_WRITE,  /* must exist */
    US_LIBRARY_CREATE, /* if nothing is there, the first commit creates it */
} us_library_mode;

/* Opens a library. The domain is borrowed until close; a library of another domain is US_MISMATCH.
 * A file that is no library, has a newer format, or is truncated or locked is an error, which names
 * the reason; the file stays as it is. */
US_API us_status us_library_open(const char *path, us_library_mode mode, const us_domain *domain,
                                 us_library **out, us_error *err);
/* The same for the bytes of a file, to be read only. name: its name in errors. */
US_API us_status us_library_open_bytes(const char *name, const void *bytes, size_t length,
                                       const us_domain *domain, us_library **out, us_error *err);
US_API void us_library_close(us_library *library); /* drops uncommitted changes; NULL is fine */
US_AUTOPTR_DEFINE(us_library, us_library_close);
/* Appends the name of the domain of the library at path. */
US_API us_status us_library_read_domain(const char *path, us_str *out, us_error *err);
US_API const us_domain *us_library_domain(const us_library *library);
US_API const char *us_library_path(const us_library *library);

/* ---- writing */

/* begin adds the domain's features that the library lacks. commit writes all changes since begin,
 * or none. After an error of either, close the library. */
US_API us_status us_library_begin(us_library *library, us_error *err);
US_API us_status us_library_commit(us_library *library, us_error *err);

typedef struct us_library_added {
    int behaviors, cases, origins; /* new ones */
} us_library_added;

/* Puts a behavior with its cases, a tree or an archetype, within begin and commit. Its calls are
 * checked by commit, because it may call trees that are put later. Adds the new items to *added. If
 * the library has counts of tries and successes for it, the counts with more tries stay. A name
 * that has another body in the library is US_MISMATCH. */
US_API us_status us_library_put(us_library *library, const us_template *behavior,
                                us_library_added *added, us_error *err);
/* Puts all items of a file, within begin and commit. Features that the library lacks are added. For
 * the others, the first file that is put into a new library sets ranges and weights; an existing
 * library keeps its own. */
US_API us_status us_library_put_all(us_library *library, const us_brl *brl, us_library_added *added,
                                    us_error *err);

/* Records how a behavior fared in a game, which a hash identifies; a second record of that game
 * replaces the first. *known: the library has the behavior. */
US_API us_status us_library_put_outcome(us_library *library, us_hash behavior, us_hash game,
                                        int64_t tries, int64_t successes, bool *known,
                                        us_error *err);
US_API us_status us_library_drop_behavior(us_library *library, int64_t id, us_error *err);
US_API us_status us_library_drop_case(us_library *library, int64_t id, us_error *err);

/* ---- reading. A visit function must not call the library; what it gets is valid during the
 * visit. */

/* All reads between begin and end see the library at one moment: if another program writes to it,
 * that program waits before its commit. Pairs may be nested. end returns the given status, or its
 * own error. */
US_API us_status us_library_begin_read(us_library *library, us_error *err);
US_API us_status us_library_end_read(us_library *library, us_status status, us_error *err);
/* Copies the library, as it is at one moment, to the file path, whole or not at all. The copy has
 * the present format, even if the library's file has an older one. Not within begin and commit. */
US_API us_status us_library_copy(us_library *library, const char *path, us_error *err);

/* Returns all as a file of behaviors: behaviors by goal, name and hash, then trees, then
 * archetypes. us_library_put_all of that file gives a library with the same contents, except for
 * the stories of adaptations. The caller frees. */
US_API us_status us_library_get_all(us_library *library, us_brl **out, us_error *err);
/* The same for one behavior, without the trees that it calls. It is not checked. The caller
 * frees. */
US_API us_status us_library_get_behavior(us_library *library, int64_t id, us_brl **out,
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
US_API us_status us_library_visit_behaviors(us_library *library, us_library_on_behavior *visit,
                                            void *context, us_error *err);

typedef struct us_library_counts {
    int64_t cases;    /* whole cases and suffix cases */
    int64_t suffixes; /* cases that start in the middle of the behavior */
    int64_t origins;
    int64_t games;    /* that have outcomes of the behavior */
    int64_t attempts; /* in these games */
} us_library_counts;
/* Counts the cases and the outcomes of a behavior. */
US_API us_status us_library_count(us_library *library, int64_t behavior, us_library_counts *out,
                                  us_error *err);

typedef struct us_library_faults { /* zero-initialized is empty */
    char **text;                   /* phrases; at most US_LIBRARY_FAULTS_MAX */
    int count, more;
} us_library_faults;
enum { US_LIBRARY_FAULTS_MAX = 100 };

/* Runs SQLite's own checks, computes hashes anew, compares goals, goal patterns and classes with
 * the bodies, parses and checks bodies, and compares cases with the features. A feature that only
 * the domain has, or has with another range, is no fault: the domain may have grown. */
US_API us_status us_library_check(us_library *library, us_library_faults *out, us_error *err);
US_API void us_library_faults_clear(us_library_faults *faults);

/* ---- retrieval
 *
 * The contents of a case base do not change, but it caches what it has read and asked: one thread
 * at a time. Similarities are whole numbers from 0 to US_NOTE_ONE. */

typedef struct us_case_base us_case_base;

/* Loads what retrieval needs of all cases; templates are read at their first use. The library is
 * borrowed and stays open. */
US_API us_status us_case_base_load(us_library *library, us_case_base **out, us_error *err);
/* The same for a file of behaviors, which is borrowed. Cases get ids from 1, in the order of the
 * file. */
US_API us_status us_case_base_from_brl(const us_brl *brl, us_case_base **out, us_error *err);
US_API void us_case_base_free(us_case_base *case_base); /* NULL is fine */
US_AUTOPTR_DEFINE(us_case_base, us_case_base_free);
US_API int us_case_base_case_count(const us_case_base *case_base);
US_API int us_case_base_behavior_count(const us_case_base *case_base);

/* A case. All is borrowed. */
typedef struct us_indexed_case {
    int64_t id;      /* of the library. A behavior without cases stands here once: id 0, no state */
    int64_t above;   /* of a suffix case: id of its whole case; else 0 */
    us_hash content; /* hash of its behavior, done steps, state, and what was seen in it */
    int behavior;
    const int32_t *feature;  /* by dimension; NULL: its state is unknown */
    const char *const *done; /* of a suffix case: labels of the steps that are over */
    int done_count;
} us_indexed_case;

/* Returns a case; cases are ordered by id, those of id 0 last. */
US_API us_indexed_case us_case_base_get_case(const us_case_base *case_base, int index);
US_API const char *us_case_base_behavior_name(const us_case_base *case_base, int behavior);
US_API us_hash us_case_base_behavior_hash(const us_case_base *case_base,
                                          int behavior); /* its us_template_hash */
/* Borrowed until the case base is freed. */
US_API us_status us_case_base_get_template(us_case_base *case_base, int behavior,
                                           const us_template **out, us_error *err);

/* How cases of equal rank are ordered. 0: by id. Otherwise the number is a seed: each case draws a
 * lot from it, and the lowest lot comes first. */
typedef uint64_t us_ties;

/* Returns the ties for a seat, computed from the game's seed and the map's hash. Never 0. */
US_API us_ties us_ties_make(uint64_t seed, us_hash map, int seat);

typedef struct us_query {
    const us_goal *goal;
    const us_view *view;           /* preconditions are evaluated here; NULL: they are not */
    const int32_t *feature;        /* the state, by dimension; NULL: states don't count */
    bool unconditioned;            /* preconditions are not evaluated, even if there is a view */
    int goal_weight, state_weight; /* percent, 0 to 100, not both 0 */
    int least;                     /* percent: cases for goals of less similar types are left out */
    int outcome_weight;            /* percent, 0 to 100: how much outcomes count */
    bool leads; /* the behavior will lead (docs/OUTCOMES.md): attempts replace tries. They count
                   in full if outcome_weight is above 0 */
    uint64_t explore; /* if it leads: a seed by which estimates vary by how little is known; 0: they
                         do not */
    int running;      /* a behavior that runs for the goal, to compare with; -1: none */
    int follows;      /* a behavior: those that were demonstrated, but in no demonstration of this
                         one, are left out; -1: none is. Demonstrations are known if the library has
                         attempts. An adapted behavior has those of its parent */
    us_ties ties;     /* the order of cases of equal rank */
    const bool *excluded; /* by case; NULL: none. A case base knows nothing of earlier tries: the
                             task that pursues a goal sets this */
} us_query;
US_API us_query us_query_default(const us_goal *goal); /* goal alone, weights 50, 50 and 0 */

typedef struct us_hit {
    int found;           /* index of the case */
    int64_t similarity;  /* (goal * goal_weight + state * state_weight) / their sum */
    int64_t goal, state; /* similarity of each, 0 to US_NOTE_ONE (equal) */
    /* outcome is added to similarity and gives the rank: from -outcome_weight to outcome_weight
     * percent of US_NOTE_ONE; of a leading behavior, by how much it is expected to score more than
     * usual. tries: those of the behavior. Both are 0 if outcomes don't count. */
    int64_t outcome, tries;
    int64_t gain; /* outcome minus that of query.running; 0: none runs */
    int done;     /* number of done steps; 0 if query.ties is 0 */
    uint64_t lot; /* of cases of equal rank, the lowest lot comes first; see us_ties */
} us_hit;

/* Finds the k cases of highest rank. The rank is similarity + outcome of us_hit. hit has room for k
 * cases; *hits gets their number. Cases of equal rank are ordered as follows:
 * - If outcomes count, a case whose behavior has fewer tries comes first.
 * - If query->ties is 0, the lower id comes first.
 * - Otherwise, fewer done steps come first, then the lower lot. Cases of equal content have equal
 *   lots; their ids decide.
 *
 * A case is left out if it is excluded, if its goal has no similarity, if the types of both goals
 * are less alike than query->least, or if a precondition of its behavior doesn't hold. A condition
 * is not evaluated if it uses a slot that the goal doesn't bind: it is checked when the slot is
 * bound. A suffix case has conditions of its own, which are evaluated, too; conditions that only
 * its done steps need are not. A case of unknown state has state similarity 0. Without a state and
 * a view, each behavior appears once, with the best of its whole cases that is not excluded. Fails
 * only if a behavior can't be read; then hit and *hits stay as they were. */
US_API us_status us_case_base_retrieve(us_case_base *case_base, const us_query *query, int k,
                                       us_hit *hit, int *hits, us_error *err);

/* The features by which states are compared, one for each dimension, with ranges and weights. */
typedef struct us_space us_space;

US_API const us_space *us_case_base_space(const us_case_base *case_base); /* borrowed */

/* A measure evaluates the features of a space in a view: us_query.feature. It finds them in the
 * domain by name. If the domain no longer has a feature, its value is missing. Make a measure once,
 * and use it for many views. The caller frees. */
typedef struct us_measure us_measure;
US_API us_measure *us_measure_new(const us_domain *domain, const us_space *space);
US_API void us_measure_free(us_measure *measure); /* NULL is fine */
US_AUTOPTR_DEFINE(us_measure, us_measure_free);
/* Borrowed until the next call. Evaluates only features whose inputs have changed
 * since the last call. */
US_API const int32_t *us_measure_evaluate(us_measure *measure, const us_view *view);

#endif
