/* Map tools, for games: understudy/game.h declares them. */
#ifndef US_GAME_MAPS_H
#define US_GAME_MAPS_H

#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "game/game.h"
#include "understudy/game.h"

/* Returns the map tools of a game that support the task, or NULL. */
const us_map_tools *us_game_kind_map_tools(const us_game_kind *kind, us_map_task task);

/* Implements us_map_tools.list for a game whose maps are files domains/DOMAIN/maps/NAME.map. look
 * reads one file, by its path and NAME; it gets `context`. Its failure marks that map as broken. */
us_status us_map_list_shipped(const char *domain,
                              us_status (*look)(const void *context, const char *path,
                                                const char *name, us_map_info *out, us_error *err),
                              const void *context, us_map_info **out, int *count, us_error *err);
/* Append an owner: the number of a seat, or "neutral", which is null in JSON. */
void us_map_print_owner(us_seat owner, us_str *out);
void us_map_write_owner(us_seat owner, us_json_writer *writer);

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
