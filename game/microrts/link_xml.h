/* Private to game/microrts/: translates the game's XML into its JSON. The readers of the JSON check
 * its meaning. */
#ifndef US_GAME_MICRORTS_LINK_XML_H
#define US_GAME_MICRORTS_LINK_XML_H

#include "game/microrts/state.h"

/* Append the JSON. number: the line of the message, for errors. Rejected: text that is no XML or
 * has a DTD, and elements other than those of a state or a unit type table. */
us_status mr_xml_convert_state(const char *text, size_t length, int number, us_str *json,
                               us_error *err);
us_status mr_xml_convert_table(const char *text, size_t length, int number, us_str *json,
                               us_error *err);

/* Appends a list of orders as the game's XML. */
void mr_xml_print_orders(const mr_orders *orders, const mr_table *table, us_str *out);

#endif
