#include <string.h>

#include "base/spelling.h"
#include "behavior/exchange/xml_import.h"

static us_status read_node(us_xml_importer *m, const us_element *e);

us_status us_xml_fail(const us_xml_importer *m, const us_element *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_status status =
        us_error_vset(m->err, US_BAD_INPUT, m->file, e->line, e->column, format, args);
    va_end(args);
    return status;
}

/* ---- attributes */

static us_status needed(const us_xml_importer *m, const us_element *e, const char *name,
                        const char **out)
{
    *out = us_xml_find_attribute(e, name);
    return *out ? US_OK : us_xml_fail(m, e, "%.63s lacks %s=\"...\"", e->name, name);
}

/* Returns whether an attribute can be ignored: a label, a note of an editor, or the default by
 * which a SubTree shares only the given entries. */
static bool is_passed(const char *attribute, const char *value)
{
    static const char *const passed[] = {"name",      "_description", "_uid",
                                         "_fullpath", "_collapsed",   "_favorite"};
    for (int i = 0; i < US_COUNT(passed); i++)
        if (strcmp(attribute, passed[i]) == 0)
            return true;
    return strcmp(attribute, "_autoremap") == 0 &&
           (strcmp(value, "false") == 0 || strcmp(value, "0") == 0);
}

/* Rejects other attributes, which would change the node. */
static us_status only(const us_xml_importer *m, const us_element *e, const char *const *names)
{
    for (int i = 0; e->attribute[i]; i += 2) {
        bool known = is_passed(e->attribute[i], e->attribute[i + 1]);
        for (int k = 0; names && names[k]; k++)
            known = known || strcmp(names[k], e->attribute[i]) == 0;
        if (!known)
            return us_xml_fail(m, e, "%.63s has an attribute \"%.63s\", which is not known",
                               e->name, e->attribute[i]);
    }
    return US_OK;
}
#define ONLY(m, e, ...) only((m), (e), (const char *const[]){__VA_ARGS__, NULL})

static us_status number_of(const us_xml_importer *m, const us_element *e, const char *name,
                           int64_t low, int64_t high, int64_t *out)
{
    const char *text;
    US_TRY(needed(m, e, name, &text));
    if (!us_text_to_int(text, low, high, out))
        return us_xml_fail(m, e, "expected a number from %lld to %lld as %s", (long long)low,
                           (long long)high, name);
    return US_OK;
}

/* Reads a number, if present. Otherwise out keeps its value. */
static us_status number_or(const us_xml_importer *m, const us_element *e, const char *name,
                           int64_t low, int64_t *out)
{
    return us_xml_find_attribute(e, name) ? number_of(m, e, name, low, INT32_MAX, out) : US_OK;
}

bool us_xml_parse_entry(const char *value, bool bare, char out[US_NAME_MAX + 1], bool *shared)
{
    size_t length = strlen(value);
    bool braces = length > 2 && value[0] == '{' && value[length - 1] == '}';
    if (!braces && !bare)
        return false;
    if (braces)
        value++, length -= 2;
    *shared = value[0] == US_XML_SHARED;
    if (*shared)
        value++, length--;
    if (length > US_NAME_MAX)
        return false;
    memcpy(out, value, length);
    out[length] = '\0';
    return us_brl_is_name(out) && !strchr(out, '-');
}

/* Reads an entry. An entry that all trees share must be one of the file's slots. */
static us_status entry_of(const us_xml_importer *m, const us_element *e, const char *value,
                          bool bare, char out[US_NAME_MAX + 1])
{
    bool shared;
    if (!us_xml_parse_entry(value, bare, out, &shared))
        return us_xml_fail(m, e, "\"%.63s\" is no name of a slot", value);
    if (shared && us_template_find_slot(m->brl->shared, out) < 0)
        return us_xml_fail(m, e, "the root declares no slot \"%.63s\"", out);
    return US_OK;
}

static us_status add_arg(us_xml_importer *m, const us_element *e, const char *name,
                         const char *value)
{
    char entry[US_NAME_MAX + 1];
    bool shared, is_entry = us_xml_parse_entry(value, false, entry, &shared);
    if (name[0] && !us_brl_is_name(name))
        return us_xml_fail(m, e, "\"%.63s\" is no name of an argument", name);
    if (is_entry)
        US_TRY(entry_of(m, e, value, false, entry));
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_set_name_place(m->builder, e->line, e->column);
    us_builder_add_arg(m->builder, US_ARGS_NODE, name, is_entry ? entry : value);
    return US_OK;
}

/* ---- nodes */

static void open_node(us_xml_importer *m, const us_element *e, us_node *node)
{
    const char *label = us_xml_find_attribute(e, "name");
    if (label && us_brl_is_name(label))
        node->label = label;
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_open_node(m->builder, node);
}

static us_status close_node(us_xml_importer *m, const us_element *e)
{
    for (const us_element *child = e->child; child; child = child->next)
        US_TRY(read_node(m, child));
    us_builder_close_node(m->builder);
    return US_OK;
}

static us_status leaf(us_xml_importer *m, const us_element *e)
{
    if (e->child)
        return us_xml_fail(m, e->child, "%.63s has no children", e->name);
    us_builder_close_node(m->builder);
    return US_OK;
}

/* Reads an action or call: every attribute is an argument, except those of the form itself. */
static us_status read_args(us_xml_importer *m, const us_element *e, us_node_kind kind,
                           const char *name)
{
    us_node node = us_node_default(kind);
    if (!us_brl_is_name(name))
        return us_xml_fail(m, e, "\"%.63s\" is no name of a tree or action", name);
    node.name = name;
    open_node(m, e, &node);
    for (int i = 0; e->attribute[i]; i += 2) {
        const char *attribute = e->attribute[i], *value = e->attribute[i + 1];
        char slot[US_NAME_MAX + 1];
        if (strcmp(attribute, "ID") == 0 || is_passed(attribute, value))
            continue;
        if (attribute[0] == '_')
            return us_xml_fail(m, e, "%.63s is not known here", attribute);
        if (kind != US_NODE_ACT || strcmp(attribute, "product") != 0) {
            US_TRY(add_arg(m, e, attribute, value));
            continue;
        }
        US_TRY(entry_of(m, e, value, false, slot));
        us_builder_set_product(m->builder, slot);
    }
    return leaf(m, e);
}

static us_status check_of(us_xml_importer *m, const us_element *e, const char *expression)
{
    us_node node = us_node_default(US_NODE_CHECK);
    open_node(m, e, &node);
    US_TRY(add_arg(m, e, "", expression));
    return leaf(m, e);
}

static us_status set_of(us_xml_importer *m, const us_element *e, const char *slot,
                        const char *value)
{
    us_node node = us_node_default(US_NODE_SET);
    char name[US_NAME_MAX + 1];
    US_TRY(entry_of(m, e, slot, true, name));
    open_node(m, e, &node);
    us_builder_set_product(m->builder, name);
    US_TRY(add_arg(m, e, "", value));
    return leaf(m, e);
}

static us_status script_condition(us_xml_importer *m, const us_element *e)
{
    US_AUTO(us_str_clear) us_str text;
    us_str_init(&text);
    const char *code;
    US_TRY(ONLY(m, e, "code"));
    US_TRY(needed(m, e, "code", &code));
    if (!us_xml_read_script(m->brl->shared, code, &text))
        return us_xml_fail(m, e, "a script of more than numbers, names, comparisons, && and ||");
    return check_of(m, e, text.text);
}

/* Reads a script of one assignment: `n := 3`. */
static us_status script(us_xml_importer *m, const us_element *e)
{
    US_AUTO(us_str_clear) us_str text;
    us_str_init(&text);
    const char *code;
    char name[US_NAME_MAX + 2]; /* with its `@` */
    US_TRY(ONLY(m, e, "code"));
    US_TRY(needed(m, e, "code", &code));
    code += strspn(code, " ");
    size_t length = strcspn(code, " :={");
    const char *value = code + length + strspn(code + length, " ");
    bool assigns = (value[0] == ':' && value[1] == '=') || (value[0] == '=' && value[1] != '=');
    value += assigns ? 1 + (value[0] == ':') : 0;
    if (!assigns || length == 0 || length > US_NAME_MAX + 1 ||
        !us_xml_read_script(m->brl->shared, value, &text))
        return us_xml_fail(m, e, "a script of more than one assignment of numbers and names");
    memcpy(name, code, length);
    name[length] = '\0';
    return set_of(m, e, name, text.text);
}

static us_status emit(us_xml_importer *m, const us_element *e)
{
    us_node node = us_node_default(US_NODE_EMIT);
    const char *to = us_xml_find_attribute(e, "to"), *within = us_xml_find_attribute(e, "within");
    US_TRY(ONLY(m, e, "ID", "event", "to", "within"));
    US_TRY(needed(m, e, "event", &node.name));
    if (!us_brl_is_name(node.name))
        return us_xml_fail(m, e, "\"%.63s\" is no name of an event", node.name);
    if (to && within)
        return us_xml_fail(m, e, "expected to=\"...\" or within=\"...\", found both");
    open_node(m, e, &node);
    if (to || within)
        US_TRY(add_arg(m, e, to ? "to" : "within", to ? to : within));
    return leaf(m, e);
}

static us_status action(us_xml_importer *m, const us_element *e, const char *id)
{
    const char *slot, *value;
    if (strcmp(id, US_XML_SET) == 0) {
        US_TRY(ONLY(m, e, "ID", "slot", "value"));
        US_TRY(needed(m, e, "slot", &slot));
        US_TRY(needed(m, e, "value", &value));
        return set_of(m, e, slot, value);
    }
    if (strcmp(id, US_XML_EMIT) == 0)
        return emit(m, e);
    if (us_xml_is_reserved(id))
        return us_xml_fail(m, e, "\"%.63s\" is no action", id);
    return read_args(m, e, US_NODE_ACT, id);
}

static us_status condition(us_xml_importer *m, const us_element *e, const char *id)
{
    const char *code;
    if (strcmp(id, US_XML_CHECK) != 0)
        return us_xml_fail(
            m, e, "no condition \"%.63s\": Check with code=\"...\" asks an expression", id);
    US_TRY(ONLY(m, e, "ID", "code"));
    US_TRY(needed(m, e, "code", &code));
    return check_of(m, e, code);
}

static us_status parallel(us_xml_importer *m, const us_element *e, us_node *node)
{
    int64_t successes = -1, failures = 1;
    int children = 0;
    for (const us_element *child = e->child; child; child = child->next)
        children++;
    if (strcmp(e->name, "ParallelAll") == 0) {
        US_TRY(ONLY(m, e, "max_failures"));
        US_TRY(number_or(m, e, "max_failures", INT32_MIN, &failures));
        if (failures != 1)
            return us_xml_fail(m, e,
                               "ParallelAll with max_failures other than 1 is not known here");
        return US_OK;
    }
    US_TRY(ONLY(m, e, "success_count", "failure_count"));
    US_TRY(number_or(m, e, "success_count", -1, &successes));
    US_TRY(number_or(m, e, "failure_count", -1, &failures));
    if (successes == 0 || successes > children || failures == 0 || failures > children)
        return us_xml_fail(m, e, "expected from 1 to %d successes, and failures", children);
    node->count = successes < 0 ? 0 : (int)successes;
    int64_t most = children - (successes < 0 ? children : successes) + 1;
    node->fail = failures < 0 || failures > most ? US_FAIL_EARLY : (int)failures;
    return US_OK;
}

static us_status count_of(us_xml_importer *m, const us_element *e, const us_xml_row *row,
                          us_node *node)
{
    int64_t number, second = m->domain->cycles_per_second;
    US_TRY(ONLY(m, e, row->number));
    US_TRY(number_of(m, e, row->number, row->least, row->most, &number));
    if (number == 0)
        return us_xml_fail(m, e, "%s is 0: it never begins", row->number);
    if (row->time && number * second % 1000)
        return us_xml_fail(
            m, e, "%lld ms are no whole number of cycles, of which there are %lld a second",
            (long long)number, (long long)second);
    if (row->time)
        number = number * second / 1000;
    if (number > INT32_MAX)
        return us_xml_fail(m, e, "%s is too large", row->number);
    node->count = number < 0 ? 0 : (int)number;
    return US_OK;
}

static us_status inner(us_xml_importer *m, const us_element *e, const us_xml_row *row)
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
    const char *skip = us_xml_find_attribute(e, "then_skip");
    if (row->kind == US_NODE_ONCE && (!skip || strcmp(skip, "false") != 0))
        return us_xml_fail(m, e, "RunOnce that skips is not known: write then_skip=\"false\"");
    /* An inverted loop until a failure is one node here: until-fail. */
    if (row->kind == US_NODE_INVERT && child && !child->next &&
        strcmp(child->name, "KeepRunningUntilFailure") == 0) {
        US_TRY(only(m, child, NULL));
        node = us_node_default(US_NODE_UNTIL_FAIL);
        open_node(m, e, &node);
        return close_node(m, child);
    }
    if (!child)
        return us_xml_fail(m, e, "%s has no child", e->name);
    open_node(m, e, &node);
    return close_node(m, e);
}

static us_status unknown(us_xml_importer *m, const us_element *e)
{
    us_spelling near = us_spelling_start(e->name);
    for (int i = 0; i < us_xml_row_count; i++)
        us_spelling_add(&near, us_xml_rows[i].name);
    for (int i = 0; i < m->domain->action_count; i++)
        us_spelling_add(&near, m->domain->action[i].name);
    return us_xml_fail(m, e, "no node is called \"%.63s\"%s%s%s (actions are those of %s)", e->name,
                       near.best[0] ? "; did you mean \"" : "", near.best,
                       near.best[0] ? "\"?" : "", m->domain->name);
}

static us_status read_node(us_xml_importer *m, const us_element *e)
{
    const char *id = us_xml_find_attribute(e, "ID");
    const us_xml_row *row = NULL;
    for (int i = 0; i < us_xml_row_count && !row; i++)
        if (strcmp(us_xml_rows[i].name, e->name) == 0)
            row = &us_xml_rows[i];
    if (!row && strcmp(e->name, US_XML_CHECK) == 0)
        return condition(m, e, e->name);
    if (!row && (strcmp(e->name, US_XML_SET) == 0 || strcmp(e->name, US_XML_EMIT) == 0 ||
                 us_domain_find_action(m->domain, e->name) >= 0))
        return action(m, e, e->name);
    if (!row)
        return unknown(m, e);
    bool by_id = strcmp(e->name, "Action") == 0 || strcmp(e->name, "Condition") == 0 ||
                 row->kind == US_NODE_CALL;
    if (by_id && !id)
        return us_xml_fail(m, e, "%s lacks ID=\"...\"", e->name);
    if (row->kind == US_NODE_CALL)
        return read_args(m, e, US_NODE_CALL, id);
    if (by_id)
        return row->kind == US_NODE_ACT ? action(m, e, id) : condition(m, e, id);
    if (strcmp(e->name, "ScriptCondition") == 0)
        return script_condition(m, e);
    if (strcmp(e->name, "Script") == 0)
        return script(m, e);
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

/* ---- trees */

static us_status read_tree(us_xml_importer *m, const us_xml_tree *tree, us_faults *faults)
{
    const us_element *e = tree->element;
    const char *id;
    US_TRY(needed(m, e, "ID", &id));
    US_TRY(ONLY(m, e, "ID", "params", "slots"));
    if (!us_brl_is_name(id))
        return us_xml_fail(m, e, "\"%.63s\" is no name of a tree", id);
    if (!e->child || e->child->next)
        return us_xml_fail(m, e, "a tree has one node at its top");
    m->builder = us_builder_new(m->domain, US_TEMPLATE_TREE, id, m->brl->shared, faults);
    us_builder_set_place(m->builder, e->line, e->column);
    US_AUTOPTR(us_builder) builder = m->builder;
    US_TRY(us_xml_tree_add_slots(m, tree));
    US_TRY(read_node(m, e->child));
    us_brl_add(m->brl, us_builder_finish(US_STEAL(builder)));
    return US_OK;
}

static us_status read_trees(us_xml_importer *m, const us_element *root, us_faults *faults)
{
    US_AUTO(us_xml_trees_clear) us_xml_trees trees = {0};
    US_TRY(us_xml_trees_find(m, root, faults, &trees));
    if (us_brl_is_full(m->brl, trees.count))
        return us_xml_fail(m, root,
                           "too many trees for a file of %d slots: each has them, and %d are the "
                           "most",
                           m->brl->shared->slot_count, US_BRL_SHARED_MAX);
    for (int i = 0; i < trees.count; i++)
        US_TRY(read_tree(m, &trees.item[i], faults));
    return US_OK;
}

static us_status check_calls(const us_xml_importer *m)
{
    us_brl_call circle;
    US_AUTOFREE bool *marked = us_brl_find_reachable(m->brl, NULL, &circle);
    return us_xml_check_calls(m->brl, marked, circle, "", m->err);
}

#define MAIN "main_tree_to_execute"

static us_status read_root(us_xml_importer *m, const us_element *root)
{
    const char *format = us_xml_find_attribute(root, "BTCPP_format");
    US_AUTO(us_faults_clear) us_faults faults = {0};
    if (strcmp(root->name, "root") != 0 || !format || strcmp(format, "4") != 0)
        return us_xml_fail(m, root, "expected <root BTCPP_format=\"4\">");
    US_TRY(ONLY(m, root, "BTCPP_format", MAIN, "project_name", "domain", "slots"));
    for (const us_element *e = root->child; e; e = e->next)
        if (strcmp(e->name, "BehaviorTree") != 0 && strcmp(e->name, "TreeNodesModel") != 0)
            return us_xml_fail(m, e, "expected <BehaviorTree> or <TreeNodesModel>");
    const char *main = us_xml_find_attribute(root, MAIN);
    US_TRY(read_trees(m, root, &faults));
    us_brl_link(m->brl, &faults);
    us_brl_check(m->brl, &faults);
    if (faults.count > 0)
        return us_faults_fail(&faults, m->file, m->err);
    US_TRY(check_calls(m));
    if (main && us_brl_find_index(m->brl, US_TEMPLATE_TREE, main) < 0)
        return us_xml_fail(m, root, "no tree is called \"%.63s\", which " MAIN " names", main);
    return US_OK;
}

bool us_xml_find_domain(const char *text, size_t length, char out[US_NAME_MAX + 1])
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_element *root = NULL;
    bool read = us_xml_parse("", text, length, arena, &root, &(us_error){0}) == US_OK;
    const char *domain = read ? us_xml_find_attribute(root, "domain") : NULL;
    bool named = domain && us_brl_is_name(domain);
    if (named)
        memcpy(out, domain, strlen(domain) + 1);
    return named;
}

us_status us_xml_import(const us_domain *domain, const char *file, const char *text, size_t length,
                        us_brl **out, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_element *root = NULL;
    us_xml_importer m = {.domain = domain, .file = file, .arena = arena, .err = err};
    US_TRY(us_xml_parse(file, text, length, arena, &root, err));
    us_status status = read_root(&m, root);
    if (status == US_OK)
        *out = m.brl;
    else
        us_brl_free(m.brl);
    return status;
}
