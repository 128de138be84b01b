/* Figures are drawn by gnuplot, another program, found where programs are. */
#ifndef US_EXPERIMENTS_REPORT_GNUPLOT_H
#define US_EXPERIMENTS_REPORT_GNUPLOT_H

#include "base/error.h"

/* Runs `gnuplot SCRIPT` in the folder, as base/subprocess.h does. US_NO_ENGINE: there is none.
 * US_FAILED: it took longer than so many milliseconds, or found fault; then the error holds the
 * last line of its complaints. stop: asked now and then; true ends it with US_INTERRUPTED; or NULL.
 */
us_status us_gnuplot(const char *folder, const char *script, int within, bool (*stop)(void),
                     us_error *err);

#endif
