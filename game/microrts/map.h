/* Maps of microRTS: the ground, and the units at the beginning.
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
 * Blank lines and lines that begin with # are comments, except among the rows. `note` is optional.
 * A row of the legend is a symbol, a type, its player, and `resources` and `hit_points` if they
 * differ from 0 and the type's.
 *
 * The game plays by the order of its unit list. The list follows the legend, and row by row within
 * one symbol. Ids count from 0.
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
    MR_ID_MAX = 1 << 30,     /* of ids in input */
    MR_AMOUNT_MAX = 1000000, /* of hit points and carried resources */
};

/* Plain data without gaps. */
typedef struct mr_unit {
    int32_t id; /* the game's, not negative, unique */
    int32_t resources, hit_points;
    int16_t x, y;
    int16_t type;
    int16_t player; /* 0, 1 or MR_NEUTRAL */
} mr_unit;
_Static_assert(sizeof(mr_unit) == 20, "no gaps");

typedef struct mr_map {
    char note[160]; /* "": no note */
    int width, height;
    int32_t resources[MR_PLAYERS];
    uint8_t *wall; /* by cell: y * width + x */
    mr_unit *unit; /* in the order of the game's list, each on its own free cell */
    int count;
    us_hash hash; /* of what matters to play: all but the note */
} mr_map;

/* Parses a map; errors name the place. Both players must have units. The caller frees the map with
 * mr_map_free. */
us_status mr_map_parse(const char *file, const char *text, size_t length, const mr_table *table,
                       mr_map **out, us_error *err);
/* Loads a map by name or path, as us_map_read_text finds it: our text, or XML, which begins with <.
 */
us_status mr_map_load(const char *name, const mr_table *table, mr_map **out, us_error *err);
/* Appends the path of a map of the real game, such as "16x16/basesWorkers16x16A", with or without
 * ".xml". Returns false if there is no such map or no real game. */
bool mr_map_find(const char *name, us_str *path);
/* Parses the game's own XML; errors name the place. Limits: no DTD, two players, sides up to
 * MR_SIDE_MAX, a text of at most 1 MiB. */
us_status mr_map_read_xml(const char *file, const char *text, size_t length, const mr_table *table,
                          mr_map **out, us_error *err);
void mr_map_free(mr_map *map); /* NULL is fine */
US_AUTOPTR_DEFINE(mr_map, mr_map_free);

/* Append the map. Reading our text gives the same map, except that ids and list order follow the
 * legend; XML keeps both. mr_map_print returns false and appends nothing if the legend would need
 * more than MR_LEGEND_MAX rows. */
bool mr_map_print(const mr_map *map, const mr_table *table, us_str *out);
void mr_map_print_xml(const mr_map *map, const mr_table *table, us_str *out);
us_hash mr_map_hash(const mr_map *map, const mr_table *table);

/* Returns how the map is equal for both players, "turned" or "mirrored"; NULL if it is not. */
const char *mr_map_find_symmetry(const mr_map *map);

#endif
