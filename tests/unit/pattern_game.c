#include "tests/unit/pattern_game.h"

#include <stdio.h>
#include <string.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "players/play.h"
#include "retrieve/library_diff.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/library_file.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

enum { SEED = 5 };

/* What one game came to. */
typedef struct pattern_case {
    const pattern_game *row;
    const char *value; /* of `$` */
    us_patterns patterns;
    us_games *games;
    us_brl *brl; /* the library that played */
    const char *trace;
} pattern_case;

static void fill(const char *text, const char *value, us_str *out)
{
    for (; *text; text++) {
        if (*text == '$')
            us_str_add(out, value);
        else
            us_str_add_char(out, *text);
    }
}

static void write_file(const char *name, const char *head, const char *text, const char *value)
{
    US_AUTOSTR(out);
    us_str_add(&out, head);
    fill(text, value, &out);
    REQUIRE(us_file_write(scratch(name), out.text, out.length, NULL) == US_OK);
}

static void write_map(const pattern_case *c, const char *name)
{
    US_AUTOSTR(lines);
    US_AUTOSTR(text);
    us_str_addf(&lines, "seat 0 human %s oil 0\nseat 1 orc gold 0 wood 0 oil 0\n", c->row->stock);
    us_str_addf(&lines, "entity peon 1 30 30\n%s", c->row->map);
    drawn_skirmish_draw(lines.text, c->row->picture ? c->row->picture : "", &text);
    write_file(name, "", text.text, c->value);
}

static void write_library(const pattern_case *c, const char *name)
{
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\nbehavior \"late\" achieves WinWargus(player: self) {\n");
    fill(c->row->body, c->value, &text);
    us_str_addf(&text, "}\n%s", c->row->others ? c->row->others : "");
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_CREATE, map_edit_domain());
    library_file_put(library, text.text);
}

static void take_params(pattern_case *c)
{
    char each[128];
    us_error err = {0};
    REQUIRE(us_patterns_load(map_edit_domain(), NULL, &c->patterns, NULL) == US_OK);
    if (us_patterns_select(&c->patterns, c->row->pattern, &err) != US_OK)
        FAIL("%s", err.text);
    for (const char *at = c->row->params; *at;) {
        size_t length = strcspn(at, " ");
        snprintf(each, sizeof each, "%s.%.*s", c->row->pattern, (int)length, at);
        if (us_patterns_set(&c->patterns, each, &err) != US_OK)
            FAIL("%s: %s", each, err.text);
        at += length + (at[length] == ' ');
    }
}

static void play(pattern_case *c, const char *map, const char *library)
{
    us_str rival;
    US_AUTOSTR(agent);
    us_error err = {0};
    us_play_result result;
    us_play_def def = us_play_def_default();
    bool trees = c->row->rival && strchr(c->row->rival, '{');
    us_str_init(&rival);
    us_str_addf(&agent, "library:%s%s", scratch(library), c->row->settings ? c->row->settings : "");
    us_str_add(&rival, c->row->rival && !trees ? c->row->rival : "idle");
    if (trees) {
        write_file("rival.brl", "brl 1\n", c->row->rival, c->value);
        us_str_reset(&rival);
        us_str_addf(&rival, "tree:%s", scratch("rival.brl"));
    }
    def.scenario.map = scratch(map);
    def.scenario.max_cycles = c->row->cycles;
    def.seed = SEED;
    def.agent[0] = agent.text;
    def.agent[1] = rival.text;
    def.trace = c->trace;
    if (us_play_run(&def, &result, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    us_str_clear(&rival);
}

/* The game, played with that library and told as tables. */
static void begin(pattern_case *c, const pattern_game *row, const char *value, const char *name,
                  const char *library)
{
    int64_t game;
    char file[64];
    us_error err = {0};
    *c = (pattern_case){.row = row, .value = value};
    snprintf(file, sizeof file, "%s.jsonl", name);
    c->trace = scratch(file);
    snprintf(file, sizeof file, "%s.map", name);
    write_map(c, file);
    if (!us_file_exists(scratch(library)))
        write_library(c, library);
    take_params(c);
    play(c, file, library);
    us_library *opened = library_file_open(library, US_LIBRARY_READ, map_edit_domain());
    REQUIRE(us_library_get_all(opened, &c->brl, NULL) == US_OK);
    us_library_close(opened);
    REQUIRE(us_games_open(NULL, map_edit_domain(), &c->games, NULL) == US_OK);
    REQUIRE(us_failures_add_conditions(c->games, &c->patterns, NULL) == US_OK);
    if (us_games_add(c->games, c->trace, NULL, &game, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
}

static void end(pattern_case *c)
{
    us_games_close(c->games);
    us_patterns_clear(&c->patterns);
    us_brl_free(c->brl);
}

/* ---- what is said of it */

static const char *type_of(const pattern_case *c, us_id unit)
{
    static char name[64];
    char sql[160];
    if (unit == 0)
        return "-";
    snprintf(sql, sizeof sql,
             "SELECT t.name FROM units AS u JOIN types AS t USING (type) WHERE u.unit = %u",
             (unsigned)unit);
    snprintf(name, sizeof name, "%s", games_rows(c->games, sql));
    name[strcspn(name, "\n")] = '\0';
    return name;
}

static void print_failures(const pattern_case *c, const us_failures *failures, us_str *out)
{
    us_str_reset(out);
    us_str_add(out, "");
    for (int i = 0; i < failures->count; i++) {
        const us_failure *f = &failures->item[i];
        if (f->seat != 0)
            continue;
        us_str_addf(out, "%s%d-%d %s %d", out->length ? "; " : "", (int)f->cycle, (int)f->until,
                    type_of(c, f->unit), (int)f->badness);
    }
}

static void check_failures(const pattern_case *c, const char *expected)
{
    US_AUTO(us_failures_clear) us_failures failures = {0};
    us_error err = {0};
    US_AUTOSTR(text);
    if (us_failures_find(c->games, &c->patterns, &failures, &err) != US_OK)
        FAIL("%s", err.text);
    print_failures(c, &failures, &text);
    CHECK_STR(text.text, expected);
}

static void print_blame(const us_repair_result *repaired, us_str *out)
{
    const us_cause *cause = repaired->cause;
    us_str_reset(out);
    us_str_add(out, repaired->parent_name);
    if (cause->label[0])
        us_str_addf(out, ", step %s", cause->label);
    for (int w = 0; w < US_BLAME_WAYS; w++)
        if (cause->way[w] > 0)
            us_str_addf(out, ": %s", us_blame_way_text((us_blame_way)w));
}

/* "+ " lines that came, "- " lines that went. */
static void print_change(const us_repair_result *repaired, us_str *out)
{
    US_AUTOSTR(diff);
    us_str_reset(out);
    us_str_add(out, "");
    us_line_diff_print(repaired->before, repaired->after, &diff);
    for (const char *at = diff.text; *at;) {
        size_t length = strcspn(at, "\n");
        if (at[0] == '+' || at[0] == '-') {
            size_t skipped = 1 + strspn(at + 1, " ");
            us_str_addf(out, "%c ", at[0]);
            us_str_add_bytes(out, at + skipped, length - skipped);
            us_str_add_char(out, '\n');
        }
        at += length + (at[length] == '\n');
    }
}

/* The first cause is repaired as the row says; path gets the library at `from` with that. */
static void repair(const pattern_case *c, const char *from, const char *path)
{
    US_AUTOSTR(text);
    us_error err = {0};
    US_AUTO(us_adaptation_clear) us_adaptation adapted = {0};
    us_adaptation_def def = us_adaptation_def_default();
    def.library = c->brl;
    def.games = c->games;
    def.patterns = &c->patterns;
    def.least = 1;
    def.percent = 0;
    if (us_adaptation_run(&def, &adapted, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(adapted.results > 0);
    const us_repair_result *repaired = &adapted.result[0];
    const us_failure_pattern *pattern = c->patterns.item[repaired->cause->pattern];
    print_blame(repaired, &text);
    CHECK_STR(text.text, c->row->blamed);
    if (repaired->end != US_REPAIR_DONE)
        FAIL("%s: %s", us_repair_end_name(repaired->end), repaired->why);
    REQUIRE(repaired->end == US_REPAIR_DONE);
    CHECK_STR(us_modop_name(pattern->repair[repaired->repair].modop), c->row->modop);
    print_change(repaired, &text);
    CHECK_CONTAINS(text.text, c->row->changed);
    REQUIRE(us_adaptation_write(NULL, adapted.library, from, path, &err) == US_OK);
}

void pattern_game_check(const pattern_game *row)
{
    pattern_case c;
    us_test_row(row->name);
    begin(&c, row, row->lacks, "lacks", "lacks.db");
    check_failures(&c, "");
    end(&c);
    begin(&c, row, row->has, "has", "has.db");
    check_failures(&c, row->found);
    repair(&c, scratch("has.db"), scratch("repaired.db"));
    end(&c);
    begin(&c, row, row->has, "again", "repaired.db");
    check_failures(&c, "");
    end(&c);
    scratch_clean();
}
