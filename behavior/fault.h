/* Faults of behaviors: place, cause and fix. */
#ifndef US_BEHAVIOR_FAULT_H
#define US_BEHAVIOR_FAULT_H

#include "base/error.h"
#include "base/str.h"

typedef enum us_fault_kind {
    US_FAULT_SYNTAX,      /* the text is not of the language */
    US_FAULT_LIMIT,       /* too deep, too long, too many */
    US_FAULT_NAME,        /* unknown goal, action, tree, slot, label, state, event ... */
    US_FAULT_ARGUMENT,    /* missing, unknown, or given twice */
    US_FAULT_EXPRESSION,  /* an unknown sensor, or a value of another kind */
    US_FAULT_ID,          /* the id of an entity of one game: #5 */
    US_FAULT_SHAPE,       /* a node in a place where its kind may not stand */
    US_FAULT_RUNNING,     /* a condition that could be running */
    US_FAULT_UNREACHABLE, /* a node that can never be reached */
    US_FAULT_RECURSION,   /* recursion without an end */
    US_FAULT_SEMAPHORE,   /* a semaphore never released */
    US_FAULT_UNBOUND,     /* a slot used before it can be bound */
    US_FAULT_KINDS,
} us_fault_kind;

typedef struct us_fault {
    us_fault_kind kind;
    int line, column; /* from 1; 0 for templates made without a text */
    char what[256];
    char fix[192];
} us_fault;

enum { US_FAULTS_MAX = 100 };

/* A list that owns its memory and stops growing at US_FAULTS_MAX. Zero-initialized is empty. */
typedef struct us_faults {
    us_fault *fault;
    int count;
    int more; /* found beyond the list's end */
} us_faults;

/* Adds a fault. The format is "what|fix"; both texts are cut if they are too long. */
void us_faults_add(us_faults *faults, us_fault_kind kind, int line, int column, const char *format,
                   ...) __attribute__((format(printf, 5, 6)));
bool us_faults_is_full(const us_faults *faults); /* the search for faults may stop */
/* Sorts by place, then in the order found. Of faults with the same cause at one place, only the
 * first stays. */
void us_faults_sort(us_faults *faults);
void us_faults_clear(us_faults *faults);

/* Appends "file:line:column: what; fix" and a newline for each fault, and a last line if there are
 * more. */
void us_faults_print(const us_faults *faults, const char *file, us_str *out);
/* Reports the first fault as the error: US_BAD_INPUT. The list must not be empty. */
us_status us_faults_fail(const us_faults *faults, const char *file, us_error *err);
const char *us_fault_name(us_fault_kind kind);

#endif
