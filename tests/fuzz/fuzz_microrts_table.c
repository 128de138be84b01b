/* Any bytes as a unit type table of microRTS: the game's message, and our file of rules. What both
 * take is the same table, and a table equals itself. */
#include "game/microrts/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(us_status status, const mr_table *table, const us_error *err, int line)
{
    if (status == US_OK) {
        us_assert(table->count > 0 && table->count <= MR_TYPES_MAX);
        us_assert(mr_table_compare(table, table, NULL) == US_OK);
        us_assert(mr_table_find_type(table, table->type[0].name, 0) < 0);
        mr_table_check_native(table, NULL);
        mr_table_hash(table);
    } else {
        us_assert(table->count == -1 && err->status == US_BAD_INPUT && err->text[0]);
        us_assert(err->line >= line && err->column > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mr_table theirs = {.count = -1}, ours = {.count = -1};
    us_error err = {0};
    us_status status = mr_table_read("fuzz", 9, (const char *)data, size, &theirs, &err);
    check(status, &theirs, &err, 9);
    err = (us_error){0};
    status = mr_table_parse("fuzz", (const char *)data, size, &ours, &err);
    check(status, &ours, &err, 1);
    us_assert(theirs.count < 0 || ours.count < 0);
    return 0;
}
