/* Escaping of texts within figures: names of maps and players may contain any characters. */
#ifndef US_EXPERIMENTS_REPORT_ESCAPE_H
#define US_EXPERIMENTS_REPORT_ESCAPE_H

#include "base/str.h"

/* Appends a field of a table that gnuplot reads, tabs between fields, one line a row. Control
 * characters become spaces, a double quote becomes an apostrophe, a backslash two of them (gnuplot
 * reads "\n" in data as a new line), and invalid UTF-8 becomes U+FFFD. */
void us_plot_print_field(us_str *out, const char *text);

/* Appends 'a text' for a gnuplot script; gnuplot reads no part of it as a command. */
void us_plot_quote(us_str *out, const char *text);

/* Appends at most the first so many characters; the last is "..." (U+2026) if more are left out.
 * Control characters become spaces, invalid UTF-8 becomes U+FFFD. */
void us_plot_print_short(us_str *out, const char *text, int most);

/* Returns the width of a text in characters of a fixed font: East Asian characters take two. */
int us_plot_width(const char *text);

#endif
