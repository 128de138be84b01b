#include "understudy/studio.h"

#include <string.h>

#include "studio/serve.h"

us_studio_def us_studio_def_default(void)
{
    return (us_studio_def){.port = 0};
}

us_status us_studio_run(const us_studio_def *def, us_error *err)
{
    us_studio_server *studio_server;
    US_TRY(us_studio_server_open(def->folder, def->folders, &studio_server, err));
    us_status status = us_studio_server_serve(def, studio_server, err);
    us_status closed = us_studio_server_close(studio_server, status == US_OK ? err : NULL);
    return status == US_OK ? closed : status;
}
