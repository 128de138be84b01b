/* Worlds of a game that goes on, as somebody saw them at some of its cycles: kept as differences
 * (traces/pack.h), given back whole. So what is said late can be judged by what was then. */
#ifndef US_TRACES_PAST_H
#define US_TRACES_PAST_H

#include "domain/world.h"

typedef struct us_past us_past;

/* Of worlds of that one's domain, size, seats and planes; it is kept. The domain is borrowed. */
us_past *us_past_new(const us_world *world);
void us_past_free(us_past *past); /* NULL is fine */
/* Keeps that of its cycle, once; cycles come in order. One that can't be packed is passed over. */
void us_past_keep(us_past *past, const us_world *world);
/* The last one that was kept up to that cycle, else the first. Borrowed until the next call; it
 * counts no revisions. */
const us_world *us_past_at(us_past *past, us_cycle cycle);

#endif
