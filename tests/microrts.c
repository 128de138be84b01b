#include "tests/microrts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/microrts/rules.h"

const char *microrts_home(void)
{
    static const char preset[] = "build/microrts";
    const char *told = getenv("UNDERSTUDY_MICRORTS"), *home = told ? told : preset;
    char jar[4096];
    snprintf(jar, sizeof jar, "%s/microrts.jar", home);
    bool there = access(jar, R_OK) == 0 && system("javac -version > /dev/null 2>&1") == 0;
    return there ? home : NULL;
}

enum { TRIES = 40 };

static mr_action draw(const mr_state *state, us_rng *rng)
{
    int direction = (int)us_rng_next_below(rng, 4);
    switch (us_rng_next_below(rng, 5)) {
    case 0:
        return mr_action_go(MR_HARVEST, direction);
    case 1:
        return mr_action_go(MR_RETURN, direction);
    case 2:
        return mr_action_produce(direction,
                                 (int)us_rng_next_below(rng, (uint32_t)state->table->count));
    case 3: {
        int at = (int)us_rng_next_below(rng, (uint32_t)state->core->count);
        return mr_action_attack(state->unit[at].x, state->unit[at].y);
    }
    default:
        return mr_action_go(MR_MOVE, direction);
    }
}

void microrts_random_orders(const mr_state *state, int player, us_rng *rng, mr_orders *out)
{
    for (int i = 0; i < state->core->count; i++) {
        const mr_unit *unit = &state->unit[i];
        if (unit->player != player || !mr_unit_is_idle(state, i))
            continue;
        mr_action action = mr_action_wait(1);
        for (int t = 0; t < TRIES; t++) {
            mr_action drawn = draw(state, rng);
            if (!mr_action_is_legal(state, i, &drawn))
                continue;
            action = drawn;
            break;
        }
        US_LIST_PUT(*out, ((mr_order){unit->id, action}));
    }
}

void microrts_play(mr_link *link, uint64_t seed, void (*at_turn)(const mr_link *link),
                   microrts_played *out)
{
    us_rng rng = us_rng_derive(seed, "tests.microrts", 0);
    mr_orders orders = {0};
    mr_link_turn turn = MR_LINK_ACT;
    memset(out, 0, sizeof *out);
    for (;;) {
        out->status = mr_link_next(link, &turn, &out->err);
        if (out->status != US_OK || turn == MR_LINK_OVER)
            break;
        out->turns++;
        out->last = mr_link_state(link)->core->time;
        if (at_turn)
            at_turn(link);
        orders.count = 0;
        microrts_random_orders(mr_link_state(link), mr_link_player(link), &rng, &orders);
        out->status = mr_link_send_orders(link, &orders, &out->err);
        if (out->status != US_OK)
            break;
    }
    out->winner = mr_link_winner(link);
    us_mem_free(orders.item);
}
