#include "tests/fuzz/played.h"

#include "base/rng.h"

const mr_table *played_table(void)
{
    static mr_table table;
    if (table.count == 0)
        us_assert(mr_table_load(&table, NULL) == US_OK);
    return &table;
}

void played_check(const mr_state *s)
{
    const mr_core *core = s->core;
    int heads[MR_PLAYERS] = {0}, standing = 0, kept = 0, units = 0, keeps = 0;
    for (int i = 0; i < core->count; i++) {
        const mr_unit *u = &s->unit[i];
        const mr_running *r = &s->running[i];
        us_assert(mr_state_unit_at(s, u->x, u->y) == i);
        us_assert(u->id >= 0 && u->id < core->next_id && mr_state_find(s, u->id) == i);
        us_assert((r->rank == 0) == (s->end[i] == MR_NEVER) || s->end[i] == MR_NEVER);
        us_assert(s->end[i] > core->time && s->end[i] >= core->next_end && r->rank <= core->rank);
        us_assert(r->cell < 0 || s->at[r->cell] == -2 - i);
        standing++;
        kept += r->cell >= 0;
        if (u->player >= 0)
            heads[u->player]++;
    }
    for (int cell = 0; cell < s->stride * (s->height + 2); cell++) {
        units += s->at[cell] > 0;
        keeps += s->at[cell] < MR_WALL;
    }
    us_assert(units == standing && keeps == kept);
    us_assert(heads[0] == core->heads[0] && heads[1] == core->heads[1]);
}

static mr_action draw(const mr_state *s, us_rng *rng, int i)
{
    mr_action a = {.type = (int16_t)us_rng_next_below(rng, MR_ACTIONS + 1)};
    a.parameter = (int32_t)us_rng_next_below(rng, 5) - (us_rng_next_bool(rng, 1, 9) ? 3 : 0);
    a.unit_type = (int16_t)us_rng_next_below(rng, (uint32_t)s->table->count);
    a.x = s->unit[i].x + (int32_t)us_rng_next_below(rng, 7) - 3;
    a.y = s->unit[i].y + (int32_t)us_rng_next_below(rng, 7) - 3;
    return a;
}

void played_for(mr_state *s, uint64_t seed, int cycles)
{
    us_rng rng = us_rng_derive(seed, "played", 0);
    for (int turn = 0; turn < 2 * cycles; turn++) {
        mr_orders orders = {0};
        for (int i = 0; i < s->core->count; i++) {
            mr_action a = draw(s, &rng, i);
            if (s->unit[i].player == turn % 2 &&
                (mr_unit_is_idle(s, i) || us_rng_next_bool(&rng, 1, 16)) &&
                (mr_action_is_legal(s, i, &a) || us_rng_next_bool(&rng, 1, 4)))
                US_LIST_PUT(orders, ((mr_order){s->unit[i].id, a}));
        }
        us_assert(mr_state_issue(s, &orders, NULL) == US_OK);
        us_mem_free(orders.item);
        if (turn % 2)
            mr_state_advance_cycle(s);
        played_check(s);
    }
    mr_state_advance(s, s->core->time + cycles);
    played_check(s);
}
