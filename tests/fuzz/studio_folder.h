/* What pages of a fuzzed studio find: a small folder "it", made once, with a recorded game, its
 * states and labels, libraries and an experiment. It lies below $TMPDIR, and goes with the process.
 */
#ifndef US_TESTS_FUZZ_STUDIO_FOLDER_H
#define US_TESTS_FUZZ_STUDIO_FOLDER_H

void studio_folder_begin(void);
/* All is again as it was made. */
void studio_folder_restore(void);
/* The path of a file in it; the next call overwrites it. */
const char *studio_folder_place(const char *name);

#endif
