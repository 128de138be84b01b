#include "studio/server.h"

#ifdef US_WEBSOCKETS

#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/progress.h"
#include "studio/client.h"
#include "studio/pages.h"

enum {
    CHUNK = 32 * 1024, /* bytes written at once */
    TOKEN = 32,        /* letters of a random token */
    TOKEN_MAX = 64,
    PATH_BYTES = 1024,
    LOOK = 50,              /* milliseconds between looks at def->stop */
    TRY_AGAIN_LATER = 1013, /* a code of RFC 6455 that closes a socket */
};

#define REPORT "report/" /* in a path: a file of the folders follows */

struct caller;

typedef struct server {
    const us_studio_def *def;
    us_studio_server *studio_server;
    struct caller *caller[US_CLIENTS_MAX]; /* callers with a client */
    int callers;
    struct lws_context *context;
    lws_sorted_usec_list_t next; /* time of the next us_studio_server_update */
    char token[TOKEN_MAX + 1];
    int port;
} server;

/* A connection; libwebsockets allocates it zeroed, and frees it. */
typedef struct caller {
    /* HTTP: the unsent rest of a built-in file, or of an open one. */
    const unsigned char *bytes;
    FILE *file;
    size_t left;
    /* Web socket. */
    struct lws *wsi;
    us_client *client;
    us_str received;     /* message received in pieces */
    const char *message; /* unsent rest of the current message, or NULL */
    size_t message_left;
    bool message_begun, message_binary;
    const char *refused; /* why there is no client; NULL: there is one */
} caller;

/* ---- access */

static bool header_is(struct lws *wsi, enum lws_token_indexes token, const char *const *allowed)
{
    char found[128];
    if (lws_hdr_copy(wsi, found, sizeof(found), token) <= 0)
        return false;
    for (; *allowed; allowed++)
        if (us_text_equal(found, *allowed))
            return true;
    return false;
}

/* A hostile DNS name may point at this machine, so only our own addresses are accepted. */
static bool host_is_ours(const server *s, struct lws *wsi)
{
    char number[64], name[64];
    snprintf(number, sizeof(number), "127.0.0.1:%d", s->port);
    snprintf(name, sizeof(name), "localhost:%d", s->port);
    return header_is(wsi, WSI_TOKEN_HOST, (const char *const[]){number, name, NULL});
}

/* A page of another site can open a socket here, but cannot forge its origin. */
static bool origin_is_ours(const server *s, struct lws *wsi)
{
    char number[64], name[64];
    snprintf(number, sizeof(number), "http://127.0.0.1:%d", s->port);
    snprintf(name, sizeof(name), "http://localhost:%d", s->port);
    return header_is(wsi, WSI_TOKEN_ORIGIN, (const char *const[]){number, name, NULL});
}

/* Returns the path after "/TOKEN/"; NULL: wrong token. The time does not depend on where the tokens
 * differ. */
static const char *behind_token(const server *s, const char *path)
{
    size_t length = strlen(s->token);
    unsigned differs = strlen(path) < length + 2 || path[0] != '/' || path[length + 1] != '/';
    if (differs)
        return NULL;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(path[i + 1] ^ s->token[i]);
    return differs ? NULL : path + length + 2;
}

static bool path_of(struct lws *wsi, char *out, size_t size)
{
    return lws_hdr_copy(wsi, out, (int)size, WSI_TOKEN_GET_URI) > 0;
}

/* ---- pages */

static const us_page_file *find_page(const char *name)
{
    if (!name[0])
        name = "index.html";
    return us_page_file_find(name, strlen(name));
}

#define POLICY "content-security-policy:"
/* Pages load nothing from elsewhere, and no other site may frame them. */
static const char page_policy[] =
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/* Anybody may have written a report: it runs no scripts, and has no access to the studio. */
static const char report_policy[] =
    "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
/* No other site receives the address. */
static const char *const rules[][2] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cache-control:", "no-store"},
};

static int refuse(struct lws *wsi, unsigned code)
{
    lws_return_http_status(wsi, code, NULL);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                      unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

static int begin_file(struct lws *wsi, const char *type, size_t length, const char *policy)
{
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start,
                                          *end = buffer + sizeof(buffer) - 1;
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, type, length, &at, end) ||
        add_header(wsi, POLICY, policy, &at, end))
        return -1;
    for (int i = 0; i < US_COUNT(rules); i++)
        if (add_header(wsi, rules[i][0], rules[i][1], &at, end))
            return -1;
    if (lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static void end_file(caller *who)
{
    if (who->file)
        fclose(who->file);
    who->file = NULL;
    who->bytes = NULL;
}

static int begin_page(struct lws *wsi, caller *who, const us_page_file *page)
{
    end_file(who);
    who->bytes = page->bytes;
    who->left = page->length;
    return begin_file(wsi, page->type, page->length, page_policy);
}

static int begin_report(const server *s, struct lws *wsi, caller *who, const char *file)
{
    us_served_file served;
    if (!us_served_file_open(&s->studio_server->folders, file, &served))
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    end_file(who);
    who->file = served.file;
    who->left = served.length;
    return begin_file(wsi, served.type, served.length, report_policy);
}

static int serve_page(const server *s, struct lws *wsi, caller *who)
{
    char path[PATH_BYTES];
    if (!host_is_ours(s, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (!path_of(wsi, path, sizeof(path)))
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    const char *name = behind_token(s, path);
    if (!name)
        return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (us_text_has_prefix(name, REPORT))
        return begin_report(s, wsi, who, name + strlen(REPORT));
    const us_page_file *page = find_page(name);
    return page ? begin_page(wsi, who, page) : refuse(wsi, HTTP_STATUS_NOT_FOUND);
}

/* Fails if the file has become shorter than its announced length. */
static bool next_piece(caller *who, unsigned char *out, size_t length)
{
    if (who->file)
        return fread(out, 1, length, who->file) == length;
    memcpy(out, who->bytes, length);
    who->bytes += length;
    return true;
}

static int write_page(struct lws *wsi, caller *who)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t length = who->left < CHUNK ? who->left : CHUNK;
    if (!who->bytes && !who->file)
        return 0;
    if (!next_piece(who, buffer + LWS_PRE, length))
        return -1;
    who->left -= length;
    enum lws_write_protocol how = who->left ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL;
    if (lws_write(wsi, buffer + LWS_PRE, length, how) < (int)length)
        return -1;
    if (who->left) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    end_file(who);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- sockets */

static void go_on(lws_sorted_usec_list_t *next);

static int may_connect(const server *s, struct lws *wsi)
{
    char path[PATH_BYTES];
    const char *name = path_of(wsi, path, sizeof(path)) ? behind_token(s, path) : NULL;
    bool may =
        name && us_text_equal(name, "link") && host_is_ours(s, wsi) && origin_is_ours(s, wsi);
    return may ? 0 : -1;
}

/* Closes the connection with a code and a reason, which the page shows. */
static int show_out(struct lws *wsi, int code, const char *reason)
{
    enum { REASON_MAX = 123 }; /* bytes, by RFC 6455 */
    char text[REASON_MAX + 1];
    snprintf(text, sizeof(text), "%s", reason);
    lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)text, strlen(text));
    return -1;
}

/* A script of a page sees no answer of HTTP to its socket, so a connection without a client is
 * opened, and then closed with the reason. */
static int connected(server *s, struct lws *wsi, caller *who)
{
    us_str_init(&who->received);
    who->wsi = wsi;
    who->refused = us_studio_server_refusal(s->studio_server);
    who->client = us_studio_server_connect(s->studio_server);
    if (who->client)
        s->caller[s->callers++] = who;
    else
        lws_callback_on_writable(wsi);
    return 0;
}

typedef struct piece {
    us_str *to;
    const char *bytes;
    size_t length;
} piece;

static void add_piece(void *context)
{
    const piece *p = context;
    us_str_add_bytes(p->to, p->bytes, p->length);
}

static int heard(server *s, struct lws *wsi, caller *who, const char *bytes, size_t length)
{
    if (!who->client)
        return 0; /* on_writable closes it */
    if (lws_frame_is_binary(wsi))
        return show_out(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE,
                        "expected a message of text, found a binary one");
    if (who->received.length + length > US_MESSAGE_MAX)
        return show_out(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                        "expected a message of at most 256 KiB, found a larger one");
    if (!us_guard_run(add_piece, &(piece){&who->received, bytes, length}))
        return show_out(wsi, TRY_AGAIN_LATER,
                        "out of memory: the studio has none for the messages of this page");
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    s->studio_server->now = us_clock_ms();
    us_client_handle(who->client, who->received.text, who->received.length);
    us_str_reset(&who->received);
    lws_rx_flow_control(wsi, 0); /* its next message waits for the others' turn: see speak() */
    lws_callback_on_writable(wsi);
    lws_sul_schedule(s->context, 0, &s->next, go_on,
                     1); /* sends the answer, and starts what the message began */
    return 0;
}

/* Writes one piece of a message, so that others have their turn. A client with much unread is not
 * heard meanwhile. */
static int on_writable(struct lws *wsi, caller *who)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    if (!who->client)
        return show_out(wsi, TRY_AGAIN_LATER, who->refused);
    if (us_client_is_lost(who->client))
        return show_out(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION,
                        "this page reads too slowly: too much waits for it");
    if (who->client->waiting <= US_WAITING_MUCH)
        lws_rx_flow_control(wsi, 1);
    if (!who->message) {
        if (!us_client_get_message(who->client, &who->message, &who->message_left,
                                   &who->message_binary)) {
            who->message = NULL;
            return 0;
        }
        who->message_begun = false;
    }
    size_t length = who->message_left < CHUNK ? who->message_left : CHUNK;
    memcpy(buffer + LWS_PRE, who->message, length);
    who->message += length;
    who->message_left -= length;
    int how = who->message_begun    ? LWS_WRITE_CONTINUATION
              : who->message_binary ? LWS_WRITE_BINARY
                                    : LWS_WRITE_TEXT;
    if (who->message_left)
        how |= LWS_WRITE_NO_FIN;
    who->message_begun = true;
    if (!who->message_left)
        who->message = NULL;
    if (lws_write(wsi, buffer + LWS_PRE, length, (enum lws_write_protocol)how) < (int)length)
        return -1;
    if (who->message || us_client_has_message(who->client))
        lws_callback_on_writable(wsi);
    return 0;
}

static void gone(server *s, caller *who)
{
    if (!who->client)
        return;
    for (int i = 0; i < s->callers; i++) {
        if (s->caller[i] != who)
            continue;
        s->caller[i] = s->caller[--s->callers];
        break;
    }
    us_client_disconnect(who->client);
    us_str_clear(&who->received);
    who->client = NULL;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    server *s = lws_context_user(lws_get_context(wsi));
    caller *who = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return serve_page(s, wsi, who);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_page(wsi, who);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (who) /* NULL: the connection made no request */
            end_file(who);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_connect(s, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return connected(s, wsi, who);
    case LWS_CALLBACK_RECEIVE:
        return heard(s, wsi, who, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(wsi, who);
    case LWS_CALLBACK_CLOSED:
        gone(s, who);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "understudy",
     .callback = on_event,
     .per_session_data_size = sizeof(caller),
     .rx_buffer_size = CHUNK},
    {.name = NULL},
};

/* ---- the loop */

/* Schedules the callers that have messages to write, or must be closed. */
static void wake(const server *s)
{
    for (int i = 0; i < s->callers; i++) {
        const caller *who = s->caller[i];
        if (us_client_has_message(who->client) || us_client_is_lost(who->client))
            lws_callback_on_writable(who->wsi);
    }
}

static void go_on(lws_sorted_usec_list_t *next)
{
    server *s = lws_container_of(next, server, next);
    int wait = us_studio_server_update(s->studio_server, us_clock_ms());
    wait = wait < LOOK ? wait : LOOK;
    wake(s);
    lws_sul_schedule(s->context, 0, &s->next, go_on, (lws_usec_t)wait * 1000 + 1);
}

static us_status choose_token(server *s, us_error *err)
{
    const char *given = s->def->token;
    unsigned char bytes[TOKEN / 2];
    if (given) {
        size_t letters = strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789");
        if (letters != strlen(given) || letters == 0 || letters > TOKEN_MAX)
            return us_error_refuse(err, "expected a token of 1 to %d letters and digits",
                                   (int)TOKEN_MAX);
        snprintf(s->token, sizeof(s->token), "%s", given);
        return US_OK;
    }
    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "the system gives no random bytes for a token");
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    return US_OK;
}

/* Checks the port first, since libwebsockets leaks memory if binding fails. */
static bool is_free(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    bool free_now = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
                    bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
                    listen(fd, 1) == 0;
    if (fd >= 0)
        close(fd);
    return free_now;
}

static us_status fail_listen(const server *s, us_error *err)
{
    return us_error_refuse(err, "cannot listen on 127.0.0.1, port %d: is another program there?",
                           s->def->port);
}

static us_status open_port(server *s, us_error *err)
{
    if (s->def->port > 0 && !is_free(s->def->port))
        return fail_listen(s, err);
    struct lws_context_creation_info info = {0};
    info.port = s->def->port;
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6;
    info.user = s;
    info.timeout_secs = 10;
    info.max_http_header_data = 4096;
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    struct lws_vhost *host = s->context ? lws_get_vhost_by_name(s->context, "default") : NULL;
    if (host)
        s->port = lws_get_vhost_listen_port(host);
    if (host && s->port > 0)
        return US_OK;
    if (s->context)
        lws_context_destroy(s->context);
    return fail_listen(s, err);
}

us_status us_studio_server_serve(const us_studio_def *def, us_studio_server *studio_server,
                                 us_error *err)
{
    server s = {.def = def, .studio_server = studio_server};
    char address[128];
    US_TRY(choose_token(&s, err));
    US_TRY(open_port(&s, err));
    snprintf(address, sizeof(address), "http://127.0.0.1:%d/%s/", s.port, s.token);
    if (def->ready)
        def->ready(def->context, address);
    lws_sul_schedule(s.context, 0, &s.next, go_on, 1);
    us_status status = US_OK;
    while (status == US_OK && (!def->stop || !def->stop()))
        if (lws_service(s.context, 0) < 0)
            status =
                us_error_set(err, US_FAILED, NULL, 0, 0, "the sockets can't be served any more");
    lws_sul_cancel(&s.next);
    lws_context_destroy(s.context);
    return status;
}

#else

us_status us_studio_server_serve(const us_studio_def *def, us_studio_server *studio_server,
                                 us_error *err)
{
    (void)def;
    (void)studio_server;
    return us_error_set(
        err, US_NO_ENGINE, NULL, 0, 0,
        "this program was built without libwebsockets, which serves the studio's pages: "
        "install it (Debian: libwebsockets-dev) and build again");
}

#endif
