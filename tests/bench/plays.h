/* The benchmark of libraries that play: the list of its games, their results, its page. */
#ifndef US_TESTS_BENCH_PLAYS_H
#define US_TESTS_BENCH_PLAYS_H

#include "base/json.h"
#include "domain/domain.h"
#include "game/maps.h"
#include "tests/bench/games.h"

enum {
    PLAYS_LEARNERS_MAX = 8,
    PLAYS_LIBRARIES_MAX = 32,
    PLAYS_DEMOS_MAX = 32,
    PLAYS_GROUPS_MAX = 64,
    PLAYS_MAPS_MAX = 512,
    PLAYS_NAMES_MAX = 24,
    PLAYS_SEEDS_MAX = 8,
    PLAYS_PRACTICE_MAX = 100000,
    PLAYS_SHARE = 70,  /* percent of the expert's score that one demonstration is to reach */
    PLAYS_GAMES = 400, /* or more, to say so */
    PLAYS_SCORE = 50,  /* percent that the library of all is to reach */
};

/* Texts are borrowed from the list. */
typedef struct plays_learner {
    const char *name;
    bool relax;
    int64_t practice; /* games; 0: none */
} plays_learner;

typedef struct plays_library {
    const char *name;
    const char *demo[PLAYS_DEMOS_MAX];
    int demos;
} plays_library;

typedef struct plays_map {
    us_map_request request;
    char name[64], path[128];
} plays_map;

/* Each player has each game: opponent x map x seed x seat. */
typedef struct plays_group {
    char part; /* 'A' to 'D' */
    int library;
    const char *family, *expert; /* expert: who "expert" is, or NULL */
    const char *player[PLAYS_NAMES_MAX], *opponent[PLAYS_NAMES_MAX];
    int players, opponents;
    int map[PLAYS_NAMES_MAX]; /* of the list */
    int maps;
} plays_group;

/* A seat against an opponent on a map, for each player of the group. */
typedef struct plays_seat {
    int16_t group, map, opponent, seat;
    int32_t seed;
    int32_t first; /* result of the group's first player; those of others follow */
} plays_seat;

typedef struct plays_result {
    int32_t winner; /* a seat, or -1 */
    int32_t cycles, thinks;
    int64_t ns, longest; /* processor time of all the player's thinks, and of one */
} plays_result;

typedef struct plays_list {
    us_json *doc;
    us_cycle max_cycles;
    plays_learner learner[PLAYS_LEARNERS_MAX];
    int learners;
    plays_library library[PLAYS_LIBRARIES_MAX];
    int libraries;
    plays_map map[PLAYS_MAPS_MAX];
    int maps;
    plays_group group[PLAYS_GROUPS_MAX];
    int groups;
    int seed[PLAYS_SEEDS_MAX], side[2];
    int seeds, sides;
    plays_seat *seat;
    int seats;
    int32_t *whose; /* by game: its seat */
    int games;
    plays_result *result; /* by game */
} plays_list;

/* What of a list is played. */
typedef struct plays_cut {
    const char *part, *only; /* a part; the name of a library; or NULL: all */
    int maps;                /* of each group; 0: all */
    int shift;               /* added to the seeds of maps: other maps than those of the list */
} plays_cut;

us_status plays_read(const char *path, const plays_cut *cut, plays_list *list, us_error *err);
void plays_clear(plays_list *list);

/* The learner of a player "LEARNER" or "LEARNER?SETTINGS"; NULL: it plays without a library. */
const plays_learner *plays_learner_of(const plays_list *list, const char *player);
/* Appends where the library lies that a learner made. */
void plays_library_path(const plays_library *library, const plays_learner *learner, us_str *out);
/* Appends PREFIX:ARGUMENT of a group's player. */
void plays_agent(const plays_list *list, const plays_group *group, const char *player, us_str *out);

void plays_page(const plays_list *list, const char *command, us_str *out);
void plays_raw(const plays_list *list, us_str *out); /* a line of JSON a game */

#endif
