#include "experiments/report/gnuplot.h"

#include <string.h>

#include "base/errand.h"

/* The last line that says something. */
static const char *last_line(us_str *said)
{
    while (said->length > 0 && strchr(" \t\r\n", said->text[said->length - 1]))
        said->text[--said->length] = '\0';
    const char *line = strrchr(said->text, '\n');
    line = line ? line + 1 : said->text;
    return line + strspn(line, " \t");
}

static us_status judge(us_errand *errand, int within, us_error *err)
{
    switch (errand->end) {
    case US_ERRAND_KILLED:
        return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot was ended by signal %d", errand->code);
    case US_ERRAND_LATE:
        return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot took longer than %d s", within / 1000);
    case US_ERRAND_LOUD:
        return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot says too much");
    case US_ERRAND_EXITED:
        break;
    }
    if (errand->code == 0)
        return US_OK;
    return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot ended with status %d: %.200s", errand->code,
                   last_line(&errand->complained));
}

us_status us_gnuplot(const char *folder, const char *script, int within, bool (*stop)(void),
                     us_error *err)
{
    const char *const argv[] = {"gnuplot", script, NULL};
    us_errand_def def = {.argv = argv, .folder = folder, .within = within, .stop = stop};
    us_errand errand;
    US_TRY(us_errand_run(&def, &errand, err));
    us_status status = judge(&errand, within, err);
    us_errand_clear(&errand);
    return status;
}
