/* Learning as the command line uses it. understudy/learn.h declares the public part. */
#ifndef US_LEARN_LEARN_H
#define US_LEARN_LEARN_H

#include "behavior/brl.h"
#include "traces/annotation.h"
#include "traces/log.h"
#include "understudy/learn.h"

/* The caller's names for its settings, as messages print them: options, or members of a file. */
struct us_learn_words {
    const char *seat; /* "--seat ": a seat's number follows */
    const char *all;  /* "--seat all" */
    const char *suggested;
};
extern const us_learn_words us_learn_options; /* those of `understudy learn` */
/* Appends the use of a seat, the reason, and the setting that would change it: "seat 1 (ai:boom,
 * lost) is left out: it has no goals". trace is its path, for the commands in the text. */
void us_learn_result_print_seat(const us_learn_result *learned, us_seat number, const char *trace,
                                const us_learn_words *words, us_str *out);
/* Sets and returns the error of a trace that leaves nothing to learn from (taken 0). */
us_status us_learn_result_fail_empty(const us_learn_result *learned, const char *trace,
                                     const us_learn_words *words, us_error *err);

#endif
