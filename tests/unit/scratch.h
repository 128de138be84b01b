/* A folder of a test's own. */
#ifndef US_TESTS_UNIT_SCRATCH_H
#define US_TESTS_UNIT_SCRATCH_H

/* A path in a new folder for each test that asks; "": the folder itself. Holds for some calls. */
const char *scratch(const char *name);
void scratch_folder(const char *name);
void scratch_put(const char *name, const char *text);
char *scratch_text(const char *name); /* the caller frees with us_free */
void scratch_clean(void);             /* removes all of it */

#endif
