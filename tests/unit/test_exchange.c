#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "behavior/exchange/exchange.h"
#include "tests/unit/runkit.h"

/* ---- there and back */

typedef struct maker {
    us_rng rng;
    us_str *out;
    int depth, nodes;
} maker;

static int draw(maker *m, int bound)
{
    return (int)us_rng_below(&m->rng, (uint32_t)bound);
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
        "set there = (3, 4)",
        "set spot = there",
        "emit found",
        "call U(who: who, k: n - 1)",
        "call U(who: who)",
    };
    static const char *const one[] = {"invert",     "succeed",  "fail",       "retry 3",
                                      "retry",      "repeat 2", "repeat",     "once",
                                      "timeout 90", "delay 3",  "until-fail", "timeout 30"};
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
    us_faults faults = {0};
    us_str text;
    us_str_init(&text);
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
    us_faults_clear(&faults);
    us_str_clear(&text);
    return brl;
}

static void what_was_exported_is_imported_as_equal_templates(void)
{
    int sound = 0;
    us_error err = {0};
    for (uint64_t seed = 0; seed < 4000; seed++) {
        us_brl *brl = random_file(seed), *back = NULL;
        us_str xml, again;
        us_str_init(&xml);
        us_str_init(&again);
        if (!brl)
            continue;
        sound++;
        if (us_xml_export(brl, NULL, false, &xml, &err) != US_OK ||
            us_xml_import(brl_domain(), "random.xml", xml.text, xml.length, &back, &err) != US_OK)
            FAIL("seed %d: %d:%d: %s\n%s", (int)seed, err.line, err.column, err.text, xml.text);
        else if (!us_brl_equal(brl, back))
            FAIL("seed %d: another file\n%s", (int)seed, xml.text);
        else if (us_xml_export(back, NULL, false, &again, &err) != US_OK ||
                 !us_text_equal(xml.text, again.text))
            FAIL("seed %d: other bytes\n%s", (int)seed, xml.text);
        us_str_clear(&xml);
        us_str_clear(&again);
        us_brl_free(brl);
        us_brl_free(back);
    }
    CHECK(sound > 300);
}

/* ---- what is wrong */

static void what_is_wrong_with_xml_has_its_place(void)
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
         2, 1, "_skipIf is not known"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<RunOnce><stop/></RunOnce>"
         "</BehaviorTree></root>",
         2, 1, "RunOnce that skips"},
        {"<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">\n<ScriptCondition code=\"f(x)\"/>"
         "</BehaviorTree></root>",
         2, 1, "a script of more than"},
        {"<root BTCPP_format=\"4\" slots=\"n: nothing\"><BehaviorTree ID=\"T\"><stop/>"
         "</BehaviorTree></root>",
         1, 1, "slots that can't be read"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_brl *brl = NULL;
        us_test_row(rows[i].text);
        CHECK_INT(
            us_xml_import(brl_domain(), "x.xml", rows[i].text, strlen(rows[i].text), &brl, &err),
            US_BAD_INPUT);
        CHECK_INT(err.line, rows[i].line);
        CHECK(rows[i].column == 0 || err.column == rows[i].column);
        if (!strstr(err.text, rows[i].said))
            FAIL("said: %s", err.text);
    }
}

static void what_a_foreign_tree_uses_becomes_its_parameters(void)
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
    us_brl *brl = NULL;
    us_error err = {0};
    CHECK_INT(us_xml_import(brl_domain(), "x", xml, strlen(xml), &brl, &err), US_BAD_INPUT);
    REQUIRE(us_xml_import(brl_domain(), "x", other, strlen(other), &brl, &err) == US_OK);
    char *text = brl_text(brl);
    CHECK_STR(text, "brl 1\n\ntree T(n: number, there: cell, all: group) {\n    do sequence {\n"
                    "        set n = 3\n        check n >= 2 and n != 4\n"
                    "        act move(units: all, cell: there)\n        check true\n    }\n}\n");
    us_free(text);
    us_brl_free(brl);
}

/* ---- the same trees in BehaviorTree.CPP */

static void open_case(kit *k, const char *xml)
{
    us_brl *brl = NULL;
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\">%s</BehaviorTree></root>", xml);
    if (us_xml_import(brl_domain(), "case", text.text, text.length, &brl, &err) != US_OK)
        FAIL("%s", err.text);
    us_str_clear(&text);
    char *printed = brl_text(brl);
    kit_open(k, printed);
    us_free(printed);
    us_brl_free(brl);
    kit_start(k, "Main");
}

static void check_tick(kit *k, const char *expected)
{
    static const char sign[] = "-RSF";
    us_str said;
    us_str_init(&said);
    if (us_run_next(k->run) == US_NEVER)
        kit_start(k, "Main");
    us_answer answer = kit_tick(k);
    const char *told = kit_said(k);
    us_str_addf(&said, "%c%s%s", sign[answer], told[0] ? " " : "", told);
    CHECK_STR(said.text, expected);
    us_str_clear(&said);
}

static void shared_trees_do_what_they_do_in_the_common_library(void)
{
    char *text;
    size_t length;
    int cases = 0, differ = 0;
    kit k = {0};
    REQUIRE(us_file_read("tests/fixtures/semantics-1/cases.txt", 1 << 20, &text, &length, NULL) ==
            US_OK);
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (us_text_starts(line, "case ")) {
            us_test_row(line + 5);
            if (cases++)
                kit_close(&k);
        } else if (us_text_starts(line, "xml ")) {
            open_case(&k, line + 4);
        } else if (us_text_starts(line, "answers ")) {
            line[9] = '\0';
            kit_script(&k, line + 8, line + 10);
        } else if (us_text_starts(line, "tick ") || us_text_starts(line, "here ")) {
            check_tick(&k, line + 5);
        }
        differ += us_text_starts(line, "differs ");
    }
    kit_close(&k);
    CHECK_INT(cases, 13);
    CHECK_INT(differ, 3);
    us_free(text);
}

static const us_test tests[] = {
    {"what was exported is imported as equal templates",
     what_was_exported_is_imported_as_equal_templates},
    {"what is wrong with xml has its place", what_is_wrong_with_xml_has_its_place},
    {"what a foreign tree uses becomes its parameters",
     what_a_foreign_tree_uses_becomes_its_parameters},
    {"shared trees do what they do in the common library",
     shared_trees_do_what_they_do_in_the_common_library},
    {0},
};
const us_test_suite suite_exchange = {"exchange", tests};
