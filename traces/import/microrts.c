#include "traces/import/microrts.h"

#include <string.h>

#include "traces/import/unzip.h"

#define DOMAIN "microrts"

static const char *const deeds[US_MICRORTS_ORDER_KINDS] = {"move",  "stop",  "harvest", "return",
                                                           "build", "train", "attack",  "hunt"};

typedef struct whole {
    const us_import *import;
    bool given;
} whole;

static us_status read_whole(void *context, const char **text, size_t *length, us_error *err)
{
    whole *all = context;
    (void)err;
    *text = all->import->bytes;
    *length = all->given ? 0 : all->import->length;
    all->given = true;
    return US_OK;
}

static us_status read_unzipped(void *context, const char **text, size_t *length, us_error *err)
{
    return us_unzip_next(context, text, length, err);
}

static us_status read_zip(us_microrts_trace *m)
{
    us_import *import = m->import;
    us_unzip *zip;
    US_TRY(us_unzip_open(import->file, import->bytes, import->length, US_IMPORT_BYTES_MAX, &zip,
                         import->err));
    us_status status = us_microrts_read_xml(m, read_unzipped, zip);
    us_unzip_close(zip);
    return status;
}

static us_status read_any(us_microrts_trace *m)
{
    us_import *import = m->import;
    if (import->game != 1)
        return us_import_fail(import, 0, 0, "expected game 1: a trace of microRTS holds one");
    us_assert(import->domain->type_count <= US_COUNT(m->type));
    for (int i = 0; i < US_MICRORTS_ORDER_KINDS; i++) {
        m->action_of[i] = us_domain_find_action(import->domain, deeds[i]);
        if (m->action_of[i] < 0)
            return us_error_set(import->err, US_MISMATCH, import->domain->file, 0, 0,
                                "the domain \"" DOMAIN "\" lacks the action \"%s\"", deeds[i]);
    }
    if (us_unzip_is_archive(import->bytes, import->length))
        return read_zip(m);
    size_t at = 0;
    while (at < import->length && strchr(" \t\r\n", import->bytes[at]) && import->bytes[at])
        at++;
    if (at < import->length && import->bytes[at] == '{')
        return us_microrts_read_json(m);
    whole all = {import, false};
    return us_microrts_read_xml(m, read_whole, &all);
}

static us_status run(us_import *import)
{
    us_microrts_trace *m = US_NEW(us_microrts_trace);
    m->import = import;
    us_status status = read_any(m);
    us_mem_free(m->unit.item);
    us_mem_free(m->action.item);
    us_mem_free(m->terrain);
    us_mem_free(m->spare);
    us_mem_free(m->stand);
    us_mem_free(m->name.item);
    us_mem_free(m->renamed.item);
    us_mem_free(m->all.item);
    us_mem_free(m->step.item);
    us_mem_free(m->moment.item);
    us_mem_free(m->order.item);
    us_mem_free(m);
    return status;
}

const us_importer us_import_microrts = {
    .name = "microrts",
    .about = "traces of microRTS: XML, JSON, or a zip of one XML; orders and states",
    .domain = DOMAIN,
    .run = run,
};
