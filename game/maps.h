/* What the command line asks a game about its maps. */
#ifndef US_GAME_MAPS_H
#define US_GAME_MAPS_H

#include "base/error.h"
#include "base/json.h"
#include "base/str.h"

typedef struct us_map_info {
    char name[64], family[32];
    int width, height, seats;
    bool fair; /* the same for both seats, mirrored or turned */
} us_map_info;

typedef struct us_map_tools {
    /* All shipped maps, sorted by name. The caller frees *out with us_free. */
    us_status (*list)(us_map_info **out, int *count, us_error *err);
    /* Facts and a picture in text; json: the facts as one object. */
    us_status (*show)(const char *map, bool json, us_str *out, us_error *err);
    us_status (*check)(const char *map, us_str *report, us_error *err);
    us_status (*generate)(const char *family, int size, uint64_t seed, us_str *out, us_error *err);
    const char *const *families; /* ends in NULL */
} us_map_tools;

#endif
