/* A template made ready to run: what a tick needs of each node in 24 bytes, and what would be
 * counted anew at each visit. For behavior/run*.c only; others include behavior/run.h. */
#ifndef US_BEHAVIOR_PROGRAM_H
#define US_BEHAVIOR_PROGRAM_H

#include "base/hash.h"
#include "behavior/run.h"

enum { US_NO_NODE = 0xffff };

enum {                      /* of us_program_step.flags */
       US_STEP_CLEANS = 1,  /* there is something to do whenever it ends or is halted */
       US_STEP_HALTS = 2,   /* more than one child may run, or a child when it ends */
       US_STEP_LISTENS = 4, /* rules below it, or itself, hear events */
       US_STEP_LEAF = 8,    /* its host knows what it is */
       US_STEP_ALONE = 16,  /* its own state decides, or chance, or somebody else */
};

typedef struct us_program_step {
    uint8_t kind, flags, memory;
    bool level;           /* a rule: it has a condition that is watched */
    uint16_t parent, end; /* as of us_node; US_NO_NODE above the root */
    uint16_t children;    /* rules don't count */
    uint16_t waits;       /* child of an order: for so many */
    int32_t count;        /* parallel: successes that it takes; stacks: number of its first */
    int32_t fail;         /* parallel: as of us_node */
    uint32_t before;      /* child of an order: its first in us_program.before */
} us_program_step;

struct us_program {
    const us_template *template;
    us_program_step *step;
    uint16_t *before; /* whom each child of an order waits for */
    us_slots *uses;   /* by condition: when, then alive */
    int conditions, stacks;
    us_hash board; /* of the slots that the file shares */
};

static inline const us_arg *us_condition(const us_program *program, int index)
{
    const us_template *t = program->template;
    return index < t->when_count ? &t->when[index] : &t->alive[index - t->when_count];
}

#endif
