/* Skirmish maps: a readable text format, a checker, a generator.
 *
 *   understudy map 1
 *   name ridge-1
 *   family ridge
 *   size 64 64
 *   fair yes
 *   start hall
 *   note the belt opens at the four thin places
 *   seat 0 human gold 2000 wood 1000 oil 1000
 *   seat 1 orc
 *   entity gold-mine neutral 10 12 stock 40000
 *   entity town-hall 0 14 20
 *   entity peasant 0 18 20
 *   terrain
 *   <height lines of width symbols, as the domain declares them>
 *
 * Blank lines, and lines before `terrain` that begin with #, are comments. Seats come before the
 * entities they own, terrain comes last. x and y are an entity's lowest cell.
 *
 * `note` and `fair` (default no) are optional, and so are a seat's amounts (default: the rules').
 * The entities determine the kind of start; `start` is optional and must agree with them. */
#ifndef US_GAME_SKIRMISH_MAP_MAP_H
#define US_GAME_SKIRMISH_MAP_MAP_H

#include "base/str.h"
#include "game/maps.h"
#include "game/skirmish/rules.h"

enum {
    SK_MAP_SIDE_MIN = 24,
    SK_MAP_SIDE_MAX = 256,
    SK_MAP_ENTITIES_MAX = 1024,
    SK_MAP_AMOUNT_MAX = 1000000, /* of a stock or a seat's start */
};

typedef struct sk_map_entity {
    us_type type;
    us_seat owner;
    int16_t x, y;
    int32_t stock; /* of a resource; 0 otherwise */
} sk_map_entity;

typedef struct sk_map {
    char name[64], family[32];
    char note[160]; /* "": no note */
    int width, height, seats;
    bool fair;
    int faction[US_SEATS_MAX];
    int32_t start[US_SEATS_MAX][US_RESOURCES_MAX]; /* -1: the rules' amount */
    uint8_t *terrain; /* width * height, row-major: indexes into us_domain.terrain */
    sk_map_entity *entity;
    int entity_count;
    us_hash hash; /* of what matters to play: not of name, family, note and file layout */
} sk_map;

/* Parses a map. Errors name the place: of syntax errors, entities off the map, overlaps, and
 * entities on ground that does not carry them. The caller frees *out with sk_map_free. */
us_status sk_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       sk_map **out, us_error *err);
/* Loads a map. name: a shipped map (domains/skirmish/maps/NAME.map), or a path with '/' or '.'. */
us_status sk_map_load(const char *name, const us_domain *domain, sk_map **out, us_error *err);
void sk_map_free(sk_map *map); /* NULL is fine */
US_AUTOPTR_DEFINE(sk_map, sk_map_free);
/* Appends the text of a map. Parsing it gives the same map, with hash and note. */
void sk_map_print(const sk_map *map, const us_domain *domain, us_str *out);
us_hash sk_map_hash(const sk_map *map, const us_domain *domain);

/* The seats' start. The order is that of sk_map_starts. */
typedef enum sk_start {
    SK_START_HALL,
    SK_START_NOMAD, /* some seat has workers but no hall */
} sk_start;
sk_start sk_map_start(const sk_map *map, const us_domain *domain);
/* Writes the family, followed by the kind of start unless that is the first: "open", "open/nomad".
 * Maps with different kinds of start never share a family. */
void sk_map_format_family(const sk_map *map, const us_domain *domain, char out[US_MAP_FAMILY_SIZE]);

/* Returns the first entity that is off the map, on unsuitable ground, or on another entity; -1:
 * none. why gets a text without the place. */
int sk_map_find_misplaced(const sk_map *map, const us_domain *domain, us_str *why);

typedef struct sk_faults {
    char **text; /* one sentence each, without final period */
    int count;
} sk_faults;
/* Checks that each seat can build, gather and be reached under these rules, and that a map declared
 * fair is equal for both seats. The caller frees the result with sk_faults_free. */
sk_faults sk_map_find_faults(const sk_map *map, const us_domain *domain, const sk_rules *rules);
void sk_faults_free(sk_faults *faults);

enum { SK_WAYS_MAX = 8 };
typedef struct sk_map_ways {
    int open; /* cell-disjoint ways between the bases of the first two seats, up to SK_WAYS_MAX */
    int openable; /* the same count if wood is cut and walls are broken */
} sk_map_ways;
sk_map_ways sk_map_count_ways(const sk_map *map, const us_domain *domain);

/* The symmetry that maps seat 0 onto seat 1: ground, entities (counterparts if the factions
 * differ), stocks and starts. */
typedef enum sk_symmetry {
    SK_SYMMETRY_NONE,
    SK_SYMMETRY_TURN,       /* half a turn */
    SK_SYMMETRY_LEFT_RIGHT, /* mirrored */
    SK_SYMMETRY_TOP_BOTTOM,
    SK_SYMMETRY_DIAGONAL, /* x and y swapped */
    SK_SYMMETRY_ANTIDIAGONAL,
    SK_SYMMETRIES,
} sk_symmetry;
sk_symmetry sk_map_find_symmetry(const sk_map *map, const us_domain *domain);
const char *sk_symmetry_name(sk_symmetry symmetry);
/* Replaces (x, y), the lowest cell of a rectangle of w x h cells, by the lowest cell of its image.
 */
void sk_symmetry_apply(sk_symmetry symmetry, int width, int height, int w, int h, int *x, int *y);

/* Generates a map. Families, fairness and starts are those of the tools; sizes go from 32 to 128 by
 * 8. The map passes the checker and keeps its family's promise on open ways: SK_WAYS_MAX for open,
 * none for ridge, 2 to 6 for choke. Both seats have the start of wish->start. */
us_status sk_map_generate(const us_domain *domain, const sk_rules *rules,
                          const us_map_request *request, sk_map **out, us_error *err);
/* Each ends in a row without a name. */
extern const us_map_choice sk_map_families[], sk_map_fairness[], sk_map_starts[];
extern const char sk_map_sizes[];

extern const us_map_tools sk_map_tools;

#endif
