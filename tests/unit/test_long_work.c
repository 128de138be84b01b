#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/progress.h"
#include "retrieve/store.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* A host that stops after so many questions, and counts what is shown. */
static int asked, stops_at, shown, ended;
static char last[256];

static bool stop(void)
{
    return ++asked >= stops_at;
}

static void show(const char *line)
{
    shown += line[0] != '\0';
    ended += line[0] == '\0';
    if (line[0])
        snprintf(last, sizeof(last), "%s", line);
}

static void host(int stop_at)
{
    static us_long_work_host made = {.stop = stop, .show = show, .interval_ms = 1000};
    asked = shown = ended = 0;
    stops_at = stop_at;
    us_long_work_set_host(&made);
}

TEST(without_a_host_nobody_stops_work)
{
    us_long_work work;
    us_error err = {0};
    us_long_work_set_host(NULL);
    us_long_work_begin(&work, "a.db", "rows", 1000);
    for (int i = 0; i < 1000; i++)
        CHECK_INT(us_long_work_add(&work, 1, &err), US_OK);
    us_long_work_end(&work);
    CHECK(!us_long_work_is_stopped());
    CHECK(!us_long_work_beat());
    CHECK_INT(us_long_work_check("a.db", &err), US_OK);
}

TEST(work_ends_once_the_user_asked_to_stop)
{
    us_long_work work;
    us_error err = {0};
    host(3);
    us_long_work_begin(&work, "a.db", "rows", -1);
    CHECK_INT(us_long_work_add(&work, 1, &err), US_OK);
    CHECK_INT(us_long_work_add(&work, 1, &err), US_OK);
    CHECK_INT(us_long_work_add(&work, 1, &err), US_INTERRUPTED);
    us_long_work_end(&work);
    us_long_work_set_host(NULL);
    CHECK_STR(err.file, "a.db");
    CHECK_STR(err.text, "interrupted");
    CHECK_INT(shown, 0); /* it was too short for a line */
    CHECK_INT(ended, 0);
}

TEST(only_the_outermost_work_is_shown_and_only_if_it_is_long)
{
    us_long_work outer, inner;
    host(1 << 30);
    us_long_work_begin(&outer, "a.db", "rows", 100);
    outer.progress.started -= US_LONG_WORK_SILENT_MS; /* as if it had begun earlier */
    us_long_work_begin(&inner, "b.db", "cases", 10);
    inner.progress.started -= US_LONG_WORK_SILENT_MS;
    CHECK_INT(us_long_work_add(&inner, 64, NULL), US_OK);
    CHECK_INT(shown, 1);
    CHECK(strstr(last, "a.db: 0/100 rows") != NULL);
    us_long_work_end(&inner);
    CHECK_INT(ended, 0);
    CHECK_INT(us_long_work_add(&outer, 64, NULL), US_OK);
    CHECK_INT(shown, 1); /* the interval isn't over */
    us_long_work_end(&outer);
    CHECK_INT(ended, 1);
    us_long_work_set_host(NULL);
}

/* ---- readers */

TEST(a_long_file_of_lines_can_be_interrupted_and_a_short_one_is_read)
{
    enum { LINES = 3 * US_LINES_LONG / 64 };
    US_AUTOSTR(text);
    us_error err = {0};
    const char *at;
    size_t length;
    bool whole;
    for (int i = 0; i < LINES; i++)
        us_str_addf(&text, "%063d\n", i);
    scratch_put("long", text.text);
    scratch_put("short", "a\nb\n");
    host(1);
    us_lines lines;
    REQUIRE(us_lines_open(&lines, scratch("short"), &err) == US_OK);
    CHECK_INT(us_lines_next(&lines, &at, &length, &whole, &err), US_OK);
    us_lines_close(&lines);
    REQUIRE(us_lines_open(&lines, scratch("long"), &err) == US_OK);
    us_status status = US_OK;
    int read = 0;
    for (at = ""; at && status == US_OK; read++)
        status = us_lines_next(&lines, &at, &length, &whole, &err);
    us_lines_close(&lines);
    us_long_work_set_host(NULL);
    CHECK_INT(status, US_INTERRUPTED);
    CHECK(read > US_LINES_LONG / 64 && read < LINES);
}

TEST(a_file_beyond_its_limit_is_refused_by_its_size)
{
    us_error err = {0};
    char *text = NULL;
    size_t length;
    scratch_put("sparse", "x");
    REQUIRE(truncate(scratch("sparse"), (off_t)3 << 30) == 0);
    uint64_t before = us_mem_alloc_count();
    int64_t start = us_clock_ms();
    CHECK_INT(us_file_read(scratch("sparse"), (size_t)1 << 30, &text, &length, &err), US_BAD_INPUT);
    CHECK(us_clock_ms() - start < 1000);
    CHECK(us_mem_alloc_count() - before < 16);
    CHECK_STR(err.text, "expected at most 1073741824 bytes, found a larger file");
    us_hash hash;
    host(1);
    CHECK_INT(us_file_hash(scratch("sparse"), &hash, &err), US_INTERRUPTED);
    us_long_work_set_host(NULL);
}

TEST(a_long_statement_of_a_store_can_be_interrupted)
{
    static const char *const migration[] = {"CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT;\n"};
    us_store_def def = {.called = "t.db", .write = true, .what = "table", .migration = migration};
    us_error err = {0};
    us_store store;
    int64_t count = 0;
    def.version = 1;
    REQUIRE(us_store_open(&def, &store, &err) == US_OK);
    host(1);
    CHECK_INT(us_store_query_int(&store,
                                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                                 "SELECT count(*) FROM n",
                                 0, &count, &err),
              US_INTERRUPTED);
    CHECK_STR(err.file, "t.db");
    /* a short one is answered: what ends a command needs it */
    CHECK_INT(us_store_query_int(&store, "SELECT 7", 0, &count, &err), US_OK);
    CHECK_INT(count, 7);
    us_long_work_set_host(NULL);
    us_store_close(&store);
}
