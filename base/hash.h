/* Hashes that are the same on every machine, compiler and run. Not for secrets. */
#ifndef US_BASE_HASH_H
#define US_BASE_HASH_H

#include "base/base.h"
#include "understudy/base.h"

#define US_HASH_START ((us_hash)0x9e3779b97f4a7c15u)

/* Folds one 64-bit value into a running hash. The order of values matters. */
static inline us_hash us_hash_add(us_hash hash, uint64_t value)
{
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    return hash ^ (hash >> 32);
}

us_hash us_hash_add_bytes(us_hash hash, const void *bytes, size_t size); /* folds size, too */
us_hash us_hash_add_text(us_hash hash, const char *text);

#endif
