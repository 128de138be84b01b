/* Maps of the arena: a readable text, a checker, a generator.
 *
 *   arena 1
 *   family rooms
 *   difficulty 50
 *   loot 20
 *   note two guards on their rounds
 *   map
 *   <rows of one width: symbols of the domain's terrains, and of the legend>
 *   legend
 *   P PLAYER 0
 *   g GUARD 1 aggressive 30 defensive 10
 *   $ RESOURCE neutral stock 40
 *
 * Blank lines and lines that begin with # are comments, but among the rows. Note is optional. A row
 * of the legend is a symbol, a type, its seat, and attributes other than at birth; who stands
 * somewhere stands on floor. `loot` is what the visitor must bring to an exit; 0: nothing, it has
 * to be the last one there. */
#ifndef US_GAME_ARENA_MAP_H
#define US_GAME_ARENA_MAP_H

#include "base/str.h"
#include "game/arena/rules.h"
#include "game/maps.h"

enum {
    AR_SIDE_MIN = 8,
    AR_SIDE_MAX = 256,
    AR_CHARACTERS_MAX = 2048,
    AR_THINGS_MAX = 2048,
    AR_LEGEND_MAX = 64,
    AR_SEATS = 2, /* the visitor, and those who live there */
};

/* A row of the legend. */
typedef struct ar_kind {
    char symbol;
    us_type type;
    us_seat owner;
    uint16_t stated;                      /* bit per attribute that the map states */
    int32_t attribute[US_ATTRIBUTES_MAX]; /* complete */
} ar_kind;

typedef struct ar_map {
    char family[32], note[160]; /* note "": there is none */
    int width, height, difficulty, loot;
    uint8_t *terrain; /* by cell */
    uint8_t *stands;  /* by cell: 0 nobody, else a row of the legend and 1 */
    ar_kind kind[AR_LEGEND_MAX];
    int kinds;
    us_hash hash; /* of what is played: family, note and symbols do not count */
} ar_map;

/* Refused with the place: what is not as above, maps without a character of each seat or with more
 * than there may be. The caller frees *out with ar_map_free. */
us_status ar_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       ar_map **out, us_error *err);
/* As us_map_text finds it. */
us_status ar_map_load(const char *name, const us_domain *domain, ar_map **out, us_error *err);
void ar_map_free(ar_map *map); /* NULL is fine */
/* Appends the text. Parsing it gives the same map. */
void ar_map_print(const ar_map *map, const us_domain *domain, us_str *out);
us_hash ar_map_hash(const ar_map *map, const us_domain *domain);

/* By cell: what can be walked, doors too; resources stand in the way. The caller frees. */
uint8_t *ar_map_pass(const ar_map *map, const us_domain *domain, const ar_words *words);
/* By cell: a number for each part of the map that hangs together, from 1; 0 where nobody can walk.
 * The caller frees. */
uint16_t *ar_map_regions(const ar_map *map, const uint8_t *pass);

/* Directions, clockwise from north. */
extern const int8_t ar_dx[8], ar_dy[8];

/* By cell: bit per direction in which a step leads on; one across a corner
 * takes both cells beside it. The caller frees. */
uint8_t *ar_map_exits(const ar_map *map, const uint8_t *pass);

/* What a step costs, to find ways by; half of a door's counts on either side of it. */
enum { AR_STRAIGHT = 5, AR_ACROSS = 7, AR_DOORSTEP = 5 };
/* By cell: AR_DOORSTEP where a door is, open or not. The caller frees. */
uint8_t *ar_map_doors(const ar_map *map, const ar_words *words);

/* How far it is from so many places, by cell, one place after the other: what two cells differ in
 * tells how far they are apart at least. Places lie far from one another, in the part of the map
 * that the first character is in; a number that does not fit is UINT16_MAX. The caller frees. */
enum { AR_MARKS = 6 };
uint16_t *ar_map_marks(const ar_map *map, const uint8_t *exits, const uint8_t *doors);

/* What a map lacks, a line each: exits, loot, posts, supplies and residents that the visitor cannot
 * reach, no way to bring what is asked for. Appended; returns how many. */
int ar_map_faults(const ar_map *map, const us_domain *domain, us_str *out);

/* Families as the tools list them, sizes from 16 to 256 by 8. */
us_status ar_map_generate(const us_domain *domain, const us_map_wish *wish, ar_map **out,
                          us_error *err);
extern const us_map_choice ar_map_families[]; /* ends in a row without a name */
extern const char ar_map_sizes[];
extern const us_map_tools ar_map_tools;

#endif
