#include <string.h>

#include "base/file.h"
#include "retrieve/library_diff.h"
#include "retrieve/library_internal.h"
#include "retrieve/retrieve.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* `count` behaviors, with cases of so many bytes; the caller frees. */
static char *text_of(const char *name, int count, int bytes)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < count; i++) {
        us_str_addf(&text,
                    "\nbehavior \"%s %d\" achieves WinWargus(player: self) {\n    do act stop()\n"
                    "    case at 1 in \"ridge-1\" {\n        feature.gold: %d\n        s.note:",
                    name, i, i);
        for (int k = 0; k < bytes; k += 100)
            us_str_addf(&text, " \"%0100d\"", k);
        us_str_add(&text, "\n    }\n}\n");
    }
    return us_str_detach(&text);
}

static void make(const char *name, const char *text)
{
    us_library *library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
    us_library_close(library);
}

static int behaviors_in(const char *name)
{
    us_brl *brl = NULL;
    us_library *library = library_file_open(name, US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    int count = brl->count;
    us_brl_free(brl);
    us_library_close(library);
    return count;
}

/* What is put is more than SQLite keeps in memory unless it is told to. */
TEST(what_is_not_committed_locks_no_reader_out_however_much_it_is)
{
    us_library_added added = {0};
    char *few = text_of("few", 2, 100), *much = text_of("much", 40, 150000);
    us_brl *brl = brl_read(much, NULL);
    make("a.db", few);
    us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK_INT(behaviors_in("a.db"), 2);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    CHECK_INT(behaviors_in("a.db"), 42);
    us_library_close(library);
    us_brl_free(brl);
    us_mem_free(few);
    us_mem_free(much);
}

/* ---- another empties and fills it in the middle of reading */

typedef struct meddler {
    sqlite3 *other; /* without patience */
    int begun, at;  /* statements so far; before which it writes */
} meddler;

static int meddle(unsigned what, void *context, void *stmt, void *text)
{
    static const char *const sql = "BEGIN; DELETE FROM behaviors WHERE name <> 'few 0'; "
                                   "UPDATE features SET weight = 300; COMMIT";
    meddler *m = context;
    (void)what;
    (void)stmt;
    (void)text;
    if (m->begun++ == m->at && sqlite3_exec(m->other, sql, NULL, NULL, NULL) != SQLITE_OK)
        sqlite3_exec(m->other, "ROLLBACK", NULL, NULL, NULL);
    return 0;
}

typedef struct found {
    int behaviors, cases, weight;
} found;

static void read_get(us_library *library, found *out)
{
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_library_get_all(library, &brl, &err) != US_OK)
        FAIL("%s", err.text);
    for (int i = 0; i < brl->count; i++)
        out->cases += brl->item[i]->case_count;
    out->behaviors = brl->count;
    out->weight = brl->features > 0 ? (int)brl->feature[0].weight : 100;
    us_brl_free(brl);
}

static void read_case_base(us_library *library, found *out)
{
    us_case_base *case_base = NULL;
    us_error err = {0};
    if (us_case_base_load(library, &case_base, &err) != US_OK)
        FAIL("%s", err.text);
    out->behaviors = us_case_base_behavior_count(case_base);
    for (int i = 0; i < us_case_base_case_count(case_base); i++)
        out->cases += us_case_base_get_case(case_base, i).id != 0;
    out->weight = us_case_base_space(case_base)->dimension[0].weight;
    us_case_base_free(case_base);
}

/* What b.db has and the library has not, told from that it has the rest. */
static void read_compare(us_library *library, found *out)
{
    us_library_changes changes = {0};
    us_library *whole = library_file_open("b.db", US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_compare(library, whole, &changes, NULL) == US_OK);
    out->behaviors = out->cases = 5;
    out->weight = changes.phrases > 0 ? 300 : 100;
    for (int i = 0; i < changes.count; i++) {
        out->behaviors -= !changes.change[i].in[0];
        out->cases -= (int)changes.change[i].cases[1];
    }
    us_library_changes_clear(&changes);
    us_library_close(whole);
}

/* All of it, or what the other left of it. */
TEST(what_is_read_is_of_one_moment)
{
    static void (*const reads[])(us_library *, found *) = {read_get, read_case_base, read_compare};
    char *text = text_of("few", 5, 100);
    for (int i = 0; i < US_COUNT(reads); i++) {
        int begun = 1, after = 0;
        for (int at = 0; at < begun; at++) {
            found have = {0};
            meddler m = {.at = at};
            make("a.db", text);
            make("b.db", text);
            REQUIRE(sqlite3_open(scratch("a.db"), &m.other) == SQLITE_OK);
            REQUIRE(sqlite3_exec(m.other, "PRAGMA foreign_keys = ON", NULL, NULL, NULL) ==
                    SQLITE_OK);
            us_library *library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
            sqlite3_trace_v2(library->store.db, SQLITE_TRACE_STMT, meddle, &m);
            reads[i](library, &have);
            begun = m.begun;
            us_library_close(library);
            sqlite3_close(m.other);
            CHECK((have.behaviors == 5 && have.cases == 5 && have.weight == 100) ||
                  (have.behaviors == 1 && have.cases == 1 && have.weight == 300));
            after += have.behaviors == 1;
            scratch_clean();
        }
        CHECK(begun > 4);
        CHECK(after > 0); /* before the first row it may */
    }
    us_mem_free(text);
}

/* The hash alone tells two demonstrations apart, to whoever puts and to whoever compares. */
TEST(a_demonstration_of_another_name_is_the_same_one)
{
    static const char *const demo[] = {
        "\"a.jsonl\" \"3fa1b2c3d4e5f601\"", "\"b.jsonl\" \"3fa1b2c3d4e5f601\"",
        "\"b.jsonl\" \"3fa1b2c3d4e5f602\"", "\"a.jsonl\"", "\"b.jsonl\""};
    static const bool same[] = {true, true, false, false, false};
    for (int i = 0; i < US_COUNT(demo); i++) {
        us_str text[2];
        for (int k = 0; k < 2; k++) {
            us_str_init(&text[k]);
            us_str_addf(&text[k],
                        "brl 1\nbehavior \"b\" achieves WinWargus(self) {\n    do act stop()\n"
                        "    case at 1 in \"m\" {\n        demo: %s\n        seat: 0\n    }\n}\n",
                        demo[k ? i : 0]);
            make(k ? "b.db" : "a.db", text[k].text);
        }
        us_test_row(demo[i]);
        CHECK_INT(library_file_equal("a.db", "b.db"), same[i]);
        us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
        CHECK_INT(library_file_put(library, text[1].text).origins, !same[i]);
        us_library_close(library);
        us_str_clear(&text[0]);
        us_str_clear(&text[1]);
        scratch_clean();
    }
    us_test_row(NULL);
}

TEST(games_and_origins_are_told_apart)
{
    static const char *const more[] = {
        "", "tries: 1\ngames: \"3fa1b2c3d4e5f601\"\ngames.tries: 1\ngames.successes: 0\n"};
    us_library_changes changes = {0};
    us_library *library[2];
    for (int i = 0; i < 2; i++) {
        us_str file;
        us_str_init(&file);
        us_str_addf(&file,
                    "brl 1\nbehavior \"b\" achieves WinWargus(self) {\n    do act stop()\n"
                    "    case at 1 in \"m\" {\n%s    }\n}\n",
                    more[i]);
        library[i] = library_file_open(i ? "b.db" : "a.db", US_LIBRARY_CREATE, brl_domain());
        library_file_put(library[i], file.text);
        us_str_clear(&file);
    }
    REQUIRE(us_library_compare(library[0], library[1], &changes, NULL) == US_OK);
    REQUIRE(changes.count == 1);
    CHECK_INT(changes.change[0].origins[0] + changes.change[0].origins[1], 0);
    CHECK_INT(changes.change[0].games[0], 0);
    CHECK_INT(changes.change[0].games[1], 1);
    us_library_changes_clear(&changes);
    us_library_close(library[0]);
    us_library_close(library[1]);
}
