/* How a seat played: what it ordered, and which goals it pursued, over the time of its game. Small
 * enough to stand in a result line; and how alike two of them are. docs/LIKENESS.md defines the
 * numbers. */
#ifndef US_EXPERIMENTS_PROFILE_H
#define US_EXPERIMENTS_PROFILE_H

#include "base/json.h"
#include "game/game.h"

enum {
    US_PROFILE_BINS = 16,
    US_PROFILE_WIDTH = 256,         /* cycles of the narrowest bin */
    US_PROFILE_COUNT_MAX = 1000000, /* in a bin; more count as that */
    US_PROFILE_ROWS_MAX = 4096,
    US_PROFILE_NAME_MAX = 127, /* bytes: two names of a domain */
    US_LIKENESS_ONE = 1000000,
};

/* Things of one kind: how many in each bin. */
typedef struct us_profile_row {
    char name[US_PROFILE_NAME_MAX + 1]; /* "train infantry", "BuildUnits infantry" */
    int32_t count[US_PROFILE_BINS];
} us_profile_row;

typedef struct us_profile_list {
    us_profile_row *row; /* by name */
    int count, capacity;
} us_profile_list;

/* Zero-initialized is that of a game of no cycles. */
typedef struct us_profile {
    us_cycle cycles; /* how long the game was */
    us_profile_list orders, goals;
} us_profile;

void us_profile_clear(us_profile *profile);

/* The width of its bins: US_PROFILE_WIDTH, doubled until all cycles lie in US_PROFILE_BINS. */
us_cycle us_profile_width(const us_profile *profile);
/* The game is at least so long; bins get wider where they must. */
void us_profile_lengthen(us_profile *profile, us_cycle cycles);
/* One more of that name, in one of the profile's lists; the game is as long as that at least. */
void us_profile_add(us_profile *profile, us_profile_list *list, const char *name, us_cycle at);

/* One value; without white space. */
void us_profile_write(const us_profile *profile, us_json_writer *writer);
/* An error names the place; *out is then as it was. Clear after success. */
us_status us_profile_parse(const char *file, const char *text, size_t length, us_profile *out,
                           us_error *err);

/* Parts of US_LIKENESS_ONE, which is that of equals. */
typedef struct us_likeness {
    int32_t orders, goals;
} us_likeness;
/* The same both ways. */
us_likeness us_profile_likeness(const us_profile *a, const us_profile *b);

#endif
