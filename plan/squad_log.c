#include "plan/squad_log.h"

static bool is_same(const us_squad_log *log, const us_squad_report *report)
{
    const us_squad_state *old = &log->state, *now = &report->state;
    return log->begun && old->phase == now->phase && old->units == now->units &&
           old->target == now->target && old->step == now->step && old->reason == now->reason &&
           log->cell == report->cell;
}

void us_squad_log_add(us_squad_log *log, us_seat_state *seat, const us_squad_report *report)
{
    const us_entity *target = report->target;
    if (is_same(log, report))
        return;
    *log = (us_squad_log){report->state, report->cell, true};
    us_note note = us_note_begin(seat, US_NOTE_GOAL, US_NOTE_SQUAD, 0, NULL);
    note.squad = report->state;
    if (report->state.reason)
        note.why = us_squad_reason_name((us_squad_reason)report->state.reason);
    note.what = target ? seat->domain->type[target->type].name : NULL;
    note.cell = target ? US_CELL(target->x, target->y) : report->cell;
    us_notes_add(&seat->notes, &note);
}
