#include "domain/note.h"

#include <string.h>

static const char *const kinds[US_NOTE_KINDS] = {
    [US_NOTE_READY] = "ready",         [US_NOTE_STARTED] = "started",
    [US_NOTE_RETRIEVED] = "retrieved", [US_NOTE_BOUND] = "bound",
    [US_NOTE_WAITING] = "waiting",     [US_NOTE_HELD] = "held",
    [US_NOTE_SUCCEEDED] = "succeeded", [US_NOTE_FAILED] = "failed",
    [US_NOTE_STOPPED] = "stopped",     [US_NOTE_SQUAD] = "squad",
    [US_NOTE_REPAIR] = "repair",
};

static const char *const ofs[US_NOTE_SUBJECTS] = {
    [US_NOTE_GOAL] = "goal",
    [US_NOTE_BEHAVIOR] = "behavior",
    [US_NOTE_STEP] = "step",
};

static const char *const phases[US_PHASES] = {
    [US_PHASE_FORMING] = "forming",
    [US_PHASE_MARCHING] = "marching",
    [US_PHASE_FIGHTING] = "fighting",
    [US_PHASE_HOME] = "home",
};

static const char *const squad_reasons[US_SQUAD_REASONS] = {
    [US_SQUAD_NO_REASON] = "",
    [US_SQUAD_NO_FIGHTERS] = "no fighters",
    [US_SQUAD_HOME_IN_DANGER] = "home in danger",
    [US_SQUAD_TOO_WEAK] = "too weak",
    [US_SQUAD_NO_WAY] = "no way",
    [US_SQUAD_NOT_TOGETHER] = "not together",
    [US_SQUAD_TOO_STRONG] = "too strong",
    [US_SQUAD_NOTHING_TO_ATTACK] = "nothing to attack",
    [US_SQUAD_ALL_LOST] = "all lost",
};

static const char *const lacks[US_LACKS] = {
    [US_LACKS_NONE] = "",
    [US_LACKS_RESOURCE] = "resource",
    [US_LACKS_UNIT] = "unit",
    [US_LACKS_FOOD] = "food",
    [US_LACKS_REQUIREMENT] = "requirement",
    [US_LACKS_PLACE] = "place",
    [US_LACKS_WAY] = "way",
    [US_LACKS_LIFE] = "life",
    [US_LACKS_BEHAVIOR] = "behavior",
    [US_LACKS_CONDITION] = "condition",
    [US_LACKS_TEST] = "test",
    [US_LACKS_OTHER] = "other",
};

const char *us_note_kind_name(us_note_kind kind)
{
    return (int)kind < US_NOTE_KINDS ? kinds[kind] : "?";
}

int us_note_kind_from_name(const char *name)
{
    return US_ROW_FIND(kinds, US_NOTE_SQUAD, name);
}

const char *us_squad_phase_name(us_squad_phase phase)
{
    return (int)phase < US_PHASES ? phases[phase] : "?";
}

int us_squad_phase_from_name(const char *name)
{
    return US_ROW_FIND(phases, US_PHASES, name);
}

const char *us_squad_reason_name(us_squad_reason reason)
{
    return (int)reason < US_SQUAD_REASONS ? squad_reasons[reason] : "?";
}

us_squad_reason us_squad_reason_from_name(const char *name)
{
    int reason = US_ROW_FIND(squad_reasons, US_SQUAD_REASONS, name);
    return reason < 0 ? US_SQUAD_NO_REASON : (us_squad_reason)reason;
}

const char *us_note_subject_name(us_note_subject of)
{
    return (int)of < US_NOTE_SUBJECTS ? ofs[of] : "?";
}

bool us_note_kind_is_final(us_note_kind kind)
{
    return kind == US_NOTE_SUCCEEDED || kind == US_NOTE_FAILED || kind == US_NOTE_STOPPED;
}

const char *us_note_lack_name(us_note_lack lack)
{
    return (int)lack < US_LACKS ? lacks[lack] : "?";
}

int us_note_lack_from_name(const char *name)
{
    return name[0] ? US_ROW_FIND(lacks, US_LACKS, name) : -1;
}

/* Checks the lack: only a waiting, failed or stopped node lacks something. */
static bool is_lack_sound(const us_note *note)
{
    const us_lacking *lacking = &note->lacks;
    bool may = note->kind == US_NOTE_WAITING || note->kind == US_NOTE_FAILED ||
               note->kind == US_NOTE_STOPPED || note->kind == US_NOTE_REPAIR;
    bool more = (lacking->item && lacking->item[0]) || lacking->amount;
    return (int)lacking->kind < US_LACKS && lacking->amount >= 0 &&
           (may || lacking->kind == US_LACKS_NONE) && (!more || lacking->kind != US_LACKS_NONE);
}

static bool is_squad_sound(const us_note *note)
{
    const us_squad_state *squad = &note->squad;
    return squad->phase < US_PHASES && squad->reason < US_SQUAD_REASONS && squad->units >= 0 &&
           squad->units <= US_SQUAD_UNITS_MAX && squad->ours >= 0 && squad->theirs >= 0 &&
           squad->needs >= 0 && note->node == 0 && note->above == 0 && note->units == 0 &&
           note->features == 0 && note->lacks.kind == US_LACKS_NONE;
}

static bool is_repair_sound(const us_note *note)
{
    const us_play_repair *repair = &note->repair;
    return repair->pattern && repair->pattern[0] && repair->number >= 0 && repair->row >= 0 &&
           note->of == US_NOTE_BEHAVIOR && note->above == 0 && note->units == 0 &&
           note->features == 0 && is_lack_sound(note);
}

bool us_note_is_valid(const us_note *note)
{
    if (note->kind == US_NOTE_SQUAD)
        return is_squad_sound(note);
    if (note->kind == US_NOTE_REPAIR)
        return is_repair_sound(note);
    if (note->kind >= US_NOTE_KINDS || note->of >= US_NOTE_SUBJECTS || note->node == 0 ||
        note->units < 0 || note->units > US_NOTE_UNITS_MAX || note->features < 0 ||
        note->features > US_NOTE_FEATURES_MAX || !is_lack_sound(note) ||
        (note->of == US_NOTE_BEHAVIOR && note->what && note->what[0]))
        return false;
    switch (note->kind) {
    case US_NOTE_RETRIEVED:
        return note->of == US_NOTE_BEHAVIOR && note->attempt >= 1 && note->case_id >= 0 &&
               note->similarity >= 0 && note->similarity <= US_NOTE_ONE &&
               note->margin >= -US_NOTE_ONE && note->margin <= US_NOTE_ONE;
    case US_NOTE_BOUND:
        return note->slot && note->slot[0];
    case US_NOTE_HELD:
        return note->of == US_NOTE_GOAL;
    default:
        return true;
    }
}

/* ---- writing */

static void write_text(const char *key, const char *text, us_json_writer *writer)
{
    char cut[US_NOTE_TEXT_MAX + 1];
    size_t length = text ? strlen(text) : 0;
    if (length == 0)
        return;
    if (length > US_NOTE_TEXT_MAX) {
        /* The cut never splits a character. */
        for (length = US_NOTE_TEXT_MAX; length > 0 && ((unsigned char)text[length] >> 6) == 2;)
            length--;
        memcpy(cut, text, length);
        cut[length] = '\0';
        text = cut;
    }
    us_json_write_key_string(writer, key, text);
}

static void write_bound(const us_note *note, us_json_writer *writer)
{
    write_text("slot", note->slot, writer);
    if (note->units == 0 && note->cell >= 0) {
        us_json_write_key_int(writer, "x", US_CELL_X(note->cell));
        us_json_write_key_int(writer, "y", US_CELL_Y(note->cell));
        return;
    }
    us_json_write_key_open(writer, "units", '[');
    for (int i = 0; i < note->units; i++)
        us_json_write_int(writer, note->unit[i]);
    us_json_write_close(writer, ']');
}

static void write_retrieved(const us_note *note, us_json_writer *writer)
{
    us_json_write_key_int(writer, "case", note->case_id);
    us_json_write_key_decimal(writer, "similarity", note->similarity, US_NOTE_DECIMALS);
    if (note->other && note->other[0]) {
        us_json_write_key_decimal(writer, "margin", note->margin, US_NOTE_DECIMALS);
        write_text("other", note->other, writer);
    }
    us_json_write_key_int(writer, "attempt", note->attempt);
    if (note->features == 0)
        return;
    us_json_write_key_open(writer, "features", '[');
    for (int i = 0; i < note->features; i++) {
        if (note->feature[i] == US_FEATURE_MISSING)
            us_json_write_null(writer);
        else
            us_json_write_int(writer, note->feature[i]);
    }
    us_json_write_close(writer, ']');
}

static void write_known(const char *key, int64_t value, us_json_writer *writer)
{
    if (value)
        us_json_write_key_int(writer, key, value);
}

static void write_squad(const us_note *note, us_json_writer *writer)
{
    const us_squad_state *squad = &note->squad;
    us_json_write_key_string(writer, "squad", us_squad_phase_name((us_squad_phase)squad->phase));
    us_json_write_key_int(writer, "units", squad->units);
    write_known("target", squad->target, writer);
    write_text("what", note->what, writer);
    if (note->cell >= 0) {
        us_json_write_key_int(writer, "x", US_CELL_X(note->cell));
        us_json_write_key_int(writer, "y", US_CELL_Y(note->cell));
    }
    write_known("step", squad->step, writer);
    us_json_write_key_int(writer, "ours", squad->ours);
    us_json_write_key_int(writer, "theirs", squad->theirs);
    write_known("needs", squad->needs, writer);
    write_text("why", note->why, writer);
}

static void write_lack(const us_note *note, us_json_writer *writer)
{
    write_text("why", note->why, writer);
    write_text("lacks", us_note_lack_name(note->lacks.kind), writer);
    write_text("item", note->lacks.item, writer);
    write_known("amount", note->lacks.amount, writer);
}

static void write_repair(const us_note *note, us_json_writer *writer)
{
    write_text("repair", note->repair.pattern, writer);
    write_known("number", note->repair.number, writer);
    write_known("row", note->repair.row, writer);
    write_known("behavior", note->node, writer);
    us_json_write_key_hash(writer, "hash", note->behavior);
    write_known("step", note->repair.step, writer);
    write_text("text", note->text, writer);
    write_text("what", note->what, writer);
    write_text("label", note->label, writer);
    write_lack(note, writer);
}

void us_note_write(const us_note *note, us_json_writer *writer)
{
    us_assert(us_note_is_valid(note));
    us_json_write_key_int(writer, "cycle", note->cycle);
    us_json_write_key_int(writer, "seat", note->seat);
    if (note->kind == US_NOTE_SQUAD) {
        write_squad(note, writer);
        return;
    }
    if (note->kind == US_NOTE_REPAIR) {
        write_repair(note, writer);
        return;
    }
    us_json_write_key_string(writer, "plan", us_note_kind_name((us_note_kind)note->kind));
    us_json_write_key_int(writer, us_note_subject_name((us_note_subject)note->of), note->node);
    if (note->above)
        us_json_write_key_int(writer, "above", note->above);
    if (note->of == US_NOTE_BEHAVIOR)
        us_json_write_key_hash(writer, "hash", note->behavior);
    write_text("text", note->text, writer);
    write_text("what", note->what, writer);
    write_text("label", note->label, writer);
    if (note->kind == US_NOTE_RETRIEVED)
        write_retrieved(note, writer);
    else if (note->kind == US_NOTE_BOUND)
        write_bound(note, writer);
    write_lack(note, writer);
}

/* ---- lists */

static const char *keep(us_notes *notes, const char *text)
{
    return text && text[0] ? us_arena_strndup(notes->arena, text, strlen(text)) : "";
}

us_note *us_notes_add(us_notes *notes, const us_note *note)
{
    us_assert(note->units >= 0 && note->units <= US_NOTE_UNITS_MAX);
    if (!notes->arena)
        notes->arena = us_arena_new();
    notes->note = us_array_grow(notes->note, notes->count, &notes->capacity, sizeof(*notes->note));
    us_note *copy = &notes->note[notes->count++];
    *copy = *note;
    copy->text = keep(notes, note->text);
    copy->what = keep(notes, note->what);
    copy->label = keep(notes, note->label);
    copy->other = keep(notes, note->other);
    copy->slot = keep(notes, note->slot);
    copy->why = keep(notes, note->why);
    copy->lacks.item = keep(notes, note->lacks.item);
    copy->repair.pattern = keep(notes, note->repair.pattern);
    if (note->units > 0)
        copy->unit =
            us_arena_copy(notes->arena, note->unit, (size_t)note->units, sizeof(*note->unit));
    if (note->features > 0)
        copy->feature = us_arena_copy(notes->arena, note->feature, (size_t)note->features,
                                      sizeof(*note->feature));
    return copy;
}

void us_notes_reset(us_notes *notes)
{
    notes->count = 0;
    if (notes->arena)
        us_arena_release(notes->arena, (us_mark){.chunk = -1});
}

void us_notes_clear(us_notes *notes)
{
    us_mem_free(notes->note);
    us_arena_free(notes->arena);
    *notes = (us_notes){0};
}
