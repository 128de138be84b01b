#include "behavior/brl.h"

#include <string.h>

enum { LINE = 100, STEP = 4 };

/* By us_node.pursue. */
static const char *const pursuits[] = {"goal", "achieve", "increase", "maintain"};

static void indent(us_str *out, int depth)
{
    static const char spaces[] = "                                ";
    size_t count = (size_t)depth * STEP;
    for (; count >= sizeof(spaces); count -= sizeof(spaces) - 1)
        us_str_add_bytes(out, spaces, sizeof(spaces) - 1);
    us_str_add_bytes(out, spaces, count);
}

static void quote(us_str *out, const char *text)
{
    us_str_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            us_str_add_char(out, '\\');
        us_str_add_char(out, *text);
    }
    us_str_add_char(out, '"');
}

/* Prints (a: 1, b: 2): either the descriptors, or the other arguments. */
static void print_args(us_str *out, const us_arg *arg, int count, bool descriptors)
{
    bool comma = false;
    us_str_add_char(out, '(');
    for (int i = 0; i < count; i++) {
        if (arg[i].descriptor != descriptors)
            continue;
        if (comma)
            us_str_add_bytes(out, ", ", 2);
        us_str_add(out, arg[i].name);
        if (arg[i].name[0] && arg[i].text[0])
            us_str_add_bytes(out, ": ", 2);
        us_str_add(out, arg[i].text);
        comma = true;
    }
    us_str_add_char(out, ')');
}

static void print_list(us_str *out, const char *word, const us_node *node, bool quoted)
{
    for (int i = 0; i < node->list_count; i++) {
        us_str_add(out, i ? ", " : word);
        if (quoted)
            quote(out, node->list[i]);
        else
            us_str_add(out, node->list[i]);
    }
}

static void print_settings(us_str *out, const us_node *node)
{
    const us_setting *settings;
    int count = us_setting_list(&settings);
    us_node copy = *node;
    for (int i = 0; i < count; i++) {
        const us_setting *setting = &settings[i];
        int value = *us_setting_value(setting, &copy);
        if (!(setting->kinds >> node->kind & 1) || value == setting->preset)
            continue;
        us_str_addf(out, " %s ", setting->word);
        if (setting->value)
            us_str_add(out, setting->value[value]);
        else if (setting->special && value == US_FAIL_EARLY)
            us_str_add(out, setting->special);
        else
            us_str_add_int(out, value);
    }
}

static bool has_descriptors(const us_node *node)
{
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].descriptor)
            return true;
    return false;
}

static void print_word(us_str *out, const us_node *node)
{
    const us_node_row *about = us_node_kind_row(node->kind);
    if (node->kind == US_NODE_GOAL)
        us_str_add(out, pursuits[node->pursue]);
    else if (node->kind != US_NODE_RULE || node->name[0])
        us_str_add(out, about->word);
    if (about->number != US_NUMBER_NONE && node->count > 0)
        us_str_addf(out, " %d", node->count);
    if (node->name[0])
        us_str_addf(out, " %s", node->name);
}

static void print_rule(us_str *out, const us_node *node)
{
    if (node->arg_count)
        us_str_addf(out, "%swhen %s", node->name[0] ? " " : "", node->arg[0].text);
    us_str_add(out, " ->");
}

void us_node_print(const us_template *template, int index, us_str *out)
{
    const us_node *node = &template->node[index];
    const us_node_row *about = us_node_kind_row(node->kind);
    print_word(out, node);
    if (about->args)
        print_args(out, node->arg, node->arg_count, false);
    else if (node->kind == US_NODE_RULE)
        print_rule(out, node);
    else if (node->kind == US_NODE_SET)
        us_str_addf(out, " %s = %s", node->product, node->arg_count ? node->arg[0].text : "");
    else if (node->kind == US_NODE_EMIT && node->arg_count)
        us_str_addf(out, " %s %s", node->arg[0].name, node->arg[0].text);
    else if (node->kind == US_NODE_CHECK && node->arg_count)
        us_str_addf(out, " %s", node->arg[0].text);
    else if (node->kind == US_NODE_STACKS)
        print_list(out, " ", node, false);
    else if (node->kind == US_NODE_PARALLEL)
        print_list(out, " lock ", node, false);
    if (node->kind == US_NODE_QUERY) {
        if (has_descriptors(node)) {
            us_str_add(out, " describe ");
            print_args(out, node->arg, node->arg_count, true);
        }
        print_list(out, " without ", node, true);
    }
    print_settings(out, node);
    if (node->product[0] && node->kind != US_NODE_SET)
        us_str_addf(out, " -> %s", node->product);
}

typedef struct printing {
    const us_template *of;
    us_template_remark *remark; /* NULL: none */
    void *context;
    us_str *out;
} printing;

static void end_line(const printing *p, us_template_part what, int index)
{
    if (p->remark)
        p->remark(p->context, what, index, p->out);
    us_str_add_char(p->out, '\n');
}

/* first: index of the first node on the same line. */
static void print_node(const printing *p, int index, int first, int depth)
{
    const us_template *template = p->of;
    us_str *out = p->out;
    const us_node *node = &template->node[index];
    const us_node_row *about = us_node_kind_row(node->kind);
    if (node->label[0])
        us_str_addf(out, "%s: ", node->label);
    us_node_print(template, index, out);
    bool one = node->end > index + 1 && template->node[index + 1].end == node->end;
    if (about->most == 1 && node->kind != US_NODE_CHECK && one) {
        us_str_add_char(out, ' ');
        print_node(p, index + 1, first, depth);
        return;
    }
    if (about->most == 0 || (node->kind == US_NODE_CHECK && node->end == index + 1)) {
        end_line(p, US_TEMPLATE_PART_NODE, first);
        return;
    }
    us_str_add(out, " {");
    end_line(p, US_TEMPLATE_PART_NODE, first);
    for (int child = index + 1; child < node->end; child = template->node[child].end) {
        indent(out, depth + 1);
        print_node(p, child, child, depth + 1);
    }
    for (int i = 0; node->kind == US_NODE_ORDER && i < template->before_count; i++) {
        const us_precedence *before = &template->before[i];
        if (template->node[before->first].parent != index)
            continue;
        indent(out, depth + 1);
        us_str_addf(out, "%s before %s", template->node[before->first].label,
                    template->node[before->then].label);
        end_line(p, US_TEMPLATE_PART_BEFORE, i);
    }
    indent(out, depth);
    us_str_add(out, "}\n");
}

void us_slot_print(const us_slot_row *row, us_str *out)
{
    us_str_addf(out, "%s: %s", row->slot.name, us_value_kind_name(row->slot.kind));
    if (row->type_name[0]) {
        us_str_add_char(out, ' ');
        quote(out, row->type_name);
    }
    if (row->role_name[0])
        us_str_addf(out, " role %s", row->role_name);
    if (row->owner != US_SEAT_NONE)
        us_str_addf(out, " of %s",
                    row->owner == US_SEAT_SELF    ? "self"
                    : row->owner == US_SEAT_ENEMY ? "enemy"
                                                  : "neutral");
    if (row->initial)
        us_str_addf(out, " = %s", row->initial->text);
}

static size_t quoted_length(const char *text)
{
    size_t length = 2;
    for (; *text; text++)
        length += *text == '"' || *text == '\\' ? 2 : 1;
    return length;
}

static void print_entry(us_str *out, const us_entry *entry)
{
    indent(out, 2);
    size_t start = out->length - (size_t)(2 * STEP);
    us_str_addf(out, "%s:", entry->key);
    for (int i = 0; i < entry->texts; i++) {
        bool fits = out->length - start + 1 + quoted_length(entry->text[i]) <= LINE;
        us_str_add_char(out, fits || i == 0 ? ' ' : '\n');
        if (!fits && i > 0) {
            start = out->length;
            indent(out, 3);
        }
        quote(out, entry->text[i]);
    }
    for (int i = 0; i < entry->count; i++) {
        if (out->length - start > LINE - 22) {
            us_str_add_char(out, '\n');
            start = out->length;
            indent(out, 3);
        } else {
            us_str_add_char(out, ' ');
        }
        us_str_add_int(out, us_entry_number(entry, i));
    }
    us_str_add_char(out, '\n');
}

static void print_entries(us_str *out, const us_case *from)
{
    us_str_add(out, from->entry_count ? " {\n" : "\n");
    for (int i = 0; i < from->entry_count; i++)
        print_entry(out, &from->entry[i]);
    us_str_add(out, from->entry_count ? "    }\n" : "");
}

/* Prints the cycle and the map. */
static void print_seen(us_str *out, const us_case *from)
{
    if (from->cycle >= 0)
        us_str_addf(out, " at %d", (int)from->cycle);
    if (from->map[0]) {
        us_str_add(out, " in ");
        quote(out, from->map);
    }
}

static void print_case(us_str *out, const us_case *from)
{
    us_str_add(out, "    case");
    print_seen(out, from);
    for (int i = 0; i < from->done_count; i++)
        us_str_addf(out, "%s%s", i ? ", " : " done ", from->done[i]);
    print_entries(out, from);
}

void us_brl_print_value(const us_domain *domain, const char *key, int64_t value, us_str *out)
{
    const us_descriptor *descriptor = us_descriptor_find(domain, key);
    if (!descriptor)
        us_str_add_int(out, value);
    else if (value >= 0 && value < descriptor->symbols.count)
        quote(out, descriptor->symbols.name[value]);
    else
        us_descriptor_print(descriptor, value, out);
}

static void print_context(const printing *p)
{
    const us_template *template = p->of;
    us_str *out = p->out;
    us_str_add(out, template->literal ? "    literal\n" : "");
    for (int i = 0; i < template->descriptor_count; i++) {
        const us_entry *entry = &template->descriptor[i];
        us_str_addf(out, "%s%s: ", i ? ", " : "    described (", entry->key);
        us_brl_print_value(template->domain, entry->key, us_entry_number(entry, 0), out);
    }
    us_str_add(out, template->descriptor_count ? ")\n" : "");
    for (int i = template->shared + template->params; i < template->slot_count; i++) {
        us_str_add(out, "    slot ");
        us_slot_print(&template->slot[i], out);
        end_line(p, US_TEMPLATE_PART_SLOT, i);
    }
    for (int i = 0; i < template->when_count; i++) {
        us_str_addf(out, "    when %s", template->when[i].text);
        end_line(p, US_TEMPLATE_PART_WHEN, i);
    }
    for (int i = 0; i < template->alive_count; i++) {
        us_str_addf(out, "    while %s", template->alive[i].text);
        end_line(p, US_TEMPLATE_PART_WHILE, i);
    }
}

void us_template_print_goal(const us_template *template, us_str *out)
{
    if (template->pursue != US_PURSUE_AS_DECLARED)
        us_str_addf(out, "%s ", pursuits[template->pursue]);
    us_str_add(out, template->goal_name);
    print_args(out, template->goal_arg, template->goal_args, false);
}

static void print_head(const us_template *template, const char *name, us_str *out)
{
    us_str_addf(out, "%s ", us_template_kind_name(template->kind));
    if (template->kind == US_TEMPLATE_BEHAVIOR)
        quote(out, name);
    else
        us_str_add(out, name);
    for (int i = 0; i < template->params; i++) {
        us_str_add(out, i ? ", " : "(");
        us_slot_print(&template->slot[template->shared + i], out);
    }
    us_str_add(out, template->params ? ")" : "");
    if (template->goal_name[0]) {
        us_str_add(out, " achieves ");
        us_template_print_goal(template, out);
    }
    for (int i = 0; i < template->class_count; i++)
        us_str_addf(out, "%s%s", i ? ", " : " is ", template->classes[i]);
    us_str_add(out, " {\n");
}

static void print_body(const printing *p)
{
    print_context(p);
    if (p->of->node_count > 0) {
        us_str_add(p->out, "    do ");
        print_node(p, 0, 0, 1);
    }
}

us_brl_printer us_brl_printer_begin(const us_template *template, us_str *out)
{
    print_head(template, template->name, out);
    return (us_brl_printer){.of = template, .out = out};
}

void us_brl_printer_add_case(us_brl_printer *printer, const us_case *from)
{
    us_str *out = printer->out;
    if (printer->begun) {
        print_case(out, from);
        return;
    }
    printer->begun = true;
    if (from->cycle >= 0 || from->map[0]) {
        us_str_add(out, "    seen");
        print_seen(out, from);
        us_str_add_char(out, '\n');
    }
    print_body(&(printing){.of = printer->of, .out = out});
    if (from->entry_count > 0) {
        us_str_add(out, "    appendix");
        print_entries(out, from);
    }
}

void us_brl_printer_end(const us_brl_printer *printer)
{
    if (!printer->begun)
        print_body(&(printing){.of = printer->of, .out = printer->out});
    us_str_add(printer->out, "}\n");
}

void us_template_print(const us_template *template, us_str *out)
{
    us_brl_printer printer = us_brl_printer_begin(template, out);
    for (int i = 0; i < template->case_count; i++)
        us_brl_printer_add_case(&printer, &template->cases[i]);
    us_brl_printer_end(&printer);
}

/* Prints a template without its cases. */
static void print_alone(const printing *p, const char *name)
{
    print_head(p->of, name, p->out);
    print_body(p);
    us_str_add(p->out, "}\n");
}

void us_template_print_body(const us_template *template, const char *name, us_str *out)
{
    print_alone(&(printing){.of = template, .out = out}, name);
}

void us_template_print_remarked(const us_template *template, us_template_remark *remark,
                                void *context, us_str *out)
{
    print_alone(&(printing){template, remark, context, out}, template->name);
}

static us_hash hash_body(const us_template *template, const char *name)
{
    US_AUTOSTR(text);
    us_template_print_body(template, name, &text);
    return us_hash_add_text(US_HASH_START, text.text);
}

us_hash us_template_hash(const us_template *template)
{
    return hash_body(template, template->name);
}

void us_template_print_hash(const us_template *template, us_str *out)
{
    us_str_add_hex(out, hash_body(template, "") >> (64 - 4 * US_BODY_DIGITS), US_BODY_DIGITS);
}

void us_template_print_new_name(const us_template *template, us_str *out)
{
    const char *name = template->name, *space = strrchr(name, ' ');
    size_t digits = space ? strspn(space + 1, "0123456789abcdef") : 0;
    bool hashed = space && digits == US_BODY_DIGITS && space[1 + digits] == '\0';
    size_t length = hashed ? (size_t)(space - name) : strlen(name);
    us_str_add_bytes(out, name,
                     us_text_fitting_size(name, length, US_STRING_MAX - 1 - US_BODY_DIGITS));
    us_str_add_char(out, ' ');
    us_template_print_hash(template, out);
}

static void print_game(const us_brl_game *game, us_str *out)
{
    us_str_add(out, "saw");
    if (game->map != 0) {
        us_str_add(out, " map \"");
        us_str_add_hex(out, game->map, 16);
        us_str_add_char(out, '"');
    }
    if (game->seeded)
        us_str_addf(out, " seed \"%llu\"", (unsigned long long)game->seed);
    us_str_add(out, game->adapted ? " by adaptation\n" : "\n");
}

void us_brl_print_head(const us_brl *brl, us_str *out)
{
    us_str_addf(out, "brl %d%s%s\n", US_BRL_VERSION, brl->named ? " " : "",
                brl->named ? brl->domain->name : "");
    for (int i = 0; i < brl->features; i++) {
        const us_brl_feature *f = &brl->feature[i];
        us_str_addf(out, "%sfeature %s: %lld to %lld", i ? "" : "\n", f->name, (long long)f->low,
                    (long long)f->high);
        if (f->weight != 100)
            us_str_addf(out, " weight %lld", (long long)f->weight);
        if (f->bandwidth != 0)
            us_str_addf(out, " bandwidth %lld", (long long)f->bandwidth);
        us_str_add_char(out, '\n');
    }
    for (int i = 0; i < brl->games; i++) {
        us_str_add(out, i ? "" : "\n");
        print_game(&brl->game[i], out);
    }
    for (int i = 0; i < brl->shared->shared; i++) {
        us_str_add(out, i ? "slot " : "\nslot ");
        us_slot_print(&brl->shared->slot[i], out);
        us_str_add_char(out, '\n');
    }
}

void us_brl_print(const us_brl *brl, us_str *out)
{
    us_brl_print_head(brl, out);
    for (int i = 0; i < brl->count; i++) {
        us_str_add_char(out, '\n');
        us_template_print(brl->item[i], out);
    }
}
