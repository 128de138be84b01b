/* Sets of slots, by their index in a scope. */
#ifndef US_DOMAIN_SLOTS_H
#define US_DOMAIN_SLOTS_H

#include "base/base.h"

enum { US_SLOTS_MAX = 256, US_SLOT_WORDS = US_SLOTS_MAX / 64 }; /* number of slots in a scope */

/* Zero-initialized is empty. */
typedef struct us_slots {
    uint64_t word[US_SLOT_WORDS];
} us_slots;

static inline void us_slots_add(us_slots *set, int slot)
{
    set->word[slot / 64] |= (uint64_t)1 << slot % 64;
}

static inline bool us_slots_has(const us_slots *set, int slot)
{
    return set->word[slot / 64] >> slot % 64 & 1;
}

static inline us_slots us_slots_all(void)
{
    us_slots set;
    for (int i = 0; i < US_SLOT_WORDS; i++)
        set.word[i] = UINT64_MAX;
    return set;
}

static inline us_slots us_slots_union(us_slots a, us_slots b) /* union */
{
    for (int i = 0; i < US_SLOT_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline us_slots us_slots_intersection(us_slots a, us_slots b) /* intersection */
{
    for (int i = 0; i < US_SLOT_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline us_slots us_slots_difference(us_slots a, us_slots b) /* difference */
{
    for (int i = 0; i < US_SLOT_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

#endif
