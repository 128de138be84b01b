#include "plan/threat.h"

#include "base/str.h"
#include "plan/ticks.h"

enum { FORGOTTEN = 450 }; /* ticks without an attack after which an enemy is no threat */

us_threats us_threats_init(const us_template *root)
{
    us_threats threats = {.count = 0};
    for (int i = root->shared; i < root->shared + root->params; i++)
        if (threats.count < US_THREATS_MAX && root->slot[i].slot.kind == US_VALUE_ENTITY &&
            us_text_has_prefix(root->slot[i].slot.name, "attacker"))
            threats.slot[threats.count++] = i;
    return threats;
}

void us_threats_on_event(us_threats *threats, const us_view *view, const us_reservations *reserve,
                         const us_event *event)
{
    const us_entity *who = us_world_find(view->world, event->other);
    int place = -1;
    if (event->kind != US_EVENT_ATTACKED || event->seat != view->self || !who ||
        who->owner == view->self || us_reservations_hold(reserve, event->entity, 0) == US_HOLD_FIRM)
        return;
    for (int i = 0; i < threats->count; i++) {
        if (threats->who[i] == who->id) {
            threats->seen[i] = event->cycle;
            return;
        }
        if (!threats->who[i] && place < 0)
            place = i;
    }
    if (place >= 0) {
        threats->who[place] = who->id;
        threats->seen[place] = event->cycle;
    }
}

void us_threats_bind(us_threats *threats, us_run *run, uint32_t root, const us_view *view)
{
    us_binding binding = us_run_frame_binding(run, root);
    for (int i = 0; i < threats->count; i++) {
        bool over = view->world->now - threats->seen[i] >
                        us_ticks_to_cycles(view->world->domain, FORGOTTEN) ||
                    !us_world_find(view->world, threats->who[i]);
        if (over)
            threats->who[i] = 0;
        if (binding.value[threats->slot[i]].number != threats->who[i])
            us_run_bind(run, root, threats->slot[i], (us_value){.number = threats->who[i]});
    }
}

bool us_threats_has_attacker(const us_threats *threats, us_id who)
{
    for (int i = 0; i < threats->count; i++)
        if (who && threats->who[i] == who)
            return true;
    return false;
}
