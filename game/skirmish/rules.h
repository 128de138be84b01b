/* The numbers of skirmish, read from domains/skirmish/rules.json: everything that the domain
 * does not already say about a type. Immutable. */
#ifndef US_GAME_SKIRMISH_RULES_H
#define US_GAME_SKIRMISH_RULES_H

#include "domain/domain.h"

enum { SK_MAKING_MAX = 6 };

/* How a type gathers one resource. capacity 0: it does not. */
typedef struct sk_gather {
    int capacity;    /* units a trip */
    int step;        /* units a stroke; capacity when all comes at once */
    us_cycle stroke; /* cycles a stroke, at the resource */
    us_cycle unload; /* cycles at the depot */
    bool inside;     /* the worker disappears into the resource meanwhile */
} sk_gather;

typedef struct sk_type {
    int armor, basic, piercing;
    int range, min_range; /* cells, king's moves; range 0: cannot attack */
    int sight, reaction;  /* cells */
    us_cycle step;        /* cycles a cell; 0: stays */
    us_cycle period;      /* cycles between attacks */
    us_cycle flight;      /* missile: cycles a cell; 0: hits at once */
    int splash;           /* radius in cells; 0: none */
    us_cycle making;      /* cycles to build, train, research or upgrade to it */
    int priority;         /* as a target */
    int points;
    int repair; /* hit points a stroke of repair; 0: cannot be repaired */
    int32_t repair_cost[US_RESOURCES_MAX];
    int regeneration; /* hit points every two seconds */
    bool coward;      /* flees rather than answers */
    uint32_t targets; /* bit per movement kind it can hit; buildings count as the ground */
    sk_gather gather[US_RESOURCES_MAX];
    int32_t income[US_RESOURCES_MAX]; /* percent bonus for owning it; the largest counts */
    int becomes;                      /* terrain that a finished one turns into, or -1 */
} sk_type;

/* What knowing an upgrade changes for one type. */
typedef struct sk_bonus {
    us_type upgrade, type;
    int armor, basic, piercing, range, sight, regeneration;
    us_type convert; /* existing ones become this, or US_NO_TYPE */
} sk_bonus;

typedef struct sk_rules {
    us_hash hash;
    sk_type *type;   /* by domain type */
    sk_bonus *bonus; /* sorted by type, then upgrade */
    int bonus_count;
    int32_t start[US_RESOURCES_MAX];
    int food_limit; /* no more is supplied */
    int queue;      /* entries of a production queue, at most SK_MAKING_MAX */
    us_cycle repair_stroke;
    int wall_armor;
    int refund_percent;     /* of a cancelled building */
    struct us_arena *arena; /* private: holds all this */
} sk_rules;

/* The file is one object. "types" has rows of numbers by the name of a type of the domain, which
 * may be abstract: a type has the rows of all its ancestors, a nearer one goes first. Each
 * concrete type needs at least one. "bonuses" has rows of what an upgrade does for types; both
 * may be abstract and mean then all below them, faction by faction. */
us_status sk_rules_load(const char *path, const us_domain *domain, sk_rules **out, us_error *err);
us_status sk_rules_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                         sk_rules **out, us_error *err);
void sk_rules_free(sk_rules *rules);

#endif
