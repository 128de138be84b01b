/* What the sources of planning share: a plan in the making. */
#ifndef US_EXPERIMENTS_PLANNING_INSIDE_H
#define US_EXPERIMENTS_PLANNING_INSIDE_H

#include "experiments/planning.h"

/* Where it is made, within the experiment's folder: nobody else has one of that name. */
#define US_PLANNING_FOLDER "understudy-planning"

/* How many repairs of a library's run were put to the proof. */
typedef struct us_planned_proofs {
    struct {
        const us_spec_library *library;
        int run, proved;
    } * item;
    int count, capacity;
} us_planned_proofs;

typedef struct us_planned {
    const us_planning *def;
    const us_spec *spec;
    const char *folder; /* where it is made */
    us_manifest *out;
    bool sketch; /* libraries are not made yet: entrants have names, and no identity */
    us_domain *domain;
    us_str base; /* the folder of the spec, from the root on, and a slash */
    us_planned_proofs *proofs;
    us_error *err;
} us_planned;

const char *us_planned_keep(const us_planned *p, const char *text); /* NULL: NULL */
/* A remark, as printf; nothing where nobody listens. */
void us_planned_note(const us_planned *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What was found wrong in what a node of the spec names, at its place. Returns US_BAD_INPUT. */
us_status us_planned_refuse(const us_planned *p, const us_json_node *node, const us_error *fault);
/* US_INTERRUPTED once somebody wants to stop. */
us_status us_planned_go_on(const us_planned *p);
/* Where a file that a spec names lies, from the root on: appended. False: there is none. */
bool us_planned_file(const us_planned *p, const char *name, us_str *out);

/* ---- what is made: planning_make.c */

/* All demonstrations are there. */
us_status us_planned_look(const us_planned *p);
us_status us_planned_libraries(const us_planned *p);
/* What tells one of several libraries from the others in names, appended: "-2-1". */
void us_planned_suffix(const us_spec_library *library, int size, int draw, us_str *out);
/* A library's file within the folder, appended. size 0: of all demonstrations. */
void us_planned_library(const us_spec_library *library, int size, int draw, us_str *out);
us_status us_planned_maps(const us_planned *p);

/* A folder within the plan's. */
us_status us_planned_below(const us_planned *p, const char *name);
/* Makes a map by a wish, so many further on, in a folder within the plan's. Its name from there is
 * appended. */
us_status us_planned_map(const us_planned *p, const us_spec_map *from, int64_t index,
                         const char *folder, us_str *name);
/* Where one lies that is named, appended. */
us_status us_planned_find_map(const us_planned *p, const us_spec_map *from, us_str *path);

/* ---- adapted: planning_adapt.c */

/* The folders in which training maps and training games lie; nothing of them is put in place. */
#define US_PLANNED_GROUNDS  "grounds"
#define US_PLANNED_TRAINING "training"

/* Makes and opens the training maps of all libraries: refuses one that the experiment plays on. */
us_status us_planned_grounds(const us_planned *p);
/* Opponents and patterns of a library that is adapted are there. */
us_status us_planned_look_adapted(const us_planned *p, const us_spec_library *library);
us_status us_planned_adapt(const us_planned *p, const us_spec_library *library, int run,
                           const char *file);

/* ---- who and what is listed: planning_list.c */

/* The library that is made for this agent, or NULL. rest: its settings are appended; or NULL. */
const us_spec_library *us_planned_made(const us_planned *p, const char *agent, us_str *rest);
/* An agent of the spec that has no such library, with the path of its file, if it has one:
 * appended. */
us_status us_planned_agent(const us_planned *p, const us_json_node *node, const char *agent,
                           us_str *out);

/* No more of anything, and nothing longer, than a manifest may have. */
us_status us_planned_count(const us_planned *p);
us_status us_planned_entrants(const us_planned *p);
/* Says which libraries are learned for nobody. */
void us_planned_note_unused(const us_planned *p);
void us_planned_games(const us_planned *p);

/* ---- put in place: planning_put.c */

/* Writes manifest and spec, and puts all where it belongs; names in the manifest follow. */
us_status us_planned_put(const us_planned *p);
/* What a plan left that was ended, or that this one made and nobody wants: all of the folder in
 * which it was made, and of what was put in place what the plan in place does not name. */
void us_planned_drop(const us_planned *p);

/* ---- what is left of an older plan: planning_older.c */

/* The folder has results of games, in journals or merged. */
bool us_planned_results(const char *folder);
/* They are of this plan. */
us_status us_planned_check_same(const us_planned *p);
/* The same, as far as a sketch with its games tells: refuses what the former would refuse, too. */
us_status us_planned_check_like(const us_planned *p);
/* old: files that the older plan made, and that go with it. */
us_status us_planned_check_used(const us_planned *p, const us_names *old);
/* Where there are no results: what they came to. */
void us_planned_drop_outcome(const char *folder);

#endif
