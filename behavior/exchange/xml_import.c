#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "behavior/exchange/xml.h"

typedef struct importer {
    const us_domain *domain;
    const char *file;
    us_brl *brl;
    us_builder *builder;
    us_error *err;
} importer;

static us_status read_node(importer *m, const us_element *e);

static us_status fail_at(const importer *m, const us_element *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static us_status fail_at(const importer *m, const us_element *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_status status = us_vfail(m->err, US_BAD_INPUT, m->file, e->line, e->column, format, args);
    va_end(args);
    return status;
}

/* ---- attributes */

static us_status needed(const importer *m, const us_element *e, const char *name, const char **out)
{
    *out = us_xml_attribute(e, name);
    return *out ? US_OK : fail_at(m, e, "%.63s lacks %s=\"...\"", e->name, name);
}

/* Others would change what the node does. What editors note for themselves is passed over. */
static us_status only(const importer *m, const us_element *e, const char *const *names)
{
    static const char *const passed[] = {"name", "_description", "_uid", "_fullpath"};
    for (int i = 0; e->attribute[i]; i += 2) {
        bool known = false;
        for (int k = 0; k < US_COUNT(passed); k++)
            known = known || strcmp(passed[k], e->attribute[i]) == 0;
        for (int k = 0; names && names[k]; k++)
            known = known || strcmp(names[k], e->attribute[i]) == 0;
        if (!known)
            return fail_at(m, e, "%.63s has an attribute \"%.63s\", which is not known", e->name,
                           e->attribute[i]);
    }
    return US_OK;
}
#define ONLY(m, e, ...) only((m), (e), (const char *const[]){__VA_ARGS__, NULL})

static us_status number_of(const importer *m, const us_element *e, const char *name, int64_t low,
                           int64_t high, int64_t *out)
{
    const char *text;
    US_TRY(needed(m, e, name, &text));
    if (!us_text_int(text, low, high, out))
        return fail_at(m, e, "expected a number from %lld to %lld as %s", (long long)low,
                       (long long)high, name);
    return US_OK;
}

/* {who}, {@who}: the slot's name. False: it is none of these. */
static bool is_entry(const char *value, char out[US_NAME_MAX + 1])
{
    size_t length = strlen(value);
    if (length < 3 || value[0] != '{' || value[length - 1] != '}')
        return false;
    size_t from = value[1] == US_XML_SHARED ? 2 : 1;
    if (length - from - 1 > US_NAME_MAX)
        return false;
    memcpy(out, value + from, length - from - 1);
    out[length - from - 1] = '\0';
    return us_brl_is_name(out) && !strchr(out, '-');
}

static us_status add_arg(importer *m, const us_element *e, const char *name, const char *value)
{
    char entry[US_NAME_MAX + 1];
    if (name[0] && !us_brl_is_name(name))
        return fail_at(m, e, "\"%.63s\" is no name of an argument", name);
    us_build_at(m->builder, e->line, e->column);
    us_build_name_at(m->builder, e->line, e->column);
    us_build_arg(m->builder, US_ARGS_NODE, name, is_entry(value, entry) ? entry : value);
    return US_OK;
}

/* ---- nodes */

static void open_node(importer *m, const us_element *e, us_node *node)
{
    const char *label = us_xml_attribute(e, "name");
    if (label && us_brl_is_name(label))
        node->label = label;
    us_build_at(m->builder, e->line, e->column);
    us_build_open(m->builder, node);
}

static us_status close_node(importer *m, const us_element *e)
{
    for (const us_element *child = e->child; child; child = child->next)
        US_TRY(read_node(m, child));
    us_build_close(m->builder);
    return US_OK;
}

static us_status leaf(importer *m, const us_element *e)
{
    if (e->child)
        return fail_at(m, e->child, "%.63s has no children", e->name);
    us_build_close(m->builder);
    return US_OK;
}

/* Every attribute but those of the form itself is an argument. */
static us_status read_args(importer *m, const us_element *e, us_node_kind kind, const char *name)
{
    us_node node = us_node_default(kind);
    if (!us_brl_is_name(name))
        return fail_at(m, e, "\"%.63s\" is no name of a tree or action", name);
    node.name = name;
    open_node(m, e, &node);
    for (int i = 0; e->attribute[i]; i += 2) {
        const char *attribute = e->attribute[i], *value = e->attribute[i + 1];
        char slot[US_NAME_MAX + 1];
        bool form = strcmp(attribute, "ID") == 0 || strcmp(attribute, "name") == 0;
        bool product = kind == US_NODE_ACT && strcmp(attribute, "product") == 0;
        if (form || strcmp(attribute, "_description") == 0 || strcmp(attribute, "_uid") == 0 ||
            strcmp(attribute, "_fullpath") == 0)
            continue;
        if (attribute[0] == '_')
            return fail_at(m, e, "%.63s is not known here", attribute);
        if (product && !is_entry(value, slot))
            return fail_at(m, e, "expected product=\"{SLOT}\"");
        if (product)
            us_build_product(m->builder, slot);
        else
            US_TRY(add_arg(m, e, attribute, value));
    }
    return leaf(m, e);
}

static us_status check_of(importer *m, const us_element *e, const char *expression)
{
    us_node node = us_node_default(US_NODE_CHECK);
    open_node(m, e, &node);
    US_TRY(add_arg(m, e, "", expression));
    return leaf(m, e);
}

static us_status set_of(importer *m, const us_element *e, const char *slot, const char *value)
{
    us_node node = us_node_default(US_NODE_SET);
    char name[US_NAME_MAX + 1];
    bool entry = is_entry(slot, name);
    if (!entry && (!us_brl_is_name(slot) || strchr(slot, '-')))
        return fail_at(m, e, "\"%.63s\" is no name of a slot", slot);
    open_node(m, e, &node);
    us_build_product(m->builder, entry ? name : slot);
    US_TRY(add_arg(m, e, "", value));
    return leaf(m, e);
}

static us_status script_condition(importer *m, const us_element *e, us_str *text)
{
    const char *code;
    US_TRY(ONLY(m, e, "code"));
    US_TRY(needed(m, e, "code", &code));
    if (!us_xml_expression(code, text))
        return fail_at(m, e, "a script of more than numbers, names, comparisons, && and ||");
    return check_of(m, e, text->text);
}

/* `n := 3`: one assignment. */
static us_status script(importer *m, const us_element *e, us_str *text)
{
    const char *code;
    char name[US_NAME_MAX + 1];
    US_TRY(ONLY(m, e, "code"));
    US_TRY(needed(m, e, "code", &code));
    while (*code == ' ' || *code == US_XML_SHARED)
        code++;
    size_t length = strcspn(code, " :=");
    const char *value = code + length + strspn(code + length, " ");
    bool assigns = (value[0] == ':' && value[1] == '=') || (value[0] == '=' && value[1] != '=');
    value += assigns ? 1 + (value[0] == ':') : 0;
    if (!assigns || length == 0 || length > US_NAME_MAX || !us_xml_expression(value, text))
        return fail_at(m, e, "a script of more than one assignment of numbers and names");
    memcpy(name, code, length);
    name[length] = '\0';
    return set_of(m, e, name, text->text);
}

static us_status with_text(importer *m, const us_element *e,
                           us_status (*read)(importer *m, const us_element *e, us_str *text))
{
    us_str text;
    us_str_init(&text);
    us_status status = read(m, e, &text);
    us_str_clear(&text);
    return status;
}

static us_status action(importer *m, const us_element *e, const char *id)
{
    const char *slot, *value;
    if (strcmp(id, US_XML_SET) == 0) {
        US_TRY(ONLY(m, e, "ID", "slot", "value"));
        US_TRY(needed(m, e, "slot", &slot));
        US_TRY(needed(m, e, "value", &value));
        return set_of(m, e, slot, value);
    }
    if (strcmp(id, US_XML_EMIT) == 0) {
        us_node node = us_node_default(US_NODE_EMIT);
        US_TRY(ONLY(m, e, "ID", "event"));
        US_TRY(needed(m, e, "event", &node.name));
        if (!us_brl_is_name(node.name))
            return fail_at(m, e, "\"%.63s\" is no name of an event", node.name);
        open_node(m, e, &node);
        return leaf(m, e);
    }
    return read_args(m, e, US_NODE_ACT, id);
}

static us_status condition(importer *m, const us_element *e, const char *id)
{
    const char *code;
    if (strcmp(id, US_XML_CHECK) != 0)
        return fail_at(m, e, "no condition \"%.63s\": Check with code=\"...\" asks an expression",
                       id);
    US_TRY(ONLY(m, e, "ID", "code"));
    US_TRY(needed(m, e, "code", &code));
    return check_of(m, e, code);
}

static us_status parallel(importer *m, const us_element *e, us_node *node)
{
    int64_t successes, failures;
    int children = 0;
    for (const us_element *child = e->child; child; child = child->next)
        children++;
    if (strcmp(e->name, "ParallelAll") == 0) {
        US_TRY(ONLY(m, e, "max_failures"));
        US_TRY(number_of(m, e, "max_failures", INT32_MIN, INT32_MAX, &failures));
        if (failures != 1)
            return fail_at(m, e, "ParallelAll with max_failures other than 1 is not known here");
        return US_OK;
    }
    US_TRY(ONLY(m, e, "success_count", "failure_count"));
    US_TRY(number_of(m, e, "success_count", -1, INT32_MAX, &successes));
    US_TRY(number_of(m, e, "failure_count", -1, INT32_MAX, &failures));
    if (successes == 0 || successes > children || failures == 0)
        return fail_at(m, e, "expected from 1 to %d successes, and failures", children);
    node->count = successes < 0 ? 0 : (int)successes;
    int64_t most = children - (successes < 0 ? children : successes) + 1;
    node->fail = failures < 0 || failures > most ? US_FAIL_EARLY : (int)failures;
    return US_OK;
}

static us_status count_of(importer *m, const us_element *e, const us_xml_row *row, us_node *node)
{
    int64_t number, second = m->domain->cycles_per_second;
    US_TRY(ONLY(m, e, row->number));
    US_TRY(number_of(m, e, row->number, row->least, INT32_MAX, &number));
    if (number == 0)
        return fail_at(m, e, "%s is 0: it never begins", row->number);
    if (row->time && number * second % 1000)
        return fail_at(m, e,
                       "%lld ms are no whole number of cycles, of which there are %lld a second",
                       (long long)number, (long long)second);
    if (row->time)
        number = number * second / 1000;
    if (number > INT32_MAX / 2)
        return fail_at(m, e, "%s is too large", row->number);
    node->count = number < 0 ? 0 : (int)number;
    return US_OK;
}

static us_status inner(importer *m, const us_element *e, const us_xml_row *row)
{
    us_node node = us_node_default(row->kind);
    const us_element *child = e->child;
    if (row->kind == US_NODE_SEQUENCE || row->kind == US_NODE_SELECTOR)
        node.memory = row->memory;
    if (row->kind == US_NODE_PARALLEL)
        US_TRY(parallel(m, e, &node));
    else if (row->number)
        US_TRY(count_of(m, e, row, &node));
    else if (row->kind == US_NODE_ONCE)
        US_TRY(ONLY(m, e, "then_skip"));
    else
        US_TRY(only(m, e, NULL));
    const char *skip = us_xml_attribute(e, "then_skip");
    if (row->kind == US_NODE_ONCE && (!skip || strcmp(skip, "false") != 0))
        return fail_at(m, e, "RunOnce that skips is not known: write then_skip=\"false\"");
    /* A loop until a failure that is a success is one node here. */
    if (row->kind == US_NODE_INVERT && child && !child->next &&
        strcmp(child->name, "KeepRunningUntilFailure") == 0) {
        US_TRY(only(m, child, NULL));
        node = us_node_default(US_NODE_UNTIL_FAIL);
        open_node(m, e, &node);
        return close_node(m, child);
    }
    if (!child)
        return fail_at(m, e, "%s has no child", e->name);
    open_node(m, e, &node);
    return close_node(m, e);
}

static us_status unknown(importer *m, const us_element *e)
{
    us_near near = us_near_start(e->name);
    for (int i = 0; i < us_xml_row_count; i++)
        us_near_offer(&near, us_xml_rows[i].name);
    for (int i = 0; i < m->domain->action_count; i++)
        us_near_offer(&near, m->domain->action[i].name);
    return fail_at(m, e, "no node is called \"%.63s\"%s%s%s", e->name,
                   near.best[0] ? "; did you mean \"" : "", near.best, near.best[0] ? "\"?" : "");
}

static us_status read_node(importer *m, const us_element *e)
{
    const char *id = us_xml_attribute(e, "ID");
    const us_xml_row *row = NULL;
    for (int i = 0; i < us_xml_row_count && !row; i++)
        if (strcmp(us_xml_rows[i].name, e->name) == 0)
            row = &us_xml_rows[i];
    if (!row && strcmp(e->name, US_XML_CHECK) == 0)
        return condition(m, e, e->name);
    if (!row && (us_xml_taken(e->name) || us_domain_action(m->domain, e->name) >= 0))
        return action(m, e, e->name);
    if (!row)
        return unknown(m, e);
    bool by_id = strcmp(e->name, "Action") == 0 || strcmp(e->name, "Condition") == 0 ||
                 row->kind == US_NODE_CALL;
    if (by_id && !id)
        return fail_at(m, e, "%s lacks ID=\"...\"", e->name);
    if (row->kind == US_NODE_CALL)
        return read_args(m, e, US_NODE_CALL, id);
    if (by_id)
        return row->kind == US_NODE_ACT ? action(m, e, id) : condition(m, e, id);
    if (strcmp(e->name, "ScriptCondition") == 0)
        return with_text(m, e, script_condition);
    if (strcmp(e->name, "Script") == 0)
        return with_text(m, e, script);
    if (strcmp(e->name, "SetBlackboard") == 0) {
        const char *key, *value;
        US_TRY(ONLY(m, e, "output_key", "value"));
        US_TRY(needed(m, e, "output_key", &key));
        US_TRY(needed(m, e, "value", &value));
        return set_of(m, e, key, value);
    }
    if (row->kind == US_NODE_CHECK) {
        US_TRY(only(m, e, NULL));
        return check_of(m, e, strcmp(e->name, "AlwaysSuccess") == 0 ? "true" : "false");
    }
    return inner(m, e, row);
}

/* ---- slots */

/* A list as it stands in the brackets of a tree, behind the slots of the file. NULL: a fault. */
static us_brl *read_slots(importer *m, const us_element *e, const char *list)
{
    us_str text;
    us_faults faults = {0};
    us_str_init(&text);
    us_str_add(&text, "brl 1\n\n");
    for (int i = 0; m->brl && i < m->brl->shared->slot_count; i++) {
        us_str_add(&text, "slot ");
        us_slot_print(&m->brl->shared->slot[i], &text);
        us_str_add_char(&text, '\n');
    }
    us_str_add(&text, "tree X");
    if (list[0])
        us_str_addf(&text, "(%s)", list);
    us_str_add(&text, " {\n do check true\n}\n");
    us_brl *read = us_brl_read(m->domain, m->file, text.text, text.length, &faults);
    const us_template *t = read->count == 1 ? read->item[0] : NULL;
    bool sound =
        t && t->node_count == 1 && t->case_count == 0 && t->slot_count == t->shared + t->params;
    for (int i = 0; i < faults.count && sound;
         i++) /* that nothing binds or uses it is no matter yet */
        sound = faults.fault[i].kind == US_FAULT_UNBOUND;
    if (!sound) {
        fail_at(m, e, "slots that can't be read%s%.200s", faults.count ? ": " : "",
                faults.count ? faults.fault[0].what : "");
        us_brl_free(read);
        read = NULL;
    }
    us_faults_clear(&faults);
    us_str_clear(&text);
    return read;
}

static us_status shared_slots(importer *m, const us_element *root, us_faults *faults)
{
    const char *list = us_xml_attribute(root, "slots");
    us_brl *read = read_slots(m, root, list ? list : "");
    if (!read)
        return US_BAD_INPUT;
    us_builder *b = us_build_new(m->domain, US_TEMPLATE_TREE, "", NULL, faults);
    us_build_at(b, root->line, root->column);
    const us_template *t = read->item[0];
    for (int i = t->shared; i < t->slot_count; i++) {
        us_slot_row row = t->slot[i];
        row.param = false;
        us_build_shared(b, &row);
    }
    m->brl = us_brl_new(m->domain, m->file, us_build_finish(b));
    us_brl_free(read);
    return US_OK;
}

typedef struct found { /* names of the blackboard that nobody declared */
    us_str list;
    const us_template *shared;
    char name[US_SLOTS_MAX][US_NAME_MAX + 1];
    int count;
} found;

static void note(found *f, const char *name, const char *kind)
{
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->name[i], name) == 0)
            return;
    if (f->count == US_SLOTS_MAX || us_slot_find(f->shared, name) >= 0)
        return;
    snprintf(f->name[f->count++], sizeof f->name[0], "%s", name);
    us_str_addf(&f->list, "%s%s: %s", f->list.length ? ", " : "", name, kind);
}

static const char *kind_of(const us_domain *domain, const us_element *e, const char *attribute)
{
    const char *id = us_xml_attribute(e, "ID");
    int action = us_domain_action(domain, id ? id : e->name);
    if (strcmp(attribute, "units") == 0)
        return us_value_kind_name(US_VALUE_GROUP);
    if (strcmp(attribute, "unit") == 0)
        return us_value_kind_name(US_VALUE_ENTITY);
    for (int i = 0; action >= 0 && i < domain->action[action].param_count; i++)
        if (strcmp(domain->action[action].param[i].name, attribute) == 0)
            return us_value_kind_name(domain->action[action].param[i].kind);
    return us_value_kind_name(US_VALUE_NUMBER);
}

static void find_slots(const importer *m, const us_element *e, found *f)
{
    char name[US_NAME_MAX + 1];
    for (; e; e = e->next) {
        for (int i = 0; e->attribute[i]; i += 2) {
            if (is_entry(e->attribute[i + 1], name))
                note(f, name, kind_of(m->domain, e, e->attribute[i]));
            else if (strcmp(e->attribute[i], "output_key") == 0 &&
                     us_brl_is_name(e->attribute[i + 1]) && !strchr(e->attribute[i + 1], '-'))
                note(f, e->attribute[i + 1], us_value_kind_name(US_VALUE_NUMBER));
        }
        find_slots(m, e->child, f);
    }
}

/* The slots of a tree: as it declares them; else what it uses are parameters. */
static us_status tree_slots(importer *m, const us_element *e)
{
    const char *params = us_xml_attribute(e, "params"), *slots = us_xml_attribute(e, "slots");
    found f = {.shared = m->brl->shared};
    us_str_init(&f.list);
    if (!params && !slots)
        find_slots(m, e->child, &f);
    us_brl *first = read_slots(m, e, params ? params : f.list.text);
    if (params)
        us_str_add(&f.list, params);
    if (slots && slots[0])
        us_str_addf(&f.list, "%s%s", f.list.length ? ", " : "", slots);
    us_brl *all = first ? read_slots(m, e, f.list.text) : NULL;
    if (all) {
        const us_template *t = all->item[0];
        for (int i = t->shared; i < t->slot_count; i++) {
            us_slot_row row = t->slot[i];
            row.param = i < t->shared + first->item[0]->params;
            us_build_slot(m->builder, &row);
        }
    }
    us_brl_free(first);
    us_brl_free(all);
    us_str_clear(&f.list);
    return all ? US_OK : US_BAD_INPUT;
}

/* ---- trees */

static us_status read_tree(importer *m, const us_element *e, us_faults *faults)
{
    const char *id;
    US_TRY(needed(m, e, "ID", &id));
    US_TRY(ONLY(m, e, "ID", "params", "slots"));
    if (!us_brl_is_name(id))
        return fail_at(m, e, "\"%.63s\" is no name of a tree", id);
    if (!e->child || e->child->next)
        return fail_at(m, e, "a tree has one node at its top");
    m->builder = us_build_new(m->domain, US_TEMPLATE_TREE, id, m->brl->shared, faults);
    us_build_at(m->builder, e->line, e->column);
    us_status status = tree_slots(m, e);
    if (status == US_OK)
        status = read_node(m, e->child);
    if (status == US_OK)
        us_brl_add(m->brl, us_build_finish(m->builder));
    else
        us_build_drop(m->builder);
    return status;
}

static us_status read_root(importer *m, const us_element *root)
{
    const char *format = us_xml_attribute(root, "BTCPP_format");
    us_faults faults = {0};
    us_status status = US_OK;
    if (strcmp(root->name, "root") != 0 || !format || strcmp(format, "4") != 0)
        return fail_at(m, root, "expected <root BTCPP_format=\"4\">");
    US_TRY(ONLY(m, root, "BTCPP_format", "main_tree_to_execute", "slots"));
    US_TRY(shared_slots(m, root, &faults));
    for (const us_element *e = root->child; e && status == US_OK; e = e->next) {
        if (strcmp(e->name, "BehaviorTree") == 0)
            status = read_tree(m, e, &faults);
        else if (strcmp(e->name, "TreeNodesModel") != 0)
            status = fail_at(m, e, "expected <BehaviorTree> or <TreeNodesModel>");
    }
    if (status == US_OK) {
        us_brl_link(m->brl, &faults);
        us_brl_check(m->brl, &faults);
        if (faults.count > 0)
            status = us_faults_fail(&faults, m->file, m->err);
    }
    us_faults_clear(&faults);
    return status;
}

us_status us_xml_import(const us_domain *domain, const char *file, const char *text, size_t length,
                        us_brl **out, us_error *err)
{
    us_arena *arena = us_arena_new();
    us_element *root = NULL;
    importer m = {.domain = domain, .file = file, .err = err};
    us_status status = us_xml_parse(file, text, length, arena, &root, err);
    if (status == US_OK)
        status = read_root(&m, root);
    if (status == US_OK)
        *out = m.brl;
    else
        us_brl_free(m.brl);
    us_arena_free(arena);
    return status;
}
