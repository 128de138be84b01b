/* Seen games: the maps and seeds of the games that a player was learned or adapted from. A result
 * on these maps and seeds judges the player by the games that it was made from. */
#ifndef US_EXPERIMENTS_DESIGN_ENTRANTS_H
#define US_EXPERIMENTS_DESIGN_ENTRANTS_H

#include "behavior/brl.h"
#include "experiments/design/manifest.h"

typedef struct us_seen_games {
    uint64_t *map, *seed; /* ascending, each once */
    int maps, seeds;
    int seedless; /* games whose seed is not known */
} us_seen_games;

/* Reads the member of a player. Older manifests have a list of maps, each a game without a seed.
 * US_BAD_INPUT if it is neither: the error has the expectation, and no file. Clear after
 * success. */
us_status us_seen_games_parse(const char *json, us_seen_games *out, us_error *err);
/* Returns the seen games of a player of a manifest, whose member is known to be valid. Clear it. */
us_seen_games us_seen_games_from_entrant(const us_entrant *player);
void us_seen_games_clear(us_seen_games *seen);
bool us_seen_games_has_map(const us_seen_games *seen, us_hash map);
bool us_seen_games_has_seed(const us_seen_games *seen, uint64_t seed);
/* Appends a sentence without its end about games without a seed. name: of the player. */
void us_seen_games_print_seedless(const us_seen_games *seen, const char *name, us_str *out);

/* Appends the member of a player: {"maps":["69ccee9c81e51b65"],"seeds":["1"]}, with "seedless":2 if
 * two games have no known seed. Appends nothing without games. */
void us_seen_games_print(const us_brl_game *game, int games, us_str *out);

/* Players of one identity, under any names. */

/* Appends a sentence about the runs of the group that are the same player; nothing if there are
 * none. */
void us_same_players_print_runs(const us_manifest *manifest, const char *group, us_str *out);

/* Calls note with a sentence for each group with such runs, and for each player that is the same as
 * one of another name, groups apart. */
void us_same_players_report(const us_manifest *manifest, void (*note)(const char *what));

#endif
