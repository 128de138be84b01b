#include "cli/out.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/shell.h"

static bool closed;
static bool drawing; /* standard error is a terminal */
static volatile sig_atomic_t interrupted;

us_status us_out_write(const us_str *text, us_error *err)
{
    size_t done = 0;
    while (done < text->length && !closed) {
        ssize_t wrote = write(STDOUT_FILENO, text->text + done, text->length - done);
        if (wrote >= 0)
            done += (size_t)wrote;
        else if (errno == EPIPE)
            closed = true;
        else if (errno != EINTR)
            return us_error_set(err, US_FAILED, "standard output", 0, 0, "cannot write: %s",
                                strerror(errno));
    }
    return US_OK;
}

void us_out_add_line(us_str *out, us_str *text)
{
    us_str_add_printable(out, text->text, text->length);
    us_str_add_char(out, '\n');
    us_str_reset(text);
}

bool us_out_is_closed(void)
{
    return closed;
}

/* Returns the width of the terminal; 0: it is none, or its width is unknown. */
static int width_of(int fd)
{
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int us_out_columns(void)
{
    enum { COLUMNS = 120, MOST = 10000 };
    int64_t columns;
    int width = width_of(STDOUT_FILENO);
    const char *sentence = us_env_get("COLUMNS");
    if (sentence && us_text_to_int(sentence, 1, MOST, &columns))
        return (int)columns;
    return width > 0 ? width : COLUMNS;
}

static void add_line(us_str *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void add_line(us_str *out, const char *format, va_list args)
{
    US_AUTOSTR(line);
    us_str_vaddf(&line, format, args);
    us_out_add_line(out, &line);
}

void us_out_add_linef(us_str *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(out, format, args);
    va_end(args);
}

void us_out_add_next(us_str *out, const char *what, const char *program, const char *command,
                     const char *path)
{
    US_AUTOSTR(line);
    us_str_add(&line, what);
    us_shell_quote_path(program, &line);
    us_str_addf(&line, " %s ", command);
    us_shell_quote_path(path, &line);
    us_out_add_line(out, &line);
}

void us_out_log(const char *format, ...)
{
    va_list args;
    US_AUTOSTR(text);
    va_start(args, format);
    add_line(&text, format, args);
    va_end(args);
    fputs(text.text, stderr);
}

void us_out_log_text(const char *what)
{
    us_out_log("%s", what);
}

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* Draws a line over the last one. A line wider than the terminal would scroll it: the front is cut,
 * where the name of a file stands. That name may have any characters. */
static void draw(const char *line)
{
    static const char cut[] = "...";
    US_AUTOSTR(text);
    us_str_add_printable(&text, line, strlen(line));
    size_t width = (size_t)width_of(STDERR_FILENO);
    const char *at = text.text;
    bool cuts = width > sizeof cut && text.length >= width;
    if (cuts)
        at += text.length - (width - sizeof cut);
    while (cuts && ((unsigned char)*at & 0xc0) == 0x80) /* amid a character */
        at++;
    fprintf(stderr, "\r\033[K%s%s", cuts ? cut : "", at);
}

/* Shows a line of progress; "": the last one stays, and the next text begins a line. */
static void show(const char *line)
{
    if (drawing && line[0])
        draw(line);
    else if (drawing)
        fputc('\n', stderr);
    else if (line[0])
        us_out_log("%s", line);
}

void us_interrupt_install(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 &&
        before.sa_handler != SIG_IGN) /* nohup ignores it */
        sigaction(SIGHUP, &action, NULL);
    action = (struct sigaction){.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
    us_long_work_host host = {.stop = us_interrupt_is_pending, .show = show};
    drawing = isatty(STDERR_FILENO);
    host.interval_ms = drawing ? 200 : 5000;
    us_long_work_set_host(&host);
}

bool us_interrupt_is_pending(void)
{
    return interrupted != 0;
}

us_status us_interrupt_fail(us_error *err, const char *what)
{
    return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %s", what);
}
