/* What a verdict is about. */
#ifndef US_EXPERIMENTS_SCOPE_H
#define US_EXPERIMENTS_SCOPE_H

#include "base/error.h"
#include "base/str.h"

typedef enum us_map_scope {
    US_MAP_SCOPE_UNSAID, /* an experiment of an older version; options that are not given */
    US_MAP_SCOPE_MAPS,   /* maps of these families that nobody has played: the default */
    US_MAP_SCOPE_THESE,  /* the maps that were played, and no others */
} us_map_scope;
const char *us_map_scope_name(us_map_scope scope); /* "maps", "these maps"; NULL of an unsaid one */
/* As the option --scope has it: "maps", "these-maps"; NULL of an unsaid one. */
const char *us_map_scope_option(us_map_scope scope);
/* By its name, in which a hyphen may stand for the space. False: there is none such. */
bool us_map_scope_find(const char *name, us_map_scope *out);

/* What a claim about so many maps is about, appended: "on maps like these (24 maps)", "on these 3
 * maps alone", "on this map alone". */
void us_map_scope_say(us_map_scope scope, int maps, us_str *out);

#endif
