/* Private to plan/: the numbers that tune plans and revision. plan/ knows no game, so times are in
 * ticks, thirtieths of a second of the game's time: they last as long in any game. What belongs to
 * a game stands in its domain: the patience of actions, the ranges of nearnesses. The weights of
 * cells stand in the rules of plan/revise.c. docs/PLAN.md and docs/REVISION.md give the reasons. */
#ifndef US_PLAN_TUNING_H
#define US_PLAN_TUNING_H

#include "domain/clock.h"
#include "domain/domain.h"

enum { US_TICKS = 30 }; /* a second */

/* Times, in ticks. */
enum {
    US_LOOK = 15,             /* between looks at what no event announces */
    US_LOOK_SELDOM = 120,     /* the same where a look searches all places */
    US_ROOT_PAUSE = 30,       /* until a root that ended begins again */
    US_ROOT_PAUSE_MOST = 900, /* limit of that pause, which doubles while no step begins */

    US_GOAL_GRACE = 7200,   /* orders that go on may still bring a goal about */
    US_GOAL_SOON = 10,      /* until a goal that found no credit asks again */
    US_TRY_LAPSE = 1800,    /* until a failed try is forgotten, however alike the state is */
    US_CREDIT_EACH = 20,    /* for each retrieval beyond US_CREDIT_MAX */
    US_ASK_AGAIN = 4500,    /* until a leading behavior is asked for again */
    US_STEP_FREED = 2400,   /* more patience if all units that could do the step are at work */
    US_SITE_BLOCKED = 1800, /* nothing is built where building failed */
    US_UNIT_STRANDED = 900, /* a cut-off unit makes nothing */
    US_THREAT_LAPSE = 450,  /* until an enemy that attacks no more is no threat */

    US_SQUAD_ALONE = 240,   /* without a foe in sight; then the squad comes home */
    US_SQUAD_PATIENT = 70,  /* of waiting that lower `launch` by one percent */
    US_SQUAD_GATHER = 900,  /* until a squad sets out without stragglers */
    US_SQUAD_LATE = 500,    /* until stragglers of a stage are left behind */
    US_SQUAD_STUCK = 3000,  /* without progress until an attack is given up */
    US_SQUAD_MAPPED = 400,  /* until the way is looked for again */
    US_SQUAD_PLACED = 1500, /* until the gathering place is chosen again */
    US_SQUAD_CALLED = 300,  /* between calls of fighters that were made meanwhile */

    US_STANDING_LATER = 300, /* after a standing order found nothing or failed; then twice that, */
    US_STANDING_MOST = 4800, /* up to that */
    US_STANDING_JOIN = 150,  /* between looks at idle units */
    US_BALANCE_STALL = 90,   /* a step waits for a resource before a worker is reassigned */
    US_BALANCE_APART = 200,  /* until the next worker is */
    US_BALANCE_LAPSE = 60,   /* after its last call, a step waits no more */

    US_WAY_ASKED = 60,               /* a step that needs a way asks again within that time */
    US_WAY_LAPSE = 2 * US_WAY_ASKED, /* after the last call, no step needs the way */
    US_WAY_AGAIN = 300,              /* until the way is looked for again */
    US_WAY_LOST = 1800,              /* after a unit was lost on a way, until others open one */
    US_WAY_VAIN = 2400,              /* in which another cell must be opened */
};

/* Counts. */
enum {
    US_CREDIT_MAX = 24,    /* retrievals that may be made at once */
    US_DRAWN_MAX = 64,     /* cases among which a random draw or the shortest turn decides */
    US_TRIES_KEPT = 256,   /* failed tries that are remembered; the oldest goes */
    US_ORDER_TRIALS = 4,   /* orders of a step, with those that failed */
    US_BUILDER_TRIALS = 3, /* builders that a step tries, if they can't get anywhere */
    US_CHAIN_MAX = 4,      /* things made for one another */
    US_FED = 2,            /* food is not urgent while so many more units can be fed */
    US_WAY_SHARE = 4,      /* of the units that can open a way, one in so many does */
    US_WAY_HANDS = 4,      /* units that open a way at once */
    US_WAY_TOIL = 24,      /* cells of detour that a closed cell is worth */
    US_BLOCKED_SITE_MAX = 8,
    US_STRANDED_MAX = 8,
    US_THREATS_MAX = 8,
    US_GROUND_CHANGES = 16,  /* cells of terrain that revision takes over together */
    US_PREPARED_MAX = 16384, /* a library of so many behaviors is read before the game begins */
};

/* Distances from an anchor, in cells. */
enum {
    US_NEAR_GROUND = 12, /* to a cell where the actor can stand */
    US_NEAR_ROOM = 24,   /* to room for a building */
};

/* Squads: distances in cells and steps. */
enum {
    US_SQUAD_TOGETHER = 8, /* a unit so near to a place is there */
    US_SQUAD_STAGE = 12,   /* steps from one stage to the next */
    US_SQUAD_SIGHT = 10,   /* around a unit, in which it attacks foes */
    US_SQUAD_CLOSE = 3,    /* around a unit, in which a foe distracts it from a building */
    US_SQUAD_CALL = 14,    /* around a threat, in which workers are called against it */
};

/* Squads: percents. */
enum {
    US_SQUAD_MOST = 70,   /* of the units that must be together */
    US_SQUAD_WATCH = 80,  /* of the foes' strength; a weaker seat makes fighters before all else */
    US_SQUAD_FORCE = 150, /* of a threat's strength that defenders gather against it */
    US_SQUAD_HELP = 80,   /* of a threat's strength; if less is at home, workers help */
};

/* Weights. */
enum {
    US_OUTCOME_WEIGHT = 5,  /* percent that outcomes count in retrieval, beside goal and state */
    US_ASK_BETTER = 25,     /* percent of points by which another leading behavior must be better */
    US_SAME_STATE = 96,     /* percent of similarity; below, the state of a try is another one */
    US_LEVEL_WEIGHT = 100,  /* of a unit: each level between the described type and its own */
    US_PERCENT_WEIGHT = 3,  /* each percent of hit points */
    US_STATUS_WEIGHT = 250, /* another status */
    US_PASSABLE_WEIGHT = 10, /* of terrain: other units may pass */
    US_RESOURCE_WEIGHT = 9,
    US_BUILDABLE_WEIGHT = 5,
    US_BREAKABLE_WEIGHT = 5,
};

/* Converts ticks to cycles, rounded up. */
static inline us_cycle us_ticks_to_cycles(const us_domain *domain, int ticks)
{
    return (ticks * domain->cycles_per_second + US_TICKS - 1) / US_TICKS;
}

#endif
