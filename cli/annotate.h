/* Parts of the command `annotate`. */
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

/* A run: the trace, its review, and the current annotation. */
typedef struct us_annotate_state {
    const us_args *args;
    const char *trace, *map;
    us_review *course;
    us_annotation *annotation;
    us_remarks remarks;
    us_str path;   /* path of the annotation */
    us_hash state; /* state of its file when it was read */
    us_str *out;
} us_annotate_state;

/* annotate.c: reads a range "A-B" or "A", both ends included, at the front of an option's text;
 * moves the text past it. */
us_status us_annotate_parse_range(int option, const char **text, us_span *out, us_error *err);

/* annotate_file.c */

/* Opens the trace and the annotation beside it. needed false: a missing annotation counts as an
 * empty one. */
us_status us_annotate_load(us_annotate_state *a, bool needed, us_error *err);
/* Writes the annotation and prints how many goals were "added", "accepted" or "rejected". */
us_status us_annotate_save(us_annotate_state *a, const char *done, int changed, us_error *err);
/* Returns whether --seat includes the seat. */
bool us_annotate_has_seat(const us_annotate_state *a, us_seat seat);
/* Prints a note if gaps between the stored states make the cycles of events inexact. */
void us_annotate_log_gap(const us_review *course);

/* annotate_suggest.c: --auto; --accept and --reject. */
us_status us_annotate_suggest(us_annotate_state *a, us_error *err);
us_status us_annotate_decide(us_annotate_state *a, int option, us_error *err);

#endif
