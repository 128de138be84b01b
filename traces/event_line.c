#include "traces/lines.h"

#include <string.h>

#include "base/fields.h"

/* ---- words of the domain */

/* The rows of a table, each of which begins with its name. */
typedef struct words {
    const void *row;
    size_t size;
    int count;
} words;

static words words_of(const us_domain *d, us_table_kind kind)
{
    const us_names_table *names[] = {[US_TABLE_STATUS] = &d->statuses,
                                     [US_TABLE_TALLY] = &d->tallies,
                                     [US_TABLE_FACTION] = &d->factions,
                                     [US_TABLE_RESOURCE] = &d->resources};
    switch (kind) {
    case US_TABLE_TYPE:
        return (words){d->type, sizeof(*d->type), d->type_count};
    case US_TABLE_ATTRIBUTE:
        return (words){d->attribute, sizeof(*d->attribute), d->attribute_count};
    case US_TABLE_ACTION:
        return (words){d->action, sizeof(*d->action), d->action_count};
    case US_TABLE_TERRAIN:
        return (words){d->terrain, sizeof(*d->terrain), d->terrain_count};
    default:
        return (words){names[kind]->name, sizeof(*names[kind]->name), names[kind]->count};
    }
}

static const char *name_at(const words *all, int index)
{
    const char *name;
    memcpy(&name, (const char *)all->row + (size_t)index * all->size, sizeof(name));
    return name;
}

int us_table_count(const us_domain *domain, us_table_kind kind)
{
    return words_of(domain, kind).count;
}

const char *us_table_name(const us_domain *domain, us_table_kind kind, int index)
{
    words all = words_of(domain, kind);
    return name_at(&all, index);
}

int us_table_find(const us_domain *domain, us_table_kind kind, const char *name)
{
    words all = words_of(domain, kind);
    if (kind == US_TABLE_TYPE) /* the domain has an index of these two */
        return us_domain_find_type(domain, name);
    if (kind == US_TABLE_TALLY)
        return us_domain_find_tally(domain, name);
    int index = all.count - 1;
    while (index >= 0 && !us_text_equal(name_at(&all, index), name))
        index--;
    return index;
}

/* ---- the numbers of an event */

/* The meaning of an event's numbers. All but NUMBER and NOTHING are written as names. */
enum what {
    NUMBER,
    NOTHING,
    REASON,
    GONE,
    OUTCOME,
    WORD, /* this and the following ones: words of the domain */
    TYPE = WORD + US_TABLE_TYPE,
    STATUS = WORD + US_TABLE_STATUS,
    ACTION = WORD + US_TABLE_ACTION,
    TERRAIN = WORD + US_TABLE_TERRAIN,
    RESOURCE = WORD + US_TABLE_RESOURCE,
};

static const struct {
    uint8_t type, value, extra;
} kinds[US_EVENT_KINDS] = {
    [US_EVENT_CREATED] = {TYPE},
    [US_EVENT_FINISHED] = {TYPE},
    [US_EVENT_GONE] = {TYPE, GONE},
    [US_EVENT_CONVERTED] = {TYPE, TYPE},
    [US_EVENT_STATUS] = {TYPE, STATUS, STATUS},
    [US_EVENT_ATTACKED] = {TYPE},
    [US_EVENT_ACCEPTED] = {NOTHING, NUMBER, ACTION},
    [US_EVENT_DONE] = {NOTHING, NUMBER, ACTION},
    [US_EVENT_FAILED] = {REASON, NUMBER, ACTION},
    [US_EVENT_LEARNED] = {TYPE},
    [US_EVENT_GAINED] = {NOTHING, NUMBER, RESOURCE},
    [US_EVENT_TERRAIN] = {NOTHING, TERRAIN, TERRAIN},
    [US_EVENT_DEFEATED] = {NOTHING},
    [US_EVENT_OVER] = {NOTHING, OUTCOME},
    [US_EVENT_NOISE] = {TYPE},
    [US_EVENT_SEEN] = {TYPE},
    [US_EVENT_LOST] = {TYPE},
    [US_EVENT_SHOT] = {TYPE},
    [US_EVENT_EMPTY] = {TYPE},
    [US_EVENT_BODY] = {TYPE},
    [US_EVENT_BUMPED] = {TYPE},
};

static const char *const gones[] = {
    [US_GONE_KILLED] = "killed",
    [US_GONE_CANCELLED] = "cancelled",
    [US_GONE_SPENT] = "spent",
    [US_GONE_DISMISSED] = "dismissed",
};
static const char *const outcomes[] = {
    [US_OUTCOME_NONE] = "none", [US_OUTCOME_WIN] = "win", [US_OUTCOME_DRAW] = "draw"};

/* NULL: no name. */
static const char *name_of(const us_domain *domain, enum what what, int32_t i)
{
    if (i < 0 || what == NOTHING)
        return NULL;
    if (what == REASON)
        return i < US_REASONS ? us_reason_name((us_reason)i) : NULL;
    if (what == GONE)
        return i < US_COUNT(gones) ? gones[i] : NULL;
    if (what == OUTCOME)
        return i < US_COUNT(outcomes) ? outcomes[i] : NULL;
    us_table_kind kind = (us_table_kind)(what - WORD);
    return i < us_table_count(domain, kind) ? us_table_name(domain, kind, i) : NULL;
}

static int index_in(const char *const *names, int count, const char *name)
{
    int i = count - 1;
    while (i >= 0 && !us_text_equal(names[i], name))
        i--;
    return i;
}

static int index_of(const us_domain *domain, enum what what, const char *name)
{
    switch (what) {
    case NOTHING:
        return -1;
    case REASON:
        return us_reason_from_name(name);
    case GONE:
        return index_in(gones, US_COUNT(gones), name);
    case OUTCOME:
        return index_in(outcomes, US_COUNT(outcomes), name);
    default:
        return us_table_find(domain, (us_table_kind)(what - WORD), name);
    }
}

/* ---- writing */

static void write_number(const us_domain *domain, enum what what, const char *key, int32_t value,
                         us_json_writer *writer)
{
    if (what == NUMBER) {
        if (value)
            us_json_write_key_int(writer, key, value);
        return;
    }
    const char *name = name_of(domain, what, value);
    if (name)
        us_json_write_key_string(writer, key, name);
}

enum member { M_SEAT, M_ENTITY, M_TYPE, M_OTHER, M_VALUE, M_EXTRA, M_X, M_Y, MEMBERS };
#define AT(member) offsetof(us_event, member)
static const us_field fields[MEMBERS] = {
    {"seat", US_FIELD_INT8, AT(seat), true, .absent = US_NEUTRAL},
    {"entity", US_FIELD_U32, AT(entity), true, .said = "an entity's id"},
    {"type", US_FIELD_OTHER},
    {"other", US_FIELD_U32, AT(other), true, .said = "an entity's id"},
    {"value", US_FIELD_OTHER},
    {"extra", US_FIELD_OTHER},
    {"x", US_FIELD_INT16, AT(x)},
    {"y", US_FIELD_INT16, AT(y)},
};

void us_event_write(const us_domain *domain, const us_event *event, us_json_writer *writer)
{
    enum what type = (enum what)kinds[event->kind].type;
    us_json_write_key_string(writer, "event", us_event_name((us_event_kind)event->kind));
    us_fields_write(&fields[M_SEAT], 2, event, writer);
    write_number(domain, type, "type", event->type, writer);
    us_fields_write(&fields[M_OTHER], 1, event, writer);
    write_number(domain, (enum what)kinds[event->kind].value, "value", event->value, writer);
    write_number(domain, (enum what)kinds[event->kind].extra, "extra", event->extra, writer);
    if (event->x || event->y)
        us_fields_write(&fields[M_X], 2, event, writer);
}

/* ---- reading */

static us_status read_number(us_line *line, const us_domain *domain, enum what what,
                             const char *key, int32_t *out)
{
    int64_t value = 0;
    char name[128];
    if (what == NUMBER) {
        US_TRY(us_line_read_int(line, key, INT32_MIN, INT32_MAX, &value));
        *out = (int32_t)value;
        return US_OK;
    }
    US_TRY(us_line_read_text(line, "a name", name, sizeof(name)));
    *out = index_of(domain, what, name);
    return *out >= 0
               ? US_OK
               : us_line_fail(line, "\"%s\" is not known here as \"%s\" of an event", name, key);
}

static us_status read_member(us_line *line, const us_domain *domain, int seats, int member,
                             us_event *event)
{
    int64_t seat = 0;
    int32_t type = 0;
    const char *key = fields[member].name;
    switch (member) {
    case M_SEAT:
        US_TRY(us_line_read_int(line, "a seat", 0, seats - 1, &seat));
        event->seat = (us_seat)seat;
        return US_OK;
    case M_TYPE:
        US_TRY(read_number(line, domain, (enum what)kinds[event->kind].type, key, &type));
        event->type = (us_type)type;
        return US_OK;
    case M_VALUE:
        return read_number(line, domain, (enum what)kinds[event->kind].value, key, &event->value);
    case M_EXTRA:
        return read_number(line, domain, (enum what)kinds[event->kind].extra, key, &event->extra);
    default:
        return us_field_read(line, &fields[member], NULL, event);
    }
}

us_status us_line_read_event(us_line *line, const us_domain *domain, int seats, bool newer,
                             us_event *event)
{
    char name[64];
    unsigned seen = 0;
    US_TRY(us_line_read_text(line, "an event's name", name, sizeof(name)));
    int kind = us_event_kind_from_name(name);
    if (kind < 0)
        return us_line_fail(line, "\"%s\" is no event", name);
    event->kind = (uint8_t)kind;
    event->seat = US_NEUTRAL;
    event->type = US_NO_TYPE;
    for (;;) {
        int member;
        US_TRY(us_fields_next(line, fields, MEMBERS, "an event's line", newer, &seen, &member));
        if (member < 0)
            return us_line_finish(line);
        US_TRY(read_member(line, domain, seats, member, event));
    }
}
