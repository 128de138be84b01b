/* Sessions: games played in the studio in real time. A person may have a seat; one page at a time
 * shows the session and sends the person's orders. A session outlives its page: without a page the
 * game is paused, and another page may join.
 *
 * The pace is the number of cycles per second; 0: paused, and only steps advance the game. The
 * course of the game depends on the orders and their cycles, never on the pace. */
#ifndef US_STUDIO_SESSION_H
#define US_STUDIO_SESSION_H

#include "players/play.h"
#include "studio/client.h"
#include "studio/live_annotation.h"
#include "studio/show.h"
#include "traces/plan_tree.h"

enum {
    US_PACE_MAX = 20000,         /* cycles per second */
    US_ORDERS_WAITING_MAX = 500, /* for the next cycle; more are refused */
};

/* Definition of a new game. Texts are borrowed for the call. */
typedef struct us_session_def {
    us_play_def play;   /* trace: path of the recording, or NULL */
    us_seat seat;       /* the person's seat; US_NEUTRAL: no person, all seats are shown */
    const char *file;   /* the page's name of the trace, or NULL */
    const us_goal *top; /* the person's top goal; NULL: the domain's */
} us_session_def;

typedef struct us_session {
    us_studio_server *studio_server;
    uint32_t id;
    us_arena *texts; /* texts of the definition */
    us_play_def play;
    const char *file;
    us_running_play *playing;
    us_match *match;
    const us_scenario *scenario;
    us_seat seat;
    us_match_state state;
    us_live_annotation *annotation; /* the person's labels; NULL: no person, or no goals declared */
    bool annotation_changed;        /* since it was last sent */
    bool unsaved;                   /* changes of it are not on the disk */
    int64_t saved;                  /* milliseconds: time of the last save */
    int waiting;                    /* orders of the person for the next cycle */
    us_plan_tree squads[US_SEATS_MAX]; /* by seat: its squad alone */
    us_error failure; /* why the game stands still until a retry; status US_OK: no trouble */

    int pace;     /* cycles per second */
    int64_t last; /* milliseconds: time of the last advance */
    int64_t owed; /* thousandths of a cycle */
    bool behind;  /* the machine is too slow for the pace */

    us_client *client; /* the page; NULL: none */
    us_show show;      /* what the page has received */
} us_session;

/* Starts a game in the studio server, paused. */
us_status us_session_open(us_studio_server *studio_server, const us_session_def *def,
                          us_session **out, us_error *err);
/* Ends the recording here, with its labels. Frees the session even on failure. */
us_status us_session_close(us_session *session, us_error *err);
us_status us_session_find(us_studio_server *studio_server, uint32_t id, us_session **out,
                          us_error *err);
/* Return US_BAD_INPUT unless the page shows a game, or a game in which a person plays. */
us_status us_session_check(const us_client *client, us_error *err);
us_status us_session_check_person(const us_client *client, us_error *err);

/* Shows the session on the page, paused. take: a page that already shows it leaves; false: such a
 * page is an error. */
us_status us_session_join(us_session *session, us_client *client, bool take, us_error *err);
/* Detaches the page from its session, which is paused. */
void us_session_leave(us_client *client);

/* Writes all of the recording that could not be written before. On an error the trouble remains. */
us_status us_session_retry(us_session *session, us_error *err);
void us_session_set_pace(us_session *session, int pace);
us_status us_session_step(us_session *session, us_cycle cycles, us_error *err);
/* Adds an order of the person for the next cycle. Errors: trouble, the game is over, too many
 * orders wait. */
us_status us_session_add_order(us_session *session, us_order *order, us_error *err);
/* Gives the person's seat to an agent; the game is only watched afterwards. The recording ends
 * here, with its labels. An error (unwritten recording, unusable agent) changes nothing. A failure
 * to end the recording is trouble, but the agent still gets the seat. */
us_status us_session_set_agent(us_session *session, const char *agent, us_error *err);
/* Saves changed labels and sends them to the page. */
void us_session_save_labels(us_session *session);
/* Advances the game by its pace, for at most about `milliseconds`. Returns the milliseconds until
 * the next call. */
int us_session_update(us_session *session, int64_t now, int milliseconds);
/* Pauses the game and sends session->trouble to the page. */
void us_session_fail(us_session *session);
/* Returns whether the file on the disk has all labels, and the trace on the disk all orders. false:
 * changes are not written yet, or orders wait for the next cycle, or nothing is recorded. */
bool us_session_is_saved(const us_session *session);
us_view us_session_view(us_session *session); /* of the person's seat, or of all */

/* Returns whether a session records to that path. */
bool us_studio_server_is_recording(const us_studio_server *studio_server, const char *path);
/* Writes the member "sessions" into the open object. */
void us_studio_server_write_sessions(us_studio_server *studio_server, us_json_writer *writer);

#endif
