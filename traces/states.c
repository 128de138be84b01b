#include "traces/states_format.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/fields.h"
#include "base/file.h"
#include "base/sort.h"

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
    M_TABLES, /* this and the following ones: by us_table_kind */
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

static void add_header(const us_states_header *header, const us_domain *domain, us_str *out)
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
        for (int i = 0; i < us_table_count(domain, (us_table_kind)t); i++)
            us_json_write_string(&writer, us_table_name(domain, (us_table_kind)t, i));
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

static us_status read_table(reading *r, us_table_kind table)
{
    char text[128];
    bool more = true;
    us_states_names *out = &r->names[table];
    US_TRY(us_line_expect(r->line, US_PULL_ARRAY, "an array of names"));
    out->index = US_ARENA_ARRAY(r->arena, int16_t, us_table_count(r->domain, table) + 1);
    for (;;) {
        US_TRY(next_text(r->line, "a name", text, sizeof(text), &more));
        if (!more)
            return US_OK;
        int index = us_table_find(r->domain, table, text);
        if (index < 0 || out->count >= us_table_count(r->domain, table))
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
            return read_table(r, (us_table_kind)(member - M_TABLES));
        US_TRY(us_field_read(line, &fields[member], r->arena, &r->header));
        if (member == M_DOMAIN && !us_text_equal(r->header.domain, r->domain->name))
            return us_error_set(line->err, US_MISMATCH, line->file, 0, 0,
                                "states of domain \"%s\", not \"%s\"", r->header.domain,
                                r->domain->name);
        return US_OK;
    }
}

static us_status read_head_members(reading *r)
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

/* Fills the tables. Texts and tables lie in the arena. */
static us_status parse_header(const char *file, const char *text, size_t length,
                              const us_domain *domain, us_arena *arena, us_states_header *out,
                              us_states_names tables[US_STATES_TABLES], us_error *err)
{
    US_AUTOSTR(scratch);
    us_line line = {file, 1, {0}, &scratch, err};
    reading r = {.line = &line, .domain = domain, .arena = arena, .names = tables};
    us_pull_init(&line.pull, text, length);
    us_status status = read_head_members(&r);
    if (status == US_OK)
        *out = r.header;
    return status;
}

/* ---- writing states */

/* Higher levels take several times as long for a few percent. */
enum { LEVEL = 6 };

struct us_states_writer {
    int fd;
    char *path;
    us_packer packer;
    us_str raw; /* states of the present frame */
    us_states_frame frame;
    us_str index; /* entries of all frames so far */
    uint32_t frames;
    uint64_t length; /* of the file */
    ZSTD_CCtx *zstd;
    us_cycle every, last;
    us_status status;
    us_error error;
};

static void put64(us_str *out, uint64_t value)
{
    us_states_write_u32(out, (uint32_t)value);
    us_states_write_u32(out, (uint32_t)(value >> 32));
}

static void fail_writing(us_states_writer *writer)
{
    writer->status =
        us_error_set_system(&writer->error, US_FAILED, writer->path, errno, "cannot write");
}

/* Writes at once, so that a killed program leaves as little of a frame as possible. */
static void write_all(us_states_writer *writer, const us_str *bytes)
{
    size_t done = 0;
    while (writer->status == US_OK && done < bytes->length) {
        ssize_t wrote = write(writer->fd, bytes->text + done, bytes->length - done);
        if (wrote >= 0)
            done += (size_t)wrote;
        else if (errno != EINTR)
            fail_writing(writer);
    }
    writer->length += bytes->length;
}

static void flush(us_states_writer *writer)
{
    us_states_frame *frame = &writer->frame;
    if (writer->status != US_OK || frame->states == 0)
        return;
    US_AUTOSTR(out);
    size_t bound = ZSTD_compressBound(writer->raw.length);
    US_AUTOFREE char *packed = us_mem_alloc(bound);
    size_t size = ZSTD_compress2(writer->zstd, packed, bound, writer->raw.text, writer->raw.length);
    if (ZSTD_isError(size)) /* packed has room */
        us_mem_fail("cannot compress states");
    us_states_write_u32(&out, US_STATES_MAGIC_HEAD);
    us_states_write_u32(&out, US_STATES_HEAD);
    us_states_write_u32(&out, frame->states);
    us_states_write_u32(&out, (uint32_t)frame->first);
    us_states_write_u32(&out, (uint32_t)frame->last);
    us_states_write_u32(&out, (uint32_t)writer->raw.length);
    us_states_write_u32(&out, (uint32_t)size);
    us_str_add_bytes(&out, packed, size);
    put64(&writer->index, writer->length);
    us_states_write_u32(&writer->index, frame->states);
    us_states_write_u32(&writer->index, (uint32_t)frame->first);
    us_states_write_u32(&writer->index, (uint32_t)frame->last);
    writer->frames++;
    write_all(writer, &out);
    us_str_reset(&writer->raw);
    *frame = (us_states_frame){0};
    us_packer_restart(&writer->packer);
}

void us_states_writer_add(us_states_writer *writer, const us_world *world)
{
    if (writer->status != US_OK || world->now <= writer->last)
        return;
    size_t before = writer->raw.length;
    us_error err;
    if (us_packer_add(&writer->packer, world, &writer->raw, &err) != US_OK) {
        writer->status = us_error_set(&writer->error, US_FAILED, writer->path, 0, 0,
                                      "cannot store: %s", err.text);
        return;
    }
    us_states_frame *frame = &writer->frame;
    if (writer->raw.length - before > US_STATES_RAW_MAX - US_STATES_FLUSH) {
        writer->status =
            us_error_set(&writer->error, US_FAILED, writer->path, 0, 0,
                         "cannot store: the state of cycle %d is too large", (int)world->now);
        return;
    }
    if (frame->states++ == 0)
        frame->first = world->now;
    frame->last = writer->last = world->now;
    if (frame->states == US_STATES_FRAME || writer->raw.length > US_STATES_FLUSH)
        flush(writer);
}

/* ---- the observer */

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_states_writer *writer = context;
    if (now % writer->every == 0)
        us_states_writer_add(writer, us_game_world(game, US_NEUTRAL));
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    (void)outcome;
    us_states_writer_add(context, us_game_world(game, US_NEUTRAL));
}

us_observer us_states_writer_observer(us_states_writer *writer, us_cycle every)
{
    writer->every = every;
    return (us_observer){.context = writer, .cycle = every > 0 ? on_cycle : NULL, .over = on_over};
}

/* ---- life */

static void write_header(us_states_writer *writer, const us_states_header *header,
                         const us_domain *domain)
{
    US_AUTOSTR(text);
    US_AUTOSTR(out);
    add_header(header, domain, &text);
    us_assert(text.length + US_STATES_CHECK <= US_STATES_HEADER_MAX);
    us_states_write_u32(&out, US_STATES_MAGIC_HEADER);
    us_states_write_u32(&out, (uint32_t)text.length + US_STATES_CHECK);
    us_str_add_bytes(&out, text.text, text.length);
    put64(&out, us_hash_add_bytes(US_HASH_START, text.text, text.length));
    write_all(writer, &out);
}

us_status us_states_writer_open(const char *path, const us_states_header *header,
                                const us_domain *domain, us_states_writer **out, us_error *err)
{
    if ((int64_t)header->width * header->height > US_STATES_CELLS_MAX)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot store states of more than %d cells", (int)US_STATES_CELLS_MAX);
    int fd = us_file_create(path);
    if (fd < 0)
        return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write states there");
    us_states_writer *writer = US_NEW(us_states_writer);
    writer->fd = fd;
    writer->path = us_mem_strdup(path);
    writer->last = -1;
    us_str_init(&writer->raw);
    us_str_init(&writer->index);
    us_packer_init(&writer->packer, domain, header->width, header->height, header->seats,
                   header->planes);
    writer->zstd = ZSTD_createCCtx();
    if (!writer->zstd)
        us_mem_fail("cannot compress states");
    ZSTD_CCtx_setParameter(writer->zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(writer->zstd, ZSTD_c_checksumFlag, 1);
    write_header(writer, header, domain);
    if (writer->status != US_OK) {
        unlink(path);
        return us_states_writer_close(writer, err);
    }
    *out = writer;
    return US_OK;
}

us_status us_states_writer_rename(us_states_writer *writer, const char *path, us_error *err)
{
    US_TRY(us_file_rename_exclusive(writer->path, path, err));
    us_mem_free(writer->path);
    writer->path = us_mem_strdup(path);
    return US_OK;
}

void us_states_writer_discard(us_states_writer *writer)
{
    unlink(writer->path);
    us_states_writer_close(writer, NULL);
}

us_status us_states_writer_status(const us_states_writer *writer, us_error *err)
{
    return writer->status == US_OK ? US_OK : us_error_copy(&writer->error, err);
}

static void write_index(us_states_writer *writer)
{
    US_AUTOSTR(out);
    us_states_write_u32(&out, US_STATES_MAGIC_INDEX);
    us_states_write_u32(&out, (uint32_t)writer->index.length + US_STATES_END);
    us_str_add_bytes(&out, writer->index.text, writer->index.length);
    us_states_write_u32(&out, writer->frames);
    us_states_write_u32(&out, US_STATES_MAGIC_END);
    write_all(writer, &out);
}

us_status us_states_writer_close(us_states_writer *writer, us_error *err)
{
    if (!writer)
        return US_OK;
    flush(writer);
    write_index(writer);
    if (close(writer->fd) != 0 && writer->status == US_OK)
        fail_writing(writer);
    us_status status = us_states_writer_status(writer, err);
    us_packer_clear(&writer->packer);
    us_str_clear(&writer->raw);
    us_str_clear(&writer->index);
    ZSTD_freeCCtx(writer->zstd);
    us_mem_free(writer->path);
    us_mem_free(writer);
    return status;
}

/* ---- reading states */

struct us_states {
    int fd; /* -1: bytes */
    char *file;
    const char *bytes;
    uint64_t length;
    us_arena *arena;
    us_states_header header;
    us_states_names names[US_STATES_TABLES];
    us_states_frame *frame;
    int frames, capacity;
    bool cut;
    us_unpacker unpacker;
    ZSTD_DCtx *zstd;
    char *packed; /* a frame's packed bytes; grows */
    uint8_t *raw; /* of frame[at]; grows */
    size_t packed_size, raw_size;
    int at;         /* the frame being read; -1: none */
    bool sound;     /* its states so far, and raw, are undamaged */
    uint32_t given; /* states of it that were returned */
    const uint8_t *next, *end;
};

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t get64(const uint8_t *at)
{
    return get32(at) | (uint64_t)get32(at + 4) << 32;
}

static us_status fail_system(const us_states *states, const char *what, us_error *err)
{
    return us_error_set_system(err, US_BAD_INPUT, states->file, errno, "%s", what);
}

/* Reads exactly these bytes, which must lie in the file. */
static us_status read_at(us_states *states, uint64_t offset, void *out, size_t size, us_error *err)
{
    us_assert(offset <= states->length && size <= states->length - offset);
    if (states->fd < 0) {
        if (size > 0)
            memcpy(out, states->bytes + offset, size);
        return US_OK;
    }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(states->fd, (char *)out + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_system(states, "cannot read", err);
        if (got == 0)
            return us_error_set(err, US_BAD_INPUT, states->file, 0, 0,
                                "the file got shorter meanwhile");
        done += (size_t)got;
    }
    return US_OK;
}

/* ---- the frames */

static void add_frame(us_states *states, const us_states_frame *frame)
{
    states->frame =
        us_array_grow(states->frame, states->frames, &states->capacity, sizeof(*states->frame));
    states->frame[states->frames++] = *frame;
}

/* Reads the head of the frame at offset. *found false: no whole, valid frame that is later than
 * `after`. */
static us_status read_head(us_states *states, uint64_t offset, us_cycle after, us_states_frame *out,
                           bool *found, us_error *err)
{
    uint8_t bytes[US_STATES_SKIP + US_STATES_HEAD];
    *found = false;
    if (states->length < sizeof(bytes) || offset > states->length - sizeof(bytes))
        return US_OK;
    US_TRY(read_at(states, offset, bytes, sizeof(bytes), err));
    const uint8_t *at = bytes + US_STATES_SKIP;
    uint32_t first = get32(at + 4), last = get32(at + 8);
    *out = (us_states_frame){.offset = offset,
                             .states = get32(at),
                             .raw = get32(at + 12),
                             .packed = get32(at + 16),
                             .first = (us_cycle)first,
                             .last = (us_cycle)last};
    *found = get32(bytes) == US_STATES_MAGIC_HEAD && get32(bytes + 4) == US_STATES_HEAD &&
             last <= INT32_MAX && first <= last && (us_cycle)first > after && out->states >= 1 &&
             out->states <= US_STATES_FRAME && out->states - 1 <= last - first &&
             out->raw <= US_STATES_RAW_MAX &&
             out->packed <= ZSTD_COMPRESSBOUND((uint32_t)US_STATES_RAW_MAX) &&
             out->packed <= states->length - sizeof(bytes) - offset;
    return US_OK;
}

static us_status walk(us_states *states, uint64_t offset, us_error *err)
{
    us_states_frame frame;
    bool found;
    states->cut = true;
    states->frames = 0;
    for (;;) {
        US_TRY(read_head(states, offset, us_states_last_cycle(states), &frame, &found, err));
        if (!found)
            return US_OK;
        add_frame(states, &frame);
        offset += US_STATES_SKIP + US_STATES_HEAD + frame.packed;
    }
}

/* Rejects impossible entries. The heads of frames are compared with the others later. */
static bool parse_index(us_states *states, const uint8_t *entry, uint64_t count, uint64_t start,
                        uint64_t end)
{
    for (uint64_t i = 0; i < count; i++, entry += US_STATES_ENTRY) {
        uint32_t first = get32(entry + 12), last = get32(entry + 16);
        us_states_frame frame = {.offset = get64(entry),
                                 .states = get32(entry + 8),
                                 .first = (us_cycle)first,
                                 .last = (us_cycle)last};
        if (frame.offset < start || frame.offset >= end || (i == 0 && frame.offset != start) ||
            last > INT32_MAX || first > last || frame.first <= us_states_last_cycle(states) ||
            frame.states < 1 || frame.states > US_STATES_FRAME || frame.states - 1 > last - first)
            return false;
        start = frame.offset + US_STATES_SKIP + US_STATES_HEAD;
        add_frame(states, &frame);
    }
    return count > 0 || start == end;
}

/* Reads the index at the end. *found false: there is no valid one. */
static us_status read_index(us_states *states, uint64_t start, bool *found, us_error *err)
{
    uint8_t end[US_STATES_END], skip[US_STATES_SKIP];
    *found = false;
    if (states->length < start + US_STATES_SKIP + US_STATES_END)
        return US_OK;
    US_TRY(read_at(states, states->length - US_STATES_END, end, US_STATES_END, err));
    uint64_t count = get32(end), size = count * US_STATES_ENTRY + US_STATES_END;
    if (get32(end + 4) != US_STATES_MAGIC_END || size + US_STATES_SKIP > states->length - start)
        return US_OK;
    uint64_t offset = states->length - size;
    US_TRY(read_at(states, offset - US_STATES_SKIP, skip, US_STATES_SKIP, err));
    if (get32(skip) != US_STATES_MAGIC_INDEX || get32(skip + 4) != size)
        return US_OK;
    US_AUTOFREE uint8_t *entries = us_mem_alloc((size_t)size);
    US_TRY(read_at(states, offset, entries, (size_t)size, err));
    *found = parse_index(states, entries, count, start, offset - US_STATES_SKIP);
    return US_OK;
}

/* ---- opening */

static us_status read_header(us_states *states, const us_domain *domain, uint64_t *end,
                             us_error *err)
{
    uint8_t skip[US_STATES_SKIP] = {
        (uint8_t)US_STATES_MAGIC_HEADER, (uint8_t)(US_STATES_MAGIC_HEADER >> 8),
        (uint8_t)(US_STATES_MAGIC_HEADER >> 16), (uint8_t)(US_STATES_MAGIC_HEADER >> 24)};
    size_t there = states->length < sizeof(skip) ? (size_t)states->length : sizeof(skip);
    US_TRY(read_at(states, 0, skip, there, err));
    if (get32(skip) != US_STATES_MAGIC_HEADER)
        return us_error_set(err, US_BAD_INPUT, states->file, 0, 0, "expected stored states");
    uint32_t length = get32(skip + 4);
    *end = sizeof(skip) + (uint64_t)length;
    if (there < sizeof(skip) || (*end > states->length && length <= US_STATES_HEADER_MAX))
        return us_error_set(err, US_INCOMPLETE, states->file, 0, 0,
                            "expected stored states, found a header that is cut");
    if (length < US_STATES_CHECK || length > US_STATES_HEADER_MAX)
        return us_error_set(err, US_BAD_INPUT, states->file, 0, 0,
                            "expected stored states, found a header of %u bytes", (unsigned)length);
    US_AUTOFREE char *text = us_mem_alloc(length);
    US_TRY(read_at(states, sizeof(skip), text, length, err));
    length -= US_STATES_CHECK;
    if (get64((uint8_t *)text + length) != us_hash_add_bytes(US_HASH_START, text, length))
        return us_error_set(err, US_BAD_INPUT, states->file, 0, 0,
                            "the header of the stored states is damaged");
    return parse_header(states->file, text, length, domain, states->arena, &states->header,
                        states->names, err);
}

/* Owns states, also on failure. */
static us_status open_with(us_states *owned, const us_domain *domain, us_states **out,
                           us_error *err)
{
    US_AUTOPTR(us_states) states = owned;
    uint64_t start = 0;
    bool found = false;
    states->arena = us_arena_new();
    states->at = -1;
    US_TRY(read_header(states, domain, &start, err));
    US_TRY(read_index(states, start, &found, err));
    if (!found)
        US_TRY(walk(states, start, err));
    us_unpacker_init(&states->unpacker, domain, &states->header, states->names);
    states->zstd = ZSTD_createDCtx();
    if (!states->zstd)
        us_mem_fail("cannot unpack states");
    *out = US_STEAL(states);
    return US_OK;
}

us_status us_states_open(const char *path, const us_domain *domain, us_states **out, us_error *err)
{
    struct stat info = {0};
    US_AUTOPTR(us_states) states = US_NEW(us_states);
    states->file = us_mem_strdup(path);
    states->fd = us_file_open(path, err);
    if (states->fd < 0)
        return US_BAD_INPUT;
    if (fstat(states->fd, &info) != 0)
        return fail_system(states, "cannot read", err);
    states->length = (uint64_t)info.st_size;
    return open_with(US_STEAL(states), domain, out, err);
}

us_status us_states_open_bytes(const char *file, const char *bytes, size_t length,
                               const us_domain *domain, us_states **out, us_error *err)
{
    us_states *states = US_NEW(us_states);
    states->fd = -1;
    states->file = us_mem_strdup(file);
    states->bytes = bytes;
    states->length = length;
    return open_with(states, domain, out, err);
}

void us_states_close(us_states *states)
{
    if (!states)
        return;
    if (states->fd >= 0)
        close(states->fd);
    us_unpacker_clear(&states->unpacker);
    ZSTD_freeDCtx(states->zstd);
    us_arena_free(states->arena);
    us_mem_free(states->file);
    us_mem_free(states->frame);
    us_mem_free(states->packed);
    us_mem_free(states->raw);
    us_mem_free(states);
}

bool us_states_is_file(const char *path)
{
    static const char first[] = "{\"understudy\":\"states\"";
    static const uint8_t magic[4] = {0x50, 0x2a, 0x4d, 0x18};
    char found[US_STATES_SKIP + sizeof(first) - 1];
    US_AUTO(us_file_close) int fd = us_file_open(path, NULL);
    int64_t count = fd >= 0 ? us_file_read_at(fd, found, sizeof(found), 0) : -1;
    size_t length = count > 0 ? (size_t)count : 0;
    errno = count >= 0 ? 0 : errno;
    return count >= 0 && memcmp(found, magic, length < 4 ? length : 4) == 0 &&
           (length <= US_STATES_SKIP ||
            memcmp(found + US_STATES_SKIP, first, length - US_STATES_SKIP) == 0);
}

const us_states_header *us_states_get_header(const us_states *states)
{
    return &states->header;
}

us_status us_states_check_trace(const us_states *states, const us_trace_header *trace,
                                us_error *err)
{
    const us_states_header *header = &states->header;
    const char *what = header->domain_hash != trace->domain_hash ? "domain"
                       : header->rules_hash != trace->rules_hash ? "rules"
                       : header->map_hash != trace->map_hash     ? "map"
                       : header->seed != trace->seed             ? "seed"
                       : header->seats != trace->seats           ? "number of seats"
                       : header->game && header->game != us_states_hash_game(trace)
                           ? "source, limit, player or start"
                           : NULL;
    if (!what)
        return US_OK;
    return us_error_set(err, US_MISMATCH, states->file, 0, 0,
                        "states of another game than the trace's: another %s", what);
}

int64_t us_states_count(const us_states *states)
{
    int64_t count = 0;
    for (int i = 0; i < states->frames; i++)
        count += states->frame[i].states;
    return count;
}

us_cycle us_states_last_cycle(const us_states *states)
{
    return states->frames ? states->frame[states->frames - 1].last : -1;
}

bool us_states_is_cut(const us_states *states)
{
    return states->cut;
}

/* ---- reading */

static us_status damaged(us_states *states, const char *what, us_error *err)
{
    const us_states_frame *frame = &states->frame[states->at];
    return us_error_set(err, US_BAD_INPUT, states->file, 0, 0,
                        "the states of cycles %d to %d, at byte %llu, are damaged: %s",
                        (int)frame->first, (int)frame->last, (unsigned long long)frame->offset,
                        what);
}

static void *grow(void *buffer, size_t *size, size_t wanted)
{
    if (wanted <= *size)
        return buffer;
    *size = wanted;
    return us_mem_realloc(buffer, wanted);
}

static void begin(us_states *states)
{
    us_unpacker_restart(&states->unpacker);
    states->given = 0;
    states->next = states->raw;
    states->end = states->raw + states->frame[states->at].raw;
}

/* Unpacks a frame and goes before its first state. */
static us_status load(us_states *states, int at, us_error *err)
{
    us_states_frame *frame = &states->frame[at], head;
    bool found;
    if (states->at == at && states->sound) {
        begin(states);
        return US_OK;
    }
    states->at = at;
    states->sound = false;
    states->given = frame->states; /* until the frame is loaded, it has no more states */
    US_TRY(read_head(states, frame->offset, -1, &head, &found, err));
    if (!found || head.states != frame->states || head.first != frame->first ||
        head.last != frame->last)
        return damaged(states, "the index speaks of another frame", err);
    *frame = head;
    states->packed = grow(states->packed, &states->packed_size, frame->packed);
    states->raw = grow(states->raw, &states->raw_size, frame->raw + 1);
    US_TRY(read_at(states, frame->offset + US_STATES_SKIP + US_STATES_HEAD, states->packed,
                   frame->packed, err));
    /* One frame of exactly that size: a larger one is not unpacked. */
    size_t size =
        ZSTD_decompressDCtx(states->zstd, states->raw, frame->raw, states->packed, frame->packed);
    if (ZSTD_isError(size))
        return damaged(states, ZSTD_getErrorName(size), err);
    if (size != frame->raw)
        return damaged(states, "less was packed than it says", err);
    begin(states);
    states->sound = true;
    return US_OK;
}

/* Unpacks the frame's next state, which must exist. */
static us_status unpack(us_states *states, const us_world **out, us_error *err)
{
    const us_states_frame *frame = &states->frame[states->at];
    us_unpacker *unpacker = &states->unpacker;
    us_cycle before = unpacker->world.now;
    bool good = us_unpacker_next(unpacker, &states->next, states->end);
    us_cycle now = unpacker->world.now;
    good = good && (states->given == 0 ? now == frame->first : now > before);
    states->given++;
    if (good && states->given == frame->states)
        good = now == frame->last && states->next == states->end;
    if (!good) {
        states->sound = false;
        states->given = frame->states;
        return damaged(states, "one of them makes no sense", err);
    }
    *out = &unpacker->world;
    return US_OK;
}

us_status us_states_next(us_states *states, const us_world **out, us_error *err)
{
    if (states->at < 0 || states->given == states->frame[states->at].states) {
        if (states->at + 1 == states->frames) {
            *out = NULL;
            return US_OK;
        }
        US_TRY(load(states, states->at + 1, err));
    }
    return unpack(states, out, err);
}

/* Returns the last frame that begins at or before the cycle, or -1. */
static int find_frame(const us_states *states, us_cycle cycle)
{
    return US_BISECT(i, states->frames, states->frame[i].first <= cycle) - 1;
}

us_status us_states_at(us_states *states, us_cycle cycle, const us_world **out, us_error *err)
{
    int at = find_frame(states, cycle);
    const us_world *world = NULL;
    if (at < 0) { /* us_states_next returns the first state then */
        states->at = -1;
        states->sound = false;
        states->given = 0;
        *out = NULL;
        return US_OK;
    }
    if (states->at != at || !states->sound || states->given == 0 ||
        states->unpacker.world.now > cycle)
        US_TRY(load(states, at, err));
    else
        world = &states->unpacker.world;
    const us_states_frame *frame = &states->frame[at];
    while (states->given < frame->states) {
        us_cycle next = us_unpacker_peek(&states->unpacker, states->next, states->end);
        /* Always unpack the first state: it confirms the frame's head. */
        if (states->given > 0 && next > cycle)
            break;
        US_TRY(unpack(states, &world, err));
    }
    us_assert(world);
    *out = world;
    return US_OK;
}
