#include "behavior/q.h"

#include <string.h>

#include "base/arena.h"
#include "base/json.h"

typedef struct row {
    const char *state, *option;
    int64_t value;
} row;

struct us_q {
    int rate, discount;
    us_arena *arena;
    US_LIST(row) rows; /* by state, then option */
    US_LIST(const char *) options;
};

/* Limit of a value. At the highest discount below 100, an endless series of rewards adds up to at
 * most 100 times the highest reward. At discount 100 it would grow without limit. */
static const int64_t MOST = (int64_t)1000 * US_Q_MOST * US_Q_ONE;

us_q *us_q_new(int rate, int discount)
{
    us_assert(rate >= 1 && rate <= 100 && discount >= 0 && discount <= 100);
    us_q *q = US_NEW(us_q);
    q->rate = rate;
    q->discount = discount;
    q->arena = us_arena_new();
    return q;
}

void us_q_free(us_q *q)
{
    if (!q)
        return;
    us_arena_free(q->arena);
    us_mem_free(q->rows.item);
    us_mem_free(q->options.item);
    us_mem_free(q);
}

/* Returns the first row that is not below. */
static int place_of(const us_q *q, const char *state, const char *option)
{
    int low = 0, high = q->rows.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(q->rows.item[middle].state, state);
        order = order ? order : strcmp(q->rows.item[middle].option, option);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const us_q *q, int place, const char *state, const char *option)
{
    return place < q->rows.count && us_text_equal(q->rows.item[place].state, state) &&
           us_text_equal(q->rows.item[place].option, option);
}

int64_t us_q_value(const us_q *q, const char *state, const char *option)
{
    int place = place_of(q, state, option);
    return is_at(q, place, state, option) ? q->rows.item[place].value : 0;
}

int64_t us_q_max_value(const us_q *q, const char *option)
{
    const row *best = NULL;
    for (int i = 0; i < q->rows.count; i++)
        if (us_text_equal(q->rows.item[i].option, option) &&
            (!best || q->rows.item[i].value > best->value))
            best = &q->rows.item[i];
    return best ? best->value : 0;
}

/* Returns the highest value in a state. Options that are not in the table count 0. */
static int64_t most_in(const us_q *q, const char *state)
{
    int first = place_of(q, state, ""), last = first;
    int64_t most = INT64_MIN;
    for (; last < q->rows.count && us_text_equal(q->rows.item[last].state, state); last++)
        most = q->rows.item[last].value > most ? q->rows.item[last].value : most;
    return last - first < q->options.count && most < 0 ? 0 : most;
}

static const char *keep_option(us_q *q, const char *option)
{
    for (int i = 0; i < q->options.count; i++)
        if (us_text_equal(q->options.item[i], option))
            return q->options.item[i];
    const char *kept = us_arena_strdup(q->arena, option);
    US_LIST_PUT(q->options, kept);
    return kept;
}

static row *keep_row(us_q *q, const char *state, const char *option)
{
    int place = place_of(q, state, option);
    if (is_at(q, place, state, option))
        return &q->rows.item[place];
    row made = {us_arena_strdup(q->arena, state), keep_option(q, option), 0};
    US_LIST_PUT(q->rows, made);
    row *at = &q->rows.item[place];
    memmove(at + 1, at, (size_t)(q->rows.count - 1 - place) * sizeof *at);
    *at = made;
    return at;
}

/* Returns the percentage of a value, to the nearest, halves away from 0. */
static int64_t part(int64_t value, int percent)
{
    int64_t product = value * percent;
    return (product + (product < 0 ? -50 : 50)) / 100;
}

void us_q_update(us_q *q, const char *state, const char *option, int64_t reward, const char *next)
{
    us_assert(reward >= -US_Q_MOST && reward <= US_Q_MOST);
    row *at = keep_row(q, state, option);
    int64_t target = reward * US_Q_ONE + (next ? part(most_in(q, next), q->discount) : 0);
    int64_t value = at->value + part(target - at->value, q->rate);
    at->value = value > MOST ? MOST : value < -MOST ? -MOST : value;
}

/* ---- as text */

void us_q_write(const us_q *q, us_str *out)
{
    us_json_writer w = us_json_writer_begin(out, '{');
    us_json_write_key_int(&w, "rate", q->rate);
    us_json_write_key_int(&w, "discount", q->discount);
    us_json_write_key_open(&w, "values", '[');
    for (int i = 0; i < q->rows.count; i++) {
        us_json_write_open(&w, '{');
        us_json_write_key_string(&w, "state", q->rows.item[i].state);
        us_json_write_key_string(&w, "option", q->rows.item[i].option);
        us_json_write_key_int(&w, "value", q->rows.item[i].value);
        us_json_write_close(&w, '}');
    }
    us_json_write_close(&w, ']');
    us_json_writer_end(&w, '}');
}

static us_status read_row(us_q *q, const us_json_node *node, us_error *err)
{
    static const char *const keys[] = {"state", "option", "value", NULL};
    const char *state, *option;
    int64_t value;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_json_require_string(node, "state", &state, err));
    US_TRY(us_json_require_string(node, "option", &option, err));
    US_TRY(us_json_require_int(node, "value", -MOST, MOST, &value, err));
    if (is_at(q, place_of(q, state, option), state, option))
        return us_json_fail(node, err, "\"%s\" in \"%s\" has a value already", option, state);
    keep_row(q, state, option)->value = value;
    return US_OK;
}

static us_status read_all(const us_json_node *root, us_q **out, us_error *err)
{
    static const char *const keys[] = {"rate", "discount", "values", NULL};
    const us_json_node *values;
    int64_t rate, discount;
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(us_json_require_int(root, "rate", 1, 100, &rate, err));
    US_TRY(us_json_require_int(root, "discount", 0, 100, &discount, err));
    US_TRY(us_json_require(root, "values", US_JSON_ARRAY, &values, err));
    *out = us_q_new((int)rate, (int)discount);
    for (const us_json_node *at = us_json_first(values); at; at = us_json_next(at))
        US_TRY(read_row(*out, at, err));
    return US_OK;
}

us_status us_q_read(const char *file, const char *text, size_t length, us_q **out, us_error *err)
{
    us_json *doc;
    US_AUTOPTR(us_q) q = NULL;
    US_TRY(us_json_parse(file, text, length, &doc, err));
    us_status status = read_all(us_json_root(doc), &q, err);
    us_json_free(doc);
    US_TRY(status);
    *out = US_STEAL(q);
    return US_OK;
}
