#include <string.h>

#include "domain/term.h"
#include "learn/condition_term.h"
#include "learn/facts.h"
#include "tests/brl_text.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"

enum { UNIT, KIND, NUMBER, X, Y, SLOTS };
static const us_slot slots[SLOTS] = {
    [UNIT] = {"unit", US_VALUE_ENTITY}, [KIND] = {"kind", US_VALUE_TYPE},
    [NUMBER] = {"n", US_VALUE_NUMBER},  [X] = {"x", US_VALUE_NUMBER},
    [Y] = {"y", US_VALUE_NUMBER},
};

static us_expr *compile(const char *text)
{
    us_scope scope = {slots, SLOTS};
    us_source source = {.file = "text", .text = text, .line = 1, .column = 1};
    us_expr *expr = NULL;
    us_error err;
    if (us_expr_compile(brl_domain(), &scope, US_VALUE_BOOL, &source, &expr, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(expr);
    return expr;
}

TEST(slots_are_replaced_by_texts)
{
    static const struct {
        const char *from, *to;
    } rows[] = {
        {"affords(self, kind)", "affords(self, \"barracks\")"},
        {"unit.hit_points > n", "s1.hit_points > n"},
        {"inside(x, y) and fits(kind, x, y)", "inside(3, 4) and fits(\"barracks\", 3, 4)"},
        {"distance(unit, x, y) < 3 or x > 2", "distance(s1, 3, 4) < 3 or 3 > 2"},
        {"inside(x, 3)", "inside(3, 3)"},
        {"exists(self, \"barracks\")", "exists(self, \"barracks\")"},
    };
    const char *text[SLOTS] = {[UNIT] = "s1", [KIND] = "\"barracks\"", [X] = "3", [Y] = "4"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expr *expr = compile(rows[i].from);
        us_str out;
        us_test_row(rows[i].from);
        us_str_init(&out);
        us_term_print(us_term_from_expr(expr), text, &out);
        CHECK_STR(out.text, rows[i].to);
        us_str_clear(&out);
        us_expr_free(expr);
    }
    us_test_row(NULL);
}

TEST(what_passes_by_itself_is_known)
{
    static const struct {
        const char *text;
        bool passes, constant;
    } rows[] = {
        {"hidden(unit)", true, false},
        {"unit.queue == 0", true, false},
        {"unit.owner == self", false, false},
        {"now > 300", true, false},
        {"distance(unit, x, y) > 3", true, false},
        {"known(self, \"shooter-training\")", false, false},
        {"exists(self, \"barracks\")", false, false},
        {"concrete(\"footman\") and cost(\"footman\") > 3", false, true},
        {"concrete(kind)", false, false},
        {"width > 30", false, false},
        {"1 + 1 == 2", false, true},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expr *expr = compile(rows[i].text);
        us_test_row(rows[i].text);
        CHECK_INT(us_term_is_dynamic(us_term_from_expr(expr)), rows[i].passes);
        CHECK_INT(us_term_is_constant(us_term_from_expr(expr)), rows[i].constant);
        us_expr_free(expr);
    }
    us_test_row(NULL);
}

/* ---- claims */

static const char *const kinds[] = {"have",    "gone",  "known", "tally", "meets",
                                    "affords", "feeds", "makes", "there", "other"};

static void print_claim(const us_condition_term *claim, us_str *out)
{
    const us_domain *domain = brl_domain();
    us_str_addf(out, "%s%s%s", out->length ? ", " : "", claim->negative ? "not " : "",
                kinds[claim->kind]);
    if (claim->kind == US_CONDITION_TERM_HAVE || claim->kind == US_CONDITION_TERM_TALLY)
        us_str_addf(out, " %d", (int)claim->number);
    if (claim->kind == US_CONDITION_TERM_TALLY)
        us_str_addf(out, " %s", domain->tallies.name[claim->tally]);
    if (claim->type >= 0)
        us_str_addf(out, " %s", domain->type[claim->type].name);
    if (claim->role >= 0)
        us_str_addf(out, " %s", domain->roles.name[claim->role]);
    if (claim->owner != US_SEAT_NONE)
        us_str_add(out, claim->owner == US_SEAT_SELF ? " self" : " enemy");
    if (claim->slot >= 0)
        us_str_addf(out, " of %s", slots[claim->slot].name);
}

TEST(a_condition_tells_what_it_asks_for)
{
    static const struct {
        const char *text, *claims;
    } rows[] = {
        {"count(self, kind) >= n", "have 4 barracks self"},
        {"n <= count(self, kind)", "have 4 barracks self"},
        {"count(self, role: worker) > 2", "have 3 worker self"},
        {"not count(self, kind) < 2", "have 2 barracks self"},
        {"count(enemy, kind, unfinished: true) == 0", "gone barracks enemy"},
        {"count(self, kind) >= 0 and gold(self) >= 0 and not count(enemy, kind) < 0", ""},
        {"not exists(enemy, role: hall)", "gone hall enemy"},
        {"exists(self, kind)", "have 1 barracks self"},
        {"not exists(unit)", "gone of unit"},
        {"exists(unit)", "there of unit"},
        {"alive(self) and rivals(self) == 0", "there self, gone enemy"},
        {"not alive(enemy)", "gone enemy"},
        {"known(self, kind)", "known barracks self"},
        {"(n == 0 or gold(self) >= n) and (n == 4 or wood(self) >= n)", "tally 4 gold self"},
        {"gold(self) > 0", "tally 1 gold self"},
        {"gold(self) == 0", "other"},
        {"concrete(kind) and makes(unit, kind, train) and meets(self, kind) and affords(self, "
         "kind) "
         "and feeds(self, kind)",
         "makes barracks of unit, meets barracks self, affords barracks self, feeds barracks self"},
        {"not (known(self, kind) or n > 5)", "not other"},
        {"n == 4", ""},
        {"true", ""},
        {"not known(self, kind)", "not other"},
        {"gold(self) > wood(self)", "other"},
        {"exists(unit) or exists(self, kind)", "other"},
    };
    const us_domain *domain = brl_domain();
    us_value value[SLOTS] = {
        [KIND] = {.number = us_domain_find_type(domain, "barracks")}, [NUMBER] = {.number = 4}};
    us_known_slots known = {1u << KIND | 1u << NUMBER, value};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expr *expr = compile(rows[i].text);
        us_condition_term claim[US_CONDITION_TERMS_MAX];
        us_str out;
        us_test_row(rows[i].text);
        us_str_init(&out);
        int count = us_condition_term_list(expr, &known, claim);
        for (int k = 0; k < count; k++)
            print_claim(&claim[k], &out);
        CHECK_STR(out.text, rows[i].claims);
        us_str_clear(&out);
        us_expr_free(expr);
    }
    us_test_row(NULL);
}

/* ---- facts */

TEST(a_goal_is_understood_as_far_as_there_is_room)
{
    static const struct {
        const char *test;
        int makes;
        bool unknown;
    } rows[] = {
        {"count(self, type: hand) >= 2", 1, false},
        {"count(self) >= 2", 0, true},
        {"count(self, type: hand) >= 2 and count(self) >= 9", 1, true},
        {"count(self, type: hand) >= 1 and count(self, type: house) >= 1 and "
         "count(self, type: beast) >= 1 and count(self, role: worker) >= 1",
         4, false},
        {"count(self, type: hand) >= 1 and count(self, type: house) >= 1 and "
         "count(self, type: beast) >= 1 and count(self, role: worker) >= 1 and "
         "count(self, role: base) >= 2",
         4, true},
    };
    us_str put, text;
    us_str_init(&put);
    us_str_init(&text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_domain *domain = NULL;
        us_error err = {0};
        us_str_reset(&put);
        us_str_addf(&put, " 'goals': [{'name': 'Be', 'kind': 'achieve', 'test': '%s'}], 'types'",
                    rows[i].test);
        us_mutation change = {" 'types'", put.text, NULL};
        us_test_row(rows[i].test);
        REQUIRE(us_mutate(us_small, &change, &text));
        if (us_domain_parse("small.json", text.text, text.length, &domain, &err) != US_OK)
            us_assert_fail(err.text, __FILE__, __LINE__);
        us_goal goal = us_goal_make(domain, 0);
        us_facts facts = us_facts_from_goal(domain, &goal);
        CHECK_INT(facts.makes, rows[i].makes);
        CHECK_INT(facts.unknown, rows[i].unknown);
        us_domain_free(domain);
    }
    us_test_row(NULL);
    us_str_clear(&put);
    us_str_clear(&text);
}
