/* Goals and plans of the scripted players.
 *
 * A plan is a table of steps. A step is a goal of the ontology with its parameters, and its
 * relation to its neighbors. The table writes a tree by depth: the steps that are one deeper than
 * the step before are its parts. The parts are done first; then the step itself is pursued.
 * WinWargus and DefeatPlayer are above all steps.
 *
 * The plan decides on the goals. The staff's departments (works, economy, army) pursue them, and
 * open goals below the plan's own if something is lacking: a requirement of a unit, food, wood, a
 * place for new workers, or defense against a threat. */
#ifndef US_PLAYERS_SKIRMISH_GOALS_H
#define US_PLAYERS_SKIRMISH_GOALS_H

#include "players/skirmish/observation.h"
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

/* The relation of a step to the next ones, and its duration. */
enum {
    SP_KEEP = 1,  /* maintained beside all following steps, until the parent ends or a later KEEP of
                     the same goal and type replaces it */
    SP_WITH = 2,  /* pursued together with the next step */
    SP_EARLY = 4, /* its parts begin while the step before it is out in the field */
    SP_AGAIN = 8, /* the plan continues from here after its end */
};

/* How to place a building (SP_MAKE) and how to attack (SP_CLEAR). */
typedef enum sp_how {
    SP_HOME,   /* near the hall */
    SP_FRONT,  /* at the gathering point, towards the enemy */
    SP_MINES,  /* beside a mine that is not worked yet */
    SP_ENEMY,  /* before the enemy's nearest building */
    SP_STORM,  /* all together, stage by stage; back when it is lost */
    SP_RAID,   /* attack the defenseless, run from the armed */
    SP_SIEGE,  /* a storm at the pace of the engines, never without them */
    SP_ALL_IN, /* a storm with all workers but two, without retreat */
} sp_how;

typedef struct sp_step {
    uint8_t depth; /* 1: below DefeatPlayer */
    uint8_t goal, flags, how;
    const char *type;  /* name in the domain; an abstract type if there is one */
    int16_t number;    /* units to own; farms; gold */
    int16_t second;    /* peasants; wood; a wave's least number of fighters */
    int16_t grow;      /* added to number in each round of the plan */
    int16_t most;      /* limit of number's growth */
    us_cycle patience; /* cycles until it is given up; 0: SP_PATIENCE */
    int8_t rank;       /* steps of lower rank are served first if resources are scarce */
} sp_step;

enum { SP_NEVER = 10000 /* courage of a plan that never attacks */ };
enum { SP_PATIENCE = 6000, SP_STEPS_MAX = 48 };

typedef struct sp_plan {
    const char *name, *about;
    const char *family; /* family of maps that it is made for; NULL: any */
    const sp_step *step;
    int steps;
    int wood;    /* percent of the workers that cut wood if nothing is lacking */
    int watch;   /* percent of the enemy's strength below which soldiers come first; 0: never */
    int nerve;   /* percent of the enemy's strength at which a wave sets out */
    int courage; /* percent of its own strength: a wave goes on against so much */
    int guard;   /* percent of the fighters that stay at home */
    bool meek;   /* defends only against attackers */
    int militia; /* percent: workers take up arms if the defenders fall short of the threat by that
                    much; 0: never */
} sp_plan;

/* ---- goal instances */

enum { SP_OPEN_MAX = 128 };

/* A drive makes more and more of a kind for as long as there is a reason. Its number is known only
 * at its end. */
typedef enum sp_drives { SP_DRIVE_GUARD, SP_DRIVE_SURPLUS, SP_DRIVES } sp_drives;
typedef struct sp_drive {
    uint32_t goal;
    us_type kind;
    int most;        /* most units that were there and under way */
    us_cycle wanted; /* last cycle with a reason */
} sp_drive;

/* The kinds that were ordered for infrastructure: bits. */
typedef enum sp_ordered {
    SP_ORDERED_FARM = 1,
    SP_ORDERED_WORKER = 2,
    SP_ORDERED_BOTH = SP_ORDERED_FARM | SP_ORDERED_WORKER,
} sp_ordered;

typedef struct sp_pursuit {
    us_goal_instance label; /* see sp_goal_raise_number */
    int32_t aim[2];         /* its numbers */
    int32_t most;           /* most units there and ordered for it */
    uint8_t ordered;        /* of infrastructure: sp_ordered */
} sp_pursuit;

typedef struct sp_goals {
    int type[SP_GOALS];         /* indices of the goals in the domain */
    US_LIST(sp_pursuit) list;   /* by id - 1 */
    us_goal_instance *labeled;  /* room for the result of sp_goals_list_labels */
    uint32_t open[SP_OPEN_MAX]; /* ids, ascending */
    int open_count;
    uint32_t win, defeat;
    uint32_t infrastructure; /* the last instance */
    int32_t farms, workers;  /* most that were there and under way for it */
    sp_drive drive[SP_DRIVES];
} sp_goals;

/* Returns US_MISMATCH if the domain lacks a goal that the plans use, or gives it other
 * parameters. */
us_status sp_goals_check(const us_domain *domain, us_error *err);
void sp_goals_init(sp_player *s);
void sp_goals_clear(sp_player *s);
/* Opens the two top goals, before any other goal. */
void sp_goals_open_top(sp_player *s);
/* Opens an infrastructure goal, and returns its id. If only farms or only workers are lacking, it
 * is a goal of making those. A goal that follows at once resumes the one before. */
uint32_t sp_goal_open_infrastructure(sp_player *s, us_goal_kind kind, int32_t farms,
                                     int32_t workers);
/* Returns all sp_goals.list.count instances as labels. Infrastructure for which only farms or only
 * workers were ordered becomes a goal of making those. The list is valid until the next call, or
 * until a goal is opened. */
const us_goal_instance *sp_goals_list_labels(const sp_player *s);
/* Returns the open infrastructure goal; 0: none. */
uint32_t sp_goal_find_infrastructure(const sp_player *s);
/* Sets the numbers of an infrastructure goal. */
void sp_goal_set_infrastructure(sp_player *s, uint32_t id, int32_t farms, int32_t workers);

/* Opens a goal below another and returns its id. type: for SP_MAKE, SP_CLEAR, SP_LEARN. a, b, c:
 * its numbers in the order of the ontology (SP_KILL: a is the unit). If too many goals are open, it
 * returns the parent's id. */
uint32_t sp_goal_open(sp_player *s, uint32_t parent, sp_goal goal, us_goal_kind kind, us_type type,
                      int32_t a, int32_t b, int32_t c);
bool sp_goal_test(const sp_player *s, sp_goal goal, us_type type, int32_t a, int32_t b);
/* Lowers the number of an open goal of making to the units that were made and ordered for it,
 * before the goal is given up. */
void sp_goal_lower_number(sp_player *s, uint32_t id);
void sp_goal_close(sp_player *s, uint32_t id, bool achieved); /* with all open goals below it */
bool sp_goal_is_open(const sp_player *s, uint32_t id);
/* Returns whether the goal's test holds now. */
bool sp_goal_is_reached(const sp_player *s, uint32_t id);
us_type sp_goal_type(const sp_player *s, uint32_t id); /* its type argument, or US_NO_TYPE */
/* Closes all goals whose test holds. */
void sp_goals_close_reached(sp_player *s);
/* Returns an open child of that goal and type, of any type if the goal has no type; 0: none. */
uint32_t sp_goal_find_child(const sp_player *s, uint32_t parent, sp_goal goal, us_type type);
/* Returns the same child, and opens it if there is none. */
uint32_t sp_goal_find_or_open(sp_player *s, uint32_t parent, sp_goal goal, us_type type,
                              int32_t number);

/* Returns the goal that an order for `goal` serves: of several open goals of making one kind, the
 * one with the largest number. */
uint32_t sp_goal_find_served(const sp_player *s, uint32_t goal);
/* Counts one more order for the goal: its label then has at least that number. */
void sp_goal_raise_number(sp_player *s, uint32_t goal, us_type made);
/* Returns the goal for more units of a kind without a plan step: an open goal of making them, else
 * the drive's own. */
uint32_t sp_drive_goal(sp_player *s, sp_drives which, us_type kind);
/* Returns the parent for a requirement of the goal: a drive has no parts. */
uint32_t sp_goal_find_parent(const sp_player *s, uint32_t goal);
void sp_drives_run(sp_player *s); /* at the end of a think */

/* ---- the plan at work (plan.c) */

typedef struct sp_progress {
    uint8_t state; /* private to plan.c */
    bool parts_done;
    uint32_t goal;
    us_cycle since;
    us_type type, kind; /* type to make; type that counts */
} sp_progress;

typedef struct sp_script {
    sp_progress at[SP_STEPS_MAX];
    int round;       /* rounds of the plan so far */
    us_cycle ruined; /* cycle in which the base's last means was lost; 0: the base has means */
} sp_script;

/* Returns US_MISMATCH if the lexicon's faction cannot make the type of a step. */
us_status sp_script_check(const sp_plan *plan, const sp_lexicon *words, us_error *err);
void sp_script_init(sp_player *s);
void sp_script_run(sp_player *s);           /* opens, closes and pursues goals */
void sp_script_spend_surplus(sp_player *s); /* after the works: spends money that is left */

extern const sp_plan sp_ai_plan[], sp_expert_plan[]; /* by name; a NULL name ends them */

#endif
