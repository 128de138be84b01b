#include "experiments/atlas.h"

#include <string.h>

#include "base/sort.h"

us_map_scope us_map_scope_resolve(const us_manifest *m, us_map_scope wanted)
{
    us_map_scope scope = wanted;
    if (scope == US_MAP_SCOPE_UNSAID && (!m->scope || !us_map_scope_find(m->scope, &scope)))
        scope = US_MAP_SCOPE_MAPS;
    return scope;
}

typedef struct kin {
    const char *family;
    int map;
} kin;

static int by_family(const void *a, const void *b)
{
    const kin *x = a, *y = b;
    int order = strcmp(x->family, y->family);
    return order != 0 ? order : (x->map > y->map) - (x->map < y->map);
}

us_atlas us_atlas_make(const us_manifest *m, us_arena *arena)
{
    int *family = US_ARENA_ARRAY(arena, int, m->maps + 1);
    us_atlas atlas = {family, m->maps, 0, m->opponents};
    kin *list = US_NEW_ARRAY(kin, m->maps + 1);
    for (int i = 0; i < m->maps; i++)
        list[i] = (kin){m->map[i].family, i};
    us_array_sort(list, (size_t)m->maps, sizeof(*list), by_family);
    for (int i = 0; i < m->maps; i++) {
        atlas.families += i == 0 || strcmp(list[i].family, list[i - 1].family) != 0;
        family[list[i].map] = atlas.families - 1;
    }
    us_mem_free(list);
    return atlas;
}

/* The k-th map of n stands at (2k + 1) / 2n of the way. */
typedef struct turn {
    int64_t at, of;
    int map;
} turn;

static int by_turn(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    int64_t one = x->at * y->of, other = y->at * x->of;
    if (one != other)
        return one < other ? -1 : 1;
    return (x->map > y->map) - (x->map < y->map);
}

void us_atlas_rank(const us_atlas *atlas, int *rank)
{
    int *count = US_NEW_ARRAY(int, atlas->families + 1);
    turn *list = US_NEW_ARRAY(turn, atlas->maps + 1);
    for (int i = 0; i < atlas->maps; i++)
        list[i] = (turn){2 * count[atlas->family[i]]++ + 1, 0, i};
    for (int i = 0; i < atlas->maps; i++)
        list[i].of = count[atlas->family[i]];
    us_array_sort(list, (size_t)atlas->maps, sizeof(*list), by_turn);
    for (int i = 0; i < atlas->maps; i++)
        rank[list[i].map] = i;
    us_mem_free(count);
    us_mem_free(list);
}

/* ---- scope */

static const char *const names[] = {NULL, "maps", "these maps"};

const char *us_map_scope_name(us_map_scope scope)
{
    return names[scope];
}

const char *us_map_scope_option(us_map_scope scope)
{
    return scope == US_MAP_SCOPE_THESE ? "these-maps" : names[scope];
}

bool us_map_scope_find(const char *name, us_map_scope *out)
{
    for (us_map_scope s = US_MAP_SCOPE_MAPS; s <= US_MAP_SCOPE_THESE; s++)
        if (us_text_equal(name, names[s])) {
            *out = s;
            return true;
        }
    if (!us_text_equal(name, us_map_scope_option(US_MAP_SCOPE_THESE)))
        return false;
    *out = US_MAP_SCOPE_THESE;
    return true;
}

void us_map_scope_print(us_map_scope scope, int maps, us_str *out)
{
    if (maps == 1)
        us_str_add(out, "on this map alone");
    else if (scope == US_MAP_SCOPE_MAPS)
        us_str_addf(out, "on maps like these (%d maps)", maps);
    else
        us_str_addf(out, "on these %d maps alone", maps);
}
