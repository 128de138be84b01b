/* Shared parts of `adapt` and `pattern check`: their input (adapt_input.c), and repairs
 * (adapt_repair.c). */
#ifndef US_CLI_ADAPT_H
#define US_CLI_ADAPT_H

#include "adapt/games.h"
#include "adapt/pattern.h"
#include "cli/options.h"
#include "experiments/run/search.h"

enum {
    US_ADAPT_ABSTRACT,
    US_ADAPT_OUT,
    US_ADAPT_MODE,
    US_ADAPT_LEAST,
    US_ADAPT_SHARE,
    US_ADAPT_CHANCE,
    US_ADAPT_MOST,
    US_ADAPT_PATTERNS,
    US_ADAPT_ONLY,
    US_ADAPT_WITHOUT,
    US_ADAPT_WITHOUT_MODOP,
    US_ADAPT_SET,
    US_ADAPT_CHANGE,
    US_ADAPT_JOBS,
    US_ADAPT_SEED,
    US_ADAPT_TIMEOUT,
    US_ADAPT_RANDOM,
    US_ADAPT_DAEMONS,
    US_ADAPT_EXPLAIN,
    US_ADAPT_SUGGEST,
    US_ADAPT_DRY,
    US_ADAPT_MAP,
    US_ADAPT_BUDGET,
    US_ADAPT_ROUNDS,
    US_ADAPT_DONOR,
    US_ADAPT_AGAINST,
    US_ADAPT_FAMILY,
    US_ADAPT_SIZE,
    US_ADAPT_MAX_CYCLES,
    US_ADAPT_FOG,
    US_ADAPT_JSON,
};

/* Loads the domain that a trace names. */
us_status us_adapt_domain(const char *trace, us_domain **out, us_error *err);
/* Loads the chosen patterns, at least one, with their thresholds. */
us_status us_adapt_load_patterns(const us_args *args, const us_domain *domain, us_patterns *out,
                                 us_error *err);
/* Adds the traces from argument `first` on to the tables, with a progress bar. map: the map of all
 * traces, or NULL. */
us_status us_adapt_add_traces(const us_args *args, int first, const char *map, us_games *games,
                              us_error *err);
/* The search of `adapt --budget`. Its files in the making lie beside `out`. */
typedef struct us_adapt_search {
    const us_args *args;
    const char *library, *out;           /* paths */
    const char *settings;                /* of the library in all games: "?...", or "" */
    const us_adaptation_def *adaptation; /* see us_search_def */
    void *context;
    us_status (*write)(void *context, const us_search *made, us_error *err);
} us_adapt_search;
/* Searches, writes, and appends the report to out. */
us_status us_adapt_search_run(const us_adapt_search *in, us_str *out, us_error *err);
/* Runs `adapt LIB TRACE...`, and `adapt LIB --daemons`. */
us_status us_adapt_repair(const us_args *args, us_str *out, us_error *err);

#endif
