#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "studio/film.h"
#include "tests/unit/packed_states.h"
#include "tests/unit/recorded_game.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/worlds.h"

static us_status make(const char *trace, us_cycle every, us_film_report *report, us_error *err)
{
    us_film_def def = {
        .trace = trace, .out = scratch("film.html"), .title = "a <b> film", .every = every};
    return us_film_write(&def, report, err);
}

/* The page's data, as a browser reads them. The caller clears both. */
static us_json *data_of(const char *page)
{
    static const char begin[] = "<script type=\"application/json\" id=\"game\">";
    us_json *json = NULL;
    const char *at = strstr(page, begin);
    REQUIRE(at != NULL);
    at += strlen(begin);
    const char *end = strstr(at, "</script>");
    REQUIRE(end != NULL);
    REQUIRE(us_json_parse("film", at, (size_t)(end - at), &json, NULL) == US_OK);
    return json;
}

static void decode(const char *text, us_str *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0;
    int held = 0;
    for (; *text && *text != '='; text++) {
        bits = bits << 6 | (unsigned)(strchr(digits, *text) - digits);
        held += 6;
        if (held >= 8)
            us_str_add_char(out, (char)(bits >> (held -= 8) & 255));
    }
}

/* Returns the page, whose caller frees it, and its data. */
static char *read_page(us_json **data)
{
    char *page = scratch_text("film.html");
    *data = data_of(page);
    return page;
}

static int64_t number(const us_json_node *object, const char *key)
{
    int64_t value = -1;
    CHECK(us_json_int(us_json_find(object, key), &value));
    return value;
}

/* Compares each state with the world of its cycle. Returns how many there are. */
static int compare_states(const us_json_node *game, const char *trace, us_cycle every,
                          us_cycle *last)
{
    US_AUTO(us_log_clear) us_log log;
    us_worlds *worlds;
    packed_states kit;
    US_AUTOSTR(bytes);
    int states = 0;
    decode(us_json_string(us_json_find(game, "states")), &bytes);
    REQUIRE(us_log_read(&log, trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, trace, &worlds, NULL) == US_OK);
    packed_states_begin(&kit, (int)number(game, "width"), (int)number(game, "height"),
                        (int)number(game, "seats"));
    const uint8_t *at = (const uint8_t *)bytes.text, *end = at + bytes.length;
    for (; at < end; states++) {
        const us_world *world, *shown = packed_states_next(&kit, &at, end);
        REQUIRE(us_worlds_at(worlds, shown->now, &world, NULL) == US_OK);
        packed_states_same(shown, world, false);
        CHECK(shown->now % every == 0 || shown->now == log.cycles);
        *last = shown->now;
    }
    packed_states_end(&kit);
    us_worlds_close(worlds);
    return states;
}

TEST(a_film_holds_the_states_of_its_game)
{
    static const us_cycle every[] = {1, 7, 100000};
    US_AUTO(recorded_game_drop) recorded_game t;
    recorded_game_record(&t, &recorded_game_plain);
    for (int i = 0; i < US_COUNT(every); i++) {
        us_film_report report;
        US_AUTOPTR(us_json) data = NULL;
        us_cycle last = -1;
        REQUIRE(make(t.trace, every[i], &report, NULL) == US_OK);
        US_AUTOFREE char *page = read_page(&data);
        const us_json_node *game = us_json_root(data);
        CHECK_INT(compare_states(game, t.trace, every[i], &last), report.states);
        CHECK_INT(report.states, (t.cycles + every[i] - 1) / every[i] + 1);
        CHECK_INT(last, t.cycles);
        CHECK_INT(number(game, "cycles"), t.cycles);
        CHECK_INT(report.bytes, strlen(page));
    }
}

TEST(a_film_needs_nothing_but_itself)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    us_film_report report;
    US_AUTOPTR(us_json) data = NULL;
    recorded_game_record(&t, &recorded_game_plain);
    REQUIRE(make(t.trace, 0, &report, NULL) == US_OK);
    US_AUTOFREE char *page = read_page(&data);
    CHECK(us_text_has_prefix(page, US_FILM_FIRST));
    CHECK_CONTAINS(page, "<title>a &lt;b&gt; film</title>");
    CHECK_CONTAINS(page, "default-src 'none'");
    CHECK_CONTAINS(page, "\"us/filmpage.js\":\"data:text/javascript;base64,");
    CHECK_CONTAINS(page, "\"us/map.js\":");      /* what filmpage.js imports */
    CHECK_CONTAINS(page, "\"us/textures.js\":"); /* what that imports, and so on */
    CHECK(strstr(page, " src=") == NULL);
    CHECK(strstr(page, "\"us/main.js\":") == NULL);
}

/* No module of the film names another one that is not in it. */
TEST(each_module_of_a_film_finds_what_it_imports)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    us_film_report report;
    US_AUTOPTR(us_json) data = NULL;
    recorded_game_record(&t, &recorded_game_plain);
    REQUIRE(make(t.trace, 0, &report, NULL) == US_OK);
    US_AUTOFREE char *page = read_page(&data);
    int modules = 0;
    US_AUTOSTR(text);
    US_AUTOSTR(key);
    for (const char *at = page; (at = strstr(at, ";base64,")); modules++) {
        at += strlen(";base64,");
        us_str_reset(&text);
        decode(at, &text);
        for (const char *name = text.text; (name = strstr(name, " from \""));) {
            name += strlen(" from ");
            us_str_reset(&key);
            us_str_add_bytes(&key, name, strcspn(name + 1, "\"") + 2);
            us_str_add(&key, ":\"data:");
            if (!strstr(page, key.text))
                FAIL("no module %s", key.text);
        }
    }
    CHECK(modules > 15);
}

TEST(a_film_without_a_game_to_play_has_the_stored_states)
{
    US_AUTO(recorded_game_drop) recorded_game t;
    us_film_report report;
    us_error err;
    us_json *data;
    us_cycle last = -1;
    recorded_game_record(
        &t, &(recorded_game_plan){"open-2", {"ai:raid", "random"}, 600, 7, false, false, NULL});
    recorded_game_forget_orders(&t);
    REQUIRE(make(t.trace, 1, &report, NULL) == US_OK);
    char *page = read_page(&data);
    CHECK_INT(compare_states(us_json_root(data), t.trace, 1, &last), report.states);
    CHECK_INT(report.states, 87);
    CHECK_INT(last, 600);
    us_json_free(data);
    us_mem_free(page);
    remove(t.states);
    CHECK(make(t.trace, 1, &report, &err) == US_MISMATCH);
}
