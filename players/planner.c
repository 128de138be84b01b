#include "players/planner.h"

#include <string.h>

us_status us_planner_argument(const char *argument, us_str *file, us_plan_settings *settings,
                              us_error *err)
{
    const char *at = strrchr(argument, '?');
    us_status status = US_OK;
    us_str one;
    *settings = us_plan_settings_default();
    us_str_add_bytes(file, argument, at ? (size_t)(at - argument) : strlen(argument));
    us_str_init(&one);
    while (at && *at && status == US_OK) {
        size_t length = strcspn(at + 1, "&");
        us_str_reset(&one);
        us_str_add_bytes(&one, at + 1, length);
        status = us_plan_set(settings, one.text, err);
        at += 1 + length;
    }
    us_str_clear(&one);
    return status;
}

void us_planner_think(us_player *player, const us_view *view, const us_events *events,
                      us_orders *orders, us_nap *nap)
{
    us_planner *planner = (us_planner *)player;
    us_cycle until = us_plan_think(planner->plan, view, events, orders);
    us_cycle most = view->world->now + US_NAP_MAX;
    *nap = (us_nap){until < most ? until : most, us_plan_listens()};
}

void us_planner_told(us_player *player, const us_order *order, us_reason reason)
{
    us_plan_told(((us_planner *)player)->plan, order, reason);
}

void us_planner_close(us_player *player)
{
    us_planner *planner = (us_planner *)player;
    us_plan_free(planner->plan);
    us_shelf_free(planner->shelf);
    us_library_close(planner->library);
    us_brl_free(planner->brl);
    us_free(planner);
}

int us_planner_labels(const us_player *player, const us_goal_instance **out)
{
    return us_plan_labels(((const us_planner *)player)->plan, out);
}

int us_planner_notes(us_player *player, const us_note **out)
{
    return us_plan_notes(((us_planner *)player)->plan, out);
}
