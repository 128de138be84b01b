#include "learn/remaining_plan.h"

#include "base/sort.h"

static us_cycle cycle_of(const us_goal_episodes *episodes, int ordinal)
{
    return episodes->log->line[episodes->order[ordinal]].cycle;
}

/* Lists all suffixes that are a second apart. out needs room for as many as there are steps. */
static int list_points(const us_goal_episodes *episodes, const us_goal_episode *episode,
                       us_remaining_plan *out)
{
    us_cycle apart = episodes->log->domain->cycles_per_second, last = episode->began;
    int *end = US_NEW_ARRAY(int, episode->steps + 1), ends = 0, count = 0, next = 0, over = 0;
    for (int i = 0; i < episode->steps; i++) {
        over = episode->step[i].to > over ? episode->step[i].to : over;
        if (!episode->step[i].harms)
            end[ends++] = episode->step[i].to;
    }
    us_array_sort_ints(end, ends);
    end[ends] = over;
    for (int i = 0; i < ends; i++) {
        int at = end[i], later = end[i + 1];
        if (at >= over || later == at)
            continue;
        while (next < episode->steps && episode->step[next].from < at)
            next++;
        bool begins = next < episode->steps && episode->step[next].from < later;
        us_cycle cycle = cycle_of(episodes, begins ? episode->step[next].from : at);
        if (cycle - last < apart)
            continue;
        out[count++] = (us_remaining_plan){.at = at, .cycle = cycle};
        last = cycle;
    }
    us_mem_free(end);
    return count;
}

int us_remaining_plan_list(const us_goal_episodes *episodes, int episode,
                           us_remaining_plan out[US_SUFFIXES_MAX])
{
    const us_goal_episode *of = &episodes->episode[episode];
    US_AUTOFREE us_remaining_plan *all = US_NEW_ARRAY(us_remaining_plan, of->steps + 1);
    int points = list_points(episodes, of, all);
    int count = points < US_SUFFIXES_MAX ? points : US_SUFFIXES_MAX;
    for (int i = 0; i < count; i++)
        out[i] = all[(int)((2 * (int64_t)i + 1) * points / (2 * (int64_t)count))];
    return count;
}
