/* Any text as a goal, or as a goal in JSON: what is read is written and read again the same. */
#include <string.h>

#include "domain/goal.h"
#include "tests/fuzz/stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const us_goal *goal)
{
    const us_view view = {fuzz_stage(), 0};
    int64_t began[US_GAINS_MAX];
    us_goal_begin(shipped_domain(), goal, &view, began);
    us_goal_is_reached(shipped_domain(), goal, &view, began);
    us_goal_is_reached(shipped_domain(), goal, &view, NULL);
}

static us_status read_json(const char *text, size_t length, us_goal *out, us_error *err)
{
    us_json *doc;
    us_status status = us_json_parse("fuzz", text, length, &doc, err);
    if (status != US_OK)
        return status;
    status = us_goal_read(shipped_domain(), us_json_root(doc), out, err);
    us_json_free(doc);
    return status;
}

static void turn_around(const us_goal *goal)
{
    const us_domain *domain = shipped_domain();
    us_goal again;
    us_str text;
    us_json_writer writer;
    us_str_init(&text);
    us_goal_print(domain, goal, &text);
    us_source source = {.file = "again", .text = text.text};
    us_status status = us_goal_parse(domain, &source, &again, NULL);
    us_assert(status == US_OK && us_goal_equal(domain, goal, &again));
    us_str_reset(&text);
    us_json_writer_init(&writer, &text);
    us_json_write_open(&writer, '{');
    us_goal_write(domain, goal, &writer);
    us_json_write_close(&writer, '}');
    status = read_json(text.text, text.length, &again, NULL);
    us_assert(status == US_OK && us_goal_equal(domain, goal, &again));
    us_str_clear(&text);
    ask(goal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_error err = {0};
    us_goal goal;
    char *text = us_mem_alloc(size + 1);
    memcpy(text, data, size);
    us_source source = {.file = "fuzz", .text = text, .line = 1, .column = 1};
    if (us_goal_parse(shipped_domain(), &source, &goal, &err) == US_OK)
        turn_around(&goal);
    else
        us_assert(err.text[0] && err.line > 0 && err.column > 0);
    if (read_json(text, size, &goal, &err) == US_OK)
        turn_around(&goal);
    us_mem_free(text);
    return 0;
}
