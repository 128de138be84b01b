/* The spec of an experiment, a file of JSON: docs/EXPERIMENT_REFERENCE.md is the manual. It is read
 * and checked as a whole, and no file that it names is opened yet. Texts belong to the spec. */
#ifndef US_EXPERIMENTS_DESIGN_SPEC_H
#define US_EXPERIMENTS_DESIGN_SPEC_H

#include "base/json.h"
#include "experiments/design/manifest.h"
#include "game/maps.h"
#include "understudy/experiment.h"

enum {
    US_SPEC_LIST_MAX = 1024,      /* demonstrations, players, opponents, maps, seeds */
    US_SPEC_GAMES_MAX = 100000,   /* games of a player against an opponent on a map in a seat */
    US_SPEC_TRAINING_MAX = 10000, /* games of a round */
    US_SPEC_ROUNDS_MAX = 20,
    /* Games of all rounds of a search, also of the searches before it: a line of the manifest lists
     * their maps and seeds, and they must fit into US_LINE_MAX bytes. */
    US_SPEC_BUDGET_MAX = 100000,
    US_SPEC_MAP_SIZE_MAX = 1024, /* cells a side of a generated map */
    US_SPEC_BYTES_MAX = 64 << 20,
};

typedef struct us_spec_map {
    const us_json_node *node;
    const char *map; /* a shipped map or a file; NULL: `count` maps are generated */
    us_map_request request;
    int count;
} us_spec_map;

/* The adaptation of a library: by repairs of failures, or, with a budget, by a search. A search has
 * `games` and `most` 0. It plays on the maps of `map`, which are all named. Without any, it plays
 * on generated maps. */
typedef struct us_spec_training {
    const char *settings;      /* of the library in all these games: "?..."; NULL: none */
    int budget;                /* games of a round of the search; 0: no search */
    const char *const *family; /* of a search's generated maps: one or more */
    int families;
    const int *size; /* of a search's generated maps, cells a side: one or more */
    int sizes;
    const us_json_node *donor_list; /* for messages */
    const char **donor;             /* of a search: names of libraries above, or files */
    int donors;
    bool no_winners;               /* of a search: the players that won are no donors either */
    us_spec_map *map;              /* each run has other generated maps */
    int map_count;                 /* entries of the list */
    int maps;                      /* maps of a run: no more than games */
    const us_json_node *opponents; /* their list, for messages */
    const char **against;          /* agents; of a search also US_TRAINING_ITSELF */
    int against_count;
    int games; /* in each round */
    int rounds;
    bool append;  /* the failed behavior stays beside its repair; else it is removed */
    int most;     /* repairs of a round; 0: any number */
    int chance;   /* see us_adaptation_def.chance */
    bool daemons; /* the control: all daemons of the patterns, without a game; games is 0 */
    /* The control of a search: it searches as many random changes as the first round of the same
     * run of this library listed. The name of a library above; NULL: no control. */
    const char *like;
    const char **patterns, **without; /* names: only those; all except those; without either: all */
    int pattern_count, without_count;
    const us_json_node *pattern_node, *without_node; /* for messages */
    uint32_t without_modops; /* modops that no repair may use: bits, 1 << us_modop */
} us_spec_training;

/* A library that the experiment makes. With sizes there are several: for a learning curve, or, with
 * size 0, shuffled or adapted differently. */
typedef struct us_spec_library {
    const us_json_node *node; /* for messages */
    const char *name;
    const char **demo;
    int demos;
    const char *learner;
    bool relax, literal;
    bool suggested; /* learn also from goals that are only suggested */
    int seat;       /* seat of the demonstrations: see us_learn_def */
    const char *of; /* library above it, shuffled or adapted; NULL: it is learned */
    const us_spec_training *training; /* of an adapted library; else NULL */
    bool states;                      /* of a shuffled library: states change places, not goals */
    int64_t seed;                     /* of a library with `of`; draws count on from it */
    int *size; /* number of demonstrations of a library, drawn from all of them; none: one library
                  of all */
    int sizes;
    int draws; /* libraries of each size, see us_spec_draws */
} us_spec_library;

/* Returns the number of libraries of a size: no more than there are ways to draw so many
 * demonstrations. */
int us_spec_draws(const us_spec_library *library, int size);

typedef struct us_spec_agent {
    const us_json_node *node;
    const char *name, *agent, *group;
    int64_t run; /* -1: none */
} us_spec_agent;
struct us_spec {
    us_json *doc;
    us_json **more; /* values that were set from outside */
    int mores;
    us_arena *arena;
    const char *text; /* text of the file, with the values that were set */
    const char *name, *domain;
    uint64_t seed;
    us_spec_library *library;
    int libraries;
    us_spec_agent *player, *opponent;
    int players, opponents;
    us_spec_map *map;
    int maps;
    bool seat[2];
    int games;
    int64_t max_cycles;
    bool fog;
    const char *faction[2];
    const us_json_node *factions; /* their list, for messages; NULL: none */
    int64_t timeout_ms;
    us_map_scope scope; /* of verdicts; never US_MAP_SCOPE_UNSAID */
    const char *model;  /* or NULL */
};

/* Returns the library of that name, or NULL. While a spec is read, it finds those above. */
const us_spec_library *us_spec_find_library(const us_spec *spec, const char *name);

/* Reads a spec from memory: see us_spec_read. */
us_status us_spec_parse(const char *file, const char *text, size_t length, const char *const *set,
                        int sets, us_spec **out, us_error *err);

#endif
