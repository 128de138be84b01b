#include "studio/server.h"

#include <string.h>

#include "base/guard.h"
#include "studio/async_request.h"
#include "studio/background_job.h"
#include "studio/client.h"
#include "studio/desk.h"
#include "studio/session.h"
#include "studio/viewing.h"
#include "understudy/studio.h"

us_status us_studio_server_open(const char *const *folder, int folders, us_studio_server **out,
                                us_error *err)
{
    us_folders chosen;
    US_TRY(us_folders_open(&chosen, folder, folders, err));
    us_studio_server *studio_server = US_NEW(us_studio_server);
    studio_server->folders = chosen;
    *out = studio_server;
    return US_OK;
}

us_status us_studio_server_close(us_studio_server *studio_server, us_error *err)
{
    US_WHOLE;
    us_status status = US_OK;
    while (studio_server->clients > 0)
        us_client_disconnect(studio_server->client[studio_server->clients - 1]);
    while (studio_server->sessions > 0) {
        us_session *last = studio_server->session[studio_server->sessions - 1];
        us_status ended = us_session_close(last, status == US_OK ? err : NULL);
        status = status == US_OK ? ended : status;
    }
    us_async_request_close(studio_server);
    us_background_jobs_wait();
    us_folders_clear(&studio_server->folders);
    us_mem_free(studio_server);
    return status;
}

/* Returns the milliseconds for each running game and each unfinished film. */
static int share_of(const us_studio_server *studio_server)
{
    int busy = 0;
    for (int i = 0; i < studio_server->sessions; i++)
        busy += studio_server->session[i]->pace > 0;
    for (int i = 0; i < studio_server->clients; i++)
        busy += studio_server->client[i]->viewing && !studio_server->client[i]->viewing->whole;
    return busy >= US_STUDIO_SERVER_SLICE ? 1 : US_STUDIO_SERVER_SLICE / (busy ? busy : 1);
}

int us_studio_server_update(us_studio_server *studio_server, int64_t now)
{
    US_WHOLE;
    studio_server->now = now;
    us_reserve_refill();
    int wait = us_async_request_update(studio_server), share = share_of(studio_server);
    for (int i = 0; i < studio_server->sessions; i++) {
        int wants = us_session_update(studio_server->session[i], now, share);
        wait = wants < wait ? wants : wait;
    }
    for (int i = 0; i < studio_server->clients; i++) {
        us_client *client = studio_server->client[i];
        int wants = us_memory_is_short() ? US_STUDIO_SERVER_IDLE : us_viewing_update(client, share);
        wait = wants < wait ? wants : wait;
        wants = us_desk_update(client);
        wait = wants < wait ? wants : wait;
    }
    return wait;
}

/* ---- studio */

us_studio_def us_studio_def_default(void)
{
    return (us_studio_def){.port = 0};
}

us_status us_studio_run(const us_studio_def *def, us_error *err)
{
    us_studio_server *studio_server;
    US_TRY(us_studio_server_open(def->folder, def->folders, &studio_server, err));
    us_reserve_open(US_STUDIO_SERVER_RESERVE);
    us_status status = us_studio_server_serve(def, studio_server, err);
    us_status closed = us_studio_server_close(studio_server, status == US_OK ? err : NULL);
    us_reserve_close();
    return status == US_OK ? closed : status;
}
