/* Adaptation: what went wrong in games, which behaviors are to blame, and the library with these
 * repaired. docs/ADAPTATION.md is the manual.
 *
 * Failures of many games become causes (adapt/blame.h): a pattern and a step of a behavior. One
 * after the other, the most frequent first, each is mended by the first repair of its pattern that
 * makes a sound behavior, and, where proof is asked for, one that does no worse. A behavior may be
 * repaired several times; what is made in between does not enter the library. It tells its descent:
 * its parent, and for each repair what was done, what had failed, and the game in which that was
 * worst. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/blame.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

typedef enum us_mend_end {
    US_MEND_DONE,
    US_MEND_UNSOUND, /* no repair of the pattern makes a sound behavior of it */
    US_MEND_HAS,   /* such as would be of use are in it already, by repairs for other causes too */
    US_MEND_WORSE, /* those that do were proved to do worse; or did, before others changed it */
    US_MEND_NOISE, /* in too few games to be a cause: us_cause.noise */
    US_MEND_LEFT,  /* as many as were asked for are done */
    US_MEND_ENDS,
} us_mend_end;
const char *us_mend_end_name(us_mend_end end); /* "done", "unsound", ... */

/* What became of a cause. What a behavior was in between two of its repairs is named nowhere. */
typedef struct us_mend {
    const us_cause *cause;
    us_mend_end end;
    int repair;                 /* DONE: of the pattern, from 0; else -1 */
    bool append;                /* DONE: beside its parent, else in its place */
    const char *parent_name;    /* of the cause's behavior, in the library that was given */
    us_hash child;              /* DONE: what it is in the end, with all its repairs */
    const char *child_name;     /* of that; "" unless DONE */
    const char *goal;           /* of both */
    const char *before, *after; /* DONE: bodies, as text, under the parent's name; of this repair
                                   alone: those that were made before are in both */
    const char *why;            /* a line for each repair that was not taken; what proof said */
    int done;                   /* private: repairs that were made when it was tried last */
} us_mend;

typedef struct us_adapt_def us_adapt_def;
struct us_adapt_def {
    const us_brl *library;
    us_games *games; /* that were asked the patterns' conditions */
    const us_patterns *patterns;
    int least;        /* games in which a cause must have turned up; 0: 8 percent of all, but 2 */
    int percent;      /* of those in which its behavior was at work */
    int most;         /* repairs at most; 0: any number */
    uint32_t without; /* modops that no repair may use: bits, 1 << modop */
    bool append;      /* unless one of these says otherwise: goal types, or before them names of
                         behaviors; none in both */
    const char *const *append_those, *const *substitute_those;
    int appends, substitutes;
    /* A control: so many random repairs of random behaviors, of those that the patterns have and
     * that make sound behaviors, by failures of seats of the library; with prove, so many are put
     * to the proof, each where its pattern failed. 0: none, the causes are mended. */
    int random;
    /* A control: each daemon of each pattern goes into each behavior of the domain's top goal, with
     * the values of the pattern's `defaults`, whatever games show. No game is looked at and nothing
     * is proved: games, prove and what is about causes are not used. US_BAD_INPUT: no behavior has
     * that goal. */
    bool daemons;
    uint64_t seed;
    void *context;
    /* Is the repaired library good enough? mend: of what cause and behavior; not what becomes of
     * it. *keep false: the next repair is tried. why: appended to what is told. NULL: all are. */
    us_status (*prove)(void *context, const us_brl *before, const us_brl *after,
                       const us_mend *mend, bool *keep, us_str *why, us_error *err);
    void (*tell)(void *context, int done, int causes); /* or NULL */
    bool (*stop)(void);                                /* true: US_INTERRUPTED; or NULL */
};
us_adapt_def us_adapt_def_default(void);

typedef struct us_adapted {
    us_brl *library; /* equal to the one given where nothing was repaired */
    us_failures failures;
    us_causes causes;
    us_mend *mend; /* by cause, in their order; of random repairs one each */
    int mends, done;
    int proved;         /* repairs that were put to the proof, kept or not */
    int least, percent; /* games in which a cause must have turned up, and of those in which its
                           behavior was at work; else it is noise */
    bool random;        /* they are random repairs: nobody failed so often as their causes say */
    bool daemons;       /* they are daemons that no game led to: `worst` of a cause is of no game */
    us_arena *arena;
} us_adapted;

/* US_MISMATCH: see us_blame_assign. What keeps a repair from being tried, and is no refusal of the
 * repair itself, ends all. Clear after success. */
us_status us_adapt(const us_adapt_def *def, us_adapted *out, us_error *err);
void us_adapted_clear(us_adapted *adapted);

/* The library at `from`, so that it holds the wanted behaviors, with all that they share with it as
 * it lies there: ids, by which ties are broken, outcomes, origins. The wanted games are noted as
 * seen. Without a path that very file is changed, in one transaction. Else a copy appears at path,
 * whole or not at all; what is there, or comes to be there meanwhile, stays, and that is
 * US_BAD_INPUT. Failure leaves the library as it was.
 *
 * read: the library at `from` as it was read; US_MISMATCH where others have changed its behaviors
 * since. NULL: that is no question. */
us_status us_adapt_write(const us_brl *read, const us_brl *wanted, const char *from,
                         const char *path, us_error *err);

#endif
