#include "tests/unit/library_file.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "retrieve/library_diff.h"
#include "retrieve/schema.h"
#include "retrieve/store.h"
#include "tests/brl_text.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/library.h"

char *library_file_bytes(const char *name, size_t *length)
{
    char *bytes;
    REQUIRE(us_file_read(scratch(name), 1 << 26, &bytes, length, NULL) == US_OK);
    return bytes;
}

void library_file_copy(const char *from, const char *to)
{
    size_t length;
    US_AUTOFREE char *bytes = library_file_bytes(from, &length);
    REQUIRE(us_file_write(scratch(to), bytes, length, NULL) == US_OK);
}

static void add_features(us_str *out, int seed, int count)
{
    us_str_add(out, "        features:");
    for (int i = 0; i < count; i++)
        us_str_addf(out, " %d", seed + 3 * i);
    us_str_add_char(out, '\n');
}

void library_file_behavior(us_str *out, const us_domain *domain, const char *name, int cases,
                           int seed, int count)
{
    count = count < 0 ? domain->feature_count : count;
    us_str_addf(out,
                "\nbehavior \"%s\" achieves WinWargus(player: self) is Attack {\n"
                "    do sequence {\n        a: act stop()\n        b: act stand()\n    }\n",
                name);
    for (int i = 0; i < cases; i++) {
        us_str_addf(out, "    case at %d in \"ridge-1\" {\n", i);
        add_features(out, seed + i, count);
        us_str_addf(out, "        s1.place: %d 2\n        demo: \"%s.jsonl\"\n    }\n", i, name);
        us_str_addf(out, "    case at %d done a {\n", i + 1);
        add_features(out, seed + 1000 + i, count);
        us_str_add(out, "    }\n");
    }
    us_str_add(out, "}\n");
}

char *library_file_many(const us_domain *domain, const char *name, int count, int cases)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < count; i++) {
        char own[64];
        snprintf(own, sizeof own, "%s %d", name, i);
        library_file_behavior(&text, domain, own, cases, i, -1);
    }
    return us_str_detach(&text);
}

void library_file_make(const char *name, int count)
{
    US_AUTOFREE char *text = library_file_many(brl_domain(), "first", count, 2);
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
}

int library_file_sql(const char *name, const char *sql)
{
    sqlite3 *db;
    REQUIRE(sqlite3_open(scratch(name), &db) == SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        FAIL("%s: %s", sql, sqlite3_errmsg(db));
    int changed = sqlite3_changes(db);
    sqlite3_close(db);
    return changed;
}

/* A statement of the first version, as it stands there. */
static void add_first(us_str *sql, const char *beginning)
{
    const char *at = strstr(us_library_migrations[0], beginning);
    REQUIRE(at != NULL);
    us_str_add_bytes(sql, at, (size_t)(strchr(at, ';') + 1 - at));
}

void library_file_age(const char *path, int version)
{
    sqlite3 *db;
    US_AUTOSTR(sql);
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    us_str_add(&sql, "DROP TABLE adaptations;");
    if (version < 4)
        us_str_add(&sql, "DROP TABLE attempts; DROP INDEX outcomes_game; "
                         "ALTER TABLE features DROP COLUMN bandwidth;");
    if (version < 3) {
        us_str_add(&sql, "DROP VIEW lineage;");
        add_first(&sql, "CREATE VIEW lineage");
    }
    if (version < 2)
        us_str_add(&sql, "DROP TABLE seen;");
    us_str_addf(&sql, "PRAGMA user_version = %d", version);
    if (sqlite3_exec(db, sql.text, NULL, NULL, NULL) != SQLITE_OK)
        FAIL("%s: %s", sql.text, sqlite3_errmsg(db));
    sqlite3_close(db);
}

us_library *library_file_open(const char *name, us_library_mode mode, const us_domain *domain)
{
    us_library *library = NULL;
    us_error err = {0};
    if (us_library_open(scratch(name), mode, domain, &library, &err) != US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    return library;
}

us_library_added library_file_put(us_library *library, const char *text)
{
    us_library_added added = {0};
    us_error err = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    us_status status =
        us_brl_parse(us_library_domain(library), "t.brl", text, strlen(text), &brl, &err);
    if (status == US_OK)
        status = us_library_begin(library, &err);
    if (status == US_OK)
        status = us_library_put_all(library, brl, &added, &err);
    if (status == US_OK)
        status = us_library_commit(library, &err);
    if (status != US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    return added;
}

bool library_file_equal(const char *a, const char *b)
{
    us_library_changes changes = {0};
    us_library *one = library_file_open(a, US_LIBRARY_READ, brl_domain());
    US_AUTOPTR(us_library) two = library_file_open(b, US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_compare(one, two, &changes, NULL) == US_OK);
    bool equal = changes.count + changes.phrases == 0;
    us_library_changes_clear(&changes);
    us_library_close(one);
    return equal;
}

bool library_file_sound(const char *name)
{
    us_library_faults faults = {0};
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_READ, brl_domain());
    bool sound = us_library_check(library, &faults, NULL) == US_OK && faults.count == 0;
    if (faults.count > 0)
        FAIL("%s", faults.text[0]);
    us_library_faults_clear(&faults);
    return sound;
}
