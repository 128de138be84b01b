/* Two texts side by side. */
#ifndef US_CLI_COLUMNS_H
#define US_CLI_COLUMNS_H

#include "base/str.h"

/* Bodies of behaviors: before to the left, after to the right, under a line that says so. In the
 * middle stands what became of a line: | changed, < gone, > new. Of what both have, what stands
 * near a change is shown. A line that is too long for the left column is cut, with a ~. Appended.
 */
void us_columns_print(const char *before, const char *after, us_str *out);

#endif
