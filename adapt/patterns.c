#include <string.h>

#include "adapt/games.h"
#include "adapt/pattern_inside.h"
#include "base/file.h"
#include "base/near.h"
#include "base/sort.h"

static int by_name(const void *a, const void *b)
{
    const us_failure_pattern *x = *(us_failure_pattern *const *)a;
    const us_failure_pattern *y = *(us_failure_pattern *const *)b;
    return strcmp(x->name, y->name);
}

static us_status load_file(const us_domain *domain, struct sqlite3 *db, const char *path,
                           us_patterns *into, us_error *err)
{
    char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, US_PATTERN_FILE_MAX, &text, &length, err));
    us_failure_pattern *pattern = NULL;
    us_status status = us_failure_pattern_read(domain, db, path, text, length, &pattern, err);
    us_free(text);
    if (status == US_OK)
        into->item[into->count++] = pattern;
    return status;
}

static us_status load_folder(const us_domain *domain, struct sqlite3 *db, const char *folder,
                             const us_names *names, us_patterns *into, us_error *err)
{
    us_str path;
    us_str_init(&path);
    us_status status = US_OK;
    for (int i = 0; i < names->count && status == US_OK; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder, names->name[i]);
        status = load_file(domain, db, path.text, into, err);
    }
    us_str_clear(&path);
    return status;
}

static us_status load(const us_domain *domain, const char *path, us_patterns *out, us_error *err)
{
    us_games *games = NULL;
    us_names names = {0};
    size_t length = strlen(path);
    bool alone = length > 4 && us_text_equal(path + length - 4, ".sql");
    if (!alone)
        US_TRY(us_file_list(path, ".sql", &names, err));
    us_patterns patterns = {US_NEW_ARRAY(us_failure_pattern *, alone ? 1 : names.count + 1), 0};
    us_status status = us_games_new(NULL, domain, &games, err);
    if (status == US_OK && alone)
        status = load_file(domain, us_games_db(games), path, &patterns, err);
    else if (status == US_OK)
        status = load_folder(domain, us_games_db(games), path, &names, &patterns, err);
    us_games_close(games);
    us_names_free(&names);
    us_sort(patterns.item, (size_t)patterns.count, sizeof(us_failure_pattern *), by_name);
    if (status == US_OK)
        *out = patterns;
    else
        us_patterns_clear(&patterns);
    return status;
}

us_status us_patterns_load(const us_domain *domain, const char *path, us_patterns *out,
                           us_error *err)
{
    if (path)
        return load(domain, path, out, err);
    us_str shipped;
    us_str_init(&shipped);
    us_status status = us_data_file(domain->name, "patterns", &shipped, err);
    if (status == US_OK)
        status = load(domain, shipped.text, out, err);
    us_str_clear(&shipped);
    return status;
}

void us_patterns_clear(us_patterns *patterns)
{
    for (int i = 0; i < patterns->count; i++)
        us_failure_pattern_free(patterns->item[i]);
    us_free(patterns->item);
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

static us_status fail_name(const us_patterns *patterns, const char *name, us_error *err)
{
    us_near near = us_near_start(name);
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "there is no pattern \"%.63s\"", name);
    for (int i = 0; i < patterns->count; i++)
        us_near_offer(&near, patterns->item[i]->name);
    if (near.best[0]) {
        us_str_addf(&text, "; did you mean \"%s\"?", near.best);
    } else {
        us_str_add(&text, patterns->count > 0 ? "; there are" : "; there is none");
        for (int i = 0; i < patterns->count; i++)
            us_str_addf(&text, "%s %s", i > 0 ? "," : "", patterns->item[i]->name);
    }
    us_status status = us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%s", text.text);
    us_str_clear(&text);
    return status;
}

/* Sets a mark for each that is named. */
static us_status mark_names(const us_patterns *patterns, const char *names, bool *marked,
                            us_error *err)
{
    us_status status = US_OK;
    us_str name;
    us_str_init(&name);
    for (const char *at = names; status == US_OK && *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        us_str_reset(&name);
        us_str_add_bytes(&name, at, length);
        at += length;
        int i = 0;
        while (i < patterns->count && !us_text_equal(patterns->item[i]->name, name.text))
            i++;
        if (i < patterns->count)
            marked[i] = true;
        else
            status = fail_name(patterns, name.text, err);
    }
    us_str_clear(&name);
    return status;
}

static us_status choose(us_patterns *patterns, const char *names, bool keep, us_error *err)
{
    bool *marked = US_NEW_ARRAY(bool, patterns->count + 1);
    us_status status = mark_names(patterns, names, marked, err);
    if (status == US_OK) {
        int kept = 0;
        for (int i = 0; i < patterns->count; i++) {
            if (marked[i] == keep)
                patterns->item[kept++] = patterns->item[i];
            else
                us_failure_pattern_free(patterns->item[i]);
        }
        patterns->count = kept;
    }
    us_free(marked);
    return status;
}

us_status us_patterns_only(us_patterns *patterns, const char *names, us_error *err)
{
    return choose(patterns, names, true, err);
}

us_status us_patterns_without(us_patterns *patterns, const char *names, us_error *err)
{
    return choose(patterns, names, false, err);
}

/* ---- modops */

static us_status parse_modop(const char *name, uint32_t *out, us_error *err)
{
    us_str text;
    us_near near = us_near_start(name);
    for (int i = 0; i < US_MODOPS; i++) {
        if (us_text_equal(us_modop_name((us_modop)i), name)) {
            *out |= UINT32_C(1) << i;
            return US_OK;
        }
        us_near_offer(&near, us_modop_name((us_modop)i));
    }
    us_str_init(&text);
    us_str_addf(&text, "unknown modop \"%.63s\"", name);
    if (near.best[0]) {
        us_str_addf(&text, "; did you mean \"%s\"?", near.best);
    } else {
        us_str_add(&text, "; there are");
        for (int i = 0; i < US_MODOPS; i++)
            us_str_addf(&text, "%s %s", i > 0 ? "," : "", us_modop_name((us_modop)i));
    }
    us_status status = us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%s", text.text);
    us_str_clear(&text);
    return status;
}

us_status us_modops_parse(const char *names, uint32_t *out, us_error *err)
{
    us_str name;
    uint32_t found = *out;
    us_status status = US_OK;
    us_str_init(&name);
    for (const char *at = names; status == US_OK && *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        us_str_reset(&name);
        us_str_add_bytes(&name, at, length);
        at += length;
        status = parse_modop(name.text, &found, err);
    }
    us_str_clear(&name);
    if (status == US_OK)
        *out = found;
    return status;
}

/* ---- params */

static us_status fail_param(const us_failure_pattern *pattern, const char *name, us_error *err)
{
    us_near near = us_near_start(name);
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "pattern \"%s\" has no param \"%.63s\"", pattern->name, name);
    for (int i = 0; i < pattern->params; i++)
        us_near_offer(&near, pattern->param[i].name);
    if (near.best[0]) {
        us_str_addf(&text, "; did you mean \"%s\"?", near.best);
    } else {
        us_str_add(&text, pattern->params > 0 ? "; it has" : "; it has none");
        for (int i = 0; i < pattern->params; i++)
            us_str_addf(&text, "%s %s", i > 0 ? "," : "", pattern->param[i].name);
    }
    us_status status = us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%s", text.text);
    us_str_clear(&text);
    return status;
}

static us_status set_param(us_patterns *patterns, char *name, us_error *err)
{
    char *dot = strchr(name, '.'), *sign = strchr(name, '=');
    int64_t value;
    if (!dot || !sign || sign < dot)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "expected PATTERN.PARAM=NUMBER, found \"%.100s\"", name);
    *dot = *sign = '\0';
    us_failure_pattern *pattern = us_patterns_find(patterns, name);
    if (!pattern)
        return fail_name(patterns, name, err);
    for (int i = 0; i < pattern->params; i++) {
        if (!us_text_equal(pattern->param[i].name, dot + 1))
            continue;
        if (!us_text_int(sign + 1, -US_PATTERN_VALUE_MAX, US_PATTERN_VALUE_MAX, &value))
            return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                           "%s.%s: expected an integer, found \"%.60s\"", name, dot + 1, sign + 1);
        pattern->param[i].value = value;
        return US_OK;
    }
    return fail_param(pattern, dot + 1, err);
}

us_status us_patterns_set(us_patterns *patterns, const char *text, us_error *err)
{
    char *copy = us_strdup(text);
    us_status status = set_param(patterns, copy, err);
    us_free(copy);
    return status;
}
