#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* Bodies in canonical form: parsing and printing changes nothing. One for each kind of node and
 * each of its settings, at least. */
static const char *const bodies[] = {
    "act stop()\n",
    "act move(cell: (3, -4))\n",
    "act move(units: all, cell: near(enemy.depot))\n",
    "act move(unit: who, cell: near(who, -3, 2))\n",
    "act attack(units: all, target: near(enemy.hall))\n",
    "act train(unit: near(self.producer), type: \"footman\") -> made\n",
    "check gold(self) >= 400 and exists(who)\n",
    "check {\n        selector {\n            check n > 3\n            check n < 1\n        }\n    "
    "}\n",
    "goal WinWargus(player: self)\n",
    "goal BuildUnits(player: self, type: \"footman\", number: n) retries 5 -> made\n",
    "achieve DefeatPlayer(player: enemy)\n",
    "increase BuildUnits(player: self, type: \"footman\", number: 4)\n",
    "maintain ResourceInfrastructure(player: self, farms: 4, peasants: 9)\n",
    "call U(who: near(self.worker), all: all, there: there, n: n + 1)\n",
    "query Attack()\n",
    "query Attack(entity: who, n: 3)\n",
    "query Attack(entity: who) describe (alarm: n, aggressive: 30) without \"x\", \"the "
    "\\\"y\\\"\" "
    "recheck event hysteresis 7\n",
    "query Attack() recheck event threshold 5 weights renormalize\n",
    "emit tired\n",
    "emit tired to who\n",
    "emit tired to all\n",
    "emit tired within n + told\n",
    "set made = who\n",
    "sequence {\n        act stop()\n    }\n",
    "sequence memory none {\n        act stop()\n    }\n",
    "sequence memory latch {\n        act stop()\n    }\n",
    "selector memory latch {\n        act stop()\n    }\n",
    "parallel {\n        act stop()\n        a: act stand()\n    }\n",
    "parallel lock door, gate succeed 1 fail early {\n        act stop()\n        act stop()\n    "
    "}\n",
    "parallel fail 2 {\n        act stop()\n        act stop()\n    }\n",
    "choose {\n        act stop()\n        act stand()\n    }\n",
    "choose score p pick residual-idle {\n        option(30) act stop()\n        option(50) act "
    "stand()\n    }\n",
    "choose score utility pick argmax recheck tick hysteresis 5 {\n        option(n) act stop()\n"
    "        option(gold(self) / 100) act stand()\n    }\n",
    "choose score emotion pick geometric share 60 again 2 {\n        option(1, 2, 3) act stop()\n"
    "        option(n, n, n) act stand()\n    }\n",
    "choose score similarity pick proportional recheck event {\n        query Attack()\n    }\n",
    "choose score q {\n        act stop()\n    }\n",
    "choose score hint {\n        act stop()\n    }\n",
    "invert act stop()\n",
    "succeed act stop()\n",
    "fail act stop()\n",
    "retry act stop()\n",
    "retry 3 timeout 90 act stop()\n",
    "repeat act stop()\n",
    "repeat 2 act stop()\n",
    "until-fail act stop()\n",
    "once act stop()\n",
    "limit 4 act stop()\n",
    "guard door act stop()\n",
    "delay 30 act stop()\n",
    "cooldown 300 a: act stop()\n",
    "repeat sequence {\n        act stop()\n    }\n",
    "order {\n        a: act stop()\n        b: act stop()\n        c: act stop()\n"
    "        a before c\n    }\n",
    "order {\n        a: act stop()\n        b: order {\n            a: act stop()\n"
    "            b: act stop()\n            c: act stop()\n            b before a\n        }\n"
    "        c: act stop()\n        d: act stop()\n        a before b\n        a before d\n"
    "        c before d\n    }\n",
    "order {\n        retries: act stop()\n        x: act stop()\n"
    "        c: goal WinWargus(player: self)\n        retries before c\n    }\n",
    "order {\n        recheck: act stop()\n        x: act stop()\n        c: query Attack()\n"
    "        recheck before c\n    }\n",
    "order {\n        without: act stop()\n        describe: act stop()\n"
    "        hysteresis: act stop()\n        c: query Attack()\n        without before c\n        "
    "describe before c\n        hysteresis before without\n    }\n",
    "order {\n        emit before\n        a: act stop()\n        emit before\n"
    "        guard before act stop()\n        emit: act stop()\n        b: act stop()\n"
    "        a before b\n        emit before b\n    }\n",
    "parallel lock before {\n        act stop()\n    }\n",
    "machine {\n        state walking {\n            act stop()\n            act stand()\n"
    "            on attacked when n > 2 -> goto fighting\n            when gold(self) > 9 -> goto "
    "success\n        }\n        state fighting {\n            act attack(target: who)\n"
    "            on success -> goto walking\n            on failure -> goto failure\n        }\n"
    "    }\n",
    "stacks long, short {\n        act stop()\n        on attacked -> push short call U(who: who, "
    "all: all, there: there, n: 1)\n        on finished when n > 3 -> pop short\n        on gone "
    "-> "
    "flush long\n        on created -> pop-to short call U(who: who, all: all, there: there, n: "
    "1)\n    }\n",
    "monitor {\n        act stop()\n        on gone -> act stand()\n        when n > 3 -> goal "
    "WinWargus(player: self)\n    }\n",
    "squad act stop()\n",
    "squad gather 17 launch 140 retreat 0 join follow leash 21 sequence {\n"
    "        act stop()\n        act stand()\n    }\n",
};

TEST(every_kind_prints_as_it_was_written)
{
    int seen[US_NODE_KINDS] = {0};
    for (int i = 0; i < US_COUNT(bodies); i++) {
        us_test_row(bodies[i]);
        us_brl *brl = brl_tree(bodies[i]);
        US_AUTOFREE char *text = brl_text(brl);
        const char *at = strstr(text, "    do ");
        REQUIRE(at);
        CHECK(us_text_has_prefix(at + strlen("    do "), bodies[i]));
        CHECK(us_text_has_prefix(at + strlen("    do ") + strlen(bodies[i]), "}\n\ntree U"));
        US_AUTOPTR(us_brl) back = brl_read(text, NULL);
        CHECK(us_brl_equal(brl, back));
        for (int k = 0; k < brl->item[0]->node_count; k++)
            seen[brl->item[0]->node[k].kind]++;
        us_brl_free(brl);
    }
    us_test_row(NULL);
    for (int i = 0; i < US_NODE_KINDS; i++)
        if (!seen[i])
            FAIL("no row for %s", us_node_kind_row((us_node_kind)i)->word);
}

typedef struct rewriting {
    const char *in, *out;
} rewriting;

/* What may be written differently. */
static const rewriting rewritings[] = {
    {"order { a: act stop() b: act stand() a before b }",
     "sequence {\n        a: act stop()\n        b: act stand()\n    }\n"},
    {"order { a: act stop() b: act stand() c: act explore() c before a a before b c before b }",
     "sequence {\n        c: act explore()\n        a: act stop()\n        b: act stand()\n    "
     "}\n"},
    {"order { a: act stop() b: act stand() }",
     "parallel {\n        a: act stop()\n        b: act stand()\n    }\n"},
    {"order { a: maintain ResourceInfrastructure(self, 4, 9) b: act stop() a before b }",
     "order {\n        a: maintain ResourceInfrastructure(player: self, farms: 4, peasants: 9)\n"
     "        b: act stop()\n        a before b\n    }\n"},
    {"order { a: act stop() b: maintain ResourceInfrastructure(self, 4, 9) a before b }",
     "sequence {\n        a: act stop()\n        b: maintain ResourceInfrastructure(player: self, "
     "farms: 4, peasants: 9)\n    }\n"},
    {"order { act stop() }", "sequence {\n        act stop()\n    }\n"},
    {"order { a: act stop() b: act stop() c: act stop() d: act stop() a before c b before c c "
     "before d a before d }",
     "order {\n        a: act stop()\n        b: act stop()\n        c: act stop()\n"
     "        d: act stop()\n        a before c\n        b before c\n        c before d\n    }\n"},
    {"order { z: order { a: act stop() b: act stop() c: act stop() a before b } y: order { d: act "
     "stop() e: act stop() f: act stop() d before f } y before z }",
     "sequence {\n        y: order {\n            d: act stop()\n            e: act stop()\n"
     "            f: act stop()\n            d before f\n        }\n        z: order {\n"},
    {"order { retries: act stop() x: act stop() c: goal WinWargus(self) retries before c x before "
     "c}",
     "order {\n        retries: act stop()\n        x: act stop()\n        c: goal "
     "WinWargus(player: self)\n        retries before c\n        x before c\n    }\n"},
    {"query Attack()\n recheck event", "query Attack() recheck event\n"},
    {"invert { # braces\n act   stop ( )\n}", "invert act stop()\n"},
    {"act move(at: there)", "act move(cell: there)\n"},
    {"act attack(at: who, units: all)", "act attack(units: all, target: who)\n"},
    {"act move(there)", "act move(cell: there)\n"},
    {"act move(units: who, cell: (1,2))", "act move(unit: who, cell: (1, 2))\n"},
    {"act move(cell: near( self.hall))", "act move(cell: near(self.hall))\n"},
    {"act move(cell: near (self . hall , 3,-4 ))", "act move(cell: near(self.hall, 3, -4))\n"},
    {"act move(cell: near(\nwho ,\n3 , 4))", "act move(cell: near(who, 3, 4))\n"},
    {"act move(cell: near((3,4) , 1, 2))", "act move(cell: near((3, 4), 1, 2))\n"},
    {"act move(cell: near(first(self, 'hall'),1,2))",
     "act move(cell: near(first(self, \"hall\"), 1, 2))\n"},
    {"goal BuildUnits(self, \"footman\", 2*n)",
     "goal BuildUnits(player: self, type: \"footman\", number: 2 * n)\n"},
    {"goal BuildUnits(number: 3, player: self, type: \"footman\") -> made retries 4",
     "goal BuildUnits(player: self, type: \"footman\", number: 3) retries 4 -> made\n"},
    {"check (n > 3 and # why\n  n < 9)", "check n > 3 and n < 9\n"},
    {"check And(Gold(300), not(n == 3))", "check gold(self) >= 300 and not n == 3\n"},
    {"selector memory resume { act stop() }", "selector {\n        act stop()\n    }\n"},
    {"choose share 50 score order { act stop() }", "choose {\n        act stop()\n    }\n"},
};

TEST(what_may_be_written_differently_prints_one_way)
{
    for (int i = 0; i < US_COUNT(rewritings); i++) {
        US_AUTOSTR(in);
        us_str_addf(&in, "%s\n", rewritings[i].in);
        us_test_row(rewritings[i].in);
        US_AUTOPTR(us_brl) brl = brl_tree(in.text);
        char *text = brl_text(brl);
        CHECK_CONTAINS(text, rewritings[i].out);
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOPTR(us_brl) back = brl_read(text, &faults);
        CHECK(us_brl_equal(brl, back));
        us_mem_free(text);
    }
}

static const char sample[] =
    "brl 1\n"
    "behavior \"rush from two barracks\" achieves DefeatPlayer(player: enemy) {\n"
    "    seen at 137 in \"ridge-1\"\n"
    "    slot s1: group \"footman\" of self            # the six made by step a\n"
    "    when  count(self, \"barracks\") >= 2\n"
    "    while exists(role: depot, owner: self)\n"
    "    do order {\n"
    "        a: goal BuildUnits(player: self, type: \"footman\", number: 6) -> s1\n"
    "        b: maintain ResourceInfrastructure(player: self, farms: 4, peasants: 9)\n"
    "        c: act attack(units: s1, at: near(enemy.depot))\n"
    "        a before c\n"
    "    }\n"
    "}\n";

TEST(the_sample_of_the_manual_is_understood)
{
    US_AUTOPTR(us_brl) brl = brl_read(sample, NULL);
    REQUIRE(brl->count == 1);
    const us_template *t = us_brl_find(brl, US_TEMPLATE_BEHAVIOR, "rush from two barracks");
    REQUIRE(t);
    CHECK(!us_brl_find(brl, US_TEMPLATE_TREE, "rush from two barracks"));
    REQUIRE(t->case_count == 1);
    CHECK_INT(t->cases[0].cycle, 137);
    CHECK_STR(t->cases[0].map, "ridge-1");
    CHECK_STR(t->goal_name, "DefeatPlayer");
    CHECK_INT(t->goal_arg[0].expr != NULL, true);
    CHECK_INT(t->when_count, 1);
    CHECK_INT(t->alive_count, 1);
    CHECK_INT(t->slot_count, 1);
    CHECK_INT(t->slot[0].slot.kind, US_VALUE_GROUP);
    CHECK_INT(t->slot[0].owner, US_SEAT_SELF);
    CHECK_INT(t->slot[0].type, us_domain_find_type(brl_domain(), "footman"));
    REQUIRE(t->node_count == 4);
    CHECK_INT(t->node[0].kind, US_NODE_ORDER);
    CHECK_INT(t->node[1].slot, 0);
    CHECK_INT(t->node[2].pursue, 1 + US_GOAL_MAINTAIN);
    CHECK_INT(t->node[3].what, us_domain_find_action(brl_domain(), "attack"));
    CHECK_INT(t->node[3].arg[0].param, US_ARG_ACTOR);
    CHECK(t->node[3].arg[1].anchor);
    CHECK_INT(t->node[3].arg[1].seat, US_SEAT_ENEMY);
    CHECK_INT(t->before_count, 1);
    CHECK(t->before[0].first == 1 && t->before[0].then == 3);
    CHECK_INT(us_template_find_node(t, "c"), 3);
}

TEST(numbers_of_an_appendix_are_exact)
{
    US_AUTOSTR(text);
    us_str_add(&text,
               "brl 1\n\ntree T {\n    do act stop()\n    appendix {\n        ends: "
               "-9223372036854775808 9223372036854775807 0\n        empty:\n        a.b-c.d: 1\n"
               "        long:");
    for (int i = 0; i < 300; i++)
        us_str_addf(&text, " %d", i * 1237 - 100000);
    us_str_add(&text, "\n    }\n}\n");
    us_brl *brl = brl_read(text.text, NULL);
    const us_template *t = brl->item[0];
    REQUIRE(t->case_count == 1 && t->cases[0].entry_count == 4);
    const us_entry *entry = t->cases[0].entry;
    CHECK_INT(us_entry_number(&entry[0], 0), INT64_MIN);
    CHECK_INT(us_entry_number(&entry[0], 1), INT64_MAX);
    CHECK_INT(entry[1].count, 0);
    CHECK_STR(entry[2].key, "a.b-c.d");
    CHECK_INT(entry[3].count, 300);
    CHECK_INT(us_entry_number(&entry[3], 299), 299 * 1237 - 100000);
    US_AUTOFREE char *printed = brl_text(brl);
    US_AUTOPTR(us_brl) back = brl_read(printed, NULL);
    CHECK(us_brl_equal(brl, back));
    for (const char *at = printed; *at; at += strcspn(at, "\n") + 1)
        CHECK(strcspn(at, "\n") <= 100);
    us_brl_free(brl);
}

/* Fixtures are never changed: what older programs wrote must go on being read. */
TEST(files_of_version_1_are_read_and_printed_as_they_are)
{
    US_AUTO(us_names_free) us_names names;
    REQUIRE(us_file_list("tests/fixtures/brl-1", ".brl", &names, NULL) == US_OK);
    CHECK(names.count >= 2);
    for (int i = 0; i < names.count; i++) {
        US_AUTOSTR(path);
        us_str_addf(&path, "tests/fixtures/brl-1/%s", names.name[i]);
        us_test_row(path.text);
        US_AUTOPTR(us_brl) brl = NULL;
        us_error err = {0};
        char *text;
        US_AUTOFREE char *printed = NULL;
        size_t length;
        REQUIRE(us_file_read(path.text, US_BRL_FILE_MAX, &text, &length, NULL) == US_OK);
        us_status status = us_brl_load(brl_domain(), path.text, &brl, &err);
        CHECK_STR(err.text, "");
        REQUIRE(status == US_OK);
        printed = brl_text(brl);
        CHECK_STR(printed, text);
        us_mem_free(text);
    }
}

TEST(a_part_of_a_file_is_a_file_or_named_faults)
{
    for (size_t length = 0; length < sizeof sample; length++) {
        us_brl *brl = NULL;
        us_error err = {0};
        us_status status = us_brl_parse(brl_domain(), "t", sample, length, &brl, &err);
        if (status == US_OK)
            us_brl_free(brl);
        else
            CHECK(status == US_BAD_INPUT && !brl && err.line > 0 && err.column > 0 && err.text[0]);
    }
}

TEST(ten_thousand_brackets_are_a_few_faults)
{
    static const char *const rows[] = {"sequence { ", "invert ", "check (", "act move(((((", "{"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i]);
        US_AUTOSTR(text);
        us_str_add(&text, "brl 1\ntree T {\n    do ");
        for (int k = 0; k < 10000; k++)
            us_str_add(&text, rows[i]);
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOPTR(us_brl) brl = us_brl_read(brl_domain(), "t", text.text, text.length, &faults);
        CHECK(faults.count >= 1 && faults.count <= 3);
    }
}

TEST(a_failed_parse_leaves_its_output)
{
    us_brl *brl = (us_brl *)&brl;
    us_error err;
    CHECK_INT(us_brl_parse(brl_domain(), "x.brl", "brl 2\n", 6, &brl, &err), US_BAD_INPUT);
    CHECK(brl == (us_brl *)&brl);
    CHECK_STR(err.file, "x.brl");
    CHECK_STR(err.text, "version 2 of BRL; this program reads version 1");
    CHECK_INT(us_brl_load(brl_domain(), "no/such.brl", &brl, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "no/such.brl");
}

/* ---- what a behavior achieves */

TEST(a_goal_has_its_kind_and_says_it_where_the_domain_says_another)
{
    static const struct {
        const char *in, *out;
        us_goal_kind kind;
    } rows[] = {
        {"BuildUnits(self, \"footman\", 7)",
         "BuildUnits(player: self, type: \"footman\", number: 7)", US_GOAL_INCREASE},
        {"increase BuildUnits(self, \"footman\", 7)",
         "BuildUnits(player: self, type: \"footman\", number: 7)", US_GOAL_INCREASE},
        {"achieve BuildUnits(self, \"footman\", 7)",
         "achieve BuildUnits(player: self, type: \"footman\", number: 7)", US_GOAL_ACHIEVE},
        {"maintain # always\nBuildUnits(self, \"footman\", 7)",
         "maintain BuildUnits(player: self, type: \"footman\", number: 7)", US_GOAL_MAINTAIN},
        {"achieve WinWargus(self)", "WinWargus(player: self)", US_GOAL_ACHIEVE},
        {"maintain WinWargus(self)", "maintain WinWargus(player: self)", US_GOAL_MAINTAIN},
    };
    us_hash hash[US_COUNT(rows)];
    US_AUTOSTR(text);
    US_AUTOSTR(goal);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].in);
        us_str_reset(&text);
        us_str_reset(&goal);
        us_str_addf(&text, "brl 1\n\nbehavior \"b\" achieves %s {\n    do act stop()\n}\n",
                    rows[i].in);
        US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
        const us_template *t = brl->item[0];
        us_template_print_goal(t, &goal);
        CHECK_STR(goal.text, rows[i].out);
        CHECK_INT(us_goal_kind_from_pursue(brl_domain(), t->goal, t->pursue), rows[i].kind);
        hash[i] = us_template_hash(t);
        US_AUTOFREE char *shown = brl_text(brl);
        US_AUTOPTR(us_brl) back = brl_read(shown, NULL);
        CHECK_CONTAINS(shown, rows[i].out);
        CHECK(us_brl_equal(brl, back));
    }
    CHECK(hash[0] == hash[1] && hash[0] != hash[2] && hash[2] != hash[3] && hash[4] != hash[5]);
}

TEST(behaviors_that_differ_in_the_kind_alone_are_two)
{
    us_brl *brl =
        brl_read("brl 1\nbehavior \"b\" achieves WinWargus(self) { do act stop() }\n", NULL);
    us_brl *other = brl_read(
        "brl 1\nbehavior \"b\" achieves maintain WinWargus(self) { do act stop() }\n", NULL);
    CHECK(!us_template_equal(brl->item[0], other->item[0]));
    CHECK(us_template_equal(other->item[0], other->item[0]));
    us_brl_free(brl);
    us_brl_free(other);
}

TEST(a_new_node_has_its_settings_at_their_presets)
{
    const us_setting *setting;
    int count = us_setting_list(&setting);
    for (int kind = 0; kind < US_NODE_KINDS; kind++) {
        us_node node = us_node_default((us_node_kind)kind);
        for (int i = 0; i < count; i++) {
            us_test_row(setting[i].word);
            CHECK_INT(*us_setting_value(&setting[i], &node), setting[i].preset);
        }
    }
    us_test_row(NULL);
}

TEST(a_key_is_names_and_behind_them_numbers)
{
    char name[US_NAME_MAX + 2], number[] = "a.123456789012345678",
                                longer[] = "a.1234567890123456789";
    memset(name, 'n', sizeof name);
    name[US_NAME_MAX + 1] = '\0';
    CHECK(!us_brl_is_name(name) && !us_brl_is_key(name));
    name[US_NAME_MAX] = '\0';
    CHECK(us_brl_is_name(name) && us_brl_is_key(name));
    CHECK(us_brl_is_key(number) && !us_brl_is_key(longer));
    CHECK(us_brl_is_key("order.12.x-1_y.3") && us_brl_is_key("Z"));
    CHECK(!us_brl_is_key("") && !us_brl_is_key("a.") && !us_brl_is_key(".a"));
    CHECK(!us_brl_is_key("1.a") && !us_brl_is_key("a.1b") && !us_brl_is_key("a.-b"));
    CHECK(!us_brl_is_key("a b") && !us_brl_is_key("a..b") && !us_brl_is_key("a\xc3\xa4"));
    CHECK(!us_brl_is_name("") && !us_brl_is_name("a.b") && !us_brl_is_name("9"));
}

TEST(a_file_has_64_semaphores_at_most)
{
    for (int count = 64; count <= 65; count++) {
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOSTR(text);
        us_str_add(&text, "brl 1\ntree T {\n    do sequence {\n");
        for (int i = 0; i < count; i++)
            us_str_addf(&text, "        guard door%d act stop()\n", i);
        us_str_add(&text, "    }\n}\n");
        us_brl_free(brl_read(text.text, &faults));
        CHECK_INT(faults.count, count - 64);
        if (faults.count > 0) {
            CHECK_INT(faults.fault[0].kind, US_FAULT_LIMIT);
            CHECK_INT(faults.fault[0].line, 68);
            CHECK_STR(faults.fault[0].what, "more than 64 semaphores in a file");
        }
    }
}
