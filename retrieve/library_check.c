#include "understudy/library.h"

#include <stdarg.h>
#include <string.h>

#include "base/sort.h"
#include "retrieve/goal_pattern.h"
#include "retrieve/library_internal.h"

static void add(us_library_faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(us_library_faults *faults, const char *format, ...)
{
    us_str text;
    va_list args;
    if (faults->count == US_LIBRARY_FAULTS_MAX) {
        faults->more++;
        return;
    }
    us_str_init(&text);
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    faults->text = us_mem_realloc(faults->text, (size_t)(faults->count + 1) * sizeof *faults->text);
    faults->text[faults->count++] = us_str_detach(&text);
}

void us_library_faults_clear(us_library_faults *faults)
{
    for (int i = 0; i < faults->count; i++)
        us_mem_free(faults->text[i]);
    us_mem_free(faults->text);
    *faults = (us_library_faults){0};
}

/* Calls visit for each row of the query. */
static us_status each(us_library *library, const char *sql,
                      void (*visit)(us_library *library, sqlite3_stmt *stmt,
                                    us_library_faults *faults),
                      us_library_faults *faults, us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row;
    US_TRY(us_library_ensure_open(library, err));
    US_TRY(us_store_prepare(&library->store, sql, &stmt, err));
    for (;;) {
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        visit(library, stmt, faults);
    }
}

/* ---- the file */

static void visit_integrity(void *context, sqlite3_stmt *stmt)
{
    us_library_faults *faults = context;
    if (!us_text_equal(us_store_column_text(stmt, 0), "ok"))
        add(faults, "%.300s", us_store_column_text(stmt, 0));
}

static void visit_foreign(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "row %lld of %.64s refers to a row of %.64s that is not there",
        (long long)sqlite3_column_int64(stmt, 1), us_store_column_text(stmt, 0),
        us_store_column_text(stmt, 2));
}

/* ---- behaviors */

static void visit_body(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    char hash[17];
    (void)library;
    us_hash_print(us_hash_add_text(US_HASH_START, us_store_column_text(stmt, 1)), hash);
    if (!us_text_equal(hash, us_store_column_text(stmt, 2)))
        add(faults, "\"%.63s\": its hash is %.16s, that of its body %s",
            us_store_column_text(stmt, 0), us_store_column_text(stmt, 2), hash);
}

/* Behaviors of a gathered file, compared with rows in the same order. */
typedef struct beside {
    const us_brl *brl;
    int at;
    us_library_faults *faults;
    int64_t *id;
} beside;

static void compare_text(const beside *b, const char *what, const char *found, const char *expected)
{
    if (!us_text_equal(found, expected))
        add(b->faults, "\"%.63s\": its %s \"%.100s\", in its body \"%.100s\"",
            b->brl->item[b->at]->name, what, found, expected);
}

static void visit_behavior(void *context, const us_library_behavior *row)
{
    beside *b = context;
    US_AUTOSTR(text);
    if (b->at == b->brl->count)
        return; /* another process has added this behavior */
    const us_template *item = b->brl->item[b->at];
    us_template_print_body(item, item->name, &text);
    if (us_hash_add_text(US_HASH_START, text.text) != row->hash)
        add(b->faults, "\"%.63s\": its body is not in canonical form", item->name);
    us_str_reset(&text);
    if (item->goal_name[0])
        us_template_print_goal(item, &text);
    compare_text(b, "goal is", row->goal_text, text.text);
    compare_text(b, "type of goal is", row->goal_type, item->goal_name);
    b->id[b->at++] = row->id;
}

/* Adds the text of the first column, with commas between. */
static us_status add_text(void *context, sqlite3_stmt *row, us_error *err)
{
    us_str *out = context;
    (void)err;
    us_str_addf(out, "%s%s", out->length ? ", " : "", us_store_column_text(row, 0));
    return US_OK;
}

typedef struct word {
    const char *text;
} word;

static int by_text(const void *left, const void *right)
{
    return strcmp(((const word *)left)->text, ((const word *)right)->text);
}

static void list_classes(const us_template *item, us_str *out)
{
    US_AUTOFREE word *list = US_NEW_ARRAY(word, item->class_count + 1);
    for (int i = 0; i < item->class_count; i++)
        list[i].text = item->classes[i];
    us_array_sort(list, (size_t)item->class_count, sizeof *list, by_text);
    for (int i = 0; i < item->class_count; i++)
        if (i == 0 || !us_text_equal(list[i].text, list[i - 1].text))
            us_str_addf(out, "%s%s", i ? ", " : "", list[i].text);
}

/* Compares what retrieval reads instead of the bodies. */
static us_status compare_index(us_library *library, const beside *b, us_error *err)
{
    const us_template *item = b->brl->item[b->at];
    US_AUTOSTR(found);
    US_AUTOSTR(expected);
    int64_t id = b->id[b->at];
    US_TRY(us_library_visit_rows(library, US_SQL_CLASSES_OF, add_text, &found, err, "i", id));
    list_classes(item, &expected);
    compare_text(b, "classes are", found.text, expected.text);
    us_str_reset(&found);
    US_TRY(us_library_visit_rows(library, US_SQL_PATTERN_OF, add_text, &found, err, "i", id));
    if (item->goal < 0)
        return US_OK;
    us_goal_pattern pattern = us_goal_pattern_from_behavior(item);
    us_str_reset(&expected);
    us_goal_pattern_print(library->domain, &pattern, &expected);
    compare_text(b, "goal's pattern is", found.text, expected.text);
    return US_OK;
}

static us_status compare_behaviors(us_library *library, const us_brl *brl,
                                   us_library_faults *faults, us_error *err)
{
    beside b = {.brl = brl, .faults = faults, .id = US_NEW_ARRAY(int64_t, brl->count + 1)};
    us_status status = us_library_visit_behaviors(library, visit_behavior, &b, err);
    int count = b.at;
    for (b.at = 0; b.at < count && status == US_OK; b.at++)
        status = compare_index(library, &b, err);
    us_mem_free(b.id);
    return status;
}

static us_status check_behaviors(us_library *library, us_library_faults *faults, us_error *err)
{
    US_AUTO(us_faults_clear) us_faults found = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    us_error why = {0};
    US_TRY(each(library, "SELECT name, body, hash FROM behaviors ORDER BY id", visit_body, faults,
                err));
    us_status status = us_library_build_file(library, US_ORIGINS_CHECKED, &found, NULL, &brl, &why);
    if (status == US_INTERRUPTED)
        return us_error_copy(&why, err);
    if (status != US_OK)
        add(faults, "%s", why.text);
    for (int i = 0; i < found.count; i++)
        add(faults, "%s; %s", found.fault[i].what, found.fault[i].fix);
    return brl ? compare_behaviors(library, brl, faults, err) : US_OK;
}

static void visit_count(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "\"%.63s\": %lld tries and %lld successes: expected at most %lld",
        us_store_column_text(stmt, 0), (long long)sqlite3_column_int64(stmt, 1),
        (long long)sqlite3_column_int64(stmt, 2), (long long)US_TRIES_MAX);
}

/* ---- cases */

static void visit_case(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    char hex[17];
    us_hash behavior = 0;
    int length = sqlite3_column_bytes(stmt, 3);
    long long id = sqlite3_column_int64(stmt, 0);
    if (length > 4 * library->features) {
        add(faults, "case %lld: %d features, where the library has %d", id, length / 4,
            library->features);
        return;
    }
    us_library_decode_features(library, sqlite3_column_blob(stmt, 3), length);
    us_hash_parse(us_store_column_text(stmt, 1), &behavior);
    us_hash hash = us_library_hash_case(library, behavior, us_store_column_text(stmt, 2),
                                        library->number, us_store_column_text(stmt, 5));
    us_hash_print(hash, hex);
    if (!us_text_equal(hex, us_store_column_text(stmt, 4)))
        add(faults, "case %lld: its hash is %.16s, that of what it holds %s", id,
            us_store_column_text(stmt, 4), hex);
}

static void visit_lone(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "case %lld: no row in details", (long long)sqlite3_column_int64(stmt, 0));
}

static void visit_above(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "case %lld: above it stands one of another behavior, or a suffix case",
        (long long)sqlite3_column_int64(stmt, 0));
}

static void visit_story(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "adaptation %lld: its story is not JSON", (long long)sqlite3_column_int64(stmt, 0));
}

static us_status check_all(us_library *library, us_library_faults *faults, us_error *err)
{
    US_TRY(us_library_ensure_open(library, err));
    US_TRY(us_store_check_pages(&library->store, "PRAGMA integrity_check", visit_integrity, faults,
                                err));
    US_TRY(each(library, "PRAGMA foreign_key_check", visit_foreign, faults, err));
    US_TRY(check_behaviors(library, faults, err));
    US_TRY(each(library,
                "SELECT name, tries, successes FROM behaviors WHERE tries > 9007199254740992 "
                "UNION ALL SELECT b.name, o.tries, o.successes FROM outcomes o "
                "JOIN behaviors b ON b.id = o.behavior WHERE o.tries > 9007199254740992",
                visit_count, faults, err));
    US_TRY(each(library,
                "SELECT c.id, b.hash, c.done, c.features, d.hash, d.entries FROM cases c "
                "JOIN details d ON d.id = c.id JOIN behaviors b ON b.id = c.behavior ORDER BY c.id",
                visit_case, faults, err));
    US_TRY(each(library,
                "SELECT id FROM cases WHERE id NOT IN (SELECT id FROM details) ORDER BY id",
                visit_lone, faults, err));
    US_TRY(each(library,
                "SELECT c.id FROM cases c JOIN cases a ON a.id = c.above "
                "WHERE a.behavior <> c.behavior OR a.done <> '' OR c.done = '' ORDER BY c.id",
                visit_above, faults, err));
    return each(library, "SELECT id FROM adaptations WHERE NOT json_valid(story) ORDER BY id",
                visit_story, faults, err);
}

us_status us_library_check(us_library *library, us_library_faults *out, us_error *err)
{
    US_AUTO(us_library_faults_clear) us_library_faults faults = {0};
    US_TRY(us_library_begin_read(library, err));
    US_TRY(us_library_end_read(library, check_all(library, &faults, err), err));
    *out = faults;
    faults = (us_library_faults){0};
    return US_OK;
}

us_status us_library_check_sound(us_library *library, us_error *err)
{
    US_AUTO(us_library_faults_clear) us_library_faults faults = {0};
    US_TRY(us_library_check(library, &faults, err));
    int count = faults.count + faults.more;
    return count == 0 ? US_OK
                      : us_error_set(err, US_BAD_INPUT, us_library_path(library), 0, 0,
                                     "%d fault%s, the first: %.300s; see library check", count,
                                     count == 1 ? "" : "s", faults.text[0]);
}
