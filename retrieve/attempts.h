/* Private to retrieve/: the attempts that a library holds (retrieve/outcomes.h), in its table and
 * as entries of a behavior's first case (behavior/keys.h). */
#ifndef US_RETRIEVE_ATTEMPTS_H
#define US_RETRIEVE_ATTEMPTS_H

#include "retrieve/library_internal.h"
#include "retrieve/outcomes.h"
#include "retrieve/worth.h"

/* Returns the entries of the last case that has some. */
us_attempt_entries us_attempt_entries_of(const us_template *behavior);
/* US_BAD_INPUT if the entries don't fit each other or the domain; file may be NULL. */
us_status us_attempt_entries_check(const us_attempt_entries *entries, const us_template *behavior,
                                   const char *file, us_error *err);
int us_attempt_entries_count(const us_attempt_entries *entries);
us_hash us_attempt_entries_game(const us_attempt_entries *entries, int i);
/* Lists the features of checked entries that the domain does not have. Returns how many. */
int us_attempt_entries_further(const us_attempt_entries *entries, const char *const **name);
/* Returns attempt i of checked entries. feature: room for the features of the domain, and then for
 * the further ones. */
us_attempt us_attempt_entries_get(const us_attempt_entries *entries, const us_domain *domain, int i,
                                  int32_t *feature);
/* Puts checked entries, within begin and commit. */
us_status us_library_put_attempts(us_library *library, const us_template *behavior, int64_t id,
                                  const us_attempt_entries *entries, us_error *err);
/* Reads the attempts of a behavior as entries in the arena. Returns in *count how many entries
 * there are: 0, 2, or 3 if an attempt knows a feature that the domain has no more. */
us_status us_library_read_attempts(us_library *library, int64_t behavior, us_arena *arena,
                                   us_entry out[US_ATTEMPT_ENTRIES], int *count, us_error *err);

/* All attempts, in the order of games. Features by feature of the library. */
typedef void us_library_on_attempt(void *context, const us_worth_attempt *attempt);
us_status us_library_visit_attempts(us_library *library, us_library_on_attempt *visit,
                                    void *context, us_error *err);

#endif
