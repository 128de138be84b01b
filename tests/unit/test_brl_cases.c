#include <string.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* A behavior whose body ends with REST, written in lines; with ' for ". */
static char *file_of(const char *rest)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                "brl 1\n\nbehavior 'b' achieves DefeatPlayer(player: enemy) {\n%s"
                "    do order {\n        a: act stop()\n        b: act stand()\n"
                "        c: act explore()\n        a before c\n    }\n%s}\n",
                rest[0] == '<' ? "    seen at 3 in 'm'\n" : "", rest + (rest[0] == '<'));
    for (char *at = text.text; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    return us_str_detach(&text);
}

static us_brl *read_rest(const char *rest, us_faults *faults)
{
    US_AUTOFREE char *text = file_of(rest);
    us_brl *brl = brl_read(text, faults);
    return brl;
}

TEST(cases_with_texts_are_understood)
{
    us_brl *brl = read_rest("<    appendix {\n        features: 64 -31\n"
                            "        demo: 'rush-1.jsonl' '3fa1'\n    }\n"
                            "    case at 420 in 'ridge-1' done b, a {\n        features: 5\n    }\n"
                            "    case in 'x \\'y\\''\n    case\n",
                            NULL);
    const us_template *t = brl->item[0];
    REQUIRE(t->case_count == 4);
    CHECK_INT(t->cases[0].cycle, 3);
    CHECK_STR(t->cases[0].map, "m");
    CHECK_INT(t->cases[0].done_count, 0);
    REQUIRE(t->cases[0].entry_count == 2);
    const us_entry *demo = us_case_find_entry(&t->cases[0], "demo");
    REQUIRE(demo && demo->texts == 2);
    CHECK_INT(demo->count, 0);
    CHECK_STR(demo->text[0], "rush-1.jsonl");
    CHECK_STR(demo->text[1], "3fa1");
    CHECK_INT(us_entry_number(us_case_find_entry(&t->cases[0], "features"), 1), -31);
    CHECK(!us_case_find_entry(&t->cases[0], "feature"));
    CHECK_INT(t->cases[1].cycle, 420);
    CHECK_STR(t->cases[1].map, "ridge-1");
    REQUIRE(t->cases[1].done_count == 2);
    CHECK_STR(t->cases[1].done[0], "a");
    CHECK_STR(t->cases[1].done[1], "b");
    CHECK_INT(us_entry_number(us_case_find_entry(&t->cases[1], "features"), 0), 5);
    CHECK_INT(t->cases[2].cycle, -1);
    CHECK_STR(t->cases[2].map, "x \"y\"");
    CHECK_INT(t->cases[3].cycle, -1);
    CHECK_STR(t->cases[3].map, "");
    CHECK_INT(t->cases[3].entry_count, 0);
    us_brl_free(brl);
}

TEST(cases_have_one_canonical_form)
{
    static const struct {
        const char *written, *printed;
    } rows[] = {
        {"", ""},
        {"<", "<"},
        {"    appendix {\n    }\n", ""},
        {"    case\n", ""},
        {"    case\n    case { }\n", ""},
        /* the first case, wherever it stands */
        {"    case at 5\n    appendix { k: 1 }\n    seen at 3 in 'm'\n",
         "<    appendix {\n        k: 1\n    }\n    case at 5\n"},
        {"    appendix { k: 1 }\n    case at 5 { k: 2 }\n    appendix { l: 3 }\n",
         "    appendix {\n        k: 1\n        l: 3\n    }\n"
         "    case at 5 {\n        k: 2\n    }\n"},
        /* what says nothing gives its place to the next, but not to a suffix case */
        {"    case at 3 in 'm' { k: 1 }\n    case at 5\n",
         "<    appendix {\n        k: 1\n    }\n    case at 5\n"},
        {"    case at 3 done a\n", "    case at 3 done a\n"},
        {"    case\n    case at 3 done a\n", "    case at 3 done a\n"},
        {"<    case\n    case at 5\n", "<    case\n    case at 5\n"},
        /* what is done, in the order of the steps, each once */
        {"<    case done c, b, c, a\n", "<    case done a, b, c\n"},
        {"<    case at 7 in 'n' done\n        b { e: 1 2 f: 'x' }\n",
         "<    case at 7 in 'n' done b {\n        e: 1 2\n        f: 'x'\n    }\n"},
        /* keys and texts */
        {"    appendix { why . when . 1 : 'a\\\\b' order.02:\n 'x'\n''\n}\n",
         "    appendix {\n        why.when.1: 'a\\\\b'\n        order.02: 'x' ''\n    }\n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].written);
        us_brl *brl = read_rest(rows[i].written, NULL);
        US_AUTOFREE char *expected = file_of(rows[i].printed);
        US_AUTOFREE char *printed = brl_text(brl);
        CHECK_STR(printed, expected);
        US_AUTOPTR(us_brl) back = brl_read(printed, NULL);
        CHECK(us_brl_equal(brl, back));
        us_brl_free(brl);
    }
}

TEST(numbers_come_back_whatever_their_size)
{
    static const int64_t end[] = {INT8_MIN,        INT8_MAX,       INT16_MIN,     INT16_MAX,
                                  INT32_MIN,       INT32_MAX,      INT64_MIN,     INT64_MAX,
                                  INT8_MIN - 1,    INT8_MAX + 1,   INT16_MIN - 1, INT16_MAX + 1,
                                  INT32_MIN - 1LL, INT32_MAX + 1LL};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int i = 0; i < US_COUNT(end); i++) {
        const int64_t number[] = {1, end[i], -1};
        us_entry entry = us_entry_make(arena, "k", number, US_COUNT(number));
        for (int k = 0; k < US_COUNT(number); k++)
            CHECK_INT(us_entry_number(&entry, k), number[k]);
    }
}

TEST(long_texts_come_back_whole)
{
    char longest[US_STRING_MAX + 1], quotes[US_STRING_MAX + 1];
    memset(longest, 'x', sizeof longest - 1);
    memset(quotes, '"', sizeof quotes - 1);
    longest[US_STRING_MAX] = quotes[US_STRING_MAX] = '\0';
    const char *text[] = {longest, quotes, "", "short", "and", "more", quotes, longest, "end"};
    us_faults faults = {0};
    us_builder *b = us_builder_new(brl_domain(), US_TEMPLATE_TREE, "T", NULL, &faults);
    us_node node = us_node_default(US_NODE_ACT);
    node.name = "stop";
    us_builder_open_node(b, &node);
    us_builder_close_node(b);
    us_builder_add_text_entry(b, "order.1", text, US_COUNT(text));
    us_builder_add_text_entry(b, "none", NULL, 0);
    US_AUTOPTR(us_template) made = us_builder_finish(b);
    US_AUTOFREE char *printed = brl_template_text(made);
    US_AUTOSTR(file);
    us_str_addf(&file, "brl 1\n%s", printed);
    US_AUTOPTR(us_brl) brl = brl_read(file.text, NULL);
    CHECK_INT(faults.count, 0);
    CHECK(us_template_equal(made, brl->item[0]));
    const us_entry *entry = us_case_find_entry(&brl->item[0]->cases[0], "order.1");
    REQUIRE(entry && entry->texts == US_COUNT(text));
    for (int i = 0; i < US_COUNT(text); i++)
        CHECK_STR(entry->text[i], text[i]);
}

TEST(templates_of_other_cases_are_not_equal)
{
    static const char *const rows[] = {
        "<    case at 5 done a {\n        k: 1 2\n        t: 'x'\n    }\n",
        "<    case at 6 done a {\n        k: 1 2\n        t: 'x'\n    }\n",
        "<    case at 5 in 'm' done a {\n        k: 1 2\n        t: 'x'\n    }\n",
        "<    case at 5 done b {\n        k: 1 2\n        t: 'x'\n    }\n",
        "<    case at 5 {\n        k: 1 2\n        t: 'x'\n    }\n",
        "<    case at 5 done a {\n        k: 1 3\n        t: 'x'\n    }\n",
        "<    case at 5 done a {\n        k: 1 2\n        t: 'y'\n    }\n",
        "<    case at 5 done a {\n        k: 1 2\n        t:\n    }\n",
        "<    case at 5 done a {\n        k: 1 2\n    }\n",
        "<",
    };
    us_brl *brl[US_COUNT(rows)];
    for (int i = 0; i < US_COUNT(rows); i++)
        brl[i] = read_rest(rows[i], NULL);
    for (int i = 0; i < US_COUNT(rows); i++)
        for (int k = 0; k < US_COUNT(rows); k++)
            CHECK_INT(us_template_equal(brl[i]->item[0], brl[k]->item[0]), i == k);
    /* they are one behavior all the same */
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_HASH(us_template_hash(brl[i]->item[0]), us_template_hash(brl[0]->item[0]));
    for (int i = 0; i < US_COUNT(rows); i++)
        us_brl_free(brl[i]);
}

TEST(a_body_is_the_text_without_cases)
{
    us_brl *brl = read_rest("<    appendix {\n        k: 1\n    }\n    case done a\n    literal\n"
                            "    described (calm: 3)\n    when gold(self) > 3\n",
                            NULL);
    US_AUTOSTR(text);
    us_template_print_body(brl->item[0], "", &text);
    CHECK_STR(text.text, "behavior \"\" achieves DefeatPlayer(player: enemy) {\n    literal\n"
                         "    described (calm: 3)\n    when gold(self) > 3\n    do order {\n"
                         "        a: act stop()\n        b: act stand()\n"
                         "        c: act explore()\n        a before c\n    }\n}\n");
    us_str_reset(&text);
    us_template_print_body(brl->item[0], "b", &text);
    CHECK_HASH(us_template_hash(brl->item[0]), us_hash_add_text(US_HASH_START, text.text));
    us_brl_free(brl);
}

TEST(a_case_goes_to_another_template)
{
    us_brl *brl =
        read_rest("<    case at 5 done b {\n        k: 1\n        t: 'x' 'y'\n    }\n", NULL);
    const us_template *from = brl->item[0];
    us_faults faults = {0};
    us_builder *b = us_builder_new(from->domain, from->kind, from->name, from, &faults);
    us_builder_copy_head(b, from);
    int64_t number = 9;
    us_builder_add_entry(b, "of-the-first", &number, 1);
    us_builder_copy_node(b, from, 0);
    us_builder_copy_case(b, &from->cases[1]);
    us_builder_add_case(b, 8, NULL);
    us_builder_add_done(b, "nobody");
    us_template *made = us_builder_finish(b);
    CHECK_INT(faults.count, 1); /* what was not copied must be right */
    REQUIRE(made->case_count == 4);
    CHECK(us_case_find_entry(&made->cases[0], "of-the-first"));
    for (int i = 1; i < 3; i++) {
        CHECK_INT(made->cases[i].cycle, 5);
        CHECK_STR(made->cases[i].done[0], "b");
        CHECK_STR(us_case_find_entry(&made->cases[i], "t")->text[1], "y");
    }
    us_template_free(made);
    us_faults_clear(&faults);
    us_brl_free(brl);
}

TEST(a_patch_leaves_a_removed_step_out_of_suffix_cases)
{
    us_brl *brl = read_rest("<    case at 5 done a, b\n    case at 6 done c\n    case at 7\n"
                            "    case done b\n",
                            NULL);
    static const struct {
        us_patch_kind kind;
        const char *label, *left;
    } rows[] = {
        {US_PATCH_REMOVE, "b", /* a case that begins behind b alone goes */
         "    case at 5 done a\n    case at 6 done c\n    case at 7\n}\n"},
        {US_PATCH_DAEMON, "b", /* the steps are still the same */
         "    case at 5 done a, b\n    case at 6 done c\n    case at 7\n    case done b\n}\n"},
        {US_PATCH_BEFORE, "b", /* whoever joins behind b needs nothing before it */
         "    case at 5 done a, n2, b\n    case at 6 done c\n    case at 7\n    case done n2, "
         "b\n}\n"},
        {US_PATCH_OPENING, "",
         "    case at 5 done n2, a, b\n    case at 6 done n2, c\n    case at 7\n    case done n2, "
         "b\n}\n"},
        {US_PATCH_AMONG, "",
         "    case at 5 done a, b\n    case at 6 done c\n    case at 7\n    case done b\n}\n"},
        {US_PATCH_WRAP, "b",
         "    case at 5 done a, b\n    case at 6 done c\n    case at 7\n    case done b\n}\n"},
    };
    us_brl *piece =
        brl_read("brl 1\ntree P {\n do monitor { act stop() on gone -> act stand() }\n}\n", NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_patch patch = {.kind = rows[i].kind,
                          .piece = piece->item[0],
                          .from = rows[i].kind == US_PATCH_DAEMON ? 2 : 1,
                          .node = us_template_find_node(brl->item[0], rows[i].label),
                          .wrap = us_node_default(US_NODE_RETRY)};
        US_AUTOPTR(us_template) made = NULL;
        us_error err = {0};
        us_status status = us_template_patch(brl->item[0], &patch, &made, &err);
        CHECK_STR(err.text, "");
        REQUIRE(status == US_OK);
        char *text = brl_template_text(made);
        CHECK_CONTAINS(text, rows[i].left);
        CHECK_INT(made->cases[0].cycle, 3);
        us_mem_free(text);
    }
    us_brl_free(piece);
    us_brl_free(brl);
}

TEST(a_slot_is_described_by_an_entry_of_any_case)
{
    static const struct {
        const char *rest;
        bool described;
    } rows[] = {
        {"    appendix {\n        spot.place: 1 2\n    }\n", true},
        {"<    case at 3 {\n        k: 1\n        spot.window: 1 2\n    }\n", true},
        {"    appendix {\n        window.spot: 1 2\n    }\n", true},
        {"    appendix {\n        spot: 1 2\n        place.spot: 1\n        spo.place: 1\n"
         "        spott.place: 1\n        window.spo: 1\n    }\n",
         false},
        {"", false},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].rest);
        US_AUTOSTR(text);
        us_str_addf(&text,
                    "brl 1\nbehavior \"b\" is X {\n    slot a: cell = (1, 2)\n"
                    "    slot spot: cell\n    slot z: number = 3\n"
                    "    do act move(cell: spot)\n%s}\n",
                    rows[i].rest + (rows[i].rest[0] == '<'));
        US_AUTO(us_faults_clear) us_faults faults = {0};
        us_brl_free(brl_read(text.text, &faults));
        CHECK_INT(faults.count, !rows[i].described);
        if (faults.count > 0)
            CHECK_CONTAINS(faults.fault[0].what, "nothing binds slot spot");
    }
}

static const char literal[] = "brl 1\n\n"
                              "behavior \"b\" achieves KillUnit(player: self, unit: #7) {\n"
                              "    literal\n"
                              "    slot w: entity = #9\n"
                              "    when exists(#7)\n"
                              "    do sequence {\n"
                              "        act attack(unit: #150, target: #7)\n"
                              "        act move(unit: #15, cell: near(#3, 1, 2))\n"
                              "        call T(who: #4)\n"
                              "    }\n"
                              "}\n\n"
                              "tree T(who: entity) {\n"
                              "    do act stop(unit: who)\n"
                              "}\n";

TEST(a_literal_behavior_names_entities_of_one_game)
{
    US_AUTOSTR(text);
    us_str_add(&text, literal);
    us_brl *back;
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    CHECK(brl->item[0]->literal && !brl->item[1]->literal);
    char *printed = brl_text(brl);
    back = brl_read(printed, NULL);
    CHECK(us_brl_equal(brl, back));
    CHECK_CONTAINS(printed, "cell: near(#3, 1, 2)");
    us_brl_free(back);
    us_mem_free(printed);
    /* without the word each is a fault */
    char *word = strstr(text.text, "    literal\n");
    REQUIRE(word);
    memset(word, ' ', strlen("    literal"));
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_brl_free(brl_read(text.text, &faults));
    CHECK_INT(faults.count, 8);
    for (int i = 0; i < faults.count; i++)
        CHECK_INT(faults.fault[i].kind, US_FAULT_ID);
}

TEST(all_else_of_a_literal_behavior_is_checked)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_brl_free(brl_read("brl 1\nbehavior \"b\" is X {\n literal\n slot w: entity\n"
                         " do sequence {\n  act attack(unit: #5, target: w)\n"
                         "  act train(unit: #5, type: 3)\n }\n}\n"
                         "tree T {\n do act stop(unit: #5)\n}\n",
                         &faults));
    REQUIRE(faults.count == 3);
    CHECK_INT(faults.fault[0].kind, US_FAULT_UNBOUND);
    CHECK_INT(faults.fault[1].kind, US_FAULT_EXPRESSION);
    CHECK_INT(faults.fault[2].kind, US_FAULT_ID);
}

/* COUNT slots, each bound and used; early: the last but one is used before, too. */
static void many_slots(int count, bool early, us_faults *faults)
{
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\ntree T {\n");
    for (int i = 0; i < count; i++)
        us_str_addf(&text, "    slot s%d: number\n", i);
    us_str_add(&text, "    do sequence {\n");
    if (early)
        us_str_addf(&text, "check s%d > 0\n", count - 2);
    for (int i = 0; i < count; i++)
        us_str_addf(&text, "set s%d = %d\ncheck s%d > 0\n", i, i, i);
    us_str_add(&text, "    }\n}\n");
    us_brl_free(brl_read(text.text, faults));
}

TEST(a_template_has_256_slots)
{
    us_faults faults = {0};
    many_slots(US_SLOTS_MAX, false, &faults);
    CHECK_INT(faults.count, 0);
    many_slots(US_SLOTS_MAX, true, &faults);
    REQUIRE(faults.count == 1);
    CHECK_STR(faults.fault[0].what, "slot s254 is used before it can be bound");
    us_faults_clear(&faults);
    many_slots(US_SLOTS_MAX + 1, false, &faults);
    REQUIRE(faults.count > 0);
    CHECK_STR(faults.fault[0].what, "more than 256 slots");
    us_faults_clear(&faults);
}

TEST(many_cases_are_read_at_once)
{
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\nbehavior \"b\" is X {\n    do parallel {\n");
    for (int i = 0; i < 1000; i++)
        us_str_addf(&text, "s%d: act stop()\n", i);
    us_str_add(&text, "    }\n");
    for (int i = 0; i < 200; i++) {
        us_str_addf(&text, "case at %d done s%d", i, i);
        for (int k = 999; k >= 0; k--)
            us_str_addf(&text, ", s%d", k);
        us_str_add(&text, " { x.y: 1 }\n");
    }
    us_str_add(&text, "}\n");
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    CHECK_INT(brl->item[0]->case_count, 201);
    CHECK_INT(brl->item[0]->cases[200].done_count, 1000);
}
