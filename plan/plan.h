/* The plan: how a seat plays with a library. From a goal a tree of goals and behaviors grows: for a
 * goal that is ready a behavior is retrieved with the state of that moment, its steps are bound to
 * what is there now, and what fails is tried again otherwise, or goes one level up. docs/PLAN.md is
 * the manual.
 *
 * The plan is the host of a run (behavior/run.h). It reads one view, gives orders, and notes what
 * it did and why. */
#ifndef US_PLAN_PLAN_H
#define US_PLAN_PLAN_H

#include "behavior/run.h"
#include "domain/note.h"
#include "game/game.h"
#include "plan/revise.h"
#include "retrieve/groups.h"
#include "retrieve/retrieve.h"

/* The number of the way in which libraries and trees play. It enters what experiments plan, so that
 * games of two ways are never taken for games of one. Raise it with each change of behavior/,
 * retrieve/ or plan/ after which a library or a tree plays some game otherwise: short games, by
 * which an experiment checks its players, miss most such changes. 0 is any way before there were
 * numbers; 1: ties of retrieval are broken by lots of seed, map and seat. */
enum { US_PLAY_VERSION = 1 };

typedef struct us_plan us_plan;

typedef enum us_plan_choice { US_CHOOSE_STATE, US_CHOOSE_GOAL, US_CHOOSE_RANDOM } us_plan_choice;
typedef enum us_plan_demonstrator { US_TAUGHT_BY_ALL, US_TAUGHT_BY_ONE } us_plan_demonstrator;
typedef enum us_plan_shared { US_SHARED_ALL, US_SHARED_UNITS, US_SHARED_OFF } us_plan_shared;

/* How it plays: each can be turned off to measure what it is worth. */
typedef struct us_plan_settings {
    const us_revision_rule *revision;
    int retrieval;    /* us_plan_choice: by goal and state, by goal alone, at random */
    int demonstrator; /* us_plan_demonstrator: cases of all are retrieved, or of one, drawn */
    int interference; /* us_plan_shared: reserved are units, cells and resources; units; nothing */
    int outcomes;     /* 1: what was tried before counts in retrieval */
    int suffixes;     /* 1: cases that begin in the middle are retrieved, too */
    int producers;    /* 1: what a step lacks is made; who died is replaced */
    int ways;         /* 1: where no way leads there, one is opened */
    int gathering;    /* 1: who gathers what is plenty is set to what is lacking */
    int company;      /* 1: who harms takes along all who are free */
    int reinforcements; /* us_reinforcing: more of those who harm are made */
    int passing;        /* 1: a step that comes to nothing doesn't end its behavior */
    int reactions;      /* 1: the domain's own root runs, with what answers to attacks */
    int pace;           /* 1: no step is begun earlier than in the demonstration */
    int attempts;       /* at a goal; 0: as its step says */
} us_plan_settings;

typedef enum us_reinforcing {
    US_REINFORCE_DOMAIN, /* as the domain says */
    US_REINFORCE_ON,
    US_REINFORCE_OFF,
} us_reinforcing;

us_plan_settings us_plan_settings_default(void);
/* "name=value": changes one. */
us_status us_plan_set(us_plan_settings *settings, const char *setting, us_error *err);
typedef struct us_plan_setting_row {
    const char *name, *values, *about;
    const char *const *word; /* private: what its values are; NULL: no words */
    size_t at;               /* private: where it stands */
} us_plan_setting_row;
int us_plan_setting_rows(const us_plan_setting_row **out);

typedef struct us_plan_def {
    const us_scenario *scenario; /* borrowed, as all here but the goal, which is copied */
    us_seat seat;
    uint64_t seed;                   /* of what is drawn */
    us_case_base *case_base;         /* NULL: goals find nothing */
    const us_groups *demonstrations; /* of the case base: needed where one is drawn */
    const us_goal *goal;             /* what is pursued until the end */
    const us_template *root;         /* the tree that pursues it; NULL: one that does only that */
    const us_template *tree; /* what is run instead; trees that are called are the case base's */
    us_plan_settings settings;
} us_plan_def;

us_plan *us_plan_new(const us_plan_def *def);
void us_plan_free(us_plan *plan); /* NULL is fine */

/* events: all since the last call. Returns the cycle at which it wants to think again without an
 * event that it listens to. */
us_cycle us_plan_think(us_plan *plan, const us_view *view, const us_events *events,
                       us_orders *orders);
/* What became of the orders of the last think, in their order. */
void us_plan_told(us_plan *plan, const us_order *order, us_reason reason);
uint32_t us_plan_listens(void); /* bits of events that wake it earlier */

/* The game is over, instead of a think: goals whose tests hold, and what fills them, have
 * succeeded; where the seat has not won, the others have failed, but for those to be kept up, which
 * stay open. */
void us_plan_over(us_plan *plan, const us_view *view, const us_outcome *outcome);

/* What the last think, or the end, did. Borrowed until the next. */
int us_plan_notes(const us_plan *plan, const us_note **out);
/* Goal instances so far, whose ids label orders. Borrowed until the next think. */
int us_plan_labels(const us_plan *plan, const us_goal_instance **out);

typedef struct us_plan_counts {
    int64_t retrievals, expansions, steps, orders, refused;
    int64_t own; /* orders of nodes that the game took; others are the plan's own housekeeping */
} us_plan_counts;
us_plan_counts us_plan_count(const us_plan *plan);
const us_run *us_plan_run(const us_plan *plan);

#endif
