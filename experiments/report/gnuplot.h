/* Drawing of figures by gnuplot, an external program that is found on the PATH. */
#ifndef US_EXPERIMENTS_REPORT_GNUPLOT_H
#define US_EXPERIMENTS_REPORT_GNUPLOT_H

#include "base/error.h"

/* Runs `gnuplot -e "form = 'FORM'" SCRIPT` in the folder, as base/subprocess.h does. form: "svg" or
 * "pdf", the ending of the drawings (figures.h). US_NO_ENGINE: gnuplot is not
 * installed. US_FAILED: it took longer than `within` milliseconds, or failed; then the error holds
 * the last line of its messages. stop: called now and then; true ends it with US_INTERRUPTED; or
 * NULL. */
us_status us_gnuplot_run(const char *folder, const char *script, const char *form, int within,
                         bool (*stop)(void), us_error *err);

#endif
