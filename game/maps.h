/* What the command line asks a game about its maps. */
#ifndef US_GAME_MAPS_H
#define US_GAME_MAPS_H

#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "game/game.h"

/* How the seats of a generated map relate. The order is that of us_map_tools.fairness. */
typedef enum us_map_fair {
    US_MAP_UNFAIR, /* one seat is favored; the map's note says how */
    US_MAP_FAIR,   /* turned or mirrored, as the seed has it */
    US_MAP_TURNED,
    US_MAP_MIRRORED,
} us_map_fair;

enum { US_MAP_FAMILY_SIZE = 48 }; /* with the '\0' */

typedef struct us_map_info {
    char name[64];
    char family[US_MAP_FAMILY_SIZE]; /* as us_scenario.map_family */
    int width, height, seats;
    bool fair;       /* the same for both seats, mirrored or turned */
    us_map_fair how; /* which of the two, or US_MAP_UNFAIR */
} us_map_info;

typedef struct us_map_wish {
    const char *family;
    int size; /* cells a side */
    uint64_t seed;
    us_map_fair fair;
    int start; /* a row of us_map_tools.starts; 0: the first, or the game has one kind of start */
} us_map_wish;

typedef struct us_map_choice {
    const char *name, *about;
} us_map_choice;

/* A game may have none of them, or some. */
typedef struct us_map_tools {
    /* All shipped maps, sorted by name. The caller frees *out with us_free. */
    us_status (*list)(us_map_info **out, int *count, us_error *err);
    /* Facts and a picture in text; json: the facts as one object. */
    us_status (*show)(const char *map, bool json, us_str *out, us_error *err);
    /* Faults of the map under the shipped rules, one a line, or its counts of ways where there
     * are none; json: as one object. US_FAILED, with the report made, when there are some. */
    us_status (*check)(const char *map, bool json, us_str *report, us_error *err);
    /* Appends the text of a map. info may be NULL. */
    us_status (*generate)(const us_map_wish *wish, us_map_info *info, us_str *out, us_error *err);
    /* With generate only. */
    const us_map_choice *families; /* end in a row without a name */
    const us_map_choice *fairness;
    const us_map_choice *starts; /* the first is drawn unless asked otherwise; NULL: one kind */
    const char *sizes;           /* "a multiple of ..." */
    const char *first;           /* how the text of a map begins */
    /* Where a map lies that the game has beside the shipped ones: appended. False: it has none of
     * that name. The names may have '/' and '.'. And what brings them, and what they are called. */
    bool (*find)(const char *name, us_str *path);
    const char *brings, *called;
} us_map_tools;

/* What somebody asks of them. */
typedef enum us_map_task {
    US_MAPS_LIST,
    US_MAPS_SHOW,
    US_MAPS_CHECK,
    US_MAPS_GENERATE, /* and what families, fairness, sizes and first tell */
} us_map_task;

/* The tools of a game that does this, or NULL. */
const us_map_tools *us_map_tools_for(const us_game_kind *kind, us_map_task task);
/* The same; an error that says what the game lacks. */
us_status us_map_tools_need(const us_game_kind *kind, us_map_task task, const us_map_tools **out,
                            us_error *err);

/* What `list` tells, for a game whose maps are files domains/DOMAIN/maps/NAME.map. look: one of
 * them, in that folder; context: what it was given. */
us_status us_maps_shipped(const char *domain,
                          us_status (*look)(const void *context, const char *folder,
                                            const char *file, us_map_info *out, us_error *err),
                          const void *context, us_map_info **out, int *count, us_error *err);

/* What a map holds: of a file domains/DOMAIN/maps/NAME.map; of a path, which has a '/' or a '.';
 * or, where there is none, of a map that the game finds. path, empty before, gets where it lies;
 * the caller frees *text. */
us_status us_map_text(const char *domain, const char *name, us_str *path, char **text,
                      size_t *length, us_error *err);
/* A path, and no name that the game finds. */
bool us_map_is_path(const char *domain, const char *name);
/* What a map is called that tells no name itself: a path by its file, without the ending. */
void us_map_called(const char *domain, const char *name, char *out, size_t size);

/* The row of that name, or an error that lists the names; what: "family". */
us_status us_map_choose(const us_map_choice *rows, const char *what, const char *name, int *out,
                        us_error *err);
/* The same of the kinds of start of a game that generates maps; a game of one kind refuses any. */
us_status us_map_choose_start(const us_game_kind *kind, const char *what, const char *name,
                              int *out, us_error *err);

#endif
