/* Private to learn/: what relaxing an order works with. */
#ifndef US_LEARN_LINKS_H
#define US_LEARN_LINKS_H

#include "learn/facts.h"

/* Squares of bits: row s, column t. */
typedef struct us_grid {
    uint64_t *bit;
    int words; /* of a row */
} us_grid;
static inline bool us_grid_get(const us_grid *grid, int s, int t)
{
    return grid->bit[(size_t)s * (size_t)grid->words + (size_t)(t / 64)] >> t % 64 & 1;
}
static inline void us_grid_set(us_grid *grid, int s, int t)
{
    grid->bit[(size_t)s * (size_t)grid->words + (size_t)(t / 64)] |= (uint64_t)1 << t % 64;
}

typedef struct us_link {
    int first, then;
    const char *why;
} us_link;

typedef struct us_links {
    us_draft *draft;
    const us_domain *domain;
    us_facts *facts; /* by step; this and what follows lies in the draft's arena */
    int *made;       /* slots that a step makes */
    int mades;
    us_kinds fighters, gatherers[US_RESOURCES_MAX];
    us_grid before; /* as demonstrated, with all that follows */
    us_grid linked, needed;
    us_kinds means; /* of those who fight; empty where no step does away with anybody */
    us_link *link;
    int count, capacity;
} us_links;

/* Notes that `then` waits for `first`, with the first reason given. needs: it needs what that
 * brings about; else they only stand in each other's way. Nothing happens where that
 * isn't the demonstrated order. why is cleared. */
void us_link_add(us_links *links, int first, int then, bool needs, us_str *why);

/* One of them was there when the behavior began, and whenever somebody looked until the step
 * began: so no other step is needed for it. False where nobody knows. */
bool us_link_stands(const us_links *links, const us_kinds *set, int step);

void us_link_needs(us_links *links);     /* hands, requirements, slots, ways */
void us_link_below(us_links *links);     /* the same for the steps of goals below */
void us_link_numbers(us_links *links);   /* resources and food: consumed */
void us_link_conflicts(us_links *links); /* units, places, goals that count */
/* Marks steps that nothing needs, the goal neither. After the links. */
void us_link_useless(us_links *links);

#endif
