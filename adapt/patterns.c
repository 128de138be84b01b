#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "adapt/games.h"
#include "adapt/pattern_internal.h"
#include "base/file.h"
#include "base/sort.h"
#include "base/spelling.h"

static int by_name(const void *a, const void *b)
{
    const us_failure_pattern *x = *(us_failure_pattern *const *)a;
    const us_failure_pattern *y = *(us_failure_pattern *const *)b;
    return strcmp(x->name, y->name);
}

static us_status load_file(const us_domain *domain, struct sqlite3 *db, const char *path,
                           us_patterns *into, us_error *err)
{
    US_AUTOPTR(us_failure_pattern) pattern = NULL;
    US_TRY(us_failure_pattern_load_head(domain, path, &pattern, err));
    US_TRY(us_failure_pattern_complete(domain, db, pattern, err));
    into->item[into->count++] = US_STEAL(pattern);
    return US_OK;
}

static us_status load_folder(const us_domain *domain, struct sqlite3 *db, const char *folder,
                             const us_names *names, us_patterns *into, us_error *err)
{
    US_AUTOSTR(path);
    for (int i = 0; i < names->count; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder, names->name[i]);
        US_TRY(load_file(domain, db, path.text, into, err));
    }
    return US_OK;
}

static us_status load(const us_domain *domain, const char *path, us_patterns *out, us_error *err)
{
    US_AUTOPTR(us_games) games = NULL;
    US_AUTO(us_names_free) us_names names = {0};
    size_t length = strlen(path);
    bool alone = length > 4 && us_text_equal(path + length - 4, ".sql");
    if (!alone)
        US_TRY(us_failure_patterns_list(path, &names, err));
    US_AUTO(us_patterns_clear) us_patterns patterns = {0};
    patterns.item = US_NEW_ARRAY(us_failure_pattern *, alone ? 1 : names.count + 1);
    US_TRY(us_games_open(NULL, domain, &games, err));
    US_TRY(alone ? load_file(domain, us_games_db(games), path, &patterns, err)
                 : load_folder(domain, us_games_db(games), path, &names, &patterns, err));
    us_array_sort(patterns.item, (size_t)patterns.count, sizeof(us_failure_pattern *), by_name);
    *out = patterns;
    patterns = (us_patterns){0};
    return US_OK;
}

us_status us_patterns_load(const us_domain *domain, const char *path, us_patterns *out,
                           us_error *err)
{
    if (path)
        return load(domain, path, out, err);
    US_AUTOSTR(shipped);
    US_TRY(us_data_find_domain_file(domain->name, "patterns", &shipped, err));
    return load(domain, shipped.text, out, err);
}

void us_patterns_clear(us_patterns *patterns)
{
    for (int i = 0; i < patterns->count; i++)
        us_failure_pattern_free(patterns->item[i]);
    for (int i = 0; i < patterns->lefts; i++)
        us_failure_pattern_free(patterns->left[i]);
    us_mem_free(patterns->item);
    us_mem_free(patterns->left);
    *patterns = (us_patterns){0};
}

us_failure_pattern *us_patterns_find(const us_patterns *patterns, const char *name)
{
    for (int i = 0; i < patterns->count; i++)
        if (us_text_equal(patterns->item[i]->name, name))
            return patterns->item[i];
    return NULL;
}

/* ---- choosing */

/* Reads the next name of "a,b"; false: there is none left. */
static bool next_name(const char **at, us_str *out)
{
    size_t length = strcspn(*at, ",");
    us_str_reset(out);
    us_str_add_bytes(out, *at, length);
    bool any = **at != '\0';
    *at += length;
    *at += **at == ',';
    return any;
}

static us_status fail_name(const char *says, const char *name, us_spelling_name *others,
                           const void *of, const char *all, us_error *err)
{
    US_AUTOSTR(help);
    us_spelling_print_hint(name, others, of, all, &help);
    us_status status = us_error_refuse(err, "%s \"%.63s\"%s", says, name, help.text);
    return status;
}

static const char *pattern_at(const void *of, int i)
{
    const us_patterns *patterns = of;
    return i < patterns->count ? patterns->item[i]->name : NULL;
}

static us_status fail_pattern(const us_patterns *patterns, const char *name, us_error *err)
{
    return fail_name("there is no pattern", name, pattern_at, patterns, "there are", err);
}

/* Marks each named pattern. */
static us_status mark_names(const us_patterns *patterns, const char *names, bool *marked,
                            us_error *err)
{
    US_AUTOSTR(name);
    while (next_name(&names, &name)) {
        int i = 0;
        while (i < patterns->count && !us_text_equal(patterns->item[i]->name, name.text))
            i++;
        if (i == patterns->count)
            return fail_pattern(patterns, name.text, err);
        marked[i] = true;
    }
    return US_OK;
}

static void leave(us_patterns *patterns, us_failure_pattern *pattern)
{
    patterns->left = us_mem_realloc(patterns->left,
                                    (size_t)(patterns->lefts + 1) * sizeof(us_failure_pattern *));
    patterns->left[patterns->lefts++] = pattern;
}

static us_status choose(us_patterns *patterns, const char *names, bool keep, us_error *err)
{
    US_AUTOFREE bool *marked = US_NEW_ARRAY(bool, patterns->count + 1);
    US_TRY(mark_names(patterns, names, marked, err));
    int kept = 0;
    for (int i = 0; i < patterns->count; i++) {
        if (marked[i] == keep)
            patterns->item[kept++] = patterns->item[i];
        else
            leave(patterns, patterns->item[i]);
    }
    patterns->count = kept;
    return US_OK;
}

us_status us_patterns_select(us_patterns *patterns, const char *names, us_error *err)
{
    return choose(patterns, names, true, err);
}

us_status us_patterns_exclude(us_patterns *patterns, const char *names, us_error *err)
{
    return choose(patterns, names, false, err);
}

/* ---- modops */

static const char *modop_at(const void *of, int i)
{
    (void)of;
    return i < US_MODOPS ? us_modop_name((us_modop)i) : NULL;
}

static us_status add_modop(const char *name, uint32_t *out, us_error *err)
{
    for (int i = 0; i < US_MODOPS; i++) {
        if (us_text_equal(us_modop_name((us_modop)i), name)) {
            *out |= UINT32_C(1) << i;
            return US_OK;
        }
    }
    return fail_name("unknown modop", name, modop_at, NULL, "there are", err);
}

us_status us_modops_parse(const char *names, uint32_t *out, us_error *err)
{
    uint32_t found = *out;
    US_AUTOSTR(name);
    while (next_name(&names, &name))
        US_TRY(add_modop(name.text, &found, err));
    *out = found;
    return US_OK;
}

/* ---- params */

static const char *param_at(const void *of, int i)
{
    const us_failure_pattern *pattern = of;
    return i < pattern->params ? pattern->param[i].name : NULL;
}

static us_status fail_set(const us_patterns *patterns, const char *name, us_error *err)
{
    for (int i = 0; i < patterns->lefts; i++)
        if (us_text_equal(patterns->left[i]->name, name))
            return us_error_refuse(
                err,
                "pattern \"%s\" is left out by --only or --without: its thresholds have no effect",
                name);
    return fail_pattern(patterns, name, err);
}

static us_status set_param(us_patterns *patterns, char *name, us_error *err)
{
    char *dot = strchr(name, '.'), *sign = strchr(name, '=');
    int64_t value;
    if (!dot || !sign || sign < dot)
        return us_error_refuse(err, "expected PATTERN.PARAM=NUMBER, found \"%.100s\"", name);
    *dot = *sign = '\0';
    us_failure_pattern *pattern = us_patterns_find(patterns, name);
    if (!pattern)
        return fail_set(patterns, name, err);
    us_pattern_param *param = us_failure_pattern_find_param(pattern, dot + 1);
    if (!param) {
        US_AUTOSTR(says);
        us_str_addf(&says, "pattern \"%s\" has no param", pattern->name);
        return fail_name(says.text, dot + 1, param_at, pattern, "it has", err);
    }
    if (!us_text_to_int(sign + 1, -US_PATTERN_VALUE_MAX, US_PATTERN_VALUE_MAX, &value))
        return us_error_refuse(err, "%s.%s: expected an integer from %lld to %lld, found \"%.60s\"",
                               name, dot + 1, (long long)-US_PATTERN_VALUE_MAX,
                               (long long)US_PATTERN_VALUE_MAX, sign + 1);
    param->value = value;
    return US_OK;
}

us_status us_patterns_set(us_patterns *patterns, const char *text, us_error *err)
{
    US_AUTOFREE char *copy = us_mem_strdup(text);
    return set_param(patterns, copy, err);
}
