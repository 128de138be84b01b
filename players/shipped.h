/* Scripted opponents in data files: domains/DOMAIN/ai/NAME.brl is the agent ai:NAME. The first line
 * of the file, behind '#', describes it. */
#ifndef US_PLAYERS_SHIPPED_H
#define US_PLAYERS_SHIPPED_H

#include "base/file.h"

/* Appends the path of the opponent's file in the domain; NULL: in the first domain that has one.
 * Returns whether there is such a file. */
bool us_shipped_ai_find(const char *domain, const char *name, us_str *path);
/* Returns the names of a domain's opponents, sorted; the caller frees them with us_names_free. */
us_names us_shipped_ai_list(const char *domain);
void us_shipped_ai_print(const char *domain, const char *name, us_str *out); /* appends it */

#endif
