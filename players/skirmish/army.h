/* Army: who guards, who meets a threat, and the wave on its way to the enemy.
 *
 * Fighters gather between home and the enemy. A threat near home is met with a force that is
 * some times its power; workers take up arms only when that falls short. One wave at a time is
 * out: it forms, waits for a way to be opened if there is none, marches by stages so that it
 * arrives together, fights, and goes back when the odds turn. */
#ifndef US_PLAYERS_SKIRMISH_ARMY_H
#define US_PLAYERS_SKIRMISH_ARMY_H

#include "players/skirmish/goals.h"

typedef enum sp_phase {
    SP_NO_WAVE,
    SP_OPENING, /* the way is closed by trees or walls */
    SP_MARCHING,
    SP_FIGHTING,
    SP_RESTING, /* a raid has run and waits for its next chance */
} sp_phase;

typedef enum sp_wave_state { SP_WAVE_WAITS, SP_WAVE_OUT, SP_WAVE_OVER } sp_wave_state;

enum { SP_DANGERS_MAX = 64 };

typedef struct sp_army {
    int16_t gather_x, gather_y; /* -1: not known yet */
    us_cycle gathered;          /* when that was last thought about */
    int far_out;                /* steps from home from which on it is no longer home */
    sp_route way;               /* of the wave, from where it formed */
    bool opening;
    uint32_t opening_goal;

    sp_phase phase;
    uint8_t how;
    us_type kind; /* what it goes for */
    uint32_t goal;
    us_id target;
    int stage;              /* index into way */
    us_cycle staged, moved; /* of the stage; of its last progress */
    us_cycle reinforced;
    uint32_t asked_goal; /* for which a wave was last asked, and since when */
    us_cycle asked;
    int16_t x, y; /* its middle */
    int32_t power;
    const us_entity **member; /* this think's */
    int members;
    const us_entity *danger[SP_DANGERS_MAX]; /* armed foes around it; this think's */
    int dangers;
    const us_entity *gun[SP_DANGERS_MAX]; /* enemy buildings that shoot, around it */
    int guns;

    us_id threat; /* the nearest enemy that means harm near home; 0: none */
    int32_t threat_power;
    uint32_t threat_goal;
    us_cycle alarmed; /* when there last was one */
    us_id attacker;   /* last to have struck something at home */
} sp_army;

void sp_army_init(sp_staff *s);
/* Ask for a wave against that kind of enemy, of at least so many fighters. Called each think
 * while the goal is pursued. OVER: it came to its end, well or badly; ask anew for another. */
sp_wave_state sp_army_clear(sp_staff *s, us_type kind, int how, int least, uint32_t goal);
/* The wave's goal is no longer pursued. */
void sp_army_call_off(sp_staff *s);
void sp_army_run(sp_staff *s); /* who follows the wave, and where the others gather */

/* A place before the enemy's nearest building, on the way there. */
bool sp_army_door(sp_staff *s, int *x, int *y);

/* guard.c: home. */
void sp_guard_wants(sp_staff *s);
void sp_guard_run(sp_staff *s);
void sp_wave_run(sp_staff *s); /* wave.c: one think of a wave under way, if there is one */
const us_entity *sp_nearest_foe(const sp_staff *s, int x, int y, us_type kind);

#endif
