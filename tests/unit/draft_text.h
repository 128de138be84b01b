/* Drafts for tests of learning, written as BRL: what a behavior says is taken for what was
 * demonstrated. */
#ifndef US_TESTS_UNIT_DRAFT_TEXT_H
#define US_TESTS_UNIT_DRAFT_TEXT_H

#include "learn/draft.h"
#include "tests/brl_text.h"

typedef struct draft_case {
    us_brl *brl;
    us_draft *draft;
} draft_case;

/* goal: "DefeatPlayer(player: enemy)"; body: a node with labeled leaves. These slots are there to
 * be named: workers w1, w2; barracks b1, b2; mill, smith (researchers); base; mine; groups of four
 * infantry army, band; foe and pit (a hall and
 * barracks of the enemy's); cells c1, c2, c3; made, m2, m3: own entities
 * of no known type, for products; yard: the same of a barracks, squad: of a group of infantry;
 * late: a
 * group that came to be after the beginning; victim: an entity that the goal may name; it is given.
 */
draft_case draft_of(const char *goal, const char *body);
void draft_drop(draft_case *d);

/* "a-b a-c": its pairs. Appended. */
void draft_pairs_text(const us_draft *draft, us_str *out);
/* "b d": labels of the useless ones. Appended. */
void draft_useless_text(const us_draft *draft, us_str *out);
/* A condition a line. Appended. */
void draft_conditions_text(const us_draft_condition *condition, int count, us_str *out);

#endif
