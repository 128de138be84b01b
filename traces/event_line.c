#include "traces/lines.h"

/* The meaning of an event's numbers. All but NUMBER and NOTHING are written as names. */
enum what { NUMBER, NOTHING, TYPE, REASON, STATUS, ACTION, RESOURCE, TERRAIN, GONE, OUTCOME };

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
    if (i < 0)
        return NULL;
    switch (what) {
    case NOTHING:
        return NULL;
    case TYPE:
        return i < domain->type_count ? domain->type[i].name : NULL;
    case REASON:
        return i < US_REASONS ? us_reason_name((us_reason)i) : NULL;
    case STATUS:
        return i < domain->statuses.count ? domain->statuses.name[i] : NULL;
    case ACTION:
        return i < domain->action_count ? domain->action[i].name : NULL;
    case RESOURCE:
        return i < domain->resources.count ? domain->resources.name[i] : NULL;
    case TERRAIN:
        return i < domain->terrain_count ? domain->terrain[i].name : NULL;
    case GONE:
        return i < US_COUNT(gones) ? gones[i] : NULL;
    default:
        return i < US_COUNT(outcomes) ? outcomes[i] : NULL;
    }
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
    case TYPE:
        return us_domain_find_type(domain, name);
    case REASON:
        return us_reason_from_name(name);
    case STATUS:
        return us_domain_find_status(domain, name);
    case ACTION:
        return us_domain_find_action(domain, name);
    case RESOURCE:
        return us_domain_find_resource(domain, name);
    case TERRAIN:
        return us_domain_find_terrain(domain, name);
    case GONE:
        return index_in(gones, US_COUNT(gones), name);
    default:
        return index_in(outcomes, US_COUNT(outcomes), name);
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

void us_event_write(const us_domain *domain, const us_event *event, us_json_writer *writer)
{
    us_json_write_key_string(writer, "event", us_event_name((us_event_kind)event->kind));
    if (event->seat >= 0)
        us_json_write_key_int(writer, "seat", event->seat);
    if (event->entity)
        us_json_write_key_int(writer, "entity", event->entity);
    write_number(domain, (enum what)kinds[event->kind].type, "type", event->type, writer);
    if (event->other)
        us_json_write_key_int(writer, "other", event->other);
    write_number(domain, (enum what)kinds[event->kind].value, "value", event->value, writer);
    write_number(domain, (enum what)kinds[event->kind].extra, "extra", event->extra, writer);
    if (event->x || event->y) {
        us_json_write_key_int(writer, "x", event->x);
        us_json_write_key_int(writer, "y", event->y);
    }
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

enum member { M_SEAT, M_ENTITY, M_TYPE, M_OTHER, M_VALUE, M_EXTRA, M_X, M_Y, MEMBERS };
static const char *const members[MEMBERS] = {"seat",  "entity", "type", "other",
                                             "value", "extra",  "x",    "y"};

static us_status read_member(us_line *line, const us_domain *domain, int seats, int member,
                             us_event *event)
{
    int64_t value = 0;
    int32_t type = 0;
    const char *key = members[member];
    switch (member) {
    case M_SEAT:
        US_TRY(us_line_read_int(line, "a seat", 0, seats - 1, &value));
        event->seat = (us_seat)value;
        return US_OK;
    case M_ENTITY:
    case M_OTHER:
        US_TRY(us_line_read_int(line, "an entity's id", 0, UINT32_MAX, &value));
        *(member == M_ENTITY ? &event->entity : &event->other) = (us_id)value;
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
        US_TRY(us_line_read_int(line, key, INT16_MIN, INT16_MAX, &value));
        *(member == M_X ? &event->x : &event->y) = (int16_t)value;
        return US_OK;
    }
}

us_status us_line_read_event(us_line *line, const us_domain *domain, int seats, bool newer,
                             us_event *event)
{
    char name[64];
    unsigned seen = 0;
    bool more = true;
    US_TRY(us_line_read_text(line, "an event's name", name, sizeof(name)));
    int kind = us_event_kind_from_name(name);
    if (kind < 0)
        return us_line_fail(line, "\"%s\" is no event", name);
    event->kind = (uint8_t)kind;
    event->seat = US_NEUTRAL;
    event->type = US_NO_TYPE;
    for (;;) {
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            return us_line_finish(line);
        if (newer && us_line_skip_unknown(line, members, MEMBERS))
            continue;
        int member = 0;
        US_TRY(us_line_find_member(line, members, MEMBERS, "an event's line", &seen, &member));
        US_TRY(read_member(line, domain, seats, member, event));
    }
}
