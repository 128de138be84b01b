#include <string.h>

#include "base/str.h"
#include "domain/load.h"

enum { NAME_MAX = 63, MESSAGE_MAX = 400 };

const char *us_loader_copy_text(us_loader *loader, const char *text)
{
    return us_arena_strndup(loader->arena, text, strlen(text));
}

static bool good_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789-_");
    bool letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
    return letter && name[length] == '\0' && length <= NAME_MAX;
}

static us_status check_name(us_loader *loader, const us_json_node *node, const char *name)
{
    if (good_name(name))
        return US_OK;
    return us_json_fail(node, loader->err,
                        "\"" US_SHORT "\" is no name: expected a letter, then letters, digits, "
                        "'-' and '_', at most %d in all",
                        name, NAME_MAX);
}

us_status us_loader_read_name(us_loader *loader, const us_json_node *object, const char *key,
                              const char **out)
{
    const us_json_node *node;
    US_TRY(us_json_require(object, key, US_JSON_STRING, &node, loader->err));
    US_TRY(check_name(loader, node, us_json_string(node)));
    *out = us_loader_copy_text(loader, us_json_string(node));
    return US_OK;
}

us_status us_loader_check_key(us_loader *loader, const us_json_node *member)
{
    return check_name(loader, member, us_json_key(member));
}

us_status us_loader_read_about(us_loader *loader, const us_json_node *object, const char **out)
{
    const char *about = "";
    US_TRY(us_json_get_string(object, "about", &about, loader->err));
    *out = us_loader_copy_text(loader, about);
    return US_OK;
}

static us_status unknown_name(us_loader *loader, const us_json_node *node,
                              const us_names_table *table, const char *noun)
{
    us_str names;
    us_str_init(&names);
    for (int i = 0; i < table->count && names.length < MESSAGE_MAX - 80; i++)
        us_str_addf(&names, "%s%s", i ? ", " : "", table->name[i]);
    us_status status =
        us_json_fail(node, loader->err, "\"" US_SHORT "\" is not %s: expected %s%s",
                     us_json_string(node), noun, table->count ? "one of " : "none", names.text);
    us_str_clear(&names);
    return status;
}

us_status us_loader_read_index(us_loader *loader, const us_json_node *node,
                               const us_names_table *table, const char *noun, int *out)
{
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_fail(node, loader->err, "expected the name of %s, a string", noun);
    for (int i = 0; i < table->count; i++) {
        if (us_text_equal(table->name[i], us_json_string(node))) {
            *out = i;
            return US_OK;
        }
    }
    return unknown_name(loader, node, table, noun);
}

us_status us_loader_read_bits(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, uint32_t *out)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_get(object, key, US_JSON_ARRAY, &list, loader->err));
    if (!list)
        return US_OK;
    uint32_t bits = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        int index;
        US_TRY(us_loader_read_index(loader, node, table, noun, &index));
        if (bits & (1u << index))
            return us_json_fail(node, loader->err,
                                "\"" US_SHORT "\" stands here twice: expected it once",
                                us_json_string(node));
        bits |= 1u << index;
    }
    *out = bits;
    return US_OK;
}
