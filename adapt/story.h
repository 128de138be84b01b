/* Stories of adaptations: what failed, who is blamed, what was changed, and what games say about
 * each change.
 *
 * A story is data. The library that an adaptation writes keeps it as JSON, so that it survives the
 * end of the command and a copy of the file. Terminal, report and studio print the same lines of
 * it: us_stories_tell. */
#ifndef US_ADAPT_STORY_H
#define US_ADAPT_STORY_H

#include "adapt/adapt.h"
#include "adapt/pattern.h"
#include "base/arena.h"
#include "base/json.h"
#include "retrieve/library.h"

enum {
    US_STORY_FULL = 5,   /* first entries of a list, which are told in full without `all` */
    US_STORY_BRIEF = 15, /* first entries of a list, which have at least a line without `all` */
};

/* A cause. Texts of this and the next structs lie in the story's arena, or are borrowed. */
typedef struct us_story_cause {
    const char *pattern, *about;        /* the pattern's name, and what went wrong */
    const char *behavior, *step, *goal; /* blamed; step "": the behavior as a whole */
    int64_t games, active, wins;        /* see us_cause */
    int64_t failures, share;            /* share: percent of the pattern's badness */
    int64_t lost, won;                  /* see us_cause.all */
    int64_t failed_lost, failed_won;    /* see us_cause.failed */
    int64_t in_play, in_play_won;       /* repairs in play */
    const char *trace;                  /* file of the worst failure's game; "": it is deleted */
    int64_t game, cycle, until;         /* of the worst failure; game 0: no game was read */
    const char *values;                 /* of the worst failure: "unit 3, wait 200" */
    const char *blamed;                 /* "it was the highest behavior at work (2 of 2)" */
    const char *end;                    /* us_repair_end_name; "searched": games tried repairs */
    const char *tried;                  /* a line for each repair that was not made */
} us_story_cause;

/* A change of a behavior. Effects are in parts of 10,000 of a game. */
typedef struct us_story_change {
    const char *kind;            /* us_change_kind_name */
    const char *modop;           /* "": none */
    const char *behavior, *step; /* the behavior that is changed; step "": as a whole */
    const char *about;           /* "launch 110 to 138" */
    const char *child_name;      /* in the new library; "": unknown */
    bool append;                 /* beside its parent */
    int64_t cause;               /* index; -1: no failure asked for it */
    int64_t diff;                /* index; -1: none */
    int64_t effect, error;       /* in the screening */
    int64_t games, rungs;        /* of the screening; games 0: no game tried it */
    bool tried, kept;            /* tried: in the library that was put to the proof last */
} us_story_change;

/* A donor: see us_donor. */
typedef struct us_story_donor {
    const char *name, *about;
    int64_t attempts; /* of its behaviors, in practice */
    int64_t points;   /* estimate of their mean, in parts of 10,000 of a game */
} us_story_donor;

/* How an adaptation came to its changes. */
typedef enum us_story_how {
    US_STORY_REPAIRS,
    US_STORY_DAEMONS,     /* a control */
    US_STORY_SEARCH,      /* the changes of a round */
    US_STORY_RANDOM,      /* the random changes of a round, a control */
    US_STORY_TRANSPLANTS, /* the transplants of a round */
} us_story_how;

/* One adaptation: the repairs of one command, or the changes or transplants of one round of a
 * search. */
typedef struct us_story {
    us_story_how how;
    int64_t round; /* of a search, from 1 */
    int64_t games; /* that were searched for failures; of transplants: of practice */
    int64_t wins;  /* training games that the library won; -1: the games were given */
    int64_t failures;
    int64_t least, percent; /* thresholds of noise */
    int64_t played;         /* games of the round for these changes, or for the transplants */
    /* The last proof of a search: the effect of all changes that it tried, together. */
    int64_t tries, effect, low, high, level, maps, proof_games;
    bool named, differed, kept; /* see us_search_round */
    bool planned;               /* nothing was written. The library does not store this member */
    us_story_cause *cause;
    us_story_change *change;
    us_story_donor *donor; /* only transplants have donors */
    const char **diff;     /* lines of us_line_diff_print_hunks, each text once */
    int causes, changes, donors, diffs;
    int cause_room, change_room, donor_room, diff_room;
    us_arena *arena;
} us_story;

/* ---- making */

us_story us_story_new(us_story_how how);
void us_story_clear(us_story *story); /* zero-initialized is fine */
/* Adds a cause. The caller sets `goal`, `end` and `tried`. games: NULL if none was read. */
us_status us_story_add_cause(us_story *story, const us_failure_pattern *pattern,
                             const us_cause *cause, const char *behavior, us_games *games,
                             us_error *err);
us_story_change *us_story_add_change(us_story *story);
us_story_donor *us_story_add_donor(us_story *story);
/* Returns the index of the difference between two bodies; -1: they are equal. */
int us_story_add_diff(us_story *story, const char *before, const char *after);
/* Makes the story of repairs. keep: the traces stay, so that the story names them. */
us_status us_story_from_adaptation(const us_adaptation *adapted, const us_adaptation_def *def,
                                   bool keep, us_story *out, us_error *err);

/* Puts the causes in the order in which they are told: noise last, behind those that are unrelated
 * to losses; then by games, by games that were not won, by failures. The changes follow: those of a
 * cause together, those that no failure asked for last; the kept ones first, then by effect. Donors
 * are ranked by points. */
void us_story_rank(us_story *story);

/* ---- keeping */

void us_story_write(const us_story *story, us_json_writer *writer); /* as an object */
/* Reads a story, and ranks it. Members that are missing have their presets: 0, "", -1, or no
 * donors. US_BAD_INPUT: the text is no story. Clear after success. */
us_status us_story_read(const char *text, us_story *out, us_error *err);

typedef struct us_stories { /* zero-initialized is empty */
    us_story *item;
    int count, capacity;
} us_stories;

/* Reads the stories of a library. */
us_status us_stories_read(us_library *library, us_stories *out, us_error *err);
void us_stories_clear(us_stories *stories);
/* Writes a library as us_adaptation_write does, and adds the stories to it. */
us_status us_stories_write(const us_brl *read, const us_brl *wanted, const us_story *story,
                           int stories, const char *from, const char *path, us_error *err);

/* ---- telling */

/* Appends the effect of the changes of the last proof: "+11.1 points [+7.9, +14.2] on 384 maps
 * (98.75%)". There must be one. */
void us_story_print_proof(const us_story *story, us_str *out);
/* Appends the result of a search's changes or transplants: "kept, +11.1 points ...", or why nothing
 * was put to the proof. */
void us_story_print_result(const us_story *story, us_str *out);
/* Appends "ai:raid: ABOUT: estimated 34.5% of the points in 12 attempts". */
void us_story_print_donor(const us_story_donor *donor, us_str *out);

typedef enum us_told_kind {
    US_TOLD_TITLE,   /* an adaptation begins */
    US_TOLD_NOTE,    /* about all of it */
    US_TOLD_HEADING, /* a list begins */
    US_TOLD_ENTRY,   /* "1. worker-idle: ..." */
    US_TOLD_LINE,    /* about the entry */
    US_TOLD_DIFF,    /* lines of a difference, each with its line feed */
} us_told_kind;

typedef struct us_told {
    us_told_kind kind;
    bool rest; /* it is not about the first entries of a list: a page folds it */
    const char *text;
} us_told;

typedef struct us_telling {
    us_told *item;
    int count, capacity;
    bool less; /* it leaves out what `all` tells */
    us_arena *arena;
} us_telling;

/* Tells ranked stories, as plain text without any escapes. A difference is told once; later entries
 * refer to it. all: all entries in full. Otherwise, each list has US_STORY_FULL entries in full, a
 * line for each further one up to US_STORY_BRIEF, and the number of the others; noise is only a
 * number. The time grows with the size of the stories, times the logarithm of the number of their
 * differences. Clear `out` after use. */
void us_stories_tell(const us_story *story, int stories, bool all, us_telling *out);
void us_telling_clear(us_telling *telling);

#endif
