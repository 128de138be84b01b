/* Server of a studio: pages by HTTP, clients by web socket, on the loopback address only. A request
 * must hold the token; a socket must also come from a page of this server: see docs/STUDIO.md. */
#ifndef US_STUDIO_SERVE_H
#define US_STUDIO_SERVE_H

#include "studio/server.h"
#include "understudy/studio.h"

/* Serves clients of a studio server as us_studio_run describes. US_NO_ENGINE: built without
 * libwebsockets. */
us_status us_studio_server_serve(const us_studio_def *def, us_studio_server *studio_server,
                                 us_error *err);

#endif
