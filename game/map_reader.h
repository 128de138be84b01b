/* Reads the text of a map: lines, and words between blanks. Each refusal names the place.
 *
 * A game's own reader holds one and goes through it from line to line:
 *
 *   us_map_reader r = us_map_reader_of(file, text, length, err);
 *   bool there = false;
 *   US_TRY(us_map_next(&r, &there));      the next line that says something
 *   US_TRY(us_map_number(&r, 1, "a width", 8, 256, &width));
 *   US_TRY(us_map_only(&r, 2));
 *
 * Words point into the text, which must stay. */
#ifndef US_GAME_MAP_READER_H
#define US_GAME_MAP_READER_H

#include "base/error.h"

enum { US_MAP_WORDS_MAX = 96 }; /* of a line */

typedef struct us_map_word {
    const char *text; /* no string: it goes on behind */
    int length;
} us_map_word;

typedef struct us_map_reader {
    const char *file;
    us_error *err;
    const char *at, *end;    /* what is left */
    const char *text, *stop; /* the present line, without its end */
    int line;                /* its number, from 1 */
    us_map_word word[US_MAP_WORDS_MAX];
    int count;
} us_map_reader;

us_map_reader us_map_reader_of(const char *file, const char *text, size_t length, us_error *err);

/* Goes to the next line, as it stands. False where the file ends: the line is empty then. */
bool us_map_line(us_map_reader *r);
/* Goes over rows of one character a cell, from the next line to the one that is "legend": how wide
 * all of them are, and how many there are. Both must be from low to high. */
us_status us_map_rows(us_map_reader *r, int low, int high, int *width, int *height);
/* Splits the present line into words. */
us_status us_map_split(us_map_reader *r);
/* Goes to the next line that says something, which is none that begins with #, and splits it.
 * *there false: the file ends. */
us_status us_map_next(us_map_reader *r, bool *there);

bool us_map_is(us_map_word word, const char *text);
/* The i-th word. what: "a type", for the refusal at the line's end. */
us_status us_map_need(us_map_reader *r, int i, const char *what, us_map_word *out);
/* Refuses a line of more words. */
us_status us_map_only(us_map_reader *r, int count);
us_status us_map_number(us_map_reader *r, int i, const char *what, int low, int high, int32_t *out);
/* The one word behind the first: letters, digits, - and _. */
us_status us_map_name(us_map_reader *r, const char *what, char *out, size_t size);
/* All of the line behind its first word: printable text. */
us_status us_map_note(us_map_reader *r, char *out, size_t size);

/* Column of a byte of the present line, from 1. */
int us_map_column(const us_map_reader *r, const char *at);
/* How much of a word a message shows: for "%.*s". */
int us_map_shown(us_map_word word);

/* The status stands here for readers and analyzers: what follows a refusal is never run. */
#define US_MAP_REFUSE(r, place, ...)                                                              \
    (us_fail((r)->err, US_BAD_INPUT, (r)->file, (r)->line, us_map_column(r, place), __VA_ARGS__), \
     US_BAD_INPUT)

#endif
