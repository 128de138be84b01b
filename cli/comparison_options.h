/* Options of comparisons, shared by experiment compare, report and export --md. */
#ifndef US_CLI_COMPARISON_OPTIONS_H
#define US_CLI_COMPARISON_OPTIONS_H

#include "cli/options.h"
#include "experiments/compare/compare.h"

/* A table of options begins with US_COMPARING_TABLE; the command's own options start at
 * US_COMPARING_OPTIONS. */
enum {
    US_COMPARING_BASELINE,
    US_COMPARING_PLAYER,
    US_COMPARING_LEVEL,
    US_COMPARING_MARGIN,
    US_COMPARING_SCOPE,
    US_COMPARING_SPRT,
    US_COMPARING_SEED,
    US_COMPARING_UNMATCHED,
    US_COMPARING_LEAKY,
    US_COMPARING_OPTIONS,
};

#define US_COMPARING_TABLE                                                                         \
    [US_COMPARING_BASELINE] = {"--baseline", "NAME",                                               \
                               "the player or group to compare with; else the first player",       \
                               US_OPTION_TEXT},                                                    \
    [US_COMPARING_PLAYER] = {"--player", "NAME", "the player to compare with it; else all others", \
                             US_OPTION_TEXT},                                                      \
    [US_COMPARING_LEVEL] = {"--level", "SHARE", "level of confidence intervals", US_OPTION_TEXT,   \
                            .preset = "0.95"},                                                     \
    [US_COMPARING_MARGIN] = {"--margin", "D",                                                      \
                             "the largest difference that counts as none, as a share of a game",   \
                             US_OPTION_TEXT, .preset = "0"},                                       \
    [US_COMPARING_SCOPE] =                                                                         \
        {"--scope", "SCOPE",                                                                       \
         "verdicts on maps (like these) or on these-maps (alone); else the spec's",                \
         US_OPTION_TEXT},                                                                          \
    [US_COMPARING_SPRT] = {"--sprt", "D0:D1", "sequential test whether the effect is D0 or D1",    \
                           US_OPTION_TEXT},                                                        \
    [US_COMPARING_SEED] = {"--seed",  "N", "seed of bootstrap and sign flips", US_OPTION_INT, 0,   \
                           INT64_MAX, "1"},                                                        \
    [US_COMPARING_UNMATCHED] = {"--unmatched", NULL,                                               \
                                "leave out games that the other player has not played",            \
                                US_OPTION_FLAG},                                                   \
    [US_COMPARING_LEAKY] = {                                                                       \
        "--leaky", NULL, "include maps and seeds that a library was learned on", US_OPTION_FLAG}

/* Reads the options. sprt: storage for the sequential test of `out`, used with --sprt; it must live
 * as long as *out. */
us_status us_args_read_comparison(const us_args *args, us_sprt_def *sprt, us_comparison_def *out,
                                  us_error *err);

#endif
