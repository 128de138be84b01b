/* Any bytes as a timeline over a tree of each kind of node that it speaks of. What is sound is run
 * for some cycles: twice the same, and each node ends as often as it began. */
#include "base/hash.h"
#include "behavior/stage.h"
#include "tests/fuzz/shipped.h"

#include <string.h>

enum { CYCLES = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_brl *stage_file(void)
{
    static const char text[] =
        "brl 1\n\nslot alarm: number = 0\nslot there: cell\n\n"
        "behavior \"Angry\" achieves DefeatPlayer(player: enemy) is Attack {\n"
        "    do act stop()\n}\n\n"
        "behavior \"Calm\" (n: number) achieves DefeatPlayer(player: enemy) is Attack {\n"
        "    do sequence {\n        check n < 9\n        query Attack(n: n + alarm)\n    }\n}\n\n"
        "behavior \"Far\" (n: cell) is Attack {\n    do act stand()\n}\n\n"
        "tree T {\n    do parallel succeed 4 {\n"
        "        sequence memory none {\n            check alarm < 9\n"
        "            repeat walk: act move(cell: (1, 2))\n        }\n"
        "        repeat sequence {\n            set there = (3, 4)\n"
        "            goal DefeatPlayer(player: enemy)\n"
        "            query Attack() recheck event\n            emit found\n"
        "            act move(cell: there)\n        }\n"
        "        repeat choose score hint recheck event again 2 {\n"
        "            rest: act stand()\n"
        "            cover: query Attack(alarm: 3) recheck tick\n        }\n"
        "        repeat choose score similarity pick argmax recheck tick interrupt 5 {\n"
        "            low: query Attack(n: 1) recheck tick\n"
        "            high: goal DefeatPlayer(player: enemy) retries 5\n        }\n"
        "        repeat machine {\n            state calm {\n                act stop()\n"
        "                on attacked -> goto fight\n                on found -> goto failure\n"
        "            }\n            state fight {\n                act stand()\n"
        "                on success -> goto success\n            }\n        }\n    }\n}\n";
    static us_brl *brl;
    us_faults faults = {0};
    if (!brl)
        brl = us_brl_read(shipped_domain(), "stage", text, strlen(text), &faults);
    us_assert(faults.count == 0);
    return brl;
}

/* The log as a number. */
static void on_event(void *context, const us_stage_event *event)
{
    us_hash *log = context;
    us_assert(event->cycle >= 0 && event->cycle <= CYCLES && event->depth < 512);
    *log = us_hash_add(*log, (uint64_t)event->cycle << 8 | (uint64_t)event->what);
    *log =
        us_hash_add(*log, (uint64_t)event->node_ref.frame << 16 ^ (uint64_t)event->node_ref.node);
}

static us_hash run(const us_brl *brl, const us_timeline *script)
{
    us_hash log = US_HASH_START;
    us_coverage *coverage = us_coverage_new(brl, us_brl_find(brl, US_TEMPLATE_TREE, "T"));
    us_stage *stage = us_stage_new(&(us_stage_def){.brl = brl,
                                                   .root = us_brl_find(brl, US_TEMPLATE_TREE, "T"),
                                                   .timeline = script,
                                                   .on_event = on_event,
                                                   .context = &log,
                                                   .coverage = coverage});
    for (int i = 0; i < CYCLES; i++)
        us_stage_tick(stage);
    us_stage_halt(stage);
    us_stage_free(stage);
    for (int i = 0; i < brl->count; i++) {
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            const int64_t *count = coverage->count[i][k];
            us_assert(count[US_STAGE_BEGUN] ==
                      count[US_STAGE_SUCCEEDED] + count[US_STAGE_FAILED] + count[US_STAGE_HALTED]);
            us_assert(count[US_STAGE_RESUMED] <= count[US_STAGE_SUSPENDED]);
        }
    }
    us_coverage_free(coverage);
    return log;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const us_brl *brl = stage_file();
    const us_template *root = us_brl_find(brl, US_TEMPLATE_TREE, "T");
    us_timeline *script = NULL;
    us_error err = {0};
    if (us_timeline_read(brl, root, "fuzz", (const char *)data, size, &script, &err) != US_OK) {
        us_assert(err.line > 0 && err.column > 0 && err.text[0]);
        return 0;
    }
    us_hash log = run(brl, script);
    us_assert(log == run(brl, script));
    us_timeline_free(script);
    return 0;
}
