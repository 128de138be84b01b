/* Any bytes as orders, a line each: what is read is written and read again the same. */
#include <string.h>

#include "domain/order.h"
#include "tests/fuzz/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_order(const us_order *order, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_order_write(shipped_domain(), order, &writer);
    us_json_write_close(&writer, '}');
}

static us_status read_order(const char *text, size_t length, us_orders *orders, us_error *err)
{
    us_str scratch;
    us_line line = {"fuzz", 1, {0}, &scratch, err};
    us_str_init(&scratch);
    us_pull_init(&line.pull, text, length);
    us_status status = us_order_read(&line, shipped_domain(), 0, orders);
    us_str_clear(&scratch);
    return status;
}

static void read_line(const char *text, size_t length, us_orders *orders)
{
    us_error err = {0};
    int before = orders->count;
    if (read_order(text, length, orders, &err) != US_OK) {
        us_assert(orders->count == before && err.line > 0);
        return;
    }
    us_str once, twice;
    us_str_init(&once);
    us_str_init(&twice);
    write_order(&orders->order[before], &once);
    us_orders again = {0};
    us_status status = read_order(once.text, once.length, &again, NULL);
    us_assert(status == US_OK);
    write_order(&again.order[0], &twice);
    us_assert(us_text_equal(once.text, twice.text));
    us_orders_clear(&again);
    us_str_clear(&once);
    us_str_clear(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_orders orders = {0};
    const char *text = (const char *)data;
    const char *end = text + size;
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line_end ? line_end : end) - text);
        read_line(text, length, &orders);
        text += length + 1;
    }
    us_orders_clear(&orders);
    return 0;
}
