/* What was measured of what was asked (tests/bench/asked.txt), told beside what a program prints.
 */
#ifndef US_TESTS_MEASURED_H
#define US_TESTS_MEASURED_H

/* Appends a line to the file that $UNDERSTUDY_SHEET names, and does nothing without it: the name of
 * what was asked, the value in the unit it was asked in, and what it was measured on, as printf has
 * it, in one line without tabs. Ends the program when the line can't be written. */
void test_measured(const char *name, double value, const char *of, ...)
    __attribute__((format(printf, 3, 4)));

#endif
