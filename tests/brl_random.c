#include "tests/brl_text.h"

#include <stdio.h>

#include "base/rng.h"

typedef struct maker {
    us_rng rng;
    us_builder *builder;
    int depth, nodes, labels;
    int step[16], steps; /* labels of the steps: s3 */
    bool monitor;        /* the root is one: its children are no steps */
} maker;

static int draw(maker *m, int bound)
{
    return (int)us_rng_next_below(&m->rng, (uint32_t)bound);
}

static const char *pick(maker *m, const char *const *from, int count)
{
    return from[draw(m, count)];
}
#define PICK(m, list) pick((m), (list), US_COUNT(list))

static const char *const numbers[] = {"n", "3", "gold(self) / 2", "count(self, \"footman\") + n"};
static const char *const conditions[] = {"gold(self) >= 400", "exists(who)", "n > 3 or not n == 0",
                                         "count(enemy, \"hall\") == 0 and gold(self) > n"};
static const char *const cells[] = {"there", "(3, 4)", "near(enemy.depot)", "near(who, -2, 5)"};
static const char *const words[] = {"one", "two", "three", "attack-fast", "x_1"};

static void node(maker *m);

static void children(maker *m, int least, int most)
{
    int count = least + draw(m, most - least + 1);
    for (int i = 0; i < count; i++)
        node(m);
}

static void leaf_args(maker *m, us_node_kind kind)
{
    us_builder *b = m->builder;
    if (kind == US_NODE_ACT) {
        us_builder_add_arg(b, US_ARGS_NODE, "cell", PICK(m, cells));
        if (draw(m, 2))
            us_builder_add_arg(b, US_ARGS_NODE, "units", "all");
    } else if (kind == US_NODE_GOAL) {
        us_builder_add_arg(b, US_ARGS_NODE, "number", PICK(m, numbers));
        us_builder_add_arg(b, US_ARGS_NODE, "type", "\"footman\"");
        us_builder_add_arg(b, US_ARGS_NODE, "player", draw(m, 2) ? "self" : "enemy");
        if (draw(m, 3) == 0)
            us_builder_set_product(b, "made");
    } else if (kind == US_NODE_QUERY) {
        us_builder_add_arg(b, US_ARGS_NODE, PICK(m, words), "who");
        us_builder_add_arg(b, US_ARGS_DESCRIPTOR, PICK(m, words), PICK(m, numbers));
        if (draw(m, 2))
            us_builder_add_list_item(b, "not \"this\" \\ one");
    } else if (kind == US_NODE_CALL) {
        us_builder_add_arg(b, US_ARGS_NODE, "k", PICK(m, numbers));
    } else if (kind == US_NODE_SET) {
        us_builder_set_product(b, "count");
        us_builder_add_arg(b, US_ARGS_NODE, "", PICK(m, numbers));
    } else if (kind == US_NODE_CHECK || kind == US_NODE_RULE) {
        us_builder_add_arg(b, US_ARGS_NODE, "", PICK(m, conditions));
    } else if (kind == US_NODE_OPTION) {
        for (int i = draw(m, 4); i > 0; i--)
            us_builder_add_arg(b, US_ARGS_NODE, "", PICK(m, numbers));
    } else if (kind == US_NODE_STACKS || (kind == US_NODE_PARALLEL && draw(m, 3) == 0)) {
        us_builder_add_list_item(b, PICK(m, words));
        us_builder_add_list_item(b, "other");
    }
}

static us_node settings(maker *m, us_node_kind kind)
{
    const us_setting *table;
    us_node made = us_node_default(kind);
    for (int i = us_setting_list(&table) - 1; i >= 0; i--) {
        if (!(table[i].kinds >> kind & 1) || draw(m, 3))
            continue;
        int high = table[i].high > table[i].low + 9 ? table[i].low + 9 : table[i].high;
        *us_setting_value(&table[i], &made) = table[i].low + draw(m, high - table[i].low + 1);
        if (table[i].special && draw(m, 2))
            *us_setting_value(&table[i], &made) = US_FAIL_EARLY;
    }
    const us_node_row *about = us_node_kind_row(kind);
    if (about->number == US_NUMBER_MUST || (about->number == US_NUMBER_MAY && draw(m, 2)))
        made.count = 1 + draw(m, 99);
    made.name = kind == US_NODE_ACT    ? "move"
                : kind == US_NODE_GOAL ? "BuildUnits"
                : kind == US_NODE_CALL ? "Other"
                : kind == US_NODE_RULE ? "attacked"
                : kind == US_NODE_GOTO ? (draw(m, 2) ? "success" : "failure")
                : about->named         ? PICK(m, words)
                                       : "";
    made.pursue = kind == US_NODE_GOAL ? draw(m, 1 + US_GOAL_KINDS) : 0;
    return made;
}

/* The label that was made last is about to be given to a step. */
static void note_step(maker *m)
{
    if (m->depth == 1 && !m->monitor && m->steps < US_COUNT(m->step))
        m->step[m->steps++] = m->labels - 1;
}

static void order_children(maker *m)
{
    char label[8][16];
    int count = 2 + draw(m, 6);
    for (int i = 0; i < count; i++) {
        us_node guard = us_node_default(US_NODE_SUCCEED);
        snprintf(label[i], sizeof label[i], "s%d", m->labels++);
        guard.label = label[i];
        note_step(m);
        us_builder_open_node(m->builder, &guard);
        m->depth++;
        node(m);
        m->depth--;
        us_builder_close_node(m->builder);
    }
    for (int i = draw(m, 2 * count); i > 0; i--) {
        int a = draw(m, count), b = draw(m, count);
        if (a < b) /* either way, but never in a circle */
            us_builder_add_precedence(m->builder, label[count - 1 - a], label[count - 1 - b]);
    }
}

static void node(maker *m)
{
    us_node_kind kind = (us_node_kind)draw(m, US_NODE_KINDS);
    if (m->depth > 5 || m->nodes > 120)
        kind = (us_node_kind)draw(m, US_NODE_INVERT);
    us_node made = settings(m, kind);
    char label[16];
    if (m->depth == 0)
        m->monitor = kind == US_NODE_MONITOR || kind == US_NODE_SQUAD;
    if (draw(m, 6) == 0) {
        snprintf(label, sizeof label, "s%d", m->labels++);
        made.label = label;
        note_step(m);
    }
    us_builder_open_node(m->builder, &made);
    m->depth++;
    m->nodes++;
    leaf_args(m, kind);
    const us_node_row *about = us_node_kind_row(kind);
    if (kind == US_NODE_ORDER)
        order_children(m);
    else if (about->most != 0 && kind != US_NODE_CHECK)
        children(m, 1, about->most == 1 ? 1 : 4);
    m->depth--;
    us_builder_close_node(m->builder);
}

static void head(maker *m, us_template_kind kind)
{
    us_builder *b = m->builder;
    static const struct {
        const char *name;
        us_value_kind kind;
    } slots[] = {{"who", US_VALUE_ENTITY},
                 {"all", US_VALUE_GROUP},
                 {"there", US_VALUE_CELL},
                 {"n", US_VALUE_NUMBER},
                 {"made", US_VALUE_GROUP}};
    const us_arg seven = {.text = "7"};
    int params = draw(m, 5);
    for (int i = 0; i < US_COUNT(slots); i++) {
        us_slot_row row = us_slot_row_default(slots[i].name, slots[i].kind);
        row.param = i < params;
        row.initial = i == 3 && draw(m, 2) ? &seven : NULL;
        row.type_name = i < 2 && draw(m, 2) ? "footman" : "";
        row.role_name = i < 2 && draw(m, 3) == 0 ? "fighter" : "";
        row.owner = i == 3 || draw(m, 2) ? US_SEAT_NONE : US_SEAT_ENEMY;
        us_builder_add_slot(b, &row);
    }
    if (kind != US_TEMPLATE_BEHAVIOR)
        return;
    us_builder_set_goal(b, "DefeatPlayer");
    us_builder_set_goal_kind(b, draw(m, 1 + US_GOAL_KINDS));
    us_builder_add_arg(b, US_ARGS_GOAL, "", "enemy");
    for (int i = draw(m, 3); i > 0; i--) {
        us_builder_add_class(b, words[i]); /* each class, and each key, once */
        us_builder_add_descriptor(b, words[i], draw(m, 200) - 100);
        us_builder_add_arg(b, US_ARGS_WHEN, "", PICK(m, conditions));
        us_builder_add_arg(b, US_ARGS_ALIVE, "", PICK(m, conditions));
    }
    if (draw(m, 4) == 0)
        us_builder_set_literal(b);
}

static void entries(maker *m)
{
    static const char *const texts[] = {
        "rush.jsonl",   "3fa1",        "",
        "a \"b\" \\ c", "caf\xc3\xa9", "{\"kind\": \"move\", \"cell\": [3, 4]} and some more"};
    static const char *const keys[] = {"features", "there.window", "why.when.1", "order.2"};
    int first = draw(m, US_COUNT(keys));
    for (int i = draw(m, US_COUNT(keys)); i > 0; i--) {
        const char *key = keys[(first + i) % US_COUNT(keys)]; /* each once in a case */
        int64_t number[40];
        const char *text[20];
        int count = draw(m, 40);
        for (int k = 0; k < count; k++)
            number[k] = (int64_t)us_rng_next(&m->rng) * (draw(m, 2) ? 1 : -987654321);
        for (int k = 0; k < count / 2; k++)
            text[k] = PICK(m, texts);
        if (draw(m, 2))
            us_builder_add_entry(m->builder, key, number, count);
        else
            us_builder_add_text_entry(m->builder, key, text, count / 2);
    }
}

/* Behind the nodes: what is done names them. */
static void cases(maker *m)
{
    us_builder *b = m->builder;
    int further = draw(m, 4);
    if (draw(m, 4)) {
        if (draw(m, 2))
            us_builder_set_first_case(b, draw(m, 3) - 1, draw(m, 2) ? "ridge \"1\"" : "");
        entries(m);
    }
    for (int i = 0; i < further; i++) {
        us_builder_add_case(b, draw(m, 4) ? draw(m, 9999) : -1, draw(m, 2) ? "plain" : NULL);
        for (int k = m->steps ? draw(m, 5) : 0; k > 0; k--) {
            char label[16];
            snprintf(label, sizeof label, "s%d", m->step[draw(m, m->steps)]);
            us_builder_add_done(b, label);
        }
        if (draw(m, 3))
            entries(m);
    }
    if (draw(m, 4) == 0)
        us_builder_set_first_case(b, draw(m, 9999), "late");
}

us_brl *brl_random(uint64_t seed, us_faults *faults)
{
    maker m = {.rng = us_rng_derive(seed, "brl.random", 0)};
    us_builder *b = us_builder_new(brl_domain(), US_TEMPLATE_TREE, "", NULL, faults);
    us_slot_row count = us_slot_row_default("count", US_VALUE_NUMBER);
    const us_arg less = {.text = "-5"};
    count.initial = &less;
    us_builder_add_shared_slot(b, &count);
    us_brl *brl = us_brl_new(brl_domain(), "random", us_builder_finish(b));
    int items = 1 + draw(&m, 3);
    for (int i = 0; i <= items; i++) {
        us_template_kind kind = (us_template_kind)draw(&m, US_TEMPLATE_KINDS);
        char name[16];
        snprintf(name, sizeof name, i == 0 ? "Other" : "T%d", i);
        if (i == 0)
            kind = US_TEMPLATE_TREE;
        m.builder = us_builder_new(brl_domain(), kind, name, brl->shared, faults);
        m.nodes = m.labels = m.steps = 0;
        if (i == 0) {
            us_slot_row k = us_slot_row_default("k", US_VALUE_NUMBER);
            k.param = true;
            us_builder_add_slot(m.builder, &k);
            us_node stop = us_node_default(US_NODE_ACT);
            stop.name = "stop";
            us_builder_open_node(m.builder, &stop);
            us_builder_close_node(m.builder);
        } else {
            head(&m, kind);
            node(&m);
            if (kind == US_TEMPLATE_BEHAVIOR)
                cases(&m);
            else
                entries(&m);
        }
        us_brl_add(brl, us_builder_finish(m.builder));
    }
    us_brl_link(brl, faults);
    return brl;
}
