/* The library as retrieval, adaptation and the program use it; understudy/library.h declares the
 * rest. A visit function must not call the library; what it gets is valid during the visit. */
#ifndef US_RETRIEVE_LIBRARY_H
#define US_RETRIEVE_LIBRARY_H

#include "behavior/brl.h"
#include "behavior/keys.h"
#include "retrieve/similarity.h"
#include "understudy/library.h"

/* The largest number of tries or successes, 2^53; a larger total counts as this. */
#define US_TRIES_MAX 9007199254740992

/* Opens the library at path and returns us_library_get_all of it. The caller frees. */
us_status us_library_read_all(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err);
/* Copies the library at `from` to a new file. */
us_status us_library_copy_file(const char *from, const us_domain *domain, const char *to,
                               us_error *err);

/* ---- locks of other programs */

/* How a call waits for a lock of another program. */
typedef struct us_lock_patience {
    /* Called several times a second with the time waited so far. Returns false to give up: then the
     * call fails. */
    bool (*wait)(void *context, int64_t waited_ms);
    void *context;
} us_lock_patience;
/* As us_library_open. patience: borrowed until close; NULL: calls wait for two seconds, as after
 * us_library_open. */
us_status us_library_open_patient(const char *path, us_library_mode mode, const us_domain *domain,
                                  const us_lock_patience *patience, us_library **out,
                                  us_error *err);

/* ---- writing */
/* Records a game that led to what the library holds or held: a test of the library must play other
 * games. Games in the entries `map` and `seed` of cases are recorded when the cases are put. */
us_status us_library_put_game(us_library *library, const us_brl_game *game, us_error *err);
/* Adds the story of an adaptation, after the others. story: a JSON object, see adapt/story.h. */
us_status us_library_put_story(us_library *library, const char *story, us_error *err);
/* Sets a weight in percent, 0 to US_WEIGHT_MAX; a new feature has 100. feature: index into
 * us_library_features. */
us_status us_library_set_weight(us_library *library, int feature, int64_t weight, us_error *err);

/* Checks that the behaviors are sound together, within begin and commit. US_BAD_INPUT: they are
 * not. */
us_status us_library_check_together(us_library *library, us_error *err);
/* Takes the features of a file's head, within begin and commit. */
us_status us_library_import_features(us_library *library, const us_brl *from, us_error *err);

/* ---- reading. A visit function must not call the library; what it gets is valid during the
 * visit. */
/* Checks that the pages of the file hold together, as far as SQLite can find out without comparing
 * indexes; this takes some milliseconds per megabyte. If they don't, returns US_BAD_INPUT: pages
 * that no query reads may be damaged, too. */
us_status us_library_check_pages(us_library *library, us_error *err);

/* A feature, with the range that it had when it came into the library. */
typedef struct us_library_feature {
    const char *name;
    int64_t low, high, weight;
    int64_t bandwidth; /* see retrieve/worth.h */
    int index;         /* in the domain; -1: the domain has it no more */
} us_library_feature;
/* Returns the features, in the order of a case's numbers. Borrowed until begin, hold or close. */
const us_library_feature *us_library_features(const us_library *library, int *count);

/* Each game that the library saw, once: by map, then seed, demonstrations first. */
typedef void us_library_on_game(void *context, const us_brl_game *game);
us_status us_library_visit_games(us_library *library, us_library_on_game *visit, void *context,
                                 us_error *err);

/* Visits each story of an adaptation, in order. story: JSON that was not checked. */
typedef us_status us_library_on_story(void *context, const char *story, us_error *err);
us_status us_library_visit_stories(us_library *library, us_library_on_story *visit, void *context,
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
/* The same without the state. */
us_status us_library_read_observations(us_library *library, int64_t id, us_arena *arena,
                                       us_case *out, us_error *err);

/* ---- behaviors as blocks of a file. A million origins of a case are a million blocks: they are
 * visited one by one, and never in memory together. */

typedef enum us_library_origins_read {
    US_ORIGINS_NONE,    /* no blocks */
    US_ORIGINS_FIRST,   /* a block for each case, with its first origin */
    US_ORIGINS_CHECKED, /* the same; the other origins are read all the same */
    US_ORIGINS_ALL,     /* a block for each origin of each case */
} us_library_origins_read;
/* Visits the cases of a behavior as us_library_get_behavior has them: a case once for each of its
 * origins, the counts in the first one. The block is valid during the visit. Unlike others, this
 * visit may call other libraries, and its failure ends the pass. */
typedef us_status us_library_on_block(void *context, const us_case *block, us_error *err);
us_status us_library_visit_blocks(us_library *library, int64_t id, us_library_origins_read origins,
                                  us_library_on_block *visit, void *context, us_error *err);
/* Returns one behavior as a file, without cases and without what it calls, not checked. The caller
 * frees. */
us_status us_library_get_body(us_library *library, int64_t id, us_brl **out, us_error *err);

/* Prints all into `out`, which is empty, as a file of behaviors: the text of us_brl_print for
 * us_library_get_all, whatever the number of cases. After a failure `out` is empty. */
typedef struct us_library_print_def {
    bool named;  /* the first line names the domain */
    bool games;  /* with the games that the library saw */
    size_t most; /* bytes; beyond, the text is dropped, and only counted */
} us_library_print_def;
typedef struct us_library_printed {
    uint64_t length; /* bytes */
    int items;
} us_library_printed;
us_status us_library_print_all(us_library *library, const us_library_print_def *def, us_str *out,
                               us_library_printed *printed, us_error *err);
/* Makes the checks of us_library_check. US_BAD_INPUT: it has faults; the error has their number,
 * and the first. */
us_status us_library_check_sound(us_library *library, us_error *err);
/* Puts all of another library, as us_library_put_all does with us_library_get_all, case by case:
 * without its stories of adaptations. Within begin and commit of `to`. */
us_status us_library_merge(us_library *to, us_library *from, us_library_added *added,
                           us_error *err);

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
