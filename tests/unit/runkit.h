/* A run with a host that does as it is told, and holds the runtime to its promises: whatever
 * began is answered or halted once, nothing dormant is asked. */
#ifndef US_TESTS_UNIT_RUNKIT_H
#define US_TESTS_UNIT_RUNKIT_H

#include "behavior/run.h"
#include "tests/brlkit.h"
#include "tests/unit/test.h"

enum { KIT_LIVE = 4096, KIT_PROGRAMS = 64, KIT_SCRIPTS = 64 };

typedef struct kit_leaf {
    us_node_ref spot;
    bool asleep;
    int asked; /* times */
} kit_leaf;

typedef struct kit {
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
    us_answer (*answer)(struct kit *kit, us_node_ref spot, bool begins);
    us_cycle until; /* where that function sets it */
    us_cycle pause; /* of a RUNNING leaf; 0: as the runtime presets it */
    int64_t (*score)(struct kit *kit, us_node_ref spot);
    us_str log; /* a> began, a. went on, aS aF ended, a! halted, a( a) suspended and resumed */
    bool quiet;
    kit_leaf *live;
    int lives;
    int64_t begins, goes, ends, halts, told;
    uint64_t seed;
    void *own; /* of the test */
} kit;

/* A whole file of BRL; it has to be sound. The run has not begun. */
void kit_open(kit *k, const char *text);
/* `tree Main { do BODY }` and what follows it; started. */
void kit_tree(kit *k, const char *body, const char *rest);
void kit_close(kit *k); /* checks that nothing is left running */
void kit_script(kit *k, const char *label, const char *answers); /* over an earlier one */
const us_program *kit_program(kit *k, const char *name);
us_answer kit_tick(kit *k);                     /* the next cycle */
us_answer kit_hear(kit *k, us_event_kind kind); /* the next cycle, with such an event */
const char *kit_said(kit *k);                   /* the log; emptied by the next call */
/* The tree or behavior of that name is started. */
void kit_start(kit *k, const char *name);
void kit_gold(kit *k, int gold);                     /* of seat 0; told by a revision */
us_node_ref kit_node_ref(kit *k, const char *label); /* in the youngest frame that has it */
kit_leaf *kit_leaf_at(kit *k, us_node_ref spot);     /* NULL: it doesn't run */
us_view kit_view(const kit *k);

#endif
