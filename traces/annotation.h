/* Annotations: the goals that a trace's orders were given for. They lie in a file beside the trace,
 * NAME.goals.json beside NAME.jsonl, so that labels never rewrite a demonstration:
 *
 *   {"understudy":"goals","version":1,"domain":"skirmish","goals":[
 *   {"id":1,"seat":0,"goal":"WinWargus","args":{"player":0},"opened":0,"closed":9120,
 *    "achieved":true,"orders":[[1,350]],"by":"expert:rush"},
 *   {"id":2,"parent":1,"seat":0,"goal":"BuildUnits","kind":"achieve","args":{...},...}
 *   ]}
 *
 * Each line holds one goal; goals are sorted by seat and id. "parent" is the id of the goal above,
 * of the same seat, and absent at the top. "kind" is absent if it equals the goal type's. "orders"
 * are ranges [from, to) of order numbers: all orders of the seat in them served this goal or a goal
 * below it. So an order serves every goal whose ranges hold it. "closed" is absent if the cycle at
 * which the goal ended is not known. A suggestion has "suggested":true and a "why".
 *
 * docs/TRACES.md is the manual for people; docs/TRACE_FORMAT.md lists every member. */
#ifndef US_TRACES_ANNOTATION_H
#define US_TRACES_ANNOTATION_H

#include "base/arena.h"
#include "base/sort.h"
#include "domain/goal.h"
#include "understudy/annotation.h"

enum {
    US_ANNOTATION_VERSION = 1,
    US_ANNOTATION_GOALS_MAX = 1 << 16,
    US_ANNOTATION_FILE_MAX = 64 << 20, /* bytes */
    US_REMARKS_MAX = 1000,
};

/* The first bytes of each annotation that this program wrote. */
#define US_ANNOTATION_FIRST "{\"understudy\":\"goals\""
/* Adds a remark and returns it, or NULL if the list is full. The pointer holds until the next
 * call. */
us_remark *us_remarks_add(us_remarks *remarks, bool error, int line, int column, const char *format,
                          ...) __attribute__((format(printf, 5, 6)));

/* Builds the ranges that hold the given orders and no other orders of the seat. order and
 * seat_orders (all orders of the seat) are ascending. *out lies in the arena; returns the number of
 * ranges. */
int us_spans_make(const uint32_t *order, int count, const uint32_t *seat_orders, int seat_count,
                  us_arena *arena, us_span **out);
static inline bool us_goal_instance_has_order(const us_goal_instance *instance, uint32_t order)
{
    int at = US_BISECT(i, instance->spans, instance->span[i].to <= order);
    return at < instance->spans && instance->span[at].from <= order;
}

/* Moves the direct children of the seat's goal `id` below the goal `to` (0: to the top). If `to` is
 * itself such a child, it moves to the top: files may hold circles, and no goal stands below
 * itself. */
void us_annotation_move_children(us_annotation *annotation, us_seat seat, uint32_t id, uint32_t to);
/* Makes the instance a label made by hand, no longer a suggestion. */
void us_goal_instance_set_manual(us_goal_instance *instance);

/* Returns 1 if the goal was reached, 0 if not, -1 if that is unknown because it is not closed. */
int us_goal_instance_result(const us_goal_instance *instance);

/* Fails if the domain has no goals: its games can't be labeled, and nothing is learned from
 * them. */
us_status us_annotation_check_domain(const us_domain *domain, const char *trace, us_error *err);
/* Fails if the domain has no goals or no file is at path; the error names the commands that make an
 * annotation. */
us_status us_annotation_check_file(const us_domain *domain, const char *trace, const char *path,
                                   us_error *err);

/* Computes a hash of the file; call it before loading. A missing file has the hash of an empty
 * one. */
us_status us_annotation_hash_file(const char *path, us_hash *out, us_error *err);
/* Saves over the file if it still has that state, and sets *state to the new file's. If another
 * program has written the file meanwhile, it stays, and the call fails. */
us_status us_annotation_replace(us_annotation *annotation, const char *path, us_hash *state,
                                us_error *err);

#endif
