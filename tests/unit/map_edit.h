/* What the tests of maps share: the shipped domain, and a small map that has no fault. */
#ifndef US_TESTS_UNIT_MAP_EDIT_H
#define US_TESTS_UNIT_MAP_EDIT_H

#include "game/skirmish/map/map.h"

const us_domain *map_edit_domain(void); /* loaded once, shared, never freed */
const sk_rules *map_edit_rules(void);   /* the same */
us_type map_edit_type(const char *name);

/* 48 x 32, mirrored left to right: halls at 8 14 and 36 14, mines at 1 14 and 44 14, five
 * columns of trees at the left and right edge of the middle rows. Name and family are "plain". */
sk_map *map_edit_plain(void);

void map_edit_paint(sk_map *map, int x, int y, int w, int h, char symbol);
/* Remove all entities of that type and owner; how many. */
int map_edit_remove(sk_map *map, const char *type, us_seat owner);
void map_edit_add(sk_map *map, const char *type, us_seat owner, int x, int y, int32_t stock);
sk_map *map_edit_parse(const char *text, us_error *err); /* NULL: refused */

#endif
