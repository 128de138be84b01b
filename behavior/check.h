/* Private to behavior/: the parts of us_brl_check. Each checks one template, or the calls between
 * the templates of a file, and adds faults. */
#ifndef US_BEHAVIOR_CHECK_H
#define US_BEHAVIOR_CHECK_H

#include "behavior/brl.h"

void us_template_check_shape(const us_template *template, us_faults *faults);
/* Returns the effect of each template, including all that it calls. The caller frees the array. */
us_node_effect *us_brl_compute_effects(const us_brl *brl);
/* Checks that the nodes below a check only ask. brl and asking NULL: called trees are assumed to
 * ask. */
void us_template_check_conditions(const us_brl *brl, const us_node_effect *effect,
                                  const us_template *template, us_faults *faults);
/* Ways in which a template can end, as bits; 0: it never ends. Called trees count with their own
 * ends. Trees that call each other in a circle are assumed to end both ways, unless their other
 * nodes determine the ends. */
enum {
    US_ENDS_WELL = 1, /* or a goal that it maintains has held once, which counts as its success */
    US_ENDS_BADLY = 2,
    US_HOLDS = 4, /* a goal that it maintains has held once */
    US_ENDS_ANYHOW = US_ENDS_WELL | US_ENDS_BADLY | US_HOLDS,
};
uint8_t us_template_compute_ends(const us_brl *brl, const uint8_t *ends,
                                 const us_template *template);
/* Returns the ends of each template. The caller frees the array. */
uint8_t *us_brl_compute_ends(const us_brl *brl);
/* Checks that all nodes can be reached. brl and ends NULL: called trees are assumed to end both
 * ways. */
void us_template_check_reach(const us_brl *brl, const uint8_t *ends, const us_template *template,
                             us_faults *faults);
void us_template_check_bound(const us_template *template, us_faults *faults);
void us_brl_check_calls(const us_brl *brl, us_faults *faults);   /* recursion and semaphores */
void us_brl_check_signals(const us_brl *brl, us_faults *faults); /* events, stacks, shared slots */

/* Returns whether a goto of this name ends the machine. No state has such a name. */
static inline bool us_goto_is_end(const char *name)
{
    return us_text_equal(name, "success") || us_text_equal(name, "failure");
}
/* Returns whether the argument has this text, such as a constant condition. */
bool us_arg_has_text(const us_arg *arg, const char *text);

#endif
