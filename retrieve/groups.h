/* The demonstrations that each case was met in. Evaluation leaves out the cases of a demonstration
 * together. */
#ifndef US_RETRIEVE_GROUPS_H
#define US_RETRIEVE_GROUPS_H

#include "retrieve/retrieve.h"

typedef struct us_groups {
    int count;
    int *first; /* by case of the case base, and one more: start of its groups in `of` */
    int *of;    /* groups, ascending */
} us_groups;

/* Reads the groups of a case base that was loaded from the library. A demonstration is identified
 * by the hash of its trace, else by its file's name. A suffix case without a recorded demonstration
 * belongs to the groups of its whole case; any other such case belongs to no group. Clear after
 * success. */
us_status us_groups_read(us_library *library, const us_case_base *case_base, us_groups *out,
                         us_error *err);
void us_groups_clear(us_groups *groups);

static inline bool us_groups_has_any(const us_groups *groups, int found)
{
    return groups->first[found] < groups->first[found + 1];
}
bool us_groups_has_group(const us_groups *groups, int found, int group);
bool us_groups_has_common(const us_groups *groups, int a, int b); /* they have a group in common */

#endif
