/* The counting of the unit tests, apart from the checks themselves. */
#ifndef US_TESTS_UNIT_REPORT_H
#define US_TESTS_UNIT_REPORT_H

void us_report_skip(const char *why);

#endif
