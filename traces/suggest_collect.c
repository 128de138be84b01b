#include "traces/suggester.h"

#include <string.h>

#include "base/sort.h"
#include "domain/action.h"

/* ---- products of orders */

static us_type neutral(const us_domain *domain, us_type type)
{
    us_type other = domain->type[type].counterpart;
    us_type common =
        other == US_NO_TYPE ? US_NO_TYPE : us_type_common_ancestor(domain, type, other);
    return common == US_NO_TYPE ? type : common;
}

/* Returns whether `from` makes `to` by an action that converts the actor. */
static bool becomes(const us_domain *domain, us_type from, us_type to)
{
    for (int a = 0; a < domain->action_count; a++) {
        const us_action_def *action = &domain->action[a];
        for (int e = 0; e < action->effect_count; e++) {
            if (action->effect[e].kind == US_EFFECT_CONVERT &&
                us_type_can_make(domain, from, a, to))
                return true;
        }
    }
    return false;
}

/* Returns whether the type makes new entities, and so continues when it is converted. */
static bool is_maker(const us_domain *domain, us_type type)
{
    for (int p = 0; p < domain->type[type].produces_count; p++) {
        const us_product_list *list = &domain->type[type].produces[p];
        const us_action_def *action = &domain->action[list->action];
        for (int e = 0; e < action->effect_count; e++) {
            if (action->effect[e].kind == US_EFFECT_CREATE && list->count > 0)
                return true;
        }
    }
    return false;
}

/* Returns whether each type below `above` of that faction is the type itself, or converted from a
 * type below `above`. */
static bool is_what_it_becomes(const us_domain *domain, us_type type, us_type above)
{
    us_types kin = us_domain_subtypes(domain, above);
    for (int i = 0; i < kin.count; i++) {
        bool made =
            kin.type[i] == type || domain->type[kin.type[i]].faction != domain->type[type].faction;
        for (int k = 0; k < kin.count && !made; k++)
            made = becomes(domain, kin.type[k], kin.type[i]);
        if (!made)
            return false;
    }
    return true;
}

/* Returns the type that labels use: the same for all factions, and wide enough for the types that
 * it may be converted to. */
static us_type neutral_type(const us_domain *domain, us_type type)
{
    us_type name = neutral(domain, type), above = domain->type[name].parent;
    while (above != US_NO_TYPE && is_maker(domain, type) &&
           is_what_it_becomes(domain, type, above)) {
        name = above;
        above = domain->type[name].parent;
    }
    return name;
}

static int which_made(const us_suggester *s, us_type type)
{
    for (int m = 0; m < s->mades; m++) {
        if (s->made[m] == type)
            return m;
    }
    return -1;
}

static void take_orders(us_suggester *s)
{
    for (int i = 0; i < s->course->orders; i++) {
        const us_review_order *order = &s->course->order[i];
        if (order->order.seat != s->seat || order->order.action < 0 || order->earlier)
            continue;
        us_suggester_order *own = &s->order[s->orders];
        us_effect_kind kind = US_EFFECT_MOVE;
        *own = (us_suggester_order){.course = order};
        own->made = us_order_product(s->domain, &order->order, &kind);
        own->learns = own->made != US_NO_TYPE && kind == US_EFFECT_LEARN;
        own->converts = own->made != US_NO_TYPE && kind == US_EFFECT_CONVERT;
        own->base_of = -1;
        s->id[s->orders++] = order->order.id;
        if (own->made != US_NO_TYPE && which_made(s, own->made) < 0)
            s->made[s->mades++] = own->made;
    }
}

/* ---- candidates: goals without their numbers */

static us_question *add_question(us_suggester *s, const us_expr *expr, const us_value *arg,
                                 us_type type)
{
    us_assert(s->questions < s->questions_max);
    us_question *question = &s->question[s->questions++];
    *question = (us_question){.expr = expr, .seat = s->seat};
    if (arg)
        memcpy(question->arg, arg, sizeof(question->arg));
    else
        question->arg[0].number = type;
    return question;
}

/* Returns whether the expression reads the number of the seat's finished entities of the type. */
static bool reads_members(const us_suggester *s, const us_expr *expr, const us_value *arg,
                          us_type type)
{
    const us_world *world = s->view.world;
    int revisions = us_revision_count(s->domain, world->seats);
    US_AUTOFREE uint64_t *mark = US_NEW_ARRAY(uint64_t, revisions + 1);
    bool time = false;
    us_expr_add_reads(expr, &s->view, &(us_binding){arg, NULL}, &(us_reads){mark, 1, &time, NULL});
    return mark[us_revision_members(world, s->seat, type)] != 0;
}

us_seat us_suggester_next_foe(const us_suggester *s, us_seat after)
{
    us_seat next = (us_seat)(after + 1 == s->seat ? after + 2 : after + 1);
    return next < s->view.world->seats ? next : -1;
}

int us_suggester_count_seats(const us_goal_def *def)
{
    int count = 0;
    for (int p = 0; p < def->param_count; p++)
        count += def->param[p].kind == US_VALUE_SEAT;
    return count;
}

bool us_suggester_has_single_param(const us_goal_def *def, us_value_kind kind, int *param)
{
    int count = 0;
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == kind) {
            *param = p;
            count++;
        } else if (def->param[p].kind != US_VALUE_SEAT && !def->param[p].optional) {
            return false;
        }
    }
    return count == 1;
}

bool us_suggester_is_about_all(const us_domain *domain, int type, int *param)
{
    const us_goal_def *def = &domain->goal[type];
    return us_suggester_has_single_param(def, US_VALUE_TYPE, param) &&
           us_suggester_count_seats(def) > 1;
}

us_goal us_suggester_make_goal(const us_suggester *s, int type, us_seat foe)
{
    const us_goal_def *def = &s->domain->goal[type];
    us_goal goal = us_goal_make(s->domain, type);
    int seats = 0;
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_SEAT)
            us_goal_set_arg(&goal, p, seats++ ? foe : s->seat);
    }
    return goal;
}

static us_goal name_type(const us_suggester *s, us_goal goal, us_type named)
{
    const us_goal_def *def = &s->domain->goal[goal.type];
    for (int p = 0; p < def->param_count && named != US_NO_TYPE; p++) {
        if (def->param[p].kind == US_VALUE_TYPE)
            us_goal_set_arg(&goal, p, named);
    }
    return goal;
}

static int count_params(const us_goal_def *def, us_value_kind kind)
{
    int count = 0;
    for (int p = 0; p < def->param_count; p++)
        count += def->param[p].kind == kind && !def->param[p].optional;
    return count;
}

/* Returns which products raise the measure, or NULL if none does. */
static bool *movers(us_suggester *s, const us_expr *measure, const us_candidate *c)
{
    bool *moves = US_ARENA_ARRAY(s->arena, bool, s->mades + 1), any = false;
    for (int m = 0; m < s->mades; m++) {
        moves[m] = (c->named == US_NO_TYPE || us_type_is_a(s->domain, s->made[m], c->named)) &&
                   reads_members(s, measure, c->goal.arg, s->made[m]);
        any |= moves[m];
    }
    return any ? moves : NULL;
}

static us_candidate *new_candidate(us_suggester *s, const us_goal *goal, us_type named)
{
    us_assert(s->candidates < s->candidates_max);
    us_candidate *made = &s->candidate[s->candidates++];
    *made = (us_candidate){.goal = name_type(s, *goal, named), .named = named};
    return made;
}

/* Adds the candidate if a product raises one of its measures. */
static void add_candidate(us_suggester *s, const us_goal *goal, us_type named)
{
    const us_goal_def *def = &s->domain->goal[goal->type];
    us_candidate *made = new_candidate(s, goal, named);
    bool moved = false;
    for (int p = 0; p < def->param_count; p++) {
        us_expr *measure =
            def->param[p].kind == US_VALUE_NUMBER ? us_expr_gain_value(def->gain_test, p) : NULL;
        if (!measure)
            continue;
        s->measure[s->measures++] = measure;
        made->measure[p] = measure;
        made->moves[p] = movers(s, measure, made);
        moved |= made->moves[p] != NULL;
    }
    if (!moved)
        s->candidates--;
    for (int p = 0; p < def->param_count && moved; p++) {
        if (made->measure[p])
            made->curve[p] = add_question(s, made->measure[p], made->goal.arg, US_NO_TYPE);
    }
}

static void add_learning(us_suggester *s, const us_goal *goal, us_type named)
{
    us_candidate *made = new_candidate(s, goal, named);
    made->learning = true;
    made->test = add_question(s, s->domain->goal[goal->type].test, made->goal.arg, US_NO_TYPE);
}

/* Adds a candidate for each name that such a parameter may have for the products. */
static void add_candidates(us_suggester *s, const us_goal *goal)
{
    const us_goal_def *def = &s->domain->goal[goal->type];
    bool numbers = count_params(def, US_VALUE_NUMBER) > 0;
    int types = count_params(def, US_VALUE_TYPE);
    if (types == 0 && numbers)
        add_candidate(s, goal, US_NO_TYPE);
    if (types != 1 || count_params(def, US_VALUE_ENTITY) > 0)
        return;
    for (int m = 0; m < s->mades; m++) {
        us_type named = neutral_type(s->domain, s->made[m]);
        bool learned = s->domain->type[named].kind == US_KIND_UPGRADE, known = false;
        for (int k = 0; k < m; k++)
            known |= neutral_type(s->domain, s->made[k]) == named;
        if (known || learned == numbers)
            continue;
        if (numbers)
            add_candidate(s, goal, named);
        else
            add_learning(s, goal, named);
    }
}

static us_status add_stock(us_suggester *s, const char *text, us_question **out, us_error *err)
{
    const us_source source = {.text = text};
    us_expr *expr = NULL;
    US_TRY(us_expr_compile(s->domain, NULL, US_VALUE_NUMBER, &source, &expr, err));
    s->measure[s->measures++] = expr;
    *out = add_question(s, expr, NULL, US_NO_TYPE);
    return US_OK;
}

static us_status add_possible(us_suggester *s, us_error *err)
{
    static const us_slot slot = {"type", US_VALUE_TYPE};
    static const us_scope scope = {&slot, 1};
    const us_source source = {.text = "meets(self, type)"};
    US_TRY(us_expr_compile(s->domain, &scope, US_VALUE_BOOL, &source, &s->possible, err));
    for (int m = 0; m < s->mades; m++)
        s->could[m] = add_question(s, s->possible, NULL, s->made[m]);
    for (int r = 0; r < s->domain->resources.count; r++) {
        US_AUTOSTR(text);
        us_str_addf(&text, "%s(self)", s->domain->resources.name[r]);
        US_TRY(add_stock(s, text.text, &s->stock[r], err));
    }
    if (us_domain_find_tally(s->domain, "food_used") < 0 ||
        us_domain_find_tally(s->domain, "food_supply") < 0)
        return US_OK;
    return add_stock(s, "food_supply(self) - food_used(self)", &s->room, err);
}

/* Adds a question for each type that is no upgrade. */
static void add_endings(us_suggester *s, const us_goal *goal, us_seat foe)
{
    int param;
    if (!us_suggester_is_about_all(s->domain, goal->type, &param))
        return;
    for (us_type t = 0; t < s->domain->type_count; t++) {
        if (s->domain->type[t].kind == US_KIND_UPGRADE)
            continue;
        us_assert(s->endings < s->endings_max);
        us_goal about = name_type(s, *goal, t);
        us_question *question =
            add_question(s, s->domain->goal[goal->type].test, about.arg, US_NO_TYPE);
        s->ending[s->endings++] = (us_elimination){goal->type, foe, t, question};
    }
}

/* A goal about another seat becomes a candidate for each other seat. */
static void add_goals(us_suggester *s)
{
    for (int type = 0; type < s->domain->goal_count; type++) {
        us_goal goal = us_suggester_make_goal(s, type, s->seat);
        if (us_suggester_count_seats(&s->domain->goal[type]) < 2) {
            add_candidates(s, &goal);
            continue;
        }
        for (us_seat foe = us_suggester_next_foe(s, -1); foe >= 0;
             foe = us_suggester_next_foe(s, foe)) {
            goal = us_suggester_make_goal(s, type, foe);
            add_candidates(s, &goal);
            add_endings(s, &goal, foe);
        }
    }
}

us_question *us_suggester_find_elimination(const us_suggester *s, int goal, us_seat foe,
                                           us_type type)
{
    for (int i = 0; i < s->endings; i++) {
        const us_elimination *ending = &s->ending[i];
        if (ending->goal == goal && ending->foe == foe && ending->type == type)
            return ending->question;
    }
    return NULL;
}

/* If a product makes nothing itself and is converted later, it was made for the conversion. */
static void find_bases(us_suggester *s)
{
    for (int i = 0; i < s->orders; i++) {
        const us_review_order *order = s->order[i].course;
        int base = -1;
        for (int k = 0; k < i && s->order[i].converts; k++) {
            const us_suggester_order *before = &s->order[k];
            if (before->made != US_NO_TYPE && !before->taken && before->course->done &&
                before->course->ended <= order->cycle && !is_maker(s->domain, before->made) &&
                us_type_can_make(s->domain, before->made, order->order.action, s->order[i].made))
                base = k;
        }
        if (base < 0)
            continue;
        s->order[base].taken = true;
        s->order[base].base_of = i;
    }
}

/* ---- possible orders */

int us_suggester_find_param(const us_suggester *s, const us_candidate *c,
                            const us_suggester_order *order)
{
    int m = order->made == US_NO_TYPE ? -1 : which_made(s, order->made);
    for (int p = 0; m >= 0 && p < US_GOAL_PARAMS_MAX; p++) {
        if (c->moves[p] && c->moves[p][m])
            return p;
    }
    return -1;
}

/* Returns the food that unfinished products will use. */
static int food_coming(const us_suggester *s, us_cycle cycle)
{
    int food = 0;
    for (int i = 0; i < s->orders && s->order[i].course->cycle < cycle; i++) {
        const us_review_order *order = s->order[i].course;
        if (s->order[i].made != US_NO_TYPE && !order->refused &&
            (order->ended < 0 || order->ended > cycle))
            food += s->domain->type[s->order[i].made].food_use;
    }
    return food;
}

bool us_suggester_is_allowed(const us_suggester *s, us_type type, us_cycle cycle)
{
    int m = which_made(s, type), eats = s->domain->type[type].food_use;
    if (m < 0 || us_question_at(s->could[m], cycle) == 0)
        return false;
    return eats == 0 || !s->room || us_question_at(s->room, cycle) >= eats + food_coming(s, cycle);
}

bool us_suggester_can_afford(const us_suggester *s, us_type type, us_type other, us_cycle cycle)
{
    for (int r = 0; r < s->domain->resources.count; r++) {
        int64_t cost = s->domain->type[type].cost[r];
        if (cost > 0 && other != US_NO_TYPE)
            cost += s->domain->type[other].cost[r];
        if (cost > 0 && us_question_at(s->stock[r], cycle) < cost)
            return false;
    }
    return true;
}

/* ---- everything */

/* Reserves room for everything that add_goals and add_possible may add. */
static void make_room(us_suggester *s)
{
    const us_domain *domain = s->domain;
    s->questions_max = s->mades + domain->resources.count + 1;
    for (int type = 0; type < domain->goal_count; type++) {
        const us_goal_def *def = &domain->goal[type];
        int param, foes = us_suggester_count_seats(def) > 1 ? s->view.world->seats - 1 : 1;
        int named = count_params(def, US_VALUE_TYPE) == 0 ? 1 : s->mades;
        int numbers = 0;
        for (int p = 0; p < def->param_count; p++)
            numbers += def->param[p].kind == US_VALUE_NUMBER;
        s->candidates_max += foes * named;
        s->questions_max += foes * named * (numbers ? numbers : 1);
        if (us_suggester_is_about_all(domain, type, &param))
            s->endings_max += foes * domain->type_count;
    }
    s->questions_max += s->endings_max;
    s->candidate = US_ARENA_ARRAY(s->arena, us_candidate, s->candidates_max + 1);
    s->question = US_ARENA_ARRAY(s->arena, us_question, s->questions_max);
    s->measure = US_ARENA_ARRAY(s->arena, us_expr *, s->questions_max);
    s->could = US_ARENA_ARRAY(s->arena, us_question *, s->mades + 1);
    s->ending = US_ARENA_ARRAY(s->arena, us_elimination, s->endings_max + 1);
}

us_status us_suggester_collect(us_suggester *s, us_error *err)
{
    take_orders(s);
    find_bases(s);
    make_room(s);
    us_status status = add_possible(s, err);
    add_goals(s);
    return status;
}
