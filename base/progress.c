#include "base/progress.h"

#include <time.h>

int64_t us_clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t us_clock_ms(void)
{
    return us_clock_us() / 1000;
}

void us_progress_start(us_progress *progress, const char *noun, int64_t total, int64_t now_ms)
{
    /* done starts below 0, so that a total of 0 gets one line. */
    *progress =
        (us_progress){.noun = noun, .done = -1, .total = total, .started = now_ms, .last = now_ms};
}

/* Returns a * b / c for a, b >= 0 and c > 0; coarse or INT64_MAX instead of an overflow. */
static int64_t scale(int64_t a, int64_t b, int64_t c)
{
    int64_t whole = a / c, rest = a % c;
    if (b > 0 && whole > (INT64_MAX - b) / b)
        return INT64_MAX;
    while (b > 0 && rest > INT64_MAX / b) {
        rest /= 2;
        c /= 2;
    }
    return whole * b + rest * b / c;
}

static void add_span(us_str *line, int64_t seconds)
{
    if (seconds < 60)
        us_str_addf(line, "%lld s", (long long)seconds);
    else if (seconds < 3600)
        us_str_addf(line, "%lld min %lld s", (long long)(seconds / 60), (long long)(seconds % 60));
    else
        us_str_addf(line, "%lld h %lld min", (long long)(seconds / 3600),
                    (long long)(seconds % 3600 / 60));
}

bool us_progress_update(us_progress *progress, int64_t done, int64_t now_ms, int64_t interval_ms,
                        us_str *line)
{
    bool known = progress->total >= 0;
    bool whole = known && done >= progress->total;
    bool ended = whole && progress->done < progress->total;
    progress->done = done;
    if (!ended && (whole || now_ms - progress->last < interval_ms))
        return false;
    progress->last = now_ms;
    int64_t count = done > 0 ? done : 0;
    int64_t elapsed = now_ms - progress->started;

    us_str_reset(line);
    us_str_add_int(line, done);
    if (known)
        us_str_addf(line, "/%lld", (long long)progress->total);
    us_str_addf(line, " %s", progress->noun);
    if (progress->total > 0)
        us_str_addf(line, "  %lld%%", (long long)scale(count, 100, progress->total));
    if (elapsed > 0) {
        int64_t tenths = scale(count, 10000, elapsed);
        us_str_addf(line, "  %lld.%lld/s", (long long)(tenths / 10), (long long)(tenths % 10));
    }
    if (ended) {
        us_str_add(line, "  took ");
        if (elapsed < 10000)
            us_str_addf(line, "%lld.%lld s", (long long)(elapsed / 1000),
                        (long long)(elapsed % 1000 / 100));
        else
            add_span(line, (elapsed + 500) / 1000);
    } else if (known && count > 0) {
        us_str_add(line, "  ");
        add_span(line, (scale(progress->total - count, elapsed, count) + 999) / 1000);
        us_str_add(line, " left");
    }
    return true;
}
