/* When to ask again: queries that nothing acts on, kept beside a game for each character of a seat
 * and asked in several ways. As nothing follows from their answers, all ways see the same game. */
#ifndef US_TESTS_REQUERY_H
#define US_TESTS_REQUERY_H

#include "behavior/brl.h"
#include "domain/event.h"

enum { REQUERY_WAYS = 10, REQUERY_DESCRIPTORS = 5 };

/* In every cycle, which the others are held against; by events; by events with thresholds; once. */
extern const char *const requery_way[REQUERY_WAYS];
extern const char *const requery_descriptor[REQUERY_DESCRIPTORS];

/* Of all characters and cycles, each a look. */
typedef struct requery_count {
    int32_t looks;
    int32_t queries[REQUERY_WAYS];
    int32_t same[REQUERY_WAYS];         /* looks at which the answer is that of the first way */
    int32_t others;                     /* looks at which that is another than at the last */
    int32_t moved[REQUERY_DESCRIPTORS]; /* looks at which its value is another than at the last */
} requery_count;

typedef struct requery requery;

/* Asks for the class Attack of the arena's paper.brl, with the nearest enemy. The domain is that of
 * the worlds, borrowed. */
us_status requery_new(const us_domain *domain, us_seat seat, requery **out, us_error *err);
void requery_free(requery *queries);
/* What happened since the last look: a character's queries hear what the character does. */
void requery_on_events(requery *queries, const us_event *event, int count);
/* Once in every cycle, of one game. */
void requery_on_world(requery *queries, const us_world *world);
requery_count requery_counted(const requery *queries);

#endif
