/* Map tools of a game, for the command line. */
#ifndef US_GAME_MAPS_H
#define US_GAME_MAPS_H

#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "game/game.h"

/* The symmetry of a generated map. The order is that of us_map_tools.fairness. */
typedef enum us_map_fairness {
    US_MAP_UNFAIR, /* one seat is favored; the map's note says how */
    US_MAP_FAIR,   /* turned or mirrored, drawn from the seed */
    US_MAP_TURNED,
    US_MAP_MIRRORED,
} us_map_fairness;

enum { US_MAP_FAMILY_SIZE = 48 }; /* with the '\0' */

typedef struct us_map_info {
    char name[64];
    char family[US_MAP_FAMILY_SIZE]; /* as us_scenario.map_family */
    int width, height, seats;
    bool fair;           /* equal for both seats, mirrored or turned */
    us_map_fairness how; /* turned, mirrored, or US_MAP_UNFAIR */
} us_map_info;

typedef struct us_map_request {
    const char *family;
    int size; /* cells per side */
    uint64_t seed;
    us_map_fairness fair;
    int start; /* a row of us_map_tools.starts; 0 if the game has one kind of start */
} us_map_request;

typedef struct us_map_choice {
    const char *name, *about;
} us_map_choice;

/* The map tools of a game. Each member may be NULL. */
typedef struct us_map_tools {
    /* Returns all shipped maps, sorted by name. The caller frees *out with us_mem_free. */
    us_status (*list)(us_map_info **out, int *count, us_error *err);
    /* Appends facts and a picture as text; json: the facts as one object. */
    us_status (*show)(const char *map, bool json, us_str *out, us_error *err);
    /* Appends the faults of a map under the shipped rules, one per line, or the number of ways if
     * it has no faults; json: as one object. Returns US_FAILED with the complete report if there
     * are faults. */
    us_status (*check)(const char *map, bool json, us_str *report, us_error *err);
    /* Generates a map and appends its text. info may be NULL. */
    us_status (*generate)(const us_map_request *wish, us_map_info *info, us_str *out,
                          us_error *err);
    /* With generate only. */
    const us_map_choice *families; /* ends in a row without a name */
    const us_map_choice *fairness;
    const us_map_choice *starts; /* the default comes first; NULL: one kind of start */
    const char *sizes;           /* "a multiple of ..." */
    const char *first;           /* the first characters of a map's text */
    /* Appends the path of a map that the game has beside the shipped ones. Returns false if it has
     * no map of that name. Names may contain '/' and '.'. `brings` is a hint how to get these maps,
     * `called` one how they are named. */
    bool (*find)(const char *name, us_str *path);
    const char *brings, *called;
} us_map_tools;

/* A use of the map tools. */
typedef enum us_map_task {
    US_MAPS_LIST,
    US_MAPS_SHOW,
    US_MAPS_CHECK,
    US_MAPS_GENERATE, /* needs families, fairness, sizes and first, too */
} us_map_task;

/* Returns the map tools of a game that support the task, or NULL. */
const us_map_tools *us_game_kind_map_tools(const us_game_kind *kind, us_map_task task);
/* Like us_game_kind_map_tools; the error names what the game lacks. */
us_status us_game_kind_require_map_tools(const us_game_kind *kind, us_map_task task,
                                         const us_map_tools **out, us_error *err);

/* Implements us_map_tools.list for a game whose maps are files domains/DOMAIN/maps/NAME.map. look
 * reads one file of that folder; it gets `context`. */
us_status us_map_list_shipped(const char *domain,
                              us_status (*look)(const void *context, const char *folder,
                                                const char *file, us_map_info *out, us_error *err),
                              const void *context, us_map_info **out, int *count, us_error *err);

/* Reads the text of a map. A name with '/' or '.' is a path, any other one the file
 * domains/DOMAIN/maps/NAME.map. If that file is missing, the game's own maps are searched. path is
 * empty before; it gets the map's path. The caller frees *text. */
us_status us_map_read_text(const char *domain, const char *name, us_str *path, char **text,
                           size_t *length, us_error *err);
/* Returns true if the name is a path, and not the name of one of the game's own maps. */
bool us_map_is_path(const char *domain, const char *name);
/* Returns the name of a map that has none in its text. For a path that is the file's name without
 * its extension. */
void us_map_default_name(const char *domain, const char *name, char *out, size_t size);

/* Finds the row of that name; the error lists all names. what: "family". */
us_status us_map_choice_find(const us_map_choice *rows, const char *what, const char *name,
                             int *out, us_error *err);
/* Like us_map_choice_find, for the kinds of start of a game that generates maps. A game with one
 * kind of start rejects any name. */
us_status us_map_choice_find_start(const us_game_kind *kind, const char *what, const char *name,
                                   int *out, us_error *err);

#endif
