/* The recorded games that lie in the folders, found by what libraries tell of them. */
#ifndef US_STUDIO_RECORDINGS_H
#define US_STUDIO_RECORDINGS_H

#include "base/json.h"
#include "studio/folders.h"

typedef struct us_recording {
    char *path, *file; /* file: as pages call it */
    us_hash map;       /* of its content */
    uint64_t seed;
    us_hash hash; /* of the file's bytes; 0: not asked yet */
    bool library; /* one plays in it */
} us_recording;

enum { US_RECORDINGS_MAX = 5000 }; /* more are not looked at */

/* As us_folders_walk has them; zero-initialized is empty. */
typedef US_LIST(us_recording) us_recordings;

/* Reads the first line of each. */
void us_recordings_find(const us_folders *folders, us_recordings *out);
void us_recordings_clear(us_recordings *recordings);
/* The file whose bytes have that hash, and whose name is that; else NULL. */
const us_recording *us_recordings_demo(us_recordings *recordings, const char *name, us_hash hash);
/* Writes an array of the files, at most so many, of games of libraries on that map with that
 * seed. */
void us_recordings_write(const us_recordings *recordings, us_hash map, uint64_t seed, int most,
                         us_json_writer *writer);

#endif
