/* Any bytes as a timeline over a tree of each kind of node that it speaks of. What is sound is run
 * for some cycles. */
#include "behavior/stage.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_brl *stage_file(void)
{
    static const char text[] =
        "brl 1\n\nslot alarm: number = 0\nslot there: cell\n\n"
        "behavior \"Angry\" achieves DefeatPlayer(player: enemy) is Attack {\n"
        "    do act stop()\n}\n\n"
        "tree T {\n    do parallel succeed 2 {\n"
        "        sequence memory none {\n            check alarm < 9\n"
        "            repeat walk: act move(cell: (1, 2))\n        }\n"
        "        repeat sequence {\n            set there = (3, 4)\n"
        "            goal DefeatPlayer(player: enemy)\n"
        "            query Attack() recheck event\n            emit found\n"
        "            act move(cell: there)\n        }\n    }\n}\n";
    static us_brl *brl;
    us_faults faults = {0};
    if (!brl)
        brl = us_brl_read(shipped_domain(), "stage", text, strlen(text), &faults);
    us_assert(faults.count == 0);
    return brl;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const us_brl *brl = stage_file();
    const us_template *root = us_brl_find(brl, US_TEMPLATE_TREE, "T");
    us_script *script = NULL;
    us_error err = {0};
    if (us_script_read(brl, root, "fuzz", (const char *)data, size, &script, &err) != US_OK) {
        us_assert(err.line > 0 && err.column > 0 && err.text[0]);
        return 0;
    }
    us_stage *stage = us_stage_new(&(us_stage_def){.brl = brl, .root = root, .script = script});
    for (int i = 0; i < 40; i++)
        us_stage_tick(stage);
    us_stage_halt(stage);
    us_stage_free(stage);
    us_script_free(script);
    return 0;
}
