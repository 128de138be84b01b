/* Donors: libraries whose behaviors a transplant adds to another library.
 *
 * A seat that won against a library shows what the library lacks. Its orders have no labels, so
 * goals are suggested for them (traces/suggest.h), and behaviors are learned from the suggestions.
 * A library that a person names is a donor, too. */
#ifndef US_ADAPT_DONOR_H
#define US_ADAPT_DONOR_H

#include "adapt/games.h"
#include "behavior/brl.h"

typedef struct us_donor {
    const char *path;  /* of the library */
    const char *name;  /* for people: a player that won, or the library */
    const char *about; /* "the behaviors by which it won training game 3" */
    int64_t attempts;  /* of its behaviors, in practice */
    double points;     /* mean of these attempts, 0 to 1, shrunk to the mean of all attempts */
} us_donor;

enum { US_DONORS_MOST = 64 };          /* of a library */
#define US_DONOR_NAMED "its behaviors" /* `about` of a library that a person names */

/* Finds the seat that won a game of the tables, and its player, if another seat of that game played
 * with the library and the winner did not. *winner: US_NEUTRAL if there is none. *player lies in
 * the arena. */
us_status us_donor_find_winner(us_games *games, int64_t game, const us_brl *library,
                               us_arena *arena, us_seat *winner, const char **player,
                               us_error *err);

/* Adds what the seat's orders show to the library at path, which is made if nothing is there. map:
 * the present path of the trace's map, or NULL. name: of the game, for origins. US_FAILED: the
 * orders show no goal. */
us_status us_donor_learn(const char *trace, const char *map, us_seat seat, const char *name,
                         const char *path, bool (*stop)(void), us_error *err);

/* Adds the behaviors and cases of a donor to the library at path. base: the library before all
 * transplants. US_FAILED: the donor does not fit: it has no behavior that `base` lacks, a name or a
 * shared slot means two things, or the whole is not sound. The library is unchanged then. */
us_status us_donor_add(const us_donor *donor, const us_brl *base, const char *path, us_error *err);

/* Sets attempts and points of at most 64 donors, from the library at path, which practiced with
 * them. Then keeps the `most` donors with the most points, in their old order. The library loses
 * the behaviors of the others, except those that `base` or a remaining donor has. */
us_status us_donors_keep_best(us_donor *donor, int *donors, int most, const us_brl *base,
                              const char *path, us_error *err);

#endif
