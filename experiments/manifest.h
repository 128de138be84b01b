/* The manifest of an experiment: the players, opponents and maps, and each single game, with an id
 * that is a hash of all that decides it. Results are the same manifest with the row of each game.
 *
 * The file is JSON Lines: a head, the files that were made, then players, opponents and maps, then
 * the games in the order of play. A player and an opponent are both "entrants". */
#ifndef US_EXPERIMENTS_MANIFEST_H
#define US_EXPERIMENTS_MANIFEST_H

#include "base/file.h"
#include "domain/world.h"
#include "experiments/row.h"

enum {
    US_MANIFEST_VERSION = 1,
    US_ENTRANTS_MAX = 4096,
    US_MANIFEST_MAPS_MAX = 65535,
    US_MANIFEST_MADE_MAX = 1 << 20,
    US_MANIFEST_GAMES_MAX = 20000000,
};

typedef struct us_entrant {
    const char *name;  /* first member; unique among players or among opponents */
    const char *agent; /* as it is opened; a file in the folder relative to the folder */
    const char *group; /* of a player: the group of which it is a replicate; or NULL */
    int64_t run;       /* of a player: number of the replicate; -1: none */
    int64_t size;      /* of a player: number of demonstrations it learned from; -1: unknown */
    const char
        *seen; /* of a player: the games that led to it (experiments/seen_games.h); or NULL */
    us_hash identity; /* hash of the agent, independent of its name and its file's path */
    int32_t play;     /* version of its way to play, us_agent_play_version at the planning */
    us_hash probe;    /* hash of the end of a short game at the planning; 0: none was played */
} us_entrant;

typedef struct us_manifest_map {
    const char *name, *family; /* name: the first member */
    const char *path;          /* as it is opened: a shipped map's name, or a file */
    us_hash hash;              /* of its content */
} us_manifest_map;

typedef struct us_fixture {
    us_hash id;
    uint64_t seed;
    uint16_t player, opponent, map; /* indices */
    uint8_t seat;                   /* the player's */
} us_fixture;

typedef struct us_manifest {
    int32_t version; /* of the file's format */
    const char *name, *domain;
    const char *program; /* program that planned it: version, compiler, build */
    us_hash engine;      /* hash of the game's rules and of the course of a short game */
    int32_t max_cycles;
    bool fog;
    const char *faction[2]; /* NULL: the map's */
    int64_t timeout_ms;     /* for a game, by the clock; 0: none */
    const char *stopped; /* a sentence if a sequential test stopped the experiment; or NULL. In the
                            file of results, not in that of the plan */
    const char *stopped_by; /* options of run for that test: " --sprt 0:0.1 --scope maps ..."; or
                               NULL. In no file */
    const char *scopes; /* a sentence, if joined experiments differ in scope; or NULL. In no file */
    const char *differing; /* sentences: differences of joined experiments; or NULL. In no file */
    const char *alike; /* a sentence: maps and opponents that equal others; or NULL. In no file */
    const char *scope; /* scope of verdicts, a us_map_scope_name; NULL: unknown, an older plan */
    const char *model; /* player whose games the others' are compared with; or NULL */
    const char **made; /* files that the planning made, relative to the folder: "libraries/a.db" */
    int mades;
    us_entrant *player, *opponent;
    int players, opponents;
    us_manifest_map *map;
    int maps;
    us_fixture *game;
    us_row *row; /* by game */
    int64_t games;

    us_arena *arena; /* of its texts */
    int made_capacity, player_capacity, opponent_capacity, map_capacity,
        game_capacity; /* private */
} us_manifest;

void us_manifest_init(us_manifest *manifest);
void us_manifest_clear(us_manifest *manifest);

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
/* Read a manifest. Hostile input gives an error with its place; so does a second game of one
 * player, opponent, map, seat and seed. Clear after success. */
us_status us_manifest_read(const char *path, us_manifest *out, us_error *err);
us_status us_manifest_parse(const char *file, const char *text, size_t length, us_manifest *out,
                            us_error *err);
/* Lists the files that the planning of this manifest made, sorted; none if there is no such
 * manifest. The list holds only names that planning gives, so that removing them removes nothing
 * else. The caller frees it with us_names_free. */
void us_manifest_list_files(const char *path, us_names *out);
/* Returns whether the file is there and a game of it was played; true, too, if it is no such file.
 * Reads up to the first such game. */
bool us_manifest_has_results(const char *path);

#endif
