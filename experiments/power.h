/* What a design can tell, before its games are played: by how the pairs of earlier results, or of a
 * sample of its own games, vary. */
#ifndef US_EXPERIMENTS_POWER_H
#define US_EXPERIMENTS_POWER_H

#include "experiments/compare.h"

/* As many games, dealt otherwise over maps and seeds. */
typedef struct us_split {
    us_design design;
    us_detectable tells;
} us_split;

enum { US_POWER_SPLITS = 6 };

typedef struct us_power {
    double level, power; /* of the verdicts; how often the difference is told */
    us_map_scope scope;
    us_components components;
    us_split own; /* tells.difference NAN: not known */
    us_split split[US_POWER_SPLITS];
    int splits;
    int pairs, maps;    /* that the components were estimated of */
    bool runs_left_out; /* the design has runs, and nothing tells how they vary */
    bool others;        /* the results compare no players of the plan: all of theirs are taken */
} us_power;

/* Both hold each game once (experiments/once.h). results may be the plan's own. Comparisons of
 * the plan's players are taken, by their names and groups; where there are none, all. If the design
 * has runs, comparisons that tell how runs vary go before others. Of those that are left, the one
 * with the largest variance is taken. out->pairs is 0 where plan or results compare nobody. Fails
 * as us_compare does. */
us_status us_power_of(const us_manifest *plan, const us_manifest *results, us_power *out,
                      us_error *err);

/* As lines of text, appended; and as members of an object. source: "its sample", or a folder. */
void us_power_say(const us_power *power, const char *source, us_str *out);
void us_power_write(const us_power *power, const char *source, us_json_writer *writer);

#endif
