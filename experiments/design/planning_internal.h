/* A plan in the making, private to the sources of planning. */
#ifndef US_EXPERIMENTS_DESIGN_PLANNING_INTERNAL_H
#define US_EXPERIMENTS_DESIGN_PLANNING_INTERNAL_H

#include "experiments/design/planning.h"

/* The folder for files in the making, within the experiment's folder. The name is reserved for
 * it. */
#define US_PLANNING_FOLDER "understudy-planning"

/* The number of changes that the first round of a search listed. */
typedef struct us_planned_search {
    const us_spec_library *library;
    int run, changes;
} us_planned_search;

typedef US_LIST(us_planned_search) us_planned_searches;

typedef struct us_planning {
    const us_planning_def *def;
    const us_spec *spec;
    const char *folder; /* folder for files in the making */
    us_manifest *out;
    bool sketch; /* libraries are not made yet: entrants have names, but no identity */
    us_domain *domain;
    const char *base;              /* absolute path of the spec's folder, and a slash */
    us_planned_searches *searches; /* so far */
    us_error *err;
} us_planning;

const char *us_planning_copy_text(const us_planning *p,
                                  const char *text); /* copies; NULL stays NULL */
/* Passes a remark, formatted as by printf, to the definition's note, if there is one. */
void us_planning_log(const us_planning *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns US_BAD_INPUT for a fault in what a node of the spec names, at the node's place. */
us_status us_planning_fail(const us_planning *p, const us_json_node *node, const us_error *fault);
/* Returns US_INTERRUPTED once the definition's stop returns true. */
us_status us_planning_check_stop(const us_planning *p);

/* ---- files to make */

/* Appends the path of a library's file within the folder. size 0: it learns from all
 * demonstrations. */
void us_planning_print_library_path(const us_spec_library *library, int size, int draw,
                                    us_str *out);

us_status us_planning_make_folder(const us_planning *p, const char *name);
/* Makes the index-th map of a request in a folder within the plan's, and appends its path relative
 * to the plan's folder. */
us_status us_planning_make_map(const us_planning *p, const us_spec_map *from, int64_t index,
                               const char *folder, us_str *name);
/* Appends the path of a map that is named. */
us_status us_planning_find_map(const us_planning *p, const us_spec_map *from, us_str *path);

/* ---- adapted libraries */

/* The folders of training maps, training games and searches; none of their files become part of the
 * plan. The folder of searches stays after a kill, until a plan is complete: all searches of a plan
 * share its journal. */
#define US_PLANNED_GROUNDS  "grounds"
#define US_PLANNED_TRAINING "training"
#define US_PLANNED_SEARCH   "search"

/* Makes and opens the training maps of all libraries. Refuses a map that the experiment plays
 * on. */
us_status us_planning_make_training_maps(const us_planning *p);
/* Checks that the opponents and patterns of an adapted library are there. */
us_status us_planning_check_adapted(const us_planning *p, const us_spec_library *library);
us_status us_planning_adapt_library(const us_planning *p, const us_spec_library *library, int run,
                                    const char *file);

/* ---- entrants */

/* Returns the library that is made for this agent, or NULL. rest: the agent's settings are appended
 * to it; or NULL. */
const us_spec_library *us_planning_find_library(const us_planning *p, const char *agent,
                                                us_str *rest);
/* Appends an agent of the spec without such a library, with the path of its file, if it has one. */
us_status us_planning_print_agent(const us_planning *p, const us_json_node *node, const char *agent,
                                  us_str *out);

/* ---- the plan and the one before it */

/* Writes manifest and spec, and moves all files to their places; names in the manifest follow. */
us_status us_planning_install(const us_planning *p);
/* Removes the leftovers of a plan that was ended, or of this plan if it fails: the whole folder for
 * files in the making, and those files in place that the plan in place does not name. keep: games
 * of searches that are in the journal stay, and the next plan continues from them. */
void us_planning_remove_leftovers(const us_planning *p, bool keep);

/* Returns whether the folder has results of games, in journals or merged. */
bool us_experiment_has_results(const char *folder);
/* Checks that the results in the folder belong to this plan, by a sketch with its games, as far as
 * possible before libraries are made. */
us_status us_planning_check_sketch(const us_planning *p);

#endif
