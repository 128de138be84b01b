/* What somebody wants to find out, as a file of JSON: docs/EXPERIMENT_REFERENCE.md is the manual.
 * Read and checked as a whole; nothing is opened yet. Texts belong to the spec. */
#ifndef US_EXPERIMENTS_SPEC_H
#define US_EXPERIMENTS_SPEC_H

#include "base/arena.h"
#include "base/json.h"
#include "experiments/scope.h"
#include "game/maps.h"

enum {
    US_SPEC_LIST_MAX = 1024,      /* of demonstrations, players, opponents, maps, seeds */
    US_SPEC_GAMES_MAX = 100000,   /* of a player against an opponent on a map in a seat */
    US_SPEC_TRAINING_MAX = 10000, /* games of a round */
    US_SPEC_ROUNDS_MAX = 20,
    US_SPEC_BYTES_MAX = 64 << 20,
};

typedef struct us_spec_map {
    const us_json_node *node;
    const char *map; /* a shipped map or a file; NULL: made by wish, count of them */
    us_map_wish wish;
    int count;
} us_spec_map;

/* By what a library is adapted. */
typedef struct us_spec_training {
    us_spec_map *map;              /* of a wish each run has others: so many further on */
    int map_count;                 /* members of the list */
    int maps;                      /* that a run is played on: no more than games */
    const us_json_node *opponents; /* their list, for messages */
    const char **against;          /* agents */
    int against_count;
    int games; /* in each round */
    int rounds;
    int prove;    /* pairs of games by which a repair must prove that it does no worse; 0: none */
    bool append;  /* what was repaired stays beside its repair; else it goes */
    int most;     /* repairs of a round; 0: any number */
    bool random;  /* a control: as many repairs, each another one of another behavior */
    bool daemons; /* a control: all daemons of the patterns, without a game; games is 0 */
    /* As many as runs of this library have, the name of one above it; where both are proved, as
     * many are put to the proof. NULL: as there would be. */
    const char *like;
    const char **patterns, **without; /* names: those alone, all but those; none: all */
    int pattern_count, without_count;
    const us_json_node *pattern_node, *without_node; /* for messages */
    uint32_t without_modops; /* that no repair may use: bits, 1 << us_modop */
} us_spec_training;

/* A library that the experiment makes for itself; with sizes several: for a learning curve, or, of
 * size 0, shuffled or adapted differently. */
typedef struct us_spec_library {
    const us_json_node *node; /* for messages */
    const char *name;
    const char **demo;
    int demos;
    const char *learner;
    bool relax, literal;
    bool suggested; /* learn from goals that are only suggested, too */
    int seat;       /* whose demonstrations: see us_learn_def */
    const char *of; /* what is shuffled or adapted, the name of a library above it; NULL: it is
                       learned */
    const us_spec_training *training; /* of an adapted one; else NULL */
    bool states;                      /* of a shuffled one: states change places, not goals */
    int64_t seed;                     /* of one with `of`; draws count on from there */
    int *size; /* demonstrations a library, drawn from all of them; none: all, once */
    int sizes;
    int draws; /* libraries of each size, see us_spec_draws */
} us_spec_library;

/* How many libraries of a size there are: no more than there are ways to draw so many. */
int us_spec_draws(const us_spec_library *library, int size);

typedef struct us_spec_agent {
    const us_json_node *node;
    const char *name, *agent, *group;
    int64_t run; /* -1: none */
} us_spec_agent;

typedef struct us_spec {
    us_json *doc;
    us_json **more; /* values that were set from outside */
    int mores;
    us_arena *arena;
    const char *text; /* as it was, with what was set in place */
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
    const us_json_node *factions; /* the list of these, for messages; NULL: none */
    int64_t timeout_ms;
    us_map_scope scope; /* of verdicts; never US_MAP_SCOPE_UNSAID */
    const char *model;  /* or NULL */
} us_spec;

/* set: "KEY=VALUE", a member of the file in other words: VALUE is JSON, or a text where it is none
 * and begins as no list, object or string. The place of an error in it is "--set KEY=VALUE", with
 * line and column in VALUE where it is not all of that. */
us_status us_spec_read(const char *path, const char *const *set, int sets, us_spec *out,
                       us_error *err);
us_status us_spec_parse(const char *file, const char *text, size_t length, const char *const *set,
                        int sets, us_spec *out, us_error *err);
void us_spec_clear(us_spec *spec);

#endif
