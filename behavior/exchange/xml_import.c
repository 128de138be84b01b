#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "behavior/exchange/xml.h"

typedef struct importer {
    const us_domain *domain;
    const char *file;
    us_arena *arena;
    us_brl *brl;         /* made by trees_find */
    us_builder *builder; /* of the tree being read */
    us_error *err;
} importer;

/* An entry of the blackboard. kind: a us_value_kind, or -1: unknown. */
typedef struct entry_use {
    const char *name;
    int kind;
} entry_use;
typedef US_LIST(entry_use) use_list;

typedef struct xml_tree {
    const us_element *element;
    use_list uses; /* declared parameters, or else the entries that it names */
    bool declares, called;
} xml_tree;
typedef struct xml_trees {
    xml_tree *item; /* in their order */
    int count;
    xml_tree **by_name; /* trees that have a name */
    int named;
    use_list shared; /* entries that all trees share, if the root declares none */
} xml_trees;

__attribute__((format(printf, 3, 4))) static us_status fail(const importer *m, const us_element *e,
                                                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_status status =
        us_error_vset(m->err, US_BAD_INPUT, m->file, e->line, e->column, format, args);
    va_end(args);
    return status;
}

/* Reads the slot's name from {who} or {@who}, with bare also from who or @who. shared: with `@`.
 * Returns false for any other value. */
static bool parse_entry(const char *value, bool bare, char out[US_NAME_MAX + 1], bool *shared)
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

enum { PASSES = 64 }; /* kinds propagate from called trees, and calls lie no deeper */

typedef struct finder {
    importer *m;
    xml_trees *trees;
    use_list *uses, *shared; /* NULL: declared, not inferred */
    bool more;               /* the pass found a new name or kind */
} finder;

/* Reads a list of slots, as in the brackets of a tree, behind the slots of the file. NULL: a
 * fault. */
static us_brl *read_slots(importer *m, const us_element *e, const char *list)
{
    US_AUTOSTR(text);
    US_AUTO(us_faults_clear) us_faults faults = {0};
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
    const us_fault *wrong = NULL;
    for (int i = 0; i < faults.count && !wrong; i++) /* unbound slots are no fault yet */
        wrong = faults.fault[i].kind == US_FAULT_UNBOUND ? NULL : &faults.fault[i];
    if (!sound || wrong) {
        fail(m, e, "slots that can't be read%s%.200s", wrong ? ": " : "", wrong ? wrong->what : "");
        us_brl_free(read);
        read = NULL;
    }
    return read;
}

/* ---- named entries and their kinds */

static void note(finder *f, bool shared, const char *name, int kind)
{
    use_list *uses = shared ? f->shared : f->uses;
    entry_use *use = NULL;
    for (int i = 0; uses && i < uses->count && !use; i++)
        if (strcmp(uses->item[i].name, name) == 0)
            use = &uses->item[i];
    if (!uses || (use ? use->kind >= 0 || kind < 0 : uses->count == US_SLOTS_MAX))
        return;
    if (!use) {
        use = US_LIST_ADD(*uses);
        use->name = us_arena_strdup(f->m->arena, name);
    }
    use->kind = kind;
    f->more = true;
}

static int by_name(const void *a, const void *b)
{
    const xml_tree *const *x = a, *const *y = b;
    return strcmp(us_xml_find_attribute((*x)->element, "ID"),
                  us_xml_find_attribute((*y)->element, "ID"));
}

static int in_order(const void *a, const void *b)
{
    const xml_tree *const *x = a, *const *y = b;
    int order = by_name(a, b);
    return order ? order : (*x > *y) - (*x < *y);
}

static xml_tree *called_by(const finder *f, const us_element *call)
{
    const xml_tree key = {.element = call}, *wanted = &key;
    xml_tree **found = NULL;
    if (us_xml_find_attribute(call, "ID") && f->trees->named > 0)
        found = bsearch(&wanted, f->trees->by_name, (size_t)f->trees->named, sizeof(xml_tree *),
                        by_name);
    return found ? *found : NULL;
}

static int kind_of(const finder *f, const us_element *e, const char *attribute)
{
    const char *id = us_xml_find_attribute(e, "ID"), *name = id ? id : e->name;
    int action = us_domain_find_action(f->m->domain, name);
    if (strcmp(e->name, "SubTree") == 0) {
        const xml_tree *tree = called_by(f, e);
        for (int i = 0; tree && i < tree->uses.count; i++)
            if (strcmp(tree->uses.item[i].name, attribute) == 0)
                return tree->uses.item[i].kind;
        return -1;
    }
    if (strcmp(name, US_XML_EMIT) == 0)
        return strcmp(attribute, "to") == 0 ? US_VALUE_ENTITY : US_VALUE_NUMBER;
    if (strcmp(attribute, "units") == 0)
        return US_VALUE_GROUP;
    if (strcmp(attribute, "unit") == 0 || strcmp(attribute, "product") == 0)
        return US_VALUE_ENTITY;
    for (int i = 0; action >= 0 && i < f->m->domain->action[action].param_count; i++)
        if (strcmp(f->m->domain->action[action].param[i].name, attribute) == 0)
            return (int)f->m->domain->action[action].param[i].kind;
    return -1;
}

static void find_in_attribute(finder *f, const us_element *e, const char *name, const char *value)
{
    bool key = strcmp(e->name, "SetBlackboard") == 0 && strcmp(name, "output_key") == 0, shared;
    bool script = strcmp(e->name, "Script") == 0 || strcmp(e->name, "ScriptCondition") == 0;
    char entry[US_NAME_MAX + 1];
    us_xml_name found;
    size_t at = 0;
    if (parse_entry(value, key, entry, &shared))
        note(f, shared, entry, kind_of(f, e, name));
    else if (script && strcmp(name, "code") == 0)
        while (us_xml_next_name(value, &at, &found))
            note(f, found.shared, found.text, found.truth ? US_VALUE_BOOL : US_VALUE_NUMBER);
}

static void find_in_elements(finder *f, const us_element *e)
{
    for (; e; e = e->next) {
        xml_tree *tree = strcmp(e->name, "SubTree") == 0 ? called_by(f, e) : NULL;
        if (tree)
            tree->called = true;
        for (int i = 0; e->attribute[i]; i += 2)
            find_in_attribute(f, e, e->attribute[i], e->attribute[i + 1]);
        find_in_elements(f, e->child);
    }
}

/* Reads the declared parameters of a tree. Faults in them are reported when the tree itself is
 * read. */
static void declared(const importer *m, xml_tree *tree, const char *params)
{
    importer silent = *m;
    silent.err = NULL;
    US_AUTOPTR(us_brl) read = read_slots(&silent, tree->element, params);
    const us_template *t = read ? read->item[0] : NULL;
    for (int i = 0; t && i < t->slot_count; i++) {
        const us_slot *slot = &t->slot[i].slot;
        US_LIST_PUT(tree->uses,
                    ((entry_use){us_arena_strdup(m->arena, slot->name), (int)slot->kind}));
    }
}

static void find_trees(importer *m, const us_element *root, xml_trees *out)
{
    int count = 0;
    for (const us_element *e = root->child; e; e = e->next)
        count += strcmp(e->name, "BehaviorTree") == 0;
    *out = (xml_trees){.item = US_NEW_ARRAY(xml_tree, count + 1),
                       .by_name = US_NEW_ARRAY(xml_tree *, count + 1)};
    for (const us_element *e = root->child; e; e = e->next) {
        if (strcmp(e->name, "BehaviorTree") != 0)
            continue;
        xml_tree *tree = &out->item[out->count++];
        const char *params = us_xml_find_attribute(e, "params");
        *tree = (xml_tree){.element = e};
        tree->declares = params || us_xml_find_attribute(e, "slots");
        if (params)
            declared(m, tree, params);
        if (us_xml_find_attribute(e, "ID"))
            out->by_name[out->named++] = tree;
    }
    /* total order: trees of one name as they stand */
    qsort(out->by_name, (size_t)out->named, sizeof(xml_tree *), in_order);
}

/* ---- slots of the file, slots of a tree */

static void list_uses(const use_list *uses, const us_template *but, us_str *out)
{
    for (int i = 0; i < uses->count; i++)
        if (!but || us_template_find_slot(but, uses->item[i].name) < 0)
            us_str_addf(out, "%s%s: %s", out->length ? ", " : "", uses->item[i].name,
                        us_value_kind_name(uses->item[i].kind < 0
                                               ? US_VALUE_NUMBER
                                               : (us_value_kind)uses->item[i].kind));
}

/* Finds the trees below the root, and makes m->brl with the slots of the file. The caller clears
 * out in any case. */
static us_status trees_find(importer *m, const us_element *root, us_faults *faults, xml_trees *out)
{
    const char *declares = us_xml_find_attribute(root, "slots");
    us_str list;
    find_trees(m, root, out);
    finder f = {.m = m, .trees = out, .shared = declares ? NULL : &out->shared, .more = true};
    for (int pass = 0; pass < PASSES && f.more; pass++) {
        f.more = false;
        for (int i = 0; i < out->count; i++) {
            f.uses = out->item[i].declares ? NULL : &out->item[i].uses;
            find_in_elements(&f, out->item[i].element->child);
        }
    }
    us_str_init(&list);
    list_uses(&out->shared, NULL, &list);
    US_AUTOPTR(us_brl) read = read_slots(m, root, declares ? declares : list.text);
    us_str_clear(&list);
    if (!read)
        return US_BAD_INPUT;
    us_builder *b = us_builder_new(m->domain, US_TEMPLATE_TREE, "", NULL, faults);
    us_builder_set_place(b, root->line, root->column);
    const us_template *t = read->item[0];
    for (int i = t->shared; i < t->slot_count; i++) {
        us_slot_row row = t->slot[i];
        row.param = false;
        us_builder_add_shared_slot(b, &row);
    }
    m->brl = us_brl_new(m->domain, m->file, us_builder_finish(b));
    return US_OK;
}

static void trees_clear(xml_trees *trees)
{
    for (int i = 0; i < trees->count; i++)
        us_mem_free(trees->item[i].uses.item);
    us_mem_free(trees->item);
    us_mem_free(trees->by_name);
    us_mem_free(trees->shared.item);
}

/* Adds the slots of a tree. In a tree without a caller, a name of a shared slot means that shared
 * slot. */
static us_status add_slots(importer *m, const xml_tree *tree)
{
    const us_element *e = tree->element;
    const char *params = us_xml_find_attribute(e, "params"),
               *slots = us_xml_find_attribute(e, "slots");
    US_AUTOSTR(list);
    if (!tree->declares)
        list_uses(&tree->uses, tree->called ? NULL : m->brl->shared, &list);
    US_AUTOPTR(us_brl) first = read_slots(m, e, params ? params : list.text);
    if (params)
        us_str_add(&list, params);
    if (slots && slots[0])
        us_str_addf(&list, "%s%s", list.length ? ", " : "", slots);
    us_brl *all = first ? read_slots(m, e, list.text) : NULL;
    if (all) {
        const us_template *t = all->item[0];
        for (int i = t->shared; i < t->slot_count; i++) {
            us_slot_row row = t->slot[i];
            row.param = i < t->shared + first->item[0]->params;
            us_builder_add_slot(m->builder, &row);
        }
    }
    us_brl_free(all);
    return all ? US_OK : US_BAD_INPUT;
}

/* ---- nodes */

static us_status read_node(importer *m, const us_element *e);

/* ---- attributes */

static us_status needed(const importer *m, const us_element *e, const char *name, const char **out)
{
    *out = us_xml_find_attribute(e, name);
    return *out ? US_OK : fail(m, e, "%.63s lacks %s=\"...\"", e->name, name);
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
static us_status only(const importer *m, const us_element *e, const char *const *names)
{
    for (int i = 0; e->attribute[i]; i += 2) {
        bool known = is_passed(e->attribute[i], e->attribute[i + 1]);
        for (int k = 0; names && names[k]; k++)
            known = known || strcmp(names[k], e->attribute[i]) == 0;
        if (!known)
            return fail(m, e, "%.63s has an attribute \"%.63s\", which is not known", e->name,
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
    if (!us_text_to_int(text, low, high, out))
        return fail(m, e, "expected a number from %lld to %lld as %s", (long long)low,
                    (long long)high, name);
    return US_OK;
}

/* Reads a number, if present. Otherwise out keeps its value. */
static us_status number_or(const importer *m, const us_element *e, const char *name, int64_t low,
                           int64_t *out)
{
    return us_xml_find_attribute(e, name) ? number_of(m, e, name, low, INT32_MAX, out) : US_OK;
}

/* Reads an entry. An entry that all trees share must be one of the file's slots. */
static us_status entry_of(const importer *m, const us_element *e, const char *value, bool bare,
                          char out[US_NAME_MAX + 1])
{
    bool shared;
    if (!parse_entry(value, bare, out, &shared))
        return fail(m, e, "\"%.63s\" is no name of a slot", value);
    if (shared && us_template_find_slot(m->brl->shared, out) < 0)
        return fail(m, e, "the root declares no slot \"%.63s\"", out);
    return US_OK;
}

static us_status add_arg(importer *m, const us_element *e, const char *name, const char *value)
{
    char entry[US_NAME_MAX + 1];
    bool shared, is_entry = parse_entry(value, false, entry, &shared);
    if (name[0] && !us_brl_is_name(name))
        return fail(m, e, "\"%.63s\" is no name of an argument", name);
    if (is_entry)
        US_TRY(entry_of(m, e, value, false, entry));
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_set_name_place(m->builder, e->line, e->column);
    us_builder_add_arg(m->builder, US_ARGS_NODE, name, is_entry ? entry : value);
    return US_OK;
}

/* ---- nodes */

static void open_node(importer *m, const us_element *e, us_node *node)
{
    const char *label = us_xml_find_attribute(e, "name");
    if (label && us_brl_is_name(label))
        node->label = label;
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_open_node(m->builder, node);
}

static us_status close_node(importer *m, const us_element *e)
{
    for (const us_element *child = e->child; child; child = child->next)
        US_TRY(read_node(m, child));
    us_builder_close_node(m->builder);
    return US_OK;
}

static us_status leaf(importer *m, const us_element *e)
{
    if (e->child)
        return fail(m, e->child, "%.63s has no children", e->name);
    us_builder_close_node(m->builder);
    return US_OK;
}

/* Reads an action or call: every attribute is an argument, except those of the form itself. */
static us_status read_args(importer *m, const us_element *e, us_node_kind kind, const char *name)
{
    us_node node = us_node_default(kind);
    if (!us_brl_is_name(name))
        return fail(m, e, "\"%.63s\" is no name of a tree or action", name);
    node.name = name;
    open_node(m, e, &node);
    for (int i = 0; e->attribute[i]; i += 2) {
        const char *attribute = e->attribute[i], *value = e->attribute[i + 1];
        char slot[US_NAME_MAX + 1];
        if (strcmp(attribute, "ID") == 0 || is_passed(attribute, value))
            continue;
        if (attribute[0] == '_')
            return fail(m, e, "%.63s is not known here", attribute);
        if (kind != US_NODE_ACT || strcmp(attribute, "product") != 0) {
            US_TRY(add_arg(m, e, attribute, value));
            continue;
        }
        US_TRY(entry_of(m, e, value, false, slot));
        us_builder_set_product(m->builder, slot);
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
    US_TRY(entry_of(m, e, slot, true, name));
    open_node(m, e, &node);
    us_builder_set_product(m->builder, name);
    US_TRY(add_arg(m, e, "", value));
    return leaf(m, e);
}

static us_status script_condition(importer *m, const us_element *e)
{
    US_AUTOSTR(text);
    const char *code;
    US_TRY(ONLY(m, e, "code"));
    US_TRY(needed(m, e, "code", &code));
    if (!us_xml_read_script(m->brl->shared, code, &text))
        return fail(m, e, "a script of more than numbers, names, comparisons, && and ||");
    return check_of(m, e, text.text);
}

/* Reads a script of one assignment: `n := 3`. */
static us_status script(importer *m, const us_element *e)
{
    US_AUTOSTR(text);
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
        return fail(m, e, "a script of more than one assignment of numbers and names");
    memcpy(name, code, length);
    name[length] = '\0';
    return set_of(m, e, name, text.text);
}

static us_status emit(importer *m, const us_element *e)
{
    us_node node = us_node_default(US_NODE_EMIT);
    const char *to = us_xml_find_attribute(e, "to"), *within = us_xml_find_attribute(e, "within");
    US_TRY(ONLY(m, e, "ID", "event", "to", "within"));
    US_TRY(needed(m, e, "event", &node.name));
    if (!us_brl_is_name(node.name))
        return fail(m, e, "\"%.63s\" is no name of an event", node.name);
    if (to && within)
        return fail(m, e, "expected to=\"...\" or within=\"...\", found both");
    open_node(m, e, &node);
    if (to || within)
        US_TRY(add_arg(m, e, to ? "to" : "within", to ? to : within));
    return leaf(m, e);
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
    if (strcmp(id, US_XML_EMIT) == 0)
        return emit(m, e);
    if (us_xml_is_reserved(id))
        return fail(m, e, "\"%.63s\" is no action", id);
    return read_args(m, e, US_NODE_ACT, id);
}

static us_status condition(importer *m, const us_element *e, const char *id)
{
    const char *code;
    if (strcmp(id, US_XML_CHECK) != 0)
        return fail(m, e, "no condition \"%.63s\": Check with code=\"...\" asks an expression", id);
    US_TRY(ONLY(m, e, "ID", "code"));
    US_TRY(needed(m, e, "code", &code));
    return check_of(m, e, code);
}

static us_status parallel(importer *m, const us_element *e, us_node *node)
{
    int64_t successes = -1, failures = 1;
    int children = 0;
    for (const us_element *child = e->child; child; child = child->next)
        children++;
    if (strcmp(e->name, "ParallelAll") == 0) {
        US_TRY(ONLY(m, e, "max_failures"));
        US_TRY(number_or(m, e, "max_failures", INT32_MIN, &failures));
        if (failures != 1)
            return fail(m, e, "ParallelAll with max_failures other than 1 is not known here");
        return US_OK;
    }
    US_TRY(ONLY(m, e, "success_count", "failure_count"));
    US_TRY(number_or(m, e, "success_count", -1, &successes));
    US_TRY(number_or(m, e, "failure_count", -1, &failures));
    if (successes == 0 || successes > children || failures == 0 || failures > children)
        return fail(m, e, "expected from 1 to %d successes, and failures", children);
    node->count = successes < 0 ? 0 : (int)successes;
    int64_t most = children - (successes < 0 ? children : successes) + 1;
    node->fail = failures < 0 || failures > most ? US_FAIL_EARLY : (int)failures;
    return US_OK;
}

static us_status count_of(importer *m, const us_element *e, const us_xml_row *row, us_node *node)
{
    int64_t number, second = m->domain->cycles_per_second;
    US_TRY(ONLY(m, e, row->number));
    US_TRY(number_of(m, e, row->number, row->least, row->most, &number));
    if (number == 0)
        return fail(m, e, "%s is 0: it never begins", row->number);
    if (row->time && number * second % 1000)
        return fail(m, e, "%lld ms are no whole number of cycles, of which there are %lld a second",
                    (long long)number, (long long)second);
    if (row->time)
        number = number * second / 1000;
    if (number > INT32_MAX)
        return fail(m, e, "%s is too large", row->number);
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
    const char *skip = us_xml_find_attribute(e, "then_skip");
    if (row->kind == US_NODE_ONCE && (!skip || strcmp(skip, "false") != 0))
        return fail(m, e, "RunOnce that skips is not known: write then_skip=\"false\"");
    /* An inverted loop until a failure is one node here: until-fail. */
    if (row->kind == US_NODE_INVERT && child && !child->next &&
        strcmp(child->name, "KeepRunningUntilFailure") == 0) {
        US_TRY(only(m, child, NULL));
        node = us_node_default(US_NODE_UNTIL_FAIL);
        open_node(m, e, &node);
        return close_node(m, child);
    }
    if (!child)
        return fail(m, e, "%s has no child", e->name);
    open_node(m, e, &node);
    return close_node(m, e);
}

static us_status unknown(importer *m, const us_element *e)
{
    us_spelling near = us_spelling_start(e->name);
    for (int i = 0; i < us_xml_row_count; i++)
        us_spelling_add(&near, us_xml_rows[i].name);
    for (int i = 0; i < m->domain->action_count; i++)
        us_spelling_add(&near, m->domain->action[i].name);
    return fail(m, e, "no node is called \"%.63s\"%s%s%s (actions are those of %s)", e->name,
                near.best[0] ? "; did you mean \"" : "", near.best, near.best[0] ? "\"?" : "",
                m->domain->name);
}

static us_status read_node(importer *m, const us_element *e)
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
        return fail(m, e, "%s lacks ID=\"...\"", e->name);
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

static us_status read_tree(importer *m, const xml_tree *tree, us_faults *faults)
{
    const us_element *e = tree->element;
    const char *id;
    US_TRY(needed(m, e, "ID", &id));
    US_TRY(ONLY(m, e, "ID", "params", "slots"));
    if (!us_brl_is_name(id))
        return fail(m, e, "\"%.63s\" is no name of a tree", id);
    if (!e->child || e->child->next)
        return fail(m, e, "a tree has one node at its top");
    m->builder = us_builder_new(m->domain, US_TEMPLATE_TREE, id, m->brl->shared, faults);
    us_builder_set_place(m->builder, e->line, e->column);
    US_AUTOPTR(us_builder) builder = m->builder;
    US_TRY(add_slots(m, tree));
    US_TRY(read_node(m, e->child));
    us_brl_add(m->brl, us_builder_finish(US_STEAL(builder)));
    return US_OK;
}

static us_status read_trees(importer *m, const us_element *root, us_faults *faults)
{
    US_AUTO(trees_clear) xml_trees trees = {0};
    US_TRY(trees_find(m, root, faults, &trees));
    if (us_brl_is_full(m->brl, trees.count))
        return fail(m, root,
                    "too many trees for a file of %d slots: each has them, and %d are the "
                    "most",
                    m->brl->shared->slot_count, US_BRL_SHARED_MAX);
    for (int i = 0; i < trees.count; i++)
        US_TRY(read_tree(m, &trees.item[i], faults));
    return US_OK;
}

static us_status check_calls(const importer *m)
{
    us_brl_call circle;
    US_AUTOFREE bool *marked = us_brl_find_reachable(m->brl, NULL, &circle);
    return us_xml_check_calls(m->brl, marked, circle, "", m->err);
}

#define MAIN "main_tree_to_execute"

static us_status read_root(importer *m, const us_element *root)
{
    const char *format = us_xml_find_attribute(root, "BTCPP_format");
    US_AUTO(us_faults_clear) us_faults faults = {0};
    if (strcmp(root->name, "root") != 0 || !format || strcmp(format, "4") != 0)
        return fail(m, root, "expected <root BTCPP_format=\"4\">");
    US_TRY(ONLY(m, root, "BTCPP_format", MAIN, "project_name", "domain", "slots"));
    for (const us_element *e = root->child; e; e = e->next)
        if (strcmp(e->name, "BehaviorTree") != 0 && strcmp(e->name, "TreeNodesModel") != 0)
            return fail(m, e, "expected <BehaviorTree> or <TreeNodesModel>");
    const char *main = us_xml_find_attribute(root, MAIN);
    US_TRY(read_trees(m, root, &faults));
    us_brl_link(m->brl, &faults);
    us_brl_check(m->brl, &faults);
    if (faults.count > 0)
        return us_faults_fail(&faults, m->file, m->err);
    US_TRY(check_calls(m));
    if (main && us_brl_find_index(m->brl, US_TEMPLATE_TREE, main) < 0)
        return fail(m, root, "no tree is called \"%.63s\", which " MAIN " names", main);
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
    importer m = {.domain = domain, .file = file, .arena = arena, .err = err};
    US_TRY(us_xml_parse(file, text, length, arena, &root, err));
    us_status status = read_root(&m, root);
    if (status == US_OK)
        *out = m.brl;
    else
        us_brl_free(m.brl);
    return status;
}
