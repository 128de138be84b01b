#include "learn/teach.h"

#include <stdio.h>

#include "retrieve/library.h"

static us_status learn_from(const char *trace, const us_learn_def *def, const us_learned *first,
                            us_learned *out, us_error *err)
{
    us_status status = us_learn(trace, def, out, err);
    if (status != US_OK && err && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", trace);
    US_TRY(status);
    const char *name = out->log.domain->name;
    if (us_text_equal(name, first->log.domain->name))
        return US_OK;
    us_fail(err, US_MISMATCH, trace, 0, 0, "a trace of \"%.64s\", the first one is of \"%.64s\"",
            name, first->log.domain->name);
    us_learned_clear(out);
    return US_MISMATCH;
}

static us_status put_all(const us_learned *learned, int count, const char *path, us_error *err)
{
    us_library *library;
    us_library_added added = {0};
    US_TRY(us_library_open(path, US_LIBRARY_CREATE, learned[0].log.domain, &library, err));
    us_status status = us_library_begin(library, err);
    for (int i = 0; i < count; i++)
        for (int b = 0; b < learned[i].brl->count && status == US_OK; b++)
            status = us_library_put(library, learned[i].brl->item[b], &added, err);
    if (status == US_OK)
        status = us_library_commit(library, err);
    us_library_close(library);
    return status;
}

us_status us_teach(const char *const *trace, int traces, const us_learn_def *def, const char *path,
                   us_error *err)
{
    us_assert(traces > 0);
    us_learned *learned = US_NEW_ARRAY(us_learned, traces);
    us_status status = US_OK;
    int count = 0;
    for (; count < traces && status == US_OK; count++)
        status = learn_from(trace[count], def, learned, &learned[count], err);
    count -= status != US_OK;
    if (status == US_OK)
        status = put_all(learned, count, path, err);
    for (int i = 0; i < count; i++)
        us_learned_clear(&learned[i]);
    us_free(learned);
    return status;
}
