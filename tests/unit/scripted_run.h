/* A run with a host that does as it is told, and holds the runtime to its promises: whatever
 * began is answered or halted once, nothing dormant is asked. */
#ifndef US_TESTS_UNIT_SCRIPTED_RUN_H
#define US_TESTS_UNIT_SCRIPTED_RUN_H

#include "behavior/run.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

enum { KIT_LIVE = 4096, KIT_PROGRAMS = 64, KIT_SCRIPTS = 64 };

typedef struct scripted_run_leaf {
    us_node_ref spot;
    bool asleep;
    int asked; /* times */
} scripted_run_leaf;

typedef struct scripted_run {
    us_brl *brl;
    us_program *program[KIT_PROGRAMS];
    us_run *run;
    us_world world;
    int32_t *tally;
    uint32_t *revision;
    uint16_t *census;
    uint8_t *plane;
    us_entity entity[8];
    /* What leaves answer, by label: "RRS", the last for ever; without a script RUNNING. */
    struct {
        const char *label, *answers;
    } script[KIT_SCRIPTS];
    int scripts;
    /* Without a script: by this, if there is one. */
    us_answer (*answer)(struct scripted_run *kit, us_node_ref spot, bool begins);
    us_cycle until; /* where that function sets it */
    us_cycle pause; /* of a RUNNING leaf; 0: as the runtime presets it */
    int64_t (*score)(struct scripted_run *kit, us_node_ref spot);
    us_str log; /* a> began, a. went on, aS aF ended, a! halted, a( a) suspended and resumed */
    bool quiet;
    scripted_run_leaf *live;
    int lives;
    int64_t begins, goes, ends, halts, told;
    uint64_t seed;
    void *own; /* of the test */
} scripted_run;

/* A whole file of BRL; it has to be sound. The run has not begun. */
void scripted_run_open(scripted_run *k, const char *text);
/* `tree Main { do BODY }` and what follows it; started. */
void scripted_run_tree(scripted_run *k, const char *body, const char *rest);
void scripted_run_close(scripted_run *k); /* checks that nothing is left running */
void scripted_run_script(scripted_run *k, const char *label,
                         const char *answers); /* over an earlier one */
const us_program *scripted_run_program(scripted_run *k, const char *name);
us_answer scripted_run_tick(scripted_run *k); /* the next cycle */
us_answer scripted_run_emit(scripted_run *k,
                            us_event_kind kind); /* the next cycle, with such an event */
const char *scripted_run_log(scripted_run *k);   /* the log; emptied by the next call */
/* The tree or behavior of that name is started. */
void scripted_run_start(scripted_run *k, const char *name);
void scripted_run_gold(scripted_run *k, int gold); /* of seat 0; told by a revision */
us_node_ref scripted_run_node_ref(scripted_run *k,
                                  const char *label); /* in the youngest frame that has it */
scripted_run_leaf *scripted_run_leaf_at(scripted_run *k,
                                        us_node_ref spot); /* NULL: it doesn't run */
us_view scripted_run_view(const scripted_run *k);

#endif
