/* Studio: play, label, watch and compare in a browser. One process that serves pages and a socket
 * on this machine alone; docs/STUDIO.md is the manual.
 *
 * Without libwebsockets at build time there is none: US_NO_ENGINE. */
#ifndef US_STUDIO_STUDIO_H
#define US_STUDIO_STUDIO_H

#include "base/error.h"

typedef struct us_studio_def {
    const char *const
        *folder; /* what may be read and written, all that lies below; none: nothing */
    int folders;
    int port;          /* 0: one that is free */
    const char *token; /* what the address holds, of letters and digits; NULL: drawn */
    /* Once it listens; the address is borrowed for the call. Both may be NULL. */
    void (*ready)(void *context, const char *address);
    void *context;
    bool (*stop)(void); /* asked several times a second: true ends it; or NULL */
} us_studio_def;
us_studio_def us_studio_def_default(void);

/* Serves until it is stopped, which is US_OK: recordings are closed as they are. */
us_status us_studio_run(const us_studio_def *def, us_error *err);

#endif
