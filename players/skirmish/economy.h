/* Economy: what each worker does. */
#ifndef US_PLAYERS_SKIRMISH_ECONOMY_H
#define US_PLAYERS_SKIRMISH_ECONOMY_H

#include "players/skirmish/goals.h"

typedef struct sp_economy {
    int share;              /* percent of the gatherers that should cut wood */
    us_cycle shifted;       /* when that or somebody was last shifted */
    int gold, wood;         /* gatherers */
    int32_t stock;          /* left in the mines that are worked */
    int16_t tree_x, tree_y; /* where wood is cut now; -1: not known */
    us_cycle no_tree;       /* not looked for again before */
    us_cycle gained;        /* gold last came in */
    bool jammed;            /* though there are miners, none came for long */
    us_cycle mended;        /* when damage was last looked for */
    uint32_t goal;          /* GetResources: what gathering is for */
} sp_economy;

void sp_economy_init(sp_staff *s);
/* Wants of its own: a hall where there is none, a new one before the mine is empty, workers when
 * hardly any are left. */
void sp_economy_wants(sp_staff *s);
void sp_economy_run(sp_staff *s);

#endif
