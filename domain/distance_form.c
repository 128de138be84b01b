#include "domain/distance_form.h"

#include "domain/sensor.h"

static bool calls(const us_expr_node *node, int64_t (*sensor)(const us_call *call))
{
    return node->op == US_OP_CALL && us_sensor_table[node->value].eval == sensor;
}

/* Checks that the first argument is the spot and all others, except `but`, are literals. */
static bool asks_of_spot(const us_expr *expr, const us_expr_node *call, int but)
{
    const us_expr_node *first = &expr->node[call->first];
    if (first->param != 0 || first->op != US_OP_SLOT || first->kind != US_VALUE_CELL)
        return false;
    for (int child = first->next; child; child = expr->node[child].next)
        if (expr->node[child].op != US_OP_LITERAL && child != but)
            return false;
    return true;
}

us_distance_form us_distance_form_from_expr(const us_expr *expr, int *node)
{
    const us_expr_node *root = &expr->node[expr->root];
    bool cells = calls(root, us_sensor_eval_cells_to), gap = calls(root, us_sensor_eval_gap);
    *node = expr->root;
    if (cells || gap)
        return !asks_of_spot(expr, root, 0) ? US_DISTANCE_OTHER
               : cells                      ? US_DISTANCE_CELLS
                                            : US_DISTANCE_GAP;
    int nearest = calls(root, us_sensor_eval_distance) ? expr->node[root->first].next : 0;
    *node = nearest;
    bool set = nearest && calls(&expr->node[nearest], us_sensor_eval_nearest) &&
               asks_of_spot(expr, root, nearest) && asks_of_spot(expr, &expr->node[nearest], 0);
    return set ? US_DISTANCE_SET : US_DISTANCE_OTHER;
}
