/* What a skirmish player needs to know of the domain, looked up once: which index a word has,
 * what sort of thing each type is, what it is worth in a fight. Immutable after init. */
#ifndef US_PLAYERS_SKIRMISH_LEXICON_H
#define US_PLAYERS_SKIRMISH_LEXICON_H

#include "game/player.h"

/* What a type is good for. */
enum {
    SP_UNIT = 1,
    SP_BUILDING = 2,
    SP_WORKER = 4,
    SP_FIGHTER = 8,  /* moves and is made to fight */
    SP_ENGINE = 16,  /* opens walls */
    SP_GUN = 32,     /* a building that shoots */
    SP_HALL = 64,    /* takes gold */
    SP_MILL = 128,   /* takes wood */
    SP_FARM = 256,   /* feeds and does nothing else */
    SP_MINE = 512,   /* holds gold */
    SP_RIDER = 1024, /* fast */
    SP_RANGED = 2048,
    SP_TRAINS = 4096, /* makes units that fight */
    SP_TOWER = 8192,
};

enum { SP_REACH_GUN = 8, SP_UPGRADES_MAX = 32 };

typedef struct sp_lexicon {
    const us_domain *domain;
    int faction;
    int gold, wood, oil, food_used, food_supply;
    int stock, queue, carried; /* attributes */
    int idle, attacking;       /* statuses */
    int move, stop, attack, attack_move, attack_ground, harvest, chop, give, build, repair, train,
        research, upgrade;
    int8_t cell_arg[US_ACTIONS_MAX], entity_arg[US_ACTIONS_MAX],
        type_arg[US_ACTIONS_MAX]; /* or -1 */
    int land;
    uint16_t *sort; /* by type: bits above; 0 for what is abstract or no entity */
    int16_t *power; /* by type: strength in a fight at full health; a plain soldier is 100 */
    us_type worker, farm, hall, soldier, siege, mill; /* concrete, of the faction */
    us_type worker_kind, farm_kind, hall_kind;        /* their common parents */
    us_type **kin; /* by type: what counts as one of it: those below it, and what they become */
    int *kin_count;
    us_type *upgrades; /* all concrete ones */
    int upgrade_count;
    us_type weapon[SP_UPGRADES_MAX]; /* upgrades that make melee stronger or hardier */
    int weapons;
} sp_lexicon;

/* Arrays come from the arena. A domain without a word that is needed is bad input. */
us_status sp_lexicon_init(sp_lexicon *words, const us_domain *domain, int faction, us_arena *arena,
                          us_error *err);

/* The concrete type of the faction to make when `type` is asked for: itself, its counterpart,
 * the one that stands for it, or the plainest below it. US_NO_TYPE: there is none. */
us_type sp_lexicon_make(const sp_lexicon *words, us_type type);
/* Sum of all costs. */
int32_t sp_lexicon_price(const sp_lexicon *words, us_type type);

#endif
