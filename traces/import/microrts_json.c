/* The JSON front end: reads a microRTS trace in one pass. */
#include "base/json.h"
#include "traces/import/microrts.h"

#include <string.h>

typedef struct reader {
    us_microrts_trace *m;
    us_pull pull;
    us_microrts_fields products; /* of the type being read */
} reader;

static us_microrts_place place_of(const reader *r)
{
    return (us_microrts_place)(r->pull.place - r->pull.start);
}

static us_status refuse(const reader *r, const char *expected)
{
    return us_pull_reject(&r->pull, r->m->import->err, r->m->import->file, 1, expected);
}

static us_status need(reader *r, us_pull_kind kind, const char *expected)
{
    return us_pull_next(&r->pull) == kind ? US_OK : refuse(r, expected);
}

static us_status skip(reader *r)
{
    return us_pull_skip(&r->pull) ? US_OK : refuse(r, "a value");
}

/* Goes to the next key of an open object; *more false: the object has ended. */
static us_status next_key(reader *r, bool *more)
{
    us_pull_kind kind = us_pull_next(&r->pull);
    *more = kind == US_PULL_KEY;
    return *more || kind == US_PULL_OBJECT_END ? US_OK : refuse(r, "a key or '}'");
}

/* Goes to the next element of an open array, which is an object. */
static us_status next_object(reader *r, bool *more)
{
    us_pull_kind kind = us_pull_next(&r->pull);
    *more = kind == US_PULL_OBJECT;
    return *more || kind == US_PULL_ARRAY_END ? US_OK : refuse(r, "an object or ']'");
}

/* Takes the value after a key as a field. *plain false: the value is an array or object, now
 * open. */
static us_status take_field(reader *r, us_microrts_fields *fields, bool *plain)
{
    const char *name = r->pull.text;
    size_t length = r->pull.length;
    us_pull_kind kind = us_pull_next(&r->pull);
    *plain = kind != US_PULL_OBJECT && kind != US_PULL_ARRAY;
    if (kind == US_PULL_ERROR)
        return refuse(r, "a value");
    if (kind == US_PULL_NUMBER || kind == US_PULL_STRING)
        us_microrts_fields_add(fields, name, length, r->pull.text, r->pull.length);
    if (kind == US_PULL_TRUE)
        us_microrts_fields_add(fields, name, length, "true", 4);
    return US_OK;
}

/* Takes the value after a key as a field, or skips it. */
static us_status take_or_skip(reader *r, us_microrts_fields *fields)
{
    bool plain = true;
    US_TRY(take_field(r, fields, &plain));
    return plain ? US_OK : skip(r);
}

/* ---- the objects of a trace */

typedef enum part { TRACE, TABLE, TYPE, ENTRY, STATE, PLAYER, UNIT, ACTION } part;

/* The members that are objects, or arrays of objects, each with the object that holds it. */
static const struct {
    part in;
    const char *key;
    part is;
    us_pull_kind kind;
    const char *expected;
} parts[] = {
    {TRACE, "utt", TABLE, US_PULL_OBJECT, "the unit type table, an object"},
    {TRACE, "entries", ENTRY, US_PULL_ARRAY, "the entries, an array"},
    {TABLE, "unitTypes", TYPE, US_PULL_ARRAY, "the unit types, an array"},
    {ENTRY, "pgs", STATE, US_PULL_OBJECT, "a state, an object"},
    {ENTRY, "actions", ACTION, US_PULL_ARRAY, "the actions, an array"},
    {STATE, "players", PLAYER, US_PULL_ARRAY, "the players, an array"},
    {STATE, "units", UNIT, US_PULL_ARRAY, "the units, an array"},
};

/* Keeps the products until the type is added, whatever their order in the object. */
static us_status read_products(reader *r, us_microrts_fields *fields)
{
    bool plain;
    US_TRY(take_field(r, fields, &plain));
    while (us_pull_next(&r->pull) != US_PULL_ARRAY_END) {
        if (r->pull.kind != US_PULL_STRING)
            return refuse(r, "a unit type's name or ']'");
        us_microrts_fields_add(&r->products, "", 0, r->pull.text, r->pull.length);
    }
    return US_OK;
}

/* Reads the object of an action, whose members are the action's too. */
static us_status read_inner(reader *r, us_microrts_fields *fields)
{
    bool more = true, plain = true;
    US_TRY(take_field(r, fields, &plain));
    if (r->pull.kind != US_PULL_OBJECT)
        return plain ? US_OK : skip(r);
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            return US_OK;
        US_TRY(take_or_skip(r, fields));
    }
}

static us_status end_object(reader *r, part is, const us_microrts_fields *fields)
{
    us_microrts_trace *m = r->m;
    switch (is) {
    case TABLE:
        US_TRY(us_microrts_begin_table(m, fields));
        return us_microrts_end_table(m, place_of(r));
    case TYPE:
        US_TRY(us_microrts_add_type(m, fields));
        for (int i = 0; i < r->products.count; i++)
            US_TRY(us_microrts_add_product(m, r->products.field[i].text,
                                           r->products.field[i].length, fields->place));
        return US_OK;
    case ENTRY:
        US_TRY(us_microrts_set_time(m, fields));
        return us_microrts_end_entry(m);
    case STATE:
        return us_microrts_begin_state(m, fields);
    case PLAYER:
        return us_microrts_add_player(m, fields);
    case UNIT:
        return us_microrts_add_unit(m, fields);
    case ACTION:
        US_TRY(us_microrts_set_actor(m, fields));
        return us_microrts_add_action(m, fields);
    default:
        return US_OK;
    }
}

static us_status read_object(reader *r, part is);

/* Reads the value after a key: an object, or an array of objects. */
static us_status read_part(reader *r, int i)
{
    US_TRY(need(r, parts[i].kind, parts[i].expected));
    if (parts[i].kind == US_PULL_OBJECT)
        return read_object(r, parts[i].is);
    for (bool more = true;;) {
        US_TRY(next_object(r, &more));
        if (!more)
            return US_OK;
        US_TRY(read_object(r, parts[i].is));
    }
}

static us_status read_member(reader *r, part in, us_microrts_fields *fields)
{
    for (int i = 0; i < US_COUNT(parts); i++)
        if (parts[i].in == in && us_pull_equal(&r->pull, parts[i].key))
            return read_part(r, i);
    if (in == TYPE && us_pull_equal(&r->pull, "produces"))
        return read_products(r, fields);
    if (in == ACTION && us_pull_equal(&r->pull, "action"))
        return read_inner(r, fields);
    if (in != STATE || !us_pull_equal(&r->pull, "terrain"))
        return take_or_skip(r, fields);
    US_TRY(need(r, US_PULL_STRING, "the terrain, a string"));
    return us_microrts_add_terrain(r->m, r->pull.text, r->pull.length, place_of(r));
}

/* Reads an open object to its end. */
static us_status read_object(reader *r, part is)
{
    us_microrts_fields fields;
    bool more = true;
    fields.count = 0;
    fields.place = place_of(r);
    if (is == TYPE)
        r->products.count = 0;
    if (is == ENTRY)
        US_TRY(us_microrts_begin_entry(r->m, fields.place));
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            return end_object(r, is, &fields);
        US_TRY(read_member(r, is, &fields));
    }
}

us_status us_microrts_read_json(us_microrts_trace *m)
{
    reader r = {.m = m};
    m->json = m->import->bytes;
    us_pull_init(&r.pull, m->import->bytes, m->import->length);
    US_TRY(need(&r, US_PULL_OBJECT, "a trace of microRTS, an object"));
    US_TRY(read_object(&r, TRACE));
    US_TRY(need(&r, US_PULL_END, "the end of the text"));
    return us_microrts_finish(m, place_of(&r));
}
