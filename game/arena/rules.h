/* The domain names that the arena needs, and the numbers of its types that no world publishes. */
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
    AR_RULES = 1, /* incremented by any change in this folder that affects the course of games */

    AR_SECOND = 60, /* cycles */

    AR_ATTRIBUTE_MAX = 1000000,

    AR_LOAD = 10,       /* loot per theft */
    AR_THEFT = 45,      /* cycles of a theft */
    AR_RELOADING = 90,  /* cycles */
    AR_BOX = 16,        /* rounds per box */
    AR_ROUNDS_MAX = 96, /* that a character can carry */
    AR_MEDICINE = 50,   /* hit points */
    AR_DOOR = 20,       /* cycles to open a door */
    AR_OPEN = 300,      /* cycles that a door stays open */

    AR_CLOSE = 2,   /* cells: seen in all directions, even in cover */
    AR_LOOK = 6,    /* cycles between two looks */
    AR_MISSES = 5,  /* looks without seeing an opponent until it is lost */
    AR_TRACK = 240, /* cycles that an attacker searches for a lost target */
    AR_SEARCH = 180,

    AR_DEAF = 30, /* cycles in which only louder noises are heard */
    /* radius of noises, cells */
    AR_LOUD_STEP = 5,
    AR_LOUD_THEFT = 5,
    AR_LOUD_BUMP = 4,
    AR_LOUD_RELOAD = 6,
    AR_LOUD_DOOR = 7,
    AR_LOUD_FALL = 8,

    AR_DULL = 5 * AR_SECOND, /* cycles without an incident until the visitor gets bored */
    AR_CALM = 30,            /* looks between two steps of the moods back to their base */
};

/* The numbers of a living type: its own row, or that of the nearest ancestor. */
typedef struct ar_rule {
    int16_t step;      /* cycles to the next cell; 3/2 of it diagonally, double when sneaking */
    int16_t sight;     /* cells */
    int16_t aim, fall; /* hit chance at distance 0 in percent, and its loss per cell */
    int16_t damage;
    int16_t pause; /* cycles between two shots */
    int16_t loud;  /* radius of the noise of a shot or blow, cells */
    int16_t spare; /* 0 */
} ar_rule;

us_status ar_words_find(const us_domain *domain, ar_words *w, us_error *err);
/* Returns one rule per type, zeros for types that do not live. The caller frees. */
ar_rule *ar_rules_new(const us_domain *domain);
us_hash ar_rules_hash(void); /* of the rules of this folder, without the domain */

#endif
