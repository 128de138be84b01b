/* The names that the arena needs of its domain, and the numbers of types that nobody publishes. */
#ifndef US_GAME_ARENA_RULES_H
#define US_GAME_ARENA_RULES_H

#include "domain/domain.h"

/* Indexes into the domain's tables. */
typedef struct ar_words {
    int idle, moving, sneaking, attacking, reloading, stealing, hiding, searching;
    int aggressive, defensive, alarm, carried, stock, ammo, rounds, magazine, range, strength,
        facing;
    int loot, kills, losses, shots, bored, difficulty;
    int resource, door, ammo_box, medkit, exit, body; /* types */

    int floor, cover, wall; /* terrains */
} ar_words;

enum {
    AR_RULES = 1, /* goes up with any change of what a game's course depends on, in this folder */

    AR_SECOND = 60, /* cycles */

    AR_ATTRIBUTE_MAX = 1000000,

    AR_LOAD = 10,       /* loot that is taken from a resource at a time */
    AR_THEFT = 45,      /* cycles that it takes */
    AR_RELOADING = 90,  /* cycles */
    AR_BOX = 16,        /* rounds of a box */
    AR_ROUNDS_MAX = 96, /* that one can carry */
    AR_MEDICINE = 50,   /* hit points */
    AR_DOOR = 20,       /* cycles to open one */
    AR_OPEN = 300,      /* cycles that it stays open */

    AR_CLOSE = 2,   /* cells that are seen all around, and into cover */
    AR_LOOK = 6,    /* cycles between two looks */
    AR_MISSES = 5,  /* looks without it, until somebody is lost */
    AR_TRACK = 240, /* cycles that an attacker looks for whom it lost */
    AR_SEARCH = 180,

    AR_DEAF = 30, /* cycles in which only what is louder is heard */
    /* how far it is heard, cells */
    AR_LOUD_STEP = 5,
    AR_LOUD_THEFT = 5,
    AR_LOUD_BUMP = 4,
    AR_LOUD_RELOAD = 6,
    AR_LOUD_DOOR = 7,
    AR_LOUD_FALL = 8,

    AR_DULL = 5 * AR_SECOND, /* cycles in which nothing happens until it bores */
    AR_CALM = 30,            /* looks between two steps back to the own base */
};

/* Of a type that lives: its own, or that of the nearest one above it. */
typedef struct ar_rule {
    int16_t step;  /* cycles to the next cell; half as much again across, double when sneaking */
    int16_t sight; /* cells */
    int16_t aim, fall; /* percent hit at no distance, and how much less each cell */
    int16_t damage;
    int16_t pause; /* cycles between two shots */
    int16_t loud;  /* cells: a shot or blow is heard */
    int16_t spare; /* 0 */
} ar_rule;

us_status ar_words_find(const us_domain *domain, ar_words *w, us_error *err);
/* One for each type; zeros for who does not live. The caller frees. */
ar_rule *ar_rules_new(const us_domain *domain);
us_hash ar_rules_hash(const us_domain *domain); /* of the domain and the rules of this folder */

#endif
