/* Private to learn/: dependencies between the steps of a draft, for relaxing their order. */
#ifndef US_LEARN_LINKS_H
#define US_LEARN_LINKS_H

#include "learn/facts.h"

/* A square of bits: row s, column t. */
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
    us_facts *facts; /* by step; all arrays lie in the draft's arena */
    int *made;       /* slots that a step makes */
    int mades;
    us_type_set fighters, gatherers[US_RESOURCES_MAX];
    us_grid before; /* the demonstrated precedences, with all that follow from them */
    us_grid linked, needed;
    us_type_set means; /* types needed to get fighters; empty if no step's goal is to destroy */
    us_link *link;
    int count, capacity;
} us_links;

/* Notes that `then` waits for `first`. The first reason given stays. needs: `then` needs an effect
 * of `first`; else the two only conflict. If `first` was not demonstrated before `then`, nothing
 * happens. Clears why. */
void us_links_add(us_links *links, int first, int then, bool needs, us_str *why);

/* Returns whether one of the set was there when the behavior began, and at each later sight until
 * the step began. Then it needs no other step for it. Returns false if there are no sights. */
bool us_links_is_present(const us_links *links, const us_type_set *set, int step);

void us_links_add_needs(us_links *links);     /* actors, requirements, slots, ways */
void us_links_add_below(us_links *links);     /* the same for the steps of goals below */
void us_links_add_costs(us_links *links);     /* resources and food: consumed */
void us_links_add_conflicts(us_links *links); /* units, places, goals that count */
/* Marks steps that neither the goal nor a useful step needs. Call it after the links. */
void us_links_mark_useless(us_links *links);

#endif
