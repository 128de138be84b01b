/* What adaptation found and did, told: as a table, as a story, as suggestions, as JSON. Appended.
 */
#ifndef US_CLI_ADAPT_STORY_H
#define US_CLI_ADAPT_STORY_H

#include "adapt/adapt.h"
#include "adapt/suggest.h"

typedef struct us_adapt_told {
    const us_patterns *patterns;
    const us_adapted *adapted;
    const us_stretches *stretches; /* NULL: not asked for */
    const char *const *file;       /* traces, by number of the game less 1 */
    int games;
    const char *program, *library, *out; /* out NULL: nothing was written */
} us_adapt_told;

void us_adapt_tell(const us_adapt_told *told, us_str *out);
void us_adapt_explain(const us_adapt_told *told, us_str *out);
void us_adapt_suggest(const us_adapt_told *told, us_str *out);
void us_adapt_write_json(const us_adapt_told *told, us_str *out);

#endif
