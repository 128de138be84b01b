/* The trace of one game: a JSON Lines file that grows while the game runs.
 *
 *   {"understudy":"trace","version":1,"domain":"skirmish",...}                   the header
 *   {"cycle":60,"id":12,"seat":0,"order":"build","args":{"unit":150,...}}        an order
 *   {"cycle":60,"id":13,"seat":0,"order":"train","args":{...},"refused":"busy"}  a refused order
 *   {"cycle":64,"hash":"<16 hex>","tags":"<4 hex a cycle>"}                      every 64 cycles
 *   {"cycle":70,"event":"gone","seat":1,"entity":31,...}                         an event
 *   {"cycle":72,"seat":0,"plan":"ready","goal":12,"above":9,"text":"..."}        a plan line
 *   {"cycle":72,"seat":0,"squad":"forming","units":4,"ours":2400,...}            a squad line
 *   {"cycle":75,"seat":0,"repair":"worker-idle","number":1,...}                  a repair line
 *   {"end":"win","winner":0,"reason":"defeat","cycles":9120,"hash":"<16 hex>"}   the end
 *
 * Orders stand in the order in which the game applied them, at the cycle whose world they changed.
 * "goal" is the player's label of an order, "step" (since minor 3) the step of its plan. A tags
 * line holds the full hash of its own cycle and a tag of each cycle since the previous tags line;
 * the last tags line may hold fewer tags. If a game was cut off, its trace has no end line, and the
 * last line may be cut.
 *
 * If a player took a seat over during the game, the seat has "since" (minor 2): the first cycle of
 * the player that the header names.
 *
 * The header has a hash of the domain, and since minor 7 also one of each part of it that decides
 * the course of a game (us_domain_part), so that a message can name the part that changed.
 *
 * Plan lines (domain/note.h; since minor 1) report what a player did with its plan. They stand
 * before the orders of the same round of thinking. "lacks" and "item" exist since minor 2;
 * "amount", and "what" (a goal's type or a step's action), exist since minor 3.
 *
 * Squad lines (since minor 6) stand among them: one for each change of what a seat's squad does.
 * So do repair lines (since minor 8), one for each repair in play. A trace without repairs in play
 * has the minor version 7.
 *
 * If the trace was converted from another program's (traces/import/), its header has "source".
 * Facts that the source does not hold are absent: map, hashes, seed, limit and fog of the header,
 * tags lines, and the hash of the end. Orders hold the type of their first unit. If the domain has
 * no words for an order, the order keeps the source's name and arguments:
 *
 *   {"cycle":60,"id":12,"seat":0,"order":"build","args":{...},"unit_type":"peasant"}
 *   {"cycle":70,"id":13,"seat":0,"foreign":"board","args":{...},"unit_type":"unit-balloon"}
 *
 * "unit_type" is the domain's name of the type, or the source's if the domain lacks the type.
 *
 * Event lines exist only if the recorder was set to write them: see traces/worlds.h. Events of
 * perception exist since minor 4. docs/TRACE_FORMAT.md lists every member.
 *
 * Versions. The reader refuses a trace of another version. It reads a trace of a newer "minor" and
 * skips the lines, events and members that it does not know. A minor version may add kinds of
 * lines, events and members (of seats and arguments too), and may not change existing ones. "minor"
 * follows "version" at once; every member before it must be known. If "minor" is absent, it is 0,
 * and every member must be known. */
#ifndef US_TRACES_TRACE_H
#define US_TRACES_TRACE_H

#include "game/game.h"
#include "understudy/trace.h"

/* The first bytes of each trace. */
#define US_TRACE_FIRST "{\"understudy\":\"trace\""

/* Binds the header to this domain: sets its name, hash and hashes of parts. The name is borrowed.
 */
void us_trace_header_set_domain(us_trace_header *header, const us_domain *domain);
/* Appends the header's line without its newline. Members in `unknown` are omitted. */
void us_trace_header_write(const us_trace_header *header, us_str *out);

/* Writes the members of an event's line, except its cycle, into the open object. */
void us_event_write(const us_domain *domain, const us_event *event, us_json_writer *writer);

/* Writes the members of the end's line, up to "cycles", into the open object. */
void us_trace_end_write(const us_outcome *outcome, us_cycle cycles, us_json_writer *writer);

/* Appends the trace's path without ".jsonl". Returns whether the path ended in it. */
bool us_trace_add_stem(const char *trace, us_str *out);

/* Returns the short tag of the game's cycle, as a tags line holds it. */
static inline uint16_t us_trace_tag(const us_game *game)
{
    return (uint16_t)us_game_tag(game);
}

#endif
