#include "retrieve/provenance.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "retrieve/library_diff.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* What a behavior tells of those that it was made of. */

#define OLD "\"00000000000000a1\""
#define NEW "\"00000000000000b2\""

static us_brl *behavior_with(const char *entries)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                "brl 1\nbehavior \"x\" achieves WinWargus(player: self) {\n    do act stop()\n"
                "    appendix { features.no: 1 }\n    case { features.no: 2 %s }\n}\n",
                entries);
    us_brl *brl = brl_read(text.text, NULL);
    return brl;
}

TEST(each_repair_has_its_parent_and_its_reason)
{
    static const struct {
        const char *entries, *told; /* parent modop failure, a line each */
        bool adapted;
    } rows[] = {
        {"", "", false},
        {"demo: \"a\"", "", false},
        {"parent: " OLD " modop: \"m\" failure: \"f\"", "a1 m f\n", true},
        {"parent: " OLD " modop: \"m\" \"n\" failure: \"f\" \"g\"", "a1 m f\na1 n g\n", true},
        {"parent: " OLD " " NEW " modop: \"m\" \"n\" \"o\" failure: \"f\" \"g\" \"h\"",
         "a1 m f\nb2 n g\nb2 o h\n", true},
        {"parent: " OLD " modop: \"m\" failure: \"f\" \"g\"", "a1 m f\na1  g\n", true},
        {"parent: " OLD " modop: \"shuffle\"", "a1 shuffle \n", false},
        {"modop: \"m\" failure: \"f\"", "0 m f\n", false},
        {"parent: \"nobody\" modop: \"m\" failure: \"f\"", "0 m f\n", false},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(told);
        us_test_row(rows[i].entries);
        US_AUTOPTR(us_brl) brl = behavior_with(rows[i].entries);
        us_ancestry of = us_ancestry_from_case(&brl->item[0]->cases[1]);
        for (int k = 0; k < of.repairs; k++)
            us_str_addf(&told, "%llx %s %s\n", (unsigned long long)us_ancestry_parent(&of, k),
                        us_ancestry_modop(&of, k), us_ancestry_failure(&of, k));
        CHECK_STR(told.text, rows[i].told);
        CHECK(of.adapted == rows[i].adapted);
        us_ancestry first = us_ancestry_from_behavior(brl->item[0]);
        CHECK(first.adapted == of.adapted && first.repairs == (of.adapted ? of.repairs : 0));
    }
}

/* ---- the view */

static void query(const char *name, const char *sql, us_str *out)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    REQUIRE(sqlite3_open(scratch(name), &db) == SQLITE_OK);
    REQUIRE(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++) {
            const unsigned char *text = sqlite3_column_text(stmt, i);
            us_str_addf(out, "%s%s", i ? " " : "", text ? (const char *)text : "-");
        }
        us_str_add_char(out, '\n');
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

static void check_lineage(const char *name)
{
    US_AUTOSTR(rows);
    query(name, "SELECT repair, parent, modop, failure FROM lineage ORDER BY behavior, repair",
          &rows);
    CHECK_STR(rows.text, "1 00000000000000a1 m f\n"
                         "2 00000000000000b2 n g\n"
                         "3 00000000000000b2 o h\n"
                         "- 00000000000000a1 - -\n");
}

static void put_lineage(const char *name)
{
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    library_file_put(library,
                     "brl 1\n"
                     "behavior \"a\" achieves WinWargus(player: self) {\n    do act stop()\n"
                     "    appendix { parent: " OLD " " NEW " modop: \"m\" \"n\" \"o\" "
                     "failure: \"f\" \"g\" \"h\" }\n"
                     "    case { features.no: 2 parent: " OLD " " NEW " modop: \"m\" \"n\" \"o\" "
                     "failure: \"f\" \"g\" \"h\" }\n}\n"
                     "behavior \"b\" achieves WinWargus(player: self) {\n    do act stop()\n"
                     "    appendix { parent: " OLD " }\n}\n"
                     "behavior \"c\" achieves WinWargus(player: self) {\n    do act stop()\n"
                     "    appendix { demo: \"x\" \"00000000000000cc\" }\n}\n");
}

TEST(the_view_has_a_row_for_each_repair)
{
    put_lineage("a.db");
    check_lineage("a.db");
    CHECK(library_file_sound("a.db"));
}

TEST(the_view_of_an_older_library_is_made_anew)
{
    for (int version = 1; version < 4; version++) {
        char copy[32];
        put_lineage("a.db");
        library_file_age(scratch("a.db"), version);
        snprintf(copy, sizeof copy, "a.db.v%d.bak", version);
        us_library *library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
        us_library_close(library);
        CHECK(!us_file_exists(scratch(copy)));
        library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
        us_library_close(library);
        CHECK(us_file_exists(scratch(copy)));
        check_lineage("a.db");
        CHECK(library_file_sound("a.db"));
        scratch_clean();
    }
}

/* ---- the difference */

static void add_behavior(us_str *out, const char *name, const char *entries)
{
    us_str_addf(out,
                "behavior \"%s\" achieves WinWargus(player: self) {\n    do act stop()\n"
                "    appendix { %s }\n}\n",
                name, entries);
}

static us_hash hash_of(const char *name)
{
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n");
    add_behavior(&text, name, "features.no: 1");
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    us_hash hash = us_template_hash(brl->item[0]);
    return hash;
}

/* Of these: "a" was learned, "b" made of it, "c" of "b" in its place. */
static us_library *family(const char *file, const char *names)
{
    US_AUTOSTR(text);
    US_AUTOSTR(entries);
    us_library *library = library_file_open(file, US_LIBRARY_CREATE, brl_domain());
    us_str_add(&text, "brl 1\n");
    if (strchr(names, 'a'))
        add_behavior(&text, "a", "features.no: 1");
    us_str_addf(&entries, "parent: \"%016llx\"", (unsigned long long)hash_of("a"));
    if (strchr(names, 'b')) {
        us_str_add(&entries, " modop: \"m\" \"n\" failure: \"f\" \"g\"");
        add_behavior(&text, "b", entries.text);
    }
    us_str_reset(&entries);
    us_str_addf(&entries, "parent: \"%016llx\" \"%016llx\" \"%016llx\"",
                (unsigned long long)hash_of("a"), (unsigned long long)hash_of("a"),
                (unsigned long long)hash_of("b"));
    us_str_add(&entries, " modop: \"m\" \"n\" \"o\" \"p\" failure: \"f\" \"g\" \"h\" \"i\"");
    if (strchr(names, 'c'))
        add_behavior(&text, "c", entries.text);
    library_file_put(library, text.text);
    return library;
}

TEST(a_difference_goes_back_to_an_ancestor_that_is_there)
{
    static const struct {
        const char *first, *second;
        const char *parent; /* of "c" */
        const char *modops;
    } rows[] = {
        {"a", "c", "a", "mnop"},  {"b", "c", "b", "op"},   {"ab", "c", "b", "op"},
        {"a", "bc", "a", "mnop"}, {"", "bc", "b", "op"},   {"", "ac", "a", "mnop"},
        {"", "c", "a", "mnop"},   {"c", "a", "a", "mnop"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_library_changes changes = {0};
        char about[64];
        bool found = false;
        snprintf(about, sizeof about, "\"%s\" against \"%s\"", rows[i].first, rows[i].second);
        us_test_row(about);
        us_library *a = family("a.db", rows[i].first), *b = family("b.db", rows[i].second);
        REQUIRE(us_library_compare(a, b, &changes, NULL) == US_OK);
        for (int k = 0; k < changes.count; k++) {
            const us_library_change *change = &changes.change[k];
            if (!us_text_equal(change->name, "c"))
                continue;
            found = true;
            CHECK_HASH(change->parent, hash_of(rows[i].parent));
            REQUIRE(change->repairs == (int)strlen(rows[i].modops));
            for (int n = 0; n < change->repairs; n++) {
                CHECK_INT(change->modops[n][0], rows[i].modops[n]);
                CHECK_INT(change->failures[n][0], rows[i].modops[n] - 'm' + 'f');
            }
        }
        CHECK(found);
        us_library_changes_clear(&changes);
        us_library_close(a);
        us_library_close(b);
        scratch_clean();
    }
}
