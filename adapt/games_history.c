#include "adapt/games_internal.h"
#include "domain/watch.h"

static int *no_indexes(int count)
{
    int *index = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        index[i] = -1;
    return index;
}

void us_game_history_init(us_game_history *course, const us_games *games, const us_domain *domain,
                          int seats)
{
    *course = (us_game_history){.games = games,
                                .domain = domain,
                                .seats = seats,
                                .outcome = {.winner = US_NEUTRAL},
                                .idle_status = us_domain_find_status(domain, "idle"),
                                .level = no_indexes(seats * domain->tallies.count),
                                .lapse = no_indexes(seats * games->conditions)};
}

void us_game_history_clear(us_game_history *course)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        us_watch_free(course->watch[seat]);
        us_game_plan_free(course->plan[seat]);
    }
    us_mem_free(course->units.item);
    us_mem_free(course->slot);
    us_mem_free(course->states.item);
    us_mem_free(course->idle.item);
    us_mem_free(course->attacks.item);
    us_mem_free(course->kills.item);
    us_mem_free(course->orders.item);
    us_mem_free(course->ids.item);
    us_mem_free(course->commands.item);
    us_mem_free(course->stock.item);
    us_mem_free(course->lapses.item);
    us_mem_free(course->level);
    us_mem_free(course->lapse);
    *course = (us_game_history){.games = NULL};
}

static int *slot_of(const us_game_history *course, us_id id)
{
    uint32_t mask = (uint32_t)course->slots - 1, at = (id * 2654435761u >> 7) & mask;
    while (course->slot[at] && course->units.item[course->slot[at] - 1].id != id)
        at = (at + 1) & mask;
    return &course->slot[at];
}

static void grow_slots(us_game_history *course)
{
    us_mem_free(course->slot);
    course->slots = course->slots ? 2 * course->slots : 1024;
    course->slot = US_NEW_ARRAY(int, course->slots);
    for (int i = 0; i < course->units.count; i++)
        *slot_of(course, course->units.item[i].id) = i + 1;
}

us_game_unit *us_game_history_get_unit(us_game_history *course, us_id id)
{
    if (2 * course->units.count >= course->slots)
        grow_slots(course);
    int *slot = slot_of(course, id);
    if (*slot == 0) {
        *US_LIST_ADD(course->units) = (us_game_unit){.id = id,
                                                     .seat = US_NEUTRAL,
                                                     .type = US_NO_TYPE,
                                                     .born = -1,
                                                     .finished = -1,
                                                     .gone = -1,
                                                     .state = -1,
                                                     .idle = -1,
                                                     .attack = -1,
                                                     .command = -1};
        *slot = course->units.count;
    }
    return &course->units.item[*slot - 1];
}

const us_game_unit *us_game_history_find_unit(const us_game_history *course, us_id id)
{
    int slot = id && course->slots ? *slot_of(course, id) : 0;
    return slot && course->units.item[slot - 1].seen ? &course->units.item[slot - 1] : NULL;
}
