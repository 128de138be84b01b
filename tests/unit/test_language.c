#include <string.h>

#include "base/file.h"
#include "domain/goal.h"
#include "tests/unit/test.h"

/* docs/LANGUAGE.md is held against the program: its tables are the program's, and what it shows
 * compiles. */

static const us_slot slots[] = {
    {"unit", US_VALUE_ENTITY}, {"target", US_VALUE_ENTITY}, {"x", US_VALUE_NUMBER},
    {"y", US_VALUE_NUMBER},    {"type", US_VALUE_TYPE},     {"band", US_VALUE_GROUP},
    {"cell", US_VALUE_CELL},   {"player", US_VALUE_SEAT},
};
static const us_scope scope = {slots, US_COUNT(slots)};

static us_domain *load_shipped(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

/* The manual as lines; NULL, and the test is skipped, where it is not beside the data. */
static char *load_manual(void)
{
    us_str path;
    char *text = NULL;
    size_t length;
    us_str_init(&path);
    REQUIRE(us_data_file("skirmish", "../../docs/LANGUAGE.md", &path, NULL) == US_OK);
    if (us_file_read(path.text, 1 << 20, &text, &length, NULL) != US_OK)
        us_test_skip("no docs/LANGUAGE.md beside the data");
    us_str_clear(&path);
    return text;
}

static void each_line(char *manual, void (*take)(void *with, const char *line, bool code),
                      void *with)
{
    char *line = manual;
    bool code = false;
    for (char *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (us_text_starts(line, "```"))
            code = !code && us_text_equal(line, "```expr");
        else
            take(with, line, code);
    }
}

/* ---- tables */

typedef struct tables {
    const us_domain *domain;
    int sensors, features, nearness;
    us_str expected;
} tables;

static void take_row(void *with, const char *line, bool code)
{
    tables *t = with;
    (void)code;
    us_str_reset(&t->expected);
    if (t->sensors < us_sensors() && us_text_starts(line, "| `") && t->features == 0) {
        us_sensor_row row = us_sensor_at(t->sensors);
        us_str_addf(&t->expected, "| `%s` | %s | %s |", row.form, us_value_kind_name(row.kind),
                    row.about);
        for (size_t i = 0; i < t->expected.length; i++) /* a bar in a cell of a table */
            if (us_text_starts(t->expected.text + i, "entity|resource"))
                t->expected.text[i + 6] = '/';
        t->sensors += CHECK_STR(line, t->expected.text) ? 1 : 1000;
    } else if (t->features < t->domain->feature_count && us_text_starts(line, "| ") &&
               strstr(line, " | `") && t->sensors >= us_sensors()) {
        const us_feature *f = &t->domain->feature[t->features];
        us_str_addf(&t->expected, "| %s | %s | `", f->name,
                    t->domain->feature_groups.name[f->group]);
        us_expr_print(f->value, &t->expected);
        us_str_addf(&t->expected, "` | %d to %d |", (int)f->low, (int)f->high);
        t->features += CHECK_STR(line, t->expected.text) ? 1 : 1000;
    } else if (t->nearness < t->domain->nearness_count && us_text_starts(line, "| ") &&
               strstr(line, " | `") && t->features == t->domain->feature_count) {
        const us_nearness *n = &t->domain->nearness[t->nearness];
        us_str_addf(&t->expected, "| %s | `", n->name);
        us_expr_print(n->value, &t->expected);
        us_str_addf(&t->expected, "` | %d to %d |", (int)n->low, (int)n->high);
        t->nearness += CHECK_STR(line, t->expected.text) ? 1 : 1000;
    }
}

static void the_tables_of_the_manual_are_those_of_the_program(void)
{
    char *manual = load_manual();
    if (!manual)
        return;
    us_domain *domain = load_shipped();
    tables t = {.domain = domain};
    us_str_init(&t.expected);
    each_line(manual, take_row, &t);
    CHECK_INT(t.sensors, us_sensors());
    CHECK_INT(t.features, domain->feature_count);
    CHECK_INT(t.nearness, domain->nearness_count);
    us_str_clear(&t.expected);
    us_domain_free(domain);
    us_free(manual);
}

/* ---- what it shows */

typedef struct shown {
    const us_domain *domain;
    int count;
} shown;

static void compile_line(void *with, const char *line, bool code)
{
    shown *s = with;
    us_source source = {.file = "LANGUAGE.md", .text = line};
    us_error err = {0};
    us_expr *expr = NULL;
    us_goal goal;
    if (!code || !line[0])
        return;
    s->count++;
    us_test_row(line);
    if (us_expr_compile(s->domain, &scope, US_VALUE_BOOL, &source, &expr, &err) != US_OK &&
        us_expr_compile(s->domain, &scope, US_VALUE_NUMBER, &source, &expr, NULL) != US_OK &&
        us_expr_compile(s->domain, &scope, US_VALUE_ENTITY, &source, &expr, NULL) != US_OK &&
        us_goal_parse(s->domain, &source, &goal, NULL) != US_OK)
        FAIL("%d: %s", err.column, err.text);
    us_expr_free(expr);
}

static void what_the_manual_shows_compiles(void)
{
    char *manual = load_manual();
    if (!manual)
        return;
    us_domain *domain = load_shipped();
    shown s = {domain, 0};
    each_line(manual, compile_line, &s);
    us_test_row(NULL);
    CHECK(s.count > 12);
    us_domain_free(domain);
    us_free(manual);
}

static const us_test tests[] = {
    {"the tables of the manual are those of the program",
     the_tables_of_the_manual_are_those_of_the_program},
    {"what the manual shows compiles", what_the_manual_shows_compiles},
    {0},
};
const us_test_suite suite_language = {"language", tests};
