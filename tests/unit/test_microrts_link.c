#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"
#include "base/progress.h"
#include "game/microrts/link.h"
#include "tests/unit/fake_microrts.h"
#include "tests/unit/imports.h"
#include "tests/unit/test.h"

enum { SILENCE = 150, LINE_MAX_HERE = 1 << 20 };

/* Two types, and a game of 4 x 3 cells. */
#define TYPE_REST(can, products)                                                      \
    "\"hp\":1,\"minDamage\":1,\"maxDamage\":1,\"attackRange\":1,\"produceTime\":50,"  \
    "\"moveTime\":10,\"attackTime\":5,\"harvestTime\":20,\"returnTime\":10,"          \
    "\"harvestAmount\":1,\"sightRadius\":3,\"isResource\":false,\"isStockpile\":" can \
    ",\"canHarvest\":true,\"canMove\":true,\"canAttack\":true," products "}"
#define TABLE_OF(cost)                                                                      \
    "{\"moveConflictResolutionStrategy\":1,\"unitTypes\":[{\"ID\":0,\"name\":\"Base\","     \
    "\"cost\":" cost                                                                        \
    "," TYPE_REST("true", "\"produces\":[\"Worker\"],\"producedBy\":["                      \
                          "\"Worker\"]") ",{\"ID\":1,\"name\":\"Worker\","                  \
                                         "\"cost\":1," TYPE_REST("false",                   \
                                                                 "\"produces\":[\"Base\"]," \
                                                                 "\"producedBy\":[\"Base\"]") "]}"
#define TABLE "utt\n" TABLE_OF("10") "\n"
#define STATE_OF(time, x, actions)                                                       \
    "{\"time\":" time ",\"pgs\":{\"width\":4,\"height\":3,\"terrain\":\"000000000001\"," \
    "\"players\":[{\"ID\":0, \"resources\":5},{\"ID\":1, \"resources\":4}],\"units\":["  \
    "{\"type\":\"Base\", \"ID\":3, \"player\":0, \"x\":0, \"y\":0, \"resources\":0, "    \
    "\"hitpoints\":1},{\"type\":\"Worker\", \"ID\":5, \"player\":1, \"x\":" x            \
    ", \"y\":1, \"resources\":0, \"hitpoints\":1}]},\"actions\":[" actions "]}\n"
#define STATE(time) STATE_OF(time, "2", "")
#define ACT(time)   "getAction 0\n" STATE(time)
#define RUNNING     "{\"ID\":5, \"time\":0, \"action\":{\"type\":1, \"parameter\":3}}"
#define BEGIN       FAKE_HEAR, "budget 100 -1\n", FAKE_HEAR, TABLE, FAKE_HEAR

static mr_link *open_link(bool xml)
{
    us_error err;
    mr_link *link = NULL;
    mr_link_def def = mr_link_def_default();
    def.xml = xml;
    def.connect = 5000;
    def.silence = SILENCE;
    def.line_max = LINE_MAX_HERE;
    REQUIRE(mr_link_open(&def, &link, &err) == US_OK);
    return link;
}

TEST(several_games_follow_each_other_over_one_connection)
{
    static const char *const script[] = {
        BEGIN, /* of the connection; then of the first game */
        "budget 100 -1\n", FAKE_HEAR, TABLE, FAKE_HEAR, "preGameAnalysis 0\n" STATE("0"), FAKE_HEAR,
        "getAction 0\n" STATE("0"), FAKE_HEAR, "getAction 0\n" STATE_OF("1", "2", RUNNING),
        FAKE_HEAR, "gameOver 1\n", FAKE_HEAR,
        /* of the second one, told in a folder and without a budget */
        "preGameAnalysis 0  \"a folder\"\n" STATE("0"), FAKE_HEAR, "getAction 1\n" STATE("0"),
        FAKE_HEAR, "gameOver -1\n", FAKE_HEAR, NULL};
    us_error err = {0};
    us_str heard;
    mr_link_turn turn;
    mr_orders orders = {0};
    US_AUTOPTR(mr_link) link = open_link(false);
    us_str_init(&heard);
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    CHECK(mr_link_state(link) == NULL);

    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK_INT(turn, MR_LINK_ACT);
    CHECK_INT(mr_link_player(link), 0);
    CHECK_INT(mr_link_table(link)->count, 2);
    const mr_state *state = mr_link_state(link);
    CHECK_INT(state->core->time, 0);
    CHECK_INT(state->core->count, 2);
    US_LIST_PUT(orders, ((mr_order){3, mr_action_produce(MR_RIGHT, 1)}));
    REQUIRE(mr_link_send_orders(link, &orders, &err) == US_OK);

    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK(mr_link_state(link) == state);
    CHECK_INT(state->core->time, 1);
    CHECK(mr_unit_is_idle(state, 0) && !mr_unit_is_idle(state, 1));
    orders.count = 0;
    REQUIRE(mr_link_send_orders(link, &orders, &err) == US_OK);

    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK_INT(turn, MR_LINK_OVER);
    CHECK_INT(mr_link_winner(link), 1);

    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK_INT(turn, MR_LINK_ACT);
    CHECK_INT(mr_link_player(link), 1);
    REQUIRE(mr_link_send_orders(link, &orders, &err) == US_OK);
    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK_INT(turn, MR_LINK_OVER);
    CHECK_INT(mr_link_winner(link), MR_NONE);

    CHECK_INT(mr_link_next(link, &turn, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "closed the connection");
    fake_microrts_end(fake, &heard);
    CHECK_STR(heard.text, "understudy\nack\nack\nack\nack\nack\n"
                          "[{\"unitID\":3, \"unitAction\":{\"type\":4, \"parameter\":1, "
                          "\"unitType\":\"Worker\"}}]\n[]\nack\nack\n[]\nack\n");
    us_str_clear(&heard);
    us_mem_free(orders.item);
}

/* ---- whatever else may come */

static const struct fault {
    const char *name;
    us_status status;
    const char *text;
    const char *const script[20];
} faults[] = {
    {"leaves at once", US_FAILED, "it closed the connection", {FAKE_HEAR, NULL}},
    {"leaves in a line", US_FAILED, "in the middle of a line", {FAKE_HEAR, "budg", NULL}},
    {"leaves in a state",
     US_FAILED,
     "in the middle of a line",
     {BEGIN, "getAction 0\n{\"time\":0,", NULL}},
    {"is silent", US_FAILED, "silent for 150 ms", {FAKE_STAY, NULL}},
    {"stops in a line",
     US_FAILED,
     "in 150 ms, but 4 bytes of a line: budg",
     {FAKE_HEAR, "budg", FAKE_STAY}},
    {"stops in a state",
     US_FAILED,
     "not all of a message in 150 ms, but 10 bytes of a line: {\"time\":0,",
     {BEGIN, "getAction 0\n{\"time\":0,", FAKE_STAY}},
    {"says a byte at a time", US_FAILED, "not all of a message in 150 ms", {FAKE_HEAR, FAKE_DRIP}},
    {"takes the time of a message for each line",
     US_FAILED,
     "not all of a message in 150 ms",
     {BEGIN, FAKE_PAUSE, FAKE_PAUSE, FAKE_PAUSE, FAKE_PAUSE, "getAction 0\n", FAKE_PAUSE,
      FAKE_PAUSE, FAKE_PAUSE, FAKE_PAUSE, STATE("0"), FAKE_STAY}},
    {"speaks HTTP",
     US_BAD_INPUT,
     "found \"GET / HTTP/1.1",
     {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", FAKE_STAY}},
    {"speaks TLS", US_BAD_INPUT, "found \"\\x16\\x03\\x01", {"\x16\x03\x01\x02\x01\n", FAKE_STAY}},
    {"floods", US_BAD_INPUT, "longer than a message may be", {FAKE_FLOOD}},
    {"floods with a state",
     US_BAD_INPUT,
     "longer than a message may be",
     {BEGIN, "getAction 0\n", FAKE_FLOOD}},
    {"brings somebody",
     US_BAD_INPUT,
     "a second program",
     {BEGIN, "preGameAnalysis 0\n" STATE("0"), FAKE_HEAR, FAKE_SECOND, FAKE_STAY}},
    {"doesn't wait",
     US_BAD_INPUT,
     "without waiting for an answer",
     {FAKE_HEAR, "budget 100 -1\nutt\n", FAKE_STAY}},
    {"has no table",
     US_BAD_INPUT,
     "the unit type table before a state",
     {FAKE_HEAR, "budget 100 -1\n", FAKE_HEAR, ACT("0"), FAKE_STAY}},
    {"has no budget", US_BAD_INPUT, "found \"utt\"", {FAKE_HEAR, TABLE, FAKE_STAY}},
    {"has a bad table", US_BAD_INPUT, "", {FAKE_HEAR, "budget 1 1\n", FAKE_HEAR, "utt\n{}\n", "."}},
    {"has a bad state", US_BAD_INPUT, "", {BEGIN, "getAction 0\n{\"time\":true}\n", FAKE_STAY}},
    {"has no state", US_BAD_INPUT, "", {BEGIN, "getAction 0\n\n", FAKE_STAY}},
    {"has another ground",
     US_MISMATCH,
     "",
     {BEGIN, "preGameAnalysis 0\n" STATE("0"), FAKE_HEAR,
      "getAction 0\n{\"time\":0,\"pgs\":{\"width\":4,\"height\":3,\"terrain\":\"000000000000\","
      "\"players\":[{\"ID\":0,\"resources\":5},{\"ID\":1,\"resources\":4}],\"units\":[]},"
      "\"actions\":[]}\n",
      FAKE_STAY}},
    {"is over at once", US_BAD_INPUT, "found \"gameOver 0\"", {BEGIN, "gameOver 0\n", FAKE_STAY}},
    {"has three players",
     US_BAD_INPUT,
     "found \"getAction 2\"",
     {BEGIN, "getAction 2\n" STATE("0"), FAKE_STAY}},
    {"says no number",
     US_BAD_INPUT,
     "found \"getAction x\"",
     {BEGIN, "getAction x\n" STATE("0"), FAKE_STAY}},
    {"says nothing", US_BAD_INPUT, "found \"\"", {FAKE_HEAR, "\n", FAKE_STAY}},
};

TEST(whatever_comes_ends_the_game_with_what_it_was)
{
    US_AUTOPTR(mr_link) link = open_link(false);
    for (int i = 0; i < US_COUNT(faults); i++) {
        us_error err = {0};
        US_AUTOSTR(heard);
        mr_link_turn turn;
        fake_microrts *fake = fake_microrts_start(mr_link_port(link), faults[i].script);
        int64_t from = us_clock_ms();
        us_status status = mr_link_next(link, &turn, &err);
        if (!CHECK_INT(status, faults[i].status) || !CHECK_CONTAINS(err.text, faults[i].text))
            FAIL("of who %s: %s", faults[i].name, err.text);
        CHECK(us_clock_ms() - from < 3000);
        size_t sent = fake_microrts_end(fake, &heard);
        CHECK(sent < 30 << 20); /* a flood is not drunk */
    }
}

TEST(no_message_ends_before_its_line_does)
{
    static const char text[] = "budget 100 -1\0utt\n";
    us_error err = {0};
    mr_link_turn turn;
    mr_link_def def = mr_link_def_default();
    US_AUTOPTR(mr_link) link = mr_link_open_recorded(&def, text, sizeof text - 1);
    CHECK_INT(mr_link_next(link, &turn, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "found \"budget 100 -1\"");
}

TEST(who_does_not_connect_is_not_waited_for)
{
    us_error err = {0};
    mr_link_turn turn;
    mr_link *link = NULL;
    mr_link_def def = mr_link_def_default();
    def.connect = 50;
    REQUIRE(mr_link_open(&def, &link, &err) == US_OK);
    CHECK_INT(mr_link_next(link, &turn, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "has not connected in time");

    mr_link *other = NULL;
    def.port = mr_link_port(link);
    CHECK_INT(mr_link_open(&def, &other, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "can't listen on port");
    CHECK(other == NULL);
    mr_link_close(link);
    mr_link_close(NULL);
}

static int join(int port)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int at = socket(AF_INET, SOCK_STREAM, 0);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(at >= 0 && connect(at, (struct sockaddr *)&there, sizeof there) == 0);
    return at;
}

/* Without asking again and again until the time is up. */
TEST(who_cant_be_taken_is_told_with_the_reason)
{
    us_error err = {0};
    mr_link_turn turn;
    struct rlimit before, none;
    US_AUTOPTR(mr_link) link = open_link(false);
    int coprocess = join(mr_link_port(link));
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    none = before;
    none.rlim_cur = 3;
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    int64_t from = us_clock_ms();
    us_status status = mr_link_next(link, &turn, &err);
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK_INT(status, US_FAILED);
    CHECK_CONTAINS(err.text, "who connects can't be taken: Too many open files");
    CHECK(us_clock_ms() - from < 4000);
    close(coprocess);
}

static us_status check_once(void *context, us_error *err)
{
    int *left = context;
    if (--*left > 0)
        return US_OK;
    return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "enough");
}

TEST(a_look_ends_any_wait)
{
    static const char *const script[] = {BEGIN, FAKE_STAY, NULL};
    us_error err = {0};
    US_AUTOSTR(heard);
    mr_link_turn turn;
    US_AUTOPTR(mr_link) link = NULL;
    int left = 1;
    mr_link_def def = mr_link_def_default();
    def.on_wait = check_once;
    def.context = &left;
    REQUIRE(mr_link_open(&def, &link, &err) == US_OK);
    CHECK_INT(mr_link_next(link, &turn, &err), US_INTERRUPTED);
    left = 2;
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    CHECK_INT(mr_link_next(link, &turn, &err), US_INTERRUPTED);
    CHECK_STR(err.text, "enough");
    fake_microrts_end(fake, &heard);
}

/* ---- what is never said */

TEST(orders_that_would_kill_the_game_are_not_sent)
{
    static const char *const script[] = {BEGIN, ACT("0"), FAKE_HEAR, FAKE_STAY, NULL};
    static const struct {
        mr_order order;
        const char *text;
    } rows[] = {
        {{99, {MR_WAIT, MR_NONE, 1, 0, 0}}, "unit 99, which is not there"},
        {{-1, {MR_WAIT, MR_NONE, 1, 0, 0}}, "unit -1, which is not there"},
        {{5, {MR_WAIT, MR_NONE, 1, 0, 0}}, "unit 5, which is not player 0's"},
        {{3, {6, MR_NONE, 1, 0, 0}}, "of no type"},
        {{3, {-1, MR_NONE, 1, 0, 0}}, "of no type"},
        {{3, {MR_MOVE, MR_NONE, MR_NONE, 0, 0}}, "without a direction"},
        {{3, {MR_RETURN, MR_NONE, 4, 0, 0}}, "without a direction"},
        {{3, {MR_PRODUCE, MR_NONE, 1, 0, 0}}, "to produce nothing"},
        {{3, {MR_PRODUCE, 2, 1, 0, 0}}, "to produce nothing"},
    };
    us_error err = {0};
    us_str heard;
    mr_link_turn turn;
    mr_orders orders = {0};
    mr_link *link = open_link(false);
    us_str_init(&heard);
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    for (int i = 0; i < US_COUNT(rows); i++) {
        orders.count = 0;
        US_LIST_PUT(orders, ((mr_order){3, mr_action_wait(2)}));
        US_LIST_PUT(orders, rows[i].order);
        CHECK_INT(mr_link_send_orders(link, &orders, &err), US_MISMATCH);
        CHECK_CONTAINS(err.text, rows[i].text);
    }
    orders.count = 1;
    CHECK_INT(mr_link_send_orders(link, &orders, &err), US_OK);
    mr_link_close(link);
    fake_microrts_end(fake, &heard);
    CHECK_STR(heard.text, "understudy\nack\nack\n"
                          "[{\"unitID\":3, \"unitAction\":{\"type\":0, \"parameter\":2}}]\n");
    us_str_clear(&heard);
    us_mem_free(orders.item);
}

/* It has left when we answer: an error, no signal. */
TEST(an_answer_to_who_has_left_is_an_error)
{
    static const char *const script[] = {BEGIN, ACT("0"), NULL};
    us_error err = {0};
    us_str heard;
    mr_link_turn turn;
    mr_orders orders = {0};
    US_AUTOPTR(mr_link) link = open_link(false);
    us_str_init(&heard);
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    fake_microrts_end(fake, &heard);
    for (int i = 0; i < 100000; i++)
        US_LIST_PUT(orders, ((mr_order){3, mr_action_wait(1)}));
    us_status status = mr_link_send_orders(link, &orders, &err);
    if (status == US_OK) /* it went into the void */
        status = mr_link_next(link, &turn, &err);
    CHECK_INT(status, US_FAILED);
    us_str_clear(&heard);
    us_mem_free(orders.item);
}

TEST(another_unit_type_table_is_refused)
{
    static const char *const script[] = {BEGIN, FAKE_STAY, NULL};
    us_error err = {0};
    US_AUTOSTR(heard);
    mr_link_turn turn;
    US_AUTOPTR(mr_link) link = NULL;
    mr_table table;
    mr_link_def def = mr_link_def_default();
    REQUIRE(mr_table_read("t", 1, TABLE_OF("11"), strlen(TABLE_OF("11")), &table, &err) == US_OK);
    def.table = &table;
    REQUIRE(mr_link_open(&def, &link, &err) == US_OK);
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    CHECK(mr_link_next(link, &turn, &err) != US_OK);
    CHECK_CONTAINS(err.text, "cost");
    fake_microrts_end(fake, &heard);
}

/* ---- XML */

#define XML_TYPE_REST(stockpile)                                                          \
    " hp='1' minDamage='1' maxDamage='1' attackRange='1' produceTime='50' moveTime='10' " \
    "attackTime='5' harvestTime='20' returnTime='10' harvestAmount='1' sightRadius='3' "  \
    "isResource='false' isStockpile='" stockpile                                          \
    "' canHarvest='true' canMove='true' canAttack='true'> "
#define XML_TABLE                                                                               \
    "<rts.units.UnitTypeTable moveConflictResolutionStrategy='1'>  <rts.units.UnitType ID='0' " \
    "name='Base' cost='10'" XML_TYPE_REST(                                                      \
        "true") "<produces type='Worker'>     </produces> "                                     \
                "<producedBy type='Worker'></producedBy></rts.units.UnitType> "                 \
                "<rts.units.UnitType ID='1' "                                                   \
                "name='Worker' cost='1'" XML_TYPE_REST(                                         \
                    "false") "<produces type='Base'/><producedBy "                              \
                             "type='Base'/></rts.units.UnitType></rts.units.UnitTypeTable>\n"
#define XML_STATE                                                                                 \
    "<rts.GameState time='1'> <rts.PhysicalGameState width='4' height='3'> "                      \
    "<terrain>000000000001</terrain> <players> <rts.Player ID='0' resources='5'> </rts.Player>"   \
    "<rts.Player ID='1' resources='4'></rts.Player></players> <units> <rts.units.Unit "           \
    "type='Base' ID='3' player='0' x='0' y='0' resources='0' hitpoints='1' ></rts.units.Unit> "   \
    "<rts.units.Unit type='Worker' ID='5' player='1' x='2' y='1' resources='0' hitpoints='1' /> " \
    "</units> </rts.PhysicalGameState> <actions> <unitAction ID='5' time='0'> <UnitAction "       \
    "type='1' parameter='3'></UnitAction></unitAction> </actions></rts.GameState>\n"

static mr_state *state_of(const mr_table *table, const char *text)
{
    us_error err = {0};
    mr_state *state = NULL;
    if (mr_state_open(table, "state", 1, text, strlen(text), &state, NULL, &err) != US_OK)
        FAIL("%s", err.text);
    return state;
}

TEST(a_game_that_speaks_xml_is_the_same_game)
{
    static const char *const script[] = {FAKE_HEAR, "budget 100 -1\n",
                                         FAKE_HEAR, "utt\n" XML_TABLE,
                                         FAKE_HEAR, "getAction 0\n" XML_STATE,
                                         FAKE_HEAR, "gameOver 0\n",
                                         FAKE_HEAR, NULL};
    us_error err = {0};
    us_str heard;
    mr_link_turn turn;
    mr_orders orders = {0};
    mr_table table;
    US_AUTOPTR(mr_link) link = open_link(true);
    us_str_init(&heard);
    fake_microrts *fake = fake_microrts_start(mr_link_port(link), script);
    if (mr_link_next(link, &turn, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(mr_link_state(link) != NULL);
    REQUIRE(mr_table_read("t", 1, TABLE_OF("10"), strlen(TABLE_OF("10")), &table, &err) == US_OK);
    CHECK_HASH(mr_table_hash(mr_link_table(link)), mr_table_hash(&table));
    mr_state *same = state_of(&table, STATE_OF("1", "2", RUNNING));
    if (mr_state_compare(mr_link_state(link), same, MR_IDS_SAME, &err) != US_OK)
        FAIL("%s", err.text);
    US_LIST_PUT(orders, ((mr_order){3, mr_action_produce(MR_RIGHT, 1)}));
    US_LIST_PUT(orders, ((mr_order){3, mr_action_attack(1, 2)}));
    US_LIST_PUT(orders, ((mr_order){3, {MR_WAIT, MR_NONE, MR_NONE, 0, 0}}));
    REQUIRE(mr_link_send_orders(link, &orders, &err) == US_OK);
    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    CHECK_INT(turn, MR_LINK_OVER);
    fake_microrts_end(fake, &heard);
    CHECK_STR(heard.text,
              "understudy\nack\nack\n<PlayerAction>"
              "<action unitID=\"3\"><UnitAction type=\"4\" parameter=\"1\" unitType=\"Worker\"/>"
              "</action><action unitID=\"3\"><UnitAction type=\"5\" x=\"1\" y=\"2\"/></action>"
              "<action unitID=\"3\"><UnitAction type=\"0\"/></action></PlayerAction>\nack\n");
    us_str_clear(&heard);
    us_mem_free(orders.item);
    mr_state_free(same);
}

TEST(xml_that_is_no_state_is_refused_with_its_place)
{
    static const struct {
        const char *xml, *text;
        int column;
    } rows[] = {
        {"", "no element found", 1},
        {"<rts.GameState>", "no element found", 16},
        {"<rts.GameState time='0'><b/></rts.GameState>", "the element b", 25},
        {"<rts.units.UnitTypeTable/>", "the element rts.units.UnitTypeTable", 1},
        {"<rts.GameState></rts.Gamestate>", "mismatched tag", 18},
        {"<rts.GameState a='1' a='2'/>", "duplicate attribute", 22},
        {"<!DOCTYPE x [<!ENTITY e 'eeee'>]><rts.GameState>&e;</rts.GameState>", "DTD", 0},
        {"<rts.GameState>&e;</rts.GameState>", "undefined entity", 16},
    };
    US_AUTOSTR(json);
    us_str_add(&json, "before");
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        CHECK_INT(mr_xml_convert_state(rows[i].xml, strlen(rows[i].xml), 7, &json, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].text);
        CHECK_INT(err.line, 7);
        if (rows[i].column > 0)
            CHECK_INT(err.column, rows[i].column);
        CHECK_STR(json.text, "before");
    }
}

/* ---- what the real one said when somebody listened */

/* The lines that the game said, without their mark. */
static bool read_messages(const char *name, us_str *out)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    us_str path;
    us_str_init(&path);
    us_str_addf(&path, "microrts/captures/%s", name);
    char *sample = us_str_detach(&path);
    bool there = us_sample(sample, &path) &&
                 us_file_read(path.text, 64 << 20, &text, &length, NULL) == US_OK;
    us_mem_free(sample);
    us_str_clear(&path);
    if (!there)
        return false;
    for (char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        if (strncmp(line, "S<- ", 4) == 0)
            us_str_addf(out, "%.*s%s", (int)size - 4, line + 4, line[size] ? "\n" : "");
        line += size + (line[size] == '\n');
    }
    return true;
}

TEST(recorded_conversations_are_understood)
{
    static const struct {
        const char *name;
        bool xml;
        int turns; /* at least */
    } rows[] = {
        {"ok.log", false, 100},
        {"illegal.log", false, 90},
        {"omit_idle.log", false, 90},
        {"none_noparam.log", false, 90},
        {"dupunit.log", false, 90},
        {"unknown_id.log", false, 2},
        {"enemy_unit.log", false, 1},
        {"malformed.log", false, 1},
        {"json_client_head.log", false, 20},
        {"xml_standalone_head.log", true, 20},
    };
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        mr_link_turn turn;
        mr_orders none = {0};
        int turns = 0;
        mr_link_def def = mr_link_def_default();
        def.xml = rows[i].xml;
        us_str_reset(&said);
        if (!read_messages(rows[i].name, &said)) {
            us_test_skip("no samples of microRTS");
            break;
        }
        US_AUTOPTR(mr_link) link = mr_link_open_recorded(&def, said.text, said.length);
        while (mr_link_next(link, &turn, &err) == US_OK) {
            turns += turn == MR_LINK_ACT;
            if (turn == MR_LINK_ACT)
                REQUIRE(mr_link_send_orders(link, &none, &err) == US_OK);
        }
        CHECK_CONTAINS(err.text, "closed the connection");
        if (!CHECK(turns >= rows[i].turns))
            FAIL("%s: %d turns: %s", rows[i].name, turns, err.text);
    }
}
