/* The XML reader, based on expat. The size of the text limits the memory. Document types, and so
 * entities, are rejected. */
#include <expat.h>
#include <string.h>

#include "behavior/exchange/xml.h"

typedef struct reader {
    XML_Parser parser;
    us_arena *arena;
    us_element *root, *open[US_XML_DEPTH], *last[US_XML_DEPTH];
    int depth, elements;
    const char *fault; /* why it stopped */
} reader;

static int clamped(uint64_t number)
{
    return number < INT32_MAX ? (int)number : INT32_MAX;
}

static void stop(reader *r, const char *fault)
{
    if (!r->fault)
        r->fault = fault;
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *keep(reader *r, const char *text)
{
    return us_arena_strndup(r->arena, text, strlen(text));
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = context;
    int count = 0;
    if (r->fault)
        return;
    if (r->depth == US_XML_DEPTH || r->elements++ == US_XML_ELEMENTS) {
        stop(r, r->depth == US_XML_DEPTH ? "expected fewer elements above one another"
                                         : "expected fewer elements");
        return;
    }
    us_element *made = US_ARENA_ARRAY(r->arena, us_element, 1);
    while (attributes[count])
        count++;
    made->name = keep(r, name);
    made->attribute = US_ARENA_ARRAY(r->arena, const char *, count + 1);
    for (int i = 0; i < count; i++)
        made->attribute[i] = keep(r, attributes[i]);
    made->line = clamped(XML_GetCurrentLineNumber(r->parser));
    made->column = clamped((uint64_t)XML_GetCurrentColumnNumber(r->parser) + 1);
    if (r->depth == 0)
        r->root = made;
    else if (r->last[r->depth - 1])
        r->last[r->depth - 1]->next = made;
    else
        r->open[r->depth - 1]->child = made;
    if (r->depth > 0)
        r->last[r->depth - 1] = made;
    r->last[r->depth] = NULL;
    r->open[r->depth++] = made;
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    reader *r = context;
    (void)name;
    if (!r->fault)
        r->depth--;
}

static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int internal)
{
    (void)name, (void)system, (void)public, (void)internal;
    stop(context, "expected no document type");
}

static void *allocate(size_t size)
{
    return us_mem_alloc(size);
}

us_status us_xml_parse(const char *file, const char *text, size_t length, us_arena *arena,
                       us_element **out, us_error *err)
{
    static const XML_Memory_Handling_Suite memory = {allocate, us_mem_realloc, us_mem_free};
    us_status status = US_OK;
    reader r = {.arena = arena};
    if (length > US_XML_FILE_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "expected at most %d bytes",
                            US_XML_FILE_MAX);
    r.parser = XML_ParserCreate_MM(NULL, &memory, NULL);
    us_assert(r.parser);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    if (XML_Parse(r.parser, text, (int)length, true) != XML_STATUS_OK)
        status = us_error_set(err, US_BAD_INPUT, file, clamped(XML_GetCurrentLineNumber(r.parser)),
                              clamped((uint64_t)XML_GetCurrentColumnNumber(r.parser) + 1), "%s",
                              r.fault ? r.fault : XML_ErrorString(XML_GetErrorCode(r.parser)));
    else
        *out = r.root;
    XML_ParserFree(r.parser);
    return status;
}

const char *us_xml_find_attribute(const us_element *element, const char *name)
{
    for (int i = 0; element->attribute[i]; i += 2)
        if (strcmp(element->attribute[i], name) == 0)
            return element->attribute[i + 1];
    return NULL;
}
