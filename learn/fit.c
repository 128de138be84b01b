#include "learn/learner.h"

#include "base/sort.h"

typedef struct fitting {
    const us_annotation *annotation;
    const us_log *log;
    const char *path;
    uint32_t last; /* number of the last order, also of those that the domain has no words for */
    us_error *err;
} fitting;

/* Fails with the goal's name and what is wrong with it. */
static us_status refuse(const fitting *f, us_status status, const us_goal_instance *instance,
                        const char *what, ...) __attribute__((format(printf, 4, 5)));
static us_status refuse(const fitting *f, us_status status, const us_goal_instance *instance,
                        const char *what, ...)
{
    US_AUTOSTR(name);
    US_AUTOSTR(text);
    va_list args;
    us_goal_print(f->annotation->domain, &instance->goal, &name);
    va_start(args, what);
    us_str_vaddf(&text, what, args);
    va_end(args);
    return us_error_set(f->err, status, f->path, instance->line, 0, "goal %u, %.150s: %s",
                        (unsigned)instance->id, name.text, text.text);
}

/* Returns the index of the goal's first order, or -1. */
static int first_order(const us_log *log, const us_goal_instance *instance)
{
    for (int i = 0; i < instance->spans; i++) {
        int low = us_array_lower_bound(instance->span[i].from, log->orders.order, log->orders.count,
                                       sizeof *log->orders.order);
        for (; low < log->orders.count && log->orders.order[low].id < instance->span[i].to; low++)
            if (log->orders.order[low].seat == instance->seat && !us_log_is_earlier(log, low))
                return low;
    }
    return -1;
}

int us_goal_instance_count_earlier(const us_log *log, const us_goal_instance *instance)
{
    int held = 0, end = us_log_find(log, log->header->seat[instance->seat].since);
    for (int i = 0; i < end; i++)
        held += log->orders.order[i].seat == instance->seat &&
                us_goal_instance_has_order(instance, log->orders.order[i].id);
    return held;
}

static bool holds_foreign(const us_log *log, const us_goal_instance *instance)
{
    for (int i = 0; i < log->foreign_count; i++)
        if (log->foreign[i].seat == instance->seat &&
            us_goal_instance_has_order(instance, log->foreign[i].id))
            return true;
    return false;
}

static us_status fit_place(const fitting *f, const us_goal_instance *instance)
{
    const us_span *last = &instance->span[instance->spans - 1];
    if (instance->seat >= f->log->header->seats)
        return refuse(f, US_MISMATCH, instance,
                      "there is no seat %d: the trace has %d; is it of another trace?",
                      instance->seat, f->log->header->seats);
    if (last->to > f->last + 1)
        return refuse(f, US_MISMATCH, instance,
                      "its orders go up to %u, those of the trace to %u; is it of another "
                      "trace?",
                      (unsigned)last->to - 1, (unsigned)f->last);
    if (instance->opened > f->log->cycles)
        return refuse(f, US_MISMATCH, instance,
                      "it begins at cycle %d, the trace ends at %d; is it of another trace?",
                      (int)instance->opened, (int)f->log->cycles);
    return US_OK;
}

static us_status fit_orders(const fitting *f, const us_goal_instance *instance)
{
    int first = first_order(f->log, instance);
    if (first < 0 &&
        (holds_foreign(f->log, instance) || us_goal_instance_count_earlier(f->log, instance)))
        return US_OK;
    if (first < 0)
        return refuse(f, US_BAD_INPUT, instance, "its ranges hold no order of seat %d",
                      instance->seat);
    us_cycle given = f->log->line[first].cycle;
    unsigned id = f->log->orders.order[first].id;
    if (instance->opened > given)
        return refuse(f, US_BAD_INPUT, instance,
                      "it begins at cycle %d, its first order, %u, was given at %d",
                      (int)instance->opened, id, (int)given);
    if (instance->closed >= 0 && instance->closed < given)
        return refuse(f, US_BAD_INPUT, instance,
                      "it ends at cycle %d, its first order, %u, was given at %d",
                      (int)instance->closed, id, (int)given);
    return US_OK;
}

static us_status fit_goals(const fitting *f, int seat)
{
    const us_goal_instance *before = NULL;
    for (int i = 0; i < f->annotation->count; i++) {
        const us_goal_instance *instance = &f->annotation->goal[i];
        if (seat >= 0 && instance->seat != seat)
            continue;
        if (before && before->seat == instance->seat && before->id == instance->id)
            return refuse(f, US_BAD_INPUT, instance, "seat %d has another goal %u", instance->seat,
                          (unsigned)instance->id);
        US_TRY(fit_place(f, instance));
        US_TRY(fit_orders(f, instance));
        before = instance;
    }
    if (before)
        return US_OK;
    return seat < 0 ? us_error_set(f->err, US_BAD_INPUT, f->path, 0, 0,
                                   "there are no goals: expected at least one for each order")
                    : us_error_set(f->err, US_BAD_INPUT, f->path, 0, 0,
                                   "there are no goals of seat %d", seat);
}

us_status us_annotation_check_fit(us_annotation *annotation, const us_log *log, const char *path,
                                  int seat, us_error *err)
{
    fitting f = {.annotation = annotation, .log = log, .path = path, .err = err};
    us_annotation_sort(annotation);
    if (seat >= log->header->seats)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "there is no seat %d: the trace has %d",
                            seat, log->header->seats);
    if (log->orders.count > 0)
        f.last = log->orders.order[log->orders.count - 1].id;
    for (int i = 0; i < log->foreign_count; i++)
        f.last = log->foreign[i].id > f.last ? log->foreign[i].id : f.last;
    return fit_goals(&f, seat);
}
