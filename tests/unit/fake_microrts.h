/* A program that connects to a port of this machine and says what a script tells: a fake of the
 * real microRTS, for what the real one does not do. It runs in a thread of its own. */
#ifndef US_TESTS_UNIT_FAKE_MICRORTS_H
#define US_TESTS_UNIT_FAKE_MICRORTS_H

#include "base/str.h"

/* The words of a script; any other text is sent as it stands. */
#define FAKE_HEAR   "<" /* waits for a line, or the end */
#define FAKE_PAUSE  "~" /* 30 ms */
#define FAKE_SECOND "+" /* connects once more */
#define FAKE_DRIP   ":" /* sends a byte every 5 ms, until it is let go */
#define FAKE_FLOOD  "*" /* sends 100 MB without an end of line, or what is taken of it */
#define FAKE_STAY   "." /* waits until it is let go */

typedef struct fake_microrts fake_microrts;

/* script ends in NULL, at the latest after 64 texts; it is not copied. */
fake_microrts *fake_microrts_start(int port, const char *const *script);
/* Waits for its end. What it heard is appended; returns how many bytes it could send. Frees. */
size_t fake_microrts_end(fake_microrts *fake, us_str *heard);

#endif
