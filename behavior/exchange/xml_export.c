#include <string.h>

#include "behavior/exchange/xml.h"

typedef struct node_model {
    const char *word, *id; /* "Action", "move" */
    us_str ports;
} node_model;

typedef struct writer {
    const us_brl *brl;
    const us_template *t;
    bool lossy;
    us_str *out, *warnings; /* warnings: or NULL */
    us_error *err;
    US_LIST(node_model) model;
} writer;

static us_status write_node(writer *w, int index, int depth);

/* ---- texts */

static void add_text(us_str *out, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
        if (as)
            us_str_add(out, as);
        else
            us_str_add_char(out, *text);
    }
}

static void add_attribute(us_str *out, const char *name, const char *value)
{
    us_str_addf(out, " %s=\"", name);
    add_text(out, value);
    us_str_add_char(out, '"');
}

static void indent(us_str *out, int depth)
{
    us_str_addf(out, "%*s", 2 * depth, "");
}

/* Adds an argument. A slot that stands alone becomes an entry of the blackboard. */
static void add_value(writer *w, const char *name, const char *text)
{
    int slot = us_template_find_slot(w->t, text);
    US_AUTOSTR(value);
    if (slot >= 0)
        us_str_addf(&value, "{%s%s}", slot < w->t->shared ? "@" : "", text);
    add_attribute(w->out, name, slot >= 0 ? value.text : text);
}

/* ---- models of nodes and ports */

static int model_of(writer *w, const char *word, const char *id)
{
    for (int i = 0; i < w->model.count; i++)
        if (strcmp(w->model.item[i].word, word) == 0 && strcmp(w->model.item[i].id, id) == 0)
            return i;
    node_model *model = US_LIST_ADD(w->model);
    *model = (node_model){.word = word, .id = id};
    us_str_init(&model->ports);
    return w->model.count - 1;
}

/* Adds a port, each once, in the order of their first use. */
static void note_port(writer *w, int at, const char *direction, const char *name)
{
    us_str *ports = &w->model.item[at].ports;
    US_AUTOSTR(line);
    us_str_addf(&line, "      <%s_port name=\"%s\"/>\n", direction, name);
    if (!strstr(ports->text, line.text))
        us_str_add(ports, line.text);
}

static void write_model(writer *w, const char *word, const char *id, const char *ports)
{
    us_str_addf(w->out, "    <%s", word);
    add_attribute(w->out, "ID", id);
    if (ports[0])
        us_str_addf(w->out, ">\n%s    </%s>\n", ports, word);
    else
        us_str_add(w->out, "/>\n");
}

static void write_tree_model(writer *w, const us_template *t)
{
    US_AUTOSTR(ports);
    for (int i = t->shared; i < t->shared + t->params; i++) {
        const us_slot_row *row = &t->slot[i];
        us_str_addf(&ports, "      <input_port name=\"%s\" type=\"%s\"", row->slot.name,
                    us_value_kind_name(row->slot.kind));
        if (row->initial)
            add_attribute(&ports, "default", row->initial->text);
        us_str_add(&ports, "/>\n");
    }
    write_model(w, "SubTree", t->name, ports.text);
}

static void write_models(writer *w, const bool *marked)
{
    us_str_add(w->out, "  <TreeNodesModel>\n");
    for (int i = 0; i < w->brl->count; i++)
        if (marked[i])
            write_tree_model(w, w->brl->item[i]);
    for (int i = 0; i < w->model.count; i++)
        write_model(w, w->model.item[i].word, w->model.item[i].id, w->model.item[i].ports.text);
    us_str_add(w->out, "  </TreeNodesModel>\n");
}

/* ---- nodes */

static us_status refuse(writer *w, const us_node *node, const char *why)
{
    return us_error_set(
        w->err, US_BAD_INPUT, w->brl->file, node->line, node->column,
        "%s has no counterpart in BehaviorTree.CPP%s%s; --lossy exports it as a node to "
        "be looked at",
        us_node_kind_row(node->kind)->word, why[0] ? ": " : "", why);
}

static us_status close(writer *w, int index, const char *tag, int depth)
{
    const us_node *node = &w->t->node[index];
    if (node->label[0])
        add_attribute(w->out, "name", node->label);
    if (node->end == index + 1) {
        us_str_add(w->out, "/>\n");
        return US_OK;
    }
    us_str_add(w->out, ">\n");
    for (int child = index + 1; child < node->end; child = w->t->node[child].end)
        US_TRY(write_node(w, child, depth + 1));
    indent(w->out, depth);
    us_str_addf(w->out, "</%s>\n", tag);
    return US_OK;
}

static us_status lossy(writer *w, int index, int depth, const char *why)
{
    const us_node *node = &w->t->node[index];
    const us_node_row *about = us_node_kind_row(node->kind);
    int children = us_template_child_count(w->t, index);
    const char *word = children == 0 ? "Action" : children == 1 ? "Decorator" : "Control";
    if (!w->lossy)
        return refuse(w, node, why);
    US_AUTOSTR(text);
    us_node_print(w->t, index, &text);
    note_port(w, model_of(w, word, about->word), "input", "brl");
    us_str_addf(w->out, "<%s ID=\"%s\"", word, about->word);
    add_attribute(w->out, "brl", text.text);
    return close(w, index, word, depth);
}

static us_status write_args(writer *w, int index, const char *tag, int model, int depth)
{
    const us_node *node = &w->t->node[index];
    for (int i = 0; i < node->arg_count; i++) {
        add_value(w, node->arg[i].name, node->arg[i].text);
        if (model >= 0)
            note_port(w, model, "input", node->arg[i].name);
    }
    if (model >= 0 && node->product[0]) {
        add_value(w, "product", node->product);
        note_port(w, model, "output", "product");
    }
    return close(w, index, tag, depth);
}

static bool takes_names(const us_node *node)
{
    for (int i = 0; i < node->arg_count; i++)
        if (!us_xml_is_port(node->arg[i].name) ||
            (node->kind == US_NODE_ACT && strcmp(node->arg[i].name, "product") == 0))
            return false;
    return true;
}

static us_status write_check(writer *w, int index, int depth)
{
    const us_node *node = &w->t->node[index];
    US_AUTOSTR(code);
    bool script = us_xml_write_script(w->t, node->arg[0].text, &code);
    us_str_add(w->out, script ? "<ScriptCondition" : "<" US_XML_CHECK);
    add_attribute(w->out, "code", script ? code.text : node->arg[0].text);
    if (!script)
        note_port(w, model_of(w, "Condition", US_XML_CHECK), "input", "code");
    return close(w, index, "", depth);
}

static us_status write_set(writer *w, int index, int depth)
{
    const us_node *node = &w->t->node[index];
    US_AUTOSTR(code);
    us_value_kind kind = w->t->slot[node->slot].slot.kind;
    us_str_addf(&code, "%s%s := ", node->slot < w->t->shared ? "@" : "", node->product);
    bool script = (kind == US_VALUE_NUMBER || kind == US_VALUE_BOOL) &&
                  us_xml_write_script(w->t, node->arg[0].text, &code);
    if (script) {
        us_str_add(w->out, "<Script");
        add_attribute(w->out, "code", code.text);
    } else {
        int model = model_of(w, "Action", US_XML_SET);
        us_str_add(w->out, "<" US_XML_SET);
        add_value(w, "slot", node->product);
        add_value(w, "value", node->arg[0].text);
        note_port(w, model, "output", "slot");
        note_port(w, model, "input", "value");
    }
    return close(w, index, "", depth);
}

static us_status write_parallel(writer *w, int index, int depth)
{
    const us_node *node = &w->t->node[index];
    int children = us_template_child_count(w->t, index),
        most = children - (node->count ? node->count : children) + 1;
    if (node->list_count)
        return lossy(w, index, depth, "it has no semaphores");
    if (node->fail == US_FAIL_ALL) {
        if (node->count)
            return lossy(w, index, depth,
                         "its Parallel fails as soon as it can't succeed any more (`early`)");
        us_str_add(w->out, "<ParallelAll max_failures=\"1\"");
        return close(w, index, "ParallelAll", depth);
    }
    if (node->fail > most)
        return lossy(w, index, depth,
                     "its Parallel fails as soon as it can't succeed any more (`early`)");
    us_str_addf(w->out, "<Parallel success_count=\"%d\" failure_count=\"%d\"",
                node->count ? node->count : -1, node->fail == US_FAIL_EARLY ? -1 : node->fail);
    return close(w, index, "Parallel", depth);
}

static void warn(writer *w, const us_node *node, const char *setting, const char *there)
{
    if (w->warnings)
        us_str_addf(w->warnings, "%s:%d:%d: warning: %s%s: %s\n", w->brl->file, node->line,
                    node->column, us_node_kind_row(node->kind)->word, setting, there);
}

/* Writes a setting that the element does not have, so that an import finds it again. */
static void write_setting(writer *w, int index)
{
    const us_node *node = &w->t->node[index];
    bool line = node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR;
    bool rounds = node->kind == US_NODE_RETRY || node->kind == US_NODE_REPEAT;
    bool late = line && (node->memory == US_MEMORY_NONE || node->memory == US_MEMORY_SCAN) &&
                us_xml_reads_late(w->brl, w->t, index);
    if (line && node->memory == US_MEMORY_LATCH) {
        add_attribute(w->out, US_XML_MEMORY, "latch");
        warn(w, node, " memory latch",
             "SequenceWithMemory also keeps its place after a halt, and goes on in the next tick "
             "after a child that ended at once (`memory keep`)");
    } else if (late && node->memory == US_MEMORY_NONE) {
        add_attribute(w->out, US_XML_MEMORY, "none");
        warn(w, node, " memory none",
             "BehaviorTree.CPP sees a value that a node writes in this cycle in the next tick only "
             "(`memory scan`)");
    } else if (line && !late && node->memory == US_MEMORY_SCAN) {
        add_attribute(w->out, US_XML_MEMORY, "scan");
    } else if (rounds && node->rounds == US_ROUNDS_APART) {
        add_attribute(w->out, US_XML_ROUNDS, "apart");
        warn(w, node, "",
             "BehaviorTree.CPP begins the next round of a child that took time in the same tick "
             "(`rounds joined`)");
    }
}

/* Returns whether the node loops until a failure, each round in the next cycle. Inverted it would
 * be read as until-fail. */
static bool is_loop(const us_template *t, int index)
{
    const us_node *node = &t->node[index];
    return node->kind == US_NODE_REPEAT && node->count == 0 && node->rounds == US_ROUNDS_APART &&
           (node->parent < 0 || t->node[node->parent].kind != US_NODE_INVERT);
}

static us_status write_row(writer *w, int index, const us_xml_row *row, int depth)
{
    const us_node *node = &w->t->node[index];
    int64_t number = node->count;
    if (row->time) {
        int64_t second = w->brl->domain->cycles_per_second;
        if (number * 1000 % second)
            return lossy(w, index, depth, "these cycles are no whole milliseconds");
        number = number * 1000 / second;
        if (number > row->most)
            return lossy(w, index, depth, "its milliseconds have 32 bits");
    } else if (row->number && number == 0) {
        number = -1;
    }
    us_str_addf(w->out, "<%s", row->name);
    if (row->number)
        us_str_addf(w->out, " %s=\"%lld\"", row->number, (long long)number);
    if (node->kind == US_NODE_ONCE)
        us_str_add(w->out, " then_skip=\"false\"");
    if (row->number || row->kind != US_NODE_REPEAT)
        write_setting(w, index);
    return close(w, index, row->name, depth);
}

/* Returns whether the row is the counterpart of a node of its kind. */
static bool fits(const us_template *t, int index, const us_xml_row *row)
{
    const us_node *node = &t->node[index];
    int memory = node->memory == US_MEMORY_SCAN    ? US_MEMORY_NONE
                 : node->memory == US_MEMORY_LATCH ? US_MEMORY_KEEP
                                                   : node->memory;
    if (node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR)
        return row->memory == memory;
    return node->kind != US_NODE_REPEAT || is_loop(t, index) == (row->number == NULL);
}

static us_status write_until_fail(writer *w, int index, int depth)
{
    us_str_add(w->out, "<Inverter");
    if (w->t->node[index].label[0])
        add_attribute(w->out, "name", w->t->node[index].label);
    us_str_add(w->out, ">\n");
    indent(w->out, depth + 1);
    us_str_add(w->out, "<KeepRunningUntilFailure>\n");
    US_TRY(write_node(w, index + 1, depth + 2));
    indent(w->out, depth + 1);
    us_str_add(w->out, "</KeepRunningUntilFailure>\n");
    indent(w->out, depth);
    us_str_add(w->out, "</Inverter>\n");
    return US_OK;
}

static us_status write_node(writer *w, int index, int depth)
{
    const us_node *node = &w->t->node[index];
    int model;
    indent(w->out, depth);
    switch (node->kind) {
    case US_NODE_ACT:
        if (!takes_names(node))
            return lossy(w, index, depth, "an argument has a name that is taken there");
        if (us_xml_is_reserved(node->name))
            return lossy(w, index, depth, "a node there has its name");
        us_str_addf(w->out, "<%s", node->name);
        return write_args(w, index, "", model_of(w, "Action", node->name), depth);
    case US_NODE_CALL:
        if (!takes_names(node))
            return lossy(w, index, depth, "an argument has a name that is taken there");
        if (!w->lossy && us_xml_reads_late(w->brl, w->t, index))
            return refuse(w, node,
                          "a SubTree shares what it is given, and another node may write it during "
                          "the call");
        us_str_add(w->out, "<SubTree");
        add_attribute(w->out, "ID", node->name);
        return write_args(w, index, "SubTree", -1, depth);
    case US_NODE_EMIT:
        model = model_of(w, "Action", US_XML_EMIT);
        note_port(w, model, "input", "event");
        us_str_add(w->out, "<" US_XML_EMIT);
        add_attribute(w->out, "event", node->name);
        return write_args(w, index, "", model, depth);
    case US_NODE_CHECK:
        return node->arg_count ? write_check(w, index, depth)
                               : lossy(w, index, depth, "it has no conditions made of nodes");
    case US_NODE_SET:
        return write_set(w, index, depth);
    case US_NODE_PARALLEL:
        return write_parallel(w, index, depth);
    case US_NODE_UNTIL_FAIL:
        return write_until_fail(w, index, depth);
    default:
        for (int i = 0; i < us_xml_row_count; i++)
            if (us_xml_rows[i].kind == node->kind && fits(w->t, index, &us_xml_rows[i]))
                return write_row(w, index, &us_xml_rows[i], depth);
        return lossy(w, index, depth,
                     node->kind == US_NODE_SELECTOR ? "its Fallback has no memory" : "");
    }
}

/* ---- trees */

static void write_slots(const us_template *t, int from, int to, const char *name, us_str *out)
{
    US_AUTOSTR(text);
    for (int i = from; i < to; i++) {
        us_str_add(&text, i > from ? ", " : "");
        us_slot_print(&t->slot[i], &text);
    }
    if (text.length)
        add_attribute(out, name, text.text);
}

static us_status write_tree(writer *w, const us_template *t)
{
    w->t = t;
    bool seen = t->case_count > 0 && (t->case_count > 1 || t->cases[0].entry_count > 0 ||
                                      t->cases[0].cycle >= 0 || t->cases[0].map[0]);
    if (!w->lossy && (t->kind != US_TEMPLATE_TREE || seen))
        return us_error_set(
            w->err, US_BAD_INPUT, w->brl->file, t->line, t->column,
            "%s \"%s\" %s has no counterpart in BehaviorTree.CPP; --lossy exports its "
            "nodes alone",
            t->kind == US_TEMPLATE_TREE ? "tree" : "item", t->name,
            t->kind == US_TEMPLATE_TREE ? "with an appendix" : "is no tree and");
    us_str_add(w->out, "  <BehaviorTree");
    add_attribute(w->out, "ID", t->name);
    write_slots(t, t->shared, t->shared + t->params, "params", w->out);
    write_slots(t, t->shared + t->params, t->slot_count, "slots", w->out);
    us_str_add(w->out, ">\n");
    US_TRY(write_node(w, 0, 2));
    us_str_add(w->out, "  </BehaviorTree>\n");
    return US_OK;
}

us_status us_xml_export(const us_brl *brl, const us_template *item, bool lossy, us_str *out,
                        us_str *warnings, us_error *err)
{
    us_status status = US_OK;
    US_AUTOSTR(text);
    writer w = {.brl = brl, .lossy = lossy, .out = &text, .warnings = warnings, .err = err};
    us_brl_call circle;
    US_AUTOFREE bool *marked = us_brl_find_reachable(brl, item, &circle);
    if (!lossy)
        status = us_xml_check_calls(brl, marked, circle, "; --lossy exports it all the same", err);
    us_str_add(&text,
               US_XML_FIRST "version=\"1.0\" encoding=\"UTF-8\"?>\n<root BTCPP_format=\"4\"");
    const us_template *main = item ? item : us_xml_find_main(brl);
    if (main)
        add_attribute(&text, "main_tree_to_execute", main->name);
    if (brl->named)
        add_attribute(&text, "domain", brl->domain->name);
    write_slots(brl->shared, 0, brl->shared->slot_count, "slots", &text);
    us_str_add(&text, ">\n");
    for (int i = 0; i < brl->count && status == US_OK; i++)
        if (marked[i])
            status = write_tree(&w, brl->item[i]);
    write_models(&w, marked);
    us_str_add(&text, "</root>\n");
    if (status == US_OK)
        us_str_add_bytes(out, text.text, text.length);
    for (int i = 0; i < w.model.count; i++)
        us_str_clear(&w.model.item[i].ports);
    us_mem_free(w.model.item);
    return status;
}
