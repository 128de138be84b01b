#include <string.h>

#include "cli/play.h"

us_status us_trace_moment_parse(const char *option, const char *text, us_trace_moment *out,
                                us_error *err)
{
    const char *at = strrchr(text, '@');
    int64_t cycle = 0;
    if (!at || at == text || !us_text_to_int(at + 1, 0, INT32_MAX, &cycle))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s: expected TRACE@CYCLE, as in game.jsonl@600, found \"%.128s\"",
                            option, text);
    size_t length = (size_t)(at - text);
    if (length >= sizeof(out->file))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s: the path is too long", option);
    memcpy(out->file, text, length);
    out->file[length] = '\0';
    out->cycle = (us_cycle)cycle;
    return US_OK;
}
