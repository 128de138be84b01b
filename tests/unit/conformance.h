/* What every game must keep to. A course is one game as it was played: its orders, what became
 * of them, and what the game told. The checks play courses again in other ways and look for
 * differences. Failures are noted as checks of the running test. */
#ifndef US_TESTS_UNIT_CONFORMANCE_H
#define US_TESTS_UNIT_CONFORMANCE_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

typedef struct us_playthrough {
    const us_scenario *scenario; /* borrowed */
    uint64_t seed;
    us_cycle cycles;   /* played: fewer than asked for when the game ended */
    us_orders orders;  /* of all seats, as applied; ids from 1 */
    us_cycle *at;      /* by order: the cycle */
    us_reason *reason; /* by order: what became of it */
    int capacity;
    uint32_t *tag; /* after each cycle, from tag[1] */
    us_events events;
    us_hash hash; /* at the end */
} us_playthrough;

/* agent: by seat, as on the command line. It stays as long as the tests run. */
us_playthrough *us_playthrough_play(const us_scenario *scenario, const char *const *agent,
                                    uint64_t seed, us_cycle cycles);

/* Played again, cycle by cycle, nothing asked in between: the same tags, reasons, events, hash. */
void us_conform_replay(const us_playthrough *course);
/* Played again straight from order to order: the same events and hash. */
void us_conform_jumps(const us_playthrough *course);
/* Questions (worlds, checks, hashes, saves) change nothing. */
void us_conform_questions(const us_playthrough *course);
/* At each of some cycles: saved, loaded into a fresh game, both go on alike. */
void us_conform_snapshots(const us_playthrough *course, int times);
/* Bytes that are no save are refused, and what is refused changes nothing. */
void us_conform_bad_snapshots(const us_playthrough *course);
/* Orders that nobody may give are refused, with the right reason where there is only one, and
 * change nothing. */
void us_conform_refusals(const us_playthrough *course, int times);
/* On the full view, check foretells act: orders made up at random, most of them senseless. */
void us_conform_checks(const us_playthrough *course, int times);
/* Nothing is taken any more once the game is over; stepping stays where it is. */
void us_conform_end(const us_playthrough *course);

/* conformance_world.c: every cycle's world is sound; what differs between two cycles was told
 * as events, and revisions tell of it. */
void us_conform_worlds(const us_playthrough *course);

/* conformance_domain.c: what the rules and the domain's preconditions say of orders, made up and
 * given, is the same for each unit, on the full view and on the seats' own; a census is what a
 * count says. */
void us_conform_domain(const us_playthrough *course, int times);

/* conformance_orders.c: no entity ends an order twice, and none ends one after it is gone. */
void us_conform_endings(const us_playthrough *course);
/* When the game tells that an entity has done an order, the domain's `done` holds for it. */
void us_conform_done(const us_playthrough *course);

/* An order made up at random: units, action and arguments that exist, more often than not. */
void us_order_make_up(us_rng *rng, const us_world *world, us_order *out, us_id unit[8]);

#endif
