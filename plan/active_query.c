#include "plan/active_query.h"

#include <string.h>

#include "base/str.h"
#include "behavior/brl.h"
#include "plan/task.h"
#include "retrieve/query.h"

/* ---- the query engine: the data of all queries, as columns of numbers */

enum { TABLE_MAX = 1024 };

/* A descriptor's column: its value in each behavior of a class that has it. */
typedef struct ask_column {
    const char *name;
    int64_t *value;
    uint32_t *has;   /* by place: all bits, or none */
    uint16_t *index; /* value - low; size + 1: no value */
    int64_t low;
    int size;  /* of the range, at most TABLE_MAX; 0: the range is larger */
    bool wide; /* size is 0 or a value is outside the range: index is not used */
} ask_column;

/* The entity types that behaviors of a class take for a parameter of that name. */
typedef struct ask_takes {
    const char *name;
    us_type *type; /* by place; US_NO_TYPE: any type, or no such parameter */
} ask_takes;

/* The behaviors of the case base that serve a class, in its order. */
typedef struct ask_class {
    const char *name;
    int *behavior;
    uint64_t *lot; /* of each behavior, see retrieve/retrieve.h */
    int count;
    ask_column *column;
    int columns;
    ask_takes *takes;
    int takings;
    const char *failure;   /* why some behavior can't be read; or NULL */
    uint32_t *sum, *share; /* scratch, by place: of similarities, and of weights */
    uint8_t *unfit;        /* the same: the behavior can't be the answer */
} ask_class;

typedef struct ask_value {
    const char *name;
    const us_expr *expr;
    int64_t weight;
    const ask_column *column; /* NULL: no behavior of the class has it */
    uint32_t *term;           /* its addend, by difference of two values; NULL: it is computed */
    int size;                 /* of the table less 1; larger differences count as this */
} ask_value;

typedef struct ask_param {
    const us_arg *arg;
    us_value_kind kind;
    const ask_takes *takes; /* NULL: no behavior of the class has it, or it is no entity */
    us_expr *type;          /* of the entity, to watch; NULL: it can't be watched */
} ask_param;

/* The query of a template's node, prepared. */
typedef struct us_prepared_query {
    const us_template *template;
    const us_node *node;
    const ask_class *of; /* NULL: there is no case base */
    ask_value *value;
    int values;
    ask_param *param;
    int params;
    bool *excluded; /* by place in the class: excluded by name, or by the kind of a parameter */
    bool restless;  /* a type can't be watched: the query is checked in every cycle */
} us_prepared_query;

/* What is prepared for a node of a template, or for the template as a whole (node -1). */
typedef struct prepared {
    const us_template *template;
    int node;
    us_prepared_query *ask;
    us_hash hash;
} prepared;

struct us_query_engine {
    const us_domain *domain;
    us_case_base *case_base;
    us_ties ties;
    us_arena *arena; /* holds all that follows but the lists */
    US_LIST(ask_class *) of;
    prepared *prepared; /* by template and node: open addressing, a power of two */
    int prepareds, room;
    us_program **program; /* by behavior */
    US_LIST(us_program *) tree;
    uint8_t *fits; /* scratch, by type */
    us_query_counts counts;
};

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
    for (int i = 0; i < asker->tree.count; i++)
        us_program_free(asker->tree.item[i]);
    us_mem_free(asker->program);
    us_mem_free(asker->tree.item);
    us_mem_free(asker->of.item);
    us_mem_free(asker->prepared);
    us_mem_free(asker->fits);
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

const us_program *us_query_engine_get_program(us_query_engine *asker, int behavior, us_error *err)
{
    const us_template *template = NULL;
    if (!asker->program[behavior] &&
        us_case_base_get_template(asker->case_base, behavior, &template, err) == US_OK)
        asker->program[behavior] = us_program_new(template);
    return asker->program[behavior];
}

const us_program *us_query_engine_find_tree(us_query_engine *asker, const char *name)
{
    const us_template *template = NULL;
    us_error err;
    for (int i = 0; i < asker->tree.count; i++)
        if (us_text_equal(us_program_template(asker->tree.item[i])->name, name))
            return asker->tree.item[i];
    if (!asker->case_base ||
        us_case_base_find_tree(asker->case_base, name, &template, &err) != US_OK || !template)
        return NULL;
    us_program *tree = us_program_new(template);
    US_LIST_PUT(asker->tree, tree); /* NOLINT(bugprone-sizeof-expression): of pointers */
    return tree;
}

/* ---- the table of what is prepared */

static prepared *place_of(const us_query_engine *asker, const us_template *template, int node)
{
    uint64_t key = ((uint64_t)(uintptr_t) template >> 4) * 31 + (uint64_t)node;
    for (uint64_t i = key * 0x9e3779b97f4a7c15u >> 32;; i++) {
        prepared *at = &asker->prepared[i & (uint64_t)(asker->room - 1)];
        if (!at->template || (at->template == template && at->node == node))
            return at;
    }
}

static prepared *prepared_of(us_query_engine *asker, const us_template *template, int node)
{
    if (2 * asker->prepareds >= asker->room) {
        US_AUTOFREE prepared *old = asker->prepared;
        int room = asker->room;
        asker->room = room ? 2 * room : 64;
        asker->prepared = US_NEW_ARRAY(prepared, asker->room);
        for (int i = 0; i < room; i++)
            if (old[i].template)
                *place_of(asker, old[i].template, old[i].node) = old[i];
    }
    prepared *at = place_of(asker, template, node);
    asker->prepareds += !at->template;
    at->template = template;
    at->node = node;
    return at;
}

us_hash us_query_engine_hash_template(us_query_engine *asker, const us_template *template)
{
    prepared *at = prepared_of(asker, template, -1);
    if (!at->hash)
        at->hash = us_template_hash(template);
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
    return size > TABLE_MAX ? 0 : (int)size;
}

static const ask_column *find_column(const ask_class *of, const char *name)
{
    for (int i = 0; of && i < of->columns; i++)
        if (us_text_equal(of->column[i].name, name))
            return &of->column[i];
    return NULL;
}

static const ask_takes *find_takes(const ask_class *of, const char *name)
{
    for (int i = 0; of && i < of->takings; i++)
        if (us_text_equal(of->takes[i].name, name))
            return &of->takes[i];
    return NULL;
}

static ask_column *column_of(us_query_engine *asker, ask_class *of, const char *name)
{
    const ask_column *found = find_column(of, name);
    if (found)
        return (ask_column *)(uintptr_t)found;
    ask_column *grown = US_ARENA_ARRAY(asker->arena, ask_column, of->columns + 1);
    if (of->columns > 0)
        memcpy(grown, of->column, (size_t)of->columns * sizeof *grown);
    of->column = grown;
    ask_column *made = &grown[of->columns++];
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

static ask_takes *takes_of(us_query_engine *asker, ask_class *of, const char *name)
{
    const ask_takes *found = find_takes(of, name);
    if (found)
        return (ask_takes *)(uintptr_t)found;
    ask_takes *grown = US_ARENA_ARRAY(asker->arena, ask_takes, of->takings + 1);
    if (of->takings > 0)
        memcpy(grown, of->takes, (size_t)of->takings * sizeof *grown);
    of->takes = grown;
    grown[of->takings] = (ask_takes){name, US_ARENA_ARRAY(asker->arena, us_type, of->count)};
    for (int i = 0; i < of->count; i++)
        grown[of->takings].type[i] = US_NO_TYPE;
    return &grown[of->takings++];
}

static void note_behavior(us_query_engine *asker, ask_class *of, int place, const us_template *t)
{
    for (int i = 0; i < t->descriptor_count; i++) {
        ask_column *column = column_of(asker, of, t->descriptor[i].key);
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

static ask_class *class_new(us_query_engine *asker, const char *name)
{
    int behaviors = us_case_base_behavior_count(asker->case_base);
    ask_class *of = us_arena_alloc(asker->arena, 1, sizeof *of);
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
        } else if (!of->failure) {
            of->failure = us_arena_strndup(asker->arena, err.text, strlen(err.text));
        }
    }
    for (int i = 0; i < of->count; i++)
        note_behavior(asker, of, i, template_of(asker, of->behavior[i]));
    of->sum = US_ARENA_ARRAY(asker->arena, uint32_t, of->count);
    of->share = US_ARENA_ARRAY(asker->arena, uint32_t, of->count);
    of->unfit = US_ARENA_ARRAY(asker->arena, uint8_t, of->count);
    return of;
}

static const ask_class *class_of(us_query_engine *asker, const char *name)
{
    for (int i = 0; i < asker->of.count; i++)
        if (us_text_equal(asker->of.item[i]->name, name))
            return asker->of.item[i];
    if (!asker->case_base)
        return NULL;
    ask_class *of = class_new(asker, name);
    US_LIST_PUT(asker->of, of); /* NOLINT(bugprone-sizeof-expression): of pointers */
    return of;
}

/* ---- queries of nodes */

static void tabulate(us_query_engine *asker, ask_value *value)
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
    ask->value = US_ARENA_ARRAY(asker->arena, ask_value, US_DESCRIPTORS_MAX);
    for (int i = 0; i < ask->node->arg_count && ask->values < US_DESCRIPTORS_MAX; i++) {
        const us_arg *arg = &ask->node->arg[i];
        if (arg->descriptor)
            ask->value[ask->values++] = (ask_value){.name = arg->name, .expr = arg->expr};
    }
    for (int i = 0, all = ask->values == 0; all && i < domain->descriptor_count; i++) {
        const us_descriptor *d = &domain->descriptor[i];
        if (d->value)
            ask->value[ask->values++] = (ask_value){.name = d->name, .expr = d->value};
    }
    for (int i = 0; i < ask->values; i++) {
        ask_value *value = &ask->value[i];
        value->weight = us_class_query_share(US_SIMILARITY_ONE, ask->values, i);
        value->column = find_column(ask->of, value->name);
        tabulate(asker, value);
    }
}

/* Compiles ARGUMENT.type; NULL: that is too long. */
static us_expr *type_of(us_query_engine *asker, const us_template *t, const us_arg *arg)
{
    us_expr *expr = NULL;
    US_AUTOSTR(text);
    us_str_addf(&text, "(%s).type", arg->text);
    us_source source = {.file = "", .text = text.text, .line = 1, .column = 1};
    us_status status =
        us_expr_compile(asker->domain, &t->scope, US_VALUE_TYPE, &source, &expr, &(us_error){0});
    return status == US_OK ? us_expr_to_arena(expr, asker->arena) : NULL;
}

static void list_params(us_query_engine *asker, us_prepared_query *ask)
{
    ask->param = US_ARENA_ARRAY(asker->arena, ask_param, ask->node->arg_count);
    for (int i = 0; i < ask->node->arg_count; i++) {
        const us_arg *arg = &ask->node->arg[i];
        if (arg->descriptor || !arg->name[0])
            continue;
        us_assert(ask->params < US_QUERY_PARAMS_MAX);
        ask_param *param = &ask->param[ask->params++];
        *param = (ask_param){.arg = arg, .kind = us_expr_kind(arg->expr)};
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

static const us_prepared_query *query_of(us_query_engine *asker, const us_template *template,
                                         int node)
{
    prepared *at = prepared_of(asker, template, node);
    if (!at->ask)
        at->ask = ask_new(asker, template, node);
    return at->ask;
}

/* ---- present values */

/* Returns the entity's type, or the last known one if there is no entity. */
static us_type type_now(us_run *run, us_node_ref node_ref, const ask_param *param, us_type known)
{
    us_value value = us_run_eval_arg(run, node_ref.frame, param->arg, US_VALUE_ENTITY);
    const us_entity *e = us_world_find(us_run_view(run)->world, (us_id)value.number);
    return e ? e->type : known;
}

/* Fills type and value. Returns whether a type has changed; values don't count. */
static bool read_values(us_run *run, const us_active_query *asking, us_type *type, int64_t *value)
{
    const us_prepared_query *ask = asking->ask;
    us_binding binding = us_run_frame_binding(run, asking->node_ref.frame);
    bool other = false;
    for (int i = 0; i < ask->values; i++)
        value[i] = us_expr_eval(ask->value[i].expr, us_run_view(run), &binding);
    for (int i = 0; i < ask->params; i++) {
        bool entity = ask->param[i].kind == US_VALUE_ENTITY;
        type[i] = entity ? type_now(run, asking->node_ref, &ask->param[i], asking->type[i]) : 0;
        other = other || type[i] != asking->type[i];
    }
    return other;
}

/* ---- the best behavior */

static int64_t term(const us_query_engine *asker, const ask_value *of, int64_t a, int64_t b)
{
    uint64_t apart = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    if (of->term)
        return of->term[apart < (uint64_t)of->size ? apart : (uint64_t)of->size];
    return of->weight * us_class_query_compare_values(asker->domain, of->name, a, b) /
           US_SIMILARITY_ONE;
}

/* Computes the addend of each value of the column, by index; then looks up each behavior's. */
static void add_by_index(const us_query_engine *asker, const us_prepared_query *ask,
                         const ask_value *of, int64_t value)
{
    const ask_column *column = of->column;
    uint32_t row[TABLE_MAX + 2], *sum = ask->of->sum;
    int count = ask->of->count;
    for (int i = 0; i <= column->size; i++)
        row[i] = (uint32_t)term(asker, of, value, column->low + i);
    row[column->size + 1] = 0;
    for (int i = 0; i < count; i++)
        sum[i] += row[column->index[i]];
}

static void add_up(const us_query_engine *asker, const us_prepared_query *ask, const int64_t *value)
{
    int count = ask->of->count;
    bool shares = ask->node->weights == US_WEIGHTS_RENORMALIZE;
    memset(ask->of->sum, 0, (size_t)count * sizeof *ask->of->sum);
    memset(ask->of->share, 0, (size_t)count * sizeof *ask->of->share);
    for (int v = 0; v < ask->values; v++) {
        const ask_value *of = &ask->value[v];
        const ask_column *column = of->column;
        if (!column)
            continue;
        if (!column->wide)
            add_by_index(asker, ask, of, value[v]);
        for (int i = 0; column->wide && i < count; i++)
            ask->of->sum[i] +=
                column->has[i] & (uint32_t)term(asker, of, value[v], column->value[i]);
        for (int i = 0; shares && i < count; i++)
            ask->of->share[i] += column->has[i] & (uint32_t)of->weight;
    }
}

/* Marks behaviors that are excluded or can't be given what the query passes. */
static void leave_out(us_query_engine *asker, const us_prepared_query *ask, const us_type *type)
{
    const us_domain *domain = asker->domain;
    int count = ask->of->count;
    for (int i = 0; i < count; i++)
        ask->of->unfit[i] = ask->excluded[i];
    for (int p = 0; p < ask->params; p++) {
        const ask_takes *takes = ask->param[p].takes;
        if (!takes)
            continue;
        memset(asker->fits, 0, (size_t)domain->type_count);
        for (us_type up = type[p]; up != US_NO_TYPE; up = domain->type[up].parent)
            asker->fits[up] = 1;
        for (int i = 0; i < count; i++)
            ask->of->unfit[i] |= takes->type[i] != US_NO_TYPE && !asker->fits[takes->type[i]];
    }
}

static int64_t similarity_at(const us_prepared_query *ask, int place)
{
    int64_t attributes = ask->of->sum[place], half = US_SIMILARITY_ONE / 2;
    if (ask->node->weights == US_WEIGHTS_RENORMALIZE)
        attributes =
            ask->of->share[place] ? attributes * US_SIMILARITY_ONE / ask->of->share[place] : 0;
    return (half * attributes + half * US_SIMILARITY_ONE) / US_SIMILARITY_ONE;
}

typedef struct ranking {
    int best, next, running; /* places in the class, or -1 */
    int64_t similarity, below, stays;
} ranking;

/* Whether the place comes before another of that similarity; other -1: there is no other. */
static bool comes_before(const ask_class *of, int place, int64_t similarity, int other,
                         int64_t theirs)
{
    return similarity > theirs ||
           (other >= 0 && similarity == theirs && of->lot[place] < of->lot[other]);
}

static ranking rank(const us_prepared_query *ask, int running)
{
    ranking r = {-1, -1, -1, -1, -1, -1};
    for (int i = 0; i < ask->of->count; i++) {
        if (ask->of->unfit[i])
            continue;
        int64_t s = similarity_at(ask, i);
        if (ask->of->behavior[i] == running) {
            r.running = i;
            r.stays = s;
        }
        if (comes_before(ask->of, i, s, r.best, r.similarity)) {
            r.next = r.best;
            r.below = r.similarity;
            r.best = i;
            r.similarity = s;
        } else if (comes_before(ask->of, i, s, r.next, r.below)) {
            r.next = i;
            r.below = s;
        }
    }
    int64_t hysteresis = (int64_t)ask->node->hysteresis * (US_SIMILARITY_ONE / 100);
    if (r.running >= 0 && r.running != r.best && hysteresis > 0 &&
        r.similarity - r.stays <= hysteresis) {
        r.next = r.best;
        r.below = r.similarity;
        r.best = r.running;
        r.similarity = r.stays;
    }
    return r;
}

static const char *no_answer_reason(const us_prepared_query *ask)
{
    if (!ask->of || ask->of->count == 0)
        return ask->of && ask->of->failure ? ask->of->failure : "no behavior is of that class";
    return "no behavior of the class that is not excluded takes what is passed";
}

static us_query_result ask_case_base(us_query_engine *asker, us_active_query *asking)
{
    const us_prepared_query *ask = asking->ask;
    ranking r = {-1, -1, -1, 0, 0, 0};
    asker->counts.queries++;
    if (ask->of && ask->of->count > 0) {
        add_up(asker, ask, asking->value);
        leave_out(asker, ask, asking->type);
        r = rank(ask, asking->behavior);
    }
    int behavior = r.best >= 0 ? ask->of->behavior[r.best] : -1;
    us_query_result asked = behavior < 0                   ? US_QUERY_NOTHING
                            : behavior == asking->behavior ? US_QUERY_SAME
                                                           : US_QUERY_OTHER;
    asking->behavior = behavior;
    asking->similarity = behavior < 0 ? 0 : r.similarity;
    asking->other = r.next >= 0 ? ask->of->behavior[r.next] : -1;
    asking->margin = r.next >= 0 ? r.similarity - r.below : asking->similarity;
    asking->why = behavior < 0 ? no_answer_reason(ask) : NULL;
    return asked;
}

/* ---- when to ask */

/* All descriptors together have moved by less than the threshold. */
static bool is_near(const us_query_engine *asker, const us_active_query *asking,
                    const int64_t *value)
{
    const us_prepared_query *ask = asking->ask;
    int64_t moved = 0;
    if (ask->node->threshold == 0 || ask->node->recheck != US_RECHECK_EVENT)
        return false;
    for (int i = 0; i < ask->values; i++)
        moved += ask->value[i].weight - term(asker, &ask->value[i], value[i], asking->value[i]);
    return moved < (int64_t)ask->node->threshold * (US_SIMILARITY_ONE / 100);
}

static us_cycle next_check(const us_prepared_query *ask, us_cycle now)
{
    bool always = ask->node->recheck == US_RECHECK_TICK ||
                  (ask->node->recheck == US_RECHECK_EVENT && ask->restless);
    return always ? now + 1 : US_NEVER;
}

/* Sets the query to the state before any answer. */
static const us_prepared_query *open_active_query(us_query_engine *asker, us_run *run,
                                                  us_node_ref node_ref, us_active_query *out)
{
    const us_prepared_query *ask =
        query_of(asker, us_run_frame_template(run, node_ref.frame), node_ref.node);
    out->node_ref = node_ref;
    out->frame = 0;
    out->ask = ask;
    out->behavior = -1;
    for (int i = 0; i < ask->params; i++)
        out->type[i] = US_NO_TYPE;
    read_values(run, out, out->type, out->value);
    asker->counts.checks++;
    return ask;
}

int64_t us_query_engine_similarity(us_query_engine *asker, us_run *run, us_node_ref node_ref)
{
    us_active_query asking = {0};
    open_active_query(asker, run, node_ref, &asking);
    ask_case_base(asker, &asking);
    return asking.similarity;
}

us_query_result us_active_query_begin(us_query_engine *asker, us_run *run, us_node_ref node_ref,
                                      us_active_query *out, us_cycle *until)
{
    const us_prepared_query *ask = open_active_query(asker, run, node_ref, out);
    if (ask->node->recheck == US_RECHECK_EVENT) {
        for (int i = 0; i < ask->values; i++)
            us_run_watch_own(run, node_ref, ask->value[i].expr);
        for (int i = 0; i < ask->params; i++)
            if (ask->param[i].type)
                us_run_watch_own(run, node_ref, ask->param[i].type);
    }
    *until = next_check(ask, us_run_view(run)->world->now);
    return ask_case_base(asker, out);
}

us_query_result us_active_query_update(us_query_engine *asker, us_run *run, us_active_query *asking,
                                       us_cycle *until)
{
    const us_prepared_query *ask = asking->ask;
    us_type type[US_QUERY_PARAMS_MAX];
    int64_t value[US_DESCRIPTORS_MAX] = {0};
    *until = next_check(ask, us_run_view(run)->world->now);
    if (ask->node->recheck == US_RECHECK_ENTRY)
        return US_QUERY_SAME;
    bool other = read_values(run, asking, type, value);
    asker->counts.checks++;
    bool event = ask->node->recheck == US_RECHECK_EVENT;
    size_t size = (size_t)ask->values * sizeof *value;
    if (event && !other &&
        (memcmp(value, asking->value, size) == 0 || is_near(asker, asking, value)))
        return US_QUERY_SAME;
    memcpy(asking->type, type, (size_t)ask->params * sizeof *type);
    memcpy(asking->value, value, size);
    return ask_case_base(asker, asking);
}

/* ---- a query's life */

/* Returns the frame; 0: it would lie too deep. */
static uint32_t fill(const us_query_host *asks, const us_active_query *asking)
{
    us_value value[US_SLOTS_MAX];
    us_slots bound = {0};
    const us_program *program =
        us_query_engine_get_program(asks->asker, asking->behavior, &(us_error){0});
    if (!us_run_eval_query(asks->run, asking->node_ref, us_program_template(program), value,
                           &bound))
        return 0;
    return us_run_fill(asks->run, asking->node_ref,
                       &(us_fill){.program = program, .value = value, .bound = &bound});
}

static void end_filled(const us_query_host *asks, us_active_query *asking, us_note_kind how,
                       const char *why)
{
    if (asking->frame && asks->on_end)
        asks->on_end(asks->context, asking, how, why);
    asking->frame = 0;
}

static us_answer take_answer(const us_query_host *asks, us_active_query *asking,
                             us_query_result asked)
{
    if (asked == US_QUERY_SAME)
        return US_RUNNING;
    if (asking->frame) {
        asks->asker->counts.teardowns++;
        us_run_clear_node(asks->run, asking->node_ref);
        end_filled(asks, asking, US_NOTE_STOPPED,
                   asking->why ? asking->why : "another behavior fits better now");
    }
    if (asked == US_QUERY_NOTHING)
        return US_FAILURE;
    asking->frame = fill(asks, asking);
    if (!asking->frame) {
        asking->why = "it would lie too deep";
        return US_FAILURE;
    }
    asks->asker->counts.expansions++;
    if (asks->on_filled)
        asks->on_filled(asks->context, asking);
    return US_RUNNING;
}

us_answer us_query_host_begin(const us_query_host *asks, us_node_ref node_ref, us_active_query *out,
                              us_cycle *until)
{
    return take_answer(asks, out,
                       us_active_query_begin(asks->asker, asks->run, node_ref, out, until));
}

us_answer us_query_host_update(const us_query_host *asks, us_active_query *asking, us_cycle *until)
{
    us_answer ended = us_run_node_frame(asks->run, asking->node_ref)
                          ? US_ANSWER_NONE
                          : us_run_node_last_answer(asks->run, asking->node_ref);
    if (ended == US_ANSWER_NONE)
        return take_answer(asks, asking,
                           us_active_query_update(asks->asker, asks->run, asking, until));
    const char *why = us_run_node_failure(asks->run, asking->node_ref);
    asking->why = ended == US_SUCCESS ? NULL : why[0] ? why : "what it does failed";
    end_filled(asks, asking, ended == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, asking->why);
    return ended;
}

void us_query_host_stop(const us_query_host *asks, us_active_query *asking, us_stop how)
{
    if (how == US_RESUME)
        us_run_wake(asks->run, asking->node_ref);
    if (how == US_HALT)
        end_filled(asks, asking, US_NOTE_STOPPED, NULL);
}

/* ---- the queries of an executor */

/* A query has no goal whose test would judge the behavior: the behavior runs like a tree. */
static void filled(void *context, us_active_query *asking)
{
    us_executor *executor = context;
    us_task *task = us_task_find(executor, asking->node_ref);
    if (!task->node)
        us_plan_log_task(task, US_NOTE_STARTED, NULL);
    us_active_behavior *active = us_active_behavior_new(executor, asking->frame);
    active->above = task->node;
    active->fills_query = true;
    us_plan_log_retrieved(executor, active,
                          &(us_chosen_behavior){.found = -1,
                                                .behavior = asking->behavior,
                                                .similarity = asking->similarity,
                                                .margin = asking->margin,
                                                .other = asking->other},
                          1, NULL);
}

/* Only a plan notes what its behaviors lack. */
static void over(void *context, us_active_query *asking, us_note_kind how, const char *text)
{
    us_executor *executor = context;
    us_lacking *lacks = &us_task_find(executor, asking->node_ref)->inquiry.lacks;
    us_task_reason why = {.text = text};
    bool failed = how == US_NOTE_FAILED;
    if (failed && executor->plan && us_run_node_failure(executor->run, asking->node_ref)[0])
        *lacks = (us_lacking){.kind = US_LACKS_CONDITION};
    else if (failed && executor->plan)
        *lacks = us_lacking_choose(us_active_behavior_find(executor, asking->frame)->lacks);
    else if (failed)
        *lacks = (us_lacking){.kind = US_LACKS_OTHER};
    if (executor->plan && (failed || asking->behavior < 0))
        why.lacks = *lacks;
    us_open_node_clear(executor, asking->node_ref, &asking->frame, how, text ? &why : NULL);
}

static us_query_host host_of(us_executor *executor)
{
    return (us_query_host){executor->seat->asker, executor->run, executor, filled, over};
}

static us_answer end_if_answered(us_task *task, us_answer answer)
{
    us_task_reason why = {task->inquiry.query.why, task->inquiry.lacks};
    return answer == US_RUNNING ? answer : us_task_end(task, answer, why.text ? &why : NULL);
}

static us_answer begin(us_task *task, us_cycle *until)
{
    task->inquiry.lacks = (us_lacking){.kind = US_LACKS_BEHAVIOR};
    us_query_host asks = host_of(task->executor);
    return end_if_answered(task,
                           us_query_host_begin(&asks, task->node_ref, &task->inquiry.query, until));
}

static us_answer go(us_task *task, us_cycle *until)
{
    us_query_host asks = host_of(task->executor);
    return end_if_answered(task, us_query_host_update(&asks, &task->inquiry.query, until));
}

static void stop(us_task *task, us_stop how)
{
    us_query_host asks = host_of(task->executor);
    us_query_host_stop(&asks, &task->inquiry.query, how);
    if (how == US_HALT)
        us_task_halt(task);
}

static int64_t similarity(us_executor *executor, us_node_ref node_ref)
{
    return us_query_engine_similarity(executor->seat->asker, executor->run, node_ref);
}

const us_task_host us_query_task_host = {begin, go, stop, similarity};

bool us_executor_inquires(const us_executor *executor)
{
    for (int i = 0; i < executor->tasks; i++) {
        const us_task *task = executor->task[i];
        if (task->node_ref.frame && task->kind == US_NODE_QUERY &&
            us_task_node(task)->recheck == US_RECHECK_EVENT)
            return true;
    }
    return false;
}
