/* Private to behavior/: the state of a builder, and the steps that finish a template. */
#ifndef US_BEHAVIOR_BUILDER_H
#define US_BEHAVIOR_BUILDER_H

#include <string.h>

#include "behavior/build.h"

enum {
    US_ARGS_MAX = 32, /* of a node or a head */
};

typedef struct us_pending_arg {
    us_arg arg;
    us_args_owner of;
    int node;
} us_pending_arg;

typedef struct us_pending_precedence {
    const char *first, *then; /* labels; NULL: by number */
    int first_child, then_child;
    int order; /* node */
    int line, column;
} us_pending_precedence;

typedef struct us_pending_case {
    us_case row;
    bool copied, gone; /* copied from another template; names steps that are missing here */
} us_pending_case;

typedef struct us_pending_entry {
    us_entry entry;
    int of; /* case */
} us_pending_entry;

typedef struct us_pending_done {
    const char *label;
    int of;   /* case */
    int step; /* index of the step; INT_MAX: none */
    int index;
    int line, column;
} us_pending_done;

/* The texts already lie in the template's arena; arrays move there at the end. The arguments and
 * list items of a node stand together, because they are added before its children. */
struct us_builder {
    us_template *template;
    us_faults *faults;
    int line, column;
    int name_line, name_column; /* place of the next argument's name; 0: place of its text */
    int open[US_TREE_DEPTH], depth;
    int skipped; /* count of opened nodes that exceed a limit and are left out */
    bool full;   /* the fault of too many nodes was added */
    US_LIST(us_slot_row) slot;
    US_LIST(us_node) node;
    US_LIST(int) first_arg;  /* by node: index into arg */
    US_LIST(int) first_item; /* by node: index into item */
    US_LIST(us_pending_arg) arg;
    US_LIST(const char *) item;
    US_LIST(const char *) classes;
    US_LIST(us_entry) descriptor;
    US_LIST(us_pending_case) cases; /* the first one always exists */
    US_LIST(us_pending_entry) entry;
    US_LIST(us_pending_done) done;
    const char *omitted; /* see us_builder_omit_step; or NULL */
    bool (*keep)(const void *context, const us_entry *entry); /* see us_builder_set_filter */
    const void *keep_context;
    int at_case; /* case that entries go to */
    US_LIST(us_pending_precedence) pending;
    US_LIST(us_precedence) before;
};

/* us_slot_table_find returns -1 if no slot has the name. us_slot_table_add enters the last of
 * `count` slots, whose name must be new. */
int us_slot_table_find(const us_slot_table *table, const us_slot_row *slot, const char *name);
void us_slot_table_add(us_slot_table *table, const us_slot_row *slot, int count, us_arena *arena);

/* Copies a text into the arena; "" for NULL. us_builder_copy_string is for texts that may stand in
 * quotes. */
static inline const char *us_builder_copy_text(const us_builder *builder, const char *text)
{
    return text && text[0] ? us_arena_strndup(builder->template->arena, text, strlen(text)) : "";
}

static inline const char *us_builder_copy_string(const us_builder *builder, const char *text)
{
    us_assert(!text || us_brl_is_string(text));
    return us_builder_copy_text(builder, text);
}

void us_builder_select_first_case(us_builder *builder); /* entries go to the first case again */

/* Closes the open order: labels become nodes, and precedences their least form. A chain becomes a
 * sequence, an antichain a parallel. */
void us_builder_close_order(us_builder *builder, int order);

/* Resolves names and expressions of a template whose arrays stand in its arena. */
void us_template_resolve(us_template *template, us_faults *faults);

int us_seat_from_word(const char *text, size_t length); /* self, enemy, neutral; or US_SEAT_NONE */

/* Parameters to which arguments are matched. actor: the action, or NULL. line, column: place of a
 * missing argument. noun, name: owner of the parameters, for messages. */
typedef struct us_params {
    const us_param *param;
    int count;
    const us_action_def *actor;
    const char *noun, *name;
    bool broken; /* no argument counts as missing */
    int line, column;
} us_params;
void us_template_resolve_args(const us_template *template, us_arg *arg, int count,
                              const us_params *params, us_faults *faults);

/* ---- labels of siblings */

typedef struct us_step_label {
    const char *label;
    int index; /* among the siblings */
} us_step_label;

void us_step_labels_sort(us_step_label *item, int count); /* by label, then by index */
/* Returns the place of the first item whose label is not before this one; count: none. */
int us_step_labels_find(const us_step_label *item, int count, const char *label);

#endif
