/* The server of a studio: pages by HTTP, guests by a socket, on this machine's own address alone.
 * Whoever asks must know the token, and come from a page of this server: see docs/STUDIO.md. */
#ifndef US_STUDIO_SERVE_H
#define US_STUDIO_SERVE_H

#include "studio/hall.h"
#include "studio/studio.h"

/* As us_studio_run, for guests of a hall. US_NO_ENGINE: built without libwebsockets. */
us_status us_serve(const us_studio_def *def, us_hall *hall, us_error *err);

#endif
