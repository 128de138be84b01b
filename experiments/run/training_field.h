/* A training field: the opponents and maps on which a library trains.
 *
 * The games of a field are numbered from 0, without an end. The map, the opponent and the seat of a
 * game follow from the field and the number alone, so that a longer training begins with the games
 * of a shorter one. */
#ifndef US_EXPERIMENTS_RUN_TRAINING_FIELD_H
#define US_EXPERIMENTS_RUN_TRAINING_FIELD_H

#include "experiments/run/training.h"
#include "game/game.h"

#define US_TRAINING_ITSELF "itself" /* the opponent that is the training library */

typedef struct us_training_field {
    const us_domain *domain;    /* domain of the library */
    const char *const *against; /* one or more agents, or US_TRAINING_ITSELF */
    int opponents;
    const char *const *map;    /* names of shipped ones, or paths */
    int maps;                  /* 0: each game has a generated map of its own */
    const char *const *family; /* of generated maps: one or more */
    int families;
    const int *size; /* of generated maps: one or more */
    int sizes;
    uint64_t seed; /* of generated maps; a game's own seed is the caller's */
    us_cycle max_cycles;
    bool fog;
} us_training_field;

/* Sets families and sizes of generated maps where the field has none: all families of the tools,
 * and the sizes 48, 64 and 80. The list of families is in the arena. */
void us_training_field_set_kinds(us_training_field *field, const us_map_tools *tools,
                                 us_arena *arena);
/* Returns the number of kinds of map: the named maps, or all combinations of family and size. */
int us_training_field_kinds(const us_training_field *field);
/* Returns the kind of map, the opponent and the seat of a game, without its seed. The kind is an
 * index of field->map, or a combination of family and size: see us_training_field_request. */
us_training_game us_training_field_turn(const us_training_field *field, int game);
/* Returns the agent of an opponent. library: the agent that plays with the training library, which
 * US_TRAINING_ITSELF stands for. The result borrows from the field or is `library`. */
const char *us_training_field_opponent(const us_training_field *field, int opponent,
                                       const char *library);

/* Returns the request for the generated map of a game. The field must have no named maps. */
us_map_request us_training_field_request(const us_training_field *field, int game);
/* Writes the generated map of a game to a file. The field must have no named maps. US_BAD_INPUT:
 * the domain generates no such maps. */
us_status us_training_field_write_map(const us_training_field *field, int game, const char *path,
                                      us_error *err);

/* Returns the path of a game's map: that of the named map, or of the generated one, which is
 * written to the folder. The path lies in the arena or is the field's. */
us_status us_training_field_place_map(const us_training_field *field, int game, const char *folder,
                                      us_arena *arena, const char **out, us_error *err);

/* Checks before the first game that maps and players can be opened: each named map, or a generated
 * map of each kind; the library, and all opponents that are no programs. library: the agent that
 * plays with the training library. hash: gets the hash of the map of each kind,
 * us_training_field_kinds of them. US_BAD_INPUT: a map or a player cannot be opened. */
us_status us_training_field_check(const us_training_field *field, const char *library,
                                  us_hash *hash, us_error *err);

#endif
