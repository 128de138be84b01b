#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "behavior/exchange/exchange.h"
#include "tests/unit/scripted_run.h"

/* ---- there and back */

typedef struct maker {
    us_rng rng;
    us_str *out;
    int depth, nodes;
} maker;

static int draw(maker *m, int bound)
{
    return (int)us_rng_next_below(&m->rng, (uint32_t)bound);
}

/* A random node of those that both sides have. */
static void node(maker *m)
{
    static const char *const leaves[] = {
        "act stop()",
        "act move(units: all, cell: there)",
        "act train(unit: near(self.producer), type: \"footman\") -> made",
        "check n > 3 and (m < 2 or n == m)",
        "check exists(who) or not n > 2",
        "set m = n + 1 - m",
        "set n = m + 2",
        "set there = (3, 4)",
        "set spot = there",
        "emit found",
        "emit found within n + 2",
        "emit found to who",
        "emit found to all",
        "call U(who: who, k: n - 1)",
        "call U(who: who)",
    };
    static const char *const one[] = {"invert",
                                      "succeed",
                                      "fail",
                                      "retry 3",
                                      "retry",
                                      "repeat 2",
                                      "repeat",
                                      "once",
                                      "timeout 90",
                                      "delay 3",
                                      "until-fail",
                                      "timeout 30",
                                      "retry 1500000000",
                                      "repeat 2147483647",
                                      "timeout 128849010",
                                      "delay 90000000",
                                      "invert until-fail invert until-fail invert until-fail"};
    static const char *const many[] = {"sequence",
                                       "selector",
                                       "sequence memory none",
                                       "selector memory none",
                                       "sequence memory latch",
                                       "parallel",
                                       "parallel fail early",
                                       "parallel fail 1",
                                       "parallel succeed 1 fail early",
                                       "parallel succeed 2 fail 1",
                                       "parallel succeed 1 fail 2"};
    int kind = m->depth > 4 || m->nodes > 40 ? 0 : draw(m, 3);
    if (draw(m, 4) == 0)
        us_str_addf(m->out, "l%d: ", m->nodes);
    m->nodes++;
    m->depth++;
    if (kind == 0) {
        us_str_add(m->out, leaves[draw(m, US_COUNT(leaves))]);
        us_str_add(m->out, "\n");
    } else if (kind == 1) {
        us_str_addf(m->out, "%s ", one[draw(m, US_COUNT(one))]);
        node(m);
    } else {
        us_str_addf(m->out, "%s {\n", many[draw(m, US_COUNT(many))]);
        for (int i = 2 + draw(m, 3); i > 0; i--)
            node(m);
        us_str_add(m->out, "}\n");
    }
    m->depth--;
}

/* NULL: it isn't sound, as most of what is thrown together. */
static us_brl *random_file(uint64_t seed)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n\nslot m: number = 0\nslot there: cell = (1, 2)\n\n"
                      "tree U(who: entity \"footman\" of enemy, k: number = 7) {\n"
                      "do act attack(target: who)\n}\n\n"
                      "tree T(who: entity, all: group role fighter, n: number) {\n"
                      "slot made: entity\nslot spot: cell = (0, 0)\ndo ");
    maker m = {.rng = us_rng_derive(seed, "exchange", 0), .out = &text};
    node(&m);
    us_str_add(&text, "}\n");
    us_brl *brl = us_brl_read(brl_domain(), "random", text.text, text.length, &faults);
    if (faults.count > 0) {
        us_brl_free(brl);
        brl = NULL;
    }
    return brl;
}

TEST(what_was_exported_is_imported_as_equal_templates)
{
    int sound = 0;
    us_error err = {0};
    for (uint64_t seed = 0; seed < 4000; seed++) {
        us_brl *brl = random_file(seed), *back = NULL;
        US_AUTOSTR(xml);
        US_AUTOSTR(again);
        if (!brl)
            continue;
        sound++;
        if (us_xml_export(brl, NULL, false, &xml, NULL, &err) != US_OK ||
            us_xml_import(brl_domain(), "random.xml", xml.text, xml.length, NULL, &back, &err) !=
                US_OK)
            FAIL("seed %d: %d:%d: %s\n%s", (int)seed, err.line, err.column, err.text, xml.text);
        else if (!us_brl_equal(brl, back))
            FAIL("seed %d: another file\n%s", (int)seed, xml.text);
        else if (us_xml_export(back, NULL, false, &again, NULL, &err) != US_OK ||
                 !us_text_equal(xml.text, again.text))
            FAIL("seed %d: other bytes\n%s", (int)seed, xml.text);
        us_brl_free(brl);
        us_brl_free(back);
    }
    CHECK(sound > 300);
}

TEST(what_lies_deep_or_takes_long_comes_back)
{
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n\ntree T {\n    do ");
    for (int i = 0; i < US_TREE_DEPTH - 2; i++)
        us_str_add(&text, i % 3 ? "until-fail " : "retry 2147483647 ");
    us_str_add(&text, "timeout 128849016 act stop()\n}\n");
    us_brl *brl = brl_read(text.text, NULL), *back = NULL;
    us_error err = {0};
    US_AUTOSTR(xml);
    REQUIRE(us_xml_export(brl, NULL, false, &xml, NULL, &err) == US_OK);
    REQUIRE(us_xml_import(brl_domain(), "x", xml.text, xml.length, NULL, &back, &err) == US_OK);
    CHECK(us_brl_equal(brl, back));
    us_brl_free(brl);
    us_brl_free(back);
}

TEST(a_chain_of_calls_may_be_as_long_as_the_file)
{
    enum { LONG = 100000 };
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n\n");
    for (int i = 0; i < LONG; i++)
        us_str_addf(&text, "tree T%d {\ndo call T%d()\n}\n", i, i + 1);
    us_str_addf(&text, "tree T%d {\ndo act stop()\n}\n", LONG);
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    us_error err = {0};
    us_str_reset(&text);
    us_dot_export(brl, us_brl_find(brl, US_TEMPLATE_TREE, "T1"), &text);
    CHECK(!strstr(text.text, "cluster_0 ") && strstr(text.text, "cluster_100000 "));
    us_str_reset(&text);
    CHECK_INT(us_xml_export(brl, NULL, false, &text, NULL, &err), US_OK);
}

/* ---- what is wrong */

TEST(what_that_library_has_not_is_refused_with_its_place)
{
    static const struct {
        const char *text; /* behind the first line */
        int line, column;
        const char *said;
    } rows[] = {
        {"tree U(n: number) {\ndo selector {\ncheck n > 3\nsequence {\nact stop()\n"
         "call U(n: n + 1)\n}\n}\n}",
         7, 1, "\"U\" is called while it runs"},
        {"tree U(n: number) {\ndo set n = 3\n}\ntree T(n: number) {\ndo call U(n: n)\n}", 3, 4,
         "\"n\" is a parameter of a tree that is called"},
        {"tree U(who: entity) {\ndo act train(unit: near(self.producer), type: \"footman\") -> "
         "who\n"
         "}\ntree T(who: entity) {\ndo call U(who: who)\n}",
         3, 4, "\"who\" is a parameter of a tree that is called"},
        {"tree Sequence {\ndo act stop()\n}", 2, 1,
         "\"Sequence\" is a name that BehaviorTree.CPP has taken"},
        {"tree move {\ndo act stop()\n}", 2, 1,
         "\"move\" is a name that BehaviorTree.CPP has taken"},
        {"tree U(_x: number) {\ndo check _x > 1\n}\ntree T {\ndo call U(_x: 1)\n}", 2, 8,
         "\"_x\" is no name of a port"},
        {"tree U(name: number) {\ndo check name > 1\n}", 2, 8, "\"name\" is no name of a port"},
        {"tree U {\ndo act stop()\n}\ntree T {\ndo sequence {\na: call U()\na: call U()\n}\n}", 8,
         4, "\"a\" is the label of two calls"},
        {"tree T {\ndo timeout 128849019 act stop()\n}", 3, 4, "milliseconds have 32 bits"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        US_AUTOSTR(text);
        us_str_addf(&text, "brl 1\n%s\n", rows[i].text);
        US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
        us_str_reset(&text);
        us_test_row(rows[i].text);
        CHECK_INT(us_xml_export(brl, NULL, false, &text, NULL, &err), US_BAD_INPUT);
        CHECK_INT(text.length, 0);
        CHECK_INT(err.line, rows[i].line);
        CHECK_INT(err.column, rows[i].column);
        if (!strstr(err.text, rows[i].said))
            FAIL("said: %s", err.text);
        CHECK_INT(us_xml_export(brl, NULL, true, &text, NULL, &err), US_OK);
    }
}

/* "Emit" and "Sleep" are actions of this domain. */
TEST(an_action_with_the_name_of_a_node_there_is_refused)
{
    static const char *const names[] = {"Emit", "Sleep"};
    US_AUTOFREE char *json = NULL;
    size_t length;
    us_domain *domain = NULL;
    us_error err = {0};
    US_AUTOSTR(text);
    REQUIRE(us_file_read("domains/skirmish/domain.json", 1 << 20, &json, &length, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(names); i++) {
        const char *at = strstr(json, "{\"name\": \"stop\"");
        REQUIRE(at);
        us_str_reset(&text);
        us_str_add_bytes(&text, json, (size_t)(at - json));
        us_str_addf(&text,
                    "{\"name\": \"%s\", \"about\": \"a\", \"by\": [\"mobile\"], "
                    "\"when\": \"true\", \"done\": \"true\", \"patience\": 30}, %s",
                    names[i], at);
        REQUIRE(us_domain_parse("d", text.text, text.length, &domain, &err) == US_OK);
        us_str_reset(&text);
        us_str_addf(&text, "brl 1\ntree T {\ndo act %s()\n}\n", names[i]);
        us_brl *brl = NULL;
        REQUIRE(us_brl_parse(domain, "b", text.text, text.length, &brl, &err) == US_OK);
        us_str_reset(&text);
        CHECK_INT(us_xml_export(brl, NULL, false, &text, NULL, &err), US_BAD_INPUT);
        CHECK(strstr(err.text, "a node there has its name"));
        us_brl_free(brl);
        us_domain_free(domain);
    }
}

#define TREE(nodes) \
    "<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n" nodes "</BehaviorTree></root>"

TEST(what_is_wrong_with_xml_has_its_place)
{
    static const struct {
        const char *text;
        int line, column;
        const char *said;
    } rows[] = {
        {"", 1, 1, "no element found"},
        {"<root BTCPP_format=\"3\"/>", 1, 1, "expected <root BTCPP_format=\"4\">"},
        {"<!DOCTYPE root [<!ENTITY a \"b\">]>\n<root BTCPP_format=\"4\"/>", 1, 0,
         "expected no document type"},
        {"<root BTCPP_format=\"4\">\n<Tree/></root>", 2, 1, "expected <BehaviorTree>"},
        {"<root BTCPP_format=\"4\">\n <BehaviorTree ID=\"T\">\n  <Sequense/></BehaviorTree></root>",
         3, 3, "did you mean \"Sequence\"?"},
        {"<root BTCPP_format=\"4\">\n <BehaviorTree ID=\"T\"/></root>", 2, 2,
         "one node at its top"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<Action ID=\"stopp\"/></BehaviorTree>"
         "</root>",
         2, 1, "stopp"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<Timeout msec=\"10\"><stop/></Timeout>"
         "</BehaviorTree></root>",
         2, 1, "10 ms are no whole number of cycles"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<stop _skipIf=\"x\"/></BehaviorTree>"
         "</root>",
         2, 1, "a node that is skipped here is neither success nor failure"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<RunOnce><stop/></RunOnce>"
         "</BehaviorTree></root>",
         2, 1, "RunOnce is skipped after its first end"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<ScriptCondition code=\"f(x)\"/>"
         "</BehaviorTree></root>",
         2, 1, "a script of more than"},
        {TREE("<Action ID=\"Sequence\"/>"), 2, 1, "\"Sequence\" is no action"},
        {TREE("<Sleep/>"), 2, 1, "no node is called \"Sleep\""},
        {TREE("<Parallel failure_count=\"3\"><stop/><stop/></Parallel>"), 2, 1,
         "expected from 1 to 2"},
        {TREE("<RetryUntilSuccessful><stop/></RetryUntilSuccessful>"), 2, 1, "lacks num_attempts"},
        {TREE("<Timeout msec=\"4294967300\"><stop/></Timeout>"), 2, 1, "from 1 to 4294967295"},
        {TREE("<Emit event=\"found\" to=\"{a}\" within=\"3\"/>"), 2, 1, "found both"},
        {TREE("<Script code=\"@ @@n := 3\"/>"), 2, 1, "a script of more than"},
        {TREE("<Script code=\"@@n := 3\"/>"), 2, 1, "no name of a slot"},
        {"<root BTCPP_format=\"4\" slots=\"k: number\"><BehaviorTree ID=\"T\">\n"
         "<Script code=\"@n := 3\"/></BehaviorTree></root>",
         2, 1, "the root declares no slot \"n\""},
        {TREE("<Sequence><Script code=\"@n := 3\"/><SubTree ID=\"U\" n=\"1\"/></Sequence>"
              "</BehaviorTree>\n<BehaviorTree ID=\"U\"><ScriptCondition code=\"@n == n\"/>"),
         3, 1, "there is a slot \"n\" already"},
        {TREE("<Fallback><stop/><SubTree ID=\"T\"/></Fallback>"), 2, 18, "is called while it runs"},
        {TREE("<SubTree ID=\"U\" k=\"{n}\"/></BehaviorTree>\n<BehaviorTree ID=\"U\">\n"
              "<SetBlackboard output_key=\"k\" value=\"3\"/>"),
         4, 1, "\"k\" is a parameter of a tree that is called"},
        {"<root BTCPP_format=\"4\" slots=\"n: nothing\"><BehaviorTree ID=\"T\"><stop/>"
         "</BehaviorTree></root>",
         1, 1, "slots that can't be read"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_brl *brl = NULL;
        us_test_row(rows[i].text);
        CHECK_INT(us_xml_import(brl_domain(), "x.xml", rows[i].text, strlen(rows[i].text), NULL,
                                &brl, &err),
                  US_BAD_INPUT);
        CHECK_INT(err.line, rows[i].line);
        CHECK(rows[i].column == 0 || err.column == rows[i].column);
        if (!strstr(err.text, rows[i].said))
            FAIL("said: %s", err.text);
    }
}

TEST(what_a_foreign_tree_uses_becomes_its_parameters)
{
    static const char xml[] =
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\"><Sequence name=\"not a label\">"
        "<SetBlackboard output_key=\"n\" value=\"3\"/><ScriptCondition code=\"!n || n >= 2\"/>"
        "<move cell=\"{there}\" units=\"{all}\"/><AlwaysSuccess/></Sequence></BehaviorTree></root>";
    static const char other[] =
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\"><Sequence name=\"not a label\">"
        "<SetBlackboard output_key=\"n\" value=\"3\"/><ScriptCondition code=\"n >= 2 &amp;&amp; n "
        "!= 4\"/><move cell=\"{there}\" units=\"{all}\"/><AlwaysSuccess/></Sequence>"
        "</BehaviorTree></root>";
    US_AUTOPTR(us_brl) brl = NULL;
    us_error err = {0};
    CHECK_INT(us_xml_import(brl_domain(), "x", xml, strlen(xml), NULL, &brl, &err), US_BAD_INPUT);
    REQUIRE(us_xml_import(brl_domain(), "x", other, strlen(other), NULL, &brl, &err) == US_OK);
    US_AUTOFREE char *text = brl_text(brl);
    CHECK_STR(text, "brl 1\n\ntree T(n: number, there: cell, all: group) {\n    do sequence {\n"
                    "        set n = 3\n        check n >= 2 and n != 4\n"
                    "        act move(units: all, cell: there)\n        check true\n    }\n}\n");
}

TEST(what_nobody_declares_is_found_with_its_kind)
{
    static const struct {
        const char *xml, *brl; /* behind the first line */
    } rows[] = {
        {TREE("<Script code=\"n := 1\"/>"), "tree T(n: number) {\n    do set n = 1\n}\n"},
        {TREE("<ScriptCondition code=\"n &gt; 2 &amp;&amp; !ok\"/>"),
         "tree T(n: number, ok: bool) {\n    do check n > 2 and not ok\n}\n"},
        {TREE("<Script code=\" ok = true\"/>"), "tree T(ok: bool) {\n    do set ok = true\n}\n"},
        {TREE("<SubTree ID=\"U\" to=\"{spot}\"/></BehaviorTree><BehaviorTree ID=\"U\">"
              "<SubTree ID=\"V\" cell=\"{to}\"/></BehaviorTree><BehaviorTree ID=\"V\">"
              "<move cell=\"{cell}\"/>"),
         "tree T(spot: cell) {\n    do call U(to: spot)\n}\n\n"
         "tree U(to: cell) {\n    do call V(cell: to)\n}\n\n"
         "tree V(cell: cell) {\n    do act move(cell: cell)\n}\n"},
        {TREE("<SubTree ID=\"U\" to=\"{who}\"/></BehaviorTree>"
              "<BehaviorTree ID=\"U\" params=\"to: entity\"><Emit event=\"found\" to=\"{to}\"/>"),
         "tree T(who: entity) {\n    do call U(to: who)\n}\n\n"
         "tree U(to: entity) {\n    do emit found to to\n}\n"},
        {TREE("<Emit event=\"found\" to=\"{a}\"/>"),
         "tree T(a: entity) {\n    do emit found to a\n}\n"},
        {TREE("<Action ID=\"Emit\" event=\"found\" within=\"{a}\"/>"),
         "tree T(a: number) {\n    do emit found within a\n}\n"},
        {TREE("<Sequence><SetBlackboard output_key=\"@x\" value=\"(1, 2)\"/>"
              "<move cell=\"{@x}\"/></Sequence>"),
         "slot x: cell\n\ntree T {\n    do sequence {\n        set x = (1, 2)\n"
         "        act move(cell: x)\n    }\n}\n"},
        {TREE("<Sequence><Script code=\"@n := 3\"/><ScriptCondition code=\"n == 3\"/></Sequence>"),
         "slot n: number\n\ntree T {\n    do sequence {\n        set n = 3\n"
         "        check n == 3\n    }\n}\n"},
        {TREE("<Parallel><stop/><stop/></Parallel>"),
         "tree T {\n    do parallel fail 1 {\n        act stop()\n        act stop()\n    }\n}\n"},
        {TREE("<Parallel success_count=\"1\"><stop/><stop/></Parallel>"),
         "tree T {\n    do parallel succeed 1 fail 1 {\n        act stop()\n        act stop()\n"
         "    }\n}\n"},
        {TREE("<ParallelAll><stop/><stop/></ParallelAll>"),
         "tree T {\n    do parallel {\n        act stop()\n        act stop()\n    }\n}\n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(us_brl) brl = NULL;
        us_error err = {0};
        us_test_row(rows[i].xml);
        if (us_xml_import(brl_domain(), "x", rows[i].xml, strlen(rows[i].xml), NULL, &brl, &err) !=
            US_OK)
            FAIL("%d:%d: %s", err.line, err.column, err.text);
        US_AUTOFREE char *text = brl ? brl_text(brl) : us_mem_strdup("brl 1\n\n");
        CHECK_STR(text + strlen("brl 1\n\n"), rows[i].brl);
    }
}

/* ---- the same trees in BehaviorTree.CPP */

static us_brl *case_of(const char *xml, us_error *err)
{
    us_brl *brl = NULL;
    US_AUTOSTR(text);
    us_str_addf(&text,
                "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\">%s</BehaviorTree></root>", xml);
    (void)us_xml_import(brl_domain(), "case", text.text, text.length, NULL, &brl, err);
    return brl;
}

static void open_case(scripted_run *k, const char *xml)
{
    us_error err = {0};
    us_brl *brl = case_of(xml, &err);
    if (!brl)
        FAIL("%s", err.text);
    REQUIRE(brl);
    char *printed = brl_text(brl);
    scripted_run_open(k, printed);
    us_mem_free(printed);
    us_brl_free(brl);
    scripted_run_start(k, "Main");
}

static void check_tick(scripted_run *k, const char *expected)
{
    static const char sign[] = "-RSF";
    US_AUTOSTR(said);
    if (us_run_next_cycle(k->run) == US_NEVER)
        scripted_run_start(k, "Main");
    us_answer answer = scripted_run_tick(k);
    const char *told = scripted_run_log(k);
    us_str_addf(&said, "%c%s%s", sign[answer], told[0] ? " " : "", told);
    CHECK_STR(said.text, expected);
}

TEST(shared_trees_do_what_they_do_in_the_common_library)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    int cases = 0, refused = 0;
    bool open = false;
    scripted_run k = {0};
    REQUIRE(us_file_read("tests/fixtures/semantics-1/cases.txt", 1 << 20, &text, &length, NULL) ==
            US_OK);
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (us_text_has_prefix(line, "case ")) {
            us_test_row(line + 5);
            cases++;
            if (open)
                scripted_run_close(&k);
            open = false;
        } else if (us_text_has_prefix(line, "xml ")) {
            open_case(&k, line + 4);
            open = true;
        } else if (us_text_has_prefix(line, "refused ")) {
            us_error err = {0};
            CHECK(!case_of(line + 8, &err) && strstr(err.text, "BehaviorTree.CPP"));
            refused++;
        } else if (open && us_text_has_prefix(line, "answers ")) {
            line[9] = '\0';
            scripted_run_script(&k, line + 8, line + 10);
        } else if (open && us_text_has_prefix(line, "tick ")) {
            check_tick(&k, line + 5);
        }
    }
    if (open)
        scripted_run_close(&k);
    CHECK_INT(cases, 42);
    CHECK_INT(refused, 4);
}
