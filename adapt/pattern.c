#include "adapt/pattern.h"

#include <string.h>

#include "adapt/games.h"
#include "adapt/pattern_internal.h"
#include "behavior/piece.h"

typedef struct reading {
    const us_domain *domain;
    struct sqlite3 *db; /* tables of games, all empty */
    us_failure_pattern *pattern;
    us_error *err;
} reading;

/* ---- the query */

int us_failure_pattern_bind(const us_failure_pattern *pattern, int64_t condition,
                            us_sql_param out[US_PATTERN_PARAMS_MAX + 1])
{
    int count = 0;
    for (; count < pattern->params; count++) {
        const us_pattern_param *param = &pattern->param[count];
        out[count] = (us_sql_param){param->name, param->value, param->line, param->column};
    }
    if (pattern->maintain.text)
        out[count++] = (us_sql_param){"condition", condition, 0, 0};
    return count;
}

static us_status check_columns(const reading *r, const us_sql *sql)
{
    static const char *const needed[] = {"game", "seat", "cycle", "badness"};
    us_failure_pattern *p = r->pattern;
    if (us_sql_columns(sql) > US_PATTERN_COLUMNS_MAX)
        return us_source_fail(&p->sql, 0, r->err, "expected at most %d columns, found %d",
                              US_PATTERN_COLUMNS_MAX, us_sql_columns(sql));
    for (int i = 0; i < us_sql_columns(sql); i++) {
        const char *name = us_sql_column(sql, i);
        if (!us_failure_pattern_is_name(name, false))
            return us_source_fail(&p->sql, 0, r->err,
                                  "column %d of the query is called \"%.63s\": expected a name of "
                                  "letters, digits and '_'; write AS and one behind it",
                                  i + 1, name);
        if (us_failure_pattern_find_column(p, name) >= 0)
            return us_source_fail(&p->sql, 0, r->err,
                                  "two columns of the query are called \"%.63s\"", name);
        p->column[p->columns++] = us_arena_strndup(p->arena, name, strlen(name));
    }
    for (int i = 0; i < US_COUNT(needed); i++)
        if (us_failure_pattern_find_column(p, needed[i]) < 0)
            return us_source_fail(&p->sql, 0, r->err,
                                  "the query has no column \"%s\": expected game, seat, cycle "
                                  "and badness, perhaps until, unit, node, goal and others",
                                  needed[i]);
    return US_OK;
}

static us_status check_query(const reading *r)
{
    us_failure_pattern *p = r->pattern;
    us_sql_param param[US_PATTERN_PARAMS_MAX + 1];
    us_sql *sql = NULL;
    int params = us_failure_pattern_bind(p, 0, param);
    const us_sql_def def = {.name = p->name, .source = p->sql, .param = param, .params = params};
    US_TRY(us_sql_open(r->db, &def, &sql, r->err));
    us_status status = check_columns(r, sql);
    us_sql_close(sql);
    return status;
}

us_status us_failure_pattern_complete(const us_domain *domain, struct sqlite3 *db,
                                      us_failure_pattern *p, us_error *err)
{
    reading r = {domain, db, p, err};
    US_TRY(check_query(&r));
    for (int i = 0; i < p->repairs; i++)
        if (us_modop_has_node(p->repair[i].modop))
            US_TRY(us_piece_check(domain, &p->repair[i], p->column, p->columns, -1, NULL, err));
    US_TRY(us_failure_pattern_names(domain, p, err));
    return p->borrowed ? US_OK : us_failure_pattern_read_defaults(domain, p, err);
}

us_status us_failure_pattern_parse(const us_domain *domain, const char *file, const char *text,
                                   size_t length, us_failure_pattern **out, us_error *err)
{
    US_AUTOPTR(us_games) games = NULL;
    US_AUTOPTR(us_failure_pattern) pattern = NULL;
    US_TRY(us_games_open(NULL, domain, &games, err));
    US_TRY(us_failure_pattern_read_head(domain, file, text, length, &pattern, err));
    if (!pattern->like)
        US_TRY(us_failure_pattern_complete(domain, us_games_db(games), pattern, err));
    *out = US_STEAL(pattern);
    return US_OK;
}

int us_failure_pattern_find_column(const us_failure_pattern *pattern, const char *name)
{
    for (int i = 0; i < pattern->columns; i++)
        if (us_text_equal(pattern->column[i], name))
            return i;
    return -1;
}
