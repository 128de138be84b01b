#define ZLIB_CONST

#include "traces/import/unzip.h"

#include <string.h>
#include <zlib.h>

enum {
    END_SIZE = 22, /* the record at the end, without its comment */
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    ENTRIES_MAX = 64, /* entries that are searched for the one file */
    CHUNK = 64 * 1024,
};

struct us_unzip {
    const char *file;
    const unsigned char *data; /* packed */
    size_t packed, size;       /* of the file, as the archive states */
    uint32_t checksum;
    bool stored; /* not packed */
    z_stream stream;
    size_t done; /* bytes returned so far */
    uLong sum;
    bool ended;
    unsigned char chunk[CHUNK];
};

static us_status fail(const char *file, us_error *err, const char *text)
{
    return us_error_set(err, US_BAD_INPUT, file, 0, 0, "zip: %s", text);
}

static uint32_t u16(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t u32(const unsigned char *at)
{
    return u16(at) | u16(at + 2) << 16;
}

bool us_unzip_is_archive(const char *bytes, size_t length)
{
    return length >= 4 && memcmp(bytes, "PK\3\4", 4) == 0;
}

/* Finds the record at the end. Its comment has at most 64 KiB and reaches to the end of the
 * file. */
static const unsigned char *find_end(const unsigned char *bytes, size_t length)
{
    for (size_t comment = 0; comment <= UINT16_MAX && comment + END_SIZE <= length; comment++) {
        const unsigned char *at = bytes + length - END_SIZE - comment;
        if (memcmp(at, "PK\5\6", 4) == 0 && u16(at + 20) == comment)
            return at;
    }
    return NULL;
}

/* Finds the only entry of the directory that is no folder. */
static us_status find_entry(const char *file, const unsigned char *bytes, size_t length,
                            const unsigned char **out, us_error *err)
{
    const unsigned char *end = find_end(bytes, length), *entry = NULL;
    if (!end)
        return fail(file, err, "expected an archive's directory at its end; is it cut off?");
    uint32_t count = u16(end + 10), offset = u32(end + 16);
    size_t limit = (size_t)(end - bytes);
    if (u16(end + 4) != 0 || u16(end + 6) != 0 || u16(end + 8) != count || offset == UINT32_MAX)
        return fail(file, err, "expected an archive in one part of less than 4 GiB");
    size_t at = offset;
    for (uint32_t i = 0; i < count && i < ENTRIES_MAX; i++) {
        if (at > limit || limit - at < ENTRY_SIZE || memcmp(bytes + at, "PK\1\2", 4) != 0)
            return fail(file, err, "expected an entry in the archive's directory");
        const unsigned char *here = bytes + at;
        size_t name = u16(here + 28), size = ENTRY_SIZE + name + u16(here + 30) + u16(here + 32);
        if (size > limit - at)
            return fail(file, err, "expected an entry in the archive's directory");
        at += size;
        if (name > 0 && here[ENTRY_SIZE + name - 1] == '/')
            continue;
        if (entry)
            return fail(file, err, "expected one file in the archive, found several");
        entry = here;
    }
    if (!entry)
        return fail(file, err, "expected one file in the archive, found none");
    *out = entry;
    return US_OK;
}

static us_status find_data(us_unzip *zip, const unsigned char *bytes, size_t length,
                           const unsigned char *entry, size_t limit, us_error *err)
{
    uint32_t flags = u16(entry + 8), method = u16(entry + 10), local = u32(entry + 42);
    zip->checksum = u32(entry + 16);
    zip->packed = u32(entry + 20);
    zip->size = u32(entry + 24);
    if (flags & 1)
        return fail(zip->file, err, "expected a file without a password");
    if (method != 0 && method != 8)
        return fail(zip->file, err, "expected a file that is stored or deflated");
    if (zip->size > limit)
        return us_error_set(err, US_BAD_INPUT, zip->file, 0, 0,
                            "zip: expected a file of at most %zu bytes, found one of %zu", limit,
                            zip->size);
    if (local > length || length - local < LOCAL_SIZE || memcmp(bytes + local, "PK\3\4", 4) != 0)
        return fail(zip->file, err, "expected the file where the directory says it is");
    size_t skip = LOCAL_SIZE + u16(bytes + local + 26) + u16(bytes + local + 28);
    if (length - local < skip || length - local - skip < zip->packed)
        return fail(zip->file, err, "expected the file where the directory says it is");
    zip->data = bytes + local + skip;
    zip->stored = method == 0;
    if (zip->stored && zip->packed != zip->size)
        return fail(zip->file, err, "expected a stored file to be as large as it says");
    return US_OK;
}

static voidpf allocate(voidpf opaque, uInt count, uInt size)
{
    (void)opaque;
    return us_mem_alloc_array(count, size);
}

static void release(voidpf opaque, voidpf memory)
{
    (void)opaque;
    us_mem_free(memory);
}

us_status us_unzip_open(const char *file, const char *bytes, size_t length, size_t limit,
                        us_unzip **out, us_error *err)
{
    const unsigned char *data = (const unsigned char *)bytes, *entry = NULL;
    US_TRY(find_entry(file, data, length, &entry, err));
    us_unzip *zip = US_NEW(us_unzip);
    zip->file = file;
    zip->sum = crc32(0, NULL, 0);
    us_status status = find_data(zip, data, length, entry, limit, err);
    if (status != US_OK) {
        us_mem_free(zip);
        return status;
    }
    zip->stream = (z_stream){.zalloc = allocate, .zfree = release};
    zip->stream.next_in = zip->data;
    zip->stream.avail_in = (uInt)zip->packed;
    int ready = inflateInit2(&zip->stream, -MAX_WBITS); /* bare deflate */
    us_assert(ready == Z_OK);
    *out = zip;
    return US_OK;
}

void us_unzip_close(us_unzip *zip)
{
    if (!zip)
        return;
    inflateEnd(&zip->stream);
    us_mem_free(zip);
}

/* Unpacks the next bytes into the chunk. */
static us_status unpack(us_unzip *zip, size_t *got, us_error *err)
{
    if (zip->stored) {
        *got = zip->size - zip->done < CHUNK ? zip->size - zip->done : CHUNK;
        memcpy(zip->chunk, zip->data + zip->done, *got);
        zip->ended = zip->done + *got == zip->size;
        return US_OK;
    }
    zip->stream.next_out = zip->chunk;
    zip->stream.avail_out = CHUNK;
    int code = inflate(&zip->stream, Z_NO_FLUSH);
    *got = CHUNK - zip->stream.avail_out;
    zip->ended = code == Z_STREAM_END;
    if ((code != Z_OK && code != Z_STREAM_END) || (*got == 0 && !zip->ended))
        return fail(zip->file, err, "the packed file is damaged or cut");
    return US_OK;
}

us_status us_unzip_next(us_unzip *zip, const char **text, size_t *length, us_error *err)
{
    size_t got = 0;
    while (got == 0 && !zip->ended)
        US_TRY(unpack(zip, &got, err));
    if (got > zip->size - zip->done)
        return fail(zip->file, err, "the file unpacks to more than the archive says");
    zip->done += got;
    zip->sum = crc32(zip->sum, zip->chunk, (uInt)got);
    if (zip->ended && (zip->done != zip->size || zip->sum != zip->checksum))
        return fail(zip->file, err, "the file's size or checksum is not what the archive says");
    *text = (const char *)zip->chunk;
    *length = got;
    return US_OK;
}
