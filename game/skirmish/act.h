/* The actions of units. A verb is the behavior of one action: it is called when the unit wakes,
 * does one thing, and sets the next wake. Every path through a verb ends in a wake, in sk_task_end,
 * or with the unit removed. */
#ifndef US_GAME_SKIRMISH_ACT_H
#define US_GAME_SKIRMISH_ACT_H

#include "game/skirmish/path/path.h"

/* ---- order checks (check.c). A check reads only the world of the question, so that people,
 * players and plans can ask without a game. */
typedef struct sk_question {
    const sk_scenario *scenario;
    const us_world *world;
    us_seat seat;
    const us_order *order;
} sk_question;
us_reason sk_scenario_check(const us_scenario *scenario, const us_view *view,
                            const us_order *order);
us_reason sk_question_check_unit(const sk_question *q, us_id id);
/* Checks a task that has no order, by the view of the unit's seat. */
us_reason sk_task_check(sk_game *g, sk_slot slot, const sk_task *task);
/* Checks what concerns the unit itself: it still does the action and has the means. The verb
 * handles a target or place that has changed. */
us_reason sk_task_check_begin(sk_game *g, sk_slot slot, const sk_task *task);
/* Actions that need no verb. */
bool sk_action_is_production(const sk_words *words,
                             int action); /* a building does it from its queue */
bool sk_action_is_immediate(const sk_words *words, int action); /* done as soon as it is ordered */
bool sk_type_can_hit(const sk_scenario *scenario, us_type type, us_type target);
bool sk_world_can_afford(const us_world *world, us_seat seat, const int32_t *cost);

/* ---- orders (order.c) */
us_reason sk_game_act(us_game *game, const us_order *order);
sk_verb sk_verb_find(const char *action); /* NULL if the action has no verb */

/* ---- the task of a unit (task.c) */
/* Begins a task. Interrupts the present task and all waiting ones. */
void sk_task_begin(sk_game *g, sk_slot slot, const sk_task *task);
/* Begins a task after the present one and all waiting ones; needs room in the list. */
void sk_task_begin_later(sk_game *g, sk_slot slot, const sk_task *task);
/* Begins a task of the unit's own accord and puts the present one in front of the waiting ones. If
 * the list is full, the unit keeps its present task. */
void sk_task_begin_first(sk_game *g, sk_slot slot, const sk_task *task);
/* Ends the task: DONE, or FAILED with the reason, unless it was reported as done already. The unit
 * begins the next waiting task that passes sk_task_check_begin, or idles; the others fail. The
 * caller must not touch the unit afterwards. */
void sk_task_end(sk_game *g, sk_slot slot, us_reason reason);
/* Emits an event of a task; none for a task without an order. */
void sk_task_emit_event(sk_game *g, sk_slot slot, us_event_kind kind, const sk_task *task,
                        us_reason reason);
void sk_making_emit_event(sk_game *g, sk_slot slot, us_event_kind kind, const sk_making *entry,
                          us_reason reason);
int sk_making_action(const sk_game *g, us_type product); /* the action that makes it */
void sk_unit_fail_tasks(sk_game *g, sk_slot slot);       /* it dies: all its tasks fail */
void sk_task_report_under_way(sk_game *g,
                              sk_slot slot); /* reports its task as done before it ends */
/* Returns true if another task waits and the present one is endless, under way, and not gathering.
 * A gatherer first brings its load home. */
bool sk_unit_is_relieved(const sk_game *g, sk_slot slot);
void sk_unit_wait(sk_game *g, sk_slot slot, us_cycle cycles);
/* Walking as a part of verbs. */
typedef enum sk_leg {
    SK_LEG_ON,     /* on its way: status and next wake are set */
    SK_LEG_THERE,  /* in the goal's range; at a place that is taken, as near as possible */
    SK_LEG_CLOSED, /* no way; nothing is set */
} sk_leg;
sk_leg sk_unit_advance(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
/* Walks. Returns true if the unit is there. False: it is on its way, or the action has ended for
 * lack of a way. */
bool sk_unit_go(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
/* Like sk_unit_go for endless work: the unit waits while only other units block the way. */
bool sk_unit_go_patiently(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
void sk_unit_wake_idle(sk_game *g,
                       sk_slot slot); /* without task: guards, flees, or sleeps (idle.c) */

/* ---- harm (harm.c) */
void sk_stats_update(sk_game *g, us_seat seat); /* at the start and after an upgrade */
void sk_game_regenerate(sk_game *g);            /* every two seconds */
/* Launches one blow or missile of the unit. at 0: the cell itself is the target. */
void sk_unit_strike(sk_game *g, sk_slot slot, us_id at, int x, int y, int distance);
void sk_missiles_land(sk_game *g); /* those that hit in this cycle */
us_cycle sk_missiles_next(const sk_game *g);

/* ---- fighting (fight.c) */
typedef enum sk_blow {
    SK_BLOW_BUSY,   /* struck or stepped: the next wake is set */
    SK_BLOW_GONE,   /* no such foe any more */
    SK_BLOW_HIDDEN, /* inside a building, or out of sight */
    SK_BLOW_FAR,    /* out of reach, not to be chased */
    SK_BLOW_NO_WAY,
} sk_blow;
bool sk_unit_can_hit(const sk_game *g, sk_slot slot, sk_slot foe);
/* Fights a foe nearby. Returns true while it fights; then the next wake is set. */
bool sk_unit_defend_self(sk_game *g, sk_slot slot);

/* ---- production of buildings, one after the other (make.c) */
void sk_making_wake(sk_game *g, sk_slot slot); /* works on the first entry */
us_reason sk_making_add(sk_game *g, sk_slot slot, us_type type, uint32_t order);
void sk_making_cancel(sk_game *g, sk_slot slot); /* the last entry */
bool sk_seat_pay_type(sk_game *g, us_seat seat, us_type type);
bool sk_seat_pay_cost(sk_game *g, us_seat seat,
                      const int32_t *cost); /* by resource; all or nothing */
void sk_seat_refund_type(sk_game *g, us_seat seat, us_type type, int percent);

/* ---- building (site.c) */
void sk_site_wake(sk_game *g,
                  sk_slot slot); /* of a building under construction, or in production */
void sk_site_cancel(sk_game *g, sk_slot slot);

/* ---- in and out of mines, depots and sites (house.c) */
void sk_unit_enter(sk_game *g, sk_slot slot, sk_slot house);
/* Lets a unit come out, towards the cell. Returns false if there is no room; it tries again later.
 */
bool sk_unit_leave(sk_game *g, sk_slot slot, int to_x, int to_y);
/* Counts the work since the last call. Hit points grow with the work; damage stays. */
void sk_site_count_work(sk_game *g, sk_slot slot);
void sk_site_pause(sk_game *g, sk_slot slot);        /* no builder works on it */
void sk_unit_publish_load(sk_game *g, sk_slot slot); /* after a change of its load */

/* ---- verbs */
void sk_unit_do_move(sk_game *g, sk_slot slot);
void sk_unit_do_stop(sk_game *g, sk_slot slot);
void sk_unit_do_stand(sk_game *g, sk_slot slot);
void sk_unit_do_patrol(sk_game *g, sk_slot slot);
void sk_unit_do_follow(sk_game *g, sk_slot slot);
void sk_unit_do_explore(sk_game *g, sk_slot slot);
void sk_unit_do_attack(sk_game *g, sk_slot slot);
void sk_unit_do_attack_move(sk_game *g, sk_slot slot);
void sk_unit_do_attack_ground(sk_game *g, sk_slot slot);
void sk_unit_do_defend(sk_game *g, sk_slot slot);
void sk_unit_do_harvest(sk_game *g, sk_slot slot);
void sk_unit_do_chop(sk_game *g, sk_slot slot);
void sk_unit_do_return(sk_game *g, sk_slot slot);
void sk_unit_do_build(sk_game *g, sk_slot slot);
void sk_unit_do_repair(sk_game *g, sk_slot slot);

#endif
