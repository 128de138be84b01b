/* Private to behavior/: what a builder gathers, and the steps of finishing it. */
#ifndef US_BEHAVIOR_BUILDER_H
#define US_BEHAVIOR_BUILDER_H

#include <string.h>

#include "behavior/build.h"

enum {
    US_ARGS_MAX = 32, /* of a node or a head */
};

typedef struct us_pending_arg {
    us_arg arg;
    us_args_of of;
    int node;
} us_pending_arg;

typedef struct us_pending_before {
    const char *first, *then; /* labels; NULL: by number */
    int first_child, then_child;
    int order; /* node */
    int line, column;
} us_pending_before;

typedef struct us_pending_case {
    us_case row;
    bool copied, gone; /* from another template; it spoke of steps that are not here */
} us_pending_case;

typedef struct us_pending_entry {
    us_entry entry;
    int of; /* case */
} us_pending_entry;

typedef struct us_pending_done {
    const char *label;
    int of;   /* case */
    int step; /* which step; INT_MAX: none */
    int index;
    int line, column;
} us_pending_done;

/* The texts lie in the template's arena already; arrays move there at the end. A node's
 * arguments and list items stand together: they are added before its children. */
struct us_builder {
    us_template *template;
    us_faults *faults;
    int line, column;
    int name_line, name_column; /* of the next argument; 0: where its text stands */
    int open[US_TREE_DEPTH], depth;
    int skipped; /* open nodes that are beyond a limit and left out */
    bool full;   /* said of this template already */
    US_LIST(us_slot_row) slot;
    US_LIST(us_node) node;
    US_LIST(int) first_arg;  /* by node: index into arg */
    US_LIST(int) first_item; /* by node: index into item */
    US_LIST(us_pending_arg) arg;
    US_LIST(const char *) item;
    US_LIST(const char *) classes;
    US_LIST(us_entry) descriptor;
    US_LIST(us_pending_case) cases; /* the first is always there */
    US_LIST(us_pending_entry) entry;
    US_LIST(us_pending_done) done;
    bool (*keep)(const void *context, const us_entry *entry); /* see us_build_keep */
    const void *keep_context;
    int at_case; /* entries go to */
    US_LIST(us_pending_before) pending;
    US_LIST(us_before) before;
};

/* -1: no slot has the name. The second notes the last of so many slots, of a new name. */
int us_slot_table_find(const us_slot_table *table, const us_slot_row *slot, const char *name);
void us_slot_table_add(us_slot_table *table, const us_slot_row *slot, int count, us_arena *arena);

/* In the arena; "" for NULL. The second: what may stand in quotes. */
static inline const char *us_builder_keep(const us_builder *builder, const char *text)
{
    return text && text[0] ? us_arena_text(builder->template->arena, text, strlen(text)) : "";
}

static inline const char *us_builder_string(const us_builder *builder, const char *text)
{
    us_assert(!text || us_brl_is_string(text));
    return us_builder_keep(builder, text);
}

void us_cases_start(us_builder *builder);
void us_cases_first(us_builder *builder); /* entries go to the first case again */
void us_cases_copy(us_builder *builder, const us_template *from);
void us_cases_settle(us_builder *builder); /* once the nodes stand in the template */
void us_cases_clear(us_builder *builder);

/* The order that is open closes: labels become nodes, precedences their least form; a chain
 * becomes a sequence, an antichain a parallel. */
void us_order_close(us_builder *builder, int order);

/* Names and expressions of a template whose arrays stand in its arena. */
void us_resolve(us_template *template, us_faults *faults);

/* Arguments against parameters; see us_build_finish. actor: the action, or NULL. place: where
 * something is missing. noun and name say of what, in messages. */
typedef struct us_params {
    const us_param *param;
    int count;
    const us_action_def *actor;
    const char *noun, *name;
    bool broken; /* then nothing is missing */
    int line, column;
} us_params;
void us_resolve_args(const us_template *template, us_arg *arg, int count, const us_params *params,
                     us_faults *faults);

#endif
