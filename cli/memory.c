#include "cli/memory.h"

#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "base/leftovers.h"

/* A failed assertion has a file; the library prints it and aborts. Nothing here allocates. */
static void end(void *context, const char *condition, const char *file, int line)
{
    char text[256];
    (void)context, (void)line;
    if (file)
        return;
    us_leftovers_remove();
    int length =
        snprintf(text, sizeof text,
                 "understudy: %s; free memory, or raise its limit (ulimit -v), and run the "
                 "command again\n",
                 condition);
    ssize_t wrote = write(STDERR_FILENO, text, (size_t)length);
    (void)wrote;
    _exit(us_status_exit_code(US_NO_MEMORY));
}

void us_memory_install(void)
{
    us_assert_set_handler(end, NULL);
}
