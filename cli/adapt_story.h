/* What adaptation found and did, told: as a table, as a story, as suggestions, as JSON. Appended.
 */
#ifndef US_CLI_ADAPT_STORY_H
#define US_CLI_ADAPT_STORY_H

#include "adapt/adapt.h"
#include "adapt/suggest.h"
#include "base/json.h"

typedef struct us_adapt_told {
    const us_patterns *patterns;
    const us_adapted *adapted;
    const us_stretches *stretches; /* NULL: not asked for */
    const char *const *file;       /* traces, by number of the game less 1 */
    int games;
    int64_t cut;                         /* of these: without an end */
    const char *program, *library, *out; /* out NULL: nothing was written */
    int64_t seed;                        /* of random repairs */
    const char *map;                     /* where the map lies now; NULL: as the traces say */
} us_adapt_told;

/* "1 of 8 games is cut: it has no end", as a line; nothing where none is. */
void us_adapt_tell_cut(int64_t cut, int games, us_str *out);
void us_adapt_tell(const us_adapt_told *told, us_str *out);
void us_adapt_explain(const us_adapt_told *told, us_str *out);
void us_adapt_suggest(const us_adapt_told *told, us_str *out);
/* The member of us_adapt_write_json that tells the same. */
void us_adapt_write_suggested(const us_adapt_told *told, us_json_writer *writer);
/* Where nothing is repaired for want of games, what to do; else nothing. */
void us_adapt_hint(const us_adapt_told *told, us_str *out);
/* "repaired", or "would be repaired" where nothing was written; "no repair fits", ... */
const char *us_adapt_end_about(const us_adapt_told *told, us_mend_end end);
void us_adapt_write_json(const us_adapt_told *told, us_str *out);

#endif
