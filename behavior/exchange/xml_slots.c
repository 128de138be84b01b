#include <stdlib.h>
#include <string.h>

#include "behavior/exchange/xml_import.h"

enum { PASSES = 64 }; /* kinds propagate from called trees, and calls lie no deeper */

typedef struct finder {
    us_xml_importer *m;
    us_xml_trees *trees;
    us_xml_uses *uses, *shared; /* NULL: declared, not inferred */
    bool more;                  /* the pass found a new name or kind */
} finder;

/* Reads a list of slots, as in the brackets of a tree, behind the slots of the file. NULL: a
 * fault. */
static us_brl *read_slots(us_xml_importer *m, const us_element *e, const char *list)
{
    US_AUTO(us_str_clear) us_str text;
    us_str_init(&text);
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
    us_xml_uses *uses = shared ? f->shared : f->uses;
    us_xml_use *use = NULL;
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
    const us_xml_tree *const *x = a, *const *y = b;
    return strcmp(us_xml_find_attribute((*x)->element, "ID"),
                  us_xml_find_attribute((*y)->element, "ID"));
}

static int in_order(const void *a, const void *b)
{
    const us_xml_tree *const *x = a, *const *y = b;
    int order = by_name(a, b);
    return order ? order : (*x > *y) - (*x < *y);
}

static us_xml_tree *called_by(const finder *f, const us_element *call)
{
    const us_xml_tree key = {.element = call}, *wanted = &key;
    us_xml_tree **found = NULL;
    if (us_xml_find_attribute(call, "ID") && f->trees->named > 0)
        found = bsearch(&wanted, f->trees->by_name, (size_t)f->trees->named, sizeof(us_xml_tree *),
                        by_name);
    return found ? *found : NULL;
}

static int kind_of(const finder *f, const us_element *e, const char *attribute)
{
    const char *id = us_xml_find_attribute(e, "ID"), *name = id ? id : e->name;
    int action = us_domain_find_action(f->m->domain, name);
    if (strcmp(e->name, "SubTree") == 0) {
        const us_xml_tree *tree = called_by(f, e);
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
    if (us_xml_parse_entry(value, key, entry, &shared))
        note(f, shared, entry, kind_of(f, e, name));
    else if (script && strcmp(name, "code") == 0)
        while (us_xml_next_name(value, &at, &found))
            note(f, found.shared, found.text, found.truth ? US_VALUE_BOOL : US_VALUE_NUMBER);
}

static void find_in_elements(finder *f, const us_element *e)
{
    for (; e; e = e->next) {
        us_xml_tree *tree = strcmp(e->name, "SubTree") == 0 ? called_by(f, e) : NULL;
        if (tree)
            tree->called = true;
        for (int i = 0; e->attribute[i]; i += 2)
            find_in_attribute(f, e, e->attribute[i], e->attribute[i + 1]);
        find_in_elements(f, e->child);
    }
}

/* Reads the declared parameters of a tree. Faults in them are reported when the tree itself is
 * read. */
static void declared(const us_xml_importer *m, us_xml_tree *tree, const char *params)
{
    us_xml_importer silent = *m;
    silent.err = NULL;
    US_AUTOPTR(us_brl) read = read_slots(&silent, tree->element, params);
    const us_template *t = read ? read->item[0] : NULL;
    for (int i = 0; t && i < t->slot_count; i++) {
        const us_slot *slot = &t->slot[i].slot;
        US_LIST_PUT(tree->uses,
                    ((us_xml_use){us_arena_strdup(m->arena, slot->name), (int)slot->kind}));
    }
}

static void find_trees(us_xml_importer *m, const us_element *root, us_xml_trees *out)
{
    int count = 0;
    for (const us_element *e = root->child; e; e = e->next)
        count += strcmp(e->name, "BehaviorTree") == 0;
    *out = (us_xml_trees){.item = US_NEW_ARRAY(us_xml_tree, count + 1),
                          .by_name = US_NEW_ARRAY(us_xml_tree *, count + 1)};
    for (const us_element *e = root->child; e; e = e->next) {
        if (strcmp(e->name, "BehaviorTree") != 0)
            continue;
        us_xml_tree *tree = &out->item[out->count++];
        const char *params = us_xml_find_attribute(e, "params");
        *tree = (us_xml_tree){.element = e};
        tree->declares = params || us_xml_find_attribute(e, "slots");
        if (params)
            declared(m, tree, params);
        if (us_xml_find_attribute(e, "ID"))
            out->by_name[out->named++] = tree;
    }
    /* total order: trees of one name as they stand */
    qsort(out->by_name, (size_t)out->named, sizeof(us_xml_tree *), in_order);
}

/* ---- slots of the file, slots of a tree */

static void list_uses(const us_xml_uses *uses, const us_template *but, us_str *out)
{
    for (int i = 0; i < uses->count; i++)
        if (!but || us_template_find_slot(but, uses->item[i].name) < 0)
            us_str_addf(out, "%s%s: %s", out->length ? ", " : "", uses->item[i].name,
                        us_value_kind_name(uses->item[i].kind < 0
                                               ? US_VALUE_NUMBER
                                               : (us_value_kind)uses->item[i].kind));
}

us_status us_xml_trees_find(us_xml_importer *m, const us_element *root, us_faults *faults,
                            us_xml_trees *out)
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

void us_xml_trees_clear(us_xml_trees *trees)
{
    for (int i = 0; i < trees->count; i++)
        us_mem_free(trees->item[i].uses.item);
    us_mem_free(trees->item);
    us_mem_free(trees->by_name);
    us_mem_free(trees->shared.item);
}

/* Adds the slots of a tree. In a tree without a caller, a name of a shared slot means that shared
 * slot. */
us_status us_xml_tree_add_slots(us_xml_importer *m, const us_xml_tree *tree)
{
    const us_element *e = tree->element;
    const char *params = us_xml_find_attribute(e, "params"),
               *slots = us_xml_find_attribute(e, "slots");
    US_AUTO(us_str_clear) us_str list;
    us_str_init(&list);
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
