/* Experiments: plan, run, results, comparison, report. docs/EXPERIMENTS.md is the manual.
 *
 * A spec is a file in which a person describes an experiment. Planning turns it into a folder with
 * a manifest: players, opponents, maps, and each single game. Running plays the games that have no
 * result yet. Comparison says whether one player is better than another. Runs fork worker
 * processes: call us_batch_play from a program with one thread. */
#ifndef UNDERSTUDY_EXPERIMENT_H
#define UNDERSTUDY_EXPERIMENT_H

#include "understudy/agent.h"
#include "understudy/statistics.h"

/* ---- plan */

typedef enum us_map_scope {
    US_MAP_SCOPE_UNSAID, /* not given, or unknown in an experiment of an older version */
    US_MAP_SCOPE_MAPS,   /* maps of these families that nobody has played: the default */
    US_MAP_SCOPE_THESE,  /* the maps that were played, and no others */
} us_map_scope;
US_API const char *us_map_scope_name(us_map_scope scope); /* "maps", "these maps"; NULL if unsaid */

typedef struct us_spec us_spec;

/* Reads a spec. set: "KEY=VALUE" replaces a member of the file. VALUE is JSON; it is a text if it
 * is not valid JSON and does not begin as a list, object or string. An error in it has the place
 * "--set KEY=VALUE", with line and column in VALUE, unless VALUE as a whole is wrong. */
US_API us_status us_spec_read(const char *path, const char *const *set, int sets, us_spec **out,
                              us_error *err);
US_API void us_spec_free(us_spec *spec); /* NULL is fine */
US_AUTOPTR_DEFINE(us_spec, us_spec_free);

/* The end of a game, as its player sees it. */
typedef enum us_row_end {
    US_ROW_NONE, /* the game was not played */
    US_ROW_WIN,
    US_ROW_DRAW,
    US_ROW_LOSS,
    US_ROW_CRASH,   /* the process of the game died, or an external program failed: us_row_failed */
    US_ROW_TIMEOUT, /* the game exceeded the time limit: scored as a loss */
    US_ROW_ENDS,
} us_row_end;

/* The program that failed in a game that crashed. If the player's program failed, the player
 * forfeits the game. If the opponent's program or that of the game failed, the game has no result
 * and counts in no score. */
typedef enum us_row_failed {
    US_ROW_FAILED_UNKNOWN, /* the process of the game died, or the line is of an older version:
                              scored as a loss */
    US_ROW_FAILED_PLAYER,
    US_ROW_FAILED_OPPONENT,
    US_ROW_FAILED_GAME, /* the program that plays outside (bot:, socket:) */
    US_ROW_FAILS,
} us_row_failed;

/* The entrants that gave no orders of their own (us_play_result.idle), in a game that was finished.
 * In older files it is unknown: US_ROW_NOBODY. */
typedef enum us_row_idle {
    US_ROW_NOBODY,
    US_ROW_PLAYER,
    US_ROW_OPPONENT,
    US_ROW_BOTH, /* US_ROW_PLAYER | US_ROW_OPPONENT */
    US_ROW_IDLES,
} us_row_idle;

/* The result of a game. us, host and journal depend on the worker that played it, so merged results
 * leave them out. */
typedef struct us_row {
    us_hash game; /* id of the game */
    int end;      /* us_row_end */
    int32_t cycles;
    us_hash hash;   /* of the last state; 0 after a crash or time-out */
    us_hash course; /* of orders, events and the last world, without the seed; 0: unknown */
    int64_t orders, refused;
    int failed;          /* us_row_failed */
    int idle;            /* us_row_idle */
    const char *reason;  /* "defeat", "limit", "signal 11 (Segmentation fault)"; or NULL */
    const char *profile; /* JSON: the orders and goals of a seat by kind and phase; or NULL */
    int64_t us;          /* wall clock time in microseconds */
    const char *host;    /* host that played it; or NULL */
    const char *journal; /* path of the journal that has the row; or NULL. Not in the row's line */
} us_row;

typedef struct us_entrant {
    const char *name;  /* first member; unique among players or among opponents */
    const char *agent; /* as it is opened; a file in the folder relative to the folder */
    const char *group; /* of a player: the group of which it is a replicate; or NULL */
    int64_t run;       /* of a player: number of the replicate; -1: none */
    int64_t size;      /* of a player: number of demonstrations it learned from; -1: unknown */
    const char *seen;  /* of a player: JSON, the games that its library has seen; or NULL */
    us_hash identity;  /* hash of the agent, independent of its name and its file's path */
    int32_t play;      /* version of the code that plays it, as of the plan */
    us_hash probe;     /* hash of the end of a short game, played for the plan; 0: none */
} us_entrant;

typedef struct us_manifest_map {
    const char *name, *family; /* name: the first member */
    const char *path;          /* as it is opened: a shipped map's name, or a file */
    us_hash hash;              /* of its content */
} us_manifest_map;

typedef struct us_fixture {
    us_hash id;
    uint64_t seed;
    uint16_t player, opponent, map; /* indices */
    uint8_t seat;                   /* the player's */
} us_fixture;

typedef struct us_manifest {
    int32_t version; /* of the file's format */
    const char *name, *domain;
    const char *program; /* program that planned it: version, compiler, build */
    us_hash engine;      /* hash of the game's rules and of the course of a short game */
    int32_t max_cycles;
    bool fog;
    const char *faction[2]; /* NULL: the map's */
    int64_t timeout_ms;     /* for a game, by the clock; 0: none */
    const char *stopped; /* a sentence if a sequential test stopped the experiment; or NULL. In the
                            file of results, not in that of the plan */
    const char *stopped_by; /* options of run for that test: " --sprt 0:0.1 --scope maps ..."; or
                               NULL. In no file */
    const char *scopes; /* a sentence, if joined experiments differ in scope; or NULL. In no file */
    const char *differing; /* sentences: differences of joined experiments; or NULL. In no file */
    const char *alike; /* a sentence: maps and opponents that equal others; or NULL. In no file */
    const char *scope; /* scope of verdicts, a us_map_scope_name; NULL: unknown, an older plan */
    const char *model; /* player whose games the others' are compared with; or NULL */
    const char **made; /* files that the planning made, relative to the folder: "libraries/a.db" */
    int mades;
    us_entrant *player, *opponent;
    int players, opponents;
    us_manifest_map *map;
    int maps;
    us_fixture *game;
    us_row *row; /* by game */
    int64_t games;

    us_arena *arena; /* of its texts */
    int made_capacity, player_capacity, opponent_capacity, map_capacity,
        game_capacity; /* private */
} us_manifest;
US_API void us_manifest_clear(us_manifest *manifest);
/* Read a manifest. Hostile input gives an error with its place; so does a second game of one
 * player, opponent, map, seat and seed. Clear after success. */
US_API us_status us_manifest_read(const char *path, us_manifest *out, us_error *err);

typedef struct us_planning_def {
    const char *spec;               /* path of the spec */
    const char *folder;             /* created if it is missing */
    int workers;                    /* for training games */
    void (*note)(const char *what); /* called before each longer step; or NULL */
    bool (*stop)(void);             /* true: US_INTERRUPTED; or NULL */
} us_planning_def;

/* Plans the experiment. Planning is atomic: if it fails or is killed, an older plan stays as it
 * was. A failed plan removes its own files. Once the new plan is in place, the files that the older
 * plan made are removed, and no others. Clear *out after success.
 *
 * If the folder has results, its manifest stays: US_FAILED, unless the new one is the same. If a
 * run is at work, the manifest stays, too: US_INCOMPLETE. A folder that belongs to no experiment
 * and holds files that the plan would replace is refused: US_BAD_INPUT. */
US_API us_status us_experiment_plan(const us_planning_def *def, const us_spec *spec,
                                    us_manifest *out, us_error *err);

/* Removes the results of a folder, if there are any. Its plan and its other files stay.
 * US_INCOMPLETE if a run is at work. */
US_API us_status us_experiment_remove_results(const char *folder, us_error *err);

/* ---- run */

typedef struct us_game_pool_state {
    int64_t wanted;        /* games, each once */
    int64_t before;        /* of these, played by earlier runs */
    int64_t given;         /* by this run to workers: played or under way */
    int64_t played;        /* by this run, including crashed and late ones */
    int64_t crashed, late; /* by this run; late: beyond the time limit */
    int64_t broken;        /* crashed because a program outside this one failed, see US_BROKEN */
    int64_t killed;        /* crashed because something killed the worker, such as the system */
} us_game_pool_state;

/* The standing of a sequential test of two players. Names are the manifest's. */
typedef struct us_sequence_standing {
    const char *baseline, *player;
    us_map_scope scope;
    us_sprt sprt;
    int steps, of;  /* maps or pairs: looked at, and in the plan */
    int32_t waits;  /* game without a result for which the test waits; -1: none */
    const char *at; /* its map */
} us_sequence_standing;

typedef struct us_batch_def {
    const char *folder;
    int workers;
    bool resume; /* continue if there are results; false: results are refused if games are left to
                    play */
    bool retry_failed;       /* play crashed and late games again */
    const char *const *only; /* "player=NAME", "group", "opponent", "map", "family", "seat", "seed",
                                "game": a game must match all of them */
    int onlys;
    int64_t timeout_ms;      /* for a game; -1: the manifest's */
    int shard, shards;       /* play only part `shard`, from 0, of `shards` parts of the games */
    const us_sprt_def *sprt; /* stops once the test of two players decides; or NULL */
    us_map_scope scope;      /* of that test; US_MAP_SCOPE_UNSAID: the manifest's */
    bool dry;                /* count only */
    const char *again;       /* command to continue, for messages */
    void *context;
    void (*on_progress)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    void (*note)(void *context, const char *sentence); /* before the first game; or NULL */
    /* Called at the end with the standing of the test in sprt; or NULL. */
    void (*tested)(void *context, const us_sequence_standing *standing);
    bool (*stop)(void); /* or NULL */
} us_batch_def;

US_API us_batch_def us_batch_def_default(void);

typedef struct us_batch_state {
    us_game_pool_state games;
    int64_t behind; /* games of this run that do not count: behind the games by which a sequential
                       test decided */
} us_batch_state;

/* Plays the games. US_OK: each wanted game has a result; some may have crashed. US_INTERRUPTED,
 * US_INCOMPLETE: run again with resume. *state is filled in any case. */
US_API us_status us_batch_play(const us_batch_def *def, us_batch_state *state, us_error *err);

/* ---- results */

/* Lines of journals that do not count. */
typedef struct us_leftovers {
    int64_t strangers; /* results of games that are not in the manifest */
    int64_t damaged;   /* invalid lines; their games are played again */
} us_leftovers;

/* Reads FOLDER/manifest.jsonl, and fills its rows from the journals of FOLDER/results/. If a game
 * has several results, one that was played to its end counts, else the last. Two such results with
 * different states are US_MISMATCH: the game is not deterministic. If a sequential test has
 * stopped, games of its two players that do not count are left out. left may be NULL. Clear *out
 * after success; on failure it and *left keep their values. */
US_API us_status us_results_read(const char *folder, us_manifest *out, us_leftovers *left,
                                 us_error *err);

/* Reads the same from a folder, or from a file of results alone. */
US_API us_status us_results_read_path(const char *path, us_manifest *out, us_error *err);

/* Writes FOLDER/results.jsonl: the games that were played, by id, without members that depend on
 * the clock or the host. *missing: the number of games that were not played. US_INCOMPLETE if it
 * cannot be written. */
US_API us_status us_results_merge(const char *folder, const us_manifest *manifest, int64_t *missing,
                                  us_error *err);

typedef struct us_standing {
    int64_t games, played, end[US_ROW_ENDS]; /* by us_row_end */
    int64_t no_result; /* crashed games in which another program than the player's failed */
    int64_t us;        /* sum over all games */
} us_standing;
/* Counts the games of a manifest by their ends. */
US_API us_standing us_results_compute_standing(const us_manifest *manifest);

/* ---- comparison
 *
 * Games are paired by map, opponent, seat and seed. */

typedef struct us_comparison_def {
    const char *baseline;    /* a player or a group; NULL: the first player */
    const char *challenger;  /* a player or a group; NULL: each other one in turn */
    double level;            /* of intervals: 0.95 */
    double margin;           /* largest difference that does not matter: 0 */
    double power;            /* for the number of pairs still needed: 0.8 */
    uint64_t seed;           /* of bootstrap and permutations */
    int draws;               /* of the bootstrap */
    us_map_scope scope;      /* US_MAP_SCOPE_UNSAID: the manifest's, else US_MAP_SCOPE_MAPS */
    bool unmatched;          /* leave out games that the other side has not played; else refuse */
    bool leaky;              /* accept maps and seeds that a player was learned on; else refuse */
    const us_sprt_def *sprt; /* NULL: none */
} us_comparison_def;
US_API us_comparison_def us_comparison_def_default(void);

/* The number of margins of a performance profile, from -0.75 to 0.9. */
enum { US_PROFILE_POINTS = 8 };

/* One side of a comparison: a player, or a group of replicates. Estimates follow the scope of the
 * comparison, see us_versus. */
typedef struct us_side {
    const char *name;
    int runs; /* replicates; 0: one player without replicates */
    int64_t games, end[US_ROW_ENDS];
    int64_t no_result; /* crashed games in which another program failed: no estimate counts them */
    int64_t repeats;   /* games equal to others of the side: estimates do not count them */
    double
        margin; /* mean, -1 to 1: wins and losses count more if early; NAN: no game has a result */
    us_estimate score;                      /* mean of win 1, draw 1/2 */
    us_estimate iqm;                        /* of margins */
    us_estimate reached[US_PROFILE_POINTS]; /* share of games with at least the k-th margin */
    us_estimate like_orders, like_goals;    /* likeness to the model, 0 to 1; pairs 0: not known */
    int like_games;                         /* games in the estimate of likeness */
} us_side;

/* A cell of a comparison, or all cells of a map family. */
typedef struct us_versus_cell {
    const char *map, *family, *opponent;
    double score[2]; /* baseline's, challenger's */
    us_estimate effect;
} us_versus_cell;

/* The maps of a family. */
typedef struct us_versus_family {
    const char *name;
    us_estimate effect;
    double holm; /* Student's p value of the effect, corrected by Holm for all families */
} us_versus_family;

/* A run that has pairs. */
typedef struct us_versus_run {
    int64_t run; /* number of the run */
    double effect;
} us_versus_run;

/* One comparison of two sides. Its numbers are estimates over random draws. In the scope of maps,
 * the maps are the draws; in the scope of these maps, the games. If a side has two or more runs,
 * its runs are draws, too. This holds for all members except mere counts. */
typedef struct us_versus {
    int baseline, challenger; /* sides */
    us_map_scope scope; /* never US_MAP_SCOPE_UNSAID; US_MAP_SCOPE_THESE if there is one map */
    int pairs, maps, families;
    int partial; /* maps that lack pairs against an opponent or in a seat in which other maps have
                    some */
    us_estimate effect; /* in the scope of maps its pairs and cells are maps and families */
    us_bounds together; /* of the effect, at a level that holds for all comparisons at once: each of
                           m has 1 - (1 - level) / m (Bonferroni). The verdict uses it */
    us_versus_run *run; /* effect.runs of them; NULL with less than two */
    us_bootstrap bootstrap;
    int64_t gained, lost; /* maps with an effect above 0, below 0; in the scope of these maps: pairs
                             won by the challenger alone, by the baseline alone */
    us_mcnemar mcnemar;   /* of gained and lost: over maps the sign test. NAN with runs */
    us_signed_ranks ranks; /* of margins: of maps, of pairs, or of runs' means */
    us_flips flips; /* of scores, weighed like the effect, of maps, pairs or runs' means: `holm` is
                       the p of this test, corrected by Holm for all comparisons */
    double holm;
    us_components components; /* of the variance of pairs */
    us_estimate improvement;  /* the probability that a game of the challenger has a greater margin
                                 than another game of the baseline */
    us_sprt sprt;             /* if wanted: of pairs, each counting the same */
    const char *waits; /* the map at which the test waits for a game without a result; or NULL */
    us_conclusion conclusion;
    double needed; /* total of maps, or pairs, to detect a difference of this size; INFINITY: no
                      number */
    us_versus_cell *cell;
    int cells;
    us_versus_family *family; /* none with one family, or in the scope of these maps */
    int parts;
    int repeats; /* pairs equal to others, left out */
    int alike;   /* number of runs that play all games alike and count as one library; 0: none */
    /* A sequential test stopped the games, which biases the effect away from the middle of delta0
     * and delta1. */
    bool stopped;
    int64_t unmatched;   /* games of one side that the other has not played */
    int lacking;         /* cells that one run has played and another has not: left out */
    const char *verdict; /* one sentence */
    const char *care;    /* another sentence, if verdict and test disagree; else "" */
} us_versus;

typedef struct us_comparison {
    us_arena *arena;
    us_side *side;
    int sides;
    us_versus *versus;
    int count;
    /* Number of members of versus: the `count` comparisons, then one for each player that is the
     * same as the baseline. The latter have a verdict (US_SAME) and no numbers. */
    int verdicts;
    const char **note; /* notes for the reader: crashes, one run only, forced options */
    int notes;
    const struct us_workers *workers; /* private: the workers, and the outliers among them */
    us_comparison_def def; /* with the scope in effect: US_MAP_SCOPE_THESE if there is one map */
    bool one_map;          /* one map, although the scope was maps */
    us_atlas atlas;
} us_comparison;

/* Compares the players of a manifest with results, which must hold each game once. US_MISMATCH:
 * games without a partner on the other side, or leakage (see us_comparison_def). US_BAD_INPUT: no
 * such player, no games played, or a sequential test of runs. Clear after success. */
US_API us_status us_comparison_compute(const us_manifest *manifest, const us_comparison_def *def,
                                       us_comparison *out, us_error *err);
US_API void us_comparison_clear(us_comparison *comparison);

/* ---- report and export */

typedef struct us_report_def {
    const char *folder;
    const char *out; /* path of the page; NULL: FOLDER/report.html */
    us_comparison_def compare;
    bool pdf;                       /* draw the figures as PDF, too, beside those of the page */
    const char *timeline;           /* id of the game to show; NULL: a game is chosen */
    const char *command;            /* the program's command name: "understudy" */
    void (*note)(const char *what); /* receives what is missing from the report, and why; or NULL */
    /* Receives each verdict, one sentence, once the report is written; or NULL. */
    void (*verdict)(void *context, const char *text);
    void *context;
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_report_def;

/* Writes the page, its figures in figures/ beside it, and the appendix on reproducibility. If
 * gnuplot is missing or fails, figures are missing and tables stay. A timeline that cannot be made
 * is missing, too, unless the definition names its game. */
US_API us_status us_report_write(const us_report_def *def, us_error *err);

/* Append all games. Games that were not played are included, with end "none" and no facts about
 * their end. Games that a sequential test left out are not. */
US_API void us_export_print_csv(const us_manifest *manifest,
                                us_str *out); /* RFC 4180, with a head */
US_API void us_export_print_json(const us_manifest *manifest,
                                 us_str *out); /* one array, an object a line */

typedef enum us_paper_form { US_PAPER_MARKDOWN, US_PAPER_LATEX } us_paper_form;

/* Appends the verdicts, notes and tables of a comparison, for a paper. LaTeX needs booktabs. */
US_API void us_export_print_paper(const us_manifest *manifest, const us_comparison *comparison,
                                  us_paper_form form, us_str *out);

/* Writes a SQLite file beside path and renames it: an older file stays until then. US_BAD_INPUT:
 * the existing file is no such database; it is not replaced. stop: called now and then; true ends
 * it with US_INTERRUPTED; or NULL. */
US_API us_status us_export_write_sqlite(const us_manifest *manifest, const char *path,
                                        bool (*stop)(void), us_error *err);

#endif
