#include "base/leftovers.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

enum { MOST = 512, PATH_SIZE = 4096 };

/* A ring; unused slots are empty and take no memory of the machine. */
static struct {
    pid_t owner;
    char path[PATH_SIZE];
} file[MOST];
static int next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void us_leftovers_add(const char *path)
{
    size_t length = strlen(path);
    if (length >= PATH_SIZE)
        return;
    pthread_mutex_lock(&mutex);
    file[next].owner = getpid();
    memcpy(file[next].path, path, length + 1);
    next = (next + 1) % MOST;
    pthread_mutex_unlock(&mutex);
}

void us_leftovers_remove(void)
{
    char journal[PATH_SIZE + sizeof("-journal")];
    if (pthread_mutex_trylock(&mutex) != 0)
        return;
    for (int k = 1; k <= MOST; k++) {
        int i = (next + MOST - k) % MOST;
        if (file[i].owner != getpid())
            continue;
        if (unlink(file[i].path) != 0)
            rmdir(file[i].path);
        snprintf(journal, sizeof journal, "%s-journal", file[i].path);
        unlink(journal);
    }
    pthread_mutex_unlock(&mutex);
}
