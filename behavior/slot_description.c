#include "behavior/slot_description.h"

#include "behavior/builder.h"

void us_slot_description_init(us_value_kind kind, us_slot_description *out)
{
    *out = (us_slot_description){.kind = kind,
                                 .owner = US_SEAT_NONE,
                                 .type = US_NO_TYPE,
                                 .role = -1,
                                 .status = -1,
                                 .percent = -1};
}

void us_slot_description_from_anchor(const us_arg *arg, us_slot_description *out)
{
    us_slot_description_init(US_VALUE_ENTITY, out);
    out->owner = arg->seat;
    out->role = arg->role;
}

/* ---- from entries */

static int within(int64_t value, int64_t low, int64_t high)
{
    return (int)(value < low ? low : value > high ? high : value);
}

static void read_numbers(const us_domain *domain, const char *slot, const us_entries *entries,
                         us_slot_description *out)
{
    const us_entry *place = us_entries_find(entries, US_KEY_PLACE, slot);
    const us_entry *near = us_entries_find(entries, US_KEY_NEAR, slot);
    const us_entry *window = us_entries_find(entries, US_KEY_WINDOW, slot);
    if (!window)
        window = us_entries_find(entries, US_KEY_WINDOW_ONCE, slot);
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

static void read_unit(const us_domain *domain, const char *slot, const us_entries *entries,
                      us_slot_description *out)
{
    const us_entry *points = us_entries_find(entries, US_KEY_HIT_POINTS, slot);
    const us_entry *number = us_entries_find(entries, US_KEY_NUMBER, slot);
    const us_entry *status = us_entries_find(entries, US_KEY_STATUS, slot);
    if (points && points->count == 1)
        out->percent = within(us_entry_number(points, 0), 0, 100);
    if (number && number->count == 1)
        out->number = within(us_entry_number(number, 0), 0, US_ORDER_UNITS_MAX);
    if (status && status->texts == 1)
        out->status = us_domain_find_status(domain, status->text[0]);
}

void us_slot_description_read(const us_template *template, int slot, const us_entries *entries,
                              us_slot_description *out)
{
    const us_slot_row *row = &template->slot[slot];
    us_slot_description_init(row->slot.kind, out);
    out->owner = row->owner;
    out->type = row->type;
    out->role = row->role;
    if (!entries)
        return;
    read_numbers(template->domain, row->slot.name, entries, out);
    read_unit(template->domain, row->slot.name, entries, out);
}

/* ---- to entries */

typedef struct writing {
    us_builder *builder;
    const char *slot;
    us_str key;
} writing;

static void write_numbers(writing *w, const char *form, const int64_t *number, int count)
{
    us_builder_add_entry(w->builder, us_key_format(form, w->slot, &w->key), number, count);
}

static void write_one(writing *w, const char *form, int number)
{
    write_numbers(w, form, &(int64_t){number}, 1);
}

void us_slot_description_write(const us_slot_description *described, const char *slot,
                               us_builder *builder)
{
    writing w = {builder, slot};
    const us_domain *domain = builder->template->domain;
    int64_t place[] = {described->along, described->across}, near[US_NEARNESS_MAX],
            window[US_WINDOW];
    us_str_init(&w.key);
    for (int i = 0; i < described->nears; i++)
        near[i] = described->near[i];
    for (int i = 0; i < US_WINDOW; i++)
        window[i] = described->window[i];
    if (described->placed)
        write_numbers(&w, US_KEY_PLACE, place, US_COUNT(place));
    if (described->nears)
        write_numbers(&w, US_KEY_NEAR, near, described->nears);
    if (described->windowed)
        write_numbers(&w, US_KEY_WINDOW, window, US_COUNT(window));
    if (described->percent >= 0)
        write_one(&w, US_KEY_HIT_POINTS, described->percent);
    if (described->number > 0)
        write_one(&w, US_KEY_NUMBER, described->number);
    if (described->status >= 0)
        us_builder_add_text_entry(builder, us_key_format(US_KEY_STATUS, slot, &w.key),
                                  &domain->statuses.name[described->status], 1);
    us_str_clear(&w.key);
}
