#include "adapt/modop.h"
#include "adapt/pattern.h"

#include <stdio.h>
#include <string.h>

#include "retrieve/library.h"
#include "retrieve/provenance.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* A pattern with one repair, whose rows have res, amount, kind, and lacking. */
static us_failure_pattern *pattern_of(const char *repair)
{
    US_AUTOSTR(text);
    us_error err = {0};
    us_failure_pattern *pattern = NULL;
    us_str_addf(&text,
                "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"step\", \"repairs\": [%s]}*/ "
                "SELECT 1 AS game, 0 AS seat, 2 AS cycle, 1 AS badness, 'gold' AS res, "
                "400 AS amount, lower('a \"b\"') AS kind, NULL AS lacking",
                repair);
    if (us_failure_pattern_parse(brl_domain(), "p.sql", text.text, text.length, &pattern, &err) !=
        US_OK)
        FAIL("%s: %d:%d: %s", repair, err.line, err.column, err.text);
    REQUIRE(pattern);
    return pattern;
}

static const char *const values[] = {"1", "0", "2", "1", "gold", "400", "a \"b\"", NULL};
static const us_brl_game game = {.map = 0xab, .seeded = true, .seed = UINT64_MAX, .adapted = true};

static us_status apply_to(const us_template *behavior, const us_template *replaced,
                          const char *repair, const char *label, us_template **out, us_error *err)
{
    static const char *const modop[] = {"what was done"}, *const failure[] = {"what was wrong"};
    us_failure_pattern *pattern = pattern_of(repair);
    us_piece_row row = {pattern->column, values, pattern->columns};
    us_descent descent = {us_template_hash(behavior), modop, failure, &game, 1, replaced};
    us_modop_def mending = {&pattern->repair[0], &row, label, &descent};
    bool has;
    us_status status = us_modop_apply(behavior, &mending, out, &has, err);
    us_failure_pattern_free(pattern);
    return status;
}

/* It stays. */
static us_status apply(const us_template *behavior, const char *repair, const char *label,
                       us_template **out, us_error *err)
{
    return apply_to(behavior, NULL, repair, label, out, err);
}

static us_brl *behavior_of(const char *body, const char *rest)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                "brl 1\nbehavior \"it\" achieves DefeatPlayer(player: enemy) {\n"
                "    slot s: group \"footman\" of self\n    do %s\n%s\n}\n",
                body, rest);
    us_brl *brl = brl_read(text.text, NULL);
    return brl;
}

/* The body of a behavior, all white space one blank. */
static void squeeze(const us_template *of, us_str *out)
{
    US_AUTOSTR(text);
    us_template_print_body(of, "", &text);
    us_str_reset(out);
    const char *at = strstr(text.text, "    do ");
    REQUIRE(at);
    for (at += strlen("    do "); *at; at++) {
        bool blank = *at == ' ' || *at == '\n';
        if (!blank)
            us_str_add_char(out, *at);
        else if (out->length > 0 && out->text[out->length - 1] != ' ')
            us_str_add_char(out, ' ');
    }
    out->length -= strlen(" } ");
    out->text[out->length] = '\0';
}

#define TWO    "sequence { a: act stop(units: s) b: act stand(units: s) }"
#define GATHER "achieve GetResources(player: self, {res}: {amount})"
#define DO     "\"do\": \"" GATHER "\""
#define TUNE(number, percent) \
    "{\"modop\": \"tune\", \"number\": \"" number "\", \"percent\": " #percent "}"
#define TUNE_ROOT(number, percent) \
    "{\"modop\": \"tune\", \"at\": \"root\", \"number\": \"" number "\", \"percent\": " #percent "}"
#define FARM(number)  "goal BuildUnits(player: self, type: \"farm\", number: " number ")"
#define FARMS(number) "sequence { a: " FARM(number) " b: act stand(units: s) }"
#define GOLD          "achieve GetResources(player: self, gold: 400)"

static const struct {
    const char *body, *repair, *label, *made; /* the new body, or what is said */
} rows[] = {
    {TWO, "{\"modop\": \"before\", " DO "}", "b",
     "sequence { a: act stop(units: s) " GOLD " b: act stand(units: s) }"},
    {TWO, "{\"modop\": \"before\", \"at\": \"root\", " DO "}", "b",
     "sequence { " GOLD " a: act stop(units: s) b: act stand(units: s) }"},
    {TWO, "{\"modop\": \"after\", " DO "}", "b",
     "sequence { a: act stop(units: s) b: act stand(units: s) " GOLD " }"},
    {TWO, "{\"modop\": \"beside\", " DO "}", "b",
     "sequence { a: act stop(units: s) parallel { b: act stand(units: s) " GOLD " } }"},
    {"parallel { a: act stop(units: s) b: act stand(units: s) }",
     "{\"modop\": \"beside\", \"at\": \"root\", " DO "}", "b",
     "parallel { a: act stop(units: s) b: act stand(units: s) " GOLD " }"},
    {TWO, "{\"modop\": \"replace\", " DO "}", "b", "sequence { a: act stop(units: s) " GOLD " }"},
    {TWO, "{\"modop\": \"remove\"}", "b", "sequence { a: act stop(units: s) }"},
    {TWO, "{\"modop\": \"retry\"}", "b",
     "sequence { a: act stop(units: s) retry 3 b: act stand(units: s) }"},
    {TWO, "{\"modop\": \"first\"}", "b",
     "sequence { b: act stand(units: s) a: act stop(units: s) }"},
    {TWO,
     "{\"modop\": \"daemon\", \"when\": \"{res}(self) < {amount}\", \"do\": \"act explore()\"}", "",
     "monitor { sequence { a: act stop(units: s) b: act stand(units: s) } when gold(self) < 400 -> "
     "act explore() }"},
    {TWO,
     "{\"modop\": \"after\", \"slots\": [\"slot w: group role worker of self\"], \"do\": "
     "\"act stop(units: w)\"}",
     "b", "sequence { a: act stop(units: s) b: act stand(units: s) act stop(units: w) }"},
    {"squad " TWO, TUNE("launch", 130), "", "squad launch 169 " TWO},
    {"squad " TWO, TUNE_ROOT("launch", 50), "b", "squad launch 65 " TWO},
    {"monitor { squad gather 10 " TWO " when gold(self) < 4 -> act explore() }", TUNE("gather", 75),
     "", "monitor { squad gather 8 " TWO " when gold(self) < 4 -> act explore() }"}, /* 7.5 */
    {"squad gather 1 " TWO, TUNE("gather", 101), "", "squad gather 2 " TWO},
    {"squad workers 2 " TWO, TUNE("workers", 99), "", "squad workers 1 " TWO},
    {"squad " TWO, TUNE("workers", 130), "", "squad workers 1 " TWO},
    {"squad gather 60 " TWO, TUNE("gather", 1000), "", "squad gather 64 " TWO},
    {"squad " TWO, TUNE("join", 7), "", "squad join follow " TWO},
    {"squad join follow " TWO, TUNE("join", 130), "", "squad " TWO},
    {FARMS("3"), TUNE("number", 150), "a", FARMS("5")},
    {FARMS("2"), TUNE("number", 1), "a", FARMS("1")},
    {"sequence { a: retry 3 " FARM("3") " b: act stand(units: s) }", TUNE("number", 50), "a",
     "sequence { a: retry 3 " FARM("2") " b: act stand(units: s) }"},
    {FARMS("0"), TUNE("number", 50), "a", FARMS("-1")},
    {FARMS("-20"), TUNE("number", 150), "a", FARMS("-30")},
    {"sequence { a: goal WinWargus(player: self) b: act stand(units: s) }", TUNE("retries", 200),
     "a", "sequence { a: goal WinWargus(player: self) retries 6 b: act stand(units: s) }"},
    /* refused */
    {TWO, TUNE("launch", 130), "", "the behavior has no squad"},
    {TWO, TUNE_ROOT("launch", 130), "b", "the behavior has no squad"},
    {"squad " TWO, TUNE("launch", 130), "b", "act stand has no number \"launch\""},
    {"squad " TWO, TUNE("launch", 130), "c", "the repair is for a step"},
    {"squad " TWO, TUNE("number", 130), "", "squad has no number \"number\""},
    {"squad workers 1000 " TWO, TUNE("workers", 130), "", "workers is 1000 already, the most"},
    {"squad " TWO, TUNE("workers", 70), "", "workers is 0 already, the least"},
    {"squad retreat 0 " TWO, TUNE("retreat", 130), "", "retreat is 0, which no percent changes"},
    {"squad retreat 1 " TWO, TUNE("retreat", 70), "", "retreat is 1 already, the least"},
    {FARMS("1"), TUNE("number", 70), "a", "number is 1 already, the least"},
    {FARMS("1 + 1"), TUNE("number", 70), "a", "argument number is 1 + 1: no integer"},
    {TWO, "{\"modop\": \"before\", " DO "}", "", "the repair is for a step"},
    {TWO, "{\"modop\": \"before\", " DO "}", "c", "the repair is for a step"},
    {TWO, "{\"modop\": \"remove\"}", "", "the repair is for a step"},
    {"a: act stop(units: s)", "{\"modop\": \"remove\"}", "a", "nothing is left"},
    {"parallel { a: act stop(units: s) b: act stand(units: s) }", "{\"modop\": \"first\"}", "b",
     "it stands in no sequence or order"},
    {TWO, "{\"modop\": \"first\"}", "a", "it would change nothing"},
    {"sequence { retry 3 a: act stop(units: s) b: act stand(units: s) }", "{\"modop\": \"retry\"}",
     "a", "the step is retried already"},
    {"sequence { c: " GOLD " a: act stop(units: s) }", "{\"modop\": \"before\", " DO "}", "a",
     "it has this repair already"},
    {"sequence { c: achieve GetResources(player: self, gold: 401) a: act stop(units: s) }",
     "{\"modop\": \"before\", " DO "}", "a",
     "sequence { c: achieve GetResources(player: self, gold: 401) " GOLD
     " a: act stop(units: s) }"},
    {"monitor { a: act stop(units: s) when gold(self) < 400 -> act explore() }",
     "{\"modop\": \"daemon\", \"when\": \"{res}(self) < {amount}\", \"do\": \"act explore()\"}", "",
     "it has this repair already"},
    {TWO, "{\"modop\": \"before\", \"do\": \"goal GetResources(player: self, gold: {lacking})\"}",
     "b", "lacking"},
    {TWO,
     "{\"modop\": \"before\", \"do\": \"goal BuildUnits(player: self, type: \\\"{kind}\\\", "
     "number: 1)\"}",
     "b", "kind"},
    {TWO,
     "{\"modop\": \"before\", \"slots\": [\"slot s: entity role worker of self\"], \"do\": "
     "\"act stop(unit: s)\"}",
     "b", "slot s is of kind group here"},
};

TEST(each_repair_makes_another_behavior_or_is_refused)
{
    US_AUTOSTR(body);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_template *made = NULL;
        us_error err = {0};
        US_AUTOPTR(us_brl) from = behavior_of(rows[i].body, "");
        US_AUTOFREE char *before = brl_text(from);
        us_test_row(rows[i].repair);
        us_status status = apply(from->item[0], rows[i].repair, rows[i].label, &made, &err);
        if (status == US_OK) {
            squeeze(made, &body);
            CHECK_STR(body.text, rows[i].made);
            CHECK(us_template_hash(made) != us_template_hash(from->item[0]));
        } else {
            CHECK(!made);
            CHECK_CONTAINS(err.text, rows[i].made);
        }
        US_AUTOFREE char *after = brl_text(from);
        CHECK_STR(after, before);
        us_template_free(made);
    }
}

/* ---- what it keeps, and what it tells */

static const char cases[] = "    appendix {\n"
                            "        s.place: 3 4\n"
                            "        pace.a: 0\n"
                            "        pace.b: 700\n"
                            "        demo: \"x.jsonl\"\n"
                            "        orders.a: 3\n"
                            "        map: \"00000000000000cc\"\n"
                            "        seed: \"5\"\n"
                            "        tries: 9\n"
                            "        successes: 4\n"
                            "        parent: \"00000000000000bb\"\n"
                            "        modop: \"older\"\n"
                            "        failure: \"older\"\n"
                            "    }\n"
                            "    case at 90 in \"m\" done a {\n"
                            "        s.place: 5 6\n"
                            "        pace.b: 700\n"
                            "        demo: \"x.jsonl\"\n"
                            "    }\n"
                            "    case at 95 in \"m\" done b {\n"
                            "        s.place: 7 8\n"
                            "    }\n";

static const char *text_of(const us_case *of, const char *key)
{
    const us_entry *entry = us_case_find_entry(of, key);
    return entry && entry->texts == 1 ? entry->text[0] : "";
}

TEST(a_child_tells_of_its_descent_and_keeps_what_was_seen)
{
    static const char *const gone[] = {"demo", "orders.a", "tries", "successes"};
    us_template *made = NULL;
    US_AUTOPTR(us_brl) from = behavior_of(TWO, cases);
    char parent[17];
    us_hash_print(us_template_hash(from->item[0]), parent);
    REQUIRE(apply(from->item[0], "{\"modop\": \"before\", " DO "}", "b", &made, NULL) == US_OK);
    CHECK_STR(made->goal_name, "DefeatPlayer");
    REQUIRE(made->case_count == 3);
    const us_case *whole = &made->cases[0], *suffix = &made->cases[1];
    CHECK_STR(text_of(whole, "parent"), parent);
    CHECK_STR(text_of(whole, "modop"), "what was done");
    CHECK_STR(text_of(whole, "failure"), "what was wrong");
    CHECK_STR(text_of(whole, "map"), "00000000000000ab");
    CHECK_STR(text_of(whole, "seed"), "18446744073709551615");
    for (int i = 0; i < US_COUNT(gone); i++) {
        CHECK(!us_case_find_entry(whole, gone[i]));
        CHECK(!us_case_find_entry(suffix, gone[i]));
    }
    CHECK(us_case_find_entry(whole, "s.place") && us_case_find_entry(whole, "pace.b"));
    CHECK(us_case_find_entry(suffix, "s.place") && us_case_find_entry(suffix, "pace.b"));
    CHECK_STR(suffix->done[0], "a");
    us_template_free(made);
    /* a step that is gone was never done */
    REQUIRE(apply(from->item[0], "{\"modop\": \"remove\"}", "b", &made, NULL) == US_OK);
    CHECK_INT(made->case_count, 2);
    CHECK_STR(made->cases[1].done[0], "a");
    us_template_free(made);
}

static void check_texts(const us_case *of, const char *key, const char *first, const char *second)
{
    const us_entry *entry = us_case_find_entry(of, key);
    us_test_row(key);
    REQUIRE(entry && entry->texts == 2);
    CHECK_STR(entry->text[0], first);
    CHECK_STR(entry->text[1], second);
}

TEST(who_takes_the_place_of_an_adapted_one_tells_its_descent_too)
{
    us_template *made = NULL, *again = NULL;
    US_AUTOPTR(us_brl) from = behavior_of(TWO, cases);
    char parent[17];
    us_hash_print(us_template_hash(from->item[0]), parent);
    REQUIRE(apply_to(from->item[0], from->item[0], "{\"modop\": \"before\", " DO "}", "b", &made,
                     NULL) == US_OK);
    check_texts(&made->cases[0], "parent", "00000000000000bb", parent);
    check_texts(&made->cases[0], "modop", "older", "what was done");
    check_texts(&made->cases[0], "failure", "older", "what was wrong");
    check_texts(&made->cases[0], "map", "00000000000000cc", "00000000000000ab");
    check_texts(&made->cases[0], "seed", "5", "18446744073709551615");
    CHECK(!us_case_find_entry(&made->cases[1], "parent"));
    /* a third round: each repair has its parent by then, and each game is told once */
    us_hash_print(us_template_hash(made), parent);
    REQUIRE(apply_to(made, made, "{\"modop\": \"remove\"}", "b", &again, NULL) == US_OK);
    us_ancestry of = us_ancestry_from_case(&again->cases[0]);
    CHECK(of.repairs == 3 && of.games == 2);
    CHECK_INT(us_ancestry_parent(&of, 0), 0xbb);
    CHECK_HASH(us_ancestry_parent(&of, 1), us_template_hash(from->item[0]));
    CHECK_HASH(us_ancestry_parent(&of, 2), us_template_hash(made));
    us_template_free(again);
    us_template_free(made);
}

TEST(what_begins_first_has_no_pace_any_more)
{
    us_template *made = NULL;
    US_AUTOPTR(us_brl) from = behavior_of(TWO, cases);
    REQUIRE(apply(from->item[0], "{\"modop\": \"first\"}", "b", &made, NULL) == US_OK);
    for (int i = 0; i < 2; i++)
        CHECK(!us_case_find_entry(&made->cases[i], "pace.b"));
    CHECK(us_case_find_entry(&made->cases[0], "pace.a") != NULL);
    us_template_free(made);
}

TEST(who_is_tuned_keeps_paces_and_cases_and_may_be_tuned_again)
{
    us_template *made = NULL, *again = NULL;
    US_AUTOPTR(us_brl) from = behavior_of("squad " TWO, cases);
    REQUIRE(apply(from->item[0], TUNE("launch", 130), "", &made, NULL) == US_OK);
    REQUIRE(made->case_count == 3);
    CHECK(us_case_find_entry(&made->cases[0], "pace.b") != NULL);
    CHECK(us_case_find_entry(&made->cases[1], "pace.b") != NULL);
    CHECK_STR(made->cases[2].done[0], "b");
    REQUIRE(apply(made, TUNE("launch", 130), "", &again, NULL) == US_OK);
    CHECK_INT(again->node[0].squad.launch, 220); /* 219.7 */
    us_template_free(again);
    us_template_free(made);
}

TEST(a_tune_that_does_not_fit_is_no_repair_that_is_there)
{
    us_failure_pattern *pattern = pattern_of(TUNE("workers", 70));
    us_piece_row row = {pattern->column, values, pattern->columns};
    US_AUTOPTR(us_brl) from = behavior_of("squad " TWO, "");
    us_descent descent = {0};
    us_modop_def mending = {&pattern->repair[0], &row, "", &descent};
    us_template *made = NULL;
    bool has = true;
    CHECK_INT(us_modop_apply(from->item[0], &mending, &made, &has, NULL), US_FAILED);
    CHECK(!has && !made);
    us_failure_pattern_free(pattern);
}

/* Appends "label.number value low high", with "word" for a word. */
static void print_tunable(const us_tunable *tunable, us_str *out)
{
    us_str_addf(out, "%s.%s %lld", tunable->label, tunable->number, (long long)tunable->value);
    if (tunable->low > -US_PATTERN_VALUE_MAX)
        us_str_addf(out, " from %lld", (long long)tunable->low);
    if (tunable->high < US_PATTERN_VALUE_MAX)
        us_str_addf(out, " to %lld", (long long)tunable->high);
    us_str_add(out, tunable->word ? ", word\n" : "\n");
}

static void print_tunables(const char *body, us_str *out)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOPTR(us_brl) from = behavior_of(body, "");
    us_tunable *tunable = NULL;
    int count = us_tunables_list(from->item[0], arena, &tunable);
    us_str_reset(out);
    for (int i = 0; i < count; i++)
        print_tunable(&tunable[i], out);
}

TEST(the_numbers_of_a_behavior_are_those_of_its_squad_and_its_labeled_steps)
{
    US_AUTOSTR(text);
    print_tunables("monitor { squad launch 99 join follow retreat 0 sequence {"
                   " a: goal BuildUnits(player: self, type: \"farm\", number: 3)"
                   " goal BuildUnits(player: self, type: \"farm\", number: 4)"
                   " b: retry 3 goal GetResources(player: self, gold: 0, wood: 20)"
                   " c: sequence { d: squad launch 7 act stand(units: s) a: " GOLD " }"
                   " e: goal BuildUnits(player: self, type: \"farm\", number: 1 + 1)"
                   " } when gold(self) < 400 -> act explore() }",
                   &text);
    CHECK_STR(text.text, ".gather 9 from 0 to 64\n"
                         ".launch 99 from 0 to 10000\n"
                         ".retreat 0 from 1 to 10000\n"
                         ".join 1 from 0 to 1, word\n"
                         ".leash 8 from 0 to 64\n"
                         ".workers 0 from 0 to 1000\n"
                         "a.number 3 from 1\n"
                         "b.gold 0\n"
                         "b.wood 20 from 1\n");
    print_tunables(TWO, &text);
    CHECK_STR(text.text, "");
}

TEST(each_number_that_is_listed_is_changed_as_it_is_scaled)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOPTR(us_brl) from = behavior_of("squad " FARMS("3"), "");
    static const char *const repairs[] = {
        TUNE("gather", 150), TUNE("launch", 150),  TUNE("retreat", 150), TUNE("join", 150),
        TUNE("leash", 150),  TUNE("workers", 150), TUNE("number", 150)};
    us_tunable *tunable, *after;
    REQUIRE(us_tunables_list(from->item[0], arena, &tunable) == US_COUNT(repairs));
    for (int i = 0; i < US_COUNT(repairs); i++) {
        us_template *made = NULL;
        us_test_row(repairs[i]);
        REQUIRE(apply(from->item[0], repairs[i], tunable[i].label, &made, NULL) == US_OK);
        REQUIRE(us_tunables_list(made, arena, &after) == US_COUNT(repairs));
        for (int k = 0; k < US_COUNT(repairs); k++)
            CHECK_INT(after[k].value,
                      k == i ? us_tunable_scale(&tunable[k], 150) : tunable[k].value);
        us_template_free(made);
    }
}

TEST(a_number_is_scaled_by_percent_within_its_range)
{
    static const struct {
        int64_t value, low, high;
        int percent;
        int64_t scaled;
    } scales[] = {
        {130, 0, 10000, 130, 169},
        {5, 0, 64, 110, 6}, /* 5.5 */
        {5, 0, 64, 109, 6}, /* at least one */
        {5, 0, 64, 91, 4},
        {5, 0, 64, 100, 5},
        {0, 0, 64, 101, 1},
        {0, 0, 64, 99, 0},
        {0, -9, 64, 99, -1},
        {-3, -9, 64, 150, -4}, /* -4.5 */
        {-1, -9, 64, 101, -2},
        {-1, -9, 64, 99, 0},
        {64, 0, 64, 101, 64},
        {64, 0, 64, 1, 1},    /* 0.64 */
        {-1, 1, 64, 200, -1}, /* special */
        {65, 1, 64, 50, 65},
        {US_PATTERN_VALUE_MAX, 1, US_PATTERN_VALUE_MAX, US_TUNE_PERCENT_MAX, US_PATTERN_VALUE_MAX},
    };
    char row[32];
    for (int i = 0; i < US_COUNT(scales); i++) {
        us_tunable tunable = {"", "x", scales[i].value, scales[i].low, scales[i].high, false};
        snprintf(row, sizeof row, "row %d", i);
        us_test_row(row);
        CHECK_INT(us_tunable_scale(&tunable, scales[i].percent), scales[i].scaled);
    }
    us_test_row(NULL);
    us_tunable word = {"", "x", 0, 0, 2, true};
    for (int i = 1; i < 5; i++) {
        word.value = us_tunable_scale(&word, 50);
        CHECK_INT(word.value, i % 3);
    }
}

TEST(a_child_is_named_after_its_body)
{
    static const struct {
        const char *name, *kept;
    } names[] = {
        {"rush", "rush "},
        {"BuildUnits infantry 6 3fa1b2c4d5", "BuildUnits infantry 6 "},
        {"rush 3fa1b2c4", "rush 3fa1b2c4 "}, /* not of ours */
        {"rush 3fa1b2c4dg", "rush 3fa1b2c4dg "},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(longest);
    char last[32] = "";
    for (int i = 0; i < US_COUNT(names); i++) {
        us_template *made = NULL;
        us_test_row(names[i].name);
        us_str_reset(&text);
        us_str_addf(&text,
                    "brl 1\nbehavior \"%s\" achieves DefeatPlayer(player: enemy) {\n do "
                    "sequence { a: act stop() b: act stand() }\n}\n",
                    names[i].name);
        US_AUTOPTR(us_brl) from = brl_read(text.text, NULL);
        REQUIRE(apply(from->item[0], "{\"modop\": \"remove\"}", "b", &made, NULL) == US_OK);
        CHECK(us_text_has_prefix(made->name, names[i].kept));
        const char *digits = made->name + strlen(names[i].kept);
        CHECK_INT(strlen(digits), 10);
        if (i > 0) /* the same body */
            CHECK_STR(digits, last);
        memcpy(last, digits, strlen(digits) + 1);
        us_template_free(made);
    }
    /* as long as names may be, with characters of two bytes */
    for (int i = 0; i < US_STRING_MAX / 2; i++)
        us_str_add(&longest, "\xc3\xa4");
    us_template *made = NULL;
    us_str_reset(&text);
    us_str_addf(&text,
                "brl 1\nbehavior \"%s\" achieves DefeatPlayer(player: enemy) {\n do "
                "sequence { a: act stop() b: act stand() }\n}\n",
                longest.text);
    US_AUTOPTR(us_brl) from = brl_read(text.text, NULL);
    REQUIRE(apply(from->item[0], "{\"modop\": \"remove\"}", "b", &made, NULL) == US_OK);
    CHECK(us_brl_is_string(made->name));
    CHECK_CONTAINS(made->name, last);
    us_template_free(made);
}
