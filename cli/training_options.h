/* Options of training games, shared by commands that let a library play: opponents, maps, seed and
 * rules. */
#ifndef US_CLI_TRAINING_OPTIONS_H
#define US_CLI_TRAINING_OPTIONS_H

#include "cli/options.h"
#include "experiments/run/training_field.h"

/* Indices of the options in the command's table. */
typedef struct us_training_options {
    int against; /* "--against", repeatable: an agent or US_TRAINING_ITSELF */
    int map;     /* "--map", repeatable */
    int family;  /* "--family", repeatable */
    int size;    /* "--size", repeatable: a whole number */
    int seed;    /* "--seed", with a default */
    int max_cycles;
    int fog; /* a flag */
} us_training_options;

/* Reads the options. Without --against, the opponents are all ai: agents of the domain. Without
 * --map, each game has a generated map: of all families without --family, of the sizes 48, 64 and
 * 80 without --size. Without --max-cycles, the domain's limit holds.
 *
 * The field borrows the domain, and texts from args; lists are in the arena. Agents and named
 * maps are not opened: see us_training_field_check. US_BAD_INPUT: a value is wrong or given twice,
 * or options exclude each other. */
us_status us_args_read_training_field(const us_args *args, const us_training_options *options,
                                      const us_domain *domain, us_arena *arena,
                                      us_training_field *out, us_error *err);

/* Splits the argument LIB?SETTINGS, which names a library as a player does: path and settings,
 * "?..." or nothing, are appended. US_BAD_INPUT: a setting is unknown. */
us_status us_args_split_library(const char *argument, us_str *path, us_str *settings,
                                us_error *err);

#endif
