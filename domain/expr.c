#include "domain/expr.h"

#include <string.h>

#include "domain/compile.h"

/* Makes an expression as one block of nodes, names and their texts, in the arena or to be freed. It
 * keeps the names of slots, so that its text can be printed. */
static us_expr *make(const us_expr *head, const us_expr_node *node, us_arena *arena)
{
    const us_expr_name *kept = head->name;
    size_t nodes = sizeof(us_expr) + (size_t)head->count * sizeof(us_expr_node);
    size_t size = nodes + (size_t)head->names * sizeof(us_expr_name), end = size;
    for (int i = 0; i < head->names; i++)
        size += strlen(kept[i].name) + 1;
    size = (size + 7) / 8 * 8;
    us_expr *expr = arena ? us_arena_alloc(arena, size / 8, 8) : us_mem_alloc(size);
    *expr = *head;
    memcpy(expr->node, node, (size_t)head->count * sizeof(us_expr_node));
    expr->name = (us_expr_name *)(void *)((char *)expr + nodes);
    for (int i = 0; i < head->names; i++) {
        char *text = (char *)expr + end;
        size_t length = strlen(kept[i].name) + 1;
        memcpy(text, kept[i].name, length);
        expr->name[i] = (us_expr_name){text, kept[i].slot, kept[i].used};
        end += length;
    }
    return expr;
}

us_expr *us_expr_to_arena(us_expr *expr, us_arena *arena)
{
    us_expr *kept = make(expr, expr->node, arena);
    us_mem_free(expr);
    return kept;
}

/* Collects properties of the tree. Nodes that the compiler dropped do not count. */
static void survey(us_expr *expr, int index)
{
    const us_expr_node *node = &expr->node[index];
    for (int i = 0; node->op == US_OP_SLOT && i < expr->names; i++)
        expr->name[i].used |= expr->name[i].slot == node->value;
    if (node->kind == US_VALUE_ENTITY || node->kind == US_VALUE_GROUP ||
        (node->op == US_OP_CALL && us_sensor_table[node->value].reads & US_READS_EVENT))
        expr->moves = true;
    if (node->kind == US_VALUE_ENTITY && node->op == US_OP_LITERAL)
        expr->names_ids = true;
    for (int child = node->first; child; child = expr->node[child].next)
        survey(expr, child);
}

/* Returns whether the word stands at that place of the text, in quotes or bare. */
static bool is_at(const char *text, const char *name)
{
    text += *text == '"' || *text == '\'';
    return text[0] == name[0] && strncmp(text, name, strlen(name)) == 0;
}

/* Returns the slots that are used, and those that a literal could be taken for. */
static us_slots named_slots(const us_compiler *c)
{
    us_slots named = {0};
    for (int i = 1; i < c->count; i++) {
        const us_expr_node *node = &c->node[i];
        if (node->op == US_OP_SLOT)
            us_slots_add(&named, (int)node->value);
        if (node->op != US_OP_LITERAL || node->kind == US_VALUE_NUMBER)
            continue;
        for (int k = 0; c->scope && k < c->scope->count; k++)
            if (is_at(c->source->text + c->place[i], c->scope->slot[k].name))
                us_slots_add(&named, k);
    }
    return named;
}

static us_status compile(us_compiler *c, us_value_kind wanted, us_expr **out)
{
    us_expr_name name[US_SLOTS_MAX];
    uint16_t root = 0;
    int names = 0;
    us_assert(!c->scope || c->scope->count <= US_SLOTS_MAX);
    US_TRY(us_compiler_compile(c, US_KIND_BIT(wanted), &root));
    us_slots named = named_slots(c);
    for (int i = 0; c->scope && i < c->scope->count; i++)
        if (us_slots_has(&named, i))
            name[names++] = (us_expr_name){c->scope->slot[i].name, i, false};
    us_expr head = {.domain = c->domain,
                    .name = name,
                    .names = (uint16_t)names,
                    .count = (uint16_t)c->count,
                    .root = root,
                    .gains = (uint16_t)c->gains};
    us_expr *expr = make(&head, c->node, NULL);
    survey(expr, root);
    *out = expr;
    return US_OK;
}

/* Clears all but the nodes, which are many and are written before they are read. */
static void begin(us_compiler *c, const us_domain *domain, const us_scope *scope,
                  const us_source *source, us_error *err)
{
    memset(c, 0, offsetof(us_compiler, node));
    c->node[0] = (us_expr_node){0};
    c->place[0] = 0;
    c->domain = domain;
    c->scope = scope;
    c->source = source;
    c->err = err;
    c->count = 1;
}

us_status us_expr_compile(const us_domain *domain, const us_scope *scope, us_value_kind wanted,
                          const us_source *source, us_expr **out, us_error *err)
{
    us_compiler c;
    begin(&c, domain, scope, source, err);
    return compile(&c, wanted, out);
}

us_status us_expr_compile_gain(const us_domain *domain, const us_scope *scope,
                               const us_source *source, us_expr **out, us_error *err)
{
    us_compiler c;
    begin(&c, domain, scope, source, err);
    c.gaining = true;
    return compile(&c, US_VALUE_BOOL, out);
}

/* Returns the gained() node of a comparison that wants it to be at least the number in a slot, or
 * NULL. *slot: that slot. */
static const us_expr_node *gained_in(const us_expr *gain, int index, int *slot)
{
    const us_expr_node *node = &gain->node[index];
    if (node->op != US_OP_AT_LEAST && node->op != US_OP_AT_MOST)
        return NULL;
    const us_expr_node *left = &gain->node[node->first], *right = &gain->node[left->next];
    const us_expr_node *much = node->op == US_OP_AT_LEAST ? left : right;
    const us_expr_node *number = much == left ? right : left;
    *slot = (int)number->value;
    return much->op == US_OP_GAINED && number->op == US_OP_SLOT ? much : NULL;
}

int us_expr_gain_slot(const us_expr *gain, int index, int *tally)
{
    int slot;
    *tally = -1;
    for (int i = 1; i < gain->count; i++) {
        const us_expr_node *much = gained_in(gain, i, &slot);
        if (!much || much->value != index)
            continue;
        const us_expr_node *what = &gain->node[much->first];
        *tally = what->op == US_OP_TALLY ? (int)what->value : -1;
        return slot;
    }
    return -1;
}

us_expr *us_expr_gain_value(const us_expr *gain, int slot)
{
    for (int i = 1; i < gain->count; i++) {
        int other;
        const us_expr_node *much = gained_in(gain, i, &other);
        if (!much || other != slot)
            continue;
        us_expr head = {.domain = gain->domain,
                        .name = gain->name,
                        .names = gain->names,
                        .count = gain->count,
                        .root = much->first};
        us_expr *expr = make(&head, gain->node, NULL);
        for (int k = 0; k < expr->names; k++)
            expr->name[k].used = false;
        expr->node[much->first].next = 0;
        survey(expr, much->first);
        return expr;
    }
    return NULL;
}

/* Makes an expression of few nodes, the last of which is its root. name may be NULL. */
static us_expr *make_small(const us_domain *domain, us_expr_name *name, const us_expr_node *node,
                           int count, us_arena *arena)
{
    us_expr head = {.domain = domain,
                    .name = name,
                    .names = name != NULL,
                    .count = (uint16_t)count,
                    .root = (uint16_t)(count - 1)};
    us_expr *expr = make(&head, node, arena);
    survey(expr, expr->root);
    return expr;
}

us_expr *us_expr_from_slot(const us_domain *domain, const us_scope *scope, int slot,
                           us_arena *arena)
{
    static const char *const operators[] = {"and", "or", "not"};
    us_expr_name name = {scope->slot[slot].name, slot, true};
    us_expr_node node[] = {
        {0},
        {.op = US_OP_SLOT, .kind = (uint8_t)scope->slot[slot].kind, .height = 1, .value = slot}};
    return US_ROW_FIND(operators, US_COUNT(operators), name.name) >= 0
               ? NULL
               : make_small(domain, &name, node, US_COUNT(node), arena);
}

us_expr *us_expr_from_entity(const us_domain *domain, us_id id, us_arena *arena)
{
    us_expr_node node[] = {
        {0}, {.op = US_OP_LITERAL, .kind = US_VALUE_ENTITY, .height = 1, .value = id}};
    return make_small(domain, NULL, node, US_COUNT(node), arena);
}

us_expr *us_expr_from_cell(const us_domain *domain, int x, int y, us_arena *arena)
{
    us_expr_node node[] = {
        {0},
        {.op = US_OP_LITERAL, .kind = US_VALUE_NUMBER, .height = 1, .next = 2, .value = x},
        {.op = US_OP_LITERAL, .kind = US_VALUE_NUMBER, .height = 1, .value = y},
        {.op = US_OP_CELL, .kind = US_VALUE_CELL, .height = 2, .first = 1},
    };
    return make_small(domain, NULL, node, US_COUNT(node), arena);
}

void us_expr_free(us_expr *expr)
{
    us_mem_free(expr);
}

int us_expr_gain_count(const us_expr *expr)
{
    return expr->gains;
}

us_value_kind us_expr_kind(const us_expr *expr)
{
    return (us_value_kind)expr->node[expr->root].kind;
}

bool us_expr_has_slot(const us_expr *expr, int slot)
{
    for (int i = 0; i < expr->names; i++)
        if (expr->name[i].slot == slot)
            return expr->name[i].used;
    return false;
}

bool us_expr_is_constant(const us_expr *expr, int64_t *value)
{
    const us_expr_node *node = &expr->node[expr->root];
    const us_expr_node *x = &expr->node[node->first], *y = &expr->node[x->next];
    if (node->op == US_OP_LITERAL) {
        *value = node->value;
        return true;
    }
    if (node->op != US_OP_CELL || x->op != US_OP_LITERAL || y->op != US_OP_LITERAL)
        return false;
    *value = us_cell_from_xy(x->value, y->value);
    return true;
}

bool us_expr_has_ids(const us_expr *expr)
{
    return expr->names_ids;
}
