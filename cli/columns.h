/* Two texts side by side. */
#ifndef US_CLI_COLUMNS_H
#define US_CLI_COLUMNS_H

#include "base/str.h"

/* Bodies of behaviors: before to the left, after to the right, under a line that says so. In the
 * middle stands what became of a line: | changed, < gone, > new. Of what both have, what stands
 * near a change is shown. A line that is too long for its column goes on in the next rows, farther
 * in. width: characters of a row, see us_out_columns; two narrow columns need 35. Appended. */
void us_columns_print(const char *before, const char *after, int width, us_str *out);

#endif
