/* Recordings: all recorded games in the folders, to be matched with the provenance in libraries. */
#ifndef US_STUDIO_RECORDINGS_H
#define US_STUDIO_RECORDINGS_H

#include "base/json.h"
#include "studio/folders.h"

typedef struct us_recording {
    char *path, *file; /* file: the page's name */
    us_hash map;       /* of the map's content */
    uint64_t seed;
    us_hash hash; /* of the file's bytes; 0: not computed yet */
    bool library; /* a library plays in it */
} us_recording;

enum { US_RECORDINGS_MAX = 5000 }; /* the search ends there */

/* In the order of us_folders_walk; zero-initialized is empty. */
typedef US_LIST(us_recording) us_recordings;

/* Reads the first line of each trace. */
void us_recordings_find(const us_folders *folders, us_recordings *out);
void us_recordings_clear(us_recordings *recordings);
/* Returns the recording with that file name and that hash of its bytes, or NULL. */
const us_recording *us_recordings_find_demo(us_recordings *recordings, const char *name,
                                            us_hash hash);
/* Writes an array of at most `most` files: games with that map and seed in which a library plays.
 */
void us_recordings_write(const us_recordings *recordings, us_hash map, uint64_t seed, int most,
                         us_json_writer *writer);

#endif
