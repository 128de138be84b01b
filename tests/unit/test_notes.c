#include "base/rng.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/scripted_planner.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"
#include "traces/plan_tree.h"
#include "traces/reader.h"
#include <stdio.h>
#include <string.h>

#define HEADER                                                                    \
    "{'understudy':'trace','version':1,'minor':6,'domain':'small',"               \
    "'domain_hash':'0123456789abcdef','rules_hash':'1123456789abcdef','map':'m'," \
    "'map_hash':'2123456789abcdef','seed':'1','max_cycles':500000,'fog':true,"    \
    "'seats':[{'player':'a','faction':'red'},{'player':'','faction':'blue'}]}\n"

static us_trace *open_text(const us_str *text, const us_domain *domain)
{
    us_trace *trace = NULL;
    REQUIRE(us_trace_open_text("t", text->text, text->length, &trace, NULL) == US_OK);
    us_trace_set_domain(trace, domain);
    return trace;
}

static void write_line(const us_note *note, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_note_write(note, &writer);
    us_json_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}

static const char *text_of(const char *text)
{
    return text ? text : "";
}

static void check_equal(const us_note *a, const us_note *b)
{
    CHECK(a->cycle == b->cycle && a->seat == b->seat && a->kind == b->kind && a->of == b->of);
    CHECK(a->node == b->node && a->above == b->above && a->behavior == b->behavior);
    CHECK(a->case_id == b->case_id && a->similarity == b->similarity);
    CHECK(a->margin == b->margin && a->attempt == b->attempt);
    CHECK_STR(text_of(a->text), text_of(b->text));
    CHECK_STR(text_of(a->label), text_of(b->label));
    CHECK_STR(text_of(a->other), text_of(b->other));
    CHECK_STR(text_of(a->slot), text_of(b->slot));
    CHECK_STR(text_of(a->why), text_of(b->why));
    CHECK_STR(text_of(a->what), text_of(b->what));
    CHECK_INT(a->lacks.kind, b->lacks.kind);
    CHECK_STR(text_of(a->lacks.item), text_of(b->lacks.item));
    CHECK(a->lacks.amount == b->lacks.amount);
    CHECK_INT(a->cell, b->cell);
    CHECK_INT(a->units, b->units);
    for (int i = 0; i < a->units && i < b->units; i++)
        CHECK_INT(a->unit[i], b->unit[i]);
}

/* ---- any note */

static const char *random_text(us_rng *rng, char out[64])
{
    static const char *const parts[] = {"a", "\"",           "\\",   "\n", "\t",
                                        "é", "\xe2\x82\xac", "\x01", "{",  " "};
    int count = (int)us_rng_next_below(rng, 12);
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(out + length, 64 - length, "%s",
                                   parts[us_rng_next_below(rng, US_COUNT(parts))]);
    return out;
}

typedef struct random_parts {
    char text[7][64];
    us_id unit[40];
} random_parts;

static us_note random_note(us_rng *rng, us_cycle *cycle, random_parts *parts)
{
    us_note note = {.node = us_rng_next(rng) | 1, .cell = -1};
    *cycle += (us_cycle)us_rng_next_below(rng, 3);
    note.cycle = *cycle;
    note.seat = (us_seat)us_rng_next_below(rng, 2);
    note.kind = (uint8_t)us_rng_next_below(rng, US_NOTE_SQUAD);
    note.of = (uint8_t)us_rng_next_below(rng, US_NOTE_SUBJECTS);
    note.above = us_rng_next_below(rng, 2) ? us_rng_next(rng) : 0;
    note.text = random_text(rng, parts->text[0]);
    note.label = random_text(rng, parts->text[1]);
    note.why = random_text(rng, parts->text[2]);
    if (note.kind == US_NOTE_RETRIEVED) {
        note.of = US_NOTE_BEHAVIOR;
        note.case_id = us_rng_next(rng);
        note.similarity = us_rng_next_below(rng, US_NOTE_ONE + 1);
        note.attempt = (int)us_rng_next_below(rng, 3) + 1;
        note.other = random_text(rng, parts->text[3]);
        if (note.other[0])
            note.margin = (int64_t)us_rng_next_below(rng, 2 * US_NOTE_ONE + 1) - US_NOTE_ONE;
    } else if (note.kind == US_NOTE_HELD) {
        note.of = US_NOTE_GOAL;
    } else if (note.kind == US_NOTE_BOUND) {
        snprintf(parts->text[4], sizeof(parts->text[4]), "s%u", us_rng_next_below(rng, 99));
        note.slot = parts->text[4];
        note.units =
            us_rng_next_below(rng, 2) ? (int)us_rng_next_below(rng, US_COUNT(parts->unit)) : 0;
        for (int i = 0; i < note.units; i++)
            parts->unit[i] = us_rng_next(rng);
        note.unit = parts->unit;
        if (note.units == 0 && us_rng_next_below(rng, 2))
            note.cell = (int32_t)us_rng_next(rng) & 0x7fff7fff;
    }
    if (note.kind == US_NOTE_WAITING || note.kind == US_NOTE_FAILED || note.kind == US_NOTE_STOPPED)
        note.lacks.kind = (us_note_lack)us_rng_next_below(rng, US_LACKS);
    if (note.lacks.kind) {
        note.lacks.item = random_text(rng, parts->text[5]);
        note.lacks.amount = us_rng_next_below(rng, 2) ? us_rng_next(rng) : 0;
    }
    if (note.of != US_NOTE_BEHAVIOR)
        note.what = random_text(rng, parts->text[6]);
    if (note.of == US_NOTE_BEHAVIOR) {
        note.behavior = us_rng_next(rng);
        note.behavior = note.behavior << 32 | us_rng_next(rng);
    }
    return note;
}

TEST(any_note_reads_back_as_it_was_written)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    us_rng rng = us_rng_derive(5, "notes", 0);
    US_AUTO(us_notes_clear) us_notes notes = {0};
    us_cycle cycle = 0;
    US_AUTOSTR(text);
    us_mutate(HEADER, NULL, &text);
    for (int i = 0; i < 2000; i++) {
        random_parts parts = {0};
        us_note note = random_note(&rng, &cycle, &parts);
        REQUIRE(us_note_is_valid(&note));
        us_notes_add(&notes, &note);
        write_line(&note, &text);
    }
    us_trace *trace = open_text(&text, domain);
    for (int i = 0; i < notes.count; i++) {
        us_trace_record r;
        us_error err = {0};
        if (us_trace_next(trace, &r, &err) != US_OK)
            FAIL("%d:%d: %s", err.line, err.column, err.text);
        REQUIRE(r.kind == US_TRACE_NOTE);
        CHECK(r.cycle == r.note.cycle && r.line == i + 2 && r.column > 40);
        check_equal(&r.note, &notes.note[i]);
    }
    us_trace_close(trace);
}

TEST(the_lines_are_as_documented)
{
    static const struct {
        int note;
        const char *line;
    } rows[] = {
        {0, "{'cycle':0,'seat':0,'plan':'ready','goal':1,'text':'WinWargus(player: self)',"
            "'what':'WinWargus'}\n"},
        {1, "{'cycle':0,'seat':0,'plan':'retrieved','behavior':2,'above':1,"
            "'hash':'3fa1b2c3d4e5f601','text':'rush from \\'two\\' barracks','case':5,"
            "'similarity':0.930000001,'margin':0.04,'other':'siege','attempt':1}\n"},
        {6, "{'cycle':100,'seat':0,'plan':'succeeded','goal':3,'why':'it holds'}\n"},
        {8, "{'cycle':100,'seat':0,'plan':'bound','step':4,'slot':'s2','x':12,'y':5}\n"},
        {9, "{'cycle':100,'seat':0,'plan':'waiting','step':4,'why':'gold 400 of 600',"
            "'lacks':'resource','item':'gold','amount':600}\n"},
        {10, "{'cycle':200,'seat':0,'plan':'failed','step':4,'why':'no-way','lacks':'way'}\n"},
        {12, "{'cycle':220,'seat':0,'plan':'retrieved','behavior':7,'above':1,"
             "'hash':'00000000000000aa','text':'siege','case':0,'similarity':1,'attempt':2}\n"},
        {19, "{'cycle':500,'seat':0,'plan':'bound','step':9,'slot':'s1','units':[6]}\n"},
        {21, "{'cycle':520,'seat':0,'plan':'bound','step':9,'slot':'s2','units':[]}\n"},
    };
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str_reset(&text);
        write_line(&scripted_planner_script[rows[i].note], &text);
        us_requote(&text, '"', '\'');
        CHECK_STR(text.text, rows[i].line);
    }
}

TEST(a_long_text_is_cut_between_characters)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    us_trace_record r;
    US_AUTOSTR(text);
    US_AUTOSTR(why);
    us_str_add_char(&why, 'x');
    while (why.length < 2 * US_NOTE_TEXT_MAX)
        us_str_add(&why, "\xe2\x82\xac");
    us_note note = {.kind = US_NOTE_FAILED, .of = US_NOTE_STEP, .node = 1, .why = why.text};
    us_mutate(HEADER, NULL, &text);
    write_line(&note, &text);
    us_trace *trace = open_text(&text, domain);
    REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
    CHECK_INT(strlen(r.note.why), 1 + (US_NOTE_TEXT_MAX - 1) / 3 * 3);
    CHECK(us_text_has_prefix(why.text, r.note.why));
    us_trace_close(trace);
}

/* ---- lists */

TEST(a_list_keeps_copies_and_stops_allocating)
{
    us_notes notes = {0};
    uint64_t before = 0;
    for (int round = 0; round < 50; round++) {
        us_notes_reset(&notes);
        before = round == 2 ? us_mem_alloc_count() : before;
        for (int i = 0; i < 16; i++) {
            char text[24];
            us_id unit[3] = {(us_id)i, 2, 3};
            snprintf(text, sizeof(text), "note %d", i);
            us_note note = {.node = (uint32_t)i, .text = text, .unit = unit, .units = 3};
            us_notes_add(&notes, &note);
        }
    }
    CHECK_INT(us_mem_alloc_count(), before);
    CHECK_INT(notes.count, 16);
    CHECK_STR(notes.note[7].text, "note 7");
    CHECK_STR(notes.note[7].why, "");
    CHECK_INT(notes.note[7].unit[0], 7);
    us_notes_clear(&notes);
    us_notes_reset(&notes);
    us_notes_clear(&notes);
}

TEST(what_can_not_be_written_is_not_sound)
{
    static const us_note wrong[] = {
        {.node = 0},
        {.node = 1, .kind = US_NOTE_KINDS},
        {.node = 1, .kind = US_NOTE_SQUAD},
        {.kind = US_NOTE_SQUAD, .squad = {.phase = US_PHASES}},
        {.kind = US_NOTE_SQUAD, .squad = {.reason = US_SQUAD_REASONS}},
        {.kind = US_NOTE_SQUAD, .squad = {.units = -1}},
        {.kind = US_NOTE_SQUAD, .squad = {.ours = -1}},
        {.node = 1, .of = US_NOTE_SUBJECTS},
        {.node = 1, .kind = US_NOTE_BOUND},
        {.node = 1, .kind = US_NOTE_BOUND, .slot = "s", .units = US_NOTE_UNITS_MAX + 1},
        {.node = 1, .kind = US_NOTE_HELD, .of = US_NOTE_STEP},
        {.node = 1, .kind = US_NOTE_FAILED, .lacks = {.kind = US_LACKS}},
        {.node = 1, .kind = US_NOTE_WAITING, .lacks = {.item = "gold"}},
        {.node = 1, .kind = US_NOTE_WAITING, .lacks = {.amount = 400}},
        {.node = 1, .kind = US_NOTE_WAITING, .lacks = {US_LACKS_RESOURCE, "gold", -1}},
        {.node = 1, .of = US_NOTE_BEHAVIOR, .what = "WinWargus"},
        {.node = 1, .kind = US_NOTE_STARTED, .lacks = {.kind = US_LACKS_WAY}},
        {.node = 1, .kind = US_NOTE_SUCCEEDED, .lacks = {.kind = US_LACKS_OTHER}},
        {.node = 1, .kind = US_NOTE_RETRIEVED, .of = US_NOTE_GOAL, .attempt = 1},
        {.node = 1, .kind = US_NOTE_RETRIEVED, .of = US_NOTE_BEHAVIOR},
        {.node = 1,
         .kind = US_NOTE_RETRIEVED,
         .of = US_NOTE_BEHAVIOR,
         .attempt = 1,
         .similarity = US_NOTE_ONE + 1},
        {.node = 1,
         .kind = US_NOTE_RETRIEVED,
         .of = US_NOTE_BEHAVIOR,
         .attempt = 1,
         .margin = -US_NOTE_ONE - 1},
    };
    for (int i = 0; i < US_COUNT(wrong); i++)
        if (us_note_is_valid(&wrong[i]))
            FAIL("row %d is sound", i);
    for (int i = 0; i < scripted_planner_notes; i++)
        CHECK(us_note_is_valid(&scripted_planner_script[i]));
}

TEST(every_kind_of_lack_has_a_name_of_its_own)
{
    CHECK_STR(us_note_lack_name(US_LACKS_NONE), "");
    CHECK_STR(us_note_lack_name(US_LACKS_REQUIREMENT), "requirement");
    for (int lack = US_LACKS_NONE + 1; lack < US_LACKS; lack++)
        CHECK_INT(us_note_lack_from_name(us_note_lack_name((us_note_lack)lack)), lack);
    CHECK_INT(us_note_lack_from_name(""), -1);
    CHECK_INT(us_note_lack_from_name("Gold"), -1);
}

/* ---- bad lines */

static void check_bad(const char *good, const us_mutation *rows, int count)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    for (int i = 0; i < count; i++) {
        us_trace_record r = {.kind = US_TRACE_NOTE};
        us_error err = {0};
        us_status status = US_OK;
        us_test_row(rows[i].message);
        REQUIRE(us_mutate(good, &rows[i], &text));
        us_trace *trace = open_text(&text, domain);
        while (status == US_OK && r.kind != US_TRACE_STOP)
            status = us_trace_next(trace, &r, &err);
        CHECK_INT(status, US_BAD_INPUT);
        if (!us_error_has_message(&err, rows[i].message, &said))
            FAIL("%s", said.text);
        us_trace_close(trace);
    }
}

TEST(a_bad_plan_line_is_refused_with_its_place)
{
    static const us_mutation rows[] = {
        {"'ready'", "'glad'", "2:28: 'glad' is nothing that a plan does"},
        {"'ready'", "7", "2:28: expected what a plan did, found '7'"},
        {"'goal':1", "'goal':0", "2:43: expected a node's number"},
        {"'goal':1,", "", "2:52: expected 'goal', 'behavior' or 'step'"},
        {"'goal':1", "'goal':1,'step':1", "2:45: found 'step', expected one of goal, behavior"},
        {"'goal':1", "'behavior':1", "2:65: expected 'hash' with 'behavior'"},
        {"'goal':1", "'goal':1,'hash':'00000000000000aa'", "2:87: expected 'hash' with"},
        {"'goal':1", "'goal':1,'goal':2", "2:45: found 'goal' again"},
        {"'goal':1", "'goal':1,'mood':2", "2:45: found 'mood', expected a member of a plan's line"},
        {"'goal':1", "'goal':1,'why':2", "2:51: expected a text, found '2'"},
        {"'goal':1", "'goal':1,'slot':'x'", "2:72: found 'slot', expected none in a line with"},
        {"'goal':1", "'goal':1,'attempt':1", "2:73: found 'attempt', expected none"},
        {"'cycle':3,'seat':0,", "'cycle':3,", "2:12: found 'plan'"},
        {"'seat':0", "'seat':2", "2:19: expected a seat"},
        {"'succeeded'", "'held'", "3:43: expected 'goal' in a line with 'plan':'held'"},
        {"'case':5,", "", "4:145: expected 'case' in a line with 'plan':'retrieved'"},
        {"0.5", "0.5000000001", "4:112: expected 'similarity', 0 to 1 with at most 9 decimals"},
        {"0.5", "1.1", "4:112: expected 'similarity'"},
        {"0.5", "5e-1", "4:112: expected 'similarity'"},
        {"-0.25", "-1.25", "4:125: expected 'margin', -1 to 1"},
        {",'other':'o'", "", "4:142: expected 'margin' and 'other' together"},
        {"'attempt':1", "'attempt':0", "4:153: expected which attempt it is"},
        {"'slot':'s',", "", "5:58: expected 'slot' in a line with 'plan':'bound'"},
        {"[1,2]", "[1,-2]", "5:67: expected a unit's id"},
        {"[1,2]", "7", "5:64: expected 'units', an array of ids"},
        {",'units':[1,2]", "", "5:55: expected 'units', or 'x' and 'y'"},
        {"'units':[1,2]", "'units':[1,2],'x':1,'y':2", "5:81: expected 'units', or 'x' and 'y'"},
        {"'units':[1,2]", "'x':1", "5:61: expected 'units', or 'x' and 'y'"},
        {"'units':[1,2]", "'x':1,'y':-1", "5:66: expected y"},
        {"'lacks':'way'", "'lacks':'mana'", "6:54: 'mana' is nothing that a plan lacks"},
        {"'lacks':'way'", "'lacks':''", "6:54: '' is nothing that a plan lacks"},
        {"'lacks':'way'", "'lacks':1", "6:54: expected what lacks, found '1'"},
        {"'lacks':'way',", "", "6:56: expected 'lacks' with 'item'"},
        {"'item':'i'", "'item':7", "6:67: expected a text, found '7'"},
        {"'failed'", "'started'", "6:71: found 'lacks', expected none in a line with 'plan':'st"},
        {"'item':'i'", "'item':'i','amount':0", "6:80: expected how much lacks"},
        {"'lacks':'way','item':'i'", "'amount':2", "6:56: expected 'lacks' with 'amount'"},
        {"'text':'n'", "'text':'n','what':'n'",
         "4:165: found 'what', expected none with 'behavior'"},
        {"'minor':6", "'minor':1",
         "6:46: found 'lacks', expected none in a trace of minor version 1"},
        {"'minor':6,", "", "2:21: found 'plan', expected none in a trace of minor version 0"},
    };
    static const char good[] =
        HEADER "{'cycle':3,'seat':0,'plan':'ready','goal':1,'text':'g(a: 1)'}\n"
               "{'cycle':3,'seat':1,'plan':'succeeded','step':1}\n"
               "{'cycle':3,'seat':0,'plan':'retrieved','behavior':2,'hash':'00000000000000aa',"
               "'text':'n','case':5,'similarity':0.5,'margin':-0.25,'other':'o','attempt':1}\n"
               "{'cycle':4,'seat':0,'plan':'bound','step':3,'slot':'s','units':[1,2]}\n"
               "{'cycle':4,'seat':0,'plan':'failed','step':3,'lacks':'way','item':'i'}\n";
    check_bad(good, rows, US_COUNT(rows));
}

/* ---- squad lines */

static void check_squad(const us_squad_state *got, const us_squad_state *wanted)
{
    CHECK_INT(got->phase, wanted->phase);
    CHECK_INT(got->reason, wanted->reason);
    CHECK_INT(got->units, wanted->units);
    CHECK_INT(got->target, wanted->target);
    CHECK_INT(got->step, wanted->step);
    CHECK_INT(got->ours, wanted->ours);
    CHECK_INT(got->theirs, wanted->theirs);
    CHECK_INT(got->needs, wanted->needs);
}

TEST(any_squad_line_reads_back_as_it_was_written)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    us_rng rng = us_rng_derive(6, "squads", 0);
    us_note notes[300];
    static char what[300][64], why[300][64];
    US_AUTOSTR(text);
    us_mutate(HEADER, NULL, &text);
    for (int i = 0; i < US_COUNT(notes); i++) {
        bool some = us_rng_next_below(&rng, 2);
        int reason = some ? (int)us_rng_next_below(&rng, US_SQUAD_REASONS) : US_SQUAD_NO_REASON;
        notes[i] = (us_note){.cycle = i,
                             .seat = (us_seat)us_rng_next_below(&rng, 2),
                             .kind = US_NOTE_SQUAD,
                             .what = random_text(&rng, what[i]),
                             .why = reason ? us_squad_reason_name((us_squad_reason)reason)
                                           : random_text(&rng, why[i]),
                             .cell = some ? (int32_t)us_rng_next(&rng) & 0x7fff7fff : -1,
                             .squad = {.phase = (uint8_t)us_rng_next_below(&rng, US_PHASES),
                                       .reason = (uint8_t)reason,
                                       .units = (int)us_rng_next_below(&rng, 99),
                                       .target = some ? us_rng_next(&rng) : 0,
                                       .step = some ? us_rng_next(&rng) : 0,
                                       .ours = us_rng_next(&rng),
                                       .theirs = us_rng_next(&rng),
                                       .needs = (int)us_rng_next_below(&rng, 200)}};
        REQUIRE(us_note_is_valid(&notes[i]));
        write_line(&notes[i], &text);
    }
    us_trace *trace = open_text(&text, domain);
    for (int i = 0; i < US_COUNT(notes); i++) {
        us_trace_record r;
        REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
        REQUIRE(r.kind == US_TRACE_SQUAD);
        check_equal(&r.note, &notes[i]);
        check_squad(&r.note.squad, &notes[i].squad);
    }
    us_trace_close(trace);
}

TEST(a_bad_squad_line_is_refused_with_its_place)
{
    static const us_mutation rows[] = {
        {"'marching'", "'dancing'", "2:29: 'dancing' is nothing that a squad does"},
        {"'marching'", "4", "2:29: expected what a squad does, found '4'"},
        {"'units':3,", "", "2:116: expected 'units' in a line with 'squad'"},
        {"'units':3", "'units':-1", "2:48: expected units"},
        {",'y':5", "", "2:120: expected 'x' and 'y' together"},
        {"'target':9", "'target':0", "2:59: expected target"},
        {"'what':'hall'", "'what':7", "2:68: expected a text, found '7'"},
        {"'step':4", "'step':4,'mood':1",
         "2:96: found 'mood', expected a member of a squad's line"},
        {"'step':4", "'goal':4", "2:87: found 'goal', expected a member of a squad's line"},
        {"'seat':0,", "", "2:12: found 'squad'"},
        {"'minor':6", "'minor':5",
         "2:21: found 'squad', expected none in a trace of minor version 5"},
    };
    static const char good[] =
        HEADER "{'cycle':3,'seat':0,'squad':'marching','units':3,'target':9,'what':'hall','x':4,"
               "'y':5,'step':4,'ours':900,'theirs':0,'why':''}\n";
    check_bad(good, rows, US_COUNT(rows));
}

#define HEADER8                                                                   \
    "{'understudy':'trace','version':1,'minor':8,'domain':'small',"               \
    "'domain_hash':'0123456789abcdef','rules_hash':'1123456789abcdef','map':'m'," \
    "'map_hash':'2123456789abcdef','seed':'1','max_cycles':500000,'fog':true,"    \
    "'seats':[{'player':'a','faction':'red'},{'player':'','faction':'blue'}]}\n"

TEST(repair_lines_read_as_they_were_written)
{
    static const us_note notes[] = {
        {.cycle = 7,
         .kind = US_NOTE_REPAIR,
         .of = US_NOTE_BEHAVIOR,
         .node = 2,
         .behavior = 0x1234,
         .text = "send them",
         .what = "daemon",
         .cell = -1,
         .repair = {.pattern = "worker-idle", .number = 1, .row = 3}},
        {.cycle = 8,
         .kind = US_NOTE_REPAIR,
         .of = US_NOTE_BEHAVIOR,
         .behavior = 0x12345678,
         .label = "b",
         .why = "before: no",
         .lacks = {.kind = US_LACKS_RESOURCE, .item = "wood", .amount = 400},
         .cell = -1,
         .repair = {.pattern = "step-lacks-resource", .step = 19}},
    };
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    us_mutate(HEADER8, NULL, &text);
    for (int i = 0; i < US_COUNT(notes); i++)
        write_line(&notes[i], &text);
    us_trace *trace = open_text(&text, domain);
    for (int i = 0; i < US_COUNT(notes); i++) {
        us_trace_record r;
        REQUIRE(us_trace_next(trace, &r, NULL) == US_OK);
        REQUIRE(r.kind == US_TRACE_REPAIR);
        const us_note *a = &r.note, *b = &notes[i];
        CHECK_STR(a->repair.pattern, b->repair.pattern);
        CHECK(a->repair.number == b->repair.number && a->repair.row == b->repair.row &&
              a->repair.step == b->repair.step && a->node == b->node &&
              a->behavior == b->behavior && a->lacks.kind == b->lacks.kind &&
              a->lacks.amount == b->lacks.amount && a->cycle == b->cycle);
        CHECK_STR(a->text, b->text ? b->text : "");
        CHECK_STR(a->what, b->what ? b->what : "");
        CHECK_STR(a->label, b->label ? b->label : "");
        CHECK_STR(a->why, b->why ? b->why : "");
        CHECK_STR(a->lacks.item, b->lacks.item ? b->lacks.item : "");
    }
    us_trace_close(trace);
}

TEST(a_bad_repair_line_is_refused_with_its_place)
{
    static const us_mutation rows[] = {
        {"'worker-idle'", "''", "2:30: expected the name of a failure pattern"},
        {"'worker-idle'", "4", "2:30: expected a text, found '4'"},
        {"'number':1", "'number':0", "2:53: expected number"},
        {"'behavior':2", "'behavior':0", "2:66: expected behavior"},
        {"'hash':'0123456789abcdef',", "", "2:108: expected 'hash' in a line with 'repair'"},
        {"'lacks':'unit'", "'lacks':'luck'", "2:111: 'luck' is nothing that a plan lacks"},
        {"'lacks':'unit',", "", "2:119: expected 'lacks' with 'item' and 'amount'"},
        {"'step':4", "'step':4,'mood':1",
         "2:103: found 'mood', expected a member of a repair's line"},
        {"'seat':0,", "", "2:12: found 'repair'"},
        {"'minor':8", "'minor':7",
         "2:21: found 'repair', expected none in a trace of minor version 7"},
    };
    static const char good[] =
        HEADER8 "{'cycle':3,'seat':0,'repair':'worker-idle','number':1,'behavior':2,"
                "'hash':'0123456789abcdef','step':4,'lacks':'unit','item':'peasant'}\n";
    check_bad(good, rows, US_COUNT(rows));
}

TEST(a_plan_notes_the_last_repair_of_a_behavior_at_work)
{
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = {0};
    us_note note = {.cycle = 3,
                    .kind = US_NOTE_STARTED,
                    .of = US_NOTE_BEHAVIOR,
                    .node = 1,
                    .behavior = 5,
                    .text = "b"};
    REQUIRE(us_plan_tree_add(&plan, &note, NULL) == US_OK);
    note = (us_note){.cycle = 9,
                     .kind = US_NOTE_REPAIR,
                     .of = US_NOTE_BEHAVIOR,
                     .node = 1,
                     .behavior = 5,
                     .text = "so",
                     .repair = {.pattern = "worker-idle", .number = 2}};
    REQUIRE(us_plan_tree_add(&plan, &note, NULL) == US_OK);
    note.repair.number = 0; /* none fitted */
    note.cycle = 11;
    REQUIRE(us_plan_tree_add(&plan, &note, NULL) == US_OK);
    CHECK_INT(plan.node[0].repairs, 1);
    CHECK_INT(plan.node[0].repaired, 9);
    CHECK_STR(plan.node[0].pattern, "worker-idle");
    CHECK_STR(plan.node[0].repair_text, "so");
    CHECK_INT(plan.node[0].state, US_NOTE_STARTED);
}

TEST(a_plan_has_the_state_of_its_squad_and_since_when)
{
    US_AUTO(us_plan_tree_clear) us_plan_tree plan = {0};
    US_AUTOSTR(text);
    static const us_note notes[] = {
        {.cycle = 3, .kind = US_NOTE_SQUAD, .cell = -1, .squad = {.units = 1}, .why = "too weak"},
        {.cycle = 9, .kind = US_NOTE_SQUAD, .cell = -1, .squad = {.units = 2}, .why = "too weak"},
        {.cycle = 20,
         .kind = US_NOTE_SQUAD,
         .cell = US_CELL(4, 5),
         .what = "hall",
         .squad = {.phase = US_PHASE_MARCHING, .units = 2, .target = 7}},
    };
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_plan_tree_write_squad(&plan, &writer);
    CHECK_STR(text.text, "{\"squad\":null");
    for (int i = 0; i < 2; i++)
        REQUIRE(us_plan_tree_add(&plan, &notes[i], NULL) == US_OK);
    CHECK(plan.squads && plan.squad_since == 3 && plan.squad.squad.units == 2 && plan.count == 0);
    CHECK_STR(plan.squad.why, "too weak");
    REQUIRE(us_plan_tree_add(&plan, &notes[2], NULL) == US_OK);
    CHECK(plan.squad_since == 20 && plan.squad.squad.target == 7);
    CHECK_STR(plan.squad.why, "");
    us_str_reset(&text);
    writer = us_json_writer_begin(&text, '{');
    us_plan_tree_write_squad(&plan, &writer);
    us_requote(&text, '"', '\'');
    CHECK_STR(text.text, "{'squad':{'phase':'marching','since':20,'noted':20,'units':2,'target':7,"
                         "'what':'hall','x':4,'y':5,'step':0,'ours':0,'theirs':0,'needs':0,"
                         "'why':''}");
}
