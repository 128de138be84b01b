#include "experiments/scope.h"

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
