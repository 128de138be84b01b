/* Errors from outside, with their place.
 *
 * A function that can fail for reasons outside the program returns us_status and takes a
 * us_error as its last argument. On failure the error is filled and no output is changed.
 * err may be NULL when the caller does not care why. */
#ifndef US_BASE_ERROR_H
#define US_BASE_ERROR_H

#include <stdarg.h>

#include "base/base.h"

typedef enum us_status {
    US_OK = 0,
    US_FAILED,      /* the thing asked about failed: a check found faults (exit 1) */
    US_BROKEN,      /* a game has no result: a player outside this program failed in it (exit 1) */
    US_BAD_INPUT,   /* usage or bad input (exit 2) */
    US_INCOMPLETE,  /* incomplete and resumable (exit 3) */
    US_MISMATCH,    /* inputs that do not belong together (exit 4) */
    US_NO_ENGINE,   /* an external engine is missing (exit 5) */
    US_INTERRUPTED, /* interrupted and resumable (exit 130) */
} us_status;

/* Both texts are printable whatever they were made of: see us_str_add_printable. */
typedef struct us_error {
    us_status status;
    int line, column; /* from 1; 0 where there is none */
    char file[256];   /* "" where there is none; cut at the front when too long */
    char text[512];   /* what was found and what was expected, no newline */
} us_error;

/* Fill err and return status. file may be NULL. */
us_status us_fail(us_error *err, us_status status, const char *file, int line, int column,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
us_status us_vfail(us_error *err, us_status status, const char *file, int line, int column,
                   const char *format, va_list args) __attribute__((format(printf, 6, 0)));

/* The same of what the system refused; code: its error number, errno as a rule. The text is
 * "FORMAT: what the number means". */
us_status us_fail_system(us_error *err, us_status status, const char *file, int code,
                         const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What is told of the file is told of the other name: of a file that nobody has named, of the one
 * that was asked for. Errors of other files stay. err may be NULL. */
void us_error_rename(us_error *err, const char *file, const char *called);

/* "file:line:column: text" into buffer, with absent parts left out. Returns buffer. */
const char *us_error_print(const us_error *err, char *buffer, size_t size);

/* The program's exit code for a status. */
int us_status_exit(us_status status);

#define US_TRY(call)                      \
    do {                                  \
        us_status us_try_status = (call); \
        if (us_try_status != US_OK)       \
            return us_try_status;         \
    } while (0)

#endif
