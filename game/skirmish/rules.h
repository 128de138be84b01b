/* The numbers of skirmish, read from domains/skirmish/rules.json: all that the domain does not
 * declare about a type. Immutable. */
#ifndef US_GAME_SKIRMISH_RULES_H
#define US_GAME_SKIRMISH_RULES_H

#include "domain/domain.h"

enum { SK_MAKING_MAX = 6 };

/* The way a type gathers one resource. capacity 0: not at all. */
typedef struct sk_gather {
    int capacity;    /* amount per trip */
    int step;        /* amount per stroke; equals capacity if all comes at once */
    us_cycle stroke; /* cycles per stroke, at the resource */
    us_cycle unload; /* cycles at the depot */
    bool inside;     /* the worker is inside the resource meanwhile */
} sk_gather;

typedef struct sk_type {
    int armor, basic, piercing;
    int range, min_range; /* cells, king's moves; range 0: no attack */
    int sight, reaction;  /* cells */
    us_cycle step;        /* cycles per cell; 0: immobile */
    us_cycle period;      /* cycles between attacks */
    us_cycle flight;      /* missile: cycles per cell; 0: hits at once */
    int splash;           /* radius in cells; 0: none */
    us_cycle making;      /* cycles to build, train, research or upgrade to it */
    int priority;         /* as a target */
    int points;
    int repair; /* hit points per stroke of repair; 0: not repairable */
    int32_t repair_cost[US_RESOURCES_MAX];
    int regeneration; /* hit points every two seconds */
    bool coward;      /* flees instead of fighting back */
    uint32_t targets; /* bit per movement kind that it can hit; buildings count as land */
    sk_gather gather[US_RESOURCES_MAX];
    int32_t income[US_RESOURCES_MAX]; /* percent bonus for an owner; the largest counts */
    int becomes;                      /* terrain that a finished one turns into, or -1 */
} sk_type;

/* The changes by an upgrade for one type. */
typedef struct sk_bonus {
    us_type upgrade, type;
    int armor, basic, piercing, range, sight, regeneration;
    us_type convert; /* existing units become this type, or US_NO_TYPE */
} sk_bonus;

typedef struct sk_rules {
    us_hash hash;    /* of all numbers, without texts and phrases */
    sk_type *type;   /* by domain type */
    sk_bonus *bonus; /* sorted by type, then upgrade */
    int bonus_count;
    int32_t start[US_RESOURCES_MAX];
    int food_limit; /* maximum supply */
    int queue;      /* capacity of a production queue, at most SK_MAKING_MAX */
    us_cycle repair_stroke;
    int wall_armor;
    int refund_percent;     /* of a cancelled building */
    struct us_arena *arena; /* private: holds these rules */
} sk_rules;

/* Load or parse the rules, one object.
 *
 * "types" has rows of numbers by the name of a domain type, which may be abstract. A type gets the
 * rows of all its ancestors; a nearer one overrides. Each concrete type needs at least one row.
 *
 * "bonuses" has rows of an upgrade's effects on types. Both may be abstract; they then stand for
 * all types below them, faction by faction. */
us_status sk_rules_load(const char *path, const us_domain *domain, sk_rules **out, us_error *err);
us_status sk_rules_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                         sk_rules **out, us_error *err);
void sk_rules_free(sk_rules *rules);
US_AUTOPTR_DEFINE(sk_rules, sk_rules_free);

/* ---- shipped files, found by us_data_find_domain_file, and the words that the code needs */

/* Indexes into the domain. */
typedef struct sk_words {
    int gold, wood;                                          /* resources */
    int food_used, food_supply, kills, losses, razed, score; /* tallies */
    int idle, moving, attacking, gathering, carrying, building, repairing, training, researching,
        upgrading, constructing, dead, guarding; /* statuses */
    int carried, carries, stock, queue, orders, auto_repair, rally, range,
        min_range; /* attributes */
    int move, attack, attack_move, attack_ground, patrol, follow, defend, harvest, chop, deliver,
        build, repair, train, research, upgrade, cancel, dismiss, set_repair,
        set_rally; /* actions */
    int land;      /* movement kind */
} sk_words;
/* Finds the words. Returns US_BAD_INPUT if the domain lacks one, since it is no skirmish domain
 * then. */
us_status sk_words_find(const us_domain *domain, sk_words *words, us_error *err);

/* Loads the shipped domain and checks that it has all words. */
us_status sk_data_load_domain(us_domain **out, us_error *err);
us_status sk_data_load_rules(const us_domain *domain, sk_rules **out, us_error *err);

#endif
