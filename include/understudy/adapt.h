/* Adaptation: repair of a library's behaviors that are to blame for failures in games.
 * docs/ADAPTATION.md is the manual.
 *
 * Recorded games become tables, failure patterns query them, and failures of many games become
 * causes: a pattern and a step of a behavior. Causes are mended one after the other, the most
 * frequent first. The first repair of the pattern that makes a sound behavior is taken. No game
 * tests it: the search of experiments/run/search.h plays games, and keeps only changes that they
 * prove. A behavior may be repaired several times; only the last result enters the library. This
 * new behavior, the child, records its descent: the parent, and for each repair the modop (the way
 * to change a behavior), the failure, and the game of the worst failure. */
#ifndef UNDERSTUDY_ADAPT_H
#define UNDERSTUDY_ADAPT_H

#include "understudy/library.h"

/* ---- recorded games */

typedef struct us_games us_games;

/* Creates empty tables, in memory if path is NULL. Else nothing may be at path yet; the file
 * appears with the commit, whole. The domain is borrowed. */
US_API us_status us_games_open(const char *path, const us_domain *domain, us_games **out,
                               us_error *err);

/* Adds the game of a trace. map is the present path of its map, or NULL. *game: its number, from 1.
 * Failure adds nothing; further games can be added after it.
 *
 * US_MISMATCH: the trace is of another domain; it was recorded with another map, or with a changed
 * domain or other rules and has no stored states; it takes another course when it is played again;
 * or the game is there already: the same
 * bytes, or the same map, seed and players and the same orders as far as both go. A trace that
 * cannot be played again (converted, with orders cut out, or of other rules) gives its orders, its
 * plan, and the units of the states stored beside it. */
US_API us_status us_games_add(us_games *games, const char *trace, const char *map, int64_t *game,
                              us_error *err);
/* Sets a function that long work calls now and then: true ends the work with US_INTERRUPTED. */
US_API void us_games_set_stop(us_games *games, bool (*stop)(void));

/* Commits; no game can be added after it. */
US_API us_status us_games_commit(us_games *games, us_error *err);
US_API void us_games_close(us_games *games); /* NULL is fine; uncommitted games are lost */
US_AUTOPTR_DEFINE(us_games, us_games_close);
US_API us_status us_games_count(us_games *games, int64_t *out, us_error *err);

/* ---- failure patterns: docs/FAILURE_PATTERNS.md is the manual */

typedef struct us_failure_pattern us_failure_pattern;

typedef struct us_patterns {
    us_failure_pattern **item; /* sorted by name; each name once */
    int count;
    us_failure_pattern **left; /* patterns that are left out */
    int lefts;
} us_patterns;

/* Loads one file, or all *.sql of a folder, at least one, without names that begin with a dot. path
 * NULL: the patterns shipped with the domain. */
US_API us_status us_patterns_load(const us_domain *domain, const char *path, us_patterns *out,
                                  us_error *err);
US_API void us_patterns_clear(us_patterns *patterns);
/* Keep only the named patterns, or all others. names: "worker-idle,no-answer". An unknown name is
 * an error, with a spelling suggestion. */
US_API us_status us_patterns_select(us_patterns *patterns, const char *names, us_error *err);
US_API us_status us_patterns_exclude(us_patterns *patterns, const char *names, us_error *err);
/* Sets a param. text: "worker-idle.patience=200". */
US_API us_status us_patterns_set(us_patterns *patterns, const char *text, us_error *err);

/* ---- failures, and the behaviors to blame for them */

typedef struct us_failure {
    int pattern; /* index into the patterns given */
    int64_t game;
    us_seat seat;
    us_cycle cycle, until; /* until: equal to cycle if the query has none */
    us_id unit;            /* 0: none */
    uint32_t node;         /* of the plan; 0: none */
    const char *goal;      /* type, or NULL */
    int64_t badness;       /* 0 or more; comparable within one pattern */
    int row; /* of the pattern's query, from 0; repairs in play follow the query's rows */
    const char *const *value; /* by column of the pattern, as texts; NULL in it: SQL NULL */
    uint32_t numbers;         /* bit by column: the value is a number */
    /* Of a failure that the player found and repaired in play: the repaired behavior, else 0; and
     * the label of the repaired step, "" for the behavior as a whole. */
    us_hash repaired;
    const char *label;
} us_failure;

typedef struct us_failures {
    us_failure *item; /* by pattern, game, cycle, seat, unit, node, row */
    int count;
    struct us_arena *arena;
} us_failures;

/* Adds the `maintain` conditions of the patterns to the games, each under its pattern's name. Call
 * it before the first game is added. */
US_API us_status us_failures_add_conditions(us_games *games, const us_patterns *patterns,
                                            us_error *err);

/* Finds all failures: by the queries, and those that players repaired in play. Equal tables and
 * patterns give equal lists. US_BAD_INPUT, with the pattern's file: a query takes too long or finds
 * too many rows; a row names a game, seat, unit, node or cycle that isn't there; the games lack a
 * pattern's condition. */
US_API us_status us_failures_find(const us_games *games, const us_patterns *patterns,
                                  us_failures *out, us_error *err);
US_API void us_failures_clear(us_failures *failures); /* zero-initialized is fine */

/* The reason of blame. In the comments, "it" is the step or behavior that is blamed. */
typedef enum us_blame_way {
    US_BLAMED_STEP,      /* it is the step that failed, or the nearest step above it */
    US_BLAMED_COMMANDER, /* it commanded the unit last */
    US_BLAMED_MAKER,     /* it had the unit made, and no step commanded the unit */
    US_BLAMED_PURSUER,   /* it was pursuing the goal */
    US_BLAMED_ASKER,     /* the goal is one of its steps */
    US_BLAMED_ABOVE,     /* blame of a step or behavior below it moved up to it */
    US_BLAMED_TOP,       /* it was the highest behavior at work */
    US_BLAMED_REPAIRED,  /* the player repaired it in play */
    US_BLAME_WAYS,
} us_blame_way;
US_API const char *us_blame_way_text(us_blame_way way); /* "it commanded the unit last" */

/* Seats that played with the library in games with an end, by their results. */
typedef struct us_seat_results {
    int won, lost; /* lost: or drawn */
} us_seat_results;

typedef struct us_cause {
    int pattern;
    us_hash behavior;
    const char *label; /* of the step; "": the behavior as a whole */
    int64_t failures, badness;
    int way[US_BLAME_WAYS];  /* failures, by the reason of blame */
    const us_failure *worst; /* its row fills the placeholders of repairs; of equals the first */
    uint32_t node;           /* the blamed node, in the plan of the game of `worst`; 0: none */
    int games, active;       /* games with such a failure; games with the behavior at work */
    int wins;          /* of `games`: those won by the seat with the first failure of the game */
    int repaired, won; /* repairs in play, and those of them whose seat won */
    us_seat_results failed; /* seats with such a failure in the first half of their game */
    us_seat_results all;    /* seats with the behavior at work */
    int64_t share;          /* percent of the pattern's badness, rounded */
    bool noise;             /* in too few games to be a cause: us_adaptation_def.least, percent */
} us_cause;

/* A behavior of the library that was at work. */
typedef struct us_behavior_use {
    us_hash behavior;
    int games; /* counting each seat that played with the library */
    us_seat_results results;
} us_behavior_use;

/* Zero-initialized is empty. Patterns, failures and library are borrowed. */
typedef struct us_causes {
    us_cause *item; /* those that are not noise first; then by games, failures, pattern, ... */
    int count, capacity;
    const us_failure **own; /* failures of seats that played with the library, in their order */
    int owns;
    int64_t others;       /* failures of other seats */
    int64_t unblamed;     /* own failures without a behavior to blame, and those of library seats of
                             silent games */
    int silent;           /* games in which no behavior of a library was at work */
    int planless;         /* of these: games whose trace has orders or an end, but no plan */
    us_behavior_use *use; /* of each behavior of the library, by hash */
    int uses;
    int seats; /* that played with the library, in all games */
    us_arena *arena;
} us_causes;

/* ---- repairs */

typedef enum us_repair_end {
    US_REPAIR_DONE,
    US_REPAIR_UNSOUND,   /* no repair of the pattern makes a sound behavior of the blamed one */
    US_REPAIR_PRESENT,   /* the behavior or library has the repair, perhaps by another cause */
    US_REPAIR_NOISE,     /* in too few games to be a cause: us_cause.noise */
    US_REPAIR_UNRELATED, /* lost games show no more early failures than won ones: see `chance` */
    US_REPAIR_OMITTED,   /* the limit us_adaptation_def.most was reached */
    US_REPAIR_ENDS,
} us_repair_end;
US_API const char *us_repair_end_name(us_repair_end end); /* "done", "unsound", ... */

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
    const char *why;            /* a line for each repair not taken */
} us_repair_result;

typedef struct us_adaptation_def us_adaptation_def;
struct us_adaptation_def {
    const us_brl *library;
    us_games *games; /* with the patterns' conditions, see us_failures_add_conditions */
    const us_patterns *patterns;
    int least;   /* number of games that a cause needs; 0: 8 percent of all, at least 2 */
    int percent; /* of the games in which its behavior was at work, that a cause needs */
    /* Largest p value at which a cause is repaired, in percent, 0 to 100. The test is Fisher's
     * exact test, one-sided: did lost games have the failure in their first half more often than
     * won games? A search repairs without regard to it. */
    int chance;
    int most;         /* repairs at most; 0: any number */
    uint32_t without; /* modops that no repair may use: bits, 1 << modop */
    bool append;      /* preset of appending; the lists below override it, by names of behaviors and
                         by goal types, names first; nothing may be in both lists */
    const char *const *append_those, *const *substitute_those;
    int appends, substitutes;
    /* A search lists only changes whose line contains one of these texts: "tune NAME, step c: gold
     * 700 to 1120". only_changes 0: all changes. us_adaptation_run ignores it. */
    const char *const *only_change;
    int only_changes;
    /* A control of the search: number of random changes, drawn by `seed`, that it tries in place of
     * those that failures and plans suggest. 0: those of failures and plans; below 0: no changes at
     * all. us_adaptation_run ignores it. */
    int random;
    uint64_t seed;
    /* A control: each daemon of each pattern goes into each behavior of the domain's top goal, with
     * the values of the pattern's `defaults`. Games play no part: games and the settings for causes
     * are not used. US_BAD_INPUT: no behavior has that goal. */
    bool daemons;
    void *context;
    void (*on_progress)(void *context, int done, int causes); /* reports progress; or NULL */
    bool (*stop)(void);                                       /* true: US_INTERRUPTED; or NULL */
};
US_API us_adaptation_def us_adaptation_def_default(void);

typedef struct us_adaptation {
    us_brl *library; /* equal to the one given if nothing was repaired */
    us_failures failures;
    us_causes causes;
    us_repair_result *result; /* one for each cause, in their order; or one for each daemon */
    int results, done;
    int least, percent; /* thresholds used, see us_adaptation_def; below them: noise */
    int chance;         /* see us_adaptation_def */
    bool daemons;       /* daemons without games: `worst` of a cause is of no game */
    us_arena *arena;
} us_adaptation;

/* Repairs the library. US_MISMATCH: in one of the games, no seat played with the library; or in
 * none of the games was a behavior of a library at work. A refused repair is noted in
 * us_repair_result.why; any other error ends the adaptation. Clear out after success. */
US_API us_status us_adaptation_run(const us_adaptation_def *def, us_adaptation *out, us_error *err);
US_API void us_adaptation_clear(us_adaptation *adapted);

/* Gives the library at `from`, or a copy of it, the behaviors of `wanted`: new ones are added, and
 * those that `wanted` lacks are dropped. Behaviors that are in both stay as they are, with ids
 * (which break ties), outcomes and provenance; outcomes that `wanted` has beyond these are added.
 * The games of `wanted` are noted as games that the library has seen. If path is NULL, the file
 * `from` is changed, in one transaction. Else the copy appears at path, whole or not at all; a file
 * that is at path, or appears there meanwhile, stays, and the result is US_BAD_INPUT. Failure
 * leaves the library unchanged.
 *
 * read: the library at `from` as it was read before, to check that nobody has changed it since.
 * US_MISMATCH: its behaviors have changed. NULL: no check. */
US_API us_status us_adaptation_write(const us_brl *read, const us_brl *wanted, const char *from,
                                     const char *path, us_error *err);

#endif
