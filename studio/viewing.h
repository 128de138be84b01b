/* Viewings: recorded games that a page watches, with all that the trace records, the film, and the
 * plan at any cycle.
 *
 * A trace opens up to its first unreadable line: the rest is left out, and that line is among the
 * faults. If the game can be played again, the film holds a state of each cycle. Each replayed
 * state is checked against the trace; at the first difference the replay ends. After that, or
 * without a replay, the film holds the states stored beside the trace. */
#ifndef US_STUDIO_VIEWING_H
#define US_STUDIO_VIEWING_H

#include "studio/background_job.h"
#include "studio/client.h"
#include "studio/show.h"
#include "traces/annotation.h"
#include "traces/check.h"
#include "traces/pack.h"
#include "traces/plan_tree.h"
#include "traces/replay.h"
#include "traces/worlds.h"

enum {
    US_VIEWING_BYTES_MAX = 256 << 20, /* of a trace */
    US_VIEWING_CHECK_MAX = 4 << 20,   /* of a trace that gets a full check */
};

/* Plan of a seat. The tree advances to later cycles; an earlier cycle rebuilds it. */
typedef struct us_viewing_plan {
    us_notes notes;
    us_plan_tree whole; /* at the end of the game */
    us_plan_tree tree;
    int notes_applied; /* number of notes in `tree` */
} us_viewing_plan;

typedef struct us_viewing {
    char *file, *path, *map; /* map: or NULL */
    char *text;              /* of the trace */
    size_t length;           /* up to the first unreadable line */
    us_log log;
    us_annotation *labels; /* NULL: no readable labels */
    us_finding *finding;   /* the first US_FINDINGS_MAX */
    int findings;
    int64_t faults; /* number of all faults */
    bool broken;    /* its end is unreadable */
    bool checked;   /* all faults are known */

    us_replay *replay; /* NULL: not played again, or replay ended */
    us_worlds *worlds; /* or NULL; only its stored states are used */
    bool played;       /* the film began with a replay */
    us_packer packer;
    int width, height;
    us_cycle filmed; /* last cycle of the film so far; -1: none */
    bool whole;      /* the film is complete */
    bool end_sent;   /* the end of the film and the faults were sent */
    us_viewing_plan plan[US_SEATS_MAX];
    us_background_job *job; /* private: the search for faults; NULL: none */
    struct us_second_look *look;
} us_viewing;

typedef struct us_viewing_def {
    const char *file;   /* name of the trace in errors */
    const char *path;   /* path of the trace */
    const char *states; /* the path again, to read states stored beside it; "": none */
    const char *labels; /* path of the annotation; "": none */
    const char *map;    /* path of the trace's map, or NULL */
    unsigned planes; /* bit per us_plane: planes of the film, where they are known; without fog, the
                        planes of seen cells are left out */
} us_viewing_def;

/* US_MISMATCH: the game cannot be played again, and no states are stored. */
us_status us_viewing_open(const us_viewing_def *def, us_viewing **out, us_error *err);
void us_viewing_close(us_viewing *viewing); /* NULL is fine */
US_AUTOPTR_DEFINE(us_viewing, us_viewing_close);

/* Appends the next states of the film, each packed as the difference to the one before. Stops after
 * `most` bytes or at the time `until` (us_clock_ms). Each call makes progress unless the film is
 * complete. */
void us_viewing_make_film(us_viewing *viewing, size_t most, int64_t until, us_str *out);
/* Replaces the faults by those of a check of the whole game, made in a background job that takes
 * about as long as the film. Large or broken traces are not checked. false: not finished, call
 * again. */
bool us_viewing_check(us_viewing *viewing);

/* Returns the seat's plan after the thinking of that cycle. Borrowed until the next call for the
 * seat. */
const us_plan_tree *us_viewing_get_plan(us_viewing *viewing, us_seat seat, us_cycle cycle);

/* ---- messages: the film while it is made */

/* Makes and sends the film for about `slice` milliseconds, unless the client reads too slowly.
 * Returns the milliseconds until the next call. */
int us_viewing_update(us_client *client, int slice);
void us_viewing_detach(us_client *client); /* the client watches no recorded game any more */

/* ---- plans, as members of the open object */

enum {
    US_WATCH_RECENT =
        150, /* cycles: a node that ended within them is sent with all its descendants */
    US_WATCH_FAILED = 6,      /* the last failed children sent below an open node */
    US_WATCH_NODES_MAX = 1500 /* sent at once */
};

/* Numbers of nodes whose children are all sent. */
typedef struct us_plan_unfold {
    uint32_t node[64];
    int count;
} us_plan_unfold;
us_status us_plan_unfold_read(const us_json_node *message, us_plan_unfold *out, us_error *err);

/* Writes nodes from the top down: open nodes, nodes that ended recently, the last failures below
 * these, and children of unfolded nodes; and the number of nodes left out. */
void us_viewing_write_plan(const us_domain *domain, const us_plan_tree *plan, us_cycle cycle,
                           const us_plan_unfold *unfold, us_json_writer *writer);
/* Writes the first `most` failed nodes in the order of their failure, and the number of all. */
void us_viewing_write_failures(const us_plan_tree *plan, int most, us_json_writer *writer);

#endif
