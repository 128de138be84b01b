/* The view, sorted for the length of one think, and the player's notes on each unit from think to
 * think. */
#ifndef US_PLAYERS_SKIRMISH_OBSERVATION_H
#define US_PLAYERS_SKIRMISH_OBSERVATION_H

#include "players/skirmish/lexicon.h"

typedef struct sp_player sp_player;

enum { SP_LIST_MAX = 1024, SP_NOTES_START = 4096 };

typedef struct sp_list {
    const us_entity **at; /* id order; borrowed from the world */
    int count, most;
} sp_list;
void sp_list_init(sp_player *s, sp_list *list, int most); /* from the player's arena */
void sp_list_add(sp_list *list, const us_entity *entity); /* unless the list is full */

/* Goes through the entities of a list, which stays as it is meanwhile. */
#define SP_EACH(entity, list)                                             \
    for (const us_entity *const *entity##_at = (list).at, *entity = NULL; \
         entity##_at < (list).at + (list).count && (entity = *entity##_at); entity##_at++)

typedef struct sp_observation {
    sp_list worker, fighter, building, site, gun; /* own; a gun is also a building */
    sp_list house;                                /* own buildings, then sites */
    sp_list foe_unit, foe_building;               /* of all other seats; sites are buildings */
    sp_list foe;                                  /* their units, then their buildings */
    sp_list mine;                                 /* mines with gold left */
    int16_t *have; /* by type, abstract ones too: finished ones of this seat; levels of upgrades */
    int16_t *coming;          /* the same: in construction, training or research */
    int32_t power, foe_power; /* of all fighters, without guns */
    int32_t foe_guns;
    int32_t skill, foe_skill; /* percent: the effect of upgrades on a unit's power */
    int foe_workers;
    const us_entity *heart;               /* a hall, else another own building; NULL: none */
    int16_t home_x, home_y;               /* the heart's middle, or its last place */
    int16_t low_x, low_y, high_x, high_y; /* box around all own buildings; low_x > high_x: none */
} sp_observation;

/* The job of a unit. */
typedef enum sp_job {
    SP_JOB_NONE,
    SP_JOB_GOLD,
    SP_JOB_WOOD,
    SP_JOB_BUILD,
    SP_JOB_REPAIR,
    SP_JOB_MILITIA, /* a worker that fights */
    SP_JOB_OPEN,    /* a worker or a siege engine that opens a way */
    SP_JOB_GUARD,   /* a fighter at home */
    SP_JOB_DEFEND,  /* a fighter sent against a foe near home */
    SP_JOB_WAVE,    /* a fighter on the attack */
} sp_job;

typedef struct sp_note {
    uint8_t job;
    int8_t action; /* action of the last order, or -1 */
    int32_t arg;   /* target entity or cell of the order */
    us_cycle when; /* cycle of the order */
    us_id with;    /* the mine it belongs to */
} sp_note;

void sp_observation_init(sp_player *s);
void sp_observation_update(sp_player *s); /* once at the beginning of a think */

/* Returns the note on an entity; a new one has no job and action -1. The pointer is valid until the
 * next call with a higher id. */
sp_note *sp_note_get(sp_player *s, us_id id);

/* Return the number of finished entities of a type, and of those in the making. Types that an
 * entity of the type can become count too. */
int sp_type_count(const sp_player *s, us_type type);
int sp_type_count_coming(const sp_player *s, us_type type);
bool sp_type_has_requirements(const sp_player *s,
                              us_type type); /* a set of its requirements is met */

int32_t sp_entity_power(const sp_player *s,
                        const us_entity *entity); /* scaled by health; own or foe */
/* Returns the power of armed foes (units and finished guns) within reach of the cell. */
int32_t sp_foe_power_near(const sp_player *s, int x, int y, int reach);
int32_t sp_own_power_near(const sp_player *s, int x, int y, int reach);
/* Gives all units of the list that have the job `from` the job `to`. */
void sp_list_change_job(sp_player *s, const sp_list *list, sp_job from, sp_job to);

bool sp_cell_is_near_foe_hall(const sp_player *s, int x, int y, int reach);

static inline int sp_cell_distance(int ax, int ay, int bx, int by)
{
    int dx = ax > bx ? ax - bx : bx - ax, dy = ay > by ? ay - by : by - ay;
    return dx > dy ? dx : dy;
}
int sp_entity_middle_x(const sp_player *s, const us_entity *entity);
int sp_entity_middle_y(const sp_player *s, const us_entity *entity);

#endif
