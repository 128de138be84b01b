#include "learn/condition_term.h"

#include <string.h>

typedef struct walk {
    const us_known_slots *known;
    us_condition_term *out;
    int count;
} walk;

typedef enum truth { NEVER, ALWAYS, OPEN } truth;

/* ---- truth known beforehand */

static bool value_of(const walk *w, us_term term, int64_t *out)
{
    us_term_info about = us_term_describe(term);
    bool slot =
        about.kind == US_TERM_SLOT && about.value < 32 && (w->known->known >> about.value & 1);
    if (about.kind != US_TERM_LITERAL && !slot)
        return false;
    *out = slot ? w->known->value[about.value].number : about.value;
    return true;
}

static bool compare(const char *sign, int64_t a, int64_t b)
{
    switch (sign[0]) {
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return sign[1] ? a <= b : a < b;
    default:
        return sign[1] ? a >= b : a > b;
    }
}

static truth decide(const walk *w, us_term term)
{
    us_term_info about = us_term_describe(term);
    us_term left = us_term_first(term);
    int64_t a, b;
    switch (about.kind) {
    case US_TERM_LITERAL:
        return about.value ? ALWAYS : NEVER;
    case US_TERM_NOT: {
        truth inner = decide(w, left);
        return inner == OPEN ? OPEN : inner == NEVER ? ALWAYS : NEVER;
    }
    case US_TERM_AND:
    case US_TERM_OR: {
        truth ends = about.kind == US_TERM_AND ? NEVER : ALWAYS;
        truth all = ends == NEVER ? ALWAYS : NEVER;
        for (us_term part = left; part.node; part = us_term_next(part)) {
            truth one = decide(w, part);
            if (one == ends)
                return ends;
            all = one == OPEN ? OPEN : all;
        }
        return all;
    }
    case US_TERM_COMPARE: {
        us_value_kind kind = us_term_describe(left).gives;
        bool both = value_of(w, left, &a) && value_of(w, us_term_next(left), &b);
        if (!both || kind != US_VALUE_NUMBER)
            return OPEN;
        return compare(about.sign, a, b) ? ALWAYS : NEVER;
    }
    default:
        /* a family of types stands for its members, so whether it is concrete says nothing */
        return us_term_is_call(term, "concrete") || us_term_is_constant(term) ? ALWAYS : OPEN;
    }
}

/* ---- condition terms */

static us_condition_term *add(walk *w, us_condition_term_kind kind, us_term term)
{
    us_assert(w->count < US_CONDITION_TERMS_MAX);
    us_condition_term *wanted = &w->out[w->count++];
    *wanted = (us_condition_term){kind, term, false, US_NO_TYPE, -1, US_SEAT_NONE, 1, -1, -1};
    return wanted;
}

static void note_slot(us_condition_term *wanted, us_term term)
{
    us_term_info about = us_term_describe(term);
    wanted->slot = about.kind == US_TERM_SLOT ? (int)about.value : -1;
}

static int64_t arg_of(const walk *w, us_term call, const char *param, int64_t none)
{
    us_term arg;
    int64_t value;
    return us_term_find_arg(call, param, &arg) && value_of(w, arg, &value) ? value : none;
}

/* A call about a set: owner, type, role. */
static void note_set(const walk *w, us_condition_term *wanted, us_term call)
{
    wanted->owner = (int)arg_of(w, call, "owner", US_SEAT_NONE);
    wanted->type = (us_type)arg_of(w, call, "type", US_NO_TYPE);
    wanted->role = (int)arg_of(w, call, "role", -1);
}

static const struct {
    const char *name;
    us_condition_term_kind kind;
} of_types[] = {
    {"known", US_CONDITION_TERM_KNOWN},     {"meets", US_CONDITION_TERM_MEETS},
    {"affords", US_CONDITION_TERM_AFFORDS}, {"feeds", US_CONDITION_TERM_FEEDS},
    {"makes", US_CONDITION_TERM_MAKES},
};

static void wanted_call(walk *w, us_term term, bool positive)
{
    us_term unit;
    if (us_term_is_call(term, "exists")) {
        us_condition_term *wanted =
            add(w, positive ? US_CONDITION_TERM_HAVE : US_CONDITION_TERM_GONE, term);
        if (us_term_find_arg(term, "unit", &unit)) {
            wanted->kind = positive ? US_CONDITION_TERM_THERE : US_CONDITION_TERM_GONE;
            note_slot(wanted, unit);
        } else {
            note_set(w, wanted, term);
        }
        return;
    }
    if (us_term_is_call(term, "alive")) {
        us_condition_term *wanted =
            add(w, positive ? US_CONDITION_TERM_THERE : US_CONDITION_TERM_GONE, term);
        wanted->owner = (int)arg_of(w, term, "seat", US_SEAT_NONE);
        return;
    }
    for (int i = 0; positive && i < US_COUNT(of_types); i++) {
        if (!us_term_is_call(term, of_types[i].name))
            continue;
        us_condition_term *wanted = add(w, of_types[i].kind, term);
        wanted->type = (us_type)arg_of(w, term, "type", US_NO_TYPE);
        wanted->owner = (int)arg_of(w, term, "seat", US_SEAT_NONE);
        if (us_term_find_arg(term, "unit", &unit))
            note_slot(wanted, unit);
        return;
    }
    add(w, US_CONDITION_TERM_OTHER, term)->negative = !positive;
}

/* Returns the sign of the inverted comparison ("<" for "not >="), or of one with swapped sides. */
static const char *other_sign(const char *sign, bool turn, bool invert)
{
    static const char *const signs[] = {"==", "!=", "<", ">", "<=", ">="};
    static const char *const turned[] = {"==", "!=", ">", "<", ">=", "<="};
    static const char *const inverted[] = {"!=", "==", ">=", "<=", ">", "<"};
    for (int i = 0; turn && i < US_COUNT(signs); i++) {
        if (us_text_equal(sign, signs[i])) {
            sign = turned[i];
            break;
        }
    }
    for (int i = 0; invert && i < US_COUNT(signs); i++) {
        if (us_text_equal(sign, signs[i])) {
            sign = inverted[i];
            break;
        }
    }
    return sign;
}

/* Returns whether the comparison of a count always holds: a count is never less than 0. */
static bool is_no_question(const char *sign, int64_t number)
{
    return sign[0] == '>' && (sign[1] ? number <= 0 : number < 0);
}

/* Returns the least number that the comparison asks for; 0: it asks for none; -1: neither. */
static int64_t at_least(const char *sign, int64_t number)
{
    if (sign[0] == '>' || (sign[0] == '=' && number > 0))
        return sign[0] == '>' && !sign[1] && number < INT64_MAX ? number + 1 : number;
    if (sign[0] == '!' && number == 0)
        return 1;
    bool none =
        sign[0] == '=' ? number == 0 : sign[0] == '<' && (sign[1] ? number == 0 : number == 1);
    return none ? 0 : -1;
}

static void wanted_compare(walk *w, us_term term, const char *sign, bool positive)
{
    us_term left = us_term_first(term), right = us_term_next(left);
    int64_t number;
    bool turn = value_of(w, left, &number);
    us_term what = turn ? right : left;
    sign = other_sign(sign, turn, !positive);
    us_term_info about = us_term_describe(what);
    bool asks = (turn || value_of(w, right, &number)) && about.gives == US_VALUE_NUMBER;
    int64_t least = asks ? at_least(sign, number) : -1;
    bool counts = about.kind == US_TERM_TALLY || us_term_is_call(what, "count");
    if (asks && counts && is_no_question(sign, number))
        return;
    if (least >= 0 && us_term_is_call(what, "count")) {
        us_condition_term *wanted =
            add(w, least ? US_CONDITION_TERM_HAVE : US_CONDITION_TERM_GONE, term);
        wanted->number = least;
        note_set(w, wanted, what);
    } else if (least == 0 && us_term_is_call(what, "rivals")) {
        add(w, US_CONDITION_TERM_GONE, term)->owner = US_SEAT_ENEMY;
    } else if (least > 0 && about.kind == US_TERM_TALLY) {
        us_condition_term *wanted = add(w, US_CONDITION_TERM_TALLY, term);
        int64_t seat;
        wanted->owner = value_of(w, us_term_first(what), &seat) ? (int)seat : US_SEAT_NONE;
        wanted->tally = (int)about.value;
        wanted->number = least;
    } else {
        add(w, US_CONDITION_TERM_OTHER, term)->negative = !positive;
    }
}

static void wanted(walk *w, us_term term, bool positive);

/* Adds the only alternative that is open; of several an OTHER. */
static void wanted_any(walk *w, us_term term, bool positive)
{
    us_term open = {term.expr, 0};
    int count = 0;
    for (us_term part = us_term_first(term); part.node; part = us_term_next(part)) {
        if (decide(w, part) != OPEN)
            continue;
        open = part;
        count++;
    }
    if (count == 1)
        wanted(w, open, positive);
    else
        add(w, US_CONDITION_TERM_OTHER, term)->negative = !positive;
}

static void wanted(walk *w, us_term term, bool positive)
{
    us_term_info about = us_term_describe(term);
    if (decide(w, term) != OPEN)
        return;
    switch (about.kind) {
    case US_TERM_NOT:
        wanted(w, us_term_first(term), !positive);
        break;
    case US_TERM_AND:
    case US_TERM_OR:
        if ((about.kind == US_TERM_AND) != positive) {
            wanted_any(w, term, positive);
            break;
        }
        for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
            wanted(w, part, positive);
        break;
    case US_TERM_COMPARE:
        wanted_compare(w, term, about.sign, positive);
        break;
    case US_TERM_CALL:
        wanted_call(w, term, positive);
        break;
    default:
        add(w, US_CONDITION_TERM_OTHER, term)->negative = !positive;
    }
}

int us_condition_term_list(const us_expr *condition, const us_known_slots *known,
                           us_condition_term out[US_CONDITION_TERMS_MAX])
{
    walk w = {.known = known, .out = out};
    wanted(&w, us_term_from_expr(condition), true);
    return w.count;
}
