/* The hall of a studio: its folders, the games that are played in it, and its guests. It keeps no
 * clock and no socket: whoever has those tells the time and carries the messages. */
#ifndef US_STUDIO_HALL_H
#define US_STUDIO_HALL_H

#include "base/error.h"
#include "studio/folders.h"

typedef struct us_hall us_hall;
typedef struct us_guest us_guest;
struct us_session;
typedef struct us_aside_question us_aside_question; /* studio/aside.h */

enum { US_GUESTS_MAX = 64, US_SESSIONS_MAX = 16, US_ASKS_MAX = 256 };

struct us_hall {
    us_folders folders;
    int64_t now; /* milliseconds, as last told */
    us_guest *guest[US_GUESTS_MAX];
    int guests;
    struct us_session *session[US_SESSIONS_MAX];
    int sessions;
    uint32_t last_session;
    us_aside_question *asked[US_ASKS_MAX]; /* what is answered aside, as it was asked */
    int asks;
};

us_status us_hall_open(const char *const *folder, int folders, us_hall **out, us_error *err);
/* Guests leave; games that go on are closed, and their recordings end where they are. The hall is
 * gone, whatever fails; the first error of those is told. */
us_status us_hall_close(us_hall *hall, us_error *err);
/* All goes on to that time, in milliseconds of a clock that never goes back. Returns in how many
 * milliseconds it wants to go on again. It works for about US_HALL_SLICE at a time. */
enum { US_HALL_SLICE = 12, US_HALL_IDLE = 250 };
int us_hall_go_on(us_hall *hall, int64_t now);

/* A page is connected; NULL: there are too many. */
us_guest *us_hall_enter(us_hall *hall);
void us_guest_leave(us_guest *guest);
/* A whole message of it. */
void us_guest_hear(us_guest *guest, const char *text, size_t length);
/* What it is sent next, borrowed until the next call; false: nothing now. */
bool us_guest_next(us_guest *guest, const char **bytes, size_t *length, bool *binary);
bool us_guest_waits(const us_guest *guest); /* there is something to send */
bool us_guest_lost(const us_guest *guest);  /* the connection is to be closed */

#endif
