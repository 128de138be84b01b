#include "traces/import/states.h"

static us_status on_begin(void *context, const us_trace_header *header, const us_domain *domain,
                          us_error *err)
{
    us_import_states *s = context;
    s->domain = domain;
    s->header = (us_trace_header){.domain = domain->name,
                                  .domain_hash = header->domain_hash,
                                  .rules_hash = header->rules_hash,
                                  .map_hash = header->map_hash,
                                  .seed = header->seed,
                                  .seats = header->seats};
    s->game = us_states_hash_game(header);
    return s->to.begin ? s->to.begin(s->to.context, header, domain, err) : US_OK;
}

static us_status on_order(void *context, const us_import_order *order, us_error *err)
{
    us_import_states *s = context;
    return s->to.order ? s->to.order(s->to.context, order, err) : US_OK;
}

static us_status on_world(void *context, const us_world *world, us_error *err)
{
    us_import_states *s = context;
    if (!s->writer) { /* the first world has the size */
        us_states_header header = us_states_header_from_trace(&s->header, world);
        header.game = s->game;
        US_TRY(us_output_begin_states(s->output, &header, s->domain, &s->writer, err));
    }
    us_states_writer_add(s->writer, world);
    US_TRY(us_states_writer_status(s->writer, err));
    return s->to.world ? s->to.world(s->to.context, world, err) : US_OK;
}

static us_status on_end(void *context, const us_import_end *end, us_error *err)
{
    us_import_states *s = context;
    return s->to.end ? s->to.end(s->to.context, end, err) : US_OK;
}

us_import_sink us_import_states_init(us_import_states *states, us_output *output,
                                     const us_import_sink *to)
{
    *states = (us_import_states){.to = *to, .output = output};
    return (us_import_sink){states, on_begin, on_order, on_world, on_end};
}
