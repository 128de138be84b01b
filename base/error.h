/* Errors from outside the program, with their place.
 *
 * A function that can fail for reasons outside the program returns us_status and takes a us_error
 * as its last argument. On failure it fills the error and changes no output. err may be NULL if the
 * caller needs no reason. */
#ifndef US_BASE_ERROR_H
#define US_BASE_ERROR_H

#include <stdarg.h>

#include "base/base.h"

typedef enum us_status {
    US_OK = 0,
    US_FAILED,      /* the command's subject failed: a check found faults (exit 1) */
    US_BROKEN,      /* a game has no result: an external player failed in it (exit 1) */
    US_BAD_INPUT,   /* usage or bad input (exit 2) */
    US_INCOMPLETE,  /* incomplete and resumable (exit 3) */
    US_MISMATCH,    /* inputs do not belong together (exit 4) */
    US_NO_ENGINE,   /* an external engine is missing (exit 5) */
    US_INTERRUPTED, /* interrupted and resumable (exit 130) */
} us_status;

/* Both texts are printable, whatever their source: see us_str_add_printable. */
typedef struct us_error {
    us_status status;
    int line, column; /* from 1; 0: unknown */
    char file[256];   /* "": none; too long a name is cut at the front */
    char text[512];   /* what was found and what was expected; no newline */
} us_error;

/* Fills err and returns status. file may be NULL. */
us_status us_error_set(us_error *err, us_status status, const char *file, int line, int column,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));
us_status us_error_vset(us_error *err, us_status status, const char *file, int line, int column,
                        const char *format, va_list args) __attribute__((format(printf, 6, 0)));

/* Fills err with an error of the system: "FORMAT: meaning of code". code is usually errno. */
us_status us_error_set_system(us_error *err, us_status status, const char *file, int code,
                              const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Replaces the file name `file` by `called`, and removes line and column. Used when the program
 * reads a file that the user did not name. Errors of other files stay. err may be NULL. */
void us_error_rename_file(us_error *err, const char *file, const char *called);

/* Prints "file:line:column: text" into buffer without absent parts. Returns buffer. */
const char *us_error_print(const us_error *err, char *buffer, size_t size);

/* Returns the program's exit code for a status. */
int us_status_exit_code(us_status status);

#define US_TRY(call)                      \
    do {                                  \
        us_status us_try_status = (call); \
        if (us_try_status != US_OK)       \
            return us_try_status;         \
    } while (0)

#endif
