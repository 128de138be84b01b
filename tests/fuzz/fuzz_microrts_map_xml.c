/* Any bytes as one of the game's own maps, XML. What is taken must be written and read as the same
 * map, and as a text of ours but for ids and order, and a game on it goes on for a while. */
#include "tests/fuzz/played.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_map(const mr_map *map, uint64_t seed)
{
    us_str xml, text;
    mr_map *back = NULL, *ours = NULL;
    us_str_init(&xml);
    us_str_init(&text);
    mr_map_print_xml(map, played_table(), &xml);
    us_assert(mr_map_read_xml("back", xml.text, xml.length, played_table(), &back, NULL) == US_OK);
    us_assert(back->hash == map->hash);
    us_status status = US_OK;
    if (mr_map_print(map, played_table(), &text))
        status = mr_map_parse("ours", text.text, text.length, played_table(), &ours, NULL);
    us_assert(status != US_OK || !ours || ours->count == map->count);
    mr_state *state = mr_state_new(map, played_table());
    played_for(state, seed, map->count <= 64 ? 60 : 3);
    mr_state_free(state);
    mr_map_free(back);
    mr_map_free(ours);
    us_str_clear(&xml);
    us_str_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mr_map *map = NULL;
    us_error err = {0};
    us_status status =
        mr_map_read_xml("fuzz", (const char *)data, size, played_table(), &map, &err);
    if (status == US_OK)
        try_map(map, size);
    else
        us_assert(map == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0 &&
                  err.column > 0);
    mr_map_free(map);
    return 0;
}
