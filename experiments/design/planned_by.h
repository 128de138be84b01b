/* The build and the machine that planned an experiment, in FOLDER/planned-by.json. They have a file
 * of their own, so that the other files of a plan have the same bytes whatever planned it. */
#ifndef US_EXPERIMENTS_DESIGN_PLANNED_BY_H
#define US_EXPERIMENTS_DESIGN_PLANNED_BY_H

#include "base/error.h"
#include "base/str.h"

#define US_PLANNED_BY "planned-by.json"

us_status us_planned_by_write(const char *folder, us_error *err);
/* Appends the program of the folder's manifest, and its build and compiler if they are known:
 * "understudy 0.1.0, release build by gcc 12.2.0". */
void us_planned_by_print(const char *folder, const char *program, us_str *out);

#endif
