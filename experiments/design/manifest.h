/* The manifest of an experiment: the players, opponents and maps, and each single game, with an id
 * that is a hash of all that decides it. Results are the same manifest with the row of each game.
 *
 * The file is JSON Lines: a head, the files that were made, then players, opponents and maps, then
 * the games in the order of play. A player and an opponent are both "entrants". */
#ifndef US_EXPERIMENTS_DESIGN_MANIFEST_H
#define US_EXPERIMENTS_DESIGN_MANIFEST_H

#include "base/fields.h"
#include "base/file.h"
#include "domain/world.h"
#include "understudy/experiment.h"

enum {
    US_MANIFEST_VERSION = 1,
    US_ENTRANTS_MAX = 4096,
    US_MANIFEST_MAPS_MAX = 65535,
    US_MANIFEST_MADE_MAX = 1 << 20,
    US_MANIFEST_GAMES_MAX = 20000000,
};

void us_manifest_init(us_manifest *manifest);

/* Adds a zeroed member; the manifest owns it. */
const char **us_manifest_add_file(us_manifest *manifest);
us_entrant *us_manifest_add_player(us_manifest *manifest);
us_entrant *us_manifest_add_opponent(us_manifest *manifest);
us_manifest_map *us_manifest_add_map(us_manifest *manifest);
us_fixture *us_manifest_add_game(us_manifest *manifest); /* with an unplayed row */

/* Numbers the runs: players of a group without a run number get the numbers after the group's
 * largest, in order. Returns the first player whose run number its group has already, or -1. */
int us_manifest_number_runs(us_manifest *manifest);

/* Compares by seed, map, opponent and seat; returns 0 for games that differ in their player
 * alone. */
int us_fixture_compare(const us_fixture *a, const us_fixture *b);

/* Computes the id of a game whose other members are set. */
us_hash us_fixture_id(const us_manifest *manifest, const us_fixture *game);
/* Returns the indices of all games by their ids; equal ids are in order of index. The caller
 * frees. */
int32_t *us_manifest_sort_games(const us_manifest *manifest);
/* Returns for each game the first game of the same id. The caller frees. */
int32_t *us_manifest_find_equals(const us_manifest *manifest);
/* Returns for each game the first game of the same player and id. It is the game itself, unless
 * maps or opponents have two names. The caller frees. */
int32_t *us_manifest_find_firsts(const us_manifest *manifest);
/* Returns the first game whose player, opponent, map, seat and seed equal those of an earlier one;
 * -1: there is none. */
int64_t us_manifest_find_duplicate_key(const us_manifest *manifest);

/* Check a line before it is written, as reading does: US_BAD_INPUT, without a place. */
us_status us_manifest_check_head(const us_manifest *manifest, us_error *err);
us_status us_entrant_check(const us_entrant *entrant, us_error *err);
us_status us_manifest_map_check(const us_manifest_map *place, us_error *err);

/* Appends the lines. order: the games of results, `count` of them; NULL: a plan, with all games in
 * their order, and the files that were made. */
void us_manifest_print(const us_manifest *manifest, const int32_t *order, int64_t count,
                       us_str *out);
/* Replaces the file, atomically. */
us_status us_manifest_write(const us_manifest *manifest, const int32_t *order, int64_t count,
                            const char *path, us_error *err);
us_status us_manifest_parse(const char *file, const char *text, size_t length, us_manifest *out,
                            us_error *err);
/* Lists the files that the planning of this manifest made, sorted; none if there is no such
 * manifest. The list holds only names that planning gives, so that removing them removes nothing
 * else. The caller frees it with us_names_free. */
void us_manifest_list_files(const char *path, us_names *out);
/* Returns whether the file is there and a game of it was played; true, too, if it is no such file.
 * Reads up to the first such game. */
bool us_manifest_has_results(const char *path);

/* The result of a game, from its player's point of view: a line of a journal of results. */

/* Limit of microseconds and of orders: 27 hours. Their sums over all games fit 64 bits. */
#define US_ROW_SUM_MAX INT64_C(100000000000)

/* The members of a row, except its game, for a table of fields of a type that begins with a row. */
#define US_ROW_FIELDS(unplayed)                                                             \
    {"end", US_FIELD_WORD, offsetof(us_row, end), (unplayed), .word = us_row_ends},         \
        {"reason", US_FIELD_TEXT, offsetof(us_row, reason), true, .high = 256},             \
        {"failed", US_FIELD_WORD, offsetof(us_row, failed), true, .word = us_row_fails},    \
        {"cycles", US_FIELD_INT32, offsetof(us_row, cycles), true, .high = INT32_MAX},      \
        {"hash", US_FIELD_HASH, offsetof(us_row, hash), true},                              \
        {"course", US_FIELD_HASH, offsetof(us_row, course), true},                          \
        {"orders", US_FIELD_INT, offsetof(us_row, orders), true, .high = US_ROW_SUM_MAX},   \
        {"refused", US_FIELD_INT, offsetof(us_row, refused), true, .high = US_ROW_SUM_MAX}, \
        {"idle", US_FIELD_WORD, offsetof(us_row, idle), true, .word = us_row_idles},        \
        {"us", US_FIELD_INT, offsetof(us_row, us), true, .high = US_ROW_SUM_MAX},           \
        {"host", US_FIELD_TEXT, offsetof(us_row, host), true, .high = 256},                 \
    {                                                                                       \
        "profile", US_FIELD_JSON, offsetof(us_row, profile), true                           \
    }

extern const char *const us_row_ends[US_ROW_ENDS + 1];   /* "none", "win", ... */
extern const char *const us_row_fails[US_ROW_FAILS + 1]; /* "unknown", "player", ... */
extern const char *const us_row_idles[US_ROW_IDLES + 1]; /* "nobody", "player", ... */

/* Returns whether the game was played and has no result: another program than the player's
 * failed. */
static inline bool us_row_is_void(const us_row *row)
{
    return row->end == US_ROW_CRASH &&
           (row->failed == US_ROW_FAILED_OPPONENT || row->failed == US_ROW_FAILED_GAME);
}

/* Returns whether the game was played and counts in scores, pairs and estimates. */
static inline bool us_row_is_scored(const us_row *row)
{
    return row->end != US_ROW_NONE && !us_row_is_void(row);
}

/* Returns the half points of a scored game: 2, 1, 0. */
static inline int us_row_points(const us_row *row)
{
    return row->end == US_ROW_WIN ? 2 : row->end == US_ROW_DRAW;
}

/* Returns the journal without its folder; or NULL. */
const char *us_row_journal(const us_row *row);

/* Returns whether the game was played to its end. */
static inline bool us_row_is_finished(const us_row *row)
{
    return row->end == US_ROW_WIN || row->end == US_ROW_DRAW || row->end == US_ROW_LOSS;
}

/* Returns the margin of a game, -1000 to 1000: a win counts 1000 at once and 500 at the limit of
 * cycles (or beyond it), a loss the reverse, a draw 0; a crash or time-out -1000. */
int us_row_margin(const us_row *row, int32_t max_cycles);

/* Appends the row's line, without a newline. */
void us_row_write(const us_row *row, us_str *out);
/* Reads a line of a journal; its texts go to the arena. An error has its place. */
us_status us_row_read(const char *file, int number, const char *text, size_t length,
                      us_arena *arena, us_row *out, us_error *err);

/* The maps of a manifest, in the form that the statistics take. */

/* Returns the scope `wanted`, else the manifest's, else US_MAP_SCOPE_MAPS. */
us_map_scope us_map_scope_resolve(const us_manifest *manifest, us_map_scope wanted);

/* Returns maps and their families, in the arena. */
us_atlas us_atlas_make(const us_manifest *manifest, us_arena *arena);

/* Ranks maps so that families take turns in proportion to their maps: any number of maps from the
 * first on is a fair share of each family. rank: by map. */
void us_atlas_rank(const us_atlas *atlas, int *rank);

/* The scope of a verdict: the maps that it is about. */

/* Returns the value of the option --scope: "maps", "these-maps"; NULL if unsaid. */
const char *us_map_scope_option(us_map_scope scope);
/* Finds a scope by its name; a hyphen may stand for the space. Returns false if there is none. */
bool us_map_scope_find(const char *name, us_map_scope *out);

/* Appends the subject of a claim about so many maps: "on maps like these (24 maps)", "on these 3
 * maps alone", "on this map alone". */
void us_map_scope_print(us_map_scope scope, int maps, us_str *out);

#endif
