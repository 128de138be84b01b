/* A folder for the files of a fuzz target. It lies below $TMPDIR, and goes with the process. */
#ifndef US_TESTS_FUZZ_FOLDER_H
#define US_TESTS_FUZZ_FOLDER_H

#include <stddef.h>

/* The path of a file in the folder, which is made by the first call. Valid for the next seven
 * calls. */
const char *fuzz_folder_place(const char *name);
void fuzz_folder_make(const char *name); /* a folder in it, which must not exist */
void fuzz_folder_put(const char *name, const char *text, size_t length);
void fuzz_folder_link(const char *name); /* a link to the file of that name in the repository */
/* Removes the files of these names that exist. */
void fuzz_folder_remove(const char *const *name, int count);

#endif
