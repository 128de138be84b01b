/* What a case remembers stands under keys, and a key has one of these forms. A word in capitals
 * stands for what differs: the name of a slot or a feature, the label of a step, a number from 1
 * on. Who writes an entry and who reads it take the form from here; docs/LIBRARY.md says what it
 * holds. */
#ifndef US_BEHAVIOR_KEYS_H
#define US_BEHAVIOR_KEYS_H

#include "behavior/template.h"

/* What is compared. */
#define US_KEY_FEATURES "features" /* all of the domain's, in its order */
#define US_KEY_FEATURE  "feature.NAME"

/* What was seen, and what was made of it. Keys of no form count as this, too. */
#define US_KEY_PLACE       "SLOT.place" /* those of a slot: see behavior/described.h */
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
#define US_KEY_WHY_USELESS "why.useless.STEP" /* of an edge: us_key_edge */

/* Where it was met: not part of what the case is. */
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

/* How its behavior fared. */
#define US_KEY_TRIES          "tries"
#define US_KEY_SUCCESSES      "successes"
#define US_KEY_GAMES          "games"
#define US_KEY_GAME_TRIES     "games.tries"
#define US_KEY_GAME_SUCCESSES "games.successes"

typedef enum us_key_kind { US_KEY_STATE, US_KEY_SEEN, US_KEY_ORIGIN, US_KEY_COUNT } us_key_kind;
us_key_kind us_key_kind_of(const char *key);

/* The key of that form, in out, which is emptied first. Returns its text. */
const char *us_key_text(const char *form, const char *part, us_str *out);
const char *us_key_number(const char *form, int64_t number, us_str *out);
/* "why.FIRST.THEN": the reason of a precedence. */
const char *us_key_edge(const char *first, const char *then, us_str *out);
/* What stands for the capitals: from there on to the form's tail. NULL: the key has another form.
 */
const char *us_key_part(const char *key, const char *form);

/* ---- entries by key */

typedef struct us_keyed {
    const us_entry *entry;
} us_keyed;

typedef struct us_entries {
    us_keyed *by_key;
    int count;
} us_entries;

/* Lives in the arena, and as long as the case. seen NULL: there are none. */
us_entries us_entries_of(const us_case *seen, us_arena *arena);
/* The entry under the key of that form; part NULL: it is the key as it stands. Of several the last;
 * NULL: there is none. */
const us_entry *us_entries_find(const us_entries *entries, const char *form, const char *part);

#endif
