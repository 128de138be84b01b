#include "retrieve/library_check.h"

#include <stdarg.h>
#include <string.h>

#include "retrieve/inside.h"

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
    faults->text = us_realloc(faults->text, (size_t)(faults->count + 1) * sizeof *faults->text);
    faults->text[faults->count++] = us_str_detach(&text);
}

void us_library_faults_clear(us_library_faults *faults)
{
    for (int i = 0; i < faults->count; i++)
        us_free(faults->text[i]);
    us_free(faults->text);
    *faults = (us_library_faults){0};
}

/* Each row of the query goes to visit. */
static us_status each(us_library *library, const char *sql,
                      void (*visit)(us_library *library, sqlite3_stmt *stmt,
                                    us_library_faults *faults),
                      us_library_faults *faults, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row = true;
    US_TRY(us_library_ready(library, err));
    US_TRY(us_store_prepare(&library->store, sql, &stmt, err));
    us_status status = US_OK;
    while (row && status == US_OK) {
        status = us_store_step(&library->store, stmt, &row, err);
        if (status == US_OK && row)
            visit(library, stmt, faults);
    }
    sqlite3_finalize(stmt);
    return status;
}

/* ---- the file */

static void visit_integrity(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    if (!us_text_equal(us_store_text(stmt, 0), "ok"))
        add(faults, "%.300s", us_store_text(stmt, 0));
}

static void visit_foreign(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    add(faults, "row %lld of %.64s refers to a row of %.64s that is not there",
        (long long)sqlite3_column_int64(stmt, 1), us_store_text(stmt, 0), us_store_text(stmt, 2));
}

/* ---- behaviors */

static void visit_body(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    char hash[17];
    (void)library;
    us_hash_print(us_hash_text(US_HASH_START, us_store_text(stmt, 1)), hash);
    if (!us_text_equal(hash, us_store_text(stmt, 2)))
        add(faults, "\"%.63s\": its hash is %.16s, that of its body %s", us_store_text(stmt, 0),
            us_store_text(stmt, 2), hash);
}

static void check_rows(us_library *library, const us_brl *brl, us_library_faults *faults)
{
    for (int i = 0; i < brl->count; i++) {
        us_str body;
        us_str_init(&body);
        us_template_print_body(brl->item[i], brl->item[i]->name, &body);
        us_hash hash = us_hash_text(US_HASH_START, body.text);
        int64_t id = 0;
        char hex[17];
        sqlite3_stmt *stmt;
        bool row = false;
        us_hash_print(hash, hex);
        if (us_library_sql(library, US_SQL_BEHAVIOR_BY_HASH, &stmt, NULL) == US_OK &&
            us_store_bind(&library->store, stmt, NULL, "t", hex) == US_OK &&
            us_store_step(&library->store, stmt, &row, NULL) == US_OK && row) {
            id = sqlite3_column_int64(stmt, 0);
            sqlite3_reset(stmt);
        }
        if (id == 0)
            add(faults, "\"%.63s\": its body is not in canonical form", brl->item[i]->name);
        us_str_clear(&body);
    }
}

static us_status check_behaviors(us_library *library, us_library_faults *faults, us_error *err)
{
    us_faults found = {0};
    us_error why = {0};
    us_brl *brl = NULL;
    US_TRY(each(library, "SELECT name, body, hash FROM behaviors ORDER BY id", visit_body, faults,
                err));
    if (us_library_gather(library, &found, &brl, &why) != US_OK)
        add(faults, "%s", why.text);
    for (int i = 0; i < found.count; i++)
        add(faults, "%s; %s", found.fault[i].what, found.fault[i].fix);
    if (brl)
        check_rows(library, brl, faults);
    us_faults_clear(&found);
    us_brl_free(brl);
    return US_OK;
}

/* A goal or class is what the first line of the body says, which is canonical. */
static void visit_goal(us_library *library, sqlite3_stmt *stmt, us_library_faults *faults)
{
    (void)library;
    const char *body = us_store_text(stmt, 1);
    us_str line, wanted;
    us_str_init(&line);
    us_str_init(&wanted);
    us_str_add_bytes(&line, body, strcspn(body, "\n"));
    us_str_addf(&wanted, " achieves %s", us_store_text(stmt, 2));
    bool told = us_store_text(stmt, 2)[0] != '\0';
    if (told ? !strstr(line.text, wanted.text) : strstr(line.text, "\" achieves ") != NULL)
        add(faults, "\"%.63s\": its goal is \"%.100s\", which its body does not say",
            us_store_text(stmt, 0), us_store_text(stmt, 2));
    us_str_clear(&line);
    us_str_clear(&wanted);
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
    us_features_read(library, sqlite3_column_blob(stmt, 3), length);
    us_hash_parse(us_store_text(stmt, 1), &behavior);
    us_hash hash = us_case_hash(library, behavior, us_store_text(stmt, 2), library->number,
                                us_store_text(stmt, 5));
    us_hash_print(hash, hex);
    if (!us_text_equal(hex, us_store_text(stmt, 4)))
        add(faults, "case %lld: its hash is %.16s, that of what it holds %s", id,
            us_store_text(stmt, 4), hex);
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

static us_status check_cases(us_library *library, us_library_faults *faults, us_error *err)
{
    US_TRY(each(library,
                "SELECT c.id, b.hash, c.done, c.features, d.hash, d.entries FROM cases c "
                "JOIN details d ON d.id = c.id JOIN behaviors b ON b.id = c.behavior ORDER BY c.id",
                visit_case, faults, err));
    US_TRY(each(library,
                "SELECT id FROM cases WHERE id NOT IN (SELECT id FROM details) ORDER BY id",
                visit_lone, faults, err));
    return each(library,
                "SELECT c.id FROM cases c JOIN cases a ON a.id = c.above "
                "WHERE a.behavior <> c.behavior OR a.done <> '' OR c.done = '' ORDER BY c.id",
                visit_above, faults, err);
}

static us_status check_all(us_library *library, us_library_faults *faults, us_error *err)
{
    US_TRY(each(library, "PRAGMA integrity_check", visit_integrity, faults, err));
    US_TRY(each(library, "PRAGMA foreign_key_check", visit_foreign, faults, err));
    US_TRY(check_behaviors(library, faults, err));
    US_TRY(each(library,
                "SELECT b.name, b.body, coalesce(g.text, '') FROM behaviors b "
                "LEFT JOIN goals g ON g.id = b.goal ORDER BY b.id",
                visit_goal, faults, err));
    return check_cases(library, faults, err);
}

us_status us_library_check(us_library *library, us_library_faults *out, us_error *err)
{
    us_library_faults faults = {0};
    US_TRY(us_library_hold(library, err));
    us_status status = us_library_release(library, check_all(library, &faults, err), err);
    if (status == US_OK)
        *out = faults;
    else
        us_library_faults_clear(&faults);
    return status;
}
