/* Events: one stream of all that happened, for recorder, monitors, plan and studio.
 *
 * Embedded games emit events. For external games, us_world_diff derives the events that two worlds
 * can show. Within a cycle, events keep the order in which they happened. Changes of status are net
 * over a cycle and come at its end, in id order.
 *
 * An entity ends an order once: DONE or FAILED, never both, and never after its GONE. An order that
 * continues (harvest, patrol) is DONE as soon as it is under way. If it stops later, because the
 * mine is empty or the way is closed, the entity's action and status show that. */
#ifndef US_DOMAIN_EVENT_H
#define US_DOMAIN_EVENT_H

#include "domain/world.h"
#include "understudy/world.h"

void us_events_reserve(us_events *events, int capacity); /* room for `capacity` events in all */
void us_events_add(us_events *events, const us_event *event);

#define US_EVENT_BIT(kind) (1u << (kind))

#endif
