/* Memory of the library that runs out when a test says so. */
#ifndef US_TESTS_UNIT_FAILING_MEMORY_H
#define US_TESTS_UNIT_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum failing_memory_mode {
    FAILING_MEMORY_ONCE, /* one allocation fails */
    /* That one and all later ones fail, until a block of at least FAILING_MEMORY_RESERVE bytes is
     * freed. */
    FAILING_MEMORY_FROM,
} failing_memory_mode;
enum { FAILING_MEMORY_RESERVE = 1 << 20 };

/* Becomes the allocator of the library; blocks from before are freed as well as new ones. */
void failing_memory_begin(void);
void failing_memory_end(void);

/* The n-th allocation from now on fails; n counts from 1. */
void failing_memory_arm(int64_t n, failing_memory_mode mode);
/* No allocation fails any more. Returns whether one has failed since failing_memory_arm. */
bool failing_memory_disarm(void);

int64_t failing_memory_live(void); /* bytes of blocks since failing_memory_begin, not freed */

#endif
