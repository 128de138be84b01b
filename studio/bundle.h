/* Pages of one file: the styles and modules of the studio's pages (studio/pages.h), put into a page
 * that a browser opens without a server and without a network. */
#ifndef US_STUDIO_BUNDLE_H
#define US_STUDIO_BUNDLE_H

#include "base/str.h"

/* Appends the head of a page, from <html> to the end of <head>: title, these styles, and a policy
 * that forbids the page to load anything. The title is escaped; styles end in NULL. */
void us_bundle_head(us_str *out, const char *title, const char *const *styles);
/* Appends scripts that run the module with all modules that it imports. */
void us_bundle_modules(us_str *out, const char *module);
/* Appends a script element of that id that holds JSON as data. No text within the JSON can end the
 * element. */
void us_bundle_data(us_str *out, const char *id, const us_str *json);

#endif
