#include <string.h>

#include "domain/load.h"

enum { UNSAID = 255, DECIMALS_MAX = 6 };

us_status us_loader_find_list(us_loader *loader, const us_json_node *root, const char *key,
                              int most, const us_json_node **out)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_get(root, key, US_JSON_ARRAY, &list, loader->err));
    if (list && us_json_size(list) > most)
        return us_json_fail(list, loader->err, "%d %s: expected at most %d", us_json_size(list),
                            key, most);
    *out = list;
    return US_OK;
}

/* ---- classes */

static us_status load_class(us_loader *loader, const us_json_node *node, us_class_def *out)
{
    static const char *const keys[] = {"name", "about", "parent", NULL};
    us_error *err = loader->err;
    const us_json_node *parent = NULL;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &out->name));
    US_TRY(us_loader_read_about(loader, node, &out->about));
    if (us_domain_find_class(loader->domain, out->name) >= 0)
        return us_json_fail(node, err, "class \"%s\" is there already", out->name);
    US_TRY(us_json_get(node, "parent", US_JSON_STRING, &parent, err));
    out->parent = parent ? us_domain_find_class(loader->domain, us_json_string(parent)) : -1;
    if (parent && out->parent < 0)
        return us_json_fail(parent, err,
                            "\"" US_SHORT "\" is not a class above: expected parents before their "
                            "children",
                            us_json_string(parent));
    return US_OK;
}

/* ---- descriptors */

/* Checks a name of parts with dots between them. */
static us_status check_dotted(const us_json_node *node, us_error *err)
{
    const char *name = us_json_string(node);
    for (const char *at = name;; at++) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789-_");
        bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        if (!letter || (at[length] && at[length] != '.') || strlen(name) > 63)
            return us_json_fail(node, err,
                                "bad name \"" US_SHORT "\": expected names of letters, digits, '-' "
                                "and '_', a letter first, with dots between them, 63 bytes at most",
                                name);
        at += length;
        if (!*at)
            return US_OK;
    }
}

static us_status load_symbols(us_loader *loader, const us_json_node *list, us_descriptor *out)
{
    int size = us_json_size(list), count = 0;
    if (size < 2 || size > US_SYMBOLS_MAX)
        return us_json_fail(list, loader->err, "%d symbols: expected 2 to %d", size,
                            US_SYMBOLS_MAX);
    const char **name = US_ARENA_ARRAY(loader->arena, const char *, size);
    const char **about = US_ARENA_ARRAY(loader->arena, const char *, size);
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        if (us_json_type(n) != US_JSON_STRING || !us_json_string(n)[0] ||
            strlen(us_json_string(n)) > 63)
            return us_json_fail(n, loader->err, "expected a symbol, a string of 1 to 63 bytes");
        for (int i = 0; i < count; i++)
            if (us_text_equal(name[i], us_json_string(n)))
                return us_json_fail(n, loader->err, "symbol \"%s\" is there already", name[i]);
        about[count] = "";
        name[count++] = us_loader_copy_text(loader, us_json_string(n));
    }
    out->symbols = (us_names_table){name, about, count};
    out->low = 0;
    out->high = count - 1;
    return US_OK;
}

/* Loads "alike": {"calm": {"wary": 60}}: percent, both ways; the default is 0. */
static us_status load_alike(us_loader *loader, const us_json_node *table, us_descriptor *out)
{
    int count = out->symbols.count;
    uint8_t *alike = US_ARENA_ARRAY(loader->arena, uint8_t, count * count);
    memset(alike, UNSAID, (size_t)(count * count));
    for (const us_json_node *row = us_json_first(table); row; row = us_json_next(row)) {
        int a = 0, b = 0;
        while (a < count && !us_text_equal(out->symbols.name[a], us_json_key(row)))
            a++;
        if (a == count || us_json_type(row) != US_JSON_OBJECT)
            return us_json_fail(row, loader->err,
                                "expected a symbol of this descriptor and an object behind it");
        for (const us_json_node *n = us_json_first(row); n; n = us_json_next(n)) {
            int64_t percent = 0;
            for (b = 0; b < count && !us_text_equal(out->symbols.name[b], us_json_key(n));)
                b++;
            if (b == count || b == a)
                return us_json_fail(n, loader->err,
                                    "\"" US_SHORT "\" is not another symbol of this descriptor",
                                    us_json_key(n));
            US_TRY(us_json_require_int(row, us_json_key(n), 0, 100, &percent, loader->err));
            uint8_t *one = &alike[a * count + b];
            if (*one != UNSAID && *one != percent)
                return us_json_fail(n, loader->err,
                                    "this pair was said to be %d: expected the same", *one);
            *one = alike[b * count + a] = (uint8_t)percent;
        }
    }
    for (int i = 0; i < count * count; i++)
        alike[i] = i / count == i % count ? 100 : alike[i] == UNSAID ? 0 : alike[i];
    out->alike = alike;
    return US_OK;
}

static us_status load_descriptor(us_loader *loader, const us_json_node *node, us_descriptor *out)
{
    static const char *const keys[] = {"name",    "about", "low",   "high", "decimals",
                                       "symbols", "alike", "value", NULL};
    us_error *err = loader->err;
    const us_json_node *name, *symbols = NULL, *alike = NULL;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_json_require(node, "name", US_JSON_STRING, &name, err));
    US_TRY(check_dotted(name, err));
    out->name = us_loader_copy_text(loader, us_json_string(name));
    US_TRY(us_loader_read_about(loader, node, &out->about));
    if (us_domain_find_descriptor(loader->domain, out->name) >= 0)
        return us_json_fail(name, err, "descriptor \"%s\" is there already", out->name);
    US_TRY(us_json_get(node, "symbols", US_JSON_ARRAY, &symbols, err));
    US_TRY(us_json_get(node, "alike", US_JSON_OBJECT, &alike, err));
    bool number =
        us_json_find(node, "low") || us_json_find(node, "high") || us_json_find(node, "decimals");
    if (symbols ? number : alike != NULL)
        return us_json_fail(node, err,
                            "expected either \"low\" and \"high\" of a number, or \"symbols\"");
    if (symbols) {
        US_TRY(load_symbols(loader, symbols, out));
        return alike ? load_alike(loader, alike, out) : US_OK;
    }
    int64_t low, high, decimals = 0;
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX - 1, &low, err));
    US_TRY(us_json_require_int(node, "high", low + 1, INT32_MAX, &high, err));
    US_TRY(us_json_get_int(node, "decimals", 0, DECIMALS_MAX, &decimals, err));
    out->low = (int32_t)low;
    out->high = (int32_t)high;
    out->decimals = (int)decimals;
    return US_OK;
}

/* Loads the expression for the present value, if the domain declares one. */
static us_status load_value(us_loader *loader, const us_json_node *node, us_descriptor *out)
{
    if (!us_json_find(node, "value"))
        return US_OK;
    return us_loader_compile_expr(loader, node, "value", NULL, US_VALUE_NUMBER, &out->value);
}

us_status us_loader_read_classes(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    const us_json_node *list;
    US_TRY(us_loader_find_list(loader, root, "classes", US_CLASSES_MAX, &list));
    domain->class_def = US_ARENA_ARRAY(loader->arena, us_class_def, list ? us_json_size(list) : 0);
    for (const us_json_node *n = list ? us_json_first(list) : NULL; n; n = us_json_next(n)) {
        us_class_def made = {.parent = -1};
        US_TRY(load_class(loader, n, &made));
        domain->class_def[domain->class_count++] = made;
    }
    US_TRY(us_loader_find_list(loader, root, "descriptors", US_DESCRIPTORS_MAX, &list));
    domain->descriptor =
        US_ARENA_ARRAY(loader->arena, us_descriptor, list ? us_json_size(list) : 0);
    for (const us_json_node *n = list ? us_json_first(list) : NULL; n; n = us_json_next(n)) {
        us_descriptor made = {.about = ""};
        US_TRY(load_descriptor(loader, n, &made));
        US_TRY(load_value(loader, n, &made));
        domain->descriptor[domain->descriptor_count++] = made;
    }
    return US_OK;
}
