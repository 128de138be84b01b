/* Texts of people within figures: what a map or a player is called may hold anything. */
#ifndef US_EXPERIMENTS_REPORT_ESCAPE_H
#define US_EXPERIMENTS_REPORT_ESCAPE_H

#include "base/str.h"

/* A field of a table that gnuplot reads, tabs between fields, one line a row: control characters
 * become spaces, a double quote an apostrophe, a backslash two of them (gnuplot reads "\n" in data
 * as a new line), what is not UTF-8 U+FFFD. Appended. */
void us_plot_field(us_str *out, const char *text);

/* 'a text' for a gnuplot script, where nothing within it is read as a command. Appended. */
void us_plot_quote(us_str *out, const char *text);

/* The first so many characters, the last of them "..." (U+2026) where more are left out; control
 * characters become spaces, what is not UTF-8 U+FFFD. Appended. */
void us_plot_short(us_str *out, const char *text, int most);

/* Characters of a text, counted as a fixed font counts them: those of East Asia take two. */
int us_plot_width(const char *text);

#endif
