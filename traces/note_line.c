#include "traces/lines.h"

#include <stdio.h>
#include <string.h>

enum member {
    M_GOAL, /* the node's number: members in the order of us_note_subject */
    M_BEHAVIOR,
    M_STEP,
    M_ABOVE,
    M_HASH,
    M_TEXT, /* texts */
    M_WHAT,
    M_LABEL,
    M_OTHER,
    M_SLOT,
    M_WHY,
    M_LACKS,
    M_ITEM,
    M_CASE, /* the others */
    M_SIMILARITY,
    M_MARGIN,
    M_ATTEMPT,
    M_UNITS,
    M_X,
    M_Y,
    M_AMOUNT,
    M_FEATURES,
    MEMBERS,
};
enum { TEXTS = M_ITEM + 1 - M_TEXT };
#define BIT(member) (1u << (member))
#define NODE        (BIT(M_GOAL) | BIT(M_BEHAVIOR) | BIT(M_STEP))
#define LACKS       (BIT(M_LACKS) | BIT(M_ITEM) | BIT(M_AMOUNT))

static const char *const names[MEMBERS] = {
    "goal",    "behavior", "step", "above", "hash",   "text",     "what",       "label",
    "other",   "slot",     "why",  "lacks", "item",   "case",     "similarity", "margin",
    "attempt", "units",    "x",    "y",     "amount", "features",
};

/* The required and optional members of each kind, beside those that all may have. */
static const struct {
    unsigned must, may;
} shapes[US_NOTE_KINDS] = {
    [US_NOTE_RETRIEVED] = {BIT(M_BEHAVIOR) | BIT(M_CASE) | BIT(M_SIMILARITY) | BIT(M_ATTEMPT),
                           BIT(M_MARGIN) | BIT(M_OTHER) | BIT(M_FEATURES)},
    [US_NOTE_BOUND] = {BIT(M_SLOT), BIT(M_UNITS) | BIT(M_X) | BIT(M_Y)},
    [US_NOTE_WAITING] = {0, LACKS},
    [US_NOTE_HELD] = {BIT(M_GOAL), 0},
    [US_NOTE_FAILED] = {0, LACKS},
    [US_NOTE_STOPPED] = {0, LACKS},
};
static const unsigned any =
    NODE | BIT(M_ABOVE) | BIT(M_HASH) | BIT(M_TEXT) | BIT(M_WHAT) | BIT(M_LABEL) | BIT(M_WHY);

/* A line's members. Texts follow each other in the scratch, which moves when it grows. */
typedef struct reading {
    us_line *line;
    us_str *texts;
    us_note_parts *parts;
    size_t at[TEXTS];
    int64_t x, y;
} reading;

static us_status read_text(reading *r, enum member member)
{
    us_pull *pull = &r->line->pull;
    us_pull_next(pull);
    r->at[member - M_TEXT] = r->texts->length;
    if (pull->kind != US_PULL_STRING || !us_pull_unescape(pull, r->texts))
        return us_line_reject(r->line, "a text");
    us_str_add_char(r->texts, '\0');
    return US_OK;
}

static us_status read_lacks(us_line *line, us_note *note)
{
    char name[32];
    US_TRY(us_line_read_text(line, "what lacks", name, sizeof(name)));
    int lack = us_note_lack_from_name(name);
    if (lack < 0)
        return us_line_fail(line, "\"%s\" is nothing that a plan lacks", name);
    note->lacks.kind = (us_note_lack)lack;
    return US_OK;
}

static us_status read_part(us_line *line, const char *expected, int64_t low, int64_t *out)
{
    us_pull *pull = &line->pull;
    char text[32];
    us_pull_next(pull);
    if (pull->kind == US_PULL_NUMBER && pull->length < sizeof(text)) {
        memcpy(text, pull->text, pull->length);
        text[pull->length] = '\0';
        if (us_text_to_decimal(text, US_NOTE_DECIMALS, low, US_NOTE_ONE, out))
            return US_OK;
    }
    return us_line_reject(line, expected);
}

static us_status read_units(us_line *line, us_note_parts *parts, us_note *note)
{
    int64_t id = 0;
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"units\", an array of ids"));
    note->unit = parts->unit;
    while (!us_line_accept(line, US_PULL_ARRAY_END)) {
        US_TRY(us_line_read_int(line, "a unit's id", 0, UINT32_MAX, &id));
        if (note->units >= US_NOTE_UNITS_MAX)
            return us_line_fail(line, "expected at most %d units", US_NOTE_UNITS_MAX);
        parts->unit[note->units++] = (us_id)id;
    }
    return US_OK;
}

static us_status read_features(us_line *line, us_note_parts *parts, us_note *note)
{
    int64_t value = 0;
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"features\", an array of numbers"));
    note->feature = parts->feature;
    while (!us_line_accept(line, US_PULL_ARRAY_END)) {
        bool unknown = us_line_accept(line, US_PULL_NULL);
        if (!unknown)
            US_TRY(us_line_read_int(line, "a feature's value", -INT32_MAX, INT32_MAX, &value));
        if (note->features >= US_NOTE_FEATURES_MAX)
            return us_line_fail(line, "expected at most %d features", US_NOTE_FEATURES_MAX);
        parts->feature[note->features++] = unknown ? US_FEATURE_MISSING : (int32_t)value;
    }
    return note->features > 0 ? US_OK : us_line_fail(line, "expected features, found none");
}

static us_status read_node(us_line *line, enum member member, unsigned seen, us_note_parts *parts,
                           us_note *note)
{
    int64_t value = 0;
    if (seen & NODE & ~BIT(member))
        return us_line_fail(line, "found \"%s\", expected one of goal, behavior and step",
                            names[member]);
    US_TRY(us_line_read_int(line, "a node's number", 1, UINT32_MAX, &value));
    parts->column = us_pull_column(&line->pull);
    note->node = (uint32_t)value;
    note->of = (uint8_t)member;
    return US_OK;
}

static us_status read_member(reading *r, enum member member, unsigned seen, us_note *note)
{
    us_line *line = r->line;
    int64_t value = 0;
    switch (member) {
    case M_GOAL:
    case M_BEHAVIOR:
    case M_STEP:
        return read_node(line, member, seen, r->parts, note);
    case M_ABOVE:
        US_TRY(us_line_read_int(line, "a node's number", 1, UINT32_MAX, &value));
        note->above = (uint32_t)value;
        return US_OK;
    case M_HASH:
        return us_line_read_hash(line, "\"hash\"", &note->behavior);
    case M_LACKS:
        return read_lacks(line, note);
    case M_CASE:
        return us_line_read_int(line, "a case's number", 0, INT64_MAX, &note->case_id);
    case M_SIMILARITY:
        return read_part(line, "\"similarity\", 0 to 1 with at most 9 decimals", 0,
                         &note->similarity);
    case M_MARGIN:
        return read_part(line, "\"margin\", -1 to 1 with at most 9 decimals", -US_NOTE_ONE,
                         &note->margin);
    case M_ATTEMPT:
        US_TRY(us_line_read_int(line, "which attempt it is", 1, INT32_MAX, &value));
        note->attempt = (int)value;
        return US_OK;
    case M_AMOUNT:
        return us_line_read_int(line, "how much lacks", 1, INT64_MAX, &note->lacks.amount);
    case M_UNITS:
        return read_units(line, r->parts, note);
    case M_FEATURES:
        return read_features(line, r->parts, note);
    case M_X:
    case M_Y:
        return us_line_read_int(line, names[member], 0, INT16_MAX, member == M_X ? &r->x : &r->y);
    default:
        return read_text(r, member);
    }
}

static us_status check_shape(const us_line *line, unsigned seen, us_note_kind kind)
{
    const char *name = us_note_kind_name(kind);
    unsigned must = shapes[kind].must, may = shapes[kind].may | must | any;
    bool cell = (seen & BIT(M_X)) && (seen & BIT(M_Y)), units = seen & BIT(M_UNITS);
    for (int member = 0; member < MEMBERS; member++) {
        if (must & ~seen & BIT(member))
            return us_line_fail(line, "expected \"%s\" in a line with \"plan\":\"%s\"",
                                names[member], name);
        if (seen & ~may & BIT(member))
            return us_line_fail(line, "found \"%s\", expected none in a line with \"plan\":\"%s\"",
                                names[member], name);
    }
    if (!(seen & NODE))
        return us_line_fail(line, "expected \"goal\", \"behavior\" or \"step\" in a plan's line");
    if (!(seen & BIT(M_BEHAVIOR)) != !(seen & BIT(M_HASH)))
        return us_line_fail(line, "expected \"hash\" with \"behavior\", and only there");
    if (!(seen & BIT(M_MARGIN)) != !(seen & BIT(M_OTHER)))
        return us_line_fail(line, "expected \"margin\" and \"other\" together");
    if ((seen & LACKS) && !(seen & BIT(M_LACKS)))
        return us_line_fail(line, "expected \"lacks\" with \"%s\"",
                            names[seen & BIT(M_ITEM) ? M_ITEM : M_AMOUNT]);
    if ((seen & BIT(M_WHAT)) && (seen & BIT(M_BEHAVIOR)))
        return us_line_fail(line, "found \"what\", expected none with \"behavior\"");
    if (kind == US_NOTE_BOUND && (cell == units || (!cell && (seen & (BIT(M_X) | BIT(M_Y))))))
        return us_line_fail(line, "expected \"units\", or \"x\" and \"y\"");
    return US_OK;
}

static const char *text_of(const reading *r, unsigned seen, enum member member)
{
    return seen & BIT(member) ? r->texts->text + r->at[member - M_TEXT] : "";
}

/* Older traces have no "what": the text holds it, as the word before the arguments. */
static unsigned find_what(reading *r)
{
    char what[US_TRACE_NAME_MAX];
    const char *text = r->texts->text + r->at[0];
    size_t end = strcspn(text, "("), from = end;
    while (from > 0 && text[from - 1] != ' ')
        from--;
    snprintf(what, sizeof(what), "%.*s", (int)(end - from), text + from);
    r->at[M_WHAT - M_TEXT] = r->texts->length;
    us_str_add(r->texts, what);
    us_str_add_char(r->texts, '\0');
    return BIT(M_WHAT);
}

us_status us_line_read_note(us_line *line, int minor, us_note_parts *parts, us_note *note)
{
    reading r = {.line = line, .texts = &parts->texts, .parts = parts};
    char name[64];
    unsigned seen = 0;
    int member;
    us_str_reset(&parts->texts);
    US_TRY(us_line_read_text(line, "what a plan did", name, sizeof(name)));
    int kind = us_note_kind_from_name(name);
    if (kind < 0)
        return us_line_fail(line, "\"%s\" is nothing that a plan does", name);
    note->kind = (uint8_t)kind;
    note->cell = -1;
    for (;;) {
        US_TRY(us_line_next_row(line, names, sizeof(*names), MEMBERS, "a plan's line",
                                minor > US_TRACE_MINOR, &seen, &member));
        if (member < 0)
            break;
        if ((minor < 2 && (BIT(member) & LACKS)) ||
            (minor < 3 && (BIT(member) & (BIT(M_WHAT) | BIT(M_AMOUNT)))) ||
            (minor < 5 && (BIT(member) & BIT(M_FEATURES))))
            return us_line_fail(line, "found \"%s\", expected none in a trace of minor version %d",
                                names[member], minor);
        US_TRY(read_member(&r, (enum member)member, seen, note));
    }
    US_TRY(check_shape(line, seen, (us_note_kind)kind));
    if (minor < 3 && (seen & BIT(M_TEXT)) && !(seen & BIT(M_BEHAVIOR)))
        seen |= find_what(&r);
    note->text = text_of(&r, seen, M_TEXT);
    note->what = text_of(&r, seen, M_WHAT);
    note->label = text_of(&r, seen, M_LABEL);
    note->other = text_of(&r, seen, M_OTHER);
    note->slot = text_of(&r, seen, M_SLOT);
    note->why = text_of(&r, seen, M_WHY);
    note->lacks.item = text_of(&r, seen, M_ITEM);
    if (seen & BIT(M_X))
        note->cell = US_CELL(r.x, r.y);
    return us_line_finish(line);
}
