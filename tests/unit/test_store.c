#include "retrieve/store.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static const char *const steps[] = {
    "CREATE TABLE a (x INTEGER NOT NULL) STRICT; INSERT INTO a VALUES (7);",
    "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 8;",
    "CREATE TABLE b (z INTEGER) STRICT; INSERT INTO b SELECT x + y FROM a;",
};

static us_store_def step_def(const char *path, int version, bool write)
{
    return (us_store_def){.path = path,
                          .write = write,
                          .mark = 0x1234567,
                          .what = "store",
                          .migration = steps,
                          .version = version};
}

TEST(older_files_are_migrated_with_a_copy_beside_them)
{
    us_store store;
    us_error err = {0};
    int64_t number = 0;
    us_store_def def = step_def(scratch("s.db"), 1, true);
    def.fresh = true;
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    us_store_close(&store);
    def = step_def(scratch("s.db"), 3, false); /* to read: in memory */
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    CHECK(us_store_query_int(&store, "SELECT z FROM b", 0, &number, NULL) == US_OK);
    CHECK_INT(number, 15);
    us_store_close(&store);
    CHECK(!us_file_exists(scratch("s.db.v1.bak")));
    def = step_def(scratch("s.db"), 1, false); /* the file is as it was */
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    us_store_close(&store);
    def = step_def(scratch("s.db"), 3, true);
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    us_store_close(&store);
    def = step_def(scratch("s.db.v1.bak"), 1, false);
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    us_store_close(&store);
    def = step_def(scratch("s.db"), 2, false);
    CHECK_INT(us_store_open(&def, &store, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "a store of version 3; this program reads versions up to 2");
}

TEST(of_programs_that_open_an_older_file_at_once_one_migrates_it)
{
    enum { PROGRAMS = 6, ROUNDS = 5 };
    pid_t child[PROGRAMS];
    us_store store;
    us_error err = {0};
    for (int round = 0; round < ROUNDS; round++) {
        int64_t rows = 0;
        us_store_def def = step_def(scratch("s.db"), 1, true);
        def.fresh = true;
        REQUIRE(us_store_open(&def, &store, &err) == US_OK);
        us_store_close(&store);
        def = step_def(scratch("s.db"), 3, true);
        for (int i = 0; i < PROGRAMS; i++) {
            child[i] = fork();
            REQUIRE(child[i] >= 0);
            if (child[i] == 0)
                _exit(us_store_open(&def, &store, NULL) == US_OK ? 0 : 1);
        }
        for (int i = 0; i < PROGRAMS; i++) {
            int how = 0;
            REQUIRE(waitpid(child[i], &how, 0) == child[i]);
            CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 0);
        }
        REQUIRE(us_store_open(&def, &store, &err) == US_OK);
        CHECK(us_store_query_int(&store, "SELECT count(*) FROM b", 0, &rows, NULL) == US_OK);
        CHECK_INT(rows, 1);
        us_store_close(&store);
        def = step_def(scratch("s.db.v1.bak"), 1, false);
        CHECK(us_store_open(&def, &store, &err) == US_OK);
        us_store_close(&store);
        scratch_clean();
    }
}

TEST(a_file_is_taken_away_with_its_journal)
{
    static const char *const name[] = {"gone.db", "gone.db-journal", "other.db"};
    for (int round = 0; round < 2; round++) { /* at last nothing is there */
        for (int i = 0; i < US_COUNT(name) && round == 0; i++)
            REQUIRE(us_file_write(scratch(name[i]), "x", 1, NULL) == US_OK);
        us_store_remove(scratch(name[0]));
        for (int i = 0; i < US_COUNT(name); i++)
            CHECK(us_file_exists(scratch(name[i])) == (i == 2));
    }
}
