/* Commands, one per file; main.c lists them all. */
#ifndef US_CLI_COMMANDS_H
#define US_CLI_COMMANDS_H

#include "cli/options.h"

extern const us_command us_command_adapt;
extern const us_command us_command_annotate;
extern const us_command us_command_demo;
extern const us_command us_command_experiment_compare;
extern const us_command us_command_experiment_export;
extern const us_command us_command_experiment_merge;
extern const us_command us_command_experiment_plan;
extern const us_command us_command_experiment_report;
extern const us_command us_command_experiment_run;
extern const us_command us_command_experiment_status;
extern const us_command us_command_experiment_submit;
extern const us_command us_command_experiment_verify;
extern const us_command us_command_experiment_work;
extern const us_command us_command_game_maps;
extern const us_command us_command_game_agents;
extern const us_command us_command_game_demos;
extern const us_command us_command_game_show;
extern const us_command us_command_game_play;
extern const us_command us_command_game_mapgen;
extern const us_command us_command_learn;
extern const us_command us_command_library_check;
extern const us_command us_command_library_diff;
extern const us_command us_command_library_export;
extern const us_command us_command_library_import;
extern const us_command us_command_library_list;
extern const us_command us_command_library_merge;
extern const us_command us_command_library_prune;
extern const us_command us_command_library_show;
extern const us_command us_command_library_shuffle;
extern const us_command us_command_library_stats;
extern const us_command us_command_library_update;
extern const us_command us_command_pattern_check;
extern const us_command us_command_retrieve;
extern const us_command us_command_studio;
extern const us_command us_command_library_eval;
extern const us_command us_command_trace_check;
extern const us_command us_command_trace_convert;
extern const us_command us_command_trace_film;
extern const us_command us_command_trace_replay;
extern const us_command us_command_trace_show;
extern const us_command us_command_trace_stats;
extern const us_command us_command_trace_trim;
extern const us_command us_command_tree_check;
extern const us_command us_command_tree_expect;
extern const us_command us_command_tree_export;
extern const us_command us_command_tree_import;
extern const us_command us_command_tree_run;

#endif
