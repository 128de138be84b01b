/* The files of a test: they lie in a folder of its own below TMPDIR, whose path has at most 200
 * bytes. The runner removes it when the test has ended; what can't be removed fails the test. */
#ifndef US_TESTS_UNIT_SCRATCH_H
#define US_TESTS_UNIT_SCRATCH_H

/* A path in that folder, which is made for the first that asks; "": the folder itself. It is
 * absolute, and holds until the test has ended or scratch_clean was called. */
const char *scratch(const char *name);
/* One of a name that this test has used nowhere, but for its end. */
const char *scratch_new(const char *end);
const char *scratch_beside(const char *end); /* the same name as the last one, with another end */
void scratch_folder(const char *name);
void scratch_put(const char *name, const char *text);
char *scratch_text(const char *name); /* the caller frees with us_mem_free */
/* For a test that begins anew in its middle: none of its files is there then. */
void scratch_clean(void);
/* The same for the runner. NULL, or what could not be removed, and why: held to the next call. */
const char *scratch_drop(void);

#endif
