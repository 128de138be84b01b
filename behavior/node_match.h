/* Private to behavior/: matches the nodes of two templates. */
#ifndef US_BEHAVIOR_NODE_MATCH_H
#define US_BEHAVIOR_NODE_MATCH_H

#include "behavior/template.h"

/* Sets, by node of `to`, the node of `from` that it was, or -1. Each node of `from` is matched at
 * most once. Nodes match if they have the same line, and no different labels; the order of the
 * matched nodes is the same in both. Then a node with the same label and kind matches although its
 * line has changed, and so does a node around matched ones, such as a squad with another setting.
 */
void us_nodes_match(const us_template *from, const us_template *to, int *node);
/* Returns whether two nodes have the same line, without labels. */
bool us_nodes_are_equal(const us_template *a, int node, const us_template *b, int other);

#endif
