/* Any bytes as what a program says, a line each: its name, or a reply to a state. */
#include <string.h>

#include "players/exec.h"
#include "tests/fuzz/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_name(const char *text, size_t length)
{
    char name[US_EXEC_NAME_MAX + 1] = "before";
    us_error err = {0};
    if (us_exec_read_hello(text, length, name, &err) == US_OK)
        us_assert(name[0] && strlen(name) <= US_EXEC_NAME_MAX);
    else
        us_assert(us_text_equal(name, "before") && err.line == 1);
}

static void read_reply(const char *text, size_t length, us_orders *orders)
{
    us_error err = {0};
    us_wakeup wakeup = {-7, 77};
    int count = orders->count, pool = orders->pool_count;
    us_status status =
        us_exec_read_reply(shipped_domain(), 1, 500, text, length, orders, &wakeup, &err);
    if (status != US_OK) {
        us_assert(orders->count == count && orders->pool_count == pool);
        us_assert(wakeup.until == -7 && wakeup.events == 77 && err.line == 1);
        return;
    }
    us_assert(wakeup.until >= 0 && wakeup.until <= US_CYCLES_LIMIT);
    us_assert(wakeup.events < US_EVENT_BIT(US_EVENT_KINDS));
    us_assert(orders->count - count <= US_EXEC_ORDERS_MAX);
    for (int i = count; i < orders->count; i++) {
        const us_order *order = &orders->order[i];
        us_assert(order->seat == 1 && order->goal == 0 && order->id == 0);
        us_assert(order->action >= 0 && order->action < shipped_domain()->action_count);
        us_assert(order->unit_count >= 1 && order->unit_count <= US_ORDER_UNITS_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_orders orders = {0};
    const char *text = (const char *)data;
    const char *end = text + size;
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line_end ? line_end : end) - text);
        read_name(text, length);
        read_reply(text, length, &orders);
        text += length + 1;
    }
    us_orders_clear(&orders);
    return 0;
}
