#include "traces/aside.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "traces/annotation.h"
#include "traces/trace.h"

enum { NAMES_MAX = 100000 };

/* The i-th name under which labels of the trace are kept. */
static void name_kept(const char *trace, int i, us_str *out)
{
    us_str_reset(out);
    us_trace_add_stem(trace, out);
    us_str_add(out, ".goals.OLD");
    if (i > 1)
        us_str_addf(out, ".%d", i);
    us_str_add(out, ".json");
}

static bool equal_files(const char *a, const char *b)
{
    US_AUTOFREE char *one = NULL;
    US_AUTOFREE char *other = NULL;
    size_t length, size;
    struct stat x, y;
    if (us_file_is_same(a, b))
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_size == y.st_size &&
           us_file_read(a, US_ANNOTATION_FILE_MAX, &one, &length, NULL) == US_OK &&
           us_file_read(b, US_ANNOTATION_FILE_MAX, &other, &size, NULL) == US_OK &&
           length == size && memcmp(one, other, length) == 0;
}

static us_status copy(const char *from, const char *to, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(from, US_ANNOTATION_FILE_MAX, &text, &length, err));
    return us_file_write(to, text, length, err);
}

/* Finds a free name, or one that has these labels already. */
static us_status keep(const char *trace, us_aside *aside, us_error *err)
{
    struct stat info;
    US_AUTOSTR(name);
    for (int i = 1; i < NAMES_MAX; i++) {
        name_kept(trace, i, &name);
        bool taken = lstat(name.text, &info) == 0;
        if (taken && !equal_files(aside->labels, name.text))
            continue;
        if (!taken && !us_file_link(aside->labels, name.text))
            US_TRY(copy(aside->labels, name.text, err)); /* a file system without second names */
        aside->made = !taken;
        us_file_sync_folder(name.text);
        aside->kept = us_str_detach(&name);
        return US_OK;
    }
    return us_error_set(err, US_BAD_INPUT, aside->labels, 0, 0,
                        "cannot keep the labels of the trace that is there: all %d names such as "
                        "%s are taken; move some of these files",
                        (int)NAMES_MAX, name.text);
}

static us_status check_labels(const char *path, us_error *err)
{
    us_status status = us_file_check_replaceable(path, US_ANNOTATION_FIRST, "an annotation", NULL);
    return status == US_OK
               ? US_OK
               : us_error_set(err, status, path, 0, 0,
                              "in the way: it would be taken for the trace's annotation, and is "
                              "none that a program wrote");
}

us_status us_aside_begin(const char *trace, us_aside *out, us_error *err)
{
    US_AUTO(us_aside_clear) us_aside aside = {.folder = us_file_open_folder(trace)};
    struct stat info;
    US_AUTOSTR(path);
    us_annotation_path(trace, &path);
    aside.labels = us_str_detach(&path);
    if (aside.folder >= 0)
        flock(aside.folder, LOCK_EX);
    if (lstat(aside.labels, &info) == 0) { /* a link to nothing is refused */
        US_TRY(check_labels(aside.labels, err));
        US_TRY(keep(trace, &aside, err));
    }
    *out = aside;
    aside = (us_aside){.folder = -1};
    return US_OK;
}

/* ---- leftovers of a run that was killed */

/* Finds the name under which the same file is kept. */
static bool find_kept(const char *trace, const char *labels, us_str *name)
{
    for (int i = 1; i < NAMES_MAX; i++) {
        name_kept(trace, i, name);
        if (!us_file_exists(name->text))
            return false;
        if (us_file_is_same(labels, name->text))
            return true;
    }
    return false;
}

/* A change of its names sets a file's time. Labels get their further name before the new trace
 * takes its place. So a trace that is not older than that is the new one. */
static bool is_newer(const char *trace, const struct stat *labels)
{
    struct stat info;
    if (stat(trace, &info) != 0)
        return false;
    return info.st_ctim.tv_sec != labels->st_ctim.tv_sec
               ? info.st_ctim.tv_sec > labels->st_ctim.tv_sec
               : info.st_ctim.tv_nsec >= labels->st_ctim.tv_nsec;
}

us_status us_aside_check(const char *labels, us_error *err)
{
    static const char end[] = ".goals.json";
    struct stat info;
    US_AUTOSTR(stem);
    US_AUTOSTR(trace);
    US_AUTOSTR(kept);
    if (stat(labels, &info) != 0 || info.st_nlink < 2 || !us_text_has_suffix(labels, end))
        return US_OK;
    us_str_add_bytes(&stem, labels, strlen(labels) - strlen(end));
    us_str_addf(&trace, "%s.jsonl", stem.text);
    if (!find_kept(trace.text, labels, &kept) ||
        (!is_newer(trace.text, &info) && !is_newer(stem.text, &info)))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, labels, 0, 0,
                        "labels of the trace that was there before: a command was killed while it "
                        "replaced that trace; they are kept in %.200s, so remove this file",
                        kept.text);
}

static void unlock(us_aside *aside)
{
    us_file_close(&aside->folder);
    aside->folder = -1;
}

us_status us_aside_finish(us_aside *aside, us_error *err)
{
    us_status status = US_OK;
    aside->done = true;
    if (aside->kept && unlink(aside->labels) != 0 && errno != ENOENT)
        status = us_error_set(err, US_BAD_INPUT, aside->labels, 0, 0,
                              "cannot remove the annotation of the trace that was there before; "
                              "it is kept in %.200s",
                              aside->kept);
    unlock(aside);
    return status;
}

void us_aside_drop_equal(us_aside *aside)
{
    if (!aside->kept || !aside->made || !us_file_exists(aside->labels) ||
        !equal_files(aside->labels, aside->kept))
        return;
    unlink(aside->kept);
    us_mem_free(aside->kept);
    aside->kept = NULL;
}

void us_aside_clear(us_aside *aside)
{
    if (aside->made && !aside->done)
        unlink(aside->kept);
    unlock(aside);
    us_mem_free(aside->labels);
    us_mem_free(aside->kept);
    *aside = (us_aside){.folder = -1};
}
