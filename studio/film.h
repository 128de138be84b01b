/* Films: a recorded game as one page of HTML that plays it in a browser. The page needs no server
 * and no network. It holds the studio's map view, states of the game, and the goals that its seats
 * pursued: those of the annotation beside the trace, else those of the recorded plans. */
#ifndef US_STUDIO_FILM_H
#define US_STUDIO_FILM_H

#include "domain/world.h"

/* The first bytes of each film. */
#define US_FILM_FIRST "<!DOCTYPE html>\n<!-- a film of understudy -->\n"

typedef struct us_film_def {
    const char *trace;  /* path */
    const char *map;    /* present path of its map; NULL: the trace names it */
    const char *out;    /* path of the page */
    const char *title;  /* NULL: the trace's path */
    us_cycle every;     /* cycles between states; 0: as few as fit */
    bool (*stop)(void); /* called now and then: true ends the call with US_INTERRUPTED; or NULL */
} us_film_def;

typedef struct us_film_report {
    us_cycle cycles, every;
    int64_t states, goals; /* in the page */
    int64_t goals_left;    /* goals that the page does not hold: too many for its size */
    size_t bytes;          /* of the page */
    us_error warning;      /* US_OK; or why all states are stored ones, and none is a replay's */
} us_film_report;

/* Writes the page, whole or not at all. Its size stays below 3 MB: if the states are too many, it
 * holds every second one, and so on. US_MISMATCH: the game cannot be played again, and no states
 * are stored beside the trace. */
us_status us_film_write(const us_film_def *def, us_film_report *out, us_error *err);

#endif
