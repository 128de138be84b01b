/* What a text of the language may do wrong, and what is said about it. */
#include "domain/expr.h"
#include "tests/unit/small_world.h"

static const us_slot slots[] = {
    {"unit", US_VALUE_ENTITY}, {"foe", US_VALUE_ENTITY}, {"band", US_VALUE_GROUP}};
static const us_scope scope = {slots, US_COUNT(slots)};

static us_status compile(const us_domain *domain, const char *text, us_value_kind kind,
                         us_expr **out, us_error *err)
{
    us_source source = {.file = "text", .text = text, .line = 1, .column = 1};
    return us_expr_compile(domain, &scope, kind, &source, out, err);
}

static const struct {
    const char *text;
    int column;
    const char *says;
} errors[] = {
    {"", 1, "expected a value, found the end"},
    {"true and", 9, "expected a value, found the end"},
    {"true true", 6, "expected the end or an operator, found 'true'"},
    {"(true", 6, "expected ')', found the end"},
    {"1", 1, "expected a condition, found a number"},
    {"1 < 2 < 3", 7, "expected 'and' or 'or' behind a comparison, found '<'"},
    {"unit.status == bussy", 16, "\"bussy\" is not a status, such as \"busy\""},
    {"coutn(self) > 1", 1, "\"coutn\" is not a sensor or a tally, such as \"count\""},
    {"one(self) > 1", 1, "\"one\" is not a sensor or a tally, such as \"ore\""},
    {"count(self, 'redhadn') > 1", 13, "\"redhadn\" is not a type or a role, such as \"redhand\""},
    {"unit.hitpoints > 1", 6,
     "\"hitpoints\" is not an attribute of entities, such as \"hit_points\""},
    {"exists(untt)", 8, "\"untt\" is not a seat, such as \"unit\""},
    {"ore(unit) > 1", 5, "expected a seat, found an entity"},
    {"ore(9) > 1", 5, "9 is not a seat: expected self, enemy, neutral or 0 to 7"},
    {"ore() > 1", 1, "expected ore(a seat)"},
    {"'idle' == 'busy'", 1, "\"idle\" is not a number"},
    {"unit == self", 9, "expected an entity, found a seat"},
    {"band == band", 1, "expected an entity, a type, a cell"},
    {"unit > foe", 1, "expected a number, found an entity"},
    {"unit.x.y > 1", 1, "expected an entity, found a number"},
    {"near(unit)", 1, "\"b\" is missing: expected near(a: place, b: place, within: number?)"},
    {"near(unit, foe, 3, 4)", 20, "one argument too many: expected near("},
    {"near(unit, b: foe, 3)", 20, "an argument without a name behind one with: expected near("},
    {"near(unit, foe, a: unit)", 17, "an argument is given twice: expected near("},
    {"near(unit, foe, wihtin: 3)", 17,
     "there is no \"wihtin\": expected near(a: place, b: place, "
     "within: number?), with one such as \"within\""},
    {"count(self, within: 2) > 1", 21, "\"within\" without \"near\": expected count(...)"},
    {"exists(user: self)", 8, "there is no \"user\": expected exists(...)"},
    {"exists(unti: unit)", 8, "there is no \"unti\": expected exists(...)"},
    {"unit.b23456789012345678901234567890123456789012345678901234567890bcde > 1", 6,
     "expected a name of 1 to 63 characters"},
    {"b23456789012345678901234567890123456789012345678901234567890bcd(unit)", 1,
     "\"b23456789012345678901234567890123456789012345678901234567890bcd\" is not a sensor"},
    {"b23456789012345678901234567890123456789012345678901234567890bcde(unit)", 1,
     "expected a name of 1 to 63 characters"},
    {"count(b23456789012345678901234567890123456789012345678901234567890bcde: 1) > 1", 7,
     "expected a name of 1 to 63 characters"},
    {"''(unit)", 1, "expected a name of 1 to 63 characters"},
    {"distance(unit, 3) > 1", 16, "expected an entity or a cell, found a number"},
    {"count(self,) > 1", 12, "expected an argument, found ')'"},
    {"#0 == unit", 2, "expected the id of an entity, from 1, behind '#', found '0'"},
    {"'idle", 1, "a name without end: expected another ' in this line"},
    {"1 $ 2", 3, "expected a name, a number or a sign, found '$'"},
    {"99999999999999999999 > 1", 1, "too large a number: expected at most 9223372036854775807"},
    {"And() or true", 1, "expected conditions in brackets"},
    {"Ore(1, 2)", 1, "expected one number in brackets"},
    {"Stone(3)", 1, "\"Stone\" is not a sensor or a tally"},
};

TEST(an_error_says_where_and_what_was_expected)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    for (int i = 0; i < US_COUNT(errors); i++) {
        us_expr *expr = NULL;
        us_error err = {0};
        us_test_row(errors[i].text);
        CHECK_INT(compile(domain, errors[i].text, US_VALUE_BOOL, &expr, &err), US_BAD_INPUT);
        CHECK(expr == NULL);
        CHECK_INT(err.column, errors[i].column);
        if (!us_text_has_prefix(err.text, errors[i].says))
            FAIL("expected %s, found %s", errors[i].says, err.text);
    }
}

TEST(a_place_counts_from_where_the_text_began)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    us_source source = {.file = "plan.brl", .text = "true\n and fales", .line = 7, .column = 20};
    us_error err = {0};
    us_expr *expr = NULL;
    CHECK_INT(us_expr_compile(domain, NULL, US_VALUE_BOOL, &source, &expr, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "plan.brl");
    CHECK_INT(err.line, 8);
    CHECK_INT(err.column, 6);
    source.text = "fales";
    CHECK_INT(us_expr_compile(domain, NULL, US_VALUE_BOOL, &source, &expr, &err), US_BAD_INPUT);
    CHECK_INT(err.line, 7);
    CHECK_INT(err.column, 20);
}
