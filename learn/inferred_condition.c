#include "learn/inferred_condition.h"

#include <string.h>

const char *us_owner_name(int owner)
{
    return owner == US_SEAT_SELF ? "self" : owner == US_SEAT_ENEMY ? "enemy" : "neutral";
}

/* ---- askers */

us_requesters us_requesters_all(void)
{
    us_requesters all;
    memset(all.bit, 0xff, sizeof(all.bit));
    return all;
}

us_requesters us_requesters_one(int kind)
{
    us_requesters one = {{0}};
    us_assert(kind >= 0 && kind < US_REQUESTERS_MAX);
    one.bit[kind / 64] = (uint64_t)1 << kind % 64;
    return one;
}

void us_requesters_join(us_requesters *askers, const us_requesters *other)
{
    for (int i = 0; i < US_COUNT(askers->bit); i++)
        askers->bit[i] |= other->bit[i];
}

/* Lists the steps that an inferred condition is for; an empty list means all. */
static void list_steps(const us_inferred_conditions *inferred, const us_inferred_condition *one,
                       us_draft_condition *out)
{
    int steps = inferred->kind ? inferred->draft->steps : 0, count = 0;
    int *list = US_ARENA_ARRAY(inferred->draft->arena, int, steps + 1);
    for (int i = 0; i < steps; i++) {
        int kind = inferred->kind[i];
        if (kind < 0 || (one->by.bit[kind / 64] >> kind % 64 & 1))
            list[count++] = i;
    }
    out->step = list;
    out->steps = count < steps ? count : 0;
}

/* ---- noting inferred conditions */

static us_inferred_condition *add_inferred(us_inferred_conditions *inferred)
{
    us_inferred_condition *out =
        inferred->count < US_INFERRED_CONDITIONS_MAX ? &inferred->item[inferred->count++] : NULL;
    if (out)
        memset(out, 0, sizeof(*out));
    else
        inferred->draft->unasked++;
    return out;
}

/* Returns the canonical text; NULL: it is no condition over the slots that the goal gives. */
static const char *canonical(us_inferred_conditions *inferred, const char *text)
{
    const us_draft *draft = inferred->draft;
    us_slot *slot = US_ARENA_ARRAY(draft->arena, us_slot, draft->slots + 1);
    us_scope scope = {slot, 0};
    for (int i = 0; i < draft->slots && scope.count < US_SLOTS_MAX; i++)
        if (draft->slot[i].given)
            slot[scope.count++] = (us_slot){draft->slot[i].name, draft->slot[i].kind};
    us_source source = {.file = "condition", .text = text, .line = 1, .column = 1};
    us_error err;
    us_expr *expr;
    US_AUTOSTR(out);
    if (us_expr_compile(inferred->draft->domain, &scope, US_VALUE_BOOL, &source, &expr, &err) !=
        US_OK)
        return NULL;
    us_expr_print(expr, &out);
    us_expr_free(expr);
    return us_arena_strndup(draft->arena, out.text, out.length);
}

void us_inferred_conditions_add_text(us_inferred_conditions *inferred, const char *text,
                                     const char *why, ...)
{
    const char *form = canonical(inferred, text);
    for (int i = 0; form && i < inferred->count; i++) {
        if (!inferred->item[i].text || !us_text_equal(inferred->item[i].text, form))
            continue;
        us_requesters_join(&inferred->item[i].by, &inferred->by);
        form = NULL;
    }
    us_inferred_condition *one = form ? add_inferred(inferred) : NULL;
    if (!one)
        return;
    va_list args;
    va_start(args, why);
    one->text = form;
    one->verified = inferred->verified;
    one->by = inferred->by;
    one->why = us_draft_vformat(inferred->draft, why, args);
    va_end(args);
}

/* Of two conditions of which one follows from the other, only the narrower one stays. */
void us_inferred_conditions_add_set(us_inferred_conditions *inferred, int owner,
                                    const us_type_set *set, const char *why, ...)
{
    us_type_set_part part[US_TYPE_SET_PARTS_MAX];
    us_requesters by = inferred->by;
    int parts = us_type_set_split(inferred->draft->domain, set, part);
    bool sayable = parts > 0 && parts <= US_TYPE_SET_PARTS_MAX && owner != US_SEAT_NONE;
    for (int i = 0; sayable && i < inferred->count; i++) {
        us_inferred_condition *other = &inferred->item[i];
        if (!other->set || other->owner != owner)
            continue;
        if (us_type_set_is_subset(&other->kinds, set)) {
            us_requesters_join(&other->by, &by);
            sayable = false;
        } else if (us_type_set_is_subset(set, &other->kinds)) {
            us_requesters_join(&by, &other->by);
            *other = inferred->item[--inferred->count];
            i--;
        }
    }
    us_inferred_condition *one = sayable ? add_inferred(inferred) : NULL;
    if (!one)
        return;
    va_list args;
    va_start(args, why);
    one->set = true;
    one->owner = owner;
    one->kinds = *set;
    one->by = by;
    one->why = us_draft_vformat(inferred->draft, why, args);
    va_end(args);
}

bool us_inferred_conditions_has_set(us_inferred_conditions *inferred, int owner,
                                    const us_type_set *set)
{
    for (int i = 0; i < inferred->count; i++) {
        us_inferred_condition *one = &inferred->item[i];
        if (!one->set || one->owner != owner || !us_type_set_is_subset(&one->kinds, set))
            continue;
        us_requesters_join(&one->by, &inferred->by);
        return true;
    }
    return false;
}

void us_inferred_conditions_widen(us_inferred_conditions *inferred, int owner,
                                  const us_type_set *from, const us_type_set *to)
{
    for (int i = 0; i < inferred->count; i++)
        if (inferred->item[i].set && inferred->item[i].owner == owner &&
            us_type_set_has_common(&inferred->item[i].kinds, from))
            us_type_set_join(&inferred->item[i].kinds, to);
}

static int owner_index(int owner)
{
    return owner == US_SEAT_SELF    ? US_PRESENT_SELF
           : owner == US_SEAT_ENEMY ? US_PRESENT_ENEMY
                                    : US_PRESENT_NEUTRAL;
}

void us_inferred_conditions_weaken(us_inferred_conditions *inferred, const us_present *present)
{
    int kept = 0;
    for (int i = 0; i < inferred->count; i++) {
        us_inferred_condition one = inferred->item[i];
        int owner = owner_index(one.owner);
        bool holds =
            one.set && (!present || us_type_set_has_common(&one.kinds, &present->finished[owner]));
        if (one.set && !holds && us_type_set_has_common(&one.kinds, &present->any[owner]))
            holds = one.sites = true;
        if (one.set && !holds && one.owner == US_SEAT_SELF) {
            one.kinds = us_type_set_expand_makers(inferred->draft->domain, one.kinds);
            holds = us_type_set_has_common(&one.kinds, &present->finished[owner]);
        }
        if (holds || one.verified)
            inferred->item[kept++] = one;
    }
    inferred->count = kept;
}

/* Writes the texts of sets. Different sets may have equal texts; their askers are joined. */
static void write_texts(us_inferred_conditions *inferred)
{
    int kept = 0;
    for (int i = 0; i < inferred->count; i++) {
        us_inferred_condition *one = &inferred->item[i];
        bool new = true;
        if (one->set) {
            US_AUTOSTR(text);
            us_type_set_print_condition(inferred->draft->domain, &one->kinds,
                                        us_owner_name(one->owner), one->sites, &text);
            one->text = canonical(inferred, text.text);
        }
        for (int k = 0; one->text && k < kept && new; k++) {
            new = !us_text_equal(inferred->item[k].text, one->text);
            if (!new)
                us_requesters_join(&inferred->item[k].by, &one->by);
        }
        if (one->text && new)
            inferred->item[kept++] = *one;
    }
    inferred->count = kept;
}

int us_inferred_conditions_write(us_inferred_conditions *inferred,
                                 us_draft_condition out[US_INFERRED_CONDITIONS_MAX])
{
    int count = 0;
    write_texts(inferred);
    for (; count < inferred->count; count++) {
        const us_inferred_condition *one = &inferred->item[count];
        us_draft_condition *condition = &out[count];
        *condition = (us_draft_condition){.text = one->text, .why = one->why};
        list_steps(inferred, one, condition);
        if (one->set && !one->sites) {
            condition->one_of =
                us_arena_copy(inferred->draft->arena, &one->kinds, 1, sizeof(one->kinds));
            condition->owner = one->owner;
        }
    }
    inferred->count = 0;
    return count;
}
