/* Clients: the pages that are connected. A client sends messages, texts of JSON, and is sent some;
 * whoever carries them (studio/serve.h) knows nothing of what they say, and what is here nothing of
 * sockets. docs/STUDIO.md lists the messages. */
#ifndef US_STUDIO_CLIENT_H
#define US_STUDIO_CLIENT_H

#include "base/json.h"
#include "game/game.h"
#include "studio/server.h"

enum {
    US_MESSAGE_MAX = 256 * 1024,  /* bytes of a message that a client sends */
    US_WAITING_MAX = 64 << 20,    /* bytes that wait to be sent: a client that reads none is lost */
    US_WAITING_MUCH = 512 * 1024, /* more is not added where it can wait */
};

/* What is to be sent: a text, or bytes. */
typedef struct us_parcel {
    us_str bytes;
    bool binary;
} us_parcel;

struct us_session; /* studio/session.h */
struct us_viewing; /* studio/viewing.h */
struct us_desk;    /* studio/desk.h */

struct us_client {
    us_studio_server *studio_server;
    US_LIST(us_parcel) out; /* in the order in which they are sent, from `sent` on */
    int sent;
    size_t waiting; /* bytes of these */
    bool lost;      /* it sent what nobody may, or reads nothing: it is to be shown out */
    /* While a message is heard: its text and number. */
    const char *text;
    size_t length;
    int64_t n;
    bool later; /* it is answered aside */
    /* What it is here for; NULL: not for that. */
    struct us_session *session;
    struct us_viewing *viewing;
    struct us_desk *desk;
};

/* ---- for what answers messages */

/* What a verb does: reads the message, and writes members of the answer into an object that is
 * open. On failure nothing of them is sent. */
typedef us_status us_verb_hear(us_client *client, const us_json_node *message, us_json_writer *ok,
                               us_error *err);
typedef struct us_verb {
    const char *name;
    us_verb_hear *hear;
} us_verb;
/* Each ends in a NULL name. */
extern const us_verb us_home_verbs[], us_play_verbs[], us_goal_verbs[], us_watch_verbs[],
    us_label_verbs[], us_compare_verbs[];

/* The text of a member of the message that is being heard, as it stands there; false: there is no
 * such member. */
bool us_client_member(const us_client *client, const char *key, const char **text, size_t *length);

/* Sends the answer to message n, with the members, which end in '}', or with the error. */
void us_client_answer(us_client *client, int64_t n, us_status status, const us_str *members,
                      const us_error *err);

/* Something that is said unasked: begin, add members, end. */
typedef struct us_saying {
    us_str text;
    us_json_writer writer;
} us_saying;
us_json_writer *us_client_say(us_saying *saying, const char *word);
void us_client_said(us_client *client, us_saying *saying);
/* The member "outcome" into the open object: null while it goes on. */
void us_outcome_write(const us_outcome *outcome, us_json_writer *writer);
/* Bytes, which are taken over from bytes. */
void us_client_send(us_client *client, us_str *bytes, bool binary);

#endif
