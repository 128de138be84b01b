/* The nodes of an imported tree. Nodes and attributes that only BehaviorTree.CPP has become several
 * nodes of this library that do the same. */
#include <stdio.h>
#include <string.h>

#include "behavior/exchange/xml_importer.h"

/* ---- attributes */

/* Scripts that any node may have. */
typedef enum guard_kind { FAILURE_IF, SUCCESS_IF, SKIP_IF, WHILE, GUARDS } guard_kind;
static const char *const guard_names[GUARDS] = {"_failureIf", "_successIf", "_skipIf", "_while"};
typedef enum after_kind { ON_SUCCESS, ON_FAILURE, POST, ON_HALTED, AFTERS } after_kind;
static const char *const after_names[AFTERS] = {"_onSuccess", "_onFailure", "_post", "_onHalted"};

bool us_xml_is_script(const char *attribute)
{
    bool is = false;
    for (int i = 0; i < GUARDS; i++)
        is = is || strcmp(attribute, guard_names[i]) == 0;
    for (int i = 0; i < AFTERS; i++)
        is = is || strcmp(attribute, after_names[i]) == 0;
    return is;
}

us_status us_xml_need(const us_xml_importer *m, const us_element *e, const char *name,
                      const char **out)
{
    *out = us_xml_find_attribute(e, name);
    return *out ? US_OK : us_xml_fail(m, e, "%.63s lacks %s=\"...\"", e->name, name);
}

/* Returns whether an attribute can be passed over: a label, a note of an editor, a script that is
 * read elsewhere, or the default by which a SubTree shares only the given entries. */
static bool is_passed(const char *attribute, const char *value)
{
    static const char *const passed[] = {"name",      "_description", "_uid",
                                         "_fullpath", "_collapsed",   "_favorite"};
    for (int i = 0; i < US_COUNT(passed); i++)
        if (strcmp(attribute, passed[i]) == 0)
            return true;
    return us_xml_is_script(attribute) ||
           (strcmp(attribute, "_autoremap") == 0 &&
            (strcmp(value, "false") == 0 || strcmp(value, "0") == 0));
}

us_status us_xml_allow(const us_xml_importer *m, const us_element *e, const char *const *names)
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

static us_status number_of(const us_xml_importer *m, const us_element *e, const char *name,
                           int64_t low, int64_t high, int64_t *out)
{
    const char *text;
    US_TRY(us_xml_need(m, e, name, &text));
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

/* Reads the word of an own attribute, by which export keeps a setting that BehaviorTree.CPP does
 * not have. Otherwise out keeps its value. */
static us_status word_or(const us_xml_importer *m, const us_element *e, const char *name,
                         const char *const *words, int count, int *out)
{
    const char *text = us_xml_find_attribute(e, name);
    for (int i = 0; text && i < count; i++)
        if (words[i] && strcmp(words[i], text) == 0) {
            *out = i;
            return US_OK;
        }
    return text ? us_xml_fail(m, e, "\"%.63s\" is no value of %s here", text, name) : US_OK;
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

/* ---- building */

/* Opens a node that stands for the element and has its label. */
static void open_node(us_xml_importer *m, const us_element *e, us_node *node)
{
    const char *label = us_xml_find_attribute(e, "name");
    if (label && us_brl_is_name(label))
        node->label = label;
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_open_node(m->builder, node);
}

/* Opens a node around or below the one of the element. */
static void open_other(us_xml_importer *m, const us_element *e, us_node_kind kind, const char *name)
{
    us_node node = us_node_default(kind);
    node.name = name;
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_open_node(m->builder, &node);
}

static void close_other(us_xml_importer *m)
{
    us_builder_close_node(m->builder);
}

static us_status read_child(us_xml_importer *m, const us_element *e, us_xml_skip skip)
{
    us_xml_skip outer = m->skip;
    m->skip = skip;
    us_status status = us_xml_read_node(m, e);
    m->skip = outer;
    return status;
}

static us_status close_node(us_xml_importer *m, const us_element *e, us_xml_skip skip)
{
    for (const us_element *child = e->child; child; child = child->next)
        US_TRY(read_child(m, child, skip));
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

static int count_children(const us_element *e)
{
    int children = 0;
    for (const us_element *child = e->child; child; child = child->next)
        children++;
    return children;
}

/* ---- scripts */

static us_status read_condition(const us_xml_importer *m, const us_element *e, const char *code,
                                us_str *out)
{
    if (us_xml_read_script(m->brl->shared, code, out))
        return US_OK;
    return us_xml_fail(m, e, "a script of more than numbers, names, comparisons, && and ||");
}

static us_status add_check(us_xml_importer *m, const us_element *e, const char *expression)
{
    open_other(m, e, US_NODE_CHECK, "");
    US_TRY(add_arg(m, e, "", expression));
    close_other(m);
    return US_OK;
}

/* Reads one assignment, of `length` bytes: `n := 3`, `n = 3`, `n += 3`. own: the node of the
 * element. */
static us_status add_assignment(us_xml_importer *m, const us_element *e, const char *code,
                                size_t length, bool own)
{
    us_node node = us_node_default(US_NODE_SET);
    US_AUTOSTR(text);
    US_AUTOSTR(value);
    char entry[US_NAME_MAX + 2], name[US_NAME_MAX + 1]; /* the entry with its `@` */
    us_str_add_bytes(&text, code, length);
    code = text.text + strspn(text.text, " ");
    size_t size = strcspn(code, " :={+-*");
    const char *sign = code + size + strspn(code + size, " ");
    bool changes = sign[0] && strchr("+-*", sign[0]) && sign[1] == '=';
    bool assigns =
        changes || (sign[0] == ':' && sign[1] == '=') || (sign[0] == '=' && sign[1] != '=');
    const char *from = sign + (sign[0] == '=' ? 1 : 2);
    if (!assigns || size == 0 || size > US_NAME_MAX + 1 ||
        !us_xml_read_script(m->brl->shared, from, &value))
        return us_xml_fail(m, e, "a script of more than assignments of numbers and names");
    memcpy(entry, code, size);
    entry[size] = '\0';
    US_TRY(entry_of(m, e, entry, true, name));
    if (changes) {
        US_AUTOSTR(sum);
        us_str_addf(&sum, "%s %c (%s)", name, sign[0], value.text);
        us_str_reset(&value);
        us_str_add(&value, sum.text);
    }
    if (own)
        open_node(m, e, &node);
    else
        open_other(m, e, US_NODE_SET, "");
    us_builder_set_product(m->builder, name);
    US_TRY(add_arg(m, e, "", value.text + strspn(value.text, " ")));
    close_other(m);
    return US_OK;
}

static bool is_blank(const char *text, size_t length)
{
    return strspn(text, " ") >= length;
}

/* Adds the assignments of a script, which `;` separates. own: the node of the element. */
static us_status add_script(us_xml_importer *m, const us_element *e, const char *code, bool own)
{
    us_node node = us_node_default(US_NODE_SEQUENCE);
    size_t length = strcspn(code, ";");
    bool several = code[length] && !is_blank(code + length + 1, strlen(code + length + 1));
    if (several && own)
        open_node(m, e, &node);
    else if (several)
        open_other(m, e, US_NODE_SEQUENCE, "");
    for (;;) {
        US_TRY(add_assignment(m, e, code, length, own && !several));
        code += length;
        if (!*code || is_blank(code + 1, strlen(code + 1)))
            break;
        length = strcspn(++code, ";");
    }
    if (several)
        close_other(m);
    return US_OK;
}

/* ---- leaves */

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
        if (kind == US_NODE_CALL && !us_xml_takes(m, e, attribute))
            continue;
        if (kind != US_NODE_ACT || strcmp(attribute, "product") != 0) {
            US_TRY(add_arg(m, e, attribute, value));
            continue;
        }
        US_TRY(entry_of(m, e, value, false, slot));
        us_builder_set_product(m->builder, slot);
    }
    return leaf(m, e);
}

/* Puts an action without arguments in the place of an unknown leaf, labeled by its name. */
static us_status read_stub(us_xml_importer *m, const us_element *e)
{
    us_node node = us_node_default(US_NODE_ACT);
    const char *id = us_xml_find_attribute(e, "ID"), *name = id ? id : e->name;
    for (int i = 0; i < m->domain->action_count && !node.name[0]; i++)
        if (m->domain->action[i].param_count == 0)
            node.name = m->domain->action[i].name;
    if (!node.name[0])
        return us_xml_fail(m, e, "no action of %s is without arguments: --stub needs one",
                           m->domain->name);
    node.label = us_brl_is_name(name) ? name : "";
    open_node(m, e, &node);
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

static us_status set_by_names(us_xml_importer *m, const us_element *e, const char *slot_name)
{
    const char *slot, *value;
    US_TRY(US_XML_ALLOW(m, e, "ID", slot_name, "value"));
    US_TRY(us_xml_need(m, e, slot_name, &slot));
    US_TRY(us_xml_need(m, e, "value", &value));
    return set_of(m, e, slot, value);
}

static us_status script_condition(us_xml_importer *m, const us_element *e)
{
    US_AUTOSTR(text);
    const char *code;
    US_TRY(US_XML_ALLOW(m, e, "code"));
    US_TRY(us_xml_need(m, e, "code", &code));
    US_TRY(read_condition(m, e, code, &text));
    return check_of(m, e, text.text);
}

static us_status script(us_xml_importer *m, const us_element *e)
{
    const char *code;
    US_TRY(US_XML_ALLOW(m, e, "code"));
    US_TRY(us_xml_need(m, e, "code", &code));
    if (e->child)
        return us_xml_fail(m, e->child, "%.63s has no children", e->name);
    return add_script(m, e, code, true);
}

static us_status emit(us_xml_importer *m, const us_element *e)
{
    us_node node = us_node_default(US_NODE_EMIT);
    const char *to = us_xml_find_attribute(e, "to"), *within = us_xml_find_attribute(e, "within");
    US_TRY(US_XML_ALLOW(m, e, "ID", "event", "to", "within"));
    US_TRY(us_xml_need(m, e, "event", &node.name));
    if (!us_brl_is_name(node.name))
        return us_xml_fail(m, e, "\"%.63s\" is no name of an event", node.name);
    if (to && within)
        return us_xml_fail(m, e, "expected to=\"...\" or within=\"...\", found both");
    open_node(m, e, &node);
    if (to || within)
        US_TRY(add_arg(m, e, to ? "to" : "within", to ? to : within));
    return leaf(m, e);
}

static us_status check(us_xml_importer *m, const us_element *e)
{
    const char *code;
    US_TRY(US_XML_ALLOW(m, e, "ID", "code"));
    US_TRY(us_xml_need(m, e, "code", &code));
    return check_of(m, e, code);
}

/* Reads <Action ID="..."/>, <Condition ID="..."/>, or an element of that name. */
static us_status named_leaf(us_xml_importer *m, const us_element *e, const char *name)
{
    if (us_xml_is_stub(m, e))
        return read_stub(m, e);
    if (strcmp(name, US_XML_CHECK) == 0)
        return check(m, e);
    if (strcmp(name, US_XML_SET) == 0)
        return set_by_names(m, e, "slot");
    if (strcmp(name, US_XML_EMIT) == 0)
        return emit(m, e);
    const char *action = us_xml_find_action(m, e);
    if (!action)
        return us_xml_fail(m, e, "\"%.63s\" is no action", name);
    return read_args(m, e, US_NODE_ACT, action);
}

/* ---- inner nodes */

static us_status parallel(us_xml_importer *m, const us_element *e, us_node *node)
{
    int64_t successes = -1, failures = 1;
    int children = count_children(e);
    if (strcmp(e->name, "ParallelAll") == 0) {
        US_TRY(US_XML_ALLOW(m, e, "max_failures"));
        US_TRY(number_or(m, e, "max_failures", INT32_MIN, &failures));
        if (failures != 1)
            return us_xml_fail(m, e,
                               "ParallelAll with max_failures other than 1 is not known here");
        return US_OK;
    }
    US_TRY(US_XML_ALLOW(m, e, "success_count", "failure_count"));
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
    US_TRY(US_XML_ALLOW(m, e, row->number, row->time ? row->number : US_XML_ROUNDS));
    US_TRY(number_of(m, e, row->number, row->least, row->most, &number));
    if (number == 0)
        return us_xml_fail(m, e, "%s is 0: it never begins", row->number);
    if (row->time && number * second % 1000)
        return us_xml_fail(m, e,
                           "%lld ms are no whole number of cycles, of which there are %lld a "
                           "second",
                           (long long)number, (long long)second);
    if (row->time)
        number = number * second / 1000;
    if (number > INT32_MAX)
        return us_xml_fail(m, e, "%s is too large", row->number);
    node->count = number < 0 ? 0 : (int)number;
    return US_OK;
}

/* Reads settings of an element of the table. */
static us_status settings_of(us_xml_importer *m, const us_element *e, const us_xml_row *row,
                             us_node *node)
{
    static const char *const rounds[] = {"apart", "joined"};
    static const char *const memories[] = {
        [US_MEMORY_NONE] = "none", [US_MEMORY_LATCH] = "latch", [US_MEMORY_SCAN] = "scan"};
    node->memory = us_node_default(row->kind).memory;
    switch (row->kind) {
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
        node->memory = row->memory;
        if (row->memory == US_MEMORY_RESUME)
            return us_xml_allow(m, e, NULL);
        if (row->memory == US_MEMORY_NONE)
            node->memory = US_XML_UNDECIDED;
        US_TRY(US_XML_ALLOW(m, e, US_XML_MEMORY));
        return word_or(m, e, US_XML_MEMORY, memories, US_COUNT(memories), &node->memory);
    case US_NODE_RETRY:
    case US_NODE_REPEAT:
        node->rounds = row->memory;
        US_TRY(row->number ? count_of(m, e, row, node) : us_xml_allow(m, e, NULL));
        return word_or(m, e, US_XML_ROUNDS, rounds, US_COUNT(rounds), &node->rounds);
    case US_NODE_PARALLEL:
        return parallel(m, e, node);
    case US_NODE_ONCE:
        return US_XML_ALLOW(m, e, "then_skip");
    default:
        return row->number ? count_of(m, e, row, node) : us_xml_allow(m, e, NULL);
    }
}

bool us_xml_skips_once(const us_element *e)
{
    const char *skip = us_xml_find_attribute(e, "then_skip");
    return strcmp(e->name, "RunOnce") == 0 &&
           (!skip || (strcmp(skip, "false") != 0 && strcmp(skip, "0") != 0));
}

void us_xml_name_once(int number, char out[US_NAME_MAX + 1])
{
    snprintf(out, US_NAME_MAX + 1, "_once%d", number);
}

/* What is otherwise of a node that remembers across its halts and calls. */
static us_status check_remembers(us_xml_importer *m, const us_element *e, const us_node *node)
{
    bool once = node->kind == US_NODE_ONCE, keep = node->memory == US_MEMORY_KEEP;
    if (us_xml_skips_once(e) && m->skip == US_XML_SKIP_REFUSED)
        US_TRY(us_xml_differ(m, e->line, e->column,
                             "RunOnce is skipped after its first end: write then_skip=\"false\""));
    if ((once || keep) && m->called)
        US_TRY(us_xml_differ(m, e->line, e->column,
                             once ? "RunOnce in a SubTree remembers from call to call"
                                  : "SequenceWithMemory in a SubTree keeps its place from call to "
                                    "call"));
    return US_OK;
}

/* Returns whether the node halts children that run, while it runs or when it ends. */
static bool halts(us_node_kind kind, int memory)
{
    bool line = kind == US_NODE_SEQUENCE || kind == US_NODE_SELECTOR;
    bool plain =
        memory == US_MEMORY_RESUME || memory == US_MEMORY_LATCH || memory == US_MEMORY_KEEP;
    return kind == US_NODE_PARALLEL || kind == US_NODE_TIMEOUT || (line && !plain);
}

/* Returns whether the element may be skipped, by its own attributes. */
static bool may_skip(const us_element *e)
{
    const char *otherwise = us_xml_find_attribute(e, "else");
    return us_xml_find_attribute(e, guard_names[SKIP_IF]) ||
           us_xml_find_attribute(e, guard_names[WHILE]) || us_xml_skips_once(e) ||
           (strcmp(e->name, "Precondition") == 0 && otherwise && strcmp(otherwise, "SKIPPED") == 0);
}

/* Returns what skipped children are: a line passes over them, unless all of them are skipped. */
static us_xml_skip skip_in_line(const us_element *e, us_node_kind kind, int memory)
{
    bool all = true;
    for (const us_element *child = e->child; child; child = child->next)
        all = all && may_skip(child);
    if (all || memory == US_MEMORY_KEEP || memory == US_MEMORY_LATCH)
        return US_XML_SKIP_REFUSED;
    return kind == US_NODE_SEQUENCE   ? US_XML_SKIP_SUCCEEDS
           : kind == US_NODE_SELECTOR ? US_XML_SKIP_FAILS
                                      : US_XML_SKIP_REFUSED;
}

static us_status open_guard(us_xml_importer *m, const us_element *e, const char *condition,
                            bool succeeds, int memory);

/* A RunOnce that is skipped after its first end, which a slot notes. */
static us_status skipped_once(us_xml_importer *m, const us_element *e)
{
    char name[US_NAME_MAX + 1], ends[US_NAME_MAX + 16];
    us_xml_name_once(m->onces, name);
    snprintf(ends, sizeof ends, "%s := true", name);
    if (count_children(e) != 1)
        return us_xml_fail(m, e, "%s has no child", e->name);
    US_TRY(open_guard(m, e, name, m->skip == US_XML_SKIP_SUCCEEDS, US_MEMORY_RESUME));
    open_other(m, e, US_NODE_SELECTOR, "");
    open_other(m, e, US_NODE_SEQUENCE, "");
    US_TRY(read_child(m, e->child, US_XML_SKIP_REFUSED));
    US_TRY(add_script(m, e, ends, false));
    close_other(m);
    open_other(m, e, US_NODE_FAIL, "");
    US_TRY(add_script(m, e, ends, false));
    close_other(m);
    close_other(m);
    close_other(m);
    return US_OK;
}

static us_status inner(us_xml_importer *m, const us_element *e, const us_xml_row *row)
{
    us_node node = us_node_default(row->kind);
    const us_element *child = e->child;
    bool outer = m->halts;
    US_TRY(settings_of(m, e, row, &node));
    US_TRY(check_remembers(m, e, &node));
    if (us_xml_skips_once(e)) {
        m->onces++;
        if (m->skip != US_XML_SKIP_REFUSED)
            return skipped_once(m, e);
    }
    /* An inverted loop until a failure is one node here: until-fail. */
    if (row->kind == US_NODE_INVERT && child && !child->next && !child->attribute[0] &&
        strcmp(child->name, "KeepRunningUntilFailure") == 0) {
        node = us_node_default(US_NODE_UNTIL_FAIL);
        open_node(m, e, &node);
        return close_node(m, child, US_XML_SKIP_REFUSED);
    }
    if (!child)
        return us_xml_fail(m, e, "%s has no child", e->name);
    m->halts = m->halts || halts(row->kind, node.memory);
    open_node(m, e, &node);
    US_TRY(close_node(m, e, skip_in_line(e, row->kind, node.memory)));
    m->halts = outer;
    return US_OK;
}

/* ---- nodes of several nodes here */

/* Adds a rule of a state: `on EVENT -> goto TO`, or with a condition `when CONDITION -> goto TO`.
 */
static us_status add_rule(us_xml_importer *m, const us_element *e, const char *event,
                          const char *condition, const char *to)
{
    open_other(m, e, US_NODE_RULE, event);
    if (condition)
        US_TRY(add_arg(m, e, "", condition));
    open_other(m, e, US_NODE_GOTO, to);
    close_other(m);
    close_other(m);
    return US_OK;
}

/* Adds the rules that end a machine as the state ends, and closes the state. */
static us_status end_state(us_xml_importer *m, const us_element *e)
{
    US_TRY(add_rule(m, e, "success", NULL, "success"));
    US_TRY(add_rule(m, e, "failure", NULL, "failure"));
    close_other(m);
    return US_OK;
}

static us_status add_state(us_xml_importer *m, const us_element *e, const char *name)
{
    open_other(m, e, US_NODE_STATE, name);
    US_TRY(read_child(m, e, US_XML_SKIP_REFUSED));
    return end_state(m, e);
}

static us_status expect_children(us_xml_importer *m, const us_element *e, int least, int most)
{
    int children = count_children(e);
    if (children < least || children > most)
        return us_xml_fail(m, e, "%s has %d children: expected %d%s", e->name, children, least,
                           most > least ? " or more" : "");
    return US_OK;
}

/* The condition decides once. With an `else` it is a machine: a line could not tell a failure of
 * the condition from one of `then`. */
static us_status if_then_else(us_xml_importer *m, const us_element *e)
{
    US_TRY(us_xml_allow(m, e, NULL));
    US_TRY(expect_children(m, e, 2, 3));
    const us_element *condition = e->child, *then = condition->next;
    us_node node = us_node_default(then->next ? US_NODE_MACHINE : US_NODE_SEQUENCE);
    bool act = us_xml_find_action(m, condition) || us_xml_is_stub(m, condition);
    bool guarded = false;
    for (int i = 0; i < GUARDS; i++)
        guarded = guarded || us_xml_find_attribute(condition, guard_names[i]);
    if (!then->next && (act || guarded))
        US_TRY(us_xml_differ(m, condition->line, condition->column,
                             "an IfThenElse without `else` never asks an action again that has "
                             "failed as its condition"));
    open_node(m, e, &node);
    if (!then->next)
        return close_node(m, e, US_XML_SKIP_REFUSED);
    open_other(m, condition, US_NODE_STATE, "ask");
    US_TRY(read_child(m, condition, US_XML_SKIP_REFUSED));
    US_TRY(add_rule(m, condition, "success", NULL, "then"));
    US_TRY(add_rule(m, condition, "failure", NULL, "else"));
    close_other(m);
    US_TRY(add_state(m, then, "then"));
    US_TRY(add_state(m, then->next, "else"));
    close_other(m);
    return US_OK;
}

/* Reads the condition of a WhileDoElse: a script, or a constant. */
static us_status read_while(us_xml_importer *m, const us_element *e, us_str *out)
{
    const char *code = us_xml_find_attribute(e, "code");
    for (int i = 0; e->attribute[i]; i += 2)
        if (e->attribute[i][0] == '_' && us_xml_is_script(e->attribute[i]))
            code = NULL;
    if (code && strcmp(e->name, "ScriptCondition") == 0)
        return read_condition(m, e, code, out);
    if (!code || strcmp(e->name, US_XML_CHECK) != 0)
        return us_xml_fail(m, e,
                           "a WhileDoElse asks its condition in each tick: only a ScriptCondition "
                           "without attributes is known here");
    us_str_add(out, code);
    return US_OK;
}

static us_status while_do_else(us_xml_importer *m, const us_element *e)
{
    US_AUTOSTR(holds);
    US_AUTOSTR(ends);
    bool outer = m->halts;
    US_TRY(us_xml_allow(m, e, NULL));
    US_TRY(expect_children(m, e, 2, 3));
    const us_element *body = e->child->next, *otherwise = body->next;
    us_node node = us_node_default(US_NODE_MACHINE);
    US_TRY(read_while(m, e->child, &holds));
    us_str_addf(&ends, "not (%s)", holds.text);
    m->halts = true;
    open_node(m, e, &node);
    open_other(m, body, US_NODE_STATE, "do");
    US_TRY(read_child(m, body, US_XML_SKIP_REFUSED));
    US_TRY(add_rule(m, e->child, "", ends.text, otherwise ? "else" : "failure"));
    US_TRY(end_state(m, body));
    if (otherwise) {
        open_other(m, otherwise, US_NODE_STATE, "else");
        US_TRY(read_child(m, otherwise, US_XML_SKIP_REFUSED));
        US_TRY(add_rule(m, e->child, "", holds.text, "do"));
        US_TRY(end_state(m, otherwise));
    }
    close_other(m);
    m->halts = outer;
    return US_OK;
}

enum { CASES_MOST = 6 };

/* Adds the rules that lead from a case to the others. */
static us_status switch_rules(us_xml_importer *m, const us_element *e, const char *variable,
                              const int64_t *value, int cases, int at)
{
    US_AUTOSTR(none);
    for (int i = 0; i < cases; i++) {
        US_AUTOSTR(same);
        char state[16] = "case-";
        us_str_addf(&same, "%s == %lld", variable, (long long)value[i]);
        us_str_addf(&none, "%s%s != %lld", i ? " and " : "", variable, (long long)value[i]);
        state[5] = (char)('1' + i);
        state[6] = '\0';
        if (i != at)
            US_TRY(add_rule(m, e, "", same.text, state));
    }
    return at == cases ? US_OK : add_rule(m, e, "", none.text, "default");
}

/* A Switch looks at its variable in each tick. */
static us_status switch_cases(us_xml_importer *m, const us_element *e)
{
    int cases = e->name[strlen(e->name) - 1] - '0', at = 0;
    int64_t value[CASES_MOST];
    const char *variable;
    char name[US_NAME_MAX + 1];
    bool outer = m->halts;
    US_TRY(
        US_XML_ALLOW(m, e, "variable", "case_1", "case_2", "case_3", "case_4", "case_5", "case_6"));
    US_TRY(expect_children(m, e, cases + 1, cases + 1));
    US_TRY(us_xml_need(m, e, "variable", &variable));
    US_TRY(entry_of(m, e, variable, false, name));
    for (int i = 0; i < cases; i++) {
        char attribute[] = {'c', 'a', 's', 'e', '_', (char)('1' + i), '\0'};
        US_TRY(number_of(m, e, attribute, INT32_MIN, INT32_MAX, &value[i]));
        for (int k = 0; k < i; k++)
            if (value[k] == value[i])
                return us_xml_fail(m, e, "two cases of %s are the same", e->name);
    }
    us_node node = us_node_default(US_NODE_MACHINE);
    m->halts = true;
    open_node(m, e, &node);
    for (const us_element *child = e->child; child; child = child->next, at++) {
        char state[] = {'c', 'a', 's', 'e', '-', (char)('1' + at), '\0'};
        open_other(m, child, US_NODE_STATE, at < cases ? state : "default");
        US_TRY(read_child(m, child, US_XML_SKIP_REFUSED));
        US_TRY(switch_rules(m, child, name, value, cases, at));
        US_TRY(end_state(m, child));
    }
    close_other(m);
    m->halts = outer;
    return US_OK;
}

/* A line of all children but the last one, which cleans up after a failure. */
static us_status try_catch(us_xml_importer *m, const us_element *e)
{
    const char *halt = us_xml_find_attribute(e, "catch_on_halt");
    us_node node = us_node_default(US_NODE_SELECTOR);
    const us_element *child = e->child;
    bool all = true;
    US_TRY(US_XML_ALLOW(m, e, "catch_on_halt"));
    if (halt && strcmp(halt, "false") != 0 && strcmp(halt, "0") != 0)
        US_TRY(us_xml_differ(m, e->line, e->column,
                             "TryCatch with catch_on_halt runs its last child when it is halted"));
    US_TRY(expect_children(m, e, 2, INT32_MAX));
    for (const us_element *at = child; at->next; at = at->next)
        all = all && may_skip(at);
    open_node(m, e, &node);
    open_other(m, e, US_NODE_SEQUENCE, "");
    for (; child->next; child = child->next)
        US_TRY(read_child(m, child, all ? US_XML_SKIP_REFUSED : US_XML_SKIP_SUCCEEDS));
    close_other(m);
    open_other(m, child, US_NODE_FAIL, "");
    US_TRY(read_child(m, child, US_XML_SKIP_SUCCEEDS));
    close_other(m);
    close_other(m);
    return US_OK;
}

/* A condition that is asked until it holds, and not again while the child runs. */
static us_status precondition(us_xml_importer *m, const us_element *e)
{
    US_AUTOSTR(holds);
    US_AUTOSTR(fails);
    const char *code, *otherwise = us_xml_find_attribute(e, "else");
    US_TRY(US_XML_ALLOW(m, e, "if", "else"));
    US_TRY(us_xml_need(m, e, "if", &code));
    US_TRY(expect_children(m, e, 1, 1));
    US_TRY(read_condition(m, e, code, &holds));
    us_str_addf(&fails, "not (%s)", holds.text);
    if (m->halts || m->called)
        US_TRY(us_xml_differ(m, e->line, e->column,
                             "a Precondition that was halted does not ask again"));
    otherwise = otherwise ? otherwise : "FAILURE";
    bool skip = strcmp(otherwise, "SKIPPED") == 0, waits = strcmp(otherwise, "RUNNING") == 0;
    if (skip && m->skip == US_XML_SKIP_REFUSED)
        US_TRY(us_xml_differ(m, e->line, e->column, "a Precondition is skipped here"));
    bool succeeds = strcmp(otherwise, "SUCCESS") == 0 || (skip && m->skip != US_XML_SKIP_FAILS);
    if (!skip && !waits && !succeeds && strcmp(otherwise, "FAILURE") != 0)
        return us_xml_fail(m, e, "\"%.63s\" is no value of else", otherwise);
    us_node node = us_node_default(succeeds ? US_NODE_SELECTOR : US_NODE_SEQUENCE);
    open_node(m, e, &node);
    if (waits)
        open_other(m, e, US_NODE_RETRY, "");
    US_TRY(add_check(m, e, succeeds ? fails.text : holds.text));
    if (waits)
        close_other(m);
    return close_node(m, e, US_XML_SKIP_REFUSED);
}

typedef us_status node_reader(us_xml_importer *m, const us_element *e);
static const struct {
    const char *name;
    node_reader *read;
} composed[] = {
    {"IfThenElse", if_then_else},   {"WhileDoElse", while_do_else}, {"TryCatch", try_catch},
    {"Precondition", precondition}, {"Switch2", switch_cases},      {"Switch3", switch_cases},
    {"Switch4", switch_cases},      {"Switch5", switch_cases},      {"Switch6", switch_cases},
};

static node_reader *find_composed(const char *name)
{
    for (int i = 0; i < US_COUNT(composed); i++)
        if (strcmp(composed[i].name, name) == 0)
            return composed[i].read;
    return NULL;
}

bool us_xml_is_composed(const char *name)
{
    return find_composed(name) != NULL;
}

/* ---- one node, without its scripts */

static us_status read_bare(us_xml_importer *m, const us_element *e)
{
    const char *id = us_xml_find_attribute(e, "ID");
    const us_xml_row *row = us_xml_find_row(e->name);
    node_reader *read = find_composed(e->name);
    if (read)
        return read(m, e);
    if (!row)
        return named_leaf(m, e, e->name);
    bool by_id = row->kind == US_NODE_ACT || strcmp(e->name, "Condition") == 0;
    if ((by_id || row->kind == US_NODE_CALL) && !id)
        return us_xml_fail(m, e, "%s lacks ID=\"...\"", e->name);
    if (row->kind == US_NODE_CALL)
        return read_args(m, e, US_NODE_CALL, id);
    if (by_id)
        return named_leaf(m, e, id);
    if (strcmp(e->name, "ScriptCondition") == 0)
        return script_condition(m, e);
    if (strcmp(e->name, "Script") == 0)
        return script(m, e);
    if (strcmp(e->name, "SetBlackboard") == 0)
        return set_by_names(m, e, "output_key");
    if (row->kind == US_NODE_CHECK) {
        US_TRY(us_xml_allow(m, e, NULL));
        return check_of(m, e, strcmp(e->name, "AlwaysSuccess") == 0 ? "true" : "false");
    }
    return inner(m, e, row);
}

/* ---- scripts around a node */

typedef struct scripts {
    const char *guard[GUARDS], *after[AFTERS]; /* or NULL */
} scripts;

static void find_scripts(const us_element *e, scripts *out)
{
    for (int i = 0; i < GUARDS; i++)
        out->guard[i] = us_xml_find_attribute(e, guard_names[i]);
    for (int i = 0; i < AFTERS; i++)
        out->after[i] = us_xml_find_attribute(e, after_names[i]);
}

/* Opens a line whose check decides before the node: `selector { check A ...`, or for a node that
 * fails so `sequence { check not A ...`. */
static us_status open_guard(us_xml_importer *m, const us_element *e, const char *condition,
                            bool succeeds, int memory)
{
    US_AUTOSTR(text);
    us_node node = us_node_default(succeeds ? US_NODE_SELECTOR : US_NODE_SEQUENCE);
    node.memory = memory;
    us_builder_set_place(m->builder, e->line, e->column);
    us_builder_open_node(m->builder, &node);
    us_str_addf(&text, succeeds ? "%s" : "not (%s)", condition);
    return add_check(m, e, text.text);
}

/* The node is asked _failureIf and _successIf when it begins. */
static us_status read_guarded(us_xml_importer *m, const us_element *e, const scripts *s)
{
    int opened = 0;
    for (int i = FAILURE_IF; i <= SUCCESS_IF; i++) {
        US_AUTOSTR(condition);
        if (!s->guard[i])
            continue;
        US_TRY(read_condition(m, e, s->guard[i], &condition));
        US_TRY(open_guard(m, e, condition.text, i == SUCCESS_IF, US_MEMORY_RESUME));
        opened++;
    }
    US_TRY(read_bare(m, e));
    while (opened-- > 0)
        close_other(m);
    return US_OK;
}

/* Adds one or two scripts. */
static us_status add_scripts(us_xml_importer *m, const us_element *e, const char *first,
                             const char *then)
{
    if (first && then)
        open_other(m, e, US_NODE_SEQUENCE, "");
    if (first)
        US_TRY(add_script(m, e, first, false));
    if (then)
        US_TRY(add_script(m, e, then, false));
    if (first && then)
        close_other(m);
    return US_OK;
}

/* `selector { sequence { NODE  SCRIPT }  fail SCRIPT }` */
static us_status read_with_afters(us_xml_importer *m, const us_element *e, const scripts *s)
{
    bool good = s->after[ON_SUCCESS] || s->after[POST];
    bool bad = s->after[ON_FAILURE] || s->after[POST];
    if (s->after[ON_HALTED])
        US_TRY(us_xml_differ(m, e->line, e->column, "_onHalted runs a script after a halt"));
    if (bad)
        open_other(m, e, US_NODE_SELECTOR, "");
    if (good)
        open_other(m, e, US_NODE_SEQUENCE, "");
    us_xml_skip outer = m->skip;
    if (good || bad)
        m->skip = US_XML_SKIP_REFUSED; /* a node that skips itself runs no script */
    US_TRY(read_guarded(m, e, s));
    m->skip = outer;
    if (good) {
        US_TRY(add_scripts(m, e, s->after[ON_SUCCESS], s->after[POST]));
        close_other(m);
    }
    if (bad) {
        open_other(m, e, US_NODE_FAIL, "");
        US_TRY(add_scripts(m, e, s->after[ON_FAILURE], s->after[POST]));
        close_other(m);
        close_other(m);
    }
    return US_OK;
}

/* The condition of a skip. _failureIf and _successIf come before it. */
static us_status skip_condition(us_xml_importer *m, const us_element *e, const scripts *s,
                                us_str *out)
{
    us_str_add(out, "(");
    US_TRY(read_condition(m, e, s->guard[SKIP_IF], out));
    us_str_add(out, ")");
    for (int i = FAILURE_IF; i <= SUCCESS_IF; i++) {
        if (!s->guard[i])
            continue;
        us_str_add(out, " and not (");
        US_TRY(read_condition(m, e, s->guard[i], out));
        us_str_add(out, ")");
    }
    return US_OK;
}

us_status us_xml_read_node(us_xml_importer *m, const us_element *e)
{
    scripts s;
    bool outer = m->halts;
    find_scripts(e, &s);
    const char *during = s.guard[WHILE];
    bool skips = s.guard[SKIP_IF] || during, succeeds = m->skip != US_XML_SKIP_FAILS;
    if (skips && m->skip == US_XML_SKIP_REFUSED)
        US_TRY(us_xml_differ(m, e->line, e->column,
                             "a node that is skipped here is neither success nor failure to its "
                             "parent (_skipIf, _while)"));
    if (during && (s.guard[FAILURE_IF] || s.guard[SUCCESS_IF]))
        US_TRY(us_xml_differ(m, e->line, e->column,
                             "_failureIf and _successIf are asked before _while"));
    if (s.guard[SKIP_IF]) {
        US_AUTOSTR(condition);
        US_TRY(skip_condition(m, e, &s, &condition));
        US_TRY(open_guard(m, e, condition.text, succeeds, US_MEMORY_RESUME));
    }
    if (during) {
        US_AUTOSTR(holds);
        US_AUTOSTR(ends);
        US_TRY(read_condition(m, e, during, &holds));
        us_str_addf(&ends, "not (%s)", holds.text);
        US_TRY(open_guard(m, e, ends.text, succeeds, US_XML_UNDECIDED));
    }
    m->halts = m->halts || during;
    US_TRY(read_with_afters(m, e, &s));
    m->halts = outer;
    for (int i = 0; i < (s.guard[SKIP_IF] != NULL) + (during != NULL); i++)
        close_other(m);
    return US_OK;
}
