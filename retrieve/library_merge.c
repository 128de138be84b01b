/* All of a library into another one, or into a text, case by case: memory holds the behaviors with
 * one block for each case, and never all origins. */
#include "base/progress.h"
#include "behavior/brl.h"
#include "retrieve/library_internal.h"

static us_status count_origins(us_library *library, int64_t *out, us_error *err)
{
    US_TRY(us_library_ensure_open(library, err));
    return us_store_query_int(&library->store, "SELECT count(*) FROM origins", 0, out, err);
}

/* ---- merging */

typedef struct merging {
    us_library *from;
    int64_t id;
    us_long_work *work;
    us_library_on_block *put;
    void *putting;
} merging;

static us_status count_block(void *context, const us_case *block, us_error *err)
{
    const merging *m = context;
    US_TRY(us_long_work_add(m->work, 1, err));
    return m->put(m->putting, block, err);
}

static us_status feed(void *context, us_library_on_block *put, void *putting, us_error *err)
{
    merging *m = context;
    m->put = put;
    m->putting = putting;
    return us_library_visit_blocks(m->from, m->id, US_ORIGINS_ALL, count_block, m, err);
}

static us_status merge(us_library *to, us_library *from, us_long_work *work,
                       us_library_added *added, us_error *err)
{
    US_AUTO(us_library_ids_clear) us_library_ids ids = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    US_TRY(us_library_get_sound(from, US_ORIGINS_FIRST, &ids, &brl, err));
    US_TRY(us_library_import_features(to, brl, err));
    US_TRY(us_library_import_games(to, brl, err));
    for (int i = 0; i < brl->count; i++) {
        merging m = {.from = from, .id = ids.item[i], .work = work};
        US_TRY(us_library_put_fed(to, brl->item[i], feed, &m, added, err));
    }
    return US_OK;
}

us_status us_library_merge(us_library *to, us_library *from, us_library_added *added, us_error *err)
{
    int64_t origins = 0;
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_library_added before = *added;
    US_TRY(us_library_begin_read(from, err));
    us_status status = count_origins(from, &origins, err);
    if (status == US_OK) {
        us_long_work_begin(&work, from->path, "origins", origins);
        status = merge(to, from, &work, added, err);
    }
    status = us_library_end_read(from, status, err);
    if (status != US_OK)
        *added = before;
    return status;
}

/* ---- printing */

typedef struct printing {
    us_brl_printer printer; /* of the present item */
    us_long_work *work;
    const us_library_print_def *def;
    us_str *out;
    us_library_printed printed;
} printing;

/* Counts what was printed, and drops it if there is too much. */
static void settle(printing *p, size_t before)
{
    p->printed.length += p->out->length - before;
    if (p->printed.length > p->def->most)
        us_str_reset(p->out);
}

static us_status print_block(void *context, const us_case *block, us_error *err)
{
    printing *p = context;
    US_TRY(us_long_work_add(p->work, 1, err));
    size_t before = p->out->length;
    us_brl_printer_add_case(&p->printer, block);
    settle(p, before);
    return US_OK;
}

static us_status print_items(us_library *library, const us_brl *brl, const us_library_ids *ids,
                             printing *p, us_error *err)
{
    for (int i = 0; i < brl->count; i++) {
        size_t before = p->out->length;
        us_str_add_char(p->out, '\n');
        p->printer = us_brl_printer_begin(brl->item[i], p->out);
        settle(p, before);
        US_TRY(us_library_visit_blocks(library, ids->item[i], US_ORIGINS_ALL, print_block, p, err));
        before = p->out->length;
        us_brl_printer_end(&p->printer);
        settle(p, before);
    }
    return US_OK;
}

static us_status print_all(us_library *library, printing *p, us_error *err)
{
    US_AUTO(us_library_ids_clear) us_library_ids ids = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    US_TRY(us_library_get_sound(library, US_ORIGINS_FIRST, &ids, &brl, err));
    brl->named = p->def->named;
    if (!p->def->games)
        brl->games = 0;
    us_brl_print_head(brl, p->out);
    settle(p, 0);
    p->printed.items = brl->count;
    return print_items(library, brl, &ids, p, err);
}

us_status us_library_print_all(us_library *library, const us_library_print_def *def, us_str *out,
                               us_library_printed *printed, us_error *err)
{
    int64_t origins = 0;
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    printing p = {.work = &work, .def = def, .out = out};
    us_assert(out->length == 0);
    US_TRY(us_library_begin_read(library, err));
    us_status status = count_origins(library, &origins, err);
    if (status == US_OK) {
        us_long_work_begin(&work, library->path, "origins", origins);
        status = print_all(library, &p, err);
    }
    status = us_library_end_read(library, status, err);
    if (status == US_OK)
        *printed = p.printed;
    else
        us_str_reset(out);
    return status;
}
