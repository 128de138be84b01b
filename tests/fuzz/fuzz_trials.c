/* Any bytes as the journal of trials: an error with its place, which changes nothing, or trials,
 * each of a line of its own. Opening cuts a torn last line, so that trials opened again are the
 * same. */
#include <string.h>

#include "base/file.h"
#include "experiments/run/trials.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char journal[] = "games.jsonl";

static us_status open_trials(us_trials **out, us_error *err)
{
    static const char *const against[] = {"ai:raid"}, *const family[] = {"open"};
    static const int sizes[] = {32};
    const us_training_field field = {.domain = shipped_domain(),
                                     .against = against,
                                     .opponents = US_COUNT(against),
                                     .family = family,
                                     .families = US_COUNT(family),
                                     .size = sizes,
                                     .sizes = US_COUNT(sizes),
                                     .seed = 3,
                                     .max_cycles = 4000};
    const us_trials_def def = {.field = &field,
                               .library = "not-opened.db",
                               .folder = fuzz_folder_place("."),
                               .workers = 1};
    return us_trials_open(&def, out, err);
}

/* Returns the trials; or -1, and the line of the error. */
static int64_t count_trials(int *line)
{
    US_AUTOPTR(us_trials) trials = NULL;
    us_error err = {0};
    us_status status = open_trials(&trials, &err);
    us_assert(status == US_OK || (status == US_BAD_INPUT && err.text[0]));
    *line = err.line;
    return status == US_OK ? us_trials_count(trials) : -1;
}

static void hold_file(const char *data, size_t size)
{
    char *text;
    size_t length;
    us_assert(us_file_read(fuzz_folder_place(journal), size, &text, &length, NULL) == US_OK);
    us_assert(length == size && (size == 0 || memcmp(text, data, size) == 0));
    us_mem_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t whole = 0; /* bytes of complete lines */
    int lines = 0, line, again;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n') {
            whole = i + 1;
            lines++;
        }
    }
    fuzz_folder_put(journal, text, size);
    int64_t count = count_trials(&line);
    if (count < 0) /* only too long a line is an error without being complete */
        us_assert(line > 0 && line <= lines + (size > US_LINE_MAX));
    else
        us_assert(count <= lines && line == 0);
    hold_file(text, count < 0 ? size : whole);
    us_assert(count_trials(&again) == count && again == line);
    hold_file(text, count < 0 ? size : whole);
    return 0;
}
