/* The economy: the job of each worker. */
#ifndef US_PLAYERS_SKIRMISH_ECONOMY_H
#define US_PLAYERS_SKIRMISH_ECONOMY_H

#include "players/skirmish/goals.h"

typedef struct sp_economy {
    int share;                /* percent of the gatherers that should cut wood */
    us_cycle shifted;         /* last change of the share or of a worker's job */
    int gold, wood;           /* numbers of gatherers */
    int32_t stock;            /* gold left in the mines that are worked */
    int16_t tree_x, tree_y;   /* where wood is cut now; -1: not known */
    us_cycle no_tree;         /* no search for trees before this cycle */
    us_cycle gained;          /* last cycle in which gold came in */
    bool jammed;              /* no gold came in for long, although there are miners */
    us_cycle repair_searched; /* last search for damage */
    uint32_t goal;            /* GetResources: the goal that gathering serves */
} sp_economy;

void sp_economy_init(sp_player *s);
/* Adds the economy's own wants: a hall if there is none, a new hall before the mine is empty, and
 * workers when hardly any are left. */
void sp_economy_add_wants(sp_player *s);
void sp_economy_run(sp_player *s);

#endif
