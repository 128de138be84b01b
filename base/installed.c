#include "base/file.h"

/* tools/install.sh puts another object in the place of this one. */
const char *const us_installed_data = "";
