#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"
#include "traces/reader.h"
#include <string.h>

/* A converted trace, with ' for ". Version 1: it stays as it is while that version is read. */
static const char text_v1[] =
    "{'understudy':'trace','version':1,'source':'chess 1.2','domain':'small',"
    "'seats':[{'player':'Ann','faction':''}]}\n"
    "{'cycle':0,'id':1,'seat':0,'order':'go','args':{'units':[0],'x':5,'y':6},'unit_type':'hand'}\n"
    "{'cycle':600000,'id':2,'seat':0,'foreign':'board','args':{'unit':3,'by':[{}]},"
    "'unit_type':'ship'}\n"
    "{'cycle':600000,'id':3,'seat':0,'order':'go','args':{'unit':4,'x':1,'y':1}}\n"
    "{'end':'draw','winner':null,'reason':'undecided','cycles':600001}\n";

TEST(what_a_source_lacks_may_be_absent)
{
    US_AUTOSTR(text);
    us_trace *trace = NULL;
    us_trace_record r;
    US_AUTOPTR(us_domain) domain = small_domain();
    us_mutate(text_v1, NULL, &text);
    REQUIRE(us_trace_open_text("t", text.text, text.length, &trace, NULL) == US_OK);
    const us_trace_header *header = us_trace_get_header(trace);
    CHECK_STR(header->source, "chess 1.2");
    CHECK_STR(header->map, "");
    CHECK_INT(header->unknown, US_TRACE_NO_DOMAIN_HASH | US_TRACE_NO_RULES | US_TRACE_NO_MAP |
                                   US_TRACE_NO_MAP_HASH | US_TRACE_NO_SEED | US_TRACE_NO_LIMIT |
                                   US_TRACE_NO_FOG);
    us_trace_set_domain(trace, domain);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_ORDER);
    CHECK_STR(r.action, "go");
    CHECK_STR(r.unit_type, "hand");
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_FOREIGN);
    CHECK_STR(r.action, "board");
    CHECK_STR(r.unit_type, "ship");
    CHECK(r.order.id == 2 && r.order.seat == 0 && r.cycle == 600000);
    REQUIRE(r.args_length == strlen("{'unit':3,'by':[{}]}"));
    CHECK(memcmp(r.args, "{\"unit\":3,\"by\":[{}]}", r.args_length) == 0);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_ORDER);
    CHECK_STR(r.unit_type, "");
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_END);
    CHECK_INT(r.outcome.kind, US_OUTCOME_DRAW);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK && r.kind == US_TRACE_STOP);
    us_trace_close(trace);
}

TEST(what_only_a_source_explains_needs_one)
{
    static const us_mutation rows[] = {
        {"'source':'chess 1.2',", "", "1:91: expected 'domain_hash' in the header"},
        {"'source':'chess 1.2'", "'source':''", "1:103: expected 'domain_hash' in the header"},
        {"'domain':'small',", "", "1:95: expected 'domain' in the header"},
        {",'args':{'unit':3,'by':[{}]}", "", "3:69: expected 'args' in a line with 'foreign'"},
        {"'args':{'unit':3,'by':[{}]}", "'args':[3]", "3:58: expected 'args', an object"},
        {"'foreign':'board',", "", "3:33: found 'args', expected 'order' before it"},
        {"'foreign':'board'", "'foreign':7", "3:43: expected an action's name"},
        {"'id':2", "'id':1", "3:22: expected an id above the last order's"},
        {"'unit_type':'ship'", "'goal':7", "3:87: found 'goal', expected none in a line with"},
    };
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_trace *trace = NULL;
        us_trace_record r = {.kind = US_TRACE_ORDER};
        REQUIRE(us_mutate(text_v1, &rows[i], &text));
        us_status status = us_trace_open_text("t", text.text, text.length, &trace, &err);
        if (status == US_OK)
            us_trace_set_domain(trace, domain);
        while (status == US_OK && r.kind != US_TRACE_STOP)
            status = us_trace_next(trace, &r, &err);
        if (!CHECK_INT(status, US_BAD_INPUT) || !us_error_has_message(&err, rows[i].message, &said))
            FAIL("%s -> %s: said %s, expected %s", rows[i].find, rows[i].put, said.text,
                 rows[i].message);
        us_trace_close(trace);
    }
}
