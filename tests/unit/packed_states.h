/* Reads what pages are sent of a game of the skirmish: packed states, unpacked again. */
#ifndef US_TESTS_UNIT_PACKED_STATES_H
#define US_TESTS_UNIT_PACKED_STATES_H

#include "traces/states_format.h"

typedef struct packed_states {
    us_domain *domain;
    us_states_names names[US_STATES_TABLES];
    us_unpacker unpacker;
} packed_states;

void packed_states_begin(packed_states *w, int width, int height, int seats);
void packed_states_end(packed_states *w);
/* To the state that begins at *at, which moves behind it. */
const us_world *packed_states_next(packed_states *w, const uint8_t **at, const uint8_t *end);
/* To the last state of that film. */
const us_world *packed_states_watch(packed_states *w, const us_str *film);
/* All that pages are shown of a world is the same; fog: what seats saw of it, too. */
void packed_states_same(const us_world *shown, const us_world *world, bool fog);

#endif
