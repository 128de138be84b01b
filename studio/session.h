/* Sessions: games that go on in the studio, by the clock of whoever watches. A person may have a
 * seat of it; one page at a time shows it and gives that person's orders. It outlives the page:
 * without one it stands still, and another page may join.
 *
 * A cycle is played when its time has come, at so many cycles per second; 0: it is paused, and goes
 * on by steps alone. What the game plays depends on the orders and their cycles, never on the
 * pace. */
#ifndef US_STUDIO_SESSION_H
#define US_STUDIO_SESSION_H

#include "players/play.h"
#include "studio/client.h"
#include "studio/live_annotation.h"
#include "studio/show.h"

enum {
    US_PACE_MAX = 20000,         /* cycles per second */
    US_ORDERS_WAITING_MAX = 500, /* for the next cycle: more are refused */
};

/* Of a game that is to begin. Texts are borrowed for the call. */
typedef struct us_session_def {
    us_play_def play;   /* trace: where it is recorded, or NULL */
    us_seat seat;       /* the person's; US_NEUTRAL: nobody's, all is shown */
    const char *file;   /* the trace as pages call it; or NULL */
    const us_goal *top; /* what the person pursues; NULL: the domain's top goal */
} us_session_def;

typedef struct us_session {
    us_studio_server *studio_server;
    uint32_t id;
    us_arena *texts; /* holds those of the definition */
    us_play_def play;
    const char *file;
    us_playing *playing;
    us_match *match;
    const us_scenario *scenario;
    us_seat seat;
    us_match_state state;
    us_live_annotation *annotation; /* the person's labels; NULL where nobody can label */
    bool annotation_changed;        /* since it was told */
    bool unsaved;                   /* it changed since it was saved */
    int64_t saved;                  /* milliseconds: when that was */
    int waiting;                    /* orders of the person's, for the next cycle */
    us_error trouble; /* why it can't go on, until it is tried again; status US_OK: nothing */

    int pace;     /* cycles per second */
    int64_t last; /* milliseconds: when it last went on */
    int64_t owed; /* thousandths of a cycle */
    bool behind;  /* the machine does not keep the pace */

    us_client *client; /* the page that shows it; NULL: none */
    us_show show;      /* what that was shown */
} us_session;

/* Begins a game and puts it into the studio server, paused. */
us_status us_session_open(us_studio_server *studio_server, const us_session_def *def,
                          us_session **out, us_error *err);
/* The recording ends where it is, with its labels; the session is gone, whatever fails. */
us_status us_session_end(us_session *session, us_error *err);
us_status us_session_find(us_studio_server *studio_server, uint32_t id, us_session **out,
                          us_error *err);
/* The page shows a game; one in which a person plays. */
us_status us_session_need(const us_client *client, us_error *err);
us_status us_session_need_person(const us_client *client, us_error *err);

/* The page shows it from now on. take: another one that does is turned out; else that is an
 * error. */
us_status us_session_join(us_session *session, us_client *client, bool take, us_error *err);
/* The page shows none any more; its game stands still. */
void us_session_leave(us_client *client);

/* All that was recorded is written, as what could not be written before. An error: it can't. */
us_status us_session_again(us_session *session, us_error *err);
void us_session_pace(us_session *session, int pace);
us_status us_session_step(us_session *session, us_cycle cycles, us_error *err);
/* An order of the person's, for the next cycle. An error: there is none; so many wait. */
us_status us_session_order(us_session *session, us_order *order, us_error *err);
/* The person's seat is that agent's from now on, and the game is only watched: the recording ends
 * here, with its labels. An error: what was recorded can't be written, and all is as it was. What
 * fails behind that is trouble; the seat is given. */
us_status us_session_give(us_session *session, const char *agent, us_error *err);
/* Labels were changed: they are saved, and told. */
void us_session_labeled(us_session *session);
/* Goes on by its pace, for about so many milliseconds. Returns in how many it wants to go on
 * again. */
int us_session_go_on(us_session *session, int64_t now, int milliseconds);
/* It can't go on, as session->trouble says: it stands still, and the page is told. */
void us_session_fail(us_session *session);
us_view us_session_view(us_session *session); /* of the person, or of all */

/* A game is being recorded there. */
bool us_studio_server_records(const us_studio_server *studio_server, const char *path);
/* The member "sessions" into the open object. */
void us_studio_server_write_sessions(us_studio_server *studio_server, us_json_writer *writer);

#endif
