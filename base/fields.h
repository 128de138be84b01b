/* Flat objects of JSON as tables: one table reads and writes a structure. */
#ifndef US_BASE_FIELDS_H
#define US_BASE_FIELDS_H

#include "base/arena.h"
#include "base/lines.h"

typedef enum us_field_kind {
    US_FIELD_TEXT, /* const char *; in the arena; NULL where it is absent */
    US_FIELD_INT,  /* int64_t */
    US_FIELD_INT32,
    US_FIELD_U64,  /* a string of decimals: what a number of JSON can't hold */
    US_FIELD_HASH, /* us_hash */
    US_FIELD_BOOL,
    US_FIELD_WORD, /* int: index into words */
    US_FIELD_JSON, /* const char *: any value, as it stands; NULL where it is absent */
} us_field_kind;

typedef struct us_field {
    const char *name;
    us_field_kind kind;
    size_t offset;
    bool optional;           /* it may be absent, and is not written where it is */
    int64_t absent;          /* a number that stands for its absence: 0 where not said otherwise */
    int64_t low, high;       /* of numbers; of texts: bytes; both 0: anything */
    const char *const *word; /* ends in NULL; a NULL before the last is not allowed */
} us_field;

enum { US_FIELDS_MAX = 32 };

/* The members of an object, from its bracket to the line's end, into *out; what is absent gets the
 * value that says so. what: "a player". A member that no field names, one that is there twice, one
 * that is missing is an error with its place, and *out stays as it was. */
us_status us_fields_read(us_line *line, const us_field *field, int fields, const char *what,
                         us_arena *arena, void *out);
/* The members, into an object that is open. */
void us_fields_write(const us_field *field, int fields, const void *item, us_json_writer *writer);

#endif
