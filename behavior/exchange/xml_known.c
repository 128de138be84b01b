/* Names of nodes in XML: which an import knows, maps to actions, or replaces. */
#include <string.h>

#include "base/spelling.h"
#include "behavior/exchange/xml_importer.h"

typedef enum form { KNOWN, ACTION, UNKNOWN } form;

static const char *name_of(const us_element *e)
{
    static const char *const by_id[] = {"Action", "Condition", "Control", "Decorator"};
    const char *id = us_xml_find_attribute(e, "ID");
    for (int i = 0; i < US_COUNT(by_id); i++)
        if (id && strcmp(e->name, by_id[i]) == 0)
            return id;
    return e->name;
}

static const char *find_map(const us_xml_importer *m, const char *name)
{
    for (int i = 0; i < m->options->maps; i++)
        if (strcmp(m->options->map[i].name, name) == 0)
            return m->options->map[i].action;
    return NULL;
}

/* action: gets the name of the action, if it is one. */
static form form_of(const us_xml_importer *m, const us_element *e, const char **action)
{
    const char *name = name_of(e);
    bool own = strcmp(name, US_XML_CHECK) == 0 || strcmp(name, US_XML_SET) == 0 ||
               strcmp(name, US_XML_EMIT) == 0;
    bool bare = name == e->name; /* an Action without an ID is rejected when it is read */
    if (own || (bare && (us_xml_find_row(name) || us_xml_is_composed(name))))
        return KNOWN;
    if (!bare && us_xml_is_reserved(name)) /* rejected when it is read */
        return KNOWN;
    *action = find_map(m, name);
    if (!*action && us_domain_find_action(m->domain, name) >= 0 && !us_xml_is_reserved(name) &&
        strcmp(e->name, "Condition") != 0)
        *action = name;
    return *action ? ACTION : UNKNOWN;
}

const char *us_xml_find_action(const us_xml_importer *m, const us_element *e)
{
    const char *action = NULL;
    return form_of(m, e, &action) == ACTION ? action : NULL;
}

bool us_xml_is_stub(const us_xml_importer *m, const us_element *e)
{
    const char *action;
    return m->options->stub && !e->child && form_of(m, e, &action) == UNKNOWN;
}

/* ---- all names of a file */

typedef struct names {
    const us_xml_importer *m;
    const us_element *first;             /* the first node that is rejected */
    US_LIST(const us_element *) unknown; /* of each name the first one */
    bool *used;                          /* by map */
} names;

static void add_unknown(names *n, const us_element *e)
{
    for (int i = 0; i < n->unknown.count; i++)
        if (strcmp(name_of(n->unknown.item[i]), name_of(e)) == 0)
            return;
    US_LIST_PUT(n->unknown, e); /* NOLINT(bugprone-sizeof-expression): of pointers */
}

static void find_names(names *n, const us_element *e)
{
    const char *action;
    for (; e; e = e->next) {
        for (int i = 0; i < n->m->options->maps; i++)
            n->used[i] = n->used[i] || (form_of(n->m, e, &action) == ACTION &&
                                        strcmp(n->m->options->map[i].name, name_of(e)) == 0);
        if (form_of(n->m, e, &action) == UNKNOWN) {
            if (!n->first && !us_xml_is_stub(n->m, e))
                n->first = e;
            add_unknown(n, e);
        }
        find_names(n, e->child);
    }
}

static void list_unknown(const names *n, bool stubs, us_str *out)
{
    bool any = false;
    for (int i = 0; i < n->unknown.count; i++) {
        const us_element *e = n->unknown.item[i];
        if (us_xml_is_stub(n->m, e) != stubs)
            continue;
        us_str_addf(out, "%s\"%.63s\"%s", any ? ", " : "", name_of(e),
                    e->child ? " (with children)" : "");
        any = true;
    }
}

static void hint(const names *n, const us_element *e, us_str *out)
{
    us_spelling near = us_spelling_start(name_of(e));
    for (int i = 0; i < us_xml_row_count; i++)
        us_spelling_add(&near, us_xml_rows[i].name);
    for (int i = 0; i < n->m->domain->action_count; i++)
        us_spelling_add(&near, n->m->domain->action[i].name);
    if (near.best[0])
        us_str_addf(out, "; did you mean \"%s\"?", near.best);
}

static us_status reject(const names *n)
{
    US_AUTOSTR(list);
    US_AUTOSTR(help);
    int rejected = 0;
    for (int i = 0; i < n->unknown.count; i++)
        rejected += !us_xml_is_stub(n->m, n->unknown.item[i]);
    list_unknown(n, false, &list);
    if (rejected == 1)
        hint(n, n->first, &help);
    return us_xml_fail(n->m, n->first,
                       "no node%s called %.320s%s (actions are those of %s); --map NAME=ACTION%s",
                       rejected > 1 ? "s are" : " is", list.text, help.text, n->m->domain->name,
                       n->m->options->stub ? "" : " and --stub take unknown leaves");
}

/* Rejects a map of a name that no node has, or to what is no action. */
static us_status check_maps(const names *n)
{
    const us_xml_options *options = n->m->options;
    for (int i = 0; i < options->maps; i++) {
        const us_xml_map *map = &options->map[i];
        if (us_domain_find_action(n->m->domain, map->action) < 0)
            return us_error_refuse(n->m->err, "--map: %s has no action \"%.63s\"",
                                   n->m->domain->name, map->action);
        if (!n->used[i])
            return us_error_refuse(n->m->err,
                                   "--map: no node of the file that could be an action is called "
                                   "\"%.63s\"",
                                   map->name);
    }
    return US_OK;
}

us_status us_xml_check_names(const us_xml_importer *m, const us_element *root)
{
    names n = {.m = m, .used = US_ARENA_ARRAY(m->arena, bool, m->options->maps)};
    for (const us_element *e = root->child; e; e = e->next)
        if (strcmp(e->name, "BehaviorTree") == 0)
            find_names(&n, e->child);
    us_status status = n.first ? reject(&n) : check_maps(&n);
    if (status == US_OK && n.unknown.count > 0 && m->options->warnings) {
        us_str_addf(m->options->warnings, "%s: warning: stubs stand for ", m->file);
        list_unknown(&n, true, m->options->warnings);
        us_str_add(m->options->warnings, "\n");
    }
    us_mem_free(n.unknown.item);
    return status;
}
