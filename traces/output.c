/* This feature macro declares realpath. */
#define _DEFAULT_SOURCE

#include "traces/output.h"

#include "base/file.h"
#include "base/leftovers.h"
#include "traces/annotation.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

us_status us_output_check_paths(const char *out, const char *in, us_error *err)
{
    US_AUTOSTR(mine);
    US_AUTOSTR(its);
    us_states_path(out, &mine);
    us_states_path(in, &its);
    bool trace = us_file_is_same(out, in) || us_file_is_same(out, its.text);
    bool states = us_file_is_same(mine.text, in) || us_file_is_same(mine.text, its.text);
    if (!trace && !states)
        return US_OK;
    return us_error_set(
        err, US_BAD_INPUT, out, 0, 0,
        "the new trace%s would replace the file that is read, or its states: expected "
        "another name",
        trace ? "" : "'s states");
}

/* Fails if the file is beside the trace that a link names, and not beside the link. */
static us_status check_beside(const char *out, const char *its, const char *mine, us_error *err)
{
    if (!us_file_exists(its) || us_file_is_same(its, mine))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, out, 0, 0,
                        "cannot write: it is a link to a trace whose labels or states are in %s: "
                        "expected that trace's own name, or a new one",
                        its);
}

us_status us_output_check_link(const char *out, us_error *err)
{
    char real[PATH_MAX];
    US_AUTOSTR(its);
    US_AUTOSTR(mine);
    if (!realpath(out, real))
        return US_OK;
    us_annotation_path(real, &its);
    us_annotation_path(out, &mine);
    us_status status = check_beside(out, its.text, mine.text, err);
    us_str_reset(&its);
    us_str_reset(&mine);
    us_states_path(real, &its);
    us_states_path(out, &mine);
    return status == US_OK ? check_beside(out, its.text, mine.text, err) : status;
}

us_status us_output_delete_states(const char *trace, bool now, us_error *err)
{
    US_AUTOSTR(path);
    struct stat info;
    if (us_text_has_suffix(trace, ".states") || us_text_has_suffix(trace, ".states.zst"))
        return us_error_set(err, US_BAD_INPUT, trace, 0, 0,
                            "stored states have such names: expected another for a trace");
    us_states_path(trace, &path);
    if (lstat(path.text, &info) != 0)
        return US_OK;
    if (!us_states_is_file(path.text))
        return errno != 0 && S_ISREG(info.st_mode)
                   ? us_error_set_system(err, US_BAD_INPUT, path.text, errno, "cannot read")
                   : us_error_set(
                         err, US_BAD_INPUT, path.text, 0, 0,
                         "in the way: it would be taken for the trace's states, and is none");
    if (now && unlink(path.text) != 0)
        return us_error_set(err, US_BAD_INPUT, path.text, 0, 0,
                            "cannot remove the states of the trace that was there before");
    return US_OK;
}

bool us_output_lock_former(int fd)
{
    int code = flock(fd, LOCK_EX | LOCK_NB);
    if (code != 0 && errno == EBADF) /* NFS: the file is open for reading alone */
        code = flock(fd, LOCK_SH | LOCK_NB);
    return code == 0 || errno != EWOULDBLOCK;
}

static us_status check_idle(const char *path, us_error *err)
{
    US_AUTO(us_file_close) int fd = us_file_open(path, NULL);
    if (fd < 0 || us_output_lock_former(fd))
        return US_OK;
    return us_error_set(
        err, US_BAD_INPUT, path, 0, 0,
        "cannot write: expected a new file, or a trace to replace, found one that is "
        "being recorded");
}

static us_status check_trace(const char *path, us_error *err)
{
    US_TRY(us_file_check_replaceable(path, US_TRACE_FIRST, "a trace", err));
    return check_idle(path, err);
}

us_status us_output_open(us_output *output, const char *out, const char *in, us_error *err)
{
    US_TRY(us_output_check_paths(out, in, err));
    US_TRY(us_output_check_link(out, err));
    US_TRY(us_output_delete_states(out, false, err));
    US_TRY(check_trace(out, err));
    *output = (us_output){.trace = us_str_empty(),
                          .states = us_str_empty(),
                          .during = us_str_empty(),
                          .aside = {.folder = -1}};
    us_str_add(&output->trace, out);
    us_states_path(out, &output->states);
    return US_OK;
}

us_status us_output_begin_states(us_output *output, const us_states_header *header,
                                 const us_domain *domain, us_states_writer **writer, us_error *err)
{
    us_assert(output->during.length == 0);
    us_file_temp_path(output->states.text, &output->during);
    us_leftovers_add(output->during.text);
    us_status status =
        us_states_writer_open(output->during.text, header, domain, &output->writer, err);
    if (status == US_OK)
        *writer = output->writer;
    else
        us_str_reset(&output->during); /* no file was made */
    return status;
}

/* Returns the length of the first bytes that identify the game: the header without "left_out". */
static size_t game_length(const char *text, size_t length)
{
    static const char cut[] = ",\"left_out\":";
    const char *end = memchr(text, '\n', length);
    size_t size = sizeof cut - 1, line = end ? (size_t)(end - text) : length;
    for (size_t i = 0; i + size <= line; i++)
        if (memcmp(text + i, cut, size) == 0)
            return i;
    return line > 0 && text[line - 1] == '}' ? line - 1 : line;
}

typedef struct order_line {
    const char *text;
    size_t length;
    int64_t id;
} order_line;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int64_t number_of(const char *at, const char *end)
{
    int64_t number = 0;
    for (; at < end && is_digit(*at) && number <= UINT32_MAX; at++)
        number = number * 10 + (*at - '0');
    return number;
}

/* Finds the next whole line that is an order. False: none. */
static bool next_order(const char **at, const char *end, order_line *out)
{
    static const char first[] = "{\"cycle\":", then[] = ",\"id\":";
    enum { FIRST = sizeof first - 1, THEN = sizeof then - 1 };
    const char *stop;
    for (const char *line = *at; (stop = memchr(line, '\n', (size_t)(end - line))); line = *at) {
        *at = stop + 1;
        const char *digits = line + FIRST;
        if (stop - line < FIRST || memcmp(line, first, FIRST) != 0)
            continue;
        while (digits < stop && is_digit(*digits))
            digits++;
        if (stop - digits < THEN || memcmp(digits, then, THEN) != 0)
            continue;
        *out = (order_line){line, (size_t)(stop - line), number_of(digits + THEN, stop)};
        return true;
    }
    return false;
}

/* Returns whether orders that occur in both texts are equal. */
static bool same_orders(const char *a, const char *a_end, const char *b, const char *b_end)
{
    order_line old, new = {"", 0, -1};
    while (next_order(&a, a_end, &old)) {
        while (new.id < old.id)
            if (!next_order(&b, b_end, &new))
                return true;
        if (new.id == old.id &&
            (new.length != old.length || memcmp(new.text, old.text, old.length) != 0))
            return false;
    }
    return true;
}

/* Returns whether a trace of another game is at path, judged by its first lines. */
static bool replaces_another(const char *path, const char *text, size_t length)
{
    enum { MOST = 16 * 1024 };
    char head[MOST];
    size_t found = us_file_read_head(path, head, MOST);
    size_t old = game_length(head, found), new = game_length(text, length < MOST ? length : MOST);
    if (found == 0)
        return false;
    return old != new || memcmp(head, text, old) != 0 ||
           !same_orders(head, head + found, text, text + length);
}

static us_status fail_states(const char *path, int code, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, path, 0, 0, "cannot store the states there: %s",
                        strerror(code));
}

/* Gives the new states their place, or takes the former ones away. */
static us_status put_states(us_output *output, us_error *err)
{
    if (output->during.length == 0)
        return us_output_delete_states(output->trace.text, true, err);
    errno = 0;
    if (us_file_put(output->during.text, output->states.text, NULL) != US_OK)
        return fail_states(output->states.text, errno, err);
    us_str_reset(&output->during);
    return US_OK;
}

/* Puts the trace in place, then the states. All bytes are on the disk before. The former trace has
 * a second name until both are in place, so that a failure can give it back. */
static us_status put_both(us_output *output, us_sibling *trace, us_error *err)
{
    US_AUTOSTR(former);
    us_file_temp_path(trace->path, &former);
    bool there = us_file_exists(trace->path);
    bool linked = there && us_file_link(trace->path, former.text);
    us_status status = us_sibling_rename(trace, err);
    if (status == US_OK)
        status = put_states(output, err);
    bool undo = status != US_OK && !trace->name;
    if (undo && linked)
        us_file_put(former.text, trace->path, NULL);
    else if (undo && !there)
        unlink(trace->path);
    else if (linked)
        unlink(former.text);
    return status;
}

us_status us_output_finish(us_output *output, const char *text, size_t length, us_error *err)
{
    us_states_writer *writer = output->writer;
    US_AUTO(us_sibling_close) us_sibling trace = {.fd = -1};
    output->writer = NULL;
    US_TRY(us_states_writer_close(writer, err));
    US_TRY(us_output_delete_states(output->trace.text, false, err));
    US_TRY(check_trace(output->trace.text, err));
    if (output->during.length > 0 && us_file_sync(output->during.text, NULL) != US_OK)
        return fail_states(output->states.text, errno, err);
    US_TRY(us_sibling_open(output->trace.text, &trace, err));
    US_TRY(us_sibling_write(&trace, text, length, err));
    US_TRY(us_sibling_sync(&trace, err));
    if (replaces_another(output->trace.text, text, length))
        US_TRY(us_aside_begin(output->trace.text, &output->aside, err));
    US_TRY(put_both(output, &trace, err));
    us_status status = us_aside_finish(&output->aside, err);
    us_file_sync_folder(trace.path);
    return status;
}

void us_output_close(us_output *output)
{
    us_states_writer_close(output->writer, NULL);
    if (output->during.length > 0)
        unlink(output->during.text);
    us_str_clear(&output->trace);
    us_str_clear(&output->states);
    us_str_clear(&output->during);
    us_aside_clear(&output->aside);
    *output = (us_output){.aside = {.folder = -1}};
}
