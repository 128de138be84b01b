#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "retrieve/library.h"
#include "studio/client.h"
#include "studio/experiment.h"
#include "studio/pages.h"
#include "tests/unit/studio_page.h"

/* ---- libraries */

#define RUSH                                                     \
    "behavior \"rush\" achieves DefeatPlayer(player: enemy) {\n" \
    "    do sequence {\n"                                        \
    "        a: goal BuildUnits(player: self, type: \"footman\", number: 6)\n"

#define SEEN                                              \
    "    appendix {\n"                                    \
    "        demo: \"game.jsonl\" \"3fa1b2c3d4e5f601\"\n" \
    "        tries: 5\n"                                  \
    "        successes: 3\n"                              \
    "    }\n"

static const char other[] = "behavior \"other\" achieves WinWargus(player: self) {\n"
                            "    do goal BuildUnits(player: self, type: \"farm\", number: 1)\n"
                            "}\n";

/* Puts behaviors into a library, which is made where nothing is. */
static void put(const char *name, const char *first, const char *second)
{
    us_domain *domain;
    us_library *library;
    us_library_added added = {0};
    us_brl *brl;
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n\n%s\n%s", first, second);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    if (us_brl_parse(domain, "test.brl", text.text, text.length, &brl, &err) != US_OK) {
        FAIL("%d:%d: %s", err.line, err.column, err.text);
        abort();
    }
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_CREATE, domain, &library, &err) == US_OK);
    REQUIRE(us_library_begin(library, &err) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, &err) == US_OK);
    REQUIRE(us_library_commit(library, &err) == US_OK);
    us_library_close(library);
    us_brl_free(brl);
    us_str_clear(&text);
    us_domain_free(domain);
}

static const char original[] = RUSH "    }\n" SEEN "}\n";

/* The hash of a behavior of a library that has but one. */
static void hash_of(studio_page *kit, const char *file, int at, char hash[17])
{
    us_str members;
    const char *text = "";
    us_str_init(&members);
    us_str_addf(&members, "'file':'%s'", file);
    const us_json_node *answer = studio_page_ask(kit, "library.list", members.text);
    REQUIRE(answer != NULL);
    us_json_get_string(us_json_at(us_json_find(answer, "behaviors"), at), "hash", &text, NULL);
    REQUIRE(strlen(text) == 16);
    memcpy(hash, text, 17);
    us_str_clear(&members);
}

/* it/a.db, and it/b.db, in which that behavior was repaired. */
static void make_both(studio_page *kit, char hash[17])
{
    us_str text;
    put("it/a.db", original, other);
    hash_of(kit, "it/a.db", 0, hash);
    us_str_init(&text);
    us_str_addf(&text,
                "behavior \"rush 2\" achieves DefeatPlayer(player: enemy) {\n"
                "    do sequence {\n"
                "        a: goal BuildUnits(player: self, type: \"footman\", number: 6)\n"
                "        b: goal BuildUnits(player: self, type: \"farm\", number: 1)\n"
                "    }\n"
                "    appendix {\n"
                "        parent: \"%s\"\n"
                "        modop: \"after step a: build supply\"\n"
                "        failure: \"supply-blocked: 4 times in 2 of 2 games\"\n"
                "        map: \"69ccee9c81e51b65\" \"69ccee9c81e51b65\"\n"
                "        seed: \"7\" \"8\"\n"
                "    }\n"
                "}\n",
                hash);
    put("it/b.db", text.text, other);
    us_str_clear(&text);
}

TEST(a_library_is_listed)
{
    studio_page kit;
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    const us_json_node *answer = studio_page_ask(&kit, "library.list", "'file':'it/a.db'");
    REQUIRE(answer != NULL);
    const us_json_node *rows = us_json_find(answer, "behaviors");
    const char *text = "";
    REQUIRE(rows && us_json_size(rows) == 2);
    us_json_get_string(answer, "domain", &text, NULL);
    CHECK_STR(text, "skirmish");
    us_json_get_string(us_json_first(rows), "name", &text, NULL);
    CHECK_STR(text, "rush");
    us_json_get_string(us_json_first(rows), "goal", &text, NULL);
    CHECK_STR(text, "DefeatPlayer(player: enemy)");
    us_json_get_string(us_json_first(rows), "origin", &text, NULL);
    CHECK_STR(text, "\"game.jsonl\"");
    CHECK_INT(studio_page_int(us_json_first(rows), "tries"), 5);
    CHECK_INT(studio_page_int(us_json_first(rows), "successes"), 3);
    studio_page_end(&kit);
}

/* Puts the story of a search with ten causes into the library. */
static void put_story(const char *name)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_library) library = NULL;
    US_AUTOSTR(text);
    us_error err = {0};
    us_str_add(&text, "{\"how\": \"search\", \"diffs\": [\"- <b>\\n\"], \"changes\": "
                      "[{\"cause\": 0, \"diff\": 0, \"games\": 4}], \"causes\": [");
    for (int i = 0; i < 10; i++)
        us_str_addf(&text, "%s{\"pattern\": \"<i>%d\", \"games\": %d, \"end\": \"unsound\"}",
                    i ? ", " : "", i, 10 - i);
    us_str_add(&text, "]}");
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_WRITE, domain, &library, &err) == US_OK);
    REQUIRE(us_library_begin(library, &err) == US_OK);
    REQUIRE(us_library_put_story(library, text.text, &err) == US_OK);
    REQUIRE(us_library_commit(library, &err) == US_OK);
}

TEST(the_stories_of_a_library_are_sent_with_the_rest_marked)
{
    studio_page kit;
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    const us_json_node *answer = studio_page_ask(&kit, "library.stories", "'file':'it/a.db'");
    REQUIRE(answer != NULL);
    CHECK_INT(studio_page_int(answer, "all_told"), 0);
    put_story("it/a.db");
    answer = studio_page_ask(&kit, "library.stories", "'file':'it/a.db'");
    REQUIRE(answer != NULL);
    const us_json_node *told = us_json_find(answer, "told");
    CHECK_INT(studio_page_int(answer, "all_told"), us_json_size(told));
    int full = 0, folded = 0, diffs = 0;
    const char *kind = "", *text = "", *first = NULL;
    for (const us_json_node *part = us_json_first(told); part; part = us_json_next(part)) {
        bool rest = false;
        us_json_get_string(part, "kind", &kind, NULL);
        us_json_get_string(part, "text", &text, NULL);
        us_json_get_bool(part, "rest", &rest, NULL);
        full += us_text_equal(kind, "entry") && !rest;
        folded += us_text_equal(kind, "entry") && rest;
        diffs += us_text_equal(kind, "diff") && us_text_equal(text, "- <b>\n");
        first = us_text_equal(kind, "entry") && !first ? text : first;
    }
    CHECK_INT(full, 5);
    CHECK_INT(folded, 5);
    CHECK_INT(diffs, 1);
    REQUIRE(first != NULL);
    CHECK_CONTAINS(first, "1. <i>0: ");
    studio_page_end(&kit);
}

TEST(a_behavior_is_told_as_a_tree)
{
    studio_page kit;
    char hash[17], members[64];
    const char *text = "";
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    hash_of(&kit, "it/a.db", 0, hash);
    snprintf(members, sizeof(members), "'file':'it/a.db','hash':'%s'", hash);
    const us_json_node *answer = studio_page_ask(&kit, "library.behavior", members);
    REQUIRE(answer != NULL);
    us_json_get_string(answer, "text", &text, NULL);
    CHECK_CONTAINS(text, "a: goal BuildUnits(");
    const us_json_node *tree = us_json_find(answer, "tree");
    us_json_get_string(tree, "kind", &text, NULL);
    CHECK_STR(text, "sequence");
    const us_json_node *step = us_json_first(us_json_find(tree, "children"));
    us_json_get_string(step, "label", &text, NULL);
    CHECK_STR(text, "a");
    us_json_get_string(step, "text", &text, NULL);
    CHECK_CONTAINS(text, "goal BuildUnits(");
    CHECK_INT(us_json_size(us_json_find(step, "children")), 0);
    CHECK_INT(studio_page_int(answer, "all_cases"), 1);
    studio_page_end(&kit);
}

/* A line that begins as the trace of a game of a library on that map does. */
static void record(const char *name, const char *player, const char *map, int seed)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                "{\"understudy\":\"trace\",\"version\":1,\"minor\":4,\"domain\":\"skirmish\","
                "\"domain_hash\":\"0000000000000001\",\"rules_hash\":\"0000000000000001\","
                "\"map\":\"open-1\",\"map_hash\":\"%s\",\"seed\":\"%d\",\"max_cycles\":100,"
                "\"fog\":false,\"seats\":[{\"player\":\"%s\",\"faction\":\"human\"},"
                "{\"player\":\"idle\",\"faction\":\"orc\"}]}\n",
                map, seed, player);
    scratch_put(name, text.text);
    us_str_clear(&text);
}

TEST(a_repair_is_told_with_its_reason_and_games)
{
    studio_page kit;
    char hash[17];
    const char *text = "";
    studio_page_begin(&kit);
    make_both(&kit, hash);
    record("it/first.jsonl", "library:x.db", "69ccee9c81e51b65", 7);
    record("it/elsewhere.jsonl", "library:x.db", "69ccee9c81e51b66", 7);
    record("it/demo.jsonl", "expert:rush", "69ccee9c81e51b65", 7);
    const us_json_node *answer =
        studio_page_ask(&kit, "library.diff", "'a':'it/a.db','b':'it/b.db'");
    REQUIRE(answer != NULL);
    CHECK(!us_json_bool(us_json_find(answer, "equal")));
    const us_json_node *changes = us_json_find(answer, "behaviors");
    REQUIRE(us_json_size(changes) == 2);
    const us_json_node *made = us_json_at(changes, 1);
    us_json_get_string(made, "in", &text, NULL);
    CHECK_STR(text, "second");
    us_json_get_string(made, "parent", &text, NULL);
    CHECK_STR(text, hash);
    us_json_get_string(made, "trees", &text, NULL);
    CHECK_CONTAINS(text, "+         b: goal BuildUnits(");
    us_json_get_string(made, "before", &text, NULL);
    CHECK_CONTAINS(text, "behavior \"rush\"");
    const us_json_node *reason = us_json_first(us_json_find(made, "reasons"));
    us_json_get_string(reason, "pattern", &text, NULL);
    CHECK_STR(text, "supply-blocked");
    us_json_get_string(reason, "about", &text, NULL);
    CHECK_CONTAINS(text, "food");
    us_json_get_string(reason, "modop", &text, NULL);
    CHECK_STR(text, "after step a: build supply");
    const us_json_node *games =
        us_json_find(us_json_first(us_json_find(made, "origin_list")), "games");
    REQUIRE(games && us_json_size(games) == 2);
    const us_json_node *files = us_json_find(us_json_first(games), "files");
    REQUIRE(us_json_size(files) == 1);
    CHECK_STR(us_json_string(us_json_first(files)), "it/first.jsonl");
    CHECK_INT(us_json_size(us_json_find(us_json_at(games, 1), "files")), 0);
    studio_page_end(&kit);
}

TEST(equal_libraries_have_no_changes)
{
    studio_page kit;
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    const us_json_node *answer =
        studio_page_ask(&kit, "library.diff", "'a':'it/a.db','b':'it/a.db'");
    REQUIRE(answer != NULL);
    CHECK(us_json_bool(us_json_find(answer, "equal")));
    CHECK_INT(us_json_size(us_json_find(answer, "behaviors")), 0);
    studio_page_end(&kit);
}

/* ---- experiments */

static const char manifest[] =
    "{\"experiment\":\"two\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
    "{\"player\":\"A\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
    "{\"player\":\"B\",\"agent\":\"idle\",\"identity\":\"0000000000000002\"}\n"
    "{\"opponent\":\"O\",\"agent\":\"idle\",\"identity\":\"0000000000000003\"}\n"
    "{\"map\":\"m\",\"family\":\"\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n"
#define GAME(id, player, seed)                                 \
    "{\"game\":\"000000000000000" id "\",\"player\":\"" player \
    "\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,\"seed\":\"" seed "\"}\n"
    GAME("1", "A", "1") GAME("2", "A", "2") GAME("3", "B", "1") GAME("4", "B", "2");

#define ROW(id, end, hash)                                                           \
    "{\"game\":\"000000000000000" id "\",\"end\":\"" end "\",\"reason\":\"defeat\"," \
    "\"cycles\":200,\"hash\":\"000000000000000" hash "\",\"orders\":3,\"us\":5}\n"

static void put_results(const char *lines)
{
    scratch_folder("it/e");
    scratch_folder("it/e/results");
    scratch_put("it/e/manifest.jsonl", manifest);
    scratch_put("it/e/results/run.jsonl", lines);
}

#define OPEN "'file':'it/e/manifest.jsonl'"

TEST(progress_is_told_as_results_come)
{
    studio_page kit;
    char members[80];
    const char *stamp = "";
    studio_page_begin(&kit);
    put_results("");
    const us_json_node *answer = studio_page_ask(&kit, "experiment.open", OPEN);
    REQUIRE(answer != NULL);
    CHECK_INT(studio_page_int(answer, "games"), 4);
    CHECK_INT(studio_page_int(answer, "played"), 0);
    CHECK_INT(us_json_type(us_json_find(answer, "comparison")), US_JSON_NULL);
    CHECK_INT(us_json_type(us_json_find(answer, "report")), US_JSON_NULL);
    us_json_get_string(answer, "stamp", &stamp, NULL);
    snprintf(members, sizeof(members), OPEN ",'since':'%.16s'", stamp);
    answer = studio_page_ask(&kit, "experiment.open", members);
    CHECK(us_json_bool(us_json_find(answer, "same")));
    CHECK(us_json_find(answer, "games") == NULL);
    scratch_put("it/e/results/run.jsonl",
                ROW("1", "win", "1") "{\"game\":\"0000000000000003\",\"end\":\"crash\"}\n");
    answer = studio_page_ask(&kit, "experiment.open", members);
    REQUIRE(answer != NULL);
    CHECK(!us_json_bool(us_json_find(answer, "same")));
    CHECK_INT(studio_page_int(answer, "played"), 2);
    CHECK_INT(studio_page_int(answer, "missing"), 2);
    const us_json_node *players = us_json_find(answer, "players");
    CHECK_INT(studio_page_int(us_json_first(players), "played"), 1);
    CHECK_INT(studio_page_int(us_json_at(players, 1), "failed"), 1);
    studio_page_end(&kit);
}

TEST(effects_are_told_with_their_intervals)
{
    studio_page kit;
    const char *text = "";
    studio_page_begin(&kit);
    put_results(ROW("1", "win", "1") ROW("2", "win", "2") ROW("3", "loss", "3")
                    ROW("4", "loss", "4"));
    const us_json_node *answer = studio_page_ask(&kit, "experiment.open", OPEN);
    REQUIRE(answer != NULL);
    const us_json_node *found = us_json_find(answer, "comparison");
    const us_json_node *rows = us_json_find(us_json_find(found, "effects"), "rows");
    REQUIRE(rows && us_json_size(rows) == 1);
    us_json_get_string(us_json_first(rows), "player", &text, NULL);
    CHECK_STR(text, "B");
    CHECK(us_json_find(us_json_first(rows), "low") != NULL);
    us_json_get_string(us_json_first(rows), "scope", &text, NULL);
    CHECK_STR(text, "these maps"); /* there is one */
    CHECK_INT(studio_page_int(us_json_first(rows), "maps"), 1);
    CHECK_INT(us_json_size(us_json_find(found, "verdicts")), 1);
    studio_page_end(&kit);
}

TEST(a_report_is_written_and_served)
{
    studio_page kit;
    us_served_file served;
    const char *text = "";
    studio_page_begin(&kit);
    put_results(ROW("1", "win", "1") ROW("2", "win", "2") ROW("3", "loss", "3")
                    ROW("4", "loss", "4"));
    const us_json_node *answer = studio_page_ask(&kit, "experiment.report", OPEN);
    REQUIRE(answer != NULL);
    us_json_get_string(us_json_find(answer, "report"), "file", &text, NULL);
    CHECK_STR(text, "it/e/report.html");
    CHECK_INT(us_json_size(us_json_find(answer, "verdicts")), 1);
    REQUIRE(us_served_file_open(&kit.server->folders, "it/e/report.html", &served));
    CHECK_STR(served.type, "text/html; charset=utf-8");
    CHECK(served.length > 1000);
    fclose(served.file);
    studio_page_end(&kit);
}

/* Its places may be links. */
TEST(a_report_is_not_written_elsewhere)
{
    static const char *const names[] = {"report.html", "timeline.jsonl", "figures"};
    for (int i = 0; i < US_COUNT(names); i++) {
        studio_page kit;
        char path[64];
        us_test_row(names[i]);
        studio_page_begin(&kit);
        scratch_folder("out");
        put_results(ROW("1", "win", "1") ROW("3", "loss", "3"));
        snprintf(path, sizeof(path), "it/e/%s", names[i]);
        REQUIRE(symlink("../../out", scratch(path)) == 0);
        CHECK_CONTAINS(studio_page_refused(&kit, "experiment.report", OPEN), "leads out");
        studio_page_end(&kit);
        scratch_clean();
    }
    us_test_row(NULL);
}

TEST(an_experiment_is_not_read_elsewhere)
{
    static const char *const names[] = {"results", "results/run.jsonl", "stopped.json", "lock"};
    for (int i = 0; i < US_COUNT(names); i++) {
        studio_page kit;
        char path[64];
        us_test_row(names[i]);
        studio_page_begin(&kit);
        scratch_folder("out");
        put_results(ROW("1", "win", "1"));
        snprintf(path, sizeof(path), "it/e/%s", names[i]);
        if (i < 2)
            REQUIRE(rename(scratch(path), scratch("out/x")) == 0);
        else
            scratch_put("out/x", "");
        snprintf(path, sizeof(path), "it/e/%s", names[i]);
        REQUIRE(symlink(i == 1 ? "../../../out/x" : "../../out/x", scratch(path)) == 0);
        CHECK_CONTAINS(studio_page_refused(&kit, "experiment.open", OPEN), "leads out");
        CHECK_CONTAINS(studio_page_refused(&kit, "experiment.report", OPEN), "leads out");
        studio_page_end(&kit);
        scratch_clean();
    }
    us_test_row(NULL);
}

static bool always(void)
{
    return true;
}

TEST(a_report_that_nobody_waits_for_is_not_written)
{
    studio_page kit;
    us_str folder, text;
    us_error err;
    us_json_writer ok;
    studio_page_begin(&kit);
    put_results(ROW("1", "win", "1") ROW("3", "loss", "3"));
    us_str_init(&folder);
    us_str_init(&text);
    us_json_writer_init(&ok, &text);
    us_json_write_open(&ok, '{');
    REQUIRE(us_experiment_find(&kit.server->folders, "it/e/manifest.jsonl", true, &folder, &err) ==
            US_OK);
    CHECK_INT(us_experiment_report(&kit.server->folders, folder.text, always, &ok, &err),
              US_INTERRUPTED);
    CHECK(access(scratch("it/e/report.html"), F_OK) != 0);
    us_str_clear(&folder);
    us_str_clear(&text);
    /* And of a guest that leaves while it waits nothing is left. */
    for (int i = 0; i < 3; i++)
        us_client_handle(kit.client,
                         "{\"do\":\"experiment.report\",\"n\":1,"
                         "\"file\":\"it/e/manifest.jsonl\"}",
                         strlen("{\"do\":\"experiment.report\",\"n\":1,"
                                "\"file\":\"it/e/manifest.jsonl\"}"));
    us_client_disconnect(kit.client);
    CHECK(kit.server->requests <= 1);
    kit.client = us_studio_server_connect(kit.server);
    CHECK(studio_page_ask(&kit, "experiment.open", OPEN) != NULL);
    studio_page_end(&kit);
}

/* ---- what may not be asked */

TEST(what_cannot_be_compared_is_refused)
{
    static const struct {
        const char *verb, *members, *text;
    } rows[] = {
        {"library.list", "", "\"file\" is missing"},
        {"library.stories", "", "\"file\" is missing"},
        {"library.stories", "'file':'it/none.db'", "No such file"},
        {"library.list", "'file':1", "file"},
        {"library.list", "'file':''", "FOLDER/PATH"},
        {"library.list", "'file':'it/../a.db'", "FOLDER/PATH"},
        {"library.list", "'file':'/etc/passwd'", "no folder"},
        {"library.list", "'file':'it/none.db'", "No such file"},
        {"library.list", "'file':'it/e'", "expected"},
        {"library.list", "'file':'it/e/manifest.jsonl'", "expected a library"},
        {"library.list", "'file':'it/pipe'", "expected"},
        {"library.list", "'file':'it/out.db'", "leads out"},
        {"library.behavior", "'file':'it/a.db'", "\"hash\" is missing"},
        {"library.behavior", "'file':'it/a.db','hash':'xyz'", "16 hex digits"},
        {"library.behavior", "'file':'it/a.db','hash':'0000000000000000'", "no behavior"},
        {"library.diff", "'a':'it/a.db'", "\"b\" is missing"},
        {"library.diff", "'a':'it/a.db','b':'it/e/manifest.jsonl'", "expected a library"},
        {"experiment.open", "", "\"file\" is missing"},
        {"experiment.open", "'file':'it/a.db'", "manifest.jsonl"},
        {"experiment.open", "'file':'/manifest.jsonl'", "manifest.jsonl"},
        {"experiment.open", "'file':'it/../e/manifest.jsonl'", "FOLDER/PATH"},
        {"experiment.open", "'file':'it/none/manifest.jsonl'", "No such file"},
        {"experiment.open", OPEN ",'since':7", "since"},
        {"experiment.open", "'file':'it/bad/manifest.jsonl'", ""},
        {"experiment.report", "'file':'it/bad/manifest.jsonl'", ""},
        {"experiment.report", "'file':'shipped/skirmish/manifest.jsonl'", "read only"},
    };
    studio_page kit;
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    put("out.db", original, other);
    put_results("");
    scratch_folder("it/bad");
    scratch_put("it/bad/manifest.jsonl", "{\"experiment\":");
    REQUIRE(mkfifo(scratch("it/pipe"), 0600) == 0);
    REQUIRE(symlink("../out.db", scratch("it/out.db")) == 0);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].members);
        CHECK_CONTAINS(studio_page_refused(&kit, rows[i].verb, rows[i].members), rows[i].text);
    }
    us_test_row(NULL);
    studio_page_end(&kit);
}

TEST(a_guest_does_not_ask_without_end)
{
    static const char text[] = "{\"do\":\"library.list\",\"n\":1,\"file\":\"it/a.db\"}";
    studio_page kit;
    const char *bytes;
    size_t length;
    bool binary, refused = false;
    studio_page_begin(&kit);
    put("it/a.db", original, other);
    for (int i = 0; i < 40; i++)
        us_client_handle(kit.client, text, strlen(text));
    CHECK(kit.server->requests <= 16);
    while (us_client_get_message(kit.client, &bytes, &length, &binary))
        refused |= strstr(bytes, "wait for their answers") != NULL;
    CHECK(refused);
    studio_page_end(&kit); /* whatever is still under way */
}

TEST(only_reports_and_what_lies_beside_them_are_served)
{
    static const struct {
        const char *file;
        bool served;
    } rows[] = {
        {"it/report.html", true},
        {"it/figures/a.svg", true},
        {"it/figures/a.tsv", true},
        {"it/a.db", false},
        {"it/a.jsonl", false},
        {"it/report.html/", false},
        {"it/none.html", false},
        {"it/.hidden.html", false},
        {"it/../out.html", false},
        {"it//report.html", false},
        {"it/out.html", false}, /* a link that leads out */
        {"it/outside/x.html", false},
        {"it/pipe.html", false},
        {"it/folder.html", false},
        {"it/report.HTML", false},
        {"out/report.html", false},
        {"report.html", false},
        {"", false},
        {"/etc/passwd", false},
    };
    studio_page kit;
    studio_page_begin(&kit);
    scratch_folder("it/figures");
    scratch_folder("it/folder.html");
    scratch_folder("out");
    static const char *const files[] = {"it/report.html", "it/figures/a.svg", "it/figures/a.tsv",
                                        "it/a.db",        "it/a.jsonl",       "it/.hidden.html",
                                        "it/report.HTML", "out.html",         "out/x.html"};
    for (int i = 0; i < US_COUNT(files); i++)
        scratch_put(files[i], "x");
    REQUIRE(symlink("../out.html", scratch("it/out.html")) == 0);
    REQUIRE(symlink("../out", scratch("it/outside")) == 0);
    REQUIRE(mkfifo(scratch("it/pipe.html"), 0600) == 0);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_served_file served;
        us_test_row(rows[i].file);
        bool is = us_served_file_open(&kit.server->folders, rows[i].file, &served);
        CHECK(is == rows[i].served);
        if (is)
            fclose(served.file);
    }
    us_test_row(NULL);
    studio_page_end(&kit);
}
