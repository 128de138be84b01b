/* The case base as plans and the program use it. understudy/library.h declares the rest. */
#ifndef US_RETRIEVE_RETRIEVE_H
#define US_RETRIEVE_RETRIEVE_H

#include "base/hash.h"
#include "domain/goal.h"
#include "retrieve/goal_pattern.h"
#include "retrieve/library.h"
#include "retrieve/outcomes.h"
#include "retrieve/similarity.h"
#include "understudy/library.h"

/* Sets the weights of features: percent by dimension, 0 to 10000. Builds the indexes anew. */
void us_case_base_set_weights(us_case_base *case_base, const int *percent);
const us_goal_pattern *us_case_base_behavior_pattern(const us_case_base *case_base,
                                                     int behavior); /* NULL: no goal */
bool us_case_base_has_class(const us_case_base *case_base, int behavior);
/* Returns the behavior's tries and successes in all games that the library counts. */
us_success_count us_case_base_behavior_record(const us_case_base *case_base, int behavior);
int us_case_base_read_count(
    const us_case_base *case_base); /* templates that were read from the library */
/* Returns the cases of a behavior by their index; borrowed. */
const int *us_case_base_list_cases(const us_case_base *case_base, int behavior, int *count);
/* Reads all behaviors and what was seen in their cases, which otherwise is read when it is first
 * asked for. Faults of what is stored are reported then. */
void us_case_base_prepare(us_case_base *case_base);
/* Returns what was seen in a case: without features (us_indexed_case has them) and without entries
 * about its origin. For a suffix case, the entries of its whole case come first, then its own. Lies
 * in the arena, the case base, or the file. */
us_status us_case_base_get_description(us_case_base *case_base, int found, us_arena *arena,
                                       us_case *out, us_error *err);
/* Reads the description's US_KEY_NEXT; 0: it has none. */
us_status us_case_base_get_next(us_case_base *case_base, int found, int64_t *out, us_error *err);
/* Returns the tree of that name, which a behavior may call; NULL if there is none. Borrowed until
 * the case base is freed. */
us_status us_case_base_find_tree(us_case_base *case_base, const char *name, const us_template **out,
                                 us_error *err);
/* The same for an archetype. */
us_status us_case_base_find_archetype(us_case_base *case_base, const char *name,
                                      const us_template **out, us_error *err);
/* Returns the text of a case's condition; its behavior's conditions come first, then its own. */
us_status us_case_base_get_condition(us_case_base *case_base, int found, int condition,
                                     const char **out, us_error *err);

/* ---- by goal */
bool us_case_base_has_attempts(const us_case_base *case_base); /* see retrieve/outcomes.h */
/* Returns whether two behaviors were demonstrated, but never in the same demonstration. An adapted
 * behavior counts as its parent. false: there are no attempts, or one of the two was never
 * demonstrated. */
bool us_case_base_is_demonstrated_apart(const us_case_base *case_base, int a, int b);
static inline int64_t us_hit_rank(const us_hit *hit)
{
    return hit->similarity + hit->outcome;
}

/* ---- ties */

/* The order of equals. Outside a game, equals are ordered by id, the order of the library. In a
 * game each gets a lot, from the game's seed, its map, the seat and its own content, so that
 * neither the order of learning nor the names of files decide. Games of one seed on several maps
 * draw different lots: an experiment has the same few seeds on each of its maps. */

/* Returns the lot of one of several equals: the lowest lot comes first. content: a hash of its
 * content. 0 if ties are broken by id. */
static inline uint64_t us_ties_lot(us_ties ties, us_hash content)
{
    return ties ? us_hash_add(us_hash_add(US_HASH_START, ties), content) : 0;
}

#endif
