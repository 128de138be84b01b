#include "learn/suffix.h"

#include "base/sort.h"

static us_cycle cycle_of(const us_lessons *lessons, int ordinal)
{
    return lessons->log->line[lessons->order[ordinal]].cycle;
}

/* All points that are a second apart. room: for as many as the lesson has steps. */
static int list_points(const us_lessons *lessons, const us_lesson *lesson, us_suffix *out)
{
    us_cycle apart = lessons->log->domain->cycles_per_second, last = lesson->began;
    int *end = US_NEW_ARRAY(int, lesson->steps + 1), ends = 0, count = 0, next = 0, over = 0;
    for (int i = 0; i < lesson->steps; i++) {
        over = lesson->step[i].to > over ? lesson->step[i].to : over;
        if (!lesson->step[i].harms)
            end[ends++] = lesson->step[i].to;
    }
    us_sort_ints(end, ends);
    end[ends] = over;
    for (int i = 0; i < ends; i++) {
        int at = end[i], later = end[i + 1];
        if (at >= over || later == at)
            continue;
        while (next < lesson->steps && lesson->step[next].from < at)
            next++;
        bool begins = next < lesson->steps && lesson->step[next].from < later;
        us_cycle cycle = cycle_of(lessons, begins ? lesson->step[next].from : at);
        if (cycle - last < apart)
            continue;
        out[count++] = (us_suffix){.at = at, .cycle = cycle};
        last = cycle;
    }
    us_free(end);
    return count;
}

int us_lesson_suffixes(const us_lessons *lessons, int lesson, us_suffix out[US_SUFFIXES_MAX])
{
    const us_lesson *of = &lessons->lesson[lesson];
    us_suffix *all = US_NEW_ARRAY(us_suffix, of->steps + 1);
    int points = list_points(lessons, of, all);
    int count = points < US_SUFFIXES_MAX ? points : US_SUFFIXES_MAX;
    for (int i = 0; i < count; i++)
        out[i] = all[(int)((2 * (int64_t)i + 1) * points / (2 * (int64_t)count))];
    us_free(all);
    return count;
}
