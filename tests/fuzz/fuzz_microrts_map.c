/* Any bytes as a map of microRTS. What is taken must print and parse to the same map, also as XML,
 * and a game on it goes on for a while. */
#include <string.h>

#include "tests/fuzz/played.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_map(const mr_map *map, uint64_t seed)
{
    us_str text, again, xml;
    mr_map *back = NULL, *there = NULL;
    us_str_init(&text);
    us_str_init(&again);
    us_str_init(&xml);
    us_assert(mr_map_print(map, played_table(), &text));
    us_assert(mr_map_parse("back", text.text, text.length, played_table(), &back, NULL) == US_OK);
    us_assert(mr_map_print(back, played_table(), &again));
    us_assert(strcmp(text.text, again.text) == 0 &&
              mr_map_find_symmetry(map) == mr_map_find_symmetry(back));
    mr_map_print_xml(map, played_table(), &xml);
    us_assert(mr_map_read_xml("xml", xml.text, xml.length, played_table(), &there, NULL) == US_OK);
    us_assert(there->hash == map->hash);
    mr_state *state = mr_state_new(map, played_table());
    played_for(state, seed, map->count <= 64 ? 120 : 3);
    mr_state_free(state);
    mr_map_free(back);
    mr_map_free(there);
    us_str_clear(&text);
    us_str_clear(&again);
    us_str_clear(&xml);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mr_map *map = NULL;
    us_error err = {0};
    us_status status = mr_map_parse("fuzz", (const char *)data, size, played_table(), &map, &err);
    if (status == US_OK)
        try_map(map, size);
    else
        us_assert(map == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0 &&
                  err.column > 0);
    mr_map_free(map);
    return 0;
}
