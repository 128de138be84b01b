#include <stdlib.h>
#include <string.h>

#include "behavior/exchange/xml_importer.h"

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
typedef struct us_xml_trees {
    xml_tree *item; /* in their order */
    int count;
    xml_tree **by_name; /* trees that have a name */
    int named;
    use_list shared; /* entries that all trees share, if the root declares none */
} xml_trees;

us_status us_xml_fail(const us_xml_importer *m, const us_element *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_status status =
        us_error_vset(m->err, US_BAD_INPUT, m->file, e->line, e->column, format, args);
    va_end(args);
    return status;
}

us_status us_xml_differ(const us_xml_importer *m, int line, int column, const char *text)
{
    if (!m->options->approximate)
        return us_error_set(m->err, US_BAD_INPUT, m->file, line, column,
                            "%s; --approximate takes it all the same", text);
    if (m->options->warnings)
        us_str_addf(m->options->warnings, "%s:%d:%d: warning: %s\n", m->file, line, column, text);
    return US_OK;
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

enum { PASSES = 64 }; /* kinds propagate from called trees, and calls lie no deeper */

typedef struct finder {
    us_xml_importer *m;
    xml_trees *trees;
    use_list *uses, *shared; /* NULL: declared, not inferred */
    bool more;               /* the pass found a new name or kind */
} finder;

/* Reads a list of slots, as in the brackets of a tree, behind the slots of the file. NULL: a
 * fault. */
static us_brl *read_slots(us_xml_importer *m, const us_element *e, const char *list)
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
        us_xml_fail(m, e, "slots that can't be read%s%.200s", wrong ? ": " : "",
                    wrong ? wrong->what : "");
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

static xml_tree *called_by(const struct us_xml_trees *trees, const us_element *call)
{
    const xml_tree key = {.element = call}, *wanted = &key;
    xml_tree **found = NULL;
    if (us_xml_find_attribute(call, "ID") && trees->named > 0)
        found = bsearch(&wanted, trees->by_name, (size_t)trees->named, sizeof(xml_tree *), by_name);
    return found ? *found : NULL;
}

bool us_xml_takes(const us_xml_importer *m, const us_element *call, const char *name)
{
    const xml_tree *tree = called_by(m->trees, call);
    bool takes = !tree || tree->declares;
    for (int i = 0; !takes && i < tree->uses.count; i++)
        takes = strcmp(tree->uses.item[i].name, name) == 0;
    return takes;
}

static int kind_of(const finder *f, const us_element *e, const char *attribute)
{
    const char *id = us_xml_find_attribute(e, "ID"), *name = id ? id : e->name;
    const char *mapped = us_xml_find_action(f->m, e);
    int action = mapped ? us_domain_find_action(f->m->domain, mapped) : -1;
    if (strcmp(e->name, "SubTree") == 0) {
        const xml_tree *tree = called_by(f->trees, e);
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
    bool script = us_xml_is_script(name) ||
                  (strcmp(name, "code") == 0 &&
                   (strcmp(e->name, "Script") == 0 || strcmp(e->name, "ScriptCondition") == 0)) ||
                  (strcmp(name, "if") == 0 && strcmp(e->name, "Precondition") == 0);
    char entry[US_NAME_MAX + 1];
    us_xml_name found;
    size_t at = 0;
    if (us_xml_parse_entry(value, key, entry, &shared))
        note(f, shared, entry, kind_of(f, e, name));
    else if (script)
        while (us_xml_next_name(value, &at, &found))
            note(f, found.shared, found.text, found.truth ? US_VALUE_BOOL : US_VALUE_NUMBER);
}

static void find_in_elements(finder *f, const us_element *e)
{
    for (; e; e = e->next) {
        xml_tree *tree = strcmp(e->name, "SubTree") == 0 ? called_by(f->trees, e) : NULL;
        if (tree)
            tree->called = true;
        bool stub = us_xml_is_stub(f->m, e); /* its ports are dropped */
        for (int i = 0; e->attribute[i]; i += 2)
            if (!stub || us_xml_is_script(e->attribute[i]))
                find_in_attribute(f, e, e->attribute[i], e->attribute[i + 1]);
        find_in_elements(f, e->child);
    }
}

/* Reads the declared parameters of a tree. Faults in them are reported when the tree itself is
 * read. */
static void declared(const us_xml_importer *m, xml_tree *tree, const char *params)
{
    us_xml_importer silent = *m;
    silent.err = NULL;
    US_AUTOPTR(us_brl) read = read_slots(&silent, tree->element, params);
    const us_template *t = read ? read->item[0] : NULL;
    for (int i = 0; t && i < t->slot_count; i++) {
        const us_slot *slot = &t->slot[i].slot;
        US_LIST_PUT(tree->uses,
                    ((entry_use){us_arena_strdup(m->arena, slot->name), (int)slot->kind}));
    }
}

static void find_trees(us_xml_importer *m, const us_element *root, xml_trees *out)
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
static us_status trees_find(us_xml_importer *m, const us_element *root, us_faults *faults,
                            xml_trees *out)
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

static void trees_free(xml_trees *trees)
{
    for (int i = 0; i < trees->count; i++)
        us_mem_free(trees->item[i].uses.item);
    us_mem_free(trees->item);
    us_mem_free(trees->by_name);
    us_mem_free(trees->shared.item);
    us_mem_free(trees);
}
US_AUTOPTR_DEFINE(xml_trees, trees_free);

static int count_onces(const us_element *e)
{
    int count = 0;
    for (; e; e = e->next)
        count += us_xml_skips_once(e) + count_onces(e->child);
    return count;
}

/* Adds the slots of a tree. In a tree without a caller, a name of a shared slot means that shared
 * slot. */
static us_status add_slots(us_xml_importer *m, const xml_tree *tree)
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
    for (int i = 1; all && i <= count_onces(tree->element->child); i++) {
        char name[US_NAME_MAX + 1];
        us_xml_name_once(i, name);
        us_slot_row row = us_slot_row_default(name, US_VALUE_BOOL);
        row.initial = &(us_arg){.name = "", .text = "false", .line = e->line, .column = e->column};
        us_builder_add_slot(m->builder, &row);
    }
    m->onces = 0;
    return all ? US_OK : US_BAD_INPUT;
}

/* ---- trees */

static us_status read_tree(us_xml_importer *m, const xml_tree *tree, us_faults *faults)
{
    const us_element *e = tree->element;
    const char *id;
    US_TRY(us_xml_need(m, e, "ID", &id));
    US_TRY(US_XML_ALLOW(m, e, "ID", "params", "slots"));
    if (!us_brl_is_name(id))
        return us_xml_fail(m, e, "\"%.63s\" is no name of a tree", id);
    if (!e->child || e->child->next)
        return us_xml_fail(m, e, "a tree has one node at its top");
    m->builder = us_builder_new(m->domain, US_TEMPLATE_TREE, id, m->brl->shared, faults);
    us_builder_set_place(m->builder, e->line, e->column);
    US_AUTOPTR(us_builder) builder = m->builder;
    US_TRY(add_slots(m, tree));
    m->called = tree->called;
    US_TRY(us_xml_read_node(m, e->child));
    us_brl_add(m->brl, us_builder_finish(US_STEAL(builder)));
    return US_OK;
}

static us_status read_trees(us_xml_importer *m, const us_element *root, us_faults *faults)
{
    US_AUTOPTR(xml_trees) trees = US_NEW(xml_trees);
    US_TRY(trees_find(m, root, faults, trees));
    m->trees = trees;
    if (us_brl_is_full(m->brl, trees->count))
        return us_xml_fail(m, root,
                           "too many trees for a file of %d slots: each has them, and %d are the "
                           "most",
                           m->brl->shared->slot_count, US_BRL_SHARED_MAX);
    for (int i = 0; i < trees->count; i++)
        US_TRY(read_tree(m, &trees->item[i], faults));
    return US_OK;
}

/* Decides the memory of lines: a line whose values may change while it runs looks at its children
 * once in a tick. Rejects other nodes that would notice the change too early or never. */
static us_status check_late(const us_xml_importer *m)
{
    for (int i = 0; i < m->brl->count; i++) {
        us_template *t = m->brl->item[i];
        for (int k = 0; k < t->node_count; k++) {
            us_node *node = (us_node *)&t->node[k]; /* nobody has seen the new template yet */
            bool line = node->memory == US_XML_UNDECIDED;
            bool other = node->kind == US_NODE_MACHINE || node->kind == US_NODE_CALL;
            bool late = (line || other) && us_xml_reads_late(m->brl, t, k);
            if (line)
                node->memory = late ? US_MEMORY_SCAN : US_MEMORY_NONE;
            else if (late)
                US_TRY(us_xml_differ(
                    m, node->line, node->column,
                    node->kind == US_NODE_CALL
                        ? "a SubTree of BehaviorTree.CPP shares what it is given, and "
                          "another node may write it during the call"
                        : "a node may write a value, while this one runs, that "
                          "decides where it goes on: BehaviorTree.CPP sees it in "
                          "the next tick"));
        }
    }
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
    US_TRY(US_XML_ALLOW(m, root, "BTCPP_format", MAIN, "project_name", "domain", "slots"));
    for (const us_element *e = root->child; e; e = e->next)
        if (strcmp(e->name, "BehaviorTree") != 0 && strcmp(e->name, "TreeNodesModel") != 0)
            return us_xml_fail(m, e, "expected <BehaviorTree> or <TreeNodesModel>");
    const char *main = us_xml_find_attribute(root, MAIN);
    US_TRY(us_xml_check_names(m, root));
    US_TRY(read_trees(m, root, &faults));
    US_TRY(check_late(m));
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
                        const us_xml_options *options, us_brl **out, us_error *err)
{
    static const us_xml_options none;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_element *root = NULL;
    us_xml_importer m = {.domain = domain,
                         .file = file,
                         .arena = arena,
                         .options = options ? options : &none,
                         .err = err};
    US_TRY(us_xml_parse(file, text, length, arena, &root, err));
    us_status status = read_root(&m, root);
    if (status == US_OK)
        *out = m.brl;
    else
        us_brl_free(m.brl);
    return status;
}
