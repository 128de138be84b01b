/* What an experiment plays: who, against whom, where, and each single game, with an id that is a
 * hash of all that decides it. The results are the same thing with what became of each game.
 *
 * A file of JSON Lines: a head, the files that were made, then players, opponents and maps, then
 * the games in the order in which they are to be played. A player and an opponent are both
 * "entrants".
 */
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
    const char *name;  /* first; as games call it: one of its kind */
    const char *agent; /* as it is opened; a file that the folder holds is named from there */
    const char *group; /* of a player: whose replicate it is; or NULL */
    int64_t run;       /* of a player: which replicate; -1: it is none */
    int64_t size;      /* of a player: how many demonstrations it learned from; -1: not said */
    const char *seen;  /* of a player: what led to it, as JSON (experiments/seen.h); or NULL */
    us_hash identity;  /* of what it is, whatever it is called and wherever its file lies */
    int32_t play;      /* the way in which it plays, us_agent_play at the planning */
    us_hash probe;     /* how a short game of it ended at the planning; 0: none was played */
} us_entrant;

typedef struct us_place_of_play {
    const char *name, *family; /* the name first */
    const char *path;          /* as it is opened: a shipped map's name, or a file */
    us_hash hash;              /* of what it holds */
} us_place_of_play;

typedef struct us_fixture {
    us_hash id;
    uint64_t seed;
    uint16_t player, opponent, map; /* indices */
    uint8_t seat;                   /* the player's */
} us_fixture;

typedef struct us_manifest {
    int32_t version; /* of the file's format */
    const char *name, *domain;
    const char *program; /* that planned it: version, compiler, build */
    us_hash engine;      /* of the game's rules, and of how a short game of it goes */
    int32_t max_cycles;
    bool fog;
    const char *faction[2]; /* NULL: as the map says */
    int64_t timeout_ms;     /* for a game, by the clock; 0: none */
    const char *stopped;    /* a sentence: a sequential test stopped it; or NULL. Not in the file of
                               what is planned, but in that of the results */
    const char *stopped_by; /* options of run for that test: " --sprt 0:0.1 --scope maps ..."; or
                               NULL. In no file */
    const char *scopes;     /* a sentence: experiments that were joined have different scopes; or
                               NULL. In no file */
    const char *differing;  /* sentences: what experiments that were joined differ in; or NULL. In
                               no file */
    const char *alike; /* a sentence: which maps and opponents are the same as others; or NULL. In
                          no file */
    const char
        *scope; /* what verdicts are about, a us_map_scope_name; NULL: an older plan does not say */
    const char *model; /* the player whose games the others' are held against; or NULL */
    const char **made; /* files that the planning made, from the folder: "libraries/a.db" */
    int mades;
    us_entrant *player, *opponent;
    int players, opponents;
    us_place_of_play *map;
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

/* Room for one more, zeroed; the manifest keeps it. */
const char **us_manifest_add_made(us_manifest *manifest);
us_entrant *us_manifest_add_player(us_manifest *manifest);
us_entrant *us_manifest_add_opponent(us_manifest *manifest);
us_place_of_play *us_manifest_add_map(us_manifest *manifest);
us_fixture *us_manifest_add_game(us_manifest *manifest); /* with a row that was not played */

/* Players of a group that have no number for their run get those after the group's largest, in
 * order. Returns the first player whose group has its number already, or -1. */
int us_manifest_number_runs(us_manifest *manifest);

/* By seed, map, opponent and seat: 0 of games that differ in their player alone. */
int us_fixture_compare(const us_fixture *a, const us_fixture *b);

/* The id of a game whose other members are set. */
us_hash us_fixture_id(const us_manifest *manifest, const us_fixture *game);
/* The indices of all games by their ids, those of equal ids by index. The caller frees. */
int32_t *us_manifest_sorted(const us_manifest *manifest);
/* For each game the first one of the same player and id, which is itself but where maps or
 * opponents are there under two names. The caller frees. */
int32_t *us_manifest_firsts(const us_manifest *manifest);
/* The first game whose player, opponent, map, seat and seed are those of one before it; -1: there
 * is none. */
int64_t us_manifest_double(const us_manifest *manifest);

/* What reading would refuse of a line is refused before it is written: US_BAD_INPUT, without a
 * place. */
us_status us_manifest_check_head(const us_manifest *manifest, us_error *err);
us_status us_entrant_check(const us_entrant *entrant, us_error *err);
us_status us_place_check(const us_place_of_play *place, us_error *err);

/* Appends the lines. order: of so many games, as results are; NULL: of a plan, all games as they
 * are, with what was made. */
void us_manifest_print(const us_manifest *manifest, const int32_t *order, int64_t count,
                       us_str *out);
/* Replaces the file, whole or not at all. */
us_status us_manifest_write(const us_manifest *manifest, const int32_t *order, int64_t count,
                            const char *path, us_error *err);
/* Hostile input gives an error with its place; so does a second game of one player, opponent, map,
 * seat and seed. Clear after success. */
us_status us_manifest_read(const char *path, us_manifest *out, us_error *err);
us_status us_manifest_parse(const char *file, const char *text, size_t length, us_manifest *out,
                            us_error *err);
/* The files that the planning of this one made, sorted: none where there is no such manifest. Only
 * names that planning gives, so that whoever takes them away takes nothing else. The caller frees
 * with us_names_free. */
void us_manifest_made(const char *path, us_names *out);
/* The file is there, and a game of it was played; true, too, where it is no such file. Reads up to
 * the first such game. */
bool us_manifest_played(const char *path);

#endif
