/* Keys of the entries of a case. Each key has one of these forms. A word in capitals is a
 * placeholder: the name of a slot or a feature, the label of a step, or a number from 1 on. Writers
 * and readers of entries take the form from here; docs/LIBRARY.md describes the entries. */
#ifndef US_BEHAVIOR_KEYS_H
#define US_BEHAVIOR_KEYS_H

#include "behavior/template.h"

/* State: entries that retrieval compares. */
#define US_KEY_FEATURES "features" /* all features of the domain, in its order */
#define US_KEY_FEATURE  "feature.NAME"

/* Observations, and what was inferred from them. Keys of no form count as these, too. */
#define US_KEY_PLACE       "SLOT.place" /* entries of a slot: see behavior/slot_description.h */
#define US_KEY_NEAR        "SLOT.near"
#define US_KEY_WINDOW      "SLOT.window"
#define US_KEY_WINDOW_ONCE "window.SLOT" /* in older files */
#define US_KEY_HIT_POINTS  "SLOT.hit_points"
#define US_KEY_NUMBER      "SLOT.number"
#define US_KEY_STATUS      "SLOT.status"
#define US_KEY_WHEN        "when"
#define US_KEY_WHEN_STEPS  "when.N.steps"
#define US_KEY_PACE        "pace.STEP"
#define US_KEY_NEXT        "next"
#define US_KEY_WHY_WHEN    "why.when.N"
#define US_KEY_WHY_WHILE   "why.while.N"
#define US_KEY_WHY_USELESS "why.useless.STEP" /* of an edge: us_key_format_edge */

/* Origin of the case: not part of its content. */
#define US_KEY_DEMO          "demo"
#define US_KEY_MAP           "map"
#define US_KEY_SEED          "seed"
#define US_KEY_SEAT          "seat"
#define US_KEY_INSTANCE      "instance"
#define US_KEY_STEP_INSTANCE "instance.STEP"
#define US_KEY_ACHIEVED      "achieved"
#define US_KEY_SUGGESTED     "suggested"
#define US_KEY_ORDERS        "orders"
#define US_KEY_STEP_ORDERS   "orders.STEP"
#define US_KEY_ORDER_ONCE    "order.N" /* in older files */
#define US_KEY_LEARNER       "learner"
#define US_KEY_PARENT        "parent"
#define US_KEY_MODOP         "modop"
#define US_KEY_FAILURE       "failure"

/* Success counts of its behavior. */
#define US_KEY_TRIES          "tries"
#define US_KEY_SUCCESSES      "successes"
#define US_KEY_GAMES          "games"
#define US_KEY_GAME_TRIES     "games.tries"
#define US_KEY_GAME_SUCCESSES "games.successes"
#define US_KEY_ATTEMPTS       "attempts" /* the game of each */
/* For each attempt its seat, cycle and result, then all features of the domain, in its order, then
 * those of US_KEY_ATTEMPT_FEATURES; or US_FEATURE_MISSING. */
#define US_KEY_ATTEMPT_STATES   "attempts.states"
#define US_KEY_ATTEMPT_FEATURES "attempts.features" /* names that the domain does not have */

typedef enum us_key_kind { US_KEY_STATE, US_KEY_SEEN, US_KEY_ORIGIN, US_KEY_COUNT } us_key_kind;
us_key_kind us_key_kind_from_text(const char *key);

/* Writes the key of that form to out, which is emptied first. Returns its text. */
const char *us_key_format(const char *form, const char *part, us_str *out);
const char *us_key_format_number(const char *form, int64_t number, us_str *out);
/* Writes "why.FIRST.THEN", the key for the reason of a precedence. */
const char *us_key_format_edge(const char *first, const char *then, us_str *out);
/* Returns the part of the key that replaces the capitals; it extends to the form's tail. Returns
 * NULL if the key has another form. */
const char *us_key_part(const char *key, const char *form);

/* ---- entries by key */

typedef struct us_keyed {
    const us_entry *entry;
} us_keyed;

typedef struct us_entries {
    us_keyed *by_key;
    int count;
} us_entries;

/* Sorts the entries of a case by key. The result lives in the arena, and no longer than the case.
 * seen NULL: no entries. */
us_entries us_entries_from_case(const us_case *seen, us_arena *arena);
/* Returns the entry under the key of that form; with part NULL, the form is the key itself. Returns
 * the last of several entries, or NULL. */
const us_entry *us_entries_find(const us_entries *entries, const char *form, const char *part);

#endif
