#include <string.h>

#include "domain/goal.h"
#include "tests/unit/small_world.h"

/* The small domain with goals in it. */
static const char goals[] =
    " 'goals': [\n"
    "  {'name': 'Win', 'kind': 'achieve', 'rank': 9, 'params': {'player': 'seat'},\n"
    "   'test': 'rivals(player) == 0'},\n"
    "  {'name': 'Beat', 'kind': 'achieve', 'parent': 'Win', 'rank': 8,\n"
    "   'similar': {'Have': 30}, 'params': {'player': 'seat', 'unit': 'entity?'},\n"
    "   'test': 'not alive(player) and not exists(unit)'},\n"
    "  {'name': 'Raid', 'kind': 'achieve', 'parent': 'Beat', 'test': 'true'},\n"
    "  {'name': 'Have', 'about': 'more', 'kind': 'increase',\n"
    "   'params': {'player': 'seat', 'type': 'type', 'number': 'number', 'at': 'cell?',\n"
    "    'from': 'resource?'},\n"
    "   'test': 'count(player, type) >= number'},\n"
    "  {'name': 'Keep', 'kind': 'maintain', 'parent': 'Have', 'params': {'number': 'number'},\n"
    "   'test': 'ore(self) >= number'}],\n"
    " 'feature_groups': {'wealth': 'what it has'},\n"
    " 'features': [\n"
    "  {'name': 'ore', 'group': 'wealth', 'value': 'ore(self)', 'low': 0, 'high': 100}],\n";

static us_status load(const us_mutation *change, us_domain **out, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOSTR(with);
    const char *types = strstr(us_small, " 'types'");
    us_str_add_bytes(&with, us_small, (size_t)(types - us_small));
    us_str_add(&with, goals);
    us_str_add(&with, types);
    REQUIRE(us_mutate(with.text, change, &text));
    us_status status = us_domain_parse("small", text.text, text.length, out, err);
    return status;
}

static us_domain *domain_with_goals(void)
{
    us_domain *domain = NULL;
    us_error err = {0};
    if (load(NULL, &domain, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(domain);
    return domain;
}

static us_status parse(const us_domain *domain, const char *text, us_goal *out, us_error *err)
{
    us_source source = {.file = "text", .text = text, .line = 1, .column = 1};
    return us_goal_parse(domain, &source, out, err);
}

static us_status read(const us_domain *domain, const char *quoted, us_goal *out, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOPTR(us_json) doc = NULL;
    us_str_add(&text, quoted);
    us_requote(&text, '\'', '"');
    REQUIRE(us_json_parse("text", text.text, text.length, &doc, NULL) == US_OK);
    us_status status = us_goal_read(domain, us_json_root(doc), out, err);
    return status;
}

TEST(goals_and_features_are_read_with_all_their_parts)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    CHECK_INT(domain->goal_count, 5);
    const us_goal_def *have = &domain->goal[us_domain_find_goal(domain, "Have")];
    CHECK_STR(have->about, "more");
    CHECK_INT(have->kind, US_GOAL_INCREASE);
    CHECK_INT(have->parent, -1);
    CHECK_INT(have->param_count, 5);
    CHECK_INT(have->param[3].kind, US_VALUE_CELL);
    CHECK(have->param[3].optional && !have->param[2].optional);
    CHECK_INT(us_expr_gain_count(have->test), 0);
    CHECK_INT(us_expr_gain_count(have->gain_test), 1);
    CHECK_INT(domain->goal[1].parent, 0);
    CHECK_INT(domain->goal[1].rank, 8);
    CHECK_INT(us_domain_find_goal(domain, "Lose"), -1);
    CHECK_INT(domain->feature_count, 1);
    CHECK_STR(domain->feature_groups.name[domain->feature[0].group], "wealth");
    CHECK_INT(domain->feature[us_domain_find_feature(domain, "ore")].high, 100);
    CHECK_STR(us_goal_kind_name(US_GOAL_MAINTAIN), "maintain");
}

TEST(likeness_is_what_is_said_or_half_of_what_a_parent_has)
{
    static const uint8_t expected[5][5] = {
        /* Win, Beat, Raid, Have, Keep */
        {100, 50, 25, 0, 0},  {50, 100, 50, 30, 15}, {25, 50, 100, 15, 7},
        {0, 30, 15, 100, 50}, {0, 15, 7, 50, 100},
    };
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            CHECK_INT(domain->goal_likeness[a * 5 + b], expected[a][b]);
}

static const us_mutation bad[] = {
    {"'kind': 'achieve', 'rank': 9", "'kind': 'wish', 'rank': 9",
     "26:27: 'wish' is not a kind of goal: expected achieve, increase or maintain"},
    {"'kind': 'achieve', 'rank': 9, ", "", "26:3: member 'kind' is missing: expected a string"},
    {"'parent': 'Win'", "'parent': 'Have'",
     "28:49: 'Have' is not a goal above: expected parents before their children"},
    {"'name': 'Raid'", "'name': 'Win'", "31:3: goal 'Win' is there already"},
    {"'Have': 30", "'Hope': 30", "29:24: 'Hope' is not another goal of this file"},
    {"'Have': 30", "'Have': 130", "29:24: member 'Have': expected an integer from 0 to 100"},
    {"'parent': 'Have', 'params'", "'similar': {'Have': 3, 'Beat': 7, 'Have': 4}, 'params'",
     "36:74: expected each key once, found 'Have' again"},
    {"'about': 'more', 'kind'", "'similar': {'Beat': 7}, 'kind'",
     "32:40: 'Beat' says 30 of itself and 'Have': expected the same here"},
    {"'at': 'cell?'", "'at': 'cell?', 'to': 'cell'", "33:90: a second cell: expected at most one"},
    {"'at': 'cell?'", "'x': 'cell?'",
     "33:74: 'x' is written for a cell: expected another name for a parameter"},
    {"'at': 'cell?'", "'at': 'spot'", "33:75: bad kind of parameter 'at': expected"},
    {"rivals(player) == 0", "rivals(palyer) == 0",
     "27:20: 'palyer' is not a seat, such as 'player'"},
    {"rivals(player) == 0", "rivals(player)", "27:13: expected a condition, found a number"},
    {"'group': 'wealth'", "'group': 'health'",
     "40:28: 'health' is not a group of features: expected one of wealth"},
    {"'high': 100}],", "'high': 0}],", "40:78: member 'high': expected an integer from 1 to"},
    {"'value': 'ore(self)'", "'value': 'alive(self)'",
     "40:48: expected a number, found a condition"},
};

TEST(bad_goals_and_features_are_refused_with_their_place)
{
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_domain *domain = NULL;
        us_error err = {0};
        us_test_row(bad[i].put);
        CHECK_INT(load(&bad[i], &domain, &err), US_BAD_INPUT);
        if (!us_error_has_message(&err, bad[i].message, &said))
            FAIL("expected %s, found %s", bad[i].message, said.text);
        CHECK(domain == NULL);
    }
}

/* As text and as JSON; the canonical text, where it differs from the first. */
static const struct {
    const char *text, *canonical, *json;
} twins[] = {
    {"Win(player: self)", NULL, "{'goal':'Win','args':{'player':'self'}}"},
    {"Win(enemy)", "Win(player: enemy)", "{'goal':'Win','args':{'player':'enemy'}}"},
    {"Win(neutral)", "Win(player: neutral)", "{'goal':'Win','args':{'player':-1}}"},
    {"Win(1)", "Win(player: 1)", "{'goal':'Win','args':{'player':1}}"},
    {"Beat(self, #7)", "Beat(player: self, unit: #7)",
     "{'goal':'Beat','args':{'player':'self','unit':7}}"},
    {"Beat(unit: 7, player: 0)", "Beat(player: 0, unit: #7)",
     "{'goal':'Beat','args':{'player':0,'unit':7}}"},
    {"Raid()", NULL, "{'goal':'Raid','args':{}}"},
    {"maintain Raid()", NULL, "{'goal':'Raid','kind':'maintain','args':{}}"},
    {"achieve Raid()", "Raid()", "{'goal':'Raid','args':{}}"},
    {"Have(self, 'hand', 6)", "Have(player: self, type: \"hand\", number: 6)",
     "{'goal':'Have','args':{'player':'self','type':'hand','number':6}}"},
    {"Have(self, hand, -6, 3, 4, ore)",
     "Have(player: self, type: \"hand\", number: -6, at: (3, 4), from: ore)",
     "{'goal':'Have','args':{'player':'self','type':'hand','number':-6,'x':3,'y':4,'from':'ore'}}"},
    {"Have(self, hand, 6, from: wood, at: (3, 4))",
     "Have(player: self, type: \"hand\", number: 6, at: (3, 4), from: wood)",
     "{'goal':'Have','args':{'player':'self','type':'hand','number':6,'x':3,'y':4,'from':'wood'}}"},
};

TEST(a_goal_is_the_same_as_text_and_as_json)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    US_AUTOSTR(out);
    for (int i = 0; i < US_COUNT(twins); i++) {
        us_goal one, two, three;
        us_json_writer writer;
        us_test_row(twins[i].text);
        const char *canonical = twins[i].canonical ? twins[i].canonical : twins[i].text;
        REQUIRE(parse(domain, twins[i].text, &one, NULL) == US_OK);
        REQUIRE(parse(domain, canonical, &two, NULL) == US_OK);
        REQUIRE(read(domain, twins[i].json, &three, NULL) == US_OK);
        CHECK(us_goal_equal(domain, &one, &two) && us_goal_equal(domain, &one, &three));
        us_str_reset(&out);
        us_goal_print(domain, &three, &out);
        CHECK_STR(out.text, canonical);
        us_str_reset(&out);
        us_json_writer_init(&writer, &out);
        us_json_write_open(&writer, '{');
        us_goal_write(domain, &one, &writer);
        us_json_write_close(&writer, '}');
        us_requote(&out, '"', '\'');
        CHECK_STR(out.text, twins[i].json);
    }
}

TEST(what_is_not_given_is_nothing)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    us_goal goal, other;
    REQUIRE(parse(domain, "Have(self, hand, 6)", &goal, NULL) == US_OK);
    CHECK_INT(goal.given, 7);
    CHECK_INT(goal.arg[3].number, -1);
    CHECK_INT(goal.arg[4].number, -1);
    REQUIRE(parse(domain, "Have(self, hand, 7)", &other, NULL) == US_OK);
    CHECK(!us_goal_equal(domain, &goal, &other));
}

static const struct {
    const char *text;
    int column;
    const char *says;
} errors[] = {
    {"", 1, "expected a goal, found the end"},
    {"Winn(self)", 1, "\"Winn\" is not a goal: expected one of domain \"small\", such as \"Win\""},
    {"Win", 4, "expected '(', found the end"},
    {"Win(self", 9, "expected ',' or ')', found the end"},
    {"Win(self) or", 11, "expected the end, found 'or'"},
    {"mantain Win(self)", 1, "\"mantain\" is not a goal: expected one of domain \"small\""},
    {"maintain Winn(self)", 10,
     "\"Winn\" is not a goal: expected one of domain \"small\", such as \"Win\""},
    {"maintain", 9, "expected a goal, found the end"},
    {"achieve(self)", 1, "\"achieve\" is not a goal: expected one of domain \"small\""},
    {"Win()", 1, "\"player\" is missing: expected Win(player)"},
    {"Win(self, 3)", 11, "one argument too many: expected Win(player)"},
    {"Win(palyer: self)", 5, "there is no \"palyer\": expected Win(player)"},
    {"Win(self, player: self)", 11, "an argument is given twice: expected Win(player)"},
    {"Beat(player: self, #3)", 20, "an argument without a name behind one with: expected Beat("},
    {"Win(unit)", 5, "\"unit\" is not a seat"},
    {"Have(self, hnad, 6)", 12, "\"hnad\" is not a type, such as \"hand\""},
    {"Have(self, hand, 2 + 4)", 20, "expected a value, found an expression"},
    {"Have(self, hand, 6, (1, 99999))", 21, "expected a cell with x and y from 0 to 32767"},
    {"Have(self, hand, many)", 18, "\"many\" is not a number"},
};

TEST(a_bad_goal_is_refused_with_its_place)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    for (int i = 0; i < US_COUNT(errors); i++) {
        us_goal goal;
        us_error err = {0};
        us_test_row(errors[i].text);
        CHECK_INT(parse(domain, errors[i].text, &goal, &err), US_BAD_INPUT);
        CHECK_INT(err.column, errors[i].column);
        if (!us_text_has_prefix(err.text, errors[i].says))
            FAIL("expected %s, found %s", errors[i].says, err.text);
    }
}

TEST(a_domain_without_goals_says_so)
{
    US_AUTOPTR(us_domain) domain = NULL;
    us_goal goal;
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("microrts", &domain, NULL) == US_OK);
    int count = domain->goal_count;
    domain->goal_count = 0;
    CHECK_INT(parse(domain, "Win(self)", &goal, &err), US_BAD_INPUT);
    CHECK_STR(err.text,
              "\"Win\" is not a goal: expected one of domain \"microrts\", which has none");
    domain->goal_count = count;
}

static const struct {
    const char *json;
    int column;
    const char *says;
} json_errors[] = {
    {"7", 1, "expected a goal, an object, found 7"},
    {"{'args': {}}", 1, "member \"goal\" is missing"},
    {"{'goal': 'Winn', 'args': {}}", 10,
     "\"Winn\" is not a goal: expected one of domain \"small\", "
     "such as \"Win\""},
    {"{'goal': 'Win', 'kind': 'wish', 'args': {}}", 25,
     "\"wish\" is not a kind of goal: expected achieve, increase or maintain"},
    {"{'goal': 'Win'}", 1, "member \"args\" is missing"},
    {"{'goal': 'Win', 'args': {}}", 25, "member \"player\" is missing"},
    {"{'goal': 'Win', 'args': {'player': 9}}", 36,
     "member \"player\": expected \"self\", \"enemy\""},
    {"{'goal': 'Win', 'args': {'palyer': 0}}", 26, "unknown member \"palyer\""},
    {"{'goal': 'Have', 'args': {'player': 0, 'type': 'hnad', 'number': 1}}", 48,
     "\"hnad\" is not a type: expected one of domain \"small\", such as \"hand\""},
    {"{'goal': 'Have', 'args': {'player': 0, 'type': 'hand', 'number': 1, 'x': 4}}", 26,
     "member \"y\" is missing"},
};

TEST(a_bad_goal_in_json_is_refused_with_its_place)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    for (int i = 0; i < US_COUNT(json_errors); i++) {
        us_goal goal;
        us_error err = {0};
        us_test_row(json_errors[i].json);
        CHECK_INT(read(domain, json_errors[i].json, &goal, &err), US_BAD_INPUT);
        CHECK_INT(err.column, json_errors[i].column);
        if (!us_text_has_prefix(err.text, json_errors[i].says))
            FAIL("expected %s, found %s", json_errors[i].says, err.text);
    }
}

TEST(an_increase_is_measured_from_when_it_began)
{
    small_world s;
    small_begin(&s);
    us_domain *domain = domain_with_goals();
    s.world.domain = domain;
    small_add(&s, 1, "redhand", 0, 0, 0);
    us_view view = {&s.world, 0}, other = {&s.world, 1};
    us_goal have, keep, beat;
    int64_t began[US_GAINS_MAX] = {0};
    REQUIRE(parse(domain, "Have(self, hand, 1)", &have, NULL) == US_OK);
    REQUIRE(parse(domain, "Keep(5)", &keep, NULL) == US_OK);
    REQUIRE(parse(domain, "Beat(enemy)", &beat, NULL) == US_OK);
    us_goal_begin(domain, &have, &view, began);
    CHECK(!us_goal_is_reached(domain, &have, &view, began));
    small_add(&s, 2, "redhand", 0, 1, 0);
    CHECK(us_goal_is_reached(domain, &have, &view, began));
    CHECK(!us_goal_is_reached(domain, &have, &other, began)); /* has none, and had one */
    CHECK(!us_goal_is_reached(domain, &keep, &view, NULL));
    small_tally(&s, 0, "ore", 5);
    CHECK(us_goal_is_reached(domain, &keep, &view, NULL));
    CHECK(!us_goal_is_reached(domain, &beat, &view, NULL));
    s.alive[1] = 0;
    CHECK(us_goal_is_reached(domain, &beat, &view, NULL));
    us_domain_free(domain);
    small_end(&s);
}

TEST(the_kind_says_whether_to_be_there_or_to_be_more_is_meant)
{
    small_world s;
    small_begin(&s);
    us_domain *domain = domain_with_goals();
    s.world.domain = domain;
    small_add(&s, 1, "redhand", 0, 0, 0);
    us_view view = {&s.world, 0};
    us_goal more, there;
    int64_t began[US_GAINS_MAX] = {0};
    REQUIRE(parse(domain, "Have(self, hand, 1)", &more, NULL) == US_OK);
    REQUIRE(parse(domain, "achieve Have(self, hand, 1)", &there, NULL) == US_OK);
    CHECK(!us_goal_equal(domain, &more, &there));
    us_goal_begin(domain, &more, &view, began);
    CHECK(!us_goal_is_reached(domain, &more, &view, began));
    CHECK(us_goal_is_reached(domain, &there, &view, NULL));
    const us_goal_def *def = &domain->goal[more.type];
    us_expr *measure = us_expr_gain_value(def->gain_test, 2);
    US_AUTOSTR(text);
    REQUIRE(measure != NULL);
    us_expr_print(measure, &text);
    CHECK_STR(text.text, "count(player, type)");
    CHECK_INT(us_expr_eval(measure, &view, &(us_binding){more.arg, NULL}), 1);
    CHECK(us_expr_gain_value(def->gain_test, 1) == NULL);
    us_expr_free(measure);
    us_domain_free(domain);
    small_end(&s);
}

TEST(self_and_enemy_become_seats_where_that_is_plain)
{
    US_AUTOPTR(us_domain) domain = domain_with_goals();
    us_goal goal;
    REQUIRE(parse(domain, "Win(enemy)", &goal, NULL) == US_OK);
    us_goal_resolve_seats(domain, &goal, 0, 3);
    CHECK_INT(goal.arg[0].number, US_SEAT_ENEMY); /* which of the two? */
    us_goal_resolve_seats(domain, &goal, 0, 2);
    CHECK_INT(goal.arg[0].number, 1);
}
