#include "base/file.h"
#include "base/json.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/test.h"
#include "traces/import/import.h"
#include "traces/reader.h"
#include "traces/replay.h"

#define HEAD                                                                      \
    "--- a comment\nReplayLog( {\n  Map = '(unnamed)', MapPath = 'maps/a.smp',\n" \
    "  LocalPlayer = 1, Players = {\n\t{ Name = 'Computer', Race = 1, },\n"       \
    "\t{ Name = 'Ann', Race = 0, Team = -1 }\n  },\n  NoFow = false, Type = 1,\n" \
    "  Deep = { 1, { 'x' }, [[y]] }, Engine = { 2, 4, 2 }\n} )\n"
#define COMMAND(cycle, unit, ident, rest)                                             \
    "Log( { GameCycle = " #cycle ", UnitNumber = " #unit ", UnitIdent = 'unit-" ident \
    "', Action = " rest ", SyncRandSeed = -7 } )\n"

static us_imported convert(const char *text, int game)
{
    US_AUTOSTR(whole);
    us_mutate(text, NULL, &whole);
    us_imported imported = us_imported_from("stratagus", whole.text, whole.length, game);
    return imported;
}

/* The trace's lines from the given one on, with ' for ". The header's hash changes. */
static void check_lines(const us_imported *imported, int from, const char *expected)
{
    const char *at = imported->trace.text.text;
    for (int i = 1; i < from && strchr(at, '\n'); i++)
        at = strchr(at, '\n') + 1;
    us_str text;
    us_str_init(&text);
    us_str_add(&text, at);
    us_requote(&text, '"', '\'');
    CHECK_STR(text.text, expected);
    us_str_clear(&text);
}

TEST(each_command_becomes_one_order_in_our_words)
{
    static const struct {
        const char *command, *order;
    } rows[] = {
        {COMMAND(5, 12, "town-hall", "'train', Flush = 1, Value = [[unit-peasant]]"),
         "'order':'train','args':{'unit':12,'type':'peasant'},'unit_type':'town-hall'"},
        {COMMAND(5, 9, "peasant",
                 "'build', Flush = 1, PosX = 16, PosY = 113, Value = [[unit-farm]]"),
         "'order':'build','args':{'unit':9,'type':'farm','x':16,'y':113},'unit_type':'peasant'"},
        {COMMAND(5, 9, "peasant", "'resource', Flush = 1, DestUnitNumber = 16"),
         "'order':'harvest','args':{'units':[9],'target':16},'unit_type':'peasant'"},
        {COMMAND(5, 9, "peasant", "'resource-loc', Flush = 1, PosX = 3, PosY = 4"),
         "'order':'chop','args':{'units':[9],'x':3,'y':4},'unit_type':'peasant'"},
        {COMMAND(5, 9, "peon", "'repair', Flush = 1, PosX = 3, PosY = 4, DestUnitNumber = 0"),
         "'order':'repair','args':{'units':[9],'target':0},'unit_type':'peon'"},
        {COMMAND(5, 7, "grunt", "'attack', Flush = 1, PosX = 3, PosY = 4, DestUnitNumber = 8"),
         "'order':'attack','args':{'units':[7],'target':8},'unit_type':'grunt'"},
        {COMMAND(5, 7, "grunt", "'attack', Flush = 1, PosX = 3, PosY = 4"),
         "'order':'attack-move','args':{'units':[7],'x':3,'y':4},'unit_type':'grunt'"},
        {COMMAND(5, 7, "ballista", "'stand-ground', Flush = 0"),
         "'order':'stand','args':{'units':[7],'queued':true},'unit_type':'ballista'"},
        {COMMAND(5, 7, "farm", "'move', Flush = 0, PosX = 3, PosY = 4"),
         "'foreign':'move','args':{'unit':7,'x':3,'y':4,'queued':1},'unit_type':'farm'"},
        {COMMAND(5, 7, "human-barracks", "'move', Flush = 1, PosX = 3, PosY = 4"),
         "'order':'rally','args':{'unit':7,'x':3,'y':4},'unit_type':'human-barracks'"},
        {COMMAND(5, 9, "peon", "'auto-repair', Flush = 1, PosX = 1, PosY = -1"),
         "'order':'auto-repair','args':{'units':[9],'on':1},'unit_type':'peon'"},
        {COMMAND(5, 7, "human-watch-tower",
                 "'upgrade-to', Flush = 1, Value = [[unit-human-guard-tower]]"),
         "'order':'upgrade','args':{'unit':7,'type':'human-guard-tower'},"
         "'unit_type':'human-watch-tower'"},
        {COMMAND(5, 7, "human-blacksmith", "'research', Flush = 1, Value = [[upgrade-sword1]]"),
         "'order':'research','args':{'unit':7,'type':'sword-1'},'unit_type':'human-blacksmith'"},
        {COMMAND(5, 7, "keep", "'cancel-train', Flush = 1, Value = [[unit-peasant]], Num = 1"),
         "'order':'cancel','args':{'unit':7},'unit_type':'keep'"},
        /* a type that the domain lacks is taken to be able */
        {COMMAND(5, 7, "balloon", "'move', Flush = 1, PosX = 3, PosY = 4"),
         "'order':'move','args':{'units':[7],'x':3,'y':4},'unit_type':'unit-balloon'"},
        /* no such action here; not by such a unit; no such type */
        {COMMAND(5, 7, "knight", "'board', Flush = 1, DestUnitNumber = 8"),
         "'foreign':'board','args':{'unit':7,'target':8},'unit_type':'knight'"},
        {COMMAND(5, 7, "farm", "'stop', Flush = 1"),
         "'foreign':'stop','args':{'unit':7},'unit_type':'farm'"},
        {COMMAND(5, 7, "human-barracks", "'train', Flush = 1, Value = [[unit-balloon]]"),
         "'foreign':'train','args':{'unit':7,'value':'unit-balloon'},'unit_type':'human-barracks'"},
        {COMMAND(5, 7, "mage", "'spell-cast', Flush = 1, PosX = -3, PosY = 4, Num = 16"),
         "'foreign':'spell-cast','args':{'unit':7,'x':-3,'y':4,'number':16},'unit_type':'mage'"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(expected);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].command);
        us_str_reset(&text);
        us_str_reset(&expected);
        us_str_addf(&text, "%s%s", HEAD, rows[i].command);
        us_str_addf(&expected, "{'cycle':5,'id':1,'seat':0,%s}\n", rows[i].order);
        US_AUTO(us_imported_clear) us_imported imported = convert(text.text, 1);
        CHECK_INT(imported.status, US_OK);
        CHECK_INT(imported.report.orders, 1);
        check_lines(&imported, 2, expected.text);
    }
}

TEST(what_a_log_does_not_say_is_absent)
{
    us_imported imported = convert(HEAD, 1);
    us_trace *trace = NULL;
    REQUIRE(imported.status == US_OK);
    us_str *text = &imported.trace.text;
    CHECK_CONTAINS(text->text, "\"source\":\"stratagus 2.4.2\",\"domain\":\"skirmish\"");
    CHECK_CONTAINS(text->text, "\"map\":\"maps/a.smp\",\"fog\":true,\"seats\":"
                               "[{\"player\":\"Ann\",\"faction\":\"human\"}]}\n");
    CHECK(!strstr(text->text, "seed") && !strstr(text->text, "rules") &&
          !strstr(text->text, "map_hash") && !strstr(text->text, "max_cycles"));
    REQUIRE(us_trace_open_text("t", text->text, text->length, &trace, NULL) == US_OK);
    const us_trace_header *header = us_trace_get_header(trace);
    CHECK_STR(header->source, "stratagus 2.4.2");
    CHECK_INT(header->unknown,
              US_TRACE_NO_RULES | US_TRACE_NO_MAP_HASH | US_TRACE_NO_SEED | US_TRACE_NO_LIMIT);
    CHECK(us_imported_count(&imported, US_IMPORT_ABSENT, "states") > 0);
    CHECK(us_imported_count(&imported, US_IMPORT_ABSENT, "fog") < 0);
    us_trace_close(trace);
    us_imported_clear(&imported);
    imported = convert("ReplayLog({Players={{},{}},LocalPlayer=1})", 1);
    CHECK_INT(imported.status, US_OK);
    CHECK_CONTAINS(imported.trace.text.text, "\"source\":\"stratagus\",");
    CHECK(!strstr(imported.trace.text.text, "\"map\"") && !strstr(imported.trace.text.text, "fog"));
    CHECK(us_imported_count(&imported, US_IMPORT_ABSENT, "fog") > 0);
    CHECK(us_imported_count(&imported, US_IMPORT_ABSENT, "faction") > 0);
    us_imported_clear(&imported);
}

TEST(a_converted_trace_is_not_played_again)
{
    US_AUTO(us_imported_clear)
    us_imported imported = convert(HEAD COMMAND(5, 7, "farm", "'stop'"), 1);
    us_trace *trace = NULL;
    us_replay *replay = NULL;
    us_error err = {0};
    us_str *text = &imported.trace.text;
    REQUIRE(us_trace_open_text("t", text->text, text->length, &trace, NULL) == US_OK);
    CHECK_INT(us_replay_new(trace, NULL, &replay, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "converted from stratagus 2.4.2: not a recording");
    us_trace_close(trace);
}

TEST(what_cannot_be_read_is_left_out_and_told)
{
    static const struct {
        const char *middle, *why;
        int line, column, orders; /* of the two around it */
    } rows[] = {
        {"Log( { GameCycle = 6, Action = 'chat', Value = [[h\xc3\xa9]], Flush = 1 } )\n",
         "chat: no order to a unit", 12, 1, 2},
        {"Log( { GameCycle = 6, UnitNumber = 1 } )\n",
         "expected a command with GameCycle and Action", 12, 38, 2},
        {"Log( { GameCycle = x } )\n", "expected a whole number in its range", 12, 20, 2},
        {"Log( { GameCycle = 1.5 } )\n", "expected a whole number in its range", 12, 20, 2},
        {"Log( { PosX = 40000 } )\n", "expected a whole number in its range", 12, 15, 2},
        {"Log( { GameCycle 6 } )\n", "expected '='", 12, 18, 2},
        {"Log( { GameCycle = 6 Action = 'x' } )\n", "expected ',' or '}'", 12, 22, 2},
        {"Log( { GameCycle = 6, Action = 'x\n", "expected a string", 12, 32, 2},
        {"Log( { GameCycle = 6, Action = 'x',\n", "expected '='", 13, 4, 2},
        {"Log( { GameCycle = 6, Action = [[x]\n", "expected a string", 12, 32, 2},
        {"Log( { A = { { 1 }, }, B = { } ) } )\n", "expected ',' or '}'", 12, 32, 2},
        {"Log( { A = { Log(1) } } )\n", "expected a table that ends, and not too deep", 12, 17, 2},
        {"Log( [[GameCycle]] )\n", "expected '{'", 12, 6, 2},
        {"Lag( { GameCycle = 6 } )\n", "expected \"Log(\" or \"ReplayLog(\"", 12, 1, 2},
        {"Log( { GameCycle = 6, Action = 'y' }\n", "expected ')'", 13, 1, 2},
        {"\xff\xfe@#\n\n", "expected \"Log(\" or \"ReplayLog(\"", 12, 1, 2},
        {"Log( { GameCycle = 6, Action = '\x01' } )\n", "expected a name, short and printable", 12,
         32, 2},
    };
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].middle);
        us_str_reset(&text);
        us_str_addf(&text, "%s%s%s%s", HEAD, COMMAND(5, 7, "farm", "'stop'"), rows[i].middle,
                    COMMAND(9, 7, "farm", "'stop'"));
        US_AUTO(us_imported_clear) us_imported imported = convert(text.text, 1);
        US_AUTOSTR(why);
        us_str_add(&why, rows[i].why);
        CHECK_INT(imported.status, US_OK);
        CHECK_INT(imported.report.orders, rows[i].orders);
        if (CHECK_INT(imported.report.rows[US_IMPORT_SKIPPED], 1)) {
            const us_import_row *row = &imported.report.row[US_IMPORT_SKIPPED][0];
            CHECK_STR(row->what, why.text);
            CHECK_INT(row->line, rows[i].line);
            CHECK_INT(row->column, rows[i].column);
        }
    }
}

TEST(what_is_no_log_is_refused_with_its_place)
{
    static const us_mutation rows[] = {
        {"--- a comment\nReplayLog( {\n", "", "1:3: expected a Stratagus log, which begins with"},
        {"ReplayLog( {", "Log( {", "10:1: expected a Stratagus log"},
        {"LocalPlayer = 1", "LocalPlayer = 99", "4:17: expected a Stratagus log"},
        {"Type = 1", "Type = 2", "2:1: expected a game of one person, found one of several"},
        {"Engine = { 2, 4, 2 }", "Engine = { 2, 4 }",
         "9:49: expected a Stratagus log, which begins with ReplayLog( {...} ): expected ','"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        REQUIRE(us_mutate(HEAD, &rows[i], &text));
        US_AUTO(us_imported_clear)
        us_imported imported = us_imported_from("stratagus", text.text, text.length, 1);
        us_error_has_message(&imported.err, rows[i].message, &said);
        CHECK_INT(imported.status, US_BAD_INPUT);
        if (!us_text_has_prefix(said.text, rows[i].message))
            FAIL("%s: said %s, expected %s", rows[i].put, said.text, rows[i].message);
    }
    US_AUTO(us_imported_clear) us_imported imported = us_imported_from("stratagus", "", 0, 1);
    CHECK_INT(imported.status, US_BAD_INPUT);
}

/* Who starts a map anew goes on in the same log. */
TEST(games_of_one_log_are_told_apart_by_the_clock)
{
    static const char text[] = HEAD COMMAND(5, 7, "farm", "'stop'") COMMAND(9, 8, "farm", "'stop'")
        COMMAND(3, 1, "farm", "'stop'") HEAD COMMAND(4, 2, "farm", "'stop'");
    static const int unit[] = {7, 1, 2};
    for (int game = 1; game <= 3; game++) {
        char part[32] = "'args':{'unit':7}";
        part[15] = (char)('0' + unit[game - 1]);
        US_AUTO(us_imported_clear) us_imported imported = convert(text, game);
        CHECK_INT(imported.status, US_OK);
        CHECK_INT(imported.report.orders, game == 1 ? 2 : 1);
        CHECK_INT(imported.report.games, 3);
        us_requote(&imported.trace.text, '"', '\'');
        CHECK_CONTAINS(imported.trace.text.text, part);
        CHECK_INT(
            us_imported_count(&imported, US_IMPORT_SKIPPED, "a command of another game in the log"),
            game == 1 ? 2 : 3);
    }
    US_AUTO(us_imported_clear) us_imported imported = convert(text, 4);
    CHECK_INT(imported.status, US_BAD_INPUT);
    CHECK_CONTAINS(imported.err.text, "expected a game 4, found 3");
}

TEST(a_log_cut_at_any_byte_keeps_its_whole_commands)
{
    US_AUTOSTR(text);
    us_mutate(HEAD COMMAND(5, 7, "farm", "'stop'") COMMAND(9, 8, "farm", "'stop'"), NULL, &text);
    int64_t before = 0;
    for (size_t length = 0; length <= text.length; length++) {
        US_AUTO(us_imported_clear)
        us_imported imported = us_imported_from("stratagus", text.text, length, 1);
        CHECK(imported.report.orders >= before);
        CHECK(imported.status == US_OK || imported.report.orders == 0);
        before = imported.report.orders;
    }
    CHECK_INT(before, 2);
}

TEST(nesting_without_end_is_refused)
{
    US_AUTOSTR(text);
    us_mutate(HEAD "Log( { A = ", NULL, &text);
    for (int i = 0; i < 10000; i++)
        us_str_add_char(&text, '{');
    US_AUTO(us_imported_clear)
    us_imported imported = us_imported_from("stratagus", text.text, text.length, 1);
    CHECK_INT(imported.status, US_OK);
    CHECK_INT(us_imported_count(&imported, US_IMPORT_SKIPPED,
                                "expected a table that ends, and not too deep"),
              1);
}

static int64_t count_all(const us_import_report *report, us_import_kind kind)
{
    int64_t total = 0;
    for (int i = 0; i < report->rows[kind]; i++)
        total += report->row[kind][i].count;
    return total;
}

TEST(a_report_keeps_so_many_names_and_counts_all)
{
    US_AUTOSTR(text);
    us_mutate(HEAD, NULL, &text);
    for (int i = 0; i < 200; i++)
        us_str_addf(&text,
                    "Log( { GameCycle = 1, UnitNumber = 1, UnitIdent = \"u%d\", "
                    "Action = \"a%d\" } )\n",
                    i, i);
    US_AUTO(us_imported_clear)
    us_imported imported = us_imported_from("stratagus", text.text, text.length, 1);
    CHECK_INT(imported.report.rows[US_IMPORT_FOREIGN], US_IMPORT_ROWS);
    CHECK_INT(count_all(&imported.report, US_IMPORT_FOREIGN), 200);
    CHECK_INT(us_imported_count(&imported, US_IMPORT_FOREIGN, "others"), 200 - US_IMPORT_ROWS + 1);
    CHECK_INT(count_all(&imported.report, US_IMPORT_UNIT_TYPE), 200);
}

TEST(every_type_of_the_domain_has_one_name_there)
{
    us_json *names = NULL;
    US_AUTOPTR(us_domain) domain = NULL;
    us_error err;
    US_AUTOSTR(path);
    us_data_find_domain_file("skirmish", "imports/stratagus.json", &path, NULL);
    REQUIRE(us_json_load(path.text, &names, &err) == US_OK);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, &err) == US_OK);
    const us_json_node *types = us_json_find(us_json_root(names), "types");
    for (int i = 0; i < domain->type_count; i++) {
        int count = 0;
        for (const us_json_node *row = us_json_first(types); row; row = us_json_next(row))
            count += us_text_equal(us_json_string(row), domain->type[i].name);
        us_test_row(domain->type[i].name);
        CHECK_INT(count, domain->type[i].abstract ? 0 : 1);
    }
    us_json_free(names);
}

/* ---- people's games */

typedef struct tally {
    int orders, foreign, of_type[2], moves, rallies;
} tally;

/* Reads a converted trace back, as any other. */
static tally read_back(const us_imported *imported)
{
    tally count = {0};
    us_trace *trace = NULL;
    us_trace_record record;
    us_error err = {0};
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, &err) == US_OK);
    REQUIRE(us_trace_open_text("t", imported->trace.text.text, imported->trace.text.length, &trace,
                               &err) == US_OK);
    us_trace_set_domain(trace, domain);
    for (;;) {
        if (!CHECK(us_trace_next(trace, &record, &err) == US_OK))
            FAIL("%d:%d: %s", err.line, err.column, err.text);
        if (err.line > 0 || record.kind == US_TRACE_STOP)
            break;
        count.orders += record.kind == US_TRACE_ORDER;
        count.foreign += record.kind == US_TRACE_FOREIGN;
        count.of_type[0] += us_text_equal(record.unit_type, "peasant");
        count.of_type[1] += us_text_equal(record.unit_type, "unit-human-destroyer");
        count.moves += us_text_equal(record.action, "move");
        count.rallies += us_text_equal(record.action, "rally");
    }
    us_trace_close(trace);
    return count;
}

TEST(peoples_games_convert_order_by_order)
{
    static const struct {
        const char *log;
        int games, orders, all; /* of the first game; commands in the log */
    } rows[] = {
        {"stratagus-719-10l", 6, 725, 4340},
        {"stratagus-720-11a", 1, 14, 14},
        {"stratagus-753-crash-after-camera-move", 1, 199, 199},
        {"wargus-172-buggy-hall-upgrade", 1, 238, 238},
        {"wargus-176-buggy-holy-vision", 1, 643, 643},
        {"wargus-195-crash-to-desktop", 1, 137, 137},
        {"wargus-195-h14hard-lothar-alive", 1, 79, 79},
        {"wargus-315-game", 1, 566, 566},
    };
    US_AUTOSTR(name);
    US_AUTOSTR(path);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str_reset(&name);
        us_str_addf(&name, "wargus/human-traces/%s.log", rows[i].log);
        if (!us_sample(name.text, &path)) {
            us_test_skip("no sample data beside the checkout");
            break;
        }
        us_test_row(rows[i].log);
        int64_t all = 0;
        for (int game = 1; game <= rows[i].games; game++) {
            US_AUTO(us_imported_clear)
            us_imported imported = us_imported_file("stratagus", path.text, game);
            if (!CHECK_INT(imported.status, US_OK))
                FAIL("%s", imported.err.text);
            tally count = read_back(&imported);
            CHECK_INT(count.orders + count.foreign, imported.report.orders);
            CHECK_INT(count.foreign, count_all(&imported.report, US_IMPORT_FOREIGN));
            CHECK_INT(imported.report.games, rows[i].games);
            CHECK(game > 1 || imported.report.orders == rows[i].orders);
            all += imported.report.orders;
        }
        CHECK_INT(all, rows[i].all);
    }
}

TEST(the_orders_of_a_game_count_by_action_and_unit_type)
{
    US_AUTOSTR(path);
    if (!us_sample("wargus/human-traces/wargus-315-game.log", &path)) {
        us_test_skip("no sample data beside the checkout");
    } else {
        US_AUTO(us_imported_clear)
        us_imported imported = us_imported_file("stratagus", path.text, 1);
        tally count = read_back(&imported);
        CHECK_INT(count.orders + count.foreign, 566);
        CHECK_INT(count.moves, 229); /* the log's, but for 2 that set where a hall's young go */
        CHECK_INT(count.rallies, 2 + 4);
        CHECK_INT(us_imported_count(&imported, US_IMPORT_FOREIGN, "board"), 43);
        CHECK_INT(us_imported_count(&imported, US_IMPORT_FOREIGN, "unload"), 25);
        CHECK_INT(count.of_type[1], 10);
        CHECK(count.of_type[0] > 100);
    }
}
