#include "traces/lines.h"

#include <string.h>

#include "base/fields.h"

enum member {
    M_FORMAT, /* "understudy" */
    M_VERSION,
    M_MINOR,
    M_DOMAIN,
    M_DOMAIN_HASH,
    M_BASICS, /* this and the following ones: by us_domain_part */
    M_TERRAINS,
    M_TYPES,
    M_ACTIONS,
    M_FEATURES_HASH,
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

enum { TEXT_MOST = US_TRACE_TEXT_MAX - 1 };
#define AT(member) offsetof(us_trace_header, member)
#define PART(part) AT(domain_part[US_DOMAIN_##part])

static const us_field fields[MEMBERS] = {
    {"understudy", US_FIELD_OTHER},
    {"version", US_FIELD_OTHER},
    {"minor", US_FIELD_INT32, AT(minor), true, .high = INT32_MAX, .said = "\"minor\""},
    {"domain", US_FIELD_TEXT, AT(domain), .high = TEXT_MOST, .said = "\"domain\", a name"},
    {"domain_hash", US_FIELD_HASH, AT(domain_hash), .said = "\"domain_hash\""},
    {"basics_hash", US_FIELD_HASH, PART(BASICS), true, .said = "\"basics_hash\""},
    {"terrains_hash", US_FIELD_HASH, PART(TERRAINS), true, .said = "\"terrains_hash\""},
    {"types_hash", US_FIELD_HASH, PART(TYPES), true, .said = "\"types_hash\""},
    {"actions_hash", US_FIELD_HASH, PART(ACTIONS), true, .said = "\"actions_hash\""},
    {"features_hash", US_FIELD_HASH, AT(features_hash), true, .said = "\"features_hash\""},
    {"rules_hash", US_FIELD_HASH, AT(rules_hash), .said = "\"rules_hash\""},
    {"map", US_FIELD_TEXT, AT(map), .high = TEXT_MOST, .said = "\"map\", a name or path"},
    {"map_hash", US_FIELD_HASH, AT(map_hash), .said = "\"map_hash\""},
    {"seed", US_FIELD_U64, AT(seed)},
    {"max_cycles", US_FIELD_INT32, AT(max_cycles), .low = 1, .high = US_CYCLES_LIMIT,
     .said = "\"max_cycles\""},
    {"fog", US_FIELD_BOOL, AT(fog)},
    {"from", US_FIELD_TEXT, AT(from), true, .high = TEXT_MOST,
     .said = "\"from\", a trace and a cycle"},
    {"left_out", US_FIELD_OTHER, .optional = true},
    {"source", US_FIELD_TEXT, AT(source), true, .high = TEXT_MOST,
     .said = "\"source\", what it was converted from"},
    {"seats", US_FIELD_OTHER},
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

enum { S_PLAYER, S_FACTION, S_SINCE };
static const us_field seat_fields[] = {
    {"player", US_FIELD_TEXT, offsetof(us_trace_seat, player), .high = TEXT_MOST,
     .said = "a player, a string"},
    {"faction", US_FIELD_TEXT, offsetof(us_trace_seat, faction), .high = TEXT_MOST,
     .said = "a faction, a string"},
    {"since", US_FIELD_INT32, offsetof(us_trace_seat, since), true, .low = 1,
     .high = US_CYCLES_LIMIT, .said = "\"since\", a cycle"},
};

static us_status read_seed(us_line *line, uint64_t *out)
{
    char text[32];
    US_TRY(us_line_read_text(line, "\"seed\", a number as a string", text, sizeof(text)));
    if (!us_text_to_u64(text, out))
        return us_line_fail(line, "expected \"seed\", a whole number below 2^64 as a string");
    return US_OK;
}

static us_status read_seat(us_line *line, us_arena *arena, us_trace_header *out)
{
    us_trace_seat *seat = &out->seat[out->seats];
    int known = out->minor < 2 ? S_SINCE : US_COUNT(seat_fields), member;
    unsigned seen = 0;
    for (;;) {
        US_TRY(us_fields_next(line, seat_fields, known, "a seat", out->minor > US_TRACE_MINOR,
                              &seen, &member));
        if (member < 0)
            break;
        US_TRY(us_field_read(line, &seat_fields[member], arena, seat));
        if (member == S_FACTION)
            out->faction_column[out->seats] = us_pull_column(&line->pull);
    }
    if (!seat->player || !seat->faction)
        return us_line_fail(line, "expected \"player\" and \"faction\" of a seat");
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
        return us_line_reject(line, "a seat, an object");
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
    case M_LEFT_OUT:
        return read_left_out(line, &out->left_out);
    case M_SEED:
        return read_seed(line, &out->seed);
    case M_SEATS:
        return read_seats(line, arena, out);
    default:
        US_TRY(us_field_read(line, &fields[member], arena, out));
        if (member == M_DOMAIN)
            out->domain_column = us_pull_column(&line->pull);
        else if (member == M_MAP)
            out->map_column = us_pull_column(&line->pull);
        return US_OK;
    }
}

us_status us_line_read_header(us_line *line, us_arena *arena, us_trace_header *out)
{
    us_trace_header header = {.map = "", .from = "", .source = ""};
    us_line before = *line;
    unsigned seen = 0;
    US_TRY(
        us_line_expect(line, US_PULL_OBJECT, "a trace's header, {\"understudy\":\"trace\",...}"));
    /* If the file is no trace at all, the error is about that, not about a member. */
    before.pull = line->pull;
    if (us_pull_next(&before.pull) == US_PULL_KEY &&
        !us_pull_equal(&before.pull, fields[M_FORMAT].name))
        return us_line_fail(&before,
                            "expected a trace's header, which begins with " US_TRACE_FIRST);
    for (;;) {
        int member;
        US_TRY(us_fields_next(line, fields, MEMBERS, "a trace's header",
                              header.minor > US_TRACE_MINOR, &seen, &member));
        if (member < 0)
            break;
        US_TRY(read_member(line, (enum member)member, arena, &header));
    }
    for (int member = 0; member < MEMBERS; member++) {
        if ((seen & (1u << member)) || fields[member].optional)
            continue;
        if (!header.source[0] || !unknown[member])
            return us_line_fail(line, "expected \"%s\" in the header", fields[member].name);
        header.unknown |= unknown[member];
    }
    US_TRY(us_line_finish(line));
    if (header.unknown & US_TRACE_NO_LIMIT)
        header.max_cycles = US_CYCLES_LIMIT;
    *out = header;
    return US_OK;
}

void us_trace_header_set_domain(us_trace_header *header, const us_domain *domain)
{
    header->domain = domain->name;
    header->domain_hash = domain->hash;
    header->features_hash = domain->features_hash;
    memcpy(header->domain_part, domain->part, sizeof header->domain_part);
}

void us_trace_header_write(const us_trace_header *header, us_str *out)
{
    static const uint8_t order[] = {M_MINOR,         M_SOURCE,     M_DOMAIN, M_DOMAIN_HASH,
                                    M_BASICS,        M_TERRAINS,   M_TYPES,  M_ACTIONS,
                                    M_FEATURES_HASH, M_RULES_HASH, M_MAP,    M_MAP_HASH,
                                    M_SEED,          M_MAX_CYCLES, M_FOG,    M_FROM};
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "understudy", "trace");
    us_json_write_key_int(&writer, "version", US_TRACE_VERSION);
    for (int i = 0; i < US_COUNT(order); i++) {
        bool empty = (order[i] == M_SOURCE && !header->source[0]) ||
                     (order[i] == M_FROM && !header->from[0]);
        if (!empty && !(header->unknown & unknown[order[i]]))
            us_fields_write(&fields[order[i]], 1, header, &writer);
    }
    us_json_write_key_open(&writer, "seats", '[');
    for (int seat = 0; seat < header->seats; seat++) {
        us_json_write_open(&writer, '{');
        us_fields_write(seat_fields, US_COUNT(seat_fields), &header->seat[seat], &writer);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_close(&writer, '}');
}

bool us_trace_add_stem(const char *trace, us_str *out)
{
    static const char ending[] = ".jsonl";
    size_t length = strlen(trace), stem = length - (sizeof(ending) - 1);
    bool usual = length >= sizeof(ending) && us_text_equal(trace + stem, ending);
    us_str_add_bytes(out, trace, usual ? stem : length);
    return usual;
}

void us_trace_end_write(const us_outcome *outcome, us_cycle cycles, us_json_writer *writer)
{
    bool win = outcome->kind == US_OUTCOME_WIN;
    us_json_write_key_string(writer, "end", win ? "win" : "draw");
    us_json_write_key(writer, "winner");
    if (win)
        us_json_write_int(writer, outcome->winner);
    else
        us_json_write_null(writer);
    us_json_write_key_string(writer, "reason", outcome->reason);
    us_json_write_key_int(writer, "cycles", cycles);
}
