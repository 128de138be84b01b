/* Any bytes as what the real microRTS says over its socket, in JSON; or in XML where the first byte
 * is an X. */
#include <stddef.h>
#include <stdint.h>

#include "game/microrts/link.h"
#include "game/microrts/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was accepted can be answered: a wait for each unit of ours. */
static void answer(mr_link *link, mr_orders *orders)
{
    us_error err = {0};
    const mr_state *state = mr_link_state(link);
    orders->count = 0;
    US_LIST_PUT(*orders, ((mr_order){-7, mr_action_wait(1)}));
    us_assert(mr_link_send_orders(link, orders, &err) == US_MISMATCH);
    orders->count = 0;
    mr_orders_add_waits(state, mr_link_player(link), 1, orders);
    us_assert(mr_link_send_orders(link, orders, &err) == US_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_error err = {0};
    mr_orders orders = {0};
    mr_link_turn turn;
    us_status status;
    mr_link_def def = mr_link_def_default();
    def.xml = size > 0 && data[0] == 'X';
    def.line_max = 1 << 16;
    mr_link *link =
        mr_link_open_recorded(&def, (const char *)data + def.xml, size - (size_t)def.xml);
    while ((status = mr_link_next(link, &turn, &err)) == US_OK) {
        if (turn == MR_LINK_ACT)
            answer(link, &orders);
        else
            us_assert(mr_link_winner(link) >= MR_NONE && mr_link_winner(link) < MR_PLAYERS);
    }
    us_assert(status == US_FAILED || status == US_BAD_INPUT || status == US_MISMATCH);
    us_assert(err.status == status);
    us_mem_free(orders.item);
    mr_link_close(link);
    return 0;
}
