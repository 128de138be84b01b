/* Making templates, with or without a text. The parser, learning and patches use these calls.
 *
 *     us_builder *b = us_build_new(domain, US_TEMPLATE_TREE, "Greet", NULL, &faults);
 *     us_node node = us_node_default(US_NODE_ACT);
 *     node.name = "move";
 *     us_build_open(b, &node);
 *     us_build_arg(b, US_ARGS_NODE, "cell", "(3, 4)");
 *     us_build_close(b);
 *     us_template *template = us_build_finish(b);
 *
 * Expressions are texts here; us_build_finish reads them. All texts are copied. What is wrong is
 * added to the faults, which the caller keeps; the template is made all the same, with -1 and
 * NULL where something is unknown. What BRL couldn't write is an error of the programmer: names
 * that are none, strings of more than US_STRING_MAX bytes, that are no UTF-8 or hold control
 * characters, a name or number missing where the kind of node must have one. Ask before:
 * us_brl_is_name and its like. */
#ifndef US_BEHAVIOR_BUILD_H
#define US_BEHAVIOR_BUILD_H

#include "behavior/template.h"

typedef struct us_builder us_builder;

/* shared: a template whose shared slots this one has, too; or NULL. */
us_builder *us_build_new(const us_domain *domain, us_template_kind kind, const char *name,
                         const us_template *shared, us_faults *faults);
void us_build_drop(us_builder *builder); /* instead of us_build_finish; NULL is fine */
/* Where what is added next stands. 0, 0 at first. */
void us_build_at(us_builder *builder, int line, int column);
void us_build_name_at(us_builder *builder, int line, int column); /* of the next argument */
/* See us_template.broken and us_node.broken: of the node opened last. */
void us_build_broken(us_builder *builder);

/* A slot: row.slot, owner, param, type_name, role_name ("" for none), initial.text or NULL count.
 * Parameters come first. Slots of a file: see us_build_shared. Returns its index, -1 on a fault. */
int us_build_slot(us_builder *builder, const us_slot_row *row);
us_slot_row us_slot_default(const char *name, us_value_kind kind);
int us_build_shared(us_builder *builder, const us_slot_row *row); /* before all other slots */

void us_build_goal(us_builder *builder, const char *name);
/* US_PURSUE_AS_DECLARED, as it is at first, or 1 + us_goal_kind. */
void us_build_goal_kind(us_builder *builder, int pursue);
void us_build_class(us_builder *builder, const char *name);
void us_build_descriptor(us_builder *builder, const char *key, int64_t number);
void us_build_literal(us_builder *builder); /* see us_template.literal; of a behavior only */

/* Cases: us_build_seen is about the first, us_build_case opens a further one; entries and done go
 * to the one that was called last, at first to the first. cycle -1: not known. map "" or NULL: not
 * known. Of a tree or an archetype only the first, and no more than entries. What says nothing is
 * no first case: the next takes its place, but not a suffix case. */
void us_build_seen(us_builder *builder, us_cycle cycle, const char *map);
void us_build_case(us_builder *builder, us_cycle cycle, const char *map);
/* The label of a step (us_template_body); of a further case only. In any order, each counts once.
 */
void us_build_done(us_builder *builder, const char *label);
/* In each case so far in which this step is done, or (NULL) any, the other one is done, too. */
void us_build_done_too(us_builder *builder, const char *label, const char *too);
/* Numbers or texts under a key. */
void us_build_entry(us_builder *builder, const char *key, const int64_t *number, int count);
void us_build_entry_text(us_builder *builder, const char *key, const char *const *text, int count);
void us_build_entry_copy(us_builder *builder, const us_entry *from);
/* Of cases that are copied from now on only these entries come along; NULL: all. */
void us_build_keep(us_builder *builder, bool (*keep)(const void *context, const us_entry *entry),
                   const void *context);
/* A further case that is the same, of any template. */
void us_build_copy_case(us_builder *builder, const us_case *from);

/* Nodes: open, arguments and list, children, close. Of node count, label, name, product and the
 * settings of its kind. The root is opened first and once. An order's precedences go by the
 * labels of its children, before it closes. */
void us_build_open(us_builder *builder, const us_node *node);
void us_build_close(us_builder *builder);
void us_build_list(us_builder *builder, const char *name);
void us_build_settings(us_builder *builder, const us_node *node); /* of the innermost, anew */
void us_build_product(us_builder *builder, const char *slot);
void us_build_before(us_builder *builder, const char *first, const char *then);
/* The same by their numbers among the children, from 0. */
void us_build_before_child(us_builder *builder, int first, int then);

typedef enum us_args_of {
    US_ARGS_NODE, /* of the node opened last, before its children */
    US_ARGS_DESCRIPTOR,
    US_ARGS_GOAL, /* of what the behavior achieves */
    US_ARGS_WHEN,
    US_ARGS_ALIVE,
} us_args_of;
/* name "" or NULL: by place, or none is needed. */
void us_build_arg(us_builder *builder, us_args_of of, const char *name, const char *text);

/* All that `from` has but its nodes and the slots of its file. Its suffix cases stay as long as the
 * root has children of all their labels. What is added next goes to the first case. */
void us_build_copy_head(us_builder *builder, const us_template *from);
/* A node and what lies below it. */
void us_build_copy(us_builder *builder, const us_template *from, int node);
/* The same, the node itself with the label and settings of `as`. */
void us_build_copy_as(us_builder *builder, const us_template *from, int node, const us_node *as);
/* The node alone, left open for children. */
void us_build_copy_open(us_builder *builder, const us_template *from, int node, const us_node *as);

/* Names are resolved, expressions compiled, orders brought to their least form. Frees the
 * builder. The caller frees the template. Arguments of calls wait for us_brl_link. */
us_template *us_build_finish(us_builder *builder);

#endif
