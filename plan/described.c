#include "plan/described.h"

void us_described_nothing(us_value_kind kind, us_described *out)
{
    *out = (us_described){.kind = kind,
                          .owner = US_SEAT_NONE,
                          .type = US_NO_TYPE,
                          .role = -1,
                          .status = -1,
                          .percent = -1};
}

void us_described_anchor(const us_arg *arg, us_described *out)
{
    us_described_nothing(US_VALUE_ENTITY, out);
    out->owner = arg->seat;
    out->role = arg->role;
}

/* ---- entries */

static const us_entry *find(const us_template *template, int slot, const us_entries *entries,
                            const char *what)
{
    return us_entries_find(entries, template->slot[slot].slot.name, what);
}

/* Older files say it the other way round. */
static const us_entry *find_window(const us_template *template, int slot, const us_entries *entries)
{
    const us_entry *window = find(template, slot, entries, "window");
    const char *name = template->slot[slot].slot.name;
    return window ? window : us_entries_find(entries, "window", name);
}

static int within(int64_t value, int64_t low, int64_t high)
{
    return (int)(value < low ? low : value > high ? high : value);
}

static void read_numbers(const us_template *template, int slot, const us_entries *entries,
                         us_described *out)
{
    const us_domain *domain = template->domain;
    const us_entry *place = find(template, slot, entries, "place");
    const us_entry *near = find(template, slot, entries, "near");
    const us_entry *window = find_window(template, slot, entries);
    if (place && place->count == 2) {
        out->placed = true;
        out->along = within(us_entry_number(place, 0), -US_PLACE_MAX, US_PLACE_MAX);
        out->across = within(us_entry_number(place, 1), -US_PLACE_MAX, US_PLACE_MAX);
    }
    if (near && near->count <= domain->nearness_count)
        out->nears = near->count;
    for (int i = 0; near && i < out->nears; i++)
        out->near[i] =
            within(us_entry_number(near, i), domain->nearness[i].low, domain->nearness[i].high);
    out->windowed = window && window->count == US_WINDOW;
    for (int i = 0; window && i < US_WINDOW && out->windowed; i++) {
        int64_t terrain = us_entry_number(window, i);
        out->window[i] = (int8_t)(terrain >= 0 && terrain < domain->terrain_count ? terrain : -1);
    }
}

static void read_unit(const us_template *template, int slot, const us_entries *entries,
                      us_described *out)
{
    const us_entry *points = find(template, slot, entries, "hit_points");
    const us_entry *number = find(template, slot, entries, "number");
    const us_entry *status = find(template, slot, entries, "status");
    if (points && points->count == 1)
        out->percent = within(us_entry_number(points, 0), 0, 100);
    if (number && number->count == 1)
        out->number = within(us_entry_number(number, 0), 0, US_ORDER_UNITS_MAX);
    if (status && status->texts == 1)
        out->status = us_domain_status(template->domain, status->text[0]);
}

void us_described_of(const us_template *template, int slot, const us_entries *entries,
                     us_described *out)
{
    const us_slot_row *row = &template->slot[slot];
    us_described_nothing(row->slot.kind, out);
    out->owner = row->owner;
    out->type = row->type;
    out->role = row->role;
    if (!entries)
        return;
    read_numbers(template, slot, entries, out);
    read_unit(template, slot, entries, out);
}
