/* What of the games that it plays a player has seen before: the maps and seeds of those that it was
 * learned or adapted by. Judged by these it is judged by what it was made for. */
#ifndef US_EXPERIMENTS_SEEN_H
#define US_EXPERIMENTS_SEEN_H

#include "behavior/brl.h"
#include "experiments/manifest.h"

typedef struct us_seen {
    uint64_t *map, *seed; /* ascending, each once */
    int maps, seeds;
} us_seen;

/* As a player of a manifest has it. Nothing of what can't be read. Clear it. */
us_seen us_seen_of(const us_entrant *player);
void us_seen_clear(us_seen *seen);
bool us_seen_map(const us_seen *seen, us_hash map);
bool us_seen_seed(const us_seen *seen, uint64_t seed);

/* The member of a player, appended: {"maps":["69ccee9c81e51b65"],"seeds":["1"]}; nothing for no
 * games. */
void us_seen_print(const us_brl_game *game, int games, us_str *out);

#endif
