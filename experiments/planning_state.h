/* A plan in the making, private to the sources of planning. */
#ifndef US_EXPERIMENTS_PLANNING_STATE_H
#define US_EXPERIMENTS_PLANNING_STATE_H

#include "experiments/planning.h"

/* The folder for files in the making, within the experiment's folder. The name is reserved for
 * it. */
#define US_PLANNING_FOLDER "understudy-planning"

/* The numbers of repairs that were put to the proof, by library and run. */
typedef struct us_planning_proofs {
    struct {
        const us_spec_library *library;
        int run, proved;
    } * item;
    int count, capacity;
} us_planning_proofs;

typedef struct us_planning_state {
    const us_planning_def *def;
    const us_spec *spec;
    const char *folder; /* folder for files in the making */
    us_manifest *out;
    bool sketch; /* libraries are not made yet: entrants have names, but no identity */
    us_domain *domain;
    us_str base; /* absolute path of the spec's folder, and a slash */
    us_planning_proofs *proofs;
    us_error *err;
} us_planning_state;

const char *us_planning_state_copy_text(const us_planning_state *p,
                                        const char *text); /* copies; NULL stays NULL */
/* Passes a remark, formatted as by printf, to the definition's note, if there is one. */
void us_planning_state_log(const us_planning_state *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns US_BAD_INPUT for a fault in what a node of the spec names, at the node's place. */
us_status us_planning_state_fail(const us_planning_state *p, const us_json_node *node,
                                 const us_error *fault);
/* Returns US_INTERRUPTED once the definition's stop returns true. */
us_status us_planning_state_check_stop(const us_planning_state *p);
/* Appends the absolute path of a file that a spec names. Returns false if there is no such file. */
bool us_planning_state_find_file(const us_planning_state *p, const char *name, us_str *out);

/* ---- files to make: planning_make.c */

/* Checks that all demonstrations are there. */
us_status us_planning_state_check_demos(const us_planning_state *p);
us_status us_planning_state_make_libraries(const us_planning_state *p);
/* Appends the suffix that distinguishes the names of several libraries: "-2-1". */
void us_planning_state_print_suffix(const us_spec_library *library, int size, int draw,
                                    us_str *out);
/* Appends the path of a library's file within the folder. size 0: it learns from all
 * demonstrations. */
void us_planning_state_print_library_path(const us_spec_library *library, int size, int draw,
                                          us_str *out);
us_status us_planning_state_make_maps(const us_planning_state *p);

/* Makes a folder within the plan's. */
us_status us_planning_state_make_folder(const us_planning_state *p, const char *name);
/* Makes the index-th map of a request in a folder within the plan's, and appends its path relative
 * to the plan's folder. */
us_status us_planning_state_make_map(const us_planning_state *p, const us_spec_map *from,
                                     int64_t index, const char *folder, us_str *name);
/* Appends the path of a map that is named. */
us_status us_planning_state_find_map(const us_planning_state *p, const us_spec_map *from,
                                     us_str *path);

/* ---- adapted libraries: planning_adapt.c */

/* The folders of training maps and training games; none of their files become part of the plan. */
#define US_PLANNED_GROUNDS  "grounds"
#define US_PLANNED_TRAINING "training"

/* Makes and opens the training maps of all libraries. Refuses a map that the experiment plays
 * on. */
us_status us_planning_state_make_training_maps(const us_planning_state *p);
/* Checks that the opponents and patterns of an adapted library are there. */
us_status us_planning_state_check_adapted(const us_planning_state *p,
                                          const us_spec_library *library);
us_status us_planning_state_adapt_library(const us_planning_state *p,
                                          const us_spec_library *library, int run,
                                          const char *file);

/* ---- lists of entrants and games: planning_list.c */

/* Returns the library that is made for this agent, or NULL. rest: the agent's settings are appended
 * to it; or NULL. */
const us_spec_library *us_planning_state_find_library(const us_planning_state *p, const char *agent,
                                                      us_str *rest);
/* Appends an agent of the spec without such a library, with the path of its file, if it has one. */
us_status us_planning_state_print_agent(const us_planning_state *p, const us_json_node *node,
                                        const char *agent, us_str *out);

/* Checks that numbers and lengths are within the limits of a manifest. */
us_status us_planning_state_check_limits(const us_planning_state *p);
us_status us_planning_state_add_entrants(const us_planning_state *p);
/* Notes the libraries that no player uses. */
void us_planning_state_log_unused(const us_planning_state *p);
void us_planning_state_add_games(const us_planning_state *p);

/* ---- putting in place: planning_put.c */

/* Writes manifest and spec, and moves all files to their places; names in the manifest follow. */
us_status us_planning_state_install(const us_planning_state *p);
/* Removes the leftovers of a plan that was ended, or of this plan if it fails: the whole folder for
 * files in the making, and those files in place that the plan in place does not name. */
void us_planning_state_remove_leftovers(const us_planning_state *p);

/* ---- remains of an older plan: planning_older.c */

/* Returns whether the folder has results of games, in journals or merged. */
bool us_experiment_has_results(const char *folder);
/* Checks that the results belong to this plan. */
us_status us_planning_state_check_results(const us_planning_state *p);
/* The same check by a sketch with its games, as far as possible: it refuses what
 * us_planning_state_check_results would refuse. */
us_status us_planning_state_check_sketch(const us_planning_state *p);
/* Checks that the new plan plays with none of the files in `old`, which the older plan made and
 * which are removed with it. */
us_status us_planning_state_check_old_files(const us_planning_state *p, const us_names *old);
/* Removes the outcome, results.jsonl and stopped.json, of a folder without results. */
void us_experiment_remove_outcome(const char *folder);

#endif
