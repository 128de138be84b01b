/* Private to traces/import/: the search for the orders behind a microRTS trace's steps.
 *
 * The game carries out an order by its own rules (game/microrts/carry.c), so that a state and an
 * order determine the next step. Each unit has guesses: orders that explain all its steps since a
 * certain one. A guess that does not explain the next step is dropped. If no guess is left, the
 * best of the last ones becomes an order of the trace, and the unit gets new guesses. */
#ifndef US_TRACES_IMPORT_MICRORTS_ORDERS_H
#define US_TRACES_IMPORT_MICRORTS_ORDERS_H

#include "game/microrts/path.h"
#include "traces/import/microrts.h"

/* Cells. Above this effort the nearer cell replaces a path search, so that a huge file ends. */
#define US_SEEK_EFFORT ((int64_t)1 << 33)

typedef struct us_guess {
    us_id target, now; /* now: the present target. A harvest changes it when the target has run out;
                          a hunt, with the nearest enemy. */
    int32_t cell;
    int32_t home; /* of a gatherer: cell of its last depot; -1: none */
    us_type product;
    int8_t kind;
    bool proved; /* a step of the order itself was seen, not only moves */
    bool over;   /* the order has ended by itself; a hunt must be ordered anew */
    bool fits;   /* it explains the present step */
    int gone;    /* moment at which `now` was gone; -1: not gone */
} us_guess;

/* The state of a unit's search. */
typedef struct us_track {
    /* The guesses, the step at which they begin, and values that may still move that step. */
    US_LIST(us_guess) guess;
    int moment;  /* -1: no step */
    int64_t key; /* position within the moment's orders */
    bool latent; /* only waits so far: the unit can't reach the guesses' cells */

    /* The last order and the unit's present work. */
    bool goes_on;
    int last_step;  /* index of it; -1 */
    int32_t keeps;  /* the cell that it enters or produces at; -1: none */
    us_cycle until; /* when it arrives, or its product is made */

    /* Units with a lower rank choose their steps first: the rank is the place of the order that the
     * unit's work comes from; -1: no rank. */
    int64_t rank;
} us_track;

typedef struct us_seeker {
    us_microrts_trace *m;
    const us_domain *domain;
    us_track *track;  /* by id */
    mr_state *ground; /* NULL: no path search */
    mr_search *search;
    mr_claims claims[US_SEATS_MAX], earlier;
    US_LIST(int64_t) rank[US_SEATS_MAX]; /* rank of the unit of each claim */
    mr_table table;
    int64_t effort;
    bool blind;

    /* The present moment. */
    int at;
    const us_microrts_moment *moment;
    const us_microrts_unit_state *unit;
} us_seeker;

typedef enum us_microrts_target_kind { US_ENEMY, US_DEPOT, US_RESOURCE } us_microrts_target_kind;

/* The step that an order demands. */
typedef struct us_demanded_step {
    int type;
    int32_t cell;
    us_type product;
} us_demanded_step;

/* ---- microrts_guess.c */
int us_microrts_find_unit(const us_seeker *s, us_id id); /* index in the moment; -1: not there */
/* Returns the index of the nearest one, or -1. Of equals it is the first, as in the game. */
int us_microrts_find_nearest(us_seeker *s, const us_microrts_unit_state *to,
                             us_microrts_target_kind what);
/* Returns the step that the guess's order demands of unit i at that step. Sets g->over too. */
us_demanded_step us_microrts_compute_step(us_seeker *s, int i, const us_microrts_step *step,
                                          us_guess *g);
bool us_microrts_step_equal(const us_demanded_step *w, const us_microrts_step *step);
/* Makes guesses that explain the step, for a unit that has no guesses. A wait may give no guess. */
void us_microrts_make_guesses(us_seeker *s, int i, int index);

#endif
