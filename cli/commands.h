/* Commands, one per file. */
#ifndef US_CLI_COMMANDS_H
#define US_CLI_COMMANDS_H

#include "cli/options.h"

/* All commands, in the order of --help. */
#define US_COMMANDS(each)                                                                         \
    each(demo), each(game_maps), each(game_agents), each(game_demos), each(game_show),            \
        each(game_play), each(game_mapgen), each(trace_check), each(trace_convert),               \
        each(trace_film), each(trace_migrate), each(trace_replay), each(trace_show),              \
        each(trace_stats), each(trace_trim), each(annotate), each(tree_check), each(tree_run),    \
        each(tree_expect), each(tree_export), each(tree_import), each(learn), each(library_list), \
        each(library_show), each(library_export), each(library_import), each(library_merge),      \
        each(library_update), each(library_diff), each(library_story), each(library_check),       \
        each(library_stats), each(library_prune), each(library_shuffle), each(library_eval),      \
        each(library_practice), each(retrieve), each(adapt), each(pattern_check),                 \
        each(experiment_plan), each(experiment_run), each(experiment_work),                       \
        each(experiment_submit), each(experiment_status), each(experiment_merge),                 \
        each(experiment_verify), each(experiment_compare), each(experiment_report),               \
        each(experiment_export), each(studio)

#define US_COMMAND(name) us_command_##name
extern const us_command US_COMMANDS(US_COMMAND);

#endif
