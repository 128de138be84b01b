#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapt/pattern_internal.h"
#include "behavior/piece.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_domain *load_domain(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

#define ROW    "SELECT 1 AS game, 0 AS seat, 2 AS cycle, 3 AS badness"
#define REMOVE "\"blame\": \"step\", \"repairs\": [{\"modop\": \"remove\"}]"
#define HEAD   "{\"pattern\": 1, \"about\": \"x\", "
#define BEFORE(node)                                                                \
    "/*" HEAD "\"blame\": \"step\", \"repairs\": [{\"modop\": \"before\", \"do\": " \
    "\n" node "}]}*/\n"

/* ---- wrong files */

typedef struct wrong {
    const char *text;
    int line, column;
    const char *says;
} wrong;

static void refuse(const wrong *rows, int count)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    for (int i = 0; i < count; i++) {
        us_failure_pattern *pattern = NULL;
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(us_failure_pattern_parse(domain, "some/where.sql", rows[i].text,
                                           strlen(rows[i].text), &pattern, &err),
                  US_BAD_INPUT);
        CHECK(!pattern);
        CHECK_STR(err.file, "some/where.sql");
        CHECK_INT(err.line, rows[i].line);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].says);
    }
}

TEST(a_wrong_header_is_refused_at_its_place)
{
    static const wrong rows[] = {
        {"", 1, 1, "expected a comment that holds JSON"},
        {"\n  " ROW, 2, 3, "expected a comment that holds JSON"},
        {"\n /* {", 2, 2, "never ends"},
        {"/* */ " ROW, 1, 1, "expected a comment that holds JSON"},
        {"/* {\n */ " ROW, 2, 2, "expected"},
        {"/*{\"pattern\": 1,\n \"abot\": \"x\"}*/", 2, 2, "did you mean \"about\"?"},
        {"/*{\"pattern\": 2}*/", 1, 15, "expected 1, found 2"},
        {"/*{\"pattern\": 1}*/", 1, 3, "member \"about\" is missing"},
        {"/*" HEAD "\"about\": \"y\"}*/", 1, 32, "found \"about\" again"},
        {"/*" HEAD "\"blame\": \"stp\"}*/", 1, 41, "expected one of step, unit, goal, top"},
        {"/*" HEAD "\"blame\": 7}*/", 1, 41, "expected a string"},
        {"/*" HEAD "\"blame\": \"step\"}*/", 1, 3, "member \"repairs\" is missing"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": []}*/", 1, 60, "expected 1 to 8 repairs"},
        {"/*" HEAD "\n\"params\": {\"Big\": {\"value\": 1}}}*/", 2, 19, "no name of a param"},
        {"/*" HEAD "\n\"params\": {\"a-b\": {\"value\": 1}}}*/", 2, 19, "no name of a param"},
        {"/*" HEAD "\n\"params\": {\"condition\": {\"value\": 1}}}*/", 2, 25, "maintain"},
        {"/*" HEAD "\n\"params\": {\"p\": {\"valu\": 1}}}*/", 2, 18, "did you mean \"value\"?"},
        {"/*" HEAD "\n\"params\": {\"p\": {}}}*/", 2, 17, "\"value\" is missing"},
        {"/*" HEAD "\n\"params\": {\"p\": {\"value\": 1.5}}}*/", 2, 27, "found 1.5"},
        {"/*" HEAD "\n\"params\": {\"p\": 5}}*/", 2, 17, "expected an object"},
        {"/*" HEAD "\n\"maintain\": \"\"}*/", 2, 13, "is empty"},
        {"/*" HEAD "\n\"maintain\": \"exists(self, role: deport)\"}*/", 2, 33, "deport"},
        {"/*" HEAD "\n\"maintain\": \"gold(self)\"}*/", 2, 14, "expected"},
        {"/*" HEAD "\n\"maintain\": \"exists(#5)\"}*/", 2, 14, "by its number"},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(a_wrong_repair_is_refused_at_its_place)
{
    static const wrong rows[] = {
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"befor\"}]}*/", 2, 11,
         "expected one of before, after"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"remove\", \"did\": 1}]}*/",
         2, 21, "did you mean \"do\"?"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"before\"}]}*/", 2, 1,
         "\"do\" is missing"},
        {"/*" HEAD
         "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"remove\", \"do\": \"x\"}]}*/",
         2, 27, "no meaning beside the modop remove"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"before\", \"when\": "
         "\"true\", \"do\": \"act explore()\"}]}*/",
         2, 29, "no meaning beside the modop before"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"daemon\", \"do\": "
         "\"act explore()\"}]}*/",
         2, 1, "\"when\" is missing"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": \"before\", \"at\": "
         "\"top\", \"do\": \"act explore()\"}]}*/",
         2, 27, "expected one of step, root"},
        {BEFORE("7") ROW, 2, 1, "a string or a list of lines"},
        {BEFORE("[7]") ROW, 2, 2, "expected a string"},
        {BEFORE("\"act explor()\"") ROW, 2, 2, "explor"},
        {BEFORE("\"goal BuildUnits(player: self, type: \\\"fotman\\\", number: 1)\"") ROW, 2, 38,
         "fotman"},
        {BEFORE("[\"sequence {\",\n\"act explore()\",\n\"act stpo()\",\n\"}\"]") ROW, 4, 2, "stpo"},
        {BEFORE("\"act explore() } } tree Other { do act stop()\"") ROW, 2, 18, ""},
        {BEFORE("\"act attack(target: #5)\"") ROW, 2, 21, "number"},
        {BEFORE("\"act train(type: \\\"{kind}\\\")\"") ROW, 2, 20, "no column \"kind\""},
        {BEFORE("\"act {cycle}()\"") ROW, 2, 6, ""},
        {BEFORE("\"\"") ROW, 2, 2, ""},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(a_wrong_tune_is_refused_at_its_place)
{
#define REPAIR(members) \
    "/*" HEAD "\"blame\": \"step\", \"repairs\": [\n{\"modop\": " members "}]}*/" ROW
    static const wrong rows[] = {
        {REPAIR("\"tune\", \"percent\": 130"), 2, 1, "member \"number\" is missing"},
        {REPAIR("\"tune\", \"number\": \"launch\""), 2, 1, "member \"percent\" is missing"},
        {REPAIR("\"tune\", \"number\": 7, \"percent\": 130"), 2, 29, "expected a string"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 0"), 2, 50, "found 0"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 1001"), 2, 50, "found 1001"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 100"), 2, 50,
         "changes nothing: expected 1 to 99 or 101 to 1000"},
        {REPAIR("\"tune\", \"number\": \"numbr\", \"percent\": 130"), 2, 29,
         "is called \"numbr\"; did you mean \"number\"?"},
        {REPAIR("\"tune\", \"number\": \"\", \"percent\": 130"), 2, 29, "is called \"\""},
        {REPAIR("\"tune\", \"number\": \"type\", \"percent\": 130"), 2, 29, "is called \"type\""},
        {REPAIR("\"tune\", \"at\": \"root\", \"number\": \"number\", \"percent\": 130"), 2, 43,
         "a squad has no setting \"number\"; there are gather, launch, retreat, join, leash, "
         "workers"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 130, \"do\": \"act stop()\""), 2,
         61, "member \"do\" has no meaning beside the modop tune"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 130, \"slots\": []"), 2, 64,
         "member \"slots\" has no meaning beside the modop tune"},
        {REPAIR("\"tune\", \"number\": \"launch\", \"percent\": 130, \"when\": \"true\""), 2, 63,
         "member \"when\" has no meaning beside the modop tune"},
        {REPAIR("\"retry\", \"percent\": 130"), 2, 31,
         "member \"percent\" has no meaning beside the modop retry"},
        {REPAIR("\"before\", \"do\": \"act stop()\", \"number\": \"launch\""), 2, 51,
         "member \"number\" has no meaning beside the modop before"},
        {REPAIR("\"daemon\", \"when\": \"true\", \"do\": \"act stop()\", \"percent\": 5"), 2, 68,
         "member \"percent\" has no meaning beside the modop daemon"},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(a_wrong_slot_or_condition_of_a_repair_is_refused_at_its_place)
{
    static const wrong rows[] = {
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [{\"modop\": \"before\", \"slots\": [\n"
         "\"slot w: entity role wroker of self\"], \"do\": \"act explore(unit: w)\"}]}*/" ROW,
         2, 7, "wroker"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [{\"modop\": \"before\", \"slots\": [\n"
         "\"slot w: entity role worker of self\\nslot v: entity\"], \"do\": \"act explore(unit: "
         "w)\"}]}*/" ROW,
         2, 63, "one slot in each"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [{\"modop\": \"daemon\", \"when\": \n"
         "\"count(self, role: fihgter) > 1\", \"do\": \"act explore()\"}]}*/" ROW,
         2, 20, "fihgter"},
        {"/*" HEAD "\"blame\": \"step\", \"repairs\": [{\"modop\": \"daemon\", \"when\": \n"
         "\"true\", \"do\": \"act explore() when true -> act stop()\"}]}*/" ROW,
         2, 16, "one node"},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(a_wrong_query_is_refused_at_its_place)
{
#define FILE_OF(sql) "/*" HEAD REMOVE "}*/\n" sql
#define WITH_PARAM(name, sql) \
    "/*" HEAD "\n\"params\": {\"" name "\": {\"value\": 3}}, " REMOVE "}*/\n" sql
    static const wrong rows[] = {
        {FILE_OF(""), 2, 1, "expected a SELECT behind the comment"},
        {FILE_OF("-- nothing"), 2, 1, "found nothing"},
        {FILE_OF("SELEC 1"), 2, 1, "syntax error"},
        {FILE_OF("SELECT 1 AS game,\n  gold FROM idle"), 3, 3, "no such column: gold"},
        {FILE_OF("SELECT 1 AS game\nFROM idel"), 3, 6,
         "no such table: idel; did you mean \"idle\"?"},
        {FILE_OF("SELECT k.kilerr AS game FROM kills AS k"), 2, 8,
         "no such column: k.kilerr; did you mean \"killer\"?"},
        {FILE_OF("SELECT (1"), 2, 10, "incomplete input"},
        {FILE_OF("SELECT 'a"), 2, 8, "unrecognized token"},
        {FILE_OF("SELECT 1 AS game, 2 AS seat, 3 AS cycle"), 2, 1, "no column \"badness\""},
        {FILE_OF(ROW ", 1 + 1"), 2, 1, "column 5 of the query is called \"1 + 1\""},
        {FILE_OF(ROW ", 4 AS cycle"), 2, 1, "two columns of the query are called \"cycle\""},
        {FILE_OF(ROW ";\n-- more\nSELECT 2"), 4, 1, "found something behind it"},
        {FILE_OF(ROW ";\n;nonsense"), 3, 2, "found something behind it"},
        {FILE_OF(ROW ";\n/* SELECT 2; */ ; -- 3\n ("), 4, 2, "found something behind it"},
        {FILE_OF(ROW "; /**/* 4"), 2, 60, "found something behind it"},
        {FILE_OF("SELECT 1 /*a*/* 2 AS game FROM idel"), 2, 32, "no such table: idel"},
        {FILE_OF("DELETE FROM idle"), 2, 1, "may only read"},
        {FILE_OF("EXPLAIN " ROW), 2, 1, "another statement"},
        {FILE_OF(ROW " FROM idle\nWHERE since > :patience"), 3, 15, ":patience is not in params"},
        {FILE_OF(ROW " WHERE 1 = :condition"), 2, 65, "has no maintain"},
        {FILE_OF(ROW " WHERE 1 = ?"), 2, 1, "written :name"},
        {FILE_OF(ROW " WHERE 1 = @a"), 2, 65, "written :name"},
        {WITH_PARAM("patience", ROW), 2, 24, "does not use the param :patience"},
        {WITH_PARAM("patience", ROW " WHERE 1 = :patiense"), 3, 65, "did you mean \"patience\"?"},
        {FILE_OF(ROW " FROM sqlite_schema WHERE name = 'x'"), 2, 60, "may not read"},
        {FILE_OF("SELECT random() AS game"), 2, 8, "may not call the function random"},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(wrong_defaults_are_refused_at_their_place)
{
#define DAEMON(rows)                                                                             \
    "/*" HEAD "\"blame\": \"top\", \"repairs\": [{\"modop\": \"daemon\", \"when\": \"{x}(self) " \
    "< 1\", \"do\": \"act stop()\"}],\n\"defaults\":" rows "}*/" ROW ", 'gold' AS x"
    static const wrong rows[] = {
        {DAEMON("{}"), 2, 12, "expected an array"},
        {DAEMON("[]"), 2, 12, "expected 1 to 16 rows, found 0"},
        {DAEMON("[3]"), 2, 13, "expected an object: values by column"},
        {DAEMON("[{\"y\": 3}]"), 2, 19, "the query has no column \"y\""},
        {DAEMON("[{\"x\": true}]"), 2, 19, "expected a string or an integer"},
        {DAEMON("[{\"x\": \"gold\"}, {\"x\": \"gldo\"}]"), 2, 28,
         "repair 1, daemon, is not sound with these: "},
        {DAEMON("[{}]"), 2, 13,
         "repair 1, daemon, is not sound with these: column \"x\" is NULL here"},
        {"/*" HEAD REMOVE ",\n\"defaults\": [{}]}*/" ROW, 2, 13,
         "it fills placeholders of daemons, and the pattern has none"},
    };
    refuse(rows, US_COUNT(rows));
}

TEST(each_shipped_daemon_is_sound_without_a_game)
{
    static const char *const domains[] = {"skirmish", "microrts"};
    for (int d = 0; d < US_COUNT(domains); d++) {
        US_AUTOPTR(us_domain) domain = NULL;
        us_patterns patterns;
        US_AUTOPTR(us_arena) arena = us_arena_new();
        int daemons = 0;
        REQUIRE(us_domain_load_shipped(domains[d], &domain, NULL) == US_OK);
        REQUIRE(us_patterns_load(domain, NULL, &patterns, NULL) == US_OK);
        for (int i = 0; i < patterns.count; i++) {
            const us_failure_pattern *p = patterns.item[i];
            us_test_row(p->name);
            for (int k = 0; k < p->repairs * us_failure_pattern_rows(p); k++) {
                int row = k / p->repairs;
                const us_piece_row values = {p->column, us_failure_pattern_row(p, row, arena),
                                             p->columns};
                us_piece piece;
                us_error err = {0};
                if (p->repair[k % p->repairs].modop != US_MODOP_DAEMON)
                    continue;
                if (us_piece_make(domain, &p->repair[k % p->repairs], &values, &piece, &err) !=
                    US_OK)
                    FAIL("%s", err.text);
                us_piece_clear(&piece);
                daemons++;
            }
        }
        CHECK(daemons > patterns.count / 3);
        us_patterns_clear(&patterns);
    }
}

TEST(a_file_has_a_name_and_a_size)
{
    static const char *const names[] = {"Upper.sql", "with space.sql", ".sql", "1st.sql",
                                        "a_b.sql"};
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *pattern = NULL;
    const char *text = "/*" HEAD REMOVE "}*/" ROW;
    us_error err = {0};
    for (int i = 0; i < US_COUNT(names); i++) {
        us_test_row(names[i]);
        CHECK_INT(us_failure_pattern_parse(domain, names[i], text, strlen(text), &pattern, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "the name of a pattern is that of its file");
    }
    us_test_row(NULL);
    CHECK_INT(us_failure_pattern_parse(domain, "a.sql", "/* \0 */", 7, &pattern, &err),
              US_BAD_INPUT);
    CHECK_INT(err.column, 4);
    CHECK_CONTAINS(err.text, "NUL");
    char *large = us_mem_alloc(US_PATTERN_FILE_MAX + 1);
    memset(large, ' ', US_PATTERN_FILE_MAX + 1);
    CHECK_INT(
        us_failure_pattern_parse(domain, "a.sql", large, US_PATTERN_FILE_MAX + 1, &pattern, &err),
        US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "larger than");
    us_mem_free(large);
    CHECK(!pattern);
}

/* ---- right ones */

static us_failure_pattern *parse(const us_domain *domain, const char *text)
{
    us_failure_pattern *pattern = NULL;
    us_error err = {0};
    if (us_failure_pattern_parse(domain, "folder/good.sql", text, strlen(text), &pattern, &err) !=
        US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(pattern);
    return pattern;
}

TEST(every_member_is_read)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *p = parse(
        domain,
        "\n/*\n" HEAD "\"params\": {\"patience\": {\"value\": -3, \"about\": \"long\"}},\n"
        "\"maintain\": \"exists(self, role: depot)\", \"blame\": \"goal\", \"repairs\": [\n"
        "{\"modop\": \"beside\", \"at\": \"root\", \"about\": \"y\",\n"
        " \"slots\": [\"slot w: entity role worker of self\"],\n"
        " \"do\": [\"sequence {\", \"act explore(unit: w)\", \"goal GetResources(player: self, "
        "{what}: {much})\", \"}\"]},\n"
        "{\"modop\": \"daemon\", \"do\": \"act train(type: \\\"{kind}\\\")\"}, {\"modop\": "
        "\"first\"}]}\n*/\n"
        "SELECT game, seat, cycles AS cycle, 5 AS badness, 'gold' AS what, 3 AS much, lower('x') "
        "AS kind\n"
        "FROM games JOIN seats USING (game) WHERE cycles > :patience -- the end\n;\n");
    CHECK_STR(p->name, "good");
    CHECK_STR(p->about, "x");
    CHECK_INT(p->params, 1);
    CHECK_STR(p->param[0].name, "patience");
    CHECK_STR(p->param[0].about, "long");
    CHECK_INT(p->param[0].value, -3);
    CHECK_STR(p->maintain.text, "exists(self, role: depot)");
    CHECK_INT(p->blame, US_BLAME_GOAL);
    CHECK_INT(p->repairs, 3);
    CHECK_INT(p->repair[0].modop, US_MODOP_BESIDE);
    CHECK(p->repair[0].root);
    CHECK_INT(p->repair[0].slots, 1);
    CHECK_INT(p->repair[0].lines, 4);
    CHECK_INT(p->repair[1].modop, US_MODOP_DAEMON);
    CHECK(p->repair[1].root && p->repair[1].unless);
    CHECK_INT(p->repair[2].modop, US_MODOP_FIRST);
    CHECK(!p->repair[2].root);
    CHECK_INT(p->columns, 7);
    CHECK_INT(us_failure_pattern_find_column(p, "much"), 5);
    CHECK_INT(us_failure_pattern_find_column(p, "little"), -1);
    CHECK_INT(p->sql.line, 10);
    us_failure_pattern_free(p);
}

TEST(a_tune_has_a_number_and_a_percent)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *p =
        parse(domain,
              "/*" HEAD "\"blame\": \"top\", \"repairs\": [{\"modop\": \"tune\", \"at\": "
              "\"root\", \"number\": \"launch\", \"percent\": 130, \"about\": \"set out later\"}, "
              "{\"modop\": \"tune\", \"number\": \"number\", \"percent\": 1000}, "
              "{\"modop\": \"remove\"}]}*/" ROW);
    CHECK_INT(p->repair[0].modop, US_MODOP_TUNE);
    CHECK(p->repair[0].root);
    CHECK_STR(p->repair[0].number, "launch");
    CHECK_INT(p->repair[0].percent, 130);
    CHECK_STR(p->repair[0].about, "set out later");
    CHECK(!p->repair[1].root);
    CHECK_STR(p->repair[1].number, "number");
    CHECK_INT(p->repair[1].percent, 1000);
    CHECK(!p->repair[2].number);
    us_failure_pattern_free(p);
}

TEST(a_maintain_without_a_query_has_one)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *p =
        parse(domain, "/*" HEAD "\"maintain\": \"exists(self)\", " REMOVE "}*/");
    CHECK_INT(p->params, 1);
    CHECK_STR(p->param[0].name, "patience");
    CHECK_INT(p->param[0].value, US_PATTERN_PATIENCE);
    CHECK(us_failure_pattern_find_column(p, "until") >= 0);
    us_failure_pattern_free(p);
    p = parse(domain, "/*" HEAD "\"params\": {\"patience\": {\"value\": 7}}, "
                      "\"maintain\": \"exists(self)\", " REMOVE "}*/ ;");
    CHECK_INT(p->params, 1);
    CHECK_INT(p->param[0].value, 7);
    us_failure_pattern_free(p);
}

TEST(what_is_shipped_is_sound_and_sorted)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTO(us_patterns_clear) us_patterns patterns = {0};
    us_error err = {0};
    if (us_patterns_load(domain, NULL, &patterns, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    CHECK(patterns.count >= 10);
    for (int i = 0; i < patterns.count; i++) {
        us_test_row(patterns.item[i]->name);
        CHECK(i == 0 || strcmp(patterns.item[i - 1]->name, patterns.item[i]->name) < 0);
        CHECK(patterns.item[i]->about[0] != '\0');
        for (int k = 0; k < patterns.item[i]->params; k++)
            CHECK(patterns.item[i]->param[k].about[0] != '\0');
        for (int k = 0; k < patterns.item[i]->repairs; k++)
            CHECK(patterns.item[i]->repair[k].about[0] != '\0');
    }
}

/* ---- lists */

static us_patterns three(const us_domain *domain)
{
    static const char *const names[] = {"set/bb.sql", "set/aa-long.sql", "set/cc.sql"};
    us_patterns patterns = {0};
    us_error err = {0};
    scratch_folder("set");
    for (int i = 0; i < US_COUNT(names); i++)
        scratch_put(names[i], "/*" HEAD "\"params\": {\"least\": {\"value\": 3}}, " REMOVE "}*/" ROW
                              " WHERE 1 > :least");
    scratch_put("set/notes.txt", "none of ours");
    if (us_patterns_load(domain, scratch("set"), &patterns, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(patterns.count == 3);
    return patterns;
}

TEST(patterns_are_chosen_by_name)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTO(us_patterns_clear) us_patterns patterns = three(domain);
    us_error err = {0};
    CHECK_STR(patterns.item[0]->name, "aa-long");
    CHECK_INT(us_patterns_select(&patterns, "cc,aa-lnog", &err), US_BAD_INPUT);
    CHECK_STR(err.text, "there is no pattern \"aa-lnog\"; did you mean \"aa-long\"?");
    CHECK_INT(us_patterns_exclude(&patterns, "zzzzzzzz", &err), US_BAD_INPUT);
    CHECK_STR(err.text, "there is no pattern \"zzzzzzzz\"; there are aa-long, bb, cc");
    CHECK_INT(patterns.count, 3);
    CHECK_INT(us_patterns_exclude(&patterns, "bb", NULL), US_OK);
    CHECK_INT(patterns.count, 2);
    CHECK(!us_patterns_find(&patterns, "bb"));
    CHECK_INT(us_patterns_select(&patterns, "cc", NULL), US_OK);
    CHECK_INT(patterns.count, 1);
    CHECK_INT(us_patterns_set(&patterns, "aa-long.least=5", &err), US_BAD_INPUT);
    CHECK_STR(
        err.text,
        "pattern \"aa-long\" is left out by --only or --without: its thresholds have no effect");
    CHECK_STR(patterns.item[0]->name, "cc");
}

TEST(params_are_set_by_name)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"bb", "expected PATTERN.PARAM=NUMBER, found \"bb\""},
        {"bb=3.least", "expected PATTERN.PARAM=NUMBER"},
        {"cd.least=3", "did you mean \"cc\"?"},
        {"bb.lest=3", "pattern \"bb\" has no param \"lest\"; did you mean \"least\"?"},
        {"bb.condition=3", "pattern \"bb\" has no param \"condition\"; it has least"},
        {"bb.least=3x",
         "bb.least: expected an integer from -1000000000000 to 1000000000000, found \"3x\""},
        {"bb.least=", "expected an integer"},
        {"bb.least=1000000000001",
         "expected an integer from -1000000000000 to 1000000000000, found \"1000000000001\""},
    };
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTO(us_patterns_clear) us_patterns patterns = three(domain);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(us_patterns_set(&patterns, rows[i].text, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].says);
    }
    us_test_row(NULL);
    CHECK_INT(us_patterns_set(&patterns, "bb.least=-12", NULL), US_OK);
    CHECK_INT(us_patterns_find(&patterns, "bb")->param[0].value, -12);
    CHECK_INT(us_patterns_find(&patterns, "cc")->param[0].value, 3);
}

TEST(a_wrong_file_in_a_folder_is_named_and_nothing_is_loaded)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_patterns patterns = three(domain);
    us_patterns_clear(&patterns);
    us_error err = {0};
    scratch_put("set/bb.sql", "/*" HEAD REMOVE "}*/\nSELECT 1");
    CHECK_INT(us_patterns_load(domain, scratch("set"), &patterns, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "set/bb.sql");
    CHECK_INT(err.line, 2);
    CHECK_INT(patterns.count, 0);
    CHECK_INT(us_patterns_load(domain, scratch("set/cc.sql"), &patterns, &err), US_OK);
    CHECK_INT(patterns.count, 1);
    us_patterns_clear(&patterns);
    CHECK_INT(us_patterns_load(domain, scratch("nowhere"), &patterns, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "there is no such folder: expected NAME.sql or a folder");
    CHECK_INT(us_patterns_load(domain, scratch("set/notes.txt"), &patterns, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "notes.txt");
    CHECK_STR(err.text, "expected NAME.sql or a folder, found another file");
}

/* ---- pieces */

TEST(what_is_called_a_pattern_and_is_no_file_is_refused)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_patterns patterns = three(domain);
    us_patterns_clear(&patterns);
    const char *const says[] = {"No such file", "found a folder", "found a special file"};
    const char *path = scratch("set/odd.sql");
    scratch_put("set/.odd.sql", "neither read nor refused");
    for (int i = 0; i < US_COUNT(says); i++) {
        us_error err = {0};
        us_test_row(says[i]);
        REQUIRE((i == 0   ? symlink("nowhere", path)
                 : i == 1 ? mkdir(path, 0700)
                          : mkfifo(path, 0600)) == 0);
        CHECK_INT(us_patterns_load(domain, scratch("set"), &patterns, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.file, "set/odd.sql");
        CHECK_CONTAINS(err.text, says[i]);
        remove(path);
    }
    us_test_row(NULL);
    CHECK_INT(us_patterns_load(domain, scratch("set"), &patterns, NULL), US_OK);
    CHECK_INT(patterns.count, 3);
    us_patterns_clear(&patterns);
}

TEST(a_row_fills_the_placeholders)
{
    static const char *const names[] = {"kind", "much", "goal"};
    static const struct {
        const char *kind, *much, *node, *says; /* one of both */
    } rows[] = {
        {"footman", "3", "goal BuildUnits(player: self, type: \"footman\", number: 3)", NULL},
        {"footman", "-3", "goal BuildUnits(player: self, type: \"footman\", number: -3)", NULL},
        {"footman", NULL, NULL, "column \"much\" is NULL here"},
        {"foot\"man", "3", NULL, "column \"kind\": expected a text without quotes"},
        {"foot\\man", "3", NULL, "column \"kind\": expected a text without quotes"},
        {"foot\nman", "3", NULL, "column \"kind\": expected a text without quotes"},
        {"", "3", NULL, "column \"kind\": expected a text without quotes"},
        {"fotman", "3", NULL, "fotman"},
        {"footman", "1) -> goal X(", NULL, "column \"much\": expected a name or a number"},
        {"footman", "3.5", NULL, "column \"much\": expected a name or a number"},
    };
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *p = parse(
        domain, BEFORE("\"goal BuildUnits(player: self, type: \\\"{kind}\\\", number: {much})\"")
                    ROW ", lower('x') AS kind, 5 AS much, NULL AS goal");
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].says ? rows[i].says : rows[i].node);
        const char *value[] = {rows[i].kind, rows[i].much, NULL};
        const us_piece_row row = {names, value, US_COUNT(names)};
        US_AUTO(us_piece_clear) us_piece piece = {0};
        us_error err = {0};
        us_status status = us_piece_make(domain, &p->repair[0], &row, &piece, &err);
        if (rows[i].says) {
            CHECK_INT(status, US_BAD_INPUT);
            CHECK_CONTAINS(err.text, rows[i].says);
            CHECK_INT(err.line, 2);
            continue;
        }
        US_AUTOSTR(text);
        CHECK_STR(err.text, "");
        REQUIRE(status == US_OK);
        us_node_print(piece.tree, piece.node, &text);
        CHECK_STR(text.text, rows[i].node);
    }
    us_failure_pattern_free(p);
}

TEST(a_daemon_is_a_rule_of_a_monitor)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    us_failure_pattern *p =
        parse(domain, "/*" HEAD "\"maintain\": \"exists(self, role: depot)\", \"blame\": "
                      "\"top\", \"repairs\": [{\"modop\": \"daemon\", \"do\": \"act stop()\"}, "
                      "{\"modop\": \"daemon\", \"when\": \"gold(self) > 3 # or so\", \"do\": \"act "
                      "stop()\"}]}*/");
    static const char *const rules[] = {"when not exists(self, role: depot) -> act stop()",
                                        "when gold(self) > 3 -> act stop()"};
    const us_piece_row none = {NULL, NULL, 0};
    for (int i = 0; i < US_COUNT(rules); i++) {
        US_AUTO(us_piece_clear) us_piece piece = {0};
        US_AUTOSTR(text);
        REQUIRE(us_piece_make(domain, &p->repair[i], &none, &piece, NULL) == US_OK);
        CHECK_INT(piece.tree->node[piece.node].kind, US_NODE_RULE);
        us_template_print(piece.tree, &text);
        CHECK_CONTAINS(text.text, rules[i]);
    }
    us_failure_pattern_free(p);
}
