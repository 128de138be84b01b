/* A file of lines to which one program appends, and which a kill, a full disk or a power cut leaves
 * readable up to its last whole line. base/lines.h reads it.
 *
 * Lines reach the system as they are appended, and the disk in groups. */
#ifndef US_EXPERIMENTS_JOURNAL_H
#define US_EXPERIMENTS_JOURNAL_H

#include "base/error.h"

typedef struct us_journal us_journal;

/* The file is made where it is missing, and its folder synced; what a kill left behind its last
 * whole line is cut off. One program at a time: the caller holds a us_folder_lock that says so. */
us_status us_journal_open(const char *path, us_journal **out, us_error *err);

/* One line, without its newline. On failure (US_INCOMPLETE) none of it stays in the file. */
us_status us_journal_append(us_journal *journal, const char *line, size_t length, us_error *err);

/* To the disk, what is not there yet. US_INCOMPLETE on failure, and where somebody removed or
 * moved the file. */
us_status us_journal_sync(us_journal *journal, us_error *err);
us_status us_journal_close(us_journal *journal, us_error *err); /* syncs; NULL is fine */

/* Who is at work in a folder, said by a file that is there for nothing else: the system forgets
 * what a process holds once the process closes that file anywhere. Held until close or death, and
 * not by processes forked since. */
typedef struct us_folder_lock us_folder_lock;

/* part: one of so many, which are worked at side by side, each by one, while nobody works at the
 * parts of another division. Of one part: all, alone. US_INCOMPLETE where somebody else keeps it.
 * Of two divisions that begin at once both may be refused. */
us_status us_folder_lock_open(const char *path, int part, int parts, us_folder_lock **out,
                              us_error *err);
/* US_INCOMPLETE: somebody removed or moved the file, so that another run may begin. */
us_status us_folder_lock_check(const us_folder_lock *lock, us_error *err);
void us_folder_lock_close(us_folder_lock *lock); /* NULL is fine */
/* Another process has it, or a part of it. Only asks, and keeps nobody out meanwhile. */
bool us_folder_lock_held(const char *path);

#endif
