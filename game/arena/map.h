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
 * Blank lines and lines that begin with # are comments, except among the rows. `note` is optional.
 * A row of the legend is a symbol, a type, its seat, and the attributes that differ from the
 * type's. Entities stand on floor. `loot` is the amount that the visitor must bring to an exit; if
 * it is 0, the visitor must be the last seat with characters. */
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
    AR_SEATS = 2, /* the visitor and the residents */
};

/* A row of the legend. */
typedef struct ar_kind {
    char symbol;
    us_type type;
    us_seat owner;
    uint16_t stated;                      /* bit per attribute that the map states */
    int32_t attribute[US_ATTRIBUTES_MAX]; /* all values */
} ar_kind;

typedef struct ar_map {
    char family[32], note[160]; /* note "": no note */
    int width, height, difficulty, loot;
    uint8_t *terrain; /* by cell */
    uint8_t *stands;  /* by cell: 0 for no entity, else 1 + the row of the legend */
    ar_kind kind[AR_LEGEND_MAX];
    int kinds;
    us_hash hash; /* of what matters to play: not of family, note and symbols */
} ar_map;

/* Parses a map. Rejects, with the place, any text unlike the one above, and maps without a
 * character of each seat or with too many. The caller frees *out with ar_map_free. */
us_status ar_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       ar_map **out, us_error *err);
/* Loads a map by name or path, as us_map_read_text finds it. */
us_status ar_map_load(const char *name, const us_domain *domain, ar_map **out, us_error *err);
void ar_map_free(ar_map *map); /* NULL is fine */
US_AUTOPTR_DEFINE(ar_map, ar_map_free);
/* Appends the text of a map. Parsing it gives the same map. */
void ar_map_print(const ar_map *map, const us_domain *domain, us_str *out);
us_hash ar_map_hash(const ar_map *map, const us_domain *domain);

/* Returns by cell whether it can be walked. Doors can, resources block. The caller frees. */
uint8_t *ar_map_compute_pass(const ar_map *map, const us_domain *domain, const ar_words *words);
/* Returns by cell the number of its connected region, from 1; 0 if it cannot be walked. The caller
 * frees. */
uint16_t *ar_map_compute_regions(const ar_map *map, const uint8_t *pass);

/* Directions, clockwise from north. */
extern const int8_t ar_dx[8], ar_dy[8];

/* Returns by cell a bit per direction of an open step. A diagonal step needs both cells beside it.
 * The caller frees. */
uint8_t *ar_map_compute_exits(const ar_map *map, const uint8_t *pass);

/* Costs of steps in path finding. Half of a door's cost counts on each side of it. */
enum { AR_STRAIGHT = 5, AR_ACROSS = 7, AR_DOORSTEP = 5 };
/* Returns by cell AR_DOORSTEP if it has a door, open or closed. The caller frees. */
uint8_t *ar_map_compute_doors(const ar_map *map, const ar_words *words);

/* Returns the distances of all cells from AR_MARKS landmarks, one landmark after the other. The
 * difference of two cells' distances is a lower bound of the way between them. The landmarks lie
 * far apart in the first character's region; a number that does not fit is UINT16_MAX. The caller
 * frees. */
enum { AR_MARKS = 6 };
uint16_t *ar_map_compute_marks(const ar_map *map, const uint8_t *exits, const uint8_t *doors);

/* Appends the faults of a map, a line each: exits, loot, posts, supplies or residents that the
 * visitor cannot reach, or loot that cannot be brought out. Returns their count. */
int ar_map_print_faults(const ar_map *map, const us_domain *domain, us_str *out);

/* Generates a map of one of the listed families; sizes go from 16 to 256 by 8. */
us_status ar_map_generate(const us_domain *domain, const us_map_request *request, ar_map **out,
                          us_error *err);
extern const us_map_choice ar_map_families[]; /* ends in a row without a name */
extern const char ar_map_sizes[];
extern const us_map_tools ar_map_tools;

#endif
