/* Figures are drawn by gnuplot, another program, found where programs are. */
#ifndef US_EXPERIMENTS_REPORT_GNUPLOT_H
#define US_EXPERIMENTS_REPORT_GNUPLOT_H

#include "base/error.h"

/* Runs `gnuplot SCRIPT` in the folder, without a shell and with an empty input. US_NO_ENGINE: there
 * is none. US_FAILED: it took longer than so many milliseconds and was ended, or found fault; then
 * the error holds the last line that it wrote. stop: asked now and then; true ends it with
 * US_INTERRUPTED; or NULL. */
us_status us_gnuplot(const char *folder, const char *script, int within, bool (*stop)(void),
                     us_error *err);

#endif
