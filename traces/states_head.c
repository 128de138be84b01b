#include "traces/states_format.h"

#include <string.h>

#include "base/fields.h"

static const char *const plane_names[US_PLANES] = {
    [US_PLANE_TERRAIN] = "terrain", [US_PLANE_AMOUNT] = "amount",     [US_PLANE_TAKEN] = "taken",
    [US_PLANE_SEEN] = "seen",       [US_PLANE_EXPLORED] = "explored",
};

static us_hash hash_text(us_hash hash, const char *text)
{
    return us_hash_add_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

us_hash us_states_hash_game(const us_trace_header *trace)
{
    US_AUTOSTR(limit);
    us_str_addf(&limit, "%d", trace->unknown & US_TRACE_NO_LIMIT ? 0 : (int)trace->max_cycles);
    us_hash hash = hash_text(US_HASH_START, limit.text);
    hash = hash_text(hash, trace->source);
    hash = hash_text(hash, trace->from);
    for (int seat = 0; seat < trace->seats; seat++) {
        hash = hash_text(hash, trace->seat[seat].player);
        hash = hash_text(hash, trace->seat[seat].faction);
    }
    return hash;
}

us_states_header us_states_header_from_trace(const us_trace_header *trace, const us_world *world)
{
    us_states_header header = {
        .domain = trace->domain,
        .domain_hash = trace->domain_hash,
        .rules_hash = trace->rules_hash,
        .map_hash = trace->map_hash,
        .seed = trace->seed,
        .width = world->width,
        .height = world->height,
        .seats = world->seats,
        .game = us_states_hash_game(trace),
    };
    for (int p = 0; p < US_PLANES; p++)
        header.planes |= world->plane[p] ? 1u << p : 0;
    return header;
}

void us_states_path(const char *trace, us_str *out)
{
    us_str_add(out, us_trace_add_stem(trace, out) ? ".states" : ".states.zst");
}

/* ---- writing */

enum member {
    M_FORMAT, /* "understudy" */
    M_VERSION,
    M_DOMAIN,
    M_DOMAIN_HASH,
    M_RULES_HASH,
    M_MAP_HASH,
    M_SEED,
    M_GAME,
    M_WIDTH,
    M_HEIGHT,
    M_SEATS,
    M_PLANES,
    M_TABLES, /* this and the following ones: by us_word_kind */
    MEMBERS = M_TABLES + US_STATES_TABLES,
};

#define AT(member) offsetof(us_states_header, member)
static const us_field fields[MEMBERS] = {
    {"understudy", US_FIELD_OTHER},
    {"version", US_FIELD_OTHER},
    {"domain", US_FIELD_TEXT, AT(domain), .high = 127, .said = "\"domain\", a name"},
    {"domain_hash", US_FIELD_HASH, AT(domain_hash), .said = "\"domain_hash\""},
    {"rules_hash", US_FIELD_HASH, AT(rules_hash), .said = "\"rules_hash\""},
    {"map_hash", US_FIELD_HASH, AT(map_hash), .said = "\"map_hash\""},
    {"seed", US_FIELD_U64, AT(seed)},
    {"game", US_FIELD_HASH, AT(game), true, .said = "\"game\""},
    {"width", US_FIELD_INT32, AT(width), .low = 1, .high = INT16_MAX, .said = "\"width\""},
    {"height", US_FIELD_INT32, AT(height), .low = 1, .high = INT16_MAX, .said = "\"height\""},
    {"seats", US_FIELD_INT32, AT(seats), .low = 1, .high = US_SEATS_MAX, .said = "\"seats\""},
    {"planes", US_FIELD_OTHER},
    {"types", US_FIELD_OTHER},
    {"attributes", US_FIELD_OTHER},
    {"statuses", US_FIELD_OTHER},
    {"actions", US_FIELD_OTHER},
    {"terrains", US_FIELD_OTHER},
    {"tallies", US_FIELD_OTHER},
    {"factions", US_FIELD_OTHER},
};

void us_states_write_header(const us_states_header *header, const us_domain *domain, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "understudy", "states");
    us_json_write_key_int(&writer, "version", US_STATES_VERSION);
    us_fields_write(&fields[M_DOMAIN], M_PLANES - M_DOMAIN, header, &writer);
    us_json_write_key_open(&writer, "planes", '[');
    for (int p = 0; p < US_PLANES; p++)
        if (header->planes >> p & 1)
            us_json_write_string(&writer, plane_names[p]);
    us_json_write_close(&writer, ']');
    for (int t = 0; t < US_STATES_TABLES; t++) {
        us_json_write_key_open(&writer, fields[M_TABLES + t].name, '[');
        for (int i = 0; i < us_word_count(domain, (us_word_kind)t); i++)
            us_json_write_string(&writer, us_word_name(domain, (us_word_kind)t, i));
        us_json_write_close(&writer, ']');
    }
    us_json_writer_end(&writer, '}');
}

/* ---- reading */

typedef struct reading {
    us_line *line;
    const us_domain *domain;
    us_arena *arena;
    us_states_header header;
    us_states_names *names;
} reading;

/* Reads the next text of an open array; *more false: the array has ended. */
static us_status next_text(us_line *line, const char *what, char *out, size_t size, bool *more)
{
    *more = !us_line_accept(line, US_PULL_ARRAY_END);
    return *more ? us_line_read_text(line, what, out, size) : US_OK;
}

static us_status read_planes(reading *r)
{
    char text[32];
    bool more = true;
    US_TRY(us_line_expect(r->line, US_PULL_ARRAY, "\"planes\", an array"));
    for (;;) {
        US_TRY(next_text(r->line, "a plane's name", text, sizeof(text), &more));
        if (!more)
            return US_OK;
        int plane = 0;
        while (plane < US_PLANES && !us_text_equal(text, plane_names[plane]))
            plane++;
        if (plane == US_PLANES)
            return us_line_fail(r->line, "no plane \"%s\" is known", text);
        r->header.planes |= 1u << plane;
    }
}

static us_status read_table(reading *r, us_word_kind table)
{
    char text[128];
    bool more = true;
    us_states_names *out = &r->names[table];
    US_TRY(us_line_expect(r->line, US_PULL_ARRAY, "an array of names"));
    out->index = US_ARENA_ARRAY(r->arena, int16_t, us_word_count(r->domain, table) + 1);
    for (;;) {
        US_TRY(next_text(r->line, "a name", text, sizeof(text), &more));
        if (!more)
            return US_OK;
        int index = us_word_find(r->domain, table, text);
        if (index < 0 || out->count >= us_word_count(r->domain, table))
            return us_line_fail(r->line, "stored with \"%s\" among the %s, which domain \"%s\" %s",
                                text, fields[M_TABLES + table].name, r->domain->name,
                                index < 0 ? "does not know" : "has only once");
        out->index[out->count++] = (int16_t)index;
    }
}

static us_status read_member(reading *r, int member)
{
    us_line *line = r->line;
    char text[128];
    int64_t value = 0;
    switch (member) {
    case M_FORMAT:
        US_TRY(us_line_read_text(line, "\"states\"", text, sizeof(text)));
        return us_text_equal(text, "states") ? US_OK : us_line_fail(line, "expected \"states\"");
    case M_VERSION:
        US_TRY(us_line_read_int(line, "the format's version", 1, INT32_MAX, &value));
        return value == US_STATES_VERSION
                   ? US_OK
                   : us_line_fail(line, "expected version %d of stored states, found %d",
                                  US_STATES_VERSION, (int)value);
    case M_SEED:
        US_TRY(us_line_read_text(line, "\"seed\", a number as a string", text, sizeof(text)));
        return us_text_to_u64(text, &r->header.seed)
                   ? US_OK
                   : us_line_fail(line, "expected \"seed\", a whole number as a string");
    case M_PLANES:
        return read_planes(r);
    default:
        if (member >= M_TABLES)
            return read_table(r, (us_word_kind)(member - M_TABLES));
        US_TRY(us_field_read(line, &fields[member], r->arena, &r->header));
        if (member == M_DOMAIN && !us_text_equal(r->header.domain, r->domain->name))
            return us_error_set(line->err, US_MISMATCH, line->file, 0, 0,
                                "states of domain \"%s\", not \"%s\"", r->header.domain,
                                r->domain->name);
        return US_OK;
    }
}

static us_status read_header(reading *r)
{
    us_line *line = r->line;
    unsigned seen = 0;
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "the header of stored states"));
    for (;;) {
        int member;
        US_TRY(us_fields_next(line, fields, MEMBERS, "the header of stored states", false, &seen,
                              &member));
        if (member < 0)
            break;
        US_TRY(read_member(r, member));
    }
    for (int member = 0; member < MEMBERS; member++)
        if (!(seen & (1u << member)) && !fields[member].optional)
            return us_line_fail(line, "expected \"%s\" in the header", fields[member].name);
    if (r->header.width * r->header.height > US_STATES_CELLS_MAX)
        return us_line_fail(line, "expected at most %d cells", (int)US_STATES_CELLS_MAX);
    return us_line_finish(line);
}

us_status us_states_read_header(const char *file, const char *text, size_t length,
                                const us_domain *domain, us_arena *arena, us_states_header *out,
                                us_states_names tables[US_STATES_TABLES], us_error *err)
{
    US_AUTOSTR(scratch);
    us_line line = {file, 1, {0}, &scratch, err};
    reading r = {.line = &line, .domain = domain, .arena = arena, .names = tables};
    us_pull_init(&line.pull, text, length);
    us_status status = read_header(&r);
    if (status == US_OK)
        *out = r.header;
    return status;
}
