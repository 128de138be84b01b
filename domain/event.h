/* Lists of events that grow: understudy/world.h declares events.
 *
 * Embedded games emit events. For external games, us_world_diff derives the events that two worlds
 * can show. */
#ifndef US_DOMAIN_EVENT_H
#define US_DOMAIN_EVENT_H

#include "domain/world.h"
#include "understudy/world.h"

void us_events_reserve(us_events *events, int capacity); /* room for `capacity` events in all */
void us_events_add(us_events *events, const us_event *event);

#define US_EVENT_BIT(kind) (1u << (kind))

#endif
