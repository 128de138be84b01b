#include "learn/links.h"

#include "base/sort.h"

static us_grid new_grid(us_arena *arena, int side)
{
    int words = (side + 63) / 64;
    return (us_grid){US_ARENA_ARRAY(arena, uint64_t, (size_t)words * (size_t)side + 1), words};
}

static void join_row(us_grid *grid, int to, int from)
{
    uint64_t *a = &grid->bit[(size_t)to * (size_t)grid->words];
    const uint64_t *b = &grid->bit[(size_t)from * (size_t)grid->words];
    for (int i = 0; i < grid->words; i++)
        a[i] |= b[i];
}

/* Steps stand in the order in which they began, so every pair leads to a higher index. */
static void close_order(us_links *links)
{
    us_draft *draft = links->draft;
    for (int i = 0; i < draft->pairs; i++) {
        us_assert(draft->pair[i].first < draft->pair[i].then);
        us_grid_set(&links->before, draft->pair[i].first, draft->pair[i].then);
    }
    for (int s = draft->steps - 1; s >= 0; s--)
        for (int t = s + 1; t < draft->steps; t++)
            if (us_grid_get(&links->before, s, t))
                join_row(&links->before, s, t);
}

static int by_steps(const void *one, const void *two)
{
    const us_draft_pair *a = one, *b = two;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->then > b->then) - (a->then < b->then);
}

/* Makes the pairs of the draft from the links, without links that follow from others. */
static void keep_fewest(us_links *links)
{
    us_draft *draft = links->draft;
    us_grid reach = new_grid(links->draft->arena, draft->steps);
    us_grid fewest = new_grid(links->draft->arena, draft->steps);
    for (int s = draft->steps - 1; s >= 0; s--) {
        for (int t = s + 1; t < draft->steps; t++) {
            if (!us_grid_get(&links->linked, s, t) || us_grid_get(&reach, s, t))
                continue;
            us_grid_set(&fewest, s, t);
            us_grid_set(&reach, s, t);
            join_row(&reach, s, t);
        }
    }
    us_draft_pair *pair = US_ARENA_ARRAY(draft->arena, us_draft_pair, links->count + 1);
    int count = 0;
    for (int i = 0; i < links->count; i++) {
        const us_link *link = &links->link[i];
        if (us_grid_get(&fewest, link->first, link->then))
            pair[count++] = (us_draft_pair){link->first, link->then, link->why};
    }
    if (count > US_TREE_PAIRS_MAX)
        return;
    us_array_sort(pair, (size_t)count, sizeof(*pair), by_steps);
    draft->pair = pair;
    draft->pairs = count;
}

void us_draft_relax(us_draft *draft)
{
    if (draft->steps == 0 || draft->steps > US_TREE_NODES_MAX)
        return;
    us_links links = {.draft = draft, .domain = draft->domain};
    links.facts = US_ARENA_ARRAY(draft->arena, us_facts, draft->steps);
    links.before = new_grid(draft->arena, draft->steps);
    links.linked = new_grid(draft->arena, draft->steps);
    links.needed = new_grid(draft->arena, draft->steps);
    links.fighters = us_type_set_fighters(links.domain);
    for (int r = 0; r < links.domain->resources.count; r++)
        links.gatherers[r] = us_type_set_gatherers(links.domain, r);
    for (int i = 0; i < draft->steps; i++)
        links.facts[i] = us_facts_from_step(draft, i);
    links.made = US_ARENA_ARRAY(draft->arena, int, draft->slots);
    for (int i = 0; i < draft->slots; i++)
        if (draft->slot[i].maker >= 0)
            links.made[links.mades++] = i;
    close_order(&links);
    us_links_add_needs(&links);
    us_links_add_below(&links);
    us_links_add_costs(&links);
    us_links_add_conflicts(&links);
    us_links_mark_useless(&links);
    keep_fewest(&links);
}
