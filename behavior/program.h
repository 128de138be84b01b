/* Programs: templates made ready to run. A program holds the 24 bytes per node that a tick needs,
 * and results that each visit would otherwise compute anew. For behavior/run*.c only; other files
 * include behavior/run.h. */
#ifndef US_BEHAVIOR_PROGRAM_H
#define US_BEHAVIOR_PROGRAM_H

#include "base/hash.h"
#include "behavior/run.h"

enum { US_NO_NODE = 0xffff };

enum {                      /* of us_program_step.flags */
       US_STEP_CLEANS = 1,  /* needs cleanup whenever it ends or is halted */
       US_STEP_HALTS = 2,   /* more than one child may run, or a child may run when it ends */
       US_STEP_LISTENS = 4, /* it, or rules below it, hear events */
       US_STEP_LEAF = 8,    /* the host carries it out */
       US_STEP_ALONE = 16,  /* its own state, chance or the host decides its answer */
};

typedef struct us_program_step {
    uint8_t kind, flags, memory;
    bool level;           /* rule with a condition that is watched */
    uint16_t parent, end; /* as in us_node; US_NO_NODE above the root */
    uint16_t children;    /* without rules */
    uint16_t waits;       /* child of an order: number of steps that it waits for */
    int32_t count;        /* parallel: successes needed; stacks: index of its first stack */
    int32_t fail;         /* parallel: as in us_node */
    uint32_t before;      /* child of an order: index of its first entry in us_program.before */
} us_program_step;

struct us_program {
    const us_template *template;
    us_program_step *step;
    uint16_t *before; /* steps that each child of an order waits for */
    us_slots *uses;   /* slots by condition: when, then alive */
    int conditions, stacks;
    us_hash board; /* hash of the slots that the file shares */
};

static inline const us_arg *us_program_condition(const us_program *program, int index)
{
    const us_template *t = program->template;
    return index < t->when_count ? &t->when[index] : &t->alive[index - t->when_count];
}

#endif
