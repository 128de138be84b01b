#include "studio/hall.h"

#include "studio/aside.h"
#include "studio/desk.h"
#include "studio/errand.h"
#include "studio/guest.h"
#include "studio/session.h"
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

void us_hall_close(us_hall *hall)
{
    while (hall->guests > 0)
        us_guest_leave(hall->guest[hall->guests - 1]);
    while (hall->sessions > 0)
        us_session_end(hall->session[hall->sessions - 1], NULL);
    us_aside_close(hall);
    us_errands_wait();
    us_folders_clear(&hall->folders);
    us_free(hall);
}

int us_hall_go_on(us_hall *hall, int64_t now)
{
    hall->now = now;
    int wait = us_aside_go_on(hall);
    for (int i = 0; i < hall->sessions; i++) {
        int wants = us_session_go_on(hall->session[i], now);
        wait = wants < wait ? wants : wait;
    }
    int watching = 0;
    for (int i = 0; i < hall->guests; i++)
        watching += hall->guest[i]->viewing != NULL;
    for (int i = 0; i < hall->guests; i++) {
        us_guest *guest = hall->guest[i];
        int wants = us_watch_go_on(guest, US_HALL_SLICE / (watching ? watching : 1));
        wait = wants < wait ? wants : wait;
        wants = us_desk_go_on(guest);
        wait = wants < wait ? wants : wait;
    }
    return wait;
}
