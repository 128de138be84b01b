#include "domain/sensor.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "domain/index.h"

/* The functions of the language. Of two rows with one name, the first takes one entity and the
 * second a set. */
const us_sensor us_sensor_table[] = {
    /* the game and its map (sensor_map.c) */
    {"now", US_VALUE_NUMBER, US_READS_TIME, us_sensor_eval_now, "the current cycle"},
    {"width", US_VALUE_NUMBER, 0, us_sensor_eval_width, "cells from left to right"},
    {"height", US_VALUE_NUMBER, 0, us_sensor_eval_height, "cells from top to bottom"},
    {"seats", US_VALUE_NUMBER, 0, us_sensor_eval_seats, "seats in the game, alive or defeated"},
    {"inside(cell: cell)", US_VALUE_BOOL, 0, us_sensor_eval_inside, "the cell is on the map"},
    {"terrain(cell: cell)", US_VALUE_TERRAIN, US_READS_TERRAIN, us_sensor_eval_terrain,
     "the cell's terrain, as far as the seat knows it"},
    {"resource(cell: cell)", US_VALUE_RESOURCE, US_READS_TERRAIN, us_sensor_eval_resource,
     "the resource that the cell's terrain yields"},
    {"amount(cell: cell)", US_VALUE_NUMBER, US_READS_TERRAIN, us_sensor_eval_amount,
     "what is left in the cell to gather or to break"},
    {"passable(cell: cell, by: movement)", US_VALUE_BOOL, US_READS_TERRAIN, us_sensor_eval_passable,
     "the cell's terrain carries that movement"},
    {"buildable(cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN, us_sensor_eval_buildable,
     "the cell's terrain carries buildings"},
    {"breakable(cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN, us_sensor_eval_breakable,
     "attacks on the cell open a way"},
    {"taken(cell: cell)", US_VALUE_BOOL, US_READS_ANY, us_sensor_eval_taken,
     "an entity occupies the cell"},
    {"seen(cell: cell)", US_VALUE_BOOL, US_READS_ANY, us_sensor_eval_seen,
     "the seat sees the cell now"},
    {"explored(cell: cell)", US_VALUE_BOOL, US_READS_ANY, us_sensor_eval_explored,
     "the seat has seen the cell"},
    {"cells(terrain: terrain?, resource: resource?, passable: movement?, buildable: bool?)",
     US_VALUE_NUMBER, US_READS_TERRAIN, us_sensor_eval_cells,
     "number of cells that fit all given arguments"},
    {"stock(resource: resource)", US_VALUE_NUMBER, US_READS_TERRAIN, us_sensor_eval_stock,
     "amount of the resource in all cells together"},
    {"path(a: place, b: place, by: movement?)", US_VALUE_BOOL,
     US_READS_TERRAIN | US_READS_HOUSES | US_READS_STATES, us_sensor_eval_path,
     "a way leads from a to b, by the movement of a or else the first one; units are no obstacle"},
    {"distance(a: place, b: place)", US_VALUE_NUMBER, US_READS_STATES, us_sensor_eval_distance,
     "king's moves between the edges of a and b: 1 when they touch; 9999 if one is nowhere"},
    {"near(a: place, b: place, within: number?)", US_VALUE_BOOL, US_READS_STATES,
     us_sensor_eval_near, "a and b are at most so many cells apart (3)"},
    /* the ground around a place (sensor_ground.c) */
    {"cells_to(from: place, terrain: terrain?, resource: resource?, within: number?)",
     US_VALUE_NUMBER, US_READS_TERRAIN | US_READS_STATES, us_sensor_eval_cells_to,
     "king's moves to the nearest cell that fits; 9999 if none lies within"},
    {"gap(cell: cell, by: movement)", US_VALUE_NUMBER, US_READS_TERRAIN, us_sensor_eval_gap,
     "length in cells of the shortest of the four straight lines through the cell that the "
     "movement may pass, counted up to 65; 0 if it may not pass the cell"},
    /* seats (sensor_seat.c) */
    {"alive(seat: seat)", US_VALUE_BOOL, US_READS_TALLY, us_sensor_eval_alive,
     "the seat is still in the game"},
    {"rivals(seat: seat)", US_VALUE_NUMBER, US_READS_SEATS, us_sensor_eval_rivals,
     "number of other seats that are still in the game"},
    {"known(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, us_sensor_eval_known,
     "the seat knows the upgrade"},
    {"meets(seat: seat, type: type)", US_VALUE_BOOL, US_READS_NEEDS, us_sensor_eval_meets,
     "the seat has what the type requires"},
    {"affords(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, us_sensor_eval_affords,
     "the seat has the resources that the type costs"},
    {"feeds(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, us_sensor_eval_feeds,
     "the seat has food for one more of the type"},
    {"making(seat: seat, type: type)", US_VALUE_NUMBER, US_READS_MAKING, us_sensor_eval_making,
     "number of the type under way: sites, and products that entities make now"},
    {"cost(type: type, resource: resource?)", US_VALUE_NUMBER, 0, us_sensor_eval_cost,
     "the cost of one, in all resources or in the given one"},
    {"concrete(type: type)", US_VALUE_BOOL, 0, us_sensor_eval_concrete,
     "the type is not abstract: entities of it can exist"},
    {"fits(type: type, cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN | US_READS_HOUSES,
     us_sensor_eval_fits,
     "a building of the type has room with its lowest cell there; units are no obstacle"},
    /* entities (sensor_entity.c) */
    {"this", US_VALUE_ENTITY, 0, us_sensor_eval_this,
     "the character that runs the tree; none where a seat does"},
    {"that", US_VALUE_ENTITY, US_READS_EVENT, us_sensor_eval_that, "the other entity of the event"},
    {"there", US_VALUE_CELL, US_READS_EVENT, us_sensor_eval_there, "the cell of the event"},
    {"told", US_VALUE_NUMBER, US_READS_EVENT, us_sensor_eval_told,
     "the number of the event; else 0"},
    {"exists(unit: entity)", US_VALUE_BOOL, 0, us_sensor_eval_is_there,
     "the entity is in the game, and the seat knows it"},
    {"exists(...)", US_VALUE_BOOL, US_READS_SET, us_sensor_eval_exists, "the set is not empty"},
    {"finished(unit: entity)", US_VALUE_BOOL, 0, us_sensor_eval_finished,
     "the entity is there and not under construction"},
    {"damaged(unit: entity)", US_VALUE_BOOL, US_READS_STATES, us_sensor_eval_damaged,
     "the entity lacks hit points"},
    {"hidden(unit: entity)", US_VALUE_BOOL, US_READS_STATES, us_sensor_eval_hidden,
     "the entity is inside another one"},
    {"hostile(a: entity, b: entity)", US_VALUE_BOOL, 0, us_sensor_eval_hostile,
     "a and b belong to different owners, and b is no resource"},
    {"is(unit: entity, type: type?, role: role?)", US_VALUE_BOOL, 0, us_sensor_eval_is,
     "the entity is of that type and role"},
    {"does(unit: entity, action: action)", US_VALUE_BOOL, 0, us_sensor_eval_does,
     "the entity's type can do the action"},
    {"makes(unit: entity, type: type, by: action?)", US_VALUE_BOOL, 0, us_sensor_eval_makes,
     "the entity's type can make the type, or one below it, by that action or by any"},
    {"gathers(unit: entity, what: entity|resource)", US_VALUE_BOOL, 0, us_sensor_eval_gathers,
     "the entity's type can gather the resource, or from the other entity"},
    /* sets (sensor_set.c) */
    {"count(...)", US_VALUE_NUMBER, US_READS_SET, us_sensor_eval_count,
     "number of entities in the set"},
    {"sites(...)", US_VALUE_NUMBER, US_READS_SET, us_sensor_eval_sites,
     "number of entities in the set that are under construction"},
    {"sum(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES, us_sensor_eval_sum,
     "an attribute, added up over the set"},
    {"least(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES,
     us_sensor_eval_least, "the smallest value of an attribute; 0 for an empty set"},
    {"most(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES,
     us_sensor_eval_most, "the largest value of an attribute; 0 for an empty set"},
    {"nearest(to: place, ...)", US_VALUE_ENTITY, US_READS_SET | US_READS_STATES,
     us_sensor_eval_nearest, "the nearest entity of the set; of equals the oldest"},
    {"first(...)", US_VALUE_ENTITY, US_READS_SET, us_sensor_eval_first,
     "the oldest entity of the set"},
    {"worth(...)", US_VALUE_NUMBER, US_READS_SET, us_sensor_eval_worth,
     "the cost of the whole set, in all resources"},
    /* numbers (sensor_map.c) */
    {"min(a: number, b: number)", US_VALUE_NUMBER, 0, us_sensor_eval_min, "the smaller of a and b"},
    {"max(a: number, b: number)", US_VALUE_NUMBER, 0, us_sensor_eval_max, "the larger of a and b"},
    {"abs(a: number)", US_VALUE_NUMBER, 0, us_sensor_eval_abs, "a without its sign"},
    {"percent(a: number, b: number)", US_VALUE_NUMBER, 0, us_sensor_eval_percent, "100 * a / b"},
    {"gained(x: number)", US_VALUE_NUMBER, 0, NULL,
     "x now less x when the pursuit of the goal began"},
};
const int us_sensor_count = US_COUNT(us_sensor_table);

static const struct {
    const char *name;
    uint32_t kinds;
} filters[US_CALL_ARGS] = {
    [US_SET_OWNER] = {"owner", US_KIND_BIT(US_VALUE_SEAT)},
    [US_SET_TYPE] = {"type", US_KIND_BIT(US_VALUE_TYPE)},
    [US_SET_ROLE] = {"role", US_KIND_BIT(US_VALUE_ROLE)},
    [US_SET_STATUS] = {"status", US_KIND_BIT(US_VALUE_STATUS)},
    [US_SET_ACTION] = {"action", US_KIND_BIT(US_VALUE_ACTION)},
    [US_SET_PRODUCT] = {"product", US_KIND_BIT(US_VALUE_TYPE)},
    [US_SET_TARGET] = {"target", US_KIND_BIT(US_VALUE_ENTITY)},
    [US_SET_IN] = {"in", US_KIND_BIT(US_VALUE_GROUP)},
    [US_SET_NEAR] = {"near", US_PLACES},
    [US_SET_WITHIN] = {"within", US_KIND_BIT(US_VALUE_NUMBER)},
    [US_SET_YIELDS] = {"yields", US_KIND_BIT(US_VALUE_RESOURCE)},
    [US_SET_UNFINISHED] = {"unfinished", US_KIND_BIT(US_VALUE_BOOL)},
};

size_t us_sensor_name_length(const us_sensor *sensor)
{
    return strcspn(sensor->form, "(");
}

int us_sensor_find(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < us_sensor_count; i++) {
        const char *form = us_sensor_table[i].form;
        if (strncmp(form, name, length) == 0 && (form[length] == '(' || !form[length]))
            return i;
    }
    return -1;
}

int us_sensor_row_count(void)
{
    return us_sensor_count;
}

us_sensor_row us_sensor_row_at(int index)
{
    us_assert(index >= 0 && index < us_sensor_count);
    const us_sensor *sensor = &us_sensor_table[index];
    return (us_sensor_row){sensor->form, sensor->kind, sensor->about};
}

/* ---- forms */

static uint32_t kinds_of(const char *text, size_t length)
{
    if (length == 5 && memcmp(text, "place", 5) == 0)
        return US_PLACES;
    for (int kind = 0; kind < US_VALUE_KINDS; kind++) {
        const char *name = us_value_kind_name((us_value_kind)kind);
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return US_KIND_BIT(kind);
    }
    us_assert(!"a kind in the form of a sensor");
    return 0;
}

void us_sensor_parse_params(const us_sensor *sensor, us_sensor_param out[US_CALL_ARGS])
{
    memset(out, 0, US_CALL_ARGS * sizeof(*out));
    const char *at = sensor->form + us_sensor_name_length(sensor);
    for (int own = 0; *at && *at != ')';) {
        at += strspn(at, "(, ");
        if (*at == '.') {
            for (int p = US_CALL_OWN; p < US_CALL_ARGS; p++) {
                snprintf(out[p].name, sizeof(out[p].name), "%s", filters[p].name);
                out[p].kinds = filters[p].kinds;
                out[p].optional = true;
            }
            at += 3;
            continue;
        }
        us_sensor_param *param = &out[own++];
        size_t length = strcspn(at, ":");
        snprintf(param->name, sizeof(param->name), "%.*s", (int)length, at);
        at += length + 2;
        for (;; at++) {
            length = strcspn(at, "|?,)");
            param->kinds |= kinds_of(at, length);
            at += length;
            if (*at != '|')
                break;
        }
        param->optional = *at == '?';
        at += param->optional;
    }
}

int us_sensor_find_param(const us_sensor *sensor, const char *name)
{
    size_t length = strlen(name);
    const char *at = sensor->form + us_sensor_name_length(sensor);
    for (int own = 0; *at && *at != ')'; own++) {
        at += strspn(at, "(, ");
        if (*at == '.')
            break;
        if (strncmp(at, name, length) == 0 && at[length] == ':')
            return own;
        at += strcspn(at, ",)");
    }
    for (int p = US_CALL_OWN; *at == '.' && p < US_CALL_ARGS; p++)
        if (us_text_equal(filters[p].name, name))
            return p;
    return -1;
}

const char *us_value_kinds_print(uint32_t kinds, char out[160])
{
    static const char *const nouns[US_VALUE_KINDS] = {
        [US_VALUE_ENTITY] = "an entity",    [US_VALUE_TYPE] = "a type",
        [US_VALUE_CELL] = "a cell",         [US_VALUE_RESOURCE] = "a resource",
        [US_VALUE_SEAT] = "a seat",         [US_VALUE_NUMBER] = "a number",
        [US_VALUE_BOOL] = "a condition",    [US_VALUE_GROUP] = "a group",
        [US_VALUE_ROLE] = "a role",         [US_VALUE_STATUS] = "a status",
        [US_VALUE_ACTION] = "an action",    [US_VALUE_TERRAIN] = "a terrain",
        [US_VALUE_MOVEMENT] = "a movement", [US_VALUE_ATTRIBUTE] = "an attribute",
    };
    size_t used = 0;
    out[0] = '\0';
    for (int kind = 0; kind < US_VALUE_KINDS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        bool last = kinds >> kind == 1;
        used += (size_t)snprintf(out + used, 160 - used, "%s%s",
                                 !used  ? ""
                                 : last ? " or "
                                        : ", ",
                                 nouns[kind]);
    }
    return out;
}

/* ---- members of entities */

const us_member_row us_member_rows[US_MEMBERS] = {
    [US_MEMBER_X] = {"x", US_VALUE_NUMBER},
    [US_MEMBER_Y] = {"y", US_VALUE_NUMBER},
    [US_MEMBER_CELL] = {"cell", US_VALUE_CELL},
    [US_MEMBER_TYPE] = {"type", US_VALUE_TYPE},
    [US_MEMBER_OWNER] = {"owner", US_VALUE_SEAT},
    [US_MEMBER_STATUS] = {"status", US_VALUE_STATUS},
    [US_MEMBER_ACTION] = {"action", US_VALUE_ACTION},
    [US_MEMBER_TARGET] = {"target", US_VALUE_ENTITY},
    [US_MEMBER_PRODUCT] = {"product", US_VALUE_TYPE},
    [US_MEMBER_FULL] = {"full", US_VALUE_NUMBER},
};

int us_member_find(const us_domain *domain, const char *name)
{
    for (int i = 0; i < US_MEMBERS; i++)
        if (us_text_equal(us_member_rows[i].name, name))
            return i;
    int attribute = us_domain_find_attribute(domain, name);
    return attribute < 0 ? -1 : US_MEMBERS + attribute;
}
