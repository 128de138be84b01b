/* The scope of a verdict: the maps that it is about. */
#ifndef US_EXPERIMENTS_SCOPE_H
#define US_EXPERIMENTS_SCOPE_H

#include "base/error.h"
#include "base/str.h"
#include "understudy/experiment.h"
/* Returns the value of the option --scope: "maps", "these-maps"; NULL if unsaid. */
const char *us_map_scope_option(us_map_scope scope);
/* Finds a scope by its name; a hyphen may stand for the space. Returns false if there is none. */
bool us_map_scope_find(const char *name, us_map_scope *out);

/* Appends the subject of a claim about so many maps: "on maps like these (24 maps)", "on these 3
 * maps alone", "on this map alone". */
void us_map_scope_print(us_map_scope scope, int maps, us_str *out);

#endif
