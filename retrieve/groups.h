/* Which demonstrations each case was met in: what evaluation leaves out together. */
#ifndef US_RETRIEVE_GROUPS_H
#define US_RETRIEVE_GROUPS_H

#include "retrieve/retrieve.h"

typedef struct us_groups {
    int count;
    int *first; /* by case of the case base, and one more: where its groups begin in `of` */
    int *of;    /* groups, ascending */
} us_groups;

/* Of the cases of a case base that was loaded from the library. A demonstration is known by the
 * hash of its trace, else by its file's name. A suffix case that doesn't say where it comes from
 * belongs where its whole case does; other cases that don't belong to no group. Clear after
 * success. */
us_status us_groups_read(us_library *library, const us_case_base *case_base, us_groups *out,
                         us_error *err);
void us_groups_clear(us_groups *groups);

static inline bool us_groups_any(const us_groups *groups, int found)
{
    return groups->first[found] < groups->first[found + 1];
}
bool us_groups_has(const us_groups *groups, int found, int group);
bool us_groups_share(const us_groups *groups, int a, int b); /* they have a group in common */

#endif
