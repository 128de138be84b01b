#include "game/maps.h"

#include "base/file.h"
#include "base/spelling.h"
#include <stdio.h>
#include <string.h>

enum { MAP_BYTES = 1 << 20 };

const us_map_tools *us_game_kind_map_tools(const us_game_kind *kind, us_map_task task)
{
    const us_map_tools *tools = kind->maps;
    if (!tools)
        return NULL;
    const bool there[] = {
        [US_MAPS_LIST] = tools->list,
        [US_MAPS_SHOW] = tools->show,
        [US_MAPS_CHECK] = tools->check,
        [US_MAPS_GENERATE] =
            tools->generate && tools->families && tools->fairness && tools->sizes && tools->first,
    };
    return there[task] ? tools : NULL;
}

us_status us_game_kind_require_map_tools(const us_game_kind *kind, us_map_task task,
                                         const us_map_tools **out, us_error *err)
{
    static const char *const lack[] = {
        [US_MAPS_LIST] = "does not list its maps",
        [US_MAPS_SHOW] = "does not show its maps",
        [US_MAPS_CHECK] = "does not check its maps",
        [US_MAPS_GENERATE] = "generates no maps",
    };
    const us_map_tools *tools = us_game_kind_map_tools(kind, task);
    if (!tools)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "the domain \"%.64s\" %s", kind->name,
                            lack[task]);
    *out = tools;
    return US_OK;
}

us_status us_map_list_shipped(const char *domain,
                              us_status (*look)(const void *context, const char *path,
                                                const char *name, us_map_info *out, us_error *err),
                              const void *context, us_map_info **out, int *count, us_error *err)
{
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTOSTR(folder);
    US_AUTOSTR(path);
    US_TRY(us_data_find_domain_file(domain, "maps", &folder, err));
    US_TRY(us_file_list(folder.text, ".map", &names, err));
    us_map_info *info = US_NEW_ARRAY(us_map_info, names.count + 1);
    for (int i = 0; i < names.count; i++) {
        us_error broken = {0};
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder.text, names.name[i]);
        *strrchr(names.name[i], '.') = '\0';
        if (look(context, path.text, names.name[i], &info[i], &broken) == US_OK)
            continue;
        info[i] = (us_map_info){.broken = broken};
        snprintf(info[i].name, sizeof info[i].name, "%s", names.name[i]);
    }
    *out = info;
    *count = names.count;
    return US_OK;
}

void us_map_print_owner(us_seat owner, us_str *out)
{
    if (owner < 0)
        us_str_add(out, "neutral");
    else
        us_str_add_int(out, owner);
}

void us_map_write_owner(us_seat owner, us_json_writer *writer)
{
    us_json_write_key(writer, "owner");
    if (owner < 0)
        us_json_write_null(writer);
    else
        us_json_write_int(writer, owner);
}

/* path: where the map was expected among the shipped ones. */
static us_status fail_unknown(const char *name, const char *path, us_error *err)
{
    us_spelling near = us_spelling_start(name);
    US_AUTO(us_names_free) us_names files = {0};
    char folder[1024];
    snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
    if (us_file_list(folder, ".map", &files, NULL) != US_OK)
        files.count = 0;
    for (int i = 0; i < files.count; i++) {
        *strrchr(files.name[i], '.') = '\0';
        us_spelling_add(&near, files.name[i]);
    }
    return us_error_set(
        err, US_BAD_INPUT, NULL, 0, 0,
        "there is no map '%.100s', expected one that `game maps` lists%s%s%s or a path", name,
        near.best[0] ? ", such as '" : "", near.best, near.best[0] ? "'," : "");
}

static bool is_path_name(const char *name)
{
    return strchr(name, '/') || strchr(name, '.');
}

/* Finds one of the game's own maps, beside the shipped ones. */
static bool find_own(const us_map_tools *tools, const char *name, us_str *path)
{
    US_AUTOSTR(own);
    if (!tools || !tools->find || !tools->find(name, &own))
        return false;
    us_str_reset(path);
    us_str_add(path, own.text);
    return true;
}

static const us_map_tools *tools_of(const char *domain)
{
    const us_game_kind *kind = us_game_kind_find(domain);
    return kind ? kind->maps : NULL;
}

us_status us_map_read_text(const char *domain, const char *name, us_str *path, char **text,
                           size_t *length, us_error *err)
{
    const us_map_tools *tools = tools_of(domain);
    bool is_path = is_path_name(name);
    if (is_path) {
        us_str_add(path, name);
    } else {
        US_TRY(us_data_find_domain_file(domain, "maps/", path, err));
        us_str_addf(path, "%s.map", name);
    }
    if (!us_file_exists(path->text) && !find_own(tools, name, path)) {
        if (!is_path)
            return fail_unknown(name, path->text, err);
        if (tools && tools->brings)
            return us_error_set(err, US_BAD_INPUT, name, 0, 0,
                                "there is no such file, and no map of that name: %s",
                                tools->brings);
    }
    return us_file_read(path->text, MAP_BYTES, text, length, err);
}

bool us_map_is_path(const char *domain, const char *name)
{
    US_AUTOSTR(own);
    return is_path_name(name) && !find_own(tools_of(domain), name, &own);
}

void us_map_default_name(const char *domain, const char *name, char *out, size_t size)
{
    const char *slash = strrchr(name, '/');
    bool is_path = us_map_is_path(domain, name);
    snprintf(out, size, "%s", is_path && slash ? slash + 1 : name);
    char *dot = is_path ? strrchr(out, '.') : NULL;
    if (dot && dot > out)
        *dot = '\0';
}

us_status us_map_choice_find(const us_map_choice *rows, const char *what, const char *name,
                             int *out, us_error *err)
{
    US_AUTOSTR(known);
    for (int i = 0; rows[i].name; i++) {
        if (us_text_equal(rows[i].name, name)) {
            *out = i;
            return US_OK;
        }
        us_str_addf(&known, "%s%s", i == 0 ? "" : rows[i + 1].name ? ", " : " or ", rows[i].name);
    }
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found %s '%.40s', expected %s", what, name,
                        known.text);
}

us_status us_map_choice_find_start(const us_game_kind *kind, const char *what, const char *name,
                                   int *out, us_error *err)
{
    if (!kind->maps->starts)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "found %s '%.40s', expected none: maps of %s have one kind of start",
                            what, name, kind->name);
    return us_map_choice_find(kind->maps->starts, what, name, out, err);
}
