/* Faults of behaviors: place, cause and fix. */
#ifndef US_BEHAVIOR_FAULT_H
#define US_BEHAVIOR_FAULT_H

#include "base/error.h"
#include "base/str.h"
#include "understudy/behavior.h"

enum { US_FAULTS_MAX = 100 };

/* Adds a fault. The format is "what|fix"; both texts are cut if they are too long. */
void us_faults_add(us_faults *faults, us_fault_kind kind, int line, int column, const char *format,
                   ...) __attribute__((format(printf, 5, 6)));
void us_faults_vadd(us_faults *faults, us_fault_kind kind, int line, int column, const char *format,
                    va_list args) __attribute__((format(printf, 5, 0)));
bool us_faults_is_full(const us_faults *faults); /* the search for faults may stop */
/* Sorts by place, then in the order found. Of faults with the same cause at one place, only the
 * first stays. */
void us_faults_sort(us_faults *faults);
/* Reports the first fault as the error: US_BAD_INPUT. The list must not be empty. */
us_status us_faults_fail(const us_faults *faults, const char *file, us_error *err);

#endif
