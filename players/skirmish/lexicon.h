/* A lexicon of the domain for skirmish players, looked up once: the indices of words, the sort of
 * each type, and its strength in a fight. Immutable after init. */
#ifndef US_PLAYERS_SKIRMISH_LEXICON_H
#define US_PLAYERS_SKIRMISH_LEXICON_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

/* The sorts of a type. */
enum {
    SP_UNIT = 1,
    SP_BUILDING = 2,
    SP_WORKER = 4,
    SP_FIGHTER = 8,  /* moves and fights */
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
    uint16_t *sort; /* by type: bits above; 0: abstract, or no entity */
    int16_t *power; /* by type: strength in a fight at full health; a plain soldier has 100 */
    us_type worker, farm, hall, soldier, siege, mill; /* concrete, of the faction */
    us_type worker_kind, farm_kind, hall_kind; /* the common parents of both factions' types */
    us_type **equivalents; /* by type: the types that count as one of it: those below it, and the
                      types they become */
    int *equivalent_count;
    us_type *upgrades; /* all concrete ones */
    int upgrade_count;
    us_type weapon[SP_UPGRADES_MAX]; /* upgrades that make melee stronger or hardier */
    int weapons;
} sp_lexicon;

/* Fills the lexicon; its arrays come from the arena. If the domain lacks a word that is needed, it
 * returns bad input. */
us_status sp_lexicon_init(sp_lexicon *words, const us_domain *domain, int faction, us_arena *arena,
                          us_error *err);

/* Returns the faction's concrete type to make if `type` is wanted: the type itself, its
 * counterpart, the type that stands for it, or the plainest below it. US_NO_TYPE: there is none. */
us_type sp_lexicon_concrete_type(const sp_lexicon *words, us_type type);
/* Returns the sum of all costs. */
int32_t sp_lexicon_price(const sp_lexicon *words, us_type type);

#endif
