/* Clients: the connected pages. A client exchanges messages with the studio server, as JSON texts.
 * The transport (studio/serve.c) does not look into messages; the code here knows no sockets.
 * docs/STUDIO_MESSAGES.md lists the messages. */
#ifndef US_STUDIO_CLIENT_H
#define US_STUDIO_CLIENT_H

#include "base/json.h"
#include "game/game.h"
#include "studio/server.h"

enum {
    US_MESSAGE_MAX = 256 * 1024, /* bytes of a message from a client */
    US_WAITING_MAX = 64 << 20, /* unsent bytes; a client that stops reading is lost at this limit */
    US_TRACES_BYTES_MAX = 512 << 20, /* of all traces that pages watch and label together */
    US_WAITING_MUCH = 512 * 1024, /* unsent bytes; above it messages that can wait are held back */
};

/* An outgoing message: text or binary. */
typedef struct us_outgoing_message {
    us_str bytes;
    bool binary;
} us_outgoing_message;

struct us_session; /* studio/session.h */
struct us_viewing; /* studio/viewing.h */
struct us_desk;    /* studio/desk.h */

struct us_client {
    us_studio_server *studio_server;
    US_LIST(us_outgoing_message) out; /* in order of sending; `sent` is the index of the next one */
    int sent;
    size_t waiting; /* unsent bytes */
    bool lost;      /* it broke a limit or reads nothing; its connection must be closed */
    /* While a message is handled: its text and number. */
    const char *text;
    size_t length;
    int64_t n;
    bool later; /* an async request answers the message */
    /* The page's current views; NULL: none of that kind. */
    struct us_session *session;
    struct us_viewing *viewing;
    struct us_desk *desk;
    int64_t watched, labeled; /* bytes of the traces of the viewing and of the desk */
};

/* ---- for verbs */

/* Handles a message: reads it and writes members of the answer into the open object. On failure
 * none of these members are sent. */
typedef us_status us_verb_handler(us_client *client, const us_json_node *message,
                                  us_json_writer *ok, us_error *err);
/* The head of a handler, which need not use all arguments. */
#define US_VERB(name)                                                          \
    static us_status name(__attribute__((unused)) us_client *client,           \
                          __attribute__((unused)) const us_json_node *message, \
                          __attribute__((unused)) us_json_writer *ok,          \
                          __attribute__((unused)) us_error *err)
typedef struct us_verb {
    const char *name;
    us_verb_handler *handler;
} us_verb;
/* Each table ends in a NULL name. */
extern const us_verb us_home_verbs[], us_play_verbs[], us_goal_verbs[], us_watch_verbs[],
    us_label_verbs[], us_compare_verbs[], us_live_verbs[];

/* Returns the source text of a member of the current message, borrowed from it. false: the message
 * lacks the member. */
bool us_client_find_member(const us_client *client, const char *key, const char **text,
                           size_t *length);

/* Fills err with the sentence about a request for which the memory does not suffice. */
us_status us_client_fail_memory(us_error *err);

/* Sends the answer to message n: the members, a complete object, or the error. */
void us_client_answer(us_client *client, int64_t n, us_status status, const us_str *members,
                      const us_error *err);

/* A message that is no answer: begin it, add members, send it. */
typedef struct us_client_message {
    us_str text;
    us_json_writer writer;
} us_client_message;
us_json_writer *us_client_message_begin(us_client_message *message, const char *word);
void us_client_message_send(us_client *client, us_client_message *message);
void us_client_message_clear(us_client_message *message); /* frees one that was not sent */
/* Writes the member "outcome" into the open object: null until the game ends. */
void us_outcome_write(const us_outcome *outcome, us_json_writer *writer);
/* Queues a message; takes over the contents of `bytes`. */
void us_client_send(us_client *client, us_str *bytes, bool binary);

#endif
