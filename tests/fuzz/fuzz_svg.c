/* Any bytes as a drawing of another program: nothing, or one <svg> without scripts, styles,
 * pictures and addresses, which is a drawing again. */
#include <string.h>

#include "base/base.h"
#include "experiments/report/svg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_svg_color colors[] = {{0, 0, 0, "var(--ink)"}, {255, 0, 0, "var(--one)"}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const barred[] = {"<script", "<style",   "<image", "<foreignObject",
                                         "<iframe", "<animate", "<!"};
    us_svg_def def = {.name = "f1", .title = "A <title> & more", .color = colors, .colors = 2};
    us_str out, again;
    us_str_init(&out);
    us_str_init(&again);
    if (us_svg_embed(&out, (const char *)data, size, &def)) {
        us_assert(out.length > 0 && strlen(out.text) == out.length && strstr(out.text, "<svg"));
        for (int i = 0; i < US_COUNT(barred); i++)
            us_assert(!strstr(out.text, barred[i]));
        us_assert(us_svg_embed(&again, out.text, out.length, &def));
    } else {
        us_assert(out.length == 0);
    }
    us_str_clear(&out);
    us_str_clear(&again);
    return 0;
}
