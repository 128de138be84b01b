#include "game/skirmish/state.h"

/* A timer wheel. A wake further ahead than the wheel's width lies in the bucket of its cycle modulo
 * the width, and is skipped until its round comes. Removal unlinks an entry and moves no other one.
 */

static int bucket_of(us_cycle when)
{
    return (int)((uint32_t)when % SK_WHEEL);
}

static void unlink_wake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_core *core = g->core;
    int b = bucket_of(unit->wake);
    if (unit->prev)
        g->unit[unit->prev].next = unit->next;
    else
        core->bucket[b] = unit->next;
    if (unit->next)
        g->unit[unit->next].prev = unit->prev;
    else
        core->bucket_last[b] = unit->prev;
    unit->next = unit->prev = 0;
    unit->wake = -1;
    if (!core->bucket[b])
        core->busy[b / 64] &= ~(1ull << (b % 64));
}

void sk_unit_wake_never(sk_game *g, sk_slot slot)
{
    g->unit[slot].due = false;
    if (g->unit[slot].wake >= 0)
        unlink_wake(g, slot);
}

void sk_unit_wake_at(sk_game *g, sk_slot slot, us_cycle when)
{
    sk_unit *unit = &g->unit[slot];
    sk_core *core = g->core;
    if (core->stepping && when <= core->now)
        when = core->now + 1; /* the units of this cycle are off the wheel already */
    if (unit->wake == when)
        return; /* and therefore not due */
    sk_unit_wake_never(g, slot);
    int b = bucket_of(when);
    unit->wake = when;
    unit->prev = core->bucket_last[b];
    unit->next = 0;
    if (unit->prev)
        g->unit[unit->prev].next = slot;
    else
        core->bucket[b] = slot;
    core->bucket_last[b] = slot;
    core->busy[b / 64] |= 1ull << (b % 64);
}

us_cycle sk_wheel_next(const sk_game *g, us_cycle from, us_cycle until)
{
    const uint64_t *busy = g->core->busy;
    us_cycle at = from;
    while (at < until) {
        int b = bucket_of(at);
        uint64_t word = busy[b / 64] >> (b % 64);
        if (word) {
            at += __builtin_ctzll(word);
            return at < until ? at : until;
        }
        at += 64 - b % 64;
        if (at - from > SK_WHEEL)
            return until;
    }
    return until;
}

void sk_unit_wake_by(sk_game *g, sk_slot slot, us_cycle when)
{
    const sk_unit *unit = &g->unit[slot];
    if (!unit->due && (unit->wake < 0 || unit->wake > when))
        sk_unit_wake_at(g, slot, when);
}

/* The first to act has an advantage: it strikes first or takes the cell. The beginning seat is
 * drawn anew each cycle, since any fixed rhythm would match the rhythm of steps and strikes. Within
 * a seat the lower id goes first. */
int sk_wheel_take(sk_game *g, us_cycle now, sk_slot *out)
{
    int count = 0;
    us_hash draw = us_hash_add(us_hash_add(US_HASH_START, g->core->seed), (uint64_t)now);
    int turn = (int)(draw % (uint64_t)g->seats);
    for (int rank = 0; rank < g->seats; rank++) {
        int first = count;
        sk_slot next;
        for (sk_slot slot = g->core->bucket[bucket_of(now)]; slot; slot = next) {
            const sk_unit *unit = &g->unit[slot];
            next = unit->next;
            if (unit->wake != now || (unit->owner - turn + g->seats) % g->seats != rank)
                continue;
            unlink_wake(g, slot);
            g->unit[slot].due = true;
            /* the bucket is nearly in order already: insertion is nearly linear */
            int at = count++;
            while (at > first && g->unit[out[at - 1]].id > unit->id) {
                out[at] = out[at - 1];
                at--;
            }
            out[at] = slot;
        }
    }
    return count;
}
