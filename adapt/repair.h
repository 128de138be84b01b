/* What may mend a failure, as its pattern says it. */
#ifndef US_ADAPT_REPAIR_H
#define US_ADAPT_REPAIR_H

#include "domain/domain.h"

enum {
    US_PATTERN_NAME_MAX = 63,    /* of patterns, params and columns */
    US_PATTERN_COLUMNS_MAX = 32, /* of the query */
    US_PATTERN_SLOTS_MAX = 16,   /* of a repair */
    US_PATTERN_LINES_MAX = 64,   /* of its `do` */
};

/* What is done to a behavior. */
typedef enum us_modop {
    US_MODOP_BEFORE,  /* a node before the step */
    US_MODOP_AFTER,   /* behind it */
    US_MODOP_BESIDE,  /* at the same time */
    US_MODOP_REPLACE, /* in its place */
    US_MODOP_REMOVE,  /* nothing in its place */
    US_MODOP_RETRY,   /* the step again where it fails */
    US_MODOP_FIRST,   /* the step begins before its siblings */
    US_MODOP_DAEMON,  /* a monitor beside it: whenever a condition holds, a node */
    US_MODOPS,
} us_modop;

/* There is a node to put in. */
static inline bool us_modop_adds(us_modop modop)
{
    return modop != US_MODOP_REMOVE && modop != US_MODOP_RETRY && modop != US_MODOP_FIRST;
}

typedef struct us_repair {
    us_modop modop;
    bool root;             /* at the root of the behavior; else at the step */
    const char *about;     /* "" for none */
    const us_source *slot; /* BRL: "slot w: entity role worker of self" */
    int slots;
    us_source when; /* of a daemon; text NULL: none */
    bool unless;    /* `when` is what should hold (maintain): the daemon acts while it doesn't */
    const us_source *line; /* BRL of one node, lines that follow each other */
    int lines;
} us_repair;

#endif
