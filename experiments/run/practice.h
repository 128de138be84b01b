/* Practice: a library plays games in rounds, and records their outcomes.
 *
 * The library changes in place, once per round: all games of a round are played with the library as
 * it was when the round began. A round that is interrupted or killed records nothing. If another
 * program locks the library at the end of a round, the practice waits for it.
 *
 * Each game has a key, a hash of all that defines it, and a seed that follows from the key. The
 * library records map and seed of each game that it practiced, also of one that crashed. Such a
 * game is never played again. A practice that was killed therefore continues where it stopped, with
 * the same results. */
#ifndef US_EXPERIMENTS_RUN_PRACTICE_H
#define US_EXPERIMENTS_RUN_PRACTICE_H

#include "experiments/run/training_field.h"
#include "retrieve/outcomes.h"

/* If none of so many games of a round ends, the fault is not in the games: the practice fails. A
 * smaller round is recorded, so that a game that always crashes does not block the practice. */
enum { US_PRACTICE_SUSPICIOUS = 8 };

typedef struct us_practice_def {
    const char *library;     /* path of the library */
    const char *settings;    /* of the library in all games: "?..."; or NULL */
    us_training_field field; /* the seeds of games follow from field.seed, too */
    int games;               /* a practice of more games begins with the games of a shorter one */
    int round;               /* games of a round */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    void *context;
    void (*on_progress)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    /* A lock of another program lasts US_PRACTICE_WAIT_MS already; once for each round; or NULL. */
    void (*on_wait)(void *context, const char *library);
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_practice_def;
enum { US_PRACTICE_WAIT_MS = 2000 };

/* Returns the key of a game. map: the hash of its named map; for a generated map the request counts
 * instead, so that skipping a game generates no map. The key depends on the field's seed,
 * opponents, maps, max_cycles and fog, and on the settings, and not on the number of games or the
 * size of rounds. */
us_hash us_practice_key(const us_practice_def *def, int game, us_hash map);
/* Returns the seed of the game with that key: 63 bits. */
uint64_t us_practice_seed(us_hash key);

typedef struct us_practice_score {
    int wins, draws, losses; /* of the library's seat */
} us_practice_score;

typedef struct us_practice {
    int before; /* games that the library had practiced already */
    int played; /* games of this practice: scored, crashed or late */
    us_practice_score all;
    us_practice_score *score; /* by opponent */
    int crashed, late;        /* games that left no outcomes */
    us_outcome_counts counts;
} us_practice;

/* Practices. The library gets the same content with any number of workers.
 *
 * Before the first game, the call opens each named map, a generated map of each kind, and all
 * players that are no programs. US_BAD_INPUT: one cannot be opened.
 * US_FAILED: all games of a round crashed or were late, see US_PRACTICE_SUSPICIOUS. US_MISMATCH: a
 * file of a player changed meanwhile. US_INTERRUPTED: the error has the number of recorded games.
 * After each error, the library has the rounds that were complete. Clear *out after success. */
us_status us_practice_run(const us_practice_def *def, us_practice *out, us_error *err);
void us_practice_clear(us_practice *practice);

#endif
