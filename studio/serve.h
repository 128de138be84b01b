/* The server of a studio: pages by HTTP, clients by a socket, on this machine's own address alone.
 * Whoever asks must know the token, and come from a page of this server: see docs/STUDIO.md. */
#ifndef US_STUDIO_SERVE_H
#define US_STUDIO_SERVE_H

#include "studio/server.h"
#include "studio/studio.h"

/* As us_studio_run, for clients of a studio server. US_NO_ENGINE: built without libwebsockets. */
us_status us_serve(const us_studio_def *def, us_studio_server *studio_server, us_error *err);

#endif
