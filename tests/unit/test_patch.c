#include <stdio.h>
#include <string.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

typedef struct row {
    const char *body;
    us_patch_kind kind;
    const char *label; /* of the node */
    const char *piece; /* a body, or NULL */
    const char *made;  /* the new body, one space for any white space; or what is said */
} row;

static const row rows[] = {
    {"a: act stop()", US_PATCH_BEFORE, "a", "act stand()",
     "sequence { act stand() a: act stop() }"},
    {"a: act stop()", US_PATCH_AFTER, "a", "act stand()", "sequence { a: act stop() act stand() }"},
    {"a: act stop()", US_PATCH_BESIDE, "a", "act stand()",
     "parallel { a: act stop() act stand() }"},
    {"sequence { act stop() a: act stop() }", US_PATCH_BEFORE, "a", "act stand()",
     "sequence { act stop() act stand() a: act stop() }"},
    {"sequence { a: act stop() act stop() }", US_PATCH_AFTER, "a", "act stand()",
     "sequence { a: act stop() act stand() act stop() }"},
    {"sequence { act stop() a: act stop() }", US_PATCH_BESIDE, "a", "act stand()",
     "sequence { act stop() parallel { a: act stop() act stand() } }"},
    {"parallel { act stop() a: act stop() }", US_PATCH_BESIDE, "a", "act stand()",
     "parallel { act stop() a: act stop() act stand() }"},
    {"parallel succeed 1 { act stop() a: act stop() }", US_PATCH_BESIDE, "a", "act stand()",
     "parallel succeed 1 { act stop() parallel { a: act stop() act stand() } }"},
    {"parallel { act stop() a: act stop() }", US_PATCH_BEFORE, "a", "act stand()",
     "parallel { act stop() sequence { act stand() a: act stop() } }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_BEFORE, "c",
     "act stand()",
     "order { a: act stop() b: act stop() n2: act stand() c: act stop() a before n2 n2 before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_AFTER, "a",
     "act stand()",
     "order { a: act stop() n2: act stand() b: act stop() c: act stop() a before n2 n2 before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_BESIDE, "b",
     "act stand()",
     "order { a: act stop() b: act stop() n2: act stand() c: act stop() a before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_BESIDE, "c",
     "act stand()",
     "order { a: act stop() b: act stop() c: act stop() n2: act stand() a before c a before n2 }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_BESIDE, "a",
     "act stand()",
     "order { a: act stop() n2: act stand() b: act stop() c: act stop() a before c n2 before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before b b before c }", US_PATCH_REMOVE,
     "b", NULL, "sequence { a: act stop() c: act stop() }"},
    {"order { a: act stop() b: act stop() c: act stop() d: act stop() a before b b before c }",
     US_PATCH_REMOVE, "b", NULL, "order { a: act stop() c: act stop() d: act stop() a before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_REMOVE, "b", NULL,
     "sequence { a: act stop() c: act stop() }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_REPLACE, "a",
     "goal WinWargus(self)",
     "order { a: goal WinWargus(player: self) b: act stop() c: act stop() a before c }"},
    {"order { a: act stop() b: act stop() c: act stop() a before c }", US_PATCH_WRAP, "a", NULL,
     "order { a: retry 3 act stop() b: act stop() c: act stop() a before c }"},
    {"sequence { a: act stop() }", US_PATCH_WRAP, "a", NULL, "sequence { retry 3 a: act stop() }"},
    {"sequence { act stop() a: selector { act stop() } }", US_PATCH_REPLACE, "a",
     "b: choose { act stand() act stop() }",
     "sequence { act stop() b: choose { act stand() act stop() } }"},
    {"a: act stop()", US_PATCH_DAEMON, "a", "on gone -> act stand()",
     "monitor { a: act stop() on gone -> act stand() }"},
    {"monitor { a: act stop() on created -> act stop() }", US_PATCH_DAEMON, "a",
     "on gone -> act stand()",
     "monitor { a: act stop() on created -> act stop() on gone -> act stand() }"},
    {"monitor { a: order { b: act stop() c: act stop() d: act stop() b before c } on created -> "
     "act "
     "stop() }",
     US_PATCH_AMONG, "a", "act stand()",
     "monitor { a: order { b: act stop() c: act stop() d: act stop() n2: act stand() b before c } "
     "on created -> act stop() }"},
    {"order { b: act stop() c: act stop() d: act stop() b before c }", US_PATCH_AMONG, "",
     "act stand()",
     "order { b: act stop() c: act stop() d: act stop() n2: act stand() b before c }"},
    {"sequence { b: act stop() act explore() n1: act stop() }", US_PATCH_AMONG, "", "act stand()",
     "order { b: act stop() n5: act explore() n1: act stop() n2: act stand() b before n5 n5 before "
     "n1 }"},
    {"parallel { act stop() act explore() }", US_PATCH_AMONG, "", "act stand()",
     "parallel { act stop() act explore() act stand() }"},
    {"parallel succeed 1 { act stop() act explore() }", US_PATCH_AMONG, "", "act stand()",
     "parallel { parallel succeed 1 { act stop() act explore() } act stand() }"},
    {"sequence memory none { act stop() act explore() }", US_PATCH_AMONG, "", "act stand()",
     "parallel { sequence memory none { act stop() act explore() } act stand() }"},
    {"act stop()", US_PATCH_AMONG, "", "act stand()", "parallel { act stop() act stand() }"},
    {"order { b: act stop() c: act stop() d: act stop() b before c }", US_PATCH_OPENING, "",
     "act stand()",
     "order { n2: act stand() b: act stop() c: act stop() d: act stop() n2 before b n2 before d "
     "b before c }"},
    {"sequence { act stop() act explore() }", US_PATCH_OPENING, "", "act stand()",
     "sequence { act stand() act stop() act explore() }"},
    {"parallel { act stop() act explore() }", US_PATCH_OPENING, "", "act stand()",
     "sequence { act stand() parallel { act stop() act explore() } }"},
    {"sequence { act stop() act explore() a: act stand() }", US_PATCH_FIRST, "a", NULL,
     "sequence { a: act stand() act stop() act explore() }"},
    {"order { b: act stop() a: act stand() c: act stop() d: act stop() b before a a before c }",
     US_PATCH_FIRST, "a", NULL,
     "order { b: act stop() a: act stand() c: act stop() d: act stop() b before c a before c }"},
    {"order { b: act stop() a: act stand() c: act stop() b before a a before c }", US_PATCH_FIRST,
     "a", NULL, "sequence { a: act stand() b: act stop() c: act stop() }"}, /* of a chain */
    {"a: act stop()", US_PATCH_DAEMON, "a", "monitor { act explore() on gone -> act stand() }",
     "monitor { a: act stop() on gone -> act stand() }"}, /* a part of the piece */
    /* refused */
    {"parallel { a: act stop() act stand() }", US_PATCH_FIRST, "a", NULL,
     "it stands in no sequence or order"},
    {"check { a: check exists(made) }", US_PATCH_REPLACE, "a", "act stand()",
     "a condition could be running: act stand takes time"},
    {"sequence { a: act stop() }", US_PATCH_REMOVE, "a", NULL, "sequence has 0 children"},
    {"a: act stop()", US_PATCH_REMOVE, "a", NULL, "nothing is left"},
    {"a: act stop()", US_PATCH_AFTER, "a", "goto x", "a goto outside"},
    {"sequence { act train(type: \"footman\") -> made a: act stop(unit: made) }", US_PATCH_BESIDE,
     "a", "fail act stop()",
     "sequence { act train(type: \"footman\") -> made parallel { a: act "
     "stop(unit: made) fail act stop() } }"},
    {"sequence { a: act train(type: \"footman\") -> made act stop(unit: made) }", US_PATCH_REMOVE,
     "a", NULL, "nothing binds slot made"},
    {"sequence { a: act stop() act stop() }", US_PATCH_REPLACE, "a", "repeat act stop()",
     "act stop can never be reached"},
};

/* The body of a tree's text, all white space one blank. */
static void squeeze(const char *text, us_str *out)
{
    us_str_reset(out);
    const char *at = strstr(text, "    do ");
    REQUIRE(at);
    for (at += strlen("    do "); *at; at++) {
        bool blank = *at == ' ' || *at == '\n';
        if (!blank)
            us_str_add_char(out, *at);
        else if (out->length > 0 && out->text[out->length - 1] != ' ')
            us_str_add_char(out, ' ');
    }
    REQUIRE(out->length > 3);
    out->length -= 3; /* the tree's " } " */
    out->text[out->length] = '\0';
}

static us_brl *file_of(const char *body)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "brl 1\ntree T { slot made: entity do %s\n}\n", body);
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_brl *brl = brl_read(text.text, &faults); /* a rule as a root is a fault, and a piece */
    return brl;
}

TEST(each_patch_changes_one_place)
{
    US_AUTOSTR(body);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].made);
        us_brl *from = file_of(rows[i].body), *piece = NULL;
        us_patch patch = {.kind = rows[i].kind,
                          .node = us_template_find_node(from->item[0], rows[i].label),
                          .wrap = us_node_default(US_NODE_RETRY)};
        patch.wrap.count = 3;
        if (rows[i].piece) {
            piece = file_of(rows[i].piece);
            patch.piece = piece->item[0];
            patch.from = rows[i].kind == US_PATCH_DAEMON && piece->item[0]->node_count > 3 ? 2 : 0;
        }
        US_AUTOFREE char *before = brl_text(from);
        us_template *made = NULL;
        us_error err = {0};
        us_status status = us_template_patch(from->item[0], &patch, &made, &err);
        if (status == US_OK) {
            US_AUTOFREE char *text = brl_template_text(made);
            squeeze(text, &body);
            CHECK_STR(body.text, rows[i].made);
        } else {
            CHECK(status == US_FAILED && !made);
            CHECK_CONTAINS(err.text, rows[i].made);
        }
        US_AUTOFREE char *after = brl_text(from);
        CHECK_STR(after, before); /* a template never changes */
        us_template_free(made);
        us_brl_free(from);
        us_brl_free(piece);
    }
}

static const struct {
    const char *body, *label, *number;
    int64_t value;
    const char *made; /* the new body, or what is said */
} numbers[] = {
    {"squad launch 150 sequence { act stop() a: act stop() }", "", "launch", 10000,
     "squad launch 10000 sequence { act stop() a: act stop() }"},
    {"squad act stop()", "", "gather", 12, "squad gather 12 act stop()"},
    {"squad gather 12 act stop()", "", "gather", 9, "squad act stop()"}, /* the preset */
    {"squad leash 3 act stop()", "", "join", 1, "squad join follow leash 3 act stop()"},
    {"squad act stop()", "", "workers", 0, "squad act stop()"},
    {"sequence { a: goal BuildUnits(self, \"barracks\", 4) act stop() }", "a", "number", 7,
     "sequence { a: goal BuildUnits(player: self, type: \"barracks\", number: 7) act stop() }"},
    {"a: goal GetResources(player: self, wood: 200, gold: 400) retries 5", "a", "gold", -1,
     "a: goal GetResources(player: self, gold: -1, wood: 200) retries 5"},
    {"a: goal GetResources(player: self, gold: 400) -> made", "a", "gold", INT64_MAX,
     "a: goal GetResources(player: self, gold: 9223372036854775807) -> made"},
    {"a: goal WinWargus(self) retries 5", "a", "retries", 8,
     "a: goal WinWargus(player: self) retries 8"},
    {"a: sequence { act stop() act stop() }", "a", "memory", 0,
     "a: sequence memory none { act stop() act stop() }"},
    {"order { a: goal GetResources(self, 1) goal GetResources(self, 2) b: act stop() a before b }",
     "a", "gold", 3,
     "order { a: goal GetResources(player: self, gold: 3) goal GetResources(player: self, gold: "
     "2) b: act stop() a before b }"},
    /* refused */
    {"squad act stop()", "", "launch", 10001, "launch is a number from 0 to 10000, not 10001"},
    {"squad act stop()", "", "gather", -1, "gather is a number from 0 to 64, not -1"},
    {"squad act stop()", "", "join", 2, "join is a number from 0 to 1, not 2"},
    {"squad act stop()", "", "lanch", 5, "squad has no number \"lanch\"; did you mean \"launch\"?"},
    {"squad a: act stop()", "a", "launch", 5, "act stop has no number \"launch\"; there are none"},
    {"a: goal BuildUnits(self, \"barracks\", 4)", "a", "type", 5,
     "argument type is \"barracks\": no integer"},
    {"a: goal BuildUnits(self, \"barracks\", 2 + gold(self))", "a", "number", 5,
     "argument number is 2 + gold(self): no integer"},
    {"a: goal GetResources(self, wood: 9)", "a", "amount", 5,
     "goal GetResources has no number \"amount\"; there are retries, wood"},
};

TEST(a_number_changes_alone)
{
    US_AUTOSTR(body);
    for (int i = 0; i < US_COUNT(numbers); i++) {
        us_test_row(numbers[i].made);
        US_AUTOPTR(us_brl) from = file_of(numbers[i].body);
        us_patch patch = {.kind = US_PATCH_NUMBER,
                          .node = us_template_find_node(from->item[0], numbers[i].label),
                          .number = numbers[i].number,
                          .value = numbers[i].value};
        US_AUTOFREE char *before = brl_text(from);
        US_AUTOPTR(us_template) made = NULL;
        us_error err = {0};
        us_status status = us_template_patch(from->item[0], &patch, &made, &err);
        if (status == US_OK) {
            US_AUTOFREE char *text = brl_template_text(made);
            squeeze(text, &body);
            CHECK_STR(body.text, numbers[i].made);
        } else {
            CHECK(status == US_FAILED && !made);
            CHECK_CONTAINS(err.text, numbers[i].made);
        }
        US_AUTOFREE char *after = brl_text(from);
        CHECK_STR(after, before);
    }
}

TEST(a_number_that_makes_the_tree_unsound_is_refused)
{
    US_AUTOPTR(us_brl) from = file_of("a: parallel succeed 2 { act stop() act stand() }");
    us_patch patch = {.kind = US_PATCH_NUMBER, .number = "succeed", .value = 3};
    us_template *made = NULL;
    us_error err;
    CHECK_INT(us_template_patch(from->item[0], &patch, &made, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "3");
    CHECK(!made);
}

TEST(a_patch_keeps_the_head_and_brings_slots_along)
{
    us_brl *from =
        brl_read("brl 1\n\nslot seen: number = 3\n\n"
                 "behavior \"b\"(n: number) achieves maintain DefeatPlayer(player: enemy) is "
                 "Attack {\n    seen at 3 in \"m\"\n    described (calm: 3)\n    slot s: "
                 "group \"footman\" of self\n    when n > seen\n    while n > 0\n"
                 "    do act stop(units: s)\n    appendix {\n        f: 1 2\n    }\n}\n",
                 NULL);
    us_brl *piece = brl_read("brl 1\nslot seen: number = 3\ntree P {\n slot s: group \"footman\" "
                             "of self\n slot hall: entity role hall of enemy\n do act "
                             "attack(units: s, target: hall)\n}\n",
                             NULL);
    us_patch patch = {.kind = US_PATCH_AFTER, .piece = piece->item[0]};
    us_template *made = NULL;
    REQUIRE(us_template_patch(from->item[0], &patch, &made, NULL) == US_OK);
    US_AUTOFREE char *text = brl_template_text(made);
    CHECK_STR(
        text,
        "behavior \"b\"(n: number) achieves maintain DefeatPlayer(player: enemy) is Attack {\n"
        "    seen at 3 in \"m\"\n    described (calm: 3)\n"
        "    slot s: group \"footman\" of self\n    slot hall: entity role hall of enemy\n"
        "    when n > seen\n    while n > 0\n    do sequence {\n"
        "        act stop(units: s)\n        act attack(units: s, target: hall)\n    }\n"
        "    appendix {\n        f: 1 2\n    }\n}\n");
    us_template_free(made);
    us_brl_free(from);
    us_brl_free(piece);
}

TEST(slots_of_one_name_and_two_kinds_are_refused)
{
    us_brl *from = brl_read("brl 1\ntree T(a: entity) {\n do act stop(unit: a)\n}\n", NULL);
    US_AUTOPTR(us_brl)
    piece = brl_read("brl 1\ntree P(a: cell) {\n do act move(cell: a)\n}\n", NULL);
    us_patch patch = {.kind = US_PATCH_AFTER, .piece = piece->item[0]};
    us_template *made = NULL;
    us_error err;
    CHECK_INT(us_template_patch(from->item[0], &patch, &made, &err), US_FAILED);
    CHECK_STR(err.text, "slot a is of kind entity here, and of kind cell in what is added");
    CHECK(!made);
    us_brl_free(from);
}

/* What a patch made reads as it prints, and is sound where the patch said so. */
static void try_made(const us_brl *brl, const us_template *made)
{
    static const us_fault_kind none[] = {US_FAULT_SYNTAX,      US_FAULT_LIMIT,  US_FAULT_ARGUMENT,
                                         US_FAULT_EXPRESSION,  US_FAULT_SHAPE,  US_FAULT_RUNNING,
                                         US_FAULT_UNREACHABLE, US_FAULT_UNBOUND};
    US_AUTOSTR(text);
    US_AUTOSTR(again);
    us_str_add(&text, "brl 1\n\nslot count: number = -5\n\n");
    us_template_print(brl->item[0], &text);
    size_t from = text.length;
    us_template_print(made, &text);
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) back = brl_read(text.text, &faults);
    if (CHECK_INT(back->count, 2)) {
        CHECK(us_template_equal(back->item[1], made));
        us_template_print(back->item[1], &again);
        CHECK_STR(again.text, text.text + from);
    }
    for (int i = 0; i < faults.count; i++)
        for (int k = 0; k < US_COUNT(none); k++)
            if (faults.fault[i].kind == none[k])
                FAIL("%d: %s in\n%s", faults.fault[i].line, faults.fault[i].what, text.text);
}

/* Changes a number of the node to `value`, and back. Returns whether both were sound. */
static bool change_and_return(const us_brl *brl, int node, const us_node_number *number,
                              const char *name, int64_t value)
{
    const us_template *from = brl->item[1];
    us_patch patch = {.kind = US_PATCH_NUMBER, .node = node, .number = name, .value = value};
    US_AUTOPTR(us_template) made = NULL;
    US_AUTOPTR(us_template) back = NULL;
    us_error err = {0};
    if (us_template_patch(from, &patch, &made, &err) != US_OK)
        return CHECK(!made && err.text[0]) && false;
    try_made(brl, made);
    CHECK(us_template_equal(made, from) == (value == number->value));
    patch.value = number->value;
    if (us_template_patch(made, &patch, &back, &err) != US_OK) /* back to a preset below low */
        return false;
    return CHECK(us_template_equal(back, from));
}

TEST(random_numbers_are_changed_and_changed_back)
{
    const us_setting *settings;
    int count = us_setting_list(&settings), made_count = 0;
    for (int seed = 0; seed < 200; seed++) {
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOPTR(us_brl) brl = brl_random((uint64_t)seed, &faults);
        const us_template *from = brl->item[1];
        for (int node = 0; node < from->node_count && node < 30; node++) {
            const us_node *at = &from->node[node];
            for (int i = 0; i < count + at->arg_count; i++) {
                const char *name = i < count ? settings[i].word : at->arg[i - count].name;
                us_node_number number;
                if (us_node_find_number(at, name, &number, NULL) == US_OK)
                    made_count += change_and_return(brl, node, &number, name,
                                                    number.value > 0 ? number.value - 1 : 1);
            }
        }
    }
    CHECK(made_count > 20);
}

TEST(random_patches_are_made_or_refused)
{
    int made_count = 0;
    for (int seed = 0; seed < 200; seed++) {
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOPTR(us_brl) brl = brl_random((uint64_t)seed, &faults);
        const us_template *from = brl->item[1], *piece = brl->item[0];
        for (int node = 0; node < from->node_count && node < 30; node++) {
            us_patch patch = {.kind = (us_patch_kind)((seed + node) % (US_PATCH_FIRST + 1)),
                              .node = node,
                              .piece = piece,
                              .from = seed % piece->node_count,
                              .wrap = us_node_default(US_NODE_ONCE)};
            US_AUTOPTR(us_template) made = NULL;
            us_error err = {0};
            if (us_template_patch(from, &patch, &made, &err) != US_OK) {
                CHECK(!made && err.text[0]);
                continue;
            }
            made_count++;
            try_made(brl, made);
        }
    }
    CHECK(made_count > 20);
}
