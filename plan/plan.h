/* The plan: a seat that plays with a library. One goal grows into a tree of goals and behaviors.
 * For a goal that is ready, the plan retrieves a behavior with the present state and binds its
 * steps to present units and places. If something fails, the plan tries another behavior, or the
 * failure goes one level up. docs/PLAN.md is the manual.
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
enum { US_PLAY_VERSION = 5 };

typedef struct us_plan us_plan;

typedef enum us_plan_choice { US_CHOOSE_STATE, US_CHOOSE_GOAL, US_CHOOSE_RANDOM } us_plan_choice;
typedef enum us_plan_demonstrator { US_TAUGHT_BY_ALL, US_TAUGHT_BY_ONE } us_plan_demonstrator;
typedef enum us_plan_shared { US_SHARED_ALL, US_SHARED_UNITS, US_SHARED_OFF } us_plan_shared;

/* Settings of a plan. Each can be turned off, to measure its worth. */
typedef struct us_plan_settings {
    const us_revision_rule *revision;
    int retrieval;    /* us_plan_choice: by goal and state, by goal alone, at random */
    int demonstrator; /* us_plan_demonstrator: cases of all demonstrations, or of a drawn one */
    int interference; /* us_plan_shared: tasks reserve units, cells and resources; units; nothing */
    int outcomes;     /* 1: outcomes of earlier games count in retrieval */
    int explore;      /* 1: choices vary by how little is known of them */
    int suffixes;     /* 1: suffix cases are retrieved, too */
    int producers;    /* 1: the plan makes what a step lacks, and replaces dead units */
    int ways;         /* 1: if no way leads to a target, the plan opens one */
    int gathering;    /* 1: workers move from an abundant resource to a scarce one */
    int company;      /* 1: an attack takes all free units along */
    int reinforcements; /* 1: new units of the same type join an attack, if the domain says so */
    int passing;        /* 1: a failed step doesn't end its behavior */
    int reactions;      /* 1: the domain's own root runs, which answers attacks */
    int pace;           /* 1: no step begins earlier than in the demonstration */
    int squads;         /* 1: fighters act as a squad */
    int least;          /* percent of likeness of goal types below which a case does not fit */
    int attempts;       /* behaviors tried for a goal; 0: as its step declares */
    int repairs;        /* 1: behaviors are repaired in play */
} us_plan_settings;

us_plan_settings us_plan_settings_default(void);
/* Changes one setting by "name=value"; "article" makes all settings those of the article's
 * system. */
us_status us_plan_settings_set(us_plan_settings *settings, const char *setting, us_error *err);
typedef struct us_plan_setting_row {
    const char *name, *values, *about;
    const char *const *word; /* private: the names of its values; NULL: a rule or a number */
    size_t at;               /* private: offset in us_plan_settings */
} us_plan_setting_row;
int us_plan_setting_rows(const us_plan_setting_row **out);

typedef struct us_plan_def {
    const us_scenario *scenario; /* borrowed, like all here but the goal, which is copied */
    us_seat seat;
    uint64_t seed;                   /* of random draws */
    us_case_base *case_base;         /* NULL: goals find no case */
    const us_groups *demonstrations; /* of the case base; needed if one is drawn */
    const us_goal *goal;             /* pursued until the end */
    const us_template *root; /* the tree that pursues the goal; NULL: a tree with that goal alone */
    const us_template *tree; /* runs instead of root; it calls trees of the case base */
    us_plan_settings settings;
    const struct us_repair_book *repairs; /* patterns for repairs in play; NULL: none */
} us_plan_def;

us_plan *us_plan_new(const us_plan_def *def);
void us_plan_free(us_plan *plan); /* NULL is fine */

/* events: all since the last call. Returns the cycle at which the plan wants to think again if no
 * event that it listens to comes earlier. */
us_cycle us_plan_think(us_plan *plan, const us_view *view, const us_events *events,
                       us_orders *orders);
/* Reports what became of an order of the last think; one call for each order, in their order. */
void us_plan_on_order(us_plan *plan, const us_order *order, us_reason reason);
/* Live editing: gives the behavior of the template's name another text while the game goes on. From
 * the end of the next think at or after the cycle `from` on, it runs wherever that behavior is at
 * work (see us_run_replace) or is retrieved. Edits take effect in the order of the calls: `from`
 * must not be below that of an earlier edit. The template is of the plan's domain. The plan owns it
 * from then on, after failure, too. US_FAILED: see us_plan_check_edit. */
us_status us_plan_edit(us_plan *plan, us_template *template, us_cycle from, us_error *err);
/* Returns the number of edits that have not taken effect yet. */
int us_plan_count_coming_edits(const us_plan *plan);
/* Makes the checks of us_plan_edit without taking the template. The template is compared with the
 * last edit of the behavior that is still to take effect, or else with its present text. US_FAILED,
 * with the reason and its place: the case base has no such behavior; or see us_run_check_replace;
 * or the text adds a goal that no other behavior achieves. */
us_status us_plan_check_edit(us_plan *plan, const us_template *template, us_error *err);
/* A behavior that is at work. */
typedef struct us_plan_behavior {
    const us_template *template; /* as it runs; borrowed until the next think */
    us_hash hash;                /* as the library has it */
    uint32_t node;               /* its number in notes */
    bool replaced;               /* it was repaired in play, or edited */
} us_plan_behavior;
/* Lists the behaviors of the case base that are at work, each once, the longest at work first. A
 * behavior that has ended is not at work, even if its goal still waits for an effect. Returns their
 * number; at most `most` are written. */
int us_plan_list_behaviors(us_plan *plan, us_plan_behavior *out, int most);
/* Returns the behavior of that name as it is now, at work or not, or NULL. hash: as the library has
 * it; or NULL. */
const us_template *us_plan_find_behavior_named(us_plan *plan, const char *name, us_hash *hash);
uint32_t us_plan_wake_events(void); /* bits of events that wake the plan earlier */

/* Ends the game, instead of a think. Goals whose tests hold succeed, with the behaviors that fill
 * them. If the seat has not won, the other goals fail. Goals to maintain stay open. */
void us_plan_end_game(us_plan *plan, const us_view *view, const us_outcome *outcome);

/* Returns how many notes the last think, or the end, made. Borrowed until the next. */
int us_plan_notes(const us_plan *plan, const us_note **out);
/* Returns how many goal instances there are so far; their ids label orders. Borrowed until the next
 * think. */
int us_plan_labels(const us_plan *plan, const us_goal_instance **out);

typedef struct us_plan_counts {
    int64_t retrievals, expansions, steps, orders, refused;
    int64_t own; /* accepted orders of nodes; other orders are housekeeping */
} us_plan_counts;
us_plan_counts us_plan_get_counts(const us_plan *plan);
const us_run *us_plan_run(const us_plan *plan);

#endif
