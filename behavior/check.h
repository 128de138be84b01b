/* Private to behavior/: the parts of us_brl_check. Each looks at one template, or at the calls
 * between those of a file, and adds what it finds. */
#ifndef US_BEHAVIOR_CHECK_H
#define US_BEHAVIOR_CHECK_H

#include "behavior/brl.h"

void us_check_shape(const us_template *template, us_faults *faults);
void us_check_asking(const us_brl *brl, const us_template *template, us_faults *faults);
void us_check_reach(const us_template *template, us_faults *faults);
void us_check_bound(const us_template *template, us_faults *faults);
void us_check_calls(const us_brl *brl, us_faults *faults);   /* recursion and semaphores */
void us_check_signals(const us_brl *brl, us_faults *faults); /* events, stacks, shared slots */

/* A constant condition. */
bool us_arg_is(const us_arg *arg, const char *text);

static inline int us_child_count(const us_template *template, int node)
{
    int count = 0;
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end)
        count++;
    return count;
}

#endif
