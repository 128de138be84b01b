#include "studio/hall.h"

#include "studio/aside.h"
#include "studio/chore.h"
#include "studio/desk.h"
#include "studio/guest.h"
#include "studio/session.h"
#include "studio/viewing.h"
#include "studio/watch.h"

us_status us_hall_open(const char *const *folder, int folders, us_hall **out, us_error *err)
{
    us_folders chosen;
    US_TRY(us_folders_open(&chosen, folder, folders, err));
    us_hall *hall = US_NEW(us_hall);
    hall->folders = chosen;
    *out = hall;
    return US_OK;
}

us_status us_hall_close(us_hall *hall, us_error *err)
{
    us_status status = US_OK;
    while (hall->guests > 0)
        us_guest_leave(hall->guest[hall->guests - 1]);
    while (hall->sessions > 0) {
        us_session *last = hall->session[hall->sessions - 1];
        us_status ended = us_session_end(last, status == US_OK ? err : NULL);
        status = status == US_OK ? ended : status;
    }
    us_aside_close(hall);
    us_chores_wait();
    us_folders_clear(&hall->folders);
    us_free(hall);
    return status;
}

/* Milliseconds for each game that goes on, and for each film that is made. */
static int share_of(const us_hall *hall)
{
    int busy = 0;
    for (int i = 0; i < hall->sessions; i++)
        busy += hall->session[i]->pace > 0;
    for (int i = 0; i < hall->guests; i++)
        busy += hall->guest[i]->viewing && !hall->guest[i]->viewing->whole;
    return busy >= US_HALL_SLICE ? 1 : US_HALL_SLICE / (busy ? busy : 1);
}

int us_hall_go_on(us_hall *hall, int64_t now)
{
    hall->now = now;
    int wait = us_aside_go_on(hall), share = share_of(hall);
    for (int i = 0; i < hall->sessions; i++) {
        int wants = us_session_go_on(hall->session[i], now, share);
        wait = wants < wait ? wants : wait;
    }
    for (int i = 0; i < hall->guests; i++) {
        us_guest *guest = hall->guest[i];
        int wants = us_watch_go_on(guest, share);
        wait = wants < wait ? wants : wait;
        wants = us_desk_go_on(guest);
        wait = wants < wait ? wants : wait;
    }
    return wait;
}
