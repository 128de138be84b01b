#include "learn/claim.h"

#include <string.h>

typedef struct walk {
    const us_known_slots *known;
    us_claim *out;
    int count;
} walk;

typedef enum truth { NEVER, ALWAYS, OPEN } truth;

/* ---- what is known beforehand */

static bool value_of(const walk *w, us_term term, int64_t *out)
{
    us_term_about about = us_term_tell(term);
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
    us_term_about about = us_term_tell(term);
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
        us_value_kind kind = us_term_tell(left).gives;
        bool both = value_of(w, left, &a) && value_of(w, us_term_next(left), &b);
        if (!both || kind != US_VALUE_NUMBER)
            return OPEN;
        return compare(about.sign, a, b) ? ALWAYS : NEVER;
    }
    default:
        /* a family of types stands for its members, so whether it is concrete says nothing */
        return us_term_calls(term, "concrete") || us_term_constant(term) ? ALWAYS : OPEN;
    }
}

/* ---- claims */

static us_claim *add(walk *w, us_claim_kind kind, us_term term)
{
    us_assert(w->count < US_CLAIMS_MAX);
    us_claim *claim = &w->out[w->count++];
    *claim = (us_claim){kind, term, false, US_NO_TYPE, -1, US_SEAT_NONE, 1, -1, -1};
    return claim;
}

static void note_slot(us_claim *claim, us_term term)
{
    us_term_about about = us_term_tell(term);
    claim->slot = about.kind == US_TERM_SLOT ? (int)about.value : -1;
}

static int64_t arg_of(const walk *w, us_term call, const char *param, int64_t none)
{
    us_term arg;
    int64_t value;
    return us_term_arg(call, param, &arg) && value_of(w, arg, &value) ? value : none;
}

/* A call about a set: owner, type, role. */
static void note_set(const walk *w, us_claim *claim, us_term call)
{
    claim->owner = (int)arg_of(w, call, "owner", US_SEAT_NONE);
    claim->type = (us_type)arg_of(w, call, "type", US_NO_TYPE);
    claim->role = (int)arg_of(w, call, "role", -1);
}

static const struct {
    const char *name;
    us_claim_kind kind;
} of_types[] = {
    {"known", US_CLAIM_KNOWN}, {"meets", US_CLAIM_MEETS}, {"affords", US_CLAIM_AFFORDS},
    {"feeds", US_CLAIM_FEEDS}, {"makes", US_CLAIM_MAKES},
};

static void claim_call(walk *w, us_term term, bool positive)
{
    us_term unit;
    if (us_term_calls(term, "exists")) {
        us_claim *claim = add(w, positive ? US_CLAIM_HAVE : US_CLAIM_GONE, term);
        if (us_term_arg(term, "unit", &unit)) {
            claim->kind = positive ? US_CLAIM_THERE : US_CLAIM_GONE;
            note_slot(claim, unit);
        } else {
            note_set(w, claim, term);
        }
        return;
    }
    if (us_term_calls(term, "alive")) {
        us_claim *claim = add(w, positive ? US_CLAIM_THERE : US_CLAIM_GONE, term);
        claim->owner = (int)arg_of(w, term, "seat", US_SEAT_NONE);
        return;
    }
    for (int i = 0; positive && i < US_COUNT(of_types); i++) {
        if (!us_term_calls(term, of_types[i].name))
            continue;
        us_claim *claim = add(w, of_types[i].kind, term);
        claim->type = (us_type)arg_of(w, term, "type", US_NO_TYPE);
        claim->owner = (int)arg_of(w, term, "seat", US_SEAT_NONE);
        if (us_term_arg(term, "unit", &unit))
            note_slot(claim, unit);
        return;
    }
    add(w, US_CLAIM_OTHER, term)->negative = !positive;
}

/* "<" of "not >=", and of two sides that change places. */
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

/* What is counted is never less than 0. */
static bool is_no_question(const char *sign, int64_t number)
{
    return sign[0] == '>' && (sign[1] ? number <= 0 : number < 0);
}

/* How many at least, where the comparison says so; 0: none; -1: it says something else. */
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

static void claim_compare(walk *w, us_term term, const char *sign, bool positive)
{
    us_term left = us_term_first(term), right = us_term_next(left);
    int64_t number;
    bool turn = value_of(w, left, &number);
    us_term what = turn ? right : left;
    sign = other_sign(sign, turn, !positive);
    us_term_about about = us_term_tell(what);
    bool asks = (turn || value_of(w, right, &number)) && about.gives == US_VALUE_NUMBER;
    int64_t least = asks ? at_least(sign, number) : -1;
    bool counts = about.kind == US_TERM_TALLY || us_term_calls(what, "count");
    if (asks && counts && is_no_question(sign, number))
        return;
    if (least >= 0 && us_term_calls(what, "count")) {
        us_claim *claim = add(w, least ? US_CLAIM_HAVE : US_CLAIM_GONE, term);
        claim->number = least;
        note_set(w, claim, what);
    } else if (least == 0 && us_term_calls(what, "rivals")) {
        add(w, US_CLAIM_GONE, term)->owner = US_SEAT_ENEMY;
    } else if (least > 0 && about.kind == US_TERM_TALLY) {
        us_claim *claim = add(w, US_CLAIM_TALLY, term);
        int64_t seat;
        claim->owner = value_of(w, us_term_first(what), &seat) ? (int)seat : US_SEAT_NONE;
        claim->tally = (int)about.value;
        claim->number = least;
    } else {
        add(w, US_CLAIM_OTHER, term)->negative = !positive;
    }
}

static void claim(walk *w, us_term term, bool positive);

/* Of alternatives the only one that is open. */
static void claim_any(walk *w, us_term term, bool positive)
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
        claim(w, open, positive);
    else
        add(w, US_CLAIM_OTHER, term)->negative = !positive;
}

static void claim(walk *w, us_term term, bool positive)
{
    us_term_about about = us_term_tell(term);
    if (decide(w, term) != OPEN)
        return;
    switch (about.kind) {
    case US_TERM_NOT:
        claim(w, us_term_first(term), !positive);
        break;
    case US_TERM_AND:
    case US_TERM_OR:
        if ((about.kind == US_TERM_AND) != positive) {
            claim_any(w, term, positive);
            break;
        }
        for (us_term part = us_term_first(term); part.node; part = us_term_next(part))
            claim(w, part, positive);
        break;
    case US_TERM_COMPARE:
        claim_compare(w, term, about.sign, positive);
        break;
    case US_TERM_CALL:
        claim_call(w, term, positive);
        break;
    default:
        add(w, US_CLAIM_OTHER, term)->negative = !positive;
    }
}

int us_claims(const us_expr *condition, const us_known_slots *known, us_claim out[US_CLAIMS_MAX])
{
    walk w = {.known = known, .out = out};
    claim(&w, us_term_whole(condition), true);
    return w.count;
}
