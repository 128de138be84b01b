/* Tables for flat JSON objects: one table reads and writes a structure. */
#ifndef US_BASE_FIELDS_H
#define US_BASE_FIELDS_H

#include "base/arena.h"
#include "base/lines.h"

typedef enum us_field_kind {
    US_FIELD_TEXT, /* const char *, in the arena; NULL if absent */
    US_FIELD_INT,  /* int64_t */
    US_FIELD_INT8,
    US_FIELD_INT16,
    US_FIELD_INT32,
    US_FIELD_U32,
    US_FIELD_U64,  /* uint64_t; in JSON a string of decimals, since a JSON number can't hold it */
    US_FIELD_HASH, /* us_hash */
    US_FIELD_BOOL,
    US_FIELD_WORD,  /* int, an index into `word` */
    US_FIELD_JSON,  /* const char *, any value as JSON text; NULL if absent */
    US_FIELD_OTHER, /* the caller reads and writes it; not for us_fields_read */
} us_field_kind;

typedef struct us_field {
    const char *name;
    us_field_kind kind;
    size_t offset;
    bool optional;           /* may be absent; not written if absent */
    int64_t absent;          /* number that means absent; 0 by default */
    int64_t low, high;       /* bounds of numbers; of texts: bytes; both 0: no bounds */
    const char *const *word; /* names for US_FIELD_WORD, ended by NULL */
    const char *said;        /* the value in messages: "a cycle"; NULL: the name */
} us_field;

enum { US_FIELDS_MAX = 32 };

/* Reads an object, from its bracket to the line's end, into *out. Absent optional fields get their
 * absent value. `what` names the object in errors: "a player". An unknown, repeated or missing
 * member is an error with its place. */
us_status us_fields_read(us_line *line, const us_field *field, int fields, const char *what,
                         us_arena *arena, void *out);
/* Goes to the next member of an open object: see us_line_next_row. */
us_status us_fields_next(us_line *line, const us_field *field, int fields, const char *what,
                         bool newer, unsigned *seen, int *member);
/* Reads one value into its place in the item. */
us_status us_field_read(us_line *line, const us_field *field, us_arena *arena, void *item);
/* Writes the members into an open object. */
void us_fields_write(const us_field *field, int fields, const void *item, us_json_writer *writer);

#endif
