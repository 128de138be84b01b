#include "base/lines.h"
#include "players/players.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"
#include "traces/reader.h"
#include <stdio.h>

/* A trace of every kind of line, of the small domain. With ' for ". Version 1: it stays as it is
 * for as long as that version is read. */
#define HEADER                                                                              \
    "{'understudy':'trace','version':1,'domain':'small','domain_hash':'0123456789abcdef',"  \
    "'rules_hash':'1123456789abcdef','map':'m \\\\ \\u00e9','map_hash':'2123456789abcdef'," \
    "'seed':'18446744073709551615','max_cycles':500,'fog':true,"                            \
    "'seats':[{'player':'expert:a','faction':'red'},{'player':'','faction':'blue'}]}\n"
static const char text_v1[] =
    HEADER "{'cycle':0,'id':1,'seat':0,'order':'go','args':{'units':[3,4],'x':5,'y':6}}\n"
           "{'cycle':0,'id':2,'seat':1,'order':'make','args':{'unit':7,'type':'redhand'},"
           "'refused':'no-food'}\n"
           "{'cycle':3,'id':5,'seat':1,'order':'dig','args':{'target':2,'unit':9},'goal':4}\n"
           "{'cycle':4,'hash':'00000000000000aa','tags':'0001ffff0a0b0000'}\n"
           "{'cycle':5,'hash':'00000000000000bb','tags':'1234'}\n"
           "{'end':'win','winner':1,'reason':'defeat','cycles':5,'hash':'00000000000000bb'}\n";

/* Read to the end. Returns how many records, and the status of what ended it. */
static int read_all(const char *text, size_t length, const us_domain *domain, us_status *status,
                    bool *cut, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record record = {.kind = US_TRACE_ORDER};
    int count = 0;
    *cut = false;
    *status = us_trace_open_text("t", text, length, &trace, err);
    if (*status != US_OK)
        return 0;
    us_trace_set_domain(trace, domain);
    while ((*status = us_trace_next(trace, &record, err)) == US_OK && record.kind != US_TRACE_STOP)
        count++;
    *cut = us_trace_is_cut(trace);
    return count;
}

TEST(a_header_reads_back)
{
    US_AUTOSTR(text);
    us_mutate(text_v1, NULL, &text);
    US_AUTOPTR(us_trace) trace = NULL;
    REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, NULL) == US_OK);
    const us_trace_header *header = us_trace_get_header(trace);
    CHECK_STR(header->domain, "small");
    CHECK_STR(header->map, "m \\ \xc3\xa9");
    CHECK_STR(header->from, "");
    CHECK_HASH(header->domain_hash, 0x0123456789abcdef);
    CHECK_HASH(header->rules_hash, 0x1123456789abcdef);
    CHECK_HASH(header->map_hash, 0x2123456789abcdef);
    CHECK(header->seed == UINT64_MAX && header->fog);
    CHECK_INT(header->max_cycles, 500);
    CHECK_INT(header->seats, 2);
    CHECK_STR(header->seat[0].player, "expert:a");
    CHECK_STR(header->seat[1].faction, "blue");
}

TEST(lines_of_every_kind_read_back)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_mutate(text_v1, NULL, &text);
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record r;
    REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, NULL) == US_OK);
    us_trace_set_domain(trace, domain);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_ORDER);
    CHECK(r.line == 2 && r.cycle == 0 && r.order.id == 1 && r.order.seat == 0);
    CHECK(r.order.unit_count == 2 && r.order.unit[0] == 3 && r.order.unit[1] == 4);
    CHECK_INT(r.order.action, us_domain_find_action(domain, "go"));
    CHECK_INT(r.order.arg[0], US_CELL(5, 6));
    CHECK_INT(r.refused, US_REASON_NONE);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_ORDER);
    CHECK_INT(r.order.arg[0], us_domain_find_type(domain, "redhand"));
    CHECK_INT(r.refused, US_REASON_NO_FOOD);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_ORDER);
    CHECK(r.cycle == 3 && r.order.id == 5 && r.order.arg[0] == 2 && r.order.goal == 4);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_HASHES);
    CHECK(r.cycle == 4 && r.hash == 0xaa && r.tags == 4 && r.tag[1] == 0xffff &&
          r.tag[2] == 0x0a0b);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_HASHES);
    CHECK(r.cycle == 5 && r.tags == 1 && r.tag[0] == 0x1234);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_END);
    CHECK(r.outcome.kind == US_OUTCOME_WIN && r.outcome.winner == 1 && r.cycle == 5);
    CHECK_STR(r.outcome.reason, "defeat");
    for (int i = 0; i < 2; i++)
        REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_STOP);
    CHECK(!us_trace_is_cut(trace));
}

TEST(a_damaged_line_is_named_with_its_place)
{
    static const us_mutation rows[] = {
        {"{'understudy'", "{'understudies'", "1:2: expected a trace's header"},
        {"{'understudy'", "[{'understudy'", "1:1: expected a trace's header"},
        {"'trace'", "'case'", "1:15: expected 'trace'"},
        {"'version':1", "'version':2", "1:33: expected version 1 of the format, found 2"},
        {"'0123456789abcdef'", "'0123456789abcde'", "1:66: expected 'domain_hash', a string of 16"},
        {"'seed':'18446744073709551615'", "'seed':7", "1:174: expected 'seed', a number as a str"},
        {"'seed':'18446744073709551615'", "'seed':'x'", "1:174: expected 'seed', a whole number"},
        {"'max_cycles':500", "'max_cycles':10000001",
         "1:210: expected 'max_cycles', a whole number from 1 to 10000000, found '10000001'"},
        {"'cycles':5", "'cycles':501", "7:52: expected a cycle, a whole number from 5 to 500"},
        {"'fog':true,", "", "1:292: expected 'fog' in the header"},
        {"'fog':true", "'fog':true,'fog':true", "1:225: found 'fog' again, expected it once"},
        {"'fog':true", "'fig':true",
         "1:214: found 'fig', expected a member of a trace's header: understudy, version, minor, "
         "domain, domain_hash, basics_hash, terrains_hash, types_hash, actions_hash, "
         "features_hash, rules_hash, map, map_hash, seed, max_cycles, fog, from, left_out, source, "
         "seats"},
        {"'faction':'red'", "'fraction':'red'",
         "1:255: found 'fraction', expected a member of a seat: player, faction"},
        {"'faction':'red'", "'faction':'red','since':5",
         "1:271: found 'since', expected a member of a seat: player, faction"},
        {"]}\n{'cycle'", "]} {}\n{'cycle'", "1:305: expected the end of the text"},
        {"'order':'go'", "'order':'went'", "2:36: 'went' is not an action"},
        {"'id':1", "'id':0", "2:17: expected an id above the last order's"},
        {"'id':5", "'id':2", "4:17: expected an id above the last order's"},
        {"'seat':0", "'seat':2", "2:26: expected a seat, a whole number from 0 to 1"},
        {"'cycle':3", "'cycle':-3", "4:10: expected a cycle"},
        {"'units':[3,4]", "'units':[3,'4']", "2:60: expected a unit's id"},
        {"'units':[3,4],", "", "2:60: expected 'unit' or 'units' among the arguments"},
        {",'y':6", "", "2:68: expected 'y' among the arguments"},
        {",'y':6", ",'y':6,'z':1", "2:75: 'go' takes no such argument"},
        {",'y':6", ",'y':6,'x':1", "2:75: found this argument again, expected it once"},
        {",'y':6", ",'y':6,'queued':1", "2:84: expected 'queued', true or false"},
        {",'y':6", ",'y':6,'queued':true,'queued':true",
         "2:89: found this argument again, expected it once"},
        {"'redhand'", "'whitehand'", "3:67: 'whitehand' is not a type"},
        {"'no-food'", "'no-idea'", "3:88: 'no-idea' is no reason"},
        {"'refused'", "'rejected'",
         "3:78: found 'rejected', expected a member of a trace's line: cycle, id, seat, order, "
         "args, goal, step, refused, hash, tags, end, winner, reason, cycles"},
        {"{'cycle':3,", "{", "4:69: expected 'cycle' in a line with 'order'"},
        {",'goal':4", ",'hash':'00000000000000aa'",
         "4:96: found 'hash', expected none in a line with 'order'"},
        {"'order':'dig',", "", "4:28: found 'args', expected 'order' before it"},
        {"'0001ffff0a0b0000'", "'0001ffff0a0b'", "5:60: expected tags of 4 cycles, found 3"},
        {"'0001ffff0a0b0000'", "'0001ffff0a0b000'", "5:45: expected 4 digits for each"},
        {"'0001ffff0a0b0000'", "'0001ffff0a0b000X'", "5:45: expected hexadecimal digits"},
        {"'cycle':4,'hash'", "'cycle':2,'hash'", "5:10: expected a cycle, a whole number from 3"},
        {"'end':'win'", "'end':'won'", "7:8: expected 'win' or 'draw'"},
        {"'winner':1", "'winner':null",
         "7:83: expected a winner, a seat, in a line that ends with a win"},
        {"'win','winner'", "'draw','winner'", "7:81: found a winner, expected null in a draw"},
        {"{'end'", "{'cycle':5}\n{'end'",
         "7:11: expected a line with 'order', 'tags', 'event', 'plan', 'squad'"},
        {"{'end'", "\n{'end'", "7:1: expected a value"},
        {"'cycles':5,'hash':'00000000000000bb'}\n", "'cycles':5,'hash':'00000000000000bb'}\n{}",
         "8:1: expected nothing after the line that ends the game"},
        /* without its newline too: nothing was cut off here */
        {"bb'}\n", "bb'} {", "7:81: expected the end of the text"},
        {"'cycles':5,'hash':'00000000000000bb'}\n", "'cycles' 5,,,,'seat':0}",
         "7:52: expected ':' after a key, found '5'"},
    };
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_status status;
        bool cut;
        REQUIRE(us_mutate(text_v1, &rows[i], &text));
        read_all(text.text, text.length, domain, &status, &cut, &err);
        if (!CHECK_INT(status, US_BAD_INPUT) || !us_error_has_message(&err, rows[i].message, &said))
            FAIL("%s -> %s: said %s, expected %s", rows[i].find, rows[i].put, said.text,
                 rows[i].message);
        CHECK_STR(err.file, "t");
    }
}

TEST(events_read_back)
{
    static const char lines[] =
        HEADER "{'cycle':3,'event':'created','seat':0,'entity':9,'type':'redhand','other':2,"
               "'x':5,'y':0}\n"
               "{'cycle':3,'event':'status','seat':1,'entity':7,'type':'bluehand',"
               "'value':'busy','extra':'idle'}\n"
               "{'cycle':4,'event':'failed','entity':7,'type':'no-way','value':12,"
               "'extra':'go'}\n"
               "{'cycle':4,'event':'over','seat':1,'value':'win'}\n";
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOSTR(again);
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record r;
    us_mutate(lines, NULL, &text);
    REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, NULL) == US_OK);
    us_trace_set_domain(trace, domain);
    us_str_add_bytes(&again, text.text, strcspn(text.text, "\n") + 1);
    for (int i = 0; i < 4; i++) {
        us_json_writer writer;
        REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_EVENT);
        CHECK_INT(r.event.cycle, r.cycle);
        us_json_writer_init(&writer, &again);
        us_json_write_open(&writer, '{');
        us_json_write_key_int(&writer, "cycle", r.cycle);
        us_event_write(domain, &r.event, &writer);
        us_json_write_close(&writer, '}');
        us_str_add_char(&again, '\n');
        if (i == 1)
            CHECK_INT(r.event.value, us_domain_find_status(domain, "busy"));
        if (i == 2)
            CHECK(r.event.type == US_REASON_NO_WAY && r.event.seat == US_NEUTRAL);
    }
    CHECK_STR(again.text, text.text);
}

TEST(a_seat_says_since_when_from_minor_version_2_on)
{
    static const us_mutation minor = {"'domain'", "'minor':2,'domain'", ""};
    static const us_mutation rows[] = {
        {"'faction':'red'", "'faction':'red','since':40", ""},
        {"'faction':'red'", "'faction':'red','since':0",
         "1:289: expected 'since', a cycle, a whole"},
        {"'faction':'red'", "'faction':'red','since':'9'", "1:289: expected 'since', a cycle"},
        {"'faction':'red'", "'since':4,'faction':'red','since':9", "1:291: found 'since' again"},
        {"'faction':'red'", "'faction':'red','from':9",
         "1:281: found 'from', expected a member of a seat: player, faction, since"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(us_trace) trace = NULL;
        us_error err = {0};
        REQUIRE(us_mutate(text_v1, &minor, &text));
        us_requote(&text, '"', '\'');
        char *now = us_mem_strdup(text.text);
        REQUIRE(us_mutate(now, &rows[i], &text));
        us_mem_free(now);
        us_test_row(rows[i].put);
        us_status status = us_trace_open_text("t", text.text, text.length, &trace, &err);
        CHECK_INT(status, rows[i].message[0] ? US_BAD_INPUT : US_OK);
        if (status != US_OK && !us_error_has_message(&err, rows[i].message, &said))
            FAIL("%s", said.text);
        if (status != US_OK)
            continue;
        const us_trace_header *header = us_trace_get_header(trace);
        CHECK_INT(header->seat[0].since, 40);
        CHECK_INT(header->seat[1].since, 0);
        us_str_reset(&said);
        us_trace_header_write(header, &said);
        CHECK_CONTAINS(said.text, "\"faction\":\"red\",\"since\":40},{");
    }
}

TEST(what_a_newer_minor_version_adds_is_passed_over)
{
    static const us_mutation rows[] = {
        {"'domain'", "'minor':9,'weather':{'wind':[1]},'domain'", ""},
        {"'goal':4", "'goal':4,'mood':'grim'", ""},
        {"{'player':", "{'team':{'of':[2]},'player':", ""},
        {"'args':{", "'args':{'speed':[{}],", ""},
        {"{'cycle':4,", "{'cycle':3,'mood':'grim','id':'b','seat':[7]}\n{'cycle':4,", ""},
        {"{'end'", "{'cycle':5,'event':'over','seat':1,'value':'win','by':9}\n{'end'", ""},
        {"{'end'", "{'cycle':5,'event':'smelled','seat':1,'value':'smoke'}\n{'end'", ""},
    };
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_status status;
    us_error err = {0};
    bool cut;
    char *now = us_mem_strdup(text_v1);
    for (int i = 0; i < US_COUNT(rows); i++) {
        REQUIRE(us_mutate(now, &rows[i], &text));
        us_requote(&text, '"', '\'');
        us_mem_free(now);
        now = us_mem_strdup(text.text);
    }
    us_requote(&text, '\'', '"');
    int count = read_all(text.text, text.length, domain, &status, &cut, &err);
    if (!CHECK_INT(status, US_OK))
        FAIL("%s", err.text);
    CHECK_INT(count, 7);
    char *minor = strstr(text.text, "\"minor\":9");
    minor[8] = '0';
    read_all(text.text, text.length, domain, &status, &cut, &err);
    CHECK_INT(status, US_BAD_INPUT);
    us_mem_free(now);
}

TEST(the_step_of_an_order_is_told_since_minor_version_3)
{
    static const us_mutation step = {"'goal':4", "'goal':4,'step':2", ""};
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_status status;
    us_error err = {0};
    bool cut;
    REQUIRE(us_mutate(text_v1, &step, &text));
    read_all(text.text, text.length, domain, &status, &cut, &err);
    CHECK_INT(status, US_BAD_INPUT);
    CHECK(err.line == 4);
    CHECK_CONTAINS(err.text, "found \"step\", expected none in a trace of minor version 0");
}

/* What a program that was ended leaves behind: cut at any byte, all whole lines count. */
TEST(a_trace_cut_at_any_byte_reads_to_its_last_whole_line)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_mutate(text_v1, NULL, &text);
    size_t header = strcspn(text.text, "\n");
    int lines = 0;
    for (size_t length = 0; length <= text.length; length++) {
        us_error err = {0};
        us_status status;
        bool cut;
        bool ends_line = length == text.length || text.text[length] == '\n';
        bool after_newline = length > 0 && text.text[length - 1] == '\n';
        int count = read_all(text.text, length, domain, &status, &cut, &err);
        if (length < header) {
            CHECK(status == US_BAD_INPUT && err.text[0]);
            continue;
        }
        if (ends_line && length > header && !after_newline)
            lines++;
        CHECK_INT(status, US_OK);
        CHECK_INT(count, lines);
        CHECK_INT(cut, !ends_line && !after_newline);
    }
    CHECK_INT(lines, 6);
}

/* Orders that make no sense are in traces too, when they were given and refused. */
TEST(senseless_refused_orders_read_back)
{
    static const char line[] =
        "{'cycle':0,'id':1,'seat':0,'order':'go','args':{'units':[0],'x':-1,'y':32767},"
        "'refused':'no-unit'}\n"
        "{'cycle':0,'id':2,'seat':0,'order':'make','args':{'units':[],'type':null},"
        "'refused':'bad-argument'}\n"
        "{'cycle':0,'id':3,'seat':0,'order':'dig','args':{'unit':4294967295,'queued':true,"
        "'target':0},"
        "'refused':'no-unit'}\n";
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record r;
    US_AUTOSTR(whole);
    us_str_addf(&whole, "%s%s", HEADER, line);
    us_mutate(whole.text, NULL, &text);
    REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, NULL) == US_OK);
    us_trace_set_domain(trace, domain);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
    CHECK(r.order.unit[0] == 0 && US_CELL_X(r.order.arg[0]) == -1 &&
          US_CELL_Y(r.order.arg[0]) == 32767);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
    CHECK(r.order.unit_count == 0 && r.order.arg[0] == -1 && !r.order.queued);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
    CHECK(r.order.unit[0] == UINT32_MAX && r.order.queued);
}

TEST(too_long_a_line_is_refused_before_it_is_read)
{
    us_error err = {0};
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_status status;
    bool cut;
    us_mutate(HEADER, NULL, &text);
    for (int i = 0; i <= US_LINE_MAX; i++)
        us_str_add_char(&text, ' ');
    read_all(text.text, text.length, domain, &status, &cut, &err);
    CHECK_INT(status, US_BAD_INPUT);
    CHECK_INT(err.line, 2);
    CHECK_CONTAINS(err.text, "a line of at most");
}
