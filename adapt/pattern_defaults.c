#include "adapt/pattern_internal.h"
#include "behavior/piece.h"

static us_status read_value(const us_failure_pattern *p, const us_json_node *node,
                            const char **value, us_error *err)
{
    int column = us_failure_pattern_find_column(p, us_json_key(node));
    int64_t number;
    if (column < 0)
        return us_json_fail(node, err, "the query has no column \"%.63s\"", us_json_key(node));
    if (us_json_type(node) == US_JSON_STRING) {
        value[column] = us_json_string(node);
        return US_OK;
    }
    if (us_json_type(node) != US_JSON_NUMBER || !us_json_int(node, &number))
        return us_json_reject(node, err, "a string or an integer");
    US_AUTOSTR(text);
    us_str_addf(&text, "%lld", (long long)number);
    value[column] = us_arena_strndup(p->arena, text.text, text.length);
    return US_OK;
}

/* Checks that each daemon is sound with the row. */
static us_status check_row(const us_domain *domain, const us_failure_pattern *p,
                           const us_json_node *node, int row, us_error *err)
{
    const us_piece_row values = {p->column, us_failure_pattern_row(p, row, p->arena), p->columns};
    for (int i = 0; i < p->repairs; i++) {
        US_AUTO(us_piece_clear) us_piece piece = {0};
        us_error fault = {0};
        if (p->repair[i].modop != US_MODOP_DAEMON)
            continue;
        if (us_piece_make(domain, &p->repair[i], &values, &piece, &fault) != US_OK)
            return us_json_fail(node, err, "repair %d, daemon, is not sound with these: %s", i + 1,
                                fault.text);
    }
    return US_OK;
}

static bool has_daemon(const us_failure_pattern *p)
{
    for (int i = 0; i < p->repairs; i++)
        if (p->repair[i].modop == US_MODOP_DAEMON)
            return true;
    return false;
}

us_status us_failure_pattern_read_defaults(const us_domain *domain, us_failure_pattern *p,
                                           us_error *err)
{
    const us_json_node *rows = NULL;
    US_TRY(us_json_get(us_json_root(p->header), "defaults", US_JSON_ARRAY, &rows, err));
    if (!rows)
        return US_OK;
    if (!has_daemon(p))
        return us_json_fail(rows, err,
                            "member \"defaults\" has no meaning here: it fills placeholders of "
                            "daemons, and the pattern has none");
    if (us_json_size(rows) == 0 || us_json_size(rows) > US_PATTERN_DEFAULTS_MAX)
        return us_json_fail(rows, err, "expected 1 to %d rows, found %d", US_PATTERN_DEFAULTS_MAX,
                            us_json_size(rows));
    for (const us_json_node *at = us_json_first(rows); at; at = us_json_next(at)) {
        const char **value = US_ARENA_ARRAY(p->arena, const char *, p->columns);
        if (us_json_type(at) != US_JSON_OBJECT)
            return us_json_reject(at, err, "an object: values by column");
        for (const us_json_node *one = us_json_first(at); one; one = us_json_next(one))
            US_TRY(read_value(p, one, value, err));
        p->defaults[p->default_rows++] = value;
        US_TRY(check_row(domain, p, at, p->default_rows - 1, err));
    }
    return US_OK;
}

int us_failure_pattern_rows(const us_failure_pattern *pattern)
{
    return pattern->default_rows > 0 ? pattern->default_rows : 1;
}

static const char *param_text(const us_failure_pattern *pattern, const char *name, us_arena *arena)
{
    const char *kept = NULL;
    US_AUTOSTR(text);
    for (int i = 0; i < pattern->params && !kept; i++) {
        if (!us_text_equal(pattern->param[i].name, name))
            continue;
        us_str_addf(&text, "%lld", (long long)pattern->param[i].value);
        kept = us_arena_strndup(arena, text.text, text.length);
    }
    return kept;
}

const char *const *us_failure_pattern_row(const us_failure_pattern *pattern, int row,
                                          us_arena *arena)
{
    const char **value = US_ARENA_ARRAY(arena, const char *, pattern->columns);
    for (int i = 0; i < pattern->columns; i++) {
        if (row < pattern->default_rows)
            value[i] = pattern->defaults[row][i];
        if (!value[i])
            value[i] = param_text(pattern, pattern->column[i], arena);
    }
    return value;
}
