/* Updates that a session sends to its page: the world as it changes, the menu of the selected
 * units, and what happened. */
#ifndef US_STUDIO_SHOW_H
#define US_STUDIO_SHOW_H

#include "domain/event.h"
#include "domain/note.h"
#include "domain/order.h"
#include "studio/client.h"
#include "traces/pack.h"

struct us_session;

enum { US_FILM_STATES = 1 }; /* first byte of a binary message; packed states follow */
/* Planes that pages draw. */
enum {
    US_FILM_PLANES =
        1 << US_PLANE_TERRAIN | 1 << US_PLANE_AMOUNT | 1 << US_PLANE_SEEN | 1 << US_PLANE_EXPLORED
};

typedef struct us_show {
    bool begun;
    us_packer packer;
    us_cycle cycle;     /* the last cycle sent; -1: none */
    int64_t sent;       /* milliseconds: time of the last frame */
    int64_t state_sent; /* milliseconds: time of the last "state" message */
    us_id *unit;        /* selected; owned */
    int units;
    us_str menu;          /* as last sent */
    int64_t menu_checked; /* milliseconds: time of the last check for changes */
    us_events event;      /* to be sent */
    bool squads_sent;     /* what the squads do, since it changed last */
} us_show;

/* Starts afresh for a new page: everything is sent again. */
void us_show_begin(struct us_session *session);
void us_show_end(struct us_session *session);
/* Sends new states and messages, unless the page reads too slowly. */
void us_show_update(struct us_session *session, int64_t now);
void us_show_send_state(struct us_session *session); /* sends the cycle and pace now */
void us_show_send_goals(struct us_session *session);
void us_show_send_order(struct us_session *session, us_cycle now, const us_order *order,
                        us_reason reason);
void us_show_send_edit(struct us_session *session, const us_note *edit);
void us_show_send_outcome(struct us_session *session);
void us_show_send_error(struct us_session *session);
void us_show_select(struct us_session *session, const us_id *unit, int units);

#endif
