#define _GNU_SOURCE /* getdents64 */
#include "base/leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

enum { MOST = 256, PATH_SIZE = 4096 };

/* A ring; unused slots are empty and take no memory of the machine. */
static struct {
    pid_t owner;
    bool folder; /* it goes with its files */
    char path[PATH_SIZE];
} file[MOST];
static int next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(const char *path, bool folder)
{
    size_t length = strlen(path);
    if (length >= PATH_SIZE)
        return;
    pthread_mutex_lock(&mutex);
    file[next].owner = getpid();
    file[next].folder = folder;
    memcpy(file[next].path, path, length + 1);
    next = (next + 1) % MOST;
    pthread_mutex_unlock(&mutex);
}

void us_leftovers_add(const char *path)
{
    add(path, false);
}

void us_leftovers_add_folder(const char *path)
{
    add(path, true);
}

/* Removes the files in a folder. Returns whether it removed one: then it may have missed others. */
static bool remove_files(int folder)
{
    static _Alignas(struct dirent64) char page[16384]; /* opendir allocates */
    bool removed = false;
    ssize_t length;
    lseek(folder, 0, SEEK_SET);
    while ((length = getdents64(folder, page, sizeof page)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct dirent64 *entry = (const struct dirent64 *)(page + at);
            removed |= unlinkat(folder, entry->d_name, 0) == 0;
            at += entry->d_reclen;
        }
    }
    return removed;
}

static void empty(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    while (remove_files(folder))
        ;
    close(folder);
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
        if (file[i].folder)
            empty(file[i].path);
        if (unlink(file[i].path) != 0)
            rmdir(file[i].path);
        snprintf(journal, sizeof journal, "%s-journal", file[i].path);
        unlink(journal);
    }
    pthread_mutex_unlock(&mutex);
}
