/* A recorded game that is looked at: all that its trace says, its film, its plan at any cycle.
 *
 * A trace opens as far as it reads: what is behind the first line that no reader takes is left out,
 * and that line is among the faults. The film holds a state of each cycle where the game can be
 * played again; it is held against what is recorded as it goes, and ends where it takes another
 * course. Elsewhere, and behind that, the film holds the states that are stored beside the trace.
 */
#ifndef US_STUDIO_VIEWING_H
#define US_STUDIO_VIEWING_H

#include "studio/background_job.h"
#include "traces/annotation.h"
#include "traces/check.h"
#include "traces/pack.h"
#include "traces/plan_tree.h"
#include "traces/replay.h"
#include "traces/worlds.h"

enum {
    US_VIEWING_BYTES_MAX = 256 << 20, /* of a trace */
    US_VIEWING_CHECK_MAX = 4 << 20,   /* of one that is checked on the way */
};

/* Of a seat. The tree goes on to later cycles; going back begins it anew. */
typedef struct us_viewing_plan {
    us_notes notes;
    us_plan_tree whole; /* at the end of the game */
    us_plan_tree tree;
    int told; /* so many notes are in it */
} us_viewing_plan;

typedef struct us_viewing {
    char *file, *path, *map; /* map: or NULL */
    char *text;              /* of the trace */
    size_t length;           /* as far as it reads */
    us_log log;
    us_annotation *labels; /* NULL: there are none that can be read */
    us_finding *finding;   /* the first US_FINDINGS_MAX */
    int findings;
    int64_t faults; /* all */
    bool broken;    /* it does not read to its end */
    bool checked;   /* all faults are known */

    us_replay *replay; /* NULL: it is not played again, or no longer */
    us_worlds *worlds; /* or NULL; only its states are asked */
    bool played;       /* the film began by playing */
    us_packer packer;
    int width, height;
    us_cycle filmed; /* the last cycle of the film so far; -1: none */
    bool whole;      /* the film is */
    bool told;       /* whoever looks at it knows that it is, and its faults */
    us_viewing_plan plan[US_SEATS_MAX];
    us_background_job *job; /* private: what looks for faults; NULL: nothing does */
    struct us_second_look *look;
} us_viewing;

typedef struct us_viewing_def {
    const char *file;   /* the trace as errors call it */
    const char *path;   /* where it lies */
    const char *states; /* its path where states may be looked for beside it; "": they may not */
    const char *labels; /* its annotation; "": there is none */
    const char *map;    /* where its map lies now, or NULL */
    unsigned planes;    /* bit per us_plane: what the film shows, where it is known; what seats saw
                           is not, where there is no fog */
} us_viewing_def;

/* US_MISMATCH: there is neither a game that can be played again nor a stored state. */
us_status us_viewing_open(const us_viewing_def *def, us_viewing **out, us_error *err);
void us_viewing_close(us_viewing *viewing); /* NULL is fine */

/* Appends the next states of the film, each packed as the difference to the one before, until there
 * are so many bytes or that time has come (us_clock_ms). It always gets on, unless it is whole. */
void us_viewing_film(us_viewing *viewing, size_t most, int64_t until, us_str *out);
/* The faults that only a second look at the whole game shows, in place of those so far. It is
 * looked for in a thread, for about as long as the film takes; of a large or a broken trace not at
 * all. false: ask again. */
bool us_viewing_check(us_viewing *viewing);

/* After that cycle's thinking. Borrowed until the next call of the seat. */
const us_plan_tree *us_viewing_plan_at(us_viewing *viewing, us_seat seat, us_cycle cycle);

#endif
