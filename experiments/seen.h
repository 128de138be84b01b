/* What of the games that it plays a player has seen before: the maps and seeds of those that it was
 * learned or adapted by. Judged by these it is judged by what it was made for. */
#ifndef US_EXPERIMENTS_SEEN_H
#define US_EXPERIMENTS_SEEN_H

#include "behavior/brl.h"
#include "experiments/manifest.h"

typedef struct us_seen_games {
    uint64_t *map, *seed; /* ascending, each once */
    int maps, seeds;
    int seedless; /* games whose seed is not known */
} us_seen_games;

/* The member of a player; also the list of maps that older manifests have, a game without a seed
 * each. US_BAD_INPUT where it is neither: what was expected, and no file. Clear after success. */
us_status us_seen_read(const char *json, us_seen_games *out, us_error *err);
/* As a player of a manifest has it, which is known to be sound. Clear it. */
us_seen_games us_seen_of(const us_entrant *player);
void us_seen_clear(us_seen_games *seen);
bool us_seen_map(const us_seen_games *seen, us_hash map);
bool us_seen_seed(const us_seen_games *seen, uint64_t seed);
/* A sentence without its end about games that are seedless. name: of the player. */
void us_seen_lack(const us_seen_games *seen, const char *name, us_str *out);

/* The member of a player, appended: {"maps":["69ccee9c81e51b65"],"seeds":["1"]}, with "seedless":2
 * where two games have no seed that is known; nothing for no games. */
void us_seen_print(const us_brl_game *game, int games, us_str *out);

#endif
