/* Any bytes as a map of the shipped domain. What is taken must print and parse to the same map,
 * and must not trouble the checker. */
#include "game/skirmish/map/map.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_map(const sk_map *map)
{
    us_str text, again;
    us_str_init(&text);
    us_str_init(&again);
    sk_map_print(map, shipped_domain(), &text);
    sk_map *back = NULL;
    us_status status = sk_map_parse("back", text.text, text.length, shipped_domain(), &back, NULL);
    us_assert(status == US_OK && back->hash == map->hash);
    sk_map_print(back, shipped_domain(), &again);
    us_assert(strcmp(text.text, again.text) == 0);
    sk_faults faults = sk_map_find_faults(map, shipped_domain(), shipped_rules());
    for (int i = 0; i < faults.count; i++)
        us_assert(faults.text[i][0] && !strchr(faults.text[i], '\n'));
    sk_faults_free(&faults);
    sk_map_count_ways(map, shipped_domain());
    sk_map_free(back);
    us_str_clear(&text);
    us_str_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sk_map *map = NULL;
    us_error err = {0};
    us_status status = sk_map_parse("fuzz", (const char *)data, size, shipped_domain(), &map, &err);
    if (status == US_OK)
        try_map(map);
    else
        us_assert(map == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0 &&
                  err.column > 0);
    sk_map_free(map);
    return 0;
}
