/* A timeline: what happens to a tree that runs without a game, and what answers what it asks.
 *
 *     0 set alarm = 40
 *     5 event noise
 *     8 score flee = 70
 *     act move: success after 3, failure
 *     act shoot: chance 90 success after 2 else failure after 1
 *     12 query Attack: "Angry"
 *
 * docs/TREE_TOOLS.md is its manual. A us_script is immutable after it was read. */
#ifndef US_BEHAVIOR_SCRIPT_H
#define US_BEHAVIOR_SCRIPT_H

#include "behavior/brl.h"
#include "behavior/run.h"

enum {
    US_SCRIPT_FILE_MAX = 1 << 20, /* bytes */
    US_SCRIPT_LINES_MAX = 10000,
    US_CHANCES_MAX = 1000000,
};

typedef struct us_outcome_at {
    us_answer answer; /* RUNNING: it never ends */
    us_cycle after;   /* it began; 0: at once */
} us_outcome_at;

/* What a leaf or open node answers when it is asked. */
typedef struct us_script_answer {
    const us_template *fill; /* an open node: filled by this; NULL: by nothing, it answers */
    int chance, of;          /* of `then`: so many times in so many; else `other` */
    us_outcome_at then, other;
} us_script_answer;

typedef enum us_script_what {
    US_SCRIPT_EVENT,
    US_SCRIPT_SET,
    US_SCRIPT_SCORE,
    US_SCRIPT_ANSWER,
} us_script_what;

typedef struct us_script_line {
    us_script_what what;
    us_cycle cycle;      /* from then on; of an event at least 1: nothing listens before */
    us_node_kind kind;   /* of whom it answers: act, goal, query */
    const char *text;    /* as it is written, without its cycle */
    int number;          /* line of the file */
    const char *name;    /* of the event; a candidate's label; of whom: a label, or an action, goal
                            type or class */
    int slot;            /* of the root's template */
    int64_t value;       /* that it is set to; the candidate's score */
    int answer, answers; /* in us_script.answer: in the order of asking, the last for ever */
} us_script_line;

typedef struct us_script {
    us_script_line *line; /* by cycle, then as written */
    int count;
    us_script_answer *answer;
    us_arena *arena;
} us_script;

/* A timeline for the root, an item of the file. Whom it names stands in the file, an event is one
 * of the world or of the file: one that is fired or heard, or a hint at a candidate. */
us_status us_script_read(const us_brl *brl, const us_template *root, const char *file,
                         const char *text, size_t length, us_script **out, us_error *err);
void us_script_free(us_script *script); /* NULL is fine */

/* What answers a node when so many lines have come: by label rather than by name, the latest.
 * NULL: nobody said. script may be NULL. */
const us_script_line *us_script_find(const us_script *script, int lines, const us_node *node);
/* What the candidate of that label scores by then; 0: nobody said. */
int64_t us_script_score(const us_script *script, int lines, const char *label);

#endif
