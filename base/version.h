/* The version of this program, to print: see understudy/base.h. */
#ifndef US_BASE_VERSION_H
#define US_BASE_VERSION_H

#include "base/str.h"
#include "understudy/base.h"

/* Appends "commit 1234567890ab, release build by gcc 12.2.0", without the commit if it is "". */
void us_version_print(us_str *out);

#endif
