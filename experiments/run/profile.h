/* The profile of a seat: its orders and its goals over the time of its game, small enough for a
 * line of results. It also measures how alike two profiles are. docs/LIKENESS.md defines the
 * numbers. */
#ifndef US_EXPERIMENTS_RUN_PROFILE_H
#define US_EXPERIMENTS_RUN_PROFILE_H

#include "base/json.h"
#include "game/game.h"
#include "understudy/game.h"

enum {
    US_PROFILE_BINS = 16,
    US_PROFILE_WIDTH = 256,         /* cycles of the narrowest bin */
    US_PROFILE_COUNT_MAX = 1000000, /* in a bin; larger counts are cut to it */
    US_PROFILE_ROWS_MAX = 4096,
    US_PROFILE_NAME_MAX = 127, /* bytes: two names of a domain */
    US_LIKENESS_ONE = 1000000,
};

/* The number of things of one kind, by bin. */
typedef struct us_profile_row {
    char name[US_PROFILE_NAME_MAX + 1]; /* "train infantry", "BuildUnits infantry" */
    int32_t count[US_PROFILE_BINS];
} us_profile_row;

typedef struct us_profile_list {
    us_profile_row *row; /* by name */
    int count, capacity;
} us_profile_list;

/* A profile; zero-initialized it is the profile of a game of no cycles. */
typedef struct us_profile {
    us_cycle cycles; /* length of the game */
    us_profile_list orders, goals;
} us_profile;

void us_profile_clear(us_profile *profile);

/* Returns the width of its bins: US_PROFILE_WIDTH, doubled until all cycles lie in
 * US_PROFILE_BINS. */
us_cycle us_profile_width(const us_profile *profile);
/* Sets a least length of the game; bins get wider if they must. */
void us_profile_lengthen(us_profile *profile, us_cycle cycles);
/* Counts one more thing of that name, in one of the profile's lists; the game lasts at least until
 * then. */
void us_profile_add(us_profile *profile, us_profile_list *list, const char *name, us_cycle at);

/* Writes one value, without white space. */
void us_profile_write(const us_profile *profile, us_json_writer *writer);
/* Reads a profile. An error names the place, and *out keeps its value. Clear after success. */
us_status us_profile_parse(const char *file, const char *text, size_t length, us_profile *out,
                           us_error *err);

/* Likeness, in parts of US_LIKENESS_ONE, which means equal. */
typedef struct us_likeness {
    int32_t orders, goals;
} us_likeness;
/* Computes the likeness; it is symmetric. */
us_likeness us_profile_likeness(const us_profile *a, const us_profile *b);

/* The profiler: it makes the profile of a seat while its game is played. */

typedef struct us_profiler us_profiler;

/* Observes the seat from now on. The profiler must outlive the match's steps. */
us_profiler *us_profiler_new(us_match *match, us_seat seat);
void us_profiler_free(us_profiler *profiler); /* NULL is fine */
/* Returns the profile, borrowed; the match may be freed. NULL: the game is not over. */
const us_profile *us_profiler_profile(const us_profiler *profiler);

#endif
