#include "traces/lines.h"

#include <string.h>

enum member {
    M_FORMAT, /* "understudy" */
    M_VERSION,
    M_MINOR,
    M_DOMAIN,
    M_DOMAIN_HASH,
    M_RULES_HASH,
    M_MAP,
    M_MAP_HASH,
    M_SEED,
    M_MAX_CYCLES,
    M_FOG,
    M_FROM,
    M_LEFT_OUT,
    M_SOURCE,
    M_SEATS,
    MEMBERS,
};

static const char *const names[MEMBERS] = {
    "understudy", "version",    "minor", "domain", "domain_hash", "rules_hash", "map",   "map_hash",
    "seed",       "max_cycles", "fog",   "from",   "left_out",    "source",     "seats",
};

/* The facts that a converted trace may lack. */
static const unsigned unknown[MEMBERS] = {
    [M_DOMAIN_HASH] = US_TRACE_NO_DOMAIN_HASH,
    [M_RULES_HASH] = US_TRACE_NO_RULES,
    [M_MAP] = US_TRACE_NO_MAP,
    [M_MAP_HASH] = US_TRACE_NO_MAP_HASH,
    [M_SEED] = US_TRACE_NO_SEED,
    [M_MAX_CYCLES] = US_TRACE_NO_LIMIT,
    [M_FOG] = US_TRACE_NO_FOG,
};

static us_status read_text(us_line *line, us_arena *arena, const char *what, const char **out,
                           int *column)
{
    char text[US_TRACE_TEXT_MAX];
    US_TRY(us_line_read_text(line, what, text, sizeof(text)));
    if (column)
        *column = us_pull_column(&line->pull);
    *out = us_arena_strndup(arena, text, strlen(text));
    return US_OK;
}

static us_status read_seed(us_line *line, uint64_t *out)
{
    char text[32];
    US_TRY(us_line_read_text(line, "\"seed\", a number as a string", text, sizeof(text)));
    if (!us_text_to_u64(text, out))
        return us_line_fail(line, "expected \"seed\", a whole number below 2^64 as a string");
    return US_OK;
}

static us_status read_bool(us_line *line, bool *out)
{
    us_pull_kind kind = us_pull_next(&line->pull);
    if (kind != US_PULL_TRUE && kind != US_PULL_FALSE)
        return us_pull_reject(&line->pull, line->err, line->file, line->number, "true or false");
    *out = kind == US_PULL_TRUE;
    return US_OK;
}

static us_status read_seat(us_line *line, us_arena *arena, us_trace_header *out)
{
    static const char *const members[] = {"player", "faction", "since"};
    us_trace_seat *seat = &out->seat[out->seats];
    int known = out->minor < 2 ? 2 : US_COUNT(members);
    int64_t since = 0;
    unsigned seen = 0;
    bool more = true;
    for (;;) {
        int member = 0;
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            break;
        if (out->minor > US_TRACE_MINOR && us_line_skip_unknown(line, members, known))
            continue;
        US_TRY(us_line_find_member(line, members, known, "a seat", &seen, &member));
        if (member == 0)
            US_TRY(read_text(line, arena, "a player, a string", &seat->player, NULL));
        else if (member == 2)
            US_TRY(us_line_read_int(line, "\"since\", a cycle", 1, US_CYCLES_LIMIT, &since));
        else
            US_TRY(read_text(line, arena, "a faction, a string", &seat->faction,
                             &out->faction_column[out->seats]));
    }
    if (!seat->player || !seat->faction)
        return us_line_fail(line, "expected \"player\" and \"faction\" of a seat");
    seat->since = (us_cycle)since;
    out->seats++;
    return US_OK;
}

static us_status read_seats(us_line *line, us_arena *arena, us_trace_header *out)
{
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"seats\", an array"));
    while (us_pull_next(&line->pull) == US_PULL_OBJECT) {
        if (out->seats >= US_SEATS_MAX)
            return us_line_fail(line, "found one more seat, expected at most %d", US_SEATS_MAX);
        US_TRY(read_seat(line, arena, out));
    }
    if (line->pull.kind != US_PULL_ARRAY_END)
        return us_pull_reject(&line->pull, line->err, line->file, line->number,
                              "a seat, an object");
    if (out->seats < 1)
        return us_line_fail(line, "found no seat, expected at least one");
    return US_OK;
}

static us_status read_left_out(us_line *line, unsigned *out)
{
    int64_t seat = 0;
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"left_out\", an array of seats"));
    while (!us_line_accept(line, US_PULL_ARRAY_END)) {
        US_TRY(us_line_read_int(line, "a seat", 0, US_SEATS_MAX - 1, &seat));
        *out |= 1u << seat;
    }
    return *out ? US_OK : us_line_fail(line, "found no seat in \"left_out\", expected some");
}

static us_status read_member(us_line *line, enum member member, us_arena *arena,
                             us_trace_header *out)
{
    char text[64];
    int64_t value = 0;
    switch (member) {
    case M_FORMAT:
        US_TRY(us_line_read_text(line, "\"trace\"", text, sizeof(text)));
        return us_text_equal(text, "trace") ? US_OK : us_line_fail(line, "expected \"trace\"");
    case M_VERSION:
        US_TRY(us_line_read_int(line, "the format's version", 0, INT32_MAX, &value));
        if (value != US_TRACE_VERSION)
            return us_line_fail(line, "expected version %d of the format, found %d",
                                US_TRACE_VERSION, (int)value);
        return US_OK;
    case M_MINOR:
        US_TRY(us_line_read_int(line, "\"minor\"", 0, INT32_MAX, &value));
        out->minor = (int)value;
        return US_OK;
    case M_LEFT_OUT:
        return read_left_out(line, &out->left_out);
    case M_DOMAIN:
        return read_text(line, arena, "\"domain\", a name", &out->domain, &out->domain_column);
    case M_DOMAIN_HASH:
        return us_line_read_hash(line, "\"domain_hash\"", &out->domain_hash);
    case M_RULES_HASH:
        return us_line_read_hash(line, "\"rules_hash\"", &out->rules_hash);
    case M_MAP:
        return read_text(line, arena, "\"map\", a name or path", &out->map, &out->map_column);
    case M_MAP_HASH:
        return us_line_read_hash(line, "\"map_hash\"", &out->map_hash);
    case M_SEED:
        return read_seed(line, &out->seed);
    case M_MAX_CYCLES:
        US_TRY(us_line_read_int(line, "\"max_cycles\"", 1, US_CYCLES_LIMIT, &value));
        out->max_cycles = (us_cycle)value;
        return US_OK;
    case M_FOG:
        return read_bool(line, &out->fog);
    case M_FROM:
        return read_text(line, arena, "\"from\", a trace and a cycle", &out->from, NULL);
    case M_SOURCE:
        return read_text(line, arena, "\"source\", what it was converted from", &out->source, NULL);
    default:
        return read_seats(line, arena, out);
    }
}

us_status us_line_read_header(us_line *line, us_arena *arena, us_trace_header *out)
{
    us_trace_header header = {.map = "", .from = "", .source = ""};
    unsigned seen = 0;
    bool more = true;
    US_TRY(
        us_line_expect(line, US_PULL_OBJECT, "a trace's header, {\"understudy\":\"trace\",...}"));
    for (;;) {
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            break;
        /* If the file is no trace at all, the error is about that, not about a member. */
        if (!seen && !us_pull_equal(&line->pull, names[M_FORMAT]))
            return us_line_fail(line,
                                "expected a trace's header, which begins with " US_TRACE_FIRST);
        if (header.minor > US_TRACE_MINOR && us_line_skip_unknown(line, names, MEMBERS))
            continue;
        int member = 0;
        US_TRY(us_line_find_member(line, names, MEMBERS, "a trace's header", &seen, &member));
        US_TRY(read_member(line, (enum member)member, arena, &header));
    }
    for (int member = 0; member < MEMBERS; member++) {
        bool optional =
            member == M_FROM || member == M_SOURCE || member == M_MINOR || member == M_LEFT_OUT;
        if ((seen & (1u << member)) || optional)
            continue;
        if (!header.source[0] || !unknown[member])
            return us_line_fail(line, "expected \"%s\" in the header", names[member]);
        header.unknown |= unknown[member];
    }
    US_TRY(us_line_finish(line));
    if (header.unknown & US_TRACE_NO_LIMIT)
        header.max_cycles = US_CYCLES_LIMIT;
    *out = header;
    return US_OK;
}

void us_trace_header_write(const us_trace_header *header, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_json_write_key_string(&writer, "understudy", "trace");
    us_json_write_key_int(&writer, "version", US_TRACE_VERSION);
    if (header->minor > 0)
        us_json_write_key_int(&writer, "minor", header->minor);
    if (header->source[0])
        us_json_write_key_string(&writer, "source", header->source);
    us_json_write_key_string(&writer, "domain", header->domain);
    if (!(header->unknown & US_TRACE_NO_DOMAIN_HASH))
        us_json_write_key_hash(&writer, "domain_hash", header->domain_hash);
    if (!(header->unknown & US_TRACE_NO_RULES))
        us_json_write_key_hash(&writer, "rules_hash", header->rules_hash);
    if (!(header->unknown & US_TRACE_NO_MAP))
        us_json_write_key_string(&writer, "map", header->map);
    if (!(header->unknown & US_TRACE_NO_MAP_HASH))
        us_json_write_key_hash(&writer, "map_hash", header->map_hash);
    if (!(header->unknown & US_TRACE_NO_SEED))
        us_json_write_key_u64(&writer, "seed", header->seed);
    if (!(header->unknown & US_TRACE_NO_LIMIT))
        us_json_write_key_int(&writer, "max_cycles", header->max_cycles);
    if (!(header->unknown & US_TRACE_NO_FOG))
        us_json_write_key_bool(&writer, "fog", header->fog);
    if (header->from[0])
        us_json_write_key_string(&writer, "from", header->from);
    us_json_write_key(&writer, "seats");
    us_json_write_open(&writer, '[');
    for (int seat = 0; seat < header->seats; seat++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "player", header->seat[seat].player);
        us_json_write_key_string(&writer, "faction", header->seat[seat].faction);
        if (header->seat[seat].since > 0)
            us_json_write_key_int(&writer, "since", header->seat[seat].since);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_close(&writer, '}');
}
