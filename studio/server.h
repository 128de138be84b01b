/* The studio server of a studio: its folders, the games that are played in it, and its clients. It
 * keeps no clock and no socket: whoever has those tells the time and carries the messages. */
#ifndef US_STUDIO_SERVER_H
#define US_STUDIO_SERVER_H

#include "base/error.h"
#include "studio/folders.h"

typedef struct us_studio_server us_studio_server;
typedef struct us_client us_client;
struct us_session;
typedef struct us_async_request_question us_async_request_question; /* studio/async_request.h */

enum { US_CLIENTS_MAX = 64, US_SESSIONS_MAX = 16, US_ASKS_MAX = 256 };

struct us_studio_server {
    us_folders folders;
    int64_t now; /* milliseconds, as last told */
    us_client *client[US_CLIENTS_MAX];
    int clients;
    struct us_session *session[US_SESSIONS_MAX];
    int sessions;
    uint32_t last_session;
    us_async_request_question *asked[US_ASKS_MAX]; /* what is answered aside, as it was asked */
    int asks;
};

us_status us_studio_server_open(const char *const *folder, int folders, us_studio_server **out,
                                us_error *err);
/* Clients leave; games that go on are closed, and their recordings end where they are. The studio
 * server is gone, whatever fails; the first error of those is told. */
us_status us_studio_server_close(us_studio_server *studio_server, us_error *err);
/* All goes on to that time, in milliseconds of a clock that never goes back. Returns in how many
 * milliseconds it wants to go on again. It works for about US_STUDIO_SERVER_SLICE at a time. */
enum { US_STUDIO_SERVER_SLICE = 12, US_STUDIO_SERVER_IDLE = 250 };
int us_studio_server_go_on(us_studio_server *studio_server, int64_t now);

/* A page is connected; NULL: there are too many. */
us_client *us_studio_server_enter(us_studio_server *studio_server);
void us_client_leave(us_client *client);
/* A whole message of it. */
void us_client_hear(us_client *client, const char *text, size_t length);
/* What it is sent next, borrowed until the next call; false: nothing now. */
bool us_client_next(us_client *client, const char **bytes, size_t *length, bool *binary);
bool us_client_waits(const us_client *client); /* there is something to send */
bool us_client_lost(const us_client *client);  /* the connection is to be closed */

#endif
