/* The differences of two libraries. */
#ifndef US_RETRIEVE_LIBRARY_DIFF_H
#define US_RETRIEVE_LIBRARY_DIFF_H

#include "base/json.h"
#include "retrieve/library.h"

typedef struct us_library_change {
    us_hash behavior;
    bool in[2];                             /* in the first, in the second */
    const char *kind, *name, *goal;         /* of the library that has it */
    int64_t cases[2], origins[2], games[2]; /* that only this library has */
    int64_t tries[2], successes[2];
    /* For a behavior that was made from others and that only one library has: its latest parent
     * that the other library has, else its latest that this one has, else the first; 0: no parent
     * is recorded. Then each repair since that parent, in order; "": not recorded. */
    us_hash parent;
    const char *const *modops, *const *failures;
    int repairs;
} us_library_change;

typedef struct us_library_changes { /* zero-initialized is empty */
    us_library_change *change;      /* only in the first, then only in the second, then in both */
    int count, capacity;
    const char **phrase; /* about different features, shared slots and games seen */
    int phrases, phrase_capacity;
    us_arena *arena; /* holds the texts */
} us_library_changes;

/* Compares two libraries of one domain. If they are equal, *out is empty. Clear it after
 * success. */
us_status us_library_compare(us_library *a, us_library *b, us_library_changes *out, us_error *err);
void us_library_changes_clear(us_library_changes *changes);
/* Finds the id of a behavior; 0: it is not there. */
us_status us_library_find_behavior(us_library *library, us_hash behavior, int64_t *id,
                                   us_error *err);
/* Appends the canonical body of a behavior; nothing if it is not there. */
us_status us_library_print_body(us_library *library, us_hash behavior, us_str *out, us_error *err);
/* Appends the body of an adapted behavior, and its parent's, from either of the compared libraries.
 * before stays empty if neither has the parent. */
us_status us_library_change_print_bodies(us_library *const *library,
                                         const us_library_change *change, us_str *before,
                                         us_str *after, us_error *err);

/* Writes the change as members of an open object. An adapted behavior gets its repairs, and the
 * difference to its parent's tree as us_line_diff_print prints it. */
us_status us_library_change_write(us_library *const *library, const us_library_change *change,
                                  us_json_writer *writer, us_error *err);

/* Appends the difference of two trees as lines, one a node: "  " in front of lines of both, "- "
 * and "+ " of lines of one. Indentation does not count: a node that was only wrapped is not new. */
void us_line_diff_print(const char *a, const char *b, us_str *out);
/* Appends the first of such lines, and those within `context` lines of a change; "..." stands for
 * the lines left out. */
void us_line_diff_print_hunks(const char *diff, int context, us_str *out);

#endif
