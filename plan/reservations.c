#include "plan/reservations.h"

#include <string.h>

#include "base/sort.h"

typedef struct held_unit {
    us_id unit;
    uint32_t holder;
    bool firm;
} held_unit;

typedef struct held_box {
    us_box box;
    uint32_t holder;
} held_box;

typedef struct request {
    int32_t cost[US_RESOURCES_MAX];
    us_rank rank;
    uint32_t holder;
} request;

struct us_reservations {
    const us_domain *domain;
    held_unit *unit; /* by id */
    int units, unit_capacity;
    uint64_t changes;
    held_box *box;
    int boxes, box_capacity;
    request *request; /* in the order of service */
    int requests, request_capacity;
};

us_reservations *us_reservations_new(const us_domain *domain)
{
    us_reservations *reserve = US_NEW(us_reservations);
    reserve->domain = domain;
    return reserve;
}

void us_reservations_free(us_reservations *reserve)
{
    if (!reserve)
        return;
    us_mem_free(reserve->unit);
    us_mem_free(reserve->box);
    us_mem_free(reserve->request);
    us_mem_free(reserve);
}

/* ---- units */

static held_unit *find_unit(const us_reservations *reserve, us_id unit)
{
    int at = us_array_lower_bound(unit, reserve->unit, reserve->units, sizeof *reserve->unit);
    return at < reserve->units && reserve->unit[at].unit == unit ? &reserve->unit[at] : NULL;
}

us_hold us_reservations_hold(const us_reservations *reserve, us_id unit, uint32_t holder)
{
    const held_unit *held = find_unit(reserve, unit);
    if (!held || held->holder == holder)
        return US_HOLD_NONE;
    return held->firm ? US_HOLD_FIRM : US_HOLD_LOOSE;
}

bool us_reservations_take_unit(us_reservations *reserve, us_id unit, uint32_t holder)
{
    if (us_reservations_hold(reserve, unit, holder) == US_HOLD_FIRM)
        return false;
    held_unit *held = find_unit(reserve, unit);
    if (!held) {
        int at = us_array_lower_bound(unit, reserve->unit, reserve->units, sizeof *reserve->unit);
        reserve->unit = us_array_grow(reserve->unit, reserve->units, &reserve->unit_capacity,
                                      sizeof *reserve->unit);
        held = &reserve->unit[at];
        memmove(held + 1, held, (size_t)(reserve->units++ - at) * sizeof *held);
    }
    *held = (held_unit){unit, holder, true};
    reserve->changes++;
    return true;
}

int us_reservations_count_units(const us_reservations *reserve, uint32_t holder)
{
    int count = 0;
    for (int i = 0; i < reserve->units; i++)
        count += reserve->unit[i].holder == holder;
    return count;
}

us_id us_reservations_unit_at(const us_reservations *reserve, uint32_t holder, int index)
{
    for (int i = 0; i < reserve->units; i++)
        if (reserve->unit[i].holder == holder && index-- == 0)
            return reserve->unit[i].unit;
    return 0;
}

void us_reservations_drop_unit(us_reservations *reserve, us_id unit)
{
    held_unit *held = find_unit(reserve, unit);
    if (held) {
        int behind = reserve->units-- - 1 - (int)(held - reserve->unit);
        memmove(held, held + 1, (size_t)behind * sizeof *held);
        reserve->changes++;
    }
}

static void release_units(us_reservations *reserve, uint32_t holder)
{
    int kept = 0;
    for (int i = 0; i < reserve->units; i++)
        if (reserve->unit[i].holder != holder)
            reserve->unit[kept++] = reserve->unit[i];
    reserve->changes += (uint64_t)(reserve->units - kept);
    reserve->units = kept;
}

uint64_t us_reservations_changes(const us_reservations *reserve)
{
    return reserve->changes;
}

/* ---- cells */

void us_reservations_add_box(us_reservations *reserve, us_box box, uint32_t holder)
{
    reserve->box =
        us_array_grow(reserve->box, reserve->boxes, &reserve->box_capacity, sizeof *reserve->box);
    reserve->box[reserve->boxes++] = (held_box){box, holder};
}

bool us_reservations_has_overlap(const us_reservations *reserve, us_box box, uint32_t holder)
{
    for (int i = 0; i < reserve->boxes; i++)
        if (reserve->box[i].holder != holder && us_box_distance(reserve->box[i].box, box) == 0)
            return true;
    return false;
}

static void release_boxes(us_reservations *reserve, uint32_t holder)
{
    int kept = 0;
    for (int i = 0; i < reserve->boxes; i++)
        if (reserve->box[i].holder != holder)
            reserve->box[kept++] = reserve->box[i];
    reserve->boxes = kept;
}

/* ---- resources */

static int find_request(const us_reservations *reserve, uint32_t holder)
{
    int i = 0;
    while (i < reserve->requests && reserve->request[i].holder != holder)
        i++;
    return i;
}

/* Compares ranks; a missing step counts as begun at once. */
static bool is_before(const us_rank *a, const us_rank *b)
{
    for (int i = 0; i < US_RANK_DEPTH; i++) {
        us_cycle one = i < a->depth ? a->begin[i] : 0, two = i < b->depth ? b->begin[i] : 0;
        if (one != two)
            return one < two;
    }
    return false;
}

void us_reservations_add_request(us_reservations *reserve, const int32_t *cost, const us_rank *rank,
                                 uint32_t holder)
{
    int at = find_request(reserve, holder);
    if (at < reserve->requests && (is_before(rank, &reserve->request[at].rank) ||
                                   is_before(&reserve->request[at].rank, rank))) {
        us_reservations_remove_request(reserve, holder);
        at = reserve->requests;
    }
    if (at == reserve->requests) {
        reserve->request = us_array_grow(reserve->request, reserve->requests,
                                         &reserve->request_capacity, sizeof *reserve->request);
        while (at > 0 && is_before(rank, &reserve->request[at - 1].rank))
            at--;
        memmove(&reserve->request[at + 1], &reserve->request[at],
                (size_t)(reserve->requests++ - at) * sizeof *reserve->request);
        reserve->request[at].holder = holder;
        reserve->request[at].rank = *rank;
    }
    memcpy(reserve->request[at].cost, cost, sizeof reserve->request[at].cost);
}

bool us_reservations_can_serve(const us_reservations *reserve, const us_view *view, uint32_t holder,
                               int *lacks)
{
    int at = find_request(reserve, holder);
    for (int r = 0; at < reserve->requests && r < reserve->domain->resources.count; r++) {
        int64_t needed = 0;
        if (reserve->request[at].cost[r] == 0)
            continue;
        for (int i = 0; i <= at; i++)
            needed += reserve->request[i].cost[r];
        if (us_world_tally(view->world, view->self, r) < needed) {
            *lacks = r;
            return false;
        }
    }
    return true;
}

int64_t us_reservations_requested(const us_reservations *reserve, int resource)
{
    int64_t asked = 0;
    for (int i = 0; i < reserve->requests; i++)
        asked += reserve->request[i].cost[resource];
    return asked;
}

void us_reservations_remove_request(us_reservations *reserve, uint32_t holder)
{
    int at = find_request(reserve, holder);
    if (at < reserve->requests) {
        reserve->requests--;
        memmove(&reserve->request[at], &reserve->request[at + 1],
                (size_t)(reserve->requests - at) * sizeof *reserve->request);
    }
}

/* ---- units, cells and resources */

void us_reservations_loosen(us_reservations *reserve, uint32_t holder, uint32_t other)
{
    for (int i = 0; i < reserve->units; i++) {
        held_unit *held = &reserve->unit[i];
        if (held->holder != holder)
            continue;
        *held = (held_unit){held->unit, other, false};
        reserve->changes++;
    }
    release_boxes(reserve, holder);
    us_reservations_remove_request(reserve, holder);
}

void us_reservations_release(us_reservations *reserve, uint32_t holder)
{
    release_units(reserve, holder);
    release_boxes(reserve, holder);
    us_reservations_remove_request(reserve, holder);
}
