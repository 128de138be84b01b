#include "base/progress.h"
#include "tests/unit/test.h"

TEST(a_line_tells_count_rate_and_time_left)
{
    static const struct {
        int64_t total, done, ms;
        const char *line;
    } rows[] = {
        {400, 120, 2913, "120/400 games  30%  41.1/s  7 s left"},
        {400, 0, 2000, "0/400 games  0%  0.0/s"},
        {400, 400, 9700, "400/400 games  100%  41.2/s  took 9.7 s"},
        {400, 1, 60000, "1/400 games  0%  0.0/s  6 h 39 min left"},
        {400, 100, 60000, "100/400 games  25%  1.6/s  3 min 0 s left"},
        {3, 2, 1000, "2/3 games  66%  2.0/s  1 s left"},
        {400, 400, 19700, "400/400 games  100%  20.3/s  took 20 s"},
        {0, 0, 5, "0/0 games  0.0/s  took 0.0 s"},
        {-1, 50, 2000, "50 games  25.0/s"},
        {INT64_MAX, INT64_MAX / 2, 1000000,
         "4611686018427387903/9223372036854775807 games  49%  4611686018427387.9/s"
         "  16 min 40 s left"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].line);
        us_progress progress;
        us_str line;
        us_str_init(&line);
        us_progress_start(&progress, "games", rows[i].total, 5000);
        bool due = us_progress_update(&progress, rows[i].done, 5000 + rows[i].ms, 1000, &line);
        CHECK(due);
        CHECK_STR(line.text, rows[i].line);
        us_str_clear(&line);
    }
}

TEST(lines_keep_their_interval)
{
    us_progress progress;
    US_AUTOSTR(line);
    us_progress_start(&progress, "games", 1000, 0);
    int lines = 0;
    for (int64_t ms = 1; ms <= 950; ms++)
        lines += us_progress_update(&progress, ms, ms, 100, &line);
    CHECK_INT(lines, 9);
}

TEST(the_end_is_told_at_once_and_once)
{
    us_progress progress;
    US_AUTOSTR(line);
    us_progress_start(&progress, "games", 3, 0);
    CHECK(!us_progress_update(&progress, 2, 1, 1000, &line));
    CHECK(us_progress_update(&progress, 3, 2, 1000, &line));
    CHECK(!us_progress_update(&progress, 3, 5000, 1000, &line));
}

TEST(the_first_step_may_come_at_the_start)
{
    us_progress progress;
    US_AUTOSTR(line);
    us_progress_start(&progress, "maps", 4, 77);
    CHECK(us_progress_update(&progress, 2, 77, 0, &line));
    CHECK_STR(line.text, "2/4 maps  50%  0 s left");
}

TEST(the_clock_never_runs_back)
{
    int64_t last = us_clock_us();
    for (int i = 0; i < 1000; i++) {
        int64_t now = us_clock_us();
        CHECK(now >= last);
        last = now;
    }
    CHECK(us_clock_ms() >= last / 1000);
}
