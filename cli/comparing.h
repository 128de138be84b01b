/* What may be said of a comparison: the options that experiment compare, report and export --md
 * have in common. */
#ifndef US_CLI_COMPARING_H
#define US_CLI_COMPARING_H

#include "cli/shares.h"
#include "experiments/compare.h"

/* A table of options begins with US_COMPARING_TABLE, the command's own follow from
 * US_COMPARING_OPTIONS on. */
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
                               "the player or group that others are held against; else the "       \
                               "first player",                                                     \
                               US_OPTION_TEXT},                                                    \
    [US_COMPARING_PLAYER] = {"--player", "NAME", "who is held against it; else all others",        \
                             US_OPTION_TEXT},                                                      \
    [US_COMPARING_LEVEL] = {"--level", "SHARE", "of intervals", US_OPTION_TEXT, .preset = "0.95"}, \
    [US_COMPARING_MARGIN] = {"--margin", "D",                                                      \
                             "a difference that does not matter, as a share of a game",            \
                             US_OPTION_TEXT, .preset = "0"},                                       \
    [US_COMPARING_SCOPE] = {"--scope", "SCOPE",                                                    \
                            "verdicts on maps (like these) or on these-maps (alone); else as the " \
                            "spec says",                                                           \
                            US_OPTION_TEXT},                                                       \
    [US_COMPARING_SPRT] = {"--sprt", "D0:D1", "test in sequence whether the effect is D0 or D1",   \
                           US_OPTION_TEXT},                                                        \
    [US_COMPARING_SEED] =                                                                          \
        {"--seed",  "N", "of what is drawn: bootstrap and sign flips", US_OPTION_INT, 0,           \
         INT64_MAX, "1"},                                                                          \
    [US_COMPARING_UNMATCHED] = {"--unmatched", NULL,                                               \
                                "leave out games that the other has not played", US_OPTION_FLAG},  \
    [US_COMPARING_LEAKY] = {"--leaky", NULL, "take maps and seeds that a library was learned on",  \
                            US_OPTION_FLAG}

/* sprt: where that of the comparison is kept, if it is asked for; it must live as long as *out. */
us_status us_take_comparing(const us_args *args, us_sprt_def *sprt, us_compare_def *out,
                            us_error *err);

#endif
