#include "traces/states_format.h"

#include <string.h>

static const char *const plane_names[US_PLANES] = {
    [US_PLANE_TERRAIN] = "terrain", [US_PLANE_AMOUNT] = "amount",     [US_PLANE_TAKEN] = "taken",
    [US_PLANE_SEEN] = "seen",       [US_PLANE_EXPLORED] = "explored",
};

static const char *const table_names[US_STATES_TABLES] = {
    [US_STORED_TYPES] = "types",       [US_STORED_ATTRIBUTES] = "attributes",
    [US_STORED_STATUSES] = "statuses", [US_STORED_ACTIONS] = "actions",
    [US_STORED_TERRAINS] = "terrains", [US_STORED_TALLIES] = "tallies",
    [US_STORED_FACTIONS] = "factions",
};

static int table_count(const us_domain *domain, enum us_states_table table)
{
    switch (table) {
    case US_STORED_TYPES:
        return domain->type_count;
    case US_STORED_ATTRIBUTES:
        return domain->attribute_count;
    case US_STORED_STATUSES:
        return domain->statuses.count;
    case US_STORED_ACTIONS:
        return domain->action_count;
    case US_STORED_TERRAINS:
        return domain->terrain_count;
    case US_STORED_TALLIES:
        return domain->tallies.count;
    default:
        return domain->factions.count;
    }
}

static const char *table_name(const us_domain *domain, enum us_states_table table, int i)
{
    switch (table) {
    case US_STORED_TYPES:
        return domain->type[i].name;
    case US_STORED_ATTRIBUTES:
        return domain->attribute[i].name;
    case US_STORED_STATUSES:
        return domain->statuses.name[i];
    case US_STORED_ACTIONS:
        return domain->action[i].name;
    case US_STORED_TERRAINS:
        return domain->terrain[i].name;
    case US_STORED_TALLIES:
        return domain->tallies.name[i];
    default:
        return domain->factions.name[i];
    }
}

static int table_index(const us_domain *domain, enum us_states_table table, const char *name)
{
    switch (table) {
    case US_STORED_TYPES:
        return us_domain_find_type(domain, name);
    case US_STORED_ATTRIBUTES:
        return us_domain_find_attribute(domain, name);
    case US_STORED_STATUSES:
        return us_domain_find_status(domain, name);
    case US_STORED_ACTIONS:
        return us_domain_find_action(domain, name);
    case US_STORED_TERRAINS:
        return us_domain_find_terrain(domain, name);
    case US_STORED_TALLIES:
        return us_domain_find_tally(domain, name);
    default:
        return us_domain_find_faction(domain, name);
    }
}

static us_hash hash_text(us_hash hash, const char *text)
{
    return us_hash_add_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

us_hash us_states_hash_game(const us_trace_header *trace)
{
    us_str limit;
    us_str_init(&limit);
    us_str_addf(&limit, "%d", trace->unknown & US_TRACE_NO_LIMIT ? 0 : (int)trace->max_cycles);
    us_hash hash = hash_text(US_HASH_START, limit.text);
    hash = hash_text(hash, trace->source);
    hash = hash_text(hash, trace->from);
    for (int seat = 0; seat < trace->seats; seat++) {
        hash = hash_text(hash, trace->seat[seat].player);
        hash = hash_text(hash, trace->seat[seat].faction);
    }
    us_str_clear(&limit);
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
    static const char ending[] = ".jsonl";
    size_t length = strlen(trace), tail = sizeof(ending) - 1;
    bool usual = length > tail && us_text_equal(trace + length - tail, ending);
    us_str_add_bytes(out, trace, usual ? length - tail : length);
    us_str_add(out, usual ? ".states" : ".states.zst");
}

/* ---- writing */

void us_states_write_header(const us_states_header *header, const us_domain *domain, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_json_write_key_string(&writer, "understudy", "states");
    us_json_write_key_int(&writer, "version", US_STATES_VERSION);
    us_json_write_key_string(&writer, "domain", header->domain);
    us_json_write_key_hash(&writer, "domain_hash", header->domain_hash);
    us_json_write_key_hash(&writer, "rules_hash", header->rules_hash);
    us_json_write_key_hash(&writer, "map_hash", header->map_hash);
    us_json_write_key_u64(&writer, "seed", header->seed);
    if (header->game)
        us_json_write_key_hash(&writer, "game", header->game);
    us_json_write_key_int(&writer, "width", header->width);
    us_json_write_key_int(&writer, "height", header->height);
    us_json_write_key_int(&writer, "seats", header->seats);
    us_json_write_key(&writer, "planes");
    us_json_write_open(&writer, '[');
    for (int p = 0; p < US_PLANES; p++)
        if (header->planes >> p & 1)
            us_json_write_string(&writer, plane_names[p]);
    us_json_write_close(&writer, ']');
    for (int t = 0; t < US_STATES_TABLES; t++) {
        us_json_write_key(&writer, table_names[t]);
        us_json_write_open(&writer, '[');
        for (int i = 0; i < table_count(domain, (enum us_states_table)t); i++)
            us_json_write_string(&writer, table_name(domain, (enum us_states_table)t, i));
        us_json_write_close(&writer, ']');
    }
    us_json_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}

/* ---- reading */

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
    M_TABLES, /* this and the following ones: by us_states_table */
    MEMBERS = M_TABLES + US_STATES_TABLES,
};

static const char *const names[M_TABLES] = {
    "understudy", "version", "domain", "domain_hash", "rules_hash", "map_hash",
    "seed",       "game",    "width",  "height",      "seats",      "planes",
};

static const char *member_name(int member)
{
    return member < M_TABLES ? names[member] : table_names[member - M_TABLES];
}

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

static us_status read_table(reading *r, enum us_states_table table)
{
    char text[128];
    bool more = true;
    us_states_names *out = &r->names[table];
    US_TRY(us_line_expect(r->line, US_PULL_ARRAY, "an array of names"));
    out->index = US_ARENA_ARRAY(r->arena, int16_t, table_count(r->domain, table) + 1);
    for (;;) {
        US_TRY(next_text(r->line, "a name", text, sizeof(text), &more));
        if (!more)
            return US_OK;
        int index = table_index(r->domain, table, text);
        if (index < 0 || out->count >= table_count(r->domain, table))
            return us_line_fail(r->line, "stored with \"%s\" among the %s, which domain \"%s\" %s",
                                text, table_names[table], r->domain->name,
                                index < 0 ? "does not know" : "has only once");
        out->index[out->count++] = (int16_t)index;
    }
}

static us_status read_size(us_line *line, const char *what, int64_t high, int *out)
{
    int64_t value = 0;
    US_TRY(us_line_read_int(line, what, 1, high, &value));
    *out = (int)value;
    return US_OK;
}

static us_status read_member(reading *r, int member)
{
    us_line *line = r->line;
    char text[128];
    int value = 0;
    switch (member) {
    case M_FORMAT:
        US_TRY(us_line_read_text(line, "\"states\"", text, sizeof(text)));
        return us_text_equal(text, "states") ? US_OK : us_line_fail(line, "expected \"states\"");
    case M_VERSION:
        US_TRY(read_size(line, "the format's version", INT32_MAX, &value));
        return value == US_STATES_VERSION
                   ? US_OK
                   : us_line_fail(line, "expected version %d of stored states, found %d",
                                  US_STATES_VERSION, value);
    case M_DOMAIN:
        US_TRY(us_line_read_text(line, "\"domain\", a name", text, sizeof(text)));
        if (!us_text_equal(text, r->domain->name))
            return us_error_set(line->err, US_MISMATCH, line->file, 0, 0,
                                "states of domain \"%s\", not \"%s\"", text, r->domain->name);
        r->header.domain = us_arena_strndup(r->arena, text, strlen(text));
        return US_OK;
    case M_DOMAIN_HASH:
        return us_line_read_hash(line, "\"domain_hash\"", &r->header.domain_hash);
    case M_RULES_HASH:
        return us_line_read_hash(line, "\"rules_hash\"", &r->header.rules_hash);
    case M_MAP_HASH:
        return us_line_read_hash(line, "\"map_hash\"", &r->header.map_hash);
    case M_SEED:
        US_TRY(us_line_read_text(line, "\"seed\", a number as a string", text, sizeof(text)));
        return us_text_to_u64(text, &r->header.seed)
                   ? US_OK
                   : us_line_fail(line, "expected \"seed\", a whole number as a string");
    case M_GAME:
        return us_line_read_hash(line, "\"game\"", &r->header.game);
    case M_WIDTH:
        return read_size(line, "\"width\"", INT16_MAX, &r->header.width);
    case M_HEIGHT:
        return read_size(line, "\"height\"", INT16_MAX, &r->header.height);
    case M_SEATS:
        return read_size(line, "\"seats\"", US_SEATS_MAX, &r->header.seats);
    case M_PLANES:
        return read_planes(r);
    default:
        return read_table(r, (enum us_states_table)(member - M_TABLES));
    }
}

static us_status read_header(reading *r)
{
    us_line *line = r->line;
    const char *all[MEMBERS];
    unsigned seen = 0;
    bool more = true;
    for (int member = 0; member < MEMBERS; member++)
        all[member] = member_name(member);
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "the header of stored states"));
    for (;;) {
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            break;
        int member = 0;
        US_TRY(
            us_line_find_member(line, all, MEMBERS, "the header of stored states", &seen, &member));
        US_TRY(read_member(r, member));
    }
    for (int member = 0; member < MEMBERS; member++)
        if (!(seen & (1u << member)) && member != M_GAME)
            return us_line_fail(line, "expected \"%s\" in the header", member_name(member));
    if (r->header.width * r->header.height > US_STATES_CELLS_MAX)
        return us_line_fail(line, "expected at most %d cells", (int)US_STATES_CELLS_MAX);
    return us_line_finish(line);
}

us_status us_states_read_header(const char *file, const char *text, size_t length,
                                const us_domain *domain, us_arena *arena, us_states_header *out,
                                us_states_names tables[US_STATES_TABLES], us_error *err)
{
    us_str scratch;
    us_str_init(&scratch);
    us_line line = {file, 1, {0}, &scratch, err};
    reading r = {.line = &line, .domain = domain, .arena = arena, .names = tables};
    us_pull_init(&line.pull, text, length);
    us_status status = read_header(&r);
    us_str_clear(&scratch);
    if (status == US_OK)
        *out = r.header;
    return status;
}
