#include "experiments/report/gnuplot.h"

#include <stdio.h>
#include <string.h>

#include "base/subprocess.h"

/* Returns the last line with text. */
static const char *last_line(us_str *said)
{
    while (said->length > 0 && strchr(" \t\r\n", said->text[said->length - 1]))
        said->text[--said->length] = '\0';
    const char *line = strrchr(said->text, '\n');
    line = line ? line + 1 : said->text;
    return line + strspn(line, " \t");
}

static us_status judge(us_subprocess *subprocess, int within, us_error *err)
{
    switch (subprocess->end) {
    case US_SUBPROCESS_KILLED:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot was ended by signal %d",
                            subprocess->code);
    case US_SUBPROCESS_TIMEOUT:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot took longer than %d s",
                            within / 1000);
    case US_SUBPROCESS_TOO_LONG:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot says too much");
    case US_SUBPROCESS_EXITED:
        break;
    }
    if (subprocess->code == 0)
        return US_OK;
    return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot ended with status %d: %.200s",
                        subprocess->code, last_line(&subprocess->error_output));
}

us_status us_gnuplot_run(const char *folder, const char *script, const char *form, int within,
                         bool (*stop)(void), us_error *err)
{
    char chosen[32];
    (void)snprintf(chosen, sizeof(chosen), "form = '%s'", form);
    const char *const argv[] = {"gnuplot", "-e", chosen, script, NULL};
    us_subprocess_def def = {.argv = argv, .folder = folder, .within = within, .stop = stop};
    us_subprocess subprocess;
    US_TRY(us_subprocess_run(&def, &subprocess, err));
    us_status status = judge(&subprocess, within, err);
    us_subprocess_clear(&subprocess);
    return status;
}
