/* Any bytes as a state that microRTS tells, and as a list of orders. What is taken must be written
 * and read as the same state, and goes on for a while. */
#include <string.h>

#include "tests/fuzz/played.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_state(mr_state *state, uint64_t seed)
{
    us_str text, again;
    mr_state *back = NULL;
    us_str_init(&text);
    us_str_init(&again);
    played_check(state);
    mr_state_print(state, &text);
    us_assert(mr_state_open(played_table(), "back", 1, text.text, text.length, &back, NULL, NULL) ==
              US_OK);
    us_assert(mr_state_compare(back, state, MR_IDS_SAME, NULL) == US_OK);
    us_assert(mr_state_hash(back) == mr_state_hash(state));
    mr_state_print(back, &again);
    us_assert(strcmp(text.text, again.text) == 0);
    played_for(state, seed, state->core->count <= 64 ? 60 : 3);
    us_assert(mr_state_read(state, "back", 1, text.text, text.length, NULL, NULL) == US_OK);
    us_assert(mr_state_compare(back, state, MR_IDS_SAME, NULL) == US_OK);
    mr_state_free(back);
    us_str_clear(&text);
    us_str_clear(&again);
}

static void try_orders(const char *text, size_t length)
{
    mr_orders orders = {0};
    us_error err = {0};
    us_str out;
    us_str_init(&out);
    if (mr_orders_read(played_table(), "fuzz", 1, text, length, &orders, &err) == US_OK)
        mr_orders_print(&orders, played_table(), &out);
    else
        us_assert(orders.count == 0 && err.status == US_BAD_INPUT && err.text[0]);
    us_mem_free(orders.item);
    us_str_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mr_state *state = NULL;
    mr_orders requested = {0};
    us_error err = {0};
    const char *text = (const char *)data;
    us_status status = mr_state_open(played_table(), "fuzz", 1, text, size, &state,
                                     size % 2 ? &requested : NULL, &err);
    if (status == US_OK)
        try_state(state, size);
    else
        us_assert(state == NULL && err.status == US_BAD_INPUT && err.text[0] && err.column > 0);
    mr_state_free(state);
    us_mem_free(requested.item);
    try_orders(text, size);
    return 0;
}
