#include "domain/event.h"
#include "domain/sensor.h"

static const us_type_def *def_of(const us_call *call, const us_entity *entity)
{
    return &call->domain->type[entity->type];
}

int64_t us_sensor_eval_this(const us_call *call)
{
    return call->view->actor;
}

int64_t us_sensor_eval_that(const us_call *call)
{
    return call->view->event ? call->view->event->other : 0;
}

int64_t us_sensor_eval_there(const us_call *call)
{
    const us_event *event = call->view->event;
    return event ? US_CELL(event->x, event->y) : -1;
}

int64_t us_sensor_eval_told(const us_call *call)
{
    return call->view->event ? call->view->event->value : 0;
}

int64_t us_sensor_eval_is_there(const us_call *call)
{
    return us_call_entity(call, 0) != NULL;
}

int64_t us_sensor_eval_finished(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && !(e->flags & US_ENTITY_UNFINISHED);
}

int64_t us_sensor_eval_damaged(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && e->attribute[0] < def_of(call, e)->attribute[0];
}

int64_t us_sensor_eval_hidden(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && (e->flags & US_ENTITY_INSIDE);
}

int64_t us_sensor_eval_hostile(const us_call *call)
{
    const us_entity *a = us_call_entity(call, 0), *b = us_call_entity(call, 1);
    return a && b && a->owner != b->owner && def_of(call, b)->kind != US_KIND_RESOURCE;
}

int64_t us_sensor_eval_is(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    if (!e || (us_call_has_arg(call, 2) && call->arg[2] < 0))
        return false;
    return (!us_call_has_arg(call, 1) ||
            us_type_is_a(call->domain, e->type, (us_type)call->arg[1])) &&
           (!us_call_has_arg(call, 2) || (def_of(call, e)->roles >> call->arg[2] & 1));
}

int64_t us_sensor_eval_does(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && call->arg[1] >= 0 && us_type_can_do(call->domain, e->type, (int)call->arg[1]);
}

int64_t us_sensor_eval_makes(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    us_type product = (us_type)call->arg[1];
    if (!e || product < 0)
        return false;
    const us_type_def *def = def_of(call, e);
    for (int i = 0; i < def->produces_count; i++) {
        int action = def->produces[i].action;
        if ((!us_call_has_arg(call, 2) || call->arg[2] == action) &&
            us_type_can_make(call->domain, e->type, action, product))
            return true;
    }
    return false;
}

int64_t us_sensor_eval_gathers(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    int64_t resource = call->arg[1];
    if (call->kind[1] == US_VALUE_ENTITY) {
        const us_entity *what = us_call_entity(call, 1);
        resource = what ? def_of(call, what)->yields : -1;
    }
    return e && resource >= 0 && (def_of(call, e)->gathers >> resource & 1);
}
