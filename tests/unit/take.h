/* Recorded games for tests: files of their own, and what the worlds and events were. */
#ifndef US_TESTS_UNIT_TAKE_H
#define US_TESTS_UNIT_TAKE_H

#include "domain/event.h"

enum { TAKE_CYCLES = 4096 };

typedef struct take {
    const char *trace, *states; /* files, see scratch.h */
    char *text, *bytes;         /* of both; bytes NULL: no states */
    size_t length, size;
    us_hash hash[TAKE_CYCLES]; /* of the world, by cycle */
    us_hash seen[TAKE_CYCLES]; /* of the world as seat 1 knows it */
    us_events events;
    us_cycle cycles;
} take;

typedef struct take_plan {
    const char *map, *agent[2];
    us_cycle max_cycles, every; /* every 0: no states are stored */
    bool fog, events;
    const char *domain; /* NULL: the usual one */
} take_plan;

extern const take_plan take_plain, take_with_states;

void take_record(take *t, const take_plan *plan);
void take_drop(take *t);
/* Names for files that are not there yet. */
void take_name(take *t);
void take_load(take *t); /* what is in the files */
void take_write_file(const char *path, const char *bytes, size_t length);
/* Replace the trace by one whose header says that it cannot be played again. */
void take_forget_orders(take *t);

#endif
