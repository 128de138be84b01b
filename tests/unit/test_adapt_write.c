#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "retrieve/library.h"
#include "retrieve/store.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* How a changed library reaches its file. */

#define BEHAVIOR(name, gold)                                                        \
    "behavior \"" name "\" achieves GetResources(player: self, gold: " gold ") {\n" \
    "    do a: act explore()\n"                                                     \
    "}\n"

static const char old[] = "brl 1 skirmish\n" BEHAVIOR("one", "100") BEHAVIOR("two", "200");
static const char wanted[] = "brl 1 skirmish\n" BEHAVIOR("one", "100") BEHAVIOR("three", "300");
static const char other[] = "brl 1 skirmish\n" BEHAVIOR("four", "400");

static us_domain *domain;

static us_brl *parse(const char *text)
{
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_brl_parse(domain, "x.brl", text, strlen(text), &brl, &err) != US_OK)
        FAIL("%d: %s", err.line, err.text);
    REQUIRE(brl);
    return brl;
}

static void put(const char *name, const char *text)
{
    us_library *library;
    us_library_added added = {0};
    US_AUTOPTR(us_brl) brl = parse(text);
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_CREATE, domain, &library, NULL) == US_OK);
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    us_library_close(library);
}

/* Names of its behaviors, a space behind each. Held until the next. */
static const char *names(const char *name)
{
    static char text[256];
    us_library *library;
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTOSTR(out);
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_READ, domain, &library, NULL) == US_OK);
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    us_library_close(library);
    for (int i = 0; i < brl->count; i++)
        us_str_addf(&out, "%s ", brl->item[i]->name);
    REQUIRE(out.length < sizeof text);
    memcpy(text, out.text, out.length + 1);
    return text;
}

static int files(void)
{
    US_AUTO(us_names_free) us_names list;
    REQUIRE(us_file_list(scratch(""), "", &list, NULL) == US_OK);
    int count = list.count;
    return count;
}

/* "library.db": in place. */
static us_status write_to(const char *name, us_error *err)
{
    us_brl *read = parse(old), *brl = parse(wanted);
    bool in_place = us_text_equal(name, "library.db");
    us_status status =
        us_adaptation_write(read, brl, scratch("library.db"), in_place ? NULL : scratch(name), err);
    us_brl_free(read);
    us_brl_free(brl);
    return status;
}

static void begin(void)
{
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    put("library.db", old);
}

static void end(void)
{
    us_domain_free(domain);
}

TEST(a_library_changes_in_its_file_or_in_a_new_one)
{
    static const char *const to[] = {"new.db", "library.db"};
    begin();
    for (int i = 0; i < US_COUNT(to); i++) {
        us_error err = {0};
        us_test_row(to[i]);
        if (write_to(to[i], &err) != US_OK)
            FAIL("%s: %s", err.file, err.text);
        CHECK_STR(names(to[i]), "one three ");
        CHECK_STR(names("library.db"), i == 0 ? "one two " : "one three ");
    }
    CHECK_INT(files(), 2);
    end();
}

TEST(a_library_that_another_has_changed_stays)
{
    static const char *const to[] = {"library.db", "new.db"};
    begin();
    put("library.db", other);
    for (int i = 0; i < US_COUNT(to); i++) {
        us_error err = {0};
        us_test_row(to[i]);
        CHECK_INT(write_to(to[i], &err), US_MISMATCH);
        CHECK_STR(err.file, scratch("library.db"));
        CHECK_CONTAINS(err.text, "another program has changed its behaviors meanwhile");
        CHECK_STR(names("library.db"), "one two four ");
        CHECK_INT(files(), 1);
    }
    end();
}

/* Where nothing is read that adaptation asks for. */
TEST(a_library_with_a_damaged_page_stays)
{
    static const char *const to[] = {"library.db", "new.db"};
    int64_t page = 0, size = 0;
    begin();
    us_store store = {.path = us_mem_strdup("library")};
    REQUIRE(sqlite3_open(scratch("library.db"), &store.db) == SQLITE_OK);
    REQUIRE(us_store_query_int(&store, "SELECT rootpage FROM sqlite_schema WHERE name = 'seen'", 0,
                               &page, NULL) == US_OK);
    REQUIRE(us_store_query_int(&store, "PRAGMA page_size", 0, &size, NULL) == US_OK);
    us_store_close(&store);
    FILE *file = fopen(scratch("library.db"), "r+b");
    REQUIRE(file && fseek(file, (long)((page - 1) * size), SEEK_SET) == 0);
    for (int i = 0; i < 64; i++)
        fputc(0x5a, file);
    REQUIRE(fclose(file) == 0);
    for (int i = 0; i < US_COUNT(to); i++) {
        us_error err = {0};
        us_test_row(to[i]);
        CHECK_INT(write_to(to[i], &err), US_BAD_INPUT);
        CHECK_STR(err.file, scratch("library.db"));
        CHECK_CONTAINS(err.text, "damaged: ");
        CHECK_INT(files(), 1);
    }
    end();
}

/* It may have come while games were played. */
TEST(what_is_there_is_not_replaced)
{
    us_error err = {0};
    begin();
    scratch_put("mine.db", "mine");
    REQUIRE(symlink("nowhere", scratch("link.db")) == 0);
    CHECK_INT(write_to("mine.db", &err), US_BAD_INPUT);
    CHECK_STR(err.file, scratch("mine.db"));
    CHECK_CONTAINS(err.text, "another program has made it meanwhile, nothing was written");
    char *text = scratch_text("mine.db");
    CHECK_STR(text, "mine");
    us_mem_free(text);
    CHECK_INT(write_to("link.db", &err), US_BAD_INPUT);
    CHECK_STR(err.file, scratch("link.db"));
    CHECK(!us_file_exists(scratch("nowhere")));
    CHECK_INT(write_to("no/new.db", &err), US_BAD_INPUT);
    CHECK_STR(err.file, scratch("no/new.db"));
    CHECK_INT(files(), 2);
    end();
}
