#include "studio/recordings.h"

#include <string.h>

#include "traces/reader.h"

static bool has_library(const us_trace_header *header)
{
    for (int seat = 0; seat < header->seats; seat++)
        if (us_text_has_prefix(header->seat[seat].player, "library:"))
            return true;
    return false;
}

static bool add_file(void *context, const char *path, const char *file)
{
    us_recordings *found = context;
    char head[64];
    US_AUTOPTR(us_trace) trace = NULL;
    size_t length = us_file_read_head(path, head, sizeof(head) - 1);
    head[length] = '\0';
    if (!us_text_has_prefix(head, US_TRACE_FIRST) || us_trace_open(path, &trace, NULL) != US_OK)
        return true;
    const us_trace_header *header = us_trace_get_header(trace);
    US_LIST_PUT(*found, ((us_recording){.path = us_mem_strdup(path),
                                        .file = us_mem_strdup(file),
                                        .map = header->map_hash,
                                        .seed = header->seed,
                                        .library = has_library(header)}));
    return found->count < US_RECORDINGS_MAX;
}

void us_recordings_find(const us_folders *folders, us_recordings *out)
{
    us_folders_walk(folders, add_file, out);
}

void us_recordings_clear(us_recordings *recordings)
{
    for (int i = 0; i < recordings->count; i++) {
        us_mem_free(recordings->item[i].path);
        us_mem_free(recordings->item[i].file);
    }
    us_mem_free(recordings->item);
    *recordings = (us_recordings){0};
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const us_recording *us_recordings_find_demo(us_recordings *recordings, const char *name,
                                            us_hash hash)
{
    for (int i = 0; i < recordings->count; i++) {
        us_recording *row = &recordings->item[i];
        if (!us_text_equal(last_part(row->path), last_part(name)))
            continue;
        if (row->hash == 0 && us_file_hash(row->path, &row->hash, NULL) != US_OK)
            continue;
        if (row->hash == hash)
            return row;
    }
    return NULL;
}

void us_recordings_write(const us_recordings *recordings, us_hash map, uint64_t seed, int most,
                         us_json_writer *writer)
{
    us_json_write_open(writer, '[');
    for (int i = 0; i < recordings->count && most > 0; i++) {
        const us_recording *row = &recordings->item[i];
        if (!row->library || row->map != map || row->seed != seed)
            continue;
        us_json_write_string(writer, row->file);
        most--;
    }
    us_json_write_close(writer, ']');
}
