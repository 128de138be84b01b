#include "traces/lines.h"

enum member {
    M_UNITS,
    M_TARGET,
    M_WHAT,
    M_X,
    M_Y,
    M_STEP,
    M_OURS,
    M_THEIRS,
    M_NEEDS,
    M_WHY,
    MEMBERS,
};
#define BIT(member) (1u << (member))
#define MUST        (BIT(M_UNITS) | BIT(M_OURS) | BIT(M_THEIRS))

static const char *const names[MEMBERS] = {
    "units", "target", "what", "x", "y", "step", "ours", "theirs", "needs", "why",
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

static us_status read_number(us_line *line, enum member member, us_squad_state *squad)
{
    static const struct {
        int64_t low, high;
    } range[MEMBERS] = {
        [M_UNITS] = {0, US_SQUAD_UNITS_MAX}, [M_TARGET] = {1, UINT32_MAX},
        [M_STEP] = {1, UINT32_MAX},          [M_OURS] = {0, INT64_MAX},
        [M_THEIRS] = {0, INT64_MAX},         [M_NEEDS] = {1, INT32_MAX},
    };
    int64_t value = 0;
    US_TRY(us_line_read_int(line, names[member], range[member].low, range[member].high, &value));
    switch (member) {
    case M_UNITS:
        squad->units = (int)value;
        break;
    case M_TARGET:
        squad->target = (us_id)value;
        break;
    case M_STEP:
        squad->step = (uint32_t)value;
        break;
    case M_OURS:
        squad->ours = value;
        break;
    case M_THEIRS:
        squad->theirs = value;
        break;
    default:
        squad->needs = (int)value;
        break;
    }
    return US_OK;
}

static us_status read_phase(us_line *line, us_squad_state *squad)
{
    char name[64];
    US_TRY(us_line_read_text(line, "what a squad does", name, sizeof(name)));
    int phase = us_squad_phase_from_name(name);
    if (phase < 0)
        return us_line_fail(line, "\"%s\" is nothing that a squad does", name);
    squad->phase = (uint8_t)phase;
    return US_OK;
}

static us_status check_members(const us_line *line, unsigned seen)
{
    for (int member = 0; member < MEMBERS; member++)
        if (MUST & ~seen & BIT(member))
            return us_line_fail(line, "expected \"%s\" in a line with \"squad\"", names[member]);
    if (!(seen & BIT(M_X)) != !(seen & BIT(M_Y)))
        return us_line_fail(line, "expected \"x\" and \"y\" together");
    return US_OK;
}

us_status us_line_read_squad(us_line *line, bool newer, us_note_parts *parts, us_note *note)
{
    unsigned seen = 0;
    int member;
    int64_t x = 0, y = 0;
    size_t what = 0, why = 0;
    us_str_reset(&parts->texts);
    note->kind = US_NOTE_SQUAD;
    US_TRY(read_phase(line, &note->squad));
    for (;;) {
        US_TRY(us_line_next_row(line, names, sizeof(*names), MEMBERS, "a squad's line", newer,
                                &seen, &member));
        if (member < 0)
            break;
        if (member == M_WHAT || member == M_WHY)
            US_TRY(read_text(line, parts, member == M_WHAT ? &what : &why));
        else if (member == M_X || member == M_Y)
            US_TRY(us_line_read_int(line, names[member], 0, INT16_MAX, member == M_X ? &x : &y));
        else
            US_TRY(read_number(line, (enum member)member, &note->squad));
    }
    US_TRY(check_members(line, seen));
    note->text = note->label = note->other = note->slot = note->lacks.item = "";
    note->what = seen & BIT(M_WHAT) ? parts->texts.text + what : "";
    note->why = seen & BIT(M_WHY) ? parts->texts.text + why : "";
    note->squad.reason = (uint8_t)us_squad_reason_from_name(note->why);
    note->cell = seen & BIT(M_X) ? US_CELL(x, y) : -1;
    return us_line_finish(line);
}
