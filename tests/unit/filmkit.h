/* Reads what pages are sent of a game of the skirmish: packed states, unpacked again. */
#ifndef US_TESTS_UNIT_FILMKIT_H
#define US_TESTS_UNIT_FILMKIT_H

#include "traces/states_format.h"

typedef struct filmkit {
    us_domain *domain;
    us_states_names names[US_STATES_TABLES];
    us_unpacker unpacker;
} filmkit;

void filmkit_begin(filmkit *w, int width, int height, int seats);
void filmkit_end(filmkit *w);
/* To the state that begins at *at, which moves behind it. */
const us_world *filmkit_next(filmkit *w, const uint8_t **at, const uint8_t *end);
/* To the last state of that film. */
const us_world *filmkit_watch(filmkit *w, const us_str *film);
/* All that pages are shown of a world is the same; fog: what seats saw of it, too. */
void filmkit_same(const us_world *shown, const us_world *world, bool fog);

#endif
