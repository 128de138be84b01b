/* Studio: play, label, watch and compare in a browser. One process serves pages and a socket on
 * this machine only; docs/STUDIO.md is the manual.
 *
 * Built without libwebsockets, us_studio_run returns US_NO_ENGINE. */
#ifndef UNDERSTUDY_STUDIO_H
#define UNDERSTUDY_STUDIO_H

#include "understudy/base.h"

typedef struct us_studio_def {
    const char *const *folder; /* pages may read and write these folders and all below them */
    int folders;               /* 0: pages have only the shipped folder, if there is one, to read */
    int port;                  /* 0: any free port */
    const char *token;         /* letters and digits in the address; NULL: random */
    /* ready: called once the server listens; the address is borrowed for the call. Both may be
     * NULL. */
    void (*ready)(void *context, const char *address);
    void *context;
    bool (*stop)(void); /* called several times a second; true ends the server; or NULL */
} us_studio_def;
US_API us_studio_def us_studio_def_default(void);

/* Serves until stop() returns true, then returns US_OK. A recording that still runs ends at its
 * present cycle. */
US_API us_status us_studio_run(const us_studio_def *def, us_error *err);

#endif
