/* The sink that writes a trace's text, with only the facts of the source. */
#include "base/json.h"
#include "traces/import/import.h"

static us_status on_begin(void *context, const us_trace_header *header, const us_domain *domain,
                          us_error *err)
{
    us_import_text *text = context;
    (void)err;
    text->domain = domain;
    us_trace_header_write(header, &text->text);
    us_str_add_char(&text->text, '\n');
    return US_OK;
}

static us_status on_order(void *context, const us_import_order *order, us_error *err)
{
    us_import_text *text = context;
    (void)err;
    us_json_writer writer = us_json_writer_begin(&text->text, '{');
    us_json_write_key_int(&writer, "cycle", order->cycle);
    us_json_write_key_int(&writer, "id", ++text->last_id);
    us_json_write_key_int(&writer, "seat", order->order.seat);
    if (order->foreign) {
        us_json_write_key_string(&writer, "foreign", order->foreign);
        us_json_write_key_open(&writer, "args", '{');
        for (int i = 0; i < order->args; i++) {
            const us_import_arg *arg = &order->arg[i];
            if (arg->text)
                us_json_write_key_string(&writer, arg->name, arg->text);
            else
                us_json_write_key_int(&writer, arg->name, arg->number);
        }
        us_json_write_close(&writer, '}');
    } else {
        us_order_write(text->domain, &order->order, &writer);
    }
    if (order->unit_type[0])
        us_json_write_key_string(&writer, "unit_type", order->unit_type);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

static us_status on_end(void *context, const us_import_end *end, us_error *err)
{
    us_import_text *text = context;
    (void)err;
    if (!end->outcome)
        return US_OK;
    us_json_writer writer = us_json_writer_begin(&text->text, '{');
    us_trace_end_write(end->outcome, end->cycles, &writer);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

us_import_sink us_import_text_init(us_import_text *text)
{
    *text = (us_import_text){.text = us_str_empty()};
    return (us_import_sink){text, on_begin, on_order, NULL, on_end};
}

void us_import_text_clear(us_import_text *text)
{
    us_str_clear(&text->text);
}
