/* Annotations: which goals the orders of a trace were given for. They lie in a file beside it,
 * NAME.goals.json beside NAME.jsonl, so that labels never rewrite a demonstration:
 *
 *   {"understudy":"goals","version":1,"domain":"skirmish","goals":[
 *   {"id":1,"seat":0,"goal":"WinWargus","args":{"player":0},"opened":0,"closed":9120,
 *    "achieved":true,"orders":[[1,350]],"by":"expert:rush"},
 *   {"id":2,"parent":1,"seat":0,"goal":"BuildUnits","kind":"achieve","args":{...},...}
 *   ]}
 *
 * One goal a line, by seat and id. "parent" is the id of the goal above, of the same seat; it is
 * left out where there is none. "kind" is left out where it is the goal type's. "orders" are
 * ranges of order numbers, [from, to): all of the seat's orders in them were given for this goal
 * or for one below it, so an order's goals are all whose ranges hold it. "closed" is left out
 * where nobody knows when the goal was reached or given up. A suggestion has "suggested":true and a
 * "why".
 *
 * docs/TRACES.md is the manual for people. */
#ifndef US_TRACES_ANNOTATION_H
#define US_TRACES_ANNOTATION_H

#include "base/arena.h"
#include "domain/goal.h"

enum {
    US_ANNOTATION_VERSION = 1,
    US_ANNOTATION_GOALS_MAX = 1 << 16,
    US_ANNOTATION_FILE_MAX = 64 << 20, /* bytes */
    US_REMARKS_MAX = 1000,
};

/* The first bytes of each file that a program wrote. */
#define US_ANNOTATION_FIRST "{\"understudy\":\"goals\""

typedef struct us_annotation {
    const us_domain *domain; /* borrowed */
    us_goal_instance *goal;  /* by seat, then id, once sorted */
    int count, capacity;
    us_arena *arena; /* holds their texts and ranges */
} us_annotation;

/* What is wrong with one, or might be. A list that owns its memory; zero-initialized is empty. Of
 * more than US_REMARKS_MAX only the numbers are kept. */
typedef struct us_remark {
    bool error; /* else a warning */
    int line, column;
    uint32_t order; /* the order that it is about; 0: none */
    char *text;
} us_remark;
typedef struct us_remarks {
    us_remark *remark;
    int count, capacity;
    int errors, warnings; /* all of them */
} us_remarks;
/* Returns it; it holds until the next call. NULL: there are too many. */
us_remark *us_remarks_add(us_remarks *remarks, bool error, int line, int column, const char *format,
                          ...) __attribute__((format(printf, 5, 6)));
void us_remarks_clear(us_remarks *remarks);

us_annotation *us_annotation_new(const us_domain *domain);
void us_annotation_free(us_annotation *annotation); /* NULL is fine */

/* Appends a copy; texts and ranges too. id 0: the one behind the greatest of its seat, or where
 * there is none behind it the smallest that is free. Pointers to instances hold until the next
 * call. */
us_goal_instance *us_annotation_add(us_annotation *annotation, const us_goal_instance *instance);
void us_annotation_sort(us_annotation *annotation);
/* NULL where there is none. */
us_goal_instance *us_annotation_find(const us_annotation *annotation, us_seat seat, uint32_t id);

/* Ranges of a number of orders, ascending; others of the same seat's orders lie between two
 * ranges. seat_orders: all of the seat, ascending. Allocated in the arena; count returns. */
int us_spans_make(const uint32_t *order, int count, const uint32_t *seat_orders, int seat_count,
                  us_arena *arena, us_span **out);
static inline bool us_instance_holds(const us_goal_instance *instance, uint32_t order)
{
    int low = 0, high = instance->spans;
    while (low < high) {
        int middle = (low + high) / 2;
        if (instance->span[middle].to <= order)
            low = middle + 1;
        else
            high = middle;
    }
    return low < instance->spans && instance->span[low].from <= order;
}

/* The goals right below goal `id` of the seat stand below goal `to` from now on (0: at the top).
 * `to` itself goes to the top: files may have circles, and no goal stands below itself. */
void us_annotation_hand_over(us_annotation *annotation, us_seat seat, uint32_t id, uint32_t to);
/* Somebody has said it: it is a label made by hand from now on, and no suggestion. */
void us_instance_by_hand(us_goal_instance *instance);
/* Removes a goal of the list; the goals below it go to its parent. */
void us_annotation_remove(us_annotation *annotation, us_goal_instance *instance);

/* Was its goal reached? 1, 0; -1: nobody knows, since it isn't closed. */
int us_instance_reached(const us_goal_instance *instance);
/* Makes the smallest instance that covers this one its parent, and this one the parent of those
 * that it covers and that stood below the same one; a suggestion only of other suggestions: what
 * was said stays as it was said. */
void us_annotation_nest(us_annotation *annotation, us_goal_instance *instance);

/* The path of a trace's annotation: a last ".jsonl" becomes ".goals.json". Appended. */
void us_annotation_path(const char *trace, us_str *out);

/* Goals can be told of its games at all: else nobody labels them, and nothing is learned. */
us_status us_annotation_can(const us_domain *domain, const char *trace, us_error *err);
/* There is one to be read at path; else the error says how to come by one. */
us_status us_annotation_there(const us_domain *domain, const char *trace, const char *path,
                              us_error *err);

/* What lies where a trace's annotation would be: that of a former trace goes, for its labels are
 * not those of the new one. Anything else stays, and is an error. now: else it is only looked
 * at. */
us_status us_annotation_forget(const char *trace, bool now, us_error *err);

/* Reads a file, which must be of this domain. An error names file, line, column and what was
 * expected. With remarks, goals that are wrong are left out and named there, each once, and
 * only what is no annotation at all is an error. */
us_status us_annotation_load(const char *path, const us_domain *domain, us_remarks *remarks,
                             us_annotation **out, us_error *err);
us_status us_annotation_parse(const char *file, const char *text, size_t length,
                              const us_domain *domain, us_remarks *remarks, us_annotation **out,
                              us_error *err);
/* The canonical text, appended; sorts first. It reads as the same. */
void us_annotation_write(us_annotation *annotation, us_str *out);
/* To a file, whole or not at all. More than a reader takes is refused. */
us_status us_annotation_save(us_annotation *annotation, const char *path, us_error *err);
/* A hash of the file, asked before it is loaded; nothing there is as an empty one. */
us_status us_annotation_state(const char *path, us_hash *out, us_error *err);
/* Save over what has that state, which becomes that of what is written. What another has written
 * meanwhile stays, and is an error. */
us_status us_annotation_replace(us_annotation *annotation, const char *path, us_hash *state,
                                us_error *err);

#endif
