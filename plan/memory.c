#include "plan/memory.h"

#include <string.h>

#include "plan/ticks.h"

enum {
    TRIES_MAX = 256, /* tries that are remembered; the oldest goes */
    LAPSE = 1800,    /* ticks after which a try is forgotten, however alike the state is */
    /* States less alike than this are different: a few features changed by some of their range. */
    SAME_STATE = US_SIMILARITY_ONE / 100 * 96,
};

typedef struct
try {
    us_goal goal;
    int found;
    us_cycle at;
    bool known;
}
try;

struct us_failed_tries_memory {
    const us_domain *domain;
    const us_space *space;
    int cases, count;
    try item[TRIES_MAX];
    uint16_t *place; /* of the states, by try and dimension */
    uint16_t *now;
    bool *excluded;
};

us_failed_tries *us_failed_tries_new(const us_domain *domain, const us_space *space, int cases)
{
    us_failed_tries *tries = US_NEW(us_failed_tries);
    tries->domain = domain;
    tries->space = space;
    tries->cases = cases;
    tries->place = us_mem_alloc_array(TRIES_MAX, (size_t)(space->count + 1) * sizeof(uint16_t));
    tries->now = US_NEW_ARRAY(uint16_t, space->count + 1);
    tries->excluded = US_NEW_ARRAY(bool, cases + 1);
    return tries;
}

void us_failed_tries_free(us_failed_tries *tries)
{
    if (!tries)
        return;
    us_mem_free(tries->place);
    us_mem_free(tries->now);
    us_mem_free(tries->excluded);
    us_mem_free(tries);
}

static uint16_t *place_of(const us_failed_tries *tries, int i)
{
    return tries->place + (size_t)i * (size_t)tries->space->count;
}

static void forget(us_failed_tries *tries, int i)
{
    int behind = --tries->count - i;
    memmove(&tries->item[i], &tries->item[i + 1], (size_t)behind * sizeof(try));
    memmove(place_of(tries, i), place_of(tries, i + 1),
            (size_t)behind * (size_t)tries->space->count * sizeof(uint16_t));
}

void us_failed_tries_add(us_failed_tries *tries, const us_goal *goal, int found,
                         const int32_t *feature, us_cycle now)
{
    if (tries->count == TRIES_MAX)
        forget(tries, 0);
    int i = tries->count++;
    tries->item[i] = (try){*goal, found, now, feature != NULL};
    if (feature)
        us_space_compute_coordinates(tries->space, feature, place_of(tries, i));
}

static bool alike(const us_failed_tries *tries, int i)
{
    const uint16_t *then = place_of(tries, i);
    uint64_t distance = 0;
    for (int d = 0; d < tries->space->count; d++) {
        int64_t apart = (int64_t)then[d] - tries->now[d];
        distance += (uint64_t)(apart * apart);
    }
    return us_space_similarity(tries->space, distance) >= SAME_STATE;
}

/* Forgets lapsed tries, and computes the present state into tries->now. */
static void lapse(us_failed_tries *tries, const int32_t *feature, us_cycle now)
{
    if (feature)
        us_space_compute_coordinates(tries->space, feature, tries->now);
    for (int i = tries->count - 1; i >= 0; i--) {
        const try *item = &tries->item[i];
        bool other = feature && item->known && !alike(tries, i);
        if (other || now - item->at >= us_ticks_to_cycles(tries->domain, LAPSE))
            forget(tries, i);
    }
}

bool *us_failed_tries_excluded(us_failed_tries *tries, const us_goal *goal, const int32_t *feature,
                               us_cycle now)
{
    lapse(tries, feature, now);
    memset(tries->excluded, 0, (size_t)tries->cases * sizeof(bool));
    for (int i = 0; i < tries->count; i++) {
        const try *item = &tries->item[i];
        if (item->found >= 0 && us_goal_equal(tries->domain, &item->goal, goal))
            tries->excluded[item->found] = true;
    }
    return tries->excluded;
}

bool us_failed_tries_is_hopeless(us_failed_tries *tries, const us_goal *goal,
                                 const int32_t *feature, us_cycle now)
{
    lapse(tries, feature, now);
    for (int i = 0; i < tries->count; i++)
        if (tries->item[i].found < 0 && us_goal_equal(tries->domain, &tries->item[i].goal, goal))
            return true;
    return false;
}
