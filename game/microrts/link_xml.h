/* Private to game/microrts/: what the game says in XML, as it says it in JSON. All that it means is
 * decided by who reads that. */
#ifndef US_GAME_MICRORTS_LINK_XML_H
#define US_GAME_MICRORTS_LINK_XML_H

#include "game/microrts/state.h"

/* Both append. number: of the message's line, told in errors. Refused is what is no XML, has a DTD,
 * or other elements than those of a state or of a unit type table. */
us_status mr_xml_state(const char *text, size_t length, int number, us_str *json, us_error *err);
us_status mr_xml_table(const char *text, size_t length, int number, us_str *json, us_error *err);

/* A list of orders as the game reads it in XML. Appended. */
void mr_xml_orders(const mr_orders *orders, const mr_table *table, us_str *out);

#endif
