#include "learn/learn.h"
#include "retrieve/library.h"
#include "understudy/learn.h"

#include <stdio.h>

typedef struct teaching {
    const char *const *trace;
    const us_learn_def *def;
    const char *path;
    us_learn_listener *listener;
    us_learn_result *learned; /* by trace; the first one's domain is the library's */
    int count;                /* of learned */
    us_library *library;      /* opened with the first trace */
} teaching;

/* Adds the trace as the file of an error without one: a behavior's error has no file. */
static us_status name_trace(us_status status, const char *trace, us_error *err)
{
    if (status != US_OK && err && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", trace);
    return status;
}

/* Learns from one trace. The library is opened after the first, so that its errors come early. */
static us_status learn_one(teaching *t, const char *trace, us_error *err)
{
    us_learn_result *learned = &t->learned[t->count];
    US_TRY(name_trace(us_learn_run(trace, t->def, learned, err), trace, err));
    t->count++;
    const us_domain *domain = t->learned[0].log.domain;
    if (t->count == 1)
        return us_library_open(t->path, US_LIBRARY_CREATE, domain, &t->library, err);
    if (!us_text_equal(learned->log.domain->name, domain->name))
        return us_error_set(err, US_MISMATCH, trace, 0, 0,
                            "a trace of \"%.64s\", the first one is of \"%.64s\"",
                            learned->log.domain->name, domain->name);
    return US_OK;
}

static us_status put(const teaching *t, const char *trace, const us_learn_result *learned,
                     us_library_added *added, us_error *err)
{
    for (int i = 0; i < learned->brl->count; i++)
        US_TRY(
            name_trace(us_library_put(t->library, learned->brl->item[i], added, err), trace, err));
    if (t->listener && t->listener->on_learned)
        t->listener->on_learned(t->listener->context, trace, learned);
    return US_OK;
}

static us_status teach(teaching *t, int traces, us_error *err)
{
    us_library_added added = {0};
    int taken = 0;
    for (int i = 0; i < traces; i++) {
        US_TRY(learn_one(t, t->trace[i], err));
        taken += t->learned[i].taken;
    }
    if (taken == 0)
        return us_learn_result_fail_empty(&t->learned[0], t->trace[0], t->def->words, err);
    US_TRY(us_library_begin(t->library, err));
    for (int i = 0; i < traces; i++)
        US_TRY(
            put(t, t->trace[i], &t->learned[i], t->listener ? &t->listener->added : &added, err));
    return us_library_commit(t->library, err);
}

us_status us_learn_to_library(const char *const *trace, int traces, const us_learn_def *def,
                              const char *path, us_learn_listener *listener, us_error *err)
{
    us_assert(traces > 0);
    teaching t = {.trace = trace, .def = def, .path = path, .listener = listener};
    t.learned = US_NEW_ARRAY(us_learn_result, traces);
    us_status status = teach(&t, traces, err);
    us_library_close(t.library);
    for (int i = 0; i < t.count; i++)
        us_learn_result_clear(&t.learned[i]);
    us_mem_free(t.learned);
    return status;
}
