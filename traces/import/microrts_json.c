/* The JSON front end: reads a microRTS trace in one pass. */
#include "base/json.h"
#include "traces/import/microrts.h"

#include <string.h>

typedef struct reader {
    us_microrts_trace *m;
    us_pull pull;
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

/* Reads all plain members of an open object. inner: a member whose object's members count too, or
 * "". */
static us_status read_fields(reader *r, const char *inner, us_microrts_fields *out)
{
    bool more = true, plain = true, inside = false;
    out->count = 0;
    out->place = place_of(r);
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more && !inside)
            return US_OK;
        if (!more) {
            inside = false;
            continue;
        }
        bool opens = !inside && us_pull_equal(&r->pull, inner);
        US_TRY(take_field(r, out, &plain));
        if (opens && r->pull.kind == US_PULL_OBJECT)
            inside = true;
        else if (!plain)
            US_TRY(skip(r));
    }
}

/* ---- the unit type table */

/* Adds the type first, then its products, whatever their order in the object. */
static us_status read_type(reader *r)
{
    us_microrts_fields fields, products;
    bool more = true, plain = true;
    fields.count = products.count = 0;
    fields.place = products.place = place_of(r);
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            break;
        bool list = us_pull_equal(&r->pull, "produces");
        US_TRY(take_field(r, &fields, &plain));
        if (!list && !plain)
            US_TRY(skip(r));
        while (list && us_pull_next(&r->pull) != US_PULL_ARRAY_END) {
            if (r->pull.kind != US_PULL_STRING)
                return refuse(r, "a unit type's name or ']'");
            us_microrts_fields_add(&products, "", 0, r->pull.text, r->pull.length);
        }
    }
    US_TRY(us_microrts_add_type(r->m, &fields));
    for (int i = 0; i < products.count; i++)
        US_TRY(us_microrts_add_product(r->m, products.field[i].text, products.field[i].length,
                                       products.place));
    return US_OK;
}

static us_status read_table(reader *r)
{
    us_microrts_fields fields;
    bool more = true, plain = true;
    US_TRY(need(r, US_PULL_OBJECT, "the unit type table, an object"));
    fields.count = 0;
    fields.place = place_of(r);
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            break;
        bool list = us_pull_equal(&r->pull, "unitTypes");
        US_TRY(take_field(r, &fields, &plain));
        if (!list && !plain)
            US_TRY(skip(r));
        if (list && r->pull.kind != US_PULL_ARRAY)
            return refuse(r, "the unit types, an array");
        for (bool another = list; another;) {
            US_TRY(next_object(r, &another));
            if (another)
                US_TRY(read_type(r));
        }
    }
    US_TRY(us_microrts_begin_table(r->m, &fields));
    return us_microrts_end_table(r->m, place_of(r));
}

/* ---- entries */

/* Reads an array of objects and passes each as fields. */
static us_status read_list(reader *r, const char *inner, const char *expected,
                           us_status (*take)(us_microrts_trace *, const us_microrts_fields *))
{
    us_microrts_fields fields;
    bool more = true;
    US_TRY(need(r, US_PULL_ARRAY, expected));
    for (;;) {
        US_TRY(next_object(r, &more));
        if (!more)
            return US_OK;
        US_TRY(read_fields(r, inner, &fields));
        US_TRY(take(r->m, &fields));
    }
}

static us_status take_action(us_microrts_trace *m, const us_microrts_fields *fields)
{
    US_TRY(us_microrts_set_actor(m, fields));
    return us_microrts_add_action(m, fields);
}

static us_status read_state(reader *r)
{
    us_microrts_fields fields;
    bool more = true, plain = true;
    US_TRY(need(r, US_PULL_OBJECT, "a state, an object"));
    fields.count = 0;
    fields.place = place_of(r);
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            return us_microrts_begin_state(r->m, &fields);
        if (us_pull_equal(&r->pull, "players")) {
            US_TRY(read_list(r, "", "the players, an array", us_microrts_add_player));
        } else if (us_pull_equal(&r->pull, "units")) {
            US_TRY(read_list(r, "", "the units, an array", us_microrts_add_unit));
        } else if (us_pull_equal(&r->pull, "terrain")) {
            US_TRY(need(r, US_PULL_STRING, "the terrain, a string"));
            US_TRY(us_microrts_add_terrain(r->m, r->pull.text, r->pull.length, place_of(r)));
        } else {
            US_TRY(take_field(r, &fields, &plain));
            if (!plain)
                US_TRY(skip(r));
        }
    }
}

static us_status read_entry(reader *r)
{
    us_microrts_fields fields;
    bool more = true, plain = true;
    fields.count = 0;
    fields.place = place_of(r);
    US_TRY(us_microrts_begin_entry(r->m, fields.place));
    for (;;) {
        US_TRY(next_key(r, &more));
        if (!more)
            break;
        if (us_pull_equal(&r->pull, "pgs")) {
            US_TRY(read_state(r));
        } else if (us_pull_equal(&r->pull, "actions")) {
            US_TRY(read_list(r, "action", "the actions, an array", take_action));
        } else {
            US_TRY(take_field(r, &fields, &plain));
            if (!plain)
                US_TRY(skip(r));
        }
    }
    US_TRY(us_microrts_set_time(r->m, &fields));
    return us_microrts_end_entry(r->m);
}

static us_status read_entries(reader *r)
{
    bool more = true;
    US_TRY(need(r, US_PULL_ARRAY, "the entries, an array"));
    for (;;) {
        US_TRY(next_object(r, &more));
        if (!more)
            return US_OK;
        US_TRY(read_entry(r));
    }
}

us_status us_microrts_read_json(us_microrts_trace *m)
{
    reader r = {.m = m};
    bool more = true;
    m->json = m->import->bytes;
    us_pull_init(&r.pull, m->import->bytes, m->import->length);
    US_TRY(need(&r, US_PULL_OBJECT, "a trace of microRTS, an object"));
    for (;;) {
        US_TRY(next_key(&r, &more));
        if (!more)
            break;
        if (us_pull_equal(&r.pull, "utt"))
            US_TRY(read_table(&r));
        else if (us_pull_equal(&r.pull, "entries"))
            US_TRY(read_entries(&r));
        else
            US_TRY(skip(&r));
    }
    US_TRY(need(&r, US_PULL_END, "the end of the text"));
    return us_microrts_finish(m, place_of(&r));
}
