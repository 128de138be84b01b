#include "plan/habit.h"

#include <string.h>

typedef struct habit {
    us_id unit;
    us_order order; /* without units */
    bool back;
} habit;

struct us_habits {
    habit *item; /* by unit */
    int count, capacity;
};

us_habits *us_habits_new(void)
{
    return US_NEW(us_habits);
}

void us_habits_free(us_habits *habits)
{
    if (habits)
        us_free(habits->item);
    us_free(habits);
}

/* Where it stands, or where it would. */
static int place_of(const us_habits *habits, us_id unit)
{
    int low = 0, high = habits->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (habits->item[middle].unit < unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static habit *find(us_habits *habits, us_id unit)
{
    int at = place_of(habits, unit);
    return at < habits->count && habits->item[at].unit == unit ? &habits->item[at] : NULL;
}

void us_habits_set(us_habits *habits, us_id unit, const us_order *order)
{
    habit *item = find(habits, unit);
    if (!item) {
        int at = place_of(habits, unit);
        habits->item = us_grow(habits->item, habits->count, &habits->capacity, sizeof(habit));
        item = &habits->item[at];
        memmove(item + 1, item, (size_t)(habits->count++ - at) * sizeof(habit));
    }
    *item = (habit){unit, *order, false};
    item->order.unit = NULL;
    item->order.unit_count = 0;
}

void us_habits_forget(us_habits *habits, us_id unit)
{
    habit *item = find(habits, unit);
    if (item) {
        int behind = --habits->count - (int)(item - habits->item);
        memmove(item, item + 1, (size_t)behind * sizeof(habit));
    }
}

void us_habits_return(us_habits *habits, us_id unit)
{
    habit *item = find(habits, unit);
    if (item)
        item->back = true;
}

bool us_habits_next(us_habits *habits, us_id *unit, us_order *order)
{
    for (int i = 0; i < habits->count; i++) {
        habit *item = &habits->item[i];
        if (!item->back)
            continue;
        item->back = false;
        *unit = item->unit;
        *order = item->order;
        return true;
    }
    return false;
}
