/* Recorded games for tests: files of their own, and what the worlds and events were. */
#ifndef US_TESTS_UNIT_RECORDED_GAME_H
#define US_TESTS_UNIT_RECORDED_GAME_H

#include "domain/event.h"

enum { TAKE_CYCLES = 4096 };

typedef struct recorded_game {
    const char *trace, *states; /* files, see scratch.h */
    char *text, *bytes;         /* of both; bytes NULL: no states */
    size_t length, size;
    us_hash hash[TAKE_CYCLES]; /* of the world, by cycle */
    us_hash seen[TAKE_CYCLES]; /* of the world as seat 1 knows it */
    us_events events;
    us_cycle cycles;
} recorded_game;

typedef struct recorded_game_plan {
    const char *map, *agent[2];
    us_cycle max_cycles, every; /* every 0: no states are stored */
    bool fog, events;
    const char *domain; /* NULL: the usual one */
} recorded_game_plan;

extern const recorded_game_plan recorded_game_plain, recorded_game_with_states;

void recorded_game_record(recorded_game *t, const recorded_game_plan *plan);
void recorded_game_drop(recorded_game *t);
/* Names for files that are not there yet. */
void recorded_game_name(recorded_game *t);
void recorded_game_load(recorded_game *t); /* what is in the files */
void recorded_game_write_file(const char *path, const char *bytes, size_t length);
/* Replace the trace by one whose header says that it cannot be played again. */
void recorded_game_forget_orders(recorded_game *t);

#endif
