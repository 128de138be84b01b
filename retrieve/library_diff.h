/* What one library holds and another does not. */
#ifndef US_RETRIEVE_LIBRARY_DIFF_H
#define US_RETRIEVE_LIBRARY_DIFF_H

#include "base/json.h"
#include "retrieve/library.h"

typedef struct us_library_change {
    us_hash behavior;
    bool in[2];               /* in the first, in the second */
    char *kind, *name, *goal; /* of the one that has it */
    int64_t cases[2], origins[2],
        games[2]; /* only there, of those that only one has; and of both */
    int64_t tries[2], successes[2];
    /* Of a behavior that was made of others and that only one has: the latest of these that the
     * other library has, else that this one has, else the first; 0: none is told. And each repair
     * since, in order; "": not told. */
    us_hash parent;
    char **modops, **failures;
    int repairs;
} us_library_change;

typedef struct us_library_changes { /* zero-initialized is empty */
    us_library_change *change;      /* those only in the first, only in the second, in both */
    int count, capacity;
    char **phrase; /* about features, shared slots and games seen that differ */
    int phrases, phrase_capacity;
} us_library_changes;

/* Both are of one domain. Nothing in *out: they are equal. Clear it after success. */
us_status us_library_compare(us_library *a, us_library *b, us_library_changes *out, us_error *err);
void us_library_changes_clear(us_library_changes *changes);
/* The id of a behavior; 0: there is none such. */
us_status us_library_find(us_library *library, us_hash behavior, int64_t *id, us_error *err);
/* The canonical body of a behavior. Appended; nothing where there is no such behavior. */
us_status us_library_body(us_library *library, us_hash behavior, us_str *out, us_error *err);
/* That of an adapted behavior, and its parent's, where either of the two that were compared has it:
 * before stays empty where neither has. */
us_status us_library_change_bodies(us_library *const *library, const us_library_change *change,
                                   us_str *before, us_str *after, us_error *err);

/* The change as members of an object that is open; of an adapted behavior with its repairs, and its
 * tree and its parent's as us_lines_diff has them. */
us_status us_library_change_write(us_library *const *library, const us_library_change *change,
                                  us_json_writer *writer, us_error *err);

/* Trees as lines, one a node: "  " in front of what both have, "- " and "+ " of what only one has.
 * How deep a line stands does not count: what was wrapped is not new. Appended. */
void us_lines_diff(const char *a, const char *b, us_str *out);
/* Of such lines the first, and those that stand within `context` lines of one that only one has;
 * "..." in place of what is left out. Appended. */
void us_lines_hunks(const char *diff, int context, us_str *out);

#endif
