#include "traces/states_format.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

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

static void fail_system(us_states_writer *writer)
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
            fail_system(writer);
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
    char *packed = us_mem_alloc(bound);
    size_t size = ZSTD_compress2(writer->zstd, packed, bound, writer->raw.text, writer->raw.length);
    us_assert(!ZSTD_isError(size)); /* out has room */
    us_states_write_u32(&out, US_STATES_MAGIC_HEAD);
    us_states_write_u32(&out, US_STATES_HEAD);
    us_states_write_u32(&out, frame->states);
    us_states_write_u32(&out, (uint32_t)frame->first);
    us_states_write_u32(&out, (uint32_t)frame->last);
    us_states_write_u32(&out, (uint32_t)writer->raw.length);
    us_states_write_u32(&out, (uint32_t)size);
    us_str_add_bytes(&out, packed, size);
    us_mem_free(packed);
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
    us_states_write_header(header, domain, &text);
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
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
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
    us_assert(writer->zstd);
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
        fail_system(writer);
    us_status status = us_states_writer_status(writer, err);
    us_packer_clear(&writer->packer);
    us_str_clear(&writer->raw);
    us_str_clear(&writer->index);
    ZSTD_freeCCtx(writer->zstd);
    us_mem_free(writer->path);
    us_mem_free(writer);
    return status;
}
