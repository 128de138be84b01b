/* Live editing in the studio: pages read, edit and save the behaviors of a running game. */
#include <string.h>

#include "learn/learn.h"
#include "retrieve/library.h"
#include "studio/session.h"
#include "tests/unit/studio_page.h"
#include "traces/log.h"
#include "traces/replay.h"
#include "understudy/learn.h"

#define GAME                                                         \
    "'domain':'skirmish','map':'open-1','seed':3,'max_cycles':9000," \
    "'agents':['library:it/lib.db','ai:passive']"
#define WATCHED GAME ",'seat':-1,'file':'it/game.jsonl'"
#define NAME    "ResourceInfrastructure 3 9 2e4e6253b7"

/* Begins a game that a library plays, up to a cycle. */
static void begin(studio_page *kit, const char *cycles)
{
    US_AUTOSTR(path);
    us_learn_def def = us_learn_def_default();
    studio_page_begin(kit);
    def.relax = true;
    REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &path, NULL) == US_OK);
    REQUIRE(us_learn_to_library((const char *const *)&path.text, 1, &def, scratch("it/lib.db"),
                                NULL, NULL) == US_OK);
    REQUIRE(studio_page_ask(kit, "play.open", WATCHED) != NULL);
    REQUIRE(studio_page_ask(kit, "play.step", cycles) != NULL);
}

/* Appends the text of a behavior. */
static void read_text(studio_page *kit, const char *name, us_str *out)
{
    US_AUTOSTR(members);
    us_str_addf(&members, "'seat':0,'name':'%s'", name);
    const us_json_node *answer = studio_page_ask(kit, "live.text", members.text);
    REQUIRE(answer != NULL);
    us_str_add(out, us_json_string(us_json_find(answer, "text")));
}

/* Replaces the first `from` of a text. */
static void replace(us_str *text, const char *from, const char *to)
{
    US_AUTOSTR(made);
    const char *at = strstr(text->text, from);
    REQUIRE(at != NULL);
    us_str_add_bytes(&made, text->text, (size_t)(at - text->text));
    us_str_addf(&made, "%s%s", to, at + strlen(from));
    us_str_reset(text);
    us_str_add(text, made.text);
}

/* Sends a text to the plan of seat 0. Returns NULL, or the error's text. */
static const char *edit(studio_page *kit, const char *text, bool refused)
{
    US_AUTOSTR(members);
    us_str_add(&members, "'seat':0,'text':\"");
    for (; *text; text++)
        if (*text == '\n')
            us_str_add(&members, "\\n");
        else
            us_str_addf(&members, "%s%c", *text == '"' ? "\\" : "", *text);
    us_str_add(&members, "\"");
    if (refused)
        return studio_page_refused(kit, "live.edit", members.text);
    CHECK(studio_page_ask(kit, "live.edit", members.text) != NULL);
    return NULL;
}

static void end(studio_page *kit)
{
    studio_page_ask(kit, "play.end", "");
    studio_page_end(kit);
}

TEST(a_page_lists_the_behaviors_at_work_and_reads_their_texts)
{
    studio_page kit;
    US_AUTOSTR(text);
    begin(&kit, "'cycles':1500");
    const us_json_node *answer = studio_page_ask(&kit, "live.behaviors", "'seat':0");
    REQUIRE(answer != NULL);
    const us_json_node *list = us_json_find(answer, "behaviors");
    CHECK_INT(us_json_size(list), studio_page_int(answer, "total"));
    bool found = false;
    for (const us_json_node *at = us_json_first(list); at; at = us_json_next(at))
        found |= us_text_equal(us_json_string(us_json_find(at, "name")), NAME);
    CHECK(found);
    read_text(&kit, NAME, &text);
    CHECK_CONTAINS(text.text, "brl 1 skirmish\n\nbehavior \"" NAME "\" achieves");
    CHECK_CONTAINS(text.text, "e: act build(");
    CHECK(!strstr(text.text, "appendix"));
    end(&kit);
}

TEST(an_edit_keeps_finished_steps_and_the_trace_tells_it_and_replays)
{
    studio_page kit;
    US_AUTOSTR(text);
    us_hash hash;
    begin(&kit, "'cycles':1500");
    read_text(&kit, NAME, &text);
    replace(&text, "e: act build(unit: s3, type: \"farmhouse\", cell: s6)",
            "e: act train(unit: s5, type: \"worker\")");
    edit(&kit, text.text, false);
    CHECK(!studio_page_find_reply(&kit, "edited"));
    studio_page_ask(&kit, "play.step", "'cycles':600");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "edited"), "\"put\":true");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "edited"), "over: a, b, c, d");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "edited"), "begun anew: e");
    US_AUTOSTR(now);
    read_text(&kit, NAME, &now);
    CHECK_STR(now.text, text.text);
    hash = us_game_hash(us_match_game(kit.server->session[0]->match));
    studio_page_ask(&kit, "play.end", "");
    us_replay *replay;
    REQUIRE(us_replay_open(scratch("it/game.jsonl"), NULL, &replay, NULL) == US_OK);
    us_replay_advance(replay, 2100, NULL);
    CHECK_HASH(us_replay_get_report(replay).hash, hash);
    CHECK_INT(us_replay_get_report(replay).differs, -1);
    us_replay_free(replay);
    US_AUTOFREE char *trace = scratch_text("it/game.jsonl");
    CHECK_CONTAINS(trace, "\"repair\":\"edit\",\"number\":1,");
    CHECK_CONTAINS(trace, "\"minor\":8");
    studio_page_end(&kit);
}

TEST(a_text_that_is_not_sound_changes_nothing)
{
    static const struct {
        const char *from, *to, *error;
    } rows[] = {
        {"do order {", "do order [", "text:"},
        {"e: act build(unit: s3", "e: act build(unit: nobody", "nobody"},
        {"e: act build(", "e: act fly(", "fly"},
        {"e: act build(unit: s3, type: \"farmhouse\", cell: s6)", "e: call NoTree()", "NoTree"},
        {"behavior \"" NAME "\"", "behavior \"other\"", "the library has no behavior \"other\""},
        {"farms: 3", "farms: 4", "achieves another goal"},
        {"    slot s6: cell\n", "", "s6"},
        {"behavior \"", "tree T {\n do act stop(unit: x)\n}\nbehavior \"", "x"},
    };
    studio_page kit;
    US_AUTOSTR(before);
    begin(&kit, "'cycles':1500");
    read_text(&kit, NAME, &before);
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        US_AUTOSTR(after);
        us_test_row(rows[i].to);
        us_str_add(&text, before.text);
        replace(&text, rows[i].from, rows[i].to);
        const char *error = edit(&kit, text.text, true);
        if (i > 0)
            CHECK_CONTAINS(error, rows[i].error);
        read_text(&kit, NAME, &after);
        CHECK_STR(after.text, before.text);
    }
    us_test_row(NULL);
    CHECK_CONTAINS(edit(&kit, "", true), "");
    CHECK_CONTAINS(edit(&kit, "brl 1 skirmish\n", true), "expected a behavior, found none");
    studio_page_forget(&kit);
    studio_page_ask(&kit, "play.step", "'cycles':100");
    CHECK(!studio_page_find_reply(&kit, "edited"));
    end(&kit);
}

TEST(an_edited_behavior_is_saved_with_its_cases_and_goes_into_a_library)
{
    studio_page kit;
    US_AUTOSTR(text);
    US_AUTOPTR(us_domain) domain = NULL;
    us_brl *brl = NULL;
    begin(&kit, "'cycles':1500");
    read_text(&kit, NAME, &text);
    replace(&text, "        f before g\n", "");
    edit(&kit, text.text, false);
    studio_page_ask(&kit, "play.step", "'cycles':600");
    const us_json_node *answer =
        studio_page_ask(&kit, "live.save", "'seat':0,'name':'" NAME "','file':'it/edited.brl'");
    REQUIRE(answer != NULL);
    CHECK_INT(studio_page_int(answer, "left_out"), 0);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(us_brl_load(domain, scratch("it/edited.brl"), &brl, NULL) == US_OK);
    const us_template *const *item;
    REQUIRE(us_brl_items(brl, &item) == 1);
    CHECK(us_template_describe(item[0]).cases >= 5);
    us_brl_free(brl);
    CHECK_CONTAINS(
        studio_page_refused(&kit, "live.save", "'seat':0,'name':'" NAME "','file':'it/edited.brl'"),
        "there is such a file already");
    end(&kit);
}

TEST(what_cannot_be_edited_is_refused)
{
    static const struct {
        const char *verb, *members, *error;
    } rows[] = {
        {"live.behaviors", "", "seat"},
        {"live.behaviors", "'seat':2", "seat"},
        {"live.behaviors", "'seat':-1", "seat"},
        {"live.behaviors", "'seat':'x'", "seat"},
        {"live.behaviors", "'seat':1", "plays without behaviors to edit"},
        {"live.text", "'seat':0", "name"},
        {"live.text", "'seat':0,'name':7", "name"},
        {"live.text", "'seat':0,'name':'none'", "the library has no behavior \"none\""},
        {"live.edit", "'seat':0", "text"},
        {"live.edit", "'seat':0,'text':{}", "text"},
        {"live.edit", "'seat':0,'text':'\\u0001'", "brl 1"},
        {"live.edit", "'seat':1,'text':'brl 1'", "plays without behaviors to edit"},
        {"live.save", "'seat':0,'name':'" NAME "'", "file"},
        {"live.save", "'seat':0,'name':'" NAME "','file':'it/x.db'", "ends in .brl"},
        {"live.save", "'seat':0,'name':'" NAME "','file':'it/../x.brl'", "FOLDER/PATH"},
        {"live.save", "'seat':0,'name':'" NAME "','file':'/tmp/x.brl'", "no folder"},
        {"live.save", "'seat':0,'name':'none','file':'it/x.brl'", "no behavior \"none\""},
    };
    studio_page kit;
    begin(&kit, "'cycles':10");
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].members);
        CHECK_CONTAINS(studio_page_refused(&kit, rows[i].verb, rows[i].members), rows[i].error);
    }
    us_test_row(NULL);
    CHECK(!us_file_exists(scratch("it/x.brl")));
    studio_page_ask(&kit, "play.end", "");
    CHECK_CONTAINS(studio_page_refused(&kit, "live.behaviors", "'seat':0"), "shows no game");
    studio_page_end(&kit);
}
