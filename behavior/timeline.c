#include "behavior/timeline.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/spelling.h"
#include "behavior/scan.h"

typedef struct reader {
    const us_brl *brl;
    const us_template *root;
    const char *file;
    us_scanner scan;
    us_timeline *script;
    US_LIST(us_timeline_line) line;
    US_LIST(us_timeline_answer) answer;
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

/* Calls `at` for each node of the file, with the score of the choose in which it is a candidate,
 * until a call returns true. */
typedef bool search_key(void *context, const us_node *node, us_score score);
static bool each_node(const us_brl *brl, search_key *at, void *context)
{
    for (int i = 0; i < brl->count; i++) {
        const us_node *node = brl->item[i]->node;
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            bool candidate = k > 0 && node[node[k].parent].kind == US_NODE_CHOOSE;
            us_score score = candidate ? (us_score)node[node[k].parent].score : US_SCORE_ORDER;
            if (at(context, &node[k], score))
                return true;
        }
    }
    return false;
}

typedef struct search {
    us_node_kind kind;
    const char *name;
    us_spelling near;
} search;

static bool is_asked(void *context, const us_node *node, us_score score)
{
    search *s = context;
    (void)score;
    if (node->kind != s->kind)
        return false;
    us_spelling_add(&s->near, node->label);
    us_spelling_add(&s->near, node->name);
    return us_text_equal(node->label, s->name) || us_text_equal(node->name, s->name);
}

/* Returns whether the node names the event. A hint is an event with the name of a candidate. */
static bool is_event(void *context, const us_node *node, us_score score)
{
    search *s = context;
    bool named = node->kind == US_NODE_EMIT || node->kind == US_NODE_RULE;
    const char *name = named ? node->name : "", *hint = score == US_SCORE_HINT ? node->label : "";
    us_spelling_add(&s->near, name);
    us_spelling_add(&s->near, hint);
    return us_text_equal(name, s->name) || us_text_equal(hint, s->name);
}

static bool is_scored(void *context, const us_node *node, us_score score)
{
    search *s = context;
    if (score != US_SCORE_Q && score != US_SCORE_SIMILARITY && score != US_SCORE_HINT)
        return false;
    us_spelling_add(&s->near, node->label);
    return us_text_equal(node->label, s->name);
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
    search s = {.name = name.text, .near = us_spelling_start(name.text)};
    for (int i = 0; i < US_EVENT_KINDS; i++)
        us_spelling_add(&s.near, us_event_name((us_event_kind)i));
    if (us_event_kind_from_name(name.text) < 0 && !each_node(r->brl, is_event, &s))
        return unknown(r, &name, "nobody hears the event", &s.near);
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
    search s = {.name = name.text, .near = us_spelling_start(name.text)};
    if (name.kind != US_TOKEN_NAME || name.first)
        return expect(r, "the label of a candidate");
    if (!each_node(r->brl, is_scored, &s))
        return unknown(r, &name, "no choose asks for a score of", &s.near);
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
    search s = {line->kind, name.text, us_spelling_start(name.text)};
    if (!each_node(r->brl, is_asked, &s)) {
        char what[64];
        snprintf(what, sizeof what, "no %s of this file is called", word);
        return unknown(r, &name, what, &s.near);
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
    us_scanner_init(&r.scan, text, length);
    while (status == US_OK && r.scan.token.kind != US_TOKEN_END)
        status = read_line(&r);
    us_array_sort(r.line.item, (size_t)r.line.count, sizeof *r.line.item, by_cycle);
    r.script->line = r.line.item;
    r.script->count = r.line.count;
    r.script->answer = r.answer.item;
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

const us_timeline_line *us_timeline_find(const us_timeline *script, int lines, const us_node *node)
{
    const us_timeline_line *named = NULL;
    for (int i = lines - 1; i >= 0; i--) {
        const us_timeline_line *line = &script->line[i];
        if (line->what != US_TIMELINE_ANSWER || line->kind != node->kind)
            continue;
        if (node->label[0] && strcmp(line->name, node->label) == 0)
            return line;
        if (!named && strcmp(line->name, node->name) == 0)
            named = line;
    }
    return named;
}

int64_t us_timeline_score(const us_timeline *script, int lines, const char *label)
{
    for (int i = lines - 1; i >= 0; i--)
        if (script->line[i].what == US_TIMELINE_SCORE && us_text_equal(script->line[i].name, label))
            return script->line[i].value;
    return 0;
}
