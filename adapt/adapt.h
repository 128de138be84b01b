/* Adaptation: repair of a library's behaviors that are to blame for failures in games.
 * docs/ADAPTATION.md is the manual.
 *
 * Failures of many games become causes (adapt/blame.h): a pattern and a step of a behavior. Causes
 * are mended one after the other, the most frequent first. The first repair of the pattern is taken
 * that makes a sound behavior and, if proof is asked for, one that does no worse. A behavior may be
 * repaired several times; only the last result enters the library. It records its descent: the
 * parent, and for each repair the modop, the failure, and the game of the worst failure. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/blame.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

typedef enum us_repair_end {
    US_REPAIR_DONE,
    US_REPAIR_UNSOUND, /* no repair of the pattern makes a sound behavior of it */
    US_REPAIR_PRESENT, /* it or the library has the repair already, perhaps for another cause */
    US_REPAIR_WORSE,   /* a sound repair did worse in a proof, now or before other repairs */
    US_REPAIR_NOISE,   /* in too few games to be a cause: us_cause.noise */
    US_REPAIR_OMITTED, /* us_adaptation_def.most repairs are done */
    US_REPAIR_ENDS,
} us_repair_end;
const char *us_repair_end_name(us_repair_end end); /* "done", "unsound", ... */

/* The result of mending a cause. Behaviors between two repairs are not kept. */
typedef struct us_repair_result {
    const us_cause *cause;
    us_repair_end end;
    int repair;                 /* DONE: of the pattern, from 0; else -1 */
    bool append;                /* DONE: beside its parent, else in its place */
    const char *parent_name;    /* of the cause's behavior, in the library given */
    us_hash child;              /* DONE: the final behavior, with all its repairs */
    const char *child_name;     /* of child; "" unless DONE */
    const char *goal;           /* of parent and child */
    const char *before, *after; /* DONE: bodies, as text, under the parent's name, before and after
                                   this repair; both have all earlier repairs */
    const char *why;            /* a line for each repair not taken; reports of proofs */
    int done;                   /* private: repairs done at its last try */
} us_repair_result;

typedef struct us_adaptation_def us_adaptation_def;
struct us_adaptation_def {
    const us_brl *library;
    us_games *games; /* with the patterns' conditions, see us_failures_add_conditions */
    const us_patterns *patterns;
    int least;        /* number of games that a cause needs; 0: 8 percent of all, at least 2 */
    int percent;      /* of the games in which its behavior was at work, that a cause needs */
    int most;         /* repairs at most; 0: any number */
    uint32_t without; /* modops that no repair may use: bits, 1 << modop */
    bool append;      /* preset of appending; the lists below override it, by names of behaviors and
                         by goal types, names first; nothing may be in both lists */
    const char *const *append_those, *const *substitute_those;
    int appends, substitutes;
    /* A control: number of random repairs of random behaviors. Repairs are the patterns', for
     * failures of the library's seats; only sound results count. With prove, that many repairs are
     * proved, each in games in which its pattern failed. 0: the causes are mended. */
    int random;
    /* A control: each daemon of each pattern goes into each behavior of the domain's top goal, with
     * the values of the pattern's `defaults`. Games and proofs play no part: games, prove and the
     * settings for causes are not used. US_BAD_INPUT: no behavior has that goal. */
    bool daemons;
    uint64_t seed;
    void *context;
    /* Judges a repaired library. mend has the cause and the behavior, but no result yet. *keep,
     * preset to true, is set to false to reject the repair; then the next one is tried. The proof
     * may append to why. NULL: all repairs are kept. */
    us_status (*prove)(void *context, const us_brl *before, const us_brl *after,
                       const us_repair_result *mend, bool *keep, us_str *why, us_error *err);
    void (*tell)(void *context, int done, int causes); /* reports progress; or NULL */
    bool (*stop)(void);                                /* true: US_INTERRUPTED; or NULL */
};
us_adaptation_def us_adaptation_def_default(void);

typedef struct us_adaptation {
    us_brl *library; /* equal to the one given if nothing was repaired */
    us_failures failures;
    us_causes causes;
    us_repair_result
        *mend; /* one for each cause, in their order; for each random repair; for each daemon */
    int mends, done;
    int proved;         /* repairs that were proved, kept or not */
    int least, percent; /* thresholds used, see us_adaptation_def; below them: noise */
    bool random;        /* random repairs: the numbers of failures in their causes mean nothing */
    bool daemons;       /* daemons without games: `worst` of a cause is of no game */
    us_arena *arena;
} us_adaptation;

/* Repairs the library. US_MISMATCH: see us_blame_assign. A refused repair is noted in
 * us_repair_result.why; any other error ends the adaptation. Clear out after success. */
us_status us_adaptation_run(const us_adaptation_def *def, us_adaptation *out, us_error *err);
void us_adaptation_clear(us_adaptation *adapted);

/* Writes the wanted behaviors to the library at `from`, or to a copy of it. Behaviors that the
 * library has stay as they are, with ids (which break ties), outcomes and provenance. The wanted
 * games are noted as seen. If path is NULL, the file `from` is changed, in one transaction. Else
 * the copy appears at path, whole or not at all; a file that is at path, or appears there
 * meanwhile, stays, and the result is US_BAD_INPUT. Failure leaves the library unchanged.
 *
 * read is the library at `from` as it was read. US_MISMATCH: its behaviors have been changed since.
 * NULL: no check. */
us_status us_adaptation_write(const us_brl *read, const us_brl *wanted, const char *from,
                              const char *path, us_error *err);

#endif
