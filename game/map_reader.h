/* A reader of map texts: lines, and words between blanks. Each error names the place.
 *
 * The reader of a game's maps holds one and goes from line to line:
 *
 *   us_map_reader r = us_map_reader_from_text(file, text, length, err);
 *   bool there = false;
 *   US_TRY(us_map_reader_next_words(&r, &there));      the next line with words
 *   US_TRY(us_map_reader_read_number(&r, 1, "a width", 8, 256, &width));
 *   US_TRY(us_map_reader_check_count(&r, 2));
 *
 * Words point into the text, which must outlive the reader. */
#ifndef US_GAME_MAP_READER_H
#define US_GAME_MAP_READER_H

#include "base/error.h"

enum { US_MAP_WORDS_MAX = 96 }; /* per line */

typedef struct us_map_word {
    const char *text; /* not terminated */
    int length;
} us_map_word;

typedef struct us_map_reader {
    const char *file;
    us_error *err;
    const char *at, *end;    /* the rest of the text */
    const char *text, *stop; /* the present line, without its end */
    int line;                /* from 1 */
    us_map_word word[US_MAP_WORDS_MAX];
    int count;
} us_map_reader;

us_map_reader us_map_reader_from_text(const char *file, const char *text, size_t length,
                                      us_error *err);

/* Goes to the next line, without splitting it. Returns false at the end of the file; the line is
 * empty then. */
bool us_map_reader_next_line(us_map_reader *r);
/* Reads rows of one character per cell, from the next line to the line "legend". Returns their
 * width and height; both must lie from low to high. */
us_status us_map_reader_read_rows(us_map_reader *r, int low, int high, int *width, int *height);
/* Splits the present line into words. */
us_status us_map_reader_split(us_map_reader *r);
/* Goes to the next line that has words and is no comment (#), and splits it. *there is false at the
 * end of the file. */
us_status us_map_reader_next_words(us_map_reader *r, bool *there);

bool us_map_word_equal(us_map_word word, const char *text);
/* Returns the i-th word. what: "a type", for the error at the line's end. */
us_status us_map_reader_require_word(us_map_reader *r, int i, const char *what, us_map_word *out);
/* Rejects a line of more than `count` words. */
us_status us_map_reader_check_count(us_map_reader *r, int count);
us_status us_map_reader_read_number(us_map_reader *r, int i, const char *what, int low, int high,
                                    int32_t *out);
/* Reads the one word after the first: letters, digits, - and _. */
us_status us_map_reader_read_name(us_map_reader *r, const char *what, char *out, size_t size);
/* Reads the rest of the line after its first word: printable text. */
us_status us_map_reader_read_note(us_map_reader *r, char *out, size_t size);

/* Returns the column of a byte of the present line, from 1. */
int us_map_reader_column(const us_map_reader *r, const char *at);
/* Returns how many bytes of a word a message shows: for "%.*s". */
int us_map_word_shown_length(us_map_word word);

/* Reports an error at a place of the present line. The macro repeats the status, so that compilers
 * and analyzers see that it is never US_OK. */
#define US_MAP_READER_FAIL(r, place, ...)                                                       \
    (us_error_set((r)->err, US_BAD_INPUT, (r)->file, (r)->line, us_map_reader_column(r, place), \
                  __VA_ARGS__),                                                                 \
     US_BAD_INPUT)
/* Reports a word that is not the expected one. */
#define US_MAP_READER_REJECT(r, word, expected)                            \
    US_MAP_READER_FAIL(r, (word).text, "found '%.*s', expected " expected, \
                       us_map_word_shown_length(word), (word).text)

#endif
