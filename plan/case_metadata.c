/* Case metadata, read once, when the case is first retrieved. */
#include "plan/task.h"

static us_demo_timing shown_of(const us_entries *entries, const char *label)
{
    const us_entry *pace = label[0] ? us_entries_find(entries, US_KEY_PACE, label) : NULL;
    bool sound = pace && pace->count >= 1 && us_entry_number(pace, 0) >= 0 &&
                 us_entry_number(pace, pace->count - 1) < US_CYCLES_LIMIT;
    if (!sound)
        return (us_demo_timing){-1, -1};
    return (us_demo_timing){(us_cycle)us_entry_number(pace, 0),
                            pace->count > 1 ? (us_cycle)us_entry_number(pace, 1) : -1};
}

static us_cycle next_of(const us_case *seen)
{
    const us_entry *next = us_case_find_entry(seen, US_KEY_NEXT);
    bool sound = next && next->count == 1 && us_entry_number(next, 0) > 0 &&
                 us_entry_number(next, 0) < US_CYCLES_LIMIT;
    return sound ? (us_cycle)us_entry_number(next, 0) : 0;
}

static us_case_metadata *tell(us_plan *plan, const us_template *template, const us_case *seen)
{
    us_arena *arena = us_arena_new();
    us_entries entries = us_entries_from_case(seen, arena);
    us_case_metadata *known = US_ARENA_ARRAY(plan->read, us_case_metadata, 1);
    known->slot = US_ARENA_ARRAY(plan->read, us_slot_description, template->slot_count);
    known->step = US_ARENA_ARRAY(plan->read, us_demo_timing, template->node_count);
    for (int i = 0; i < template->slot_count; i++)
        us_slot_description_read(template, i, &entries, &known->slot[i]);
    for (int i = 0; i < template->node_count; i++)
        known->step[i] = shown_of(&entries, template->node[i].label);
    known->next = next_of(seen);
    known->hash = us_template_hash(template);
    us_arena_free(arena);
    return known;
}

const us_case_metadata *us_case_metadata_get(us_plan *plan, const us_template *template, int found)
{
    us_case seen = {0};
    us_error err;
    if (plan->known[found])
        return plan->known[found];
    us_arena *arena = us_arena_new();
    if (us_case_base_get_description(plan->def.case_base, found, arena, &seen, &err) == US_OK)
        plan->known[found] = tell(plan, template, &seen);
    else
        us_plan_set_trouble(plan, err.text);
    us_arena_free(arena);
    return plan->known[found];
}
