#include "behavior/brl.h"

#include <string.h>

#include "base/sort.h"
#include "behavior/builder.h"

us_brl *us_brl_new(const us_domain *domain, const char *file, us_template *shared)
{
    us_brl *brl = US_NEW(us_brl);
    brl->domain = domain;
    brl->file = us_mem_strdup(file ? file : "");
    brl->shared = shared;
    return brl;
}

void us_brl_add(us_brl *brl, us_template *template)
{
    us_assert(!brl->sorted);
    brl->item = us_array_grow(brl->item, brl->count, &brl->capacity, sizeof(us_template *));
    brl->item[brl->count++] = template;
}

bool us_brl_is_full(const us_brl *brl, int items)
{
    return (int64_t)items * brl->shared->slot_count > US_BRL_SHARED_MAX;
}

void us_brl_add_feature(us_brl *brl, const us_brl_feature *feature)
{
    brl->feature =
        us_array_grow(brl->feature, brl->features, &brl->feature_capacity, sizeof *brl->feature);
    brl->feature[brl->features++] = *feature;
}

int us_brl_find_feature(const us_brl *brl, const char *name)
{
    for (int i = 0; i < brl->features; i++)
        if (us_text_equal(brl->feature[i].name, name))
            return i;
    return -1;
}

void us_brl_add_game(us_brl *brl, const us_brl_game *game)
{
    us_assert(game->map != 0 || game->seeded);
    brl->game = us_array_grow(brl->game, brl->games, &brl->game_capacity, sizeof *brl->game);
    brl->game[brl->games++] = *game;
}

static int by_map_and_seed(const void *left, const void *right)
{
    const us_brl_game *a = left, *b = right;
    if (a->map != b->map)
        return a->map < b->map ? -1 : 1;
    return (a->seed > b->seed) - (a->seed < b->seed);
}

int us_brl_games_sort(us_brl_game *game, int count)
{
    int kept = 0;
    us_array_sort(game, (size_t)count, sizeof *game, by_map_and_seed);
    for (int i = 0; i < count; i++)
        if (kept == 0 || by_map_and_seed(&game[kept - 1], &game[i]) != 0)
            game[kept++] = game[i];
    return kept;
}

void us_brl_free(us_brl *brl)
{
    if (!brl)
        return;
    for (int i = 0; i < brl->count; i++)
        us_template_free(brl->item[i]);
    us_template_free(brl->shared);
    us_mem_free(brl->feature);
    us_mem_free(brl->game);
    us_mem_free(brl->item);
    us_mem_free(brl->sorted);
    us_mem_free(brl->file);
    us_mem_free(brl);
}

/* ---- finding by name */

typedef struct named {
    const us_template *template;
    int index;
} named;

static int compare_name(us_template_kind kind, const char *name, const us_template *template)
{
    if (kind != template->kind)
        return kind < template->kind ? -1 : 1;
    return strcmp(name, template->name);
}

static int by_name(const void *left, const void *right)
{
    const named *a = left, *b = right;
    int order = compare_name(a->template->kind, a->template->name, b->template);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void sort_names(us_brl *brl)
{
    US_AUTOFREE named *names = US_NEW_ARRAY(named, brl->count);
    brl->sorted = US_NEW_ARRAY(int, brl->count);
    for (int i = 0; i < brl->count; i++)
        names[i] = (named){brl->item[i], i};
    us_array_sort(names, (size_t)brl->count, sizeof *names, by_name);
    for (int i = 0; i < brl->count; i++)
        brl->sorted[i] = names[i].index;
}

int us_brl_find_index(const us_brl *brl, us_template_kind kind, const char *name)
{
    us_assert(brl->sorted);
    int low = 0, high = brl->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_name(kind, name, brl->item[brl->sorted[middle]]) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == brl->count || compare_name(kind, name, brl->item[brl->sorted[low]]) != 0)
        return -1;
    return brl->sorted[low];
}

const us_template *us_brl_find(const us_brl *brl, us_template_kind kind, const char *name)
{
    int index = us_brl_find_index(brl, kind, name);
    return index < 0 ? NULL : brl->item[index];
}

int us_brl_items(const us_brl *brl, const us_template *const **out)
{
    *out = (const us_template *const *)brl->item;
    return brl->count;
}

/* ---- calls */

static const char *tree_at(const void *from, int i)
{
    const us_brl *brl = from;
    if (i == brl->count)
        return NULL;
    return brl->item[i]->kind == US_TEMPLATE_TREE ? brl->item[i]->name : "";
}

static void link_call(us_brl *brl, us_template *template, const us_node *node, us_faults *faults)
{
    const us_template *tree = us_brl_find(brl, US_TEMPLATE_TREE, node->name);
    if (!tree) {
        us_faults_add_unknown(faults, node->line, node->column, "no tree", node->name, tree_at, brl,
                              "write `tree NAME { ... }` in this file");
        return;
    }
    us_param param[US_SLOTS_MAX];
    for (int i = 0; i < tree->params; i++) {
        const us_slot_row *row = &tree->slot[tree->shared + i];
        param[i] = (us_param){row->slot.name, row->slot.kind, row->initial != NULL};
    }
    us_params params = {param,      tree->params, NULL,       "tree",
                        tree->name, node->broken, node->line, node->column};
    us_template_resolve_args(template, (us_arg *)(uintptr_t)node->arg, node->arg_count, &params,
                             faults);
}

void us_brl_link(us_brl *brl, us_faults *faults)
{
    us_assert(!brl->sorted);
    sort_names(brl);
    for (int i = 0; i < brl->count; i++) {
        us_template *template = brl->item[i];
        for (int k = 0; k < template->node_count && !us_faults_is_full(faults); k++)
            if (template->node[k].kind == US_NODE_CALL)
                link_call(brl, template, &template->node[k], faults);
    }
}

bool us_brl_equal(const us_brl *a, const us_brl *b)
{
    US_AUTOSTR(one);
    US_AUTOSTR(other);
    us_brl first = *a, second = *b;
    first.named = second.named = false; /* the text may name the domain */
    us_brl_print(&first, &one);
    us_brl_print(&second, &other);
    return us_text_equal(one.text, other.text);
}
