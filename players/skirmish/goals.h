/* Goals and plans.
 *
 * A plan is a table of steps: goals of the ontology with their parameters and how they stand to
 * their neighbors. The tree is written by depth: steps that are one deeper than the one before
 * are its parts, done first; then it is pursued itself. Above all steps stand WinWargus and
 * DefeatPlayer.
 *
 * The plan decides what is done. The staff's departments (works, economy, army) do it, and open
 * goals below the plan's own where something is lacking: what a unit requires, food, wood,
 * a place for new workers, a threat to be met. */
#ifndef US_PLAYERS_SKIRMISH_GOALS_H
#define US_PLAYERS_SKIRMISH_GOALS_H

#include "players/skirmish/ground.h"
#include "players/skirmish/skirmish_players.h"

typedef enum sp_goal {
    SP_WIN,            /* WinWargus(player) */
    SP_DEFEAT,         /* DefeatPlayer(player) */
    SP_MAKE,           /* BuildUnits(player, type, number): own so many */
    SP_GET,            /* GetResources(player, gold, wood, oil): have so much in stock */
    SP_KILL,           /* KillUnit(player, unit) */
    SP_CLEAR,          /* KillUnitType(player, enemy, type): the enemy has none left */
    SP_LEARN,          /* Research(player, type) */
    SP_INFRASTRUCTURE, /* ResourceInfrastructure(player, farms, peasants) */
    SP_GOALS,
} sp_goal;

/* How a step stands to the next ones, and for how long. */
enum {
    SP_KEEP = 1,  /* kept up beside all that follows, until the parent ends or a later KEEP of
                     the same goal and type takes its place */
    SP_WITH = 2,  /* the next step is pursued at the same time */
    SP_EARLY = 4, /* its parts begin while the step before it is out in the field */
    SP_AGAIN = 8, /* the plan goes on from here when it has come to its end */
};

/* Where to build (SP_MAKE) and how to strike (SP_CLEAR). */
typedef enum sp_how {
    SP_HOME,   /* near the hall */
    SP_FRONT,  /* at the gathering point, towards the enemy */
    SP_MINES,  /* beside a mine that is not worked yet */
    SP_ENEMY,  /* before the enemy's door */
    SP_STORM,  /* all together, from stage to stage, back when it is lost */
    SP_RAID,   /* strike what cannot defend itself, run from what can */
    SP_SIEGE,  /* as a storm, at the pace of the engines and never without them */
    SP_ALL_IN, /* a storm with all workers but two, without retreat */
} sp_how;

typedef struct sp_step {
    uint8_t depth; /* 1: below DefeatPlayer */
    uint8_t goal, flags, how;
    const char *type;  /* of the domain; abstract where there is one */
    int16_t number;    /* units to own; farms; gold */
    int16_t second;    /* peasants; wood; a wave's least number of fighters */
    int16_t grow;      /* added to number each time the plan comes round */
    int16_t most;      /* number does not grow beyond */
    us_cycle patience; /* given up after so long; 0: SP_PATIENCE */
    int8_t rank;       /* lower is served first when there is not enough for all */
} sp_step;

enum { SP_NEVER = 10000 /* courage of who does not attack */ };
enum { SP_PATIENCE = 6000, SP_STEPS_MAX = 48 };

typedef struct sp_plan {
    const char *name, *about;
    const char *family; /* it is made for; NULL: any */
    const sp_step *step;
    int steps;
    int wood;    /* percent of the workers that cut wood when nothing is lacking */
    int watch;   /* percent of the enemy's strength below which soldiers come first; 0: never */
    int nerve;   /* percent of the enemy's strength with which a wave sets out */
    int courage; /* percent: a wave goes on against so much of its own strength */
    int guard;   /* percent of the fighters that stay at home */
    bool meek;   /* answers only those who strike */
    int militia; /* percent: workers take up arms when the defenders fall short of the threat by
                    that much; 0: never */
} sp_plan;

/* ---- instances */

enum { SP_OPEN_MAX = 128 };

/* Making more and more of a kind for as long as there is a reason: how many it were is known when
 * that ends. */
typedef enum sp_drives { SP_DRIVE_GUARD, SP_DRIVE_SURPLUS, SP_DRIVES } sp_drives;
typedef struct sp_drive {
    uint32_t goal;
    us_type kind;
    int most;        /* there and under way, at most so far */
    us_cycle wanted; /* when there last was a reason */
} sp_drive;

/* What was ordered for infrastructure: bits. */
typedef enum sp_ordered {
    SP_ORDERED_FARM = 1,
    SP_ORDERED_WORKER = 2,
    SP_ORDERED_BOTH = SP_ORDERED_FARM | SP_ORDERED_WORKER,
} sp_ordered;

typedef struct sp_goals {
    int type[SP_GOALS];     /* in the domain */
    us_goal_instance *list; /* as labels: see sp_goal_raise */
    int32_t (*aim)[2];      /* by instance: the numbers it was opened for */
    int32_t *most;          /* by instance: how many were there and ordered for it, at most */
    uint8_t *ordered;       /* by instance of infrastructure: of sp_ordered */
    us_goal_instance *told; /* room for what sp_goals_tell returns */
    int count, capacity;
    uint32_t open[SP_OPEN_MAX]; /* ids, ascending */
    int open_count;
    uint32_t win, defeat;
    uint32_t infrastructure; /* the last one */
    int32_t farms, staff;    /* that were there and under way for it, at most */
    sp_drive drive[SP_DRIVES];
} sp_goals;

/* US_MISMATCH: the domain lacks a goal that is pursued here, or it has other parameters. */
us_status sp_goals_check(const us_domain *domain, us_error *err);
void sp_goals_init(sp_staff *s);
void sp_goals_clear(sp_staff *s);
/* The two above all others, opened once: before anything else is. */
void sp_goals_top(sp_staff *s);
/* Infrastructure: when farms or workers alone are lacking, it is a goal of making those. One that
 * follows at once goes on with the one before. */
uint32_t sp_goal_infrastructure(sp_staff *s, us_goal_kind kind, int32_t farms, int32_t workers);
/* All instances as labels, sp_goals.count of them: infrastructure for which only farms or only
 * workers were ordered is a goal of making those. Until the next call, or until one is opened. */
const us_goal_instance *sp_goals_tell(const sp_staff *s);
/* The one that is open; 0: none. */
uint32_t sp_goal_feeding(const sp_staff *s);
/* Its numbers are others now. */
void sp_goal_aim_infrastructure(sp_staff *s, uint32_t id, int32_t farms, int32_t workers);

/* Open a goal below another. type: SP_MAKE, SP_CLEAR, SP_LEARN; a, b, c: its numbers in the
 * order of the ontology (SP_KILL: a is the unit). When too many are open, the parent's id
 * returns. */
uint32_t sp_goal_open(sp_staff *s, uint32_t parent, sp_goal goal, us_goal_kind kind, us_type type,
                      int32_t a, int32_t b, int32_t c);
bool sp_goal_would_hold(const sp_staff *s, sp_goal goal, us_type type, int32_t a, int32_t b);
/* Whoever goes on with fewer than he set out for has meant those: a goal of making that is given
 * up asks for what was made for it. */
void sp_goal_settle(sp_staff *s, uint32_t id);
void sp_goal_close(sp_staff *s, uint32_t id, bool achieved); /* and all that is open below it */
bool sp_goal_is_open(const sp_staff *s, uint32_t id);
/* Its test holds now. */
bool sp_goal_holds(const sp_staff *s, uint32_t id);
us_type sp_goal_type(const sp_staff *s, uint32_t id); /* its argument, or US_NO_TYPE */
/* Close all whose test holds. */
void sp_goals_sweep(sp_staff *s);
/* An open child of that goal and type (of any type, where the goal has none); 0: none. */
uint32_t sp_goal_child(const sp_staff *s, uint32_t parent, sp_goal goal, us_type type);
/* The same, opened if there is none. */
uint32_t sp_goal_below(sp_staff *s, uint32_t parent, sp_goal goal, us_type type, int32_t number);

/* Of several open goals of making one kind, all orders serve the one that asks for most. */
uint32_t sp_goal_serving(const sp_staff *s, uint32_t goal);
/* One more is ordered for it: the label asks for so many at least. */
void sp_goal_raise(sp_staff *s, uint32_t goal, us_type made);
/* The goal for more of a kind without a plan: one that is open, or else the drive's own. */
uint32_t sp_drive_goal(sp_staff *s, sp_drives which, us_type kind);
/* Below which goal to put what a goal requires: a drive has no parts. */
uint32_t sp_goal_reason(const sp_staff *s, uint32_t goal);
void sp_drives_run(sp_staff *s); /* at the end of a think */

/* ---- the plan at work (plan.c) */

typedef struct sp_progress {
    uint8_t state; /* private to plan.c */
    bool parts_done;
    uint32_t goal;
    us_cycle since;
    us_type type, kind; /* what to make; what counts */
} sp_progress;

typedef struct sp_script {
    sp_progress at[SP_STEPS_MAX];
    int round;       /* times the plan came round */
    us_cycle ruined; /* since when there is nothing to live on; 0: there is */
} sp_script;

/* US_MISMATCH: the faction that the words are of can't make what a step is about. */
us_status sp_script_check(const sp_plan *plan, const sp_lexicon *words, us_error *err);
void sp_script_init(sp_staff *s);
void sp_script_run(sp_staff *s);     /* open, close, pursue */
void sp_script_surplus(sp_staff *s); /* after the works: what to do with money that is left */

extern const sp_plan sp_ai_plan[], sp_expert_plan[]; /* sorted by name; end in name NULL */

#endif
