#include "traces/lines.h"

enum member {
    M_TEXT, /* texts */
    M_WHAT,
    M_LABEL,
    M_WHY,
    M_ITEM,
    M_NUMBER, /* the others */
    M_ROW,
    M_BEHAVIOR,
    M_HASH,
    M_STEP,
    M_LACKS,
    M_AMOUNT,
    MEMBERS,
};
enum { TEXTS = M_ITEM + 1 };
#define BIT(member) (1u << (member))

static const char *const names[MEMBERS] = {
    "text", "what",     "label", "why",  "item",  "number",
    "row",  "behavior", "hash",  "step", "lacks", "amount",
};

/* Texts follow each other in parts, which move when they grow: `at` is their place. */
static us_status read_text(us_line *line, us_note_parts *parts, size_t *at)
{
    us_pull *pull = &line->pull;
    us_pull_next(pull);
    *at = parts->texts.length;
    if (pull->kind != US_PULL_STRING || !us_pull_unescape(pull, &parts->texts))
        return us_line_reject(line, "a text");
    us_str_add_char(&parts->texts, '\0');
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

static us_status read_member(us_line *line, enum member member, us_note *note)
{
    int64_t value = 0, most = member == M_NUMBER || member == M_ROW ? INT32_MAX : UINT32_MAX;
    if (member == M_HASH)
        return us_line_read_hash(line, "\"hash\"", &note->behavior);
    if (member == M_LACKS)
        return read_lacks(line, note);
    US_TRY(us_line_read_int(line, names[member], 1, member == M_AMOUNT ? INT64_MAX : most, &value));
    switch (member) {
    case M_NUMBER:
        note->repair.number = (int)value;
        break;
    case M_ROW:
        note->repair.row = (int)value;
        break;
    case M_BEHAVIOR:
        note->node = (uint32_t)value;
        break;
    case M_STEP:
        note->repair.step = (uint32_t)value;
        break;
    default:
        note->lacks.amount = value;
        break;
    }
    return US_OK;
}

us_status us_line_read_repair(us_line *line, bool newer, us_note_parts *parts, us_note *note)
{
    unsigned seen = 0;
    int member;
    size_t pattern, at[TEXTS] = {0};
    const char *text[TEXTS];
    us_str_reset(&parts->texts);
    note->kind = US_NOTE_REPAIR;
    note->of = US_NOTE_BEHAVIOR;
    note->cell = -1;
    US_TRY(read_text(line, parts, &pattern));
    if (!parts->texts.text[pattern])
        return us_line_fail(line, "expected the name of a failure pattern");
    for (;;) {
        US_TRY(us_line_next_row(line, names, sizeof(*names), MEMBERS, "a repair's line", newer,
                                &seen, &member));
        if (member < 0)
            break;
        US_TRY(member < TEXTS ? read_text(line, parts, &at[member])
                              : read_member(line, (enum member)member, note));
    }
    if (!(seen & BIT(M_HASH)))
        return us_line_fail(line, "expected \"hash\" in a line with \"repair\"");
    if ((seen & (BIT(M_ITEM) | BIT(M_AMOUNT))) && !(seen & BIT(M_LACKS)))
        return us_line_fail(line, "expected \"lacks\" with \"item\" and \"amount\"");
    for (int i = 0; i < TEXTS; i++)
        text[i] = seen & BIT(i) ? parts->texts.text + at[i] : "";
    note->repair.pattern = parts->texts.text + pattern;
    note->text = text[M_TEXT];
    note->what = text[M_WHAT];
    note->label = text[M_LABEL];
    note->why = text[M_WHY];
    note->lacks.item = text[M_ITEM];
    note->other = note->slot = "";
    return us_line_finish(line);
}
