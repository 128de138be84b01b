/* Output of adaptation: causes and repairs as a table, as a story, as suggestions, as JSON. All
 * functions append. */
#ifndef US_CLI_ADAPT_REPORT_H
#define US_CLI_ADAPT_REPORT_H

#include "adapt/story.h"
#include "adapt/suggest.h"
#include "base/json.h"

typedef struct us_adapt_report {
    const us_patterns *patterns;
    const us_adaptation *adapted;
    const us_story *story;
    const us_stretches *stretches; /* NULL: suggestions were not requested */
    const char *const *file;       /* traces; game g is file[g - 1] */
    int games;
    int64_t cut;                         /* games without an end */
    const char *program, *library, *out; /* out NULL: nothing was written */
    const char *map;                     /* path of the map; NULL: as the traces record */
} us_adapt_report;

/* Appends the line "1 of 8 games is cut: it has no end", if any game is cut. */
void us_adapt_report_print_cut(int64_t cut, int games, us_str *out);
/* Appends the table: a row for each cause. */
void us_adapt_report_print(const us_adapt_report *report, us_str *out);
/* Appends the story, and the next steps. all: each cause in full. */
void us_adapt_report_explain(const us_adapt_report *report, bool all, us_str *out);
void us_adapt_report_print_suggestions(const us_adapt_report *report, us_str *out);
/* Writes the suggestions as a member of us_adapt_report_print_json's object. */
void us_adapt_report_write_suggestions(const us_adapt_report *report, us_json_writer *writer);
/* Appends advice if too few games are the only reason that nothing was repaired. */
void us_adapt_report_print_hint(const us_adapt_report *report, us_str *out);
/* Returns "repaired", "would be repaired" if nothing was written, "no repair fits", and so on. */
const char *us_adapt_report_end_text(const us_adapt_report *report, us_repair_end end);
void us_adapt_report_print_json(const us_adapt_report *report, us_str *out);

#endif
