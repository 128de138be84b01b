#include "plan/query_engine.h"

#include <string.h>

#include "base/str.h"
#include "behavior/brl.h"

us_query_engine *us_query_engine_new(const us_domain *domain, us_case_base *case_base, us_ties ties)
{
    us_query_engine *asker = US_NEW(us_query_engine);
    asker->domain = domain;
    asker->case_base = case_base;
    asker->ties = ties;
    asker->arena = us_arena_new();
    asker->program =
        US_NEW_ARRAY(us_program *, case_base ? us_case_base_behavior_count(case_base) + 1 : 1);
    asker->fits = US_NEW_ARRAY(uint8_t, domain->type_count + 1);
    return asker;
}

void us_query_engine_free(us_query_engine *asker)
{
    if (!asker)
        return;
    for (int i = 0; asker->case_base && i < us_case_base_behavior_count(asker->case_base); i++)
        us_program_free(asker->program[i]);
    for (int i = 0; i < asker->trees; i++)
        us_program_free(asker->tree[i]);
    us_mem_free(asker->program);
    us_mem_free(asker->tree);
    us_mem_free(asker->of);
    us_mem_free(asker->ask);
    us_mem_free(asker->hash);
    us_mem_free(asker->fits);
    us_mem_free(asker->sum);
    us_mem_free(asker->share);
    us_mem_free(asker->unfit);
    us_arena_free(asker->arena);
    us_mem_free(asker);
}

us_query_counts us_query_engine_get_counts(const us_query_engine *asker)
{
    return asker->counts;
}

/* ---- programs */

/* Returns the template of a behavior of some class, which has been read already. */
static const us_template *template_of(const us_query_engine *asker, int behavior)
{
    const us_template *template = NULL;
    us_status status =
        us_case_base_get_template(asker->case_base, behavior, &template, &(us_error){0});
    us_assert(status == US_OK);
    return template;
}

const us_program *us_query_engine_get_program(us_query_engine *asker, int behavior)
{
    if (!asker->program[behavior])
        asker->program[behavior] = us_program_new(template_of(asker, behavior));
    return asker->program[behavior];
}

const us_program *us_query_engine_find_tree(us_query_engine *asker, const char *name)
{
    const us_template *template = NULL;
    us_error err;
    for (int i = 0; i < asker->trees; i++)
        if (us_text_equal(us_program_template(asker->tree[i])->name, name))
            return asker->tree[i];
    if (!asker->case_base ||
        us_case_base_find_tree(asker->case_base, name, &template, &err) != US_OK || !template)
        return NULL;
    asker->tree = us_array_grow(asker->tree, asker->trees, &asker->tree_room, sizeof(us_program *));
    return asker->tree[asker->trees++] = us_program_new(template);
}

static uint64_t mix(const void *pointer, int number)
{
    uint64_t mixed = ((uint64_t)(uintptr_t)pointer >> 4) * 31 + (uint64_t)number;
    return mixed * 0x9e3779b97f4a7c15u >> 32;
}

static us_query_template_hash *hash_at(const us_query_engine *asker, const us_template *template)
{
    for (uint64_t i = mix(template, 0);; i++) {
        us_query_template_hash *at = &asker->hash[i & (uint64_t)(asker->hash_room - 1)];
        if (!at->template || at->template == template)
            return at;
    }
}

static void more_hashes(us_query_engine *asker)
{
    us_query_template_hash *old = asker->hash;
    int room = asker->hash_room;
    asker->hash_room = room ? 2 * room : 64;
    asker->hash = US_NEW_ARRAY(us_query_template_hash, asker->hash_room);
    for (int i = 0; i < room; i++)
        if (old[i].template)
            *hash_at(asker, old[i].template) = old[i];
    us_mem_free(old);
}

us_hash us_query_engine_hash_template(us_query_engine *asker, const us_template *template)
{
    if (2 * asker->hashes >= asker->hash_room)
        more_hashes(asker);
    us_query_template_hash *at = hash_at(asker, template);
    if (!at->template) {
        asker->hashes++;
        *at = (us_query_template_hash){template, us_template_hash(template)};
    }
    return at->hash;
}

/* ---- classes */

/* Returns the range of a descriptor, less 1, and its least value; 0: too large. */
static int range_of(const us_domain *domain, const char *name, int64_t *low)
{
    int index = us_domain_find_descriptor(domain, name);
    const us_descriptor *d = index < 0 ? NULL : &domain->descriptor[index];
    int64_t size = d ? (int64_t)d->high - d->low : 100;
    *low = d ? d->low : 0;
    return size > US_QUERY_TABLE_MAX ? 0 : (int)size;
}

static const us_query_column *find_column(const us_query_class *of, const char *name)
{
    for (int i = 0; of && i < of->columns; i++)
        if (us_text_equal(of->column[i].name, name))
            return &of->column[i];
    return NULL;
}

static const us_query_class_param *find_takes(const us_query_class *of, const char *name)
{
    for (int i = 0; of && i < of->takings; i++)
        if (us_text_equal(of->takes[i].name, name))
            return &of->takes[i];
    return NULL;
}

static us_query_column *column_of(us_query_engine *asker, us_query_class *of, const char *name)
{
    const us_query_column *found = find_column(of, name);
    if (found)
        return (us_query_column *)(uintptr_t)found;
    us_query_column *grown = US_ARENA_ARRAY(asker->arena, us_query_column, of->columns + 1);
    if (of->columns > 0)
        memcpy(grown, of->column, (size_t)of->columns * sizeof *grown);
    of->column = grown;
    us_query_column *made = &grown[of->columns++];
    made->name = name;
    made->value = US_ARENA_ARRAY(asker->arena, int64_t, of->count);
    made->has = US_ARENA_ARRAY(asker->arena, uint32_t, of->count);
    made->index = US_ARENA_ARRAY(asker->arena, uint16_t, of->count);
    made->size = range_of(asker->domain, name, &made->low);
    made->wide = made->size == 0;
    for (int i = 0; i < of->count; i++)
        made->index[i] = (uint16_t)(made->size + 1);
    return made;
}

static us_query_class_param *takes_of(us_query_engine *asker, us_query_class *of, const char *name)
{
    const us_query_class_param *found = find_takes(of, name);
    if (found)
        return (us_query_class_param *)(uintptr_t)found;
    us_query_class_param *grown =
        US_ARENA_ARRAY(asker->arena, us_query_class_param, of->takings + 1);
    if (of->takings > 0)
        memcpy(grown, of->takes, (size_t)of->takings * sizeof *grown);
    of->takes = grown;
    grown[of->takings] =
        (us_query_class_param){name, US_ARENA_ARRAY(asker->arena, us_type, of->count)};
    for (int i = 0; i < of->count; i++)
        grown[of->takings].type[i] = US_NO_TYPE;
    return &grown[of->takings++];
}

static void note_behavior(us_query_engine *asker, us_query_class *of, int place,
                          const us_template *t)
{
    for (int i = 0; i < t->descriptor_count; i++) {
        us_query_column *column = column_of(asker, of, t->descriptor[i].key);
        int64_t value = us_entry_number(&t->descriptor[i], 0);
        if (column->has[place])
            continue;
        column->value[place] = value;
        column->has[place] = UINT32_MAX;
        if (value < column->low || value - column->low > column->size)
            column->wide = true;
        else
            column->index[place] = (uint16_t)(value - column->low);
    }
    for (int i = t->shared; i < t->shared + t->params; i++)
        if (t->slot[i].slot.kind == US_VALUE_ENTITY && t->slot[i].type != US_NO_TYPE)
            takes_of(asker, of, t->slot[i].slot.name)->type[place] = t->slot[i].type;
}

static void more_places(us_query_engine *asker, int places)
{
    if (places <= asker->places)
        return;
    asker->places = places;
    asker->sum = us_mem_realloc(asker->sum, (size_t)places * sizeof *asker->sum);
    asker->share = us_mem_realloc(asker->share, (size_t)places * sizeof *asker->share);
    asker->unfit = us_mem_realloc(asker->unfit, (size_t)places);
}

static us_query_class *class_new(us_query_engine *asker, const char *name)
{
    int behaviors = us_case_base_behavior_count(asker->case_base);
    us_query_class *of = us_arena_alloc(asker->arena, 1, sizeof *of);
    of->name = us_arena_strndup(asker->arena, name, strlen(name));
    of->behavior = US_ARENA_ARRAY(asker->arena, int, behaviors);
    of->lot = US_ARENA_ARRAY(asker->arena, uint64_t, behaviors);
    for (int i = 0; i < behaviors; i++) {
        const us_template *t;
        us_error err;
        if (!us_case_base_has_class(asker->case_base, i))
            continue;
        if (us_case_base_get_template(asker->case_base, i, &t, &err) == US_OK) {
            if (!us_template_has_class(t, name))
                continue;
            of->lot[of->count] =
                us_ties_lot(asker->ties, us_case_base_behavior_hash(asker->case_base, i));
            of->behavior[of->count++] = i;
        } else if (!of->trouble) {
            of->trouble = us_arena_strndup(asker->arena, err.text, strlen(err.text));
        }
    }
    for (int i = 0; i < of->count; i++)
        note_behavior(asker, of, i, template_of(asker, of->behavior[i]));
    more_places(asker, of->count);
    return of;
}

static const us_query_class *class_of(us_query_engine *asker, const char *name)
{
    for (int i = 0; i < asker->classes; i++)
        if (us_text_equal(asker->of[i]->name, name))
            return asker->of[i];
    if (!asker->case_base)
        return NULL;
    asker->of =
        us_array_grow(asker->of, asker->classes, &asker->class_room, sizeof(us_query_class *));
    return asker->of[asker->classes++] = class_new(asker, name);
}

/* ---- queries of nodes */

static void tabulate(us_query_engine *asker, us_prepared_query_value *value)
{
    const us_domain *domain = asker->domain;
    int64_t low;
    int index = us_domain_find_descriptor(domain, value->name);
    value->size = range_of(domain, value->name, &low);
    if (value->size == 0 || (index >= 0 && domain->descriptor[index].alike))
        return;
    value->term = US_ARENA_ARRAY(asker->arena, uint32_t, value->size + 1);
    for (int apart = 0; apart <= value->size; apart++)
        value->term[apart] =
            (uint32_t)(value->weight *
                       us_class_query_compare_values(domain, value->name, apart, 0) /
                       US_SIMILARITY_ONE);
}

static void list_values(us_query_engine *asker, us_prepared_query *ask)
{
    const us_domain *domain = asker->domain;
    ask->value = US_ARENA_ARRAY(asker->arena, us_prepared_query_value, US_DESCRIPTORS_MAX);
    for (int i = 0; i < ask->node->arg_count && ask->values < US_DESCRIPTORS_MAX; i++) {
        const us_arg *arg = &ask->node->arg[i];
        if (arg->descriptor)
            ask->value[ask->values++] =
                (us_prepared_query_value){.name = arg->name, .expr = arg->expr};
    }
    for (int i = 0, all = ask->values == 0; all && i < domain->descriptor_count; i++) {
        const us_descriptor *d = &domain->descriptor[i];
        if (d->value)
            ask->value[ask->values++] =
                (us_prepared_query_value){.name = d->name, .expr = d->value};
    }
    for (int i = 0; i < ask->values; i++) {
        us_prepared_query_value *value = &ask->value[i];
        value->weight = us_class_query_share(US_SIMILARITY_ONE, ask->values, i);
        value->column = find_column(ask->of, value->name);
        tabulate(asker, value);
    }
}

/* Compiles ARGUMENT.type; NULL: that is too long. */
static us_expr *type_of(us_query_engine *asker, const us_template *t, const us_arg *arg)
{
    us_str text;
    us_expr *expr = NULL;
    us_str_init(&text);
    us_str_addf(&text, "(%s).type", arg->text);
    us_source source = {.file = "", .text = text.text, .line = 1, .column = 1};
    us_status status =
        us_expr_compile(asker->domain, &t->scope, US_VALUE_TYPE, &source, &expr, &(us_error){0});
    us_str_clear(&text);
    return status == US_OK ? us_expr_to_arena(expr, asker->arena) : NULL;
}

static void list_params(us_query_engine *asker, us_prepared_query *ask)
{
    ask->param = US_ARENA_ARRAY(asker->arena, us_prepared_query_param, ask->node->arg_count);
    for (int i = 0; i < ask->node->arg_count; i++) {
        const us_arg *arg = &ask->node->arg[i];
        if (arg->descriptor || !arg->name[0])
            continue;
        us_assert(ask->params < US_QUERY_PARAMS_MAX);
        us_prepared_query_param *param = &ask->param[ask->params++];
        *param = (us_prepared_query_param){.arg = arg, .kind = us_expr_kind(arg->expr)};
        if (param->kind != US_VALUE_ENTITY)
            continue;
        param->takes = find_takes(ask->of, arg->name);
        param->type = type_of(asker, ask->template, arg);
        ask->restless = ask->restless || !param->type;
    }
}

/* Whether the behavior is excluded by name, or has a parameter of another kind than the query
 * passes. */
static bool is_out(const us_query_engine *asker, const us_prepared_query *ask, int behavior)
{
    const us_template *t = template_of(asker, behavior);
    for (int i = 0; i < ask->node->list_count; i++)
        if (us_text_equal(t->name, ask->node->list[i]))
            return true;
    for (int i = 0; i < ask->params; i++) {
        int slot = us_template_find_slot(t, ask->param[i].arg->name);
        if (slot >= 0 && t->slot[slot].param && t->slot[slot].slot.kind != ask->param[i].kind)
            return true;
    }
    return false;
}

static us_prepared_query *ask_new(us_query_engine *asker, const us_template *template, int node)
{
    us_prepared_query *ask = us_arena_alloc(asker->arena, 1, sizeof *ask);
    ask->template = template;
    ask->node = &template->node[node];
    ask->of = class_of(asker, ask->node->name);
    list_values(asker, ask);
    list_params(asker, ask);
    int count = ask->of ? ask->of->count : 0;
    ask->excluded = US_ARENA_ARRAY(asker->arena, bool, count + 1);
    for (int i = 0; i < count; i++)
        ask->excluded[i] = is_out(asker, ask, ask->of->behavior[i]);
    return ask;
}

static us_prepared_query **place_of(const us_query_engine *asker, const us_template *template,
                                    int node)
{
    for (uint64_t i = mix(template, node);; i++) {
        us_prepared_query **at = &asker->ask[i & (uint64_t)(asker->ask_room - 1)];
        if (!*at || ((*at)->template == template && (*at)->node == &template->node[node]))
            return at;
    }
}

static void more_asks(us_query_engine *asker)
{
    us_prepared_query **old = asker->ask;
    int room = asker->ask_room;
    asker->ask_room = room ? 2 * room : 64;
    asker->ask = US_NEW_ARRAY(us_prepared_query *, asker->ask_room);
    for (int i = 0; i < room; i++)
        if (old[i])
            *place_of(asker, old[i]->template, (int)(old[i]->node - old[i]->template->node)) =
                old[i];
    us_mem_free(old);
}

const us_prepared_query *us_query_engine_prepare_query(us_query_engine *asker,
                                                       const us_template *template, int node)
{
    if (2 * asker->asks >= asker->ask_room)
        more_asks(asker);
    us_prepared_query **at = place_of(asker, template, node);
    if (!*at) {
        asker->asks++;
        us_prepared_query *made = ask_new(asker, template, node);
        *place_of(asker, template, node) = made;
        return made;
    }
    return *at;
}
