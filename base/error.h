/* Errors from outside the program, with their place.
 *
 * A function that can fail for reasons outside the program returns us_status and takes a us_error
 * as its last argument. On failure it fills the error and changes no output. err may be NULL if the
 * caller needs no reason. */
#ifndef US_BASE_ERROR_H
#define US_BASE_ERROR_H

#include <stdarg.h>

#include "base/base.h"
#include "understudy/base.h"
us_status us_error_vset(us_error *err, us_status status, const char *file, int line, int column,
                        const char *format, va_list args) __attribute__((format(printf, 6, 0)));

/* Fills err with bad input that stands in no file. Returns US_BAD_INPUT. */
us_status us_error_refuse(us_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills err with an error of the system: "FORMAT: meaning of code". code is usually errno. */
us_status us_error_set_system(us_error *err, us_status status, const char *file, int code,
                              const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Copies the error to err, which may be NULL. Returns its status. */
us_status us_error_copy(const us_error *error, us_error *err);

/* Replaces the file name `file` by `called`, and removes line and column. Used when the program
 * reads a file that the user did not name. Errors of other files stay. err may be NULL. */
void us_error_rename_file(us_error *err, const char *file, const char *called);

/* Returns the program's exit code for a status. */
int us_status_exit_code(us_status status);

#define US_TRY(call)                      \
    do {                                  \
        us_status us_try_status = (call); \
        if (us_try_status != US_OK)       \
            return us_try_status;         \
    } while (0)

#endif
