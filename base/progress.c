#include "base/progress.h"

#include <stdatomic.h>
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

/* ---- the host */

static bool (*_Atomic stop_asked)(void);

/* What is shown is of one thread: others have neither lines nor work to show. */
static _Thread_local struct {
    void (*show)(const char *line);
    int64_t interval_ms;
    us_long_work *work; /* the outermost */
    bool shown;         /* of this work */
} screen;

void us_long_work_set_host(const us_long_work_host *host)
{
    atomic_store(&stop_asked, host ? host->stop : NULL);
    screen.show = host ? host->show : NULL;
    screen.interval_ms = host ? host->interval_ms : 0;
}

bool us_long_work_is_stopped(void)
{
    bool (*stop)(void) = atomic_load(&stop_asked);
    return stop && stop();
}

us_status us_long_work_check(const char *file, us_error *err)
{
    return us_long_work_is_stopped() ? us_error_set(err, US_INTERRUPTED, file, 0, 0, "interrupted")
                                     : US_OK;
}

/* ---- work */

void us_long_work_begin(us_long_work *work, const char *file, const char *noun, int64_t total)
{
    *work = (us_long_work){.file = file};
    us_progress_start(&work->progress, noun, total, us_clock_ms());
    if (screen.work || !screen.show)
        return;
    work->outer = true;
    screen.work = work;
    screen.shown = false;
}

static void show(us_long_work *work, int64_t now)
{
    US_AUTOSTR(line);
    us_progress *progress = &work->progress;
    if (now - progress->started < US_LONG_WORK_SILENT_MS)
        return;
    int64_t interval = screen.shown ? screen.interval_ms : 0;
    /* The line that reports the end is left out: a command reports its result. */
    int64_t done = progress->total >= 0 && work->done >= progress->total && progress->total > 0
                       ? progress->total - 1
                       : work->done;
    if (!us_progress_update(progress, done, now, interval, &line))
        return;
    if (work->file) {
        US_AUTOSTR(named);
        us_str_addf(&named, "%s: %s", work->file, line.text);
        screen.show(named.text);
    } else {
        screen.show(line.text);
    }
    screen.shown = true;
}

bool us_long_work_beat(void)
{
    if (screen.show && screen.work)
        show(screen.work, us_clock_ms());
    return us_long_work_is_stopped();
}

us_status us_long_work_add(us_long_work *work, int64_t more, us_error *err)
{
    enum { OFTEN = 64 }; /* calls between looks at the clock */
    work->done += more;
    if (++work->asked % OFTEN == 0 || more >= OFTEN)
        us_long_work_beat();
    return us_long_work_check(work->file, err);
}

void us_long_work_end(us_long_work *work)
{
    if (!work->outer)
        return;
    if (screen.shown)
        screen.show("");
    screen.work = NULL;
    screen.shown = false;
    work->outer = false;
}
