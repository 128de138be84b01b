/* The army: guards, defense against threats, and the wave that attacks the enemy.
 *
 * Fighters gather between home and the enemy. A force of some times its power meets a threat near
 * home; workers take up arms only if the force falls short. One wave at a time is out. It forms,
 * waits for a way to be opened if there is none, and marches by stages so that it arrives together.
 * Then it fights, and goes back when the odds turn. */
#ifndef US_PLAYERS_SKIRMISH_ARMY_H
#define US_PLAYERS_SKIRMISH_ARMY_H

#include "players/skirmish/goals.h"

typedef enum sp_phase {
    SP_NO_WAVE,
    SP_OPENING, /* trees or walls close the way */
    SP_MARCHING,
    SP_FIGHTING,
    SP_RESTING, /* a raid has run and waits for its next chance */
} sp_phase;

typedef enum sp_wave_state { SP_WAVE_WAITS, SP_WAVE_OUT, SP_WAVE_OVER } sp_wave_state;

enum { SP_DANGERS_MAX = 64 };

typedef struct sp_army {
    int16_t gather_x, gather_y; /* gathering point; -1: not known yet */
    us_cycle gathered;          /* last choice of the gathering point */
    int far_out;                /* steps from home at which home ends */
    sp_route way;               /* the wave's route, from where it formed */
    bool opening;
    uint32_t opening_goal;

    sp_phase phase;
    uint8_t how;
    us_type kind; /* type of its target */
    uint32_t goal;
    us_id target;
    int stage;              /* index into way */
    us_cycle staged, moved; /* start of the stage; last progress */
    us_cycle reinforced;
    uint32_t asked_goal; /* goal for which a wave was last asked, and since when */
    us_cycle asked;
    int16_t x, y; /* the wave's middle */
    int32_t power;
    sp_list member; /* in this think, like the other lists */
    sp_list danger; /* armed foes around it */
    sp_list gun;    /* enemy buildings that shoot, around it */

    us_id threat; /* nearest enemy that threatens home; 0: none */
    int32_t threat_power;
    uint32_t threat_goal;
    us_cycle alarmed; /* last cycle with a threat */
    us_id attacker;   /* last attacker of something at home */
} sp_army;

void sp_army_init(sp_player *s);
/* Asks for a wave of at least so many fighters against enemies of that kind. Called in each think
 * while the goal is pursued. Returns OVER when the wave has ended, well or badly; another call asks
 * for another wave. */
sp_wave_state sp_army_request_wave(sp_player *s, us_type kind, int how, int least, uint32_t goal);
/* Calls the wave off: its goal is no longer pursued. */
void sp_army_cancel_wave(sp_player *s);
void sp_army_run(sp_player *s); /* chooses the wave's members and where the others gather */

/* Finds a place before the enemy's nearest building, on the way there. Returns false if there is
 * none. */
bool sp_army_find_front(sp_player *s, int *x, int *y);

/* ---- home: guard.c */
void sp_guard_add_wants(sp_player *s);
void sp_guard_run(sp_player *s);
void sp_wave_run(sp_player *s); /* wave.c: one think of a wave under way, if there is one */
const us_entity *sp_foe_find_nearest(const sp_player *s, int x, int y, us_type kind);

#endif
