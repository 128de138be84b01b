#include "behavior/exchange/exchange.h"

/* Returns the shape of a kind of node: leaves that act, ask or call, and inner nodes. */
static const char *shape_of(us_node_kind kind)
{
    const us_node_row *about = us_node_kind_row(kind);
    switch (kind) {
    case US_NODE_ACT:
        return "box";
    case US_NODE_CHECK:
        return "ellipse";
    case US_NODE_CALL:
    case US_NODE_GOAL:
    case US_NODE_QUERY:
        return "folder";
    case US_NODE_RULE:
        return "cds";
    default:
        return about->most == 0 ? "note" : about->most == 1 ? "hexagon" : "box\", style=\"rounded";
    }
}

static void add_text(us_str *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            us_str_add_char(out, '\\');
        us_str_add_char(out, *text);
    }
}

static void draw_node(const us_template *t, int item, int node, us_str *out)
{
    US_AUTOSTR(text);
    if (t->node[node].label[0])
        us_str_addf(&text, "%s: ", t->node[node].label);
    us_node_print(t, node, &text);
    us_str_addf(out, "    n%d_%d [shape=\"%s\", label=\"", item, node,
                shape_of(t->node[node].kind));
    add_text(out, text.text);
    us_str_add(out, "\"];\n");
}

/* Draws an item. Children stand in their order; dashed edges are the precedences of orders. */
static void draw_item(const us_template *t, int item, us_str *out)
{
    us_str_addf(out, "  subgraph cluster_%d {\n    label=\"%s ", item,
                us_template_kind_name(t->kind));
    add_text(out, t->name);
    us_str_add(out, "\";\n    color=\"gray70\";\n");
    for (int i = 0; i < t->node_count; i++)
        draw_node(t, item, i, out);
    for (int i = 1; i < t->node_count; i++)
        us_str_addf(out, "    n%d_%d -> n%d_%d;\n", item, t->node[i].parent, item, i);
    for (int i = 0; i < t->before_count; i++)
        us_str_addf(out, "    n%d_%d -> n%d_%d [style=\"dashed\", constraint=\"false\"];\n", item,
                    t->before[i].first, item, t->before[i].then);
    us_str_add(out, "  }\n");
}

void us_dot_export(const us_brl *brl, const us_template *item, us_str *out)
{
    us_brl_call circle;
    US_AUTOFREE bool *marked = us_brl_find_reachable(brl, item, &circle);
    us_str_add(out, US_DOT_FIRST "behaviors {\n  ordering=\"out\";\n"
                                 "  node [fontname=\"sans-serif\", fontsize=\"10\"];\n");
    for (int i = 0; i < brl->count; i++)
        if (marked[i])
            draw_item(brl->item[i], i, out);
    us_str_add(out, "}\n");
}

/* ---- the items that a picture or an export shows */

/* The chain of calls down to the present item. node: the next node to visit. */
typedef US_LIST(us_brl_call) path;

static void enter(path *way, int item, bool *marked, bool *open)
{
    marked[item] = open[item] = true;
    US_LIST_PUT(*way, ((us_brl_call){item, 0}));
}

int us_brl_find_called(const us_brl *brl, us_brl_call by)
{
    const us_node *node = &brl->item[by.item]->node[by.node];
    return node->kind == US_NODE_CALL ? us_brl_find_index(brl, US_TEMPLATE_TREE, node->name) : -1;
}

bool *us_brl_find_reachable(const us_brl *brl, const us_template *item, us_brl_call *circle)
{
    bool *marked = us_mem_alloc_array((size_t)brl->count + 1, sizeof *marked);
    US_AUTOFREE bool *open = us_mem_alloc_array((size_t)brl->count + 1, sizeof *open);
    path way = {0};
    *circle = (us_brl_call){-1, -1};
    for (int i = 0; i < brl->count; i++) {
        if (!marked[i] && (!item || brl->item[i] == item))
            enter(&way, i, marked, open);
        while (way.count > 0) {
            us_brl_call *top = &way.item[way.count - 1], at = *top;
            if (top->node++ == brl->item[at.item]->node_count) {
                open[at.item] = false;
                way.count--;
                continue;
            }
            int called = us_brl_find_called(brl, at);
            if (called >= 0 && open[called] && circle->item < 0)
                *circle = at;
            if (called >= 0 && !marked[called])
                enter(&way, called, marked, open);
        }
    }
    us_mem_free(way.item);
    return marked;
}
