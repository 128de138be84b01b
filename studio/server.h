/* Studio server: folders, games and clients of a studio. It has no clock and no socket: its caller
 * passes the time and carries the messages. */
#ifndef US_STUDIO_SERVER_H
#define US_STUDIO_SERVER_H

#include "base/error.h"
#include "studio/folders.h"
#include "understudy/studio.h"

typedef struct us_studio_server us_studio_server;
typedef struct us_client us_client;
struct us_session;
typedef struct us_async_request_question us_async_request_question; /* studio/async_request.h */

enum { US_CLIENTS_MAX = 64, US_SESSIONS_MAX = 16, US_ASKS_MAX = 256 };
/* Bytes of memory that are kept for the games, and for changes that a page has begun. Requests may
 * fail for want of memory; these may not (base/guard.h). */
enum { US_STUDIO_SERVER_RESERVE = 8 << 20 };

struct us_studio_server {
    us_folders folders;
    int64_t now; /* milliseconds, as last passed */
    us_client *client[US_CLIENTS_MAX];
    int clients;
    struct us_session *session[US_SESSIONS_MAX];
    int sessions;
    uint32_t last_session;
    us_async_request_question *request[US_ASKS_MAX]; /* in the order of the requests */
    int requests;
};

us_status us_studio_server_open(const char *const *folder, int folders, us_studio_server **out,
                                us_error *err);
/* Disconnects the clients and ends all games and recordings. Frees the studio server even on
 * failure; returns the first error of these recordings. */
us_status us_studio_server_close(us_studio_server *studio_server, us_error *err);
/* Advances games, films and jobs to that time, in milliseconds of a monotonic clock. Returns the
 * milliseconds until the next call. Works for about US_STUDIO_SERVER_SLICE milliseconds. */
enum { US_STUDIO_SERVER_SLICE = 12, US_STUDIO_SERVER_IDLE = 250 };
int us_studio_server_update(us_studio_server *studio_server, int64_t now);

/* Returns why no further page can be connected now, a static text, or NULL. */
const char *us_studio_server_refusal(const us_studio_server *studio_server);
/* Connects a page; NULL: us_studio_server_refusal has the reason. */
us_client *us_studio_server_connect(us_studio_server *studio_server);
void us_client_disconnect(us_client *client);
/* Handles one whole message of the client. */
void us_client_handle(us_client *client, const char *text, size_t length);
/* Gets the next message to send, borrowed until the next call; false: there is none now. */
bool us_client_get_message(us_client *client, const char **bytes, size_t *length, bool *binary);
bool us_client_has_message(const us_client *client); /* a message is ready to send */
bool us_client_is_lost(const us_client *client);     /* the connection must be closed */

/* ---- serve.c: pages by HTTP, clients by web socket, on the loopback address only. A request must
 * hold the token; a socket must also come from a page of this server: see docs/STUDIO.md. */

/* Serves clients of a studio server as us_studio_run describes. US_NO_ENGINE: built without
 * libwebsockets. */
us_status us_studio_server_serve(const us_studio_def *def, us_studio_server *studio_server,
                                 us_error *err);

#endif
