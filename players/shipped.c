#include "players/shipped.h"

#include <string.h>

#include "game/game.h"

enum { FILE_MOST = 1 << 20 };

static const char suffix[] = ".brl", folder[] = "ai";

static bool is_name(const char *name)
{
    size_t length =
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return length > 0 && length < 64 && !name[length];
}

static bool find_in(const char *domain, const char *name, us_str *path)
{
    US_AUTOSTR(file);
    US_AUTOSTR(found);
    us_str_addf(&file, "%s/%s%s", folder, name, suffix);
    bool there = us_data_find_domain_file(domain, file.text, &found, NULL) == US_OK &&
                 us_file_exists(found.text);
    if (there)
        us_str_add(path, found.text);
    return there;
}

bool us_shipped_ai_find(const char *domain, const char *name, us_str *path)
{
    const us_game_kind *const *kind;
    int kinds = us_game_kind_list(&kind);
    if (!is_name(name))
        return false;
    if (domain)
        return find_in(domain, name, path);
    for (int i = 0; i < kinds; i++)
        if (find_in(kind[i]->name, name, path))
            return true;
    return false;
}

us_names us_shipped_ai_list(const char *domain)
{
    us_names names = {0};
    US_AUTOSTR(path);
    if (us_data_find_domain_file(domain, folder, &path, NULL) == US_OK &&
        us_file_list(path.text, suffix, &names, NULL) != US_OK)
        names = (us_names){0};
    for (int i = 0; i < names.count; i++)
        names.name[i][strlen(names.name[i]) - strlen(suffix)] = '\0';
    return names;
}

void us_shipped_ai_print(const char *domain, const char *name, us_str *out)
{
    US_AUTOSTR(path);
    char *text = NULL;
    size_t length;
    if (us_shipped_ai_find(domain, name, &path) &&
        us_file_read(path.text, FILE_MOST, &text, &length, NULL) == US_OK) {
        const char *line = text;
        while (*line && *line != '#')
            line += strcspn(line, "\n") + (strchr(line, '\n') != NULL);
        line += strspn(line, "# ");
        us_str_add_bytes(out, line, strcspn(line, "\r\n"));
    }
    us_mem_free(text);
}
