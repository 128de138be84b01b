#include "base/file.h"

/* tools/install.sh replaces this object by another one. */
const char *const us_installed_data = "";
