/* Maps of microRTS: ground, and who stands where at the beginning.
 *
 *   microrts 1
 *   note one base each
 *   resources 5 5
 *   map
 *   <rows of one width: . free, # wall, or a symbol of the legend>
 *   legend
 *   R Resource neutral resources 20
 *   B Base 0
 *   W Worker 0
 *
 * Blank lines and lines that begin with # are comments, but among the rows. Note is optional.
 * A row of the legend is a symbol, a type, its player, and `resources` or `hit_points` other than 0
 * and the type's. The units' list, whose order the game plays by, is that of the legend, and of one
 * symbol row by row; their ids count from 0.
 *
 * The game's own maps are XML. */
#ifndef US_GAME_MICRORTS_MAP_H
#define US_GAME_MICRORTS_MAP_H

#include "game/microrts/table.h"

enum {
    MR_SIDE_MAX = 128,
    MR_CELLS_MAX = MR_SIDE_MAX * MR_SIDE_MAX,
    MR_PLAYERS = 2,
    MR_NEUTRAL = -1,
    MR_LEGEND_MAX = 64,
    MR_ID_MAX = 1 << 30,     /* of what is read */
    MR_AMOUNT_MAX = 1000000, /* of hit points, and of what a unit holds */
};

/* Plain data without gaps. */
typedef struct mr_unit {
    int32_t id; /* the game's: not negative, of one unit only */
    int32_t resources, hit_points;
    int16_t x, y;
    int16_t type;
    int16_t player; /* 0, 1 or MR_NEUTRAL */
} mr_unit;
_Static_assert(sizeof(mr_unit) == 20, "no gaps");

typedef struct mr_map {
    char note[160]; /* "": there is none */
    int width, height;
    int32_t resources[MR_PLAYERS];
    uint8_t *wall; /* by cell: y * width + x */
    mr_unit *unit; /* in the order of the game's list, each on a free cell of its own */
    int count;
    us_hash hash; /* of what is played: all but the note */
} mr_map;

/* Refused with the place. Both players must have somebody. The caller frees with mr_map_free. */
us_status mr_map_parse(const char *file, const char *text, size_t length, const mr_table *table,
                       mr_map **out, us_error *err);
/* As us_map_text finds it. Our text, or XML, which begins with <. */
us_status mr_map_load(const char *name, const mr_table *table, mr_map **out, us_error *err);
/* Where a map of the real game lies, "16x16/basesWorkers16x16A", also with ".xml": appended. False:
 * there is none of that name, or no real game. */
bool mr_map_find(const char *name, us_str *path);
/* The game's own XML. Refused with the place, and bounded: no DTD, two players, sides up to
 * MR_SIDE_MAX, a text of at most 1 MiB. */
us_status mr_map_read_xml(const char *file, const char *text, size_t length, const mr_table *table,
                          mr_map **out, us_error *err);
void mr_map_free(mr_map *map); /* NULL is fine */

/* Appended. Reading a text gives the same map, but for ids and the order of the list, which it has
 * by its legend; XML keeps both. False, and nothing is appended, where a legend would need more
 * than MR_LEGEND_MAX rows. */
bool mr_map_print(const mr_map *map, const mr_table *table, us_str *out);
void mr_map_print_xml(const mr_map *map, const mr_table *table, us_str *out);
us_hash mr_map_hash(const mr_map *map, const mr_table *table);

/* The same for both players when turned or mirrored? How: "turned", "mirrored", or NULL. */
const char *mr_map_fair(const mr_map *map);

#endif
