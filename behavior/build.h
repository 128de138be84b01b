/* Builders: make templates, with or without a text. The parser, learning and patches use these
 * calls.
 *
 *     us_builder *b = us_builder_new(domain, US_TEMPLATE_TREE, "Greet", NULL, &faults);
 *     us_node node = us_node_default(US_NODE_ACT);
 *     node.name = "move";
 *     us_builder_open_node(b, &node);
 *     us_builder_add_arg(b, US_ARGS_NODE, "cell", "(3, 4)");
 *     us_builder_close_node(b);
 *     us_template *template = us_builder_finish(b);
 *
 * Expressions are texts here; us_builder_finish compiles them. All texts are copied. Mistakes in
 * the content are added to the faults, which the caller keeps. The template is made all the same,
 * with -1 and NULL for unknown parts.
 *
 * Content that BRL couldn't write is an error of the programmer: invalid names, strings of more
 * than US_STRING_MAX bytes, strings that are not UTF-8 or hold control characters, a missing name
 * or number that the kind of node requires. Check with us_brl_is_name and its like first. */
#ifndef US_BEHAVIOR_BUILD_H
#define US_BEHAVIOR_BUILD_H

#include "behavior/template.h"

typedef struct us_builder us_builder;

/* shared: a template whose shared slots the new one also has; or NULL. */
us_builder *us_builder_new(const us_domain *domain, us_template_kind kind, const char *name,
                           const us_template *shared, us_faults *faults);
void us_builder_free(us_builder *builder); /* instead of us_builder_finish; NULL is fine */
US_AUTOPTR_DEFINE(us_builder, us_builder_free);
/* Sets the place of what is added next. 0, 0 at first. */
void us_builder_set_place(us_builder *builder, int line, int column);
void us_builder_set_name_place(us_builder *builder, int line,
                               int column); /* of the next argument */
/* Marks the template and the innermost open node as broken: us_template.broken, us_node.broken. */
void us_builder_mark_broken(us_builder *builder);

/* Adds a slot. Of the row count slot, owner, param, type_name, role_name ("": none), and the text
 * and place of initial (NULL: none). Parameters come first. us_builder_add_shared_slot adds slots
 * of a file. Returns the index, or -1 on a fault. */
int us_builder_add_slot(us_builder *builder, const us_slot_row *row);
us_slot_row us_slot_row_default(const char *name, us_value_kind kind);
int us_builder_add_shared_slot(us_builder *builder,
                               const us_slot_row *row); /* before all other slots */

void us_builder_set_goal(us_builder *builder, const char *name);
/* US_PURSUE_AS_DECLARED, the default, or 1 + us_goal_kind. */
void us_builder_set_goal_kind(us_builder *builder, int pursue);
void us_builder_add_class(us_builder *builder, const char *name);
void us_builder_add_descriptor(us_builder *builder, const char *key, int64_t number);
void us_builder_set_literal(us_builder *builder); /* see us_template.literal; of a behavior only */

/* Cases: us_builder_set_first_case describes the first case, us_builder_add_case opens a further
 * one. Entries and done steps go to the case of the latest of these calls, at first to the first
 * case. cycle -1: unknown; map "" or NULL: unknown. A tree or an archetype has only the first case,
 * and only entries in it. An empty first case is dropped: the next one takes its place, unless that
 * is a suffix case. */
void us_builder_set_first_case(us_builder *builder, us_cycle cycle, const char *map);
void us_builder_add_case(us_builder *builder, us_cycle cycle, const char *map);
/* Adds the label of a done step (us_template_body) to a further case. Labels may come in any order;
 * each counts once. */
void us_builder_add_done(us_builder *builder, const char *label);
/* Marks the step `too` as done in each case so far in which the step `label` is done; with label
 * NULL, in each case with any done step. */
void us_builder_extend_done(us_builder *builder, const char *label, const char *too);
/* Adds numbers or texts under a key. */
void us_builder_add_entry(us_builder *builder, const char *key, const int64_t *number, int count);
void us_builder_add_text_entry(us_builder *builder, const char *key, const char *const *text,
                               int count);
void us_builder_copy_entry(us_builder *builder, const us_entry *from);
/* Sets the filter for entries of cases that are copied from now on. NULL: all entries are
 * copied. */
void us_builder_set_filter(us_builder *builder,
                           bool (*keep)(const void *context, const us_entry *entry),
                           const void *context);
/* Leaves a step out of the done steps of the cases that us_builder_copy_head copies. A suffix case
 * in which it is the only done step begins at that step, and is dropped. label: borrowed. */
void us_builder_omit_step(us_builder *builder, const char *label);
/* Adds a copy of a case, of any template, as a further case. */
void us_builder_copy_case(us_builder *builder, const us_case *from);

/* Nodes: open, arguments and list, children, close. us_builder_open_node reads count, label, name,
 * product and the settings of the node's kind. The root is opened first and once. Precedences of an
 * order name the labels of its children and come before the order closes. */
void us_builder_open_node(us_builder *builder, const us_node *node);
void us_builder_close_node(us_builder *builder);
void us_builder_add_list_item(us_builder *builder, const char *name);
void us_builder_set_settings(us_builder *builder, const us_node *node); /* of the innermost node */
void us_builder_set_product(us_builder *builder, const char *slot);
void us_builder_add_precedence(us_builder *builder, const char *first, const char *then);
/* Adds a precedence by the indexes of two children, from 0. */
void us_builder_add_child_precedence(us_builder *builder, int first, int then);

typedef enum us_args_owner {
    US_ARGS_NODE, /* of the node opened last, before its children */
    US_ARGS_DESCRIPTOR,
    US_ARGS_GOAL, /* of the goal that the behavior achieves */
    US_ARGS_WHEN,
    US_ARGS_ALIVE,
} us_args_owner;
/* name "" or NULL: by position, or no name is needed. */
void us_builder_add_arg(us_builder *builder, us_args_owner of, const char *name, const char *text);
/* Replaces the text of an argument of the node opened last, before its children. */
void us_builder_set_arg(us_builder *builder, int index, const char *text);

/* Copies all of `from` except its nodes and the slots of its file. Suffix cases stay if all labels
 * of their done steps exist in the new template. Entries added next go to the first case. */
void us_builder_copy_head(us_builder *builder, const us_template *from);
/* Copies the conditions, classes and descriptors, and whether the behavior is literal. */
void us_builder_copy_conditions(us_builder *builder, const us_template *from);
/* Copies a node and its subtree. */
void us_builder_copy_node(us_builder *builder, const us_template *from, int node);
/* Copies a subtree with `as` for its root, which gets the arguments and list of the original. */
void us_builder_copy_node_as(us_builder *builder, const us_template *from, int node,
                             const us_node *as);
/* Copies the node alone in this way, and leaves it open for children. */
void us_builder_copy_node_open(us_builder *builder, const us_template *from, int node,
                               const us_node *as);

/* Resolves names, compiles expressions and returns the template, which the caller frees. Frees the
 * builder. us_brl_link resolves the arguments of calls. */
us_template *us_builder_finish(us_builder *builder);

#endif
