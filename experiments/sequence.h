/* Stopping early. In the scope of maps the steps are whole maps, families in turn: a map is looked
 * at when all its pairs are played. In that of these maps they are pairs, in the order of the
 * manifest. The order of steps does not depend on which game ends first, so that the decision, and
 * the results that it rests on, are the same for any number of workers. */
#ifndef US_EXPERIMENTS_SEQUENCE_H
#define US_EXPERIMENTS_SEQUENCE_H

#include "experiments/manifest.h"
#include "experiments/scope.h"
#include "experiments/stats/sequential.h"

typedef struct us_sequence us_sequence;

/* All pairs of the players of the wanted games, of whom there must be two: the first is the
 * baseline. */
us_status us_sequence_new(const us_manifest *manifest, const bool *wanted, const us_sprt_def *def,
                          us_map_scope scope, us_sequence **out, us_error *err);
void us_sequence_free(us_sequence *sequence); /* NULL is fine */

/* Looks at steps whose games have rows by now. True: it is decided, or the cap is reached. */
bool us_sequence_look(us_sequence *sequence);
/* By game of the manifest: whether it stands in a step that was looked at. The caller frees. */
bool *us_sequence_looked(const us_sequence *sequence);
/* Sorts games into the order of the steps, those of no pair at the end, each once. Returns how many
 * there are then. */
int64_t us_sequence_order(const us_sequence *sequence, int64_t *game, int64_t count);
/* It has decided what that sentence says, in today's words or an older version's. */
bool us_sequence_is(const us_sequence *sequence, const char *stopped);

/* What a test was about that ended with that sentence. */
us_map_scope us_sequence_scope(const char *stopped);

/* How a test stands. Names are the manifest's. */
typedef struct us_sequence_standing {
    const char *baseline, *player;
    us_map_scope scope;
    us_sprt sprt;
    int steps, of;  /* maps or pairs: that were looked at, that the plan has */
    int32_t waits;  /* a game without a result, for which the test waits; -1: for none */
    const char *at; /* its map */
} us_sequence_standing;
us_sequence_standing us_sequence_stands(const us_sequence *sequence);

/* ---- sequence_begun.c */
/* FOLDER/sequential.json: the test that has begun there: players, scope, bounds and error rates.
 * Without it, bounds could be tried until some decide. Where the file is not there, dry leaves it
 * so. US_BAD_INPUT: another test has begun. */
us_status us_sequence_begin(const us_sequence_standing *standing, const char *folder, bool dry,
                            us_error *err);
/* Whether the plan has fewer steps than equal steps take to decide; then says so, appended. */
bool us_sequence_is_short(const us_sequence_standing *standing, us_str *out);
/* That the test is undecided, and by which ratio, appended. */
void us_sequence_say_undecided(const us_sequence_standing *standing, us_str *out);
/* As members of an object. */
void us_sequence_write_standing(const us_sequence_standing *standing, us_json_writer *writer);
/* The members that do not name players, and count steps by what the scope takes as steps. */
void us_sequence_write_sprt(const us_sprt *sprt, us_map_scope scope, us_json_writer *writer);

/* ---- sequence.c */
/* FOLDER/stopped.json: the two players, how many of their maps or pairs count, what was decided. It
 * stands until somebody removes it. */
us_status us_sequence_write(const us_sequence *sequence, const char *folder, us_error *err);
/* Where that file is there: sets manifest->stopped, and takes the games of the two players behind
 * the steps that count out of the manifest. Others' games stay. A file that says no such thing is
 * an error, and not none: else games would count that don't. */
us_status us_sequence_apply(const char *folder, us_manifest *manifest, us_error *err);

#endif
