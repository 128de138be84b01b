/* Private to plan/: the squad, that is, the fighters of a seat, which act together.
 *
 * The squad forms at a gathering place before the seat's base. It sets out, with or without a task,
 * once it is strong enough for the foes that are seen, and the longer it waits, the less is enough.
 * It marches in stages, so that its units arrive together, carries out the attacks of tasks, or
 * else attacks what is nearest, and turns back before it is lost. From the first attack that a task
 * asks for, it grows: idle producers make workers, upgrades and fighters, as long as the stock also
 * covers what tasks request. A seat that is far weaker than the foes that it sees makes fighters
 * from its first squad node on, whatever tasks request. Fighters at home attack what comes near the
 * seat's buildings; if they are too weak, workers help them.
 *
 * An attack is a group action below a squad node that harms at an entity or a cell and opens no
 * terrain. Its task waits until the squad is out and free. If it waits longer than its patience, it
 * ends, and the plan goes on with other steps: the squad attacks without it.
 *
 * The squad reserves its units that are out and all units that meet a threat. It takes no unit that
 * a task holds firmly. domain/force.h defines fighters and their strength. */
#ifndef US_PLAN_SQUAD_H
#define US_PLAN_SQUAD_H

#include "plan/task.h"

typedef struct us_squad us_squad;

us_squad *us_squad_new(const us_plan *plan); /* NULL: it is off, or the domain lacks an action */
void us_squad_free(us_squad *squad);         /* NULL is fine */

bool us_squad_is_formed(const us_plan *plan); /* from the first squad node that runs */
/* Returns whether the task's action is an attack below a squad node. */
bool us_squad_is_attack(const us_plan *plan, const us_task *task);
int us_squad_size(const us_plan *plan); /* units that are out; needs a squad */
/* Asks for an attack by units of the described type. Fills the task's units, which have room for
 * the squad's size, and returns true if the squad is out and carries out no other task. */
bool us_squad_request(us_plan *plan, us_task *task, us_type type);
/* Takes over the attack of a task that gives its order to the squad's units now, and lets the task
 * hold them. */
void us_squad_begin_attack(us_plan *plan, us_task *task);
/* Returns whether the squad is out and carries out the task. */
bool us_squad_is_on(const us_plan *plan, const us_task *task);
/* Returns the goal of the last attack that was asked for, or else the goal that the plan pursues.
 * Orders of the squad bear it. */
uint32_t us_squad_find_label(const us_plan *plan);

/* The template of a frame was replaced: `to` by old node. Rules that are in force may have
 * changed. */
void us_squad_on_replace(us_plan *plan, uint32_t frame, const int *to);

/* Looks from time to time and gives orders. Returns the cycle of the next look. */
us_cycle us_squad_update(us_plan *plan);

#endif
