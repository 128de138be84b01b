/* Private to traces/import/: how the orders of a microRTS trace are found.
 *
 * An order is carried out by the game's folder (game/microrts/carry.c), and what it would do next
 * can be told from a state. So a unit has guesses: orders that explain all its steps since one of
 * them. Those that don't explain the next step are dropped; when none is left, the best of the last
 * ones is taken for what was ordered, and guesses are made anew. */
#ifndef US_TRACES_IMPORT_MICRORTS_ORDERS_H
#define US_TRACES_IMPORT_MICRORTS_ORDERS_H

#include "game/microrts/way.h"
#include "traces/import/microrts.h"

/* Cells: from then on ways are told by what is nearer, so that a huge file ends. */
#define US_SEEK_EFFORT ((int64_t)1 << 33)

typedef struct us_guess {
    us_id target, now; /* now: of a harvest, where it goes on when the target has run out; of a
                        * hunt, whom it was after last */
    int32_t cell;
    int32_t home; /* of who gathers: the last depot; -1 */
    us_type product;
    int8_t deed;
    bool proved; /* it came to the deed */
    bool over;   /* the order has ended by itself; a hunt has to be told anew */
    bool fits;   /* the step that is looked at */
    int gone;    /* the moment at which its target, or whom it was after, was no more; -1 */
} us_guess;

/* Of a unit. */
typedef struct us_track {
    /* its guesses, where they begin, and what may still move that */
    US_LIST(us_guess) guess;
    int moment;  /* -1: nowhere */
    int64_t key; /* before or behind whom of that moment */
    bool latent; /* nothing but waits since: it can't go where they would */

    /* the last order, and what the unit does */
    bool goes_on;
    int last_step;  /* index of it; -1 */
    int32_t keeps;  /* the cell that it goes or produces to; -1 */
    us_cycle until; /* when it is there, or has made it */

    /* who was told earlier steps earlier: the place of the order that this comes from; -1 */
    int64_t rank;
} us_track;

typedef struct us_seeker {
    us_microrts_trace *m;
    const us_domain *domain;
    us_track *track;  /* by id */
    mr_state *ground; /* NULL: ways are told by what is nearer */
    mr_search *search;
    mr_claims claims[US_SEATS_MAX], earlier;
    US_LIST(int64_t) rank[US_SEATS_MAX]; /* whose claim it is */
    mr_table table;
    int64_t effort;
    bool blind;

    /* the moment that is looked at */
    int at;
    const us_microrts_moment *moment;
    const us_microrts_who *unit;
} us_seeker;

typedef enum us_sought { US_ENEMY, US_DEPOT, US_RESOURCE } us_sought;

/* What a unit would be asked. */
typedef struct us_wish {
    int type;
    int32_t cell;
    us_type product;
} us_wish;

/* ---- microrts_guess.c */
int us_microrts_index(const us_seeker *s, us_id id); /* in the moment; -1: isn't there */
/* As the game's bots and its folder have it: of equals the first. Index, or -1. */
int us_microrts_nearest(us_seeker *s, const us_microrts_who *to, us_sought what);
/* What the order would have unit i do at that step; sets g->over, too. */
us_wish us_microrts_wish(us_seeker *s, int i, const us_microrts_step *step, us_guess *g);
bool us_microrts_is_wish(const us_wish *w, const us_microrts_step *step);
/* Guesses that explain the step, of which there are none yet. At a wait there may be none. */
void us_microrts_guess_anew(us_seeker *s, int i, int index);

#endif
