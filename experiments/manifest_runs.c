#include <string.h>

#include "experiments/manifest.h"

/* Returns whether the group of the player has a run of that number among the first players. */
static bool has_run(const us_manifest *m, int players, const us_entrant *of, int64_t run)
{
    for (int i = 0; i < players; i++)
        if (&m->player[i] != of && m->player[i].group && m->player[i].run == run &&
            strcmp(m->player[i].group, of->group) == 0)
            return true;
    return false;
}

int us_manifest_number_runs(us_manifest *m)
{
    for (int p = 0; p < m->players; p++) {
        us_entrant *player = &m->player[p];
        if (!player->group || player->run >= 0)
            continue;
        for (int i = 0; i < m->players; i++)
            if (m->player[i].group && m->player[i].run > player->run &&
                strcmp(m->player[i].group, player->group) == 0)
                player->run = m->player[i].run;
        player->run++;
    }
    for (int p = 0; p < m->players; p++)
        if (m->player[p].group && has_run(m, p, &m->player[p], m->player[p].run))
            return p;
    return -1;
}
