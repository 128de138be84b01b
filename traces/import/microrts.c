#include "traces/import/importer.h"
static us_status run(us_import *i)
{
    return us_import_fail(i, 1, 1, "not yet");
}
const us_importer us_import_microrts = {.name = "microrts", .about = "x", .run = run};
