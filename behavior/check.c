#include "behavior/check.h"

#include <string.h>

static void refuse(us_faults *faults, const us_node *node, const char *what, const char *fix)
{
    us_faults_add(faults, US_FAULT_SHAPE, node->line, node->column, "%s|%s", what, fix);
}

static const us_node *parent_of(const us_template *template, const us_node *node)
{
    return node->parent >= 0 ? &template->node[node->parent] : NULL;
}

static bool below(const us_template *template, const us_node *node, us_node_kind kind)
{
    const us_node *parent = parent_of(template, node);
    return parent && parent->kind == kind;
}

/* ---- number of children */

static void check_count(const us_template *template, int index, us_faults *faults)
{
    const us_node *node = &template->node[index];
    const us_node_row *about = us_node_kind_row(node->kind);
    int count = us_template_child_count(template, index);
    bool asks = node->kind == US_NODE_CHECK && node->arg_count == 0;
    int least = asks ? 1 : about->least;
    if (count < least && !node->broken)
        us_faults_add(faults, US_FAULT_SHAPE, node->line, node->column,
                      "%s has %d child%s; it needs %d|add what it is to run, or remove it",
                      about->word, count, count == 1 ? "" : "ren", least);
    if (about->most >= 0 && count > about->most)
        us_faults_add(faults, US_FAULT_SHAPE, node->line, node->column,
                      "%s has %d children; it takes %d|put them into one sequence or parallel",
                      about->word, count, about->most);
    if (node->kind == US_NODE_PARALLEL && (node->count > count || node->fail > count))
        us_faults_add(faults, US_FAULT_SHAPE, node->line, node->column,
                      "parallel waits for %d of its %d children|write at most %d",
                      node->count > count ? node->count : node->fail, count, count);
}

/* ---- places of nodes */

static void check_place(const us_template *template, const us_node *node, us_faults *faults)
{
    const us_node *parent = parent_of(template, node);
    if (node->kind == US_NODE_OPTION && !below(template, node, US_NODE_CHOOSE))
        refuse(faults, node, "an option outside of choose", "put it into `choose { ... }`");
    if (node->kind == US_NODE_STATE && !below(template, node, US_NODE_MACHINE))
        refuse(faults, node, "a state outside of a machine", "put it into `machine { ... }`");
    if (parent && parent->kind == US_NODE_MACHINE && node->kind != US_NODE_STATE)
        refuse(faults, node, "a machine has states only", "write `state NAME { ... }` around it");
    if (node->kind == US_NODE_RULE && !below(template, node, US_NODE_STATE) &&
        !below(template, node, US_NODE_STACKS) && !below(template, node, US_NODE_MONITOR))
        refuse(faults, node, "a rule where nobody listens",
               "put it into a state, stacks or a monitor");
    const us_node *above = parent ? parent_of(template, parent) : NULL;
    bool in_state = parent && parent->kind == US_NODE_RULE && above && above->kind == US_NODE_STATE;
    if (node->kind == US_NODE_GOTO && !in_state)
        refuse(faults, node, "a goto outside of a state's rules", "write `on EVENT -> goto STATE`");
    if (in_state && node->kind != US_NODE_GOTO)
        refuse(faults, node, "a state's rule only goes to another state",
               "write `goto STATE`, and this node into that state");
    if (parent && (parent->kind == US_NODE_PUSH || parent->kind == US_NODE_POP_TO) &&
        node->kind != US_NODE_CALL)
        refuse(faults, node, "a stack holds trees that are called by name",
               "move this to a tree and write `call NAME(...)`");
}

/* Adds faults for settings and lists that can have no effect. */
static void check_idle(const us_node *node, us_faults *faults)
{
    int64_t cells = 0;
    if (node->threshold > 0 && node->recheck != US_RECHECK_EVENT)
        refuse(faults, node, "a threshold that nobody asks about: it is for `recheck event`",
               "write that, too, or leave out `threshold`");
    if (node->kind == US_NODE_QUERY && node->hysteresis > 100)
        refuse(faults, node,
               "a hysteresis that nothing exceeds: it is in hundredths of a similarity",
               "write at most 100");
    if (node->kind == US_NODE_CHOOSE && node->share != US_SHARE_PRESET &&
        node->pick != US_PICK_GEOMETRIC)
        refuse(faults, node, "a share that nobody gets: it is for `pick geometric`",
               "write that, too, or leave out `share`");
    if (node->kind == US_NODE_EMIT && node->arg_count &&
        us_text_to_int(node->arg[0].text, INT64_MIN, -1, &cells))
        refuse(faults, node, "nobody is within fewer than 0 cells", "write how far it is heard");
    for (int i = 1; node->kind == US_NODE_STACKS && i < node->list_count; i++)
        for (int k = 0; k < i; k++)
            if (us_text_equal(node->list[i], node->list[k])) {
                refuse(faults, node, "two stacks of one name", "give one of them another name");
                return;
            }
}

/* Checks the children of stacks and monitors: one node that runs first, then rules. */
static void check_rules(const us_template *template, int index, us_faults *faults)
{
    const us_node *node = &template->node[index];
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        bool rule = template->node[i].kind == US_NODE_RULE;
        if (i == index + 1 && rule)
            refuse(faults, &template->node[i], "a rule stands where the default node belongs",
                   "write what is run by default first");
        if (i > index + 1 && !rule)
            refuse(faults, &template->node[i], "a second node beside the rules",
                   "keep one node, then rules: `on EVENT -> NODE`");
    }
}

static void check_states(const us_template *template, int machine, us_faults *faults)
{
    int end = template->node[machine].end;
    for (int i = machine + 1; i < end && !us_faults_is_full(faults); i = template->node[i].end) {
        const char *name = template->node[i].name;
        if (us_goto_is_end(name))
            us_faults_add(faults, US_FAULT_NAME, template->node[i].line, template->node[i].column,
                          "no rule could go to a state \"%s\": that ends the machine|give it "
                          "another name",
                          name);
        for (int k = machine + 1; k < i; k = template->node[k].end)
            if (us_text_equal(template->node[i].name, template->node[k].name)) {
                refuse(faults, &template->node[i], "there is a state of this name already",
                       "give one of them another name");
                break;
            }
    }
}

static void check_locks(const us_node *node, us_faults *faults)
{
    for (int i = 1; i < node->list_count; i++)
        for (int k = 0; k < i; k++)
            if (us_text_equal(node->list[i], node->list[k])) {
                us_faults_add(faults, US_FAULT_SEMAPHORE, node->line, node->column,
                              "the semaphore %s is taken twice by one node, which waits for "
                              "itself|leave one out",
                              node->list[i]);
                return;
            }
}

/* ---- choose */

static void check_share(const us_template *template, int choose, us_faults *faults)
{
    int64_t sum = 0, percent;
    for (int i = choose + 1; i < template->node[choose].end; i = template->node[i].end) {
        const us_node *option = &template->node[i];
        if (option->kind != US_NODE_OPTION || option->arg_count != 1)
            continue;
        if (!us_text_to_int(option->arg[0].text, 0, 100, &percent)) {
            refuse(faults, option, "a fixed p is a number from 0 to 100, in percent",
                   "write such a number, or `score utility`");
            return;
        }
        sum += percent;
    }
    if (sum > 100)
        us_faults_add(
            faults, US_FAULT_SHAPE, template->node[choose].line, template->node[choose].column,
            "the p of these options sum to %lld percent|bring them to 100 or less", (long long)sum);
}

static void check_choose(const us_template *template, int index, us_faults *faults)
{
    static const int wanted[] = {
        [US_SCORE_P] = 1, [US_SCORE_UTILITY] = 1, [US_SCORE_EMOTION] = 3, [US_SCORE_HINT] = 0};
    const us_node *node = &template->node[index];
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        const us_node *child = &template->node[i];
        int scores = child->kind == US_NODE_OPTION ? child->arg_count : 0;
        if (scores != wanted[node->score])
            us_faults_add(faults, US_FAULT_SHAPE, child->line, child->column,
                          "this choose asks for %d score%s a candidate, not %d|%s",
                          wanted[node->score], wanted[node->score] == 1 ? "" : "s", scores,
                          wanted[node->score] ? "write `option(SCORE, ...) NODE`"
                                              : "leave out `option(...)`, or name a score "
                                                "that is asked: p, utility, emotion");
    }
    if (node->score == US_SCORE_P)
        check_share(template, index, faults);
    if (node->interrupt > 0 && node->recheck == US_RECHECK_ENTRY)
        refuse(faults, node, "an interrupt that never comes: scores are asked on entry only",
               "write `recheck tick` or `recheck event`, too");
    if (node->interrupt > 0 && (node->score == US_SCORE_ORDER || node->score == US_SCORE_EMOTION))
        refuse(faults, node, "an interrupt by a score that only ranks",
               "name a score that is a number: utility, q, similarity, hint");
}

/* Notes the scores that are always 0 in play: no player has a table of Q values, or a similarity
 * for candidates without retrieval. */
static void note_scores(const us_template *template, int choose, us_faults *notes)
{
    const us_node *node = template->node, *at = &node[choose];
    if (at->score == US_SCORE_Q)
        us_faults_add(notes, US_FAULT_SHAPE, at->line, at->column,
                      "note: where it is played every score q is 0|a host with a table "
                      "(behavior/q.h) tells them, or `score LABEL = N` in a timeline");
    for (int i = choose + 1; at->score == US_SCORE_SIMILARITY && i < at->end; i = node[i].end)
        if (!us_node_has_similarity(template, i))
            us_faults_add(notes, US_FAULT_SHAPE, node[i].line, node[i].column,
                          "note: the similarity of this candidate is 0|only goals and queries are "
                          "compared with what is retrieved");
}

/* Notes a query that no behavior of this file fits. Another library may have one. */
static void note_query(const us_brl *brl, const us_node *query, us_faults *notes)
{
    bool any = false;
    for (int i = 0; i < brl->count; i++) {
        const us_template *of = brl->item[i];
        if (us_template_can_fill(query, of))
            return;
        any = any || (of->kind == US_TEMPLATE_BEHAVIOR && us_template_has_class(of, query->name));
    }
    us_faults_add(notes, US_FAULT_NAME, query->line, query->column,
                  "note: no behavior of this file %s class %.63s%s|where it is played alone, this "
                  "query fails",
                  any ? "of" : "is of", query->name,
                  any ? " takes what is passed, or all that do are excluded" : "");
}

void us_brl_lint(const us_brl *brl, us_faults *notes)
{
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count && !us_faults_is_full(notes); k++) {
            const us_node *node = &brl->item[i]->node[k];
            if (node->kind == US_NODE_CHOOSE)
                note_scores(brl->item[i], k, notes);
            else if (node->kind == US_NODE_QUERY)
                note_query(brl, node, notes);
        }
    us_faults_sort(notes);
}

void us_template_check_shape(const us_template *template, us_faults *faults)
{
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++) {
        const us_node *node = &template->node[i];
        check_count(template, i, faults);
        check_place(template, node, faults);
        check_idle(node, faults);
        if (node->kind == US_NODE_STACKS || node->kind == US_NODE_MONITOR)
            check_rules(template, i, faults);
        else if (node->kind == US_NODE_MACHINE)
            check_states(template, i, faults);
        else if (node->kind == US_NODE_CHOOSE)
            check_choose(template, i, faults);
        else if (node->kind == US_NODE_PARALLEL)
            check_locks(node, faults);
    }
    if (template->kind == US_TEMPLATE_ARCHETYPE && template->node_count > 0 &&
        template->node[0].kind != US_NODE_STACKS && template->node[0].kind != US_NODE_MONITOR)
        refuse(faults, &template->node[0], "an archetype listens: its root is stacks or monitor",
               "write `do stacks NAME, ... {` or `do monitor {`");
    if (template->kind == US_TEMPLATE_BEHAVIOR && !template->goal_name[0] &&
        template->class_count == 0 && !template->broken)
        us_faults_add(faults, US_FAULT_SHAPE, template->line, template->column,
                      "nobody can find this behavior: it has no goal and no class|write "
                      "`achieves GOAL(...)` or `is CLASS` behind its name");
}

/* ---- conditions that could be running */

static void check_asking_node(const us_brl *brl, const us_node_effect *effect, const us_node *node,
                              us_faults *faults)
{
    us_node_effect is = us_node_kind_row(node->kind)->effect;
    int tree = effect && node->kind == US_NODE_CALL
                   ? us_brl_find_index(brl, US_TEMPLATE_TREE, node->name)
                   : -1;
    if (tree >= 0)
        is = effect[tree];
    if (is == US_ASKS)
        return;
    bool runs = is == US_RUNS;
    us_faults_add(faults, runs ? US_FAULT_RUNNING : US_FAULT_SHAPE, node->line, node->column,
                  "a condition could %s: %s%s%s %s|ask with `check` only, or move this node behind "
                  "the condition",
                  runs ? "be running" : "change something", us_node_kind_row(node->kind)->word,
                  node->name[0] ? " " : "", node->name, runs ? "takes time" : "does more than ask");
}

void us_template_check_conditions(const us_brl *brl, const us_node_effect *effect,
                                  const us_template *template, us_faults *faults)
{
    int asked = 0; /* nodes before this index stand below a check */
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++) {
        const us_node *node = &template->node[i];
        if (i < asked)
            check_asking_node(brl, effect, node, faults);
        else if (node->kind == US_NODE_CHECK)
            asked = node->end;
    }
}

/* ---- the whole file */

static void check_names(const us_brl *brl, us_faults *faults)
{
    for (int i = 1; i < brl->count; i++) {
        const us_template *one = brl->item[brl->sorted[i - 1]], *two = brl->item[brl->sorted[i]];
        if (one->kind == two->kind && us_text_equal(one->name, two->name))
            us_faults_add(faults, US_FAULT_NAME, two->line, two->column,
                          "\"%.63s\" stands in this file already|give one of them another name",
                          two->name);
    }
}

void us_brl_check(const us_brl *brl, us_faults *faults)
{
    us_node_effect *effect = us_brl_compute_effects(brl);
    uint8_t *ends = us_brl_compute_ends(brl);
    check_names(brl, faults);
    for (int i = 0; i < brl->count && !us_faults_is_full(faults); i++) {
        us_template_check_shape(brl->item[i], faults);
        us_template_check_conditions(brl, effect, brl->item[i], faults);
        us_template_check_reach(brl, ends, brl->item[i], faults);
        us_template_check_bound(brl->item[i], faults);
    }
    us_mem_free(effect);
    us_mem_free(ends);
    us_brl_check_calls(brl, faults);
    us_brl_check_signals(brl, faults);
    us_faults_sort(faults);
}
