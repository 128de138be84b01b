/* The sequence of a sequential test, which can stop an experiment early. In the scope of maps the
 * steps are whole maps, families in turn: the test looks at a map when all its pairs are played. In
 * the scope of these maps the steps are pairs, in the order of the manifest. The order of steps
 * does not depend on which game ends first. So the decision, and the results behind it, are the
 * same for any number of workers. */
#ifndef US_EXPERIMENTS_RUN_SEQUENCE_H
#define US_EXPERIMENTS_RUN_SEQUENCE_H

#include "experiments/design/manifest.h"
#include "experiments/stats/significance.h"
#include "understudy/experiment.h"

typedef struct us_sequence us_sequence;

/* Makes the sequence of all pairs of the wanted games, which must have two players: the first is
 * the baseline. */
us_status us_sequence_new(const us_manifest *manifest, const bool *wanted, const us_sprt_def *def,
                          us_map_scope scope, us_sequence **out, us_error *err);
void us_sequence_free(us_sequence *sequence); /* NULL is fine */
US_AUTOPTR_DEFINE(us_sequence, us_sequence_free);

/* Looks at the steps whose games have rows by now. Returns true once the test has decided or
 * reached the cap. */
bool us_sequence_update(us_sequence *sequence);
/* Returns, for each game of the manifest, whether its step was looked at. The caller frees. */
bool *us_sequence_list_tested(const us_sequence *sequence);
/* Sorts games into the order of the steps, each once, and games without a pair at the end. Returns
 * the number of games left. */
int64_t us_sequence_order(const us_sequence *sequence, int64_t *game, int64_t count);
/* Returns whether the test has decided what the sentence states, in the words of this or an older
 * version. */
bool us_sequence_has_decision(const us_sequence *sequence, const char *stopped);

/* Returns the scope of a test that ended with that sentence. */
us_map_scope us_sequence_parse_scope(const char *stopped);
us_sequence_standing us_sequence_compute_standing(const us_sequence *sequence);

/* Records the test in FOLDER/sequential.json: players, scope, bounds and error rates. Without the
 * record, bounds could be tried until some decide. With dry, a missing file is not written.
 * US_BAD_INPUT: another test has begun. */
us_status us_sequence_begin(const us_sequence_standing *standing, const char *folder, bool dry,
                            us_error *err);
/* Returns whether the plan has fewer steps than equal steps take to decide; if so, appends a
 * sentence about it. */
bool us_sequence_is_short(const us_sequence_standing *standing, us_str *out);
/* Appends that the test is undecided, and the ratio. */
void us_sequence_print_undecided(const us_sequence_standing *standing, us_str *out);
/* Writes the standing as members of an object. */
void us_sequence_write_standing(const us_sequence_standing *standing, us_json_writer *writer);
/* Writes the members that do not name players; steps are counted in the units of the scope. */
void us_sequence_write_sprt(const us_sprt *sprt, us_map_scope scope, us_json_writer *writer);

/* Writes FOLDER/stopped.json: the two players, how many of their maps or pairs count, and the
 * decision. The file stays until somebody removes it. */
us_status us_sequence_write(const us_sequence *sequence, const char *folder, us_error *err);
/* Applies the file, if it is there: sets manifest->stopped, and removes the two players' games
 * behind the steps that count from the manifest. Games of other players stay. An invalid file is an
 * error, and is not treated as missing: else games would count that do not. */
us_status us_sequence_apply(const char *folder, us_manifest *manifest, us_error *err);

#endif
