#include "base/parallel.h"
#include "base/progress.h"
#include "learn/learn.h"
#include "retrieve/library.h"
#include "understudy/learn.h"

#include <stdio.h>

enum { AT_ONCE = 16 }; /* traces that are learned in parallel, and then put in their order */

typedef struct lesson {
    us_status status;
    us_error err;
    us_learn_result learned;
} lesson;

typedef struct teaching {
    const char *const *trace;
    const us_learn_def *def;
    us_learn_listener *listener;
    us_library_added *added;
    int from;               /* index of the first lesson's trace */
    lesson lesson[AT_ONCE]; /* status US_OK: it has something to clear */
    us_library *library;
    int taken; /* seats of all traces so far */
} teaching;

/* Adds the trace as the file of an error without one: a behavior's error has no file. */
static us_status name_trace(us_status status, const char *trace, us_error *err)
{
    if (status != US_OK && err && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", trace);
    return status;
}

static void learn_one(void *context, int index)
{
    teaching *t = context;
    lesson *l = &t->lesson[index];
    const char *trace = t->trace[t->from + index];
    l->status = name_trace(us_learn_run(trace, t->def, &l->learned, &l->err), trace, &l->err);
}

static us_status put(teaching *t, const char *trace, const us_learn_result *learned, us_error *err)
{
    const us_domain *domain = us_library_domain(t->library);
    if (!us_text_equal(learned->log.domain->name, domain->name))
        return us_error_set(err, US_MISMATCH, trace, 0, 0,
                            "a trace of \"%.64s\", the first one is of \"%.64s\"",
                            learned->log.domain->name, domain->name);
    for (int i = 0; i < learned->brl->count; i++)
        US_TRY(name_trace(us_library_put(t->library, learned->brl->item[i], t->added, err), trace,
                          err));
    if (t->listener && t->listener->on_learned)
        t->listener->on_learned(t->listener->context, trace, learned);
    t->taken += learned->taken;
    return US_OK;
}

/* Learns from the next traces, and puts what was learned. A failure is that of the first trace that
 * fails, on any number of cores. */
static us_status teach_some(teaching *t, int count, us_error *err)
{
    us_status status = US_OK;
    us_parallel_run(count, learn_one, t);
    for (int i = 0; i < count; i++) {
        lesson *l = &t->lesson[i];
        if (status == US_OK && l->status != US_OK && err)
            *err = l->err;
        if (status == US_OK)
            status = l->status;
        if (status == US_OK)
            status = put(t, t->trace[t->from + i], &l->learned, err);
        if (l->status == US_OK)
            us_learn_result_clear(&l->learned);
    }
    return status;
}
/* The first trace is learned alone: its domain is the library's, whose errors come early. */
static us_status begin(teaching *t, const char *path, us_learn_result *first, us_error *err)
{
    US_TRY(name_trace(us_learn_run(t->trace[0], t->def, first, err), t->trace[0], err));
    US_TRY(us_library_open(path, US_LIBRARY_CREATE, first->log.domain, &t->library, err));
    US_TRY(us_library_begin(t->library, err));
    return put(t, t->trace[0], first, err);
}

static us_status teach(teaching *t, int traces, const char *path, us_learn_result *first,
                       us_error *err)
{
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, NULL, "traces", traces);
    US_TRY(begin(t, path, first, err));
    for (t->from = 1; t->from < traces; t->from += AT_ONCE) {
        int count = traces - t->from < AT_ONCE ? traces - t->from : AT_ONCE;
        US_TRY(us_long_work_add(&work, count, err));
        US_TRY(teach_some(t, count, err));
    }
    if (t->taken == 0)
        return us_learn_result_fail_empty(first, t->trace[0], t->def->words, err);
    return us_library_commit(t->library, err);
}

us_status us_learn_to_library(const char *const *trace, int traces, const us_learn_def *def,
                              const char *path, us_learn_listener *listener, us_error *err)
{
    us_assert(traces > 0);
    us_library_added added = {0};
    us_learn_result first = {.brl = NULL};
    teaching *t = US_NEW(teaching);
    *t = (teaching){.trace = trace, .def = def, .listener = listener};
    t->added = listener ? &listener->added : &added;
    us_status status = teach(t, traces, path, &first, err);
    us_library_close(t->library);
    us_mem_free(t);
    if (first.brl)
        us_learn_result_clear(&first);
    return status;
}
