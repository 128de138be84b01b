/* Changes: what a search may do to a library, listed before a game decides.
 *
 * A change concerns one behavior. It is a repair that a failure pattern proposes for a cause, or
 * another change that no failure asked for, such as another number in a squad. us_changes_list
 * lists each change that makes a sound behavior on its own. us_changes_write makes several
 * together. Changes at one place exclude one another: two repairs of a cause, or two values of a
 * number. */
#ifndef US_ADAPT_CHANGES_H
#define US_ADAPT_CHANGES_H

#include "adapt/adapt.h"
#include "adapt/story.h"
#include "behavior/repair.h"

typedef enum us_change_kind {
    US_CHANGE_REPAIR, /* a repair of a cause */
    US_CHANGE_TUNE,   /* another number */
    US_CHANGE_DROP,   /* without a step, or without a behavior */
    US_CHANGE_ORDER,  /* a step begins before its siblings */
    US_CHANGE_KINDS,
} us_change_kind;
const char *us_change_kind_name(us_change_kind kind); /* "repair" */

typedef struct us_change {
    us_change_kind kind;
    int place;               /* at most one change of a place is made; from 0, in order */
    const us_cause *cause;   /* behavior and step; pattern is -1 unless it is a repair */
    const us_repair *repair; /* NULL: the behavior is left out */
    const char *name;        /* of the behavior */
    const char *step;        /* its label; "": none */
    const char *about;       /* "launch 110 to 138" */
    int diff;                /* its difference, an index into the story's; -1: none */
} us_change;

/* Appends a change as the lists of a search print it: "tune NAME, step c: gold 700 to 1120". */
void us_change_print(const us_change *change, us_str *out);

typedef struct us_changes { /* zero-initialized is empty */
    us_change *item;
    int count, capacity, places;
    us_failures failures;
    us_causes causes;
    us_story story; /* its changes are those of the list, in their order, before any game */
    us_arena *arena;
} us_changes;

/* Lists the changes. Of `def`, `daemons` is ignored. Repairs are those of the four causes of each
 * pattern that occurred in the most games and are no noise. The other changes are of behaviors, and
 * of their steps, that were at work in at least half of the games. A behavior may be left out if it
 * was at work in a tenth of them. With def->only_change, the list is limited to those changes.
 *
 * def->random lists as many random changes instead, or fewer if the library allows no more. Their
 * behaviors and steps are drawn at random, whether at work or not. A random repair is one of a
 * random pattern with a failure of the library's seats, which fills its placeholders.
 *
 * Errors are those of us_adaptation_run. Clear after success. */
us_status us_changes_list(const us_adaptation_def *def, us_changes *out, us_error *err);
void us_changes_clear(us_changes *changes);

/* Some of the changes, which are made in this order. */
typedef struct us_change_choice {
    const int *change; /* indices into the list */
    int count;
    const char *note; /* their evidence, for the provenance: "+4.1 points on 60 maps"; or NULL */
} us_change_choice;

/* Makes a library with the chosen changes, in a new file at path. A change that does not fit beside
 * those before it is left out: made[i] tells whether choice->change[i] was made. from: path of the
 * library that is changed. US_FAILED: the library would not be sound; made is filled then, too. */
us_status us_changes_write(const us_adaptation_def *def, const us_changes *changes,
                           const us_change_choice *choice, bool *made, const char *from,
                           const char *path, us_error *err);

#endif
