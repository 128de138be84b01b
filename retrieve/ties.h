/* The order of equals. Outside a game, equals are ordered by id, the order of the library. In a
 * game each gets a lot, from the game's seed, its map, the seat and its own content, so that
 * neither the order of learning nor the names of files decide. Games of one seed on several maps
 * draw different lots: an experiment has the same few seeds on each of its maps. */
#ifndef US_RETRIEVE_TIES_H
#define US_RETRIEVE_TIES_H

#include "base/hash.h"
#include "understudy/library.h"

/* Returns the lot of one of several equals: the lowest lot comes first. content: a hash of its
 * content. 0 if ties are broken by id. */
static inline uint64_t us_ties_lot(us_ties ties, us_hash content)
{
    return ties ? us_hash_add(us_hash_add(US_HASH_START, ties), content) : 0;
}

#endif
