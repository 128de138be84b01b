/* Scripted opponents that are data: domains/DOMAIN/ai/NAME.brl is the agent ai:NAME. What it is for
 * stands in the first line of the file, behind '#'. */
#ifndef US_PLAYERS_SHIPPED_H
#define US_PLAYERS_SHIPPED_H

#include "base/file.h"

/* Appends the path of the domain's file; NULL: of the first domain that has one. */
bool us_shipped_find(const char *domain, const char *name, us_str *path);
/* Names of a domain's, sorted; the caller frees them with us_names_free. */
us_names us_shipped_list(const char *domain);
void us_shipped_about(const char *domain, const char *name, us_str *out); /* appended */

#endif
