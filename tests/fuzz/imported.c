#include "tests/fuzz/imported.h"

#include "traces/import/import.h"
#include "traces/reader.h"

typedef struct seen {
    us_import_sink to;
    us_cycle cycle;
    int64_t orders, worlds;
    bool begun, ended;
} seen;

static us_status on_begin(void *context, const us_trace_header *header, const us_domain *domain,
                          us_error *err)
{
    seen *s = context;
    us_assert(!s->begun && header->source[0] && header->seats >= 1);
    s->begun = true;
    return s->to.begin(s->to.context, header, domain, err);
}

static us_status on_order(void *context, const us_import_order *order, us_error *err)
{
    seen *s = context;
    us_assert(s->begun && !s->ended && order->cycle >= s->cycle);
    us_assert(order->foreign || order->order.unit_count == 1);
    s->cycle = order->cycle;
    s->orders++;
    return s->to.order(s->to.context, order, err);
}

static us_status on_world(void *context, const us_world *world, us_error *err)
{
    seen *s = context;
    (void)err;
    us_assert(s->begun && world->now >= s->cycle && world->width > 0 && world->height > 0);
    us_assert(s->worlds == 0 || world->now > s->cycle || s->orders == 0);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        us_assert(e->id > 0 && (i == 0 || e->id > world->entity[i - 1].id));
        us_assert(us_world_is_inside(world, e->x, e->y) && e->owner < world->seats);
        us_assert(e->type >= 0 && e->type < world->domain->type_count);
    }
    for (int cell = 0; cell < world->width * world->height; cell++)
        us_assert(world->plane[US_PLANE_TERRAIN][cell] < world->domain->terrain_count);
    us_world_hash(world);
    s->cycle = world->now;
    s->worlds++;
    return US_OK;
}

static us_status on_end(void *context, const us_import_end *end, us_error *err)
{
    seen *s = context;
    us_assert(s->begun && !s->ended && end->cycles >= s->cycle);
    s->ended = true;
    return s->to.end(s->to.context, end, err);
}

/* What was written is a trace, with as many orders. */
static void read_back(const us_import_text *text, const us_domain *domain, int64_t orders)
{
    us_trace *trace = NULL;
    us_trace_record record = {.kind = US_TRACE_ORDER};
    us_status status = us_trace_open_text("back", text->text.text, text->text.length, &trace, NULL);
    us_assert(status == US_OK);
    us_trace_set_domain(trace, domain);
    while (record.kind != US_TRACE_STOP) {
        status = us_trace_next(trace, &record, NULL);
        us_assert(status == US_OK);
        orders -= record.kind == US_TRACE_ORDER || record.kind == US_TRACE_FOREIGN;
    }
    us_assert(orders == 0 && !us_trace_is_cut(trace));
    us_trace_close(trace);
}

/* Loaded once and kept. */
static const us_domain *domain_of(const us_importer *importer)
{
    static us_domain *domain;
    if (!domain) {
        us_status status = us_importer_load_domain(importer, &domain, NULL);
        us_assert(status == US_OK);
    }
    us_assert(us_text_equal(domain->name, importer->domain));
    return domain;
}

void try_import(const char *importer, const uint8_t *data, size_t size, int game)
{
    const us_importer *found = NULL;
    us_import_report report;
    us_import_text text;
    us_error err = {0};
    us_status status = us_importer_get(importer, &found, NULL);
    us_assert(status == US_OK);
    seen s = {.to = us_import_text_init(&text)};
    us_import_sink sink = {&s, on_begin, on_order, on_world, on_end};
    status = us_importer_convert_bytes(found, domain_of(found), "fuzz", (const char *)data, size,
                                       game, &sink, &report, &err);
    us_assert(report.orders == s.orders && report.states == s.worlds);
    if (status == US_OK) {
        us_assert(s.begun && s.ended);
        read_back(&text, domain_of(found), report.orders);
    } else {
        us_assert((status == US_BAD_INPUT || status == US_MISMATCH) && err.text[0] &&
                  err.status == status);
    }
    us_import_text_clear(&text);
}
