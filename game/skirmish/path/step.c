#include "game/skirmish/path/walker.h"

enum { FORGIVEN = 64 /* cycles of waiting that each cell nearer takes off */ };

/* Notes an approach. It takes only FORGIVEN cycles off the waiting time. Else each unit that moves
 * up in a queue would have its full patience again. */
void sk_walker_nearer(const sk_game *g, sk_unit *u, int left)
{
    u->best = (uint16_t)left;
    u->blocks = 0;
    u->plugged = 0;
    if (!u->tired)
        return;
    us_cycle tired = g->core->now - u->tired;
    tired = (tired > SK_PATIENCE ? SK_PATIENCE : tired) - FORGIVEN;
    u->tired = tired > 0 ? g->core->now - tired : 0;
}

/* Shortens the route after a step, which may have left it. */
static void shorten_route(sk_walker *w, int dir, int to)
{
    sk_unit *u = w->u;
    if ((int)(u->route & 7) == dir) {
        u->route >>= 3;
        u->left -= u->left > 0;
        return;
    }
    for (int k = 0; k < w->ahead_count; k++) {
        if (w->ahead[k] == to) {
            u->route >>= 3 * (k + 1);
            u->left = (uint16_t)(u->left - k - 1);
            return;
        }
    }
    u->route = 0;
    u->left -= u->left > 0;
}

sk_walk_result sk_walker_step(sk_walker *w, int dir, us_cycle *wait)
{
    sk_unit *u = w->u;
    shorten_route(w, dir, sk_step_from(w->g, w->cell, dir));
    sk_unit_move(w->g, w->slot, u->x + sk_dx[dir], u->y + sk_dy[dir]);
    *wait = sk_numbers(w->g, u->type)->step;
    u->busy = w->g->core->now + *wait;
    if (u->aside)
        u->aside = u->route > 1;
    else if (u->left < u->best)
        sk_walker_nearer(w->g, u, u->left);
    return SK_STEPPED;
}
