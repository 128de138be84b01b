/* Any bytes as a manifest, and each line as a result: what is read is written in one form and read
 * again the same; else an error with its place. */
#include <string.h>

#include "experiments/design/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void turn_around(const us_manifest *m)
{
    us_manifest again;
    us_str text, other;
    us_str_init(&text);
    us_str_init(&other);
    us_manifest_print(m, NULL, 0, &text);
    us_status status = us_manifest_parse("again", text.text, text.length, &again, NULL);
    us_assert(status == US_OK && again.games == m->games && again.players == m->players);
    us_manifest_print(&again, NULL, 0, &other);
    us_assert(us_text_equal(text.text, other.text));
    for (int64_t i = 0; i < m->games; i++)
        us_assert(us_fixture_id(m, &m->game[i]) == us_fixture_id(&again, &again.game[i]));
    us_manifest_clear(&again);
    us_str_clear(&text);
    us_str_clear(&other);
}

static void hold_margins(const us_manifest *m)
{
    for (int64_t i = 0; i < m->games; i++) {
        int margin = us_row_margin(&m->row[i], m->max_cycles);
        us_assert(m->row[i].cycles <= m->max_cycles && margin >= -1000 && margin <= 1000);
    }
}

static void hold_sorted(const us_manifest *m)
{
    int32_t *order = us_manifest_sort_games(m);
    for (int64_t i = 1; i < m->games; i++) {
        us_hash before = m->game[order[i - 1]].id, id = m->game[order[i]].id;
        us_assert(before < id || (before == id && order[i - 1] < order[i]));
    }
    us_mem_free(order);
}

static void read_row(const char *text, size_t length)
{
    us_arena *arena = us_arena_new();
    us_row row, again;
    us_error err = {0};
    us_str line;
    us_str_init(&line);
    us_status status = us_row_read("fuzz", 7, text, length, arena, &row, &err);
    us_assert(status == US_OK || (err.line == 7 && err.column > 0 && err.text[0]));
    if (status == US_OK) {
        us_row_write(&row, &line);
        status = us_row_read("again", 1, line.text, line.length, arena, &again, NULL);
        us_assert(status == US_OK && again.game == row.game && again.end == row.end &&
                  again.hash == row.hash && again.us == row.us);
        int margin = us_row_margin(&row, INT32_MAX);
        us_assert(margin >= -1000 && margin <= 1000);
        margin = us_row_margin(&row, 1); /* a row alone doesn't know how long it may be */
        us_assert(margin >= -1000 && margin <= 1000);
    }
    us_str_clear(&line);
    us_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    us_manifest m;
    us_error err = {0};
    us_status status = us_manifest_parse("fuzz", text, size, &m, &err);
    us_assert(status == US_OK || (status == US_BAD_INPUT && err.text[0]));
    if (status == US_OK) {
        us_assert(m.players > 0 && m.opponents > 0 && m.maps > 0);
        turn_around(&m);
        hold_sorted(&m);
        hold_margins(&m);
        us_manifest_clear(&m);
    } else {
        us_assert(err.line > 0);
    }
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        read_row(text + at, length);
        at += length + 1;
    }
    return 0;
}
