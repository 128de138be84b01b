#include "studio/menu.h"

#include <ctype.h>
#include <string.h>

#include "studio/ontology.h"

/* ---- which actions */

static int find_param(const us_action_def *action, us_value_kind kind)
{
    for (int p = 0; p < action->param_count; p++)
        if (action->param[p].kind == kind)
            return p;
    return -1;
}

static bool has_effect(const us_action_def *action, us_effect_kind kind)
{
    for (int e = 0; e < action->effect_count; e++)
        if (action->effect[e].kind == kind)
            return true;
    return false;
}

/* Copies the living units of the seat, in their order, to out, which may be the same list. */
static int take_own(const us_view *view, const us_id *unit, int units, us_id *out)
{
    int own = 0;
    for (int u = 0; u < units; u++) {
        const us_entity *entity = us_world_find(view->world, unit[u]);
        if (entity && entity->owner == view->self)
            out[own++] = unit[u];
    }
    return own;
}

/* Returns the first of the seat's units that can do the action, with that product if there is one.
 */
static const us_id *list_doers(const us_view *view, const us_id *unit, int units, int action,
                               us_type product)
{
    const us_domain *domain = view->world->domain;
    for (int u = 0; u < units; u++) {
        us_type type = us_world_find(view->world, unit[u])->type;
        if (product == US_NO_TYPE ? us_type_can_do(domain, type, action)
                                  : us_type_can_make(domain, type, action, product))
            return &unit[u];
    }
    return NULL;
}

/* ---- reasons of refusal */

/* Checks a product by the domain's rules, without a place. */
static us_reason check_product(const us_view *view, us_type product)
{
    const us_world *world = view->world;
    const us_type_def *def = &world->domain->type[product];
    if (!us_world_has_requirement(world, view->self, product))
        return US_REASON_REQUIRES;
    if (def->kind == US_KIND_UPGRADE && us_world_has_type(world, view->self, product))
        return US_REASON_KNOWN;
    if (!us_world_can_afford(world, view->self, product))
        return US_REASON_NO_RESOURCES;
    if (!us_world_can_feed(world, view->self, product))
        return US_REASON_NO_FOOD;
    return US_REASON_NONE;
}

/* Asks the game about the order, unless the person must still point at something. */
static us_reason check_order(const us_scenario *scenario, const us_view *view, int action,
                             us_type product, const us_id *unit, int units)
{
    const us_action_def *def = &view->world->domain->action[action];
    us_order order = {.seat = view->self, .action = (int8_t)action, .unit = unit};
    order.unit_count = def->group ? units : 1;
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_CELL || def->param[p].kind == US_VALUE_ENTITY)
            return US_REASON_NONE;
        order.arg[p] = def->param[p].kind == US_VALUE_TYPE ? product : 1;
    }
    return us_scenario_check(scenario, view, &order);
}

/* Appends the types that the product requires. */
static void add_requirement(const us_domain *domain, const us_type_def *def, us_str *out)
{
    us_str_add(out, ": ");
    for (int r = 0; r < def->requires_count; r++) {
        us_str_add(out, r > 0 ? ", or " : "");
        for (int i = 0; i < def->requires[r].count; i++)
            us_str_addf(out, "%s%s", i > 0 ? " and " : "",
                        domain->type[def->requires[r].type[i]].name);
    }
}

/* ---- hotkeys: the first letter of its name that is free */

#define KEPT (1u << ('b' - 'a')) /* the page's key for moving a goal's beginning back */

static char free_letter(const char *name, uint32_t *taken)
{
    static const char others[] = "abcdefghijklmnopqrstuvwxyz";
    for (int round = 0; round < 2; round++)
        for (const char *c = round == 0 ? name : others; *c; c++) {
            int letter = tolower((unsigned char)*c) - 'a';
            if (letter < 0 || letter > 25 || *taken >> letter & 1)
                continue;
            *taken |= 1u << letter;
            return (char)('a' + letter);
        }
    return '\0';
}

/* ---- the menu */

typedef struct menu {
    const us_scenario *scenario;
    const us_view *view;
    const us_id *unit;
    int units;
    us_json_writer *writer;
    uint32_t taken; /* letters */
} menu;

static void write_cost(const us_domain *domain, const us_type_def *def, us_json_writer *w)
{
    us_json_write_key_open(w, "cost", '{');
    for (int r = 0; r < domain->resources.count; r++)
        if (def->cost[r])
            us_json_write_key_int(w, domain->resources.name[r], def->cost[r]);
    us_json_write_close(w, '}');
    us_json_write_key_int(w, "food", def->food_use);
}

static void write_reason(const us_domain *domain, us_type product, us_reason reason,
                         us_json_writer *w)
{
    US_AUTOSTR(text);
    if (reason != US_REASON_NONE) {
        us_str_add(&text, us_reason_text(reason));
        if (reason == US_REASON_REQUIRES && product != US_NO_TYPE &&
            domain->type[product].requires_count > 0)
            add_requirement(domain, &domain->type[product], &text);
    }
    us_json_write_key_string(w, "reason", reason == US_REASON_NONE ? NULL : us_reason_name(reason));
    us_json_write_key_string(w, "text", text.text);
}

static void write_entry(menu *m, int action, us_type product)
{
    const us_domain *domain = m->view->world->domain;
    const us_action_def *def = &domain->action[action];
    us_json_writer *w = m->writer;
    const us_id *who = list_doers(m->view, m->unit, m->units, action, product);
    if (!who)
        return;
    const char *param = find_param(def, US_VALUE_ENTITY) >= 0 ? "entity"
                        : find_param(def, US_VALUE_CELL) >= 0 ? "cell"
                                                              : NULL;
    us_reason reason = product == US_NO_TYPE ? US_REASON_NONE : check_product(m->view, product);
    if (reason == US_REASON_NONE)
        reason = check_order(m->scenario, m->view, action, product, def->group ? m->unit : who,
                             m->units);
    const char *name = product == US_NO_TYPE ? def->name : domain->type[product].name;
    char key[2] = {free_letter(name, &m->taken), '\0'};
    us_json_write_open(w, '{');
    us_json_write_key_string(w, "action", def->name);
    us_json_write_key_string(w, "about", def->about);
    us_json_write_key_string(w, "param", param);
    us_json_write_key_string(w, "type", product == US_NO_TYPE ? NULL : name);
    if (product != US_NO_TYPE)
        write_cost(domain, &domain->type[product], w);
    us_json_write_key_bool(w, "queues", def->queues);
    us_json_write_key_string(w, "key", key);
    write_reason(domain, product, reason, w);
    us_json_write_close(w, '}');
}

/* Writes an entry for each product that any of the units makes, in the order of the domain's types.
 */
static void write_products(menu *m, int action)
{
    for (us_type type = 0; type < m->view->world->domain->type_count; type++)
        if (!m->view->world->domain->type[type].abstract)
            write_entry(m, action, type);
}

/* Pages cannot choose numbers, seats or resources. */
static bool is_offered(const us_action_def *def)
{
    return find_param(def, US_VALUE_NUMBER) < 0 && find_param(def, US_VALUE_SEAT) < 0 &&
           find_param(def, US_VALUE_RESOURCE) < 0;
}

void us_menu_write(const us_scenario *scenario, const us_view *view, const us_id *unit, int units,
                   us_json_writer *writer)
{
    const us_domain *domain = view->world->domain;
    us_id *own = US_NEW_ARRAY(us_id, units + 1);
    menu m = {.scenario = scenario, .view = view, .unit = own, .writer = writer, .taken = KEPT};
    m.units = take_own(view, unit, units, own);
    us_json_write_key_open(writer, "units", '[');
    for (int u = 0; u < m.units; u++)
        us_json_write_int(writer, own[u]);
    us_json_write_close(writer, ']');
    us_json_write_key_open(writer, "entries", '[');
    for (int action = 0; action < domain->action_count && m.units > 0; action++) {
        const us_action_def *def = &domain->action[action];
        if (!is_offered(def))
            continue;
        if (find_param(def, US_VALUE_TYPE) >= 0)
            write_products(&m, action);
        else
            write_entry(&m, action, US_NO_TYPE);
    }
    us_json_write_close(writer, ']');
    us_mem_free(own);
}

/* ---- orders by click */

/* Finds the first action with that effect whose only argument is a place or an entity, and which
 * the game accepts. effect -1: an action without effects. */
static bool try_effect(const us_scenario *scenario, const us_view *view, us_value_kind kind,
                       int effect, int32_t arg, us_order *order, us_reason *reason)
{
    const us_domain *domain = view->world->domain;
    const us_id *unit = order->unit;
    int units = order->unit_count;
    for (int a = 0; a < domain->action_count; a++) {
        const us_action_def *def = &domain->action[a];
        if (def->param_count != 1 || def->param[0].kind != kind)
            continue;
        if (effect < 0 ? def->effect_count > 0 : !has_effect(def, (us_effect_kind)effect))
            continue;
        if (effect == US_EFFECT_MOVE && has_effect(def, US_EFFECT_HARM))
            continue;
        const us_id *who = def->group ? NULL : list_doers(view, unit, units, a, US_NO_TYPE);
        order->action = (int8_t)a;
        order->arg[0] = arg;
        order->unit = who ? who : unit;
        order->unit_count = who ? 1 : units;
        us_reason found = us_scenario_check(scenario, view, order);
        if (found == US_REASON_NONE)
            return true;
        if (*reason == US_REASON_NONE || *reason == US_REASON_CANNOT)
            *reason = found;
    }
    order->unit = unit;
    order->unit_count = units;
    return false;
}

static bool try_entity(const us_scenario *scenario, const us_view *view, const us_entity *at,
                       us_order *order, us_reason *reason)
{
    const us_type_def *def = &view->world->domain->type[at->type];
    static const int foe[] = {US_EFFECT_HARM}, stock[] = {US_EFFECT_GAIN},
                     own[] = {US_EFFECT_HEAL, US_EFFECT_GAIN, US_EFFECT_MOVE};
    bool hostile = at->owner >= 0 && at->owner != view->self;
    bool resource = def->kind == US_KIND_RESOURCE;
    const int *effect = hostile ? foe : resource ? stock : own;
    int count = hostile || resource ? 1 : US_COUNT(own);
    if (!hostile && !resource && def->movement < 0)
        count--; /* buildings cannot be followed */
    for (int i = 0; i < count; i++)
        if (try_effect(scenario, view, US_VALUE_ENTITY, effect[i], (int32_t)at->id, order, reason))
            return true;
    return false;
}

bool us_menu_find_order(const us_scenario *scenario, const us_view *view, us_point point,
                        us_id *unit, int units, us_order *out, us_reason *reason)
{
    const us_entity *at = point.entity ? us_world_find(view->world, point.entity) : NULL;
    us_order order = {
        .seat = view->self, .unit = unit, .unit_count = take_own(view, unit, units, unit)};
    *reason = US_REASON_NONE;
    int32_t cell = US_CELL(point.x, point.y);
    bool found =
        (at && try_entity(scenario, view, at, &order, reason)) ||
        (!at && try_effect(scenario, view, US_VALUE_CELL, US_EFFECT_GAIN, cell, &order, reason)) ||
        try_effect(scenario, view, US_VALUE_CELL, US_EFFECT_MOVE, cell, &order, reason) ||
        try_effect(scenario, view, US_VALUE_CELL, -1, cell, &order, reason);
    if (found) {
        *reason = US_REASON_NONE;
        *out = order;
    }
    return found;
}
