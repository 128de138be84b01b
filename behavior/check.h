/* Private to behavior/: the parts of us_brl_check. Each looks at one template, or at the calls
 * between those of a file, and adds what it finds. */
#ifndef US_BEHAVIOR_CHECK_H
#define US_BEHAVIOR_CHECK_H

#include "behavior/brl.h"

void us_check_shape(const us_template *template, us_faults *faults);
/* By template, with all that it calls. The caller frees. */
us_asking *us_list_asking(const us_brl *brl);
/* brl and asking NULL: what is called is taken to ask. */
void us_check_asking(const us_brl *brl, const us_asking *asking, const us_template *template,
                     us_faults *faults);
/* How a template can end, as bits; none: it never does. What it calls is counted as it ends; trees
 * that call each other in a circle are taken to end in both ways where nothing else says how. */
enum {
    US_ENDS_WELL = 1, /* or a goal that it maintains has held once, which counts as its success */
    US_ENDS_BADLY = 2,
    US_HOLDS = 4, /* the latter */
    US_ENDS_ANYHOW = US_ENDS_WELL | US_ENDS_BADLY | US_HOLDS,
};
uint8_t us_template_ends(const us_brl *brl, const uint8_t *ends, const us_template *template);
/* By template. The caller frees. */
uint8_t *us_list_ends(const us_brl *brl);
/* brl and ends NULL: what is called is taken to end in both ways. */
void us_check_reach(const us_brl *brl, const uint8_t *ends, const us_template *template,
                    us_faults *faults);
void us_check_bound(const us_template *template, us_faults *faults);
void us_check_calls(const us_brl *brl, us_faults *faults);   /* recursion and semaphores */
void us_check_signals(const us_brl *brl, us_faults *faults); /* events, stacks, shared slots */

/* What a goto ends the machine by: the name of no state. */
static inline bool us_ends_machine(const char *name)
{
    return us_text_equal(name, "success") || us_text_equal(name, "failure");
}
/* A constant condition. */
bool us_arg_is(const us_arg *arg, const char *text);

#endif
