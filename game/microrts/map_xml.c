/* Parser of the game's own maps, by expat. Text length, the known nesting, and the sides bound its
 * memory. It rejects document types, and with them entities. */
#include <expat.h>
#include <string.h>

#include "base/sort.h"
#include "game/microrts/map.h"

enum { TEXT_MAX = 1 << 20, DEPTH = 3 };

typedef enum element { OUTSIDE, GROUND, TERRAIN, PLAYERS, PLAYER, UNITS, UNIT } element;

static const struct {
    element in;
    const char *name;
    element is;
    const char *attribute[8];
} elements[] = {
    {OUTSIDE, "rts.PhysicalGameState", GROUND, {"width", "height"}},
    {GROUND, "terrain", TERRAIN, {NULL}},
    {GROUND, "players", PLAYERS, {NULL}},
    {PLAYERS, "rts.Player", PLAYER, {"ID", "resources"}},
    {GROUND, "units", UNITS, {NULL}},
    {UNITS, "rts.units.Unit", UNIT, {"type", "ID", "player", "x", "y", "resources", "hitpoints"}},
};

typedef struct reader {
    XML_Parser parser;
    const char *file;
    const mr_table *table;
    us_error *err;
    mr_map *map;
    uint8_t *taken; /* by cell */
    element open[DEPTH];
    int depth, players, cells;
    int ahead; /* characters of the token before its place */
    bool met[UNIT + 1];
    us_status status;
} reader;

/* Reports an error and stops the parser. */
static void refuse(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void refuse(reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->status =
        us_error_vset(r->err, US_BAD_INPUT, r->file, (int)XML_GetCurrentLineNumber(r->parser),
                      (int)XML_GetCurrentColumnNumber(r->parser) + 1 + r->ahead, format, args);
    va_end(args);
    XML_StopParser(r->parser, XML_FALSE);
}

/* The macro repeats the status for compilers and analyzers. */
#define REFUSE(...) (refuse(__VA_ARGS__), US_BAD_INPUT)

static us_status read_number(reader *r, const char *name, const char *text, int64_t low,
                             int64_t high, int32_t *out)
{
    int64_t value = 0;
    if (!us_text_to_int(text, low, high, &value))
        return REFUSE(r, "found %s=\"%.40s\", expected a number from %lld to %lld", name, text,
                      (long long)low, (long long)high);
    *out = (int32_t)value;
    return US_OK;
}

static us_status start_ground(reader *r, const char *const *value)
{
    mr_map *map = r->map;
    int32_t width = 0, height = 0;
    US_TRY(read_number(r, "width", value[0], 1, MR_SIDE_MAX, &width));
    US_TRY(read_number(r, "height", value[1], 1, MR_SIDE_MAX, &height));
    map->width = width;
    map->height = height;
    map->wall = US_NEW_ARRAY(uint8_t, width * height);
    map->unit = US_NEW_ARRAY(mr_unit, width * height);
    r->taken = US_NEW_ARRAY(uint8_t, width * height);
    return US_OK;
}

static us_status start_player(reader *r, const char *const *value)
{
    int32_t id = 0;
    if (r->players == MR_PLAYERS)
        return REFUSE(r, "found one more player, expected two");
    US_TRY(read_number(r, "ID", value[0], r->players, r->players, &id));
    US_TRY(read_number(r, "resources", value[1], 0, INT32_MAX, &r->map->resources[id]));
    r->players++;
    return US_OK;
}

static us_status start_unit(reader *r, const char *const *value)
{
    mr_map *map = r->map;
    mr_unit unit = {0};
    int32_t player = 0, x = 0, y = 0;
    us_assert(value[0]);
    int type = mr_table_find_type(r->table, value[0], strlen(value[0]));
    if (type < 0)
        return REFUSE(r, "found type=\"%.40s\", expected a type of the table", value[0]);
    US_TRY(read_number(r, "ID", value[1], 0, MR_ID_MAX, &unit.id));
    US_TRY(read_number(r, "player", value[2], MR_NEUTRAL, MR_PLAYERS - 1, &player));
    US_TRY(read_number(r, "x", value[3], 0, map->width - 1, &x));
    US_TRY(read_number(r, "y", value[4], 0, map->height - 1, &y));
    US_TRY(read_number(r, "resources", value[5], 0, MR_AMOUNT_MAX, &unit.resources));
    US_TRY(read_number(r, "hitpoints", value[6], 1, MR_AMOUNT_MAX, &unit.hit_points));
    if (r->taken[y * map->width + x])
        return REFUSE(r, "found a second unit at %d,%d, expected one", (int)x, (int)y);
    r->taken[y * map->width + x] = 1;
    unit.type = (int16_t)type;
    unit.player = (int16_t)player;
    unit.x = (int16_t)x;
    unit.y = (int16_t)y;
    map->unit[map->count++] = unit;
    return US_OK;
}

/* Sorts the attributes as in the table. Each must be there once, and no other. */
static us_status take_attributes(reader *r, int e, const XML_Char **attributes, const char **value)
{
    const char *const *name = elements[e].attribute;
    for (int i = 0; attributes[i]; i += 2) {
        int k = 0;
        while (name[k] && !us_text_equal(name[k], attributes[i]))
            k++;
        if (!name[k])
            return REFUSE(r, "found an attribute %.40s of <%s> that has none such", attributes[i],
                          elements[e].name);
        value[k] = attributes[i + 1];
    }
    for (int k = 0; name[k]; k++)
        if (!value[k])
            return REFUSE(r, "found <%s> without %s", elements[e].name, name[k]);
    return US_OK;
}

static us_status start(reader *r, int e, const XML_Char **attributes)
{
    const char *value[US_COUNT(elements[0].attribute)] = {NULL};
    element is = elements[e].is;
    if (is != PLAYER && is != UNIT && r->met[is])
        return REFUSE(r, "found <%s> a second time, expected it once", elements[e].name);
    r->met[is] = true;
    US_TRY(take_attributes(r, e, attributes, value));
    if (is == GROUND)
        return start_ground(r, value);
    if (is == PLAYER)
        return start_player(r, value);
    return is == UNIT ? start_unit(r, value) : US_OK;
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = context;
    if (r->status != US_OK)
        return;
    element in = r->depth > 0 ? r->open[r->depth - 1] : OUTSIDE;
    int e = 0;
    while (e < US_COUNT(elements) &&
           (elements[e].in != in || !us_text_equal(elements[e].name, name)))
        e++;
    if (e == US_COUNT(elements)) {
        refuse(r, "found <%.40s>, which is no part of a map of microRTS there", name);
        return;
    }
    us_assert(r->depth < DEPTH);
    r->open[r->depth++] = elements[e].is;
    start(r, e, attributes);
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    reader *r = context;
    (void)name;
    if (r->status != US_OK)
        return;
    if (r->open[--r->depth] == TERRAIN && r->cells != r->map->width * r->map->height)
        refuse(r, "found a terrain of %d cells, expected %d", r->cells,
               r->map->width * r->map->height);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length)
{
    reader *r = context;
    bool terrain = r->depth > 0 && r->open[r->depth - 1] == TERRAIN;
    for (int i = 0; i < length && r->status == US_OK; i++) {
        if (!terrain && is_blank(text[i]))
            continue;
        r->ahead = i;
        if (!terrain || (text[i] != '0' && text[i] != '1'))
            refuse(r, "found text, expected %s", terrain ? "0 or 1 per cell" : "elements only");
        else if (r->cells == r->map->width * r->map->height)
            refuse(r, "found more terrain, expected %d cells", r->cells);
        else
            r->map->wall[r->cells++] = text[i] == '1';
    }
    if (r->status == US_OK)
        r->ahead = 0;
}

static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int internal)
{
    reader *r = context;
    (void)name, (void)system, (void)public, (void)internal;
    if (r->status == US_OK)
        refuse(r, "found a document type, expected none");
}

/* ---- the whole file */

static us_status check_ids(reader *r)
{
    US_AUTOFREE int *id = US_NEW_ARRAY(int, r->map->count + 1);
    for (int i = 0; i < r->map->count; i++)
        id[i] = r->map->unit[i].id;
    us_array_sort_ints(id, r->map->count);
    for (int i = 1; i < r->map->count; i++)
        if (id[i] == id[i - 1])
            return REFUSE(r, "found unit %d a second time, expected it once", id[i]);
    return US_OK;
}

static us_status check(reader *r)
{
    const mr_map *map = r->map;
    int heads[MR_PLAYERS] = {0};
    for (int e = 0; e < US_COUNT(elements); e++)
        if (!r->met[elements[e].is])
            return REFUSE(r, "found no <%s>, expected it", elements[e].name);
    if (r->players != MR_PLAYERS)
        return REFUSE(r, "found one player, expected two");
    for (int i = 0; i < map->count; i++) {
        const mr_unit *u = &map->unit[i];
        if (map->wall[u->y * map->width + u->x])
            return REFUSE(r, "found unit %d on a wall, at %d,%d", (int)u->id, u->x, u->y);
        if (u->player >= 0)
            heads[u->player]++;
    }
    for (int p = 0; p < MR_PLAYERS; p++)
        if (heads[p] == 0)
            return REFUSE(r, "found nobody of player %d, expected somebody of each", p);
    return check_ids(r);
}

static us_status read_all(reader *r, const char *text, size_t length)
{
    if (length > TEXT_MAX)
        return us_error_set(r->err, US_BAD_INPUT, r->file, 1, 1,
                            "found a map of %zu bytes, expected at most %d", length, TEXT_MAX);
    if (XML_Parse(r->parser, text, (int)length, 1) != XML_STATUS_OK)
        return r->status != US_OK ? r->status
                                  : REFUSE(r, "expected a map of microRTS: %s",
                                           XML_ErrorString(XML_GetErrorCode(r->parser)));
    return check(r);
}

static void *allocate(size_t size)
{
    return us_mem_alloc(size);
}

us_status mr_map_read_xml(const char *file, const char *text, size_t length, const mr_table *table,
                          mr_map **out, us_error *err)
{
    static const XML_Memory_Handling_Suite memory = {allocate, us_mem_realloc, us_mem_free};
    reader r = {.file = file, .table = table, .err = err};
    r.parser = XML_ParserCreate_MM(NULL, &memory, NULL);
    us_assert(r.parser);
    US_AUTOPTR(mr_map) map = r.map = US_NEW(mr_map);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    us_status status = read_all(&r, text, length);
    XML_ParserFree(r.parser);
    us_mem_free(r.taken);
    US_TRY(status);
    map->hash = mr_map_hash(map, table);
    *out = US_STEAL(map);
    return US_OK;
}

void mr_map_print_xml(const mr_map *map, const mr_table *table, us_str *out)
{
    us_str_addf(out, "<rts.PhysicalGameState width=\"%d\" height=\"%d\">\n  <terrain>", map->width,
                map->height);
    for (int cell = 0; cell < map->width * map->height; cell++)
        us_str_add_char(out, map->wall[cell] ? '1' : '0');
    us_str_add(out, "</terrain>\n  <players>\n");
    for (int p = 0; p < MR_PLAYERS; p++)
        us_str_addf(out, "    <rts.Player ID=\"%d\" resources=\"%d\">\n    </rts.Player>\n", p,
                    (int)map->resources[p]);
    us_str_add(out, "  </players>\n  <units>\n");
    for (int i = 0; i < map->count; i++) {
        const mr_unit *u = &map->unit[i];
        us_str_addf(out,
                    "    <rts.units.Unit type=\"%s\" ID=\"%d\" player=\"%d\" x=\"%d\" y=\"%d\" "
                    "resources=\"%d\" hitpoints=\"%d\" >\n    </rts.units.Unit>\n",
                    table->type[u->type].name, (int)u->id, u->player, u->x, u->y, (int)u->resources,
                    (int)u->hit_points);
    }
    us_str_add(out, "  </units>\n</rts.PhysicalGameState>\n");
}
