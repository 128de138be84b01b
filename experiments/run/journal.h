/* A journal: a file of lines to which one program appends. After a kill, a full disk or a power cut
 * it stays readable up to its last complete line. base/lines.h reads it.
 *
 * Each appended line reaches the system at once, and the disk in groups. */
#ifndef US_EXPERIMENTS_RUN_JOURNAL_H
#define US_EXPERIMENTS_RUN_JOURNAL_H

#include "base/error.h"

typedef struct us_journal us_journal;

/* Opens the file, or creates it and syncs its folder. Bytes behind the last complete line, which a
 * kill left, are cut off. Only one program may have it open: the caller holds a us_folder_lock for
 * that. */
us_status us_journal_open(const char *path, us_journal **out, us_error *err);

/* Appends one line, given without its newline. On failure (US_INCOMPLETE) no part of it stays in
 * the file. */
us_status us_journal_append(us_journal *journal, const char *line, size_t length, us_error *err);

/* Writes unsynced lines to the disk. US_INCOMPLETE on failure, and if the file was removed or
 * moved. */
us_status us_journal_sync(us_journal *journal, us_error *err);
us_status us_journal_close(us_journal *journal, us_error *err); /* syncs; NULL is fine */

/* A lock on a folder, or on a part of its work. It uses a file of its own, because the system drops
 * a process's locks once the process closes that file anywhere. The lock is held until close or
 * death, and not by processes forked since. */
typedef struct us_folder_lock us_folder_lock;

/* Locks one of `parts` parts. Each part has at most one holder; other parts of the same division
 * can be held at the same time, but no part of another division. With one part, the holder is
 * alone. US_INCOMPLETE: another process holds it. If two divisions begin at once, both may be
 * refused. */
us_status us_folder_lock_open(const char *path, int part, int parts, us_folder_lock **out,
                              us_error *err);
/* Returns US_INCOMPLETE if the file was removed or moved, so that another run may begin. */
us_status us_folder_lock_check(const us_folder_lock *lock, us_error *err);
void us_folder_lock_close(us_folder_lock *lock); /* NULL is fine */
US_AUTOPTR_DEFINE(us_folder_lock, us_folder_lock_close);
/* Returns whether another process holds the lock or a part of it. It only looks, and locks
 * nothing. */
bool us_folder_lock_is_held(const char *path);

#endif
