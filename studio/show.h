/* What a page is shown of a session: the world as it changes, the menu of the units that are
 * selected, and what happened. */
#ifndef US_STUDIO_SHOW_H
#define US_STUDIO_SHOW_H

#include "domain/event.h"
#include "domain/order.h"
#include "studio/client.h"
#include "traces/pack.h"

struct us_session;

enum { US_FILM_STATES = 1 }; /* the first byte of what is sent: packed states follow */
/* Planes that pages draw. */
enum {
    US_FILM_PLANES =
        1 << US_PLANE_TERRAIN | 1 << US_PLANE_AMOUNT | 1 << US_PLANE_SEEN | 1 << US_PLANE_EXPLORED
};

typedef struct us_show {
    bool begun;
    us_packer packer;
    us_cycle cycle; /* the last one that was sent; -1: none */
    int64_t sent;   /* milliseconds: when that was */
    int64_t told;   /* when the state was last told */
    us_id *unit;    /* selected; owned */
    int units;
    us_str menu;       /* as it was last told */
    int64_t menu_told; /* when it was last looked at */
    us_events event;   /* to be told */
} us_show;

/* A page begins to look: all is told anew. */
void us_show_begin(struct us_session *session);
void us_show_end(struct us_session *session);
/* What is new goes to the page, as far as it reads. */
void us_show_go_on(struct us_session *session, int64_t now);
void us_show_state(struct us_session *session); /* its cycle and pace, now */
void us_show_goals(struct us_session *session);
void us_show_order(struct us_session *session, us_cycle now, const us_order *order,
                   us_reason reason);
void us_show_over(struct us_session *session);
void us_show_trouble(struct us_session *session);
void us_show_select(struct us_session *session, const us_id *unit, int units);

#endif
