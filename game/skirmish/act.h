/* What units do when it is their turn. A verb is one action's behavior: it is called when the
 * unit wakes, does one thing, and sets the next wake. Every path through a verb ends in a wake,
 * in sk_end, or with the unit gone. */
#ifndef US_GAME_SKIRMISH_ACT_H
#define US_GAME_SKIRMISH_ACT_H

#include "game/skirmish/way/path.h"

/* ---- what may be ordered (check.c). Only the world in the question decides, so that people,
 * players and plans can ask without a game. */
typedef struct sk_question {
    const sk_scenario *scenario;
    const us_world *world;
    us_seat seat;
    const us_order *order;
} sk_question;
us_reason sk_check(const us_scenario *scenario, const us_view *view, const us_order *order);
us_reason sk_check_unit(const sk_question *q, us_id id);
/* The same of one that nobody orders, by what the unit's seat knows. */
us_reason sk_check_task(sk_game *g, sk_slot slot, const sk_task *task);
/* What is the unit's own of it: that it still can, and has what it takes. What became of its
 * target or place is for the verb to see. */
us_reason sk_check_begin(sk_game *g, sk_slot slot, const sk_task *task);
/* The kinds of actions that need no verb. */
bool sk_is_making(const sk_words *words, int action);  /* a building does it, in its turn */
bool sk_is_at_once(const sk_words *words, int action); /* is done when it is ordered */
bool sk_type_hits(const sk_scenario *scenario, us_type type, us_type target);
bool sk_has_cost(const us_world *world, us_seat seat, const int32_t *cost);

/* ---- orders (order.c) */
us_reason sk_act(us_game *game, const us_order *order);
sk_verb sk_verb_find(const char *action); /* NULL for a name that has none */

/* ---- the task of a unit (task.c) */
/* The unit takes up a task; what it did before, and all that waits, is interrupted. */
void sk_begin(sk_game *g, sk_slot slot, const sk_task *task);
/* The same after all that it does and that waits; there must be room. */
void sk_begin_later(sk_game *g, sk_slot slot, const sk_task *task);
/* The same of one that acts of its own accord: then it goes on with what it did and what waits. If
 * there is no room for one more to wait it goes on at once. */
void sk_begin_first(sk_game *g, sk_slot slot, const sk_task *task);
/* The task is over: DONE, or FAILED with the reason, unless it was told as done already. The
 * unit takes up what waits, or idles: whoever calls this leaves it alone from then on. What waits
 * is judged anew (sk_check_begin) and fails if it is not to be had any more. */
void sk_end(sk_game *g, sk_slot slot, us_reason reason);
/* Nothing is told of a task that nobody ordered. */
void sk_tell_task(sk_game *g, sk_slot slot, us_event_kind kind, const sk_task *task,
                  us_reason reason);
void sk_tell_made(sk_game *g, sk_slot slot, us_event_kind kind, const sk_making *entry,
                  us_reason reason);
int sk_making_action(const sk_game *g, us_type product); /* by which a house makes it */
void sk_forsake(sk_game *g, sk_slot slot);   /* it dies: all that it was to do has failed */
void sk_under_way(sk_game *g, sk_slot slot); /* told as done already, before it ends */
/* It would never end, is under way, and another waits. Who gathers brings its load home first
 * and is not meant here. */
bool sk_is_relieved(const sk_game *g, sk_slot slot);
void sk_wait(sk_game *g, sk_slot slot, us_cycle cycles);
/* Walking as part of a verb. */
typedef enum sk_leg {
    SK_LEG_ON,     /* on its way: the status is shown and the next wake is set */
    SK_LEG_THERE,  /* stands where the goal asks; a mere place may be taken, then near it */
    SK_LEG_CLOSED, /* there is no way; nothing is set */
} sk_leg;
sk_leg sk_go_on(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
/* True: it is there. False: it is on its way, or the action has ended because there is none. */
bool sk_go(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
/* The same for work that goes on and on: it waits while only others stand in the way. */
bool sk_go_patiently(sk_game *g, sk_slot slot, const sk_goal *goal, int status);
void sk_idle_wake(sk_game *g, sk_slot slot); /* no task: guard, flee, or sleep (idle.c) */

/* ---- harm (harm.c) */
void sk_stats_learn(sk_game *g, us_seat seat); /* recompute after an upgrade, or at the start */
void sk_regenerate(sk_game *g);                /* every two seconds */
/* One blow or missile of the unit. at 0: the cell itself is the target. */
void sk_launch(sk_game *g, sk_slot slot, us_id at, int x, int y, int distance);
void sk_missiles_land(sk_game *g); /* all that hit in this cycle */
us_cycle sk_missiles_next(const sk_game *g);

/* ---- fighting (fight.c) */
typedef enum sk_blow {
    SK_BLOW_BUSY,   /* struck or stepped: the next wake is set */
    SK_BLOW_GONE,   /* there is no such foe any more */
    SK_BLOW_HIDDEN, /* inside something, or out of sight */
    SK_BLOW_FAR,    /* out of reach, and not to be chased */
    SK_BLOW_NO_WAY,
} sk_blow;
bool sk_can_hit(const sk_game *g, sk_slot slot, sk_slot foe);
/* Fight whoever is near. True while it does: the next wake is set. */
bool sk_help_self(sk_game *g, sk_slot slot);

/* ---- what buildings make, one after the other (make.c) */
void sk_make_wake(sk_game *g, sk_slot slot); /* work on the first */
us_reason sk_make(sk_game *g, sk_slot slot, us_type type, uint32_t order);
void sk_make_cancel(sk_game *g, sk_slot slot); /* what it was to make last */
bool sk_food_room(const sk_game *g, us_seat seat, us_type type);
bool sk_affords(const sk_game *g, us_seat seat, us_type type);
bool sk_pay(sk_game *g, us_seat seat, us_type type);
bool sk_pay_cost(sk_game *g, us_seat seat, const int32_t *cost); /* by resource; all or nothing */
void sk_refund(sk_game *g, us_seat seat, us_type type, int percent);

/* ---- building (site.c) */
void sk_site_wake(sk_game *g, sk_slot slot); /* a building under construction, or one that makes */
void sk_site_cancel(sk_game *g, sk_slot slot);

/* ---- in and out of mines, depots and sites (house.c) */
void sk_go_in(sk_game *g, sk_slot slot, sk_slot house);
/* Out again, towards the cell. False: no room, it tries again later. */
bool sk_come_out(sk_game *g, sk_slot slot, int to_x, int to_y);
/* Count the work since it was last counted; hit points grow with it, damage stays. */
void sk_site_count(sk_game *g, sk_slot slot);
void sk_site_rest(sk_game *g, sk_slot slot); /* nobody works on it */
void sk_show_load(sk_game *g, sk_slot slot); /* what it carries has changed */

/* ---- verbs */
void sk_do_move(sk_game *g, sk_slot slot);
void sk_do_stop(sk_game *g, sk_slot slot);
void sk_do_stand(sk_game *g, sk_slot slot);
void sk_do_patrol(sk_game *g, sk_slot slot);
void sk_do_follow(sk_game *g, sk_slot slot);
void sk_do_explore(sk_game *g, sk_slot slot);
void sk_do_attack(sk_game *g, sk_slot slot);
void sk_do_attack_move(sk_game *g, sk_slot slot);
void sk_do_attack_ground(sk_game *g, sk_slot slot);
void sk_do_defend(sk_game *g, sk_slot slot);
void sk_do_harvest(sk_game *g, sk_slot slot);
void sk_do_chop(sk_game *g, sk_slot slot);
void sk_do_return(sk_game *g, sk_slot slot);
void sk_do_build(sk_game *g, sk_slot slot);
void sk_do_repair(sk_game *g, sk_slot slot);

#endif
