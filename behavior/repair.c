#include "behavior/repair.h"

#include <string.h>

#include "behavior/patch.h"
#include "behavior/piece.h"

enum { RETRIES = 3 };

typedef struct mending_def {
    const us_repair *repair;
    const char *label; /* of the step; "": the behavior as a whole */
} mending_def;

static us_status refuse(us_error *err, const char *why)
{
    return us_error_set(err, US_FAILED, NULL, 0, 0, "%s", why);
}

/* ---- the place */

static us_patch_kind patch_of(const us_repair *repair)
{
    switch (repair->modop) {
    case US_MODOP_BEFORE:
        return repair->root ? US_PATCH_OPENING : US_PATCH_BEFORE;
    case US_MODOP_BESIDE:
        return repair->root ? US_PATCH_AMONG : US_PATCH_BESIDE;
    case US_MODOP_AFTER:
        return US_PATCH_AFTER;
    case US_MODOP_REPLACE:
        return US_PATCH_REPLACE;
    case US_MODOP_REMOVE:
        return US_PATCH_REMOVE;
    case US_MODOP_RETRY:
        return US_PATCH_WRAP;
    case US_MODOP_FIRST:
        return US_PATCH_FIRST;
    case US_MODOP_TUNE:
        return US_PATCH_NUMBER;
    default:
        return US_PATCH_DAEMON;
    }
}

/* Returns the node, or the highest wrapper around it. A wrapper has one child, and goes with it. */
static int with_wrappers(const us_template *behavior, int node)
{
    for (int above; (above = behavior->node[node].parent) >= 0; node = above)
        if (us_node_kind_row(behavior->node[above].kind)->most != 1)
            break;
    return node;
}

static bool tunes_squad(const mending_def *mending)
{
    return mending->repair->modop == US_MODOP_TUNE && (mending->repair->root || !mending->label[0]);
}

static int find_squad(const us_template *behavior)
{
    for (int i = 0; i < behavior->node_count; i++)
        if (behavior->node[i].kind == US_NODE_SQUAD)
            return i;
    return -1;
}

static us_status find_node(const us_template *behavior, const mending_def *mending, int *out,
                           us_error *err)
{
    if (tunes_squad(mending)) {
        *out = find_squad(behavior);
        return *out < 0 ? refuse(err, "the behavior has no squad") : US_OK;
    }
    bool whole = mending->repair->root || mending->repair->modop == US_MODOP_DAEMON;
    *out = whole ? us_template_body(behavior) : us_template_find_node(behavior, mending->label);
    if (!whole && (!mending->label[0] || *out < 0))
        return refuse(err, "the repair is for a step, and the behavior as a whole is blamed");
    if (!whole && mending->repair->modop == US_MODOP_REMOVE)
        *out = with_wrappers(behavior, *out);
    return US_OK;
}

/* ---- repairs that are there already */

/* Appends the lines of a node and of all nodes in it, without labels and places. */
static void print_tree(const us_template *of, int node, us_str *out)
{
    for (int i = node; i < of->node[node].end; i++) {
        us_str_addf(out, "%d ", of->node[i].parent - node);
        us_node_print(of, i, out);
        us_str_add_char(out, '\n');
    }
}

static bool has_piece(const us_template *behavior, const us_piece *piece)
{
    bool has = false;
    int size = piece->tree->node[piece->node].end - piece->node;
    US_AUTOSTR(wanted);
    US_AUTOSTR(found);
    print_tree(piece->tree, piece->node, &wanted);
    for (int i = 0; i < behavior->node_count && !has; i++) {
        if (behavior->node[i].end - i != size)
            continue;
        us_str_reset(&found);
        print_tree(behavior, i, &found);
        const char *one = strchr(found.text, ' '), *two = strchr(wanted.text, ' ');
        has = one && two && strcmp(one, two) == 0;
    }
    return has;
}

static bool is_retried(const us_template *behavior, int node)
{
    int parent = behavior->node[node].parent;
    return behavior->node[node].kind == US_NODE_RETRY ||
           (parent >= 0 && behavior->node[parent].kind == US_NODE_RETRY);
}

/* ---- numbers */

static us_tunable tunable_of(const char *label, const char *name, const us_node_number *number)
{
    const us_setting *setting = number->setting;
    us_tunable tunable = {.label = label,
                          .number = name,
                          .value = number->value,
                          .low = number->value >= 1 ? 1 : -US_PATTERN_VALUE_MAX,
                          .high = US_PATTERN_VALUE_MAX};
    if (!setting)
        return tunable;
    tunable.low = setting->low;
    tunable.high = setting->high;
    tunable.word = setting->value != NULL;
    if (setting->offset == offsetof(us_node, squad.retreat))
        tunable.low = 1; /* 0 means never, which is more than any other value */
    return tunable;
}

int64_t us_tunable_scale(const us_tunable *tunable, int percent)
{
    int64_t value = tunable->value;
    if (value < tunable->low || value > tunable->high)
        return value;
    if (tunable->word)
        return value == tunable->high ? tunable->low : value + 1;
    int64_t hundredfold = value * percent + 50;
    int64_t scaled = hundredfold / 100 - (hundredfold % 100 < 0);
    bool up = (percent > 100) == (value >= 0);
    if (scaled == value && percent != 100)
        scaled += up ? 1 : -1;
    return scaled < tunable->low ? tunable->low : scaled > tunable->high ? tunable->high : scaled;
}

/* Returns the only child of a node, which the label above it also names; or -1. */
static int child_of_label(const us_template *behavior, int node)
{
    bool has = behavior->node[node].end > node + 1;
    bool wraps = us_node_kind_row(behavior->node[node].kind)->most == 1;
    return has && wraps && !behavior->node[node + 1].label[0] ? node + 1 : -1;
}

/* Finds the number in the node, or in the node that its label also names, which becomes *node. */
static us_status find_number(const us_template *behavior, const mending_def *mending, int *node,
                             us_node_number *out, us_error *err)
{
    const char *name = mending->repair->number;
    us_status status = us_node_find_number(&behavior->node[*node], name, out, err);
    for (int at = *node; status != US_OK && !tunes_squad(mending);) {
        at = child_of_label(behavior, at);
        if (at < 0)
            break;
        *node = at;
        status = us_node_find_number(&behavior->node[at], name, out, err);
    }
    return status;
}

/* Sets the patch's node, number and value. */
static us_status tune(const us_template *behavior, const mending_def *mending, us_patch *patch,
                      us_error *err)
{
    const us_repair *repair = mending->repair;
    us_node_number number;
    US_TRY(find_number(behavior, mending, &patch->node, &number, err));
    us_tunable tunable = tunable_of("", repair->number, &number);
    long long value = tunable.value;
    patch->number = repair->number;
    patch->value = us_tunable_scale(&tunable, repair->percent);
    if (patch->value != value)
        return US_OK;
    if (value < tunable.low || value > tunable.high)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s is %lld, which no percent changes",
                            repair->number, value);
    return us_error_set(err, US_FAILED, NULL, 0, 0, "%s is %lld already, the %s", repair->number,
                        value, value == tunable.high ? "most" : "least");
}

static int list_settings(const us_template *behavior, us_tunable *out)
{
    const us_setting *settings;
    us_node_number number;
    int count = 0, squad = find_squad(behavior);
    for (int i = 0, all = us_setting_list(&settings); squad >= 0 && i < all; i++)
        if ((settings[i].kinds >> US_NODE_SQUAD & 1) &&
            us_node_find_number(&behavior->node[squad], settings[i].word, &number, NULL) == US_OK)
            out[count++] = tunable_of("", settings[i].word, &number);
    return count;
}

/* Lists the integers of the goal or act that the label of a node names. */
static int list_args(const us_template *behavior, int labeled, us_tunable *out)
{
    int count = 0, node = labeled;
    us_node_number number;
    for (int below; (below = child_of_label(behavior, node)) >= 0;)
        node = below;
    const us_node *step = &behavior->node[node];
    if (step->kind != US_NODE_GOAL && step->kind != US_NODE_ACT)
        return 0;
    for (int i = 0; i < step->arg_count; i++) {
        const char *name = step->arg[i].name;
        if (us_node_find_number(step, name, &number, NULL) == US_OK && number.arg == i)
            out[count++] = tunable_of(behavior->node[labeled].label, name, &number);
    }
    return count;
}

int us_tunables_list(const us_template *behavior, us_arena *arena, us_tunable **out)
{
    const us_setting *settings;
    int most = us_setting_list(&settings), count;
    for (int i = 0; i < behavior->node_count; i++)
        most += behavior->node[i].arg_count;
    *out = US_ARENA_ARRAY(arena, us_tunable, most);
    count = list_settings(behavior, *out);
    for (int i = 0; i < behavior->node_count; i++) {
        const char *label = behavior->node[i].label;
        if (label[0] && us_template_find_node(behavior, label) == i)
            count += list_args(behavior, i, *out + count);
    }
    return count;
}

/* ---- the patched behavior */

us_status us_repair_patch(const us_template *behavior, const us_repair *repair, const char *label,
                          const us_piece_row *row, bool undescribed, us_template **out, bool *has,
                          us_error *err)
{
    const mending_def mending = {repair, label};
    US_AUTO(us_piece_clear) us_piece piece = {0};
    US_AUTOPTR(us_template) patched = NULL;
    us_patch patch = {.kind = patch_of(repair), .wrap = us_node_default(US_NODE_RETRY)};
    patch.wrap.count = RETRIES;
    patch.undescribed = undescribed;
    *has = false;
    US_TRY(find_node(behavior, &mending, &patch.node, err));
    *has = patch.kind == US_PATCH_WRAP && is_retried(behavior, patch.node);
    if (*has)
        return refuse(err, "the step is retried already");
    if (repair->modop == US_MODOP_TUNE)
        US_TRY(tune(behavior, &mending, &patch, err));
    us_error reason = {0};
    if (us_modop_has_node(repair->modop) &&
        us_piece_make(behavior->domain, repair, row, &piece, &reason) != US_OK)
        return refuse(err, reason.text);
    *has = piece.tree && has_piece(behavior, &piece);
    if (*has)
        return refuse(err, "it has this repair already");
    patch.piece = piece.tree;
    patch.from = piece.node;
    US_TRY(us_template_patch(behavior, &patch, &patched, err));
    *has = us_template_equal(patched, behavior);
    if (*has)
        return refuse(err, "it would change nothing");
    *out = US_STEAL(patched);
    return US_OK;
}

static int count_goals(const us_template *of, int goal)
{
    int count = 0;
    for (int i = 0; i < of->node_count; i++)
        count += of->node[i].kind == US_NODE_GOAL && of->node[i].what == goal;
    return count;
}

bool us_repair_adds_goal(const us_template *before, const us_template *after, int node)
{
    const us_node *at = &after->node[node];
    return at->kind == US_NODE_GOAL && at->what >= 0 &&
           count_goals(after, at->what) > count_goals(before, at->what);
}
