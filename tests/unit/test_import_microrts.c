#include "base/file.h"
#include "domain/world.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/test.h"
#include "traces/reader.h"

/* A game of 3 x 2 cells in which every action is asked for; one is legal. Seat 1 falls. */
#define TERRAIN "001000"
static const char json[] =
    "{'time':0,'pgs':{'width':3,'height':2,'terrain':'" TERRAIN "','players':"
    "[{'ID':0,'resources':5},{'ID':1,'resources':6}],'units':["
    "{'type':'Worker','ID':8,'player':0,'x':1,'y':0,'resources':1,'hitpoints':1},"
    "{'type':'Resource','ID':4,'player':-1,'x':0,'y':0,'resources':20,'hitpoints':1},"
    "{'type':'Ranged','ID':9,'player':1,'x':2,'y':1,'resources':0,'hitpoints':1}]},'actions':[]},\n"
    "{'time':0,'pgs':{'width':3,'height':2,'terrain':'" TERRAIN "','players':"
    "[{'ID':0,'resources':5},{'ID':1,'resources':6}],'units':["
    "{'type':'Worker','ID':8,'player':0,'x':1,'y':0,'resources':1,'hitpoints':1},"
    "{'type':'Resource','ID':4,'player':-1,'x':0,'y':0,'resources':20,'hitpoints':1},"
    "{'type':'Ranged','ID':9,'player':1,'x':2,'y':1,'resources':0,'hitpoints':1}]},'actions':["
    "{'unitID':8,'action':{'type':4,'parameter':2,'unitType':'Base'}},"
    "{'unitID':9,'action':{'type':5,'x':1,'y':0}}]},\n"
    "{'time':7,'pgs':{'width':3,'height':2,'terrain':'" TERRAIN "','players':"
    "[{'ID':0,'resources':4},{'ID':1,'resources':6}],'units':["
    "{'type':'Worker','ID':8,'player':0,'x':1,'y':0,'resources':0,'hitpoints':1}]},'actions':["
    "{'unitID':8,'action':{'type':0,'parameter':10}},{'unitID':8,'action':{'type':0}},"
    "{'unitID':8,'action':{'type':1,'parameter':0}},{'unitID':8,'action':{'type':1,'parameter':1}},"
    "{'unitID':8,'action':{'type':2,'parameter':3}},{'unitID':8,'action':{'type':3,'parameter':2}}"
    "]}";

#define X_PLAYER(id, resources) "<rts.Player ID='" id "' resources='" resources "'></rts.Player>"
#define X_UNIT(type, id, player, x, y, resources)                                     \
    "<rts.units.Unit type='" type "' ID='" id "' player='" player "' x='" x "' y='" y \
    "' resources='" resources "' hitpoints='1' ></rts.units.Unit>"
#define X_DO(id, rest) "<action unitID='" id "'><UnitAction " rest "></UnitAction></action>"
#define X_ENTRY(time, players, units, actions)                                         \
    "<rts.TraceEntry time = '" time "'>\n<rts.PhysicalGameState width='3' height='2'>" \
    "<terrain>" TERRAIN "</terrain><players>" players "</players><units>" units        \
    "</units></rts.PhysicalGameState><actions>" actions "</actions></rts.TraceEntry>"
#define X_START                               \
    X_UNIT("Worker", "8", "0", "1", "0", "1") \
    X_UNIT("Resource", "4", "-1", "0", "0", "20") X_UNIT("Ranged", "9", "1", "2", "1", "0")
static const char xml[] = X_ENTRY("0", X_PLAYER("0", "5") X_PLAYER("1", "6"), X_START, "")
    X_ENTRY("0", X_PLAYER("0", "5") X_PLAYER("1", "6"), X_START,
            X_DO("8", "type='4' parameter='2' unitType='Base'") X_DO("9", "type='5' x='1' y='0'"))
        X_ENTRY("7", X_PLAYER("0", "4") X_PLAYER("1", "6"),
                X_UNIT("Worker", "8", "0", "1", "0", "0"),
                X_DO("8", "type='0' parameter='10'") X_DO("8", "type='0'")
                    X_DO("8", "type='1' parameter='0'") X_DO("8", "type='1' parameter='1'")
                        X_DO("8", "type='2' parameter='3'") X_DO("8", "type='3' parameter='2'"));

static const char lines[] = "{'cycle':0,'id':1,'seat':1,'order':'hunt','args':{'units':[3]},"
                            "'unit_type':'Ranged'}\n"
                            "{'end':'win','winner':0,'reason':'defeat','cycles':7}\n";

static void whole(bool as_json, const char *entries, us_str *out)
{
    us_str_reset(out);
    (as_json ? us_microrts_json : us_microrts_xml)(entries, out);
    us_requote(out, '\'', '"');
}

static us_imported convert(const us_str *text)
{
    return us_imported_from("microrts", text->text, text->length, 1);
}

TEST(actions_become_orders)
{
    US_AUTOSTR(text);
    whole(true, json, &text);
    US_AUTO(us_imported_clear) us_imported imported = convert(&text);
    if (!CHECK_INT(imported.status, US_OK))
        FAIL("%d:%d: %s", imported.err.line, imported.err.column, imported.err.text);
    us_requote(&imported.trace.text, '"', '\'');
    CHECK_CONTAINS(imported.trace.text.text, "'source':'microrts','domain':'microrts'");
    const char *first = strchr(imported.trace.text.text, '\n');
    CHECK_STR(first ? first + 1 : "", lines);
    CHECK_INT(imported.report.orders, 1);
    CHECK_INT(us_imported_count(&imported, US_IMPORT_SKIPPED, "an action that is not legal"), 5);
    CHECK_INT(imported.report.states, 2);
    CHECK_INT(imported.report.cycles, 7);
}

TEST(xml_json_and_zip_give_the_same_trace)
{
    us_str text[4];
    for (int i = 0; i < 4; i++)
        us_str_init(&text[i]);
    whole(true, json, &text[0]);
    whole(false, xml, &text[1]);
    us_zipped file = {.name = "t.zip", .bytes = text[1].text, .length = text[1].length};
    us_zip(&file, 1, &text[2]);
    file.stored = true;
    us_zip(&file, 1, &text[3]);
    us_imported first = convert(&text[0]);
    for (int i = 1; i < 4; i++) {
        US_AUTO(us_imported_clear) us_imported imported = convert(&text[i]);
        if (!CHECK_INT(imported.status, US_OK))
            FAIL("%d:%d: %s", imported.err.line, imported.err.column, imported.err.text);
        CHECK_STR(imported.trace.text.text, first.trace.text.text);
    }
    us_imported_clear(&first);
    for (int i = 0; i < 4; i++)
        us_str_clear(&text[i]);
}

/* Of the places at which worker 8 is named, from the first on. */
static void call_worker(us_str *text, bool as_json, int first, int last, char id)
{
    char *at = text->text;
    for (int i = 0; i <= last && (at = strstr(at, as_json ? "ID\":8" : "ID=\"8")); i++) {
        at += strlen("ID=\"");
        if (i >= first)
            *at = id;
    }
}

/* It tells who is who, and nothing else: 0 is one as well. */
TEST(any_id_is_an_id)
{
    US_AUTOSTR(text);
    for (int as_json = 0; as_json < 2; as_json++) {
        whole(as_json, as_json ? json : xml, &text);
        us_imported as_8 = convert(&text);
        call_worker(&text, as_json, 0, 99, '0');
        US_AUTO(us_imported_clear) us_imported as_0 = convert(&text);
        if (!CHECK_INT(as_0.status, US_OK))
            FAIL("%d:%d: %s", as_0.err.line, as_0.err.column, as_0.err.text);
        CHECK_STR(as_0.trace.text.text, as_8.trace.text.text);
        us_imported_clear(&as_8);
    }
}

TEST(a_state_that_is_passed_over_renames_nobody)
{
    US_AUTOSTR(text);
    whole(true, json, &text);
    us_imported without = convert(&text);
    call_worker(&text, true, 1, 1, '5');
    US_AUTO(us_imported_clear) us_imported with = convert(&text);
    if (!CHECK_INT(with.status, US_OK))
        FAIL("%d:%d: %s", with.err.line, with.err.column, with.err.text);
    CHECK_INT(us_imported_count(&with, US_IMPORT_SKIPPED, "a second state of the same cycle"), 1);
    CHECK_STR(with.trace.text.text, without.trace.text.text);
    us_imported_clear(&without);
}

/* ---- states */

typedef struct states {
    us_arena *arena;
    us_world *world[4];
    int count;
    us_cycle order[8]; /* cycles of orders, to see that a state comes before its orders */
    int orders;
} states;

static us_status keep_world(void *context, const us_world *world, us_error *err)
{
    states *kept = context;
    (void)err;
    REQUIRE(kept->count < US_COUNT(kept->world));
    kept->world[kept->count++] = us_world_copy(world, kept->arena);
    return US_OK;
}

static us_status note_order(void *context, const us_import_order *order, us_error *err)
{
    states *kept = context;
    (void)err;
    CHECK(kept->count > 0 && kept->world[kept->count - 1]->now == order->cycle);
    kept->orders++;
    return US_OK;
}

static us_status refuse_end(void *context, const us_import_end *end, us_error *err)
{
    (void)context, (void)end;
    return us_error_set(err, US_FAILED, "sink", 0, 0, "full");
}

TEST(states_are_worlds_of_the_domain)
{
    const us_importer *importer;
    us_import_report report;
    us_error err = {0};
    states kept = {.arena = us_arena_new()};
    us_import_sink sink = {.context = &kept, .order = note_order, .world = keep_world};
    US_AUTOSTR(text);
    whole(false, xml, &text);
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_importer_get("microrts", &importer, &err) == US_OK);
    REQUIRE(us_importer_load_domain(importer, &domain, &err) == US_OK);
    CHECK_INT(us_importer_convert_bytes(importer, domain, "t", text.text, text.length, 1, &sink,
                                        &report, &err),
              US_OK);
    REQUIRE(kept.count == 2); /* the initial one once */
    CHECK_INT(kept.orders, 1);
    const us_world *world = kept.world[0];
    CHECK(world->width == 3 && world->height == 2 && world->seats == 2 && world->now == 0);
    CHECK_INT(world->count, 3);
    CHECK(world->entity[0].id == 1 && world->entity[1].id == 2 && world->entity[2].id == 3);
    CHECK(world->entity[1].owner == US_NEUTRAL && world->entity[2].owner == 1);
    CHECK(world->entity[1].attribute[2] == 20 && world->entity[1].attribute[1] == 0); /* stock */
    CHECK(world->entity[0].attribute[1] == 1 && world->entity[0].attribute[2] == 0);  /* carried */
    CHECK(world->entity[0].x == 1 && world->entity[0].y == 0);
    CHECK_INT(world->entity[0].status, us_domain_find_status(domain, "idle"));
    CHECK(us_world_tally(world, 0, 0) == 5 && us_world_tally(world, 1, 0) == 6);
    CHECK(world->plane[US_PLANE_TERRAIN][2] == 1 && world->plane[US_PLANE_TERRAIN][3] == 0);
    CHECK(world->alive[0] && world->alive[1] && !kept.world[1]->alive[1]);
    CHECK_INT(us_world_tally(kept.world[1], 0, 0), 4);
    sink.end = refuse_end;
    kept.count = 0;
    CHECK_INT(us_importer_convert_bytes(importer, domain, "t", text.text, text.length, 1, &sink,
                                        &report, &err),
              US_FAILED);
    CHECK_STR(err.text, "full");
    us_arena_free(kept.arena);
}

TEST(who_won_is_derived_from_the_last_state)
{
    static const struct {
        const char *units, *end;
    } rows[] = {
        {"{'type':'Base','ID':8,'player':1,'x':1,'y':0,'resources':0,'hitpoints':1}",
         "{'end':'win','winner':1,'reason':'defeat','cycles':3}"},
        {"", "{'end':'draw','winner':null,'reason':'all fell','cycles':3}"},
        {"{'type':'Resource','ID':8,'player':-1,'x':1,'y':0,'resources':1,'hitpoints':1}",
         "{'end':'draw','winner':null,'reason':'all fell','cycles':3}"},
        {"{'type':'Base','ID':8,'player':1,'x':1,'y':0,'resources':0,'hitpoints':1},"
         "{'type':'Base','ID':7,'player':0,'x':0,'y':0,'resources':0,'hitpoints':1}",
         "{'end':'draw','winner':null,'reason':'undecided','cycles':3}"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(entry);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str_reset(&entry);
        us_str_addf(&entry,
                    "{'time':3,'actions':[],'pgs':{'terrain':'A5B','units':[%s],'players':"
                    "[{'ID':0,'resources':5},{'ID':1,'resources':6}],'width':3,'height':2}}",
                    rows[i].units);
        whole(true, entry.text, &text);
        US_AUTO(us_imported_clear) us_imported imported = convert(&text);
        us_requote(&imported.trace.text, '"', '\'');
        CHECK_INT(imported.status, US_OK);
        CHECK_CONTAINS(imported.trace.text.text, rows[i].end);
    }
}

/* ---- what is refused */

static void check_mutations(bool as_json, const us_mutation *rows, int count, us_status expected)
{
    US_AUTOSTR(good);
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    (as_json ? us_microrts_json : us_microrts_xml)(as_json ? json : xml, &good);
    for (int i = 0; i < count; i++) {
        us_test_row(rows[i].put);
        REQUIRE(us_mutate(good.text, &rows[i], &text));
        US_AUTO(us_imported_clear) us_imported imported = convert(&text);
        CHECK_INT(imported.status, expected);
        if (!us_error_has_message(&imported.err, rows[i].message, &said))
            FAIL("said %s, expected %s", said.text, rows[i].message);
    }
}

TEST(another_unit_type_table_is_told)
{
    static const us_mutation rows[] = {
        {"'Heavy','cost':3", "'Heavy','cost':2",
         "1:1706: not the unit type table of the domain 'microrts': cost of 'Heavy' is 2, there it "
         "is 3"},
        {"'Base','cost':10,'hp':10", "'Base','cost':10,'hp':9", "1:379: not the unit type table"},
        {"'isStockpile':true", "'isStockpile':false", "1:379: not the unit type table"},
        {"'produces':['Worker']", "'produces':[]",
         "1:379: not the unit type table of the domain "
         "'microrts': 'Base' does not produce 'Worker'"},
        {"'produces':['Worker']", "'produces':['Worker','Light']",
         "1:379: not the unit type table"},
        {"'name':'Ranged'", "'name':'Archer'", "1:2024: 'Archer' is no unit type of the domain"},
        {"'type':'Worker','ID':8", "'type':'Wirker','ID':8", "2:136: 'Wirker' is no unit type"},
        {"'name':'Ranged'", "'name':'unit'", "1:2024: 'unit' is no unit type of the domain"},
    };
    check_mutations(true, rows, US_COUNT(rows), US_MISMATCH);
}

TEST(a_domain_without_one_of_the_orders_is_told)
{
    US_AUTOSTR(text);
    us_error err = {0};
    us_import_report report;
    us_import_sink sink = {0};
    const us_importer *importer;
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOFREE char *data = NULL;
    size_t length;
    whole(true, json, &text);
    REQUIRE(us_file_read("domains/microrts/domain.json", 1 << 20, &data, &length, NULL) == US_OK);
    char *hunt = strstr(data, "\"hunt\"");
    REQUIRE(hunt);
    hunt[1] = 'b';
    REQUIRE(us_domain_parse("d", data, length, &domain, &err) == US_OK);
    REQUIRE(us_importer_get("microrts", &importer, &err) == US_OK);
    CHECK_INT(us_importer_convert_bytes(importer, domain, "t", text.text, text.length, 1, &sink,
                                        &report, &err),
              US_MISMATCH);
    CHECK_STR(err.text, "the domain \"microrts\" lacks the action \"hunt\"");
}

TEST(a_damaged_json_trace_is_named_with_its_place)
{
    static const us_mutation rows[] = {
        {"{'utt'", "{'ott'", "2:12: expected the unit type table before the entries"},
        {"'Ranged','cost':2", "'Light','cost':2", "1:2024: expected each unit type once"},
        {"'Ranged','cost':2", "'Ranged','cast':2",
         "1:2024: expected 'cost', a whole number from 0"},
        {"'time':0", "'time':-1", "2:12: expected 'time', a whole number from 0"},
        {"'time':7", "'time':1.5", "4:1: expected 'time', a whole number from 0"},
        {"'width':3", "'width':513", "2:28: expected 'width', a whole number from 1 to 512"},
        {"'terrain':'001000'", "'terrain':'00100'", "2:12: expected a terrain of 6 cells, found 5"},
        {"'terrain':'001000'", "'terrain':'002000'", "2:60: expected a terrain of 0 and 1"},
        {"'terrain':'001000'", "'terrain':'A99999999999'", "2:60: expected a terrain of at most"},
        {"'ID':1,'resources':6", "'ID':2,'resources':6",
         "2:103: expected 'ID', a whole number from "
         "1 to 1"},
        {"'ID':8", "'ID':-1", "2:136: expected 'ID', a whole number from 0 to 4294967295"},
        {"'ID':8", "'ID':4", "2:12: expected unit 4 once in a state"},
        {"'player':1", "'player':2", "2:12: expected unit 9 on the map and of a player"},
        {"'x':2,'y':1", "'x':2,'y':2", "2:12: expected unit 9 on the map"},
        {"'unitID':8", "'unitID':5", "3:370: expected an action of a player's unit, found unit 5"},
        {"'unitID':8", "'unitID':4", "3:370: expected an action of a player's unit, found unit 4"},
        {"'type':4", "'type':6", "3:370: expected 'type', a whole number from 0 to 5"},
        {"'parameter':2", "'parameter':4",
         "3:370: expected 'parameter', a whole number from -1 to "
         "3"},
        {",'unitType':'Base'", "", "3:370: expected 'unitType'"},
        {"'type':5,'x':1", "'type':5", "3:435: expected 'x', a whole number"},
        {"'players':[", "'players':{", "2:79: expected the players, an array, found '{'"},
        {"}]},'actions':[]}", "}],'actions':[]}", "3:"},
        {"'entries':[", "'entries':[{", "2:13: expected a key in quotes"},
        {"'entries':[", "'entries':[7,", "2:12: expected an object or ']', found '7'"},
    };
    check_mutations(true, rows, US_COUNT(rows), US_BAD_INPUT);
}

TEST(a_damaged_xml_trace_is_named_with_its_place)
{
    static const us_mutation rows[] = {
        {"<rts.Trace>", "<rts.Tree>", "1:1: expected <rts.Trace>, a trace of microRTS"},
        {"<rts.Trace>", "<!DOCTYPE a [<!ENTITY b 'c'>]><rts.Trace>",
         "1:13: expected a trace without a document type"},
        {"<entries>", "<entry>", "2:1: expected <rts.units.UnitTypeTable> or <entries>"},
        {"</entries>", "</entry>", "5:807: expected a trace of microRTS: mismatched tag"},
        {"</entries>", "", "5:807: expected a trace of microRTS: mismatched tag"},
        {"time = '7'", "time = '-7'", "4:744: expected 'time', a whole number from 0"},
        {"<terrain>001000", "<terrain>00100", "2:10: expected a terrain of 6 cells, found 5"},
        {"<UnitAction type='4'", "<UnitAction type='9'", "4:"},
        {"<action unitID='8'><UnitAction type='4' parameter='2' unitType='Base'></UnitAction>",
         "<action unitID='8'>", "4:570: expected one <UnitAction> in an <action>"},
        {"<action unitID='8'><UnitAction ",
         "<action unitID='8'><UnitAction type='0'></UnitAction>"
         "<UnitAction ",
         "4:604: expected one <UnitAction> in an <action>"},
    };
    check_mutations(false, rows, US_COUNT(rows), US_BAD_INPUT);
}

/* Every cut is refused: only the last byte makes a trace whole. */
TEST(a_trace_cut_at_any_byte_is_refused)
{
    US_AUTOSTR(text);
    for (int as_json = 0; as_json < 2; as_json++) {
        whole(as_json, as_json ? json : xml, &text);
        size_t last = strlen(as_json ? "]}" : "</entries></rts.Trace>");
        for (size_t length = 0; length < text.length;
             length += length + 400 < text.length ? 7 : 1) {
            US_AUTO(us_imported_clear)
            us_imported imported = us_imported_from("microrts", text.text, length, 1);
            if (!CHECK_INT(imported.status, US_BAD_INPUT) || !CHECK(imported.err.text[0]))
                FAIL("cut at %zu of %zu, %zu", length, text.length, last);
        }
    }
}

TEST(depth_and_length_without_end_are_refused)
{
    US_AUTOSTR(text);
    static const char *const nests[] = {"[", "{\"a\":", "<a>", "<rts.Trace>", "{\"utt\":["};
    for (int i = 0; i < US_COUNT(nests); i++) {
        us_str_reset(&text);
        for (int n = 0; n < 10000; n++)
            us_str_add(&text, nests[i]);
        US_AUTO(us_imported_clear) us_imported imported = convert(&text);
        us_test_row(nests[i]);
        CHECK_INT(imported.status, US_BAD_INPUT);
    }
    us_test_row("a long tag");
    us_str_reset(&text);
    us_str_add(&text, "<rts.Trace a=\"");
    for (int n = 0; n < 3 << 20; n++)
        us_str_add_char(&text, 'x');
    us_imported imported = convert(&text);
    CHECK_INT(imported.status, US_BAD_INPUT);
    CHECK_CONTAINS(imported.err.text, "expected a tag of at most");
    us_imported_clear(&imported);
    us_test_row("a long terrain");
    us_str_reset(&text);
    us_str_add(&text, "<rts.Trace><entries><rts.TraceEntry time=\"0\">");
    imported = convert(&text);
    CHECK_CONTAINS(imported.err.text, "expected the unit type table before the entries");
    us_imported_clear(&imported);
}

/* ---- samples */

TEST(samples_of_one_game_give_one_trace)
{
    static const char *const names[] = {"json", "xml", "zip"};
    US_AUTOSTR(name);
    US_AUTOSTR(path);
    US_AUTOSTR(first);
    for (int i = 0; i < US_COUNT(names); i++) {
        us_str_reset(&name);
        us_str_addf(&name, "microrts/traces/lr_vs_random_8x8.%s", names[i]);
        if (!us_sample(name.text, &path)) {
            us_test_skip("no sample data beside the checkout");
            break;
        }
        US_AUTO(us_imported_clear)
        us_imported imported = us_imported_file("microrts", path.text, 1);
        CHECK_INT(imported.status, US_OK);
        CHECK_INT(imported.report.orders, 166);
        CHECK_INT(imported.report.states, 129);
        CHECK(imported.report.ended && imported.report.outcome.winner == 0);
        if (i == 0)
            us_str_add(&first, imported.trace.text.text);
        CHECK_STR(imported.trace.text.text, first.text);
    }
}
