#include "retrieve/library.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftovers.h"
#include "base/sort.h"
#include "retrieve/library_internal.h"
#include "retrieve/nearest.h"
#include "retrieve/schema.h"

/* Behaviors by goal, name and hash, then trees, then archetypes. */
#define BEHAVIOR_ORDER                                                             \
    " ORDER BY CASE b.kind WHEN 'behavior' THEN 0 WHEN 'tree' THEN 1 ELSE 2 END, " \
    "g.text, b.name, b.hash, b.id"

static const char *const queries[US_SQL_COUNT] = {
    [US_SQL_ABOUT_ADD] = "INSERT INTO library (id, domain, domain_hash) VALUES (1, ?1, ?2)",
    [US_SQL_BEHAVIOR_BY_HASH] = "SELECT id, body, kind FROM behaviors WHERE hash = ?1",
    [US_SQL_BEHAVIOR_BY_NAME] = "SELECT hash FROM behaviors WHERE kind = ?1 AND name = ?2",
    [US_SQL_BEHAVIOR_ADD] = "INSERT INTO behaviors (kind, name, hash, goal, body) "
                            "VALUES (?1, ?2, ?3, nullif(?4, 0), ?5)",
    [US_SQL_BEHAVIOR_COUNT] = "UPDATE behaviors SET tries = ?2, successes = ?3 "
                              "WHERE id = ?1 AND (tries < ?2 OR tries = ?2 AND successes < ?3)",
    [US_SQL_BEHAVIOR_DROP] = "DELETE FROM behaviors WHERE id = ?1",
    [US_SQL_BEHAVIOR_BODY] = "SELECT b.body, b.kind, b.name, b.tries, b.successes "
                             "FROM behaviors b WHERE b.id = ?1",
    [US_SQL_BEHAVIORS] =
        "SELECT b.id, b.kind, b.name, b.hash, coalesce(b.goal, 0), coalesce(g.type, ''), "
        "coalesce(g.text, ''), " US_SQL_TOTALS
        ", coalesce((SELECT group_concat(class, ', ') FROM (SELECT class FROM classes "
        "WHERE behavior = b.id ORDER BY class)), '')"
        " FROM behaviors b LEFT JOIN goals g ON g.id = b.goal" BEHAVIOR_ORDER,
    [US_SQL_COUNTS] =
        "SELECT count(*), coalesce(sum(done <> ''), 0), "
        "(SELECT count(*) FROM origins o JOIN cases c ON c.id = o.case_id WHERE c.behavior = ?1), "
        "(SELECT count(*) FROM outcomes WHERE behavior = ?1), "
        "(SELECT count(*) FROM attempts WHERE behavior = ?1) "
        "FROM cases WHERE behavior = ?1",
    [US_SQL_TREES] = "SELECT body FROM behaviors WHERE kind = 'tree' ORDER BY name, id",
    [US_SQL_TREE] = "SELECT id FROM behaviors WHERE kind = ?1 AND name = ?2",
    [US_SQL_CLASS_ADD] = "INSERT OR IGNORE INTO classes (behavior, class) VALUES (?1, ?2)",
    [US_SQL_CLASSES_OF] = "SELECT class FROM classes WHERE behavior = ?1 ORDER BY class",
    [US_SQL_GOAL_FIND] = "SELECT id FROM goals WHERE text = ?1 AND pattern = ?2",
    [US_SQL_GOAL_ADD] = "INSERT INTO goals (type, text, pattern) VALUES (?1, ?2, ?3)",
    [US_SQL_PATTERNS] = "SELECT id, pattern FROM goals ORDER BY id",
    [US_SQL_PATTERN_OF] =
        "SELECT g.pattern FROM behaviors b JOIN goals g ON g.id = b.goal WHERE b.id = ?1",
    [US_SQL_SHELVED] = "SELECT id, name, coalesce(goal, 0), "
                       "EXISTS (SELECT 1 FROM classes WHERE behavior = b.id), tries, successes, "
                       "hash "
                       "FROM behaviors b WHERE kind = 'behavior' ORDER BY id",
    [US_SQL_GOAL_DROP] =
        "DELETE FROM goals WHERE id NOT IN (SELECT goal FROM behaviors WHERE goal IS NOT NULL)",
    [US_SQL_SLOT_FIND] = "SELECT text FROM slots WHERE name = ?1",
    [US_SQL_SLOT_ADD] = "INSERT INTO slots (name, text) VALUES (?1, ?2)",
    [US_SQL_SLOTS] = "SELECT text FROM slots ORDER BY id",
    /* CROSS: by the hash, not over all cases of the behavior. */
    [US_SQL_CASE_FIND] = "SELECT c.id FROM details d CROSS JOIN cases c ON c.id = d.id "
                         "WHERE d.hash = ?1 AND c.behavior = ?2 AND c.done = ?3 "
                         "AND c.features = ?4 AND d.entries = ?5 ORDER BY c.id",
    [US_SQL_CASE_ADD] = "INSERT INTO cases (behavior, above, done, features) "
                        "VALUES (?1, nullif(?2, 0), ?3, ?4)",
    [US_SQL_CASE_DROP] = "DELETE FROM cases WHERE id = ?1",
    [US_SQL_CASES] = "SELECT id, behavior, coalesce(above, 0), done, features FROM cases "
                     "ORDER BY id",
    [US_SQL_CASES_OF] = "SELECT c.id, c.done, c.features, d.entries FROM cases c "
                        "JOIN details d ON d.id = c.id WHERE c.behavior = ?1 "
                        /* A suffix case belongs to the whole case before it, if any. */
                        "ORDER BY c.above IS NOT NULL OR c.done = '', coalesce(c.above, c.id), "
                        "c.above IS NOT NULL, c.id",
    [US_SQL_CASE] = "SELECT c.done, c.features, d.entries FROM cases c "
                    "JOIN details d ON d.id = c.id WHERE c.id = ?1",
    /* The index has both columns, so the wide rows are not read. */
    [US_SQL_CASE_HASHES] = "SELECT id, hash FROM details",
    [US_SQL_ENTRIES] = "SELECT id, entries FROM details ORDER BY id",
    [US_SQL_DETAIL_ADD] = "INSERT INTO details (id, hash, entries) VALUES (?1, ?2, ?3)",
    [US_SQL_ORIGIN_ROW] = "SELECT cycle, map, entries FROM origins WHERE id = ?1",
    [US_SQL_ORIGIN_FIRST] =
        "SELECT cycle, map, entries FROM origins WHERE case_id = ?1 ORDER BY id LIMIT 1",
    [US_SQL_ORIGINS_MET] =
        "SELECT id, cycle, map, entries FROM origins WHERE case_id = ?1 ORDER BY id",
    [US_SQL_ORIGIN_ADD] = "INSERT INTO origins (case_id, cycle, map, entries) "
                          "VALUES (?1, ?2, ?3, ?4)",
    [US_SQL_ORIGIN_SEED] = "UPDATE origins SET entries = ?2 WHERE id = ?1 AND json_valid(entries) "
                           "AND json_extract(entries, '$.seed') IS NULL",
    [US_SQL_ORIGINS] = "SELECT cycle, map, entries FROM origins WHERE case_id = ?1 ORDER BY id",
    [US_SQL_ORIGINS_OF] = "SELECT o.case_id, o.cycle, o.map, o.entries FROM origins o "
                          "JOIN cases c ON c.id = o.case_id WHERE c.behavior = ?1 "
                          "ORDER BY c.id, o.id", /* as the index has them: nothing is sorted */
    [US_SQL_OUTCOME_ADD] =
        "INSERT INTO outcomes (behavior, game, tries, successes) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT DO UPDATE SET tries = excluded.tries, successes = excluded.successes "
        "WHERE tries < excluded.tries OR tries = excluded.tries AND successes < excluded.successes",
    [US_SQL_OUTCOME_SET] =
        "INSERT INTO outcomes (behavior, game, tries, successes) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT DO UPDATE SET tries = excluded.tries, successes = excluded.successes",
    [US_SQL_OUTCOMES_OF] =
        "SELECT game, tries, successes FROM outcomes WHERE behavior = ?1 ORDER BY game",
    [US_SQL_OUTCOMES] = "SELECT behavior, " US_SQL_SUM("tries") ", " US_SQL_SUM(
        "successes") " FROM "
                     "outcomes GROUP BY behavior ORDER BY behavior",
    [US_SQL_OUTCOMES_DROP] = "DELETE FROM outcomes WHERE game = ?1",
    /* Of two that differ, the same one stays in any order of merges. */
    [US_SQL_ATTEMPT_ADD] =
        "INSERT INTO attempts (behavior, game, seat, cycle, result, features) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET result = excluded.result, "
        "features = excluded.features WHERE result < excluded.result "
        "OR result = excluded.result AND features < excluded.features",
    [US_SQL_ATTEMPTS_DROP] = "DELETE FROM attempts WHERE game = ?1",
    [US_SQL_ATTEMPTS_OF] = "SELECT game, seat, cycle, result, features FROM attempts "
                           "WHERE behavior = ?1 ORDER BY game, seat, cycle",
    [US_SQL_ATTEMPTS] =
        "SELECT a.behavior, a.game, a.seat, a.cycle, a.result, a.features FROM attempts a "
        "JOIN behaviors b ON b.id = a.behavior ORDER BY a.game, a.seat, a.cycle, b.hash",
    [US_SQL_ATTEMPT_SUMS] = "SELECT b.hash, count(*), sum(a.result) FROM attempts a "
                            "JOIN behaviors b ON b.id = a.behavior GROUP BY b.id ORDER BY b.hash",
    [US_SQL_SHOWN] =
        "SELECT c.behavior, coalesce(json_extract(iif(json_valid(o.entries), o.entries, '{}'), "
        "'$.demo[1]'), json_extract(iif(json_valid(o.entries), o.entries, '{}'), '$.demo[0]')) "
        "AS demo FROM origins o JOIN cases c ON c.id = o.case_id WHERE demo IS NOT NULL "
        "ORDER BY o.id",
    [US_SQL_PARENTS] = "SELECT c.behavior, p.id FROM origins o JOIN cases c ON c.id = o.case_id, "
                       "json_each(iif(json_valid(o.entries), o.entries, '{}'), '$.parent') h "
                       "JOIN behaviors p ON p.hash = h.value WHERE instr(o.entries, '\"parent\"') "
                       "ORDER BY o.id, h.key DESC",
    [US_SQL_FEATURES] = "SELECT id, name, low, high, weight, bandwidth FROM features ORDER BY id",
    [US_SQL_FEATURE_ADD] = "INSERT INTO features (id, name, low, high) VALUES (?1, ?2, ?3, ?4)",
    [US_SQL_FEATURE_SET] = "UPDATE features SET low = ?2, high = ?3, weight = ?4, "
                           "bandwidth = ?5 WHERE id = ?1",
    [US_SQL_BANDWIDTH] = "UPDATE features SET bandwidth = ?2 WHERE id = ?1",
    [US_SQL_WEIGH] = "UPDATE features SET weight = ?2 WHERE id = ?1",
    [US_SQL_SEEN] = "SELECT map, seed, how FROM seen ORDER BY map, length(seed), seed, how DESC",
    [US_SQL_SEEN_ADD] = "INSERT OR IGNORE INTO seen (map, seed, how) VALUES (?1, ?2, ?3)",
    [US_SQL_SEEN_SETTLE] =
        "DELETE FROM seen WHERE map = ?1 AND seed = '' AND how = ?2 "
        "AND EXISTS (SELECT 1 FROM seen s WHERE s.map = ?1 AND s.seed <> '' AND s.how = ?2) "
        "AND NOT EXISTS (SELECT 1 FROM origins o, "
        "json_each(iif(json_valid(o.entries), o.entries, '{}'), '$.map') m WHERE m.value = ?1 "
        "AND json_extract(o.entries, '$.seed[' || m.key || ']') IS NULL "
        "AND ?2 = iif(json_extract(o.entries, '$.failure') IS NULL, 'demonstration', "
        "'adaptation'))",
    [US_SQL_STORIES] = "SELECT story FROM adaptations ORDER BY id",
    [US_SQL_STORY_ADD] = "INSERT INTO adaptations (story) VALUES (?1)",
};

/* ---- statements */

static us_store_def store_def(const char *path, bool write)
{
    return (us_store_def){.path = path,
                          .write = write,
                          .mark = US_LIBRARY_MARK,
                          .what = "library",
                          .migration = us_library_migrations,
                          .version = US_LIBRARY_VERSION};
}

us_status us_library_ensure_open(us_library *library, us_error *err)
{
    us_store_def def = store_def(library->path, true);
    return library->store.db ? US_OK : us_store_open(&def, &library->store, err);
}

/* Prepares a statement, and binds its values. */
static us_status bind(us_library *library, us_query_id query, us_error *err, const char *kinds,
                      va_list args)
{
    US_TRY(us_library_ensure_open(library, err));
    if (!library->stmt[query])
        US_TRY(us_store_prepare(&library->store, queries[query], &library->stmt[query], err));
    sqlite3_reset(library->stmt[query]); /* reports the last error again */
    return us_store_vbind(&library->store, library->stmt[query], err, kinds, args);
}

us_status us_library_run(us_library *library, us_query_id query, us_error *err, const char *kinds,
                         ...)
{
    va_list args;
    va_start(args, kinds);
    us_status status = bind(library, query, err, kinds, args);
    va_end(args);
    return status == US_OK ? us_store_run(&library->store, library->stmt[query], err) : status;
}

us_status us_library_find_row(us_library *library, us_query_id query, sqlite3_stmt **row,
                              bool *found, us_error *err, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    us_status status = bind(library, query, err, kinds, args);
    va_end(args);
    *row = library->stmt[query];
    return status == US_OK ? us_store_step(&library->store, *row, found, err) : status;
}

us_status us_library_find_id(us_library *library, us_query_id query, int64_t *out, us_error *err,
                             const char *kinds, ...)
{
    va_list args;
    bool row;
    va_start(args, kinds);
    us_status status = bind(library, query, err, kinds, args);
    va_end(args);
    US_TRY(status);
    US_TRY(us_store_step(&library->store, library->stmt[query], &row, err));
    *out = row ? sqlite3_column_int64(library->stmt[query], 0) : 0;
    sqlite3_reset(library->stmt[query]);
    return US_OK;
}

us_status us_library_visit_rows(us_library *library, us_query_id query, us_library_on_row *visit,
                                void *context, us_error *err, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    us_status status = bind(library, query, err, kinds, args);
    va_end(args);
    for (bool row; status == US_OK;) {
        status = us_store_step(&library->store, library->stmt[query], &row, err);
        if (status != US_OK || !row)
            return status;
        status = visit(context, library->stmt[query], err);
    }
    sqlite3_reset(library->stmt[query]);
    return status;
}

us_status us_library_fail_damaged(const us_library *library, us_error *err, const char *format, ...)
{
    US_AUTOSTR(text);
    va_list args;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    return us_error_set(err, US_BAD_INPUT, library->path, 0, 0,
                        "damaged: %s; see understudy library check", text.text);
}

/* ---- features */

typedef struct named {
    const char *name;
    int index;
} named;

static int by_name(const void *left, const void *right)
{
    const named *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void forget_features(us_library *library)
{
    for (int i = 0; i < library->features; i++)
        us_mem_free((char *)(uintptr_t)library->feature[i].name);
    us_mem_free(library->feature);
    us_mem_free(library->by_name);
    us_mem_free(library->of_domain);
    us_mem_free(library->number);
    library->feature = NULL;
    library->by_name = library->of_domain = NULL;
    library->number = NULL;
    library->features = 0;
}

static void sort_features(us_library *library)
{
    int count = library->features;
    named *names = US_NEW_ARRAY(named, count + 1);
    for (int i = 0; i < count; i++)
        names[i] = (named){library->feature[i].name, i};
    us_array_sort(names, (size_t)count, sizeof *names, by_name);
    library->by_name = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        library->by_name[i] = names[i].index;
    us_mem_free(names);
    library->number = US_NEW_ARRAY(int32_t, count + 1);
    library->of_domain = US_NEW_ARRAY(int, library->domain->feature_count + 1);
    for (int i = 0; i < library->domain->feature_count; i++)
        library->of_domain[i] = -1;
    for (int i = 0; i < count; i++)
        if (library->feature[i].index >= 0)
            library->of_domain[library->feature[i].index] = i;
}

static us_status read_feature(void *context, sqlite3_stmt *stmt, us_error *err)
{
    us_library *library = context;
    int count = library->features;
    if (sqlite3_column_int64(stmt, 0) != count || count == US_DIMENSIONS_MAX)
        return us_library_fail_damaged(library, err,
                                       "features are not numbered from 0, or too many");
    us_library_feature row = {.name = us_mem_strdup(us_store_column_text(stmt, 1)),
                              .low = sqlite3_column_int64(stmt, 2),
                              .high = sqlite3_column_int64(stmt, 3),
                              .weight = sqlite3_column_int64(stmt, 4),
                              .bandwidth = sqlite3_column_int64(stmt, 5)};
    row.index = us_domain_find_feature(library->domain, row.name);
    library->feature = us_mem_realloc(library->feature, (size_t)(count + 1) * sizeof row);
    library->feature[library->features++] = row;
    if (row.low < INT32_MIN || row.high > INT32_MAX || row.low > row.high || row.weight < 0 ||
        row.weight > US_WEIGHT_MAX || row.bandwidth < 0 || row.bandwidth > INT32_MAX)
        return us_library_fail_damaged(
            library, err, "feature \"%.63s\" has no sound range, weight or bandwidth", row.name);
    return US_OK;
}

static us_status read_features(us_library *library, us_error *err)
{
    forget_features(library);
    US_TRY(us_library_visit_rows(library, US_SQL_FEATURES, read_feature, library, err, ""));
    sort_features(library);
    return US_OK;
}

/* Adds the domain's features that the library lacks. */
static us_status add_features(us_library *library, us_error *err)
{
    int64_t id = library->features;
    bool added = false;
    for (int i = 0; i < library->domain->feature_count; i++) {
        const us_feature *feature = &library->domain->feature[i];
        if (library->of_domain && library->of_domain[i] >= 0)
            continue;
        US_TRY(us_library_run(library, US_SQL_FEATURE_ADD, err, "itii", id++, feature->name,
                              (int64_t)feature->low, (int64_t)feature->high));
        added = true;
    }
    return added || !library->of_domain ? read_features(library, err) : US_OK;
}

const us_library_feature *us_library_features(const us_library *library, int *count)
{
    *count = library->features;
    return library->feature;
}

us_status us_library_set_weight(us_library *library, int feature, int64_t weight, us_error *err)
{
    us_assert(library->begun && feature >= 0 && feature < library->features && weight >= 0 &&
              weight <= US_WEIGHT_MAX);
    US_TRY(us_library_run(library, US_SQL_WEIGH, err, "ii", (int64_t)feature, weight));
    library->feature[feature].weight = weight;
    return US_OK;
}

int us_library_find_feature(const us_library *library, const char *name)
{
    for (int i = 0; i < library->features; i++)
        if (us_text_equal(library->feature[i].name, name))
            return i;
    return -1;
}

static us_status take_feature(us_library *library, const us_brl_feature *from, int64_t id,
                              us_error *err)
{
    if (id >= US_DIMENSIONS_MAX)
        return us_error_set(
            err, US_MISMATCH, NULL, from->line, from->column,
            "feature \"%.63s\": the library has %d already, as many as there may be", from->name,
            US_DIMENSIONS_MAX);
    if (id >= library->features)
        US_TRY(us_library_run(library, US_SQL_FEATURE_ADD, err, "itii", id, from->name, from->low,
                              from->high));
    return us_library_run(library, US_SQL_FEATURE_SET, err, "iiiii", id, from->low, from->high,
                          from->weight, from->bandwidth);
}

us_status us_library_import_features(us_library *library, const us_brl *from, us_error *err)
{
    bool set = library->temporary && !library->featured;
    int64_t next = library->features;
    us_assert(library->begun);
    for (int i = 0; i < from->features; i++) {
        int found = us_library_find_feature(library, from->feature[i].name);
        if (found < 0 || set)
            US_TRY(take_feature(library, &from->feature[i], found < 0 ? next++ : found, err));
    }
    library->featured = true;
    return from->features > 0 ? read_features(library, err) : US_OK;
}

void us_library_export_features(const us_library *library, us_brl *out)
{
    for (int i = 0; i < library->features; i++) {
        const us_library_feature *f = &library->feature[i];
        const us_feature *declared = f->index < 0 ? NULL : &library->domain->feature[f->index];
        us_brl_feature told = {
            .low = f->low, .high = f->high, .weight = f->weight, .bandwidth = f->bandwidth};
        if (!us_brl_is_name(f->name)) /* no domain has such names; see us_library_check */
            continue;
        memcpy(told.name, f->name, strlen(f->name) + 1);
        if (!declared || declared->low != f->low || declared->high != f->high || f->weight != 100 ||
            f->bandwidth != 0)
            us_brl_add_feature(out, &told);
    }
}

/* ---- opening and closing */

static us_status read_about(us_store *store, us_str *out, us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row = false;
    US_TRY(us_store_prepare(store, "SELECT domain FROM library ORDER BY id", &stmt, err));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (!row)
        return us_error_set(err, US_BAD_INPUT, store->path, 0, 0,
                            "damaged: it does not say which domain it is about");
    const char *domain = us_store_column_text(stmt, 0);
    if (!us_brl_is_name(domain)) /* used in paths */
        return us_error_set(err, US_BAD_INPUT, store->path, 0, 0,
                            "damaged: its domain \"%.64s\" is no name", domain);
    us_str_add(out, domain);
    return US_OK;
}

us_status us_library_read_domain(const char *path, us_str *out, us_error *err)
{
    us_store_def def = store_def(path, false);
    US_AUTO(us_store_close) us_store store = {0};
    US_TRY(us_store_open(&def, &store, err));
    return read_about(&store, out, err);
}

static us_status check_domain(us_library *library, us_error *err)
{
    US_AUTOSTR(domain);
    US_TRY(read_about(&library->store, &domain, err));
    if (!us_text_equal(domain.text, library->domain->name))
        return us_error_set(err, US_MISMATCH, library->path, 0, 0,
                            "a library of \"%.64s\", expected one of \"%.64s\"", domain.text,
                            library->domain->name);
    return read_features(library, err);
}

static us_status begin_new(us_library *library, us_error *err)
{
    us_str name;
    struct stat info;
    if (lstat(library->path, &info) == 0)
        return us_error_set(err, US_BAD_INPUT, library->path, 0, 0,
                            "expected a library, found a link to nowhere");
    us_str_init(&name);
    us_file_temp_path(library->path, &name);
    us_leftovers_add(name.text);
    library->temporary = us_str_detach(&name);
    us_store_def def = store_def(library->temporary, true);
    def.called = library->path;
    def.fresh = true;
    return us_store_open(&def, &library->store, err);
}

static us_library *new_library(const char *path, const us_domain *domain)
{
    us_library *library = US_NEW(us_library);
    library->path = us_mem_strdup(path);
    library->domain = domain;
    return library;
}

static us_status open_old(us_library *library, const us_store_def *def, us_error *err)
{
    US_TRY(us_store_open(def, &library->store, err));
    return check_domain(library, err);
}

us_status us_library_open(const char *path, us_library_mode mode, const us_domain *domain,
                          us_library **out, us_error *err)
{
    return us_library_open_patient(path, mode, domain, NULL, out, err);
}

us_status us_library_open_patient(const char *path, us_library_mode mode, const us_domain *domain,
                                  const us_lock_patience *patience, us_library **out, us_error *err)
{
    US_AUTOPTR(us_library) library = new_library(path, domain);
    us_store_def def = store_def(path, mode != US_LIBRARY_READ);
    def.patience = patience;
    bool create = mode == US_LIBRARY_CREATE && access(path, F_OK) != 0 && errno == ENOENT;
    US_TRY(create ? begin_new(library, err) : open_old(library, &def, err));
    *out = US_STEAL(library);
    return US_OK;
}

us_status us_library_open_bytes(const char *name, const void *bytes, size_t length,
                                const us_domain *domain, us_library **out, us_error *err)
{
    US_AUTOPTR(us_library) library = new_library(name, domain);
    us_store_def def = store_def(name, false);
    def.bytes = bytes;
    def.length = length;
    US_TRY(open_old(library, &def, err));
    *out = US_STEAL(library);
    return US_OK;
}

static void close_store(us_library *library)
{
    for (int i = 0; i < US_SQL_COUNT; i++) {
        sqlite3_finalize(library->stmt[i]);
        library->stmt[i] = NULL;
    }
    us_store_close(&library->store);
}

void us_library_close(us_library *library)
{
    if (!library)
        return;
    close_store(library);
    if (library->temporary)
        us_store_remove(library->temporary);
    forget_features(library);
    us_met_origins_clear(library);
    us_mem_free(library->pending.item);
    us_mem_free(library->temporary);
    us_mem_free(library->path);
    us_mem_free(library);
}

const us_domain *us_library_domain(const us_library *library)
{
    return library->domain;
}

const char *us_library_path(const us_library *library)
{
    return library->path;
}

/* ---- transactions */

static us_status describe_new(us_library *library, us_error *err)
{
    char hash[17];
    us_hash_print(library->domain->hash, hash);
    return us_library_run(library, US_SQL_ABOUT_ADD, err, "tt", library->domain->name, hash);
}

us_status us_library_begin_read(us_library *library, us_error *err)
{
    if (library->begun || library->holds > 0) {
        library->holds++;
        return US_OK;
    }
    US_TRY(us_library_ensure_open(library, err));
    US_TRY(us_store_exec(&library->store, "BEGIN", err));
    library->holds++;
    us_status status = library->temporary ? US_OK : read_features(library, err);
    return status == US_OK ? US_OK : us_library_end_read(library, status, err);
}

us_status us_library_end_read(us_library *library, us_status status, us_error *err)
{
    us_assert(library->holds > 0);
    library->holds--;
    if (library->begun || library->holds > 0)
        return status;
    if (status == US_OK)
        return us_store_exec(&library->store, "COMMIT", err);
    for (int i = 0; i < US_SQL_COUNT; i++) /* a statement left amid its rows would keep reading */
        sqlite3_reset(library->stmt[i]);
    if (!sqlite3_get_autocommit(library->store.db)) /* some errors end the transaction */
        us_store_exec(&library->store, "ROLLBACK", NULL);
    return status;
}

static void note_message(void *context, sqlite3_stmt *row)
{
    us_str *out = context;
    if (out->length == 0)
        us_str_add(out, us_store_column_text(row, 0));
}

us_status us_library_check_pages(us_library *library, us_error *err)
{
    US_AUTOSTR(message);
    US_TRY(us_library_ensure_open(library, err));
    US_TRY(us_store_check_pages(&library->store, "PRAGMA quick_check(1)", note_message, &message,
                                err));
    const char *head = strchr(message.text, '\n'); /* "*** in database main ***" */
    return message.length == 0 || us_text_equal(message.text, "ok")
               ? US_OK
               : us_library_fail_damaged(library, err, "%.300s", head ? head + 1 : message.text);
}

us_status us_library_copy(us_library *library, const char *path, us_error *err)
{
    sqlite3_int64 length = 0;
    us_assert(!library->begun);
    US_TRY(us_library_begin_read(library, err));
    unsigned char *bytes = sqlite3_serialize(library->store.db, "main", &length, 0);
    us_status status = bytes ? US_OK
                             : us_error_set(err, US_BAD_INPUT, us_library_path(library), 0, 0,
                                            "it cannot be read as a whole");
    if (status == US_OK)
        status = us_file_write(path, (const char *)bytes, (size_t)length, err);
    sqlite3_free(bytes);
    return us_library_end_read(library, status, err);
}

us_status us_library_begin(us_library *library, us_error *err)
{
    us_assert(!library->begun && library->holds == 0);
    US_TRY(us_library_ensure_open(library, err));
    US_TRY(us_store_exec(&library->store, "BEGIN IMMEDIATE", err));
    library->begun = true;
    library->together = false;
    library->pending.count = 0;
    us_met_origins_clear(library);
    if (library->temporary)
        US_TRY(describe_new(library, err));
    else
        US_TRY(read_features(library, err)); /* another process may have added features */
    return add_features(library, err);
}

/* Gives a new library its name. Nothing is replaced: the first file of that name stays. The library
 * is opened by its name at the next use. It is written by now, even if that fails. */
static us_status rename_new(us_library *library, us_error *err)
{
    close_store(library);
    US_TRY(us_file_rename_exclusive(library->temporary, library->path, err));
    us_mem_free(library->temporary);
    library->temporary = NULL;
    return US_OK;
}

us_status us_library_commit_transaction(us_library *library, us_error *err)
{
    US_TRY(us_store_exec(&library->store, "COMMIT", err));
    library->begun = false;
    us_met_origins_clear(library);
    return library->temporary ? rename_new(library, err) : US_OK;
}
