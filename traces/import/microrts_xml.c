/* The XML front end: reads a microRTS trace with expat. Memory is bounded: the nesting is fixed, a
 * document type (and so an entity) is refused, and a token has at most TOKEN_MAX bytes. */
#include <expat.h>
#include <string.h>

#include "traces/import/microrts.h"

enum { TOKEN_MAX = 1 << 20, CHUNK = 64 * 1024, DEPTH = 8 };

typedef enum element {
    OUTSIDE,
    TRACE,
    TABLE,
    TYPE,
    PRODUCES,
    PRODUCED_BY,
    ENTRIES,
    ENTRY,
    STATE,
    TERRAIN,
    PLAYERS,
    PLAYER,
    UNITS,
    UNIT,
    ACTIONS,
    ACTION,
    UNIT_ACTION,
} element;

/* The known elements, each with its parent. */
static const struct {
    element in;
    const char *name;
    element is;
} elements[] = {
    {OUTSIDE, "rts.Trace", TRACE},       {TRACE, "rts.units.UnitTypeTable", TABLE},
    {TABLE, "rts.units.UnitType", TYPE}, {TYPE, "produces", PRODUCES},
    {TYPE, "producedBy", PRODUCED_BY},   {TRACE, "entries", ENTRIES},
    {ENTRIES, "rts.TraceEntry", ENTRY},  {ENTRY, "rts.PhysicalGameState", STATE},
    {STATE, "terrain", TERRAIN},         {STATE, "players", PLAYERS},
    {PLAYERS, "rts.Player", PLAYER},     {STATE, "units", UNITS},
    {UNITS, "rts.units.Unit", UNIT},     {ENTRY, "actions", ACTIONS},
    {ACTIONS, "action", ACTION},         {ACTION, "UnitAction", UNIT_ACTION},
};

typedef struct reader {
    us_microrts_trace *m;
    XML_Parser parser;
    element open[DEPTH];
    int depth;
    int unit_actions; /* of the open <action> */
    us_str terrain;
    us_status status;
    bool progress; /* the present piece of text completed a token */
} reader;

static us_microrts_place place_of(const reader *r)
{
    uint64_t line = XML_GetCurrentLineNumber(r->parser);
    uint64_t column = XML_GetCurrentColumnNumber(r->parser) + 1;
    line = line < INT32_MAX ? line : INT32_MAX;
    return line << 32 | (column < INT32_MAX ? column : INT32_MAX);
}

static void stop(reader *r, us_status status)
{
    r->status = status;
    if (status != US_OK)
        XML_StopParser(r->parser, XML_FALSE);
}

static us_status one_action(const reader *r, us_microrts_place place)
{
    return us_microrts_fail(r->m, place, US_BAD_INPUT, "expected one <UnitAction> in an <action>");
}

static us_status start(reader *r, element is, const us_microrts_fields *fields)
{
    us_microrts_trace *m = r->m;
    us_microrts_place place = fields->place;
    switch (is) {
    case TABLE:
        return us_microrts_begin_table(m, fields);
    case TYPE:
        return us_microrts_add_type(m, fields);
    case PRODUCES:
        for (int i = 0; i < fields->count; i++)
            US_TRY(
                us_microrts_add_product(m, fields->field[i].text, fields->field[i].length, place));
        return US_OK;
    case ENTRY:
        US_TRY(us_microrts_begin_entry(m, place));
        return us_microrts_set_time(m, fields);
    case STATE:
        return us_microrts_begin_state(m, fields);
    case TERRAIN:
        us_str_reset(&r->terrain);
        return US_OK;
    case PLAYER:
        return us_microrts_add_player(m, fields);
    case UNIT:
        return us_microrts_add_unit(m, fields);
    case ACTION:
        r->unit_actions = 0;
        return us_microrts_set_actor(m, fields);
    case UNIT_ACTION:
        if (r->unit_actions++)
            return one_action(r, place);
        return us_microrts_add_action(m, fields);
    default:
        return US_OK;
    }
}

/* The error names the known elements, never the text that was found. */
static us_status unknown_element(const reader *r, element in)
{
    US_AUTOSTR(known);
    for (int i = 0; i < US_COUNT(elements); i++) {
        if (elements[i].in == in)
            us_str_addf(&known, "%s<%s>", known.length > 0 ? " or " : "", elements[i].name);
    }
    return us_microrts_fail(r->m, place_of(r), US_BAD_INPUT, "expected %s%s",
                            known.length > 0 ? known.text : "no element in this one",
                            in == OUTSIDE ? ", a trace of microRTS" : "");
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = context;
    r->progress = true;
    if (r->status != US_OK)
        return;
    element in = r->depth > 0 ? r->open[r->depth - 1] : OUTSIDE, is = OUTSIDE;
    for (int i = 0; i < US_COUNT(elements) && is == OUTSIDE; i++) {
        if (elements[i].in == in && us_text_equal(elements[i].name, name))
            is = elements[i].is;
    }
    if (is == OUTSIDE) {
        stop(r, unknown_element(r, in));
        return;
    }
    us_assert(r->depth < DEPTH);
    r->open[r->depth++] = is;
    us_microrts_fields fields;
    fields.count = 0;
    fields.place = place_of(r);
    for (int i = 0; attributes[i]; i += 2)
        us_microrts_fields_add(&fields, attributes[i], strlen(attributes[i]), attributes[i + 1],
                               strlen(attributes[i + 1]));
    stop(r, start(r, is, &fields));
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    reader *r = context;
    (void)name;
    r->progress = true;
    if (r->status != US_OK)
        return;
    us_microrts_place place = place_of(r);
    switch (r->open[--r->depth]) {
    case TABLE:
        stop(r, us_microrts_end_table(r->m, place));
        break;
    case TERRAIN:
        stop(r, us_microrts_add_terrain(r->m, r->terrain.text, r->terrain.length, place));
        break;
    case ENTRY:
        stop(r, us_microrts_end_entry(r->m));
        break;
    case ACTION:
        if (r->unit_actions == 0)
            stop(r, one_action(r, place));
        break;
    default:
        break;
    }
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length)
{
    reader *r = context;
    r->progress = true;
    if (r->status != US_OK || r->depth == 0 || r->open[r->depth - 1] != TERRAIN)
        return;
    if ((size_t)length > US_MICRORTS_TERRAIN - r->terrain.length)
        stop(r, us_microrts_fail(r->m, place_of(r), US_BAD_INPUT,
                                 "expected a terrain of at most %d cells", US_MICRORTS_TERRAIN));
    else
        us_str_add_bytes(&r->terrain, text, (size_t)length);
}

/* Other text, such as white space and comments. */
static void XMLCALL on_other(void *context, const XML_Char *text, int length)
{
    reader *r = context;
    (void)text, (void)length;
    r->progress = true;
}

static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int internal)
{
    reader *r = context;
    (void)name, (void)system, (void)public, (void)internal;
    if (r->status == US_OK)
        stop(r, us_microrts_fail(r->m, place_of(r), US_BAD_INPUT,
                                 "expected a trace without a document type"));
}

static us_status parse(reader *r, const char *text, size_t length, bool last)
{
    if (XML_Parse(r->parser, text, (int)length, last) == XML_STATUS_OK)
        return US_OK;
    if (r->status != US_OK)
        return r->status;
    return us_microrts_fail(r->m, place_of(r), US_BAD_INPUT, "expected a trace of microRTS: %s",
                            XML_ErrorString(XML_GetErrorCode(r->parser)));
}

/* Expat scans an unfinished token again with each piece, so its length is limited. */
static us_status feed(reader *r, us_microrts_source *next, void *context)
{
    size_t unread = 0;
    for (;;) {
        const char *text = NULL;
        size_t length = 0;
        US_TRY(next(context, &text, &length, r->m->import->err));
        if (length == 0)
            return parse(r, "", 0, true);
        while (length > 0) {
            size_t piece = length < CHUNK ? length : CHUNK;
            r->progress = false;
            US_TRY(parse(r, text, piece, false));
            unread = r->progress ? 0 : unread + piece;
            if (unread > TOKEN_MAX)
                return us_microrts_fail(r->m, place_of(r), US_BAD_INPUT,
                                        "expected a tag of at most %d bytes", TOKEN_MAX);
            text += piece;
            length -= piece;
        }
    }
}

static void *allocate(size_t size)
{
    return us_mem_alloc(size);
}

us_status us_microrts_read_xml(us_microrts_trace *m, us_microrts_source *next, void *context)
{
    static const XML_Memory_Handling_Suite memory = {allocate, us_mem_realloc, us_mem_free};
    reader r = {.m = m, .parser = XML_ParserCreate_MM(NULL, &memory, NULL)};
    us_assert(r.parser);
    us_str_init(&r.terrain);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetDefaultHandler(r.parser, on_other);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    us_status status = feed(&r, next, context);
    if (status == US_OK)
        status = us_microrts_finish(m, place_of(&r));
    us_str_clear(&r.terrain);
    XML_ParserFree(r.parser);
    return status;
}
