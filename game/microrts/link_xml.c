#include "game/microrts/link.h"

#include <expat.h>
#include <string.h>

#include "base/json.h"

enum { DEPTH = 8 };

typedef enum where {
    IN_NOTHING,
    IN_STATE,
    IN_GROUND,
    IN_TERRAIN,
    IN_PLAYERS,
    IN_PLAYER,
    IN_UNITS,
    IN_UNIT,
    IN_ACTIONS,
    IN_ACTION,
    IN_DEED,
    IN_TABLE,
    IN_TYPE,
    IN_PRODUCES,
    IN_PRODUCED_BY,
} where;

/* The nesting of elements, and their JSON: a member with that key, a list element, or nothing by
 * itself (no bracket). */
static const struct rule {
    where in, is;
    const char *name, *key;
    char bracket;
} rules[] = {
    {IN_NOTHING, IN_STATE, "rts.GameState", NULL, '{'},
    {IN_STATE, IN_GROUND, "rts.PhysicalGameState", "pgs", '{'},
    {IN_GROUND, IN_TERRAIN, "terrain", NULL, 0},
    {IN_GROUND, IN_PLAYERS, "players", "players", '['},
    {IN_PLAYERS, IN_PLAYER, "rts.Player", NULL, '{'},
    {IN_GROUND, IN_UNITS, "units", "units", '['},
    {IN_UNITS, IN_UNIT, "rts.units.Unit", NULL, '{'},
    {IN_STATE, IN_ACTIONS, "actions", "actions", '['},
    {IN_ACTIONS, IN_ACTION, "unitAction", NULL, '{'},
    {IN_ACTION, IN_DEED, "UnitAction", "action", '{'},
    {IN_NOTHING, IN_TABLE, "rts.units.UnitTypeTable", NULL, '{'},
    {IN_TABLE, IN_TYPE, "rts.units.UnitType", NULL, '{'},
    {IN_TYPE, IN_PRODUCES, "produces", NULL, 0},
    {IN_TYPE, IN_PRODUCED_BY, "producedBy", NULL, 0},
};

typedef struct reader {
    XML_Parser parser;
    us_json_writer json;
    us_error *err;
    us_status status;
    int number;
    where root; /* a state or a table */
    int depth;
    const struct rule *open[DEPTH];
    us_str text;        /* the terrain's text */
    us_str products[2]; /* of the present type: its lists `produces` and `producedBy` */
} reader;

static void fail(reader *r, const char *what, const char *name)
{
    if (r->status != US_OK)
        return;
    r->status = us_error_set(r->err, US_BAD_INPUT, "microRTS", r->number,
                             (int)XML_GetCurrentColumnNumber(r->parser) + 1, "%s%s", what, name);
    XML_StopParser(r->parser, XML_FALSE);
}

static bool is_int(const char *text)
{
    int64_t value;
    return us_text_to_int(text, INT64_MIN, INT64_MAX, &value);
}

static void write_attribute(us_json_writer *json, const char *name, const char *value)
{
    us_json_write_key(json, name);
    if (is_int(value) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        us_json_write_raw(json, value);
    else
        us_json_write_string(json, value);
}

static void add_product(reader *r, where is, const XML_Char **attributes)
{
    us_str *list = &r->products[is == IN_PRODUCED_BY];
    us_json_writer json;
    us_json_writer_init(&json, list);
    for (int i = 0; attributes[i]; i += 2) {
        if (strcmp(attributes[i], "type") != 0)
            continue;
        if (list->length > 0)
            us_str_add_char(list, ',');
        us_json_write_string(&json, attributes[i + 1]);
        us_json_writer_init(&json, list);
    }
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = context;
    if (r->status != US_OK)
        return;
    where in = r->depth > 0 ? r->open[r->depth - 1]->is : IN_NOTHING;
    const struct rule *rule = NULL;
    for (int i = 0; i < US_COUNT(rules) && !rule; i++)
        if (rules[i].in == in && strcmp(rules[i].name, name) == 0)
            rule = &rules[i];
    if (!rule || (in == IN_NOTHING && rule->is != r->root)) {
        fail(r, "did not expect the element ", name);
        return;
    }
    us_assert(r->depth < DEPTH);
    r->open[r->depth++] = rule;
    if (rule->is == IN_PRODUCES || rule->is == IN_PRODUCED_BY) {
        add_product(r, rule->is, attributes);
        return;
    }
    if (rule->key)
        us_json_write_key(&r->json, rule->key);
    if (rule->bracket)
        us_json_write_open(&r->json, rule->bracket);
    for (int i = 0; rule->bracket == '{' && attributes[i]; i += 2)
        write_attribute(&r->json, attributes[i], attributes[i + 1]);
    if (rule->is == IN_TABLE)
        us_json_write_key_open(&r->json, "unitTypes", '[');
    us_str_reset(&r->text);
}

static void close_type(reader *r)
{
    static const char *const keys[] = {"produces", "producedBy"};
    for (int i = 0; i < US_COUNT(keys); i++) {
        us_json_write_key_open(&r->json, keys[i], '[');
        if (r->products[i].length > 0)
            us_json_write_raw(&r->json, r->products[i].text);
        us_json_write_close(&r->json, ']');
        us_str_reset(&r->products[i]);
    }
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    reader *r = context;
    (void)name;
    if (r->status != US_OK) /* the end of an empty element is reported all the same */
        return;
    const struct rule *rule = r->open[--r->depth];
    if (rule->is == IN_TERRAIN)
        us_json_write_key_string(&r->json, "terrain", r->text.text);
    if (rule->is == IN_TYPE)
        close_type(r);
    if (rule->is == IN_TABLE)
        us_json_write_close(&r->json, ']');
    if (rule->bracket)
        us_json_write_close(&r->json, rule->bracket == '{' ? '}' : ']');
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length)
{
    reader *r = context;
    if (r->status != US_OK || r->depth == 0 || r->open[r->depth - 1]->is != IN_TERRAIN)
        return;
    if (r->text.length + (size_t)length > MR_CELLS_MAX)
        fail(r, "did not expect so large a terrain", "");
    else
        us_str_add_bytes(&r->text, text, (size_t)length);
}

/* Entities could expand a small text. */
static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int inside)
{
    (void)system;
    (void)public;
    (void)inside;
    fail(context, "did not expect a DTD: ", name);
}

static void *allocate(size_t size)
{
    return us_mem_alloc(size);
}

static us_status read_any(const char *text, size_t length, int number, where root, us_str *json,
                          us_error *err)
{
    static const XML_Memory_Handling_Suite memory = {allocate, us_mem_realloc, us_mem_free};
    reader r = {.err = err, .number = number, .root = root};
    size_t before = json->length;
    r.parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
    us_assert(r.parser);
    us_json_writer_init(&r.json, json);
    us_str_init(&r.text);
    us_str_init(&r.products[0]);
    us_str_init(&r.products[1]);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    if (length > INT32_MAX)
        length = INT32_MAX; /* incomplete XML */
    if (XML_Parse(r.parser, text, (int)length, 1) == XML_STATUS_ERROR)
        fail(&r, XML_ErrorString(XML_GetErrorCode(r.parser)), "");
    XML_ParserFree(r.parser);
    us_str_clear(&r.text);
    us_str_clear(&r.products[0]);
    us_str_clear(&r.products[1]);
    if (r.status != US_OK) {
        json->length = before;
        if (json->capacity > 0)
            json->text[before] = '\0';
    }
    return r.status;
}

us_status mr_xml_convert_state(const char *text, size_t length, int number, us_str *json,
                               us_error *err)
{
    return read_any(text, length, number, IN_STATE, json, err);
}

us_status mr_xml_convert_table(const char *text, size_t length, int number, us_str *json,
                               us_error *err)
{
    return read_any(text, length, number, IN_TABLE, json, err);
}

static void add_escaped(us_str *out, const char *text)
{
    for (; *text; text++)
        if (strchr("&<>\"'", *text) || (unsigned char)*text < ' ')
            us_str_addf(out, "&#%d;", *text);
        else
            us_str_add_char(out, *text);
}

void mr_xml_print_orders(const mr_orders *orders, const mr_table *table, us_str *out)
{
    us_str_add(out, "<PlayerAction>");
    for (int i = 0; i < orders->count; i++) {
        const mr_action *action = &orders->item[i].action;
        us_str_addf(out, "<action unitID=\"%d\"><UnitAction type=\"%d\"", (int)orders->item[i].id,
                    action->type);
        if (action->type == MR_ATTACK)
            us_str_addf(out, " x=\"%d\" y=\"%d\"", (int)action->x, (int)action->y);
        else if (action->parameter != MR_NONE)
            us_str_addf(out, " parameter=\"%d\"", (int)action->parameter);
        if (action->type == MR_PRODUCE) {
            us_str_add(out, " unitType=\"");
            add_escaped(out, table->type[action->unit_type].name);
            us_str_add_char(out, '"');
        }
        us_str_add(out, "/></action>");
    }
    us_str_add(out, "</PlayerAction>");
}
