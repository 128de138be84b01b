#include <string.h>

#include "base/file.h"
#include "domain/goal.h"
#include "domain/node.h"
#include "tests/unit/test.h"

/* The pages on expressions and domains agree with the program: their tables are those of the
 * program, and the expressions that they show compile. */

static const us_slot slots[] = {
    {"unit", US_VALUE_ENTITY}, {"target", US_VALUE_ENTITY}, {"x", US_VALUE_NUMBER},
    {"y", US_VALUE_NUMBER},    {"type", US_VALUE_TYPE},     {"band", US_VALUE_GROUP},
    {"cell", US_VALUE_CELL},   {"player", US_VALUE_SEAT},
};
static const us_scope scope = {slots, US_COUNT(slots)};

static us_domain *load_shipped(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

/* Returns a page of docs/; NULL, and the test is skipped, where it is not beside the data. */
static char *load_page(const char *name)
{
    US_AUTOSTR(file);
    US_AUTOSTR(path);
    char *text = NULL;
    size_t length;
    us_str_addf(&file, "../../docs/%s", name);
    REQUIRE(us_data_find_domain_file("skirmish", file.text, &path, NULL) == US_OK);
    if (us_file_read(path.text, 1 << 20, &text, &length, NULL) != US_OK)
        us_test_skip("no docs beside the data");
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
        if (us_text_has_prefix(line, "```"))
            code = !code && us_text_equal(line, "```expr");
        else
            take(with, line, code);
    }
}

/* ---- tables */

typedef struct tables {
    const us_domain *domain;
    enum { NO_TABLE, SENSORS, FEATURES, NEARNESS } in; /* by the header of the table */
    int sensors, features, nearness;
    us_str expected;
} tables;

static void expect_sensor(tables *t)
{
    const us_sensor *row = &us_sensor_table[t->sensors++];
    us_str_addf(&t->expected, "| `%s` | %s | %s |", row->form, us_value_kind_name(row->kind),
                row->about);
    for (size_t i = 0; i < t->expected.length; i++) /* a bar in a cell of a table */
        if (us_text_has_prefix(t->expected.text + i, "entity|resource"))
            t->expected.text[i + 6] = '/';
}

static void expect_feature(tables *t)
{
    const us_feature *f = &t->domain->feature[t->features++];
    us_str_addf(&t->expected, "| %s | %s | `", f->name, t->domain->feature_groups.name[f->group]);
    us_expr_print(f->value, &t->expected);
    us_str_addf(&t->expected, "` | %d to %d |", (int)f->low, (int)f->high);
}

static void expect_nearness(tables *t)
{
    const us_nearness *n = &t->domain->nearness[t->nearness++];
    us_str_addf(&t->expected, "| %s | `", n->name);
    us_expr_print(n->value, &t->expected);
    us_str_addf(&t->expected, "` | %d to %d |", (int)n->low, (int)n->high);
}

static void take_row(void *with, const char *line, bool code)
{
    tables *t = with;
    (void)code;
    us_str_reset(&t->expected);
    if (us_text_equal(line, "| form | kind | value |"))
        t->in = SENSORS;
    else if (us_text_equal(line, "| feature | group | value | range |"))
        t->in = FEATURES;
    else if (us_text_equal(line, "| nearness | value | range |"))
        t->in = NEARNESS;
    else if (line[0] != '|')
        t->in = NO_TABLE;
    else if (us_text_has_prefix(line, "| ---"))
        return;
    else if (t->in == SENSORS && t->sensors < us_sensor_count)
        expect_sensor(t);
    else if (t->in == FEATURES && t->features < t->domain->feature_count)
        expect_feature(t);
    else if (t->in == NEARNESS && t->nearness < t->domain->nearness_count)
        expect_nearness(t);
    else if (t->in != NO_TABLE)
        FAIL("a row too many: %s", line);
    if (t->expected.length > 0)
        CHECK_STR(line, t->expected.text);
}

TEST(the_tables_of_the_manual_are_those_of_the_program)
{
    char *expressions = load_page("EXPRESSION_REFERENCE.md");
    US_AUTOFREE char *declared = expressions ? load_page("DOMAIN_REFERENCE.md") : NULL;
    if (!declared) {
        us_mem_free(expressions);
        return;
    }
    US_AUTOPTR(us_domain) domain = load_shipped();
    tables t = {.domain = domain};
    us_str_init(&t.expected);
    each_line(expressions, take_row, &t);
    each_line(declared, take_row, &t);
    CHECK_INT(t.sensors, us_sensor_count);
    CHECK_INT(t.features, domain->feature_count);
    CHECK_INT(t.nearness, domain->nearness_count);
    us_str_clear(&t.expected);
    us_mem_free(expressions);
}

/* ---- what it shows */

typedef struct shown {
    const us_domain *domain;
    int count;
} shown;

static void compile_line(void *with, const char *line, bool code)
{
    shown *s = with;
    us_source source = {.file = "page", .text = line};
    us_error err = {0};
    US_AUTOPTR(us_expr) expr = NULL;
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
}

TEST(what_the_manual_shows_compiles)
{
    static const char *const pages[] = {"LANGUAGE.md", "EXPRESSION_REFERENCE.md",
                                        "DOMAIN_REFERENCE.md"};
    us_domain *domain = load_shipped();
    shown s = {domain, 0};
    for (int i = 0; i < US_COUNT(pages); i++) {
        US_AUTOFREE char *page = load_page(pages[i]);
        int before = s.count;
        if (!page) {
            us_domain_free(domain);
            return;
        }
        each_line(page, compile_line, &s);
        us_test_row(NULL);
        CHECK(s.count > before);
    }
    CHECK(s.count > 12);
    us_domain_free(domain);
}
