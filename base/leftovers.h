/* Temporary files that a process which ends at once would leave behind, as it does when memory runs
 * out. */
#ifndef US_BASE_LEFTOVERS_H
#define US_BASE_LEFTOVERS_H

/* Remembers the path of a temporary file or folder that this process makes. The name must never
 * become the only one of something that is to be kept: a file that is renamed is not found, and
 * stays. Needs no memory; the oldest of many paths are forgotten. Any thread may call it. */
void us_leftovers_add(const char *path);
/* The same for a folder whose files are all temporary: it goes with its files, also with those that
 * other processes made there. Folders in it stay, and it with them. */
void us_leftovers_add_folder(const char *path);
/* Removes the remembered files of this process, newest first, and SQLite's journals beside them.
 * Any other folder goes if nothing else is left in it. A process that was forked removes none of
 * its parent's. Needs no memory. */
void us_leftovers_remove(void);

#endif
