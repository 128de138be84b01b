/* Timelines: the events and answers for a tree that runs without a game.
 *
 *     0 set alarm = 40
 *     5 event noise
 *     8 score flee = 70
 *     act move: success after 3, failure
 *     act shoot: chance 90 success after 2 else failure after 1
 *     12 query Attack: "Angry"
 *
 * docs/TREE_TOOLS.md is the manual. A us_timeline is immutable after it was read. */
#ifndef US_BEHAVIOR_TIMELINE_H
#define US_BEHAVIOR_TIMELINE_H

#include "behavior/brl.h"
#include "behavior/run.h"

enum {
    US_TIMELINE_FILE_MAX = 1 << 20, /* bytes */
    US_TIMELINE_LINES_MAX = 10000,
    US_CHANCES_MAX = 1000000,
};

typedef struct us_timed_answer {
    us_answer answer; /* RUNNING: the node never ends */
    us_cycle after;   /* cycles after its beginning; 0: at once */
} us_timed_answer;

/* One answer of a leaf or open node. */
typedef struct us_timeline_answer {
    const us_template *fill; /* behavior that fills an open node; NULL: the node itself answers */
    int chance, of;          /* chance of `then`: so many times in so many; otherwise `other` */
    us_timed_answer then, other;
} us_timeline_answer;

typedef enum us_timeline_kind {
    US_TIMELINE_EVENT,
    US_TIMELINE_SET,
    US_TIMELINE_SCORE,
    US_TIMELINE_ANSWER,
} us_timeline_kind;

typedef struct us_timeline_line {
    us_timeline_kind what;
    us_cycle cycle;    /* from this cycle on; at least 1 for an event, as no node listens before */
    us_node_kind kind; /* kind of the node that answers: act, goal, query */
    const char *text;  /* as written, without its cycle */
    int number;        /* line of the file */
    const char *name; /* event; candidate's label; label, action, goal type or class that answers */
    int event;        /* event of the world, or -1: one of the file */
    int key;          /* answer, score: number of its subject; lines with the same one replace each
                         other */
    int slot;         /* of the root's template */
    int64_t value;    /* value of the slot; score of the candidate */
    int answer, answers; /* first and count in us_timeline.answer; the last repeats */
} us_timeline_line;

/* Keys of the lines about a node; -1: the timeline has none. */
typedef struct us_timeline_keys {
    int label, name; /* of answers */
    int score;
} us_timeline_keys;

typedef struct us_timeline {
    us_timeline_line *line; /* by cycle, then as written */
    int count;
    us_timeline_answer *answer;
    us_timeline_keys **node; /* by item of the file, then node */
    int keys;
    us_arena *arena;
} us_timeline;

/* Reads a timeline for the root, an item of the file. The nodes that it names must stand in the
 * file. An event must be one of the world or of the file: fired, heard, or a hint at a
 * candidate. */
us_status us_timeline_read(const us_brl *brl, const us_template *root, const char *file,
                           const char *text, size_t length, us_timeline **out, us_error *err);
void us_timeline_free(us_timeline *script); /* NULL is fine */
US_AUTOPTR_DEFINE(us_timeline, us_timeline_free);

/* Returns the line that answers a node: the present one with the node's label, else with its name.
 * present: by key, the latest line that took effect, or NULL. Returns NULL if there is none. */
const us_timeline_line *us_timeline_find(const us_timeline *script,
                                         const us_timeline_line *const *present, int item,
                                         int node);

#endif
