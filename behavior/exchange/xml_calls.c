#include <string.h>

#include "behavior/exchange/xml.h"

/* Items that can't be a SubTree. */

typedef struct checker {
    const us_brl *brl;
    const char *advice;
    us_error *err;
} checker;

static us_status refuse(const checker *c, int line, int column, const char *why, const char *name)
{
    return us_error_set(c->err, US_BAD_INPUT, c->brl->file, line, column, "\"%s\" %s%s", name, why,
                        c->advice);
}

static bool has_twin(const us_template *t, int call)
{
    bool twin = false;
    for (int i = 0; t->node[call].label[0] && i < call; i++)
        twin = twin || (t->node[i].kind == US_NODE_CALL &&
                        strcmp(t->node[i].label, t->node[call].label) == 0);
    return twin;
}

static us_status check_tree(const checker *c, const us_template *t, bool called)
{
    if (us_xml_is_reserved(t->name) || us_domain_find_action(c->brl->domain, t->name) >= 0)
        return refuse(c, t->line, t->column, "is a name that BehaviorTree.CPP has taken", t->name);
    for (int i = t->shared; i < t->shared + t->params; i++)
        if (!us_xml_is_port(t->slot[i].slot.name))
            return refuse(c, t->slot[i].line, t->slot[i].column,
                          "is no name of a port in BehaviorTree.CPP", t->slot[i].slot.name);
    for (int i = 0; i < t->node_count; i++) {
        const us_node *node = &t->node[i];
        if (called && node->product[0] && node->slot >= t->shared &&
            node->slot < t->shared + t->params)
            return refuse(c, node->line, node->column,
                          "is a parameter of a tree that is called: it can't be written, as a "
                          "SubTree of BehaviorTree.CPP shares it with its caller and a call has "
                          "a copy",
                          node->product);
        if (node->kind == US_NODE_CALL && has_twin(t, i))
            return refuse(c, node->line, node->column,
                          "is the label of two calls of a tree, which BehaviorTree.CPP refuses",
                          node->label);
    }
    return US_OK;
}

/* Returns by item whether a marked item calls it. marked NULL: all items are. */
static bool *list_called(const us_brl *brl, const bool *marked)
{
    bool *called = us_mem_alloc_array((size_t)brl->count + 1, sizeof *called);
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; (!marked || marked[i]) && k < brl->item[i]->node_count; k++) {
            int to = us_brl_find_called(brl, (us_brl_call){i, k});
            if (to >= 0)
                called[to] = true;
        }
    return called;
}

const us_template *us_xml_find_main(const us_brl *brl)
{
    US_AUTOFREE bool *called = list_called(brl, NULL);
    int found = -1, roots = 0;
    for (int i = 0; i < brl->count; i++) {
        found = called[i] ? found : i;
        roots += !called[i];
    }
    return roots == 1 ? brl->item[found] : NULL;
}

us_status us_xml_check_calls(const us_brl *brl, const bool *marked, us_brl_call circle,
                             const char *advice, us_error *err)
{
    const checker c = {brl, advice, err};
    US_AUTOFREE bool *called = list_called(brl, marked);
    us_status status = US_OK;
    if (circle.item >= 0) {
        const us_node *node = &brl->item[circle.item]->node[circle.node];
        status = refuse(&c, node->line, node->column,
                        "is called while it runs, which BehaviorTree.CPP refuses", node->name);
    }
    for (int i = 0; i < brl->count && status == US_OK; i++)
        if (marked[i] && brl->item[i]->kind == US_TEMPLATE_TREE)
            status = check_tree(&c, brl->item[i], called[i]);
    return status;
}
