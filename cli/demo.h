/* Private to cli/demo*.c: what the demo plays, and how its result is shown. */
#ifndef US_CLI_DEMO_H
#define US_CLI_DEMO_H

#include "cli/options.h"

typedef struct us_demo_def {
    const us_args *args;
    const char *folder;
    const char *experiment; /* folder of the experiment */
    bool json;
    /* Numbers for the summary. */
    int demos, demo_maps, demo_opponents; /* demonstrations, each on a map against an opponent */
    int maps, opponents;                  /* of the test */
    int budget;                           /* games of the search that adapts the library */
} us_demo_def;

/* Writes picture, film and report, and appends the result: scores, repairs, a summary, files and
 * the next commands; or one JSON object. */
us_status us_demo_conclude(const us_demo_def *demo, us_str *out, us_error *err);

#endif
