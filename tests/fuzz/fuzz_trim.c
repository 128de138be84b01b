/* Any bytes as a trace that is trimmed, by seat and cycle: the new trace reads to its end, with the
 * orders that the report says. Else an error, and no file. */
#include <string.h>

#include "base/file.h"
#include "tests/fuzz/folder.h"
#include "traces/log.h"
#include "traces/trim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const made[] = {"in.jsonl", "out.jsonl", "out.states", "out.goals.json"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_trim_report report;
    us_error err = {0};
    us_log log;
    if (size < 2)
        return 0;
    fuzz_folder_remove(made, US_COUNT(made));
    fuzz_folder_put("in.jsonl", (const char *)data + 2, size - 2);
    us_trim_def def = {.path = fuzz_folder_place("in.jsonl"),
                       .out = fuzz_folder_place("out.jsonl"),
                       .to = data[0] % 32 ? data[0] : INT32_MAX,
                       .seat = data[1] % 3 ? (us_seat)(data[1] % 4) : US_NEUTRAL};
    if (us_trace_trim(&def, &report, &err) != US_OK) {
        us_assert(err.text[0] && !us_file_exists(fuzz_folder_place("out.jsonl")));
        return 0;
    }
    us_assert(us_log_read(&log, fuzz_folder_place("out.jsonl"), NULL, &err) == US_OK);
    us_assert(log.orders.count + log.foreign_count == report.orders && log.cycles == report.cycles);
    us_log_clear(&log);
    return 0;
}
