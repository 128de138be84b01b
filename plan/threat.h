/* Private to plan/: enemies that lately attacked the seat's units, for the root's tree. */
#ifndef US_PLAN_THREAT_H
#define US_PLAN_THREAT_H

#include "behavior/run.h"
#include "plan/reserve.h"

enum { US_THREATS_MAX = 8 };

typedef struct us_threats {
    int slot[US_THREATS_MAX]; /* parameters of the root whose names begin with "attacker" */
    us_id who[US_THREATS_MAX];
    us_cycle seen[US_THREATS_MAX]; /* when it last attacked */
    int count;
} us_threats;

us_threats us_threats_init(const us_template *root);
/* Records an attack on a unit of the seat. An attack on a firmly held unit is left to the task that
 * holds it. */
void us_threats_on_event(us_threats *threats, const us_view *view, const us_reservations *reserve,
                         const us_event *event);
bool us_threats_has_attacker(const us_threats *threats, us_id who);
/* Binds the attackers in the root's frame. */
void us_threats_bind(us_threats *threats, us_run *run, uint32_t root, const us_view *view);

#endif
