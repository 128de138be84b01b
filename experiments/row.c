#include "experiments/row.h"

#include <string.h>

const char *const us_row_ends[US_ROW_ENDS + 1] = {"none", "win",   "draw",
                                                  "loss", "crash", "timeout"};

const char *const us_row_fails[US_ROW_FAILS + 1] = {"unknown", "player", "opponent", "game"};

const char *const us_row_idles[US_ROW_IDLES + 1] = {"nobody", "player", "opponent", "both"};

static const us_field fields[] = {
    {"game", US_FIELD_HASH, offsetof(us_row, game)},
    US_ROW_FIELDS(false),
};

int us_row_margin(const us_row *row, int32_t max_cycles)
{
    int64_t share = max_cycles > 0 ? (int64_t)row->cycles * 500 / max_cycles : 0;
    int late = share < 500 ? (int)share : 500;
    switch (row->end) {
    case US_ROW_WIN:
        return 1000 - late;
    case US_ROW_LOSS:
        return late - 1000;
    case US_ROW_CRASH:
    case US_ROW_TIMEOUT:
        return -1000;
    default:
        return 0;
    }
}

const char *us_row_journal(const us_row *row)
{
    const char *slash = row->journal ? strrchr(row->journal, '/') : NULL;
    return slash ? slash + 1 : row->journal;
}

void us_row_write(const us_row *row, us_str *out)
{
    us_row most = *row;
    most.us = most.us < US_ROW_SUM_MAX ? most.us : US_ROW_SUM_MAX;
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_fields_write(fields, US_COUNT(fields), &most, &writer);
    us_json_write_close(&writer, '}');
}

us_status us_row_read(const char *file, int number, const char *text, size_t length,
                      us_arena *arena, us_row *out, us_error *err)
{
    us_str scratch;
    us_str_init(&scratch);
    *out = (us_row){0};
    us_line line = {.file = file, .number = number, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, length);
    us_status status = us_fields_read(&line, fields, US_COUNT(fields), "a result", arena, out);
    if (status == US_OK && out->end == US_ROW_NONE)
        status = us_line_fail(&line, "expected a game that was played");
    us_str_clear(&scratch);
    return status;
}
