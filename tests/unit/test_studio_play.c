#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "studio/session.h"
#include "tests/unit/packed_states.h"
#include "tests/unit/studio_page.h"
#include "traces/annotation.h"
#include "traces/log.h"
#include "traces/replay.h"

#define GAME     "'domain':'skirmish','map':'open-2','seed':3"
#define PERSON   GAME ",'seat':0,'agents':[null,'idle']"
#define RECORDED PERSON ",'file':'it/game.jsonl'"

/* ---- the film */

TEST(the_film_shows_the_world_of_each_cycle)
{
    studio_page kit;
    packed_states w;
    studio_page_begin(&kit);
    const us_json_node *game = studio_page_ask(&kit, "play.open",
                                               GAME ",'seat':-1,'agents':['expert:rush','ai:raid'],"
                                                    "'file':'it/game.jsonl'");
    REQUIRE(game != NULL);
    packed_states_begin(&w, (int)studio_page_int(game, "width"),
                        (int)studio_page_int(game, "height"), 2);
    for (int step = 1; step <= 40; step++) {
        studio_page_forget(&kit);
        REQUIRE(studio_page_ask(&kit, "play.step", step % 3 ? "'cycles':1" : "'cycles':57") !=
                NULL);
        packed_states_watch(&w, &kit.film);
    }
    int64_t cycle = w.unpacker.world.now;
    studio_page_ask(&kit, "play.end", "");
    us_replay *replay;
    REQUIRE(us_replay_open(scratch("it/game.jsonl"), NULL, &replay, NULL) == US_OK);
    REQUIRE(us_replay_advance(replay, (us_cycle)cycle, NULL) == US_OK);
    const us_world *world = us_game_world(us_match_game(us_replay_match(replay)), US_NEUTRAL);
    packed_states_same(&w.unpacker.world, world, true);
    us_replay_free(replay);
    packed_states_end(&w);
    studio_page_end(&kit);
}

/* ---- time */

TEST(a_game_goes_on_by_the_clock_at_its_pace)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':30");
    for (int i = 0; i < 100; i++)
        studio_page_go_on(&kit, 10);
    studio_page_ask(&kit, "play.pace", "'cycles':0");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "state"), "\"cycle\":30,\"pace\":0");
    for (int i = 0; i < 100; i++)
        studio_page_go_on(&kit, 10);
    CHECK_INT(studio_page_int(studio_page_ask(&kit, "play.step", "'cycles':5"), "cycle"), 35);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.step", "'cycles':0"), "cycles");
    studio_page_ask(&kit, "play.pace", "'cycles':30");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.step", "'cycles':5"), "pause it first");
    studio_page_end(&kit);
}

/* Orders at the same cycles give the same game, at whatever pace it was played. */
static us_hash hash_at(int pace)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open",
                            GAME ",'seat':0,'agents':[null,'expert:rush'],"
                                 "'file':'it/pace.jsonl'") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':40");
    studio_page_ask(&kit, "play.order", "'give':{'order':'explore','args':{'units':[7,8]}}");
    if (pace > 0) {
        studio_page_ask(&kit, "play.pace", "'cycles':300");
        studio_page_go_on(&kit, 200);
        for (int i = 0; i < 60; i++)
            studio_page_go_on(&kit, 0); /* what a slow machine has left undone */
        studio_page_ask(&kit, "play.pace", "'cycles':0");
    } else {
        studio_page_ask(&kit, "play.step", "'cycles':60");
    }
    us_replay *replay;
    studio_page_ask(&kit, "play.end", "");
    REQUIRE(us_replay_open(scratch("it/pace.jsonl"), NULL, &replay, NULL) == US_OK);
    us_replay_advance(replay, 100, NULL);
    CHECK_INT(us_replay_get_report(replay).state.now, 100);
    us_hash hash = us_replay_get_report(replay).hash;
    CHECK_INT(us_replay_get_report(replay).differs, -1);
    us_replay_free(replay);
    studio_page_end(&kit);
    unlink(scratch("it/pace.jsonl"));
    unlink(scratch("it/pace.goals.json"));
    return hash;
}

TEST(the_pace_does_not_decide_the_game)
{
    us_hash stepped = hash_at(0);
    scratch_clean();
    CHECK_HASH(hash_at(1), stepped);
}

/* ---- orders */

TEST(an_order_is_recorded_as_it_was_given)
{
    studio_page kit;
    us_log log;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", RECORDED) != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':7");
    CHECK(studio_page_ask(&kit, "play.order",
                          "'give':{'order':'move','args':{'units':[7,8],'x':9,'y':11}}") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':1");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "order"),
                   "\"order\":\"move\",\"units\":2,\"reason\":null");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", "'give':{'order':'fly','args':{}}"),
                   "fly");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", ""), "\"give\" is missing");
    studio_page_ask(&kit, "play.end", "");
    REQUIRE(us_log_read(&log, scratch("it/game.jsonl"), NULL, NULL) == US_OK);
    REQUIRE(log.orders.count == 1);
    const us_order *order = &log.orders.order[0];
    CHECK_STR(log.domain->action[order->action].name, "move");
    CHECK_INT(order->unit_count, 2);
    CHECK_INT(order->unit[1], 8);
    CHECK_INT(order->arg[0], US_CELL(9, 11));
    CHECK_INT(log.line[0].cycle, 7);
    CHECK_STR(log.header->seat[0].player, "human");
    us_log_clear(&log);
    studio_page_end(&kit);
}

TEST(a_click_means_what_fits_what_is_there)
{
    static const struct {
        const char *members, *action;
    } rows[] = {
        {"'units':[7,8],'x':3,'y':3,'entity':0,'dry':true", "move"},
        {"'units':[7,8],'x':3,'y':3,'entity':1,'dry':true", "harvest"},
        {"'units':[5],'x':3,'y':3,'entity':0,'dry':true", "rally"},
        {"'units':[1,5,9999],'x':3,'y':3,'entity':0,'dry':true", "rally"}, /* of its own alone */
    };
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        const char *action = "none";
        us_test_row(rows[i].members);
        us_json_get_string(studio_page_ask(&kit, "play.context", rows[i].members), "action",
                           &action, NULL);
        CHECK_STR(action, rows[i].action);
    }
    us_test_row(NULL);
    studio_page_end(&kit);
}

TEST(the_menu_tells_what_it_costs_and_why_not)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "play.select", "'units':[7]");
    const char *menu = studio_page_find_reply(&kit, "menu");
    REQUIRE(menu != NULL);
    CHECK_CONTAINS(menu, "\"units\":[7]");
    CHECK_CONTAINS(menu, "{\"action\":\"build\",");
    CHECK_CONTAINS(menu, "\"cost\":{\"gold\":");
    CHECK_CONTAINS(menu, "Something else is needed first: ");
    studio_page_forget(&kit);
    studio_page_go_on(&kit, 500);
    CHECK(studio_page_find_reply(&kit, "menu") == NULL); /* it is told when it changes */
    studio_page_end(&kit);
}

/* ---- labels */

TEST(labels_given_late_snap_to_orders)
{
    studio_page kit;
    us_domain *domain;
    us_annotation *labels;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", RECORDED) != NULL);
    for (int i = 0; i < 4; i++) {
        studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studio_page_ask(&kit, "play.step", "'cycles':10");
    }
    const us_json_node *goal = studio_page_ask(
        &kit, "goal.open",
        "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':2},'back':3");
    REQUIRE(goal != NULL);
    CHECK_INT(studio_page_int(goal, "id"), 2);
    studio_page_ask(&kit, "goal.back", "'id':2,'orders':2");
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[8]}}");
    studio_page_ask(&kit, "play.step", "'cycles':10");
    studio_page_ask(&kit, "goal.close", "'id':2,'back':1");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "goals"), "\"orders\":5,\"unlabeled\":3");
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    /* Before the recording has ended: it is saved as it goes. */
    REQUIRE(us_annotation_load(scratch("it/game.goals.json"), domain, NULL, &labels, NULL) ==
            US_OK);
    CHECK_INT(labels->count, 2);
    const us_goal_instance *late = us_annotation_find(labels, 0, 2);
    REQUIRE(late != NULL);
    CHECK_INT(late->parent, 1);
    CHECK_INT(late->opened, 20);
    CHECK_INT(late->closed, 40);
    REQUIRE(late->spans == 1);
    CHECK_INT(late->span[0].to - late->span[0].from, 2);
    us_annotation_free(labels);
    us_domain_free(domain);
    studio_page_end(&kit);
}

TEST(labels_that_make_no_sense_are_refused)
{
    static const struct {
        const char *verb, *members, *text;
    } rows[] = {
        {"goal.open", "'goal':'Fly','args':{}", "Fly"},
        {"goal.open", "'goal':'WinWargus','args':{'player':0}", "open already"},
        {"goal.open", "'goal':'DefeatPlayer','args':{'player':1},'back':1", "only 0 were given"},
        {"goal.open", "'goal':'DefeatPlayer','args':{'player':2}", "no seat 2"},
        {"goal.close", "'id':1", "ends with the recording"},
        {"goal.drop", "'id':1", "stays"},
        {"goal.back", "'id':1,'orders':0", "begins with the recording"},
        {"goal.close", "'id':9", "no goal 9"},
        {"goal.close", "'id':'x'", "id"},
    };
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].members);
        CHECK_CONTAINS(studio_page_refused(&kit, rows[i].verb, rows[i].members), rows[i].text);
    }
    us_test_row(NULL);
    studio_page_end(&kit);
}

/* ---- pages come and go */

TEST(a_page_that_is_closed_leaves_its_game_standing)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", RECORDED) != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':30");
    studio_page_go_on(&kit, 100);
    us_client_disconnect(kit.client);
    us_studio_server_update(kit.server, kit.now + 5000);
    kit.client = us_studio_server_connect(kit.server);
    studio_page_forget(&kit);
    const us_json_node *game = studio_page_ask(&kit, "play.join", "'session':1");
    REQUIRE(game != NULL);
    CHECK_INT(studio_page_int(game, "cycle"), 3);
    studio_page_go_on(&kit, 20);
    CHECK(kit.film.length > 1000); /* from an empty world on */
    studio_page_end(&kit);
}

TEST(a_second_page_asks_before_it_takes_a_game)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    us_client *first = kit.client;
    kit.client = us_studio_server_connect(kit.server);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.join", "'session':1"), "another page plays");
    CHECK(studio_page_ask(&kit, "play.join", "'session':1,'take':true") != NULL);
    us_client *second = kit.client;
    kit.client = first;
    studio_page_forget(&kit);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.step", "'cycles':1"), "shows no game");
    CHECK(studio_page_find_reply(&kit, "taken") != NULL);
    kit.client = second;
    studio_page_end(&kit);
}

TEST(a_seat_that_is_given_back_ends_the_demonstration)
{
    studio_page kit;
    us_log log;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", RECORDED) != NULL);
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':10");
    CHECK(studio_page_ask(&kit, "play.seat", "'agent':'expert:rush'") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':200");
    REQUIRE(us_log_read(&log, scratch("it/game.jsonl"), NULL, NULL) == US_OK);
    CHECK_INT(log.orders.count, 1);
    us_log_clear(&log);
    CHECK(!us_studio_server_is_recording(kit.server,
                                         scratch("it/game.jsonl"))); /* so it can be labeled */
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", "'give':{}"), "only watched");
    studio_page_end(&kit);
}

TEST(a_person_takes_over_a_recorded_game)
{
    studio_page kit;
    us_log log;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open",
                            GAME ",'seat':-1,'agents':['expert:rush','ai:raid'],"
                                 "'file':'it/agents.jsonl'") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':500");
    studio_page_ask(&kit, "play.end", "");
    const us_json_node *game =
        studio_page_ask(&kit, "play.from",
                        "'file':'it/agents.jsonl','cycle':300,'seat':0,'agents':[null,null],"
                        "'record':'it/mine.jsonl',"
                        "'top':{'goal':'DefeatPlayer','args':{'player':1}}");
    REQUIRE(game != NULL);
    CHECK_INT(studio_page_int(game, "cycle"), 300);
    CHECK_CONTAINS(studio_page_find_reply(&kit, "goals"), "\"text\":\"DefeatPlayer(player: 1)\"");
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':10");
    studio_page_ask(&kit, "play.end", "");
    REQUIRE(us_log_read(&log, scratch("it/mine.jsonl"), NULL, NULL) == US_OK);
    CHECK_INT(log.header->seat[0].since, 300);
    CHECK_STR(log.header->seat[0].player, "human");
    CHECK_STR(log.header->seat[1].player, "ai:raid");
    us_log_clear(&log);
    studio_page_end(&kit);
}

/* The map that it names lies outside the folders, and is a good one. */
TEST(a_trace_has_no_file_read_that_lies_elsewhere)
{
    static const char *const verbs[] = {"play.from", "watch.open", "label.open"};
    studio_page kit;
    us_str path, changed;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", RECORDED) != NULL);
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':20");
    studio_page_ask(&kit, "play.end", "");
    us_str_init(&path);
    us_str_init(&changed);
    REQUIRE(us_data_find_domain_file("skirmish", "maps/open-2.map", &path, NULL) == US_OK);
    char *trace = scratch_text("it/game.jsonl"), *map = strstr(trace, "\"open-2\"");
    REQUIRE(map != NULL);
    us_str_add_bytes(&changed, trace, (size_t)(map - trace));
    us_str_addf(&changed, "\"%s\"%s", scratch("open-2.map"), map + strlen("\"open-2\""));
    char *text;
    size_t length;
    REQUIRE(us_file_read(path.text, 1 << 20, &text, &length, NULL) == US_OK);
    scratch_put("open-2.map", text); /* beside the folder */
    us_mem_free(text);
    scratch_put("it/other.jsonl", changed.text);
    for (int i = 0; i < US_COUNT(verbs); i++) {
        us_test_row(verbs[i]);
        studio_page_ask(&kit, verbs[i], "'file':'it/other.jsonl','cycle':5,'seat':0");
        const us_json_node *root = us_json_root(kit.answer), *ok = us_json_find(root, "ok");
        const char *states = "";
        if (ok)
            us_json_get_string(ok, "states", &states, NULL);
        CHECK(!ok || us_text_equal(states, "stored")); /* not played again, at least */
    }
    us_test_row(NULL);
    us_mem_free(trace);
    us_str_clear(&path);
    us_str_clear(&changed);
    studio_page_end(&kit);
}

/* ---- what may not be asked */

TEST(games_that_cannot_be_are_refused)
{
    static const struct {
        const char *members, *text;
    } rows[] = {
        {"", "domain"},
        {"'domain':'chess'", "chess"},
        {"'domain':'skirmish','map':'nowhere','agents':['idle','idle']", "nowhere"},
        {"'domain':'skirmish','map':'../open-2.map','agents':['idle','idle']", "no folder"},
        {"'domain':'skirmish','map':'it/../open-2.map','agents':['idle','idle']", "FOLDER/PATH"},
        {GAME ",'agents':['idle',null]", "nobody plays seat 1"},
        {GAME ",'agents':['idle']", "2 seats"},
        {GAME ",'agents':['idle','exec:touch /tmp/x']", "exec: is for the command line"},
        {GAME ",'agents':['idle','bot:ai.RandomAI']", "bot: is for the command line"},
        {GAME ",'agents':['idle','socket:9898']", "socket: is for the command line"},
        {GAME ",'agents':['idle','library:/etc/passwd']", "no folder"},
        {GAME ",'agents':['idle','library:it/../x']", "FOLDER/PATH"},
        {GAME ",'agents':['idle','nobody']", "nobody"},
        {GAME ",'seat':7,'agents':['idle','idle']", "seat"},
        {PERSON ",'file':'shipped/x.jsonl'", "read only"},
        {PERSON ",'file':'it/x.txt'", ".jsonl"},
        {PERSON ",'file':'it/../../x.jsonl'", "FOLDER/PATH"},
        {PERSON ",'file':'it/none/x.jsonl'", "folder"},
        {PERSON ",'factions':['elf',null]", "elf"},
        {PERSON ",'top':{'goal':'DefeatPlayer','args':{'player':2}}", "seats of the game"},
        {"'domain':'skirmish','map':'open-2','agents':['idle','idle'],'seed':-1", "seed"},
    };
    studio_page kit;
    studio_page_begin(&kit);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].members);
        CHECK_CONTAINS(studio_page_refused(&kit, "play.open", rows[i].members), rows[i].text);
    }
    us_test_row(NULL);
    CHECK_INT(kit.server->sessions, 0);
    studio_page_end(&kit);
}

TEST(orders_that_nothing_will_come_of_are_refused)
{
    static const char stop[] = "'give':{'order':'stop','args':{'units':[7]}}";
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'max_cycles':50") != NULL);
    for (int i = 0; i < US_ORDERS_WAITING_MAX; i++)
        REQUIRE(studio_page_ask(&kit, "play.order", stop) != NULL);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", stop), "500 orders wait");
    studio_page_ask(&kit, "play.step", "'cycles':1");
    CHECK(studio_page_ask(&kit, "play.order", stop) != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':60");
    CHECK(studio_page_find_reply(&kit, "over") != NULL);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", stop), "is over");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.context", "'units':[7],'x':3,'y':3"), "is over");
    studio_page_end(&kit);
}

TEST(a_game_whose_program_fails_ends_without_a_result)
{
    studio_page kit;
    us_session *session = NULL;
    us_session_def def = {.play = us_play_def_default(), .seat = US_NEUTRAL};
    def.play.scenario.map = "open-2";
    def.play.agent[0] = "exec:read h; echo '{\"name\":\"it\"}'; read s; exit 3";
    def.play.agent[1] = "idle";
    studio_page_begin(&kit);
    REQUIRE(us_session_open(kit.server, &def, &session, NULL) == US_OK);
    REQUIRE(us_session_join(session, kit.client, false, NULL) == US_OK);
    CHECK_INT(studio_page_int(studio_page_ask(&kit, "play.step", "'cycles':9"), "cycle"), 0);
    const char *over = studio_page_find_reply(&kit, "over");
    REQUIRE(over);
    CHECK_CONTAINS(over, "\"outcome\":{\"kind\":\"broken\",\"winner\":-1,");
    CHECK_CONTAINS(over, "exit 3 failed in seat 0 at cycle 0: it ended with status 3; expected");
    CHECK(!studio_page_find_reply(&kit, "trouble"));
    CHECK_INT(studio_page_int(studio_page_ask(&kit, "play.step", "'cycles':9"), "cycle"), 0);
    studio_page_end(&kit);
}

TEST(a_file_that_can_do_nothing_is_not_given_a_seat)
{
    studio_page kit;
    studio_page_begin(&kit);
    scratch_put("it/needy.brl", "brl 1\ntree A(n: number) {\ndo act stop()\n}\n");
    CHECK_CONTAINS(
        studio_page_refused(&kit, "play.open", GAME ",'agents':['idle','tree:it/needy.brl']"),
        "needs arguments");
    CHECK_INT(kit.server->sessions, 0);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.seat", "'agent':'tree:it/needy.brl'"),
                   "needs arguments");
    CHECK(studio_page_ask(&kit, "play.seat", "'agent':'ai:raid'") != NULL);
    studio_page_end(&kit);
}

/* It is sent something whenever it has read something. */
TEST(what_a_slow_page_has_read_is_kept_no_longer)
{
    studio_page kit;
    const char *bytes;
    size_t length;
    bool binary;
    studio_page_begin(&kit);
    for (int i = 0; i < 1000; i++) {
        us_client_message message;
        us_json_write_key_int(us_client_message_begin(&message, "x"), "i", i);
        us_client_message_send(kit.client, &message);
        if (i >= 5) {
            char text[40];
            snprintf(text, sizeof(text), "{\"say\":\"x\",\"i\":%d}", i - 5);
            REQUIRE(us_client_get_message(kit.client, &bytes, &length, &binary));
            CHECK_STR(bytes, text);
        }
        CHECK(kit.client->out.count <= 16);
    }
    studio_page_end(&kit);
}

TEST(hostile_messages_change_nothing)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"n\":1}",
        "{\"do\":1,\"n\":1}",
        "{\"do\":\"home\"}",
        "{\"do\":\"home\",\"n\":-1}",
        "{\"do\":\"home\",\"n\":1e3}",
        "{\"do\":\"play.step\",\"n\":1,\"cycles\":99999999999999999999}",
        "{\"do\":\"play.order\",\"n\":1,\"give\":[[[[[[[[[[[[]]]]]]]]]]]]}",
        "{\"do\":\"play.select\",\"n\":1,\"units\":[0,-1,\"x\"]}",
        "{\"do\":\"play.select\",\"n\":1,\"units\":[7,8,7]}",
        "{\"do\":\"play.context\",\"n\":1,\"units\":[1],\"x\":-1,\"y\":0}",
    };
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    for (int i = 0; i < US_COUNT(texts); i++) {
        us_test_row(texts[i]);
        studio_page_forget(&kit);
        us_json_free(kit.answer);
        kit.answer = NULL;
        studio_page_send(&kit, texts[i]);
        CHECK(studio_page_find_reply(&kit, "refused") ||
              (kit.answer && us_json_find(us_json_root(kit.answer), "error")));
    }
    us_test_row(NULL);
    CHECK(!us_client_is_lost(kit.client));
    REQUIRE(kit.server->sessions == 1);
    CHECK_INT(kit.server->session[0]->state.now, 0);
    CHECK_INT(kit.server->session[0]->waiting, 0);
    char *long_one = us_mem_alloc(300000);
    memset(long_one, 'x', 299999);
    us_client_handle(kit.client, long_one, 299999);
    us_mem_free(long_one);
    CHECK(us_client_is_lost(kit.client));
    studio_page_end(&kit);
}

/* ---- squads */

TEST(a_game_without_a_person_tells_what_its_squads_do)
{
    static const char tree[] = "brl 1\ntree Root {\nslot s: entity "
                               "\"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
                               "do squad delay 9000 act attack(units: s, target: h)\n}\n";
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(us_file_write(scratch("it/attack.brl"), tree, sizeof tree - 1, NULL) == US_OK);
    REQUIRE(studio_page_ask(&kit, "play.open",
                            GAME ",'seat':-1,'agents':['tree:it/attack.brl','ai:raid']") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':30");
    const char *squads = studio_page_find_reply(&kit, "squads");
    REQUIRE(squads);
    CHECK_CONTAINS(squads, "[{\"seat\":0,\"squad\":{\"phase\":\"forming\",\"since\":0,");
    CHECK_CONTAINS(squads, "\"why\":\"no fighters\"");
    studio_page_forget(&kit);
    studio_page_ask(&kit, "play.step", "'cycles':30");
    CHECK(!studio_page_find_reply(&kit, "squads")); /* nothing has changed */
    studio_page_ask(&kit, "play.end", "");
    studio_page_forget(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open",
                            GAME ",'seat':1,'agents':['tree:it/attack.brl',null]") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':30");
    CHECK(!studio_page_find_reply(&kit, "squads"));
    studio_page_ask(&kit, "play.end", "");
    studio_page_end(&kit);
}
