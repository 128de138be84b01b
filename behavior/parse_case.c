#include "behavior/parser.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "behavior/keys.h"

/* ---- features */

static void add_feature(us_parser *p, const us_brl_feature *row)
{
    if (us_brl_find_feature(p->brl, row->name) >= 0)
        us_faults_add(p->faults, US_FAULT_ARGUMENT, row->line, row->column,
                      "feature \"%.63s\" is given twice|leave one of them out", row->name);
    else if (p->brl->features == US_FEATURES_MAX)
        us_faults_add(p->faults, US_FAULT_LIMIT, row->line, row->column,
                      "more than %d features|leave some out", US_FEATURES_MAX);
    else
        us_brl_add_feature(p->brl, row);
}

/* NAME: LOW to HIGH [weight PERCENT] */
bool us_parser_read_feature(us_parser *p)
{
    us_brl_feature row = {
        .weight = 100, .line = p->scan.token.line, .column = p->scan.token.column};
    if (!us_parser_read_name(p, "the name of a feature", row.name) || !us_parser_expect(p, ':') ||
        !us_parser_read_number(p, INT32_MIN, INT32_MAX, &row.low))
        return false;
    if (!us_scanner_accept_word(&p->scan, "to"))
        return us_parser_reject(p, "`to`");
    if (!us_parser_read_number(p, row.low, INT32_MAX, &row.high))
        return false;
    if (us_scanner_accept_word(&p->scan, "weight")) {
        if (!us_parser_read_number(p, 0, US_WEIGHT_MAX, &row.weight))
            return false;
    }
    if (us_scanner_accept_word(&p->scan, "bandwidth")) {
        if (!us_parser_read_number(p, 1, INT32_MAX, &row.bandwidth))
            return false;
    }
    add_feature(p, &row);
    return true;
}

/* ---- games */

static bool parse_quoted(us_parser *p, const char *expected)
{
    us_scanner_next(&p->scan);
    return p->scan.token.kind == US_TOKEN_STRING || us_parser_reject(p, expected);
}

/* [map "HASH"] [seed "NUMBER"] [by demonstration|adaptation] */
bool us_parser_read_game(us_parser *p)
{
    static const char hash[] = "the hash of a map in quotes, 16 digits",
                      seed[] = "a seed in quotes";
    us_brl_game game = {0};
    if (us_scanner_is_word(&p->scan, "map")) {
        if (!parse_quoted(p, hash))
            return false;
        if (!us_hash_parse(p->scan.token.text, &game.map) || game.map == 0)
            return us_parser_reject(p, hash);
        us_scanner_next(&p->scan);
    }
    if (us_scanner_is_word(&p->scan, "seed")) {
        if (!parse_quoted(p, seed))
            return false;
        game.seeded = us_text_to_u64(p->scan.token.text, &game.seed);
        if (!game.seeded)
            return us_parser_reject(p, seed);
        us_scanner_next(&p->scan);
    }
    if (game.map == 0 && !game.seeded)
        return us_parser_reject(p, "`map` or `seed`");
    if (us_scanner_accept_word(&p->scan, "by")) {
        game.adapted = us_scanner_is_word(&p->scan, "adaptation");
        if (!game.adapted && !us_scanner_is_word(&p->scan, "demonstration"))
            return us_parser_reject(p, "demonstration or adaptation");
        us_scanner_next(&p->scan);
    }
    us_brl_add_game(p->brl, &game);
    return true;
}

/* ---- features of cases */

static const char *feature_at(const void *from, int i)
{
    const us_brl *brl = from;
    int count = brl->domain->feature_count;
    if (i < count)
        return brl->domain->feature[i].name;
    return i - count < brl->features ? brl->feature[i - count].name : NULL;
}

/* Adds a fault if an entry feature.NAME has an unknown name. */
static void check_feature(us_parser *p, int line, int column, const char *name)
{
    if (us_domain_find_feature(p->brl->domain, name) >= 0 || us_brl_find_feature(p->brl, name) >= 0)
        return;
    us_faults_add_unknown(p->faults, line, column, "no feature is called", name, feature_at, p->brl,
                          "write `feature NAME: LOW to HIGH` in the head of the file");
    us_builder_mark_broken(p->builder);
}

/* ---- cases */

/* [at CYCLE] [in "MAP"] */
static bool parse_when(us_parser *p, us_cycle *cycle, char map[US_STRING_MAX + 1])
{
    *cycle = -1;
    map[0] = '\0';
    if (us_scanner_is_word(&p->scan, "at")) {
        int64_t number = 0;
        us_scanner_next(&p->scan);
        if (!us_parser_read_number(p, 0, INT32_MAX, &number))
            return false;
        *cycle = (us_cycle)number;
    }
    if (us_scanner_accept_word(&p->scan, "in")) {
        if (p->scan.token.kind != US_TOKEN_STRING)
            return us_parser_reject(p, "the name of a map in quotes");
        snprintf(map, US_STRING_MAX + 1, "%s", p->scan.token.text);
        us_scanner_next(&p->scan);
    }
    return true;
}

bool us_parser_read_seen(us_parser *p)
{
    us_cycle cycle;
    char map[US_STRING_MAX + 1];
    const us_case *first = &p->builder->cases.item[0].row;
    if (!us_scanner_is_word(&p->scan, "at") && !us_scanner_is_word(&p->scan, "in"))
        return us_parser_reject(p, "`at` and a cycle");
    if (first->cycle >= 0 || first->map[0]) {
        return us_parser_fail(p, US_FAULT_SHAPE, p->scan.token.line, p->scan.token.column,
                              "this is a second `seen`|write `case` for what was seen elsewhere");
    }
    if (!parse_when(p, &cycle, map))
        return false;
    us_builder_set_first_case(p->builder, cycle, map);
    return true;
}

static void parse_numbers(us_parser *p)
{
    US_LIST(int64_t) list = {0};
    while (p->scan.token.kind == US_TOKEN_NUMBER) {
        US_LIST_PUT(list, p->scan.token.number);
        us_scanner_next(&p->scan);
    }
    us_builder_add_entry(p->builder, p->text.text, list.item, list.count);
    us_mem_free(list.item);
}

static void parse_texts(us_parser *p)
{
    US_LIST(const char *) list = {0};
    while (p->scan.token.kind == US_TOKEN_STRING) {
        US_LIST_PUT(list, us_builder_copy_text(p->builder, p->scan.token.text));
        us_scanner_next(&p->scan);
    }
    us_builder_add_text_entry(p->builder, p->text.text, list.item, list.count);
    us_mem_free(list.item);
}

/* KEY.KEY: NUMBER NUMBER ... or KEY.KEY: "TEXT" "TEXT" ... */
static bool parse_entry(us_parser *p)
{
    int line = p->scan.token.line, column = p->scan.token.column;
    if (!us_parser_read_key(p) || !us_parser_expect(p, ':'))
        return false;
    const char *feature = us_key_part(p->text.text, US_KEY_FEATURE);
    if (feature)
        check_feature(p, line, column, feature);
    if (p->scan.token.kind == US_TOKEN_STRING)
        parse_texts(p);
    else
        parse_numbers(p);
    const us_pending_entry *entry = &p->builder->entry.item[p->builder->entry.count - 1];
    us_key_place place = {entry->entry.key, entry->of, line, column};
    US_LIST_PUT(p->keys, place);
    const us_token *token = &p->scan.token;
    if (token->kind != US_TOKEN_STRING && token->kind != US_TOKEN_NUMBER)
        return true;
    return us_parser_fail(
        p, US_FAULT_SYNTAX, token->line, token->column,
        "an entry holds numbers or texts, not both|write what begins here under a key of "
        "its own");
}

static int by_key(const void *left, const void *right)
{
    const us_key_place *a = left, *b = right;
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    int order = strcmp(a->key, b->key);
    if (order == 0 && a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return order ? order : (a->column > b->column) - (a->column < b->column);
}

void us_parser_check_keys(us_parser *p)
{
    us_array_sort(p->keys.item, (size_t)p->keys.count, sizeof *p->keys.item, by_key);
    for (int i = 1; i < p->keys.count && !us_faults_is_full(p->faults); i++) {
        const us_key_place *key = &p->keys.item[i], *last = key - 1;
        if (key->of != last->of || !us_text_equal(key->key, last->key))
            continue;
        us_parser_fail(p, US_FAULT_ARGUMENT, key->line, key->column,
                       "key \"%.63s\" is in this case already, at %d:%d|leave one of them out",
                       key->key, last->line, last->column);
    }
    p->keys.count = 0;
}

static bool parse_entries(us_parser *p)
{
    int line = p->scan.token.line, column = p->scan.token.column;
    if (!us_parser_expect(p, '{'))
        return false;
    while (us_parser_next_statement(p, line, column))
        if (!parse_entry(p))
            us_parser_recover(p);
    return true;
}

bool us_parser_read_appendix(us_parser *p)
{
    return parse_entries(p);
}

/* done LABEL, LABEL */
static bool parse_done(us_parser *p)
{
    do {
        us_scanner_next(&p->scan);
        char label[US_NAME_MAX + 1];
        us_parser_set_place(p);
        if (!us_parser_read_name(p, "the label of a step", label))
            return false;
        us_builder_add_done(p->builder, label);
    } while (us_scanner_is_sign(&p->scan, ','));
    return true;
}

/* Drops the keys of a case that is over, unless it has one twice: a file may have millions. */
static void settle_keys(us_parser *p, int from)
{
    for (int i = from; i < p->keys.count; i++)
        for (int k = from; k < i; k++)
            if (us_text_equal(p->keys.item[i].key, p->keys.item[k].key))
                return;
    p->keys.count = from;
}

bool us_parser_read_case(us_parser *p)
{
    us_cycle cycle;
    char map[US_STRING_MAX + 1];
    us_parser_work(p);
    if (!parse_when(p, &cycle, map))
        return false;
    us_builder_add_case(p->builder, cycle, map);
    enum { FEW = 256 };
    int keys = p->keys.count;
    bool good = !us_scanner_is_word(&p->scan, "done") || parse_done(p);
    good = good && (!us_scanner_is_sign(&p->scan, '{') || parse_entries(p));
    if (p->keys.count - keys <= FEW)
        settle_keys(p, keys);
    us_builder_select_first_case(p->builder); /* a later appendix belongs to the first case */
    return good;
}

/* ---- described (KEY: VALUE, ...) */

/* Reads a whole number, a number with decimals, or a symbol in quotes. */
static bool parse_value(us_parser *p, char out[US_STRING_MAX + 1])
{
    const us_token *token = &p->scan.token;
    if (token->kind == US_TOKEN_STRING) {
        snprintf(out, US_STRING_MAX + 1, "%s", token->text);
        us_scanner_next(&p->scan);
        return true;
    }
    if (!us_scan_decimal(&p->scan, out, US_STRING_MAX + 1))
        return us_parser_reject(p, "a number, or a symbol in quotes");
    return !us_scanner_is_sign(&p->scan, '.') || us_parser_reject(p, "decimals");
}

bool us_parser_read_described(us_parser *p)
{
    if (!us_parser_expect(p, '('))
        return false;
    while (!us_scanner_is_sign(&p->scan, ')')) {
        char text[US_STRING_MAX + 1];
        int64_t value = 0;
        us_parser_set_place(p);
        if (!us_parser_read_key(p) || !us_parser_expect(p, ':'))
            return false;
        us_token place = p->scan.token;
        if (!parse_value(p, text))
            return false;
        if (!us_descriptor_check_value(p->faults, p->builder->template->domain, p->text.text, text,
                                       place.line, place.column, &value))
            us_builder_mark_broken(p->builder);
        us_builder_add_descriptor(p->builder, p->text.text, value);
        if (!us_scanner_accept(&p->scan, ','))
            break;
    }
    return us_parser_expect(p, ')');
}
