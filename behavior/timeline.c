#include "behavior/timeline.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/spelling.h"
#include "behavior/scan.h"

/* Something that lines are about: a label or name of a leaf, by its kind, or the label of a
 * candidate. */
typedef struct subject {
    us_node_kind kind; /* of the leaf; US_NODE_CHOOSE: a candidate */
    const char *text;
} subject;

typedef struct reader {
    const us_brl *brl;
    const us_template *root;
    const char *file;
    us_scanner scan;
    us_timeline *script;
    US_LIST(us_timeline_line) line;
    US_LIST(us_timeline_answer) answer;
    US_LIST(subject) subject; /* sorted, each once; its index is its key */
    us_error *err;
} reader;

static us_status fail_at(reader *r, const us_token *at, const char *text)
{
    return us_error_set(r->err, US_BAD_INPUT, r->file, at->line, at->column, "%s", text);
}

static us_status expect(reader *r, const char *what)
{
    const us_token *token = &r->scan.token;
    if (token->kind == US_TOKEN_BAD)
        return us_error_set(r->err, US_BAD_INPUT, r->file, token->line, token->column,
                            "expected %s, found %s", what, token->what);
    US_AUTOSTR(text);
    us_str_addf(&text, "expected %s, found %s", what,
                token->kind == US_TOKEN_END ? "the end" : "the next line");
    if (token->kind != US_TOKEN_END && !token->first) {
        us_str_reset(&text);
        us_str_addf(&text, "expected %s, found \"%.*s\"", what,
                    (int)(token->to - token->from > 40 ? 40 : token->to - token->from),
                    r->scan.text + token->from);
    }
    return fail_at(r, token, text.text);
}

/* ---- names */

static int by_subject(const void *a, const void *b)
{
    const subject *x = a, *y = b;
    return x->kind != y->kind ? (x->kind > y->kind) - (x->kind < y->kind)
                              : strcmp(x->text, y->text);
}

/* Returns the key of a subject, or -1. */
static int find_key(const reader *r, us_node_kind kind, const char *text)
{
    const subject wanted = {kind, text};
    const subject *found =
        r->subject.count
            ? bsearch(&wanted, r->subject.item, (size_t)r->subject.count, sizeof wanted, by_subject)
            : NULL;
    return found ? (int)(found - r->subject.item) : -1;
}

static bool is_leaf(const us_node *node)
{
    return node->kind == US_NODE_ACT || node->kind == US_NODE_GOAL || node->kind == US_NODE_QUERY;
}

/* Returns the score of the choose in which the node is a candidate. */
static us_score score_of(const us_template *t, int node)
{
    const us_node *above = node > 0 ? &t->node[t->node[node].parent] : NULL;
    return above && above->kind == US_NODE_CHOOSE ? (us_score)above->score : US_SCORE_ORDER;
}

/* Whether the timeline may give the score of the candidate. */
static bool is_scored(const us_template *t, int node)
{
    us_score score = score_of(t, node);
    return score == US_SCORE_Q || score == US_SCORE_SIMILARITY || score == US_SCORE_HINT;
}

static void add_subject(reader *r, us_node_kind kind, const char *text)
{
    if (text[0])
        US_LIST_PUT(r->subject, ((subject){kind, text}));
}

static void find_subjects(reader *r)
{
    int kept = 0;
    for (int i = 0; i < r->brl->count; i++) {
        const us_template *t = r->brl->item[i];
        for (int k = 0; k < t->node_count; k++) {
            const us_node *node = &t->node[k];
            if (is_leaf(node)) {
                add_subject(r, node->kind, node->label);
                add_subject(r, node->kind, node->name);
            }
            if (is_scored(t, k))
                add_subject(r, US_NODE_CHOOSE, node->label);
        }
    }
    us_array_sort(r->subject.item, (size_t)r->subject.count, sizeof(subject), by_subject);
    for (int i = 0; i < r->subject.count; i++)
        if (i == 0 || by_subject(&r->subject.item[i], &r->subject.item[kept - 1]) != 0)
            r->subject.item[kept++] = r->subject.item[i];
    r->subject.count = kept;
}

/* Notes the keys of all nodes, so that no name is compared while a tree runs. */
static void make_keys(reader *r)
{
    us_timeline *script = r->script;
    find_subjects(r);
    script->keys = r->subject.count;
    script->node = US_ARENA_ARRAY(script->arena, us_timeline_keys *, r->brl->count);
    for (int i = 0; i < r->brl->count; i++) {
        const us_template *t = r->brl->item[i];
        script->node[i] = US_ARENA_ARRAY(script->arena, us_timeline_keys, t->node_count);
        for (int k = 0; k < t->node_count; k++) {
            const us_node *node = &t->node[k];
            bool leaf = is_leaf(node);
            script->node[i][k] =
                (us_timeline_keys){leaf ? find_key(r, node->kind, node->label) : -1,
                                   leaf ? find_key(r, node->kind, node->name) : -1,
                                   is_scored(t, k) ? find_key(r, US_NODE_CHOOSE, node->label) : -1};
        }
    }
}

/* Adds the texts of all subjects of a kind to the spelling. */
static void spell_subjects(const reader *r, us_node_kind kind, us_spelling *near)
{
    for (int i = 0; i < r->subject.count; i++)
        if (r->subject.item[i].kind == kind)
            us_spelling_add(near, r->subject.item[i].text);
}

/* Returns whether a node of the file names the event. A hint is an event with the name of a
 * candidate. near: gets all names of events; NULL: none is asked for. */
static bool is_event(const reader *r, const char *name, us_spelling *near)
{
    for (int i = 0; i < r->brl->count; i++) {
        const us_template *t = r->brl->item[i];
        for (int k = 0; k < t->node_count; k++) {
            const us_node *node = &t->node[k];
            bool named = node->kind == US_NODE_EMIT || node->kind == US_NODE_RULE;
            const char *event = named ? node->name : "";
            const char *hint = score_of(t, k) == US_SCORE_HINT ? node->label : "";
            if (near) {
                us_spelling_add(near, event);
                us_spelling_add(near, hint);
            } else if (us_text_equal(event, name) || us_text_equal(hint, name)) {
                return true;
            }
        }
    }
    return false;
}

static us_status unknown(reader *r, const us_token *at, const char *what, const us_spelling *near)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "%s \"%s\"", what, at->text);
    if (near->best[0])
        us_str_addf(&text, "; did you mean \"%s\"?", near->best);
    return fail_at(r, at, text.text);
}

static const char *keep(reader *r, const char *text)
{
    return us_arena_strndup(r->script->arena, text, strlen(text));
}

/* ---- statements */

static us_status read_cycles(reader *r, const char *what, us_cycle *out)
{
    if (r->scan.token.kind != US_TOKEN_NUMBER || r->scan.token.first)
        return expect(r, what);
    if (r->scan.token.number < 0 || r->scan.token.number >= US_NEVER)
        return fail_at(r, &r->scan.token, "expected a cycle from 0 up to 2147483646");
    *out = (us_cycle)r->scan.token.number;
    us_scanner_next(&r->scan);
    return US_OK;
}

static us_status read_event(reader *r, us_timeline_line *line)
{
    us_token name = r->scan.token;
    if (name.kind != US_TOKEN_NAME || name.first)
        return expect(r, "the name of an event");
    line->event = us_event_kind_from_name(name.text);
    if (line->event < 0 && !is_event(r, name.text, NULL)) {
        us_spelling near = us_spelling_start(name.text);
        for (int i = 0; i < US_EVENT_KINDS; i++)
            us_spelling_add(&near, us_event_name((us_event_kind)i));
        (void)is_event(r, name.text, &near);
        return unknown(r, &name, "nobody hears the event", &near);
    }
    line->name = keep(r, name.text);
    us_scanner_next(&r->scan);
    return US_OK;
}

static us_status read_value(reader *r, us_value_kind kind, int64_t *out)
{
    US_AUTOSTR(text);
    if (!us_scanner_accept(&r->scan, '='))
        return expect(r, "\"=\"");
    us_token at = r->scan.token;
    if (at.first || at.kind == US_TOKEN_END)
        return expect(r, "a value");
    us_scanner_read_expression(&r->scan, false, &text);
    us_source source = {r->file, text.text, at.line, at.column, NULL};
    US_AUTOPTR(us_expr) expr = NULL;
    US_TRY(us_expr_compile(r->brl->domain, &(us_scope){0}, kind, &source, &expr, r->err));
    if (!us_expr_is_constant(expr, out))
        return fail_at(r, &at, "expected a value that is the same in every state");
    if (kind == US_VALUE_CELL && *out == -1)
        return fail_at(r, &at, "expected a cell that a map may have");
    return US_OK;
}

static us_status read_set(reader *r, us_timeline_line *line)
{
    us_token name = r->scan.token;
    if (name.kind != US_TOKEN_NAME || name.first)
        return expect(r, "the name of a slot");
    line->slot = us_template_find_slot(r->root, name.text);
    us_spelling near = us_spelling_start(name.text);
    for (int i = 0; i < r->root->slot_count; i++)
        us_spelling_add(&near, r->root->slot[i].slot.name);
    if (line->slot < 0)
        return unknown(r, &name, "no slot is called", &near);
    const us_slot_row *slot = &r->root->slot[line->slot];
    if (slot->slot.kind == US_VALUE_GROUP)
        return fail_at(r, &name, "a group can't be written: there is nobody in an empty world");
    us_scanner_next(&r->scan);
    return read_value(r, slot->slot.kind, &line->value);
}

static us_status read_score(reader *r, us_timeline_line *line)
{
    us_token name = r->scan.token;
    if (name.kind != US_TOKEN_NAME || name.first)
        return expect(r, "the label of a candidate");
    line->key = find_key(r, US_NODE_CHOOSE, name.text);
    if (line->key < 0) {
        us_spelling near = us_spelling_start(name.text);
        spell_subjects(r, US_NODE_CHOOSE, &near);
        return unknown(r, &name, "no choose asks for a score of", &near);
    }
    line->name = keep(r, name.text);
    us_scanner_next(&r->scan);
    return read_value(r, US_VALUE_NUMBER, &line->value);
}

static us_status read_outcome(reader *r, us_timed_answer *out)
{
    us_scanner *scan = &r->scan;
    *out = (us_timed_answer){us_scanner_is_word(scan, "success")   ? US_SUCCESS
                             : us_scanner_is_word(scan, "failure") ? US_FAILURE
                                                                   : US_RUNNING,
                             1};
    if (scan->token.first || (out->answer == US_RUNNING && !us_scanner_is_word(scan, "running")))
        return expect(r, "success, failure or running");
    us_scanner_next(scan);
    if (out->answer == US_RUNNING || scan->token.first || !us_scanner_is_word(scan, "after"))
        return US_OK;
    us_scanner_next(scan);
    US_TRY(read_cycles(r, "a number of cycles", &out->after));
    if (!scan->token.first &&
        (us_scanner_is_word(scan, "cycles") || us_scanner_is_word(scan, "cycle")))
        us_scanner_next(scan);
    return US_OK;
}

static us_status read_fill(reader *r, us_node_kind kind, us_timeline_answer *out)
{
    us_token name = r->scan.token;
    int index = us_brl_find_index(r->brl, US_TEMPLATE_BEHAVIOR, name.text);
    us_spelling near = us_spelling_start(name.text);
    for (int i = 0; i < r->brl->count; i++)
        if (r->brl->item[i]->kind == US_TEMPLATE_BEHAVIOR)
            us_spelling_add(&near, r->brl->item[i]->name);
    if (kind == US_NODE_ACT)
        return fail_at(r, &name, "an action is not filled by a behavior");
    if (index < 0)
        return unknown(r, &name, "no behavior of this file is called", &near);
    out->fill = r->brl->item[index];
    us_scanner_next(&r->scan);
    return US_OK;
}

/* Reads a chance: 90, or 9 of 10. */
static us_status read_chance(reader *r, us_timeline_answer *out)
{
    us_scanner *scan = &r->scan;
    us_token chance = scan->token;
    out->of = 100;
    if (chance.kind != US_TOKEN_NUMBER || chance.first)
        return expect(r, "a chance");
    us_scanner_next(scan);
    if (us_scanner_is_word(scan, "of") && !scan->token.first) {
        us_scanner_next(scan);
        if (scan->token.kind != US_TOKEN_NUMBER || scan->token.first || scan->token.number < 1 ||
            scan->token.number > US_CHANCES_MAX)
            return expect(r, "of how many, from 1 to 1000000");
        out->of = (int)scan->token.number;
        us_scanner_next(scan);
    }
    if (chance.number < 0 || chance.number > out->of)
        return fail_at(r, &chance, "expected a chance of no more than all");
    out->chance = (int)chance.number;
    return US_OK;
}

static us_status read_answer(reader *r, us_node_kind kind)
{
    us_scanner *scan = &r->scan;
    us_timeline_answer answer = {.chance = 1, .of = 1, .other = {US_FAILURE, 1}};
    if (scan->token.kind == US_TOKEN_STRING && !scan->token.first) {
        US_TRY(read_fill(r, kind, &answer));
    } else if (us_scanner_is_word(scan, "chance") && !scan->token.first) {
        us_scanner_next(scan);
        US_TRY(read_chance(r, &answer));
        US_TRY(read_outcome(r, &answer.then));
        if (!us_scanner_is_word(scan, "else") || scan->token.first)
            return expect(r, "else");
        us_scanner_next(scan);
        US_TRY(read_outcome(r, &answer.other));
    } else {
        US_TRY(read_outcome(r, &answer.then));
    }
    US_LIST_PUT(r->answer, answer);
    return US_OK;
}

static us_status read_answers(reader *r, us_timeline_line *line)
{
    us_scanner *scan = &r->scan;
    us_token name = scan->token;
    if (name.kind != US_TOKEN_NAME || name.first)
        return expect(r, "whom it answers: a label or a name");
    const char *word = us_node_kind_row(line->kind)->word;
    line->key = find_key(r, line->kind, name.text);
    if (line->key < 0) {
        us_spelling near = us_spelling_start(name.text);
        char what[64];
        snprintf(what, sizeof what, "no %s of this file is called", word);
        spell_subjects(r, line->kind, &near);
        return unknown(r, &name, what, &near);
    }
    line->name = keep(r, name.text);
    us_scanner_next(scan);
    if (!us_scanner_is_sign(scan, ':'))
        return expect(r, "\":\"");
    line->answer = r->answer.count;
    do {
        us_scanner_next(scan);
        US_TRY(read_answer(r, line->kind));
    } while (us_scanner_is_sign(scan, ',') && !scan->token.first);
    line->answers = r->answer.count - line->answer;
    return US_OK;
}

/* Returns the text from the present token to the end of its line or the comment. */
static const char *statement(reader *r)
{
    const char *from = r->scan.text + r->scan.token.from, *to = from;
    const char *end = r->scan.text + r->scan.length;
    while (to < end && *to != '\n' &&
           !(*to == '#' && (to + 1 == end || !isdigit((unsigned char)to[1]))))
        to++;
    while (to > from && strchr(" \t\r", to[-1]))
        to--;
    return us_arena_strndup(r->script->arena, from, (size_t)(to - from));
}

static us_status read_line(reader *r)
{
    static const us_node_kind kinds[] = {US_NODE_ACT, US_NODE_GOAL, US_NODE_QUERY};
    static const struct {
        const char *word;
        us_timeline_kind what;
        us_status (*read)(reader *r, us_timeline_line *line);
    } words[] = {{"event", US_TIMELINE_EVENT, read_event},
                 {"set", US_TIMELINE_SET, read_set},
                 {"score", US_TIMELINE_SCORE, read_score}};
    us_scanner *scan = &r->scan;
    us_timeline_line line = {.what = US_TIMELINE_ANSWER, .name = ""};
    us_status (*read)(reader * r, us_timeline_line * line) = NULL;
    if (r->line.count == US_TIMELINE_LINES_MAX)
        return fail_at(r, &scan->token, "expected at most 10000 lines");
    if (!scan->token.first && r->line.count > 0)
        return expect(r, "the end of the line");
    us_token at = scan->token;
    scan->token.first = false; /* so that a fault does not speak of the next line */
    if (scan->token.kind == US_TOKEN_NUMBER) {
        US_TRY(read_cycles(r, "a cycle", &line.cycle));
        if (scan->token.first)
            return expect(r, "what happens then");
    }
    for (int i = 0; i < US_COUNT(words); i++) {
        if (!us_scanner_is_word(scan, words[i].word))
            continue;
        line.what = words[i].what;
        read = words[i].read;
    }
    for (int i = 0; i < US_COUNT(kinds); i++) {
        if (!us_scanner_is_word(scan, us_node_kind_row(kinds[i])->word))
            continue;
        line.kind = kinds[i];
        read = read_answers;
    }
    if (!read)
        return expect(r, "event, set, score, act, goal or query");
    line.text = statement(r);
    line.number = scan->token.line;
    if (line.what == US_TIMELINE_EVENT && line.cycle == 0) {
        if (at.kind == US_TOKEN_NUMBER)
            return fail_at(r, &at,
                           "nothing runs yet that could hear it: expected a cycle from 1 on");
        line.cycle = 1;
    }
    us_scanner_next(scan);
    US_TRY(read(r, &line));
    US_LIST_PUT(r->line, line);
    return US_OK;
}

static int by_cycle(const void *a, const void *b)
{
    const us_timeline_line *x = a, *y = b;
    return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

us_status us_timeline_read(const us_brl *brl, const us_template *root, const char *file,
                           const char *text, size_t length, us_timeline **out, us_error *err)
{
    us_status status = US_OK;
    reader r = {.brl = brl, .root = root, .file = file, .err = err};
    r.script = US_NEW(us_timeline);
    r.script->arena = us_arena_new();
    make_keys(&r);
    us_scanner_init(&r.scan, text, length);
    while (status == US_OK && r.scan.token.kind != US_TOKEN_END)
        status = read_line(&r);
    us_array_sort(r.line.item, (size_t)r.line.count, sizeof *r.line.item, by_cycle);
    r.script->line = r.line.item;
    r.script->count = r.line.count;
    r.script->answer = r.answer.item;
    us_mem_free(r.subject.item);
    if (status == US_OK)
        *out = r.script;
    else
        us_timeline_free(r.script);
    return status;
}

void us_timeline_free(us_timeline *script)
{
    if (!script)
        return;
    us_mem_free(script->line);
    us_mem_free(script->answer);
    us_arena_free(script->arena);
    us_mem_free(script);
}

const us_timeline_line *us_timeline_find(const us_timeline *script,
                                         const us_timeline_line *const *present, int item, int node)
{
    const us_timeline_keys *keys = &script->node[item][node];
    const us_timeline_line *line = keys->label < 0 ? NULL : present[keys->label];
    return line || keys->name < 0 ? line : present[keys->name];
}
