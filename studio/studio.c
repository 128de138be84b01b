#include "studio/studio.h"

#include <string.h>

#include "studio/serve.h"

us_studio_def us_studio_def_default(void)
{
    return (us_studio_def){.port = 0};
}

us_status us_studio_run(const us_studio_def *def, us_error *err)
{
    us_hall *hall;
    US_TRY(us_hall_open(def->folder, def->folders, &hall, err));
    us_status status = us_serve(def, hall, err);
    us_status closed = us_hall_close(hall, status == US_OK ? err : NULL);
    return status == US_OK ? closed : status;
}
