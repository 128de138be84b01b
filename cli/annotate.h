/* The parts of the command `annotate`. */
#ifndef US_CLI_ANNOTATE_H
#define US_CLI_ANNOTATE_H

#include "cli/commands.h"
#include "traces/review.h"

enum {
    US_ANNOTATE_AUTO,
    US_ANNOTATE_ACCEPT,
    US_ANNOTATE_REJECT,
    US_ANNOTATE_CHECK,
    US_ANNOTATE_GOAL,
    US_ANNOTATE_ORDERS,
    US_ANNOTATE_SEAT,
    US_ANNOTATE_MAP,
    US_ANNOTATE_OUT,
    US_ANNOTATE_JSON,
    US_ANNOTATE_OPTIONS,
};
extern const us_option us_annotate_options[US_ANNOTATE_OPTIONS];

/* One run: the trace, its course, and the annotation as it stands. */
typedef struct us_annotating {
    const us_args *args;
    const char *trace, *map;
    us_review *course;
    us_annotation *annotation;
    us_remarks remarks;
    us_str path;   /* of the annotation */
    us_hash state; /* of its file, when it was read */
    us_str *out;
} us_annotating;

/* annotate.c: reads one range "A-B" or "A", both included, at the front of an option's text, and
 * moves the text behind it. */
us_status us_annotate_range(int option, const char **text, us_span *out, us_error *err);

/* annotate_file.c */

/* Opens the trace and reads the annotation beside it. Without needed, none there is an empty one.
 */
us_status us_annotate_load(us_annotating *a, bool needed, us_error *err);
/* Writes the annotation and prints what was done: so many were "added", "accepted", "rejected". */
us_status us_annotate_save(us_annotating *a, const char *done, int changed, us_error *err);
/* No --seat asks for another seat. */
bool us_annotate_asks(const us_annotating *a, us_seat seat);
/* Notes that stored states tell when something happened only as exactly as they are dense. */
void us_annotate_tell_gap(const us_review *course);

/* annotate_suggest.c: --auto; --accept and --reject. */
us_status us_annotate_suggest(us_annotating *a, us_error *err);
us_status us_annotate_judge(us_annotating *a, int option, us_error *err);

#endif
