#include "behavior/piece.h"

#include <string.h>

enum { SAMPLES = 12 };

/* The source of a stretch of the composed text. */
typedef struct stretch {
    size_t from;
    const us_source *source; /* NULL: text of this file */
    size_t at;               /* in the source */
    bool value;              /* value of the placeholder at `at` */
} stretch;

typedef struct composing {
    const us_repair *repair;
    const us_piece_row *row;
    us_str text;
    stretch *stretch;
    int stretches, capacity;
    us_error *err;
} composing;

static void add_stretch(composing *c, const us_source *source, size_t at, bool value)
{
    c->stretch = us_array_grow(c->stretch, c->stretches, &c->capacity, sizeof *c->stretch);
    c->stretch[c->stretches++] = (stretch){c->text.length, source, at, value};
}

static void add_ours(composing *c, const char *text)
{
    add_stretch(c, NULL, 0, false);
    us_str_add(&c->text, text);
}

/* ---- placeholders */

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool in_name(char c)
{
    return starts_name(c) || (c >= '0' && c <= '9');
}

/* Returns the length of the placeholder at text, with its braces, and its name; 0: none. */
static size_t placeholder(const char *text, char name[US_PATTERN_NAME_MAX + 1])
{
    size_t length = 0;
    if (text[0] != '{' || !starts_name(text[1]))
        return 0;
    while (in_name(text[1 + length]))
        length++;
    if (text[1 + length] != '}' || length > US_PATTERN_NAME_MAX)
        return 0;
    memcpy(name, text + 1, length);
    name[length] = '\0';
    return length + 2;
}

static bool fits_quotes(const char *value)
{
    size_t length = strlen(value);
    for (size_t at = 0; at < length;) {
        int bytes = us_text_printable_size(value + at, length - at);
        if (bytes == 0 || value[at] == '"' || value[at] == '\\')
            return false;
        at += (size_t)bytes;
    }
    return length > 0 && length <= US_STRING_MAX;
}

static bool fits_bare(const char *value)
{
    int64_t number;
    size_t length = strlen(value);
    if (us_text_to_int(value, INT64_MIN, INT64_MAX, &number))
        return true;
    for (size_t i = 0; i < length; i++)
        if (!(in_name(value[i]) || (i > 0 && value[i] == '-')))
            return false;
    return length > 0 && length <= US_NAME_MAX && starts_name(value[0]);
}

static us_status add_value(composing *c, const us_source *source, size_t at, const char *name,
                           bool quoted)
{
    int i = 0;
    while (i < c->row->count && !us_text_equal(c->row->name[i], name))
        i++;
    if (i == c->row->count)
        return us_source_fail(source, at, c->err, "the query has no column \"%s\"", name);
    const char *value = c->row->value[i];
    if (!value)
        return us_source_fail(source, at, c->err, "column \"%s\" is NULL here", name);
    if (!(quoted ? fits_quotes(value) : fits_bare(value)))
        return us_source_fail(source, at, c->err,
                              quoted ? "column \"%s\": expected a text without quotes and "
                                       "backslashes, found \"%.60s\""
                                     : "column \"%s\": expected a name or a number, found "
                                       "\"%.60s\"; put the placeholder in quotes",
                              name, value);
    add_stretch(c, source, at, true);
    us_str_add(&c->text, value);
    return US_OK;
}

static us_status add_source(composing *c, const us_source *source)
{
    char name[US_PATTERN_NAME_MAX + 1];
    bool quoted = false, mapped = false;
    for (size_t at = 0; source->text[at];) {
        size_t length = placeholder(source->text + at, name);
        if (length > 0) {
            US_TRY(add_value(c, source, at, name, quoted));
            at += length;
            mapped = false;
            continue;
        }
        if (!mapped)
            add_stretch(c, source, at, false);
        mapped = true;
        if (source->text[at] == '"')
            quoted = !quoted;
        if (quoted && source->text[at] == '\\' && source->text[at + 1])
            us_str_add_char(&c->text, source->text[at++]);
        us_str_add_char(&c->text, source->text[at++]);
    }
    return US_OK;
}

/* ---- the file of one tree */

static us_status compose(composing *c)
{
    const us_repair *repair = c->repair;
    add_ours(c, "brl 1\ntree Piece {\n");
    for (int i = 0; i < repair->slots; i++) {
        US_TRY(add_source(c, &repair->slot[i]));
        add_ours(c, "\n");
    }
    add_ours(c, "do ");
    if (repair->when.text) { /* the line ends a comment before the bracket is closed */
        add_ours(c, repair->unless ? "monitor {\ncheck true\nwhen not ("
                                   : "monitor {\ncheck true\nwhen (");
        US_TRY(add_source(c, &repair->when));
        add_ours(c, "\n) -> ");
    }
    for (int i = 0; i < repair->lines; i++) {
        US_TRY(add_source(c, &repair->line[i]));
        add_ours(c, "\n");
    }
    add_ours(c, repair->when.text ? "}\n}\n" : "}\n");
    return US_OK;
}

static size_t offset_of(const us_str *text, int line, int column)
{
    size_t at = 0;
    for (int i = 1; i < line && at < text->length; i++) {
        const char *end = strchr(text->text + at, '\n');
        at = end ? (size_t)(end - text->text) + 1 : text->length;
    }
    for (int i = 1; i < column && at < text->length; i++) {
        int bytes = us_text_utf8_size(text->text + at, text->length - at);
        at += bytes > 0 ? (size_t)bytes : 1;
    }
    return at;
}

/* Fails at the source of a byte of the composed text. */
static us_status fail_at(const composing *c, size_t at, const char *what, const char *fix)
{
    int i = c->stretches - 1;
    while (i > 0 && (c->stretch[i].from > at || !c->stretch[i].source))
        i--;
    const stretch *found = &c->stretch[i];
    if (!found->source)
        return us_source_fail(&c->repair->line[0], 0, c->err, "%s; %s", what, fix);
    size_t next = i + 1 < c->stretches ? c->stretch[i + 1].from : c->text.length;
    size_t into = found->value ? 0 : (at < next ? at : next) - found->from;
    return us_source_fail(found->source, found->at + into, c->err, "%s; %s", what, fix);
}

static us_status fail_shape(const composing *c)
{
    return us_source_fail(&c->repair->line[0], 0, c->err,
                          "expected one node in `do` and one slot in each of `slots`");
}

/* Returns the rule's node, or the root; -1: values or lines added other parts. */
static int find_node(const us_repair *repair, const us_template *tree)
{
    if (tree->slot_count != repair->slots || tree->params > 0)
        return -1;
    if (!repair->when.text)
        return 0;
    bool one = tree->node_count > 2 && tree->node[0].kind == US_NODE_MONITOR &&
               tree->node[2].kind == US_NODE_RULE && tree->node[2].end == tree->node_count;
    return one ? 2 : -1;
}

/* Reads the composed text. count NULL: the first fault is the error. Else *count is the number of
 * faults, and out stays. */
static us_status read_piece(const us_domain *domain, composing *c, us_piece *out, int *count)
{
    US_TRY(compose(c));
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = us_brl_read(domain, "piece", c->text.text, c->text.length, &faults);
    int node = faults.count == 0 && brl->count == 1 ? find_node(c->repair, brl->item[0]) : -1;
    if (count) {
        *count = faults.count;
        return US_OK;
    }
    if (faults.count > 0)
        return fail_at(c, offset_of(&c->text, faults.fault[0].line, faults.fault[0].column),
                       faults.fault[0].what, faults.fault[0].fix);
    if (node < 0)
        return fail_shape(c);
    *out = (us_piece){brl, brl->item[0], node};
    brl = NULL;
    return US_OK;
}

static us_status make(const us_domain *domain, const us_repair *repair, const us_piece_row *row,
                      us_piece *out, int *count, us_error *err)
{
    composing c = {.repair = repair, .row = row, .err = err};
    us_assert(us_modop_has_node(repair->modop) && repair->lines > 0);
    us_str_init(&c.text);
    us_status status = read_piece(domain, &c, out, count);
    us_str_clear(&c.text);
    us_mem_free(c.stretch);
    return status;
}

us_status us_piece_make(const us_domain *domain, const us_repair *repair, const us_piece_row *row,
                        us_piece *out, us_error *err)
{
    return make(domain, repair, row, out, NULL, err);
}

void us_piece_clear(us_piece *piece)
{
    us_brl_free(piece->brl);
    *piece = (us_piece){0};
}

/* ---- without a row */

typedef struct trial {
    const char *name[US_PATTERN_COLUMNS_MAX], *value[US_PATTERN_COLUMNS_MAX];
    int count;
    const char *const *column;
    int columns;
    int fixed; /* placeholder that keeps its value, or -1 */
} trial;

/* Lists a sample name of each sort, and a number. */
static int list_samples(const us_domain *domain, const char *sample[SAMPLES])
{
    int count = 0;
    sample[count++] = "1";
    for (int type = domain->type_count - 1; type >= 0 && count < 2; type--)
        if (!domain->type[type].abstract)
            sample[count++] = domain->type[type].name;
    if (domain->resources.count > 0)
        sample[count++] = domain->resources.name[0];
    if (domain->roles.count > 0)
        sample[count++] = domain->roles.name[0];
    if (domain->goal_count > 0)
        sample[count++] = domain->goal[0].name;
    if (domain->action_count > 0)
        sample[count++] = domain->action[0].name;
    if (domain->statuses.count > 0)
        sample[count++] = domain->statuses.name[0];
    if (domain->attribute_count > 0)
        sample[count++] = domain->attribute[0].name;
    if (domain->terrain_count > 0)
        sample[count++] = domain->terrain[0].name;
    us_assert(count <= SAMPLES);
    return count;
}

static us_status collect(trial *t, const us_source *source, us_error *err)
{
    char name[US_PATTERN_NAME_MAX + 1];
    for (size_t at = 0; source->text[at];) {
        size_t length = placeholder(source->text + at, name);
        int i = 0, k = 0;
        while (length > 0 && i < t->columns && !us_text_equal(t->column[i], name))
            i++;
        if (length > 0 && i == t->columns)
            return us_source_fail(source, at, err, "the query has no column \"%s\"", name);
        while (length > 0 && k < t->count && !us_text_equal(t->name[k], name))
            k++;
        if (length > 0 && k == t->count)
            t->name[t->count++] = t->column[i];
        at += length > 0 ? length : 1;
    }
    return US_OK;
}

static us_status collect_all(trial *t, const us_repair *repair, us_error *err)
{
    for (int i = 0; i < repair->slots; i++)
        US_TRY(collect(t, &repair->slot[i], err));
    if (repair->when.text)
        US_TRY(collect(t, &repair->when, err));
    for (int i = 0; i < repair->lines; i++)
        US_TRY(collect(t, &repair->line[i], err));
    return US_OK;
}

/* Rejects labels in the piece: labels identify the steps of behaviors. */
static us_status check_labels(const us_repair *repair, const us_piece *piece, us_error *err)
{
    const us_template *tree = piece->tree;
    for (int i = piece->node; i < tree->node[piece->node].end; i++)
        if (tree->node[i].label[0])
            return us_source_fail(&repair->line[0], 0, err,
                                  "expected a node without labels, found \"%.63s:\" in it",
                                  tree->node[i].label);
    return US_OK;
}

/* Gives each placeholder the sample with the fewest faults, in two rounds: faults of one hardly
 * depend on the values of others. */
static us_status find_values(const us_domain *domain, const us_repair *repair, trial *t,
                             us_error *err)
{
    const char *sample[SAMPLES];
    int samples = list_samples(domain, sample), least = -1;
    const us_piece_row row = {t->name, t->value, t->count};
    for (int i = 0; i < t->count; i++)
        if (i != t->fixed)
            t->value[i] = sample[0];
    for (int turn = 0; turn < 2 * t->count && least != 0; turn++) {
        int i = turn % t->count, count;
        const char *best = t->value[i];
        for (int k = 0; k < samples && least != 0 && i != t->fixed; k++) {
            t->value[i] = sample[k];
            US_TRY(make(domain, repair, &row, NULL, &count, err));
            if (least < 0 || count < least) {
                least = count;
                best = sample[k];
            }
        }
        t->value[i] = best;
    }
    return US_OK;
}

static us_status try_values(const us_domain *domain, const us_repair *repair, trial *t,
                            us_error *err)
{
    const us_piece_row row = {t->name, t->value, t->count};
    US_TRY(find_values(domain, repair, t, err));
    US_AUTO(us_piece_clear) us_piece piece = {0};
    US_TRY(make(domain, repair, &row, &piece, NULL, err));
    return check_labels(repair, &piece, err);
}

us_status us_piece_check(const us_domain *domain, const us_repair *repair,
                         const char *const *column, int columns, int fixed, const char *value,
                         us_error *err)
{
    trial t = {.column = column, .columns = columns, .fixed = -1};
    us_assert(columns <= US_PATTERN_COLUMNS_MAX);
    US_TRY(collect_all(&t, repair, err));
    for (int i = 0; i < t.count && fixed >= 0; i++)
        if (t.name[i] == column[fixed])
            t.fixed = i;
    if (t.fixed >= 0)
        t.value[t.fixed] = value;
    return fixed >= 0 && t.fixed < 0 ? US_OK : try_values(domain, repair, &t, err);
}
