/* The state of a scripted player: eyes, memory, departments, and the data they share.
 *
 * A think looks at the view, sweeps the goals that hold, and runs the plan, which adds wants. Then
 * works spends, the economy directs workers, and the army directs fighters. Each department gives
 * orders through sp_order_*. An order that a unit already carries out is not given again. */
#ifndef US_PLAYERS_SKIRMISH_PLAYER_H
#define US_PLAYERS_SKIRMISH_PLAYER_H

#include "players/skirmish/goals.h"

/* ---- The army: guards, defense against threats, and the wave that attacks the enemy.
 *
 * Fighters gather between home and the enemy. A force of some times its power meets a threat near
 * home; workers take up arms only if the force falls short. One wave at a time is out. It forms,
 * waits for a way to be opened if there is none, and marches by stages so that it arrives together.
 * Then it fights, and goes back when the odds turn. */

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

/* ---- The economy: the job of each worker. */

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

/* ---- Building sites and mines: where a scripted player builds. */

/* Finds a place for a building of the type, as near as possible to what `how` asks for, with a free
 * lane around it, off the way between hall and mine. worker: the builder. Returns false if there is
 * no place. */
bool sp_site_find(sp_player *s, us_type type, int how, us_id worker, int *x, int *y);

/* Returns a free mine for a new base, nearest to home and not the enemy's; NULL: none. */
const us_entity *sp_site_find_mine(const sp_player *s);
/* Returns the own hall, finished or begun, that serves the mine; NULL: none. */
const us_entity *sp_mine_find_hall(const sp_player *s, const us_entity *mine);
/* Returns whether a hall near that mine is planned already. */
bool sp_mine_is_claimed(const sp_player *s, const us_entity *mine);

/* ---- The works department: it decides what to build, train and research, and with which money.
 *
 * The plan states wants; works serves them in order of rank. A want that lacks money reserves it,
 * so that later wants cannot starve it. A want that lacks a producer, a requirement or food asks
 * for that first, under a goal of its own. */

enum { SP_PROJECTS_MAX = 24, SP_WANTS_MAX = 48 };

/* A building project, from the order to the completion. */
typedef struct sp_project {
    us_type type;
    int16_t x, y;
    us_id builder, site; /* site 0: neither begun nor paid */
    us_cycle since;      /* departure of the present builder */
    uint32_t goal;
    uint8_t tries;
} sp_project;

typedef struct sp_want {
    us_type kind, make; /* type that counts, type to make */
    int number;
    uint32_t goal;
    uint8_t how;
    int8_t rank;
} sp_want;

typedef struct sp_works {
    sp_project project[SP_PROJECTS_MAX];
    int projects;
    sp_want want[SP_WANTS_MAX];
    int wants;
    int32_t budget[US_RESOURCES_MAX];
    int32_t lack[US_RESOURCES_MAX]; /* of the first want that could not be paid */
    int32_t need[US_RESOURCES_MAX]; /* estimated cost of all present wants */
    us_type lacking;                /* type of that want, or US_NO_TYPE */
    us_cycle no_room;               /* no search for a site before this cycle */
    int food;                       /* food for so many more units, counting those in training */
    int food_soon;                  /* the same once all farms begun are finished */
} sp_works;

void sp_works_begin(sp_player *s); /* after the look: updates projects, empties the list of wants */
void sp_works_add_want(sp_player *s, us_type kind, us_type make, int number, int how, int rank,
                       uint32_t goal);
void sp_works_add_infrastructure(sp_player *s, int farms, int workers, int rank, uint32_t goal);
void sp_works_run(sp_player *s);
/* Makes more of a kind if there is money and no other use for it. */
void sp_works_spend_surplus(sp_player *s, us_type kind, us_type make);

/* Handles a build order that the match refused. */
void sp_works_on_refusal(sp_player *s, us_id builder);

/* Returns the type that labels name: the common parent of the type and its counterpart. */
us_type sp_type_kind(const sp_player *s, us_type type);

/* Returns the nearest worker to a cell that may leave its work; NULL: none. */
const us_entity *sp_worker_find_spare(sp_player *s, int x, int y);

/* ---- the player */

typedef struct sp_notes {
    sp_note *note; /* by id */
    int count;
} sp_notes;

struct sp_player {
    us_player base;
    const us_scenario *scenario;
    const us_domain *domain;
    us_seat self, foe; /* foe: the first other seat that is still alive */
    const sp_plan *plan;
    bool labels; /* orders carry goals */
    bool begun;
    us_cycle woken; /* cycle of the last think */
    us_arena *arena;
    sp_lexicon words;
    sp_observation observation;
    sp_notes notes;
    sp_ground ground;
    sp_goals goals;
    sp_script script;
    sp_works works;
    sp_economy economy;
    sp_army army;
    int64_t work; /* cells and entities looked at, approximately */

    /* valid during a think only */
    const us_view *view;
    const us_world *world;
    const us_events *events;
    us_orders *orders;
    us_cycle now;
};

/* Give an order to one unit, or to a group if the action takes one. goal: the label. Units that
 * carry out the order already are left out. */
void sp_order_cell(sp_player *s, int action, const us_entity *unit, int x, int y, uint32_t goal);
void sp_order_group(sp_player *s, int action, const sp_list *units, int x, int y, uint32_t goal);
void sp_order_entity(sp_player *s, int action, const us_entity *unit, us_id target, uint32_t goal);
void sp_order_make(sp_player *s, int action, us_id unit, us_type type, uint32_t goal);
void sp_order_build(sp_player *s, us_id unit, us_type type, int x, int y, uint32_t goal);

#endif
